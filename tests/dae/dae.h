/* What the tests of src/dae share: opening methods, problems and steppers by name. */
#ifndef TESTS_DAE_H
#define TESTS_DAE_H

#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "dae/measure.h"
#include "dae/problems.h"
#include "dae/stepper.h"
#include "method/catalogue.h"

/* The test equation with z = h lambda, w = h omega; problem "ode" when `only_ode`. */
static inline status dae_test_equation(motion moves, bool only_ode, double complex z, double w,
                                       double h, problem **out, message *why)
{
    const double values[] = {creal(z) / h, cimag(z) / h, w / h};
    const problem_entry *e = only_ode ? problems_find("ode") : problems_test_equation(moves);
    return problem_entry_create(e, values, out, why);
}

/* A problem by name with up to two parameters. */
static inline status dae_problem(const char *name, double first, double second, problem **out,
                                 message *why)
{
    const double values[PROBLEMS_MAX_PARAMETERS] = {first, second};
    return problem_entry_create(problems_find(name), values, out, why);
}

/* The catalogue, made once and kept: it reads files. */
static inline const catalogue *dae_catalogue(message *why)
{
    static catalogue *all;
    if (all == NULL && catalogue_create(SPINSCOPE_ASSETS, &all, why) != STATUS_OK) {
        all = NULL;
    }
    return all;
}

/* A stepper of a method by name; NULL and *why when that fails. */
static inline stepper *dae_stepper(const char *name, const problem *p,
                                   const stepper_options *options, message *why)
{
    const catalogue *all = dae_catalogue(why);
    method *m = NULL;
    stepper *s = NULL;
    if (all != NULL && catalogue_open(all, name, &m, why) == STATUS_OK &&
        stepper_create(m, p, options, &s, why) != STATUS_OK) {
        s = NULL;
    }
    method_destroy(m);
    return s;
}

#define ASSERT_STEPPER(S, NAME, WHY) ASSERTm(support_say("%s: %s", (NAME), (WHY).text), (S) != NULL)

/* |a - b| / max(1, |b|), infinite when something is not a number. */
static inline double dae_distance(double complex a, double complex b)
{
    double d = cabs(a - b) / fmax(1, cabs(b));
    return isnan(d) ? INFINITY : d;
}

/* A problem that is not linear, not even in x', with a known solution:
 *     x1' + x1'^3/5 + x1 x2 = s(t),   x2 + 3/10 x2^3 - x1^2 = r(t),
 * where s and r are such that x1 = cos t, x2 = 2 + sin 2t. */
static inline void dae_nonlinear_complex(const void *data, double complex t,
                                         const double complex *x, const double complex *xd,
                                         double complex *r)
{
    double complex a = ccos(t), ad = -csin(t), b = 2 + csin(2 * t);
    (void)data;
    r[0] = xd[0] + xd[0] * xd[0] * xd[0] / 5 + x[0] * x[1] - (ad + ad * ad * ad / 5 + a * b);
    r[1] = x[1] + 0.3 * x[1] * x[1] * x[1] - x[0] * x[0] - (b + 0.3 * b * b * b - a * a);
}

static inline void dae_nonlinear_residual(const void *data, double t, const double *x,
                                          const double *xd, double *r)
{
    const double complex cx[2] = {x[0], x[1]}, cxd[2] = {xd[0], xd[1]};
    double complex cr[2];
    dae_nonlinear_complex(data, t, cx, cxd, cr);
    r[0] = creal(cr[0]);
    r[1] = creal(cr[1]);
}

static inline void dae_nonlinear_jacobian(const void *data, double t, const double *x,
                                          const double *xd, double *Fx, double *Fxd)
{
    (void)data;
    (void)t;
    Fx[0] = x[1];
    Fx[1] = x[0];
    Fx[2] = -2 * x[0];
    Fx[3] = 1 + 0.9 * x[1] * x[1];
    Fxd[0] = 1 + 0.6 * xd[0] * xd[0];
    Fxd[1] = Fxd[2] = Fxd[3] = 0;
}

static inline void dae_nonlinear_rate(const void *data, double t, const double *x, const double *xd,
                                      double *Ft)
{
    double a = cos(t), ad = -sin(t), b = 2 + sin(2 * t), bd = 2 * cos(2 * t);
    (void)data;
    (void)x;
    (void)xd;
    Ft[0] = a + 0.6 * ad * ad * a - ad * b - a * bd; /* minus s', with x1'' = -a */
    Ft[1] = -(bd + 0.9 * b * b * bd - 2 * a * ad);
}

static inline void dae_nonlinear_exact(const void *data, double t, double *x)
{
    (void)data;
    x[0] = cos(t);
    x[1] = 2 + sin(2 * t);
}

static inline void dae_nonlinear_observe(const void *data, double t, const double *x, double *u)
{
    (void)data;
    (void)t;
    u[0] = x[0];
}

typedef enum dae_jacobian { JACOBIAN_GIVEN, JACOBIAN_COMPLEX, JACOBIAN_DIFFERENCES } dae_jacobian;

/* Lives on the stack: not for problem_destroy. */
static inline problem dae_nonlinear(dae_jacobian how)
{
    problem p = {.name = "nonlinear",
                 .size = 2,
                 .differential = 1,
                 .residual = dae_nonlinear_residual,
                 .exact = dae_nonlinear_exact,
                 .observed = 1,
                 .observe = dae_nonlinear_observe};
    if (how == JACOBIAN_GIVEN) {
        p.jacobian = dae_nonlinear_jacobian;
        p.rate = dae_nonlinear_rate;
    } else if (how == JACOBIAN_COMPLEX) {
        p.residual_complex = dae_nonlinear_complex;
    }
    return p;
}

#endif
