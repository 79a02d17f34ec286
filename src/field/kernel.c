/* Plain loops over separate real and imaginary parts, which gcc turns into vector code; the clone
 * for CPUs with AVX2 and FMA is chosen when the program starts. */
#include "field/kernel.h"

#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "numerics/roots.h"

enum { LARGEST_UNROLLED = 10 };

/* As fmax, which is a function. */
ALWAYS_INLINE double larger_of(double a, double b)
{
    return a > b ? a : b;
}

/* Rows of a tile have nearly the same largest |z|: a tenth more than that serves many of them. */
const double *kernel_errors(const slice *s, const double *x, double y, int count, warm_start *warm)
{
    double across = larger_of(fabs(x[0]), fabs(x[count - 1]));
    double square = across * across + y * y;
    if (warm->errors_of != s || !(square <= warm->square)) {
        warm->errors_of = s;
        warm->square = 1.21 * square;
        for (int j = 0; j <= s->degree; j++) {
            warm->errors[j] = slice_error(s, j, sqrt(warm->square));
        }
    }
    return warm->errors;
}

/* The least |c_j(z)|^2 that this kernel trusts, when |c_j(z)| may be off by `error`. A value is
 * trusted when its relative error is at most 4e-7, that is when |c_j(z)| >= error/4e-7, whose
 * square is 6.25e12 error^2. Numerator and denominator together are then right to 8e-7, which
 * leaves 2e-7 of the 1e-6 that kernel.h promises for rounding to single precision. Below 1e-280 the
 * square itself may have lost digits to underflow. */
static double least_certain(double error)
{
    return larger_of(6.25e12 * error * error, 1e-280);
}

/* c_j(z) at one pixel, by Horner's rule. */
ALWAYS_INLINE void horner(const double *c, int degree, double zr, double zi, double *re, double *im)
{
    double r = c[degree], m = 0;
    for (int k = degree - 1; k >= 0; k--) {
        double next = r * zr - m * zi + c[k];
        m = r * zi + m * zr;
        r = next;
    }
    *re = r;
    *im = m;
}

/* The square of |c_j(z)|. */
ALWAYS_INLINE double square_of(const double *c, int degree, double zr, double zi)
{
    double re, im;
    horner(c, degree, zr, zi, &re, &im);
    return re * re + im * im;
}

/* |N/D|, N and D of a degree that is known when compiling. The smallest |N| and |D| of eight
 * columns of pixels tell whether all are certain, which costs nothing; when they are not, all is
 * done again, and what is not certain becomes NaN. */
ALWAYS_INLINE void rational_row(const slice *s, int n, const double *x, double y, int count,
                                float *growth, warm_start *warm)
{
    enum { COLUMNS = 8 };
    const double *N = s->c, *D = s->c + n + 1;
    const double *errors = kernel_errors(s, x, y, count, warm);
    /* Without an error there are no terms: N is 0 everywhere, and that is certain. */
    double least_N = errors[0] > 0 ? least_certain(errors[0]) : -1;
    double least_D = least_certain(errors[1]);
    double smallest_N[COLUMNS], smallest_D[COLUMNS];
    int done = 0;
    for (int l = 0; l < COLUMNS; l++) {
        smallest_N[l] = smallest_D[l] = INFINITY;
    }
    for (; done + COLUMNS <= count; done += COLUMNS) {
        for (int l = 0; l < COLUMNS; l++) {
            double above = square_of(N, n, x[done + l], y);
            double below = square_of(D, n, x[done + l], y);
            growth[done + l] = sqrtf((float)(above / below));
            smallest_N[l] = above < smallest_N[l] ? above : smallest_N[l];
            smallest_D[l] = below < smallest_D[l] ? below : smallest_D[l];
        }
    }
    for (int l = 0; l < COLUMNS; l++) {
        done = smallest_N[l] > least_N && smallest_D[l] > least_D ? done : 0;
    }
    for (int i = done; i < count; i++) {
        double above = square_of(N, n, x[i], y), below = square_of(D, n, x[i], y);
        double square = (above > least_N) & (below > least_D) ? above / below : NAN;
        growth[i] = sqrtf((float)square);
    }
}

/* One function for each degree that is frequent. */
#define RATIONAL(N)                                                                              \
    VECTOR_CLONES static void rational_##N(const slice *s, const double *x, double y, int count, \
                                           float *growth, warm_start *warm)                      \
    {                                                                                            \
        rational_row(s, N, x, y, count, growth, warm);                                           \
    }

RATIONAL(0)
RATIONAL(1)
RATIONAL(2)
RATIONAL(3)
RATIONAL(4)
RATIONAL(5)
RATIONAL(6)
RATIONAL(7)
RATIONAL(8)
RATIONAL(9)
RATIONAL(10)

