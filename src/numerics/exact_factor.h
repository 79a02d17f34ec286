/* What polynomials in z and w over a field have in common. For files that gcc compiles. */
#ifndef NUMERICS_EXACT_FACTOR_H
#define NUMERICS_EXACT_FACTOR_H

#include "numerics/exact.h"

/* Divides `count` polynomials, not all of them zero, by their greatest common divisor. The
 * coefficient of z^i w^k of polynomial j is c[j][i (degree_w + 1) + k]; the degrees are bounds.
 * Returns the degree of the divisor in z plus that in w. */
int exact_divide_common(const exact_field *f, exact_number **c, int count, int degree_z,
                        int degree_w);

#endif
