#include "field/contour.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "field/kernel.h"

enum { NONE = -1, VISITED = -2, MAX_DEPTH = 8 };

/* Excess is log(growth / level). Poles and zeros are cut off here so that secants stay finite. */
static const double largest_excess = 50;

/* Growths of the field are right to 1e-6 near the unit circle and to 1e-3 elsewhere (when computed
 * for display). When closer than this to the level, the reference evaluator says on which side
 * they are. */
static const double trusted_near_circle = 1e-5;
static const double trusted_elsewhere = 2e-3;

/* An end of an edge that is further than this on the wrong side is not on the curve. */
static const double noise = 1e-12;

/* Where a parasitic root has modulus 1 the growth is 1, up to this, in a whole region. */
static const double flat = 2e-11;

/* Vertices closer than this, in pixels, are one. */
static const double same_vertex = 1e-7;

typedef struct vertex {
    double x, y;
    int next, previous; /* along the curve; NONE at its ends */
    bool is_loose;      /* a boundary pixel beside the curve: chords to it are not refined */
} vertex;

/* One row of the grid: columns -1 .. width of the view. */
typedef struct grid_row {
    double y;
    float *growth;
    unsigned char *above;
    int *crossing; /* the vertex between this column and the next, or NONE */
} grid_row;

/* A place with the excess that was found there. */
typedef struct sample {
    double x, y, excess;
} sample;

typedef struct tracer {
    const contour_request *request;
    const view *view;
    double pixel_x, pixel_y;
    double trusted; /* excesses of the field larger than this */
    double *x;      /* of the columns -1 .. width */
    slice slice;
    double *coefficients; /* of the slice */
    double slice_w;
    warm_start sides; /* of the two columns outside of the view */
    grid_row upper, lower;
    vertex *vertices;
    int count, capacity;
    long evaluations;
    status status; /* the first failure; then everything is skipped */
    message *why;
} tracer;

/* Points of the curve at hand. */
typedef struct polyline {
    vertex *points;
    int count, capacity;
} polyline;

/* Makes room for one more vertex; false when there is none. */
static bool grow(tracer *t, vertex **items, int count, int *capacity)
{
    if (count < *capacity || t->status != STATUS_OK) {
        return t->status == STATUS_OK;
    }
    vertex *larger = NULL;
    if (*capacity <= INT_MAX / 2) {
        int wanted = *capacity > 0 ? 2 * *capacity : 256;
        larger = realloc(*items, (size_t)wanted * sizeof *larger);
        *capacity = larger != NULL ? wanted : *capacity;
    }
    if (larger == NULL) {
        t->status = fail(t->why, "out of memory: a contour of more than %d points", count);
        return false;
    }
    *items = larger;
    return true;
}

/* Sets the slice for a height y of the plane. */
static void set_slice(tracer *t, double y)
{
    double w = t->view->plane == PLANE_Z ? t->view->w : y;
    if (w == t->slice_w || t->status != STATUS_OK) {
        return;
    }
    t->slice_w = w;
    t->status = phi_slice_numbers(t->request->phi, w, t->coefficients, t->why);
}

static point point_at(tracer *t, double x, double y)
{
    set_slice(t, y);
    t->evaluations++;
    point p = point_evaluate(&t->slice, CMPLX(x, t->view->plane == PLANE_Z ? y : 0));
    p.growth *= t->request->star ? exp(-x) : 1;
    return p;
}

/* The verdict of the field tells the side of |sigma| = 1, where rounding might not. */
static bool uses_verdict(const tracer *t)
{
    return t->request->level == 1 && !t->request->star;
}

/* Undefined points count as below. */
static double excess_of(const tracer *t, double growth)
{
    double excess = log(growth / t->request->level);
    return excess > largest_excess    ? largest_excess
           : excess > -largest_excess ? excess
                                      : -largest_excess;
}

