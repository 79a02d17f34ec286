#include "numerics/algebraic.h"

#include <complex.h>
#include <math.h>

#include "numerics/constant_filter.h"
#include "numerics/roots.h"
#include "support/support.h"

/* c0 + c1 w at x^power */
static void set(bipoly *p, int power, long c0, long c1)
{
    zpoly *at = bipoly_at(p, power);
    zpoly_set_small(at, 0, c0);
    zpoly_set_small(at, 1, c1);
    bipoly_trim(p);
}

/* w = sqrt(2), as a root of (w^2 - 2)(w^2 - 3), which must be split on the way. */
static void root_of_two(real_root *w)
{
    zpoly p;
    real_root roots[4];
    zpoly_init(&p);
    zpoly_set_small(&p, 0, 6);
    zpoly_set_small(&p, 2, -5);
    zpoly_set_small(&p, 4, 1);
    int count = real_roots_isolate(&p, roots);
    for (int i = 0; i < count; i++) {
        if (i == 2) {
            *w = roots[i];
        } else {
            real_root_clear(&roots[i]);
        }
    }
    zpoly_clear(&p);
}

/* Multiplies p by (x - a - b w)^power. */
static void multiply(bipoly *p, long a, long b, int power)
{
    bipoly factor;
    bipoly_init(&factor);
    set(&factor, 0, -a, -b);
    set(&factor, 1, 1, 0);
    if (p->degree < 0) {
        set(p, 0, 1, 0);
    }
    for (int i = 0; i < power; i++) {
        bipoly_multiply(p, p, &factor);
    }
    bipoly_clear(&factor);
}

/* (x - sqrt 2)^m (x + 1 + sqrt 2)^n (x - 3)^k is nonnegative when m and k are even. */
TEST touching_zero_at_an_irrational_place_is_seen(void)
{
    for (int m = 0; m <= 4; m++) {
        for (int k = 0; k <= 3; k++) {
            for (int n = 0; n <= 3; n++) {
                real_root w;
                bipoly p;
                root_of_two(&w);
                bipoly_init(&p);
                multiply(&p, 0, 1, m);
                multiply(&p, -1, -1, n);
                multiply(&p, 3, 0, k);
                algebraic_reduce(&p, &w);
                ASSERT_EQ(m + n + k, p.degree);
                ASSERT_EQm(support_say("%d %d %d", m, n, k), m % 2 == 0 && k % 2 == 0,
                           algebraic_is_nonnegative(&p, &w));
                bipoly_clear(&p);
                real_root_clear(&w);
            }
        }
    }
    PASS();
}

/* (w^2 - 2) x^3 + (w - 1) x^2: a square at sqrt 2, of smaller degree than it looks. */
TEST a_leading_coefficient_that_vanishes_is_dropped(void)
{
    real_root w;
    bipoly p;
    root_of_two(&w);
    bipoly_init(&p);
    zpoly_set_small(bipoly_at(&p, 3), 2, 1);
    zpoly_set_small(bipoly_at(&p, 3), 0, -2);
    set(&p, 2, -1, 1);
    algebraic_reduce(&p, &w);
    ASSERT_EQ(2, p.degree);
    ASSERT(algebraic_is_nonnegative(&p, &w));
    bipoly_clear(&p);
    real_root_clear(&w);
    PASS();
}

/* The divisor of (x - w)^2 (x + 1) and (x - w)(x - 5) at sqrt 2 is x - w, and dividing by it twice
 * leaves x + 1. */
TEST common_factors_are_found_and_cancelled(void)
{
    real_root w;
    bipoly a, b, g;
    root_of_two(&w);
    bipoly_init(&a);
    bipoly_init(&b);
    bipoly_init(&g);
    multiply(&a, 0, 1, 2);
    multiply(&a, -1, 0, 1);
    multiply(&b, 0, 1, 1);
    multiply(&b, 5, 0, 1);
    algebraic_gcd(&g, &a, &b, &w);
    ASSERT_EQ(1, g.degree);
    algebraic_quotient(&a, &a, &g, &w);
    algebraic_quotient(&a, &a, &g, &w);
    ASSERT_EQ(1, a.degree);
    zpoly difference;
    zpoly_init(&difference);
    zpoly_subtract(&difference, &a.c[0], &a.c[1]);
    ASSERT_EQ(0, real_root_sign(&w, &difference));
    zpoly_clear(&difference);
    bipoly_clear(&a);
    bipoly_clear(&b);
    bipoly_clear(&g);
    real_root_clear(&w);
    PASS();
}

