#include "dae/frozen.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/patience.h"
#include "dae/amplify.h"
#include "numerics/eigenvalues.h"

enum { MOST = EQUATION_MAX_SIZE, SQUARE = MOST * MOST };

/* The frozen model with what does not depend on tau. */
typedef struct turning {
    const frozen *f;
    double u[SQUARE], vt[SQUARE], s[MOST];
} turning;

/* Q = exp(tau [0 Omega; -Omega^T 0]) from Omega = u s vt. */
static void rotate(const turning *x, double tau, double *Q)
{
    int d = x->f->d, a = x->f->a, n = d + a, least = d < a ? d : a;
    double cosines[MOST], sines[MOST];
    for (int k = 0; k < n; k++) {
        cosines[k] = k < least ? cos(tau * x->s[k]) : 1;
        sines[k] = k < least ? sin(tau * x->s[k]) : 0;
    }
    for (int i = 0; i < n * n; i++) {
        int row = i / n, column = i % n;
        bool is_across = (row < d) != (column < d);
        double sum = 0;
        for (int k = 0; k < (is_across ? least : row < d ? d : a); k++) {
            double left = row < d ? x->u[row * d + k] : x->vt[k * a + row - d];
            double right = column < d ? x->u[column * d + k] : x->vt[k * a + column - d];
            sum += left * right * (is_across ? sines[k] : cosines[k]);
        }
        Q[i] = is_across && row >= d ? -sum : sum;
    }
}

static status frozen_at(void *context, double tau, double *E, double *A, message *why)
{
    const turning *x = context;
    const frozen *f = x->f;
    int d = f->d, a = f->a, n = d + a;
    double Q[SQUARE];
    (void)why;
    rotate(x, tau, Q);
    for (int i = 0; i < n * n; i++) {
        int row = i / n, column = i % n;
        E[i] = row < d ? Q[column * n + row] : 0;
        A[i] = row < d ? 0 : -Q[column * n + row];
        for (int k = 0; k < n; k++) {
            double left = row >= d ? (k < d ? f->A21[(row - d) * d + k] : 0)
                          : k < d  ? f->Lam1[row * d + k]
                                   : f->Lam2[row * a + k - d];
            A[i] += left * Q[column * n + k];
        }
    }
    return STATUS_OK;
}

/* Column (slot, i): x = Q(tau) [I; A21] e_i, tau = -slot h, in that slot of the history. */
static void frozen_start(steps *s, const turning *x, double h)
{
    int d = x->f->d, n = s->n;
    double Q[SQUARE];
    for (int slot = 0; slot < s->history; slot++) {
        memset(s->x[slot], 0, (size_t)(n * s->columns) * sizeof *s->x[slot]);
        rotate(x, -slot * h, Q);
        for (int i = 0; i < n * d; i++) {
            int row = i / d, column = i % d;
            double sum = Q[row * n + column];
            for (int k = 0; k < n - d; k++) {
                sum += Q[row * n + d + k] * x->f->A21[k * d + column];
            }
            s->x[slot][row * s->columns + slot * d + column] = sum;
        }
    }
}

/* z1 of the newest x, at tau = h, over the shifted history. */
static status frozen_radius(steps *s, const turning *x, double h, double *growth, message *why)
{
    int d = x->f->d, n = s->n, size = s->columns;
    double Q[SQUARE], *matrix = NULL;
    double complex *values = NULL;
    rotate(x, h, Q);
    *growth = 0;
    TRY(memory_allocate(&values, (size_t)size * (size_t)(size + 1), sizeof *values, why));
    matrix = (double *)(values + size);
    for (int i = 0; i < size * size; i++) {
        int row = i / size, column = i % size;
        matrix[i] = row >= d ? column == row - d : 0;
        for (int k = 0; k < n && row < d; k++) {
            matrix[i] += Q[k * n + row] * s->x[0][k * size + column];
        }
    }
    status st = matrix_eigenvalues(matrix, size, values, NULL, NULL, why);
    for (int i = 0; i < size; i++) {
        *growth = fmax(*growth, cabs(values[i]));
    }
    free(values);
    return st;
}

