#include "field/island.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "field/arc.h"
#include "numerics/roots.h"

enum { MAX_Z = METHOD_MAX_STAGES + 2, MAX_NEAR = 512, MANY_ANGLES = 512, ENOUGH_STEPS = 64 };

/* Pixels. */
static const double longest_step = 0.3, farthest_known = 4;

static const double pi = 3.14159265358979324, ln10 = 2.30258509299404568;

/* What a walk needs. */
typedef struct island_search {
    arc_plane plane;
    const view *view;
    double unit_x, unit_y; /* u = unit_x x + i unit_y y */
    double pixel;          /* the shorter side of one, in u */
    int steps_left;        /* of all walks together */
    contour *curves;
    struct known {
        double complex u;
        int curve, point;
    } near[MAX_NEAR]; /* known points that are not further than `reach` from the middle */
    double complex middle;
    double reach;
    int near_count;
} island_search;

typedef enum walk_end { WALK_CLOSED, WALK_OUTSIDE, WALK_KNOWN, WALK_LOST } walk_end;

/* A curve while it is followed. */
typedef struct trail {
    double complex *u;
    int count, capacity;
    walk_end end;
    int curve, point; /* where it ended, if that is known */
} trail;

/* The lowest place of the view, or below it, that stands for z; the others are 2 pi i higher each
 * in CHART_LOG, where a view may show a z several times. */
static double complex first_place(const island_search *e, double complex z)
{
    if (!e->plane.is_log) {
        return z;
    }
    double complex u = clog(z);
    double lowest = e->unit_y * view_y(e->view, e->view->height);
    return u + CMPLX(0, 2 * pi * ceil((lowest - cimag(u)) / (2 * pi)));
}

static double complex u_of(const island_search *e, double x, double y)
{
    return CMPLX(e->unit_x * x, e->unit_y * y);
}

/* Known points around a place, so that a walk needs not look at all of them at every step. Known
 * curves have their points about as far apart as a step is long: there is room for them. */
static void gather(island_search *e, double complex middle, double step)
{
    e->reach = fmin(farthest_known * e->pixel, 40 * step);
    e->middle = middle;
    e->near_count = 0;
    for (int i = 0; i < e->curves->count; i++) {
        const curve *c = &e->curves->curves[i];
        for (int n = 0; n < c->count && e->near_count < MAX_NEAR; n++) {
            double complex u = u_of(e, c->x[n], c->y[n]);
            if (cabs(u - middle) <= e->reach) {
                e->near[e->near_count++] = (struct known){.u = u, .curve = i, .point = n};
            }
        }
    }
}

/* The known point on the arc that is not further than the next step is long, or NULL. The arc has
 * no turn worth mentioning there. */
static const struct known *find_known(island_search *e, const arc_point *at)
{
    double step = arc_step(&e->plane, at);
    double complex across = conj(at->slope) / cabs(at->slope);
    if (e->reach == 0 || cabs(at->u - e->middle) + step > e->reach || 80 * step < e->reach) {
        gather(e, at->u, step);
    }
    for (int n = 0; n < e->near_count; n++) {
        double complex there = e->near[n].u - at->u;
        if (cabs(there) <= step && fabs(creal(there * conj(across))) <= 0.15 * cabs(there)) {
            return &e->near[n];
        }
    }
    return NULL;
}

/* One pixel more than the view. */
static bool is_inside(const island_search *e, double complex u)
{
    const view *v = e->view;
    double x = creal(u) / e->unit_x, y = cimag(u) / e->unit_y;
    return x >= view_x(v, -1) && x <= view_x(v, v->width) && y <= view_y(v, -1) &&
           y >= view_y(v, v->height);
}

static status add(trail *t, double complex u, message *why)
{
    if (t->count == t->capacity) {
        int larger = t->capacity > 0 ? 2 * t->capacity : 64;
        TRY(memory_resize(&t->u, (size_t)larger, sizeof *t->u, why));
        t->capacity = larger;
    }
    t->u[t->count++] = u;
    return STATUS_OK;
}

/* Is the beginning passed on the way from here to the next place, and on the same arc? */
static bool is_passed(const arc_point *start, const arc_point *here, const arc_point *next)
{
    double complex along = next->u - here->u, to_start = start->u - here->u;
    double part = creal(to_start * conj(along)), length = cabs(along);
    double turned = cabs(start->sigma - here->sigma) / cabs(here->sigma);
    return part > 0 && part <= length * length && cabs(to_start) <= 1.1 * length &&
           turned <= 2 * length * cabs(here->slope);
}

static status walk(island_search *e, const arc_point *start, double sense, trail *t, message *why)
{
    arc_point at = *start, next;
    t->end = WALK_LOST;
    for (int n = 0; e->steps_left > 0; n++, e->steps_left--) {
        TRY(add(t, at.u, why));
        const struct known *known = find_known(e, &at);
        if (known != NULL || !is_inside(e, at.u)) {
            t->end = known != NULL ? WALK_KNOWN : WALK_OUTSIDE;
            t->curve = known != NULL ? known->curve : 0;
            t->point = known != NULL ? known->point : 0;
            return STATUS_OK;
        }
        if (!arc_advance(&e->plane, &at, sense, &next)) {
            return STATUS_OK;
        }
        if (n > 2 && is_passed(start, &at, &next)) {
            t->end = WALK_CLOSED;
            return STATUS_OK;
        }
        at = next;
    }
    return STATUS_OK;
}

/* Puts the points of both trails, which begin at the same one, behind the first `before` points of
 * a curve. */
