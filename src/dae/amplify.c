#include "dae/amplify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/patience.h"
#include "dae/reduce.h"
#include "numerics/eigenvalues.h"
#include "numerics/linear.h"

enum { MOST = EQUATION_MAX_SIZE, SQUARE = MOST * MOST };

void steps_clear(steps *s)
{
    for (int i = 0; i < METHOD_MAX_STEPS; i++) {
        free(s->x[i]);
    }
    free(s->matrix);
    free(s->right);
    free(s->next);
    free(s->pivot);
}

status steps_begin(const tableau *m, const linear_dae *e, steps *s, message *why)
{
    memset(s, 0, sizeof *s);
    s->m = m;
    s->e = e;
    s->n = e->n;
    s->history = m->kind == METHOD_MULTISTEP ? m->size : 1;
    s->columns = e->d * s->history;
    size_t rows = (size_t)(e->n * (m->kind == METHOD_MULTISTEP ? 1 : m->size));
    size_t each = (size_t)(e->n * s->columns);
    TRY(memory_allocate(&s->matrix, rows * rows, sizeof *s->matrix, why));
    TRY(memory_allocate(&s->right, rows * (size_t)s->columns, sizeof *s->right, why));
    TRY(memory_allocate(&s->next, each, sizeof *s->next, why));
    TRY(memory_allocate(&s->pivot, rows, sizeof *s->pivot, why));
    for (int i = 0; i < s->history; i++) {
        TRY(memory_allocate(&s->x[i], each, sizeof *s->x[i], why));
    }
    return STATUS_OK;
}

/* Is the determinant negative, of LU factors? */
static bool is_negative(const double *a, int n, const int *pivot)
{
    bool negative = false;
    for (int k = 0; k < n; k++) {
        negative ^= (pivot[k] != k) ^ (a[k * n + k] < 0);
    }
    return negative;
}

/* matrix^{-1} right in right; each row is divided by its largest entry before. STATUS_NO when there
 * is no solution. */
static status solve(steps *s, int rows)
{
    for (int i = 0; i < rows; i++) {
        double largest = real_size(s->matrix + i * rows, rows);
        for (int j = 0; j < rows && largest > 0; j++) {
            s->matrix[i * rows + j] /= largest;
        }
        for (int j = 0; j < s->columns && largest > 0; j++) {
            s->right[i * s->columns + j] /= largest;
        }
    }
    if (!(real_lu_factor(s->matrix, rows, s->pivot) > 0)) {
        return STATUS_NO;
    }
    s->negative = is_negative(s->matrix, rows, s->pivot);
    real_lu_solve(s->matrix, rows, s->pivot, s->right, s->columns);
    return STATUS_OK;
}

/* out (n by columns) += factor * a (n by n) x */
static void add_product(const steps *s, const double *a, double factor, const double *x,
                        double *out)
{
    for (int i = 0; i < s->n; i++) {
        for (int k = 0; k < s->n; k++) {
            double by = factor * a[i * s->n + k];
            for (int j = 0; j < s->columns && by != 0; j++) {
                out[i * s->columns + j] += by * x[k * s->columns + j];
            }
        }
    }
}

/* Turns columns first .. first + count - 1 of u as they were turned before: LAPACK chooses their
 * signs, and with them that of the determinant. */
static void orient(steps *s, const double *before, int first, int count)
{
    int n = s->n, pivot[MOST] = {0};
    double both[SQUARE] = {0};
    for (int i = 0; i < count * count; i++) {
        for (int k = 0; k < n; k++) {
            both[i] += before[k * n + first + i / count] * s->u[k * n + first + i % count];
        }
    }
    bool is_turned = real_lu_factor(both, count, pivot) > 0 && is_negative(both, count, pivot);
    for (int k = 0; k < n && is_turned; k++) {
        s->u[k * n + first] = -s->u[k * n + first];
    }
}

/* E and A with the rows turned, so that the first d are differential equations and in the others E
 * vanishes. */
static status separated(steps *s, double t, message *why)
{
    int n = s->n, d = s->e->d;
    double values[MOST], E[SQUARE], A[SQUARE], before[SQUARE];
    memcpy(before, s->u, (size_t)(n * n) * sizeof *before);
    TRY(s->e->at(s->e->context, t, s->E, s->A, why));
    TRY(matrix_svd(s->E, n, n, s->u, values, NULL, why));
    if (s->is_within) {
        orient(s, before, 0, d);
        orient(s, before, d, n - d);
    }
    for (int i = 0; i < n * n; i++) {
        E[i] = A[i] = 0;
        for (int k = 0; k < n; k++) {
            double u = s->u[k * n + i / n];
            E[i] += i / n < d ? u * s->E[k * n + i % n] : 0;
            A[i] += u * s->A[k * n + i % n];
        }
    }
    memcpy(s->E, E, (size_t)(n * n) * sizeof *E);
    memcpy(s->A, A, (size_t)(n * n) * sizeof *A);
    return STATUS_OK;
}