static const kernel rational_kernels[LARGEST_UNROLLED + 1] = {
    rational_0, rational_1, rational_2, rational_3, rational_4, rational_5,
    rational_6, rational_7, rational_8, rational_9, rational_10};

VECTOR_CLONES static void rational_any(const slice *s, const double *x, double y, int count,
                                       float *growth, warm_start *warm)
{
    rational_row(s, s->degree_z, x, y, count, growth, warm);
}

/* A root is put in by Horner's rule in sigma: what that rounds is a multiple of what the one in z
 * does. */
static double with_rounding_in_sigma(const slice *s)
{
    return 1 + (4.0 * s->degree + 4) / (4.0 * s->degree_z + 5);
}

/* a sigma^2 + b sigma + c: with e = b^2 - 4ac and the root r of e for which Re conj(b) r >= 0 the
 * larger root is -(b + r)/(2a), and
 *
 *   |b + r|^2 = |b|^2 + |e| + 2 Re conj(b) r,  (Re conj(b) r)^2 = (|b|^2 |e| + Re conj(b)^2 e)/2,
 *
 * which needs one division and no complex root. The last sum cancels where both roots are of one
 * modulus: eight roundings of 2^-53 |b|^2 |e| then move Re conj(b) r by at most 2.2e-8 |b| |r|,
 * and the growth by half of that, relative, because |b|^2 + |e| >= 2 |b| |r|. 0/0 and overflows
 * come out as NaN, which the caller resolves.
 *
 * Where the polynomial is off by t at the largest root g, with 2|b|g <= |b|(1 + g^2), a root moves
 * by t/|slope| when the other is far, and the slope is sqrt(b^2 - 4ac); never by more than
 * 2 sqrt(t/|a|). It is certain to 5e-7 when one of the two says so. */
ALWAYS_INLINE void quadratic_row(const slice *s, int n, const double *x, double y, int count,
                                 float *growth, warm_start *warm)
{
    const double *c0 = s->c;
    const double *c1 = c0 + n + 1;
    const double *c2 = c1 + n + 1;
    const double *errors = kernel_errors(s, x, y, count, warm);
    double more = with_rounding_in_sigma(s);
    double error_0 = more * (errors[0] + errors[1] / 2),
           error_2 = more * (errors[2] + errors[1] / 2);
    for (int i = 0; i < count; i++) {
        double ar, ai, br, bi, cr, ci;
        horner(c2, n, x[i], y, &ar, &ai);
        horner(c1, n, x[i], y, &br, &bi);
        horner(c0, n, x[i], y, &cr, &ci);
        double squared_r = br * br - bi * bi, squared_i = 2 * br * bi;
        double er = squared_r - 4 * (ar * cr - ai * ci);
        double ei = squared_i - 4 * (ar * ci + ai * cr);
        double modulus = sqrt(er * er + ei * ei);
        double b = br * br + bi * bi, a = ar * ar + ai * ai;
        double mixed = b * modulus + (squared_r * er + squared_i * ei);
        double largest = (b + modulus + sqrt(2 * (mixed < 0 ? 0 : mixed))) / (4 * a);
        double off = error_2 * largest + error_0;
        double simple = 1e-14 * modulus, close = 3.9e-27 * largest * a;
        bool is_certain = off * off < largest * (simple > close ? simple : close);
        growth[i] = is_certain ? sqrtf((float)largest) : NAN;
    }
}

#define QUADRATIC(N)                                                                              \
    VECTOR_CLONES static void quadratic_##N(const slice *s, const double *x, double y, int count, \
                                            float *growth, warm_start *warm)                      \
    {                                                                                             \
        quadratic_row(s, N, x, y, count, growth, warm);                                           \
    }

QUADRATIC(1)
QUADRATIC(2)
QUADRATIC(3)

VECTOR_CLONES static void quadratic_any(const slice *s, const double *x, double y, int count,
                                        float *growth, warm_start *warm)
{
    quadratic_row(s, s->degree_z, x, y, count, growth, warm);
}

static const kernel quadratic_kernels[] = {quadratic_any, quadratic_1, quadratic_2, quadratic_3};

typedef double lanes __attribute__((vector_size(KERNEL_LANES * sizeof(double))));

typedef long mask __attribute__((vector_size(KERNEL_LANES * sizeof(long))));

/* Makes a the larger of the two in each lane; a NaN in either wins. (By pointer, because the ABI
 * for vectors by value depends on the CPU.) */
ALWAYS_INLINE void take_larger(lanes *a, const lanes *b)
{
    mask keep = (*b <= *a) | (*a != *a);
    *a = (lanes)((keep & (mask)*a) | (~keep & (mask)*b));
}

typedef struct roots_block {
    lanes re[METHOD_MAX_STEPS], im[METHOD_MAX_STEPS];
} roots_block;

