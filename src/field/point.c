#include "field/point.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "numerics/roots.h"

enum { MAX_DEGREE = METHOD_MAX_STEPS };

static const double vanishes = 1e-14;
static const double boundary_width = 1e-10;

/* Roots that are this near to each other cannot be told from a double root, which is found to
 * sqrt(eps) only. */
static const double double_root_width = 1e-7;

/* a/b where |b| is at most 1: a quotient is found by the square of |b|, which must not underflow.
 * Powers of two are taken out of it, which changes no bit of other quotients. */
static double complex quotient(double complex a, double complex b)
{
    double size = fmax(fabs(creal(b)), fabs(cimag(b)));
    if (size > 1e-150 || size == 0) {
        return a / b;
    }
    int out = -ilogb(size) - 1;
    return CMPLX(ldexp(creal(a), out), ldexp(cimag(a), out)) /
           CMPLX(ldexp(creal(b), out), ldexp(cimag(b), out));
}

/* The larger root is found without cancellation, the other from the product of both. */
static void quadratic_roots(const double complex *c, double complex *roots)
{
    double complex root = csqrt(c[1] * c[1] - 4 * c[2] * c[0]);
    if (creal(conj(c[1]) * root) < 0) {
        root = -root;
    }
    double complex q = -(c[1] + root) / 2;
    roots[0] = quotient(q, c[2]);
    roots[1] = q != 0 ? c[0] / q : 0;
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
    if (complex_polynomial_inside(c, degree, 1 - boundary_width)) {
        return VERDICT_STABLE;
    }
    if (!complex_polynomial_inside(c, degree, 1 + boundary_width)) {
        return VERDICT_UNSTABLE;
    }
    return has_double_root_on_circle(roots, degree) ? VERDICT_UNSTABLE : VERDICT_BOUNDARY;
}

/* c_j(z), and the sum of the moduli of its terms. Far out both are divided by z^degree_z, which is
 * common to all j and would overflow. */
static double complex coefficient_at(const double *in_z, int degree, double complex z, double *size)
{
    bool is_far = cabs(z) > 1e8;
    double complex x = is_far ? CMPLX(creal(z) / cabs(z), -cimag(z) / cabs(z)) / cabs(z) : z;
    double modulus = cabs(x);
    double complex value = 0;
    *size = 0;
    for (int i = 0; i <= degree; i++) {
        double c = in_z[is_far ? i : degree - i];
        value = value * x + c;
        *size = *size * modulus + fabs(c);
    }
    return value;
}

/* c_j(z) for all j up to a common factor, set to 0 where they vanish. Returns the highest j that
 * does not, or -1. */
static int coefficients_at(const slice *s, double complex z, double complex *c)
{
    int top = -1;
    double largest = 0;
    for (int j = 0; j <= s->degree; j++) {
        double size;
        double complex value = coefficient_at(s->c + j * (s->degree_z + 1), s->degree_z, z, &size);
        bool is_zero = cabs(value) <= vanishes * size;
        c[j] = is_zero ? 0 : value;
        top = is_zero ? top : j;
        largest = fmax(largest, cabs(c[j]));
    }
    /* Near 1 no product of two of them overflows. */
    for (int j = 0; j <= s->degree && largest > 0; j++) {
        c[j] = CMPLX(creal(c[j]) / largest, cimag(c[j]) / largest);
    }
    return top;
}

point point_of_roots(const double complex *c, int degree, int top)
{
    double complex roots[MAX_DEGREE + 1];
    point p = {.growth = 0, .R = CMPLX(NAN, NAN)};
    if (top < 0) {
        p.verdict = VERDICT_UNDEFINED;
        p.growth = NAN;
        return p;
    }
    if (top == 1) {
        roots[0] = quotient(-c[0], c[1]);
    } else if (top == 2) {
        quadratic_roots(c, roots);
    } else if (!complex_polynomial_roots(c, top, roots)) {
        p.growth = NAN; /* does not happen; if it did, it must not look stable */
        p.verdict = VERDICT_UNDEFINED;
        return p;
    }
    for (int i = 0; i < top; i++) {
        double modulus = cabs(roots[i]);
        if (isnan(modulus)) { /* an overflow must not look stable */
            return (point){.growth = NAN, .R = CMPLX(NAN, NAN), .verdict = VERDICT_UNDEFINED};
        }
        p.growth = modulus > p.growth ? modulus : p.growth;
        p.outside += modulus > 1;
    }
    if (top < degree) {
        p.verdict = VERDICT_POLE;
        p.growth = INFINITY;
        p.outside += degree - top;
        return p;
    }
    p.verdict = root_condition(c, top, roots, p.growth);
    p.R = degree == 1 ? roots[0] : p.R;
    return p;
}

point point_evaluate(const slice *s, double complex z)
{
    double complex c[MAX_DEGREE + 1];
    int top = coefficients_at(s, z, c);
    return point_of_roots(c, s->degree, top);
}

/* Scaled slices have their largest coefficient near 1; what is left of powers of w that cancel is
 * rounding of quadruple precision. */
void slice_invert(double *c, int degree, int degree_z)
{
    static const double nothing = 1e-25;
    int length = degree_z + 1;
    int top = 0;
    for (int n = 0; n < (degree + 1) * length; n++) {
        top = fabs(c[n]) > nothing && n % length > top ? n % length : top;
    }
    for (int j = 0; j <= degree; j++) {
        double *own = c + j * length;
        for (int i = 0, k = top; i < k; i++, k--) {
            double held = own[i];
            own[i] = own[k];
            own[k] = held;
        }
        for (int i = top + 1; i <= degree_z; i++) {
            own[i] = 0;
        }
    }
}