/* The consistent x with the same E x, along the kernel of E; in place. */
static status project(steps *s, double t, double *x, message *why)
{
    int n = s->n, d = s->e->d;
    TRY(separated(s, t, why));
    memset(s->right, 0, (size_t)(n * s->columns) * sizeof *s->right);
    add_product(s, s->E, 1, x, s->right);
    for (int i = 0; i < n * n; i++) {
        s->matrix[i] = i / n < d ? s->E[i] : s->A[i];
    }
    bool kept = s->negative;
    status st = solve(s, n);
    s->negative = kept;
    memcpy(x, s->right, (size_t)(n * s->columns) * sizeof *x);
    return st;
}

/* E_j K_j = A_j (x + h sum_l a_jl K_l). */
static status runge_kutta(steps *s, double t, double h, message *why)
{
    const tableau *m = s->m;
    int n = s->n, stages = m->size, rows = n * stages;
    memset(s->right, 0, (size_t)(rows * s->columns) * sizeof *s->right);
    for (int j = 0; j < stages; j++) {
        TRY(s->e->at(s->e->context, t + m->c[j] * h, s->E, s->A, why));
        add_product(s, s->A, 1, s->x[0], s->right + j * n * s->columns);
        for (int i = 0; i < n * rows; i++) {
            int row = i / rows, l = i % rows / n, column = i % rows % n;
            s->matrix[j * n * rows + i] = (l == j ? s->E[row * n + column] : 0) -
                                          h * m->A[j * stages + l] * s->A[row * n + column];
        }
    }
    TRY(solve(s, rows));
    memcpy(s->next, s->x[0], (size_t)(n * s->columns) * sizeof *s->next);
    for (int i = 0; i < rows * s->columns; i++) {
        s->next[i % (n * s->columns)] += h * m->b[i / (n * s->columns)] * s->right[i];
    }
    return m->stiffly_accurate ? STATUS_OK : project(s, t + h, s->next, why);
}

/* Differential rows at the Gauss nodes, constraints at the Lobatto nodes; all of a step are
 * oriented alike. */
static status collocate(steps *s, double t, double h, message *why)
{
    const tableau *m = s->m;
    int n = s->n, d = s->e->d, k = m->size, rows = n * k;
    TRY(separated(s, t, why)); /* which all others are oriented by */
    s->is_within = true;
    memset(s->right, 0, (size_t)(rows * s->columns) * sizeof *s->right);
    memset(s->matrix, 0, (size_t)(rows * rows) * sizeof *s->matrix);
    for (int j = 0; j < k; j++) {
        TRY(separated(s, t + m->c[j] * h, why));
        for (int i = 0; i < d * n; i++) {
            for (int l = 0; l <= k; l++) {
                double entry =
                    m->slope[j * (k + 1) + l] * s->E[i] - h * m->value[j * (k + 1) + l] * s->A[i];
                for (int c = 0; c < s->columns && l == 0; c++) {
                    s->right[(j * d + i / n) * s->columns + c] -=
                        entry * s->x[0][i % n * s->columns + c];
                }
                if (l > 0) {
                    s->matrix[(j * d + i / n) * rows + (l - 1) * n + i % n] = entry;
                }
            }
        }
        TRY(separated(s, t + m->lobatto[j + 1] * h, why));
        for (int i = d * n; i < n * n; i++) {
            int row = k * d + j * (n - d) + i / n - d;
            s->matrix[row * rows + j * n + i % n] = s->A[i];
        }
    }
    return STATUS_OK;
}

static status collocation(steps *s, double t, double h, message *why)
{
    int rows = s->n * s->m->size;
    status st = collocate(s, t, h, why);
    s->is_within = false;
    TRY(st);
    TRY(solve(s, rows));
    memcpy(s->next, s->right + (rows - s->n) * s->columns,
           (size_t)(s->n * s->columns) * sizeof *s->next);
    return STATUS_OK;
}

