#include "numerics/polynomial.h"

#include "support/support.h"

enum { MOST = 12 };

static quad random_quad(double size)
{
    return random_edgy(size) + (quad)random_unit() * 0x1p-53Q;
}

static cquad random_on_circle(quad radius)
{
    quad angle = 2 * M_PIq * random_unit();
    return radius * cexpq(cquad_make(0, angle));
}

static cquad integer_power(cquad x, int n)
{
    cquad power = 1;
    for (int i = 0; i < n; i++) {
        power *= x;
    }
    return power;
}

TEST values_agree_with_the_sum_of_powers(void)
{
    for (int round = 0; round < 2000; round++) {
        quad c[MOST + 1];
        int degree = random_integer(0, MOST);
        cquad x = cquad_make(random_quad(3), random_quad(3));
        cquad expected = 0;
        quad expected_size = 0;
        for (int i = 0; i <= degree; i++) {
            c[i] = random_quad(10);
            cquad term = c[i] * integer_power(x, i);
            expected += term;
            expected_size += cabsq(term);
        }
        quad size = -1;
        cquad value = polynomial_value(c, degree, x, &size);
        ASSERTm(support_say("degree %d", degree),
                cabsq(value - expected) <= 1e-32Q * expected_size);
        ASSERTm(support_say("degree %d", degree),
                fabsq(size - expected_size) <= 1e-32Q * expected_size);
    }
    PASS();
}

/* (x - 1)^n at 1 is the worst cancellation there is. */
TEST size_tells_a_zero_from_a_small_value(void)
{
    cquad ones[MOST], c[MOST + 1];
    quad real[MOST + 1];
    for (int i = 0; i < MOST; i++) {
        ones[i] = 1;
    }
    polynomial_from_roots(ones, MOST, c);
    for (int i = 0; i <= MOST; i++) {
        real[i] = crealq(c[i]);
    }
    quad size = 0;
    ASSERT(cabsq(polynomial_value(real, MOST, 1, &size)) <= 1e-30Q * size);
    ASSERT(size == 4096); /* sum of the binomials */
    ASSERT(cabsq(polynomial_value(real, MOST, 1.01Q, &size)) > 1e-30Q * size);
    PASS();
}

TEST setting_w_agrees_with_the_double_sum(void)
{
    for (int round = 0; round < 1000; round++) {
        quad c[(MOST + 1) * (MOST + 1)];
        quad in_z[MOST + 1];
        int degree_z = random_integer(0, MOST), degree_w = random_integer(0, MOST);
        for (int i = 0; i < (degree_z + 1) * (degree_w + 1); i++) {
            c[i] = random_quad(10);
        }
        quad w = random_quad(2);
        cquad z = cquad_make(random_quad(2), random_quad(2));
        cquad expected = 0;
        quad expected_size = 0, size = 0;
        for (int i = 0; i <= degree_z; i++) {
            for (int k = 0; k <= degree_w; k++) {
                cquad term = c[i * (degree_w + 1) + k] * integer_power(z, i) * integer_power(w, k);
                expected += term;
                expected_size += cabsq(term);
            }
        }
        bivariate_set_w(c, degree_z, degree_w, w, in_z);
        cquad value = polynomial_value(in_z, degree_z, z, &size);
        ASSERTm(support_say("degrees %d and %d", degree_z, degree_w),
                cabsq(value - expected) <= 1e-32Q * expected_size);
    }
    PASS();
}

TEST a_polynomial_from_roots_is_the_product_of_its_factors(void)
{
    for (int round = 0; round < 500; round++) {
        cquad roots[MOST], c[MOST + 1];
        int degree = random_integer(0, MOST);
        cquad x = cquad_make(random_quad(2), random_quad(2));
        cquad expected = 1, value = 0;
        quad size = 1;
        for (int i = 0; i < degree; i++) {
            roots[i] = cquad_make(random_quad(2), random_quad(2));
            expected *= x - roots[i];
            size *= cabsq(x) + cabsq(roots[i]);
        }
        polynomial_from_roots(roots, degree, c);
        for (int i = 0; i <= degree; i++) {
            value += c[i] * integer_power(x, i);
        }
        ASSERT(c[degree] == 1);
        ASSERTm(support_say("degree %d", degree), cabsq(value - expected) <= 1e-32Q * size);
    }
    PASS();
}

