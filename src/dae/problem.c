#include "dae/problem.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "numerics/linear.h"

/* Complex steps are exact to rounding for any small step; central differences are best at the cube
 * root of the unit roundoff, those of fourth order in t at its fifth root. */
static const double complex_step = 1e-100;
static const double difference_step = 6.0554544523933395e-6; /* DBL_EPSILON^(1/3) */
static const double rate_step = 7.4009597974140505e-4;       /* DBL_EPSILON^(1/5) */

void problem_destroy(problem *p)
{
    if (p != NULL && p->destroy != NULL) {
        p->destroy(p->data);
    }
    free(p);
}

/* Column j of F_x (of F_x' when `of_derivative`) by a complex step. */
static void complex_columns(const problem *p, double t, const double *x, const double *xd,
                            bool of_derivative, double *out)
{
    int n = p->size;
    double complex cx[PROBLEM_MAX_SIZE] = {0}, cxd[PROBLEM_MAX_SIZE] = {0};
    double complex r[PROBLEM_MAX_SIZE];
    for (int i = 0; i < n; i++) {
        cx[i] = x[i];
        cxd[i] = xd[i];
    }
    double complex *moved = of_derivative ? cxd : cx;
    for (int j = 0; j < n; j++) {
        double held = creal(moved[j]);
        moved[j] = CMPLX(held, complex_step);
        p->residual_complex(p->data, t, cx, cxd, r);
        moved[j] = held;
        for (int i = 0; i < n; i++) {
            out[i * n + j] = cimag(r[i]) / complex_step;
        }
    }
}

static void difference_columns(const problem *p, double t, const double *x, const double *xd,
                               bool of_derivative, double *out)
{
    int n = p->size;
    double mx[PROBLEM_MAX_SIZE], mxd[PROBLEM_MAX_SIZE];
    double above[PROBLEM_MAX_SIZE], below[PROBLEM_MAX_SIZE];
    memcpy(mx, x, (size_t)n * sizeof *mx);
    memcpy(mxd, xd, (size_t)n * sizeof *mxd);
    double *moved = of_derivative ? mxd : mx;
    for (int j = 0; j < n; j++) {
        double held = moved[j];
        double step = difference_step * fmax(1, fabs(held));
        double high = held + step, low = held - step;
        moved[j] = high;
        p->residual(p->data, t, mx, mxd, above);
        moved[j] = low;
        p->residual(p->data, t, mx, mxd, below);
        moved[j] = held;
        for (int i = 0; i < n; i++) {
            out[i * n + j] = (above[i] - below[i]) / (high - low);
        }
    }
}

bool problem_jacobian(const problem *p, double t, const double *x, const double *xd, double *Fx,
                      double *Fxd)
{
    int n = p->size;
    if (p->jacobian != NULL) {
        p->jacobian(p->data, t, x, xd, Fx, Fxd);
    } else if (p->residual_complex != NULL) {
        complex_columns(p, t, x, xd, false, Fx);
        complex_columns(p, t, x, xd, true, Fxd);
    } else {
        difference_columns(p, t, x, xd, false, Fx);
        difference_columns(p, t, x, xd, true, Fxd);
    }
    return real_is_finite(Fx, n * n) && real_is_finite(Fxd, n * n);
}

bool problem_rate(const problem *p, double t, const double *x, const double *xd, double *Ft)
{
    int n = p->size;
    if (p->rate != NULL) {
        p->rate(p->data, t, x, xd, Ft);
    } else if (p->residual_complex != NULL) {
        double complex cx[PROBLEM_MAX_SIZE] = {0}, cxd[PROBLEM_MAX_SIZE] = {0};
        double complex r[PROBLEM_MAX_SIZE];
        for (int i = 0; i < n; i++) {
            cx[i] = x[i];
            cxd[i] = xd[i];
        }
        p->residual_complex(p->data, CMPLX(t, complex_step), cx, cxd, r);
        for (int i = 0; i < n; i++) {
            Ft[i] = cimag(r[i]) / complex_step;
        }
    } else {
        double r[4][PROBLEM_MAX_SIZE];
        static const double at[] = {-2, -1, 1, 2};
        double step = rate_step * fmax(1, fabs(t));
        for (int k = 0; k < 4; k++) {
            p->residual(p->data, t + at[k] * step, x, xd, r[k]);
        }
        for (int i = 0; i < n; i++) {
            Ft[i] = (r[0][i] - 8 * r[1][i] + 8 * r[2][i] - r[3][i]) / (12 * step);
        }
    }
    return real_is_finite(Ft, n);
}

/* A linear problem: real equations of the real and imaginary parts. Equation i of the definition is
 * equations row(i) and, when complex, row(i) + (d or n - d) of the problem, so that those with x'
 * come first. */
typedef struct linear {
    linear_definition of;
    void *data;
} linear;

typedef struct linear_values {
    double complex E[LINEAR_MAX_SIZE * LINEAR_MAX_SIZE];
    double complex A[LINEAR_MAX_SIZE * LINEAR_MAX_SIZE];
    double complex f[LINEAR_MAX_SIZE];
} linear_values;

static int real_row(const linear *l, int i)
{
    int d = l->of.differential;
    return !l->of.is_complex || i < d ? i : d + i;
}

static int imaginary_row(const linear *l, int i)
{
    int d = l->of.differential;
    return i < d ? d + i : l->of.size + i;
}

