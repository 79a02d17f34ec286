#include "picture/pens.h"

/* Lengths of dashes are in units of the line width. */
static const struct pen {
    double r, g, b;
    int dash_count;
    double dashes[6];
} pens[] = {
    {.r = 0.00, .g = 0.00, .b = 0.00, .dash_count = 0},
    {.r = 0.75, .g = 0.22, .b = 0.05, .dash_count = 2, .dashes = {6, 3}},
    {.r = 0.05, .g = 0.32, .b = 0.68, .dash_count = 2, .dashes = {1.5, 2.2}},
    {.r = 0.10, .g = 0.45, .b = 0.22, .dash_count = 4, .dashes = {8, 2.5, 1.5, 2.5}},
    {.r = 0.48, .g = 0.15, .b = 0.55, .dash_count = 2, .dashes = {14, 4}},
    {.r = 0.55, .g = 0.40, .b = 0.00, .dash_count = 6, .dashes = {6, 2, 1.5, 2, 1.5, 2}},
    {.r = 0.35, .g = 0.35, .b = 0.35, .dash_count = 2, .dashes = {3, 3}},
    {.r = 0.00, .g = 0.42, .b = 0.45, .dash_count = 4, .dashes = {12, 2.5, 3, 2.5}},
};

enum { PEN_COUNT = sizeof pens / sizeof pens[0] };

static const struct pen *pen_of(int pen)
{
    return &pens[(pen % PEN_COUNT + PEN_COUNT) % PEN_COUNT];
}

void pen_ink(cairo_t *canvas, int pen)
{
    const struct pen *p = pen_of(pen);
    cairo_set_source_rgb(canvas, p->r, p->g, p->b);
}

uint32_t pen_colour(int pen)
{
    const struct pen *p = pen_of(pen);
    return 0xFF000000 | (uint32_t)(255 * p->r + 0.5) << 16 | (uint32_t)(255 * p->g + 0.5) << 8 |
           (uint32_t)(255 * p->b + 0.5);
}

void pen_take(cairo_t *canvas, int pen, double width)
{
    const struct pen *p = pen_of(pen);
    double dashes[6];
    for (int i = 0; i < p->dash_count; i++) {
        dashes[i] = p->dashes[i] * width;
    }
    pen_ink(canvas, pen);
    cairo_set_dash(canvas, dashes, p->dash_count, 0);
    cairo_set_line_width(canvas, width);
}

void colour_bar(cairo_t *canvas, uint32_t *colours, int count, double x, double y, double width,
                double height)
{
    cairo_surface_t *image = cairo_image_surface_create_for_data((unsigned char *)colours,
                                                                 CAIRO_FORMAT_RGB24, 1, count, 4);
    cairo_save(canvas);
    cairo_translate(canvas, x, y);
    cairo_scale(canvas, width, height / count);
    cairo_set_source_surface(canvas, image, 0, 0);
    cairo_pattern_set_extend(cairo_get_source(canvas), CAIRO_EXTEND_PAD);
    cairo_rectangle(canvas, 0, 0, 1, count);
    cairo_fill(canvas);
    cairo_restore(canvas);
    cairo_surface_finish(image);
    cairo_surface_destroy(image);
}
