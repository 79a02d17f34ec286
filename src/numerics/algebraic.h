/* Polynomials in x at one real algebraic w, decided exactly: a bipoly stands for the polynomial
 * that it is at that w, up to a positive factor.
 *
 * Zero tests split the polynomial that defines w where it is reducible (dynamic evaluation), so it
 * need not be factored beforehand. */
#ifndef NUMERICS_ALGEBRAIC_H
#define NUMERICS_ALGEBRAIC_H

#include "numerics/bipoly.h"
#include "numerics/real_roots.h"

/* Sets w: p's degree becomes the one it has there, -1 when it vanishes for every x. */
void algebraic_reduce(bipoly *p, real_root *w);

/* What follows takes reduced polynomials. */
void algebraic_gcd(bipoly *divisor, const bipoly *a, const bipoly *b, real_root *w);
void algebraic_quotient(bipoly *quotient, const bipoly *a, const bipoly *b, real_root *w);

/* How many different roots x > 0 p has, by Sturm's theorem; p(0) is not 0. *common becomes the
 * greatest common divisor of p and its derivative. */
int algebraic_count_positive(const bipoly *p, real_root *w, bipoly *common);

/* Is p(x) >= 0 for every x >= 0? By Sturm's theorem and the multiplicities of the roots. */
bool algebraic_is_nonnegative(const bipoly *p, real_root *w);

/* Are all roots of p in Re x < 0? By Routh's scheme. True of constants other than 0. */
bool algebraic_is_hurwitz(const bipoly *p, real_root *w);

#endif
