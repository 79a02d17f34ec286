#include "picture/recording.h"

#include <stdlib.h>

#include "base/memory.h"
#include "picture/recording_parts.h"

status recording_record(const sheet *sh, recording **out, message *why)
{
    recording *d = NULL;
    *out = NULL;
    TRY(memory_allocate(&d, 1, sizeof *d, why));
    const cairo_rectangle_t extent = {.width = sh->width, .height = sh->height};
    d->width = sh->width;
    d->height = sh->height;
    /* Transparent, so that nothing shines through at its edges. */
    d->record = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extent);
    cairo_t *canvas = cairo_create(d->record);
    status s = sheet_draw(canvas, sh, why);
    cairo_destroy(canvas);
    if (s != STATUS_OK) {
        recording_destroy(d);
        d = NULL;
    }
    *out = d;
    return s;
}

void recording_destroy(recording *d)
{
    if (d != NULL) {
        cairo_surface_destroy(d->record);
    }
    free(d);
}

int recording_width(const recording *d)
{
    return d->width;
}

int recording_height(const recording *d)
{
    return d->height;
}

status recording_replay(cairo_t *canvas, const void *what, message *why)
{
    const recording *d = what;
    (void)why; /* cairo's own failures are seen by the sheet */
    cairo_set_source_surface(canvas, d->record, 0, 0);
    cairo_paint(canvas);
    return STATUS_OK;
}

typedef struct larger {
    const recording *recording;
    int times;
} larger;

static status draw_larger(cairo_t *canvas, const void *what, message *why)
{
    const larger *l = what;
    cairo_scale(canvas, l->times, l->times);
    return recording_replay(canvas, l->recording, why);
}

status recording_png(const recording *d, int times, const char *command, output *to, message *why)
{
    const larger l = {.recording = d, .times = times};
    const sheet sh = {.width = times * d->width,
                      .height = times * d->height,
                      .draw = draw_larger,
                      .what = &l,
                      .level = 6}; /* small rather than quick: documents embed it */
    return sheet_write(&sh, FORMAT_PNG, command, to, why);
}
