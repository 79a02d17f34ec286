/* Elliptic functions: identities, values of Abramowitz & Stegun, quadrature, Taylor series. */
#include "numerics/elliptic.h"

#include <float.h>
#include <math.h>

#include "support/product_flow.h"
#include "support/support.h"

typedef struct values {
    double sn, cn, dn;
} values;

static values beside(double u, double complement)
{
    values v;
    elliptic_jacobi(u, complement, &v.sn, &v.cn, &v.dn);
    return v;
}

static double complement(double k)
{
    return sqrt((1 - k) * (1 + k));
}

static values at(double u, double k)
{
    return beside(u, complement(k));
}

static double random_modulus(void)
{
    static const double edges[] = {0, 1e-9, 0.5, 0.70710678118654752, 0.999, 0.999999, 1};
    enum { EDGES = sizeof edges / sizeof edges[0] };
    return random_unit() < 0.3 ? edges[random_integer(0, EDGES - 1)] : random_unit();
}

TEST squares_add_up(void)
{
    for (int i = 0; i < 2000; i++) {
        double k = random_modulus(), u = random_edgy(100);
        values v = at(u, k);
        ASSERT_NEAR(1, v.sn * v.sn + v.cn * v.cn, 1e-14, 0);
        ASSERT_NEAR(1, v.dn * v.dn + k * k * v.sn * v.sn, 1e-14, 0);
    }
    PASS();
}

TEST the_addition_theorem_holds(void)
{
    for (int i = 0; i < 2000; i++) {
        double k = random_modulus(), u = random_between(-5, 5), w = random_between(-5, 5);
        values a = at(u, k), b = at(w, k), both = at(u + w, k);
        double below = 1 - k * k * a.sn * a.sn * b.sn * b.sn;
        double slack = 1e-14 / below;
        ASSERT_NEAR((a.sn * b.cn * b.dn + b.sn * a.cn * a.dn) / below, both.sn, slack, 0);
        ASSERT_NEAR((a.cn * b.cn - a.sn * a.dn * b.sn * b.dn) / below, both.cn, slack, 0);
        ASSERT_NEAR((a.dn * b.dn - k * k * a.sn * a.cn * b.sn * b.cn) / below, both.dn, slack, 0);
    }
    PASS();
}

TEST a_quarter_period_leads_from_zero_to_one(void)
{
    for (int i = 0; i < 500; i++) {
        double k = 0.999999 * random_unit(), K = elliptic_K(complement(k)),
               u = random_between(-3, 3);
        values end = at(K, k), v = at(u, k), shifted = at(u + K, k), around = at(u + 40 * K, k);
        ASSERT_NEAR(1, end.sn, 1e-14, 0);
        ASSERT_NEAR(0, end.cn, 1e-13, 0);
        ASSERT_NEAR(sqrt(1 - k * k), end.dn, 1e-13, 0);
        ASSERT_NEAR(v.cn / v.dn, shifted.sn, 1e-13, 0);
        ASSERT_NEAR(v.sn, around.sn, 4e-13, 0);
        ASSERT_NEAR(v.cn, around.cn, 4e-13, 0);
    }
    PASS();
}

TEST the_ends_of_the_range_are_elementary(void)
{
    for (int i = 0; i < 500; i++) {
        double u = random_edgy(10);
        values circle = at(u, 0), separatrix = at(u, 1);
        ASSERT_NEAR(sin(u), circle.sn, 1e-15, 0);
        ASSERT_NEAR(cos(u), circle.cn, 1e-15, 0);
        ASSERT_EQ(1, circle.dn);
        ASSERT_NEAR(tanh(u), separatrix.sn, 1e-15, 0);
        ASSERT_NEAR(1 / cosh(u), separatrix.cn, 0, 1e-15);
        ASSERT_NEAR(tanh(u), at(u, 1 - 1e-13).sn, 1e-8, 0);
    }
    ASSERT_NEAR(acos(0), elliptic_K(1), 0, 1e-15);
    ASSERT(isinf(elliptic_K(0)));
    PASS();
}

/* Abramowitz & Stegun, table 17.1, by the parameter m = k^2. */
TEST known_integrals_come_out(void)
{
    static const struct {
        double m, K;
    } known[] = {{0.1, 1.612441348720219},
                 {0.5, 1.854074677301372},
                 {0.8, 2.257205326820854},
                 {0.99, 3.695637362989875}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        ASSERT_NEAR(known[i].K, elliptic_K(sqrt(1 - known[i].m)), 0, 3e-15);
    }
    PASS();
}

/* The integrand is periodic: the trapezoidal rule converges geometrically. */
TEST the_mean_agrees_with_quadrature(void)
{
    enum { POINTS = 400 };
    for (int i = 0; i < 200; i++) {
        double k = 0.99 * random_unit(), sum = 0, quarter = acos(0);
        for (int j = 0; j < POINTS; j++) {
            double s = sin(quarter * (j + 0.5) / POINTS);
            sum += 1 / sqrt(1 - k * k * s * s);
        }
        ASSERT_NEAR(quarter * sum / POINTS, elliptic_K(complement(k)), 0, 1e-14);
    }
    PASS();
}

