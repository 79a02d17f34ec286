/* Where a number of the method is attained: the command that marks it, the move that brings it into
 * view, and the drawing over the region. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "explorer/marks.h"
#include "explorer/state.h"
#include "picture/labels.h"

static const uint32_t mark_ink = 0xFF00E5FF, shadow = 0xB0000000, label_ground = 0xD011151A;

/* Marks closer to the edge than this part of the view, or all within so small a part of it, are
 * brought to the middle. */
static const double margin = 0.06, smallest = 0.06;

static const number_entry *marked(const explorer *e)
{
    return numbers_find(e->now.marked);
}

/* True when there is something to draw. */
static bool marks_now(const explorer *e, marks *out)
{
    const number_entry *n = marked(e);
    const facts *f = reckon_shown(e);
    if (n == NULL || f == NULL) {
        return false;
    }
    number_mark(n, f, (plane)e->now.look.plane, out);
    return true;
}

/* The order star is shown as long as the order is marked. */
static void show_star(explorer *e, bool wanted)
{
    if (wanted && e->now.look.shade != SHADE_STAR) {
        e->shade_before = e->now.look.shade;
        e->star_is_marked = true;
        e->now.look.shade = SHADE_STAR;
        changed(e);
    } else if (!wanted && e->star_is_marked) {
        e->star_is_marked = false;
        e->now.look.shade = e->now.look.shade == SHADE_STAR ? e->shade_before : e->now.look.shade;
        changed(e);
    }
}

/* The smallest rectangle about the origin of the plane (at this w) and all points. */
static void bounds(const explorer *e, const marks *m, double low[2], double high[2])
{
    low[0] = high[0] = 0;
    low[1] = high[1] = plane_is_complex((plane)e->now.look.plane) ? 0 : reckon_shown(e)->w;
    for (int i = 0; i < m->count; i++) {
        const double at[2] = {m->at[i].x, m->at[i].y};
        for (int k = 0; k < 2; k++) {
            if (isfinite(at[k])) {
                low[k] = fmin(low[k], at[k]);
                high[k] = fmax(high[k], at[k]);
            }
        }
    }
}

/* To the w of the mark after the one it is at; false when there is none, or no w to move. */
static bool go_to_next_stop(explorer *e)
{
    double stops[STOPS_MOST];
    const number_entry *n = marked(e);
    const facts *f = reckon_shown(e);
    bool has_stops = n != NULL && n->stops != NULL && f != NULL && f->status == STATUS_OK;
    if (!has_stops || !plane_is_complex((plane)e->now.look.plane) || is_for_odes(&e->sides[0].of)) {
        return false;
    }
    int count = n->stops(f, stops), next = e->mark_stop + 1;
    const property *far = settings_find("w");
    if (next >= count || stops[next] < far->least || stops[next] > far->most) {
        return false;
    }
    e->mark_stop = next;
    e->playing = false;
    glide_stop(e, "w");
    if (e->now.w != stops[next]) {
        remember(e);
        e->history.w_moved[e->history.count - 1] = true;
        e->now.w = stops[next];
        changed(e);
    }
    return true;
}

void mark_look(explorer *e)
{
    marks m;
    double low[2], high[2];
    message why;
    if (!marks_now(e, &m)) {
        return;
    }
    const phi *p = e->sides[0].of.phi; /* stars of multistep methods are not drawn */
    show_star(e, m.star && p != NULL && phi_describe(p)->degree == 1);
    if (go_to_next_stop(e) || m.count == 0) {
        return;
    }
    bounds(e, &m, low, high);
    const box *b = &e->sides[0].where;
    double shape = b->width / b->height;
    double needed = fmax(high[1] - low[1], (high[0] - low[0]) / shape);
    double across = e->now.span * shape * (0.5 - margin), upward = e->now.span * (0.5 - margin);
    bool is_seen = low[0] >= e->now.x - across && high[0] <= e->now.x + across &&
                   low[1] >= e->now.y - upward && high[1] <= e->now.y + upward;
    bool is_small = needed > 0 && needed < smallest * e->now.span;
    bool is_large = needed > (1 - 2 * margin) * e->now.span;
    if (!is_seen || is_small) {
        double span = is_small || is_large ? 1.5 * needed : e->now.span;
        if (look_at(e, (low[0] + high[0]) / 2, (low[1] + high[1]) / 2, span, &why) != STATUS_OK) {
            say(e, true, "%s", why.text);
        }
    }
}

static void set_marked(explorer *e, const char *name)
{
    show_star(e, false);
    snprintf(e->now.marked, sizeof e->now.marked, "%s", name);
    e->mark_is_new = name[0] != '\0';
    e->mark_stop = -1;
    e->dirty = true;
    (void)reckon_update(e);
}

void mark_remove(explorer *e)
{
    set_marked(e, "");
}

status mark_check(const char *name, message *why)
{
    char all[300] = "";
    if (name[0] == '\0' || numbers_find(name) != NULL) {
        return STATUS_OK;
    }
    for (int i = 0; i < numbers_count(); i++) {
        size_t length = strlen(all);
        snprintf(all + length, sizeof all - length, "%s%s", i > 0 ? ", " : "", numbers_at(i)->name);
    }
    return refuse(why, "mark %.60s: unknown; accepted: %s, off", name, all);
}

/* Without an argument the next of the table, and none after the last. */
status do_mark(explorer *e, const char *argument, message *why)
{
    const number_entry *now = marked(e);
    if (argument[0] == '\0') {
        long next = now != NULL ? now - numbers_at(0) + 1 : 0;
        set_marked(e, next < numbers_count() ? numbers_at((int)next)->name : "");
        return STATUS_OK;
    }
    bool is_off = strcmp(argument, "off") == 0, is_same = strcmp(argument, e->now.marked) == 0;
    TRY(is_off ? STATUS_OK : mark_check(argument, why));
    if (!is_same || !go_to_next_stop(e)) {
        set_marked(e, is_off || is_same ? "" : argument);
    }
    return STATUS_OK;
}