/* (alpha_k E - h beta_k A) x_n = -E sum alpha_{k-l} x_{n-l}. */
static status multistep(steps *s, double t, double h, message *why)
{
    const tableau *m = s->m;
    int n = s->n, k = m->size;
    TRY(s->e->at(s->e->context, t + h, s->E, s->A, why));
    memset(s->right, 0, (size_t)(n * s->columns) * sizeof *s->right);
    for (int l = 1; l <= k; l++) {
        add_product(s, s->E, -m->alpha[k - l], s->x[l - 1], s->right);
    }
    for (int i = 0; i < n * n; i++) {
        s->matrix[i] = m->alpha[k] * s->E[i] - h * m->beta[k] * s->A[i];
    }
    status st = solve(s, n);
    memcpy(s->next, s->right, (size_t)(n * s->columns) * sizeof *s->next);
    return st;
}

status steps_take(steps *s, double t, double h, message *why)
{
    TRY(s->m->kind == METHOD_MULTISTEP       ? multistep(s, t, h, why)
        : s->m->kind == METHOD_GAUSS_LOBATTO ? collocation(s, t, h, why)
                                             : runge_kutta(s, t, h, why));
    double *oldest = s->x[s->history - 1];
    memmove(s->x + 1, s->x, (size_t)(s->history - 1) * sizeof *s->x);
    s->x[0] = s->next;
    s->next = oldest;
    return STATUS_OK;
}

bool amplify_can(const tableau *m)
{
    return !m->spin && m->keep != KEEP_NONE &&
           (m->form == FORM_IMPLICIT || m->form == FORM_COLLOCATION ||
            m->form == FORM_NEWEST_DERIVATIVE);
}

/* The matrices of an equation, which has more than this needs. */
typedef struct source {
    const equation *e;
    equation_matrices at;
} source;

static status source_at(void *context, double t, double *E, double *A, message *why)
{
    source *x = context;
    int n = equation_size(x->e);
    TRY(equation_at(x->e, t, &x->at, why));
    reduce_scale(&x->at, n);
    memcpy(E, x->at.E, (size_t)(n * n) * sizeof *E);
    memcpy(A, x->at.A, (size_t)(n * n) * sizeof *A);
    return STATUS_OK;
}

/* Consistent columns in every slot: unit vectors, projected along the kernel. The oldest is at t0.
 */
static status real_start(steps *s, double t0, double h, message *why)
{
    int d = s->e->d, n = s->n;
    for (int slot = 0; slot < s->history; slot++) {
        double t = t0 + (s->history - 1 - slot) * h, values[MOST], vt[SQUARE];
        TRY(s->e->at(s->e->context, t, s->E, s->A, why));
        TRY(matrix_svd(s->E, n, n, NULL, values, vt, why));
        for (int i = 0; i < n * d; i++) {
            s->x[slot][i / d * s->columns + slot * d + i % d] = vt[i % d * n + i / d];
        }
        TRY(project(s, t, s->x[slot], why));
    }
    return STATUS_OK;
}

/* Divides everything by its size and returns the logarithm of that. */
static double rescale(steps *s)
{
    double sum = 0;
    size_t each = (size_t)(s->n * s->columns);
    for (size_t i = 0; i < each; i++) {
        sum += s->x[0][i] * s->x[0][i];
    }
    double size = sqrt(sum);
    for (int slot = 0; slot < s->history && size > 0; slot++) {
        for (size_t i = 0; i < each; i++) {
            s->x[slot][i] /= size;
        }
    }
    return log(size);
}

/* Real steps as far as they go: *done of them. */
static void walk(steps *s, double t0, double h, int count, double most_seconds, double *logs,
                 int *done, bool *negative)
{
    message unused;
    double total = 0;
    if (real_start(s, t0, h, &unused) != STATUS_OK) {
        return;
    }
    rescale(s);
    for (int i = 0; i < count && isfinite(total); i++) {
        int at = s->history - 1 + i;
        if (patience_is_over(most_seconds) || steps_take(s, t0 + at * h, h, &unused) != STATUS_OK) {
            return;
        }
        *negative = i == 0 ? s->negative : *negative;
        total += rescale(s);
        logs[(*done)++] = total;
    }
}

status amplify_steps(const tableau *m, const equation *e, int differential, double t0, double h,
                     int count, double most_seconds, double *logs, int *done, bool *negative,
                     message *why)
{
    source *from = NULL;
    steps *x = NULL;
    *done = 0;
    *negative = false;
    status s = STATUS_OK;
    TRY_OR_END(memory_allocate(&from, 1, sizeof *from, why));
    TRY_OR_END(memory_allocate(&x, 1, sizeof *x, why));
    linear_dae of = {.n = equation_size(e), .d = differential, .at = source_at, .context = from};
    from->e = e;
    TRY_OR_END(steps_begin(m, &of, x, why));
    walk(x, t0, h, count, most_seconds, logs, done, negative);
end:
    if (x != NULL) {
        steps_clear(x);
    }
    free(x);
    free(from);
    return s;
}
