#include "reproduce/example_10_1.h"

#include <math.h>
#include <stddef.h>

#include "dae/problems.h"
#include "dae/stepper.h"
#include "reproduce/steps.h"

double example_10_1_factor(double eta)
{
    return fabs(eta / (1 + eta));
}

static void follow(stepper *s, int steps, example_10_1 *out)
{
    double h = out->h, eta = out->eta, before = stepper_state(s)[1];
    for (int n = 1; n <= steps && out->has_steps; n++) {
        out->has_steps = stepper_step(s) == STEP_DONE;
        double now = stepper_state(s)[1];
        double slope = (sin(n * h) - sin((n - 1) * h)) / h;
        double printed = (1 + eta) * now + slope;
        out->residual = fmax(out->residual, fabs(printed - eta * before));
        out->printed_residual = fmax(out->printed_residual, fabs(printed));
        out->error = fabs(now + cos(n * h));
        out->printed_error = fabs(-slope / (1 + eta) + cos(n * h));
        before = now;
    }
}

status example_10_1_run(const catalogue *all, double eta, int steps, example_10_1 *out,
                        message *why)
{
    const problem_entry *entry = problems_find("example-10.1");
    const double values[PROBLEMS_MAX_PARAMETERS] = {eta, 1};
    method *m = NULL;
    problem *p = NULL;
    stepper *of = NULL;
    *out = (example_10_1){.eta = eta, .h = 1.0 / steps, .has_steps = true};
    status s = STATUS_OK;
    TRY_OR_END(catalogue_open(all, "implicit-euler", &m, why));
    TRY_OR_END(problem_entry_create(entry, values, &p, why));
    TRY_OR_END(stepper_create(m, p, NULL, &of, why));
    TRY_OR_END(stepper_start_exact(of, 0, out->h, why));
    follow(of, steps, out);
end:
    stepper_destroy(of);
    problem_destroy(p);
    method_destroy(m);
    return s;
}

status example_10_1_growth(const catalogue *all, double eta, double *out, message *why)
{
    const double values[PROBLEMS_MAX_PARAMETERS] = {eta, 0};
    method *m = NULL;
    TRY(catalogue_open(all, "implicit-euler", &m, why));
    status s = steps_growth(m, problems_find("example-10.1"), values, 1, 0.5, 64, out, why);
    method_destroy(m);
    return s;
}
