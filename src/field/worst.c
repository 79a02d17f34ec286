#include "field/worst.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "numerics/bernstein.h"
#include "numerics/roots.h"

/* An interval of w that 17 samples are enough for. */
static const double widest_at_once = 8;

enum { MAX_W = METHOD_MAX_STAGES + 2, PLACES = 6 * MAX_W, SAMPLES = 17, SECTIONS = 12 };

/* Coefficients this small against their terms are zero, as in point.c. */
static const double vanishes = 1e-14;

static const double golden = 0.6180339887498949;

status worst_init(worst *out, const phi *p, const view *v, message *why)
{
    const phi_info *info = phi_describe(p);
    *out = (worst){.degree = info->degree,
                   .degree_z = info->degree_z,
                   .degree_w = info->degree_w,
                   .low = v->w,
                   .high = v->w_most};
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
    size_t length =
        (size_t)(info->degree + 1) * (size_t)(info->degree_z + 1) * (size_t)(info->degree_w + 1);
    status s = memory_allocate(&out->c, length, sizeof *out->c, why);
    double largest = 0;
    double *at = out->c;
    for (int j = 0; j <= info->degree && s == STATUS_OK; j++) {
        for (int i = 0; i <= info->degree_z; i++) {
            int power = v->chart == CHART_INFINITY ? info->degree_z - i : i;
            for (int k = 0; k <= info->degree_w; k++) {
                *at = phi_coefficient(p, j, power, k);
                largest = fmax(largest, fabs(*at++));
            }
        }
    }
    for (size_t n = 0; n < length && s == STATUS_OK; n++) {
        out->c[n] /= largest;
    }
    return s;
}

void worst_clear(worst *w)
{
    free(w->c);
    w->c = NULL;
}

/* Phi at one z: c_j as polynomials in w, with the sums of the moduli of their terms. */
typedef struct at_z {
    int degree, degree_w;
    double complex c[METHOD_MAX_STEPS + 1][MAX_W + 1];
    double size[METHOD_MAX_STEPS + 1][MAX_W + 1];
} at_z;

static void set_z(const worst *w, double complex z, at_z *out)
{
    /* Far out everything is divided by the highest power of z, as in point.c. */
    bool is_far = cabs(z) > 1e8;
    double complex x = is_far ? conj(z) / cabs(z) / cabs(z) : z;
    double modulus = cabs(x);
    int n = w->degree_z;
    out->degree = w->degree;
    out->degree_w = w->degree_w;
    for (int j = 0; j <= w->degree; j++) {
        for (int k = 0; k <= w->degree_w; k++) {
            double complex value = 0;
            double size = 0;
            for (int i = 0; i <= n; i++) {
                int power = is_far ? i : n - i;
                double c = w->c[(j * (n + 1) + power) * (w->degree_w + 1) + k];
                value = value * x + c;
                size = size * modulus + fabs(c);
            }
            out->c[j][k] = value;
            out->size[j][k] = size;
        }
    }
}

static point point_at(const at_z *a, double w)
{
    double complex c[METHOD_MAX_STEPS + 1];
    double largest = 0;
    int top = -1;
    for (int j = 0; j <= a->degree; j++) {
        double complex value = 0;
        double size = 0;
        for (int k = a->degree_w; k >= 0; k--) {
            value = value * w + a->c[j][k];
            size = size * fabs(w) + a->size[j][k];
        }
        bool is_zero = cabs(value) <= vanishes * size;
        c[j] = is_zero ? 0 : value;
        top = is_zero ? top : j;
        largest = fmax(largest, cabs(c[j]));
    }
    for (int j = 0; j <= a->degree && largest > 0; j++) {
        c[j] = CMPLX(creal(c[j]) / largest, cimag(c[j]) / largest);
    }
    return point_of_roots(c, a->degree, top);
}

/* The best so far. */
typedef struct record {
    point worst;
    double where;
    bool is_set;
} record;

static double growth_at(const at_z *a, double w, record *best)
{
    point p = point_at(a, w);
    if (p.verdict == VERDICT_UNDEFINED) {
        return 0;
    }
    /* A double root on the circle is unstable without being larger. */
    bool is_worse = p.growth > best->worst.growth ||
                    (p.growth == best->worst.growth && p.verdict == VERDICT_UNSTABLE);
    if (!best->is_set || is_worse) {
        *best = (record){.worst = p, .where = w, .is_set = true};
    }
    return p.growth;
}

/* |p(w)|^2 for real w: real coefficients of twice the degree. */
static void squared_modulus(const double complex *p, int degree, double *out)
{
    for (int n = 0; n <= 2 * degree; n++) {
        out[n] = 0;
    }
    for (int i = 0; i <= degree; i++) {
        for (int k = 0; k <= degree; k++) {
            out[i + k] += creal(p[i] * conj(p[k]));
        }
    }
}

/* The end of the piece of an interval that begins at w: halves and doubles of 1, so that a wide
 * interval does not drown what a polynomial does near 0 in rounding. */
static double piece_end(double w, double high)
{
    double end = w < -2 ? w / 2 : w < -1 ? -1 : w < 0 ? 0 : w < 1 ? 1 : 2 * w;
    return end < high ? end : high;
}

