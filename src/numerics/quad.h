/* Quadruple precision (113 bits, about 34 digits). For files that gcc compiles: headers that other
 * compilers must be able to read carry a `wide` instead. */
#ifndef NUMERICS_QUAD_H
#define NUMERICS_QUAD_H

#include <quadmath.h>
#include <stddef.h>

#include "numerics/wide.h"

typedef __float128 quad;
typedef __complex128 cquad;

/* HUGE_VALQ is for gcc alone. */
#define QUAD_INFINITY ((quad)__builtin_inf())

/* re + i im, without a multiplication by i. */
static inline cquad cquad_make(quad re, quad im)
{
    cquad z;
    __real__ z = re;
    __imag__ z = im;
    return z;
}

/* |re| + |im|: within sqrt(2) of the modulus and much cheaper. */
static inline quad cquad_size(cquad z)
{
    return fabsq(crealq(z)) + fabsq(cimagq(z));
}

/* z times 2^exponent. */
static inline cquad cquad_scaled(cquad z, int exponent)
{
    return cquad_make(ldexpq(crealq(z), exponent), ldexpq(cimagq(z), exponent));
}

/* Rounds to, and widens from, what other compilers carry. */
wide wide_from_quad(quad x);
quad quad_from_wide(wide x);

/* Writes x with the given number of significant digits, as %g does. */
void quad_write(char *out, size_t size, quad x, int digits);

#endif
