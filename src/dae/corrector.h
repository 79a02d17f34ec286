/* The corrector of dae/variable_bdf.h: Newton's method for F(t, x0 + e, xd0 + cj e) = 0, with a
 * matrix F_x + cj F_x' that is kept from step to step while it serves. Private to that integrator.
 *
 * The rows are equilibrated, because those of index 2 and 3 differ by powers of the step size. */
#ifndef DAE_CORRECTOR_H
#define DAE_CORRECTOR_H

#include <stdbool.h>

#include "base/status.h"
#include "dae/outcome.h"
#include "dae/problem.h"

typedef struct corrector {
    const problem *of;
    bool careful;              /* measure the rate in every step, renew the matrix after 20 */
    double error;              /* that may be left, over the tolerance */
    double *Fx, *Fxd, *matrix; /* n by n; the matrix is factored */
    double *scale, *change;    /* of its rows; the last correction */
    int *pivot;
    int age;            /* steps since the matrix was made */
    double cj;          /* of the matrix; 0 when there is none */
    double last_cj;     /* of the last solution */
    double remaining;   /* rho/(1 - rho): error left, over the last correction */
    bool near_singular; /* the matrix has a pivot that may be rounding */
    long residuals, jacobians, factorisations, iterations;
} corrector;

status corrector_init(corrector *c, const problem *p, bool careful, message *why) MUST_CHECK;
void corrector_clear(corrector *c);

/* Forgets the matrix. */
void corrector_forget(corrector *c);

/* Finds e, with x = x0 + e and xd = xd0 + cj e, such that what is left of the error is small
 * compared with 1 in the root mean square weighted by `weight`. A kept matrix that does not serve
 * is replaced by one made at x0, xd0. */
step_outcome corrector_solve(corrector *c, double t, double cj, const double *x0, const double *xd0,
                             const double *weight, double *e, double *x, double *xd);

#endif
