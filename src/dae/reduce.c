#include "dae/reduce.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "numerics/eigenvalues.h"
#include "numerics/linear.h"
#include "numerics/quad.h"

enum { MOST = EQUATION_MAX_SIZE, SQUARE = MOST * MOST };

/* The reduction at one t, in the letters of reduce.h. Matrices are stored row by row; they are n by
 * n where nothing else is said, and a = n - d is the number of constraints. */
typedef struct state {
    int n, d; /* unknowns, differential equations */
    equation_matrices at;
    double u[SQUARE], vt[SQUARE], s[MOST]; /* E = u diag(s) vt; in the end s are those of Omega */
    double A2[SQUARE];                     /* the constraints, U2^T A: a by n */
    double T[SQUARE], N[SQUARE];        /* orthonormal: cokernel (n by d), kernel (n by a) of E */
    double A11[SQUARE], turned[SQUARE]; /* d by d: the inherent ODE, and Omega A21 */
    double held[SQUARE];                /* room for one matrix between two operations */
    double complex left[SQUARE], right[SQUARE]; /* eigenvectors, as columns */
} state;

/* a^{-1} b in b; false when a is singular. a is overwritten. */
static bool solve(double *a, int n, double *b, int columns)
{
    int pivot[MOST] = {0};
    if (n > 0 && real_lu_factor(a, n, pivot) == 0) {
        return false;
    }
    real_lu_solve(a, n, pivot, b, columns);
    return true;
}

void reduce_scale(equation_matrices *x, int n)
{
    for (int i = 0; i < n; i++) {
        double largest = real_size(x->E + i * n, n);
        for (int j = i * n; j < (i + 1) * n && largest > 0; j++) {
            x->E[j] /= largest;
            x->A[j] /= largest;
            x->E_slope[j] /= largest;
            x->sum[j] /= largest;
        }
    }
}

/* Rows `first` .. of U^T times a matrix. */
static void take_rows(const state *x, const double *matrix, int first, int count, double *out)
{
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < x->n; j++) {
            double sum = 0;
            for (int k = 0; k < x->n; k++) {
                sum += x->u[k * x->n + first + i] * matrix[k * x->n + j];
            }
            out[i * x->n + j] = sum;
        }
    }
}

/* E, A, E' at t, and the split into differential equations and constraints. */
static status open_state(const equation *e, double t, state *x, message *why)
{
    int n = x->n = equation_size(e);
    TRY(equation_at(e, t, &x->at, why));
    reduce_scale(&x->at, n);
    TRY(matrix_rank(x->at.E, n, n, &x->d, why));
    TRY(matrix_svd(x->at.E, n, n, x->u, x->s, x->vt, why));
    for (int i = 0; i < n * n; i++) {
        int row = i / n, column = i % n, d = x->d;
        *(column < d ? &x->T[row * d + column] : &x->N[row * (n - d) + column - d]) =
            x->vt[column * n + row];
    }
    take_rows(x, x->at.A, x->d, n - x->d, x->A2);
    return STATUS_OK;
}

status reduce_rank(const equation *e, const double *t, int count, int *differential, message *why)
{
    state *x = NULL;
    status s = STATUS_OK;
    TRY_OR_END(memory_allocate(&x, 1, sizeof *x, why));
    for (int i = 0; i < count; i++) {
        TRY_OR_END(open_state(e, t[i], x, why));
        *differential = i == 0 ? x->d : *differential;
        if (x->d != *differential) {
            TRY_OR_END(refuse(
                why, "the rank of E is %d at t = %.6g and %d at t = %.6g; it must be constant",
                *differential, t[0], x->d, t[i]));
        } else if (x->d == 0) {
            TRY_OR_END(
                refuse(why, "E vanishes at t = %.6g: there is no differential equation", t[i]));
        }
    }
end:
    free(x);
    return s;
}

/* The largest term in row i of U1^T E' N. Equations that have nothing to do with each other, which
 * U does not mix, do not count. */