/* u = integral of dt / sqrt((1 - t^2)(1 - k^2 t^2)) up to sn u, by Gauss-Legendre in the angle. */
TEST sn_inverts_its_integral(void)
{
    static const double node[] = {0.14887433898163122, 0.43339539412924719, 0.67940956829902441,
                                  0.86506336668898451, 0.97390652851717172};
    static const double weight[] = {0.29552422471475287, 0.26926671930999636, 0.21908636251598204,
                                    0.14945134915058059, 0.066671344308688138};
    for (int i = 0; i < 500; i++) {
        double k = 0.9 * random_unit(), top = random_between(0, 1.5), u = 0;
        for (int part = 0; part < 4; part++) {
            for (int j = 0; j < 10; j++) {
                double x = j < 5 ? node[j] : -node[j - 5];
                double s = sin(top / 4 * (part + (1 + x) / 2));
                u += weight[j % 5] * top / 8 / sqrt(1 - k * k * s * s);
            }
        }
        ASSERT_NEAR(sin(top), at(u, k).sn, 2e-14, 0);
    }
    PASS();
}

/* k' of every size, more of the small ones. */
static double random_complement(double smallest)
{
    return pow(10, random_between(log10(smallest), 0));
}

/* From (1, 0, k') at a quarter period on, and back. dn to relative rounding, cn to rounding of dn,
 * which is its slope where it vanishes: no more than an argument that is off by a few units of
 * rounding makes. */
TEST functions_near_the_separatrix_are_those_of_their_equations(void)
{
    for (int i = 0; i < rounds(20); i++) {
        double k1 = random_complement(1e-30), K = elliptic_K(k1), v = random_between(-1, 1) * K;
        quad x[3] = {1, 0, k1};
        product_flow(x, (1 - (quad)k1) * (1 + (quad)k1), v);
        values found = beside(K + v, k1);
        double slack = 8 * DBL_EPSILON * (1 + K);
        ASSERT_NEAR((double)x[0], found.sn, 0, slack);
        ASSERT_NEAR((double)x[1], found.cn, slack * (double)x[2], 0);
        ASSERT_NEAR((double)x[2], found.dn, 0, slack);
    }
    PASS();
}

/* Abramowitz & Stegun 16.8: dn(u + K) = k'/dn(u), sn(u + K) = cn/dn, cn(u + K) = -k' sn/dn. */
TEST a_quarter_period_turns_large_into_small(void)
{
    for (int i = 0; i < 2000; i++) {
        double k1 = random_complement(1e-200), K = elliptic_K(k1), u = random_between(-1, 1) * K;
        values v = beside(u, k1), shifted = beside(u + K, k1);
        double slack = 16 * DBL_EPSILON * (1 + K);
        ASSERT_NEAR(k1 / v.dn, shifted.dn, 0, slack);
        ASSERT_NEAR(v.cn / v.dn, shifted.sn, slack * shifted.dn, slack);
        ASSERT_NEAR(-k1 * v.sn / v.dn, shifted.cn, slack * shifted.dn, slack);
    }
    PASS();
}

TEST the_integral_leads_back_from_sine_and_cosine(void)
{
    for (int i = 0; i < 2000; i++) {
        double k1 = random_complement(1e-200), K = elliptic_K(k1), u = random_between(-2, 2) * K;
        values v = beside(u, k1);
        ASSERT_NEAR(u, elliptic_F(v.sn, v.cn, k1), 32 * DBL_EPSILON * (1 + K), 0);
    }
    ASSERT_EQ(0, elliptic_F(0, 1, 0.5));
    ASSERT(isinf(elliptic_F(1, 0, 0)));
    ASSERT_NEAR(atanh(0.6), elliptic_F(0.6, 0.8, 0), 0, 1e-15);
    PASS();
}

TEST tiny_arguments_are_their_own_sine(void)
{
    static const double tiny[] = {0, 1e-300, -1e-160, 5e-324, 1e-12};
    for (size_t i = 0; i < sizeof tiny / sizeof tiny[0]; i++) {
        values v = beside(tiny[i], 1e-5);
        ASSERT_NEAR(tiny[i], v.sn, 0, 1e-15);
        ASSERT(v.cn == 1 && v.dn == 1);
    }
    PASS();
}

TEST other_moduli_are_refused(void)
{
    static const double bad[] = {-0.5, 1.0000001, 2, NAN, INFINITY};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        values v = beside(1, bad[i]);
        ASSERT(isnan(v.sn) && isnan(v.cn) && isnan(v.dn) && isnan(elliptic_K(bad[i])));
        ASSERT(isnan(elliptic_F(0.6, 0.8, bad[i])));
    }
    ASSERT(isnan(at(INFINITY, 0.5).sn));
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(squares_add_up);
    RUN_TEST(the_addition_theorem_holds);
    RUN_TEST(a_quarter_period_leads_from_zero_to_one);
    RUN_TEST(the_ends_of_the_range_are_elementary);
    RUN_TEST(known_integrals_come_out);
    RUN_TEST(the_mean_agrees_with_quadrature);
    RUN_TEST(sn_inverts_its_integral);
    RUN_TEST(functions_near_the_separatrix_are_those_of_their_equations);
    RUN_TEST(a_quarter_period_turns_large_into_small);
    RUN_TEST(the_integral_leads_back_from_sine_and_cosine);
    RUN_TEST(tiny_arguments_are_their_own_sine);
    RUN_TEST(other_moduli_are_refused);
    GREATEST_MAIN_END();
}
