/* What moves, and what it moves on. */
#include <math.h>
#include <stddef.h>

#include "picture/chart_parts.h"
#include "picture/mechanism_parts.h"

enum { FADES = 12 };

static const uint32_t trail_colour = 0x00E08A00, paper = 0xFFFFFFFF, block_colour = 0xFFDDDDDD;

/* Pixels farther away than this are nowhere: their coordinates are useless to a canvas. */
static const double farthest = 1e9;

static bool place(const mechanism_plan *p, double x, double y, double at[2])
{
    at[0] = p->x + p->scale * x;
    at[1] = p->y - p->scale * y;
    return fabs(at[0]) < farthest && fabs(at[1]) < farthest; /* and not NaN */
}

/* Is a disc of this radius seen? */
static bool is_seen(const mechanism_plan *p, const double at[2], double radius)
{
    const box *v = &p->view;
    return at[0] > v->x - radius && at[0] < v->x + v->width + radius && at[1] > v->y - radius &&
           at[1] < v->y + v->height + radius;
}

static void draw_piece(canvas *c, const mechanism_plan *p, const double a[2], const double b[2],
                       double line, uint32_t colour)
{
    double room = 2 * line + 1;
    area in = {p->view.x - room, p->view.y - room, p->view.width + 2 * room,
               p->view.height + 2 * room};
    double from[2] = {a[0], a[1]}, to[2] = {b[0], b[1]};
    if (trace_clip(&in, from, to)) {
        canvas_line(c, from[0], from[1], to[0], to[1], line, colour);
    }
}

/* Does a bar end at the point? */
static bool is_joined(const mechanism *m, int index)
{
    for (int i = 0; i < m->bar_count; i++) {
        if (m->bars[i][0] == index || m->bars[i][1] == index) {
            return true;
        }
    }
    return false;
}

/* The fixed end of a bar whose other end moves; -1 when there is none. */
static int centre_of(const mechanism *m, int bar)
{
    int a = m->bars[bar][0], b = m->bars[bar][1];
    bool a_stays = m->weight[a] == 0, b_stays = m->weight[b] == 0;
    return a_stays == b_stays ? -1 : a_stays ? a : b;
}

bool mechanism_has_allowed(const mechanism *m)
{
    bool has = m->slides;
    for (int i = 0; i < m->bar_count; i++) {
        has = has || centre_of(m, i) >= 0;
    }
    return has;
}

static void draw_allowed(canvas *c, const mechanism *m, const mechanism_plan *p,
                         const mechanism_pose *pose)
{
    double line = fmax(0.1 * p->letter, 0.5), at[2];
    for (int i = 0; i < m->bar_count; i++) {
        int centre = centre_of(m, i);
        double radius = p->scale * m->length[i];
        if (centre >= 0 && radius > 0 && radius < 1e5 &&
            place(p, pose->x[centre], pose->y[centre], at) && is_seen(p, at, radius + line)) {
            canvas_circle(c, at[0], at[1], radius, line, mechanism_allowed);
        }
    }
    if (m->slides && fabs(p->y) < farthest) {
        canvas_line(c, p->view.x, p->y, p->view.x + p->view.width, p->y, line, mechanism_allowed);
    }
}

/* The radius of a point's disc. Its area goes with the weight, within bounds; the usual disc is
 * that of the geometric mean. */
static double disc_radius(const mechanism *m, const mechanism_plan *p, int index)
{
    double sum = 0;
    int count = 0;
    for (int i = 0; i < m->point_count; i++) {
        if (m->weight[i] > 0) {
            sum += log(m->weight[i]);
            count++;
        }
    }
    double usual = count > 0 ? exp(sum / count) : 1;
    return p->disc * fmin(fmax(sqrt(m->weight[index] / usual), 0.55), 1.6);
}

static void draw_ghost(canvas *c, const mechanism *m, const mechanism_plan *p,
                       const mechanism_pose *ghost)
{
    double a[2], b[2];
    for (int i = 0; i < m->bar_count; i++) {
        int from = m->bars[i][0], to = m->bars[i][1];
        if (place(p, ghost->x[from], ghost->y[from], a) &&
            place(p, ghost->x[to], ghost->y[to], b)) {
            draw_piece(c, p, a, b, 0.6 * p->bar, mechanism_ghost);
        }
    }
    for (int i = 0; i < m->point_count; i++) {
        double radius = disc_radius(m, p, i);
        if (m->weight[i] > 0 && place(p, ghost->x[i], ghost->y[i], a) && is_seen(p, a, radius)) {
            canvas_circle(c, a[0], a[1], radius, 0, paper);
            canvas_circle(c, a[0], a[1], radius, 0.5 * p->bar, mechanism_ghost);
        }
    }
}

/* A line that is stronger the later it was gone. */
static void draw_trail(canvas *c, const mechanism_plan *p, const mechanism_trail *trail)
{
    double a[2], b[2];
    for (int i = 0; i + 1 < trail->count; i++) {
        double part = (floor((double)FADES * i / trail->count) + 1) / FADES;
        uint32_t colour = trail_colour | (uint32_t)(30 + 200 * part) << 24;
        if (place(p, trail->x[i], trail->y[i], a) &&
            place(p, trail->x[i + 1], trail->y[i + 1], b)) {
            draw_piece(c, p, a, b, fmax(0.16 * p->letter, 0.8), colour);
        }
    }
}

