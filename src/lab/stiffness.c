#include "lab/stiffness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lab/dynamics.h"
#include "lab/state_space.h"
#include "numerics/linear.h"
#include "numerics/roots.h"

const double stiffness_fast = 10, stiffness_stiff = 50;

enum { N = 2 * STIFFNESS_MAX_FREE, MATRIX = N * N };

static const double complex_step = 1e-100;
static const double difference_step = 1e-4;

static const struct {
    const char *meaning, *advice;
} cases[] = {
    [1] = {"the essential underlying ODE is not stiff; B and C vary slowly",
           "baumgarte with a moderate gamma and an explicit method is the cheapest"},
    [2] =
        {"the essential underlying ODE is not stiff, but B or C varies quickly",
         "a stable reduction to index 2 (direct, stabilised-index-2 or projected-invariant) with a "
         "BDF method; a state space with constant coordinates needs many restarts"},
    [3] = {"the frozen part is stiff; B and C vary slowly",
           "a BDF or other stiff method on any stable formulation; index 2 without a further "
           "differentiation is the simplest"},
    [4] = {"the variable part is stiff: the coupling of the constraints with the equations",
           "projected-invariant:D=CT with a BDF or other stiff method; state-space where its "
           "coordinates stay good"},
};

/* All matrices at a time. f = n - q degrees of freedom. */
typedef struct snapshot {
    int n, q, f;
    double determinant; /* of C B */
    double B[MATRIX], Bd[MATRIX], C[MATRIX], Cd[MATRIX];
    double A[2][MATRIX]; /* A_1, A_2 */
    double R[MATRIX], Rd[MATRIX], Rdd[MATRIX], S[MATRIX], Sd[MATRIX], F[MATRIX];
} snapshot;

static double largest(const double *a, int count)
{
    double most = 0;
    for (int i = 0; i < count; i++) {
        most = real_larger(most, fabs(a[i]));
    }
    return most;
}

/* B, C and their derivatives by a complex step in t; A_j by complex steps in p and v. */
static bool read_matrices(complex_dynamics *d, double t, snapshot *s)
{
    const constrained *c = d->of;
    int n = s->n, q = s->q, m = c->order;
    double complex p[N] = {0}, v[N] = {0}, D[MATRIX], a[N], zero[N] = {0};
    if (!complex_direction(d, ALONG_B, CMPLX(t, complex_step), p, D)) {
        return false;
    }
    for (int i = 0; i < n * q; i++) {
        s->B[i] = creal(D[i]);
        s->Bd[i] = cimag(D[i]) / complex_step;
        s->C[i] = creal(d->G[i]);
        s->Cd[i] = cimag(d->G[i]) / complex_step;
    }
    for (int which = 0; which < m; which++) {
        double complex *moved = which == 0 ? p : v;
        for (int j = 0; j < n; j++) {
            moved[j] = CMPLX(0, complex_step);
            if (!complex_respond(d, t, p, m == 2 ? v : NULL, zero, a)) {
                return false;
            }
            moved[j] = 0;
            for (int i = 0; i < n; i++) {
                s->A[which][i * n + j] = cimag(a[i]) / complex_step;
            }
        }
    }
    return true;
}

/* B^+ = (B^T B)^{-1} B^T, q by n. */
static bool pseudo_inverse(const double *B, int n, int q, double *out)
{
    double K[MATRIX];
    int pivot[N];
    for (int i = 0; i < q; i++) {
        for (int j = 0; j < n; j++) {
            out[i * n + j] = B[j * q + i];
        }
    }
    real_multiply(out, B, q, n, q, 0, K);
    if (!(real_lu_factor(K, q, pivot) > 0)) {
        return false;
    }
    real_lu_solve(K, q, pivot, out, n);
    return true;
}

/* From R B = 0 and R' R^T = 0: R' = -R B' B^+. */
static bool turn(const double *R, const double *B, const double *Bd, int n, int q, double *Rd)
{
    double plus[MATRIX], T[MATRIX];
    int f = n - q;
    if (!pseudo_inverse(B, n, q, plus)) {
        return false;
    }
    real_multiply(R, Bd, f, n, q, 0, T);
    real_multiply(T, plus, f, q, n, 0, Rd);
    for (int i = 0; i < f * n; i++) {
        Rd[i] = -Rd[i];
    }
    return true;
}

/* R carried from a point by its derivative to a near time, corrected to R B = 0 there. */
static void carry(const snapshot *from, double step, const double *B, double *R)
{
    int n = from->n, q = from->q, f = from->f;
    double plus[MATRIX], T[MATRIX];
    for (int i = 0; i < f * n; i++) {
        R[i] = from->R[i] + step * from->Rd[i] + step * step / 2 * from->Rdd[i];
    }
    if (pseudo_inverse(B, n, q, plus)) {
        real_multiply(R, B, f, n, q, 0, T);
        real_multiply(T, plus, f, q, n, -1, R);
    }
}

