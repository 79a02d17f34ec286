/* Consistent values and derivatives. */
#include "dae/initial.h"

#include "dae/dae.h"
#include "support/support.h"

static message why;

static double random_state(double *x, int n)
{
    double size = 0;
    for (int i = 0; i < n; i++) {
        x[i] = random_between(-1, 1);
        size += fabs(x[i]);
    }
    return size;
}

/* The constraint of the shear is x1 = (1 + omega t) x2; keep=x2 keeps x2, along the kernel u. */
TEST projections_keep_what_they_should(void)
{
    for (int n = 0; n < 40; n++) {
        double w = random_between(-2, 2), t = random_between(-2, 2);
        problem *p = NULL;
        ASSERT_OK(dae_test_equation(MOTION_SHEAR, false, -1 + 2 * I, w, 1, &p, &why), "p", why);
        double x[4], kept[4], along[4], u[2], after[2];
        random_state(x, 4);
        memcpy(kept, x, sizeof x);
        memcpy(along, x, sizeof x);
        ASSERT_EQ(STEP_DONE, initial_project(p, t, PROJECT_KEPT, kept));
        ASSERT_NEAR(x[1], kept[1], 1e-14, 0);
        ASSERT_NEAR(x[3], kept[3], 1e-14, 0);
        ASSERT_NEAR((1 + w * t) * x[1], kept[0], 1e-13, 0);
        ASSERT_NEAR((1 + w * t) * x[3], kept[2], 1e-13, 0);
        ASSERT_EQ(STEP_DONE, initial_project(p, t, PROJECT_ALONG_KERNEL, along));
        p->observe(p->data, t, x, u);
        p->observe(p->data, t, along, after);
        for (int i = 0; i < 2; i++) {
            ASSERT_NEAR(u[i], after[i], 1e-12, 0);
            ASSERT_NEAR(u[i], along[2 * i + 1], 1e-12, 0); /* u = x2 on the constraint */
        }
        ASSERT(initial_violation(p, t, kept) < 1e-11);
        ASSERT(initial_violation(p, t, along) < 1e-11);
        problem_destroy(p);
    }
    PASS();
}

/* Where a problem names nothing to keep, both projections are the same. */
TEST what_is_not_named_is_projected_along_the_kernel(void)
{
    problem *p = NULL;
    ASSERT_OK(dae_test_equation(MOTION_ROTATION, false, -1, 0.7, 1, &p, &why), "p", why);
    ASSERT_EQ(0, p->kept_count);
    double x[4], other[4];
    random_state(x, 4);
    memcpy(other, x, sizeof x);
    ASSERT_EQ(STEP_DONE, initial_project(p, 0.9, PROJECT_KEPT, x));
    ASSERT_EQ(STEP_DONE, initial_project(p, 0.9, PROJECT_ALONG_KERNEL, other));
    ASSERT_MEM_EQ(x, other, sizeof x);
    problem_destroy(p);
    PASS();
}

/* A projection does nothing to what is consistent already, and nothing at all to an ODE. */
TEST projections_leave_consistent_values_alone(void)
{
    problem *dae = NULL, *ode = NULL;
    ASSERT_OK(dae_test_equation(MOTION_SHEAR, false, -1 + 2 * I, 0.7, 1, &dae, &why), "p", why);
    ASSERT_OK(dae_test_equation(MOTION_SHEAR, true, -1 + 2 * I, 0, 1, &ode, &why), "p", why);
    for (int how = PROJECT_ALONG_KERNEL; how <= PROJECT_KEPT; how++) {
        double x[4], before[4];
        dae->exact(dae->data, 0.6, x);
        memcpy(before, x, sizeof x);
        ASSERT_EQ(STEP_DONE, initial_project(dae, 0.6, (projection)how, x));
        for (int i = 0; i < 4; i++) {
            ASSERT_NEAR(before[i], x[i], 1e-14, 0);
        }
        const double free[2] = {3, -4};
        double y[2] = {3, -4};
        ASSERT_EQ(STEP_DONE, initial_project(ode, 0.6, (projection)how, y));
        ASSERT_MEM_EQ(free, y, sizeof y);
    }
    problem_destroy(dae);
    problem_destroy(ode);
    PASS();
}

