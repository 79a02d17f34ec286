#include "stability/reduce.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "numerics/eigenvalues.h"
#include "numerics/linear.h"
#include "numerics/quad.h"

enum { MOST = EQUATION_MAX_SIZE, SQUARE = MOST * MOST };

/* A column counts as independent of others when this part of it is: lambda and omega lose as many
 * digits, and keep those that are printed. A shear that has gone far has a first column like that,
 * and is understood by no other. */
static const double independent = 1e-8;

/* Everything at one t; n by n, row by row, unless it says otherwise. */
typedef struct state {
    int n, d; /* unknowns, differential equations */
    equation_matrices at;
    double u[SQUARE], vt[SQUARE], s[MOST];
    double E1[SQUARE], S1[SQUARE], A1[SQUARE]; /* U1^T E, U1^T E', U1^T A: d by n */
    double both[SQUARE];        /* U1^T (A + E'), then scaled A1 + E1' of the frame: d by n */
    double A2[SQUARE];          /* U2^T A: n-d by n */
    double frame[SQUARE];       /* E1 = [I F] on the columns of the plan, d by n */
    double frame_slope[SQUARE]; /* d by n */
    double G[SQUARE];           /* n by d: consistent x = G u */
    double Lambda[SQUARE], Omega[SQUARE]; /* d by d */
    double held[SQUARE], other[SQUARE];
    double complex left[SQUARE], right[SQUARE]; /* eigenvectors, as columns */
} state;

/* out (rows by columns) = a (rows by inner) b (inner by columns). */
static void multiply(const double *a, const double *b, int rows, int inner, int columns,
                     double *out)
{
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
            double sum = 0;
            for (int k = 0; k < inner; k++) {
                sum += a[i * inner + k] * b[k * columns + j];
            }
            out[i * columns + j] = sum;
        }
    }
}

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

