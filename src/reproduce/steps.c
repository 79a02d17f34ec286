#include "reproduce/steps.h"

#include <math.h>
#include <stddef.h>

#include "dae/measure.h"

/* Starts and steps; the factors of all steps, where they are wanted. */
static status take(const method *m, const problem_entry *equation, const double *values, double t0,
                   double h, int steps, double complex *factors, growth *out, message *why)
{
    problem *p = NULL;
    stepper *of = NULL;
    status s = STATUS_OK;
    TRY_OR_END(problem_entry_create(equation, values, &p, why));
    TRY_OR_END(stepper_create(m, p, NULL, &of, why));
    TRY_OR_END(measure_start(of, p, t0, h, why));
    *out = measure_steps(of, p, steps, factors);
end:
    stepper_destroy(of);
    problem_destroy(p);
    return s;
}

status steps_one(const method *m, const problem_entry *equation, const double *values, double t0,
                 double complex *factor, bool *has_step, message *why)
{
    growth g = {.outcome = STEP_NOT_FINITE};
    *factor = 0;
    *has_step = false;
    TRY(take(m, equation, values, t0, 1, 1, factor, &g, why));
    *has_step = g.outcome == STEP_DONE;
    return STATUS_OK;
}

status steps_growth(const method *m, const problem_entry *equation, const double *values, double t0,
                    double h, int steps, double *out, message *why)
{
    growth g = {.outcome = STEP_NOT_FINITE};
    *out = NAN;
    TRY(take(m, equation, values, t0, h, steps, NULL, &g, why));
    bool steady = equation->is_steady && !method_describe(m)->spin;
    *out = exp(growth_rate(&g, steady));
    return STATUS_OK;
}