/* E = (1 + 3/5 x1'^2, 0): along the kernel x1 stays and x2 moves to the cubic's only real root. */
TEST nonlinear_constraints_are_projected_onto(void)
{
    for (int how = 0; how < 3; how++) {
        for (int n = 0; n < 20; n++) {
            problem p = dae_nonlinear((dae_jacobian)how);
            double t = random_between(-2, 2), x[2], exact[2];
            dae_nonlinear_exact(NULL, t, exact);
            x[0] = exact[0];
            x[1] = exact[1] + random_between(-1, 1);
            ASSERT_EQ(STEP_DONE, initial_project(&p, t, PROJECT_ALONG_KERNEL, x));
            ASSERT_NEAR(exact[0], x[0], 1e-13, 0);
            ASSERT_NEAR(exact[1], x[1], 1e-10, 0);
            ASSERT(initial_violation(&p, t, x) < 1e-12);
        }
    }
    PASS();
}

/* x' of the test equations and of the nonlinear problem. */
TEST derivatives_are_those_of_the_exact_solution(void)
{
    for (int n = 0; n < 60; n++) {
        problem *p = NULL;
        double t = random_between(-1.5, 1.5), w = random_between(-2, 2), x[4], xd[4] = {0};
        double ahead[4], behind[4];
        const double h = 1e-5;
        double complex lambda = CMPLX(random_between(-2, 2), random_between(-2, 2));
        ASSERT_OK(dae_test_equation((motion)(n % MOTION_COUNT), false, lambda, w, 1, &p, &why), "p",
                  why);
        p->exact(p->data, t, x);
        p->exact(p->data, t + h, ahead);
        p->exact(p->data, t - h, behind);
        ASSERT_EQ(STEP_DONE, initial_derivative(p, t, x, xd));
        for (int i = 0; i < 4; i++) {
            ASSERT_NEAR((ahead[i] - behind[i]) / (2 * h), xd[i], 1e-7, 1e-7);
        }
        if (n % MOTION_COUNT == MOTION_SHEAR) { /* mathematics.md 2 */
            double complex x2 = CMPLX(x[1], x[3]), x2d = CMPLX(xd[1], xd[3]);
            double complex x1d = CMPLX(xd[0], xd[2]);
            ASSERT(dae_distance(x2d, lambda * x2) < 1e-12);
            ASSERT(dae_distance(x1d, (lambda * (1 + w * t) + w) * x2) < 1e-12);
        }
        problem_destroy(p);
    }
    for (int how = 0; how < 3; how++) {
        problem p = dae_nonlinear((dae_jacobian)how);
        double t = 0.4, x[2], xd[2] = {0, 0};
        dae_nonlinear_exact(NULL, t, x);
        ASSERT_EQ(STEP_DONE, initial_derivative(&p, t, x, xd));
        ASSERT_NEAR(-sin(t), xd[0], 1e-9, 0);
        ASSERT_NEAR(2 * cos(2 * t), xd[1], 1e-8, 0);
    }
    PASS();
}

TEST violations_are_relative(void)
{
    problem *p = NULL;
    ASSERT_OK(dae_test_equation(MOTION_SHEAR, false, -1 + 1 * I, 0.5, 1, &p, &why), "p", why);
    for (int k = -100; k <= 100; k += 50) {
        double scale = pow(10, k), x[4] = {2 * scale, scale, -4 * scale, -2 * scale}; /* t = 2 */
        ASSERT(initial_violation(p, 2, x) < 1e-15);
        x[0] *= 1 + 1e-4;
        ASSERT_NEAR(0.5e-4, initial_violation(p, 2, x), 1e-8, 0); /* the largest term is 4 */
        x[0] /= 1 + 1e-4;
        x[3] *= 1.5;
        ASSERT_NEAR(1.0 / 3, initial_violation(p, 2, x), 1e-8, 0); /* 2 of 6 */
    }
    double rounding[4] = {2, 1, 1e-17, 0}; /* one constraint among zeros */
    ASSERT(initial_violation(p, 2, rounding) < 1e-15);
    double zero[4] = {0}, bad[4] = {NAN, 1, 1, 1};
    ASSERT_EQ(0, initial_violation(p, 2, zero));
    ASSERT_FALSE(initial_violation(p, 2, bad) <= 1);
    problem_destroy(p);
    PASS();
}