static double excess_at(tracer *t, double x, double y)
{
    return excess_of(t, point_at(t, x, y).growth);
}

static bool is_above(const tracer *t, const point *p)
{
    return uses_verdict(t) ? p->verdict == VERDICT_UNSTABLE || p->verdict == VERDICT_POLE
                           : p->growth > t->request->level;
}

/* Signs of growths in single precision; near the level the reference evaluator gives them. */
static void compare(tracer *t, const double *x, double y, int count, const float *growth,
                    unsigned char *above)
{
    float level = (float)t->request->level;
    float width = (float)t->trusted * level;
    int near = 0;
    for (int i = 0; i < count; i++) {
        above[i] = growth[i] > level;
        near |= !(growth[i] > level + width) & !(growth[i] < level - width);
    }
    for (int i = 0; i < count && near; i++) {
        if (!(fabsf(growth[i] - level) > width)) {
            point p = point_at(t, x[i], y);
            above[i] = is_above(t, &p);
        }
    }
}

/* Pixels that the field does not have. */
static void compute_outside(tracer *t, const double *x, double y, int count, warm_start *warm,
                            float *growth, unsigned char *above)
{
    set_slice(t, y);
    const slice *s = &t->slice;
    kernel_for(s->degree, s->degree_z)(s, x, t->view->plane == PLANE_Z ? y : 0, count, growth,
                                       warm);
    t->evaluations += count;
    for (int i = 0; i < count; i++) {
        if (!kernel_decides(growth[i])) {
            growth[i] = (float)point_at(t, x[i], y).growth;
        } else if (t->request->star) {
            growth[i] *= (float)exp(-x[i]);
        }
    }
    compare(t, x, y, count, growth, above);
}

static void load_row(tracer *t, int row, grid_row *to)
{
    const field *f = t->request->field;
    int width = t->view->width;
    to->y = view_y(t->view, row);
    if (row < 0 || row >= t->view->height) {
        warm_start warm = {0};
        compute_outside(t, t->x, to->y, width + 2, &warm, to->growth, to->above);
        return;
    }
    size_t at = (size_t)row * (size_t)width;
    memcpy(to->growth + 1, f->growth + at, (size_t)width * sizeof *to->growth);
    for (int i = 1; i <= width && t->request->star; i++) {
        to->growth[i] *= (float)exp(-t->x[i]);
    }
    if (uses_verdict(t)) {
        for (int i = 0; i < width; i++) {
            verdict v = (verdict)f->verdict[at + (size_t)i];
            to->above[i + 1] = (v == VERDICT_UNSTABLE) | (v == VERDICT_POLE);
        }
    } else {
        compare(t, t->x + 1, to->y, width, to->growth + 1, to->above + 1);
    }
    const double sides[2] = {t->x[0], t->x[width + 1]};
    float growth[2];
    unsigned char above[2];
    compute_outside(t, sides, to->y, 2, &t->sides, growth, above);
    to->growth[0] = growth[0];
    to->above[0] = above[0];
    to->growth[width + 1] = growth[1];
    to->above[width + 1] = above[1];
}

static sample between(const sample *from, const sample *to, double part)
{
    /* Edges run along the axes: their common coordinate must stay the same double. */
    return (sample){.x = from->x == to->x ? to->x : from->x + part * (to->x - from->x),
                    .y = from->y == to->y ? to->y : from->y + part * (to->y - from->y)};
}

/* Secants within a bracket, in parts of the way from its lower end to its upper one. */
typedef struct search {
    double bottom, top;
    double before, before_excess, last, last_excess;
    double steps[2]; /* the two before the next one */
    int secants;     /* in succession */
} search;

static search search_begin(double low_excess, double high_excess)
{
    search s = {.top = 1, .steps = {1, 1}};
    bool low_is_nearer = -low_excess < high_excess;
    s.before = low_is_nearer ? 1 : 0;
    s.last = 1 - s.before;
    s.before_excess = low_is_nearer ? high_excess : low_excess;
    s.last_excess = low_is_nearer ? low_excess : high_excess;
    return s;
}

