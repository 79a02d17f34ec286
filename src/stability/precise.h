/* Phi at one w for points that double precision cannot decide: in quadruple precision and, where
 * Phi is known exactly, in integers. Everything comes with a bound of its error.
 *
 * A point is decided when its growth is right to the accuracy asked for and its verdict is certain.
 */
#ifndef STABILITY_PRECISE_H
#define STABILITY_PRECISE_H

#include "stability/evaluate.h"

typedef struct precise precise;

/* What it took to decide a point. */
typedef enum precision {
    PRECISION_DOUBLE,
    PRECISION_SHIFTED, /* double precision, in powers of the distance from a place nearby */
    PRECISION_QUAD,
    PRECISION_EXACT,
    PRECISION_OPEN /* not decided: the coefficients of Phi are not known well enough */
} precision;

/* With `inverted` polynomials in 1/z, times the power of z that it takes, so that 0 tells what
 * happens at infinity. Phi must outlive it, the caller destroys it; many threads may use it. */
status precise_create(const phi *p, double w, bool inverted, precise **out,
                      message *why) MUST_CHECK;
void precise_destroy(precise *p); /* NULL is accepted */

/* The coefficients in double precision: that of sigma^j z^i goes to c[j * (degree_z + 1) + i], all
 * scaled by one power of two so that the largest is near 1. Horner's rule in double precision finds
 * c_j(z) with an error of at most sum_i error[...] |z|^i; `error` may be NULL. */
void precise_numbers(const precise *p, double *c, double *error);

/* The same for polynomials in z - centre, where |centre| <= 1e6: terms that cancel in powers of z
 * do not in those. Horner's rule may round z - centre. */
void precise_shifted(const precise *p, double complex centre, double complex *c, double *error);

/* What Phi says at z; growths beyond 1e308 become that, and only poles are infinite.
 * An open point has the value that quadruple precision gives. */
precision precise_evaluate(const precise *p, double complex z, double accuracy, evaluation *out);

#endif
