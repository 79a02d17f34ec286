#include "picture/ticks.h"

#include <math.h>
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

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(ticks_are_good_multiples_inside_the_range);
    RUN_TEST(there_are_enough_ticks);
    RUN_TEST(numbers_are_written_as_in_print);
    RUN_TEST(single_numbers_are_written_the_same_way);
    GREATEST_MAIN_END();
}