static status insert(const island_search *e, const trail *back, const trail *ahead, int before,
                     curve *c, message *why)
{
    int behind = back->count > 0 ? back->count - 1 : 0, added = behind + ahead->count;
    size_t room = (size_t)c->count + (size_t)added, after = (size_t)(c->count - before);
    TRY(memory_resize(&c->x, room, sizeof *c->x, why));
    TRY(memory_resize(&c->y, room, sizeof *c->y, why));
    memmove(c->x + before + added, c->x + before, after * sizeof *c->x);
    memmove(c->y + before + added, c->y + before, after * sizeof *c->y);
    for (int n = 0; n < added; n++) {
        double complex u = n < behind ? back->u[behind - n] : ahead->u[n - behind];
        c->x[before + n] = creal(u) / e->unit_x;
        c->y[before + n] = cimag(u) / e->unit_y;
    }
    c->count += added;
    return STATUS_OK;
}

/* How far a trail goes from a place, in pixels. */
static double extent(const island_search *e, const trail *t, double complex from)
{
    double furthest = 0;
    for (int n = 0; n < t->count; n++) {
        furthest = fmax(furthest, cabs(t->u[n] - from));
    }
    return furthest / e->pixel;
}

/* Is it what a chord between two known points has cut off: the tip of something thin? */
static bool is_tip(const island_search *e, const trail *back, const trail *ahead)
{
    if (back->end != WALK_KNOWN || ahead->end != WALK_KNOWN || back->curve != ahead->curve) {
        return false;
    }
    const curve *c = &e->curves->curves[back->curve];
    int next = back->point + 1 == c->count && c->closed ? 0 : back->point + 1;
    double complex from = u_of(e, c->x[back->point], c->y[back->point]);
    double complex to = u_of(e, c->x[ahead->point], c->y[ahead->point]);
    double beyond_chord = fmax(extent(e, back, from), extent(e, ahead, from));
    return next == ahead->point && beyond_chord > cabs(to - from) / e->pixel + 0.5;
}

/* Follows the curve at a place and keeps it if it is new. */
static status follow(island_search *e, const arc_point *start, message *why)
{
    trail ahead = {0}, back = {0};
    contour *all = e->curves;
    e->reach = 0; /* there may be more than the last time */
    status s = STATUS_OK;
    TRY_OR_END(walk(e, start, 1, &ahead, why));
    if (ahead.end == WALK_OUTSIDE || ahead.end == WALK_KNOWN) {
        TRY_OR_END(walk(e, start, -1, &back, why));
    }
    bool is_open = ahead.end == WALK_OUTSIDE && back.end == WALK_OUTSIDE;
    if (ahead.end == WALK_CLOSED || is_open) {
        TRY_OR_END(memory_resize(&all->curves, (size_t)all->count + 1, sizeof *all->curves, why));
        all->curves[all->count++] = (curve){.closed = !is_open};
        TRY_OR_END(insert(e, &back, &ahead, 0, &all->curves[all->count - 1], why));
    } else if (is_tip(e, &back, &ahead)) {
        TRY_OR_END(insert(e, &back, &ahead, back.point + 1, &all->curves[back.curve], why));
    }
end:
    free(ahead.u);
    free(back.u);
    return s;
}

/* At all places of the view that stand for a z that is on the level. */
static status follow_everywhere(island_search *e, double complex z, double complex sigma,
                                message *why)
{
    arc_point start;
    double turn_around = e->plane.is_log ? 2 * pi : INFINITY;
    for (double complex u = first_place(e, z); is_inside(e, u); u += CMPLX(0, turn_around)) {
        if (arc_land(&e->plane, u, sigma, e->pixel, &start) && arc_is_largest(&e->plane, &start) &&
            arc_step(&e->plane, &start) > 64 * start.uncertain) {
            TRY(follow(e, &start, why));
        }
    }
    return STATUS_OK;
}

/* The z at which sigma is a root; how many there are. */
static int places_of(const island_search *e, double complex sigma, double complex *z)
{
    double complex c[MAX_Z + 1] = {0};
    int n = e->plane.slice->degree_z;
    for (int i = 0; i <= n; i++) {
        for (int j = e->plane.slice->degree; j >= 0; j--) {
            c[i] = c[i] * sigma + e->plane.slice->c[j * (n + 1) + i];
        }
    }
    for (; n > 0 && c[n] == 0; n--) {
    }
    return n > 0 && complex_polynomial_roots(c, n, z) ? n : 0;
}

status island_append(const slice *s, const view *v, double level, contour *curves, message *why)
{
    bool is_log = v->chart == CHART_LOG;
    island_search e = {.view = v,
                       .curves = curves,
                       .steps_left = ENOUGH_STEPS * (v->width + v->height),
                       .unit_x = is_log ? ln10 : 1,
                       .unit_y = is_log ? pi : 1,
                       .plane = {.slice = s, .is_log = is_log, .level = level}};
    int samples = s->degree == 1 ? 2 : MANY_ANGLES;
    if (!plane_is_complex(v->plane) || v->every_w) {
        return STATUS_OK;
    }
    e.pixel = fmin(e.unit_x * (v->x1 - v->x0) / v->width, e.unit_y * (v->y1 - v->y0) / v->height);
    e.plane.longest_step = longest_step * e.pixel;
    for (int n = 0; n < samples; n++) {
        /* No symmetry of a method distinguishes these. */
        double complex sigma = level * cexp(CMPLX(0, 0.6180339887498949 + 2 * pi * n / samples));
        double complex z[MAX_Z + 1];
        int count = places_of(&e, sigma, z);
        for (int i = 0; i < count; i++) {
            TRY(follow_everywhere(&e, z[i], sigma, why));
        }
    }
    return STATUS_OK;
}
