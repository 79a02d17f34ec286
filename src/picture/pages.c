#include "picture/pages.h"

#include <cairo-pdf.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "picture/recording_parts.h"
#include "picture/sink.h"
#include "picture/type.h"

struct pages {
    double height;
    int count;
    bool paints;
    sink sink;
    message cannot_write; /* what the sink says */
    cairo_surface_t *surface;
    cairo_t *canvas;
};

/* Letters are as wide on every surface, whatever its pixels. */
static void measure_exactly(cairo_t *on)
{
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_set_font_options(on, options);
    cairo_font_options_destroy(options);
}

status pages_open(double width, double height, output *to, const char *title, const char *command,
                  pages **out, message *why)
{
    pages *p = NULL;
    *out = NULL;
    TRY(memory_allocate(&p, 1, sizeof *p, why));
    p->height = height;
    p->count = 1;
    p->paints = to != NULL;
    p->sink = (sink){.to = to, .failed = STATUS_OK, .why = &p->cannot_write};
    if (to != NULL) {
        p->surface = cairo_pdf_surface_create_for_stream(sink_receive, &p->sink, width, height);
        sink_describe_pdf(p->surface, command);
        cairo_pdf_surface_set_metadata(p->surface, CAIRO_PDF_METADATA_TITLE, title);
    } else {
        p->surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR, NULL);
    }
    p->canvas = cairo_create(p->surface);
    measure_exactly(p->canvas);
    *out = p;
    return STATUS_OK;
}

void pages_next(pages *p)
{
    p->count++;
    if (p->paints) {
        cairo_show_page(p->canvas);
    }
}

int pages_count(const pages *p)
{
    return p->count;
}

static void ink(pages *p, uint32_t colour)
{
    cairo_set_source_rgb(p->canvas, (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0,
                         (colour & 255) / 255.0);
}

double pages_text_width(pages *p, page_font font, const char *words)
{
    const type_line line = {.size = font.size, .bold = font.bold};
    return type_run(p->canvas, &line, words);
}

double pages_text(pages *p, double x, double y, page_font font, canvas_anchor anchor,
                  const char *words)
{
    static const double parts[] = {[CANVAS_START] = 0, [CANVAS_MIDDLE] = 0.5, [CANVAS_END] = 1};
    double width = anchor == CANVAS_START ? 0 : pages_text_width(p, font, words);
    const type_line line = {.x = x - parts[anchor] * width,
                            .y = y,
                            .size = font.size,
                            .bold = font.bold,
                            .paints = p->paints};
    ink(p, font.colour);
    return type_run(p->canvas, &line, words);
}

void pages_rule(pages *p, double x0, double x1, double y, double line, uint32_t colour)
{
    pages_fill(p, (box){x0, y - line / 2, x1 - x0, line}, colour);
}

void pages_fill(pages *p, box where, uint32_t colour)
{
    if (p->paints) {
        ink(p, colour);
        cairo_rectangle(p->canvas, where.x, where.y, where.width, where.height);
        cairo_fill(p->canvas);
    }
}

void pages_recording(pages *p, box where, const recording *r)
{
    if (p->paints) {
        cairo_save(p->canvas);
        cairo_translate(p->canvas, where.x, where.y);
        cairo_scale(p->canvas, where.width / r->width, where.height / r->height);
        cairo_rectangle(p->canvas, 0, 0, r->width, r->height);
        cairo_clip(p->canvas);
        cairo_set_source_surface(p->canvas, r->record, 0, 0);
        cairo_paint(p->canvas);
        cairo_restore(p->canvas);
    }
}

void pages_bookmark(pages *p, double y, const char *name, const char *plain_title)
{
    char attributes[160];
    if (p->paints) {
        snprintf(attributes, sizeof attributes, "name='%.100s' x=0 y=%.2f", name, y);
        cairo_tag_begin(p->canvas, CAIRO_TAG_DEST, attributes);
        cairo_tag_end(p->canvas, CAIRO_TAG_DEST);
        snprintf(attributes, sizeof attributes, "page=%d pos=[0 %.2f]", p->count, y);
        cairo_pdf_surface_add_outline(p->surface, CAIRO_PDF_OUTLINE_ROOT, plain_title, attributes,
                                      0);
    }
}

void pages_link(pages *p, box where, const char *name)
{
    char attributes[240];
    if (p->paints) {
        snprintf(attributes, sizeof attributes, "dest='%.100s' rect=[%.2f %.2f %.2f %.2f]", name,
                 where.x, where.y, where.width, where.height);
        cairo_tag_begin(p->canvas, CAIRO_TAG_LINK, attributes);
        cairo_tag_end(p->canvas, CAIRO_TAG_LINK);
    }
}

status pages_close(pages **pages_, message *why)
{
    pages *p = *pages_;
    if (p == NULL) {
        return STATUS_OK;
    }
    if (p->paints) {
        cairo_show_page(p->canvas);
    }
    cairo_status_t state = cairo_status(p->canvas);
    cairo_destroy(p->canvas);
    cairo_surface_finish(p->surface);
    state = state == CAIRO_STATUS_SUCCESS ? cairo_surface_status(p->surface) : state;
    cairo_surface_destroy(p->surface);
    status s = p->sink.failed;
    if (s != STATUS_OK) { /* cairo does not know of it */
        *why = p->cannot_write;
    } else if (state != CAIRO_STATUS_SUCCESS) {
        s = fail(why, "drawing failed: %s", cairo_status_to_string(state));
    }
    free(p);
    *pages_ = NULL;
    return s;
}