/* R'' by central differences of R', with R carried both ways. */
static bool second_turn(complex_dynamics *d, double t, snapshot *s)
{
    int n = s->n, q = s->q, f = s->f;
    double sides[2][MATRIX], R[MATRIX];
    for (int pass = 0; pass < 2; pass++) { /* the second carries with the R'' of the first */
        for (int side = 0; side < 2; side++) {
            double step = side == 0 ? -difference_step : difference_step;
            snapshot near = {.n = n, .q = q, .f = f};
            if (!read_matrices(d, t + step, &near)) {
                return false;
            }
            carry(s, step, near.B, R);
            if (!turn(R, near.B, near.Bd, n, q, sides[side])) {
                return false;
            }
        }
        for (int i = 0; i < f * n; i++) {
            s->Rdd[i] = (sides[1][i] - sides[0][i]) / (2 * difference_step);
        }
    }
    return true;
}

/* An orthonormal basis of what is orthogonal to the columns of B. */
static bool free_rows(const double *B, int n, int q, double *R)
{
    double Q[MATRIX];
    for (int i = 0; i < q; i++) {
        for (int j = 0; j < n; j++) {
            Q[i * n + j] = B[j * q + i];
        }
    }
    return state_space_complement(Q, n, q, R);
}

static bool take(complex_dynamics *d, double t, snapshot *s)
{
    int n = s->n, q = s->q, f = s->f, pivot[N];
    double K[MATRIX], right[MATRIX] = {0};
    if (!read_matrices(d, t, s) || !free_rows(s->B, n, q, s->R) ||
        !turn(s->R, s->B, s->Bd, n, q, s->Rd) || !second_turn(d, t, s)) {
        return false;
    }
    real_multiply(s->C, s->B, q, n, q, 0, K);
    s->determinant = real_lu_factor(K, q, pivot) > 0 ? real_lu_determinant(K, q, pivot) : 0;
    memcpy(K, s->R, (size_t)(f * n) * sizeof *K);
    memcpy(K + f * n, s->C, (size_t)(q * n) * sizeof *K);
    if (!(real_lu_factor(K, n, pivot) > 0)) {
        return false;
    }
    for (int i = 0; i < n; i++) {
        right[i * n + i] = 1;
    }
    real_lu_solve(K, n, pivot, right, n); /* (S F) */
    for (int i = 0; i < n; i++) {
        memcpy(s->S + i * f, right + i * n, (size_t)f * sizeof *right);
        memcpy(s->F + i * q, right + i * n + f, (size_t)q * sizeof *right);
    }
    real_multiply(s->Rd, s->S, f, n, f, 0, s->Sd); /* (R; C) S' = -(R'; C') S */
    real_multiply(s->Cd, s->S, q, n, f, 0, s->Sd + f * f);
    for (int i = 0; i < n * f; i++) {
        s->Sd[i] = -s->Sd[i];
    }
    real_lu_solve(K, n, pivot, s->Sd, f);
    return true;
}

/* The eigenvalue of the largest magnitude of u' = Z u, or of u'' = Y u' + Z u: roots of the
 * characteristic polynomial by the recursion of Faddeev and Le Verrier. */
static double complex extreme_eigenvalue(const double *Z, const double *Y, int f)
{
    int n = Y != NULL ? 2 * f : f;
    double A[MATRIX] = {0}, M[MATRIX] = {0}, T[MATRIX];
    for (int i = 0; i < f; i++) {
        for (int j = 0; j < f; j++) {
            if (Y != NULL) {
                A[(f + i) * n + j] = Z[i * f + j];
                A[(f + i) * n + f + j] = Y[i * f + j];
            } else {
                A[i * n + j] = Z[i * f + j];
            }
        }
        if (Y != NULL) {
            A[i * n + f + i] = 1;
        }
    }
    double complex c[N + 1] = {0}, roots[N], most = 0;
    c[n] = 1;
    for (int k = 1; k <= n; k++) { /* M_k = A M_{k-1} + c_{n-k+1} I, c_{n-k} = -tr(A M_k)/k */
        real_multiply(A, M, n, n, n, 0, T);
        memcpy(M, T, (size_t)(n * n) * sizeof *M);
        for (int i = 0; i < n; i++) {
            M[i * n + i] += creal(c[n - k + 1]);
        }
        double trace = 0;
        real_multiply(A, M, n, n, n, 0, T);
        for (int i = 0; i < n; i++) {
            trace += T[i * n + i];
        }
        c[n - k] = -trace / k;
    }
    if (!complex_polynomial_roots(c, n, roots)) {
        return NAN;
    }
    for (int i = 0; i < n; i++) {
        most = cabs(roots[i]) > cabs(most) ? roots[i] : most;
    }
    return most;
}

