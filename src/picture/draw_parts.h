/* What the files that draw a figure share; private to them. Everything is measured in letters
 * (draw_letter). */
#ifndef PICTURE_DRAW_PARTS_H
#define PICTURE_DRAW_PARTS_H

#include "picture/draw.h"

static const double pi = 3.14159265358979323846;

static inline double to_canvas_x(const figure_panel *p, double x)
{
    return p->x + (x - p->view.x0) / (p->view.x1 - p->view.x0) * p->width;
}

static inline double to_canvas_y(const figure_panel *p, double y)
{
    return p->y + (p->view.y1 - y) / (p->view.y1 - p->view.y0) * p->height;
}

static inline void clip_to(cairo_t *canvas, const figure_panel *p)
{
    cairo_rectangle(canvas, p->x, p->y, p->width, p->height);
    cairo_clip(canvas);
}

/* draw_axes.c; grid and subtitle move in a film */
void draw_grid(cairo_t *canvas, const figure_panel *p, double letter);
void draw_horizontal_axis(cairo_t *canvas, const figure_panel *p, double letter);
void draw_vertical_axis(cairo_t *canvas, const figure_panel *p, double letter);
void draw_title(cairo_t *canvas, const figure_panel *p, double letter);
void draw_subtitle(cairo_t *canvas, const figure_panel *p, double letter);

/* draw_curves.c: all curves of a panel, the boundary over the further levels, and their labels */
void draw_all_curves(cairo_t *canvas, const figure *f, const figure_panel *p, double letter);

/* draw_beside.c */
void draw_legend(cairo_t *canvas, const figure *f, const figure_panel *p, double letter);
void draw_kinds(cairo_t *canvas, const figure *f, const figure_panel *p, double letter);
void draw_bar(cairo_t *canvas, const figure *f, double letter);

#endif
