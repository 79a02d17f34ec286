/* Where stiffness comes from: the essential underlying ODEs that the paper prints. */
#include "lab/lab.h"

#include "lab/models.h"
#include "lab/stiffness.h"

static stiffness_report analyse(int example, double nu, double c, int count)
{
    message why;
    constrained *k = NULL;
    stiffness_report r = {0};
    if (model_create(example, (model){.nu = nu, .c = c}, &k, &why) != STATUS_OK ||
        stiffness_analyse(k, 1, count, &r, &why) != STATUS_OK) {
        r.count = 0;
    }
    constrained_destroy(k);
    return r;
}

/* The paper has u' = -nu/(2-t) u for R = ((1-nu)/nu, 2-t); an R of unit length is R/|R|, which adds
 * the logarithmic derivative of 1/|R|. */
TEST example_2_has_the_printed_ode(void)
{
    static const double nus[] = {1, 10, 1000};
    for (int k = 0; k < 3; k++) {
        double nu = nus[k], a = (1 - nu) / nu;
        stiffness_report r = analyse(2, nu, 0, 11);
        ASSERT_EQ(11, r.count);
        for (int i = 0; i < r.count; i++) {
            double t = r.points[i].t, b = 2 - t;
            double expected = -nu / b + b / (a * a + b * b);
            ASSERT_NEAR(expected, creal(r.points[i].whole), 1e-8, 1e-8);
            ASSERT_NEAR(fabs(expected), r.points[i].turning, 1e-8, 1e-8);
            ASSERT_NEAR(0, cabs(r.points[i].frozen), 1e-12, 0);
        }
        stiffness_clear(&r);
    }
    PASS();
}

TEST example_1_turns_but_is_not_stiff(void)
{
    stiffness_report r = analyse(1, 1000, 0, 7);
    ASSERT_EQ(7, r.count);
    for (int i = 0; i < r.count; i++) {
        ASSERT_NEAR(-1, creal(r.points[i].whole), 1e-9, 0); /* u' = -u */
    }
    ASSERT_NEAR(1000, r.coupling, 0, 0.3); /* |F C'| = nu, but for where sin and cos are small */
    ASSERT_EQ(2, r.stiffness_case);
    stiffness_clear(&r);
    PASS();
}

/* The printed u'' = -(2-c) nu/(2-t) u' - ...: for c = 2 the large terms cancel. */
TEST example_3_is_stiff_unless_the_force_cancels_it(void)
{
    for (int c = 0; c <= 2; c++) {
        stiffness_report r = analyse(3, 1000, c, 5);
        ASSERT_EQ(5, r.count);
        for (int i = 0; i < r.count; i++) {
            double b = 2 - r.points[i].t, expected = -(2 - c) * 1000 / b;
            ASSERT_NEAR(expected, creal(r.points[i].whole), 3, 0); /* O(1) terms are left out */
            ASSERT_NEAR(c * 1000 / b, creal(r.points[i].frozen), 1e-6, 1e-6);
        }
        ASSERT_EQ(4, r.stiffness_case);
        ASSERT(strstr(r.advice, "projected-invariant:D=CT") != NULL);
        stiffness_clear(&r);
    }
    PASS();
}

TEST mild_problems_are_case_one(void)
{
    for (int example = 1; example <= 3; example++) {
        stiffness_report r = analyse(example, 1, 0, 5);
        ASSERT_EQ(1, r.stiffness_case);
        stiffness_clear(&r);
    }
    PASS();
}

TEST systems_that_are_not_linear_are_refused(void)
{
    message why;
    stiffness_report r;
    constrained *c = lab_system("pendulum", NULL, 0);
    ASSERT_EQ(STATUS_BAD_INPUT, stiffness_analyse(c, 1, 3, &r, &why));
    ASSERT(strstr(why.text, "not linear") != NULL);
    stiffness_clear(&r);
    constrained_destroy(c);
    PASS();
}

/* C B = (2+t) (2-t)(...) of Example 2 vanishes at t = 2: no sample need fall there. */
TEST a_singularity_between_two_samples_is_seen(void)
{
    static const double ends[] = {2.0001, 3};
    for (int i = 0; i < 2; i++) {
        message why;
        stiffness_report r;
        constrained *c = lab_system("ascher-petzold-2", NULL, 0);
        ASSERT_EQ(STATUS_BAD_INPUT, stiffness_analyse(c, ends[i], 101, &r, &why));
        ASSERTm(why.text, strstr(why.text, "singular between") != NULL);
        stiffness_clear(&r);
        constrained_destroy(c);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(example_2_has_the_printed_ode);
    RUN_TEST(example_1_turns_but_is_not_stiff);
    RUN_TEST(example_3_is_stiff_unless_the_force_cancels_it);
    RUN_TEST(mild_problems_are_case_one);
    RUN_TEST(systems_that_are_not_linear_are_refused);
    RUN_TEST(a_singularity_between_two_samples_is_seen);
    GREATEST_MAIN_END();
}