/* One Aberth sweep over all roots of KERNEL_LANES polynomials; returns the largest correction
 * relative to the distance of the nearest other root, squared, over all lanes. `flatness` becomes
 * 1/|slope|^2 at each root. */
ALWAYS_INLINE double aberth_sweep(const lanes *cr, const lanes *ci, int degree, roots_block *z,
                                  lanes *flatness)
{
    lanes worst = {0};
    for (int i = 0; i < degree; i++) {
        lanes xr = z->re[i], xi = z->im[i];
        lanes vr = cr[degree], vi = ci[degree];
        lanes sr = vr, si = vi;
        for (int j = degree - 1; j > 0; j--) {
            lanes next = vr * xr - vi * xi + cr[j];
            vi = vr * xi + vi * xr + ci[j];
            vr = next;
            next = sr * xr - si * xi + vr;
            si = sr * xi + si * xr + vi;
            sr = next;
        }
        lanes next = vr * xr - vi * xi + cr[0];
        vi = vr * xi + vi * xr + ci[0];
        vr = next;
        lanes pr = {0}, pi = {0}; /* sum of 1/(x - other roots) */
        lanes crowd = {0};        /* and of 1/|x - other roots|^2 */
        for (int j = 0; j < degree; j++) {
            if (j != i) {
                lanes dr = xr - z->re[j], di = xi - z->im[j];
                lanes inverse = 1 / (dr * dr + di * di);
                pr += dr * inverse;
                pi -= di * inverse;
                crowd += inverse;
            }
        }
        lanes br = sr - (vr * pr - vi * pi);
        lanes bi = si - (vr * pi + vi * pr);
        lanes inverse = 1 / (br * br + bi * bi);
        lanes hr = (vr * br + vi * bi) * inverse;
        lanes hi = (vi * br - vr * bi) * inverse;
        z->re[i] = xr - hr;
        z->im[i] = xi - hi;
        flatness[i] = inverse;
        lanes change = (hr * hr + hi * hi) * crowd;
        take_larger(&worst, &change);
    }
    double largest = 0;
    for (int l = 0; l < KERNEL_LANES; l++) {
        largest = worst[l] <= largest || largest != largest ? largest : worst[l];
    }
    return largest;
}

/* A cold start for the lanes: exact roots of their own polynomials. */
static void start_block(const lanes *cr, const lanes *ci, int degree, roots_block *z)
{
    for (int l = 0; l < KERNEL_LANES; l++) {
        double complex c[METHOD_MAX_STEPS + 1];
        double complex roots[METHOD_MAX_STEPS + 1];
        for (int j = 0; j <= degree; j++) {
            c[j] = CMPLX(cr[j][l], ci[j][l]);
        }
        bool found = c[degree] != 0 && complex_polynomial_roots(c, degree, roots);
        for (int j = 0; j < degree; j++) {
            z->re[j][l] = found ? creal(roots[j]) : NAN;
            z->im[j][l] = found ? cimag(roots[j]) : NAN;
        }
    }
}

/* Aberth converges cubically: a correction of d, with the nearest root s away, leaves an error of
 * about d (d/s)^2. d/s = 1e-3 leaves 1e-6 d, which is 1e-9 s at the most. */
static const double settled = 1e-6;

/* The square of the largest modulus; NaN where rounding, by which Phi is off by at most
 * error max(1, |sigma|)^degree, may have moved some root by more than 5e-7 of that modulus. The
 * flattest place and the largest root together bound that from above, and do nearly everywhere. */
ALWAYS_INLINE void largest_square(const roots_block *z, const lanes *flatness, int degree,
                                  double error, lanes *out)
{
    lanes largest = {0}, flattest = {0}, one = {1, 1, 1, 1}, nan = {NAN, NAN, NAN, NAN};
    for (int j = 0; j < degree; j++) {
        lanes square = z->re[j] * z->re[j] + z->im[j] * z->im[j];
        take_larger(&largest, &square);
        take_larger(&flattest, &flatness[j]);
    }
    lanes moved = error * error * flattest, above = largest;
    take_larger(&above, &one);
    for (int k = 0; k < degree; k++) {
        moved *= above;
    }
    mask keep = moved < 2.5e-13 * largest;
    if ((keep[0] & keep[1] & keep[2] & keep[3]) == 0) {
        moved = (lanes){0};
        for (int j = 0; j < degree; j++) {
            lanes own = error * error * flatness[j];
            above = z->re[j] * z->re[j] + z->im[j] * z->im[j];
            take_larger(&above, &one);
            for (int k = 0; k < degree; k++) {
                own *= above;
            }
            take_larger(&moved, &own);
        }
        keep = moved < 2.5e-13 * largest;
    }
    *out = (lanes)((keep & (mask)largest) | (~keep & (mask)nan));
}

