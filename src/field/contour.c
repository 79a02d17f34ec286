#include "field/contour.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/patience.h"
#include "field/island.h"
#include "field/level.h"

enum { NONE = -1, VISITED = -2, MAX_DEPTH = 8 };
/* An end of an edge that is further than this on the wrong side is not on the curve. */
static const double noise = 1e-12;

/* Vertices closer than this, in pixels, are one. */
static const double same_vertex = 1e-7;

typedef struct vertex {
    double x, y;
    int next, previous; /* along the curve; NONE at its ends */
    bool is_loose;      /* a boundary pixel beside the curve: chords to it are not refined */
} vertex;

typedef struct grid_row {
    level_row signs;
    int *crossing; /* the vertex between a column and the next, or NONE */
} grid_row;

typedef struct tracer {
    const contour_request *request;
    const view *view;
    double pixel_x, pixel_y;
    level level; /* its status is that of the whole */
    grid_row upper, lower;
    vertex *vertices;
    int count, capacity;
} tracer;

/* Points of the curve at hand. */
typedef struct polyline {
    vertex *points;
    int count, capacity;
} polyline;

/* Makes room for one more vertex; false when there is none. */
static bool grow(tracer *t, vertex **items, int count, int *capacity)
{
    if (count < *capacity || t->level.status != STATUS_OK) {
        return t->level.status == STATUS_OK;
    }
    if (*capacity > INT_MAX / 2) {
        t->level.status = fail(t->level.why, "a contour of more than %d points", count);
        return false;
    }
    int wanted = *capacity > 0 ? 2 * *capacity : 256;
    t->level.status = memory_resize(items, (size_t)wanted, sizeof **items, t->level.why);
    *capacity = t->level.status == STATUS_OK ? wanted : *capacity;
    return t->level.status == STATUS_OK;
}

static int add_vertex(tracer *t, vertex v)
{
    if (!grow(t, &t->vertices, t->count, &t->capacity)) {
        return NONE;
    }
    v.next = v.previous = NONE;
    t->vertices[t->count] = v;
    return t->count++;
}

/* The vertex on an edge whose lower end is on the level as far as one can tell: that end, unless
 * all is flat there. */
static int cross_at_end(tracer *t, sample low, sample high)
{
    sample s = low;
    bool is_flat = level_find_rise(&t->level, low, high, &s);
    return add_vertex(t, (vertex){.x = s.x, .y = s.y, .is_loose = is_flat || low.excess > noise});
}

/* The vertex on the edge between two corners of which one is above. */
static int cross_edge(tracer *t, const level_row *row_a, int column_a, const level_row *row_b,
                      int column_b)
{
    bool a_is_above = row_a->above[column_a] != 0;
    sample a = level_corner(&t->level, row_a, column_a);
    sample b = level_corner(&t->level, row_b, column_b);
    sample low = a_is_above ? b : a;
    sample high = a_is_above ? a : b;
    if (!(low.excess < -noise)) {
        return cross_at_end(t, low, high);
    }
    /* A double root on the circle is unstable whatever its modulus. */
    if (!(high.excess > 0)) {
        return add_vertex(t, (vertex){.x = high.x, .y = high.y, .is_loose = high.excess < -noise});
    }
    sample s = level_find_crossing(&t->level, low, high);
    return add_vertex(t, (vertex){.x = s.x, .y = s.y});
}

static void cross_row(tracer *t, grid_row *row)
{
    const level_row *r = &row->signs;
    int cells = t->view->width + 1;
    memset(row->crossing, 0xff, (size_t)cells * sizeof *row->crossing); /* NONE */
    for (int i = level_next_cell(r, r, 0, cells); i < cells;
         i = level_next_cell(r, r, i + 1, cells)) {
        row->crossing[i] = cross_edge(t, r, i, r, i + 1);
    }
}

static void join(tracer *t, int from, int to)
{
    if (from != NONE && to != NONE) {
        t->vertices[from].next = to;
        t->vertices[to].previous = from;
    }
}

/* Corners clockwise from the upper left, edge k from corner k to the next. A curve comes in where
 * the walk around the cell gets above the level and goes out where it gets below again: then the
 * side above is on its left. When opposite corners are above, the centre tells which of the two
 * ways out is taken. */
static void join_cell(tracer *t, int column, const bool above[4], const int crossing[4])
{
    bool is_saddle = above[0] == above[2] && above[1] == above[3];
    bool centre = false;
    if (is_saddle) {
        double x = (t->level.x[column] + t->level.x[column + 1]) / 2;
        centre = level_is_above(&t->level, x, (t->upper.signs.y + t->lower.signs.y) / 2);
    }
    for (int k = 0; k < 4; k++) {
        if (above[k] || !above[(k + 1) % 4]) {
            continue;
        }
        int out = k + 1;
        while (above[(out + 1) % 4]) {
            out++;
        }
        join(t, crossing[k], crossing[(is_saddle && centre ? k + 3 : out) % 4]);
    }
}

