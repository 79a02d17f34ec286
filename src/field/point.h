/* The reference evaluator: Phi at one point in plain double precision. Every other kernel must
 * agree with it. */
#ifndef FIELD_POINT_H
#define FIELD_POINT_H

#include <complex.h>

#include "stability/evaluate.h"

/* Phi at one w: the coefficient of sigma^j z^i is c[j * (degree_z + 1) + i]. */
typedef struct slice {
    int degree, degree_z;
    const double *c;
} slice;

/* What Phi says at a point. */
typedef struct point {
    double growth; /* |sigma|max; infinite at poles, NaN where undefined */
    verdict verdict;
    int outside;      /* roots with |sigma| > 1, infinite ones included; 0 where undefined */
    double complex R; /* of one-step methods, else NaN */
} point;

/* Boundary means | |sigma|max - 1 | <= 1e-10 with simple roots there, decided by Schur-Cohn near
 * the circle. A coefficient below 1e-14 of the sum of its terms counts as zero. */
point point_evaluate(const slice *s, double complex z);

/* The same from the coefficients c_0 .. c_degree of Phi at that point, near 1 in size, of which
 * those above `top` vanish; top = -1: all do. */
point point_of_roots(const double complex *c, int degree, int top);

/* Turns the numbers of a slice into those of Phi as a function of 1/z, times the power of 1/z that
 * makes it a polynomial: at 0 it tells what happens at infinity. */
void slice_invert(double *c, int degree, int degree_z);

#endif
