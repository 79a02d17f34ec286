/* An adaptive integrator: BDF of order 1 to 5 with variable step and order, in the form with a
 * fixed leading coefficient (Brenan, Campbell and Petzold, chapter 5), for F(t, x, x') = 0 of any
 * index that Newton's method can stand.
 *
 * It goes forward in time from consistent values that the caller knows. The error of a step is
 * estimated in the components that the caller names; a correction may move the end of every step
 * back onto a manifold. No memory is allocated within a step. */
#ifndef DAE_VARIABLE_BDF_H
#define DAE_VARIABLE_BDF_H

#include <stdbool.h>

#include "base/status.h"
#include "dae/outcome.h"
#include "dae/problem.h"

enum { VARIABLE_BDF_MOST_ORDER = 5 };

typedef struct variable_bdf variable_bdf;

/* Zeros are defaults, but for the tolerances. Errors are measured by the root mean square of
 * e_i / (relative |x_i| + absolute). */
typedef struct variable_options {
    double relative, absolute; /* at least 0; above 0 */

    /* n flags: the components that the error test reads. Divided differences say nothing about
     * those of index 2 and 3. NULL: all. Newton's method is tested on all of them in any case. */
    const bool *tested;

    int most_order;      /* 0: 5 */
    double first_step;   /* 0: chosen */
    double largest_step; /* 0: any */
    long most_steps;     /* from a start; 0: ADAPTIVE_MOST_STEPS */

    /* Newton's method goes by the rate of convergence that it last measured and keeps its matrix as
     * long as it converges: the common practice. What it leaves makes the constraints of an index-1
     * formulation drift. true: it measures the rate in every step and renews its matrix after 20 at
     * the latest, which costs about one more iteration a step and removes most of that drift. */
    bool careful_newton;

    /* Moves the x of a step that passed the error test onto a manifold; NULL: nothing does. The
     * whole history follows: it becomes that of the moved x. What it moved is not tested, because
     * the error of the projected method is the projection of the error, which is not larger to
     * leading order. When it fails, the step is repeated with a smaller size. */
    step_outcome (*correct)(void *context, double t, double *x);
    void *context;
} variable_options;

/* What it has cost so far. */
typedef struct variable_counts {
    long steps, residuals, jacobians, factorisations, iterations, error_failures, newton_failures;
} variable_counts;

/* Copies the options, flags included; the problem must outlive the integrator. */
status variable_bdf_create(const problem *p, const variable_options *options, variable_bdf **out,
                           message *why) MUST_CHECK;
void variable_bdf_destroy(variable_bdf *b);

/* Starts from consistent values; xd NULL: from the derivative of dae/initial.h. May be called
 * again, after an event say. Counts begin at zero. */
status variable_bdf_start(variable_bdf *b, double t, const double *x, const double *xd,
                          message *why) MUST_CHECK;

/* One step, never beyond t_stop (INFINITY: no limit); one that reaches it ends exactly there.
 * Nothing happens when t_stop is not ahead. After anything but STEP_DONE time and state are what
 * they were: STEP_TOO_SMALL when the error or Newton's method would need steps that are lost in
 * the rounding of t or of the time from the start to t_stop, or too many of them fail;
 * STEP_TOO_MANY after most_steps; the other outcomes when smaller steps did not help either. */
step_outcome variable_bdf_step(variable_bdf *b, double t_stop) MUST_CHECK;

/* Where it is: t, x and x', which belong to the integrator. */
double variable_bdf_time(const variable_bdf *b);
const double *variable_bdf_state(const variable_bdf *b);
const double *variable_bdf_derivative(const variable_bdf *b);
int variable_bdf_order(const variable_bdf *b);        /* of the last step; 0 before the first */
double variable_bdf_last_step(const variable_bdf *b); /* its size; 0 before the first */
variable_counts variable_bdf_counts(const variable_bdf *b);

/* x within the last step, by the polynomial that was integrated: at its ends it is the state.
 * False, with the state, when t is not within it. */
bool variable_bdf_interpolate(const variable_bdf *b, double t, double *x);

#endif