/* Writes a complex n by n matrix, times `sign`, as a real one. */
static void write_matrix(const linear *l, const double complex *from, double sign, double *to)
{
    int n = l->of.size;
    int size = l->of.is_complex ? 2 * n : n;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            double re = sign * creal(from[i * n + j]), im = sign * cimag(from[i * n + j]);
            to[real_row(l, i) * size + j] = re;
            if (l->of.is_complex) {
                to[real_row(l, i) * size + n + j] = -im;
                to[imaginary_row(l, i) * size + j] = im;
                to[imaginary_row(l, i) * size + n + j] = re;
            }
        }
    }
}

static void write_row(const linear *l, int i, double complex value, double *r)
{
    r[real_row(l, i)] = creal(value);
    if (l->of.is_complex) {
        r[imaginary_row(l, i)] = cimag(value);
    }
}

static void read_vector(const linear *l, const double *x, double complex *out)
{
    for (int i = 0; i < l->of.size; i++) {
        out[i] = CMPLX(x[i], l->of.is_complex ? x[l->of.size + i] : 0);
    }
}

static void linear_residual(const void *data, double t, const double *x, const double *xd,
                            double *r)
{
    const linear *l = data;
    int n = l->of.size;
    linear_values v;
    double complex cx[LINEAR_MAX_SIZE], cxd[LINEAR_MAX_SIZE];
    l->of.matrices(l->data, t, v.E, v.A, v.f);
    read_vector(l, x, cx);
    read_vector(l, xd, cxd);
    for (int i = 0; i < n; i++) {
        double complex sum = -v.f[i];
        for (int j = 0; j < n; j++) {
            sum += v.E[i * n + j] * cxd[j] - v.A[i * n + j] * cx[j];
        }
        write_row(l, i, sum, r);
    }
}

static void linear_jacobian(const void *data, double t, const double *x, const double *xd,
                            double *Fx, double *Fxd)
{
    const linear *l = data;
    linear_values v;
    (void)x;
    (void)xd;
    l->of.matrices(l->data, t, v.E, v.A, v.f);
    write_matrix(l, v.E, 1, Fxd);
    write_matrix(l, v.A, -1, Fx);
}

static void linear_rate(const void *data, double t, const double *x, const double *xd, double *Ft)
{
    const linear *l = data;
    int n = l->of.size;
    linear_values v;
    double complex cx[LINEAR_MAX_SIZE];
    (void)xd; /* of interest for constraints, which have none */
    l->of.rates(l->data, t, v.A, v.f);
    read_vector(l, x, cx);
    for (int i = 0; i < n; i++) {
        double complex sum = -v.f[i];
        for (int j = 0; j < n; j++) {
            sum -= v.A[i * n + j] * cx[j];
        }
        write_row(l, i, sum, Ft);
    }
}

static void linear_exact(const void *data, double t, double *x)
{
    const linear *l = data;
    double complex cx[LINEAR_MAX_SIZE];
    l->of.exact(l->data, t, cx);
    for (int i = 0; i < l->of.size; i++) {
        x[i] = creal(cx[i]);
        if (l->of.is_complex) {
            x[l->of.size + i] = cimag(cx[i]);
        }
    }
}

static void linear_observe(const void *data, double t, const double *x, double *u)
{
    const linear *l = data;
    linear_values v;
    double complex cx[LINEAR_MAX_SIZE];
    double complex sum = 0;
    read_vector(l, x, cx);
    if (l->of.observe != NULL) {
        l->of.observe(l->data, t, cx, &sum);
    } else {
        l->of.matrices(l->data, t, v.E, v.A, v.f);
        for (int j = 0; j < l->of.size; j++) {
            sum += v.E[j] * cx[j];
        }
    }
    u[0] = creal(sum);
    if (l->of.is_complex) {
        u[1] = cimag(sum);
    }
}

static void linear_destroy(void *data)
{
    linear *l = data;
    if (l != NULL) {
        free(l->data);
    }
    free(l);
}

status problem_from_linear(const linear_definition *definition, const void *data, int data_size,
                           problem **out, message *why)
{
    int parts = definition->is_complex ? 2 : 1;
    problem *p = NULL;
    linear *l = NULL;
    *out = NULL;
    status s = STATUS_OK;
    TRY_OR_END(memory_allocate(&p, 1, sizeof *p, why));
    TRY_OR_END(memory_allocate(&l, 1, sizeof *l, why));
    TRY_OR_END(memory_allocate(&l->data, (size_t)data_size, 1, why));
    memcpy(l->data, data, (size_t)data_size);
    l->of = *definition;
    *p = (problem){.size = parts * definition->size,
                   .differential = parts * definition->differential,
                   .linear = true,
                   .is_complex = definition->is_complex,
                   .data = l,
                   .destroy = linear_destroy,
                   .residual = linear_residual,
                   .jacobian = linear_jacobian,
                   .rate = definition->rates != NULL ? linear_rate : NULL,
                   .exact = definition->exact != NULL ? linear_exact : NULL,
                   .observed = parts,
                   .observe = linear_observe,
                   .kept_count = parts * definition->kept_count};
    strncpy(p->name, definition->name, sizeof p->name - 1);
    for (int i = 0; i < definition->kept_count; i++) {
        p->kept[i] = definition->kept[i];
        if (definition->is_complex) {
            p->kept[definition->kept_count + i] = definition->size + definition->kept[i];
        }
    }
    *out = p;
    return STATUS_OK;
end:
    linear_destroy(l);
    free(p);
    return s;
}
