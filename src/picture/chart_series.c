/* Lines, marks and guides inside of a panel. */
#include <math.h>
#include <string.h>

#include "picture/chart_parts.h"
#include "picture/pens.h"

static const double pi = 3.14159265358979323846;
static const double line_width = 0.12, mark_radius = 0.3, dot_radius = 0.11;

/* More points than this on a line, and its marks only tell it apart from others. */
enum { MANY_POINTS = 60, STROKE_PIECES = 4000, FILL_DOTS = 200 };

static const double mark_distance = 2.2;
/* Longer than so many times the sides of its panel, a line fills areas. */
static const double tangled = 4;

static double width_of(const chart_series *s, double letter)
{
    return fmax(1, line_width * letter * (s->width > 0 ? s->width : 1));
}

/* A path is stroked when it has many pieces, because the time cairo needs grows faster. */
typedef struct stroker {
    cairo_t *canvas;
    int pieces;
    double width, length; /* drawn since the line started, for the dashes */
} stroker;

static void stroke_so_far(stroker *s, const double at[2])
{
    double dashes[8], offset;
    int count = cairo_get_dash_count(s->canvas);
    cairo_stroke(s->canvas);
    if (count > 0 && count <= 8) {
        cairo_get_dash(s->canvas, dashes, &offset);
        cairo_set_dash(s->canvas, dashes, count, s->length);
    }
    cairo_move_to(s->canvas, at[0], at[1]);
    s->pieces = 0;
}

static void add_piece(void *closure, bool starts, const double from[2], const double to[2])
{
    stroker *s = closure;
    if (from[0] == to[0] && from[1] == to[1] && starts) { /* stroked, a disc as wide as the line */
        cairo_new_sub_path(s->canvas);
        cairo_arc(s->canvas, from[0], from[1], 0.02 * s->width, 0, 2 * pi);
        cairo_new_sub_path(s->canvas);
        return;
    }
    if (starts) {
        cairo_move_to(s->canvas, from[0], from[1]);
        s->length = 0;
    }
    cairo_line_to(s->canvas, to[0], to[1]);
    s->length += hypot(to[0] - from[0], to[1] - from[1]);
    if (++s->pieces >= STROKE_PIECES) {
        stroke_so_far(s, to);
    }
}

static void draw_line(cairo_t *canvas, const chart_panel *panel, const panel_plan *plan,
                      const chart_series *series, bool solid, double width, bool seam)
{
    const chart_place *place = &plan->place;
    scale x = scale_x(panel, place), y = scale_y(panel, place);
    stroker s = {.canvas = canvas, .width = width};
    cairo_save(canvas);
    cairo_set_line_join(canvas, CAIRO_LINE_JOIN_ROUND);
    if (seam) {
        cairo_set_source_rgb(canvas, 1, 1, 1);
        cairo_set_line_width(canvas, 2.2 * width);
    } else {
        pen_take(canvas, series->pen, width);
    }
    if (solid) {
        cairo_set_dash(canvas, NULL, 0, 0);
    }
    cairo_new_path(canvas);
    trace_line(series, &x, &y, place, 4 * width, add_piece, &s);
    cairo_stroke(canvas);
    cairo_restore(canvas);
}

static void trace_polygon(cairo_t *canvas, double x, double y, double radius, int corners,
                          double turn)
{
    cairo_new_path(canvas);
    for (int i = 0; i < corners; i++) {
        double angle = turn + 2 * pi * i / corners;
        cairo_line_to(canvas, x + radius * sin(angle), y - radius * cos(angle));
    }
    cairo_close_path(canvas);
}

static void trace_cross(cairo_t *canvas, double x, double y, double radius, double turn)
{
    cairo_new_path(canvas);
    for (int i = 0; i < 2; i++) {
        double dx = radius * cos(turn + i * pi / 2), dy = radius * sin(turn + i * pi / 2);
        cairo_move_to(canvas, x - dx, y - dy);
        cairo_line_to(canvas, x + dx, y + dy);
    }
}

