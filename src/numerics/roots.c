#include "numerics/roots.h"

#include <assert.h>
#include <float.h>
#include <math.h>

#include "numerics/polynomial.h"

/* |re| + |im|: within sqrt(2) of the modulus and much cheaper. */
#define SIZE(x) (MATH(fabs)(MATH(creal)(x)) + MATH(fabs)(MATH(cimag)(x)))

#define NUMBER double complex
#define REAL double
#define EPSILON DBL_EPSILON
#define MATH(f) f
#define MAKE(re, im) CMPLX(re, im)
#define NAME(x) complex_##x
#include "numerics/roots.inc"
#undef NUMBER
#undef REAL
#undef EPSILON
#undef MATH
#undef MAKE
#undef NAME

#define NUMBER cquad
#define REAL quad
#define EPSILON FLT128_EPSILON
#define MATH(f) f##q
#define MAKE(re, im) cquad_make(re, im)
#define NAME(x) x
#include "numerics/roots.inc"
