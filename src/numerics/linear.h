/* Small dense linear algebra in double precision, row-major. The quadruple versions of the same
 * functions are in linear_quad.h; all are made from linear.inc.
 *
 * lu_factor overwrites a (n by n) with its LU factors and returns the smallest pivot divided by
 * the largest entry of a: 0 means singular, and the other functions must not be called then.
 * lu_solve overwrites b (n by columns) with a^{-1} b. */
#ifndef NUMERICS_LINEAR_H
#define NUMERICS_LINEAR_H

#include <complex.h>
#include <stdbool.h>

/* Real: pivot has room for n numbers. */
double real_lu_factor(double *a, int n, int *pivot);
double real_lu_determinant(const double *a, int n, const int *pivot);
void real_lu_solve(const double *a, int n, const int *pivot, double *b, int columns);

/* out = a b, rows by inner by columns; added to `out` times `sign` when sign is not 0. */
void real_multiply(const double *a, const double *b, int rows, int inner, int columns, double sign,
                   double *out);

/* The larger of two; NaN when one of them is: a maximum over many tells whether one was undefined.
 */
static inline double real_larger(double a, double b)
{
    return a != a || b <= a ? a : b;
}

/* The largest absolute value; 0 when there is none. NaN does not count. */
double real_size(const double *x, int count);

/* Are all of them? */
bool real_is_finite(const double *x, int count);

/* Complex. */
double complex_lu_factor(double complex *a, int n, int *pivot);
double complex complex_lu_determinant(const double complex *a, int n, const int *pivot);
void complex_lu_solve(const double complex *a, int n, const int *pivot, double complex *b,
                      int columns);

#endif