/* Random polynomials at random fractions: Routh and Sturm against roots in double precision. */
TEST decisions_agree_with_roots_in_double_precision(void)
{
    int seen[2][2] = {{0}};
    for (int n = 0; n < 2000; n++) {
        int degree = random_integer(1, 5);
        double complex c[6], roots[6];
        bipoly p;
        real_root w;
        mpq_t value;
        mpq_init(value);
        bipoly_init(&p);
        real_root_init(&w);
        mpq_set_si(value, random_integer(-5, 5), (unsigned long)random_integer(1, 3));
        mpq_canonicalize(value);
        real_root_set_rational(&w, value);
        bool all_positive = random_integer(0, 1) == 0; /* or few are stable */
        for (int i = 0; i <= degree; i++) {
            int c0 = random_integer(all_positive ? 0 : -20, 20);
            int c1 = all_positive ? 0 : random_integer(-3, 3);
            set(&p, i, c0, c1);
            c[i] = c0 + c1 * mpq_get_d(value);
        }
        if (cabs(c[degree]) > 0 && complex_polynomial_roots(c, degree, roots)) {
            double rightmost = -INFINITY;
            bool crosses = creal(c[degree]) < 0;
            bool is_close = false;
            for (int i = 0; i < degree; i++) {
                rightmost = fmax(rightmost, creal(roots[i]));
                crosses |= fabs(cimag(roots[i])) < 1e-7 && creal(roots[i]) > 1e-7;
                is_close |= fabs(cimag(roots[i])) < 1e-4 && fabs(cimag(roots[i])) > 1e-12;
                is_close |= cabs(roots[i]) < 1e-6;
                for (int k = 0; k < i; k++) {
                    is_close |= cabs(roots[i] - roots[k]) < 1e-3;
                }
            }
            algebraic_reduce(&p, &w);
            if (fabs(rightmost) > 1e-7) {
                bool is = algebraic_is_hurwitz(&p, &w);
                ASSERT_EQ(rightmost < 0, is);
                seen[0][is]++;
            }
            if (!is_close) {
                bool is = algebraic_is_nonnegative(&p, &w);
                ASSERT_EQ(!crosses, is);
                seen[1][is]++;
            }
        }
        bipoly_clear(&p);
        real_root_clear(&w);
        mpq_clear(value);
    }
    ASSERT(seen[0][0] > 50 && seen[0][1] > 50 && seen[1][0] > 50 && seen[1][1] > 50);
    PASS();
}

/* The sign of p(x; w) 2^bits - bound(x) at a whole x, where `bound` has no w. */
static int sign_of_difference(const bipoly *p, const bipoly *bound, long x, int bits, real_root *w)
{
    zpoly sum, term;
    mpz_t power, scaled;
    zpoly_init(&sum);
    zpoly_init(&term);
    mpz_init_set_ui(power, 1);
    mpz_init(scaled);
    for (int i = 0; i <= p->degree; i++) {
        zpoly_set(&term, &p->c[i]);
        mpz_mul_2exp(scaled, power, (mp_bitcnt_t)bits);
        zpoly_scale(&term, scaled);
        zpoly_add(&sum, &sum, &term);
        if (i <= bound->degree) {
            zpoly_set(&term, &bound->c[i]);
            zpoly_scale(&term, power);
            zpoly_subtract(&sum, &sum, &term);
        }
        mpz_mul_si(power, power, x);
    }
    int sign = real_root_sign(w, &sum);
    zpoly_clear(&sum);
    zpoly_clear(&term);
    mpz_clears(power, scaled, NULL);
    return sign;
}

/* Random polynomials in x and w at w = sqrt 2: bounds that have no w are on both sides. */
TEST integers_enclose_polynomials_at_an_irrational_w(void)
{
    enum { BITS = 40 };
    for (int n = 0; n < 200; n++) {
        bipoly p, low, high;
        real_root w;
        bipoly_init(&p);
        bipoly_init(&low);
        bipoly_init(&high);
        root_of_two(&w);
        for (int i = 0; i <= 4; i++) {
            zpoly *at = bipoly_at(&p, i);
            for (int k = 0; k <= 3; k++) {
                zpoly_set_small(at, k, random_integer(-99, 99));
            }
        }
        bipoly_trim(&p);
        filter_enclose(&p, &w, BITS, &low, &high);
        for (long x = 0; x < 9; x += 2) {
            ASSERT(sign_of_difference(&p, &low, x, BITS, &w) >= 0);
            ASSERT(sign_of_difference(&p, &high, x, BITS, &w) <= 0);
        }
        bipoly_clear(&p);
        bipoly_clear(&low);
        bipoly_clear(&high);
        real_root_clear(&w);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(touching_zero_at_an_irrational_place_is_seen);
    RUN_TEST(a_leading_coefficient_that_vanishes_is_dropped);
    RUN_TEST(common_factors_are_found_and_cancelled);
    RUN_TEST(decisions_agree_with_roots_in_double_precision);
    RUN_TEST(integers_enclose_polynomials_at_an_irrational_w);
    GREATEST_MAIN_END();
}