/* Where the derivative of |N|^2/|D|^2 vanishes in the interval: P'Q - PQ' = 0. */
static int critical_points(const worst *w, const at_z *a, double *out, int most)
{
    int m = a->degree_w;
    double P[2 * MAX_W + 1], Q[2 * MAX_W + 1];
    double slope[4 * MAX_W + 1] = {0};
    squared_modulus(a->c[0], m, P);
    squared_modulus(a->c[1], m, Q);
    for (int i = 0; i <= 2 * m; i++) {
        for (int k = 0; k <= 2 * m; k++) {
            if (i != k) { /* the highest power cancels */
                slope[i + k - 1] += (i - k) * P[i] * Q[k];
            }
        }
    }
    int count = 0;
    for (double from = w->low; from < w->high;) {
        double to = piece_end(from, w->high);
        count += bernstein_roots(slope, 4 * m - 2, from, to, out + count, most - count);
        from = to;
    }
    return count;
}

/* Where the leading coefficient is nearest to 0, about: at poles and beside them growth is large.
 */
static int near_poles(const at_z *a, double *out)
{
    const double complex *lead = a->c[a->degree];
    int m = a->degree_w;
    double complex roots[MAX_W + 1];
    int count = 0;
    while (m > 0 && cabs(lead[m]) <= vanishes * a->size[a->degree][m]) {
        m--;
    }
    if (m > 0 && complex_polynomial_roots(lead, m, roots)) {
        for (int n = 0; n < m; n++) {
            out[count++] = creal(roots[n]);
        }
    }
    return count;
}

/* The roots at one w, from which those at the next are found. */
typedef struct tracker {
    const at_z *a;
    bool is_warm;
    double complex roots[METHOD_MAX_STEPS];
} tracker;

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

/* About the growth at w: to find where it is largest, not to judge. The iteration is of third
 * order, so that a step of 1e-4 is the last but one that shows. */
static double track(tracker *t, double w)
{
    enum { PATIENCE = 12 };
    static const double settled = 1e-4;
    int degree = t->a->degree;
    double complex c[METHOD_MAX_STEPS + 1];
    for (int j = 0; j <= degree; j++) {
        c[j] = 0;
        for (int k = t->a->degree_w; k >= 0; k--) {
            c[j] = c[j] * w + t->a->c[j][k];
        }
    }
    double moved = 1;
    for (int n = 0; n < PATIENCE && t->is_warm && moved > settled; n++) {
        moved = aberth_step(c, degree, t->roots);
    }
    t->is_warm =
        moved <= settled || (c[degree] != 0 && complex_polynomial_roots(c, degree, t->roots));
    double largest = t->is_warm ? 0 : INFINITY;
    for (int n = 0; n < degree && t->is_warm; n++) {
        double re = creal(t->roots[n]), im = cimag(t->roots[n]);
        largest = re * re + im * im > largest ? re * re + im * im : largest;
    }
    return sqrt(largest);
}

/* The largest growth in [low, high] by golden sections. */
static double improve(tracker *t, double low, double high)
{
    double left = high - golden * (high - low), right = low + golden * (high - low);
    double at_left = track(t, left), at_right = track(t, right);
    for (int n = 0; n < SECTIONS; n++) {
        if (at_left > at_right) {
            high = right;
            right = left;
            at_right = at_left;
            left = high - golden * (high - low);
            at_left = track(t, left);
        } else {
            low = left;
            left = right;
            at_left = at_right;
            right = low + golden * (high - low);
            at_right = track(t, right);
        }
    }
    return (low + high) / 2;
}

/* Several roots: samples, then the neighbourhood of the best one. At an end of the interval a
 * place close to it tells whether the growth falls from there. */
static void sample_piece(double low, double high, const at_z *a, record *best)
{
    tracker t = {.a = a};
    double step = (high - low) / (SAMPLES - 1), values[SAMPLES];
    for (int n = 0; n < SAMPLES; n++) {
        values[n] = track(&t, low + n * step);
    }
    for (int n = 0; n < SAMPLES; n++) { /* every sample that is not below its neighbours */
        bool below =
            (n > 0 && values[n] < values[n - 1]) || (n + 1 < SAMPLES && values[n] < values[n + 1]);
        if (!below) {
            double at = low + n * step;
            growth_at(a, improve(&t, fmax(low, at - step), fmin(high, at + step)), best);
            growth_at(a, at, best);
        }
    }
}

/* A wide interval is sampled in pieces, one as short as the usual ones at once. */
static void sample_all(const worst *w, const at_z *a, record *best)
{
    if (w->high - w->low <= widest_at_once) {
        sample_piece(w->low, w->high, a, best);
        return;
    }
    for (double from = w->low; from < w->high;) {
        double to = piece_end(from, w->high);
        sample_piece(from, to, a, best);
        from = to;
    }
}

point worst_evaluate(const worst *w, double complex z, double *where)
{
    at_z a;
    record best = {.worst = {.growth = NAN, .verdict = VERDICT_UNDEFINED, .R = CMPLX(NAN, NAN)},
                   .where = NAN};
    double places[PLACES];
    set_z(w, z, &a);
    growth_at(&a, w->low, &best);
    growth_at(&a, w->high, &best);
    if (w->degree_w > 0 && w->low < w->high) {
        int count = near_poles(&a, places);
        if (w->degree == 1) {
            count += critical_points(w, &a, places + count, PLACES - count);
        }
        for (int n = 0; n < count; n++) {
            if (places[n] > w->low && places[n] < w->high) {
                growth_at(&a, places[n], &best);
            }
        }
        if (w->degree > 1) {
            sample_all(w, &a, &best);
        }
    }
    if (where != NULL) {
        *where = best.where;
    }
    return best.worst;
}
