/* The pendulum of [E] (mathematics.md 9) in three formulations, with its exact solution: mass and
 * length 1, started at rest at (1, 0). Shared by the tests of the integrators and the bench. */
#ifndef TESTS_DAE_PENDULUM_H
#define TESTS_DAE_PENDULUM_H

#include <math.h>
#include <string.h>

#include "dae/outcome.h"
#include "dae/problem.h"
#include "numerics/elliptic.h"

#define PENDULUM_GRAVITY 13.7503716373294544

/* x, y, u, v; then lambda, of an index-1 or an index-2 formulation; then mu. */
typedef enum pendulum_form { PENDULUM_ODE, PENDULUM_INDEX_1, PENDULUM_INDEX_2 } pendulum_form;

/* The force along the rod that keeps the acceleration on the circle, also off the circle. */
static inline double pendulum_force(const double *x)
{
    return (x[2] * x[2] + x[3] * x[3] - PENDULUM_GRAVITY * x[1]) / (x[0] * x[0] + x[1] * x[1]);
}

static inline void pendulum_slope(const void *data, double t, const double *x, double *xd)
{
    double lambda = pendulum_force(x);
    (void)data;
    (void)t;
    xd[0] = x[2];
    xd[1] = x[3];
    xd[2] = -lambda * x[0];
    xd[3] = -lambda * x[1] - PENDULUM_GRAVITY;
}

static inline void pendulum_ode_residual(const void *data, double t, const double *x,
                                         const double *xd, double *r)
{
    pendulum_slope(data, t, x, r);
    for (int i = 0; i < 4; i++) {
        r[i] = xd[i] - r[i];
    }
}

static inline void pendulum_1_residual(const void *data, double t, const double *x,
                                       const double *xd, double *r)
{
    (void)data;
    (void)t;
    r[0] = xd[0] - x[2];
    r[1] = xd[1] - x[3];
    r[2] = xd[2] + x[4] * x[0];
    r[3] = xd[3] + x[4] * x[1] + PENDULUM_GRAVITY;
    r[4] = x[4] * (x[0] * x[0] + x[1] * x[1]) - x[2] * x[2] - x[3] * x[3] + PENDULUM_GRAVITY * x[1];
}

static inline void pendulum_1_jacobian(const void *data, double t, const double *x,
                                       const double *xd, double *Fx, double *Fxd)
{
    (void)data;
    (void)t;
    (void)xd;
    memset(Fx, 0, 25 * sizeof *Fx);
    memset(Fxd, 0, 25 * sizeof *Fxd);
    Fxd[0] = Fxd[6] = Fxd[12] = Fxd[18] = 1;
    Fx[2] = Fx[8] = -1;
    Fx[10] = Fx[16] = x[4];
    Fx[14] = x[0];
    Fx[19] = x[1];
    Fx[20] = 2 * x[4] * x[0];
    Fx[21] = 2 * x[4] * x[1] + PENDULUM_GRAVITY;
    Fx[22] = -2 * x[2];
    Fx[23] = -2 * x[3];
    Fx[24] = x[0] * x[0] + x[1] * x[1];
}

static inline void pendulum_2_residual(const void *data, double t, const double *x,
                                       const double *xd, double *r)
{
    (void)data;
    (void)t;
    r[0] = xd[0] - x[2] + x[5] * x[0];
    r[1] = xd[1] - x[3] + x[5] * x[1];
    r[2] = xd[2] + x[4] * x[0];
    r[3] = xd[3] + x[4] * x[1] + PENDULUM_GRAVITY;
    r[4] = (x[0] * x[0] + x[1] * x[1] - 1) / 2;
    r[5] = x[0] * x[2] + x[1] * x[3];
}

static inline void pendulum_2_jacobian(const void *data, double t, const double *x,
                                       const double *xd, double *Fx, double *Fxd)
{
    (void)data;
    (void)t;
    (void)xd;
    memset(Fx, 0, 36 * sizeof *Fx);
    memset(Fxd, 0, 36 * sizeof *Fxd);
    Fxd[0] = Fxd[7] = Fxd[14] = Fxd[21] = 1;
    Fx[0] = Fx[7] = x[5];
    Fx[2] = Fx[9] = -1;
    Fx[5] = Fx[16] = Fx[24] = Fx[32] = x[0];
    Fx[11] = Fx[22] = Fx[25] = Fx[33] = x[1];
    Fx[12] = Fx[19] = x[4];
    Fx[30] = x[2];
    Fx[31] = x[3];
}

