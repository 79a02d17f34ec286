#include "numerics/rational.h"

#include <string.h>

#include "support/support.h"

static const quad tolerance = 1e-30Q;

static bool is_recognised(quad x, integer p, integer q)
{
    rational found = {0};
    return rational_recognise(x, tolerance, &found) && found.p == p && found.q == q;
}

TEST random_fractions_are_found_exactly(void)
{
    for (int round = 0; round < 5000; round++) {
        int size = random_integer(0, 1) == 0 ? 20 : 1000000;
        integer p = random_integer(-size, size);
        integer q = random_integer(1, size);
        integer common = integer_gcd(p, q);
        ASSERTm(support_say("%d/%d", (int)p, (int)q),
                is_recognised((quad)p / (quad)q, p / common, q / common));
    }
    PASS();
}

TEST fractions_are_found_through_noise_below_the_tolerance(void)
{
    for (int round = 0; round < 2000; round++) {
        integer p = random_integer(1, 1000), q = random_integer(1, 1000);
        integer common = integer_gcd(p, q);
        quad noise = 0.9Q * tolerance * (quad)random_between(-1, 1);
        ASSERTm(support_say("%d/%d", (int)p, (int)q),
                is_recognised((quad)p / (quad)q * (1 + noise), p / common, q / common));
        ASSERTm(support_say("%d/%d", (int)p, (int)q),
                !is_recognised((quad)p / (quad)q * (1 + 1e-20Q), p / common, q / common));
    }
    PASS();
}

TEST zero_is_zero_over_one(void)
{
    ASSERT(is_recognised(0, 0, 1));
    ASSERT(is_recognised(-0.0Q, 0, 1));
    PASS();
}

TEST negative_fractions_carry_the_sign_above(void)
{
    ASSERT(is_recognised(-1, -1, 1));
    ASSERT(is_recognised(-0.75Q, -3, 4));
    ASSERT(is_recognised(-355 / 113.0Q, -355, 113));
    PASS();
}

TEST large_integers_are_found(void)
{
    for (int round = 0; round < 1000; round++) {
        integer n = (integer)random_between(1, 1e13);
        ASSERTm(support_say("%.17g", (double)n), is_recognised((quad)n, n, 1));
        ASSERTm(support_say("%.17g", (double)n), is_recognised((quad)-n, -n, 1));
    }
    ASSERT(is_recognised(1e13Q, 10000000000000, 1));
    PASS();
}

TEST irrational_numbers_are_refused(void)
{
    const quad numbers[] = {M_SQRT2q, M_PIq,    M_Eq,      sqrtq(3),      sqrtq(5) / 2 + 0.5Q,
                            M_LN2q,   cbrtq(2), -M_SQRT2q, 1e10Q * M_PIq, 1e-10Q * M_Eq};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        rational found;
        ASSERTm(support_say("%.17g", (double)numbers[i]),
                !rational_recognise(numbers[i], tolerance, &found));
    }
    PASS();
}

/* Numbers of 106 random bits: one in a million may be accepted, so none of these. */
TEST random_numbers_are_refused(void)
{
    for (int round = 0; round < 500; round++) {
        quad x = random_between(-10, 10) + (quad)random_unit() * 0x1p-50Q;
        rational found;
        ASSERTm(support_say("%.17g", (double)x), !rational_recognise(x, tolerance, &found));
    }
    PASS();
}

TEST what_is_not_finite_or_too_extreme_is_refused(void)
{
    const quad numbers[] = {HUGE_VALQ, -HUGE_VALQ, nanq(""), FLT128_MAX, FLT128_MIN, 1e40Q, 1e-40Q};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        rational found;
        ASSERTm(support_say("case %zu", i), !rational_recognise(numbers[i], tolerance, &found));
    }
    PASS();
}

/* The definition: the largest number that divides both. */
TEST gcd_and_lcm_agree_with_their_definitions(void)
{
    for (int round = 0; round < 2000; round++) {
        int a = random_integer(1, 200), b = random_integer(1, 200);
        int divisor = a, multiple = a;
        while (a % divisor != 0 || b % divisor != 0) {
            divisor--;
        }
        while (multiple % b != 0) {
            multiple += a;
        }
        ASSERTm(support_say("gcd(%d, %d)", a, b), integer_gcd(a, b) == divisor);
        ASSERTm(support_say("gcd(-%d, %d)", a, b), integer_gcd(-a, b) == divisor);
        ASSERTm(support_say("gcd(%d, -%d)", a, b), integer_gcd(a, -b) == divisor);
        ASSERTm(support_say("lcm(%d, %d)", a, b), integer_lcm(a, b) == multiple);
    }
    ASSERT(integer_gcd(0, 7) == 7 && integer_gcd(7, 0) == 7 && integer_gcd(0, 0) == 0);
    PASS();
}

TEST a_multiple_beyond_1e30_is_0(void)
{
    const integer e15 = 1000000000000000;
    ASSERT(integer_lcm(e15 * e15, 1) == e15 * e15);
    ASSERT(integer_lcm(e15 * e15, e15) == e15 * e15);
    ASSERT(integer_lcm(e15 * e15, e15 * e15) == e15 * e15);
    ASSERT(integer_lcm(e15 * e15, 3) == 0);
    ASSERT(integer_lcm(e15, e15 + 1) == 0);
    ASSERT(integer_lcm(e15 * e15, e15 * e15 - 1) == 0);
    PASS();
}

TEST integers_are_written_to_the_extremes(void)
{
    char out[48];
    integer largest = ((integer)1 << 126) - 1 + ((integer)1 << 126);
    integer_write(out, largest);
    ASSERT_STR_EQ("170141183460469231731687303715884105727", out);
    integer_write(out, -largest - 1);
    ASSERT_STR_EQ("-170141183460469231731687303715884105728", out);
    integer_write(out, 0);
    ASSERT_STR_EQ("0", out);
    for (int round = 0; round < 1000; round++) {
        long n = (long)random_edgy(1e18);
        char expected[48];
        snprintf(expected, sizeof expected, "%ld", n);
        integer_write(out, n);
        ASSERTm(support_say("%s, not %s", out, expected), strcmp(expected, out) == 0);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(random_fractions_are_found_exactly);
    RUN_TEST(fractions_are_found_through_noise_below_the_tolerance);
    RUN_TEST(zero_is_zero_over_one);
    RUN_TEST(negative_fractions_carry_the_sign_above);
    RUN_TEST(large_integers_are_found);
    RUN_TEST(irrational_numbers_are_refused);
    RUN_TEST(random_numbers_are_refused);
    RUN_TEST(what_is_not_finite_or_too_extreme_is_refused);
    RUN_TEST(gcd_and_lcm_agree_with_their_definitions);
    RUN_TEST(a_multiple_beyond_1e30_is_0);
    RUN_TEST(integers_are_written_to_the_extremes);
    GREATEST_MAIN_END();
}
