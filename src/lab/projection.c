#include "lab/projection.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "numerics/linear.h"

enum { MOST_ITERATIONS = 50 };

/* Pivots below this, relative, are those of a singular matrix. */
static const double singular_pivot = 1e-14;
/* Corrections this small, relative, are rounding; ones below the second that shrink no more, too.
 */
static const double enough = 4 * DBL_EPSILON;
static const double stagnation = 1e-10;

/* S = G D, factored. */
static bool factor(const double *G, const double *D, int q, int n, double *S, int *pivot)
{
    real_multiply(G, D, q, n, q, 0, S);
    return real_lu_factor(S, q, pivot) > singular_pivot;
}

/* x += sign D mu; returns the largest change. */
static double move(double *x, double sign, const double *D, const double *mu, int n, int q)
{
    double largest = 0;
    for (int i = 0; i < n; i++) {
        double change = 0;
        for (int j = 0; j < q; j++) {
            change += D[i * q + j] * mu[j];
        }
        x[i] += sign * change;
        largest = real_larger(largest, fabs(change));
    }
    return largest;
}

/* Has an iteration come to its end? */
static bool settled(double size, double before)
{
    return size <= enough || (size <= stagnation && size >= before / 2);
}

step_outcome project_positions(real_dynamics *d, direction along, double t, double *p)
{
    int n = d->of->positions, q = d->of->constraints;
    double start[CONSTRAINED_MAX_POSITIONS], before = INFINITY;
    double D[CONSTRAINED_MAX_POSITIONS * CONSTRAINED_MAX_POSITIONS];
    memcpy(start, p, (size_t)n * sizeof *p);
    for (int k = 0; k < MOST_ITERATIONS; k++) {
        /* p_new = start + D mu with g(p) + G (p_new - p) = 0 */
        if (!real_direction(d, along, t, p, D)) {
            return STEP_SINGULAR;
        }
        real_level(d, 0, t, p, NULL, d->k);
        for (int i = 0; i < q; i++) {
            for (int j = 0; j < n; j++) {
                d->k[i] += d->G[i * n + j] * (start[j] - p[j]);
            }
        }
        if (!factor(d->G, D, q, n, d->S, d->pivot)) {
            d->singular = true;
            return STEP_SINGULAR;
        }
        real_lu_solve(d->S, q, d->pivot, d->k, 1);
        double held[CONSTRAINED_MAX_POSITIONS], change = 0;
        memcpy(held, p, (size_t)n * sizeof *p);
        memcpy(p, start, (size_t)n * sizeof *p);
        move(p, -1, D, d->k, n, q);
        for (int i = 0; i < n; i++) {
            change = real_larger(change, fabs(p[i] - held[i]));
        }
        double size = change / fmax(DBL_MIN, real_size(p, n));
        if (!isfinite(size)) {
            return STEP_NOT_FINITE;
        }
        if (settled(size, before)) {
            return STEP_DONE;
        }
        before = size;
    }
    return STEP_NO_CONVERGENCE;
}

step_outcome project_velocities(real_dynamics *d, direction along, double t, const double *p,
                                double *v)
{
    int n = d->of->positions, q = d->of->constraints;
    double D[CONSTRAINED_MAX_POSITIONS * CONSTRAINED_MAX_POSITIONS];
    if (!real_direction(d, along, t, p, D) || !factor(d->G, D, q, n, d->S, d->pivot)) {
        d->singular = true;
        return STEP_SINGULAR;
    }
    for (int k = 0; k < 2; k++) { /* the second takes what rounding left */
        real_level(d, 1, t, p, v, d->k);
        real_lu_solve(d->S, q, d->pivot, d->k, 1);
        if (!isfinite(move(v, -1, D, d->k, n, q))) {
            return STEP_NOT_FINITE;
        }
    }
    return STEP_DONE;
}

