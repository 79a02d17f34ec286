#include "field/point.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MAX_DEGREE = METHOD_MAX_STEPS };

static const double vanishes = 1e-14;
static const double boundary_width = 1e-10;

/* Roots that are this near to each other cannot be told from a double root, which is found to
 * sqrt(eps) only. */
static const double double_root_width = 1e-7;

/* Starting moduli from the upper convex hull of (i, log|c_i|), as in numerics/roots.c. */
static void cold_start(const double complex *c, int degree, double complex *roots)
{
    double height[MAX_DEGREE + 1];
    for (int i = 0; i <= degree; i++) {
        height[i] = c[i] != 0 ? log(cabs(c[i])) : -INFINITY;
    }
    for (int i = 0; i < degree;) {
        int next = degree;
        double steepest = -INFINITY;
        for (int j = i + 1; j <= degree; j++) {
            double slope = (height[j] - height[i]) / (j - i);
            if (slope >= steepest) {
                steepest = slope;
                next = j;
            }
        }
        for (int j = i; j < next; j++) {
            double angle = 6.283185307179586 * (j - i) / (next - i) + 0.7 + 0.31 * i;
            roots[j] = exp(-steepest) * CMPLX(cos(angle), sin(angle));
        }
        i = next;
    }
}

/* One Aberth correction of root i; returns true when there is nothing left to correct. */
static bool improve(const double complex *c, int degree, double complex *roots, int i)
{
    double complex x = roots[i];
    double complex value = 0;
    double complex slope = 0;
    double size = 0;
    double modulus = cabs(x);
    for (int j = degree; j >= 0; j--) {
        slope = slope * x + value;
        value = value * x + c[j];
        size = size * modulus + cabs(c[j]);
    }
    if (cabs(value) <= 2 * DBL_EPSILON * size) {
        return true;
    }
    double complex repulsion = 0;
    for (int j = 0; j < degree; j++) {
        if (j != i && roots[j] != x) {
            repulsion += 1 / (x - roots[j]);
        }
    }
    double complex below = slope - value * repulsion;
    double complex change = below != 0 ? value / below : CMPLX(modulus / 16, modulus / 8);
    roots[i] = x - change;
    return cabs(change) <= 2 * DBL_EPSILON * modulus;
}

bool point_roots(const double complex *c, int degree, double complex *roots)
{
    int zeros = 0;
    while (zeros < degree && c[zeros] == 0) {
        roots[zeros++] = 0;
    }
    cold_start(c + zeros, degree - zeros, roots + zeros);
    for (int sweep = 0; sweep < 200; sweep++) {
        bool settled = true;
        for (int i = 0; i < degree - zeros; i++) {
            settled &= improve(c + zeros, degree - zeros, roots + zeros, i);
        }
        if (settled) {
            return true;
        }
    }
    return false;
}

/* The larger root is found without cancellation, the other from the product of both. */
static void quadratic_roots(const double complex *c, double complex *roots)
{
    double complex root = csqrt(c[1] * c[1] - 4 * c[2] * c[0]);
    if (creal(conj(c[1]) * root) < 0) {
        root = -root;
    }
    double complex q = -(c[1] + root) / 2;
    roots[0] = q / c[2];
    roots[1] = q != 0 ? c[0] / q : 0;
}

/* Are all roots inside |x| < radius? The Schur-Cohn recursion of numerics/polynomial.c. */
static bool all_inside(const double complex *c, int degree, double radius)
{
    double complex a[MAX_DEGREE + 1];
    double scale = 1;
    for (int i = 0; i <= degree; i++, scale *= radius) {
        a[i] = c[i] * scale;
    }
    for (int n = degree; n > 0; n--) {
        double lead = cabs(a[n]);
        if (!(cabs(a[0]) < lead)) {
            return false;
        }
        double complex first = a[0] / lead;
        double complex last = conj(a[n]) / lead;
        double complex reduced[MAX_DEGREE + 1];
        for (int i = 1; i <= n; i++) {
            reduced[i - 1] = last * a[i] - first * conj(a[n - i]);
        }
        memcpy(a, reduced, (size_t)n * sizeof *a);
    }
    return true;
}

