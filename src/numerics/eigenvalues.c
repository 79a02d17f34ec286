#include "numerics/eigenvalues.h"

#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "numerics/linear.h"

static status allocate(double **out, int rows, int columns, message *why)
{
    return memory_allocate(out, (size_t)rows * (size_t)columns + 1, sizeof **out, why);
}

status matrix_svd(const double *a, int rows, int columns, double *u, double *s, double *vt,
                  message *why)
{
    int least = rows < columns ? rows : columns;
    double *work = NULL;
    if (least == 0) {
        return STATUS_OK;
    }
    TRY(allocate(&work, rows + 1, columns, why)); /* columns >= least behind the copy */
    size_t count = (size_t)rows * (size_t)columns;
    memcpy(work, a, count * sizeof *work);
    int info =
        (int)LAPACKE_dgesvd(LAPACK_ROW_MAJOR, u != NULL ? 'A' : 'N', vt != NULL ? 'A' : 'N', rows,
                            columns, work, columns, s, u, rows, vt, columns, work + count);
    free(work);
    return info == 0 ? STATUS_OK : fail(why, "the singular values could not be found");
}

/* The power of two that brings x near to 1; 1 for 0. */
static double scale_for(double x)
{
    int exponent = 0;
    frexp(x, &exponent);
    return x > 0 ? ldexp(1, exponent > 1020 ? -1020 : exponent < -1020 ? 1020 : -exponent) : 1;
}

/* Factors for rows and columns (`by_row`, `by_column`, starting as they are) after which the
 * largest entry of each is near 1. */
static void equilibrate(const double *a, int rows, int columns, double *by_row, double *by_column)
{
    for (int sweep = 0; sweep < 4; sweep++) {
        for (int i = 0; i < rows; i++) {
            double largest = 0;
            for (int j = 0; j < columns; j++) {
                largest = fmax(largest, fabs(a[i * columns + j]) * by_column[j]);
            }
            by_row[i] = scale_for(largest);
        }
        for (int j = 0; j < columns; j++) {
            double largest = 0;
            for (int i = 0; i < rows; i++) {
                largest = fmax(largest, fabs(a[i * columns + j]) * by_row[i]);
            }
            by_column[j] = scale_for(largest);
        }
    }
}

static int count_rank(const double *s, int count)
{
    int rank = 0;
    while (rank < count && s[rank] > rank_tolerance * s[0] && s[rank] > 0) {
        rank++;
    }
    return rank;
}

status matrix_rank(const double *a, int rows, int columns, int *rank, message *why)
{
    int least = rows < columns ? rows : columns;
    double *scaled = NULL;
    TRY(allocate(&scaled, rows + 2, columns + 1, why)); /* and behind it `by` and the values */
    double *by = scaled + rows * columns, *values = by + rows + columns;
    for (int i = 0; i < rows + columns; i++) {
        by[i] = 1;
    }
    equilibrate(a, rows, columns, by, by + rows);
    for (int i = 0; i < rows * columns; i++) {
        scaled[i] = a[i] * by[i / columns] * by[rows + i % columns];
    }
    status s = matrix_svd(scaled, rows, columns, NULL, values, NULL, why);
    *rank = s != STATUS_OK ? 0 : count_rank(values, least);
    free(scaled);
    return s;
}

/* LAPACK returns a conjugate pair of eigenvectors as real and imaginary part. */
static void take_vectors(const double *packed, const double *imaginary, int n,
                         double complex *vectors)
{
    for (int j = 0; j < n; j++) {
        bool is_pair = imaginary[j] != 0 && j + 1 < n;
        for (int i = 0; i < n; i++) {
            double re = packed[i * n + j];
            double im = is_pair ? packed[i * n + j + 1] : 0;
            vectors[i * n + j] = CMPLX(re, im);
            if (is_pair) {
                vectors[i * n + j + 1] = CMPLX(re, -im);
            }
        }
        j += is_pair;
    }
}

