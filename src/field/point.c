#include "field/point.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "numerics/roots.h"
#include "stability/discs.h"

enum { MAX_DEGREE = METHOD_MAX_STEPS };

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

/* c_j(z), and by how much it may be off. Far out both are divided by z^degree_z, which is common to
 * all j and would overflow; 1/z itself is off by up to 6 roundings then, each time that it is
 * multiplied with. */
static double complex coefficient_at(const slice *s, int j, double complex z, double modulus,
                                     double *off)
{
    const double *in_z = s->c + j * (s->degree_z + 1);
    const double *error = s->error != NULL ? s->error + j * (s->degree_z + 1) : NULL;
    bool is_far = modulus > 1e8;
    double complex x = is_far ? CMPLX(creal(z) / modulus, -cimag(z) / modulus) / modulus : z;
    double size = is_far ? 1 / modulus : modulus;
    double complex value = 0;
    *off = 0;
    for (int i = 0; i <= s->degree_z; i++) {
        int power = is_far ? i : s->degree_z - i;
        double c = in_z[power];
        value = value * x + c;
        *off = *off * size + (error != NULL ? error[power] : slice_rounding(s->degree_z, c));
    }
    *off *= is_far ? 3 : 1;
    return value;
}

/* c_j(z) for all j up to a common factor, set to 0 where they may be 0, and by how much they may be
 * off. Returns the highest j that is not set to 0, or -1. */
static int coefficients_at(const slice *s, double complex z, double complex *c, double *off)
{
    int top = -1;
    double largest = 0, modulus = cabs(z);
    for (int j = 0; j <= s->degree; j++) {
        double complex value = coefficient_at(s, j, z, modulus, &off[j]);
        double size = cabs(value);
        bool is_zero = size <= off[j];
        c[j] = is_zero ? 0 : value;
        off[j] *= is_zero ? 2 : 1;
        top = is_zero ? top : j;
        largest = is_zero ? largest : fmax(largest, size);
    }
    /* Near 1 no product of two of them overflows. */
    for (int j = 0; j <= s->degree && largest > 0; j++) {
        c[j] = CMPLX(creal(c[j]) / largest, cimag(c[j]) / largest);
        off[j] = off[j] / largest + DBL_EPSILON * (fabs(creal(c[j])) + fabs(cimag(c[j])));
    }
    return top;
}

/* The roots of c_0 + ... + c_top sigma^top; false when there is one that is not a number. */
static bool find_roots(const double complex *c, int top, double complex *roots)
{
    if (top == 1) {
        roots[0] = quotient(-c[0], c[1]);
    } else if (top == 2) {
        quadratic_roots(c, roots);
    } else if (!complex_polynomial_roots(c, top, roots)) {
        return false; /* does not happen; if it did, it must not look stable */
    }
    for (int i = 0; i < top; i++) {
        if (isnan(creal(roots[i])) ||
            isnan(cimag(roots[i]))) { /* an overflow must not look stable */
            return false;
        }
    }
    return true;
}

/* All but the verdict, from the finite roots. */
static point summary(const double complex *roots, int degree, int top)
{
    point p = {.growth = top < degree ? INFINITY : 0,
               .verdict = VERDICT_POLE,
               .outside = degree - top,
               .R = degree == 1 && top == 1 ? roots[0] : CMPLX(NAN, NAN)};
    for (int i = 0; i < top; i++) {
        double modulus = cabs(roots[i]);
        p.growth = modulus > p.growth ? modulus : p.growth;
        p.outside += modulus > 1;
    }
    return p;
}

point point_of_roots(const double complex *c, int degree, int top)
{
    double complex roots[MAX_DEGREE + 1];
    if (top < 0 || !find_roots(c, top, roots)) {
        return (point){.verdict = VERDICT_UNDEFINED, .growth = NAN, .R = CMPLX(NAN, NAN)};
    }
    point p = summary(roots, degree, top);
    p.verdict = top == degree ? root_condition(c, top, roots, p.growth) : VERDICT_POLE;
    return p;
}

/* R = -N/D of a one-step method, by how much both may be off; false when that is not certain to be
 * right. The quotient and its modulus are rounded, too. */
static bool decide_one_step(const double complex *c, const double *off, double accuracy, point *p)
{
    double below = cabs(c[1]), above = cabs(c[0]);
    double error = above * (off[1] / below) + off[0];
    *p = (point){.growth = above / below, .R = quotient(-c[0], c[1])};
    error = 1.001 * error / (below - off[1]) + 4 * DBL_EPSILON * p->growth;
    double side = fabs(p->growth - 1);
    p->outside = p->growth > 1;
    p->verdict = side <= boundary_width ? VERDICT_BOUNDARY
                 : p->growth < 1        ? VERDICT_STABLE
                                        : VERDICT_UNSTABLE;
    return off[1] < below && error <= accuracy * p->growth && fabs(side - boundary_width) > error &&
           p->growth < 1e300;
}

/* In double precision; false when that is not enough. */
static bool decide(const slice *s, const double complex *c, const double *off, int top, point *p)
{
    double complex roots[MAX_DEGREE + 1];
    double radii[MAX_DEGREE + 1];
    if (top < s->degree) {
        return false;
    }
    if (s->degree == 1) {
        return decide_one_step(c, off, s->accuracy, p);
    }
    if (!find_roots(c, top, roots)) {
        return false;
    }
    complex_polynomial_radii(c, off, top, roots, radii);
    *p = summary(roots, s->degree, top);
    return discs_decide(roots, radii, top, s->accuracy, &p->verdict, &p->growth);
}

