#include "numerics/polynomial.h"
#include "support/support.h"

enum { MOST = POLYNOMIAL_MAX_DEGREE };

/* The largest relative distance after each expected root took the nearest one left,
 * absolute for a root 0. Negative: the iteration did not settle. */
static quad worst_error(const cquad *expected, int degree)
{
    cquad c[MOST + 1], roots[MOST];
    bool taken[MOST] = {false};
    quad worst = 0;
    polynomial_from_roots(expected, degree, c);
    if (!polynomial_roots(c, degree, roots)) {
        return -1;
    }
    for (int i = 0; i < degree; i++) {
        int nearest = -1;
        for (int j = 0; j < degree; j++) {
            if (!taken[j] && (nearest < 0 || cabsq(roots[j] - expected[i]) <
                                                 cabsq(roots[nearest] - expected[i]))) {
                nearest = j;
            }
        }
        taken[nearest] = true;
        quad size = cabsq(expected[i]);
        quad error = cabsq(roots[nearest] - expected[i]) / (size > 0 ? size : 1);
        worst = !(error <= worst) ? error : worst;
    }
    return worst;
}

#define ASSERT_ROOTS(EXPECTED, DEGREE, TOLERANCE)                                       \
    do {                                                                                \
        quad worst = worst_error((EXPECTED), (DEGREE));                                 \
        ASSERTm(support_say("degree %d: relative error %.3g", (DEGREE), (double)worst), \
                worst >= 0 && worst <= (TOLERANCE));                                    \
    } while (0)

/* How far lead prod (x - root) is from the polynomial, relatively, on a circle about all roots:
 * as many points as the polynomial has coefficients, so that nothing else can pass. */
static quad product_error(const cquad *c, int degree, const cquad *roots)
{
    quad worst = 0;
    for (int n = 0; n <= degree; n++) {
        cquad x = 4 * cexpq(cquad_make(0, 2 * M_PIq * n / (degree + 1)));
        cquad product = c[degree], value = 0;
        for (int i = degree; i >= 0; i--) {
            value = value * x + c[i];
            product *= i < degree ? x - roots[i] : 1;
        }
        quad error = cabsq(product / value - 1);
        worst = !(error <= worst) ? error : worst;
    }
    return worst;
}

TEST the_product_over_the_roots_is_the_polynomial(void)
{
    for (int round = 0; round < 300; round++) {
        cquad c[MOST + 1], roots[MOST];
        int degree = random_integer(1, round % 10 == 0 ? 32 : 12);
        for (int i = 0; i <= degree; i++) {
            c[i] = cquad_make(random_edgy(2), random_edgy(2));
        }
        c[degree] += 4; /* the roots stay below 1 + sqrt(8)/2 */
        ASSERTm(support_say("degree %d", degree), polynomial_roots(c, degree, roots));
        quad error = product_error(c, degree, roots);
        ASSERTm(support_say("degree %d: error %.3g", degree, (double)error), error <= 1e-31Q);
    }
    PASS();
}

TEST random_roots_are_found(void)
{
    for (int round = 0; round < 300; round++) {
        cquad expected[8];
        int degree = random_integer(1, 8);
        for (int i = 0; i < degree; i++) { /* apart from each other: one in each sector */
            quad angle = 2 * M_PIq * (i + random_between(0.2, 0.8)) / degree;
            expected[i] = random_between(0.5, 2) * cexpq(cquad_make(0, angle));
        }
        ASSERT_ROOTS(expected, degree, 1e-30Q);
    }
    PASS();
}

/* The relative condition of the worst root is about 1e9. */
TEST wilkinsons_roots_are_found(void)
{
    cquad expected[12];
    for (int i = 0; i < 12; i++) {
        expected[i] = i + 1;
    }
    ASSERT_ROOTS(expected, 12, 1e-23Q);
    PASS();
}

TEST roots_of_unity_are_found_up_to_the_largest_degree(void)
{
    for (int degree = 1; degree <= MOST; degree++) {
        cquad c[MOST + 1] = {-1}, roots[MOST];
        c[degree] = 1;
        ASSERTm(support_say("degree %d", degree), polynomial_roots(c, degree, roots));
        quad error = product_error(c, degree, roots);
        ASSERTm(support_say("degree %d: %.3g", degree, (double)error), error <= 1e-31Q);
    }
    PASS();
}

