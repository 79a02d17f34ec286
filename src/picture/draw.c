#include "picture/draw.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "picture/draw_parts.h"

status figure_colours(const figure *f, const figure_panel *panel, uint32_t **argb, message *why)
{
    const field *fd = &panel->field;
    int count = f->shading == SHADE_KINDS ? panel->view.width * panel->view.height
                                          : fd->view.width * fd->rows;
    TRY(memory_allocate(argb, (size_t)count, sizeof **argb, why));
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
    status s = memory_allocate(&values, (size_t)count, sizeof *values, why);
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

/* What changes from frame to frame of a movie: the inside of the axes, and the second line of the
 * title. */
static status draw_inside(cairo_t *canvas, const figure *f, const figure_panel *p, double letter,
                          message *why)
{
    TRY(draw_image(canvas, f, p, why));
    if (f->hatch) {
        draw_hatch(canvas, p, letter);
    }
    if (f->grid) {
        draw_grid(canvas, p, letter);
    }
    draw_axis_lines(canvas, f, p, letter);
    draw_all_curves(canvas, f, p, letter);
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

status draw_figure(cairo_t *canvas, const figure *f, unsigned parts, message *why)
{
    double letter = draw_letter(f);
    if ((parts & FIGURE_STILL) != 0) {
        cairo_set_source_rgb(canvas, 1, 1, 1);
        cairo_paint(canvas);
        for (int i = 0; i < f->panel_count; i++) {
            draw_outside(canvas, f, &f->panels[i], letter);
        }
        draw_bar(canvas, f, letter);
    }
    for (int i = 0; i < f->panel_count && (parts & FIGURE_MOVING) != 0; i++) {
        TRY(draw_inside(canvas, f, &f->panels[i], letter, why));
    }
    return STATUS_OK;
}
