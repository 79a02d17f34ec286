#include "stability/exact_order.h"

#include <math.h>

#include "everything.h"
#include "stability/analysis_order.h"
#include "stability/phi_quad.h"
#include "support/support.h"

/* Two algorithms: integers, and a Fourier transform on a circle of step sizes. */
TEST integers_agree_with_the_transform(void)
{
    static const double directions[] = {0.7320508075688772, -1.4142135623730951, 2.23606797749979};
    everything e;
    message why;
    int seen = 0;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        exact_order found;
        order_series series;
        if (!exact_order_find(e.p, 0, &found)) {
            continue;
        }
        seen++;
        ASSERT_OK(order_series_find(e.p, 0, 0, &series, &why), e.name, why);
        ASSERTm(support_say("%s: %d, by DFT %d", e.name, found.linear.order, series.order),
                found.has_series && found.linear.order == series.order);
        if (!isnan(found.constant)) {
            ASSERT_NEAR((double)series.constant, found.constant, 0, 1e-6);
        }
        int least = found.linear.order;
        for (int n = 0; n < 3 && phi_describe(e.p)->degree_w > 0; n++) {
            ASSERT_OK(order_series_find(e.p, directions[n], 0, &series, &why), e.name, why);
            least = series.order < least ? series.order : least;
        }
        ASSERTm(support_say("%s: %d, by DFT %d", e.name, found.spinning.order, least),
                found.spinning.order == least);
        ASSERT(found.linear.residual == 0 && found.spinning.residual == 0);
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    ASSERT(seen > 90);
    PASS();
}

/* sigma (d - z d) - (d + 1): R = (1 + 1/d)/(1 - z), which misses 1 at the origin by 1/d. */
TEST what_counts_as_rounding_is_told(void)
{
    bipoly c[2];
    phi p = {.info = {.degree = 1, .degree_z = 1}, .field_degree = 1, .exact = c};
    exact_order found;
    for (int j = 0; j < 2; j++) {
        bipoly_init(&c[j]);
    }
    zpoly_set_small(bipoly_at(&c[1], 0), 0, 1000000);
    zpoly_set_small(bipoly_at(&c[1], 1), 0, -1000000);
    zpoly_set_small(bipoly_at(&c[0], 0), 0, -1000001);
    bipoly_trim(&c[0]);
    bipoly_trim(&c[1]);
    ASSERT(exact_order_find(&p, 0, &found));
    ASSERT(found.has_series && found.linear.order == -1);
    ASSERT_STR_EQ("-1/1000000", found.constant_text);
    ASSERT(exact_order_find(&p, 1e-5, &found));
    ASSERT_EQ_FMT(1, found.linear.order, "%d");
    ASSERT_NEAR(1 / 2000001.0, found.linear.residual, 0, 1e-12);
    ASSERT_STR_EQ("-1/2", found.constant_text);
    bipoly_clear(&c[0]);
    bipoly_clear(&c[1]);
    PASS();
}

/* (sigma - 1)^2 = z sigma^2: the roots begin with 1 +- sqrt z. */
TEST roots_that_are_no_power_series_have_no_order(void)
{
    bipoly c[3];
    phi p = {.info = {.degree = 2, .degree_z = 1}, .field_degree = 1, .exact = c};
    exact_order found;
    for (int j = 0; j < 3; j++) {
        bipoly_init(&c[j]);
        zpoly_set_small(bipoly_at(&c[j], 0), 0, j == 1 ? -2 : 1);
        if (j == 2) {
            zpoly_set_small(bipoly_at(&c[j], 1), 0, -1);
        }
        bipoly_trim(&c[j]);
    }
    ASSERT(exact_order_find(&p, 0, &found));
    ASSERT(!found.has_series && isnan(found.constant));
    for (int j = 0; j < 3; j++) {
        bipoly_clear(&c[j]);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(integers_agree_with_the_transform);
    RUN_TEST(what_counts_as_rounding_is_told);
    RUN_TEST(roots_that_are_no_power_series_have_no_order);
    GREATEST_MAIN_END();
}
