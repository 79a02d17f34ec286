/* Real algebraic numbers: the real roots of integer polynomials, each isolated by an interval, to
 * be refined, compared and put into other polynomials exactly. */
#ifndef NUMERICS_REAL_ROOTS_H
#define NUMERICS_REAL_ROOTS_H

#include "numerics/zpoly.h"

/* The only root of `of` between low and high, neither of which is one; or low = high, the root
 * itself, and `of` is linear. */
typedef struct real_root {
    zpoly of; /* all its roots are simple */
    mpq_t low, high;
} real_root;

void real_root_init(real_root *r); /* 0 */
void real_root_clear(real_root *r);
void real_root_set_rational(real_root *r, const mpq_t value);
bool real_root_is_rational(const real_root *r); /* is known to be */

/* The real roots of p, ascending, isolated by Descartes' rule of signs and bisection (Collins &
 * Akritas, 1976). p is not 0 and has simple roots only. `roots` has room for its degree; returns
 * how many there are, which the caller clears. */
int real_roots_isolate(const zpoly *p, real_root *roots);

/* Halves the interval, until it is narrower than 2^-bits. */
void real_root_refine(real_root *r, int bits);

/* Which of two different numbers is the larger one; refines them until their intervals are apart.
 */
int real_root_compare(real_root *a, real_root *b);

/* The sign of q at the root. Divides `of` by what turns out not to vanish there. */
int real_root_sign(real_root *r, const zpoly *q);

/* Sees whether the root is a fraction with a denominator below 2^31, and makes it rational then. */
void real_root_recognise(real_root *r);

/* The fraction with the smallest denominator strictly between low and high. */
void fraction_between(mpq_t simplest, const mpq_t low, const mpq_t high);

/* The nearest double or so; refines the interval for it. */
double real_root_value(real_root *r);

#endif