/* A triangle on hatched ground: below a crank, above a pendulum. */
static void draw_pivot(canvas *c, const mechanism *m, const mechanism_plan *p, const double at[2])
{
    double l = p->letter, size = fmin(fmax(1.6 * p->disc, 0.35 * l), 0.55 * l);
    double way = m->slides ? 1 : -1;
    double ground = at[1] + way * 1.7 * size, line = fmax(0.08 * l, 0.5);
    canvas_triangle(c, at[0], at[1] + way * size, size, -0.25 * way, mechanism_soft);
    canvas_line(c, at[0] - 1.5 * size, ground, at[0] + 1.5 * size, ground, line, mechanism_ink);
    for (int i = -2; i <= 2; i++) {
        double x = at[0] + (0.6 * i + 0.2) * size;
        canvas_line(c, x, ground, x - 0.4 * size, ground + way * 0.5 * size, line, mechanism_ink);
    }
}

static void draw_bars(canvas *c, const mechanism *m, const mechanism_plan *p,
                      const mechanism_frame *f)
{
    double a[2], b[2];
    for (int i = 0; i < m->bar_count; i++) {
        int from = m->bars[i][0], to = m->bars[i][1];
        if (place(p, f->pose.x[from], f->pose.y[from], a) &&
            place(p, f->pose.x[to], f->pose.y[to], b)) {
            draw_piece(c, p, a, b, p->bar, mechanism_bar_colour(f->strain[i]));
        }
    }
}

static void draw_points(canvas *c, const mechanism *m, const mechanism_plan *p,
                        const mechanism_frame *f)
{
    double at[2], rim = fmin(0.08 * p->letter, 0.15 * p->disc);
    for (int i = 0; i < m->point_count; i++) {
        double radius = m->weight[i] > 0 ? disc_radius(m, p, i) : 0.6 * p->disc;
        if (!place(p, f->pose.x[i], f->pose.y[i], at) || !is_seen(p, at, 3 * radius)) {
            continue;
        }
        if (m->weight[i] == 0) {
            if (is_joined(m, i)) {
                canvas_circle(c, at[0], at[1], radius, 0, mechanism_ink);
                canvas_circle(c, at[0], at[1], 0.55 * radius, 0, paper);
            }
        } else if (m->guided[i]) {
            box block = {at[0] - 1.7 * radius, at[1] - 1.1 * radius, 3.4 * radius, 2.2 * radius};
            canvas_fill(c, block, 0.2 * radius, block_colour);
            canvas_frame(c, block, 0.2 * radius, fmax(0.1 * p->letter, 0.5), mechanism_ink);
            canvas_circle(c, at[0], at[1], 0.5 * radius, 0, mechanism_ink);
        } else {
            canvas_circle(c, at[0], at[1], radius + rim, 0, paper);
            canvas_circle(c, at[0], at[1], radius, 0, mechanism_ink);
        }
    }
}

/* Says so when there is something that is not seen. */
static void draw_note(canvas *c, const mechanism *m, const mechanism_plan *p,
                      const mechanism_frame *f)
{
    const char *note = NULL;
    double at[2];
    for (int i = 0; i < m->point_count; i++) {
        if (m->weight[i] > 0) {
            bool is_finite = isfinite(f->pose.x[i]) && isfinite(f->pose.y[i]);
            bool is_near = is_finite && place(p, f->pose.x[i], f->pose.y[i], at);
            note = !is_finite                                         ? "the solution is not finite"
                   : note == NULL && (!is_near || !is_seen(p, at, 0)) ? "outside of the picture"
                                                                      : note;
        }
    }
    if (note != NULL) {
        double l = p->letter;
        mechanism_text(c, p->view.x + p->view.width / 2, p->view.y + p->view.height - 0.5 * l,
                       0.9 * l, 0.9 * p->view.width, CANVAS_MIDDLE, 0xFFB03020, note);
    }
}

void mechanism_draw_bodies(canvas *c, const mechanism *m, const mechanism_plan *p,
                           const mechanism_frame *f)
{
    canvas_clip(c, p->view);
    draw_allowed(c, m, p, &f->pose);
    if (f->ghost != NULL) {
        draw_ghost(c, m, p, f->ghost);
    }
    for (int i = 0; i < f->trail_count; i++) {
        draw_trail(c, p, &f->trails[i]);
    }
    for (int i = 0; i < m->point_count; i++) {
        double at[2];
        if (m->weight[i] == 0 && is_joined(m, i) && place(p, f->pose.x[i], f->pose.y[i], at) &&
            is_seen(p, at, 2 * p->letter)) {
            draw_pivot(c, m, p, at);
        }
    }
    draw_bars(c, m, p, f);
    draw_points(c, m, p, f);
    draw_note(c, m, p, f);
    canvas_release(c);
    canvas_frame(c, p->view, 0, fmax(0.05 * p->letter, 0.3), mechanism_faint);
}