static double row_size(const state *x, int i)
{
    double size = 0;
    for (int k = 0; k < x->n * x->n; k++) {
        bool is_mixed = x->u[k / x->n * x->n + i] != 0;
        size = is_mixed ? fmax(size, fabs(x->at.E_slope[k])) : size;
    }
    return size;
}

/* out (d by columns) = (E1 T)^{-1} U1^T matrix basis, where E1 T = U1^T E T are the singular values
 * of E. */
static void in_basis(state *x, const double *matrix, const double *basis, int columns, double *out)
{
    take_rows(x, matrix, 0, x->d, x->held);
    real_multiply(x->held, basis, x->d, x->n, columns, 0, out);
    for (int i = 0; i < x->d * columns; i++) {
        out[i] /= x->s[i / columns];
    }
}

/* z2 = A21 z1: possible for every z1 when the index is 1. */
static status find_consistent(state *x, double t, double *A21, message *why)
{
    int n = x->n, d = x->d, a = n - d, rank = 0;
    take_rows(x, x->at.E, 0, d, x->held);
    memcpy(x->held + d * n, x->A2, (size_t)(a * n) * sizeof *x->held);
    TRY(matrix_rank(x->held, n, n, &rank, why));
    if (rank < n) {
        return refuse(
            why,
            "the index is not 1 at t = %.6g: the %d constraints do not fix the %d unknowns "
            "that have no derivative (rank %d of %d); only index 1 has an inherent ODE here",
            t, a, a, rank, n);
    }
    real_multiply(x->A2, x->N, a, n, a, 0, x->held);
    real_multiply(x->A2, x->T, a, n, d, 0, A21);
    if (!solve(x->held, a, A21, d)) {
        return fail(why, "the consistent values could not be found at t = %.6g", t);
    }
    for (int i = 0; i < a * d; i++) {
        A21[i] = 0 - A21[i];
    }
    return STATUS_OK;
}

/* All rates, A11 and Omega A21. */
static status find_rates(state *x, double t, frozen *f, message *why)
{
    int d = x->d, a = x->n - d;
    double both[SQUARE];
    f->d = d;
    f->a = a;
    TRY(find_consistent(x, t, f->A21, why));
    in_basis(x, x->at.A, x->T, d, f->Lam1);
    in_basis(x, x->at.A, x->N, a, f->Lam2);
    in_basis(x, x->at.sum, x->N, a, both);
    in_basis(x, x->at.E_slope, x->N, a, f->Omega);
    for (int i = 0; i < d * a; i++) { /* a kernel at rest leaves rounding only */
        double size = row_size(x, i / a) / x->s[i / a];
        bool is_rest = fabs(f->Omega[i]) <= 64 * x->n * DBL_EPSILON * size;
        both[i] = is_rest ? f->Lam2[i] : both[i];
        f->Omega[i] = is_rest ? 0 : -f->Omega[i];
    }
    real_multiply(f->Omega, f->A21, d, a, d, 0, x->turned);
    real_multiply(both, f->A21, d, a, d, 0, x->A11);
    for (int i = 0; i < d * d; i++) {
        x->A11[i] += f->Lam1[i];
    }
    return STATUS_OK;
}

/* Eigenvalue k from its eigenvectors, y^H M x/y^H x in quadruple precision: their errors count
 * twice, so that a slow one keeps its digits beside one that is 1e15 times as fast, of whose size
 * LAPACK's errors are. *size is how large the terms are; infinite when the vectors are of no use.
 */
static double complex refined(const double *matrix, int d, const double complex *left,
                              const double complex *right, int k, double *size)
{
    cquad both = 0, through = 0;
    quad terms = 0, lengths[2] = {0};
    for (int i = 0; i < d; i++) {
        cquad y = cquad_make(creal(left[i * d + k]), -cimag(left[i * d + k])), row = 0;
        quad row_terms = 0;
        for (int j = 0; j < d; j++) {
            cquad x = cquad_make(creal(right[j * d + k]), cimag(right[j * d + k]));
            row += matrix[i * d + j] * x;
            row_terms += fabsq(matrix[i * d + j]) * cabsq(x);
        }
        cquad x = cquad_make(creal(right[i * d + k]), cimag(right[i * d + k]));
        both += y * x;
        through += y * row;
        terms += cabsq(y) * row_terms;
        lengths[0] += crealq(y * conjq(y));
        lengths[1] += crealq(x * conjq(x));
    }
    bool is_of_use = cabsq(both) > 1e-6Q * sqrtq(lengths[0] * lengths[1]);
    cquad value = is_of_use ? through / both : 0;
    *size = is_of_use ? (double)(terms / cabsq(both)) : INFINITY;
    return CMPLX((double)crealq(value), (double)cimagq(value));
}

