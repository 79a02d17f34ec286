#include "numerics/bipoly.h"

#include "support/support.h"

/* Random polynomials in w of this degree as coefficients. */
static void random_bipoly(bipoly *p, int degree, int degree_w)
{
    bipoly_clear(p);
    for (int i = 0; i <= degree; i++) {
        for (int k = 0; k <= degree_w; k++) {
            zpoly_set_small(bipoly_at(p, i), k, random_integer(-5, 5));
        }
    }
    zpoly_set_small(bipoly_at(p, degree), 0, random_integer(1, 5));
    bipoly_trim(p);
}

/* p(x, w) at integers */
static void value_at(mpz_t value, const bipoly *p, long x, long w)
{
    mpz_t term;
    mpq_t at;
    mpz_init(term);
    mpq_init(at);
    mpq_set_si(at, w, 1);
    mpz_set_ui(value, 0);
    for (int i = p->degree; i >= 0; i--) {
        zpoly_value(term, &p->c[i], at);
        mpz_mul_si(value, value, x);
        mpz_add(value, value, term);
    }
    mpz_clear(term);
    mpq_clear(at);
}

TEST products_and_sums_have_the_values_they_should(void)
{
    bipoly a, b, sum, product;
    mpz_t va, vb, v;
    bipoly *all[] = {&a, &b, &sum, &product};
    mpz_inits(va, vb, v, NULL);
    for (int i = 0; i < 4; i++) {
        bipoly_init(all[i]);
    }
    for (int n = 0; n < 100; n++) {
        long x = random_integer(-9, 9), w = random_integer(-9, 9);
        random_bipoly(&a, random_integer(0, 4), random_integer(0, 3));
        random_bipoly(&b, random_integer(0, 4), random_integer(0, 3));
        bipoly_multiply(&product, &a, &b);
        bipoly_subtract(&sum, &a, &b);
        value_at(va, &a, x, w);
        value_at(vb, &b, x, w);
        value_at(v, &sum, x, w);
        mpz_sub(v, v, va);
        mpz_add(v, v, vb);
        ASSERT_EQ(0, mpz_sgn(v));
        value_at(v, &product, x, w);
        mpz_submul(v, va, vb);
        ASSERT_EQ(0, mpz_sgn(v));
        /* even(x^2) + x odd(x^2) */
        bipoly_split(&a, &b, &sum);
        value_at(vb, &b, x * x, w);
        value_at(v, &sum, x * x, w);
        mpz_mul_si(v, v, x);
        mpz_add(v, v, vb);
        ASSERT_EQ(0, mpz_cmp(v, va));
    }
    for (int i = 0; i < 4; i++) {
        bipoly_clear(all[i]);
    }
    mpz_clears(va, vb, v, NULL);
    PASS();
}

/* x - w and x^2 - 2: common roots exactly where w^2 = 2. */
TEST the_resultant_vanishes_where_roots_are_shared(void)
{
    bipoly a, b;
    zpoly r;
    bipoly_init(&a);
    bipoly_init(&b);
    zpoly_init(&r);
    zpoly_set_small(bipoly_at(&a, 0), 1, -1);
    zpoly_set_small(bipoly_at(&a, 1), 0, 1);
    zpoly_set_small(bipoly_at(&b, 0), 0, -2);
    zpoly_set_small(bipoly_at(&b, 2), 0, 1);
    bipoly_trim(&a);
    bipoly_trim(&b);
    bipoly_subresultant(&r, &a, &b);
    ASSERT_EQ(2, r.degree);
    ASSERT_EQ(0, mpz_sgn(r.c[1]));
    mpz_addmul_ui(r.c[0], r.c[2], 2);
    ASSERT_EQ(0, mpz_sgn(r.c[0]));
    bipoly_clear(&a);
    bipoly_clear(&b);
    zpoly_clear(&r);
    PASS();
}

/* With a factor in common for every w the resultant is zero; the next subresultant tells where the
 * rest meets: (x - w)(x + 1) and (x - w)(x - 3w + 1) at w = 0 and where x - w is a double factor,
 * but never at a w where they do not. */
TEST a_common_factor_is_looked_through(void)
{
    bipoly common, a, b;
    zpoly r;
    bipoly_init(&common);
    bipoly_init(&a);
    bipoly_init(&b);
    zpoly_init(&r);
    zpoly_set_small(bipoly_at(&common, 0), 1, -1);
    zpoly_set_small(bipoly_at(&common, 1), 0, 1);
    zpoly_set_small(bipoly_at(&a, 0), 0, 1);
    zpoly_set_small(bipoly_at(&a, 1), 0, 1);
    zpoly_set_small(bipoly_at(&b, 0), 1, -3);
    zpoly_set_small(bipoly_at(&b, 0), 0, 1);
    zpoly_set_small(bipoly_at(&b, 1), 0, 1);
    bipoly_trim(&common);
    bipoly_trim(&a);
    bipoly_trim(&b);
    bipoly_multiply(&a, &a, &common);
    bipoly_multiply(&b, &b, &common);
    bipoly_subresultant(&r, &a, &b);
    ASSERT(r.degree == 1 && mpz_sgn(r.c[0]) == 0); /* w = 0 */
    bipoly_clear(&common);
    bipoly_clear(&a);
    bipoly_clear(&b);
    zpoly_clear(&r);
    PASS();
}

/* A power is known as one, and nothing else is. */
TEST roots_of_powers_are_found(void)
{
    bipoly base, power, root;
    mpz_t scale;
    mpz_init(scale);
    bipoly_init(&base);
    bipoly_init(&power);
    bipoly_init(&root);
    for (int m = 2; m <= 7; m++) {
        random_bipoly(&base, 3, 2);
        zpoly_set_small(bipoly_at(&base, 0), 0, m);
        bipoly_set(&power, &base);
        for (int n = 1; n < m; n++) {
            bipoly_multiply(&power, &power, &base);
        }
        ASSERT(bipoly_root(&root, scale, &power, m));
        /* base / m = root / scale */
        mpz_t factor;
        mpz_init_set_si(factor, m);
        for (int i = 0; i <= base.degree; i++) {
            zpoly_scale(&base.c[i], scale);
            zpoly_scale(&root.c[i], factor);
        }
        bipoly_subtract(&base, &base, &root);
        ASSERT_EQ(-1, base.degree);
        mpz_add_ui(power.c[0].c[0], power.c[0].c[0], 1);
        ASSERT_FALSE(bipoly_root(&root, scale, &power, m));
        mpz_clear(factor);
    }
    bipoly_clear(&base);
    bipoly_clear(&power);
    bipoly_clear(&root);
    mpz_clear(scale);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(roots_of_powers_are_found);
    RUN_TEST(products_and_sums_have_the_values_they_should);
    RUN_TEST(the_resultant_vanishes_where_roots_are_shared);
    RUN_TEST(a_common_factor_is_looked_through);
    GREATEST_MAIN_END();
}
