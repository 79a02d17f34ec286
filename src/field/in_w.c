#include "field/in_w.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "numerics/quad.h"

/* A value below this part of its terms has fewer than ten digits in double precision. */
static const double cancels = 1e-5;

/* In quadruple precision, where coefficients are right to 1e-31 or so, it is zero; as in
 * stability/evaluate.c. */
static const quad vanishes = 1e-26Q;

status in_w_source_init(in_w_source *s, const phi *p, bool inverted, bool mirrored, message *why)
{
    const phi_info *info = phi_describe(p);
    *s = (in_w_source){
        .degree = info->degree, .degree_z = info->degree_z, .degree_w = info->degree_w};
    size_t length =
        (size_t)(info->degree + 1) * (size_t)(info->degree_z + 1) * (size_t)(info->degree_w + 1);
    TRY(memory_allocate(&s->c, length, sizeof *s->c, why));
    TRY(memory_allocate(&s->fine, length, sizeof *s->fine, why));
    double largest = 0;
    size_t at = 0;
    for (int j = 0; j <= info->degree; j++) {
        for (int i = 0; i <= info->degree_z; i++) {
            for (int k = 0; k <= info->degree_w; k++) {
                s->fine[at] = phi_coefficient_wide(p, j, inverted ? info->degree_z - i : i,
                                                   mirrored ? info->degree_w - k : k);
                largest = fmax(largest, fabs(s->fine[at++].high));
            }
        }
    }
    /* By a power of two, which rounds nothing. */
    int exponent = largest > 0 ? -ilogb(largest) - 1 : 0;
    for (size_t n = 0; n < length; n++) {
        s->fine[n].high = ldexp(s->fine[n].high, exponent);
        s->fine[n].low = ldexp(s->fine[n].low, exponent);
        s->c[n] = s->fine[n].high;
    }
    return STATUS_OK;
}

void in_w_source_clear(in_w_source *s)
{
    free(s->c);
    free(s->fine);
    *s = (in_w_source){0};
}

/* Far out everything is divided by the highest power of z, as in point.c. */
static bool is_far(double complex z)
{
    return cabs(z) > 1e8;
}

void in_w_set(in_w *a, const in_w_source *s, double complex z)
{
    bool far = is_far(z);
    double complex x = far ? conj(z) / cabs(z) / cabs(z) : z;
    double modulus = cabs(x);
    int n = s->degree_z, m = s->degree_w + 1;
    a->of = s;
    a->z = z;
    a->has_fine = false;
    for (int j = 0; j <= s->degree; j++) {
        for (int k = 0; k < m; k++) {
            double complex value = 0;
            double size = 0;
            for (int i = 0; i <= n; i++) {
                double c = s->c[(j * (n + 1) + (far ? i : n - i)) * m + k];
                value = value * x + c;
                size = size * modulus + fabs(c);
            }
            a->c[j][k] = value;
            a->size[j][k] = size;
        }
    }
}

/* The same in quadruple precision. */
static void set_fine(in_w *a)
{
    const in_w_source *s = a->of;
    bool far = is_far(a->z);
    cquad x = cquad_make(creal(a->z), cimag(a->z));
    x = far ? 1 / x : x;
    quad modulus = cabsq(x);
    int n = s->degree_z, m = s->degree_w + 1;
    for (int j = 0; j <= s->degree; j++) {
        for (int k = 0; k < m; k++) {
            cquad value = 0;
            quad size = 0;
            for (int i = 0; i <= n; i++) {
                quad c = quad_from_wide(s->fine[(j * (n + 1) + (far ? i : n - i)) * m + k]);
                value = value * x + c;
                size = size * modulus + fabsq(c);
            }
            a->fine[j][k] = (struct in_w_fine){.re = wide_from_quad(crealq(value)),
                                               .im = wide_from_quad(cimagq(value)),
                                               .size = wide_from_quad(size)};
        }
    }
    a->has_fine = true;
}

/* Divides what is left of c_j by t - w again and again: the remainders are the coefficients of the
 * expansion, from `first` on and up to `last`. */
static void divide(double complex *c, int m, double w, int first, int last)
{
    for (int i = first; i < m && i <= last; i++) {
        for (int k = m - 1; k >= i; k--) {
            c[k] += w * c[k + 1];
        }
    }
}

/* The first three terms tell the growth and where it turns; the others bound an error. */
static void expand_fine(in_w *a, double w, int j, int last, double complex *out)
{
    int m = a->of->degree_w, fine = last < 2 ? last : 2;
    quad re[IN_W_TERMS], im[IN_W_TERMS], size = 0;
    for (int k = m; k >= 0; k--) {
        re[k] = quad_from_wide(a->fine[j][k].re);
        im[k] = quad_from_wide(a->fine[j][k].im);
        size = size * fabs(w) + quad_from_wide(a->fine[j][k].size);
    }
    for (int i = 0; i < m && i <= fine; i++) {
        for (int k = m - 1; k >= i; k--) {
            re[k] += w * re[k + 1];
            im[k] += w * im[k + 1];
        }
    }
    for (int k = 0; k <= m; k++) {
        out[k] = CMPLX((double)re[k], (double)im[k]);
    }
    out[0] = fabsq(re[0]) + fabsq(im[0]) <= vanishes * size ? 0 : out[0];
    divide(out, m, w, fine + 1, last);
}

/* False when too few digits are left. */
static bool expand(const in_w *a, double w, int j, int last, double complex *out)
{
    int m = a->of->degree_w;
    double size = 0;
    for (int k = m; k >= 0; k--) {
        out[k] = a->c[j][k];
        size = size * fabs(w) + a->size[j][k];
    }
    divide(out, m, w, 0, last);
    return fabs(creal(out[0])) + fabs(cimag(out[0])) > cancels * size;
}

void in_w_expand(in_w *a, double w, int last, double complex out[][IN_W_TERMS])
{
    double nearest = 2 * DBL_EPSILON * fabs(w);
    for (int j = 0; j <= a->of->degree; j++) {
        if (!expand(a, w, j, last, out[j])) {
            if (!a->has_fine) {
                set_fine(a);
            }
            expand_fine(a, w, j, last, out[j]);
        }
        bool is_zero = a->of->degree_w > 0 && cabs(out[j][0]) <= nearest * cabs(out[j][1]);
        out[j][0] = is_zero ? 0 : out[j][0];
    }
}
