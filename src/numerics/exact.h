/* The exact value of an expression that is rational: integers, decimals (0.1 is 1/10), + - * / ^
 * with integer powers, and parentheses, as in numerics/expression.h. */
#ifndef NUMERICS_EXACT_H
#define NUMERICS_EXACT_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>

/* False, and value is 0, for what is not rational (sqrt, pi, a name), not an expression at all, or
 * takes more than some thousand bits on the way. */
bool exact_value(const char *source, size_t length, mpq_t value);

#endif
