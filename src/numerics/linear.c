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

void real_multiply(const double *a, const double *b, int rows, int inner, int columns, double sign,
                   double *out)
{
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
            double sum = 0;
            for (int k = 0; k < inner; k++) {
                sum += a[i * inner + k] * b[k * columns + j];
            }
            out[i * columns + j] = sign == 0 ? sum : out[i * columns + j] + sign * sum;
        }
    }
}

double real_size(const double *x, int count)
{
    double largest = 0;
    for (int i = 0; i < count; i++) {
        largest = fmax(largest, fabs(x[i]));
    }
    return largest;
}

bool real_is_finite(const double *x, int count)
{
    for (int i = 0; i < count; i++) {
        if (!isfinite(x[i])) {
            return false;
        }
    }
    return true;
}
