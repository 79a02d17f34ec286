#include "field/arc.h"

#include <float.h>
#include <math.h>

#include "numerics/quad.h"
#include "numerics/roots.h"

enum { MAX_J = METHOD_MAX_STEPS };

/* A step in parts of |F'/F''| and of the distance to the next zero or pole, so that it is one arc
 * without a turn worth mentioning: a circle gets 32 points. */
static const double part_of_bend = 0.2, part_of_distance = 0.25;

/* Another root counts as larger than the level from here on: not by rounding. */
static const double beyond = 1 + 1e-11;

/* Phi as a polynomial in sigma at a place: the coefficients and their first two derivatives in z,
 * and the sums of the moduli of their terms. */
typedef struct coefficients_at {
    double complex c[MAX_J + 1][3];
    double size[MAX_J + 1];
} coefficients_at;

static double complex z_of(const arc_plane *p, double complex u)
{
    return p->is_log ? cexp(u) : u;
}

/* In quadruple precision, for places where terms cancel. */
static void horner_fine(const double *c, int degree, double complex z, double complex out[3])
{
    cquad x = cquad_make(creal(z), cimag(z)), value[3] = {0};
    for (int i = degree; i >= 0; i--) {
        value[2] = value[2] * x + value[1];
        value[1] = value[1] * x + value[0];
        value[0] = value[0] * x + c[i];
    }
    for (int i = 0; i < 3; i++) {
        out[i] = CMPLX((double)crealq(value[i]), (double)cimagq(value[i]));
    }
    out[2] *= 2;
}

/* c_j, c_j', c_j'' to ten digits or so. */
static void set_coefficients(const arc_plane *p, double complex z, coefficients_at *at)
{
    int n = p->slice->degree_z;
    double modulus = cabs(z);
    for (int j = 0; j <= p->slice->degree; j++) {
        const double *c = p->slice->c + j * (n + 1);
        double complex *out = at->c[j];
        double size = 0;
        out[0] = out[1] = out[2] = 0;
        for (int i = n; i >= 0; i--) {
            out[2] = out[2] * z + out[1];
            out[1] = out[1] * z + out[0];
            out[0] = out[0] * z + c[i];
            size = size * modulus + fabs(c[i]);
        }
        out[2] *= 2;
        at->size[j] = size;
        if (size > 0 && !(cabs(out[0]) > 1e-6 * size)) {
            horner_fine(c, n, z, out);
        }
    }
}

/* Moves sigma to the root of Phi that is next to it; false when that does not settle. */
static bool find_sigma(const arc_plane *p, const coefficients_at *at, double complex *sigma)
{
    int degree = p->slice->degree;
    if (degree == 1) {
        *sigma = -at->c[0][0] / at->c[1][0];
        return isfinite(cabs(*sigma));
    }
    double complex step = INFINITY;
    for (int n = 0; n < 12 && !(cabs(step) <= 4 * DBL_EPSILON * cabs(*sigma)); n++) {
        double complex value = 0, slope = 0;
        for (int j = degree; j >= 0; j--) {
            slope = slope * *sigma + value;
            value = value * *sigma + at->c[j][0];
        }
        step = value / slope;
        *sigma -= step;
    }
    return cabs(step) <= 1e-9 * cabs(*sigma);
}

/* Derivatives of sigma along Phi = 0. */
static void differentiate(const arc_plane *p, const coefficients_at *at, arc_point *out)
{
    double complex z1 = 0, z2 = 0, s1 = 0, s2 = 0, mixed = 0, value = 0, sigma = out->sigma;
    double size = 0;
    for (int j = p->slice->degree; j >= 0; j--) { /* value, z1 and z2 are those before the step */
        s2 = s2 * sigma + s1;
        s1 = s1 * sigma + value;
        mixed = mixed * sigma + z1;
        value = value * sigma + at->c[j][0];
        z1 = z1 * sigma + at->c[j][1];
        z2 = z2 * sigma + at->c[j][2];
        size = size * cabs(sigma) + at->size[j];
    }
    double complex first = -z1 / s1;
    double complex second = -(z2 + 2 * mixed * first + 2 * s2 * first * first) / s1;
    out->slope = first / sigma;
    out->bend = second / sigma - out->slope * out->slope;
    out->uncertain = DBL_EPSILON * size / cabs(z1);
    const double complex *zero = at->c[0], *pole = at->c[p->slice->degree];
    out->crowd = fmax(zero[0] != 0 ? cabs(zero[1] / zero[0]) : 0, cabs(pole[1] / pole[0]));
}

