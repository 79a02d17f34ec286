/* The kernels for display, in single precision. */
#include <float.h>
#include <math.h>

#include "base/vector.h"
#include "field/kernel.h"

enum { LARGEST_UNROLLED = 10 };

bool kernel_has_display(int degree, int degree_z)
{
    return degree == 1 && degree_z <= LARGEST_UNROLLED;
}

enum { BLOCK = 64 };

/* A slice in single precision, with the squares below which N and D are not certain. */
typedef struct single_slice {
    int degree_z;
    float N[LARGEST_UNROLLED + 1], D[LARGEST_UNROLLED + 1];
    float least_N, least_D;
} single_slice;

/* Rounding z and every step of Horner's rule to 24 bits changes a polynomial of degree n by less
 * than (4n + 2) 2^-24 times the sum of the moduli of its terms, and by what coefficients lose that
 * are too small for single precision; to be certain to half of 1e-3 it must be larger than 2000
 * times that. */
static float least_square(const slice *s, int j, double modulus, double error)
{
    int n = s->degree_z;
    double size = 0, lost = 0;
    for (int k = n; k >= 0; k--) {
        size = size * modulus + fabs(s->c[j * (n + 1) + k]);
        lost = lost * modulus + FLT_MIN;
    }
    double least = 2000 * ((4 * n + 2) * 0x1p-24 * size + lost + error);
    return (float)(least * least);
}

/* A whole block, in registers, for a degree that is known when compiling. */
ALWAYS_INLINE bool single_row(const single_slice *s, int n, const double *x, float y, float *growth)
{
    int uncertain = 0;
    for (int i = 0; i < BLOCK; i++) {
        float zr = (float)x[i];
        float nr = s->N[n], ni = 0;
        float dr = s->D[n], di = 0;
        for (int k = n - 1; k >= 0; k--) {
            float re = nr * zr - ni * y + s->N[k];
            ni = nr * y + ni * zr;
            nr = re;
            re = dr * zr - di * y + s->D[k];
            di = dr * y + di * zr;
            dr = re;
        }
        float N = nr * nr + ni * ni;
        float D = dr * dr + di * di;
        float g = sqrtf(N / D);
        growth[i] = g;
        uncertain |= !(N > s->least_N) | !(D > s->least_D) | !(N < 1e30F) | !(D < 1e30F) |
                     ((g > 0.98F) & (g < 1.02F));
    }
    return uncertain == 0;
}

#define SINGLE(N)                                                                         \
    VECTOR_CLONES static bool single_##N(const single_slice *s, const double *x, float y, \
                                         float *growth)                                   \
    {                                                                                     \
        return single_row(s, N, x, y, growth);                                            \
    }

SINGLE(0)
SINGLE(1)
SINGLE(2)
SINGLE(3)
SINGLE(4)
SINGLE(5)
SINGLE(6)
SINGLE(7)
SINGLE(8)
SINGLE(9)
SINGLE(10)

typedef bool (*single_kernel)(const single_slice *, const double *, float, float *);

static const single_kernel single_kernels[LARGEST_UNROLLED + 1] = {
    single_0, single_1, single_2, single_3, single_4, single_5,
    single_6, single_7, single_8, single_9, single_10};

void kernel_display(const slice *s, const double *x, double y, int count, float *growth,
                    warm_start *warm)
{
    int n = s->degree_z;
    const double *errors = kernel_errors(s, x, y, count, warm);
    double modulus = hypot(fmax(fabs(x[0]), fabs(x[count - 1])), y);
    single_slice single = {.degree_z = n,
                           .least_N = least_square(s, 0, modulus, errors[0]),
                           .least_D = least_square(s, 1, modulus, errors[1])};
    for (int k = 0; k <= n; k++) {
        single.N[k] = (float)s->c[k];
        single.D[k] = (float)s->c[n + 1 + k];
    }
    for (int first = 0; first < count; first += BLOCK) {
        int length = count - first < BLOCK ? count - first : BLOCK;
        bool certain =
            length == BLOCK && single_kernels[n](&single, x + first, (float)y, growth + first);
        if (!certain) {
            kernel_for(1, n)(s, x + first, y, length, growth + first, warm);
        }
    }
}
