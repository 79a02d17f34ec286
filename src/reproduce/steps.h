/* Steps of the integrator at single points: what a method really does to an equation. Nothing here
 * knows what is predicted. */
#ifndef REPRODUCE_STEPS_H
#define REPRODUCE_STEPS_H

#include <complex.h>

#include "dae/growth.h"
#include "dae/problems.h"
#include "method/method.h"

/* The factor of one step of size 1 from t0 on, for one-step methods on linear equations; has_step
 * is false where the step is singular. */
status steps_one(const method *m, const problem_entry *equation, const double *values, double t0,
                 double complex *factor, bool *has_step, message *why) MUST_CHECK;

/* The growth per step after `steps` of size h from t0 on, from a generic start: infinite when a
 * step is singular, NaN when there is none. */
status steps_growth(const method *m, const problem_entry *equation, const double *values, double t0,
                    double h, int steps, double *out, message *why) MUST_CHECK;

#endif
