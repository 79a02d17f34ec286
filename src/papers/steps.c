#include "papers/steps.h"

#include <math.h>
#include <stddef.h>

#include "dae/measure.h"

/* Starts and steps; the factors of all steps, where they are wanted. */
static status take(const method *m, const problem_entry *equation, const double *values, double t0,
                   double h, int steps, double complex *factors, growth *out, message *why)
{
    problem *p = NULL;
    stepper *s = NULL;
    status ok = problem_entry_create(equation, values, &p, why);
    ok = ok == STATUS_OK ? stepper_create(m, p, NULL, &s, why) : ok;
    ok = ok == STATUS_OK ? measure_start(s, p, t0, h, why) : ok;
    if (ok == STATUS_OK) {
        *out = measure_steps(s, p, steps, factors);
    }
    stepper_destroy(s);
    problem_destroy(p);
    return ok;
}

status steps_one(const method *m, const problem_entry *equation, const double *values, double t0,
                 double complex *factor, bool *has_step, message *why)
{
    growth g = {.outcome = STEP_NOT_FINITE};
    *factor = 0;
    status s = take(m, equation, values, t0, 1, 1, factor, &g, why);
    *has_step = s == STATUS_OK && g.outcome == STEP_DONE;
    return s;
}

status steps_growth(const method *m, const problem_entry *equation, const double *values, double t0,
                    double h, int steps, double *out, message *why)
{
    growth g = {.outcome = STEP_NOT_FINITE};
    status s = take(m, equation, values, t0, h, steps, NULL, &g, why);
    bool steady = equation->is_steady && !method_describe(m)->spin;
    *out = s == STATUS_OK ? exp(growth_rate(&g, steady)) : NAN;
    return s;
}