/* The next place to look at; false when it is the last.
 *
 * Secants leave an error of C d1 d0 after steps of d0 and d1, C = |g''/2g'|. Steps tell C: it is
 * d1/(d0 d) with the step d before, so that the error is d1^2/d, which says when to stop without
 * another evaluation. As long as C is not known it is taken as 1 per pixel. At the kinks of
 * |sigma|max, where roots meet, there is no C: steps shrink slowly, then bisection helps. */
static bool search_next(search *s, double *next)
{
    enum { PATIENCE = 5 };
    static const double settled = 1e-14;
    double slope = (s->last_excess - s->before_excess) / (s->last - s->before);
    *next = s->last - s->last_excess / slope;
    bool is_inside = *next >= s->bottom && *next <= s->top;
    double step = fabs(*next - s->last);
    double error = s->secants < 2 ? step * s->steps[1] : step * step / s->steps[0];
    if (is_inside && error <= settled && (step <= 0.1 * s->steps[1] || step <= settled)) {
        return false;
    }
    s->secants++;
    if (!is_inside || s->secants > PATIENCE) {
        *next = s->bottom + (s->top - s->bottom) / 2;
        s->secants = 0;
    }
    s->steps[0] = s->steps[1];
    s->steps[1] = fabs(*next - s->last);
    return *next > s->bottom && *next < s->top;
}

static void search_found(search *s, double at, double excess)
{
    s->before = s->last;
    s->before_excess = s->last_excess;
    s->last = at;
    s->last_excess = excess;
    *(excess > 0 ? &s->top : &s->bottom) = at;
}

