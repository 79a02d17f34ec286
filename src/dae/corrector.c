#include "dae/corrector.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "dae/adaptive.h"
#include "numerics/linear.h"

enum { MOST_ITERATIONS = 4 };

/* The error that Newton's method may leave, where 1 is the error that a step may make. A rate that
 * was measured in an earlier step is no good witness: it is asked for much more. */
static const double newton_error = 1e-4, careful_newton_error = 1e-2;

/* Steps for which a careful corrector keeps its matrix. */
enum { OLDEST_MATRIX = 20 };

/* Corrections below this that a new matrix does not make shrink have met rounding. */
static const double rounding = 0.1;

/* cj of the problem over cj of the matrix: within these bounds the matrix is kept. The corrections
 * then shrink by |1 - ratio| / (1 + ratio) <= 1/4 where F_x' dominates or F_x does. */
static const double least_ratio = 0.6, most_ratio = 1 / 0.6;

/* Corrections that shrink no better than this lead nowhere. */
static const double slowest_rate = 0.9;

/* What is assumed about a matrix that has not been tried, and about one with another cj. */
static const double unknown_remaining = 20, changed_remaining = 100;

/* Of the tolerance: a first correction as small as this needs no second one to know the rate. */
static const double negligible = 1e-4;

/* A pivot below this times the order of the system, in equilibrated rows, may be rounding; or the
 * index is 3 and the step very small. Only Newton's method can tell. */
static const double singular_pivot = 8 * DBL_EPSILON;

status corrector_init(corrector *c, const problem *p, bool careful, message *why)
{
    size_t n = (size_t)p->size;
    *c = (corrector){
        .of = p, .careful = careful, .error = careful ? careful_newton_error : newton_error};
    struct {
        double **to;
        size_t count;
    } arrays[] = {
        {&c->Fx, n * n}, {&c->Fxd, n * n}, {&c->matrix, n * n}, {&c->scale, n}, {&c->change, n}};
    TRY(memory_allocate(&c->pivot, n, sizeof *c->pivot, why));
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        TRY(memory_allocate(arrays[i].to, arrays[i].count, sizeof(double), why));
    }
    return STATUS_OK;
}

void corrector_clear(corrector *c)
{
    double *const arrays[] = {c->Fx, c->Fxd, c->matrix, c->scale, c->change};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        free(arrays[i]);
    }
    free(c->pivot);
    *c = (corrector){0};
}

void corrector_forget(corrector *c)
{
    c->cj = c->last_cj = 0;
}

/* matrix = F_x + cj F_x' with every row divided by its largest entry; false when a row is zero. */
static bool combine(corrector *c, double cj)
{
    int n = c->of->size;
    for (int i = 0; i < n; i++) {
        const double *Fx = c->Fx + (size_t)i * (size_t)n, *Fxd = c->Fxd + (size_t)i * (size_t)n;
        double *row = c->matrix + (size_t)i * (size_t)n;
        double largest = 0;
        for (int j = 0; j < n; j++) {
            row[j] = Fx[j] + cj * Fxd[j];
            largest = fabs(row[j]) > largest ? fabs(row[j]) : largest;
        }
        if (!(largest > 0)) {
            return false;
        }
        c->scale[i] = 1 / largest;
        for (int j = 0; j < n; j++) {
            row[j] *= c->scale[i];
        }
    }
    return true;
}

static step_outcome make_matrix(corrector *c, double t, double cj, const double *x,
                                const double *xd)
{
    int n = c->of->size;
    c->cj = 0;
    c->age = 0;
    c->jacobians++;
    if (!problem_jacobian(c->of, t, x, xd, c->Fx, c->Fxd)) {
        return STEP_NOT_FINITE;
    }
    if (!combine(c, cj)) {
        return STEP_SINGULAR;
    }
    c->factorisations++;
    double smallest = real_lu_factor(c->matrix, n, c->pivot);
    if (!(smallest > 0)) {
        return STEP_SINGULAR;
    }
    c->near_singular = smallest < singular_pivot * n;
    c->cj = cj;
    c->remaining = unknown_remaining;
    return STEP_DONE;
}

/* One correction of e, x and xd; *size is how large it was. */
static step_outcome correct(corrector *c, double t, double cj, const double *weight, double *e,
                            double *x, double *xd, double *size)
{
    int n = c->of->size;
    /* Between the best factors for F_x' and for F_x, which are 1 over the ratio and 1. */
    double damping = cj == c->cj ? 1 : 2 / (1 + cj / c->cj);
    c->residuals++;
    c->iterations++;
    c->of->residual(c->of->data, t, x, xd, c->change);
    for (int i = 0; i < n; i++) {
        c->change[i] *= -c->scale[i];
    }
    real_lu_solve(c->matrix, n, c->pivot, c->change, 1);
    for (int i = 0; i < n; i++) {
        double d = damping * c->change[i];
        c->change[i] = d;
        e[i] += d;
        x[i] += d;
        xd[i] += cj * d;
    }
    *size = adaptive_norm(c->change, weight, n, n);
    return isfinite(*size) ? STEP_DONE : STEP_NOT_FINITE;
}

static step_outcome iterate(corrector *c, double t, double cj, const double *weight, double *e,
                            double *x, double *xd)
{
    double first = 0;
    for (int m = 0; m < MOST_ITERATIONS; m++) {
        double size;
        step_outcome o = correct(c, t, cj, weight, e, x, xd, &size);
        if (o != STEP_DONE) {
            return o;
        }
        if (m == 0) {
            first = size;
            if (size <= negligible * c->error) {
                return STEP_DONE;
            }
        } else {
            double rate = m == 1 ? size / first : pow(size / first, 1.0 / m);
            if (!(rate <= slowest_rate)) {
                if (c->age == 0 && rate <= 2 && size <= rounding) {
                    return STEP_DONE;
                }
                break;
            }
            c->remaining = rate / (1 - rate);
        }
        if (c->remaining * size <= c->error) {
            return STEP_DONE;
        }
    }
    return c->near_singular ? STEP_SINGULAR : STEP_NO_CONVERGENCE;
}

step_outcome corrector_solve(corrector *c, double t, double cj, const double *x0, const double *xd0,
                             const double *weight, double *e, double *x, double *xd)
{
    size_t bytes = (size_t)c->of->size * sizeof *x;
    bool fresh = !(c->cj > 0 && cj >= least_ratio * c->cj && cj <= most_ratio * c->cj) ||
                 (c->careful && c->age >= OLDEST_MATRIX);
    if (c->careful || cj != c->last_cj) {
        c->remaining = changed_remaining;
    }
    for (;; fresh = true) {
        step_outcome o = fresh ? make_matrix(c, t, cj, x0, xd0) : STEP_DONE;
        if (o == STEP_DONE) {
            memset(e, 0, bytes);
            memcpy(x, x0, bytes);
            memcpy(xd, xd0, bytes);
            o = iterate(c, t, cj, weight, e, x, xd);
        }
        if (o == STEP_DONE || fresh) {
            c->last_cj = cj;
            c->age++;
            return o;
        }
    }
}
