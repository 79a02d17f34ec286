#include "dae/initial.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "numerics/linear.h"

enum { MOST_ITERATIONS = 30 };

static const double enough = 1e-14;
static const double stagnation = 1e-10;
static const double singular_pivot = 8 * DBL_EPSILON;

/* Everything that an iteration needs. */
typedef struct iteration {
    const problem *p;
    int n;
    double *Fx, *Fxd, *matrix, *right, *zero, *start;
    int *pivot;
} iteration;

static bool begin(iteration *it, const problem *p)
{
    message why;
    size_t n = (size_t)p->size;
    *it = (iteration){.p = p, .n = p->size};
    return memory_allocate(&it->Fx, 3 * n * n + 3 * n, sizeof *it->Fx, &why) == STATUS_OK &&
           memory_allocate(&it->pivot, n, sizeof *it->pivot, &why) == STATUS_OK &&
           (it->Fxd = it->Fx + n * n, it->matrix = it->Fxd + n * n, it->right = it->matrix + n * n,
            it->zero = it->right + n, it->start = it->zero + n, true);
}

static void end(iteration *it)
{
    free(it->Fx);
    free(it->pivot);
}

/* Solves matrix * correction = right, equilibrated, and adds the correction to v. *size: how large
 * it was, relative to v and `scale`. */
static step_outcome correct(iteration *it, double *v, double scale, double *size)
{
    int n = it->n;
    double change = 0;
    for (int i = 0; i < n; i++) {
        double largest = real_size(it->matrix + i * n, n);
        if (!(largest > 0)) {
            return STEP_SINGULAR;
        }
        for (int j = 0; j < n; j++) {
            it->matrix[i * n + j] /= largest;
        }
        it->right[i] /= largest;
    }
    if (!(real_lu_factor(it->matrix, n, it->pivot) > singular_pivot * n)) {
        return STEP_SINGULAR;
    }
    real_lu_solve(it->matrix, n, it->pivot, it->right, 1);
    for (int i = 0; i < n; i++) {
        v[i] += it->right[i];
        if (!isfinite(v[i])) {
            return STEP_NOT_FINITE;
        }
        scale = fmax(scale, fabs(v[i]));
        change = fmax(change, fabs(it->right[i]));
    }
    *size = scale > 0 ? change / scale : 0;
    return STEP_DONE;
}

/* Repeats `assemble` and correct until v settles. */
static step_outcome iterate(iteration *it, double t, double *v, double scale,
                            bool (*assemble)(iteration *it, double t, const double *v,
                                             const void *with),
                            const void *with)
{
    double before = INFINITY;
    for (int k = 0; k < MOST_ITERATIONS; k++) {
        double size = 0;
        if (!assemble(it, t, v, with)) {
            return STEP_NOT_FINITE;
        }
        step_outcome o = correct(it, v, scale, &size);
        if (o != STEP_DONE || it->p->linear || size <= enough ||
            (size <= stagnation && size >= before / 2)) {
            return o;
        }
        before = size;
    }
    return STEP_NO_CONVERGENCE;
}

static bool assemble_projection(iteration *it, double t, const double *x, const void *with)
{
    const problem *p = it->p;
    int n = it->n, d = p->differential;
    bool keeps = *(const projection *)with == PROJECT_KEPT && p->kept_count == d;
    if (!problem_jacobian(p, t, x, it->zero, it->Fx, it->Fxd)) {
        return false;
    }
    p->residual(p->data, t, x, it->zero, it->right);
    for (int i = 0; i < n; i++) {
        it->right[i] = -it->right[i];
        memcpy(it->matrix + i * n, (i < d ? it->Fxd : it->Fx) + i * n,
               (size_t)n * sizeof *it->matrix);
    }
    for (int i = 0; i < d; i++) {
        if (keeps) {
            memset(it->matrix + i * n, 0, (size_t)n * sizeof *it->matrix);
            it->matrix[i * n + p->kept[i]] = 1;
        }
        it->right[i] = 0;
        for (int j = 0; j < n; j++) {
            it->right[i] += it->matrix[i * n + j] * (it->start[j] - x[j]);
        }
    }
    return true;
}

step_outcome initial_project(const problem *p, double t, projection how, double *x)
{
    iteration it;
    step_outcome o = STEP_NOT_FINITE;
    if (begin(&it, p)) {
        memcpy(it.start, x, (size_t)p->size * sizeof *x);
        o = p->differential == p->size ? STEP_DONE
                                       : iterate(&it, t, x, 0, assemble_projection, &how);
    }
    end(&it);
    return o;
}

