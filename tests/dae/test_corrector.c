/* Newton's method with a matrix that is kept: when it is renewed, and how it fails. */
#include "dae/corrector.h"

#include <math.h>
#include <string.h>

#include "dae/dae.h"
#include "support/support.h"

static message why;

/* Residuals at the end, of the nonlinear problem of dae.h. */
static double residual_size(const problem *p, double t, const double *x, const double *xd)
{
    double r[2];
    p->residual(p->data, t, x, xd, r);
    return hypot(r[0], r[1]);
}

TEST the_equations_hold_afterwards(void)
{
    static const double weight[] = {1e6, 1e6};
    const problem p = dae_nonlinear(JACOBIAN_GIVEN);
    corrector c;
    ASSERT_OK(corrector_init(&c, &p, false, &why), "corrector", why);
    for (int n = 0; n < 100; n++) {
        double t = random_between(0, 3), cj = random_between(10, 100);
        double x0[2], xd0[2] = {-sin(t), 2 * cos(2 * t)}, e[2], x[2], xd[2];
        p.exact(NULL, t, x0);
        x0[0] += random_between(-1e-3, 1e-3);
        x0[1] += random_between(-1e-3, 1e-3);
        ASSERT_EQ(STEP_DONE, corrector_solve(&c, t, cj, x0, xd0, weight, e, x, xd));
        for (int i = 0; i < 2; i++) {
            ASSERT_NEAR(x0[i] + e[i], x[i], 1e-14, 0);
            ASSERT_NEAR(xd0[i] + cj * e[i], xd[i], 1e-12, 0);
        }
        ASSERTm("residual", residual_size(&p, t, x, xd) < 1e-7);
    }
    corrector_clear(&c);
    PASS();
}

TEST the_matrix_is_kept_while_cj_changes_little(void)
{
    static const double weight[] = {1e3, 1e3};
    static const struct {
        double cj;
        long jacobians;
    } steps[] = {{100, 1}, {100, 1}, {61, 1}, {165, 1}, {100, 1},
                 {59, 2},  {59, 2},  {97, 2}, {100, 3}, {100, 3}};
    const problem p = dae_nonlinear(JACOBIAN_GIVEN);
    corrector c;
    ASSERT_OK(corrector_init(&c, &p, false, &why), "corrector", why);
    for (size_t n = 0; n < sizeof steps / sizeof steps[0]; n++) {
        double x0[2], xd0[2] = {-sin(1), 2 * cos(2)}, e[2], x[2], xd[2];
        p.exact(NULL, 1, x0);
        x0[0] += 1e-4;
        ASSERT_EQ(STEP_DONE, corrector_solve(&c, 1, steps[n].cj, x0, xd0, weight, e, x, xd));
        ASSERT_EQ(steps[n].jacobians, c.jacobians);
        ASSERT_EQ(c.jacobians, c.factorisations);
        ASSERT(residual_size(&p, 1, x, xd) < 1e-4);
    }
    corrector_forget(&c);
    double x0[2], xd0[2] = {-sin(1), 2 * cos(2)}, e[2], x[2], xd[2];
    p.exact(NULL, 1, x0);
    ASSERT_EQ(STEP_DONE, corrector_solve(&c, 1, 100, x0, xd0, weight, e, x, xd));
    ASSERT_EQ(4, c.jacobians);
    corrector_clear(&c);
    PASS();
}

TEST a_careful_corrector_renews_its_matrix_and_measures_its_rate(void)
{
    static const double weight[] = {1e6, 1e6};
    const problem p = dae_nonlinear(JACOBIAN_GIVEN);
    long iterations[2], jacobians[2];
    for (int careful = 0; careful <= 1; careful++) {
        corrector c;
        ASSERT_OK(corrector_init(&c, &p, careful == 1, &why), "corrector", why);
        for (int n = 0; n < 60; n++) {
            double x0[2], xd0[2] = {-sin(1), 2 * cos(2)}, e[2], x[2], xd[2];
            p.exact(NULL, 1, x0);
            x0[0] += 1e-8;
            ASSERT_EQ(STEP_DONE, corrector_solve(&c, 1, 100, x0, xd0, weight, e, x, xd));
        }
        iterations[careful] = c.iterations;
        jacobians[careful] = c.jacobians;
        corrector_clear(&c);
    }
    ASSERT_EQ(1, jacobians[0]);
    ASSERT_EQ(3, jacobians[1]);
    ASSERT(iterations[1] > iterations[0] + 30);
    PASS();
}