/* The cells between the two rows. */
static void join_rows(tracer *t)
{
    const level_row *u = &t->upper.signs;
    const level_row *l = &t->lower.signs;
    int cells = t->view->width + 1;
    int left = u->above[0] != l->above[0] ? cross_edge(t, u, 0, l, 0) : NONE;
    int last = 0;
    for (int i = level_next_cell(u, l, 0, cells); i < cells;
         i = level_next_cell(u, l, i + 1, cells)) {
        left = i <= last + 1 ? left : NONE;
        bool above[4] = {u->above[i], u->above[i + 1], l->above[i + 1], l->above[i]};
        int right = above[1] != above[2] ? cross_edge(t, u, i + 1, l, i + 1) : NONE;
        join_cell(t, i, above, (int[4]){t->upper.crossing[i], right, t->lower.crossing[i], left});
        left = right;
        last = i;
    }
}

static void check_cancel(tracer *t)
{
    const atomic_bool *cancel = t->request->cancel;
    bool is_cancelled = cancel != NULL && atomic_load(cancel);
    if (t->level.status == STATUS_OK &&
        (is_cancelled || patience_is_over(t->request->most_seconds))) {
        t->level.status = STATUS_NO;
    }
}

static void march(tracer *t)
{
    for (int row = -1; row <= t->view->height && t->level.status == STATUS_OK; row++) {
        level_load_row(&t->level, row, &t->lower.signs);
        cross_row(t, &t->lower);
        if (row >= 0) {
            join_rows(t);
        }
        grid_row swap = t->upper;
        t->upper = t->lower;
        t->lower = swap;
        check_cancel(t);
    }
}

static double distance(const tracer *t, const vertex *a, const vertex *b)
{
    return hypot((b->x - a->x) / t->pixel_x, (b->y - a->y) / t->pixel_y);
}

/* The curvature of the circle through three points, per pixel. */
static double curvature(const tracer *t, const vertex *a, const vertex *b, const vertex *c)
{
    double area =
        ((b->x - a->x) * (c->y - b->y) - (b->y - a->y) * (c->x - b->x)) / (t->pixel_x * t->pixel_y);
    double sides = distance(t, a, b) * distance(t, b, c) * distance(t, a, c);
    return area == 0 ? 0 : 2 * fabs(area) / sides;
}

/* Is the chord from b to c, judging by its neighbours (NULL at an end), surely straight enough? */
static bool is_straight(const tracer *t, const vertex *a, const vertex *b, const vertex *c,
                        const vertex *d)
{
    double bend = a == NULL && d == NULL ? INFINITY : 0;
    bend = a != NULL ? fmax(bend, curvature(t, a, b, c)) : bend;
    bend = d != NULL ? fmax(bend, curvature(t, b, c, d)) : bend;
    double length = distance(t, b, c);
    return bend * length * length / 8 <= t->request->pixel_tolerance / 4;
}

/* The place `reach` pixels to the left of the middle of a chord. */
static sample beside(tracer *t, const vertex *from, const vertex *to, double reach)
{
    double along_x = (to->x - from->x) / t->pixel_x;
    double along_y = (to->y - from->y) / t->pixel_y;
    double part = reach / hypot(along_x, along_y);
    sample s = {.x = from->x + (to->x - from->x) / 2 - part * along_y * t->pixel_x,
                .y = from->y + (to->y - from->y) / 2 + part * along_x * t->pixel_y};
    s.excess = level_excess(&t->level, s.x, s.y);
    return s;
}

/* Looks for the curve on the normal in the middle of a chord. False when it is within the
 * tolerance, or not within a pixel and a half. */
static bool find_bulge(tracer *t, const vertex *from, const vertex *to, vertex *bulge)
{
    double near = t->request->pixel_tolerance;
    sample left = beside(t, from, to, near);
    sample right = beside(t, from, to, -near);
    if (left.excess > 0 && right.excess <= 0) {
        return false;
    }
    bool is_left = left.excess <= 0;
    sample last = is_left ? left : right;
    for (double reach = 2 * near; reach <= 1.5; reach *= 2) {
        sample next = beside(t, from, to, is_left ? reach : -reach);
        if ((next.excess > 0) == is_left) {
            sample s = is_left ? level_find_crossing(&t->level, last, next)
                               : level_find_crossing(&t->level, next, last);
            *bulge = (vertex){.x = s.x, .y = s.y};
            return distance(t, from, bulge) > same_vertex && distance(t, bulge, to) > same_vertex;
        }
        last = next;
    }
    return false;
}