/* Where the excess is 0 on the way from `low` (excess <= 0) to `high` (excess >= 0). */
static sample find_crossing(tracer *t, sample low, sample high)
{
    enum { MAX_STEPS = 400 }; /* every sixth halves the bracket: it ends before that */
    search s = search_begin(low.excess, high.excess);
    double part = s.last;
    for (int n = 0; n < MAX_STEPS && s.last_excess != 0 && search_next(&s, &part); n++) {
        sample here = between(&low, &high, part);
        search_found(&s, part, excess_at(t, here.x, here.y));
    }
    return between(&low, &high, part);
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

static sample corner(tracer *t, const grid_row *row, int column)
{
    sample s = {.x = t->x[column], .y = row->y, .excess = excess_of(t, row->growth[column])};
    if (!(fabs(s.excess) > t->trusted)) {
        s.excess = excess_at(t, s.x, s.y);
    }
    return s;
}

/* Where the growth begins to rise on the way from `low`, which is in a flat region, by bisection:
 * there is no slope on one side. */
static sample find_rise(tracer *t, sample low, sample high)
{
    double bottom = 0, top = 1;
    while (top - bottom > 1e-13) {
        double middle = (bottom + top) / 2;
        sample here = between(&low, &high, middle);
        *(excess_at(t, here.x, here.y) > flat ? &top : &bottom) = middle;
    }
    return between(&low, &high, bottom);
}

/* The vertex on an edge whose lower end is on the level as far as one can tell: that end, unless
 * all is flat there. */
static int cross_at_end(tracer *t, sample low, sample high)
{
    sample next = between(&low, &high, 1e-3);
    bool is_flat = high.excess > flat && low.excess <= flat && excess_at(t, next.x, next.y) <= flat;
    sample s = is_flat ? find_rise(t, low, high) : low;
    return add_vertex(t, (vertex){.x = s.x, .y = s.y, .is_loose = is_flat || low.excess > noise});
}

/* The vertex on the edge between two corners of which one is above. */
static int cross_edge(tracer *t, const grid_row *row_a, int column_a, const grid_row *row_b,
                      int column_b)
{
    bool a_is_above = row_a->above[column_a] != 0;
    sample a = corner(t, row_a, column_a);
    sample b = corner(t, row_b, column_b);
    sample low = a_is_above ? b : a;
    sample high = a_is_above ? a : b;
    if (!(low.excess < -noise)) {
        return cross_at_end(t, low, high);
    }
    /* A double root on the circle is unstable whatever its modulus. */
    if (!(high.excess > 0)) {
        return add_vertex(t, (vertex){.x = high.x, .y = high.y, .is_loose = high.excess < -noise});
    }
    sample s = find_crossing(t, low, high);
    return add_vertex(t, (vertex){.x = s.x, .y = s.y});
}

/* The next cell between two rows (which may be the same) of which not all corners agree, eight at
 * a time: nearly all cells agree. Rows have eight columns to spare. */
static int next_cell(const grid_row *u, const grid_row *l, int from, int count)
{
    for (int i = from; i < count; i += 8) {
        uint64_t corners[4];
        memcpy(&corners[0], u->above + i, sizeof corners[0]);
        memcpy(&corners[1], u->above + i + 1, sizeof corners[1]);
        memcpy(&corners[2], l->above + i + 1, sizeof corners[2]);
        memcpy(&corners[3], l->above + i, sizeof corners[3]);
        if (((corners[0] ^ corners[1]) | (corners[1] ^ corners[2]) | (corners[2] ^ corners[3])) ==
            0) {
            continue;
        }
        for (int k = i; k < i + 8 && k < count; k++) {
            if (u->above[k] != u->above[k + 1] || l->above[k] != l->above[k + 1] ||
                u->above[k] != l->above[k]) {
                return k;
            }
        }
    }
    return count;
}

static void cross_row(tracer *t, grid_row *row)
{
    int cells = t->view->width + 1;
    memset(row->crossing, 0xff, (size_t)cells * sizeof *row->crossing); /* NONE */
    for (int i = next_cell(row, row, 0, cells); i < cells; i = next_cell(row, row, i + 1, cells)) {
        row->crossing[i] = cross_edge(t, row, i, row, i + 1);
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
        double x = (t->x[column] + t->x[column + 1]) / 2;
        point p = point_at(t, x, (t->upper.y + t->lower.y) / 2);
        centre = is_above(t, &p);
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
    const grid_row *u = &t->upper;
    const grid_row *l = &t->lower;
    int cells = t->view->width + 1;
    int left = u->above[0] != l->above[0] ? cross_edge(t, u, 0, l, 0) : NONE;
    int last = 0;
    for (int i = next_cell(u, l, 0, cells); i < cells; i = next_cell(u, l, i + 1, cells)) {
        left = i <= last + 1 ? left : NONE;
        bool above[4] = {u->above[i], u->above[i + 1], l->above[i + 1], l->above[i]};
        int right = above[1] != above[2] ? cross_edge(t, u, i + 1, l, i + 1) : NONE;
        join_cell(t, i, above, (int[4]){u->crossing[i], right, l->crossing[i], left});
        left = right;
        last = i;
    }
}

static void check_cancel(tracer *t)
{
    const atomic_bool *cancel = t->request->cancel;
    if (t->status == STATUS_OK && cancel != NULL && atomic_load(cancel)) {
        t->status = STATUS_NO;
    }
}

static void march(tracer *t)
{
    for (int row = -1; row <= t->view->height && t->status == STATUS_OK; row++) {
        load_row(t, row, &t->lower);
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
    s.excess = excess_at(t, s.x, s.y);
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
            sample s = is_left ? find_crossing(t, last, next) : find_crossing(t, next, last);
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
    for (int i = 0; i < count && t->status == STATUS_OK; i++) {
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
static void store_curve(tracer *t, const polyline *from, bool closed, contour *out)
{
    if (t->status != STATUS_OK) {
        return;
    }
    curve *c = &out->curves[out->count++];
    *c = (curve){.count = from->count, .closed = closed};
    t->status = memory_allocate(&c->x, (size_t)from->count, sizeof *c->x, t->why);
    if (t->status == STATUS_OK) {
        t->status = memory_allocate(&c->y, (size_t)from->count, sizeof *c->y, t->why);
    }
    for (int i = 0; i < from->count && t->status == STATUS_OK; i++) {
        c->x[i] = from->points[i].x;
        c->y[i] = from->points[i].y;
    }
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

static void collect_curves(tracer *t, bool closed, vertex *chain, polyline *line, contour *out)
{
    for (int i = 0; i < t->count && t->status == STATUS_OK; i++) {
        int before = t->vertices[i].previous;
        if (before == VISITED || (!closed && before != NONE)) {
            continue;
        }
        int count = follow(t, i, chain);
        count = thin_out(t, chain, count, closed);
        if (count < 2) {
            continue; /* a single point: nothing to draw */
        }
        refine_chain(t, chain, count, closed, line);
        store_curve(t, line, closed, out);
    }
}

/* Open curves first, from their beginnings; what is left then is closed. */
static void chain_vertices(tracer *t, contour *out)
{
    vertex *chain = NULL;
    polyline line = {0};
    if (t->status == STATUS_OK) {
        t->status = memory_allocate(&chain, (size_t)t->count, sizeof *chain, t->why);
    }
    if (t->status == STATUS_OK) {
        /* A curve has two vertices at least. */
        size_t most = (size_t)t->count / 2 + 1;
        t->status = memory_allocate(&out->curves, most, sizeof *out->curves, t->why);
    }
    if (t->status == STATUS_OK) {
        collect_curves(t, false, chain, &line, out);
        collect_curves(t, true, chain, &line, out);
    }
    free(line.points);
    free(chain);
}

static status allocate_row(const tracer *t, grid_row *row)
{
    size_t columns = (size_t)t->view->width + 2;
    status s = memory_allocate(&row->growth, columns, sizeof *row->growth, t->why);
    s = s == STATUS_OK ? memory_allocate(&row->above, columns + 8, sizeof *row->above, t->why) : s;
    return s == STATUS_OK ? memory_allocate(&row->crossing, columns, sizeof *row->crossing, t->why)
                          : s;
}

static void free_row(grid_row *row)
{
    free(row->growth);
    free(row->above);
    free(row->crossing);
}

static status prepare(tracer *t)
{
    const view *v = t->view;
    const phi_info *info = phi_describe(t->request->phi);
    size_t length = (size_t)(info->degree + 1) * (size_t)(info->degree_z + 1);
    t->pixel_x = (v->x1 - v->x0) / v->width;
    t->pixel_y = (v->y1 - v->y0) / v->height;
    t->trusted = t->request->level == 1 ? trusted_near_circle : trusted_elsewhere;
    t->slice_w = NAN;
    status s = memory_allocate(&t->coefficients, length, sizeof *t->coefficients, t->why);
    t->slice = (slice){.degree = info->degree, .degree_z = info->degree_z, .c = t->coefficients};
    s = s == STATUS_OK ? memory_allocate(&t->x, (size_t)v->width + 2, sizeof *t->x, t->why) : s;
    for (int i = 0; i < v->width + 2 && s == STATUS_OK; i++) {
        t->x[i] = view_x(v, i - 1);
    }
    s = s == STATUS_OK ? allocate_row(t, &t->upper) : s;
    return s == STATUS_OK ? allocate_row(t, &t->lower) : s;
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
    tracer t = {.request = request, .view = &f->view, .why = why};
    t.status = prepare(&t);
    march(&t);
    chain_vertices(&t, out);
    out->crossings = t.count;
    out->evaluations = t.evaluations;
    free(t.coefficients);
    free(t.x);
    free_row(&t.upper);
    free_row(&t.lower);
    free(t.vertices);
    return t.status;
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
