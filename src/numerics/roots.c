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

static bool complex_guess(const double complex *c, int degree, double complex *roots)
{
    (void)c, (void)degree, (void)roots;
    return false;
}

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

/* The roots in double precision, from where two or three sweeps lead to the end; they are moved
 * apart a little, since points that coincide do not repel each other. False when the numbers do not
 * fit. */
static bool guess(const cquad *c, int degree, cquad *roots)
{
    double complex rounded[POLYNOMIAL_MAX_DEGREE + 1];
    double complex near[POLYNOMIAL_MAX_DEGREE + 1];
    for (int i = 0; i <= degree; i++) {
        rounded[i] = CMPLX((double)crealq(c[i]), (double)cimagq(c[i]));
    }
    if (cabs(rounded[0]) < DBL_MIN || cabs(rounded[degree]) < DBL_MIN ||
        !complex_polynomial_roots(rounded, degree, near)) {
        return false;
    }
    for (int i = 0; i < degree; i++) {
        roots[i] = (cquad)near[i] * cquad_make(1 + 1e-13Q * i, 2e-13Q * i);
    }
    return true;
}

#include "numerics/roots.inc"