/* Roots of modulus up to 0.99 radius are inside; one of 1.01 radius is not. */
TEST inside_is_decided_from_known_roots(void)
{
    for (int round = 0; round < 1000; round++) {
        cquad roots[MOST], c[MOST + 1];
        int degree = random_integer(1, MOST);
        quad radius = powq(2, random_integer(-20, 20)) * random_between(1, 2);
        for (int i = 0; i < degree; i++) {
            roots[i] = random_on_circle(radius * (i == 0 ? 0.99Q : 0.99Q * random_unit()));
        }
        polynomial_from_roots(roots, degree, c);
        cquad factor = random_on_circle(powq(10, random_integer(-30, 30)));
        for (int i = 0; i <= degree; i++) {
            c[i] *= factor;
        }
        ASSERTm(support_say("degree %d, in %.3g", degree, (double)radius),
                polynomial_inside(c, degree, radius));
        ASSERTm(support_say("degree %d, not in %.3g", degree, 0.98 * (double)radius),
                !polynomial_inside(c, degree, 0.98Q * radius));
        roots[random_integer(0, degree - 1)] = random_on_circle(1.01Q * radius);
        polynomial_from_roots(roots, degree, c);
        ASSERTm(support_say("degree %d, one out of %.3g", degree, (double)radius),
                !polynomial_inside(c, degree, radius));
        ASSERTm(support_say("degree %d, all in %.3g", degree, 1.02 * (double)radius),
                polynomial_inside(c, degree, 1.02Q * radius));
    }
    PASS();
}

/* Without rounding up to degree 2, where the answer must be exact; then as near as it gets. */
TEST a_root_on_the_circle_is_not_inside(void)
{
    const cquad on_it[] = {1, -1, cquad_make(0, 1), cquad_make(0, -1)};
    for (int i = 0; i < 4; i++) {
        for (int degree = 1; degree <= 5; degree++) {
            const cquad roots[5] = {on_it[i], 0.5Q, -0.25Q, cquad_make(0, 0.5Q), 0};
            cquad c[6];
            polynomial_from_roots(roots, degree, c);
            quad near = degree <= 2 ? 0 : 1e-30Q;
            ASSERTm(support_say("root %d, degree %d", i, degree),
                    !polynomial_inside(c, degree, 1 - near));
            ASSERTm(support_say("root %d, degree %d", i, degree),
                    polynomial_inside(c, degree, 1 + 1e-30Q));
        }
    }
    PASS();
}

TEST degenerate_polynomials_are_decided(void)
{
    const cquad constant[] = {3}, power[] = {0, 0, 0, 2}, no_leading[] = {0.1Q, 1, 0};
    const cquad nothing[] = {0, 0}, self_inversive[] = {1, 0, 0, 1};
    ASSERT(polynomial_inside(constant, 0, 1));
    ASSERT(polynomial_inside(power, 3, 1e-20Q));
    ASSERT(!polynomial_inside(no_leading, 2, 1));
    ASSERT(!polynomial_inside(nothing, 1, 1));
    ASSERT(!polynomial_inside(self_inversive, 3, 1));
    PASS();
}

/* Roots -1, 1/2, -1/4, i/2: all coefficients are exact. */
TEST a_root_exactly_on_the_circle_is_not_inside(void)
{
    const cquad roots[] = {-1, 0.5Q, -0.25Q, cquad_make(0, 0.5Q)};
    cquad c[5];
    polynomial_from_roots(roots, 4, c);
    ASSERT_FALSE(polynomial_inside(c, 4, 1));
    ASSERT(polynomial_inside(c, 4, 1 + 1e-20Q));
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(values_agree_with_the_sum_of_powers);
    RUN_TEST(size_tells_a_zero_from_a_small_value);
    RUN_TEST(setting_w_agrees_with_the_double_sum);
    RUN_TEST(a_polynomial_from_roots_is_the_product_of_its_factors);
    RUN_TEST(inside_is_decided_from_known_roots);
    RUN_TEST(a_root_on_the_circle_is_not_inside);
    RUN_TEST(degenerate_polynomials_are_decided);
    RUN_TEST(a_root_exactly_on_the_circle_is_not_inside);
    GREATEST_MAIN_END();
}
