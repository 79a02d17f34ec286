#include "picture/ticks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/support.h"

TEST ticks_are_good_multiples_inside_the_range(void)
{
    for (int n = 0; n < 20000; n++) {
        double low = random_between(-1, 1) * pow(10, random_integer(-8, 8));
        double high = low + pow(10, random_between(-3, 8)) * fabs(low) + 1e-9;
        int most = random_integer(2, 30);
        ticks t;
        ticks_choose(low, high, most, &t);
        ASSERTm(support_say("[%g, %g], %d: %d ticks", low, high, most, t.count),
                t.count <= most && t.count <= TICKS_MOST);
        double mantissa = t.step / pow(10, floor(log10(t.step) + 1e-9));
        bool good =
            fabs(mantissa - 1) < 1e-6 || fabs(mantissa - 2) < 1e-6 || fabs(mantissa - 5) < 1e-6;
        ASSERTm(support_say("step %g", t.step), good);
        for (int i = 0; i < t.count; i++) {
            double slack = 1e-6 * t.step;
            ASSERT(t.value[i] >= low - slack && t.value[i] <= high + slack);
            double multiple = t.value[i] / t.step;
            ASSERT_NEAR(round(multiple), multiple, 1e-6, 1e-12);
        }
    }
    PASS();
}

/* A range with room for `most` ticks is not left with fewer than a third of them. */
TEST a_range_that_cannot_be_divided_has_no_ticks_that_are_no_numbers(void)
{
    for (double high = 5e-324; high < 1e-300; high *= 3) {
        ticks t;
        ticks_choose(-high, high, 9, &t);
        for (int i = 0; i < t.count; i++) {
            ASSERT(t.step > 0 && fabs(t.value[i]) <= high * 1.001);
        }
    }
    PASS();
}

TEST there_are_enough_ticks(void)
{
    for (int most = 4; most <= 20; most++) {
        for (int n = 0; n < 200; n++) {
            double low = random_between(-100, 100);
            ticks t;
            ticks_choose(low, low + random_between(0.1, 50), most, &t);
            ASSERTm(support_say("%d of %d", t.count, most), t.count >= most / 3);
        }
    }
    PASS();
}

TEST numbers_are_written_as_in_print(void)
{
    static const struct {
        double low, high;
        int most, index;
        const char *text;
    } cases[] = {
        {-9, 9, 10, 0, "−8"},
        {-9, 9, 10, 4, "0"},
        {0, 1, 6, 1, "0.2"},
        {-1.5, 1.5, 7, 0, "−1.5"},
        {-2e6, 2e6, 5, 0, "−2×10^{6}"},
        {0, 5e-6, 6, 1, "1×10^{−6}"},
        {2.7850, 2.7860, 6, 0, "2.7850"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ticks t;
        ticks_choose(cases[i].low, cases[i].high, cases[i].most, &t);
        ASSERT_STR_EQ(cases[i].text, t.text[cases[i].index]);
    }
    PASS();
}

TEST single_numbers_are_written_the_same_way(void)
{
    char text[TICK_TEXT_SIZE];
    ticks_number(-0.5, text);
    ASSERT_STR_EQ("−0.5", text);
    ticks_number(1e-7, text);
    ASSERT_STR_EQ("1×10^{−7}", text);
    ticks_number(-1234567, text);
    ASSERT_STR_EQ("−1.23457×10^{6}", text);
    ticks t;
    ticks_choose(-5e-7, 5e-7, 6, &t);
    ASSERT_STR_EQ("0", t.text[t.count / 2]);
    PASS();
}

TEST ticks_of_logarithms_are_powers_of_ten_evenly_spaced(void)
{
    for (int n = 0; n < 20000; n++) {
        double low = pow(10, random_between(-290, 200));
        double high = low * pow(10, random_between(2, 80));
        int most = random_integer(2, 30);
        ticks t;
        ticks_choose_log(low, high, most, &t);
        ASSERTm(support_say("[%g, %g], %d: %d ticks", low, high, most, t.count),
                t.count <= most && t.count <= TICKS_MOST && t.count >= 1);
        double decades = log10(high / low);
        ASSERTm(support_say("%g decades: %d of %d", decades, t.count, most),
                t.count >= 0.3 * fmin(decades, most) - 1);
        for (int i = 0; i < t.count; i++) {
            double power = log10(t.value[i]);
            ASSERT(t.value[i] >= low * (1 - 1e-6) && t.value[i] <= high * (1 + 1e-6));
            ASSERT_NEAR(round(power), power, 1e-9, 0);
            ASSERT_NEAR(0, fmod(round(power), t.step), 0, 0);
            char text[TICK_TEXT_SIZE];
            snprintf(text, sizeof text, "10^{%s%.0f}", power < -0.5 ? "−" : "", fabs(power));
            ASSERT_STR_EQ(text, t.text[i]);
        }
        ASSERT(t.value[0] < low * pow(10, t.step + 1e-6));
        ASSERT(t.value[t.count - 1] > high / pow(10, t.step + 1e-6));
    }
    PASS();
}

TEST ticks_of_less_than_two_decades_have_digits(void)
{
    static const struct {
        double low, high;
        int most, count;
        const char *texts[8];
    } cases[] = {
        {1, 10, 6, 4, {"1", "2", "5", "10"}},
        {0.015, 0.7, 8, 5, {"0.02", "0.05", "0.1", "0.2", "0.5"}},
        {3, 60, 6, 4, {"5", "10", "20", "50"}},
        {2e-7, 2e-6, 6, 4, {"2×10^{−7}", "5×10^{−7}", "10^{−6}", "2×10^{−6}"}},
        {3e5, 3e6, 6, 3, {"5×10^{5}", "10^{6}", "2×10^{6}"}},
        {3.1, 3.9, 6, 4, {"3.2", "3.4", "3.6", "3.8"}},
        {0.5, 40, 3, 2, {"10^{0}", "10^{1}"}},
    };
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        ticks t;
        ticks_choose_log(cases[n].low, cases[n].high, cases[n].most, &t);
        ASSERT_EQ_FMTm(support_say("case %zu", n), cases[n].count, t.count, "%d");
        for (int i = 0; i < t.count; i++) {
            ASSERT_STR_EQ(cases[n].texts[i], t.text[i]);
        }
    }
    PASS();
}

TEST small_ticks_fill_the_gaps_of_powers(void)
{
    double small[400];
    ticks t;
    ticks_choose_log(1, 1000, 8, &t);
    ASSERT_EQ_FMT(4, t.count, "%d");
    ASSERT_EQ_FMT(3 * 8, ticks_between_log(1, 1000, &t, small, 400), "%d"); /* 2..9 each */
    ticks_choose_log(1e-30, 1, 8, &t);
    ASSERT_EQ_FMT(31, t.count + ticks_between_log(1e-30, 1, &t, small, 400), "%d");
    ASSERT_EQ_FMT(5, ticks_between_log(1e-30, 1, &t, small, 5), "%d");
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(ticks_are_good_multiples_inside_the_range);
    RUN_TEST(a_range_that_cannot_be_divided_has_no_ticks_that_are_no_numbers);
    RUN_TEST(there_are_enough_ticks);
    RUN_TEST(numbers_are_written_as_in_print);
    RUN_TEST(single_numbers_are_written_the_same_way);
    RUN_TEST(ticks_of_logarithms_are_powers_of_ten_evenly_spaced);
    RUN_TEST(ticks_of_less_than_two_decades_have_digits);
    RUN_TEST(small_ticks_fill_the_gaps_of_powers);
    GREATEST_MAIN_END();
}
