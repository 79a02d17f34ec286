/* Elliptic functions: identities, values of Abramowitz & Stegun, and quadrature. */
#include "numerics/elliptic.h"

#include <float.h>
#include <math.h>

#include "support/support.h"

typedef struct values {
    double sn, cn, dn;
} values;

static values at(double u, double k)
{
    values v;
    elliptic_jacobi(u, k, &v.sn, &v.cn, &v.dn);
    return v;
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
        double k = 0.999999 * random_unit(), K = elliptic_K(k), u = random_between(-3, 3);
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
    ASSERT_NEAR(acos(0), elliptic_K(0), 0, 1e-15);
    ASSERT(isinf(elliptic_K(1)));
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
        ASSERT_NEAR(known[i].K, elliptic_K(sqrt(known[i].m)), 0, 3e-15);
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
        ASSERT_NEAR(quarter * sum / POINTS, elliptic_K(k), 0, 1e-14);
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

TEST other_moduli_are_refused(void)
{
    static const double bad[] = {-0.5, 1.0000001, 2, NAN, INFINITY};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        values v = at(1, bad[i]);
        ASSERT(isnan(v.sn) && isnan(v.cn) && isnan(v.dn) && isnan(elliptic_K(bad[i])));
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
    RUN_TEST(other_moduli_are_refused);
    GREATEST_MAIN_END();
}
