/* Real steps of a method on a linear DAE E(t) x' = A(t) x of index 1 and any size, many solutions
 * at once: a measurement, and exact for linear equations. */
#ifndef DAE_AMPLIFY_H
#define DAE_AMPLIFY_H

#include "dae/equation.h"
#include "method/tableau.h"

/* Where E and A come from; n by n, row by row. */
typedef struct linear_dae {
    int n, d; /* unknowns, differential equations */
    status (*at)(void *context, double t, double *E, double *A, message *why);
    void *context;
} linear_dae;

/* Solutions side by side: x is n by `columns`, the newest first. The columns are d for each step
 * that the method remembers. */
typedef struct steps {
    const tableau *m;
    const linear_dae *e;
    int n, columns, history;
    double *x[METHOD_MAX_STEPS]; /* history of them */
    double *matrix, *right, *next;
    double E[EQUATION_MAX_SIZE * EQUATION_MAX_SIZE], A[EQUATION_MAX_SIZE * EQUATION_MAX_SIZE];
    double u[EQUATION_MAX_SIZE * EQUATION_MAX_SIZE];
    int *pivot;
    bool is_within; /* a step, so that u is turned as it was before */
    bool negative;  /* the determinant of the last step; where it changes with h is a pole */
} steps;

/* All solutions are 0. The caller clears the steps in every case; method and equation stay. */
status steps_begin(const tableau *m, const linear_dae *e, steps *s, message *why) MUST_CHECK;
void steps_clear(steps *s);

/* One step from t to t + h; STATUS_NO when it has no solution. */
status steps_take(steps *s, double t, double h, message *why) MUST_CHECK;

/* Can this method be stepped here? Not those for ODEs only, those with an explicit first stage, and
 * the stabilised ones. Projected methods move along the kernel of E, which keeps E x. */
bool amplify_can(const tableau *m);

/* Steps of length h: logs[i] = log of how |x| grew after i + 1 steps, in the largest of all
 * solutions; the first of these steps begins at t0 + (history - 1) h. Stops before `count` where
 * the equation has no value, a step has no solution, or patience is over, and says in *done how
 * many there are, and in *negative the sign of the determinant of the first one. */
status amplify_steps(const tableau *m, const equation *e, int differential, double t0, double h,
                     int count, double most_seconds, double *logs, int *done, bool *negative,
                     message *why) MUST_CHECK;

#endif
