#include "numerics/roots.h"

#include <float.h>
#include <math.h>

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
    for (int degree = MOST; degree >= 1; degree -= MOST / rounds(MOST)) {
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

/* Coefficients of every size, that of the highest power none of the smallest; quadruple precision
 * gets the same ones. */
static int random_polynomial(double complex *c, cquad *exact)
{
    int degree = random_integer(1, random_integer(0, 9) == 0 ? MOST : 12);
    double scale = ldexp(1, random_integer(-500, 500));
    for (int i = 0; i <= degree; i++) {
        c[i] = scale * CMPLX(random_edgy(1), random_edgy(1));
    }
    c[degree] = scale * CMPLX(random_between(0.5, 1), random_between(-1, 1));
    for (int i = 0; i <= degree; i++) {
        exact[i] = cquad_make(creal(c[i]), cimag(c[i]));
    }
    return degree;
}

/* The error that a change of every coefficient by eps makes, over the slope |c_n prod(x - other
 * roots)|, as long as it stays small against the distance of the next root; else infinite. */
static double root_condition(const cquad *c, int degree, const cquad *roots, int i)
{
    quad size = 0, slope = cabsq(c[degree]), nearest = HUGE_VALQ;
    for (int j = degree; j >= 0; j--) {
        size = size * cabsq(roots[i]) + cabsq(c[j]);
    }
    for (int j = 0; j < degree; j++) {
        quad distance = cabsq(roots[i] - roots[j]);
        slope *= j != i ? distance : 1;
        nearest = j != i ? fminq(nearest, distance) : nearest;
    }
    double error = (double)(DBL_EPSILON * size / slope);
    return error < 1e-3 * (double)nearest ? error : INFINITY;
}

/* Multiple roots too: each coefficient against the size that it could have had. */
TEST double_roots_rebuild_their_polynomial(void)
{
    for (int round = 0; round < 3000; round++) {
        double complex c[MOST + 1], found[MOST];
        cquad exact[MOST + 1], roots[MOST], again[MOST + 1];
        quad size = 1;
        int degree = random_polynomial(c, exact);
        ASSERTm(support_say("degree %d", degree), complex_polynomial_roots(c, degree, found));
        for (int i = 0; i < degree; i++) {
            roots[i] = cquad_make(creal(found[i]), cimag(found[i]));
            size *= 1 + cabsq(roots[i]);
        }
        polynomial_from_roots(roots, degree, again);
        for (int i = 0; i <= degree; i++) {
            quad error = cabsq(again[i] - exact[i] / exact[degree]);
            ASSERTm(support_say("degree %d, coefficient %d: %.3g of %.3g", degree, i, (double)error,
                                (double)size),
                    error <= 1e-13Q * size);
        }
    }
    PASS();
}

TEST double_roots_agree_with_quadruple_ones(void)
{
    int compared = 0;
    for (int round = 0; round < 300; round++) {
        double complex c[MOST + 1], roots[MOST];
        cquad exact[MOST + 1], expected[MOST];
        int degree = random_polynomial(c, exact);
        ASSERTm(support_say("degree %d", degree), polynomial_roots(exact, degree, expected));
        ASSERTm(support_say("degree %d", degree), complex_polynomial_roots(c, degree, roots));
        for (int i = 0; i < degree; i++) {
            double error = root_condition(exact, degree, expected, i);
            double nearest = INFINITY;
            for (int j = 0; j < degree; j++) {
                quad re = creal(roots[j]) - crealq(expected[i]);
                quad im = cimag(roots[j]) - cimagq(expected[i]);
                nearest = fmin(nearest, (double)hypotq(re, im));
            }
            double rounding = DBL_EPSILON * (double)cabsq(expected[i]);
            ASSERTm(support_say("degree %d: %.3g, not %.3g", degree, nearest, error),
                    nearest <= 8 * (error + rounding));
            compared += isfinite(error);
        }
    }
    ASSERTm(support_say("%d roots", compared), compared > 1500);
    PASS();
}

/* Circles at 0.9 and 1.1 of the largest root: in quadruple precision that is decided. */
TEST double_and_quadruple_precision_agree_on_inside(void)
{
    for (int round = 0; round < 300; round++) {
        double complex c[MOST + 1];
        cquad exact[MOST + 1], roots[MOST];
        int degree = random_polynomial(c, exact);
        ASSERT(polynomial_roots(exact, degree, roots));
        double largest = 0;
        for (int i = 0; i < degree; i++) {
            largest = fmax(largest, (double)cabsq(roots[i]));
        }
        for (int k = 0; k < 2; k++) {
            double radius = (k == 0 ? 0.9 : 1.1) * largest;
            ASSERTm(support_say("degree %d, radius %.17g", degree, radius),
                    complex_polynomial_inside(c, degree, radius) ==
                        polynomial_inside(exact, degree, radius));
            ASSERTm(support_say("degree %d, radius %.17g", degree, radius),
                    complex_polynomial_inside(c, degree, radius) == (radius > largest));
        }
    }
    PASS();
}

TEST double_roots_exist_for_huge_coefficients_and_not_for_others(void)
{
    double complex c[] = {1e300, 1e300, 1e300, 0};
    double complex roots[3];
    ASSERT(complex_polynomial_roots(c, 2, roots));
    ASSERT(cabs(roots[0] * roots[1] - 1) < 1e-15 && cabs(roots[0] + roots[1] + 1) < 1e-15);
    ASSERT(complex_polynomial_inside(c, 2, 1.001) && !complex_polynomial_inside(c, 2, 0.999));
    static const double refused[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        c[1] = CMPLX(0, refused[i]);
        ASSERT_FALSE(complex_polynomial_roots(c, 2, roots));
        ASSERT_FALSE(complex_polynomial_inside(c, 2, 10));
    }
    c[1] = 1;
    c[3] = 1e-300;
    ASSERT_FALSE(complex_polynomial_roots(c, 3, roots));
    PASS();
}

/* Roots that are known, some of them close together, and coefficients that are off by what rounding
 * them to double leaves: every root is in some disc. */
TEST discs_contain_the_roots(void)
{
    int narrow = 0, all = 0;
    for (int n = 0; n < 2000; n++) {
        int degree = random_integer(1, 12);
        cquad exact[13], c[13];
        double complex rounded[13], roots[13];
        double off[13], radii[13];
        for (int i = 0; i < degree; i++) {
            bool is_close = i > 0 && random_integer(0, 3) == 0;
            double size = is_close ? exp(random_between(-30, -1)) : exp(random_between(-2, 2));
            quad angle = random_between(0, 7);
            exact[i] = (is_close ? exact[i - 1] : 0) + size * cquad_make(cosq(angle), sinq(angle));
        }
        polynomial_from_roots(exact, degree, c);
        for (int j = 0; j <= degree; j++) {
            rounded[j] = CMPLX((double)crealq(c[j]), (double)cimagq(c[j]));
            off[j] = 1.001 * (double)cabsq(c[j] - (cquad)rounded[j]);
        }
        ASSERT(complex_polynomial_roots(rounded, degree, roots));
        complex_polynomial_radii(rounded, off, degree, roots, radii);
        for (int i = 0; i < degree; i++) {
            bool is_in = false;
            for (int k = 0; k < degree; k++) {
                is_in |= (double)cabsq(exact[i] - (cquad)roots[k]) <= radii[k];
            }
            ASSERTm(support_say("degree %d, case %d", degree, n), is_in);
            narrow += radii[i] < 1e-10 * cabs(roots[i]);
            all++;
        }
    }
    ASSERTm(support_say("%d of %d are narrow", narrow, all), narrow > all / 2);
    PASS();
}

/* A leading coefficient that may be 0, or two equal places: nothing is known. */
TEST discs_are_infinite_where_nothing_is_known(void)
{
    const double complex c[3] = {1, 1, 1e-3}, twice[2] = {-1, -1}, one[2] = {-1.001, -999};
    const double off[3] = {0, 0, 1e-3}, none[3] = {0};
    double radii[2];
    complex_polynomial_radii(c, off, 2, one, radii);
    ASSERT(isinf(radii[0]) && isinf(radii[1]));
    complex_polynomial_radii(c, none, 2, twice, radii);
    ASSERT(isinf(radii[0]) && isinf(radii[1]));
    complex_polynomial_radii(c, none, 2, one, radii);
    ASSERT(radii[0] < 1e-4 && radii[1] < 1);
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
    RUN_TEST(double_roots_rebuild_their_polynomial);
    RUN_TEST(double_roots_agree_with_quadruple_ones);
    RUN_TEST(double_and_quadruple_precision_agree_on_inside);
    RUN_TEST(double_roots_exist_for_huge_coefficients_and_not_for_others);
    RUN_TEST(discs_contain_the_roots);
    RUN_TEST(discs_are_infinite_where_nothing_is_known);
    GREATEST_MAIN_END();
}
