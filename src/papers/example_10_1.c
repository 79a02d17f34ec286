#include "papers/example_10_1.h"

#include <math.h>
#include <stddef.h>

#include "dae/problems.h"
#include "dae/stepper.h"
#include "papers/steps.h"

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
    stepper *s = NULL;
    *out = (example_10_1){.eta = eta, .h = 1.0 / steps, .has_steps = true};
    status ok = catalogue_open(all, "implicit-euler", &m, why);
    ok = ok == STATUS_OK ? problem_entry_create(entry, values, &p, why) : ok;
    ok = ok == STATUS_OK ? stepper_create(m, p, NULL, &s, why) : ok;
    ok = ok == STATUS_OK ? stepper_start_exact(s, 0, out->h, why) : ok;
    if (ok == STATUS_OK) {
        follow(s, steps, out);
    }
    stepper_destroy(s);
    problem_destroy(p);
    method_destroy(m);
    return ok;
}

status example_10_1_growth(const catalogue *all, double eta, double *out, message *why)
{
    const double values[PROBLEMS_MAX_PARAMETERS] = {eta, 0};
    method *m = NULL;
    status s = catalogue_open(all, "implicit-euler", &m, why);
    s = s == STATUS_OK
            ? steps_growth(m, problems_find("example-10.1"), values, 1, 0.5, 64, out, why)
            : s;
    method_destroy(m);
    return s;
}
