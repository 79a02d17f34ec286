#include "numerics/bernstein.h"

#include <math.h>
#include <stdbool.h>

#include "support/support.h"

/* The polynomial with these roots, and a factor x^2 + 1 that has none. */
static int from_roots(const double *roots, int count, double *c)
{
    int degree = 2;
    c[0] = c[2] = 1;
    c[1] = 0;
    for (int n = 0; n < count; n++) {
        c[degree + 1] = 0;
        for (int i = degree + 1; i > 0; i--) {
            c[i] = c[i - 1] - roots[n] * c[i];
        }
        c[0] *= -roots[n];
        degree++;
    }
    return degree;
}

TEST every_root_in_the_interval_is_found_and_no_other(void)
{
    for (int n = 0; n < 2000; n++) {
        double roots[6], c[10], found[40];
        int count = random_integer(0, 6);
        double low = random_between(-3, 2), high = low + random_between(0.01, 4);
        for (int i = 0; i < count; i++) {
            roots[i] = random_between(-4, 4);
            for (int k = 0; k < i; k++) {
                /* Far enough apart for double precision. */
                roots[i] += fabs(roots[i] - roots[k]) < 0.02 ? 0.1 : 0;
            }
        }
        int degree = from_roots(roots, count, c);
        int places = bernstein_roots(c, degree, low, high, found, 40);
        for (int i = 0; i < count; i++) {
            bool is_inside = roots[i] > low && roots[i] < high;
            bool is_found = false;
            for (int k = 0; k < places; k++) {
                is_found = is_found || fabs(found[k] - roots[i]) < 1e-6;
            }
            ASSERTm(support_say("%.17g", roots[i]), !is_inside || is_found);
        }
        for (int k = 0; k < places; k++) {
            bool is_root = false;
            for (int i = 0; i < count; i++) {
                is_root = is_root || fabs(found[k] - roots[i]) < 1e-6;
            }
            ASSERTm(support_say("%.17g", found[k]), is_root);
        }
    }
    PASS();
}

/* (x - 1/3)^2, which does not change its sign: 1/3 is as near to 0 as can be told. */
TEST a_double_root_is_not_overlooked(void)
{
    static const double root[] = {1.0 / 3, 1.0 / 3};
    double c[10], found[40];
    int degree = from_roots(root, 2, c);
    int places = bernstein_roots(c, degree, -1, 1, found, 40);
    ASSERT(places > 0);
    for (int i = 0; i < places; i++) {
        ASSERT_NEAR(1.0 / 3, found[i], 1e-6, 0);
    }
    PASS();
}

TEST constants_have_no_roots_and_ends_may_be_some(void)
{
    double found[4];
    ASSERT_EQ(0, bernstein_roots((double[]){1}, 0, -1, 1, found, 4));
    ASSERT_EQ(0, bernstein_roots((double[]){0, 0, 0}, 2, -1, 1, found, 4));
    ASSERT_EQ(1, bernstein_roots((double[]){1, 1}, 1, -1, 1, found, 4));
    ASSERT_NEAR(-1, found[0], 1e-9, 0);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(every_root_in_the_interval_is_found_and_no_other);
    RUN_TEST(a_double_root_is_not_overlooked);
    RUN_TEST(constants_have_no_roots_and_ends_may_be_some);
    GREATEST_MAIN_END();
}
