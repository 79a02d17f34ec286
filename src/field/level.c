#include "field/level.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Excess is log(growth / value). Poles and zeros are cut off here so that secants stay finite. */
static const double largest_excess = 50;

/* Growths of the field are right to 1e-6 near the unit circle and to 1e-3 elsewhere (when computed
 * for display). When closer than this to the value, the reference evaluator says on which side
 * they are. */
static const double trusted_near_circle = 1e-5;
static const double trusted_elsewhere = 2e-3;

/* Where a parasitic root has modulus 1 the growth is 1, up to this, in a whole region. */
static const double flat = 2e-11;

/* Sets the slice for a height y of the plane. */
static void set_slice(level *l, double y)
{
    double w = view_w(l->view, y);
    if (w == l->slice_w || l->status != STATUS_OK || l->view->every_w) {
        return;
    }
    slice next;
    l->status = slice_take(&next, l->phi, w, l->view->chart == CHART_INFINITY, l->why);
    if (l->status != STATUS_OK) { /* until somebody sees that, the old one serves */
        slice_clear(&next);
        return;
    }
    slice_clear(&l->slice);
    l->slice = next;
    l->sides.errors_of = NULL; /* another slice in the same place */
    l->slice_w = w;
    l->slice_size = 0;
    for (int i = 0; i < (next.degree + 1) * (next.degree_z + 1); i++) {
        l->slice_size += fabs(next.c[i]);
    }
}

status level_init(level *l, const field *f, const phi *p, double value, bool star, int branch,
                  message *why)
{
    const view *v = &f->view;
    *l = (level){.field = f,
                 .view = v,
                 .phi = p,
                 .value = value,
                 .star = star,
                 .branch = branch,
                 .why = why};
    l->trusted = value == 1 ? trusted_near_circle : trusted_elsewhere;
    l->slice_w = NAN;
    set_slice(l, v->y0);
    TRY(l->status);
    TRY(memory_allocate(&l->x, (size_t)v->width + 2, sizeof *l->x, why));
    for (int i = 0; i < v->width + 2; i++) {
        l->x[i] = view_x(v, i - 1);
    }
    return v->every_w ? worst_init(&l->worst, p, v, why) : STATUS_OK;
}

void level_clear(level *l)
{
    slice_clear(&l->slice);
    free(l->x);
    worst_clear(&l->worst);
}

status level_row_init(level_row *row, const level *l)
{
    size_t columns = (size_t)l->view->width + 2;
    *row = (level_row){0};
    TRY(memory_allocate(&row->growth, columns, sizeof *row->growth, l->why));
    return memory_allocate(&row->above, columns + 8, sizeof *row->above, l->why);
}

void level_row_clear(level_row *row)
{
    free(row->growth);
    free(row->above);
}

static point point_at(level *l, double x, double y)
{
    set_slice(l, y);
    l->evaluations++;
    double complex z = view_argument(l->view, x, y);
    point p = l->view->every_w ? worst_evaluate(&l->worst, z, NULL) : point_evaluate(&l->slice, z);
    p.growth *= l->star ? exp(-x) : 1;
    return p;
}

/* The verdict of the field tells the side of |sigma| = 1, where rounding might not. */
static bool uses_verdict(const level *l)
{
    return l->value == 1 && !l->star;
}

/* Undefined points count as below. */
static double excess_of(const level *l, double growth)
{
    double excess = log(growth / l->value);
    return excess > largest_excess    ? largest_excess
           : excess > -largest_excess ? excess
                                      : -largest_excess;
}

/* N - branch * value * D for real z = x, a polynomial; the slice is set. Slices are scaled by
 * powers of two, which must not show: hence the division. */
static double branch_excess(level *l, double x)
{
    const double *c = l->slice.c;
    int n = l->slice.degree_z;
    double N = 0, D = 0;
    for (int i = n; i >= 0; i--) {
        N = N * x - c[i];
        D = D * x + c[n + 1 + i];
    }
    double excess = (N - l->branch * l->value * D) / l->slice_size;
    return isfinite(excess) ? excess : 0;
}

double level_excess(level *l, double x, double y)
{
    if (l->branch != 0) {
        set_slice(l, y);
        l->evaluations++;
        return branch_excess(l, x);
    }
    return excess_of(l, point_at(l, x, y).growth);
}

bool level_is_above(level *l, double x, double y)
{
    if (l->branch != 0) {
        return level_excess(l, x, y) > 0;
    }
    point p = point_at(l, x, y);
    return uses_verdict(l) ? p.verdict == VERDICT_UNSTABLE || p.verdict == VERDICT_POLE
                           : p.growth > l->value;
}

/* Signs of growths in single precision; near the value the reference evaluator gives them. */
static void compare(level *l, const double *x, double y, int count, const float *growth,
                    unsigned char *above)
{
    float value = (float)l->value;
    float width = (float)l->trusted * value;
    int near = 0;
    for (int i = 0; i < count; i++) {
        above[i] = growth[i] > value;
        near |= !(growth[i] > value + width) & !(growth[i] < value - width);
    }
    for (int i = 0; i < count && near; i++) {
        if (!(fabsf(growth[i] - value) > width)) {
            above[i] = level_is_above(l, x[i], y);
        }
    }
}

