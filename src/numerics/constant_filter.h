/* Quick answers about polynomials whose coefficients are integers, long ones above all, that are
 * proved by their first digits or modulo a prime; private to src/numerics. The polynomials are
 * bipolys without w, but for filter_enclose. FILTER_OPEN: that was not enough, and exact arithmetic
 * has to decide. */
#ifndef NUMERICS_CONSTANT_FILTER_H
#define NUMERICS_CONSTANT_FILTER_H

#include "numerics/bipoly.h"
#include "numerics/real_roots.h"

typedef enum filter { FILTER_NO, FILTER_YES, FILTER_OPEN } filter;

/* Are all coefficients integers, so that what follows can be asked? */
bool filter_applies(const bipoly *p);

/* Has p coefficients that are much longer than this many bits, so that `low` <= p / 2^n <= `high`
 * for x >= 0 and some n, with coefficients of so many bits, are made? */
bool filter_bounds(const bipoly *p, size_t kept, bipoly *low, bipoly *high);

/* The same for a polynomial at an algebraic w: `low` <= p(x; w) 2^bits <= `high` for x >= 0, from
 * an interval around w that is 2^-bits wide. */
void filter_enclose(const bipoly *p, real_root *w, int bits, bipoly *low, bipoly *high);

/* Have a and b no root in common? */
filter filter_coprime(const bipoly *a, const bipoly *b);

/* Are all roots in Re x < 0? By Routh's scheme with intervals. */
filter filter_hurwitz(const bipoly *p);

#endif
