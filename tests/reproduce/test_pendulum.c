#include "reproduce/pendulum.h"

#include <math.h>

#include "reproduce.h"

/* 13.7503716373294544 is printed by Eich for a period of 2 (mathematics.md 9: 1.99999999990628). */
TEST the_printed_gravity_gives_nearly_two(void)
{
    double printed = 13.7503716373294544;
    ASSERT_NEAR(1.99999999990628, pendulum_period(printed), 1e-14, 0);
    ASSERT_NEAR(13.7503716360407, pendulum_gravity(2), 1e-13, 0);
    ASSERT_NEAR(2, pendulum_period(pendulum_gravity(2)), 1e-15, 0);
    PASS();
}

TEST an_integration_has_the_same_period(void)
{
    catalogue *all = open_catalogue();
    double period;
    ASSERT_OK(pendulum_measured_period(all, 13.7503716373294544, &period, &why), "run", why);
    ASSERT_NEAR(pendulum_period(13.7503716373294544), period, 2e-12, 0);
    ASSERT_OK(pendulum_measured_period(all, pendulum_gravity(2), &period, &why), "run", why);
    ASSERT_NEAR(2, period, 2e-12, 0);
    catalogue_destroy(all);
    PASS();
}

TEST the_residual_is_linear_with_the_right_multiplier_only(void)
{
    ASSERT(fabs(pendulum_departure(false)) < 1e-9);
    ASSERT(fabs(pendulum_departure(true)) > 0.1);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(the_printed_gravity_gives_nearly_two);
    RUN_TEST(an_integration_has_the_same_period);
    RUN_TEST(the_residual_is_linear_with_the_right_multiplier_only);
    GREATEST_MAIN_END();
}
