#include "picture/draw.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "picture/pens.h"
#include "picture/ticks.h"
#include "picture/type.h"

static const double pi = 3.14159265358979323846;

static double to_canvas_x(const figure_panel *p, double x)
{
    return p->x + (x - p->view.x0) / (p->view.x1 - p->view.x0) * p->width;
}

static double to_canvas_y(const figure_panel *p, double y)
{
    return p->y + (p->view.y1 - y) / (p->view.y1 - p->view.y0) * p->height;
}

static void clip_to(cairo_t *canvas, const figure_panel *p)
{
    cairo_rectangle(canvas, p->x, p->y, p->width, p->height);
    cairo_clip(canvas);
}

status figure_colours(const figure *f, const figure_panel *panel, uint32_t **argb, message *why)
{
    const field *fd = &panel->field;
    int count = f->shading == SHADE_KINDS ? panel->view.width * panel->view.height
                                          : fd->view.width * fd->rows;
    status s = memory_allocate(argb, (size_t)count, sizeof **argb, why);
    if (s != STATUS_OK) {
        return s;
    }
    if (f->shading == SHADE_KINDS) {
        for (int i = 0; i < count; i++) {
            (*argb)[i] = f->kinds[panel->kinds[i]].colour;
        }
        return STATUS_OK;
    }
    if (f->shading == SHADE_GROWTH) {
        palette_apply(f->palette, fd->growth, count, *argb);
        return STATUS_OK;
    }
    float *values = NULL;
    s = memory_allocate(&values, (size_t)count, sizeof *values, why);
    if (s != STATUS_OK) {
        free(*argb);
        *argb = NULL;
        return s;
    }
    for (int i = 0; i < count; i++) {
        values[i] = f->shading == SHADE_PHASE ? (float)carg(fd->R[i]) : expf(fd->star[i]);
    }
    if (f->shading == SHADE_PHASE) {
        palette_phase(values, fd->growth, count, *argb);
    } else {
        palette_apply(f->palette, values, count, *argb);
    }
    free(values);
    return STATUS_OK;
}

static status draw_image(cairo_t *canvas, const figure *f, const figure_panel *p, message *why)
{
    uint32_t *argb = NULL;
    status s = f->shading == SHADE_NONE ? STATUS_OK : figure_colours(f, p, &argb, why);
    if (argb == NULL) {
        return s;
    }
    bool has_kinds = f->shading == SHADE_KINDS;
    const view *v = has_kinds ? &p->view : &p->field.view;
    int rows = has_kinds ? v->height : p->field.rows;
    cairo_surface_t *image = cairo_image_surface_create_for_data(
        (unsigned char *)argb, CAIRO_FORMAT_RGB24, v->width, rows, 4 * v->width);
    cairo_save(canvas);
    cairo_translate(canvas, p->x, p->y);
    cairo_scale(canvas, p->width / v->width, p->height / rows);
    cairo_set_source_surface(canvas, image, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(canvas), has_kinds || v->width == (int)p->width
                                                           ? CAIRO_FILTER_NEAREST
                                                           : CAIRO_FILTER_BILINEAR);
    cairo_pattern_set_extend(cairo_get_source(canvas), CAIRO_EXTEND_PAD);
    cairo_rectangle(canvas, 0, 0, v->width, rows);
    cairo_fill(canvas);
    cairo_restore(canvas);
    cairo_surface_finish(image);
    cairo_surface_destroy(image);
    free(argb);
    return STATUS_OK;
}

/* Re z > 0 in the logarithmic chart: a band for every whole turn. */
static void outline_growing_bands(cairo_t *canvas, const figure_panel *p)
{
    for (double turn = 2 * floor(p->view.y0 / 2); turn - 0.5 < p->view.y1; turn += 2) {
        double top = fmax(p->y, to_canvas_y(p, turn + 0.5));
        double bottom = fmin(p->y + p->height, to_canvas_y(p, turn - 0.5));
        if (top < bottom) {
            cairo_rectangle(canvas, p->x, top, p->width, bottom - top);
        }
    }
}