/* Words on a dark ground, inside of the region; they end at x or begin there. */
static void draw_words(const explorer *e, canvas *c, double x, double y, bool ends,
                       const char *plain)
{
    char markup[2 * NUMBER_SIZE];
    const box *b = &e->sides[0].where;
    double l = e->letter, size = 0.9 * l;
    label_plain(plain, markup, sizeof markup);
    size *= fmin(1, (b->width - 2 * l) / fmax(1, canvas_text_width(c, size, markup)));
    double width = canvas_text_width(c, size, markup) + 0.8 * l;
    x = fmax(b->x + 0.3 * l, fmin(ends ? x - width : x, b->x + b->width - width - 0.3 * l));
    y = fmax(b->y + 0.3 * l, fmin(y, b->y + b->height - 1.7 * l));
    canvas_fill(c, (box){x, y, width, 1.4 * l}, 0.3 * l, label_ground);
    canvas_text(c, x + 0.4 * l, y + 1.0 * l, size, CANVAS_START, 0xFFFFFFFF, markup);
}

static void draw_line(const explorer *e, canvas *c, double x0, double y0, double x1, double y1)
{
    double l = e->letter;
    canvas_line(c, x0, y0, x1, y1, 0.42 * l, shadow);
    canvas_line(c, x0, y0, x1, y1, 0.2 * l, mark_ink);
}

/* On the canvas, infinity a little beyond the window. */
static double near_x(const explorer *e, double x)
{
    return fmax(-e->width, fmin(2 * e->width, canvas_x(e, 0, x)));
}

static double near_y(const explorer *e, double y)
{
    return fmax(-e->height, fmin(2 * e->height, canvas_y(e, 0, y)));
}

static void draw_point(const explorer *e, canvas *c, const mark *m)
{
    double x = near_x(e, m->x), y = near_y(e, m->y), r = 0.42 * e->letter;
    canvas_circle(c, x, y, 1.45 * r, 0, shadow);
    canvas_circle(c, x, y, r, 0, mark_ink);
}

static void draw_ring(const explorer *e, canvas *c, const mark *m)
{
    double x = near_x(e, m->x), y = near_y(e, m->y), l = e->letter;
    canvas_circle(c, x, y, 0.5 * l, 0.42 * l, shadow);
    canvas_circle(c, x, y, 0.5 * l, 0.2 * l, mark_ink);
}

static void draw_cross(const explorer *e, canvas *c, const mark *m)
{
    double x = near_x(e, m->x), y = near_y(e, m->y), r = 0.5 * e->letter;
    draw_line(e, c, x - r, y - r, x + r, y + r);
    draw_line(e, c, x - r, y + r, x + r, y - r);
}

static void draw_segment(const explorer *e, canvas *c, const mark *m)
{
    draw_line(e, c, near_x(e, m->x), near_y(e, m->y), near_x(e, m->x1), near_y(e, m->y1));
}

static void draw_ray(const explorer *e, canvas *c, const mark *m)
{
    double x = canvas_x(e, 0, m->x), y = canvas_y(e, 0, m->y);
    double far = fabs(x) + fabs(y) + e->width + e->height;
    if (far < 1e7) { /* farther away a line of cairo has no place */
        draw_line(e, c, x, y, x + far * m->x1, y - far * m->y1);
    }
}

/* The sector's arc, a third of the view from the origin. */
static void draw_sector(const explorer *e, canvas *c, double half)
{
    enum { STEPS = 64 };
    double x[STEPS + 1], y[STEPS + 1], radius = e->sides[0].where.height / 3;
    for (int i = 0; i <= STEPS; i++) {
        double angle = acos(-1) + half * (2.0 * i / STEPS - 1);
        x[i] = near_x(e, 0) + radius * cos(angle);
        y[i] = near_y(e, 0) - radius * sin(angle);
    }
    canvas_polyline(c, x, y, STEPS + 1, 0.1 * e->letter, mark_ink);
}

static void (*const drawers[])(const explorer *e, canvas *c, const mark *m) = {
    [MARK_POINT] = draw_point,  [MARK_CROSS] = draw_cross, [MARK_RING] = draw_ring,
    [MARK_LINE] = draw_segment, [MARK_RAY] = draw_ray,
};

void marks_draw(explorer *e, canvas *c)
{
    marks m;
    const box *b = &e->sides[0].where;
    double l = e->letter;
    if (!marks_now(e, &m) || e->now.look.chart != CHART_PLAIN) {
        return;
    }
    canvas_clip(c, *b);
    if (m.sector > 0) {
        draw_sector(e, c, m.sector);
    }
    for (int i = 0; i < m.count; i++) {
        drawers[m.at[i].kind](e, c, &m.at[i]);
    }
    for (int i = 0; i < m.count; i++) {
        double x = canvas_x(e, 0, m.at[i].x), y = canvas_y(e, 0, m.at[i].y);
        if (m.at[i].label[0] != '\0' && box_has(*b, x, y)) {
            bool is_left = m.at[i].x < 0;
            draw_words(e, c, x + (is_left ? -0.6 : 0.6) * l, y - 2.1 * l, is_left, m.at[i].label);
        }
    }
    if (m.note[0] != '\0') {
        draw_words(e, c, b->x, b->y + b->height, false, m.note);
    }
    canvas_release(c);
}