status matrix_eigenvalues(const double *a, int n, double complex *values, double complex *left,
                          double complex *right, message *why)
{
    double *work = NULL;
    bool vectors = left != NULL;
    size_t square = (size_t)n * (size_t)n;
    if (n == 0) {
        return STATUS_OK;
    }
    TRY(allocate(&work, 3 * n + 2, n, why));
    double *copy = work, *l = work + square, *r = l + square, *re = r + square, *im = re + n;
    memcpy(copy, a, square * sizeof *copy);
    int info = (int)LAPACKE_dgeev(LAPACK_ROW_MAJOR, vectors ? 'V' : 'N', vectors ? 'V' : 'N', n,
                                  copy, n, re, im, l, n, r, n);
    for (int i = 0; i < n && info == 0; i++) {
        values[i] = CMPLX(re[i], im[i]);
    }
    if (info == 0 && vectors) {
        take_vectors(l, im, n, left);
        take_vectors(r, im, n, right);
    }
    free(work);
    return info == 0 ? STATUS_OK : fail(why, "the eigenvalues could not be found");
}

/* The pencil while infinite eigenvalues are split off; n shrinks. */
typedef struct reduction {
    int n;
    double *E, *A;      /* n by n, packed */
    double *u, *vt, *s; /* n by n, n by n, n */
    double *spare, *by; /* n by n, 2 n */
} reduction;

static status reduction_begin(reduction *r, const double *E, const double *A, int n, message *why)
{
    double *all = NULL;
    size_t square = (size_t)n * (size_t)n;
    TRY(allocate(&all, 5 * n + 3, n, why));
    *r = (reduction){.n = n, .E = all};
    r->A = r->E + square;
    r->u = r->A + square;
    r->vt = r->u + square;
    r->spare = r->vt + square;
    r->s = r->spare + square;
    r->by = r->s + n;
    memcpy(r->E, E, square * sizeof *E);
    memcpy(r->A, A, square * sizeof *A);
    return STATUS_OK;
}

/* Rows and columns of both matrices by those of E; rows and columns that E does not have by A. */
static void scale_by_E(reduction *r)
{
    int n = r->n;
    for (int i = 0; i < 2 * n; i++) {
        r->by[i] = 1;
    }
    equilibrate(r->E, n, n, r->by, r->by + n);
    for (int i = 0; i < n * n; i++) {
        double by = r->by[i / n] * r->by[n + i % n];
        r->E[i] *= by;
        r->A[i] *= by;
    }
    for (int i = 0; i < n; i++) {
        double in_E = 0, in_A = 0;
        for (int j = 0; j < n; j++) {
            in_E = fmax(in_E, fabs(r->E[i * n + j]));
            in_A = fmax(in_A, fabs(r->A[i * n + j]));
        }
        for (int j = 0; j < n && in_E == 0; j++) {
            r->A[i * n + j] *= scale_for(in_A);
        }
    }
}

/* out (rows by m) = a (rows by n) b (n by m), or with a's first rows columns of a^T. */
static void multiply(const double *a, bool transposed, int stride, int rows, int n, const double *b,
                     int m, double *out)
{
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < m; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++) {
                sum += (transposed ? a[k * stride + i] : a[i * stride + k]) * b[k * m + j];
            }
            out[i * m + j] = sum;
        }
    }
}

/* matrix (n by n) becomes the first rows of U^T matrix V_null, rank by rank. What is left of terms
 * that cancel is rounding, which no later scaling must blow up. */
static void compress(reduction *r, double *matrix, const double *null, int rank, double rounding)
{
    int n = r->n;
    double noise = rounding * real_size(matrix, n * n);
    multiply(r->u, true, n, rank, n, matrix, n, r->spare);
    for (int i = 0; i < rank; i++) {
        for (int j = 0; j < rank; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++) {
                sum += r->spare[i * n + k] * null[j * n + k]; /* rows of null are the basis */
            }
            matrix[i * rank + j] = fabs(sum) <= noise ? 0 : sum;
        }
    }
}