/* The eigenvalues with their vectors, and with real parts that are rounding set to 0. */
static status eigenvalues(state *x, const double *matrix, double complex *values, message *why)
{
    int d = x->d;
    TRY(matrix_eigenvalues(matrix, d, values, x->left, x->right, why));
    double largest = 0;
    for (int i = 0; i < d; i++) {
        largest = fmax(largest, cabs(values[i]));
    }
    for (int i = 0; i < d && d > 1; i++) {
        double size = 0;
        double complex better = refined(matrix, d, x->left, x->right, i, &size);
        bool is_better = isfinite(size) && cabs(better - values[i]) <= 1e-8 * largest;
        values[i] = is_better ? better : values[i];
        bool is_rest = fabs(creal(values[i])) <= 8 * d * DBL_EPSILON * (is_better ? size : largest);
        values[i] = is_rest ? CMPLX(0, cimag(values[i])) : values[i];
    }
    return STATUS_OK;
}

/* lambda, and for each y^H Omega A21 x / y^H x with its eigenvectors; where those are of no use, as
 * those of a Jordan block, the mean. */
static status find_modes(state *x, reduced *out, message *why)
{
    int d = x->d;
    double complex values[MOST];
    const double complex *left = x->left, *right = x->right;
    double mean = 0;
    for (int i = 0; i < d; i++) {
        mean += x->turned[i * d + i] / d;
    }
    TRY(eigenvalues(x, x->A11, values, why));
    for (int k = 0; k < d; k++) {
        double complex both = 0, through = 0;
        for (int i = 0; i < d; i++) {
            both += conj(left[i * d + k]) * right[i * d + k];
            for (int j = 0; j < d; j++) {
                through += conj(left[i * d + k]) * x->turned[i * d + j] * right[j * d + k];
            }
        }
        double omega = cabs(both) > 1e-7 ? creal(through / both) : mean;
        out->modes[k] = (spin_mode){.lambda = values[k], .omega = omega};
    }
    out->count = d;
    return STATUS_OK;
}

/* How large the entries are, together. */
static double size_of(const double *a, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        sum = hypot(sum, a[i]);
    }
    return sum;
}

static void find_scales(const state *x, const frozen *f, reduced *out)
{
    int d = x->d, a = x->n - d;
    out->fast = size_of(x->A11, d * d) + out->spin * (1 + size_of(f->A21, a * d));
    out->slow = out->spin > 0 ? out->spin : INFINITY;
    for (int i = 0; i < d; i++) {
        double size = cabs(out->modes[i].lambda);
        out->slow = size > 0 ? fmin(out->slow, size) : out->slow;
    }
    out->slow = isfinite(out->slow) ? out->slow : 0;
}

status reduce_at(const equation *e, int differential, double t, reduced *out, frozen *rates,
                 message *why)
{
    state *x = NULL;
    *out = (reduced){0};
    status s = STATUS_OK;
    TRY_OR_END(memory_allocate(&x, 1, sizeof *x, why));
    TRY_OR_END(open_state(e, t, x, why));
    if (x->d != differential) {
        TRY_OR_END(refuse(why,
                          "the rank of E is %d at t = %.6g and %d elsewhere; it must be constant",
                          x->d, t, differential));
    }
    TRY_OR_END(find_rates(x, t, rates, why));
    TRY_OR_END(find_modes(x, out, why));
    x->s[0] = 0;
    TRY_OR_END(matrix_svd(rates->Omega, x->d, x->n - x->d, NULL, x->s, NULL, why));
    out->spin = x->s[0];
    find_scales(x, rates, out);
end:
    free(x);
    return s;
}