/* A model that is stepped again and again. */
typedef struct model {
    turning turning;
    linear_dae dae;
    steps steps;
} model;

static void model_destroy(model *x)
{
    if (x != NULL) {
        steps_clear(&x->steps);
        free(x);
    }
}

static status model_create(const tableau *m, const frozen *f, model **out, message *why)
{
    model *x = NULL;
    *out = NULL;
    TRY(memory_allocate(&x, 1, sizeof *x, why));
    status s = STATUS_OK;
    x->dae = (linear_dae){.n = f->d + f->a, .d = f->d, .at = frozen_at, .context = &x->turning};
    x->turning.f = f;
    for (int i = 0; i < f->d * f->d; i++) {
        x->turning.u[i] = i / f->d == i % f->d;
    }
    turning *of = &x->turning;
    if (f->a > 0) {
        TRY_OR_END(matrix_svd(f->Omega, f->d, f->a, of->u, of->s, of->vt, why));
    }
    TRY_OR_END(steps_begin(m, &x->dae, &x->steps, why));
    *out = x;
    x = NULL;
end:
    model_destroy(x);
    return s;
}

static status model_growth(model *x, double h, double *growth, message *why)
{
    frozen_start(&x->steps, &x->turning, h);
    status s = steps_take(&x->steps, 0, h, why);
    if (s == STATUS_NO) {
        *growth = INFINITY;
        return STATUS_OK;
    }
    TRY(s);
    return frozen_radius(&x->steps, &x->turning, h, growth, why);
}

status frozen_growth(const tableau *m, const frozen *f, double h, double *growth, message *why)
{
    model *x = NULL;
    TRY(model_create(m, f, &x, why));
    status s = model_growth(x, h, growth, why);
    model_destroy(x);
    return s;
}

/* Does it grow, by more than rounding? */
static status model_grows(model *x, double h, bool *grows, message *why)
{
    static const double rounding = 1e-11;
    double growth = 0;
    status s = model_growth(x, h, &growth, why);
    *grows = !(growth <= 1 + rounding);
    return s;
}

/* Bisects until the ends are neighbours, or nearly. */
static status find_end(model *x, double low, double high, double *h, message *why)
{
    while (high > low * (1 + 1e-14)) {
        double middle = low + (high - low) / 2;
        bool grows = false;
        TRY(model_grows(x, middle, &grows, why));
        *(grows ? &high : &low) = middle;
    }
    *h = low;
    return STATUS_OK;
}

/* Around a pole there is growth, however little of it: with many stages it may be 1e-7 wide. *high
 * becomes an h that grows, where the determinant changes its sign between low and it. */
static status find_pole(model *x, double low, double *high, bool *grows, message *why)
{
    double from = low, to = *high;
    bool negative = x->steps.negative;
    while (to > from * (1 + 1e-15) && !*grows) {
        double middle = from + (to - from) / 2;
        TRY(model_grows(x, middle, grows, why));
        *(x->steps.negative == negative ? &to : &from) = middle;
        *high = *grows ? middle : *high;
    }
    return STATUS_OK;
}

status frozen_largest_h(const tableau *m, const frozen *f, double least, double most,
                        double most_seconds, double *h, message *why)
{
    static const double ratio = 1.05, smallest = 1e-6;
    model *x = NULL;
    bool grows = true;
    double at = 10 * least, low = 0;
    status s = STATUS_OK;
    *h = 0;
    TRY_OR_END(model_create(m, f, &x, why));
    while (grows && at > smallest * least) {
        at /= 10;
        TRY_OR_END(model_grows(x, at, &grows, why));
    }
    if (grows) {
        goto end;
    }
    *h = INFINITY;
    while (!grows && at < most) {
        bool negative = x->steps.negative;
        low = at;
        at *= ratio;
        TRY_OR_END(patience_is_over(most_seconds) ? STATUS_NO : model_grows(x, at, &grows, why));
        if (!grows && x->steps.negative != negative) {
            double found = at;
            TRY_OR_END(find_pole(x, low, &found, &grows, why));
            at = grows ? found : at;
            x->steps.negative = !negative;
        }
    }
    if (grows) {
        s = find_end(x, low, at, h, why);
    }
end:
    model_destroy(x);
    return s;
}