/* 1e-20 to 1e20; each is well conditioned for itself, whatever the others are. */
TEST widely_spread_roots_are_each_found_to_their_own_digits(void)
{
    for (int round = 0; round < 50; round++) {
        cquad expected[11];
        for (int i = 0; i < 11; i++) {
            quad angle = 2 * M_PIq * random_unit();
            expected[i] = powq(10, 4 * i - 20) * cexpq(cquad_make(0, angle));
        }
        ASSERT_ROOTS(expected, 11, 1e-31Q);
    }
    PASS();
}

TEST zero_roots_are_exact(void)
{
    for (int zeros = 1; zeros <= 4; zeros++) {
        cquad expected[7] = {0}, c[8], roots[7];
        for (int i = zeros; i < 7; i++) {
            expected[i] = cquad_make(i, 1);
        }
        polynomial_from_roots(expected, 7, c);
        ASSERT(polynomial_roots(c, 7, roots));
        int found = 0;
        for (int i = 0; i < 7; i++) {
            found += roots[i] == 0;
        }
        ASSERT_EQ_FMT(zeros, found, "%d");
        ASSERT_ROOTS(expected, 7, 1e-29Q);
    }
    cquad only[] = {0, 0, 0, 5}, roots[3] = {1, 1, 1};
    ASSERT(polynomial_roots(only, 3, roots));
    ASSERT(roots[0] == 0 && roots[1] == 0 && roots[2] == 0);
    PASS();
}

/* eps^{1/2} is 1.4e-17 and eps^{1/3} is 5.8e-12. */
TEST multiple_roots_come_to_the_root_of_the_precision(void)
{
    const struct {
        cquad roots[5];
        int degree;
        quad tolerance;
    } cases[] = {
        {{1, 1}, 2, 2e-16Q},
        {{-2, -2, 5}, 3, 2e-16Q},
        {{cquad_make(1, 1), cquad_make(1, 1), 3, -4}, 4, 2e-16Q},
        {{1, 1, -1, -1}, 4, 2e-16Q},
        {{1, 1, 1}, 3, 1e-10Q},
        {{0.5Q, 0.5Q, 0.5Q, 3, cquad_make(0, -2)}, 5, 1e-10Q},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ASSERT_ROOTS(cases[i].roots, cases[i].degree, cases[i].tolerance);
    }
    PASS();
}

TEST real_coefficients_give_conjugate_pairs(void)
{
    for (int round = 0; round < 200; round++) {
        cquad c[MOST + 1], roots[MOST];
        int degree = random_integer(1, 12);
        for (int i = 0; i <= degree; i++) {
            c[i] = random_between(-2, 2);
        }
        ASSERT(polynomial_roots(c, degree, roots));
        for (int i = 0; i < degree; i++) {
            quad nearest = HUGE_VALQ;
            for (int j = 0; j < degree; j++) {
                nearest = fminq(nearest, cabsq(roots[j] - conjq(roots[i])));
            }
            ASSERTm(support_say("degree %d: %.3g", degree, (double)nearest),
                    nearest <= 1e-27Q * cabsq(roots[i]));
        }
    }
    PASS();
}

/* z^2 + z + 1 times 1e4000: the products of its coefficients overflow. */
TEST huge_coefficients_have_roots_and_others_are_refused(void)
{
    cquad c[] = {1e4000Q, 1e4000Q, 1e4000Q};
    cquad roots[2];
    ASSERT(polynomial_roots(c, 2, roots));
    ASSERT(cabsq(roots[0] * roots[1] - 1) < 1e-32Q && cabsq(roots[0] + roots[1] + 1) < 1e-32Q);
    c[1] = nanq("");
    ASSERT_FALSE(polynomial_roots(c, 2, roots));
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(the_product_over_the_roots_is_the_polynomial);
    RUN_TEST(random_roots_are_found);
    RUN_TEST(wilkinsons_roots_are_found);
    RUN_TEST(roots_of_unity_are_found_up_to_the_largest_degree);
    RUN_TEST(widely_spread_roots_are_each_found_to_their_own_digits);
    RUN_TEST(zero_roots_are_exact);
    RUN_TEST(multiple_roots_come_to_the_root_of_the_precision);
    RUN_TEST(real_coefficients_give_conjugate_pairs);
    RUN_TEST(huge_coefficients_have_roots_and_others_are_refused);
    GREATEST_MAIN_END();
}
