/* The stage system of a step: equations F(t_j, x_j, x'_j) = 0 at several points, in unknown vectors
 * K_1 .. K_m of which every x_j and h x'_j is a combination. Runge-Kutta methods, collocation and
 * multistep methods differ in these combinations only. Solved by Newton's method; one iteration
 * where the problem is linear. */
#ifndef DAE_STAGES_H
#define DAE_STAGES_H

#include "dae/frame.h"
#include "dae/outcome.h"
#include "dae/problem.h"

/* x = base + sum_l P_l K_l and h x' = sum_l D_l K_l + slope, where slope may be NULL. */
typedef struct stage_point {
    double t;
    int first, rows; /* the equations that hold here: first .. first + rows - 1 */
    const double *P, *D;
    const double *base, *slope;
} stage_point;

/* Zeros are defaults. */
typedef struct newton_options {
    double tolerance; /* relative size of the last correction; 0: 1e-13 */
    int iterations;   /* at most; 0: 20 */
} newton_options;

/* What the steps have cost so far. */
typedef struct step_counts {
    long steps, iterations, residuals, jacobians, factorisations;
} step_counts;

/* The room that solving needs. */
typedef struct stages {
    const problem *of;
    newton_options newton;
    step_counts counts;
    int blocks;             /* most unknown vectors */
    double *matrix, *right; /* of the Newton system */
    double *scale;          /* of its rows */
    int *pivot;
    double *Fx, *Fxd, *Qh, *work; /* n by n */
    double *x, *xd, *y, *yd, *r;  /* n */
} stages;

/* For up to `blocks` unknown vectors; the problem must outlive it. stages_clear frees it. */
status stages_init(stages *s, const problem *p, int blocks, const newton_options *newton,
                   message *why) MUST_CHECK;
void stages_clear(stages *s);

/* Finds K (m blocks of n numbers; on entry a guess) from `count` points that have m n equations
 * together. With a frame, K and the combinations are in its coordinates y. */
step_outcome stages_solve(stages *s, const stage_point *points, int count, int m, double h,
                          const frame *in, double *K);

#endif