/* The half plane Re z > 0, which is Re 1/z > 0, where the exact solution itself grows. */
static void draw_hatch(cairo_t *canvas, const figure_panel *p, double letter)
{
    bool is_log = p->view.chart == CHART_LOG;
    double left = is_log ? p->x : fmax(p->x, to_canvas_x(p, 0));
    double right = p->x + p->width;
    if (left >= right) {
        return;
    }
    cairo_save(canvas);
    if (is_log) {
        outline_growing_bands(canvas, p);
    } else {
        cairo_rectangle(canvas, left, p->y, right - left, p->height);
    }
    cairo_clip(canvas);
    cairo_set_source_rgba(canvas, 0, 0, 0, 0.45);
    cairo_set_line_width(canvas, 0.05 * letter);
    double span = p->height;
    for (double x = left - span; x < right; x += 0.7 * letter) {
        cairo_move_to(canvas, x, p->y + span);
        cairo_line_to(canvas, x + span, p->y);
    }
    cairo_stroke(canvas);
    cairo_restore(canvas);
}

/* The names of the axes where the panel has none of its own. */
static const char *axis_name(const view *v, bool upward)
{
    static const char *const in_z[CHART_COUNT][2] = {
        [CHART_PLAIN] = {"Re /z/", "Im /z/"},
        [CHART_INFINITY] = {"Re /ζ/, /ζ/ = /z/^{−1}", "Im /ζ/"},
        [CHART_LOG] = {"log_{10} |/z/|", "arg /z/ ∕ /π/"}};
    if (v->plane == PLANE_Z) {
        return in_z[v->chart][upward];
    }
    return upward                       ? "/w/ = /hω/"
           : v->chart == CHART_INFINITY ? "/ζ/ = /z/^{−1} = 1 ∕ (/hλ/)"
                                        : "/z/ = /hλ/";
}

/* The imaginary axis in the logarithmic chart: horizontal lines half a turn apart. */
static void outline_imaginary_axis(cairo_t *canvas, const figure_panel *p)
{
    for (double turn = floor(p->view.y0) - 0.5; turn < p->view.y1; turn++) {
        cairo_move_to(canvas, p->x, to_canvas_y(p, turn));
        cairo_line_to(canvas, p->x + p->width, to_canvas_y(p, turn));
    }
}

/* The real and the imaginary axis, where they cross the view. */
static void draw_axis_lines(cairo_t *canvas, const figure *f, const figure_panel *p, double letter)
{
    cairo_save(canvas);
    clip_to(canvas, p);
    double grey = f->shading == SHADE_NONE ? 0.6 : 1;
    cairo_set_source_rgba(canvas, grey, grey, grey, f->shading == SHADE_NONE ? 1 : 0.55);
    cairo_set_line_width(canvas, 0.06 * letter);
    if (p->view.chart == CHART_LOG) {
        outline_imaginary_axis(canvas, p);
    } else {
        double x = to_canvas_x(p, 0);
        double y = to_canvas_y(p, 0);
        cairo_move_to(canvas, x, p->y);
        cairo_line_to(canvas, x, p->y + p->height);
        cairo_move_to(canvas, p->x, y);
        cairo_line_to(canvas, p->x + p->width, y);
    }
    cairo_stroke(canvas);
    cairo_restore(canvas);
}

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

static void draw_points(cairo_t *canvas, const figure_panel *p, double letter)
{
    cairo_save(canvas);
    clip_to(canvas, p);
    cairo_set_line_width(canvas, 0.08 * letter);
    for (int i = 0; i < p->point_count; i++) {
        cairo_arc(canvas, to_canvas_x(p, creal(p->points[i])), to_canvas_y(p, cimag(p->points[i])),
                  (p->rings ? 0.5 : 0.22) * letter, 0, 2 * pi);
        if (!p->rings) {
            cairo_set_source_rgb(canvas, 0.95, 0.62, 0.07);
            cairo_fill_preserve(canvas);
        }
        cairo_set_source_rgb(canvas, p->rings ? 0.88 : 0, p->rings ? 0.09 : 0, p->rings ? 0.18 : 0);
        cairo_stroke(canvas);
    }
    cairo_restore(canvas);
}