/* With theta the angle from below, sin(theta/2) = k sn(K - t sqrt g, k), k = sin 45 degrees; all
 * components that any formulation has, and their derivatives. */
static inline void pendulum_exact(double t, double *x, double *xd)
{
    const double k = sqrt(0.5), root = sqrt(PENDULUM_GRAVITY);
    double sn, cn, dn;
    elliptic_jacobi(elliptic_K(k) - t * root, k, &sn, &cn, &dn);
    double s = k * sn, c = dn, rate = -2 * k * root * cn;
    double all[6] = {2 * s * c, 2 * s * s - 1, (1 - 2 * s * s) * rate, 2 * s * c * rate, 0, 0};
    all[4] = pendulum_force(all);
    memcpy(x, all, sizeof all);
    pendulum_slope(NULL, t, all, xd);
    xd[4] = -3 * PENDULUM_GRAVITY * all[3];
    xd[5] = 0;
}

static inline bool pendulum_1_slope(const void *data, double t, const double *x, double *xd)
{
    pendulum_slope(data, t, x, xd);
    xd[4] = -3 * PENDULUM_GRAVITY * x[3];
    return true;
}

static inline bool pendulum_2_slope(const void *data, double t, const double *x, double *xd)
{
    xd[5] = 0;
    return pendulum_1_slope(data, t, x, xd);
}

/* Lives on the stack: not for problem_destroy. */
static inline problem pendulum_problem(pendulum_form form)
{
    static const problem forms[] = {[PENDULUM_ODE] = {.name = "pendulum, ODE",
                                                      .size = 4,
                                                      .differential = 4,
                                                      .residual = pendulum_ode_residual,
                                                      .slope = pendulum_slope},
                                    [PENDULUM_INDEX_1] = {.name = "pendulum, index 1",
                                                          .size = 5,
                                                          .differential = 4,
                                                          .residual = pendulum_1_residual,
                                                          .jacobian = pendulum_1_jacobian,
                                                          .consistent_slope = pendulum_1_slope},
                                    [PENDULUM_INDEX_2] = {.name = "pendulum, index 2, stabilised",
                                                          .size = 6,
                                                          .differential = 4,
                                                          .residual = pendulum_2_residual,
                                                          .jacobian = pendulum_2_jacobian,
                                                          .consistent_slope = pendulum_2_slope}};
    return forms[form];
}

/* The components whose error is tested: lambda and mu of the index-2 formulation are not. */
static inline const bool *pendulum_tested(pendulum_form form)
{
    static const bool first_four[6] = {true, true, true, true};
    return form == PENDULUM_INDEX_2 ? first_four : NULL;
}

/* The nearest point of the circle, then the nearest velocity along it, then the force. */
static inline step_outcome pendulum_project(void *context, double t, double *x)
{
    bool with_force = *(const bool *)context;
    double length = hypot(x[0], x[1]);
    (void)t;
    x[0] /= length;
    x[1] /= length;
    double along = x[0] * x[2] + x[1] * x[3];
    x[2] -= along * x[0];
    x[3] -= along * x[1];
    if (with_force) {
        x[4] = pendulum_force(x);
    }
    return STEP_DONE;
}

static inline double pendulum_residual(const double *x)
{
    return fmax(fabs(x[0] * x[0] + x[1] * x[1] - 1), fabs(x[0] * x[2] + x[1] * x[3]));
}

/* The distance of position and velocity from the exact ones. */
static inline double pendulum_error(double t, const double *x, double *velocity)
{
    double exact[6], slope[6];
    pendulum_exact(t, exact, slope);
    *velocity = hypot(x[2] - exact[2], x[3] - exact[3]);
    return hypot(x[0] - exact[0], x[1] - exact[1]);
}

#endif
