#include <stdio.h>

#include "bench/bench.h"
#include "bench/ida.h"
#include "bench/peak.h"
#include "dae/batch.h"
#include "dae/measure.h"
#include "dae/problems.h"
#include "method/tableau.h"
#include "validation/validation.h"

/* Nanoseconds per pixel and step of the batched steppers, one thread. */
static double batched_time(const catalogue *all, const char *method_name, batch_equation equation)
{
    enum { PIXELS = 4096, STEPS = 64 };
    static double parameters[PIXELS * BATCH_PARAMETERS];
    static growth out[PIXELS];
    method *m = NULL;
    message why;
    double best = -1;
    if (catalogue_open(all, method_name, &m, &why) != STATUS_OK) {
        return -1;
    }
    static tableau t;
    method_tableau(m, &t);
    const batch_request request = {
        .method = &t, .equation = equation, .h = 1, .steps = STEPS, .t0 = t.spin ? 1e4 : 0};
    for (int i = 0; i < PIXELS; i++) { /* a row of [-9, 9] at Im z = 1, w = 1/2 */
        parameters[i * BATCH_PARAMETERS] = -9 + 18.0 * i / PIXELS;
        parameters[i * BATCH_PARAMETERS + 1] = 1;
        parameters[i * BATCH_PARAMETERS + 2] = 0.5;
    }
    for (int n = 0; n < 5; n++) {
        double start = seconds_now();
        batch_measure(&request, PIXELS, parameters, out);
        double spent = 1e9 * (seconds_now() - start) / PIXELS / STEPS;
        best = best < 0 || spent < best ? spent : best;
    }
    method_destroy(m);
    return best;
}

/* The same for the plain stepper, on the slow equation that IDA can step with h = 1. */
static const double slow[] = {-0.001, 0.02, 0.001};

static double plain_time(const catalogue *all, const char *method_name)
{
    enum { STEPS = 20000 };
    method *m = NULL;
    problem *p = NULL;
    stepper *s = NULL;
    message why;
    double spent = -1;
    if (catalogue_open(all, method_name, &m, &why) == STATUS_OK &&
        problem_entry_create(problems_test_equation(MOTION_SHEAR), slow, &p, &why) == STATUS_OK &&
        stepper_create(m, p, NULL, &s, &why) == STATUS_OK &&
        measure_start(s, p, 0, 1, &why) == STATUS_OK) {
        double start = seconds_now();
        growth g = measure_steps(s, p, STEPS, NULL);
        spent = g.outcome == STEP_DONE ? 1e9 * (seconds_now() - start) / STEPS : -1;
    }
    stepper_destroy(s);
    problem_destroy(p);
    method_destroy(m);
    return spent;
}

void bench_steppers(const catalogue *all)
{
    static const char *const methods[] = {"implicit-euler", "radau-iia:2",     "radau-iia:3",
                                          "gauss:2",        "gauss-lobatto:2", "trapezoidal",
                                          "bdf:2",          "bdf:6",           "radau-iia:9",
                                          "spin:bdf:2",     "spin:radau-iia:2"};
    char name[96];
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        snprintf(name, sizeof name, "step %s, batched", methods[i]);
        report(name, batched_time(all, methods[i], BATCH_SHEAR), "ns");
    }
    report("step radau-iia:2, rotating", batched_time(all, "radau-iia:2", BATCH_ROTATION), "ns");
    double plain = plain_time(all, "bdf:2");
    report("step bdf:2, plain", plain, "ns");
    report("step radau-iia:2, plain", plain_time(all, "radau-iia:2"), "ns");
#ifdef SPINSCOPE_IDA
    double factor = 0;
    double ida = 1e9 * ida_step_time(slow[0], slow[1], slow[2], 800, &factor);
    report("step of IDA, order 2", ida, "ns");
    report("IDA / bdf:2, batched", ida / batched_time(all, "bdf:2", BATCH_SHEAR), "times");
    report("IDA / bdf:2, plain", ida / plain, "times");
#endif
}

/* A whole validation of 1280x720 pixels on all processors. */
void bench_validation(const catalogue *all, const char *method_name)
{
    const view v = {.plane = PLANE_Z,
                    .x0 = -16,
                    .x1 = 16,
                    .y0 = -9,
                    .y1 = 9,
                    .width = 1280,
                    .height = 720,
                    .w = 0.5};
    method *m = NULL;
    phi *p = NULL;
    message why;
    field predicted = {0};
    measurement measured = {0};
    validation result = {0};
    char name[96];
    double start = seconds_now(), spent = -1;
    if (catalogue_open(all, method_name, &m, &why) == STATUS_OK &&
        phi_compile(m, MOTION_SHEAR, &p, &why) == STATUS_OK) {
        const field_request prediction = {.view = v, .phi = p, .layers = FIELD_EXACT};
        const measurement_request request = measurement_of_test_equation(m, MOTION_SHEAR, &v);
        if (field_compute(&prediction, 0, 0, &predicted, &why) == STATUS_OK &&
            measurement_take(&request, &measured, &why) == STATUS_OK &&
            validation_of(&predicted, &measured, &result, &why) == STATUS_OK) {
            spent = seconds_now() - start;
        }
    }
    snprintf(name, sizeof name, "validate %s, 720p", method_name);
    report(name, spent, "s");
    validation_clear(&result);
    measurement_clear(&measured);
    field_clear(&predicted);
    phi_destroy(p);
    method_destroy(m);
}
