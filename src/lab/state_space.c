#include "lab/state_space.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "numerics/linear.h"

enum { MOST_ITERATIONS = 30, MATRIX = CONSTRAINED_MAX_POSITIONS * CONSTRAINED_MAX_POSITIONS };

static const double dependent = 1e-10;
static const double enough = 1e-14;
static const double stagnation = 1e-9;

/* Takes from w what is along the first `count` orthonormal rows of Q, twice for accuracy. */
static double orthogonalise(const double *Q, int count, int n, double *w)
{
    double square = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < count; i++) {
            double along = 0;
            for (int j = 0; j < n; j++) {
                along += Q[i * n + j] * w[j];
            }
            for (int j = 0; j < n; j++) {
                w[j] -= along * Q[i * n + j];
            }
        }
    }
    for (int j = 0; j < n; j++) {
        square += w[j] * w[j];
    }
    return sqrt(square);
}

static void normalise(const double *w, double size, int n, double *out)
{
    for (int j = 0; j < n; j++) {
        out[j] = w[j] / size;
    }
}

/* Makes q rows orthonormal, in place. */
static bool orthonormalise(double *Q, int n, int q)
{
    for (int i = 0; i < q; i++) {
        double *w = Q + i * n, before = orthogonalise(Q, 0, n, w);
        double size = orthogonalise(Q, i, n, w);
        if (!(size > dependent * before)) {
            return false;
        }
        normalise(w, size, n, w);
    }
    return true;
}

bool state_space_complement(double *rows, int n, int q, double *R)
{
    double Q[MATRIX], w[CONSTRAINED_MAX_POSITIONS];
    if (!orthonormalise(rows, n, q)) {
        return false;
    }
    memcpy(Q, rows, (size_t)(q * n) * sizeof *Q);
    for (int row = q; row < n; row++) { /* the unit vector that has most left */
        double most = 0;
        for (int unit = 0; unit < n; unit++) {
            memset(w, 0, sizeof w);
            w[unit] = 1;
            double size = orthogonalise(Q, row, n, w);
            if (size > most * (1 + 1e-9)) {
                most = size;
                normalise(w, size, n, Q + row * n);
            }
        }
    }
    memcpy(R, Q + q * n, (size_t)((n - q) * n) * sizeof *R);
    return true;
}

bool state_space_choose(real_dynamics *d, double t, const double *p, double *R)
{
    const constrained *c = d->of;
    c->reals.jacobian(c->data, t, p, d->G);
    return state_space_complement(d->G, c->positions, c->constraints, R);
}

double state_space_determinant(real_dynamics *d, const double *R, double t, const double *p)
{
    int n = d->of->positions, q = d->of->constraints, pivot[CONSTRAINED_MAX_POSITIONS];
    double Q[MATRIX];
    d->of->reals.jacobian(d->of->data, t, p, Q);
    if (!orthonormalise(Q, n, q)) {
        return 0;
    }
    memcpy(Q + q * n, R, (size_t)((n - q) * n) * sizeof *R);
    return real_lu_factor(Q, n, pivot) > 0 ? real_lu_determinant(Q, n, pivot) : 0;
}

void state_space_fold(const double *R, const double *z, int n, int free_count, double *u)
{
    for (int i = 0; i < free_count; i++) {
        u[i] = 0;
        for (int j = 0; j < n; j++) {
            u[i] += R[i * n + j] * z[j];
        }
    }
}

/* (G; R), factored. */
static bool factor(real_dynamics *d, const double *R, double t, const double *p, double *A,
                   int *pivot)
{
    int n = d->of->positions, q = d->of->constraints;
    d->of->reals.jacobian(d->of->data, t, p, d->G);
    memcpy(A, d->G, (size_t)(q * n) * sizeof *A);
    memcpy(A + q * n, R, (size_t)((n - q) * n) * sizeof *A);
    if (!(real_lu_factor(A, n, pivot) > 1e-14)) {
        d->singular = true;
        return false;
    }
    return true;
}

bool state_space_positions(real_dynamics *d, const double *R, double t, const double *u, double *p)
{
    int n = d->of->positions, q = d->of->constraints, pivot[CONSTRAINED_MAX_POSITIONS];
    double A[MATRIX], r[CONSTRAINED_MAX_POSITIONS], before = INFINITY;
    for (int k = 0; k < MOST_ITERATIONS; k++) {
        if (!factor(d, R, t, p, A, pivot)) {
            return false;
        }
        real_level(d, 0, t, p, NULL, r);
        state_space_fold(R, p, n, n - q, r + q);
        for (int i = q; i < n; i++) {
            r[i] -= u[i - q];
        }
        real_lu_solve(A, n, pivot, r, 1);
        double change = 0, scale = DBL_MIN;
        for (int i = 0; i < n; i++) {
            p[i] -= r[i];
            change = real_larger(change, fabs(r[i]));
            scale = fmax(scale, fabs(p[i]));
        }
        if (change <= enough * scale || (change <= stagnation * scale && change >= before / 2)) {
            return true;
        }
        if (!isfinite(change)) {
            return false;
        }
        before = change;
    }
    return false;
}

bool state_space_velocities(real_dynamics *d, const double *R, double t, const double *p,
                            const double *ud, double *v)
{
    int n = d->of->positions, q = d->of->constraints, pivot[CONSTRAINED_MAX_POSITIONS];
    double A[MATRIX], zero[CONSTRAINED_MAX_POSITIONS] = {0};
    if (!factor(d, R, t, p, A, pivot)) {
        return false;
    }
    real_level(d, 1, t, p, zero, v);
    for (int i = 0; i < n; i++) {
        v[i] = i < q ? -v[i] : ud[i - q];
    }
    real_lu_solve(A, n, pivot, v, 1);
    return true;
}
