#include "reproduce/example_10_1.h"

#include <math.h>

#include "reproduce.h"

TEST steps_follow_the_recursion_and_not_the_printed_one(void)
{
    static const double etas[] = {-0.3, 0.5, 2};
    catalogue *all = open_catalogue();
    for (int i = 0; i < 3; i++) {
        example_10_1 coarse, fine;
        ASSERT_OK(example_10_1_run(all, etas[i], 50, &coarse, &why), "50", why);
        ASSERT_OK(example_10_1_run(all, etas[i], 100, &fine, &why), "100", why);
        ASSERT(coarse.has_steps && fine.has_steps);
        ASSERT(fine.residual < 1e-12 && fine.printed_residual > 0.1);
        ASSERT_NEAR(2, coarse.error / fine.error, 0.1, 0);
        /* what is printed does not converge: eta/(1 + eta) cos 1 stays */
        ASSERT_NEAR(fabs(etas[i] / (1 + etas[i])) * cos(1), fine.printed_error, 0.02, 0);
    }
    catalogue_destroy(all);
    PASS();
}

TEST growth_is_eta_over_one_plus_eta(void)
{
    static const double etas[] = {-3, -0.75, -0.6, -0.4, 0.5, 4};
    catalogue *all = open_catalogue();
    double measured;
    for (int i = 0; i < 6; i++) {
        ASSERT_OK(example_10_1_growth(all, etas[i], &measured, &why), "growth", why);
        ASSERT_NEAR(fabs(etas[i] / (1 + etas[i])), measured, 1e-9, 0);
        ASSERT_NEAR(example_10_1_factor(etas[i]), measured, 1e-9, 0);
    }
    ASSERT_OK(example_10_1_growth(all, -1, &measured, &why), "growth", why);
    ASSERT(isinf(measured));
    catalogue_destroy(all);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(steps_follow_the_recursion_and_not_the_printed_one);
    RUN_TEST(growth_is_eta_over_one_plus_eta);
    GREATEST_MAIN_END();
}