/* Radii make all shapes look equally large. */
static void trace_mark(cairo_t *canvas, chart_mark mark, double x, double y, double radius)
{
    switch (mark) {
    case MARK_SQUARE:
    case MARK_BOX:
        trace_polygon(canvas, x, y, 1.25 * radius, 4, pi / 4);
        break;
    case MARK_TRIANGLE:
    case MARK_DELTA:
        trace_polygon(canvas, x, y + 0.15 * radius, 1.4 * radius, 3, 0);
        break;
    case MARK_DIAMOND:
        trace_polygon(canvas, x, y, 1.35 * radius, 4, 0);
        break;
    case MARK_CROSS:
        trace_cross(canvas, x, y, 1.2 * radius, pi / 4);
        break;
    case MARK_PLUS:
        trace_cross(canvas, x, y, 1.2 * radius, 0);
        break;
    default:
        cairo_new_path(canvas);
        cairo_arc(canvas, x, y, radius, 0, 2 * pi);
    }
}

/* Filled marks have a thin white seam that keeps neighbours apart. */
static void draw_mark(cairo_t *canvas, const chart_series *series, double x, double y,
                      double letter)
{
    chart_mark mark = series->mark;
    bool hollow = mark == MARK_RING || mark == MARK_BOX || mark == MARK_DELTA;
    bool cross = mark == MARK_CROSS || mark == MARK_PLUS;
    double radius = (mark == MARK_DOT ? dot_radius : mark_radius) * letter;
    trace_mark(canvas, mark, x, y, radius);
    cairo_set_line_join(canvas, CAIRO_LINE_JOIN_MITER);
    if (mark == MARK_DOT) {
        pen_ink(canvas, series->pen);
        cairo_fill(canvas);
        return;
    }
    cairo_set_line_width(canvas, (cross ? 0.3 : hollow ? 0.12 : 0.1) * letter);
    cairo_set_source_rgb(canvas, 1, 1, 1);
    if (hollow) {
        cairo_fill_preserve(canvas);
        pen_ink(canvas, series->pen);
        cairo_stroke(canvas);
        return;
    }
    cairo_stroke_preserve(canvas);
    pen_ink(canvas, series->pen);
    if (cross) {
        cairo_set_line_width(canvas, 0.14 * letter);
        cairo_stroke(canvas);
    } else {
        cairo_fill(canvas);
    }
}

typedef void mark_action(void *closure, double x, double y);

/* Squares with a mark: a table that forgets, which costs a mark drawn twice. */
typedef struct taken {
    uint32_t squares[1 << 16];
} taken;

static bool take_square(taken *t, const double at[2], double side)
{
    uint32_t key = (uint32_t)(int)(at[0] / side) << 16 | ((uint32_t)(int)(at[1] / side) & 0xffff);
    uint32_t *slot = &t->squares[key * 2654435761U >> 16];
    bool is_new = *slot != key;
    *slot = key;
    return is_new;
}

/* The marks that are drawn: all of a short series; of a long line, those that keep a distance; of a
 * long cloud, one in each small square. */
static void each_mark(const chart_panel *panel, const chart_series *series,
                      const chart_place *place, double letter, mark_action *act, void *closure)
{
    scale x = scale_x(panel, place), y = scale_y(panel, place);
    bool many = series->count + series->hidden > MANY_POINTS;
    double distance = many && !series->no_line ? mark_distance * letter : 0;
    double last[2] = {-INFINITY, -INFINITY}, at[2];
    double side = fmax(1, 0.5 * dot_radius * letter);
    taken squares = {0};
    for (int i = 0; i < series->count && series->mark != MARK_NONE; i++) {
        bool inside = trace_point(series, &x, &y, i, at) && at[0] >= place->x - 1 &&
                      at[1] >= place->y - 1 && at[0] <= place->x + place->width + 1 &&
                      at[1] <= place->y + place->height + 1;
        if (inside && hypot(at[0] - last[0], at[1] - last[1]) >= distance &&
            (!many || take_square(&squares, at, side))) {
            act(closure, at[0], at[1]);
            last[0] = at[0];
            last[1] = at[1];
        }
    }
}

typedef struct marker {
    cairo_t *canvas;
    const chart_series *series;
    double letter;
    int dots; /* in the path, not yet filled */
} marker;

static void fill_dots(marker *m)
{
    pen_ink(m->canvas, m->series->pen);
    cairo_fill(m->canvas);
    m->dots = 0;
}

static void put_mark(void *closure, double x, double y)
{
    marker *m = closure;
    if (m->series->mark != MARK_DOT) {
        draw_mark(m->canvas, m->series, x, y, m->letter);
        return;
    }
    cairo_new_sub_path(m->canvas);
    cairo_arc(m->canvas, x, y, dot_radius * m->letter, 0, 2 * pi);
    if (++m->dots == FILL_DOTS) {
        fill_dots(m);
    }
}

