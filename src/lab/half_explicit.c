#include "lab/half_explicit.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lab/dynamics.h"
#include "method/tableau.h"
#include "numerics/linear.h"

enum { MOST_ITERATIONS = 20 };

static const double singular_pivot = 1e-14;
static const double enough = 4 * DBL_EPSILON;
static const double stagnation = 1e-10;

struct half_explicit {
    tableau method;
    int stages; /* without those at the end that nothing uses */
    const constrained *of;
    real_dynamics dynamics;
    long forces, factorisations;
    /* of stage j: v (or p when m = 1), the forces M^{-1} f, the directions M^{-1} L, the slopes */
    double *values, *pushes, *directions, *slopes;
    double *S, *y, *base, *next, *p;
    int *pivot;
};

/* Stages at the end that neither the result nor another stage uses. */
static int stages_used(const tableau *a)
{
    int s = a->size;
    while (s > 1 && a->b[s - 1] == 0) {
        s--;
    }
    return s;
}

/* Row i of A, or b after the last stage. */
static const double *weights(const half_explicit *e, int i)
{
    return i < e->stages ? e->method.A + i * e->method.size : e->method.b;
}

static status check(const method *m, const tableau *a, int stages, message *why)
{
    const char *name = method_describe(m)->name;
    if (!tableau_is_explicit(a)) {
        return refuse(why, "half-explicit:%.200s: an explicit Runge-Kutta method is accepted",
                      name);
    }
    for (int i = 1; i <= stages; i++) {
        const double *row = i < stages ? a->A + i * a->size : a->b;
        if (row[i - 1] == 0) {
            return refuse(
                why,
                "half-explicit:%.200s: stage %d does not act on %s, so its multiplier is "
                "free; accepted are methods in which each stage acts on the next, such as "
                "explicit-euler, heun, kutta3, rk4",
                name, i, i < stages ? "the next one" : "the result");
        }
    }
    return STATUS_OK;
}

status half_explicit_create(const method *m, const constrained *c, half_explicit **out,
                            message *why)
{
    *out = NULL;
    half_explicit *e = NULL;
    status s;
    TRY(memory_allocate(&e, 1, sizeof *e, why));
    method_tableau(m, &e->method);
    e->of = c;
    e->stages = stages_used(&e->method);
    TRY_OR_END(check(m, &e->method, e->stages, why));
    TRY_OR_END(real_dynamics_init(&e->dynamics, c, why));
    size_t n = (size_t)c->positions, q = (size_t)c->constraints, all = (size_t)e->stages + 1;
    struct {
        double **to;
        size_t count;
    } arrays[] = {{&e->values, all * n}, {&e->pushes, n}, {&e->directions, n * q},
                  {&e->slopes, all * n}, {&e->S, q * q},  {&e->y, q},
                  {&e->base, n},         {&e->next, n},   {&e->p, n}};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        TRY_OR_END(memory_allocate(arrays[i].to, arrays[i].count, sizeof(double), why));
    }
    TRY_OR_END(memory_allocate(&e->pivot, q, sizeof *e->pivot, why));
    *out = e;
    e = NULL;
end:
    half_explicit_destroy(e);
    return s;
}

void half_explicit_destroy(half_explicit *e)
{
    if (e == NULL) {
        return;
    }
    double *const arrays[] = {e->values, e->pushes, e->directions, e->slopes, e->S,
                              e->y,      e->base,   e->next,       e->p};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        free(arrays[i]);
    }
    free(e->pivot);
    real_dynamics_clear(&e->dynamics);
    free(e);
}

void half_explicit_counts(const half_explicit *e, long *forces, long *factorisations)
{
    *forces = e->forces;
    *factorisations = e->factorisations;
}

/* S = G D at the point where the constraints are to hold, factored. */
static bool factor(half_explicit *e)
{
    int n = e->of->positions, q = e->of->constraints;
    for (int i = 0; i < q; i++) {
        for (int j = 0; j < q; j++) {
            e->S[i * q + j] = 0;
            for (int l = 0; l < n; l++) {
                e->S[i * q + j] += e->dynamics.G[i * n + l] * e->directions[l * q + j];
            }
        }
    }
    e->factorisations++;
    return real_lu_factor(e->S, q, e->pivot) > singular_pivot;
}

/* The y of stage i - 1 for which stage i, at time t, is on the constraints: its value is
 * base + reach B y, with p that of the stage when m = 2. Newton's method; one iteration when m = 2,
 * because velocities enter their constraint linearly. */