/* What is at u, for the root sigma next to the given one. */
static bool look(const arc_plane *p, double complex u, double complex sigma, arc_point *out)
{
    coefficients_at at;
    double complex z = z_of(p, u);
    set_coefficients(p, z, &at);
    if (!find_sigma(p, &at, &sigma)) {
        return false;
    }
    *out = (arc_point){.u = u, .sigma = sigma, .excess = log(cabs(sigma) / p->level)};
    differentiate(p, &at, out);
    if (p->is_log) { /* by the chain rule */
        out->bend = z * out->slope + z * z * out->bend;
        out->slope *= z;
        out->uncertain /= cabs(z);
        out->crowd *= cabs(z);
    }
    return isfinite(out->excess) && isfinite(cabs(out->slope)) && isfinite(cabs(out->bend)) &&
           out->slope != 0;
}

/* The roots beside sigma: divides Phi by it. */
static void deflate(const arc_plane *p, const arc_point *at, double complex *rest)
{
    coefficients_at all;
    double complex carry = 0;
    set_coefficients(p, z_of(p, at->u), &all);
    for (int j = p->slice->degree; j > 0; j--) {
        carry = carry * at->sigma + all.c[j][0];
        rest[j - 1] = carry;
    }
}

/* Is no other root larger? */
bool arc_is_largest(const arc_plane *p, const arc_point *at)
{
    double complex rest[MAX_J + 1];
    if (p->slice->degree == 1) {
        return true;
    }
    deflate(p, at, rest);
    return complex_polynomial_inside(rest, p->slice->degree - 1, p->level * beyond);
}

/* Goes down or up the slope until on the level; false when that does not settle within reach. */
bool arc_land(const arc_plane *p, double complex u, double complex sigma, double reach,
              arc_point *out)
{
    double complex from = u;
    for (int n = 0; n < 30; n++) {
        if (!look(p, u, sigma, out) || cabs(u - from) > reach) {
            return false;
        }
        double complex change = out->excess / out->slope;
        if (cabs(change) <= 4 * DBL_EPSILON * cabs(u) || cabs(change) <= 1e-13 * reach) {
            return true;
        }
        u -= change;
        sigma = out->sigma;
    }
    return cabs(out->excess / out->slope) <= 1e-6 * reach; /* as near as rounding lets it come */
}

double arc_step(const arc_plane *p, const arc_point *at)
{
    double bend = cabs(at->bend);
    double step = fmin(p->longest_step, part_of_distance / at->crowd);
    return bend > 0 ? fmin(step, part_of_bend * cabs(at->slope) / bend) : step;
}

/* One step of the given length along the curve, with the side above the level on the left when
 * `sense` is 1. */
static bool step_along(const arc_plane *p, const arc_point *at, double step, double sense,
                       arc_point *next)
{
    arc_point half;
    double complex along = -I * sense * conj(at->slope) / cabs(at->slope);
    if (!look(p, at->u + along * step / 2, at->sigma, &half)) {
        return false;
    }
    along = -I * sense * conj(half.slope) / cabs(half.slope);
    return cabs(half.slope - at->slope) <= 0.3 * cabs(at->slope) &&
           arc_land(p, at->u + along * step, half.sigma, step / 2, next) &&
           cabs(next->slope - at->slope) <= 0.3 * cabs(at->slope);
}

/* The corner where another root passes the level, less than a step from here, and the curve of that
 * root from there on. */
static bool turn(const arc_plane *p, const arc_point *at, double step, double sense,
                 arc_point *corner)
{
    double complex rest[MAX_J + 1], roots[MAX_J + 1];
    double low = 0, high = step;
    arc_point next = *at;
    *corner = *at;
    for (int n = 0; n < 60 && high - low > 1e-13 * step; n++) {
        double middle = (low + high) / 2;
        bool is_done = step_along(p, at, middle, sense, &next);
        bool is_before = is_done && arc_is_largest(p, &next);
        *corner = is_before ? next : *corner;
        *(is_before ? &low : &high) = middle;
    }
    int degree = p->slice->degree - 1, nearest = 0;
    deflate(p, corner, rest);
    if (!complex_polynomial_roots(rest, degree, roots)) {
        return false;
    }
    for (int i = 1; i < degree; i++) {
        bool is_nearer = fabs(cabs(roots[i]) - p->level) < fabs(cabs(roots[nearest]) - p->level);
        nearest = is_nearer ? i : nearest;
    }
    return arc_land(p, corner->u, roots[nearest], step, corner);
}

/* The next place of the curve. */
bool arc_advance(const arc_plane *p, const arc_point *at, double sense, arc_point *next)
{
    double step = arc_step(p, at);
    while (step > 8 * DBL_EPSILON * cabs(at->u) && !step_along(p, at, step, sense, next)) {
        step /= 2;
    }
    if (!(step > 8 * DBL_EPSILON * cabs(at->u))) {
        return false;
    }
    return arc_is_largest(p, next) || turn(p, at, step, sense, next);
}
