#include "reproduce/pendulum.h"

#include <math.h>

#include "numerics/elliptic.h"
#include "reproduce/runs.h"

double pendulum_period(double g)
{
    return 4 * elliptic_K(sqrt(0.5)) / sqrt(g);
}

double pendulum_gravity(double period)
{
    double root = 4 * elliptic_K(sqrt(0.5)) / period;
    return root * root;
}

status pendulum_measured_period(const catalogue *all, double g, double *out, message *why)
{
    const run_plan plan = {.system = "eich-pendulum",
                           .parameter = "g",
                           .value = g,
                           .formulation = "index-1",
                           .method = "dopri5",
                           .tolerance = 1e-13,
                           .t1 = 2};
    record run;
    status s = run_make(all, &plan, &run, why);
    /* Near the turning point v_y = -g (t - T). */
    *out = s != STATUS_OK || record_broke(&run) ? NAN : run.result.t + run.result.v[1] / g;
    record_clear(&run);
    return s;
}

static const double gravity = 9.81;

static void slope(bool printed, const double *x, double *xd)
{
    double square = x[0] * x[0] + x[1] * x[1];
    double minus_lambda = gravity * x[1] - x[2] * x[2] - x[3] * x[3];
    minus_lambda /= printed ? 1 : square;
    xd[0] = x[2];
    xd[1] = x[3];
    xd[2] = minus_lambda * x[0];
    xd[3] = minus_lambda * x[1] - gravity;
}

static void runge_kutta(bool printed, double h, double *x)
{
    static const double nodes[4] = {0, 0.5, 0.5, 1}, weights[4] = {1, 2, 2, 1};
    double k[4] = {0}, sum[4] = {0};
    for (int stage = 0; stage < 4; stage++) {
        double at[4];
        for (int i = 0; i < 4; i++) {
            at[i] = x[i] + nodes[stage] * h * k[i];
        }
        slope(printed, at, k);
        for (int i = 0; i < 4; i++) {
            sum[i] += weights[stage] * k[i];
        }
    }
    for (int i = 0; i < 4; i++) {
        x[i] += h * sum[i] / 6;
    }
}

double pendulum_departure(bool printed)
{
    enum { STEPS = 1000 };
    double x[4] = {1, -0.5, 0, -5};
    double a = x[0] * x[0] + x[1] * x[1] - 1, b = 2 * (x[0] * x[2] + x[1] * x[3]);
    for (int n = 0; n < STEPS; n++) {
        runge_kutta(printed, 1.0 / STEPS, x);
    }
    return x[0] * x[0] + x[1] * x[1] - 1 - (a + b);
}