/* K = H H^T, factored. Rows of H have few entries, and only these are multiplied. */
static bool factor_stacked(real_dynamics *d, int rows, int columns)
{
    int entries[2 * CONSTRAINED_MAX_POSITIONS];
    memset(d->K, 0, (size_t)(rows * rows) * sizeof *d->K);
    for (int i = 0; i < rows; i++) {
        const double *row = d->H + i * columns;
        int count = 0;
        for (int l = 0; l < columns; l++) {
            entries[count] = l;
            count += row[l] != 0;
        }
        for (int j = i; j < rows; j++) {
            const double *other = d->H + j * columns;
            double sum = 0;
            for (int k = 0; k < count; k++) {
                sum += row[entries[k]] * other[entries[k]];
            }
            d->K[i * rows + j] = d->K[j * rows + i] = sum;
        }
    }
    return real_lu_factor(d->K, rows, d->pivot) > singular_pivot;
}

/* x = start - H^T (H H^T)^{-1} (h + H (start - x)), repeated: at a fixed point h = 0 and x - start
 * is in the range of H^T, which is the nearest point. */
step_outcome project_state(real_dynamics *d, double t, double *x)
{
    int n = d->of->positions, rows = d->of->order * d->of->constraints;
    int columns = d->of->order * n;
    double start[2 * CONSTRAINED_MAX_POSITIONS], before = INFINITY;
    memcpy(start, x, (size_t)columns * sizeof *x);
    for (int k = 0; k < MOST_ITERATIONS; k++) {
        real_stacked(d, t, x, x + n);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                d->h[i] += d->H[i * columns + j] * (start[j] - x[j]);
            }
        }
        if (!factor_stacked(d, rows, columns)) {
            d->singular = true;
            return STEP_SINGULAR;
        }
        real_lu_solve(d->K, rows, d->pivot, d->h, 1);
        double next[2 * CONSTRAINED_MAX_POSITIONS], change = 0;
        memcpy(next, start, (size_t)columns * sizeof *next);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                next[j] -= d->H[i * columns + j] * d->h[i];
            }
        }
        for (int j = 0; j < columns; j++) {
            change = real_larger(change, fabs(next[j] - x[j]));
            x[j] = next[j];
        }
        double size = change / fmax(DBL_MIN, real_size(x, columns));
        if (!isfinite(size)) {
            return STEP_NOT_FINITE;
        }
        if (settled(size, before)) {
            return STEP_DONE;
        }
        before = size;
    }
    return STEP_NO_CONVERGENCE;
}

status post_stabiliser_init(post_stabiliser *s, const constrained *c, message *why)
{
    size_t n = (size_t)c->positions, q = (size_t)c->constraints;
    s->age = -1;
    TRY(memory_allocate(&s->D, n * q, sizeof *s->D, why));
    TRY(memory_allocate(&s->S, q * q, sizeof *s->S, why));
    return memory_allocate(&s->pivot, q, sizeof *s->pivot, why);
}

void post_stabiliser_clear(post_stabiliser *s)
{
    free(s->D);
    free(s->S);
    free(s->pivot);
    *s = (post_stabiliser){0};
}

step_outcome post_stabilise(post_stabiliser *s, real_dynamics *d, double t, double *x)
{
    const constrained *c = d->of;
    int n = c->positions, q = c->constraints;
    double *p = x, *v = x + n, velocity[CONSTRAINED_MAX_POSITIONS];
    for (int k = 0; k < s->times; k++) {
        if (s->frozen == 0 || s->age < 0 || s->age >= s->frozen) {
            if (!real_direction(d, s->along, t, p, s->D) ||
                !factor(d->G, s->D, q, n, s->S, s->pivot)) {
                d->singular = true;
                return STEP_SINGULAR;
            }
            s->age = 0;
        }
        c->reals.jacobian(c->data, t, p, d->G);
        real_level(d, 0, t, p, v, d->k);
        if (c->order == 2) { /* both levels are those of the state before */
            real_level(d, 1, t, p, v, velocity);
            real_lu_solve(s->S, q, s->pivot, velocity, 1);
            if (!isfinite(move(v, -1, s->D, velocity, n, q))) {
                return STEP_NOT_FINITE;
            }
        }
        real_lu_solve(s->S, q, s->pivot, d->k, 1);
        if (!isfinite(move(p, -1, s->D, d->k, n, q))) {
            return STEP_NOT_FINITE;
        }
    }
    s->age++;
    return STEP_DONE;
}