ALWAYS_INLINE void aberth_row(const slice *s, int degree, const double *x, double y, int count,
                              float *growth, warm_start *warm)
{
    enum { SWEEPS = 12 };
    int n = s->degree_z;
    const double *errors = kernel_errors(s, x, y, count, warm);
    double error = 0;
    for (int j = 0; j <= degree; j++) {
        error += with_rounding_in_sigma(s) * errors[j];
    }
    lanes flatness[METHOD_MAX_STEPS];
    roots_block z, before;
    memcpy(z.re, warm->re, sizeof z.re);
    memcpy(z.im, warm->im, sizeof z.im);
    before = z;
    bool is_warm = warm->is_warm;
    warm->is_warm = false;
    for (int first = 0; first < count; first += KERNEL_LANES) {
        lanes cr[METHOD_MAX_STEPS + 1], ci[METHOD_MAX_STEPS + 1];
        lanes zr;
        for (int l = 0; l < KERNEL_LANES; l++) {
            zr[l] = x[first + l < count ? first + l : count - 1];
        }
        for (int j = 0; j <= degree; j++) {
            const double *c = s->c + j * (n + 1);
            lanes r = {0}, m = {0};
            for (int k = n; k >= 0; k--) {
                lanes next = r * zr - m * y + c[k];
                m = r * y + m * zr;
                r = next;
            }
            cr[j] = r;
            ci[j] = m;
        }
        /* Roots move on as they moved from the last block to this one. */
        for (int j = 0; j < degree; j++) {
            lanes re = 2 * z.re[j] - before.re[j], im = 2 * z.im[j] - before.im[j];
            before.re[j] = z.re[j];
            before.im[j] = z.im[j];
            z.re[j] = re;
            z.im[j] = im;
        }
        double change = 1;
        for (int sweep = 0; sweep < SWEEPS && is_warm && change > settled; sweep++) {
            change = aberth_sweep(cr, ci, degree, &z, flatness);
        }
        bool is_cold = !(change <= settled);
        if (is_cold) {
            start_block(cr, ci, degree, &z);
            before = z;
            aberth_sweep(cr, ci, degree, &z, flatness);
        }
        lanes largest;
        largest_square(&z, flatness, degree, error, &largest);
        bool usable = true;
        for (int l = 0; l < KERNEL_LANES && first + l < count; l++) {
            growth[first + l] = (float)sqrt(largest[l]);
        }
        for (int l = 0; l < KERNEL_LANES; l++) {
            usable &= isfinite(largest[l]) != 0;
        }
        is_warm = usable;
        if (first == 0 && usable) {
            memcpy(warm->re, z.re, sizeof z.re);
            memcpy(warm->im, z.im, sizeof z.im);
            warm->is_warm = true;
        }
    }
}

#define ABERTH(K)                                                                              \
    VECTOR_CLONES static void aberth_##K(const slice *s, const double *x, double y, int count, \
                                         float *growth, warm_start *warm)                      \
    {                                                                                          \
        aberth_row(s, K, x, y, count, growth, warm);                                           \
    }

ABERTH(3)
ABERTH(4)
ABERTH(5)
ABERTH(6)

VECTOR_CLONES static void aberth_any(const slice *s, const double *x, double y, int count,
                                     float *growth, warm_start *warm)
{
    aberth_row(s, s->degree, x, y, count, growth, warm);
}

static const kernel aberth_kernels[] = {[3] = aberth_3, aberth_4, aberth_5, aberth_6};

kernel kernel_for(int degree, int degree_z)
{
    if (degree == 1) {
        return degree_z <= LARGEST_UNROLLED ? rational_kernels[degree_z] : rational_any;
    }
    if (degree == 2) {
        return degree_z <= 3 ? quadratic_kernels[degree_z] : quadratic_any;
    }
    return degree <= 6 ? aberth_kernels[degree] : aberth_any;
}

VECTOR_CLONES bool kernel_classify(const float *growth, int count, unsigned char *verdicts)
{
    int undecided = 0;
    for (int i = 0; i < count; i++) {
        float g = growth[i];
        verdicts[i] = g > 1 ? VERDICT_UNSTABLE : VERDICT_STABLE;
        undecided |= !(g < kernel_largest) | !(g > kernel_smallest) |
                     ((g <= 1 + kernel_near_circle) & (g >= 1 - kernel_near_circle));
    }
    return undecided == 0;
}

double kernel_flops(int degree, int degree_z)
{
    if (degree == 1) {
        return 2 * 8.0 * degree_z + 8; /* two Horner rules, two squares of moduli, / and sqrt */
    }
    return degree == 2 ? 3 * 8.0 * degree_z + 48 : 0;
}
