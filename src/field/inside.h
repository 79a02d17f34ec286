/* Are all roots of a polynomial inside a circle, for every value of a parameter t at once?
 *
 * The recursion of Schur and Cohn is carried out on coefficients that are series in t up to t^2,
 * with a bound for all that follows, so that the answer holds between samples too: yes is proved,
 * up to rounding. Private to src/field. */
#ifndef FIELD_INSIDE_H
#define FIELD_INSIDE_H

#include <complex.h>
#include <stdbool.h>

#include "method/method.h"

/* c[0] + c[1] t + c[2] t^2, with an error of at most rest |t|^3, for -1 <= t <= 1. */
typedef struct series {
    double complex c[3];
    double rest;
} series;

/* That of sum_k b[k] t^k for |t| <= reach, with t in units of the reach. */
series series_make(const double complex *b, int degree, double reach);

/* Are the roots of sum_j a[j] sigma^j inside |sigma| < 1 for every t from `from` to `to`, which are
 * in [-1, 1]? When that is not proved, *where is the t where it looks worst. Uses up a[0..degree].
 */
bool series_roots_inside(series *a, int degree, double from, double to, double *where);

#endif
