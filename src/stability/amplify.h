/* Real steps of a method on a linear DAE E(t) x' = A(t) x of index 1 and any size, many solutions
 * at once; and the frozen model, in which the kernel of E turns with constant rates.
 *
 * With orthonormal bases T of the cokernel of E and N of its kernel, Omega = T^T N' says how the
 * kernel turns and z2 = A21 z1 where the consistent x = T z1 + N z2 are. Rates frozen at one t give
 * E = [I 0; 0 0] Q^T, A = [Lam1 Lam2; A21 -I] Q^T, Q = exp(tau [0 Omega; -Omega^T 0]): one real
 * step of a method on that has an amplification that does not depend on time. */
#ifndef STABILITY_AMPLIFY_H
#define STABILITY_AMPLIFY_H

#include "method/tableau.h"
#include "stability/equation.h"

/* Where E and A come from; n by n, row by row. */
typedef struct linear_dae {
    int n, d;
    status (*at)(void *context, double t, double *E, double *A, message *why);
    void *context;
} linear_dae;

/* Rates frozen at one t. */
typedef struct frozen {
    int d, a;
    double Omega[EQUATION_MAX_SIZE * EQUATION_MAX_SIZE]; /* d by a */
    double A21[EQUATION_MAX_SIZE * EQUATION_MAX_SIZE];   /* a by d */
    double Lam1[EQUATION_MAX_SIZE * EQUATION_MAX_SIZE];  /* d by d */
    double Lam2[EQUATION_MAX_SIZE * EQUATION_MAX_SIZE];  /* d by a */
} frozen;

/* Can this method be stepped here? Not those for ODEs only, those with an explicit first stage, and
 * the stabilised ones. Projected methods move along the kernel of E. */
bool amplify_can(const tableau *m);

/* How much one step in the frozen model amplifies: the spectral radius; infinite at a pole. */
status amplify_frozen(const tableau *m, const frozen *f, double h, double *growth,
                      message *why) MUST_CHECK;

/* Steps of length h from t0 on: logs[i] = log of the largest growth of |x| after i + 1 steps. Stops
 * before `count` where the equation has no value, a step has no solution, or patience is over, and
 * says in *done how many there are. */
status amplify_steps(const tableau *m, const equation *e, int differential, double t0, double h,
                     int count, double most_seconds, double *logs, int *done,
                     message *why) MUST_CHECK;

#endif
