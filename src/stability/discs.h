/* Roots that are known to lie in discs, as many in each part of their union as it has discs
 * (polynomial_radii in numerics/polynomial.h): what they say for certain. */
#ifndef STABILITY_DISCS_H
#define STABILITY_DISCS_H

#include "stability/evaluate.h"

/* What is the largest modulus, to a relative `accuracy`, and what does the root condition say?
 * False when they do not tell; then both are the best guess. */
bool discs_decide(const double complex *roots, const double *radii, int count, double accuracy,
                  verdict *found, double *growth);

/* Are the roots on the circle simple? 1 yes, 0 no, -1 cannot be told. */
int discs_are_simple(const double complex *roots, const double *radii, int count);

#endif
