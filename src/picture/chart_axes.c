/* The axes of a chart: ticks, grid, numbers, names and titles. */
#include <math.h>

#include "picture/chart_parts.h"
#include "picture/type.h"

static const double pi = 3.14159265358979323846;
static const double number_size = 0.85, name_size = 1, title_size = 1.1, subtitle_size = 0.92;

enum { MOST_SMALL = 400 };

double axes_hair(double letter)
{
    return fmax(1, round(0.06 * letter));
}

/* Where a thin line is sharp. */
static double crisp(double at, double hair)
{
    return round(at) + (fmod(hair, 2) == 1 ? 0.5 : 0);
}

double axes_widest(cairo_t *measure, const ticks *t, double size)
{
    double widest = 0;
    for (int i = 0; i < t->count; i++) {
        widest = fmax(widest, type_width(measure, size, t->text[i]));
    }
    return widest;
}

static void choose(bool is_log, double low, double high, int most, ticks *out)
{
    if (is_log) {
        ticks_choose_log(low, high, most, out);
    } else {
        ticks_choose(low, high, most, out);
    }
}

void axes_ticks_y(cairo_t *measure, const chart_panel *panel, panel_plan *plan, double letter)
{
    const chart_place *p = &plan->place;
    choose(panel->y.is_log, p->y_low, p->y_high, (int)(p->height / (2 * letter)) + 1,
           &plan->y_ticks);
    plan->y_size = number_size * letter;
    plan->y_widest = axes_widest(measure, &plan->y_ticks, plan->y_size);
    double most = fmax(0.2 * plan->part.width, 3 * letter);
    if (plan->y_widest > most) { /* long numbers, of a close-up, are made to fit */
        plan->y_size *= most / plan->y_widest;
        plan->y_widest = most;
    }
}

/* The least distance between neighbours. */
static double least_gap(const scale *s, const ticks *t)
{
    double gap = INFINITY;
    for (int i = 1; i < t->count; i++) {
        gap = fmin(gap, fabs(scale_pixel(s, t->value[i]) - scale_pixel(s, t->value[i - 1])));
    }
    return gap;
}

void axes_ticks_x(cairo_t *measure, const chart_panel *panel, panel_plan *plan, double letter)
{
    const chart_place *p = &plan->place;
    scale s = scale_x(panel, p);
    for (int most = (int)(p->width / (2.2 * letter)) + 1; most >= 2; most--) {
        choose(panel->x.is_log, p->x_low, p->x_high, most, &plan->x_ticks);
        double widest = axes_widest(measure, &plan->x_ticks, number_size * letter);
        if (widest + 0.7 * letter <= least_gap(&s, &plan->x_ticks)) {
            break;
        }
    }
}

void axes_ticks_bar(const chart_cells *cells, panel_plan *plan, double height, double letter)
{
    choose(cells->is_log, plan->cells_low, plan->cells_high, (int)(height / (2 * letter)) + 1,
           &plan->bar_ticks);
}

/* The small ticks of a logarithmic axis where decades have room for them. */
static int small_ticks(const scale *s, bool is_log, double low, double high, const ticks *t,
                       double room, double out[MOST_SMALL])
{
    double decade = fabs(s->factor) * log(10);
    bool fits = decade > (t->step > 1 ? 0.2 * room : room);
    return is_log && fits ? ticks_between_log(low, high, t, out, MOST_SMALL) : 0;
}

static void rule(cairo_t *canvas, const chart_place *p, bool vertical, double at, double hair)
{
    at = crisp(at, hair);
    cairo_move_to(canvas, vertical ? at : p->x, vertical ? p->y : at);
    cairo_line_to(canvas, vertical ? at : p->x + p->width, vertical ? p->y + p->height : at);
    cairo_stroke(canvas);
}

static void draw_rules(cairo_t *canvas, const chart_panel *panel, const panel_plan *plan,
                       bool vertical, double letter)
{
    const chart_place *p = &plan->place;
    const ticks *t = vertical ? &plan->x_ticks : &plan->y_ticks;
    bool is_log = vertical ? panel->x.is_log : panel->y.is_log;
    scale s = vertical ? scale_x(panel, p) : scale_y(panel, p);
    double small[MOST_SMALL], hair = axes_hair(0.7 * letter);
    int count = small_ticks(&s, is_log, vertical ? p->x_low : p->y_low,
                            vertical ? p->x_high : p->y_high, t, 2.4 * letter, small);
    cairo_set_line_width(canvas, hair);
    cairo_set_source_rgb(canvas, 0.95, 0.95, 0.95);
    for (int i = 0; i < count; i++) {
        rule(canvas, p, vertical, scale_pixel(&s, small[i]), hair);
    }
    for (int i = 0; i < t->count; i++) {
        bool zero = !is_log && fabs(t->value[i]) < 1e-9 * t->step;
        double grey = zero ? 0.68 : 0.86;
        cairo_set_source_rgb(canvas, grey, grey, grey);
        rule(canvas, p, vertical, scale_pixel(&s, t->value[i]), hair);
    }
}

