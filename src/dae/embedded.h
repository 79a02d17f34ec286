/* An adaptive integrator: an explicit Runge-Kutta method of the catalogue with embedded weights
 * (dopri5, rkf45, cash-karp, bogacki-shampine), on ODEs.
 *
 * The method goes on with its weights b, as it is defined; the difference to bhat estimates the
 * error of the less accurate one of both, which the tolerance bounds in every step. The step size
 * follows the last two errors. A correction may move the end of every step back onto a manifold. */
#ifndef DAE_EMBEDDED_H
#define DAE_EMBEDDED_H

#include <stdbool.h>

#include "base/status.h"
#include "dae/outcome.h"
#include "dae/problem.h"
#include "method/method.h"

typedef struct embedded embedded;

/* Zeros are defaults, but for the tolerances. Errors are measured as in dae/variable_bdf.h. */
typedef struct embedded_options {
    double relative, absolute; /* at least 0; above 0 */
    double first_step;         /* 0: chosen */
    double largest_step;       /* 0: any */
    long most_steps;           /* as in dae/variable_bdf.h */

    /* Moves the x of a step that passed the error test onto a manifold; NULL: nothing does. When it
     * fails, the step is repeated with a smaller size. */
    step_outcome (*correct)(void *context, double t, double *x);
    void *context;
} embedded_options;

/* What it has cost so far. */
typedef struct embedded_work {
    long steps, slopes, error_failures, other_failures;
} embedded_work;

/* Refuses methods that are not explicit or have no embedded weights, and problems with constraints.
 * Copies the options; the problem must outlive the integrator, the method need not. */
status embedded_create(const method *m, const problem *p, const embedded_options *options,
                       embedded **out, message *why) MUST_CHECK;
void embedded_destroy(embedded *e);

/* May be called again. Counts begin at zero. */
status embedded_start(embedded *e, double t, const double *x, message *why) MUST_CHECK;

/* One step, as variable_bdf_step. */
step_outcome embedded_step(embedded *e, double t_stop) MUST_CHECK;

/* Where it is: t, x and x', which belong to the integrator. */
double embedded_time(const embedded *e);
const double *embedded_state(const embedded *e);
const double *embedded_derivative(const embedded *e);
double embedded_last_step(const embedded *e); /* 0 before the first */
embedded_work embedded_counts(const embedded *e);

/* x within the last step, by the cubic through x and x' at its ends (order 3). False, with the
 * state, when t is not within it. */
bool embedded_interpolate(const embedded *e, double t, double *x);

#endif
