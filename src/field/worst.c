#include "field/worst.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

#include "field/inside.h"
#include "numerics/roots.h"

/* The answer is proved to be within this part of the largest growth. */
static const double proved = 2e-10;

enum { MAX_PIECES = 1 << 16 };

status worst_init(worst *out, const phi *p, const view *v, message *why)
{
    const phi_info *info = phi_describe(p);
    *out = (worst){.low = v->w, .high = v->w_most};
    if (info->spin == PHI_NEEDS_W) {
        return refuse(why,
                      "%.200s: with a rotating kernel there is no polynomial in w, and no "
                      "worst case of all w",
                      info->method);
    }
    if (info->spin == PHI_ODE_ONLY && (v->w != 0 || v->w_most != 0)) {
        return refuse(why, "w from %g to %g: %.200s is for ODEs only; accepted: 0", v->w, v->w_most,
                      info->method);
    }
    bool inverted = v->chart == CHART_INFINITY;
    TRY(in_w_source_init(&out->phi, p, inverted, false, why));
    return in_w_source_init(&out->mirror, p, inverted, true, why);
}

void worst_clear(worst *w)
{
    in_w_source_clear(&w->phi);
    in_w_source_clear(&w->mirror);
}

/* The largest growth so far, and what it is found with. */
typedef struct search {
    in_w at;
    double growth, where;
    int pieces;
    bool is_warm; /* the roots of the last w are known, from which those at the next are found */
    double complex roots[METHOD_MAX_STEPS];
} search;

/* The coefficients at one w, near 1 in size. Returns the highest that does not vanish, or -1. */
static int coefficients_at(search *s, double w, double complex *c)
{
    double complex terms[IN_W_ROWS][IN_W_TERMS];
    double largest = 0;
    int top = -1;
    in_w_expand(&s->at, w, 1, terms);
    for (int j = 0; j <= s->at.of->degree; j++) {
        c[j] = terms[j][0];
        top = c[j] != 0 ? j : top;
        largest = fmax(largest, cabs(c[j]));
    }
    for (int j = 0; j <= s->at.of->degree && largest > 0; j++) {
        c[j] = CMPLX(creal(c[j]) / largest, cimag(c[j]) / largest);
    }
    return top;
}

static point point_at(search *s, double w)
{
    double complex c[IN_W_ROWS];
    int top = coefficients_at(s, w, c);
    return point_of_roots(c, s->at.of->degree, top);
}

/* 1/x; there is no x so large or small here that it matters. */
static double complex inverse(double complex x)
{
    double size = creal(x) * creal(x) + cimag(x) * cimag(x);
    return CMPLX(creal(x) / size, -cimag(x) / size);
}

/* One step of Aberth's iteration; how far the roots moved, against their size. */
static double aberth_step(const double complex *c, int degree, double complex *roots)
{
    double moved = 0;
    for (int n = 0; n < degree; n++) {
        double complex value = c[degree], slope = 0, others = 0;
        for (int j = degree - 1; j >= 0; j--) {
            slope = slope * roots[n] + value;
            value = value * roots[n] + c[j];
        }
        for (int k = 0; k < degree; k++) {
            others += k != n ? inverse(roots[n] - roots[k]) : 0;
        }
        double complex step = value * inverse(slope - value * others);
        roots[n] -= step;
        moved = fmax(moved, (fabs(creal(step)) + fabs(cimag(step))) /
                                (1 + fabs(creal(roots[n])) + fabs(cimag(roots[n]))));
    }
    return moved;
}

/* The growth at w, NaN where it is undefined. Aberth's iteration is of third order, so that a step
 * of 1e-6 is the last that shows. */
static double growth_at(search *s, double w)
{
    enum { PATIENCE = 12 };
    static const double settled = 1e-6;
    double complex c[IN_W_ROWS];
    int degree = s->at.of->degree, top = coefficients_at(s, w, c);
    if (top < degree || degree < 3) {
        return point_of_roots(c, degree, top).growth;
    }
    double moved = 1, largest = 0;
    for (int n = 0; n < PATIENCE && s->is_warm && moved > settled; n++) {
        moved = aberth_step(c, degree, s->roots);
    }
    s->is_warm = moved <= settled || complex_polynomial_roots(c, degree, s->roots);
    for (int n = 0; n < degree && s->is_warm; n++) {
        largest = fmax(largest, cabs(s->roots[n]));
    }
    return s->is_warm ? largest : NAN;
}

/* Takes w if it is worse, by more than rounding. */
static bool try_w(search *s, double w)
{
    double growth = growth_at(s, w);
    bool is_worse = growth > s->growth * (1 + 16 * DBL_EPSILON);
    if (is_worse) {
        s->growth = growth;
        s->where = w;
    }
    return is_worse;
}

/* Moves w to a real zero of the leading coefficient nearby, as near as doubles come. */
static double polish_pole(search *s, double w)
{
    double complex terms[IN_W_ROWS][IN_W_TERMS];
    const double complex *lead = terms[s->at.of->degree];
    for (int n = 0; n < 3; n++) {
        in_w_expand(&s->at, w, 1, terms);
        w -= lead[0] != 0 && lead[1] != 0 ? creal(lead[0] / lead[1]) : 0;
    }
    return w;
}

/* Where the leading coefficient is nearest to 0, about: at poles and beside them growth is large.
 */
