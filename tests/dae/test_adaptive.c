/* What the adaptive integrators share. */
#include "dae/adaptive.h"

#include <math.h>

#include "support/support.h"

TEST the_norm_leaves_out_what_has_no_weight(void)
{
    static const double v[] = {3, 7, 4}, weight[] = {1, 0, 2};
    ASSERT_NEAR(sqrt((9 + 64) / 2.0), adaptive_norm(v, weight, 3, 2), 1e-15, 1e-15);
    PASS();
}

/* Whatever the sizes are, the stop is reached exactly, and no step is a sliver. */
TEST steps_end_at_the_stop(void)
{
    for (int n = 0; n < 1000; n++) {
        double t = random_between(-10, 10), stop = t + random_between(0.1, 5);
        double size = random_between(0.01, 1), rest = stop - t;
        int steps = 0;
        while (t < stop) {
            double h = size, end = adaptive_end(t, stop, &h);
            ASSERT(end <= stop && h <= size && h > 0);
            ASSERT_NEAR(t + h, end, 1e-14, 0);
            ASSERT(h >= (rest < size ? rest : size) / 11);
            t = end;
            ASSERT(++steps < 1000);
        }
        ASSERT_EQ(stop, t);
    }
    double h = 0.5;
    ASSERT_EQ(1.5, adaptive_end(1, INFINITY, &h));
    ASSERT_EQ(0.5, h);
    PASS();
}

TEST the_least_step_is_seen_by_the_clock(void)
{
    static const double times[] = {0, 1e-300, -1, 1, 3.7e12, -1e300};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        double h = adaptive_least_step(times[i], times[i], INFINITY);
        ASSERT(h > 0 && times[i] + h > times[i]);
    }
    PASS();
}

/* At t = 0 the clock resolves steps that would never end the interval. */
TEST near_zero_the_least_step_is_one_of_the_interval(void)
{
    ASSERT_NEAR(1e-19, adaptive_least_step(0, 0, 1e-5), 0, 1e-15);
    ASSERT_NEAR(1e-19, adaptive_least_step(1e-30, 0, 1e-5), 0, 1e-15);
    ASSERT_NEAR(1e-13, adaptive_least_step(-1e-30, -10, 0), 0, 1e-15);
    ASSERT_NEAR(1e-11, adaptive_least_step(1000, 0, 1), 0, 1e-15);
    ASSERT_NEAR(1e-14, adaptive_least_step(1, 5, 2), 0, 1e-15);
    PASS();
}

TEST steps_are_counted_against_a_limit(void)
{
    ASSERT(adaptive_may_go_on(0, 1));
    ASSERT(!adaptive_may_go_on(1, 1));
    ASSERT(adaptive_may_go_on(ADAPTIVE_MOST_STEPS - 1, 0));
    ASSERT(!adaptive_may_go_on(ADAPTIVE_MOST_STEPS, 0));
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(the_norm_leaves_out_what_has_no_weight);
    RUN_TEST(steps_end_at_the_stop);
    RUN_TEST(the_least_step_is_seen_by_the_clock);
    RUN_TEST(near_zero_the_least_step_is_one_of_the_interval);
    RUN_TEST(steps_are_counted_against_a_limit);
    GREATEST_MAIN_END();
}
