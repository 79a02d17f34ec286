#include "numerics/quad.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "support/support.h"

/* All 113 bits random, of modulus 10^low to 10^high. */
static quad random_quad(int low, int high)
{
    quad digits = 1 + (quad)random_unit() + (quad)random_unit() * 0x1p-53Q;
    quad sign = random_integer(0, 1) == 0 ? -1 : 1;
    return sign * digits * powq(10, random_integer(low, high));
}

TEST a_wide_carries_31_digits(void)
{
    for (int round = 0; round < 5000; round++) {
        quad x = random_quad(-250, 250);
        quad error = fabsq(quad_from_wide(wide_from_quad(x)) - x);
        ASSERTm(support_say("%.17g: relative error %.3g", (double)x, (double)(error / fabsq(x))),
                error <= 1e-31Q * fabsq(x));
    }
    PASS();
}

TEST the_low_part_is_at_most_half_an_ulp_of_the_high_one(void)
{
    for (int round = 0; round < 5000; round++) {
        wide x = wide_from_quad(random_quad(-250, 250));
        double ulp = nextafter(fabs(x.high), INFINITY) - fabs(x.high);
        ASSERTm(support_say("%.17g + %.17g", x.high, x.low), fabs(x.low) <= ulp / 2);
        ASSERTm(support_say("%.17g + %.17g", x.high, x.low), x.high + x.low == x.high);
    }
    PASS();
}

TEST doubles_make_the_round_trip_exactly(void)
{
    const double doubles[] = {0, 1, -1, 0.1, DBL_MAX, -DBL_MAX, DBL_MIN, 0x1p-1074, 3e-320};
    for (size_t i = 0; i < sizeof doubles / sizeof doubles[0]; i++) {
        wide x = wide_from_quad(doubles[i]);
        ASSERTm(support_say("%.17g", doubles[i]), x.high == doubles[i] && x.low == 0);
        ASSERTm(support_say("%.17g", doubles[i]), quad_from_wide(x) == doubles[i]);
    }
    PASS();
}

/* The caller tells by the high part that there was no room. */
TEST what_no_double_can_hold_has_an_infinite_high_part(void)
{
    ASSERT(wide_from_quad(1e400Q).high == INFINITY);
    ASSERT(wide_from_quad(-1e400Q).high == -INFINITY);
    ASSERT(wide_from_quad(HUGE_VALQ).high == INFINITY);
    ASSERT(isinfq(quad_from_wide(wide_from_quad(-1e400Q))));
    ASSERT(isnan(wide_from_quad(nanq("")).high));
    PASS();
}

TEST numbers_are_written_as_g_does(void)
{
    static const struct {
        quad value;
        int digits;
        const char *written;
    } cases[] = {
        {0, 6, "0"},
        {1, 34, "1"},
        {-100, 6, "-100"},
        {0.5Q, 34, "0.5"},
        {1 / 3.0Q, 6, "0.333333"},
        {2 / 3.0Q, 33, "0.666666666666666666666666666666667"},
        {123456789, 4, "1.235e+08"},
        {1e-300Q, 5, "1e-300"},
        {-2.5e400Q, 5, "-2.5e+400"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char out[80];
        quad_write(out, sizeof out, cases[i].value, cases[i].digits);
        ASSERTm(support_say("%s, expected %s", out, cases[i].written),
                strcmp(cases[i].written, out) == 0);
    }
    PASS();
}

TEST thirty_six_digits_are_read_back_exactly(void)
{
    for (int round = 0; round < 2000; round++) {
        quad x = random_quad(-4000, 4000);
        char out[80];
        quad_write(out, sizeof out, x, 36);
        ASSERTm(support_say("%s", out), strtoflt128(out, NULL) == x);
    }
    PASS();
}

TEST writing_stays_inside_its_buffer(void)
{
    char out[16];
    memset(out, '#', sizeof out);
    quad_write(out, 5, 123456789, 9);
    ASSERT_STR_EQ("1234", out);
    ASSERT_EQ('#', out[5]);
    PASS();
}

TEST complex_numbers_keep_their_parts(void)
{
    cquad z = cquad_make(-3, 4);
    ASSERT(crealq(z) == -3 && cimagq(z) == 4 && cquad_size(z) == 7);
    for (int round = 0; round < 1000; round++) {
        cquad x = cquad_make(random_edgy(10), random_edgy(10));
        quad modulus = cabsq(x);
        ASSERT(cquad_size(x) >= modulus * (1 - 1e-30Q));
        ASSERT(cquad_size(x) <= modulus * (M_SQRT2q + 1e-30Q));
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(a_wide_carries_31_digits);
    RUN_TEST(the_low_part_is_at_most_half_an_ulp_of_the_high_one);
    RUN_TEST(doubles_make_the_round_trip_exactly);
    RUN_TEST(what_no_double_can_hold_has_an_infinite_high_part);
    RUN_TEST(numbers_are_written_as_g_does);
    RUN_TEST(thirty_six_digits_are_read_back_exactly);
    RUN_TEST(writing_stays_inside_its_buffer);
    RUN_TEST(complex_numbers_keep_their_parts);
    GREATEST_MAIN_END();
}