static void add_point(tracer *t, polyline *to, const vertex *v)
{
    if (grow(t, &to->points, to->count, &to->capacity)) {
        to->points[to->count++] = *v;
    }
}

/* Adds what lies between two vertices, both excluded. */
static void refine(tracer *t, const vertex *from, const vertex *to, int depth, polyline *out)
{
    vertex bulge;
    if (depth < MAX_DEPTH && find_bulge(t, from, to, &bulge)) {
        refine(t, from, &bulge, depth + 1, out);
        add_point(t, out, &bulge);
        refine(t, &bulge, to, depth + 1, out);
    }
}

/* Leaves out vertices that coincide with the one before; returns the number of those that stay. */
static int thin_out(const tracer *t, vertex *chain, int count, bool closed)
{
    int kept = 1;
    for (int i = 1; i < count; i++) {
        if (distance(t, &chain[kept - 1], &chain[i]) > same_vertex) {
            chain[kept++] = chain[i];
        }
    }
    while (closed && kept > 1 && distance(t, &chain[kept - 1], &chain[0]) <= same_vertex) {
        kept--;
    }
    return kept;
}

static void refine_chain(tracer *t, const vertex *chain, int count, bool closed, polyline *out)
{
    out->count = 0;
    for (int i = 0; i < count && t->level.status == STATUS_OK; i++) {
        bool has_after = closed || i + 2 < count;
        const vertex *a = closed || i > 0 ? &chain[(i + count - 1) % count] : NULL;
        const vertex *b = &chain[i];
        const vertex *c = &chain[(i + 1) % count];
        const vertex *d = has_after ? &chain[(i + 2) % count] : NULL;
        add_point(t, out, b);
        bool is_chord = closed || i + 1 < count;
        if (is_chord && !b->is_loose && !c->is_loose && !is_straight(t, a, b, c, d)) {
            refine(t, b, c, 0, out);
        }
        check_cancel(t);
    }
}

/* Makes a curve of what is in the polyline. */
static status store_curve(tracer *t, const polyline *from, bool closed, contour *out)
{
    curve *c = &out->curves[out->count++];
    *c = (curve){.count = from->count, .closed = closed};
    TRY(memory_allocate(&c->x, (size_t)from->count, sizeof *c->x, t->level.why));
    TRY(memory_allocate(&c->y, (size_t)from->count, sizeof *c->y, t->level.why));
    for (int i = 0; i < from->count; i++) {
        c->x[i] = from->points[i].x;
        c->y[i] = from->points[i].y;
    }
    return STATUS_OK;
}

/* Copies the vertices from `first` on to the chain and marks them. */
static int follow(tracer *t, int first, vertex *chain)
{
    int count = 0;
    for (int at = first; at != NONE && t->vertices[at].previous != VISITED;) {
        vertex *v = &t->vertices[at];
        chain[count++] = *v;
        v->previous = VISITED;
        at = v->next;
    }
    return count;
}

static status collect_curves(tracer *t, bool closed, vertex *chain, polyline *line, contour *out)
{
    for (int i = 0; i < t->count; i++) {
        int before = t->vertices[i].previous;
        if (before == VISITED || (!closed && before != NONE)) {
            continue;
        }
        int count = thin_out(t, chain, follow(t, i, chain), closed);
        if (count < 2) {
            continue; /* a single point: nothing to draw */
        }
        refine_chain(t, chain, count, closed, line);
        TRY(t->level.status);
        TRY(store_curve(t, line, closed, out));
    }
    return STATUS_OK;
}

/* Open curves first, from their beginnings; what is left then is closed. */
static status chain_vertices(tracer *t, contour *out)
{
    vertex *chain = NULL;
    polyline line = {0};
    size_t most = (size_t)t->count / 2 + 1; /* a curve has two vertices at least */
    status s = STATUS_OK;
    TRY_OR_END(memory_allocate(&chain, (size_t)t->count, sizeof *chain, t->level.why));
    TRY_OR_END(memory_allocate(&out->curves, most, sizeof *out->curves, t->level.why));
    TRY_OR_END(collect_curves(t, false, chain, &line, out));
    s = collect_curves(t, true, chain, &line, out);
end:
    free(line.points);
    free(chain);
    return s;
}

static status allocate_row(const tracer *t, grid_row *row)
{
    size_t columns = (size_t)t->view->width + 2;
    TRY(level_row_init(&row->signs, &t->level));
    return memory_allocate(&row->crossing, columns, sizeof *row->crossing, t->level.why);
}