/* Pixels that the field does not have. */
static void compute_outside(level *l, const double *x, double y, int count, warm_start *warm,
                            float *growth, unsigned char *above)
{
    set_slice(l, y);
    const slice *s = &l->slice;
    bool has_kernel = l->view->chart != CHART_LOG && !l->view->every_w;
    if (has_kernel) {
        kernel_for(s->degree, s->degree_z)(s, x, view_imaginary(l->view, y), count, growth, warm);
        l->evaluations += count;
    }
    for (int i = 0; i < count; i++) {
        if (!has_kernel || !kernel_decides(growth[i])) {
            growth[i] = (float)point_at(l, x[i], y).growth;
        } else if (l->star) {
            growth[i] *= (float)exp(-x[i]);
        }
    }
    compare(l, x, y, count, growth, above);
}

void level_load_row(level *l, int row, level_row *to)
{
    const field *f = l->field;
    int width = l->view->width;
    to->y = view_y(l->view, row);
    if (l->branch != 0) {
        set_slice(l, to->y);
        for (int i = 0; i < width + 2; i++) {
            double excess = branch_excess(l, l->x[i]);
            to->growth[i] = (float)excess;
            to->above[i] = excess > 0;
        }
        return;
    }
    if (row < 0 || row >= l->view->height) {
        warm_start warm = {0};
        compute_outside(l, l->x, to->y, width + 2, &warm, to->growth, to->above);
        return;
    }
    size_t at = (size_t)row * (size_t)width;
    memcpy(to->growth + 1, f->growth + at, (size_t)width * sizeof *to->growth);
    for (int i = 1; i <= width && l->star; i++) {
        to->growth[i] *= (float)exp(-l->x[i]);
    }
    if (uses_verdict(l)) {
        for (int i = 0; i < width; i++) {
            verdict v = (verdict)f->verdict[at + (size_t)i];
            to->above[i + 1] = (v == VERDICT_UNSTABLE) | (v == VERDICT_POLE);
        }
    } else {
        compare(l, l->x + 1, to->y, width, to->growth + 1, to->above + 1);
    }
    const double sides[2] = {l->x[0], l->x[width + 1]};
    float growth[2];
    unsigned char above[2];
    compute_outside(l, sides, to->y, 2, &l->sides, growth, above);
    to->growth[0] = growth[0];
    to->above[0] = above[0];
    to->growth[width + 1] = growth[1];
    to->above[width + 1] = above[1];
}

/* Eight at a time: nearly all cells agree. Rows have eight columns to spare. */
int level_next_cell(const level_row *upper, const level_row *lower, int from, int count)
{
    for (int i = from; i < count; i += 8) {
        uint64_t corners[4];
        memcpy(&corners[0], upper->above + i, sizeof corners[0]);
        memcpy(&corners[1], upper->above + i + 1, sizeof corners[1]);
        memcpy(&corners[2], lower->above + i + 1, sizeof corners[2]);
        memcpy(&corners[3], lower->above + i, sizeof corners[3]);
        if (((corners[0] ^ corners[1]) | (corners[1] ^ corners[2]) | (corners[2] ^ corners[3])) ==
            0) {
            continue;
        }
        for (int k = i; k < i + 8 && k < count; k++) {
            if (upper->above[k] != upper->above[k + 1] || lower->above[k] != lower->above[k + 1] ||
                upper->above[k] != lower->above[k]) {
                return k;
            }
        }
    }
    return count;
}

sample level_corner(level *l, const level_row *row, int column)
{
    sample s = {.x = l->x[column], .y = row->y, .excess = excess_of(l, row->growth[column])};
    if (l->branch != 0) {
        s.excess = level_excess(l, s.x, s.y);
        return s;
    }
    if (!(fabs(s.excess) > l->trusted)) {
        s.excess = level_excess(l, s.x, s.y);
    }
    return s;
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

sample level_find_crossing(level *l, sample low, sample high)
{
    enum { MAX_STEPS = 400 }; /* every sixth halves the bracket: it ends before that */
    /* Where roots meet the growth may go up like a square root on one side: secants then seem to
     * settle where it is not. */
    bool has_kinks = l->slice.degree > 1;
    search s = search_begin(low.excess, high.excess);
    double part = s.last;
    for (int n = 0; n < MAX_STEPS && s.last_excess != 0; n++) {
        bool is_last = !search_next(&s, &part);
        bool is_inside = part > s.bottom && part < s.top;
        if (is_last && (!has_kinks || !is_inside || fabs(s.last_excess) <= flat)) {
            break;
        }
        sample here = between(&low, &high, part);
        search_found(&s, part, level_excess(l, here.x, here.y));
    }
    return between(&low, &high, part);
}

/* By bisection: there is no slope on one side. */
bool level_find_rise(level *l, sample low, sample high, sample *rise)
{
    sample next = between(&low, &high, 1e-3);
    if (l->branch != 0 ||
        !(high.excess > flat && low.excess <= flat && level_excess(l, next.x, next.y) <= flat)) {
        return false;
    }
    double bottom = 0, top = 1;
    while (top - bottom > 1e-13) {
        double middle = (bottom + top) / 2;
        sample here = between(&low, &high, middle);
        *(level_excess(l, here.x, here.y) > flat ? &top : &bottom) = middle;
    }
    *rise = between(&low, &high, bottom);
    return true;
}