/* The same in powers of the distance from the centre of a neighbourhood. */
static bool decide_near(const slice *s, double complex z, neighbourhood *near, point *p)
{
    double complex x = z - near->centre, c[2];
    double modulus = cabs(x), off[2];
    int n = s->degree_z;
    if (!(modulus <= near->radius && cabs(near->centre) <= 1e6)) {
        return false;
    }
    if (!near->is_set) {
        precise_shifted(s->more, near->centre, near->c, near->error);
        near->is_set = true;
    }
    for (int j = 0; j < 2; j++) {
        const double complex *in_x = near->c + j * (n + 1);
        const double *error = near->error + j * (n + 1);
        c[j] = 0;
        off[j] = 0;
        for (int i = n; i >= 0; i--) {
            c[j] = c[j] * x + in_x[i];
            off[j] = off[j] * modulus + error[i];
        }
    }
    bool is_decided = decide_one_step(c, off, s->accuracy, p);
    p->decided_in = PRECISION_SHIFTED;
    return is_decided;
}

point point_evaluate(const slice *s, double complex z)
{
    return point_evaluate_near(s, z, NULL);
}

point point_evaluate_near(const slice *s, double complex z, neighbourhood *near)
{
    double complex c[MAX_DEGREE + 1];
    double off[MAX_DEGREE + 1];
    point p;
    int top = coefficients_at(s, z, c, off);
    if (s->more == NULL) {
        return point_of_roots(c, s->degree, top);
    }
    if (decide(s, c, off, top, &p) ||
        (near != NULL && s->degree == 1 && decide_near(s, z, near, &p))) {
        return p;
    }
    evaluation e;
    p.decided_in = precise_evaluate(s->more, z, s->accuracy, &e);
    p.growth = e.growth;
    p.verdict = e.verdict;
    p.outside = 0;
    for (int i = 0; i < e.root_count; i++) {
        p.outside += cabs(e.roots[i]) > 1;
    }
    bool has_R = s->degree == 1 && e.root_count == 1 && e.verdict != VERDICT_POLE;
    p.R = has_R ? e.roots[0] : CMPLX(NAN, NAN);
    return p;
}

/* A coefficient of Phi in sigma, and how far it may be off. */
typedef struct doubtful {
    double re, im, size, off; /* size = |re| + |im|, from 1 to sqrt(2) times the modulus */
} doubtful;

/* c_j(z) r^j where r = 1 + 1e-10: roots that count as on the unit circle lie within the circle of
 * the new polynomial. `off` has the bound of Horner's rule (point.h), which |Re z| + |Im z| >= |z|
 * only enlarges, and 16 roundings more for what is made of the coefficient. */
static doubtful coefficient_within(const slice *s, int j, double complex z)
{
    const double *c = s->c + j * (s->degree_z + 1), *error = s->error + j * (s->degree_z + 1);
    double x = creal(z), y = cimag(z), modulus = fabs(x) + fabs(y), factor = 1;
    doubtful d = {0};
    for (int i = s->degree_z; i >= 0; i--) {
        double next = d.re * x - d.im * y + c[i];
        d.im = d.re * y + d.im * x;
        d.re = next;
        d.off = d.off * modulus + error[i];
    }
    for (int k = 0; k < j; k++) {
        factor *= 1 + boundary_width;
    }
    d.re *= factor;
    d.im *= factor;
    d.size = fabs(d.re) + fabs(d.im);
    d.off = 1.001 * d.off + 16 * 0x1p-53 * d.size;
    return d;
}

/* |p|^2 - |q|^2, and how far it may be off; 1e-150 is for squares that underflow, here and below.
 */
static double difference(const doubtful *p, const doubtful *q, double *off)
{
    *off = p->off * (2 * p->size + p->off) + q->off * (2 * q->size + q->off) + 1e-150;
    return (p->re * p->re + p->im * p->im) - (q->re * q->re + q->im * q->im);
}

/* 1: all roots are within the circle |sigma| = 1 + 1e-10, and one at the most is within 4e-7 of it,
 * so that none is multiple there; -1: one is outside; 0: neither is certain. One root is -c_0/c_1.
 * Two are within exactly when g = |c_2|^2 - |c_0|^2 is positive and h = |conj(c_2) c_1 -
 * c_0 conj(c_1)| < g (Schur-Cohn); g > 1e-6 |c_2|^2 bounds the product of their moduli by
 * 1 - 5e-7. Overflows make NaN, of which nothing is certain. */
static int side_of_circle(const slice *s, double complex z)
{
    doubtful c[3];
    double off;
    for (int j = 0; j <= s->degree; j++) {
        c[j] = coefficient_within(s, j, z);
    }
    const doubtful *top = &c[s->degree];
    double gap = difference(top, &c[0], &off);
    if (s->degree == 1 || gap < -off) {
        return gap > off ? 1 : gap < -off ? -1 : 0;
    }
    double re = top->re * c[1].re + top->im * c[1].im - (c[0].re * c[1].re + c[0].im * c[1].im);
    double im = top->re * c[1].im - top->im * c[1].re - (c[0].im * c[1].re - c[0].re * c[1].im);
    double excess = sqrt(re * re + im * im) - gap;
    off += (top->size + top->off + c[0].size + c[0].off) * c[1].off +
           (top->off + c[0].off) * c[1].size;
    bool is_simple = gap > off + 1e-6 * top->size * top->size;
    return excess > off && gap > off ? -1 : excess < -off && is_simple ? 1 : 0;
}

bool point_is_stable(const slice *s, double complex z)
{
    bool is_usual = s->degree <= 2 && s->error != NULL && fabs(creal(z)) + fabs(cimag(z)) <= 1e8;
    int side = is_usual ? side_of_circle(s, z) : 0;
    if (side != 0) {
        return side > 0;
    }
    verdict v = point_evaluate(s, z).verdict;
    return v == VERDICT_STABLE || v == VERDICT_BOUNDARY;
}