static bool assemble_derivative(iteration *it, double t, const double *xd, const void *with)
{
    const problem *p = it->p;
    const double *x = with;
    int n = it->n, d = p->differential;
    if (!problem_jacobian(p, t, x, xd, it->Fx, it->Fxd)) {
        return false;
    }
    if (d < n && !problem_rate(p, t, x, xd, it->right)) {
        return false;
    }
    for (int i = d; i < n; i++) {
        it->right[i] = -it->right[i];
        for (int j = 0; j < n; j++) {
            it->matrix[i * n + j] = it->Fx[i * n + j];
            it->right[i] -= it->Fx[i * n + j] * xd[j];
        }
    }
    double *r = it->start;
    p->residual(p->data, t, x, xd, r);
    for (int i = 0; i < d; i++) {
        it->right[i] = -r[i];
        memcpy(it->matrix + i * n, it->Fxd + i * n, (size_t)n * sizeof *it->matrix);
    }
    return true;
}

/* The derivative that the problem knows itself. */
static step_outcome own_derivative(const problem *p, double t, const double *x, double *xd)
{
    if (p->consistent_slope == NULL) {
        p->slope(p->data, t, x, xd);
    } else if (!p->consistent_slope(p->data, t, x, xd)) {
        return STEP_SINGULAR;
    }
    return real_is_finite(xd, p->size) ? STEP_DONE : STEP_NOT_FINITE;
}

step_outcome initial_derivative(const problem *p, double t, const double *x, double *xd)
{
    if (p->slope != NULL || p->consistent_slope != NULL) {
        return own_derivative(p, t, x, xd);
    }
    iteration it;
    step_outcome o = STEP_NOT_FINITE;
    if (begin(&it, p)) {
        o = iterate(&it, t, xd, 0, assemble_derivative, x);
    }
    end(&it);
    return o;
}

double initial_violation(const problem *p, double t, const double *x)
{
    iteration it;
    double worst = NAN;
    int n = p->size;
    if (begin(&it, p) && problem_jacobian(p, t, x, it.zero, it.Fx, it.Fxd)) {
        double scale = DBL_MIN;
        worst = 0;
        p->residual(p->data, t, x, it.zero, it.right);
        for (int i = p->differential * n; i < n * n; i++) {
            scale = fmax(scale, fabs(it.Fx[i] * x[i % n]));
        }
        for (int i = p->differential; i < n; i++) {
            double relative = fabs(it.right[i]) / scale;
            worst = real_larger(worst, relative);
        }
    }
    end(&it);
    return worst;
}

/* The smallest change that satisfies the constraints: x -= G^T (G G^T)^{-1} g, repeated. */
static step_outcome nearest_values(const problem *p, double t, double *x)
{
    iteration it;
    int n = p->size, d = p->differential, a = n - d;
    step_outcome o = begin(&it, p) ? STEP_NO_CONVERGENCE : STEP_NOT_FINITE;
    for (int k = 0; k < MOST_ITERATIONS && o == STEP_NO_CONVERGENCE; k++) {
        if (!problem_jacobian(p, t, x, it.zero, it.Fx, it.Fxd)) {
            o = STEP_NOT_FINITE;
            break;
        }
        p->residual(p->data, t, x, it.zero, it.right);
        const double *G = it.Fx + d * n;
        for (int i = 0; i < a; i++) {
            for (int j = 0; j < a; j++) {
                it.matrix[i * a + j] = 0;
                for (int l = 0; l < n; l++) {
                    it.matrix[i * a + j] += G[i * n + l] * G[j * n + l];
                }
            }
        }
        if (!(real_lu_factor(it.matrix, a, it.pivot) > singular_pivot * a)) {
            o = STEP_SINGULAR;
            break;
        }
        real_lu_solve(it.matrix, a, it.pivot, it.right + d, 1);
        double change = 0, scale = DBL_MIN;
        for (int l = 0; l < n; l++) {
            double step = 0;
            for (int i = 0; i < a; i++) {
                step += G[i * n + l] * it.right[d + i];
            }
            x[l] -= step;
            change = real_larger(change, fabs(step));
            scale = fmax(scale, fabs(x[l]));
        }
        o = !isfinite(change)                           ? STEP_NOT_FINITE
            : p->linear || change <= stagnation * scale ? STEP_DONE
                                                        : STEP_NO_CONVERGENCE;
    }
    end(&it);
    return o;
}

status initial_values(const problem *p, double t, double *x, message *why)
{
    double held[PROBLEM_MAX_SIZE];
    memcpy(held, x, (size_t)p->size * sizeof *x);
    step_outcome o = initial_project(p, t, PROJECT_ALONG_KERNEL, x);
    if (o != STEP_DONE) {
        memcpy(x, held, (size_t)p->size * sizeof *x);
        o = nearest_values(p, t, x);
    }
    if (o != STEP_DONE) {
        memcpy(x, held, (size_t)p->size * sizeof *x);
        return fail(why, "%s: no consistent initial values at t = %g: %s", p->name, t,
                    step_outcome_words(o));
    }
    return STATUS_OK;
}
