#include "numerics/zroots.h"

#include <math.h>

#include "support/support.h"

enum { MOST = 40 };

/* Multiplies p by x - r or, with an imaginary part, by x^2 - 2 re x + re^2 + im^2. */
static void add_root(zpoly *p, long re, long im)
{
    zpoly factor;
    zpoly_init(&factor);
    zpoly_set_small(&factor, 0, im == 0 ? -re : re * re + im * im);
    zpoly_set_small(&factor, 1, im == 0 ? 1 : -2 * re);
    if (im != 0) {
        zpoly_set_small(&factor, 2, 1);
    }
    zpoly_multiply(p, p, &factor);
    zpoly_clear(&factor);
}

static int count_of(const double complex *roots, int count, double complex wanted)
{
    int found = 0;
    for (int i = 0; i < count; i++) {
        found += roots[i] == wanted;
    }
    return found;
}

/* Integer roots of random multiplicity come back as the integers that they are. */
TEST integer_roots_are_found_with_their_multiplicity(void)
{
    for (int n = 0; n < 60; n++) {
        long re[8], im[8];
        int times[8], degree = 0, count = 1 + n % 8;
        double complex roots[MOST];
        zpoly p;
        zpoly_init(&p);
        zpoly_set_small(&p, 0, 3);
        for (int i = 0; i < count; i++) {
            re[i] = (long)random_between(-4, 4.99);
            im[i] = (long)random_between(0, 2.99);
            times[i] = 0;
            for (int m = 0; m < 1 + i % 3 && degree < MOST - 2; m++) {
                add_root(&p, re[i], im[i]);
                degree += im[i] == 0 ? 1 : 2;
                times[i]++;
            }
        }
        ASSERT(zpoly_roots(&p, roots, NULL) && p.degree == degree);
        for (int i = 0; i < count; i++) {
            int wanted = 0;
            for (int j = 0; j < count; j++) {
                wanted += re[j] == re[i] && im[j] == im[i] ? times[j] : 0;
            }
            double complex x = CMPLX((double)re[i], (double)im[i]);
            ASSERTm(support_say("%ld%+ldi of %d, seed %lu", re[i], im[i], degree, support_seed()),
                    count_of(roots, degree, x) == wanted &&
                        count_of(roots, degree, conj(x)) == wanted);
        }
        zpoly_clear(&p);
    }
    PASS();
}

/* 1 and 1 + 2^-80 are one double, but two roots; 3 is one of multiplicity 2. */
TEST roots_that_are_the_same_double_are_not_one_root(void)
{
    double complex roots[MOST];
    int times[MOST];
    mpz_t c;
    zpoly p, factor;
    zpoly_init(&p);
    zpoly_init(&factor);
    mpz_init(c);
    zpoly_set_small(&p, 0, 1);
    add_root(&p, 1, 0);
    add_root(&p, 3, 0);
    add_root(&p, 3, 0);
    mpz_ui_pow_ui(c, 2, 80);
    zpoly_set_coefficient(&factor, 1, c);
    mpz_add_ui(c, c, 1);
    mpz_neg(c, c);
    zpoly_set_coefficient(&factor, 0, c);
    zpoly_multiply(&p, &p, &factor);
    ASSERT(zpoly_roots(&p, roots, times));
    int seen[4] = {0};
    for (int i = 0; i < 4; i++) {
        ASSERT(roots[i] == 1 || roots[i] == 3);
        ASSERT_EQ_FMT(roots[i] == 1 ? 1 : 2, times[i], "%d");
        seen[(int)creal(roots[i])]++;
    }
    ASSERT(seen[1] == 2 && seen[3] == 2);
    zpoly_clear(&p);
    zpoly_clear(&factor);
    mpz_clear(c);
    PASS();
}

/* Wilkinson's (x - 1) ... (x - 30), hopeless in double precision, and x^30 - 2. */
TEST ill_conditioned_roots_keep_all_digits(void)
{
    double complex roots[MOST];
    zpoly p;
    zpoly_init(&p);
    zpoly_set_small(&p, 0, 1);
    for (int i = 1; i <= 30; i++) {
        add_root(&p, i, 0);
    }
    ASSERT(zpoly_roots(&p, roots, NULL));
    for (int i = 1; i <= 30; i++) {
        ASSERT_EQ_FMT(1, count_of(roots, 30, i), "%d");
    }
    zpoly_clear(&p);
    zpoly_set_small(&p, 30, 1);
    zpoly_set_small(&p, 0, -2);
    ASSERT(zpoly_roots(&p, roots, NULL));
    int real = 0, imaginary = 0;
    for (int i = 0; i < 30; i++) {
        ASSERT_NEAR(pow(2, 1.0 / 30), cabs(roots[i]), 0, 1e-15);
        real += cimag(roots[i]) == 0;
        imaginary += creal(roots[i]) == 0;
    }
    ASSERT_EQ_FMT(2, real, "%d");
    ASSERT_EQ_FMT(0, imaginary, "%d"); /* 30 is not divisible by 4 */
    zpoly_clear(&p);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(integer_roots_are_found_with_their_multiplicity);
    RUN_TEST(roots_that_are_the_same_double_are_not_one_root);
    RUN_TEST(ill_conditioned_roots_keep_all_digits);
    GREATEST_MAIN_END();
}
