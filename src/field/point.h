/* The reference evaluator: Phi at one point, in double precision where that decides it, else in
 * quadruple precision, else exactly. Every other kernel must agree with it. */
#ifndef FIELD_POINT_H
#define FIELD_POINT_H

#include <complex.h>

#include "stability/precise.h"

/* Phi at one w: the coefficient of sigma^j z^i is c[j * (degree_z + 1) + i]. What is NULL below is
 * not known: then coefficients are as good as doubles can be, and points are decided in double
 * precision as well as that can be done. */
typedef struct slice {
    int degree, degree_z;
    const double *c;
    const double *error; /* c_j(z) is found to sum_i error[...] |z|^i, |z| <= 1e8 */
    const precise *more;
    double accuracy; /* how far growths may be off, relative */
    double *owned;   /* memory of slice_take */
} slice;

/* How far growths are off at the most, relative, unless the user of a slice is content with less:
 * pictures have them in single precision. */
static const double slice_accuracy = 1e-12, slice_picture_accuracy = 1e-7;

/* The slice of Phi at w, or of Phi as a function of 1/z (times the power of z that makes it a
 * polynomial), where 0 tells what happens at infinity. Phi must outlive it. The caller clears it in
 * every case; one that is {0} or cleared may be cleared again. */
status slice_take(slice *out, const phi *p, double w, bool inverted, message *why) MUST_CHECK;
void slice_clear(slice *s);

/* The error of a coefficient of which nothing is known but that it is a double: 4n + 4 roundings of
 * Horner's rule and one of its own (precise.c), and products that underflow. */
static inline double slice_rounding(int degree_z, double c)
{
    return (4 * degree_z + 5) * 0x1p-53 * (c < 0 ? -c : c) + (c != 0 ? 1e-300 : 0);
}

/* By how much c_j(z) in double precision may be off where |z| <= modulus. */
double slice_error(const slice *s, int j, double modulus);

/* Is R = 0 at every z but poles, for certain? (That has no error; everything else has.) */
bool slice_vanishes(const slice *s);

/* What Phi says at a point. */
typedef struct point {
    double growth; /* |sigma|max; infinite at poles, NaN where undefined */
    verdict verdict;
    int outside;      /* roots with |sigma| > 1, infinite ones included; 0 where undefined */
    double complex R; /* of one-step methods, else NaN */
    precision decided_in;
} point;

/* Boundary means | |sigma|max - 1 | <= 1e-10 with simple roots there. A pole is where the leading
 * coefficient is exactly 0. Where nothing more than double precision is known, Schur-Cohn decides
 * near the circle, and a coefficient that may be 0 is. */
point point_evaluate(const slice *s, double complex z);

/* Is the point stable or boundary? The same answer, for one or two roots several times as fast:
 * most points need no root for it. */
bool point_is_stable(const slice *s, double complex z);

/* A one-step method about a place, for pixels that lie so far from 0 that terms cancel. Begins with
 * its centre and radius. */
typedef struct neighbourhood {
    double complex centre;
    double radius;
    bool is_set; /* made when first needed */
    double complex c[2 * (METHOD_MAX_STAGES + 3)];
    double error[2 * (METHOD_MAX_STAGES + 3)];
} neighbourhood;

/* The same, for many points that are near to each other. */
point point_evaluate_near(const slice *s, double complex z, neighbourhood *near);

/* The same from the coefficients c_0 .. c_degree of Phi at that point, near 1 in size, of which
 * those above `top` vanish; top = -1: all do. */
point point_of_roots(const double complex *c, int degree, int top);

#endif
