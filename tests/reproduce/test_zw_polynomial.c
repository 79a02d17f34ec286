#include "reproduce/zw_polynomial.h"

#include "reproduce.h"

static zw_polynomial random_polynomial(void)
{
    zw_polynomial p = {0};
    for (int i = 0; i < ZW_POWERS; i++) {
        for (int k = 0; k < ZW_POWERS; k++) {
            p.c[i][k] = random_integer(0, 2) == 0 ? random_integer(-60, 60) : 0;
        }
    }
    return p;
}

TEST what_is_written_is_read_again(void)
{
    for (int n = 0; n < 200; n++) {
        zw_polynomial p = random_polynomial(), again;
        text t = {0};
        zw_write(&p, false, &t);
        ASSERT_OK(zw_read(t.data, &again, &why), t.data, why);
        ASSERTm(t.data, zw_same(&p, &again));
        text_clear(&t);
    }
    PASS();
}

TEST papers_are_read_as_they_print(void)
{
    zw_polynomial p;
    ASSERT_OK(zw_read("60 - 36w - 36z + 18zw + 9z^2 - z^3 - 3z^2 w", &p, &why), "D", why);
    ASSERT_EQ(60, p.c[0][0]);
    ASSERT_EQ(-36, p.c[0][1]);
    ASSERT_EQ(18, p.c[1][1]);
    ASSERT_EQ(-1, p.c[3][0]);
    ASSERT_EQ(-3, p.c[2][1]);
    text t = {0};
    zw_write(&p, true, &t);
    ASSERT_STR_EQ("60 − 36/w/ − 36/z/ + 18/zw/ + 9/z/^{2} − 3/z/^{2}/w/ − /z/^{3}", t.data);
    text_clear(&t);
    PASS();
}

TEST other_things_are_no_polynomials(void)
{
    static const char *const bad[] = {"",    " ",           "1 2",     "z y",   "1 -",
                                      "- ",  "z^9",         "z^",      "1.5z",  "(1 - w)z",
                                      "2*z", "99999999999", "z^4 z^4", "1 + +", "w^-1"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        zw_polynomial p;
        ASSERT_EQm(bad[i], STATUS_BAD_INPUT, zw_read(bad[i], &p, &why));
    }
    PASS();
}

TEST a_common_factor_does_not_matter(void)
{
    zw_polynomial N, D, n, d;
    ASSERT_OK(zw_read("-12 + 6z", &N, &why), "N", why);
    ASSERT_OK(zw_read("-18 + 30zw", &D, &why), "D", why);
    zw_reduce(&D, &N);
    ASSERT_OK(zw_read("2 - z", &n, &why), "n", why);
    ASSERT_OK(zw_read("3 - 5zw", &d, &why), "d", why);
    ASSERT(zw_same(&N, &n) && zw_same(&D, &d));
    PASS();
}

TEST values_are_the_sums_of_their_terms(void)
{
    zw_polynomial p;
    ASSERT_OK(zw_read("6 - 4w + 2z - 2zw + z^2", &p, &why), "p", why);
    for (int n = 0; n < 50; n++) {
        double complex z = CMPLX(random_edgy(9), random_edgy(9));
        double w = random_edgy(9);
        double complex value = 6 - 4 * w + 2 * z - 2 * z * w + z * z;
        ASSERT(cabs(zw_value(&p, z, w) - value) <= 1e-14 * zw_size(&p, z, w));
        ASSERT(zw_size(&p, z, w) >= cabs(value));
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(what_is_written_is_read_again);
    RUN_TEST(papers_are_read_as_they_print);
    RUN_TEST(other_things_are_no_polynomials);
    RUN_TEST(a_common_factor_does_not_matter);
    RUN_TEST(values_are_the_sums_of_their_terms);
    GREATEST_MAIN_END();
}
