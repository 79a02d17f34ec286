#include "gpu/factors.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

#include "numerics/roots.h"

/* An error that nothing survives, but that single precision can hold. */
static const double hopeless = 1e30;

/* Factors that are right to this, relative, are not improved. */
static const double well_enough = 1e-13;

/* c_j of a slice: lead prod (z - roots) and what that differs by, at most, within the frame. */
typedef struct product {
    int count;
    double lead;
    double complex roots[POLYNOMIAL_MAX_DEGREE];
    double error;
} product;

factors_frame factors_frame_of(const view *v)
{
    bool is_z = plane_is_complex(v->plane);
    double across = (v->x1 - v->x0) / 2;
    double upward = is_z ? (v->y1 - v->y0) / 2 : 0;
    double x = fmax(fabs(v->x0), fabs(v->x1));
    double y = is_z ? fmax(fabs(v->y0), fabs(v->y1)) : 0;
    return (factors_frame){.middle = CMPLX((v->x0 + v->x1) / 2, is_z ? (v->y0 + v->y1) / 2 : 0),
                           .radius = hypot(across, upward),
                           .farthest = hypot(x, y)};
}

/* sum |a_k - those of the product| farthest^k; expanded in long double, so that the difference is
 * that of the roots and not that of expanding. */
static double difference(const double *a, int degree, const product *p, double farthest)
{
    long double complex c[POLYNOMIAL_MAX_DEGREE + 1] = {(long double)p->lead};
    for (int i = 0; i < p->count; i++) {
        long double complex root = (long double complex)p->roots[i];
        for (int k = i + 1; k > 0; k--) {
            c[k] = c[k - 1] - root * c[k];
        }
        c[0] *= -root;
    }
    long double sum = 0;
    for (int k = degree; k >= 0; k--) {
        sum = sum * (long double)farthest + cabsl(c[k] - (long double)a[k]);
    }
    return (double)sum;
}

/* Aberth's iteration in long double. Next to a multiple root, which rounded coefficients split into
 * simple ones, roots that are good to half the digits each do not make up the polynomial. */
static void polish(const double *a, product *p)
{
    enum { SWEEPS = 6 };
    for (int step = 0; step < SWEEPS * p->count; step++) {
        int i = step % p->count;
        long double complex x = (long double complex)p->roots[i];
        long double complex value = 0, slope = 0, repulsion = 0;
        for (int k = p->count; k >= 0; k--) {
            slope = slope * x + value;
            value = value * x + (long double)a[k];
        }
        for (int k = 0; k < p->count; k++) {
            repulsion += p->roots[k] != p->roots[i] ? 1 / (x - p->roots[k]) : 0;
        }
        long double complex below = slope - value * repulsion;
        p->roots[i] = below != 0 ? (double complex)(x - value / below) : p->roots[i];
    }
}

/* Highest terms that are nothing against the others, anywhere in the frame, would give roots far
 * away and are left out. */
static bool find_product(const double *a, int degree, double farthest, product *p)
{
    double complex c[POLYNOMIAL_MAX_DEGREE + 1];
    double size = 0;
    int top = degree;
    for (int k = degree; k >= 0; k--) {
        size = size * farthest + fabs(a[k]);
        c[k] = a[k];
    }
    while (top > 0 && fabs(a[top]) * pow(farthest, top) <= 0x1p-60 * size) {
        top--;
    }
    p->count = top;
    p->lead = a[top];
    if (top == 1) {
        p->roots[0] = -a[0] / a[1];
    } else if (top > 1 && !complex_polynomial_roots(c, top, p->roots)) {
        return false;
    }
    p->error = difference(a, degree, p, farthest);
    if (p->error > well_enough * size) {
        product polished = *p;
        polish(a, &polished);
        polished.error = difference(a, degree, &polished, farthest);
        *p = polished.error < p->error ? polished : *p;
    }
    return isfinite(p->error);
}

/* Each factor is divided by the larger of the radius and the distance of its root, so that it is at
 * most 2 within the frame. Returns the product of these, times the leading coefficient. */
static double write_factors(const product *p, int degree_z, const factors_frame *frame, float *out)
{
    double gain = p->lead;
    for (int i = 0; i < degree_z; i++) {
        double complex beta = 1;
        double alpha = 0;
        if (i < p->count) {
            double complex from = frame->middle - p->roots[i];
            double scale = fmax(frame->radius, cabs(from));
            beta = CMPLX(creal(from) / scale, cimag(from) / scale);
            alpha = frame->radius / scale;
            gain *= scale;
        }
        out[4 * i] = (float)creal(beta);
        out[4 * i + 1] = (float)cimag(beta);
        out[4 * i + 2] = (float)alpha;
        out[4 * i + 3] = 0;
    }
    return gain;
}

void factors_find(const slice *s, const factors_frame *frame, float *numbers)
{
    double gain[METHOD_MAX_STEPS + 1], error[METHOD_MAX_STEPS + 1];
    size_t stride = 4 * ((size_t)s->degree_z + 1);
    double largest = 0;
    for (int j = 0; j <= s->degree; j++) {
        product p = {0};
        bool found = find_product(s->c + j * (s->degree_z + 1), s->degree_z, frame->farthest, &p);
        float *factors = numbers + (size_t)j * stride + 4;
        gain[j] = write_factors(&p, s->degree_z, frame, factors);
        /* To what the product is off comes what the coefficients themselves are. */
        double off = p.error + slice_error(s, j, frame->farthest);
        error[j] = found && isfinite(gain[j]) ? off : INFINITY;
        largest = fmax(largest, fabs(gain[j]));
    }
    for (int j = 0; j <= s->degree; j++) {
        bool usable = error[j] < INFINITY && largest > 0 && largest < INFINITY;
        float *head = numbers + (size_t)j * stride;
        head[0] = usable ? (float)(gain[j] / largest) : 0;
        /* The least normal number stands for a gain that has been rounded to 0. */
        head[1] = usable ? (float)fmin(error[j] / largest + FLT_MIN, hopeless) : (float)hopeless;
        head[2] = 0;
        head[3] = 0;
    }
}
