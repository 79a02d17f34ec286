/* Kernels: the growth |sigma|max along a row of pixels, in single precision for the picture.
 * Private to src/field and src/gpu.
 *
 * They match point_evaluate to a relative 1e-6 where the growth is in [1e-15, 1e6]; elsewhere, and
 * near |sigma| = 1, the field asks point_evaluate itself. From the largest |z| of a row follows a
 * bound of the error of its coefficients; where that does not prove a pixel right, it is NaN. */
#ifndef FIELD_KERNEL_H
#define FIELD_KERNEL_H

#include "field/point.h"

enum { KERNEL_LANES = 4 };

/* What a row hands to the next one: roots of its first block of pixels, from which that starts, and
 * how far c_j(z) may be off for |z| up to a modulus. This stays within a tile, so that the result
 * does not depend on which thread computes what. Begins as {0}. */
typedef struct warm_start {
    bool is_warm;
    double re[METHOD_MAX_STEPS][KERNEL_LANES], im[METHOD_MAX_STEPS][KERNEL_LANES];
    const slice *errors_of;
    double square; /* of that modulus */
    double errors[METHOD_MAX_STEPS + 1];
} warm_start;

/* z = x[i] + i y for i < count; x goes up. What cannot be told in double precision is NaN. */
typedef void (*kernel)(const slice *s, const double *x, double y, int count, float *growth,
                       warm_start *warm);

/* The kernel for a degree in sigma: closed forms for 1 and 2, Aberth's iteration above. */
kernel kernel_for(int degree, int degree_z);

/* Is there a single-precision kernel for display? For one-step methods of moderate degree. */
bool kernel_has_display(int degree, int degree_z);

/* Growths to a relative 1e-3, half a step of the colour table, in single precision where that is
 * certain; blocks that are near a zero, a pole or the unit circle (2 %) are done by the kernel in
 * double precision. */
void kernel_display(const slice *s, const double *x, double y, int count, float *growth,
                    warm_start *warm);

/* Growths within this of 1, relative, are for the reference evaluator to decide, and so are those
 * outside of the trusted range, where single precision or a small denominator tells too little. */
static const float kernel_near_circle = 2e-6F;
static const float kernel_smallest = 1e-15F;
static const float kernel_largest = 1e6F;

static inline bool kernel_decides(float growth)
{
    return growth < kernel_largest && growth > kernel_smallest &&
           (growth > 1 + kernel_near_circle || growth < 1 - kernel_near_circle);
}

/* How far each c_j(z) may be off in a row. */
const double *kernel_errors(const slice *s, const double *x, double y, int count, warm_start *warm);

/* Verdicts of a row by growth alone. Returns true when the kernel decides all of them. */
bool kernel_classify(const float *growth, int count, unsigned char *verdicts);

/* Flops that the kernel spends on a pixel; 0 when that depends on the iteration. */
double kernel_flops(int degree, int degree_z);

#endif
