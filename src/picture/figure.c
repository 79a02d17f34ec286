#include "picture/figure.h"

#include <string.h>

#include "picture/draw.h"
#include "picture/recording_parts.h"
#include "picture/sheet.h"

static status draw_all(cairo_t *canvas, const void *what, message *why)
{
    return draw_figure(canvas, what, FIGURE_ALL, why);
}

status figure_write(const figure *f, file_format format, const char *command, output *to,
                    message *why)
{
    const sheet s = {.width = f->width, .height = f->height, .draw = draw_all, .what = f};
    return sheet_write(&s, format, command, to, why);
}

status recording_of_figure(const figure *f, recording **out, message *why)
{
    const sheet s = {.width = f->width, .height = f->height, .draw = draw_all, .what = f};
    return recording_record(&s, out, why);
}

typedef struct some_parts {
    const figure *figure;
    unsigned parts;
} some_parts;

static status draw_some(cairo_t *canvas, const void *what, message *why)
{
    const some_parts *some = what;
    return draw_figure(canvas, some->figure, some->parts, why);
}

status figure_paint(const figure *f, unsigned parts, uint32_t *pixels, message *why)
{
    const some_parts some = {.figure = f, .parts = parts};
    const sheet s = {.width = f->width, .height = f->height, .draw = draw_some, .what = &some};
    return sheet_paint(&s, pixels, why);
}
