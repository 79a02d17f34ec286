#include "numerics/zpoly.h"

#include "support/support.h"

/* A random polynomial of this degree at most, often with zeros and small numbers, now and then with
 * coefficients of more than 64 bits. */
static void random_polynomial(zpoly *p, int degree)
{
    mpz_t c;
    mpz_init(c);
    zpoly_clear(p);
    int size = random_integer(0, 3);
    for (int i = 0; i <= degree; i++) {
        mpz_set_si(c, random_integer(-9, 9));
        if (size == 0) {
            mpz_mul_2exp(c, c, 80);
            mpz_add_ui(c, c, (unsigned long)random_integer(0, 1000));
        }
        zpoly_set_coefficient(p, i, c);
    }
    mpz_clear(c);
}

static bool same(const zpoly *a, const zpoly *b)
{
    bool is = a->degree == b->degree;
    for (int i = 0; i <= a->degree && is; i++) {
        is = mpz_cmp(a->c[i], b->c[i]) == 0;
    }
    return is;
}

TEST a_product_divided_by_a_factor_is_the_other(void)
{
    zpoly a, b, product, quotient;
    zpoly *all[] = {&a, &b, &product, &quotient};
    for (int i = 0; i < 4; i++) {
        zpoly_init(all[i]);
    }
    for (int n = 0; n < 300; n++) {
        random_polynomial(&a, random_integer(0, 9));
        random_polynomial(&b, random_integer(0, 9));
        if (b.degree < 0) {
            continue;
        }
        zpoly_multiply(&product, &a, &b);
        ASSERT(zpoly_divide(&quotient, &product, &b));
        ASSERT(same(&quotient, &a));
        /* One more makes it indivisible, unless the divisor is a constant. */
        if (b.degree > 0) {
            zpoly one;
            zpoly_init(&one);
            zpoly_set_small(&one, 0, 1);
            zpoly_add(&product, &product, &one);
            ASSERT(!zpoly_divide(&quotient, &product, &b));
            zpoly_clear(&one);
        }
    }
    for (int i = 0; i < 4; i++) {
        zpoly_clear(all[i]);
    }
    PASS();
}

TEST remainders_agree_with_values_at_the_roots_of_the_divisor(void)
{
    zpoly a, b, rest;
    mpq_t x;
    zpoly_init(&a);
    zpoly_init(&b);
    zpoly_init(&rest);
    mpq_init(x);
    for (int n = 0; n < 300; n++) {
        /* b = q x - p, so that the remainder is a(p/q) times a power of |q|. */
        int p = random_integer(-9, 9), q = random_integer(1, 9), sign = random_integer(0, 1);
        random_polynomial(&a, random_integer(1, 9));
        zpoly_clear(&b);
        zpoly_set_small(&b, 1, sign ? q : -q);
        zpoly_set_small(&b, 0, sign ? -p : p);
        zpoly_remainder(&rest, &a, &b);
        mpq_set_si(x, p, (unsigned long)q);
        ASSERT(rest.degree <= 0);
        ASSERT_EQ(zpoly_sign(&a, x), rest.degree < 0 ? 0 : mpz_sgn(rest.c[0]));
    }
    zpoly_clear(&a);
    zpoly_clear(&b);
    zpoly_clear(&rest);
    mpq_clear(x);
    PASS();
}

/* A factor b x - a makes p vanish at a/b; long coefficients; x at, next to, and far from that root.
 */
TEST signs_of_long_polynomials_are_those_of_their_values(void)
{
    zpoly p, factor;
    mpz_t c, value;
    mpq_t x, away;
    int seen[3] = {0};
    zpoly_init(&p);
    zpoly_init(&factor);
    mpz_inits(c, value, NULL);
    mpq_inits(x, away, NULL);
    for (int n = 0; n < 600; n++) {
        random_polynomial(&p, random_integer(1, 12));
        for (int i = 0; i <= p.degree; i++) {
            mpz_mul_2exp(c, p.c[i], (mp_bitcnt_t)random_integer(300, 900));
            mpz_add_ui(c, c, (unsigned long)random_integer(0, 1000));
            zpoly_set_coefficient(&p, i, c);
        }
        int a = random_integer(-40, 40), b = random_integer(1, 40);
        zpoly_clear(&factor);
        zpoly_set_small(&factor, 0, -a);
        zpoly_set_small(&factor, 1, b);
        zpoly_multiply(&p, &p, &factor);
        mpq_set_si(x, a, (unsigned long)b);
        mpq_canonicalize(x);
        mpq_set_si(away, random_integer(-1, 1), 1);
        mpq_div_2exp(away, away, (mp_bitcnt_t)random_integer(0, 700));
        mpq_add(x, x, away);
        zpoly_value(value, &p, x);
        ASSERT_EQ(mpz_sgn(value), zpoly_sign(&p, x));
        seen[1 + mpz_sgn(value)]++;
    }
    ASSERT(seen[0] > 100 && seen[1] > 100 && seen[2] > 100);
    zpoly_clear(&p);
    zpoly_clear(&factor);
    mpz_clears(c, value, NULL);
    mpq_clears(x, away, NULL);
    PASS();
}

