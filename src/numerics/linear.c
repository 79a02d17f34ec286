#include "numerics/linear.h"

#include <math.h>

#include "numerics/linear_quad.h"

#define NUMBER double
#define REAL double
#define SIZE(x) fabs(x)
#define NAME(x) real_##x
#include "numerics/linear.inc"
#undef NUMBER
#undef REAL
#undef SIZE
#undef NAME

#define NUMBER double complex
#define REAL double
#define SIZE(x) (fabs(creal(x)) + fabs(cimag(x)))
#define NAME(x) complex_##x
#include "numerics/linear.inc"
#undef NUMBER
#undef REAL
#undef SIZE
#undef NAME

#define NUMBER quad
#define REAL quad
#define SIZE(x) fabsq(x)
#define NAME(x) quad_##x
#include "numerics/linear.inc"
#undef NUMBER
#undef REAL
#undef SIZE
#undef NAME

#define NUMBER cquad
#define REAL quad
#define SIZE(x) cquad_size(x)
#define NAME(x) cquad_##x
#include "numerics/linear.inc"
