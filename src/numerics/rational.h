/* Recognising rational numbers by continued fractions. */
#ifndef NUMERICS_RATIONAL_H
#define NUMERICS_RATIONAL_H

#include <stdbool.h>

#include "numerics/quad.h"

typedef __int128 integer;

/* The fraction p/q. */
typedef struct rational {
    integer p, q; /* q > 0, no common factor */
} rational;

/* Finds the simplest p/q within tolerance * |x| of x, and refuses it (false) when a random number
 * would have a fraction that simple with a chance above one in a million: x says nothing then. */
bool rational_recognise(quad x, quad tolerance, rational *found);

/* The greatest common divisor, not negative; that of 0 and 0 is 0. */
integer integer_gcd(integer a, integer b);

/* a * b / gcd(a, b) for positive a, b; 0 when that exceeds 1e30. */
integer integer_lcm(integer a, integer b);

/* Decimal digits of n; out holds at least 48 characters. */
void integer_write(char out[48], integer n);

#endif