static step_outcome solve_multiplier(half_explicit *e, double t, double reach)
{
    int n = e->of->positions, q = e->of->constraints, m = e->of->order;
    double r[CONSTRAINED_MAX_POSITIONS], before = INFINITY;
    memset(e->y, 0, (size_t)q * sizeof *e->y);
    for (int k = 0; k < MOST_ITERATIONS; k++) {
        for (int i = 0; i < n; i++) {
            e->next[i] = e->base[i];
            for (int j = 0; j < q; j++) {
                e->next[i] += reach * e->directions[i * q + j] * e->y[j];
            }
        }
        const double *p = m == 2 ? e->p : e->next;
        e->of->reals.jacobian(e->of->data, t, p, e->dynamics.G);
        real_level(&e->dynamics, m - 1, t, p, e->next, r);
        if (!factor(e)) {
            return STEP_SINGULAR;
        }
        real_lu_solve(e->S, q, e->pivot, r, 1);
        double change = 0, scale = DBL_MIN;
        for (int j = 0; j < q; j++) {
            e->y[j] -= r[j] / reach;
            change = real_larger(change, fabs(r[j]));
            scale = fmax(scale, fabs(reach * e->y[j]));
        }
        if (!isfinite(change)) {
            return STEP_NOT_FINITE;
        }
        if (change <= enough * scale || (change <= stagnation * scale && change >= before / 2) ||
            ((m == 2 || e->of->linear) && k == 1)) {
            return STEP_DONE;
        }
        before = change;
    }
    return STEP_NO_CONVERGENCE;
}

/* Stage i (the result when it is past the last) from the ones before. */
static step_outcome advance(half_explicit *e, int i, double t, double h, const double *p0,
                            const double *p, const double *v)
{
    int n = e->of->positions, q = e->of->constraints, m = e->of->order;
    const double *a = weights(e, i);
    const double *value = e->values + (i - 1) * n;
    double at = t + (i - 1 < e->stages ? e->method.c[i - 1] : 1) * h;
    double then = t + (i < e->stages ? e->method.c[i] : 1) * h;
    double zero[CONSTRAINED_MAX_POSITIONS] = {0};
    /* M^{-1} f and M^{-1} L of the stage before */
    real_dynamics *d = &e->dynamics;
    e->forces++;
    if (!real_respond(d, at, m == 2 ? p : value, m == 2 ? value : NULL, zero, e->pushes) ||
        !real_direction(d, ALONG_B, at, m == 2 ? p : value, e->directions)) {
        return STEP_SINGULAR;
    }
    for (int j = 0; j < n; j++) {
        e->base[j] = (m == 2 ? v : p0)[j] + h * a[i - 1] * e->pushes[j];
        e->p[j] = p0[j];
        for (int l = 0; l < i; l++) {
            e->base[j] += l < i - 1 ? h * a[l] * e->slopes[l * n + j] : 0;
            e->p[j] += h * a[l] * e->values[l * n + j];
        }
    }
    step_outcome o = solve_multiplier(e, then, h * a[i - 1]);
    for (int j = 0; j < n && o == STEP_DONE; j++) {
        double slope = e->pushes[j];
        for (int l = 0; l < q; l++) {
            slope += e->directions[j * q + l] * e->y[l];
        }
        e->slopes[(i - 1) * n + j] = slope;
        e->values[i * n + j] = e->base[j] + h * a[i - 1] * (slope - e->pushes[j]);
        o = isfinite(e->values[i * n + j]) ? STEP_DONE : STEP_NOT_FINITE;
    }
    return o;
}

step_outcome half_explicit_step(half_explicit *e, double t, double h, double *p, double *v)
{
    int n = e->of->positions, m = e->of->order;
    double stage_p[CONSTRAINED_MAX_POSITIONS];
    step_outcome o = STEP_DONE;
    memcpy(stage_p, p, (size_t)n * sizeof *p);
    memcpy(e->values, m == 2 ? v : p, (size_t)n * sizeof *p);
    for (int i = 1; i <= e->stages && o == STEP_DONE; i++) {
        o = advance(e, i, t, h, p, stage_p, v);
        memcpy(stage_p, e->p, (size_t)n * sizeof *p);
    }
    if (o == STEP_DONE) {
        const double *last = e->values + e->stages * n;
        memcpy(m == 2 ? v : p, last, (size_t)n * sizeof *p);
        if (m == 2) {
            memcpy(p, stage_p, (size_t)n * sizeof *p);
        }
    }
    return o;
}
