#include "stability/analysis_order.h"

#include <stdio.h>
#include <string.h>

#include "method/catalogue.h"
#include "support/command.h"
#include "support/support.h"

static catalogue *all;
static message why;

static status compile(const char *name, phi **p)
{
    method *m = NULL;
    status s = catalogue_open(all, name, &m, &why);
    s = s == STATUS_OK ? phi_compile(m, MOTION_SHEAR, p, &why) : s;
    method_destroy(m);
    return s;
}

static status find(const char *name, quad omega, order_series *series)
{
    phi *p = NULL;
    status s = compile(name, &p);
    s = s == STATUS_OK ? order_series_find(p, omega, 0, series, &why) : s;
    phi_destroy(p);
    return s;
}

/* Implicit Euler: 1 - e^{-z}/(1 - z); the coefficient of z^m is -sum_{i<=m} (-1)^i/i!. Explicit
 * Euler: 1 - (1 + z) e^{-z}, (-1)^m (m - 1)/m!. */
TEST coefficients_are_those_of_the_exact_series(void)
{
    order_series implicit, explicit;
    ASSERT_OK(find("implicit-euler", 0, &implicit), "implicit-euler", why);
    ASSERT_OK(find("explicit-euler", 0, &explicit), "explicit-euler", why);
    double sum = 1, term = 1;
    for (int m = 1; m < 12; m++) {
        term /= -m;
        sum += term;
        ASSERT_NEAR(-sum, (double)implicit.c[m], 1e-20, 1e-15);
        ASSERT_NEAR((m - 1) * term, (double)explicit.c[m], 1e-20, 1e-15);
    }
    PASS();
}

/* Implicit Euler along (z, w) = h (1, omega): R = (1 - omega h)/(1 - (1 + omega) h), so that
 * R - e^h = (1/2 + omega) h^2 + ... */
TEST the_spin_enters_the_error_constant(void)
{
    for (int n = 0; n < 10; n++) {
        order_series series;
        double omega = random_between(-2, 2);
        ASSERT_OK(find("implicit-euler", omega, &series), "implicit-euler", why);
        ASSERT_EQ_FMT(1, series.order, "%d");
        ASSERT_NEAR(-0.5 - omega, (double)series.constant, 1e-15, 1e-15);
    }
    order_series series; /* at omega = -1/2 the order is higher, by chance */
    ASSERT_OK(find("implicit-euler", -0.5Q, &series), "implicit-euler", why);
    ASSERT_EQ_FMT(2, series.order, "%d");
    PASS();
}

/* Quadruple precision sees a coefficient of 1e-22. */
TEST high_orders_are_told_from_zero(void)
{
    order_series series;
    ASSERT_OK(find("gauss:9", 0, &series), "gauss:9", why);
    ASSERT_EQ_FMT(18, series.order, "%d");
    ASSERT(series.constant < -1.6e-22Q && series.constant > -1.8e-22Q);
    ASSERT_OK(find("gauss:9,keep=u", 1.3Q, &series), "gauss:9", why);
    ASSERT_EQ_FMT(18, series.order, "%d");
    PASS();
}

/* R = 1 + z/(1 - A z): C = 1/2 - A, however near the pole 1/A is. */
TEST a_pole_near_the_origin_does_not_hide_the_order(void)
{
    for (int n = -2; n <= 14; n++) {
        char words[80];
        order_series series;
        snprintf(words, sizeof words, "kind = runge-kutta\nA = 3e%d\nb = 1\n", n);
        status s = find(scratch_file("pole.method", words, strlen(words)), 0, &series);
        ASSERTm(why.text, s == STATUS_OK || (s == STATUS_BAD_INPUT && n > 9));
        if (s == STATUS_OK) {
            quad A = 3 * powq(10, n);
            ASSERT_EQ_FMTm(words, 1, series.order, "%d");
            ASSERTm(words, fabsq(series.constant - (0.5Q - A)) <= 1e-12Q * fabsq(0.5Q - A));
        }
    }
    PASS();
}

TEST sectors_are_counted_at_every_w(void)
{
    phi *p = NULL, *slice = NULL;
    order_series series;
    ASSERT_OK(compile("radau-iia:3", &p), "radau-iia:3", why);
    for (int n = 0; n < 5; n++) {
        double w = random_between(-3, 1);
        ASSERT_OK(phi_slice(p, (wide){w, 0}, &slice, &why), "radau-iia:3", why);
        ASSERT_OK(order_series_find(slice, 0, 0, &series, &why), "radau-iia:3", why);
        ASSERT_EQ_FMT(series.order + 1, order_star_sectors(slice, &series), "%d");
        ASSERT(series.order >= 3);
        phi_destroy(slice);
    }
    /* A pole at the origin: there is no series. */
    phi_destroy(p);
    ASSERT_OK(compile("bdf:2", &p), "bdf:2", why);
    ASSERT_OK(phi_slice(p, (wide){1.5, 0}, &slice, &why), "bdf:2", why);
    ASSERT_OK(order_series_find(slice, 0, 0, &series, &why), "bdf:2", why);
    ASSERT(series.order >= 0); /* the principal root is finite there: only the other one is not */
    phi_destroy(slice);
    phi_destroy(p);
    ASSERT_OK(compile("implicit-euler", &p), "implicit-euler", why);
    ASSERT_OK(phi_slice(p, (wide){1, 0}, &slice, &why), "implicit-euler", why); /* R = 0 */
    ASSERT_OK(order_series_find(slice, 0, 0, &series, &why), "implicit-euler", why);
    ASSERT_EQ_FMT(-1, series.order, "%d");
    phi_destroy(slice);
    phi_destroy(p);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    if (catalogue_create(SPINSCOPE_ASSETS, &all, &why) != STATUS_OK) {
        return 1;
    }
    RUN_TEST(coefficients_are_those_of_the_exact_series);
    RUN_TEST(the_spin_enters_the_error_constant);
    RUN_TEST(high_orders_are_told_from_zero);
    RUN_TEST(a_pole_near_the_origin_does_not_hide_the_order);
    RUN_TEST(sectors_are_counted_at_every_w);
    catalogue_destroy(all);
    GREATEST_MAIN_END();
}
