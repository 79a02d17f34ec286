/* Reference solutions: the run against the exact solution that it does not know here. */
#include "lab/lab.h"

#include "lab/reference.h"

TEST the_run_agrees_with_elliptic_functions(void)
{
    message why;
    constrained *c = lab_system("pendulum", NULL, 0);
    lab_start s = lab_start_of(c), at, exact;
    double y[1], exact_y[1];
    void (*known)(const void *, const double *, const double *, double, double *, double *,
                  double *) = c->exact;
    reference *r = NULL;
    c->exact = NULL;
    ASSERT_OK(reference_create(c, s.p, s.v, &r, &why), "", why);
    ASSERT_FALSE(reference_is_exact(r));
    for (int k = 1; k <= 20; k++) {
        double t = 0.5 * k;
        ASSERT_OK(reference_at(r, t, at.p, at.v, y, &why), "", why);
        known(c->data, s.p, s.v, t, exact.p, exact.v, exact_y);
        ASSERT_NEAR(0, lab_largest(exact.p, at.p, 2), 2e-11, 0);
        ASSERT_NEAR(0, lab_largest(exact.v, at.v, 2), 1e-10, 0);
        ASSERT_NEAR(exact_y[0], y[0], 1e-9, 0);
        ASSERT_NEAR(0, constrained_violation(c, 0, t, at.p, at.v), 1e-15, 0);
    }
    ASSERT(reference_uncertainty(r) > 0 && reference_uncertainty(r) < 1e-8);
    reference_destroy(r);
    constrained_destroy(c);
    PASS();
}

TEST a_linear_model_agrees_with_its_exact_solution(void)
{
    message why;
    for (int i = 0; i < 3; i++) {
        static const char *const names[] = {"ascher-petzold-1", "ascher-petzold-2",
                                            "ascher-petzold-3"};
        constrained *c = lab_system(names[i], "nu", 3);
        lab_start s = lab_start_of(c), at;
        double y[1];
        reference *r = NULL;
        c->exact = NULL;
        ASSERT_OK(reference_create(c, s.p, s.v, &r, &why), "", why);
        ASSERT_OK(reference_at(r, 1, at.p, c->order == 2 ? at.v : NULL, y, &why), "", why);
        ASSERT_NEAR(exp(1), at.p[0], 1e-12, 0);
        ASSERT_NEAR(exp(1), at.p[1], 1e-12, 0);
        ASSERT_NEAR((c->order == 2 ? 1 : -1) * exp(1), y[0], 1e-10, 0);
        reference_destroy(r);
        constrained_destroy(c);
    }
    PASS();
}

TEST a_reference_that_costs_too_much_says_how_far_it_got(void)
{
    message why;
    constrained *c = lab_system("double-pendulum", NULL, 0);
    lab_start s = lab_start_of(c), at;
    double y[2];
    reference *r = NULL;
    ASSERT_OK(reference_create(c, s.p, s.v, &r, &why), "", why);
    reference_limit(r, 1000);
    ASSERT_EQ(STATUS_FAILED, reference_at(r, 100, at.p, at.v, y, &why));
    ASSERTm(why.text, strstr(why.text, "more than 1000 accelerations") != NULL);
    reference_destroy(r);
    constrained_destroy(c);
    PASS();
}

TEST a_singularity_ends_the_reference_with_its_time(void)
{
    message why;
    constrained *c = lab_system("slider-crank", "rod", 1);
    lab_start s = lab_start_of(c), at;
    double y[3];
    reference *r = NULL;
    ASSERT_OK(reference_create(c, s.p, s.v, &r, &why), "", why);
    ASSERT_EQ(STATUS_FAILED, reference_at(r, 5, at.p, at.v, y, &why));
    ASSERTm(why.text, strstr(why.text, "ends at t = 0.19") != NULL);
    reference_destroy(r);
    constrained_destroy(c);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(the_run_agrees_with_elliptic_functions);
    RUN_TEST(a_linear_model_agrees_with_its_exact_solution);
    RUN_TEST(a_reference_that_costs_too_much_says_how_far_it_got);
    RUN_TEST(a_singularity_ends_the_reference_with_its_time);
    GREATEST_MAIN_END();
}