/* Ticks point outward; numbers that would touch each other are thinned out by asking for fewer. */
static void draw_horizontal_axis(cairo_t *canvas, const figure_panel *p, double letter)
{
    ticks t = {0};
    for (int most = (int)(p->width / (2.2 * letter)) + 1; most >= 2; most--) {
        double widest = 0;
        ticks_choose(p->view.x0, p->view.x1, most, &t);
        for (int i = 0; i < t.count; i++) {
            widest = fmax(widest, type_width(canvas, 0.85 * letter, t.text[i]));
        }
        double room = t.step / (p->view.x1 - p->view.x0) * p->width;
        if (widest + 0.6 * letter <= room) {
            break;
        }
    }
    double bottom = p->y + p->height;
    for (int i = 0; i < t.count; i++) {
        double x = to_canvas_x(p, t.value[i]);
        cairo_move_to(canvas, x, bottom);
        cairo_line_to(canvas, x, bottom + 0.3 * letter);
        cairo_stroke(canvas);
        type_draw(canvas, x, bottom + 1.2 * letter, 0.85 * letter, TYPE_MIDDLE, t.text[i]);
    }
    const char *name = axis_name(&p->view, false);
    type_draw(canvas, p->x + p->width / 2, bottom + 2.5 * letter, letter, TYPE_MIDDLE,
              p->x_name[0] != '\0' ? p->x_name : name);
}

static void draw_vertical_axis(cairo_t *canvas, const figure_panel *p, double letter)
{
    ticks t;
    ticks_choose(p->view.y0, p->view.y1, (int)(p->height / (2.2 * letter)) + 1, &t);
    double widest = 0;
    for (int i = 0; i < t.count; i++) {
        double y = to_canvas_y(p, t.value[i]);
        cairo_move_to(canvas, p->x, y);
        cairo_line_to(canvas, p->x - 0.3 * letter, y);
        cairo_stroke(canvas);
        widest = fmax(widest, type_width(canvas, 0.85 * letter, t.text[i]));
    }
    /* Long numbers (a close-up) are made to fit the room that the layout gives. */
    double size = 0.85 * letter * fmin(1, 2.5 * letter / fmax(widest, 1e-9));
    for (int i = 0; i < t.count; i++) {
        type_draw(canvas, p->x - 0.5 * letter, to_canvas_y(p, t.value[i]) + 0.3 * size, size,
                  TYPE_END, t.text[i]);
    }
    cairo_save(canvas);
    cairo_translate(canvas, p->x - 3.5 * letter, p->y + p->height / 2);
    cairo_rotate(canvas, -(pi / 2));
    const char *name = axis_name(&p->view, true);
    type_draw(canvas, 0, 0, letter, TYPE_MIDDLE, p->y_name[0] != '\0' ? p->y_name : name);
    cairo_restore(canvas);
}

/* A title that is wider than its panel is set smaller. */
static void draw_title_line(cairo_t *canvas, const figure_panel *p, double letter, double size,
                            double above, const char *markup)
{
    double room = p->width + 3 * letter;
    size *= fmin(1, room / fmax(type_width(canvas, size, markup), 1e-9));
    type_draw(canvas, p->x + p->width / 2, p->y - above * letter, size, TYPE_MIDDLE, markup);
}

static void draw_title(cairo_t *canvas, const figure_panel *p, double letter)
{
    bool two = p->subtitle[0] != '\0';
    draw_title_line(canvas, p, letter, 1.1 * letter, two ? 1.9 : 0.7, p->title);
}

static void draw_subtitle(cairo_t *canvas, const figure_panel *p, double letter)
{
    if (p->subtitle[0] != '\0') {
        draw_title_line(canvas, p, letter, 0.95 * letter, 0.6, p->subtitle);
    }
}

/* To the right of the panel, so that it hides nothing. What is too wide is set smaller. */
static void draw_legend(cairo_t *canvas, const figure *f, const figure_panel *p, double letter)
{
    double widest = 0;
    for (int i = 0; i < p->curves_count; i++) {
        widest = fmax(widest, type_width(canvas, 0.85 * letter, p->curves[i].label));
    }
    double left = p->x + p->width + 0.8 * letter;
    double top = p->y;
    double room = f->width - left - 0.4 * letter;
    letter *= fmin(1, room / (widest + 3.7 * letter));
    letter *= fmin(1, p->height / ((p->curves_count * 1.25 + 0.5) * letter));
    double size = 0.85 * letter;
    for (int i = 0; i < p->curves_count; i++) {
        double y = top + (i * 1.25 + 0.6) * letter;
        pen_take(canvas, i, 0.13 * letter);
        cairo_move_to(canvas, left, y);
        cairo_line_to(canvas, left + 2.7 * letter, y);
        cairo_stroke(canvas);
        cairo_set_dash(canvas, NULL, 0, 0);
        cairo_set_source_rgb(canvas, 0, 0, 0);
        type_draw(canvas, left + 3.2 * letter, y + 0.3 * size, size, TYPE_START,
                  p->curves[i].label);
    }
}