/* x' = 0 twice over, and 0 = 0: no step is small enough. */
static void doubled_residual(const void *data, double t, const double *x, const double *xd,
                             double *r)
{
    (void)data;
    (void)t;
    (void)x;
    r[0] = xd[0] + xd[1] / 3;
    r[1] = 3 * xd[0] + xd[1] - 1;
}

static void doubled_jacobian(const void *data, double t, const double *x, const double *xd,
                             double *Fx, double *Fxd)
{
    (void)data;
    (void)t;
    (void)x;
    (void)xd;
    memset(Fx, 0, 4 * sizeof *Fx);
    Fxd[0] = 1;
    Fxd[1] = 1.0 / 3;
    Fxd[2] = 3;
    Fxd[3] = 1;
}

static void empty_residual(const void *data, double t, const double *x, const double *xd, double *r)
{
    (void)data;
    (void)t;
    (void)x;
    r[0] = xd[0];
    r[1] = 0;
}

static void nan_residual(const void *data, double t, const double *x, const double *xd, double *r)
{
    (void)data;
    r[0] = xd[0] + (t > 1 ? NAN : 0) * x[0];
    r[1] = xd[1];
}

/* |x|^(1/3) = 0: Newton's method goes from x to -2 x. */
static void root_residual(const void *data, double t, const double *x, const double *xd, double *r)
{
    (void)data;
    (void)t;
    (void)xd;
    r[0] = cbrt(x[0]);
    r[1] = x[1];
}

TEST what_cannot_be_solved_says_why(void)
{
    static const struct {
        void (*residual)(const void *, double, const double *, const double *, double *);
        step_outcome expected;
    } cases[] = {{doubled_residual, STEP_SINGULAR},
                 {empty_residual, STEP_SINGULAR},
                 {nan_residual, STEP_NOT_FINITE},
                 {root_residual, STEP_NO_CONVERGENCE}};
    static const double weight[] = {1e6, 1e6}, x0[] = {1, 1}, xd0[] = {0, 0};
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        const problem p = {.name = "bad",
                           .size = 2,
                           .residual = cases[n].residual,
                           .jacobian = n == 0 ? doubled_jacobian : NULL};
        double e[2], x[2], xd[2];
        corrector c;
        ASSERT_OK(corrector_init(&c, &p, false, &why), "corrector", why);
        ASSERT_EQm(support_say("case %zu", n), cases[n].expected,
                   corrector_solve(&c, 2, 10, x0, xd0, weight, e, x, xd));
        corrector_clear(&c);
    }
    PASS();
}

/* x1' = x2, x2' = x3, 0 = x1 - sin t: the pivots go with 1/cj^2, and that is not singular. */
static void index_3_residual(const void *data, double t, const double *x, const double *xd,
                             double *r)
{
    (void)data;
    r[0] = xd[0] - x[1];
    r[1] = xd[1] - x[2];
    r[2] = x[0] - sin(t);
}

static void index_3_jacobian(const void *data, double t, const double *x, const double *xd,
                             double *Fx, double *Fxd)
{
    (void)data;
    (void)t;
    (void)x;
    (void)xd;
    memset(Fx, 0, 9 * sizeof *Fx);
    memset(Fxd, 0, 9 * sizeof *Fxd);
    Fxd[0] = Fxd[4] = Fx[6] = 1;
    Fx[1] = Fx[5] = -1;
}

TEST index_3_is_not_singular_for_small_steps(void)
{
    static const double weight[] = {1e6, 1, 1e-10}, xd0[] = {1, 0, 0};
    const problem p = {.name = "index 3",
                       .size = 3,
                       .differential = 2,
                       .residual = index_3_residual,
                       .jacobian = index_3_jacobian};
    for (double cj = 1; cj < 1e11; cj *= 100) {
        const double x0[] = {sin(0.5) + 1e-15 / cj, 0.8, 0};
        double e[3], x[3], xd[3];
        corrector c;
        ASSERT_OK(corrector_init(&c, &p, false, &why), "corrector", why);
        ASSERT_EQm(support_say("cj = %g", cj), STEP_DONE,
                   corrector_solve(&c, 0.5, cj, x0, xd0, weight, e, x, xd));
        ASSERT_NEAR(sin(0.5), x[0], 1e-15, 0);
        ASSERT_NEAR(xd[0], x[1], 1e-6, 0);
        corrector_clear(&c);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(the_equations_hold_afterwards);
    RUN_TEST(the_matrix_is_kept_while_cj_changes_little);
    RUN_TEST(a_careful_corrector_renews_its_matrix_and_measures_its_rate);
    RUN_TEST(what_cannot_be_solved_says_why);
    RUN_TEST(index_3_is_not_singular_for_small_steps);
    GREATEST_MAIN_END();
}