void series_draw(cairo_t *canvas, const chart_panel *panel, const panel_plan *plan, double letter)
{
    const chart_place *p = &plan->place;
    cairo_save(canvas);
    cairo_rectangle(canvas, p->x, p->y, p->width, p->height);
    cairo_clip(canvas);
    for (int i = 0; i < panel->series_count; i++) {
        chart_series seen = panel->series[i], *s = &seen;
        s->hidden = s->hidden < s->count ? s->hidden : s->count;
        s->count -= s->hidden;
        if (!s->no_line && panel->cells != NULL) {
            draw_line(canvas, panel, plan, s, plan->solid[i], width_of(s, letter), true);
        }
        if (!s->no_line) {
            draw_line(canvas, panel, plan, s, plan->solid[i], width_of(s, letter), false);
        }
        marker m = {.canvas = canvas, .series = s, .letter = letter};
        cairo_new_path(canvas);
        each_mark(panel, s, p, letter, put_mark, &m);
        fill_dots(&m);
    }
    cairo_restore(canvas);
}

void series_sample(cairo_t *canvas, const chart_series *series, bool solid, double x, double y,
                   double letter)
{
    cairo_save(canvas);
    if (!series->no_line) {
        pen_take(canvas, series->pen, width_of(series, letter));
        if (solid) {
            cairo_set_dash(canvas, NULL, 0, 0);
        }
        cairo_move_to(canvas, x, y);
        cairo_line_to(canvas, x + 2.7 * letter, y);
        cairo_stroke(canvas);
        cairo_set_dash(canvas, NULL, 0, 0);
    }
    if (series->mark != MARK_NONE) {
        draw_mark(canvas, series, x + 1.35 * letter, y, letter);
    }
    cairo_restore(canvas);
}

/* Everything within `across` and `upward` of a place. */
static void cover_at(panel_plan *plan, double x, double y, double across, double upward)
{
    const chart_place *p = &plan->place;
    int left = (int)floor((x - across - p->x) / p->width * COVER_COLUMNS);
    int right = (int)floor((x + across - p->x) / p->width * COVER_COLUMNS);
    int top = (int)floor((y - upward - p->y) / p->height * COVER_ROWS);
    int bottom = (int)floor((y + upward - p->y) / p->height * COVER_ROWS);
    for (int row = top < 0 ? 0 : top; row <= bottom && row < COVER_ROWS; row++) {
        for (int column = left < 0 ? 0 : left; column <= right && column < COVER_COLUMNS;
             column++) {
            plan->cover[row][column] = 1;
        }
    }
}

typedef struct coverer {
    panel_plan *plan;
    double reach, length;
} coverer;

static void cover_mark(void *closure, double x, double y)
{
    const coverer *c = closure;
    cover_at(c->plan, x, y, c->reach, c->reach);
}

static void cover_piece(void *closure, bool starts, const double from[2], const double to[2])
{
    (void)starts;
    coverer *c = closure;
    const chart_place *p = &c->plan->place;
    double step = 0.7 * fmin(p->width / COVER_COLUMNS, p->height / COVER_ROWS);
    double length = hypot(to[0] - from[0], to[1] - from[1]);
    int steps = 1 + (int)(length / step);
    c->length += length;
    for (int i = 0; i <= steps; i++) {
        double t = (double)i / steps;
        cover_at(c->plan, from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1]),
                 c->reach, c->reach);
    }
}

void series_cover(const chart_panel *panel, panel_plan *plan, double letter)
{
    const chart_place *p = &plan->place;
    memset(plan->cover, 0, sizeof plan->cover);
    if (plan->note != NULL) { /* words in the middle */
        cover_at(plan, p->x + p->width / 2, p->y + p->height / 2, 4.5 * letter, 0.8 * letter);
    }
    scale x = scale_x(panel, p), y = scale_y(panel, p);
    for (int i = 0; i < panel->series_count; i++) {
        chart_series whole = panel->series[i], *s = &whole;
        s->hidden = 0;
        coverer c = {.plan = plan, .reach = 0.5 * width_of(s, letter)};
        if (!s->no_line) {
            trace_line(s, &x, &y, &plan->place, 0, cover_piece, &c);
        }
        plan->solid[i] = s->solid || c.length > tangled * (plan->place.width + plan->place.height);
        c.reach = (s->mark == MARK_DOT ? dot_radius : mark_radius) * letter;
        each_mark(panel, s, &plan->place, letter, cover_mark, &c);
    }
}