/* Each equation may be multiplied by a number: the one that brings its row of E near to 1. */
static void scale_rows(equation_matrices *x, int n)
{
    for (int i = 0; i < n; i++) {
        double largest = 0;
        for (int j = 0; j < n; j++) {
            largest = fmax(largest, fabs(x->E[i * n + j]));
        }
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
    x->n = equation_size(e);
    status s = equation_at(e, t, &x->at, why);
    if (s == STATUS_OK) {
        scale_rows(&x->at, x->n);
        s = matrix_rank(x->at.E, x->n, x->n, &x->d, why);
    }
    s = s == STATUS_OK ? matrix_svd(x->at.E, x->n, x->n, x->u, x->s, x->vt, why) : s;
    if (s == STATUS_OK) {
        take_rows(x, x->at.E, 0, x->d, x->E1);
        take_rows(x, x->at.E_slope, 0, x->d, x->S1);
        take_rows(x, x->at.A, 0, x->d, x->A1);
        take_rows(x, x->at.sum, 0, x->d, x->both);
        take_rows(x, x->at.A, x->d, x->n - x->d, x->A2);
    }
    return s;
}

/* E1 at all times, d by n each. Its columns lose what they share with those that were chosen. */
typedef struct samples {
    int count, d, n;
    double *columns;
    double *largest; /* column, at each time */
} samples;

static double column_length(const samples *all, int time, int column)
{
    const double *at = all->columns + (size_t)time * (size_t)(all->d * all->n) + column;
    double sum = 0;
    for (int i = 0; i < all->d; i++) {
        sum += at[i * all->n] * at[i * all->n];
    }
    return sqrt(sum);
}

/* The part of a column that is independent of those that were chosen, at the time at which it is
 * the smallest. */
static double least_rest(const samples *all, int column)
{
    double least = INFINITY;
    for (int t = 0; t < all->count; t++) {
        least = fmin(least, column_length(all, t, column) / all->largest[t]);
    }
    return least;
}

/* Takes the direction of a column away from all of them. */
static void take_away(samples *all, int column)
{
    for (int t = 0; t < all->count; t++) {
        double *at = all->columns + (size_t)t * (size_t)(all->d * all->n);
        double direction[MOST], length = column_length(all, t, column);
        for (int i = 0; i < all->d; i++) {
            direction[i] = length > 0 ? at[i * all->n + column] / length : 0;
        }
        for (int j = 0; j < all->n; j++) {
            double dot = 0;
            for (int i = 0; i < all->d; i++) {
                dot += direction[i] * at[i * all->n + j];
            }
            for (int i = 0; i < all->d; i++) {
                at[i * all->n + j] -= dot * direction[i];
            }
        }
    }
}

/* The first columns that do at all times; where there are none, the best. */
static void choose_columns(samples *all, reduction_plan *out)
{
    for (int k = 0; k < all->d; k++) {
        double best = -1;
        for (int j = 0; j < all->n && best <= independent; j++) {
            double rest = least_rest(all, j);
            if (rest > best) {
                best = rest;
                out->columns[k] = j;
            }
        }
        take_away(all, out->columns[k]);
    }
}

static status check_rank(const state *x, int expected, double first, double t, message *why)
{
    if (x->d == expected) {
        return STATUS_OK;
    }
    return refuse(why, "the rank of E is %d at t = %.6g and %d at t = %.6g; it must be constant",
                  expected, first, x->d, t);
}

/* One more time; the first tells how many rows there are. */
static status add_sample(const state *x, int time, samples *all, message *why)
{
    size_t length = (size_t)(x->d * x->n);
    status s = STATUS_OK;
    if (time == 0) {
        all->d = x->d;
        all->n = x->n;
        s = memory_allocate(&all->columns, (size_t)all->count * length, sizeof *all->columns, why);
        if (s == STATUS_OK) {
            s = memory_allocate(&all->largest, (size_t)all->count, sizeof *all->largest, why);
        }
    }
    if (s == STATUS_OK) {
        memcpy(all->columns + (size_t)time * length, x->E1, length * sizeof *all->columns);
    }
    for (int j = 0; j < x->n && s == STATUS_OK; j++) {
        all->largest[time] = fmax(all->largest[time], column_length(all, time, j));
    }
    return s;
}

status reduction_plan_make(const equation *e, const double *t, int count, reduction_plan *out,
                           message *why)
{
    state *x = NULL;
    samples all = {.count = count};
    *out = (reduction_plan){0};
    status s = memory_allocate(&x, 1, sizeof *x, why);
    for (int i = 0; i < count && s == STATUS_OK; i++) {
        s = open_state(e, t[i], x, why);
        out->differential = i == 0 ? x->d : out->differential;
        s = s == STATUS_OK ? check_rank(x, out->differential, t[0], t[i], why) : s;
        if (s == STATUS_OK && x->d == 0) {
            s = refuse(why, "E vanishes at t = %.6g: there is no differential equation", t[i]);
        }
        s = s == STATUS_OK ? add_sample(x, i, &all, why) : s;
    }
    if (s == STATUS_OK) {
        choose_columns(&all, out);
    }
    free(all.columns);
    free(all.largest);
    free(x);
    return s;
}

/* What row i of E1' is made of: the largest term in the rows of E' that U mixes into it, and in
 * what is subtracted. Equations that have nothing to do with each other do not count. */
static double row_size(const state *x, int i)
{
    double size = 0;
    for (int j = 0; j < x->n; j++) {
        size = fmax(size, fabs(x->other[i * x->n + j]));
        for (int k = 0; k < x->n; k++) {
            bool is_mixed = x->u[k * x->n + i] != 0;
            size = is_mixed ? fmax(size, fabs(x->at.E_slope[k * x->n + j])) : size;
        }
    }
    return size;
}

/* E1 scaled to [I F], and its derivative [0 F'] with the same scaling at the time. */
static bool make_frame(state *x, const reduction_plan *plan)
{
    int n = x->n, d = x->d;
    double chosen[SQUARE], slope[SQUARE];
    for (int i = 0; i < d * d; i++) {
        chosen[i] = x->E1[i / d * n + plan->columns[i % d]];
        slope[i] = x->S1[i / d * n + plan->columns[i % d]];
    }
    memcpy(x->held, chosen, sizeof chosen);
    memcpy(x->frame, x->E1, sizeof x->frame);
    if (!solve(x->held, d, x->frame, n)) {
        return false;
    }
    multiply(slope, x->frame, d, d, n, x->other);
    for (int i = 0; i < d * n; i++) {
        x->frame_slope[i] = x->S1[i] - x->other[i];
    }
    double size = 0;
    for (int i = 0; i < d * n; i++) { /* a kernel at rest leaves rounding only */
        size = i % n == 0 ? row_size(x, i / n) : size;
        bool is_rest = fabs(x->frame_slope[i]) <= 64 * n * DBL_EPSILON * size;
        x->both[i] = is_rest ? x->A1[i] : x->both[i] - x->other[i];
        x->frame_slope[i] = is_rest ? 0 : x->frame_slope[i];
    }
    double *const scaled[] = {x->frame_slope, x->A1, x->both}; /* from here on, like the frame */
    bool good = true;
    for (size_t i = 0; i < sizeof scaled / sizeof scaled[0] && good; i++) {
        memcpy(x->held, chosen, sizeof chosen);
        good = solve(x->held, d, scaled[i], n);
    }
    return good;
}

/* x = G u solves [E1; A2] x = [u; 0]: possible for every u when the index is 1. */
static status find_consistent(state *x, double t, message *why)
{
    int n = x->n, d = x->d, rank = 0;
    memcpy(x->held, x->frame, (size_t)(d * n) * sizeof *x->held);
    memcpy(x->held + d * n, x->A2, (size_t)((n - d) * n) * sizeof *x->held);
    status s = matrix_rank(x->held, n, n, &rank, why);
    if (s == STATUS_OK && rank < n) {
        return refuse(
            why,
            "the index is not 1 at t = %.6g: the %d constraints do not fix the %d unknowns "
            "that have no derivative (rank %d of %d); only index 1 has an inherent ODE here",
            t, n - d, n - d, rank, n);
    }
    for (int i = 0; i < n * d; i++) {
        x->G[i] = i / d == i % d;
    }
    if (s == STATUS_OK && !solve(x->held, n, x->G, d)) {
        s = fail(why, "the consistent values could not be found at t = %.6g", t);
    }
    return s;
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
    status s = matrix_eigenvalues(matrix, d, values, x->left, x->right, why);
    double largest = 0;
    for (int i = 0; i < d && s == STATUS_OK; i++) {
        largest = fmax(largest, cabs(values[i]));
    }
    for (int i = 0; i < d && s == STATUS_OK && d > 1; i++) {
        double size = 0;
        double complex better = refined(matrix, d, x->left, x->right, i, &size);
        bool is_better = isfinite(size) && cabs(better - values[i]) <= 1e-8 * largest;
        values[i] = is_better ? better : values[i];
        bool is_rest = fabs(creal(values[i])) <= 8 * d * DBL_EPSILON * (is_better ? size : largest);
        values[i] = is_rest ? CMPLX(0, cimag(values[i])) : values[i];
    }
    return s;
}

/* lambda, and for each y^H Omega x / y^H x with its eigenvectors; where those are of no use, as
 * those of a Jordan block, the mean of Omega. */
static status find_modes(state *x, reduced *out, message *why)
{
    int d = x->d;
    double complex values[MOST];
    const double complex *left = x->left, *right = x->right;
    multiply(x->frame_slope, x->G, d, x->n, d, x->Omega);
    multiply(x->both, x->G, d, x->n, d, x->Lambda);
    double mean = 0;
    for (int i = 0; i < d * d; i++) {
        x->Omega[i] = 0 - x->Omega[i]; /* this was E1' G */
        mean += i / d == i % d ? x->Omega[i] / d : 0;
    }
    status s = eigenvalues(x, x->Lambda, values, why);
    for (int k = 0; k < d && s == STATUS_OK; k++) {
        double complex both = 0, through = 0;
        for (int i = 0; i < d; i++) {
            both += conj(left[i * d + k]) * right[i * d + k];
            for (int j = 0; j < d; j++) {
                through += conj(left[i * d + k]) * x->Omega[i * d + j] * right[j * d + k];
            }
        }
        double omega = cabs(both) > 1e-7 ? creal(through / both) : mean;
        out->modes[k] = (spin_mode){.lambda = values[k], .omega = omega};
    }
    out->count = d;
    return s;
}

/* E1 Q = [E11 0], z2 = L z1 with A2 (T2' + T2 L) = 0, and with T2' carried along so that
 * T2'^T (T2')' = 0:  z1' = E11^{-1} (A1 T2' + (A1 + E1') T2 L) z1,  T2'^T T2. = -E11^{-1} E1' T2.
 * Here E1 is the frame, which has the same kernel. */
static status find_inherent(state *x, reduced *out, message *why)
{
    int n = x->n, d = x->d, a = n - d;
    double T1[SQUARE], T2[SQUARE], E11[SQUARE], L[SQUARE], turn[SQUARE];
    for (int i = 0; i < n * n; i++) {
        double entry = x->vt[i % n * n + i / n]; /* row i/n of V, column i%n */
        *(i % n < d ? &T1[i / n * d + i % n] : &T2[i / n * a + i % n - d]) = entry;
    }
    multiply(x->frame, T1, d, n, d, E11);
    multiply(x->A2, T2, a, n, a, x->held);
    multiply(x->A2, T1, a, n, d, L);
    bool good = solve(x->held, a, L, d); /* -L */
    multiply(x->frame_slope, T2, d, n, a, turn);
    multiply(x->both, T2, d, n, a, x->held);
    multiply(x->held, L, d, a, d, x->other);
    multiply(x->A1, T1, d, n, d, x->held);
    for (int i = 0; i < d * d; i++) {
        x->held[i] -= x->other[i];
    }
    memcpy(x->other, E11, sizeof E11);
    good = good && solve(x->other, d, x->held, d);
    memcpy(x->other, E11, sizeof E11);
    good = good && solve(x->other, d, turn, a);
    if (!good) {
        return fail(why, "the inherent ODE could not be found");
    }
    x->s[0] = 0;
    status s = matrix_svd(turn, d, a, NULL, x->s, NULL, why);
    out->spin = x->s[0];
    return s == STATUS_OK ? eigenvalues(x, x->held, out->inherent, why) : s;
}

status reduce_at(const equation *e, const reduction_plan *plan, double t, reduced *out,
                 message *why)
{
    state *x = NULL;
    *out = (reduced){0};
    status s = memory_allocate(&x, 1, sizeof *x, why);
    s = s == STATUS_OK ? open_state(e, t, x, why) : s;
    if (s == STATUS_OK && x->d != plan->differential) {
        s = refuse(why, "the rank of E is %d at t = %.6g and %d elsewhere; it must be constant",
                   x->d, t, plan->differential);
    }
    if (s == STATUS_OK && !make_frame(x, plan)) {
        s = fail(why,
                 "the kernel of E turns too far from where it was, at t = %.6g: a shorter "
                 "interval may do",
                 t);
    }
    s = s == STATUS_OK ? find_consistent(x, t, why) : s;
    s = s == STATUS_OK ? find_modes(x, out, why) : s;
    s = s == STATUS_OK ? find_inherent(x, out, why) : s;
    free(x);
    return s;
}
