/* Ticks, numbers and names of the axes, and titles. */
#include <math.h>

#include "picture/draw_parts.h"
#include "picture/labels.h"
#include "picture/ticks.h"
#include "picture/type.h"

/* Numbers that would touch each other are thinned out by asking for fewer. */
static void choose_horizontal(cairo_t *canvas, const figure_panel *p, double letter, ticks *t)
{
    *t = (ticks){0};
    for (int most = (int)(p->width / (2.2 * letter)) + 1; most >= 2; most--) {
        double widest = 0;
        ticks_choose(p->view.x0, p->view.x1, most, t);
        for (int i = 0; i < t->count; i++) {
            widest = fmax(widest, type_width(canvas, 0.85 * letter, t->text[i]));
        }
        double room = t->step / (p->view.x1 - p->view.x0) * p->width;
        if (widest + 0.6 * letter <= room) {
            break;
        }
    }
}

static void choose_vertical(const figure_panel *p, double letter, ticks *t)
{
    ticks_choose(p->view.y0, p->view.y1, (int)(p->height / (2.2 * letter)) + 1, t);
}

void draw_grid(cairo_t *canvas, const figure_panel *p, double letter)
{
    ticks t;
    cairo_save(canvas);
    clip_to(canvas, p);
    cairo_set_source_rgba(canvas, 0.5, 0.5, 0.5, 0.55);
    cairo_set_line_width(canvas, 0.05 * letter);
    choose_horizontal(canvas, p, letter, &t);
    for (int i = 0; i < t.count; i++) {
        cairo_move_to(canvas, to_canvas_x(p, t.value[i]), p->y);
        cairo_rel_line_to(canvas, 0, p->height);
    }
    choose_vertical(p, letter, &t);
    for (int i = 0; i < t.count; i++) {
        cairo_move_to(canvas, p->x, to_canvas_y(p, t.value[i]));
        cairo_rel_line_to(canvas, p->width, 0);
    }
    cairo_stroke(canvas);
    cairo_restore(canvas);
}

/* Ticks point outward. */
void draw_horizontal_axis(cairo_t *canvas, const figure_panel *p, double letter)
{
    ticks t;
    choose_horizontal(canvas, p, letter, &t);
    double bottom = p->y + p->height;
    for (int i = 0; i < t.count; i++) {
        double x = to_canvas_x(p, t.value[i]);
        cairo_move_to(canvas, x, bottom);
        cairo_line_to(canvas, x, bottom + 0.3 * letter);
        cairo_stroke(canvas);
        type_draw(canvas, x, bottom + 1.2 * letter, 0.85 * letter, TYPE_MIDDLE, t.text[i]);
    }
    const char *name = label_axis(&p->view, false);
    type_draw(canvas, p->x + p->width / 2, bottom + 2.5 * letter, letter, TYPE_MIDDLE,
              p->x_name[0] != '\0' ? p->x_name : name);
}

void draw_vertical_axis(cairo_t *canvas, const figure_panel *p, double letter)
{
    ticks t;
    choose_vertical(p, letter, &t);
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
    const char *name = label_axis(&p->view, true);
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

void draw_title(cairo_t *canvas, const figure_panel *p, double letter)
{
    bool two = p->subtitle[0] != '\0';
    draw_title_line(canvas, p, letter, 1.1 * letter, two ? 1.9 : 0.7, p->title);
}

void draw_subtitle(cairo_t *canvas, const figure_panel *p, double letter)
{
    if (p->subtitle[0] != '\0') {
        draw_title_line(canvas, p, letter, 0.95 * letter, 0.6, p->subtitle);
    }
}