static void try_poles(search *s, double low, double high)
{
    const double complex *lead = s->at.c[s->at.of->degree];
    const double *size = s->at.size[s->at.of->degree];
    double complex roots[IN_W_TERMS];
    int m = s->at.of->degree_w;
    while (m > 0 && cabs(lead[m]) <= 64 * DBL_EPSILON * size[m]) {
        m--;
    }
    if (m == 1) {
        roots[0] = -lead[0] / lead[1];
    } else if (m > 1 && !complex_polynomial_roots(lead, m, roots)) {
        return;
    }
    for (int n = 0; n < m && s->growth < INFINITY; n++) {
        double w = creal(roots[n]);
        if (w >= low && w <= high) {
            bool is_near = fabs(cimag(roots[n])) <= 1e-6 * (1 + fabs(w));
            w = is_near ? polish_pole(s, w) : w;
            try_w(s, fmin(fmax(w, low), high));
        }
    }
}

/* Is no growth in the piece larger than what was found? Else *w is where it looks largest. */
static bool is_settled(search *s, double low, double high, double *w)
{
    bool has_best = s->where >= low && s->where <= high;
    double about = has_best ? s->where : low + (high - low) / 2;
    double reach = fmax(high - about, about - low), where;
    double complex terms[IN_W_ROWS][IN_W_TERMS];
    series a[IN_W_ROWS];
    int degree = s->at.of->degree;
    double radius = fmax(s->growth * (1 + proved), 1e-100), power = 1;
    in_w_expand(&s->at, about, s->at.of->degree_w, terms);
    for (int j = 0; j <= degree; j++, power *= radius) {
        for (int k = 0; k <= s->at.of->degree_w; k++) {
            terms[j][k] *= power;
        }
        a[j] = series_make(terms[j], s->at.of->degree_w, reach);
    }
    bool is_proved =
        series_roots_inside(a, degree, (low - about) / reach, (high - about) / reach, &where);
    *w = fmin(fmax(about + reach * where, low), high);
    return is_proved;
}

/* Halves what is not settled. Pieces as narrow as doubles are told by the values in them. */
static void search_piece(search *s, double low, double high)
{
    struct {
        double low, high;
    } stack[128];
    int count = 1;
    stack[0].low = low;
    stack[0].high = high;
    while (count > 0 && s->growth < INFINITY && s->pieces++ < MAX_PIECES) {
        double from = stack[count - 1].low, to = stack[count - 1].high, w;
        if (is_settled(s, from, to, &w)) {
            count--;
            continue;
        }
        if (try_w(s, w)) {
            continue;
        }
        double width = to - from, middle = from + width / 2;
        bool has_best = s->where > from + width / 64 && s->where < to - width / 64;
        double at = has_best ? s->where : middle;
        count--;
        if (width > 64 * DBL_EPSILON * fmax(fabs(from), fabs(to)) && count + 2 <= 128) {
            stack[count].low = at;
            stack[count++].high = to;
            stack[count].low = from;
            stack[count++].high = at;
        }
    }
}

/* The end of the piece of an interval that begins at w: halves and doubles of 1. */
static double piece_end(double w, double high)
{
    double end = w < -2 ? w / 2 : w < -1 ? -1 : w < 0 ? 0 : w < 1 ? 1 : 2 * w;
    return end < high ? end : high;
}

/* Intervals up to this width are looked at as they are; of wider ones what is beyond `near` as a
 * function of 1/w. */
static const double narrow = 8, near = 2;

/* Everything in the interval, which is one of w or of 1/w. */
static void search_interval(search *s, double low, double high)
{
    if (low < high) {
        try_poles(s, low, high);
        try_w(s, low);
        try_w(s, low + (high - low) / 2);
        search_piece(s, low, high);
    }
}

/* Takes the better one of what is known at w and at 1/w. */
static void take_mirrored(search *s, const search *mirrored)
{
    if (mirrored->growth > s->growth) {
        s->growth = mirrored->growth;
        s->where = 1 / mirrored->where;
    }
}

static void search_wide(search *s, const worst *w, double complex z)
{
    search_interval(s, fmax(w->low, -near), fmin(w->high, near));
    search far = {.growth = s->growth, .where = 1 / s->where};
    in_w_set(&far.at, &w->mirror, z);
    if (w->high > near) {
        search_interval(&far, 1 / w->high, 1 / fmax(w->low, near));
    }
    if (w->low < -near) {
        search_interval(&far, 1 / fmin(w->high, -near), 1 / w->low);
    }
    take_mirrored(s, &far);
}

/* At one w, as the search sees it. */
static point point_seen(search *s, const worst *of, double complex z, double w)
{
    bool is_far = of->high - of->low > narrow && fabs(w) > near;
    if (!is_far) {
        return point_at(s, w);
    }
    search far = {.where = 1 / w};
    in_w_set(&far.at, &of->mirror, z);
    return point_at(&far, 1 / w);
}

point worst_evaluate(const worst *w, double complex z, double *where)
{
    search s = {.where = w->low};
    in_w_set(&s.at, &w->phi, z);
    point best = point_seen(&s, w, z, w->low);
    point other = point_seen(&s, w, z, w->high);
    /* A double root on the circle is unstable without being larger. */
    if (best.verdict == VERDICT_UNDEFINED || other.growth > best.growth ||
        (other.growth == best.growth && other.verdict == VERDICT_UNSTABLE)) {
        best = other;
        s.where = w->high;
    }
    s.growth = isnan(best.growth) ? 0 : best.growth;
    double before = s.where;
    if (w->phi.degree_w > 0 && w->high - w->low > narrow) {
        search_wide(&s, w, z);
    } else if (w->phi.degree_w > 0 && w->low < w->high) {
        try_poles(&s, w->low, w->high);
        for (double at = w->low; at < w->high; at = piece_end(at, w->high)) {
            try_w(&s, at);
        }
        search_piece(&s, w->low, w->high);
    }
    if (s.where != before) {
        best = point_seen(&s, w, z, s.where);
    }
    if (where != NULL) {
        *where = best.verdict == VERDICT_UNDEFINED ? NAN : s.where;
    }
    return best;
}
