#include "numerics/real_roots.h"

#include <math.h>
#include <stdlib.h>

#include "numerics/root_set.h"
#include "support/support.h"

enum { MOST = 40 };

/* p times (b x - a) */
static void multiply_linear(zpoly *p, long a, long b)
{
    zpoly factor;
    zpoly_init(&factor);
    zpoly_set_small(&factor, 1, b);
    zpoly_set_small(&factor, 0, -a);
    zpoly_multiply(p, p, &factor);
    zpoly_clear(&factor);
}

/* p times (a x^2 + b x + c) */
static void multiply_quadratic(zpoly *p, long a, long b, long c)
{
    zpoly factor;
    zpoly_init(&factor);
    zpoly_set_small(&factor, 2, a);
    zpoly_set_small(&factor, 1, b);
    zpoly_set_small(&factor, 0, c);
    zpoly_multiply(p, p, &factor);
    zpoly_clear(&factor);
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Dyadic, integer and other fractions, zero among them, with complex pairs in between. */
TEST rational_roots_are_found_and_recognised(void)
{
    for (int n = 0; n < 200; n++) {
        zpoly p;
        double expected[MOST];
        int count = 0;
        zpoly_init(&p);
        zpoly_set_small(&p, 0, 1);
        for (int i = random_integer(0, 8); i >= 0; i--) {
            long b = random_integer(1, 16);
            long a = random_integer(-40, 40);
            multiply_linear(&p, a, b);
            expected[count++] = (double)a / (double)b;
        }
        for (int i = random_integer(0, 2); i > 0; i--) {
            multiply_quadratic(&p, 1, random_integer(-1, 1), random_integer(1, 9));
        }
        zpoly_squarefree(&p, &p);
        qsort(expected, (size_t)count, sizeof *expected, compare_doubles);
        int different = 0;
        for (int i = 0; i < count; i++) {
            if (i == 0 || expected[i] != expected[different - 1]) {
                expected[different++] = expected[i];
            }
        }
        real_root roots[MOST];
        ASSERT_EQ(different, real_roots_isolate(&p, roots));
        for (int i = 0; i < different; i++) {
            real_root_recognise(&roots[i]);
            ASSERT(real_root_is_rational(&roots[i]));
            ASSERT_NEAR(expected[i], real_root_value(&roots[i]), 0, 1e-15);
            real_root_clear(&roots[i]);
        }
        zpoly_clear(&p);
    }
    PASS();
}

/* x^2 - n, and x^2 - n shifted by tiny fractions: roots closer than double precision can tell. */
TEST roots_that_nearly_coincide_are_told_apart(void)
{
    zpoly p;
    mpz_t huge;
    zpoly_init(&p);
    mpz_init(huge);
    zpoly_set_small(&p, 0, 1);
    multiply_quadratic(&p, 1, 0, -2);
    /* 10^40 x^2 - (2 10^40 + 1): its roots are 3.5e-41 from those of x^2 - 2. */
    zpoly near;
    zpoly_init(&near);
    mpz_ui_pow_ui(huge, 10, 40);
    zpoly_set_coefficient(&near, 2, huge);
    mpz_mul_si(huge, huge, -2);
    mpz_sub_ui(huge, huge, 1);
    zpoly_set_coefficient(&near, 0, huge);
    zpoly_multiply(&p, &p, &near);
    real_root roots[4];
    ASSERT_EQ(4, real_roots_isolate(&p, roots));
    zpoly square;
    zpoly_init(&square);
    zpoly_set_small(&square, 2, 1);
    zpoly_set_small(&square, 0, -2);
    static const int signs[] = {1, 0, 0, 1}; /* of x^2 - 2 there */
    for (int i = 0; i < 4; i++) {
        ASSERT_NEAR(i < 2 ? -sqrt(2) : sqrt(2), real_root_value(&roots[i]), 0, 1e-15);
        ASSERT_EQ(signs[i], real_root_sign(&roots[i], &square));
        real_root_recognise(&roots[i]);
        ASSERT(!real_root_is_rational(&roots[i]));
        real_root_clear(&roots[i]);
    }
    zpoly_clear(&p);
    zpoly_clear(&near);
    zpoly_clear(&square);
    mpz_clear(huge);
    PASS();
}

/* Wilkinson's polynomial, of which double precision finds next to nothing. */
TEST wilkinsons_polynomial_has_the_roots_1_to_20(void)
{
    zpoly p;
    real_root roots[20];
    zpoly_init(&p);
    zpoly_set_small(&p, 0, 1);
    for (int i = 1; i <= 20; i++) {
        multiply_linear(&p, i, 1);
    }
    ASSERT_EQ(20, real_roots_isolate(&p, roots));
    for (int i = 0; i < 20; i++) {
        ASSERT_NEAR(i + 1, real_root_value(&roots[i]), 0, 1e-15);
        real_root_clear(&roots[i]);
    }
    zpoly_clear(&p);
    PASS();
}

TEST roots_of_very_different_size_are_all_found(void)
{
    for (int n = 0; n < 40; n++) {
        zpoly p;
        double expected[MOST];
        real_root roots[MOST];
        int count = random_integer(2, 9);
        zpoly_init(&p);
        zpoly_set_small(&p, 0, 1);
        for (int i = 0; i < count; i++) { /* +-(2 m + 1) 2^(80 i - 320), all different */
            zpoly factor;
            mpz_t c;
            zpoly_init(&factor);
            mpz_init_set_ui(c, 1);
            int power = 80 * i - 320;
            long odd = 2L * random_integer(0, 9) + 1;
            odd = random_integer(0, 1) == 0 ? odd : -odd;
            mpz_mul_2exp(c, c, power < 0 ? (mp_bitcnt_t)-power : 0);
            zpoly_set_coefficient(&factor, 1, c);
            mpz_set_si(c, -odd);
            mpz_mul_2exp(c, c, power > 0 ? (mp_bitcnt_t)power : 0);
            zpoly_set_coefficient(&factor, 0, c);
            zpoly_multiply(&p, &p, &factor);
            expected[i] = ldexp((double)odd, power);
            zpoly_clear(&factor);
            mpz_clear(c);
        }
        multiply_quadratic(&p, 1, random_integer(-1, 1), random_integer(1, 9));
        qsort(expected, (size_t)count, sizeof *expected, compare_doubles);
        ASSERT_EQ_FMT(count, real_roots_isolate(&p, roots), "%d");
        for (int i = 0; i < count; i++) {
            ASSERT_NEAR(expected[i], real_root_value(&roots[i]), 0, 1e-15);
            real_root_clear(&roots[i]);
        }
        zpoly_clear(&p);
    }
    PASS();
}

/* The sign of a random polynomial at a random quadratic irrational, against double precision. */
TEST signs_agree_with_double_precision(void)
{
    for (int n = 0; n < 300; n++) {
        zpoly p, q;
        real_root roots[2];
        zpoly_init(&p);
        zpoly_init(&q);
        zpoly_set_small(&p, 0, 1);
        multiply_quadratic(&p, random_integer(1, 5), random_integer(-9, 9), -random_integer(1, 9));
        for (int i = 0; i < 6; i++) {
            zpoly_set_small(&q, i, random_integer(-9, 9));
        }
        ASSERT_EQ(2, real_roots_isolate(&p, roots));
        for (int i = 0; i < 2; i++) {
            double value = zpoly_approximate(&q, real_root_value(&roots[i]));
            if (fabs(value) > 1e-6) {
                ASSERT_EQ(value > 0 ? 1 : -1, real_root_sign(&roots[i], &q));
            }
            real_root_clear(&roots[i]);
        }
        zpoly_clear(&p);
        zpoly_clear(&q);
    }
    PASS();
}

TEST the_simplest_fraction_lies_between_and_none_simpler_does(void)
{
    mpq_t low, high, found, other;
    mpq_inits(low, high, found, other, NULL);
    for (int n = 0; n < 500; n++) {
        mpq_set_si(low, random_integer(-50, 50), (unsigned long)random_integer(1, 40));
        mpq_set_si(high, random_integer(1, 30), (unsigned long)random_integer(1, 400));
        mpq_canonicalize(low);
        mpq_canonicalize(high);
        mpq_add(high, low, high);
        fraction_between(found, low, high);
        ASSERT(mpq_cmp(low, found) < 0 && mpq_cmp(found, high) < 0);
        unsigned long denominator = mpz_get_ui(mpq_denref(found));
        for (unsigned long q = 1; q < denominator; q++) {
            /* The first fraction over q above low must not be below high. */
            mpz_mul_ui(mpq_numref(other), mpq_numref(low), q);
            mpz_fdiv_q(mpq_numref(other), mpq_numref(other), mpq_denref(low));
            mpz_add_ui(mpq_numref(other), mpq_numref(other), 1);
            mpz_set_ui(mpq_denref(other), q);
            mpq_canonicalize(other);
            ASSERT(mpq_cmp(other, high) >= 0);
        }
    }
    mpq_clears(low, high, found, other, NULL);
    PASS();
}

/* Polynomials with roots in common: each number once, and fractions in all gaps. */
TEST a_set_has_every_root_once(void)
{
    static const long at[] = {-3, 0, 1, 2, 5};
    root_set set;
    root_set_init(&set);
    for (int i = 0; i < 5; i++) {
        zpoly p;
        zpoly_init(&p);
        zpoly_set_small(&p, 0, 1);
        for (int k = 0; k <= i; k++) {
            multiply_linear(&p, at[k], 1);
            multiply_linear(&p, at[k], 1);
        }
        multiply_quadratic(&p, 1, 0, -3);
        root_set_add(&set, &p);
        zpoly_clear(&p);
    }
    root_set_isolate(&set);
    static const double expected[] = {-3, -1.7320508075688772, 0, 1, 1.7320508075688772, 2, 5};
    ASSERT_EQ(7, set.count);
    mpq_t between;
    mpq_init(between);
    for (int i = 0; i <= 7; i++) {
        root_set_between(&set, i, between);
        ASSERT(i == 0 || mpq_get_d(between) > expected[i - 1]);
        ASSERT(i == 7 || mpq_get_d(between) < expected[i]);
    }
    for (int i = 0; i < 7; i++) {
        ASSERT_NEAR(expected[i], real_root_value(&set.roots[i]), 0, 1e-15);
    }
    mpq_clear(between);
    root_set_clear(&set);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(rational_roots_are_found_and_recognised);
    RUN_TEST(roots_that_nearly_coincide_are_told_apart);
    RUN_TEST(wilkinsons_polynomial_has_the_roots_1_to_20);
    RUN_TEST(roots_of_very_different_size_are_all_found);
    RUN_TEST(signs_agree_with_double_precision);
    RUN_TEST(the_simplest_fraction_lies_between_and_none_simpler_does);
    RUN_TEST(a_set_has_every_root_once);
    GREATEST_MAIN_END();
}
