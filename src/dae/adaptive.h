/* What the adaptive integrators share: how errors are measured, where steps end, which options and
 * starting values are accepted. Private to them. */
#ifndef DAE_ADAPTIVE_H
#define DAE_ADAPTIVE_H

#include <stdbool.h>

#include "base/status.h"
#include "dae/outcome.h"
#include "dae/problem.h"

/* The root mean square of v_i weight_i over `count` of n components; the others have no weight. */
double adaptive_norm(const double *v, const double *weight, int n, int count);

/* The smallest step that is made at t on the way from `start` to t_stop: smaller ones are lost in
 * the rounding of t, or of the interval. Near t = 0 the interval counts, because t itself resolves
 * steps there that would never end it. Without an end (t_stop = INFINITY) only t is known. */
double adaptive_least_step(double t, double start, double t_stop);

/* Where a step of size *h from t ends: t_stop exactly, when it is reached. A rest much smaller than
 * a step is shared between two. */
double adaptive_end(double t, double t_stop, double *h);

/* Tolerances and limits of the step size and of the number of steps. */
status adaptive_check(double relative, double absolute, double first_step, double largest_step,
                      long most_steps, message *why) MUST_CHECK;

/* May there be another step after so many? `most` 0: ADAPTIVE_MOST_STEPS. */
bool adaptive_may_go_on(long steps, long most);

/* Starting values; `what` are they? */
status adaptive_check_start(const problem *p, const char *what, double t, const double *x,
                            message *why) MUST_CHECK;

#endif
