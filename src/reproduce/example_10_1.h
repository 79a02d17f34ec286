/* Example 10.1 of the lecture notes: backward Euler on an index-2 DAE with y2 = -q'. Stepped, and
 * held against two recursions: the one that follows,
 *
 *     (1 + eta) y2_n = eta y2_{n-1} - (q_n - q_{n-1})/h,
 *
 * and the one that the notes print, without eta y2_{n-1}. */
#ifndef REPRODUCE_EXAMPLE_10_1_H
#define REPRODUCE_EXAMPLE_10_1_H

#include "method/catalogue.h"

typedef struct example_10_1 {
    double eta, h;
    bool has_steps;       /* false: a step is singular */
    double error;         /* of y2 at t = 1, as stepped */
    double printed_error; /* of the printed recursion */
    /* How far the stepped y2 are from satisfying the recursions, the largest of all steps. */
    double residual, printed_residual;
} example_10_1;

/* From the exact values at t = 0 to t = 1, q = sin t, steps of size 1/steps. */
status example_10_1_run(const catalogue *all, double eta, int steps, example_10_1 *out,
                        message *why) MUST_CHECK;

/* The growth of y2 per step with q = 0; infinite where the step is singular. */
status example_10_1_growth(const catalogue *all, double eta, double *out, message *why) MUST_CHECK;

/* |eta/(1 + eta)| */
double example_10_1_factor(double eta);

#endif