TEST initial_values_are_consistent_for_every_problem(void)
{
    for (int i = 0; i < problems_count(); i++) {
        const problem_entry *e = problems_at(i);
        for (int n = 0; n < 20; n++) {
            double values[PROBLEMS_MAX_PARAMETERS], x[8], before[8], t = random_between(-2, 2);
            problem *p = NULL;
            for (int k = 0; k < e->parameter_count; k++) {
                values[k] = random_between(-1.5, 0.9);
            }
            ASSERT_OK(problem_entry_create(e, values, &p, &why), e->name, why);
            random_state(x, p->size);
            memcpy(before, x, sizeof x);
            ASSERT_OK(initial_values(p, t, x, &why), e->name, why);
            ASSERTm(e->name, initial_violation(p, t, x) < 1e-10);
            ASSERTm(e->name, p->differential < p->size ||
                                 memcmp(before, x, (size_t)p->size * sizeof *x) == 0);
            problem_destroy(p);
        }
    }
    PASS();
}

/* Index 2: E x is prescribed, so the change is the smallest one instead: along the constraint's
 * gradient (1, eta t). */
TEST index_two_values_change_as_little_as_possible(void)
{
    for (int n = 0; n < 20; n++) {
        double eta = random_between(-2, 2), t = random_between(0.2, 2), x[2], before[2];
        problem *p = NULL;
        ASSERT_OK(dae_problem("example-10.1", eta, 1, &p, &why), "p", why);
        random_state(x, 2);
        memcpy(before, x, sizeof x);
        double step[2] = {before[0], before[1]};
        ASSERT(initial_project(p, t, PROJECT_ALONG_KERNEL, step) != STEP_DONE);
        ASSERT_OK(initial_values(p, t, x, &why), "example-10.1", why);
        ASSERT_NEAR(sin(t), x[0] + eta * t * x[1], 1e-12, 0);
        double change[2] = {x[0] - before[0], x[1] - before[1]};
        ASSERT_NEAR(0, change[0] * eta * t - change[1], 1e-12, 0); /* parallel to (1, eta t) */
        problem_destroy(p);
    }
    PASS();
}

/* x2^2 + 1 = 0. */
static void impossible_residual(const void *data, double t, const double *x, const double *xd,
                                double *r)
{
    (void)data;
    (void)t;
    r[0] = xd[0] + x[0];
    r[1] = x[1] * x[1] + 1;
}

TEST values_that_do_not_exist_are_a_failure_that_names_the_problem(void)
{
    problem p = {
        .name = "impossible", .size = 2, .differential = 1, .residual = impossible_residual};
    double x[2] = {1, 0.7};
    ASSERT_EQ(STATUS_FAILED, initial_values(&p, 0, x, &why));
    ASSERTm(why.text, strstr(why.text, "impossible") != NULL);
    ASSERT_EQ(1, x[0]);
    ASSERT_EQ(0.7, x[1]);
    PASS();
}

/* In a problem of index 2 the equations with x' and the differentiated constraints depend on each
 * other. */
TEST singular_derivatives_are_noticed(void)
{
    problem *p = NULL;
    ASSERT_OK(dae_problem("example-10.1", 1, 1, &p, &why), "p", why);
    double x[2], xd[2] = {0};
    p->exact(p->data, 0.5, x);
    ASSERT_EQ(STEP_SINGULAR, initial_derivative(p, 0.5, x, xd)); /* index 2 */
    problem_destroy(p);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(projections_keep_what_they_should);
    RUN_TEST(what_is_not_named_is_projected_along_the_kernel);
    RUN_TEST(projections_leave_consistent_values_alone);
    RUN_TEST(nonlinear_constraints_are_projected_onto);
    RUN_TEST(derivatives_are_those_of_the_exact_solution);
    RUN_TEST(violations_are_relative);
    RUN_TEST(initial_values_are_consistent_for_every_problem);
    RUN_TEST(index_two_values_change_as_little_as_possible);
    RUN_TEST(values_that_do_not_exist_are_a_failure_that_names_the_problem);
    RUN_TEST(singular_derivatives_are_noticed);
    GREATEST_MAIN_END();
}
