/* The w at which stability can change; private to src/stability. */
#ifndef STABILITY_SPIN_CRITICAL_H
#define STABILITY_SPIN_CRITICAL_H

#include "numerics/root_set.h"
#include "stability/spin_conditions.h"

/* About how many products of words finding them takes. */
double spin_critical_work(const spin_conditions *c);

/* Adds polynomials in w such that between their real roots the conditions hold throughout or not at
 * all. With decimal coefficients double roots come apart or become complex, so the roots of the
 * derivatives are added too. */
void spin_critical(const spin_conditions *c, bool is_decimal, root_set *out);

#endif
