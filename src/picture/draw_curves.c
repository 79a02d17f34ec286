/* Boundaries and further levels, with their labels. */
#include <math.h>

#include "picture/draw_parts.h"
#include "picture/pens.h"
#include "picture/type.h"

static void trace_path(cairo_t *canvas, const figure_panel *p, const contour *c)
{
    for (int i = 0; i < c->count; i++) {
        const curve *line = &c->curves[i];
        for (int n = 0; n < line->count; n++) {
            cairo_line_to(canvas, to_canvas_x(p, line->x[n]), to_canvas_y(p, line->y[n]));
        }
        if (line->closed) {
            cairo_close_path(canvas);
        }
        cairo_new_sub_path(canvas);
    }
}

/* Black with a light seam over a picture; by its pen in an overlay. */
static void draw_curves(cairo_t *canvas, const figure *f, const figure_panel *p, int index,
                        double letter)
{
    const figure_curves *c = &p->curves[index];
    double width = (c->main ? 0.13 : 0.06) * letter;
    cairo_save(canvas);
    clip_to(canvas, p);
    cairo_new_path(canvas);
    trace_path(canvas, p, &c->curves);
    cairo_set_line_join(canvas, CAIRO_LINE_JOIN_ROUND);
    int pen_index = f->legend ? index : c->pen;
    if (!f->legend &&
        c->pen == 0) { /* dashes are cut straight, pieces of a measured curve must meet */
        cairo_set_line_cap(canvas, CAIRO_LINE_CAP_ROUND);
    }
    if (f->shading != SHADE_NONE && c->main) {
        cairo_set_source_rgba(canvas, 1, 1, 1, 0.9);
        cairo_set_line_width(canvas, 2.4 * width);
        cairo_stroke_preserve(canvas);
    }
    if (f->legend || c->pen > 0) {
        pen_take(canvas, pen_index, width);
    } else {
        double grey = c->main || f->shading == SHADE_NONE || c->level > 1 ? 0.05 : 0.95;
        cairo_set_source_rgb(canvas, grey, grey, grey);
    }
    cairo_set_line_width(canvas, width);
    cairo_stroke(canvas);
    cairo_restore(canvas);
}

/* Where labels are already. */
typedef struct label_spots {
    int count;
    double x[FIGURE_MAX_CURVES], y[FIGURE_MAX_CURVES];
} label_spots;

static bool is_free(const figure_panel *p, const label_spots *spots, double x, double y,
                    double margin)
{
    bool inside = x > p->x + margin && x < p->x + p->width - margin && y > p->y + margin &&
                  y < p->y + p->height - margin;
    for (int i = 0; i < spots->count && inside; i++) {
        inside = hypot(x - spots->x[i], y - spots->y[i]) > margin;
    }
    return inside;
}

/* The length of the chord that ends in vertex n, on the canvas. */
static double chord(const figure_panel *p, const curve *c, int n)
{
    return hypot(to_canvas_x(p, c->x[n]) - to_canvas_x(p, c->x[n - 1]),
                 to_canvas_y(p, c->y[n]) - to_canvas_y(p, c->y[n - 1]));
}

static double curve_length(const figure_panel *p, const curve *c)
{
    double sum = 0;
    for (int n = 1; n < c->count; n++) {
        sum += chord(p, c, n);
    }
    return sum;
}

/* The vertex in the middle of a curve, by length: vertices crowd where it bends. */
static int middle_vertex(const figure_panel *p, const curve *c)
{
    double half = curve_length(p, c) / 2;
    double sum = 0;
    int vertex = 0;
    while (vertex + 1 < c->count && sum < half) {
        sum += chord(p, c, ++vertex);
    }
    return vertex;
}

/* A vertex, as near to the middle of the longest curve as possible, that is well inside the panel
 * and away from other labels. */
static bool label_place(const figure_panel *p, const contour *c, const label_spots *spots,
                        double margin, double *x, double *y, double *angle)
{
    const curve *longest = NULL;
    double most = -1;
    for (int i = 0; i < c->count; i++) {
        double length = curve_length(p, &c->curves[i]);
        longest = length > most ? &c->curves[i] : longest;
        most = fmax(most, length);
    }
    int middle = longest != NULL ? middle_vertex(p, longest) : 0;
    for (int n = 0; longest != NULL && n < 2 * longest->count; n++) {
        /* 0, 1, -1, 2, -2, ... from the middle */
        int at = middle + (n % 2 == 1 ? (n + 1) / 2 : -n / 2);
        if (at < 1 || at >= longest->count - 1) {
            continue;
        }
        *x = to_canvas_x(p, longest->x[at]);
        *y = to_canvas_y(p, longest->y[at]);
        if (is_free(p, spots, *x, *y, margin)) {
            double dx = to_canvas_x(p, longest->x[at + 1]) - to_canvas_x(p, longest->x[at - 1]);
            double dy = to_canvas_y(p, longest->y[at + 1]) - to_canvas_y(p, longest->y[at - 1]);
            *angle = atan2(dy, dx);
            *angle -= fabs(*angle) > (pi / 2) ? copysign(pi, *angle) : 0;
            return true;
        }
    }
    return false;
}

/* The level of a further curve, written along it. */
static void draw_level(cairo_t *canvas, const figure_panel *p, const figure_curves *c,
                       double letter, label_spots *spots)
{
    double x, y, angle;
    if (c->main || !label_place(p, &c->curves, spots, 2 * letter, &x, &y, &angle)) {
        return;
    }
    spots->x[spots->count] = x;
    spots->y[spots->count++] = y;
    cairo_save(canvas);
    cairo_translate(canvas, x, y);
    cairo_rotate(canvas, angle);
    cairo_set_source_rgb(canvas, 0, 0, 0);
    type_draw_seamed(canvas, 0, 0.25 * letter, 0.7 * letter, TYPE_MIDDLE, c->label);
    cairo_restore(canvas);
}

void draw_all_curves(cairo_t *canvas, const figure *f, const figure_panel *p, double letter)
{
    label_spots spots = {0};
    for (int main = 0; main <= 1; main++) {
        for (int i = 0; i < p->curves_count; i++) {
            bool is_own = main && p->curves[i].pen == 0; /* not that of another method */
            if (p->curves[i].main == main && (f->boundary || !is_own)) {
                draw_curves(canvas, f, p, i, letter);
            }
        }
    }
    for (int i = 0; i < p->curves_count; i++) {
        draw_level(canvas, p, &p->curves[i], letter, &spots);
    }
}