/* gcd(a c, b c) is a multiple of c, divides both, and leaves quotients without common divisor. */
TEST greatest_common_divisors_leave_nothing_in_common(void)
{
    zpoly a, b, c, g, rest;
    zpoly *all[] = {&a, &b, &c, &g, &rest};
    for (int i = 0; i < 5; i++) {
        zpoly_init(all[i]);
    }
    for (int n = 0; n < 300; n++) {
        random_polynomial(&a, random_integer(0, 6));
        random_polynomial(&b, random_integer(0, 6));
        random_polynomial(&c, random_integer(0, 6));
        if (a.degree < 0 || b.degree < 0 || c.degree < 0) {
            continue;
        }
        zpoly_multiply(&a, &a, &c);
        zpoly_multiply(&b, &b, &c);
        zpoly_gcd(&g, &a, &b);
        zpoly_make_primitive(&a);
        zpoly_make_primitive(&b);
        zpoly_make_primitive(&c);
        ASSERT(g.degree >= c.degree && mpz_sgn(g.c[g.degree]) > 0);
        ASSERT(zpoly_divide(&rest, &g, &c));
        ASSERT(zpoly_divide(&a, &a, &g) && zpoly_divide(&b, &b, &g));
        zpoly_gcd(&g, &a, &b);
        ASSERT_EQ(0, g.degree);
    }
    for (int i = 0; i < 5; i++) {
        zpoly_clear(all[i]);
    }
    PASS();
}

TEST square_free_parts_keep_every_root_once(void)
{
    zpoly p, q, part, expected;
    zpoly *all[] = {&p, &q, &part, &expected};
    for (int i = 0; i < 4; i++) {
        zpoly_init(all[i]);
    }
    /* (x - 1)^3 (x + 2)^2 (x^2 - 2) */
    static const int roots[] = {1, 1, 1, -2, -2};
    zpoly_set_small(&p, 2, 1);
    zpoly_set_small(&p, 0, -2);
    zpoly_set(&expected, &p);
    for (int i = 0; i < 5; i++) {
        zpoly_clear(&q);
        zpoly_set_small(&q, 1, 1);
        zpoly_set_small(&q, 0, -roots[i]);
        zpoly_multiply(&p, &p, &q);
        if (i == 0 || i == 3) {
            zpoly_multiply(&expected, &expected, &q);
        }
    }
    zpoly_squarefree(&part, &p);
    ASSERT(same(&part, &expected));
    for (int i = 0; i < 4; i++) {
        zpoly_clear(all[i]);
    }
    PASS();
}

TEST interpolation_finds_the_polynomial_again(void)
{
    zpoly p, found;
    mpz_t values[12];
    mpq_t x;
    zpoly_init(&p);
    zpoly_init(&found);
    mpq_init(x);
    for (int n = 0; n < 100; n++) {
        random_polynomial(&p, random_integer(0, 9));
        int count = 10 + random_integer(0, 2);
        int first = random_integer(-8, 3);
        for (int i = 0; i < count; i++) {
            mpz_init(values[i]);
            mpq_set_si(x, first + i, 1);
            zpoly_value(values[i], &p, x);
        }
        zpoly_interpolate(&found, values, count, first);
        zpoly_make_primitive(&p);
        ASSERT(same(&p, &found));
        for (int i = 0; i < count; i++) {
            mpz_clear(values[i]);
        }
    }
    zpoly_clear(&p);
    zpoly_clear(&found);
    mpq_clear(x);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(a_product_divided_by_a_factor_is_the_other);
    RUN_TEST(remainders_agree_with_values_at_the_roots_of_the_divisor);
    RUN_TEST(signs_of_long_polynomials_are_those_of_their_values);
    RUN_TEST(greatest_common_divisors_leave_nothing_in_common);
    RUN_TEST(square_free_parts_keep_every_root_once);
    RUN_TEST(interpolation_finds_the_polynomial_again);
    GREATEST_MAIN_END();
}
