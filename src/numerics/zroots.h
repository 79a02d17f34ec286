/* All complex roots of an integer polynomial, with their multiplicities, as doubles that are right
 * to the last digit or two; a root that is real, imaginary or 0 is exactly so. */
#ifndef NUMERICS_ZROOTS_H
#define NUMERICS_ZROOTS_H

#include <complex.h>

#include "numerics/zpoly.h"

/* Degree many roots of p, which is not 0; a root of multiplicity m is there m times, one after the
 * other, each with its m in `multiplicity`, which may be NULL: different roots may be the same
 * double. False when they could not be separated with some thousand bits. */
bool zpoly_roots(const zpoly *p, double complex *roots, int *multiplicity);

#endif