static stiffness_point judge(const snapshot *s, int m, double t)
{
    int n = s->n, q = s->q, f = s->f;
    double turning[MATRIX], FC[MATRIX], Z[3][MATRIX], Y[3][MATRIX], RA[MATRIX];
    real_multiply(s->Rd, s->S, f, n, f, 0, turning);
    real_multiply(s->F, s->Cd, n, q, n, 0, FC);
    /* frozen, whole, then variable = whole - frozen */
    real_multiply(s->R, s->A[0], f, n, n, 0, RA);
    real_multiply(RA, s->S, f, n, f, 0, Z[0]);
    memcpy(Z[1], Z[0], sizeof Z[0]);
    if (m == 1) {
        real_multiply(s->Rd, s->S, f, n, f, 1, Z[1]);
    } else {
        real_multiply(s->Rdd, s->S, f, n, f, 1, Z[1]);
        real_multiply(s->R, s->A[1], f, n, n, 0, RA);
        real_multiply(RA, s->S, f, n, f, 0, Y[0]);
        for (int i = 0; i < f * n; i++) {
            RA[i] += 2 * s->Rd[i];
        }
        real_multiply(RA, s->S, f, n, f, 0, Y[1]);
        real_multiply(RA, s->Sd, f, n, f, 1, Z[1]);
    }
    for (int i = 0; i < f * f; i++) {
        Z[2][i] = Z[1][i] - Z[0][i];
        Y[2][i] = m == 2 ? Y[1][i] - Y[0][i] : 0;
    }
    return (stiffness_point){.t = t,
                             .turning = largest(turning, f * f),
                             .coupling = largest(FC, n * n),
                             .B_rate = largest(s->Bd, n * q) / largest(s->B, n * q),
                             .C_rate = largest(s->Cd, n * q) / largest(s->C, n * q),
                             .frozen = extreme_eigenvalue(Z[0], m == 2 ? Y[0] : NULL, f),
                             .whole = extreme_eigenvalue(Z[1], m == 2 ? Y[1] : NULL, f),
                             .variable = extreme_eigenvalue(Z[2], m == 2 ? Y[2] : NULL, f)};
}

static void conclude(stiffness_report *r, double t1)
{
    for (int i = 0; i < r->count; i++) {
        const stiffness_point *p = &r->points[i];
        r->turning = real_larger(r->turning, p->turning);
        r->coupling = real_larger(r->coupling, p->coupling);
        r->B_rate = real_larger(r->B_rate, p->B_rate);
        r->C_rate = real_larger(r->C_rate, p->C_rate);
        r->frozen = real_larger(r->frozen, cabs(p->frozen));
        r->variable = real_larger(r->variable, cabs(p->variable));
        r->whole = real_larger(r->whole, cabs(p->whole));
    }
    bool slow = fmax(r->B_rate, r->C_rate) * t1 < stiffness_fast;
    r->stiffness_case = r->variable * t1 >= stiffness_stiff         ? 4
                        : r->frozen * t1 >= stiffness_stiff && slow ? 3
                        : slow                                      ? 1
                                                                    : 2;
    r->meaning = cases[r->stiffness_case].meaning;
    r->advice = cases[r->stiffness_case].advice;
}

status stiffness_analyse(const constrained *c, double t1, int count, stiffness_report *out,
                         message *why)
{
    *out = (stiffness_report){0};
    if (!c->linear || c->complexes.force == NULL) {
        return refuse(why, "%s: it is not linear; ascher-petzold-1, 2 and 3 are", c->name);
    }
    if (c->positions > N || c->positions - c->constraints > STIFFNESS_MAX_FREE) {
        return refuse(why, "%s: %d unknowns; at most %d are accepted", c->name, c->positions, N);
    }
    complex_dynamics d = {0};
    snapshot *at = NULL;
    double before = 0;
    status s;
    TRY_OR_END(complex_dynamics_init(&d, c, why));
    TRY_OR_END(memory_allocate(&at, 1, sizeof *at, why));
    TRY_OR_END(memory_allocate(&out->points, (size_t)count, sizeof *out->points, why));
    for (int i = 0; i < count; i++) {
        double t = count > 1 ? t1 * i / (count - 1) : t1;
        *at =
            (snapshot){.n = c->positions, .q = c->constraints, .f = c->positions - c->constraints};
        if (!take(&d, t, at)) {
            TRY_OR_END(refuse(why,
                              "%s: no essential underlying ODE at t = %g: C B is singular, or a "
                              "number too large; other parameters or an earlier end are accepted",
                              c->name, t));
        }
        if (i > 0 && !(at->determinant * before > 0)) {
            TRY_OR_END(refuse(why,
                              "%s: C B is singular between t = %g and t = %g; an end before that "
                              "is accepted",
                              c->name, out->points[i - 1].t, t));
        }
        before = at->determinant;
        stiffness_point *p = &out->points[out->count++];
        *p = judge(at, c->order, t);
        if (isnan(cabs(p->frozen) + cabs(p->variable) + cabs(p->whole))) {
            TRY_OR_END(fail(why, "%s: no eigenvalues at t = %g", c->name, t));
        }
    }
    conclude(out, t1);
end:
    complex_dynamics_clear(&d);
    free(at);
    return s;
}

void stiffness_clear(stiffness_report *r)
{
    free(r->points);
    *r = (stiffness_report){0};
}