/* The same for kinds of pixels: a square of the colour, and what it means. */
static void draw_kinds(cairo_t *canvas, const figure *f, const figure_panel *p, double letter)
{
    double left = p->x + p->width + 0.8 * letter;
    double room = f->width - left - 0.4 * letter;
    double widest = 0;
    for (int i = 0; i < f->kind_count; i++) {
        widest = fmax(widest, type_width(canvas, 0.85 * letter, f->kinds[i].label));
    }
    letter *= fmin(1, room / (widest + 2 * letter));
    double size = 0.85 * letter;
    double y = p->y + 0.1 * letter;
    for (int i = 0; i < f->kind_count; i++) {
        const figure_kind *k = &f->kinds[i];
        if (k->label[0] == '\0') {
            continue;
        }
        cairo_rectangle(canvas, left, y, letter, letter);
        cairo_set_source_rgb(canvas, (k->colour >> 16 & 255) / 255.0,
                             (k->colour >> 8 & 255) / 255.0, (k->colour & 255) / 255.0);
        cairo_fill_preserve(canvas);
        cairo_set_source_rgb(canvas, 0, 0, 0);
        cairo_set_line_width(canvas, 0.06 * letter);
        cairo_stroke(canvas);
        type_draw(canvas, left + 1.5 * letter, y + 0.5 * letter + 0.3 * size, size, TYPE_START,
                  k->label);
        y += 1.5 * letter;
    }
}

/* What changes from frame to frame of a movie: the inside of the axes, and the second line of the
 * title. */
static status draw_inside(cairo_t *canvas, const figure *f, const figure_panel *p, double letter,
                          message *why)
{
    status s = draw_image(canvas, f, p, why);
    if (s != STATUS_OK) {
        return s;
    }
    if (f->hatch) {
        draw_hatch(canvas, p, letter);
    }
    draw_axis_lines(canvas, f, p, letter);
    for (int main = 0; main <= 1; main++) { /* the boundary is over the further levels */
        for (int i = 0; i < p->curves_count; i++) {
            if (p->curves[i].main == main && (f->boundary || !main)) {
                draw_curves(canvas, f, p, i, letter);
            }
        }
    }
    label_spots spots = {0};
    for (int i = 0; i < p->curves_count; i++) {
        draw_level(canvas, p, &p->curves[i], letter, &spots);
    }
    draw_points(canvas, p, letter);
    cairo_set_source_rgb(canvas, 0, 0, 0);
    cairo_set_line_width(canvas, 0.08 * letter);
    cairo_rectangle(canvas, p->x, p->y, p->width, p->height);
    cairo_stroke(canvas);
    draw_subtitle(canvas, p, letter);
    return STATUS_OK;
}

static void draw_outside(cairo_t *canvas, const figure *f, const figure_panel *p, double letter)
{
    cairo_set_source_rgb(canvas, 0, 0, 0);
    cairo_set_line_width(canvas, 0.08 * letter);
    draw_horizontal_axis(canvas, p, letter);
    draw_vertical_axis(canvas, p, letter);
    draw_title(canvas, p, letter);
    if (f->legend && f->shading == SHADE_KINDS) {
        draw_kinds(canvas, f, p, letter);
    } else if (f->legend) {
        draw_legend(canvas, f, p, letter);
    }
}

/* The colour of the bar at t in [0, 1] from below. */
static uint32_t bar_colour(const figure *f, double t)
{
    uint32_t colour;
    if (f->shading == SHADE_PHASE) {
        float argument = (float)((2 * t - 1) * pi);
        float growth = 1.2F;
        palette_phase(&argument, &growth, 1, &colour);
        return colour;
    }
    double low = palette_low(f->palette);
    return palette_colour(f->palette, low + t * (palette_high(f->palette) - low));
}