static bool has_double_root_on_circle(const double complex *roots, int count)
{
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i; j++) {
            if (fabs(cabs(roots[i]) - 1) <= double_root_width &&
                cabs(roots[i] - roots[j]) <= double_root_width) {
                return true;
            }
        }
    }
    return false;
}

/* How far rounding can have moved a root: the error of p there over its slope
 * c_n prod(x - other roots), as long as that is less than the distance to the next root. Else the
 * root is one of m that could be one multiple root, and the m-th root of the error counts. */
static double root_error(const double complex *c, int degree, const double complex *roots, int i)
{
    double size = 0;
    double slope = cabs(c[degree]);
    double nearest = INFINITY;
    int cluster = 1;
    for (int j = degree; j >= 0; j--) {
        size = size * cabs(roots[i]) + cabs(c[j]);
    }
    for (int j = 0; j < degree; j++) {
        double distance = j != i ? cabs(roots[i] - roots[j]) : 1;
        slope *= distance;
        nearest = j != i && distance < nearest ? distance : nearest;
        cluster += j != i && distance < 1e-2;
    }
    double error = 16 * DBL_EPSILON * size / slope;
    double clustered = 4 * pow(16 * DBL_EPSILON * size / cabs(c[degree]), 1.0 / cluster);
    return error < 0.1 * nearest ? error : clustered;
}

/* By the roots where they are certain, by Schur-Cohn where they are clustered. */
static verdict root_condition(const double complex *c, int degree, const double complex *roots,
                              double growth)
{
    double error = 0;
    for (int i = 0; i < degree && fabs(growth - 1) <= 0.1; i++) {
        error = cabs(roots[i]) > 0.8 ? fmax(error, root_error(c, degree, roots, i)) : error;
    }
    if (fabs(growth - 1) > fmax(boundary_width, error)) {
        return growth < 1 ? VERDICT_STABLE : VERDICT_UNSTABLE;
    }
    if (error <= boundary_width) {
        return VERDICT_BOUNDARY;
    }
    if (all_inside(c, degree, 1 - boundary_width)) {
        return VERDICT_STABLE;
    }
    if (!all_inside(c, degree, 1 + boundary_width)) {
        return VERDICT_UNSTABLE;
    }
    return has_double_root_on_circle(roots, degree) ? VERDICT_UNSTABLE : VERDICT_BOUNDARY;
}

/* c_j(z) for all j, set to 0 where they vanish. Returns the highest j that does not, or -1. */
static int coefficients_at(const slice *s, double complex z, double complex *c)
{
    int top = -1;
    double modulus = cabs(z);
    for (int j = 0; j <= s->degree; j++) {
        const double *in_z = s->c + j * (s->degree_z + 1);
        double complex value = in_z[s->degree_z];
        double size = fabs(in_z[s->degree_z]);
        for (int i = s->degree_z - 1; i >= 0; i--) {
            value = value * z + in_z[i];
            size = size * modulus + fabs(in_z[i]);
        }
        bool is_zero = cabs(value) <= vanishes * size;
        c[j] = is_zero ? 0 : value;
        top = is_zero ? top : j;
    }
    return top;
}

point point_evaluate(const slice *s, double complex z)
{
    double complex c[MAX_DEGREE + 1];
    double complex roots[MAX_DEGREE + 1];
    point p = {.growth = 0, .R = CMPLX(NAN, NAN)};
    int top = coefficients_at(s, z, c);
    if (top < 0) {
        p.verdict = VERDICT_UNDEFINED;
        p.growth = NAN;
        return p;
    }
    if (top == 1) {
        roots[0] = -c[0] / c[1];
    } else if (top == 2) {
        quadratic_roots(c, roots);
    } else if (!point_roots(c, top, roots)) {
        p.growth = NAN; /* does not happen; if it did, it must not look stable */
        p.verdict = VERDICT_UNDEFINED;
        return p;
    }
    for (int i = 0; i < top; i++) {
        double modulus = cabs(roots[i]);
        p.growth = modulus > p.growth ? modulus : p.growth;
        p.outside += modulus > 1;
    }
    if (top < s->degree) {
        p.verdict = VERDICT_POLE;
        p.growth = INFINITY;
        p.outside += s->degree - top;
        return p;
    }
    p.verdict = root_condition(c, top, roots, p.growth);
    p.R = s->degree == 1 ? roots[0] : p.R;
    return p;
}
