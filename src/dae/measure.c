#include "dae/measure.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "dae/initial.h"

enum { MOST_OBSERVED = 64, MOST_EXPONENT = 1000 };

static const double log_of_two = 0.69314718055994530942;

/* A fixed sequence without visible pattern, in [-1, 1]: the fractional parts of multiples of the
 * golden ratio. */
static double generic(int i)
{
    static const double golden = 0.61803398874989484820;
    double x = (i + 1) * golden + 0.1 * (i + 1) * (i + 2) * golden;
    return 2 * (x - floor(x)) - 1;
}

status measure_start(stepper *of, const problem *p, double t0, double h, message *why)
{
    int n = p->size, history = stepper_history(of);
    double *states = NULL;
    TRY(memory_allocate(&states, (size_t)(history * n), sizeof *states, why));
    status s = STATUS_OK;
    for (int l = 0; l < history; l++) {
        for (int i = 0; i < n; i++) {
            states[l * n + i] = generic(l * n + i);
        }
        if (stepper_is_projected(of)) { /* else the second solution is off the constraints */
            TRY_OR_END(initial_values(p, t0 - (history - 1 - l) * h, states + l * n, why));
        }
    }
    s = stepper_start(of, t0, h, states, why);
end:
    free(states);
    return s;
}

/* u as one complex number; of several observed numbers, their norm. */
static double complex observe(const stepper *s, const problem *p)
{
    double u[MOST_OBSERVED], sum = 0;
    p->observe(p->data, stepper_time(s), stepper_state(s), u);
    if (p->observed == 1) {
        return u[0];
    }
    if (p->is_complex && p->observed == 2) {
        return CMPLX(u[0], u[1]);
    }
    for (int i = 0; i < p->observed; i++) {
        sum += u[i] * u[i];
    }
    return sqrt(sum);
}

/* A power of two that brings the state near 1. */
static int exponent_of(const stepper *s, const problem *p, double complex u)
{
    int exponent = 0;
    double size = cabs(u);
    for (int i = 0; i < p->size && !(size > 0); i++) {
        size = fabs(stepper_state(s)[i]);
    }
    frexp(size, &exponent);
    return exponent < -MOST_EXPONENT  ? -MOST_EXPONENT
           : exponent > MOST_EXPONENT ? MOST_EXPONENT
                                      : exponent;
}

growth measure_steps(stepper *s, const problem *p, int steps, double complex *factors)
{
    double complex u = observe(s, p);
    long exponents = 0; /* u is this power of two larger than it looks */
    double complex tail[GROWTH_TAIL] = {0};
    growth g = growth_begin(steps, log(cabs(u)));
    g.is_single = stepper_history(s) == 1 && stepper_is_projected(s) &&
                  p->observed == (p->is_complex ? 2 : 1);
    g.is_partial = !stepper_is_projected(s);
    for (int i = 0; i < steps; i++) {
        g.outcome = stepper_step(s);
        double complex next = g.outcome == STEP_DONE ? observe(s, p) : 0;
        if (g.outcome == STEP_DONE && !isfinite(cabs(next))) {
            g.outcome = STEP_NOT_FINITE;
        }
        if (g.outcome != STEP_DONE) {
            break;
        }
        double complex factor = cabs(u) > 0 ? next / u : 0;
        growth_add(&g, factor, log(cabs(next)) + (double)exponents * log_of_two);
        if (factors != NULL) {
            factors[i] = factor;
        }
        int exponent = exponent_of(s, p, next);
        exponents += exponent;
        stepper_rescale(s, ldexp(1, -exponent));
        u = next * ldexp(1, -exponent);
        for (int k = 0; k < GROWTH_TAIL; k++) {
            tail[k] = ldexp(1, -exponent) * (k + 1 < GROWTH_TAIL ? tail[k + 1] : next);
        }
    }
    if (g.outcome == STEP_DONE && steps >= GROWTH_TAIL) {
        growth_read_tail(&g, tail);
    }
    return g;
}