void axes_grid(cairo_t *canvas, const chart_panel *panel, const panel_plan *plan, double letter)
{
    const chart_place *p = &plan->place;
    cairo_save(canvas);
    cairo_rectangle(canvas, p->x, p->y, p->width, p->height);
    cairo_clip(canvas);
    draw_rules(canvas, panel, plan, true, letter);
    draw_rules(canvas, panel, plan, false, letter);
    cairo_restore(canvas);
}

static void tick_x(cairo_t *canvas, const chart_place *p, double x, double hair, double length)
{
    double bottom = p->y + p->height;
    cairo_move_to(canvas, crisp(x, hair), bottom);
    cairo_line_to(canvas, crisp(x, hair), bottom + length);
    cairo_stroke(canvas);
}

static void tick_y(cairo_t *canvas, const chart_place *p, double y, double hair, double length)
{
    cairo_move_to(canvas, p->x, crisp(y, hair));
    cairo_line_to(canvas, p->x - length, crisp(y, hair));
    cairo_stroke(canvas);
}

/* A line of text that is made smaller where it does not fit. */
static void type_fitted(cairo_t *canvas, double x, double y, double size, double room,
                        const char *markup)
{
    size *= fmin(1, room / fmax(type_width(canvas, size, markup), 1e-9));
    type_draw(canvas, x, y, size, TYPE_MIDDLE, markup);
}

static void draw_x(cairo_t *canvas, const chart_panel *panel, const panel_plan *plan, double letter)
{
    const chart_place *p = &plan->place;
    scale s = scale_x(panel, p);
    double small[MOST_SMALL], hair = axes_hair(letter), bottom = p->y + p->height;
    int count =
        small_ticks(&s, panel->x.is_log, p->x_low, p->x_high, &plan->x_ticks, letter, small);
    for (int i = 0; i < count; i++) {
        tick_x(canvas, p, scale_pixel(&s, small[i]), hair, 0.18 * letter);
    }
    for (int i = 0; i < plan->x_ticks.count; i++) {
        double x = scale_pixel(&s, plan->x_ticks.value[i]);
        tick_x(canvas, p, x, hair, 0.35 * letter);
        type_draw(canvas, x, bottom + 1.25 * letter, number_size * letter, TYPE_MIDDLE,
                  plan->x_ticks.text[i]);
    }
    type_fitted(canvas, p->x + p->width / 2, bottom + 2.5 * letter, name_size * letter,
                p->width + 2 * letter, panel->x.name);
}

static void draw_y(cairo_t *canvas, const chart_panel *panel, const panel_plan *plan, double letter)
{
    const chart_place *p = &plan->place;
    scale s = scale_y(panel, p);
    double small[MOST_SMALL], hair = axes_hair(letter);
    int count =
        small_ticks(&s, panel->y.is_log, p->y_low, p->y_high, &plan->y_ticks, letter, small);
    for (int i = 0; i < count; i++) {
        tick_y(canvas, p, scale_pixel(&s, small[i]), hair, 0.18 * letter);
    }
    for (int i = 0; i < plan->y_ticks.count; i++) {
        double y = scale_pixel(&s, plan->y_ticks.value[i]);
        tick_y(canvas, p, y, hair, 0.35 * letter);
        type_draw(canvas, p->x - 0.55 * letter, y + 0.3 * plan->y_size, plan->y_size, TYPE_END,
                  plan->y_ticks.text[i]);
    }
    cairo_save(canvas);
    cairo_translate(canvas, p->x - plan->y_widest - 1.15 * letter, p->y + p->height / 2);
    cairo_rotate(canvas, -(pi / 2));
    type_fitted(canvas, 0, 0, name_size * letter, p->height + 2 * letter, panel->y.name);
    cairo_restore(canvas);
}

void axes_draw(cairo_t *canvas, const chart_panel *panel, const panel_plan *plan, double letter)
{
    const chart_place *p = &plan->place;
    double hair = axes_hair(letter);
    cairo_set_source_rgb(canvas, 0.1, 0.1, 0.1);
    cairo_set_line_width(canvas, hair);
    double x = crisp(p->x, hair), y = crisp(p->y, hair);
    cairo_rectangle(canvas, x, y, crisp(p->x + p->width, hair) - x,
                    crisp(p->y + p->height, hair) - y);
    cairo_stroke(canvas);
    draw_x(canvas, panel, plan, letter);
    draw_y(canvas, panel, plan, letter);
}

void axes_titles(cairo_t *canvas, const chart_panel *panel, const panel_plan *plan, double letter)
{
    const chart_place *p = &plan->place;
    bool two = panel->subtitle[0] != '\0';
    double middle = p->x + p->width / 2;
    double room =
        2 * fmin(middle - plan->part.x, plan->part.x + plan->part.width - middle) - 0.6 * letter;
    cairo_set_source_rgb(canvas, 0, 0, 0);
    type_fitted(canvas, middle, p->y - (two ? 1.75 : 0.6) * letter, title_size * letter, room,
                panel->title);
    cairo_set_source_rgb(canvas, 0.3, 0.3, 0.3);
    type_fitted(canvas, middle, p->y - 0.55 * letter, subtitle_size * letter, room,
                panel->subtitle);
}