static void free_row(grid_row *row)
{
    level_row_clear(&row->signs);
    free(row->crossing);
}

static status prepare(tracer *t, int branch, message *why)
{
    const contour_request *r = t->request;
    const view *v = t->view;
    t->pixel_x = (v->x1 - v->x0) / v->width;
    t->pixel_y = (v->y1 - v->y0) / v->height;
    TRY(level_init(&t->level, r->field, r->phi, r->level, r->star, branch, why));
    TRY(allocate_row(t, &t->upper));
    return allocate_row(t, &t->lower);
}

static status trace_branch(const contour_request *request, int branch, contour *out, message *why)
{
    tracer t = {.request = request, .view = &request->field->view};
    status s = STATUS_OK;
    TRY_OR_END(prepare(&t, branch, why));
    march(&t);
    TRY_OR_END(t.level.status);
    TRY_OR_END(chain_vertices(&t, out));
    if (!request->star) {
        s = island_append(&t.level.slice, t.view, request->level, out, why);
    }
end:
    out->crossings = t.count;
    out->evaluations = t.level.evaluations;
    level_clear(&t.level);
    free_row(&t.upper);
    free_row(&t.lower);
    free(t.vertices);
    return s;
}

/* Turns a curve round if the growth is not above the level to the left of its middle. */
static void orient(level *growth, const curve *c)
{
    int n = c->count / 2;
    const view *v = growth->view;
    double px = (v->x1 - v->x0) / v->width;
    double py = (v->y1 - v->y0) / v->height;
    double dx = (c->x[n] - c->x[n - 1]) / px;
    double dy = (c->y[n] - c->y[n - 1]) / py;
    double part = 1e-3 / hypot(dx, dy); /* of a pixel */
    double x = (c->x[n] + c->x[n - 1]) / 2 - part * dy * px;
    double y = (c->y[n] + c->y[n - 1]) / 2 + part * dx * py;
    if (level_is_above(growth, x, y)) {
        return;
    }
    for (int i = 0, j = c->count - 1; i < j; i++, j--) {
        double held_x = c->x[i], held_y = c->y[i];
        c->x[i] = c->x[j];
        c->y[i] = c->y[j];
        c->x[j] = held_x;
        c->y[j] = held_y;
    }
}

static status orient_all(const contour_request *r, contour *out, message *why)
{
    level growth;
    status s = STATUS_OK;
    TRY_OR_END(level_init(&growth, r->field, r->phi, r->level, r->star, 0, why));
    for (int i = 0; i < out->count; i++) {
        orient(&growth, &out->curves[i]);
        TRY_OR_END(growth.status);
    }
end:
    level_clear(&growth);
    return s;
}

/* R is real in the (z, w) plane: |R| = level is R = level and R = -level, each smooth by itself
 * where together they meet and cross. */
static status trace_both(const contour_request *request, contour *out, message *why)
{
    contour part[2] = {0};
    status s = STATUS_OK;
    TRY_OR_END(trace_branch(request, 1, &part[0], why));
    TRY_OR_END(trace_branch(request, -1, &part[1], why));
    size_t count = (size_t)part[0].count + (size_t)part[1].count;
    TRY_OR_END(memory_allocate(&out->curves, count, sizeof *out->curves, why));
    for (int n = 0; n < 2; n++) {
        for (int i = 0; i < part[n].count; i++) {
            out->curves[out->count++] = part[n].curves[i];
        }
        part[n].count = 0; /* the points have moved */
        out->crossings += part[n].crossings;
        out->evaluations += part[n].evaluations;
    }
    s = orient_all(request, out, why);
end:
    contour_clear(&part[0]);
    contour_clear(&part[1]);
    return s;
}

status contour_trace(const contour_request *request, contour *out, message *why)
{
    *out = (contour){0};
    const field *f = request->field;
    assert(f->first_row == 0 && f->rows == f->view.height);
    if (!(request->level >= 1e-30 && request->level <= 1e30)) {
        return refuse(why, "level %g: a growth from 1e-30 to 1e30 is accepted", request->level);
    }
    if (!(request->pixel_tolerance >= 1e-6 && request->pixel_tolerance <= 1)) {
        return refuse(why, "tolerance %g: from 1e-6 to 1 pixel is accepted",
                      request->pixel_tolerance);
    }
    bool is_real = plane_has_every_w(f->view.plane) && phi_describe(request->phi)->degree == 1;
    return is_real && !request->star ? trace_both(request, out, why)
                                     : trace_branch(request, 0, out, why);
}

void contour_clear(contour *c)
{
    for (int i = 0; i < c->count; i++) {
        free(c->curves[i].x);
        free(c->curves[i].y);
    }
    free(c->curves);
    *c = (contour){0};
}
