/* Roots of complex polynomials in double precision, coefficients lowest power first. The quadruple
 * versions of the same functions are in polynomial.h; all are made from roots.inc. */
#ifndef NUMERICS_ROOTS_H
#define NUMERICS_ROOTS_H

#include <complex.h>
#include <stdbool.h>

enum { POLYNOMIAL_MAX_DEGREE = 160 };

/* All roots; c[degree] must not be 0. Each is exact for coefficients that differ by some 1e-16 of
 * themselves: a simple, well conditioned root comes to about 1e-15 relative, a root of multiplicity
 * m to eps^{1/m}. False when the iteration did not settle, a coefficient is not finite, or
 * c[degree] is less than 1e-308 of the largest one. */
bool complex_polynomial_roots(const double complex *c, int degree, double complex *roots);

/* Discs around points near the roots: together they contain all roots of every polynomial whose
 * coefficients differ from c by at most `off`, and a part of them that is apart from the others
 * contains as many roots as it has discs. A radius is infinite where nothing can be told. */
void complex_polynomial_radii(const double complex *c, const double *off, int degree,
                              const double complex *roots, double *radii);

/* Are all roots inside |x| < radius? Decided by the Schur-Cohn recursion, without roots, so that a
 * multiple root costs no digits; but every root near the circle costs the others some. */
bool complex_polynomial_inside(const double complex *c, int degree, double radius);

#endif