static void draw_bar_numbers(cairo_t *canvas, const figure *f, double x, double top, double height,
                             double letter)
{
    static const char *const angles[] = {"−π", "−π/2", "0", "π/2", "π"};
    double low = f->shading == SHADE_PHASE ? -2 : ceil(palette_low(f->palette));
    double high = f->shading == SHADE_PHASE ? 2 : floor(palette_high(f->palette));
    double first = f->shading == SHADE_PHASE ? -2 : palette_low(f->palette);
    double last = f->shading == SHADE_PHASE ? 2 : palette_high(f->palette);
    for (double n = low; n <= high; n++) {
        char text[32];
        double y = top + height * (1 - (n - first) / (last - first));
        cairo_move_to(canvas, x, y);
        cairo_line_to(canvas, x + 0.3 * letter, y);
        cairo_stroke(canvas);
        if (f->shading == SHADE_PHASE) {
            snprintf(text, sizeof text, "%s", angles[(int)n + 2]);
            if (strchr(text, '/') != NULL) { /* a slash is written twice in markup */
                snprintf(text, sizeof text, n < 0 ? "−π//2" : "π//2");
            }
        } else if (n < 0) {
            snprintf(text, sizeof text, "1//%.0f", exp2(-n));
        } else {
            snprintf(text, sizeof text, "%.0f", exp2(n));
        }
        type_draw(canvas, x + 0.6 * letter, y + 0.28 * letter, 0.85 * letter, TYPE_START, text);
    }
}

static void draw_bar(cairo_t *canvas, const figure *f, double letter)
{
    enum { STEPS = 256 };
    if (f->shading == SHADE_NONE || f->shading == SHADE_KINDS) {
        return;
    }
    double top = f->panels[0].y;
    double bottom = top;
    for (int i = 0; i < f->panel_count; i++) {
        bottom = fmax(bottom, f->panels[i].y + f->panels[i].height);
    }
    double height = bottom - top;
    double x = f->width - 5.2 * letter;
    double width = 1.1 * letter;
    uint32_t pixels[STEPS];
    for (int i = 0; i < STEPS; i++) {
        pixels[i] = bar_colour(f, 1 - (i + 0.5) / STEPS);
    }
    cairo_surface_t *image = cairo_image_surface_create_for_data((unsigned char *)pixels,
                                                                 CAIRO_FORMAT_RGB24, 1, STEPS, 4);
    cairo_save(canvas);
    cairo_translate(canvas, x, top);
    cairo_scale(canvas, width, height / STEPS);
    cairo_set_source_surface(canvas, image, 0, 0);
    cairo_pattern_set_extend(cairo_get_source(canvas), CAIRO_EXTEND_PAD);
    cairo_rectangle(canvas, 0, 0, 1, STEPS);
    cairo_fill(canvas);
    cairo_restore(canvas);
    cairo_surface_finish(image);
    cairo_surface_destroy(image);
    cairo_set_source_rgb(canvas, 0, 0, 0);
    cairo_set_line_width(canvas, 0.06 * letter);
    cairo_rectangle(canvas, x, top, width, height);
    cairo_stroke(canvas);
    draw_bar_numbers(canvas, f, x + width, top, height, letter);
    type_draw(canvas, x + 0.5 * width, top - 0.7 * letter, letter, TYPE_MIDDLE, f->growth_label);
}

status draw_figure(cairo_t *canvas, const figure *f, unsigned parts, message *why)
{
    double letter = draw_letter(f);
    status s = STATUS_OK;
    if ((parts & FIGURE_STILL) != 0) {
        cairo_set_source_rgb(canvas, 1, 1, 1);
        cairo_paint(canvas);
        for (int i = 0; i < f->panel_count; i++) {
            draw_outside(canvas, f, &f->panels[i], letter);
        }
        draw_bar(canvas, f, letter);
    }
    for (int i = 0; i < f->panel_count && s == STATUS_OK && (parts & FIGURE_MOVING) != 0; i++) {
        s = draw_inside(canvas, f, &f->panels[i], letter, why);
    }
    return s;
}
