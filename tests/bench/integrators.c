#include <stdio.h>

#include "bench/bench.h"
#include "bench/peak.h"
#include "dae/embedded.h"
#include "dae/pendulum.h"
#include "dae/variable_bdf.h"
#ifdef SPINSCOPE_IDA
#include "dae/ida_pendulum.h"
#endif

static const double tolerance = 1e-7, end = 100;
enum { ROUNDS = 5 };

/* Nanoseconds per step of the variable BDF, the best of some runs; negative when it fails. */
static double bdf_time(pendulum_form form, bool careful)
{
    const problem p = pendulum_problem(form);
    const variable_options options = {.relative = tolerance,
                                      .absolute = tolerance,
                                      .tested = pendulum_tested(form),
                                      .careful_newton = careful};
    double best = -1, x[6], xd[6];
    message why;
    variable_bdf *b = NULL;
    pendulum_exact(0, x, xd);
    for (int i = 0; i < ROUNDS; i++) {
        if (variable_bdf_create(&p, &options, &b, &why) == STATUS_OK &&
            variable_bdf_start(b, 0, x, xd, &why) == STATUS_OK) {
            step_outcome o = STEP_DONE;
            double start = seconds_now();
            while (variable_bdf_time(b) < end && o == STEP_DONE) {
                o = variable_bdf_step(b, end);
            }
            double spent = 1e9 * (seconds_now() - start) / (double)variable_bdf_counts(b).steps;
            best = o == STEP_DONE && (best < 0 || spent < best) ? spent : best;
        }
        variable_bdf_destroy(b);
    }
    return best;
}

/* The same of an embedded method on the ODE. */
static double embedded_time_per_step(const catalogue *all, const char *name)
{
    const problem p = pendulum_problem(PENDULUM_ODE);
    const embedded_options options = {.relative = tolerance, .absolute = tolerance};
    double spent = -1, x[6], xd[6];
    message why;
    method *m = NULL;
    embedded *e = NULL;
    pendulum_exact(0, x, xd);
    if (catalogue_open(all, name, &m, &why) == STATUS_OK &&
        embedded_create(m, &p, &options, &e, &why) == STATUS_OK &&
        embedded_start(e, 0, x, &why) == STATUS_OK) {
        step_outcome o = STEP_DONE;
        double start = seconds_now();
        while (embedded_time(e) < end && o == STEP_DONE) {
            o = embedded_step(e, end);
        }
        spent = 1e9 * (seconds_now() - start) / (double)embedded_counts(e).steps;
        spent = o == STEP_DONE ? spent : -1;
    }
    embedded_destroy(e);
    method_destroy(m);
    return spent;
}

#ifdef SPINSCOPE_IDA
static double ida_time(pendulum_form form)
{
    double best = -1;
    for (int i = 0; i < ROUNDS; i++) {
        ida_result ida = ida_pendulum(form, tolerance, end);
        double spent = 1e9 * ida.seconds / (double)ida.steps;
        best = ida.done && (best < 0 || spent < best) ? spent : best;
    }
    return best;
}
#endif

void bench_integrators(const catalogue *all)
{
    static const char *const names[] = {
        [PENDULUM_INDEX_1] = "index 1", [PENDULUM_INDEX_2] = "index 2"};
    char name[96];
    for (int form = PENDULUM_INDEX_1; form <= PENDULUM_INDEX_2; form++) {
        double ours = bdf_time((pendulum_form)form, false);
        snprintf(name, sizeof name, "variable step, %s", names[form]);
        report(name, ours, "ns");
        snprintf(name, sizeof name, "variable step, %s, careful", names[form]);
        report(name, bdf_time((pendulum_form)form, true), "ns");
#ifdef SPINSCOPE_IDA
        double ida = ida_time((pendulum_form)form);
        snprintf(name, sizeof name, "step of IDA, %s", names[form]);
        report(name, ida, "ns");
        snprintf(name, sizeof name, "IDA / variable, %s", names[form]);
        report(name, ida / ours, "times");
#endif
    }
    report("adaptive step, dopri5", embedded_time_per_step(all, "dopri5"), "ns");
}
