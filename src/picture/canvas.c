#include "picture/canvas.h"

#include <cairo.h>
#include <stdlib.h>

#include "base/memory.h"
#include "picture/type.h"

static const double pi = 3.14159265358979323846;

struct canvas {
    cairo_surface_t *surface;
    cairo_t *to;
};

status canvas_create(uint32_t *pixels, int width, int height, int stride, canvas **out,
                     message *why)
{
    canvas *c = NULL;
    status s = memory_allocate(&c, 1, sizeof *c, why);
    *out = c;
    if (s != STATUS_OK) {
        return s;
    }
    c->surface = cairo_image_surface_create_for_data((unsigned char *)pixels, CAIRO_FORMAT_RGB24,
                                                     width, height, 4 * stride);
    c->to = cairo_create(c->surface);
    if (cairo_status(c->to) != CAIRO_STATUS_SUCCESS) {
        s = fail(why, "no canvas of %dx%d: %s", width, height,
                 cairo_status_to_string(cairo_status(c->to)));
        canvas_destroy(c);
        *out = NULL;
    }
    return s;
}

void canvas_destroy(canvas *c)
{
    if (c != NULL) {
        cairo_destroy(c->to);
        cairo_surface_flush(c->surface);
        cairo_surface_destroy(c->surface);
    }
    free(c);
}

static void ink(canvas *c, uint32_t colour)
{
    cairo_set_source_rgba(c->to, (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0,
                          (colour & 255) / 255.0, (colour >> 24) / 255.0);
}

void canvas_clip(canvas *c, box inside)
{
    cairo_save(c->to);
    cairo_rectangle(c->to, inside.x, inside.y, inside.width, inside.height);
    cairo_clip(c->to);
}

void canvas_release(canvas *c)
{
    cairo_restore(c->to);
}

static void trace_box(canvas *c, box b, double radius)
{
    double right = b.x + b.width, bottom = b.y + b.height;
    cairo_new_path(c->to);
    if (radius <= 0) {
        cairo_rectangle(c->to, b.x, b.y, b.width, b.height);
        return;
    }
    cairo_arc(c->to, right - radius, b.y + radius, radius, -pi / 2, 0);
    cairo_arc(c->to, right - radius, bottom - radius, radius, 0, pi / 2);
    cairo_arc(c->to, b.x + radius, bottom - radius, radius, pi / 2, pi);
    cairo_arc(c->to, b.x + radius, b.y + radius, radius, pi, 3 * pi / 2);
    cairo_close_path(c->to);
}

void canvas_fill(canvas *c, box where, double radius, uint32_t colour)
{
    ink(c, colour);
    trace_box(c, where, radius);
    cairo_fill(c->to);
}

void canvas_frame(canvas *c, box where, double radius, double line, uint32_t colour)
{
    ink(c, colour);
    cairo_set_line_width(c->to, line);
    trace_box(c, where, radius);
    cairo_stroke(c->to);
}

void canvas_line(canvas *c, double x0, double y0, double x1, double y1, double line,
                 uint32_t colour)
{
    const double x[] = {x0, x1}, y[] = {y0, y1};
    canvas_polyline(c, x, y, 2, line, colour);
}

void canvas_polyline(canvas *c, const double *x, const double *y, int count, double line,
                     uint32_t colour)
{
    ink(c, colour);
    cairo_set_line_width(c->to, line);
    cairo_set_line_join(c->to, CAIRO_LINE_JOIN_ROUND);
    cairo_new_path(c->to);
    for (int i = 0; i < count; i++) {
        cairo_line_to(c->to, x[i], y[i]);
    }
    cairo_stroke(c->to);
}

void canvas_circle(canvas *c, double x, double y, double radius, double line, uint32_t colour)
{
    ink(c, colour);
    cairo_new_path(c->to);
    cairo_arc(c->to, x, y, radius, 0, 2 * pi);
    if (line > 0) {
        cairo_set_line_width(c->to, line);
        cairo_stroke(c->to);
    } else {
        cairo_fill(c->to);
    }
}

void canvas_triangle(canvas *c, double x, double y, double size, double turns, uint32_t colour)
{
    ink(c, colour);
    cairo_save(c->to);
    cairo_translate(c->to, x, y);
    cairo_rotate(c->to, 2 * pi * turns);
    cairo_new_path(c->to);
    cairo_move_to(c->to, size, 0);
    cairo_line_to(c->to, -0.7 * size, 0.85 * size);
    cairo_line_to(c->to, -0.7 * size, -0.85 * size);
    cairo_close_path(c->to);
    cairo_fill(c->to);
    cairo_restore(c->to);
}

void canvas_text(canvas *c, double x, double y, double size, canvas_anchor anchor, uint32_t colour,
                 const char *markup)
{
    static const type_anchor anchors[] = {
        [CANVAS_START] = TYPE_START, [CANVAS_MIDDLE] = TYPE_MIDDLE, [CANVAS_END] = TYPE_END};
    ink(c, colour);
    type_draw(c->to, x, y, size, anchors[anchor], markup);
}

double canvas_text_width(canvas *c, double size, const char *markup)
{
    return type_width(c->to, size, markup);
}

void canvas_text_within(canvas *c, double x, double y, double size, double room,
                        canvas_anchor anchor, uint32_t colour, const char *markup)
{
    double width = canvas_text_width(c, size, markup);
    if (room > 0) {
        canvas_text(c, x, y, width > room ? size * room / width : size, anchor, colour, markup);
    }
}

void canvas_image(canvas *c, box where, const uint32_t *pixels, int width, int height)
{
    cairo_surface_t *image = cairo_image_surface_create_for_data(
        (unsigned char *)(uintptr_t)pixels, CAIRO_FORMAT_RGB24, width, height, 4 * width);
    cairo_save(c->to);
    cairo_translate(c->to, where.x, where.y);
    cairo_scale(c->to, where.width / width, where.height / height);
    cairo_set_source_surface(c->to, image, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(c->to), CAIRO_FILTER_NEAREST);
    cairo_paint(c->to);
    cairo_restore(c->to);
    cairo_surface_destroy(image);
}

void canvas_flush(canvas *c)
{
    cairo_surface_flush(c->surface);
}

void canvas_changed(canvas *c)
{
    cairo_surface_mark_dirty(c->surface);
}

bool canvas_lacks_letters(void)
{
    return type_lacks_letters();
}
