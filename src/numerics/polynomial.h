/* Polynomials in one and two variables, coefficients lowest power first, quadruple precision. */
#ifndef NUMERICS_POLYNOMIAL_H
#define NUMERICS_POLYNOMIAL_H

#include <stdbool.h>

#include "numerics/quad.h"
#include "numerics/roots.h" /* POLYNOMIAL_MAX_DEGREE */

/* The value at x; *size becomes the sum of the moduli of the terms, so that
 * |value| <= 1e-30 * size means "zero as far as can be told". */
cquad polynomial_value(const quad *c, int degree, cquad x, quad *size);

/* Two variables: the coefficient of z^i w^k is c[i * (degree_w + 1) + k]. Setting w leaves a
 * polynomial in z of degree degree_z. */
void bivariate_set_w(const quad *c, int degree_z, int degree_w, quad w, quad *in_z);

/* Coefficients (degree + 1 of them, monic) of the polynomial with these zeros. */
void polynomial_from_roots(const cquad *roots, int degree, cquad *c);

/* All roots; c[degree] must not be 0. Simple roots come to about 1e-33 relative, a root of
 * multiplicity m to eps^{1/m}. False when the iteration did not settle, or a coefficient is not
 * finite. */
bool polynomial_roots(const cquad *c, int degree, cquad *roots);

/* As complex_polynomial_radii. */
void polynomial_radii(const cquad *c, const quad *off, int degree, const cquad *roots, quad *radii);

/* Are all roots inside |x| < radius? Decided by the Schur-Cohn recursion, without roots. */
bool polynomial_inside(const cquad *c, int degree, quad radius);

#endif