/* With U^T E = [E1; 0] the rows U2^T A x = 0 are constraints: x = V y, V their null space, and the
 * pencil (U1^T E V, U1^T A V) has the same finite eigenvalues. *rank is that of E. */
static status split_infinite(reduction *r, int *rank, message *why)
{
    int n = r->n, constraints_rank = 0;
    scale_by_E(r);
    *rank = n;
    TRY(matrix_svd(r->E, n, n, r->u, r->s, NULL, why));
    *rank = count_rank(r->s, n);
    if (*rank == n) {
        return STATUS_OK;
    }
    int missing = n - *rank;
    double *constraints = NULL;
    status s = STATUS_OK;
    TRY_OR_END(allocate(&constraints, missing, n, why));
    multiply(r->u + *rank, true, n, missing, n, r->A, n, constraints);
    TRY_OR_END(matrix_rank(constraints, missing, n, &constraints_rank, why));
    if (constraints_rank < missing) {
        s = refuse(why, "the pencil lambda E - A is singular: its determinant vanishes for every "
                        "lambda, and the equation has no unique solution");
        goto end;
    }
    TRY_OR_END(matrix_svd(constraints, missing, n, NULL, r->s, r->spare, why));
    memcpy(r->vt, r->spare, (size_t)n * (size_t)n * sizeof *r->vt);
    compress(r, r->E, r->vt + missing * n, *rank, rank_tolerance); /* scaled: all near 1 */
    compress(r, r->A, r->vt + missing * n, *rank, n * DBL_EPSILON);
    r->n = *rank;
end:
    free(constraints);
    return s;
}

static status finite_eigenvalues(const reduction *r, pencil *out, message *why)
{
    int n = r->n;
    double *re = r->u, *im = r->u + n, *beta = r->u + 2 * n; /* n by n holds 3 n, or is spare */
    double few[6];
    if (n < 3) {
        re = few;
        im = few + 2;
        beta = few + 4;
    }
    if (n > 0 && LAPACKE_dggev(LAPACK_ROW_MAJOR, 'N', 'N', n, r->A, n, r->E, n, re, im, beta, NULL,
                               n, NULL, n) != 0) {
        return fail(why, "the eigenvalues of the pencil could not be found");
    }
    double largest = 0;
    for (int i = 0; i < n; i++) {
        out->values[i] = CMPLX(re[i] / beta[i], im[i] / beta[i]);
        largest = fmax(largest, cabs(out->values[i]));
    }
    if (!isfinite(largest)) {
        return fail(why, "an eigenvalue is larger than any number: the scales of E and A differ "
                         "too much");
    }
    for (int i = 0; i < n; i++) {
        double complex x = out->values[i];
        bool is_dust = creal(x) != 0 && fabs(creal(x)) <= 8 * n * DBL_EPSILON * largest;
        out->cleaned += is_dust;
        out->values[i] = is_dust ? CMPLX(0, cimag(x)) : x;
    }
    out->finite = n;
    return STATUS_OK;
}

status pencil_eigenvalues(const double *E, const double *A, int n, pencil *out, message *why)
{
    reduction r = {0};
    *out = (pencil){0};
    for (int i = 0; i < n * n; i++) {
        if (!isfinite(E[i]) || !isfinite(A[i])) {
            return refuse(why, "entry (%d, %d) of %s is not finite", i / n + 1, i % n + 1,
                          isfinite(E[i]) ? "A" : "E");
        }
    }
    status s = STATUS_OK;
    TRY_OR_END(memory_allocate(&out->values, (size_t)n, sizeof *out->values, why));
    TRY_OR_END(reduction_begin(&r, E, A, n, why));
    while (r.n > 0) {
        int before = r.n, rank = 0;
        TRY_OR_END(split_infinite(&r, &rank, why));
        if (rank == before) {
            break;
        }
        out->index++;
        out->infinite += before - rank;
    }
    s = finite_eigenvalues(&r, out, why);
end:
    free(r.E);
    return s;
}

void pencil_clear(pencil *p)
{
    free(p->values);
    *p = (pencil){0};
}
