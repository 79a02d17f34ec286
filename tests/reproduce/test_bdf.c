#include "reproduce/bdf.h"

#include <math.h>

#include "reproduce.h"
#include "reproduce/stable_set.h"
#include "reproduce/steps.h"
#include "stability/evaluate.h"

/* Written down from the definition, against Phi. */
TEST bdf_polynomials_have_the_roots_of_phi(void)
{
    catalogue *all = open_catalogue();
    for (int k = 1; k <= BDF_MOST; k++) {
        char name[16];
        method *m = NULL;
        phi *p = NULL;
        snprintf(name, sizeof name, "bdf:%d", k);
        ASSERT_OK(catalogue_open(all, name, &m, &why), name, why);
        ASSERT_OK(phi_compile(m, MOTION_SHEAR, &p, &why), name, why);
        for (int n = 0; n < 20; n++) {
            double x = random_between(-9, 9), y = random_between(-9, 9), w = random_between(-5, 5);
            evaluation e;
            ASSERT_OK(phi_evaluate(p, (wide){x, 0}, (wide){y, 0}, (wide){w, 0}, &e, &why), name,
                      why);
            ASSERT_NEAR(e.growth, bdf_growth(k, BDF_SPINNING, CMPLX(x, y), w), 0, 1e-7);
            ASSERT_OK(phi_evaluate(p, (wide){x, 0}, (wide){y, 0}, (wide){0, 0}, &e, &why), name,
                      why);
            ASSERT_NEAR(e.growth, bdf_growth(k, BDF_STABILISED, CMPLX(x, y), w), 0, 1e-7);
        }
        phi_destroy(p);
        method_destroy(m);
    }
    catalogue_destroy(all);
    PASS();
}

/* k = 1 is implicit Euler: (1 - w)/(1 - z - w); the printed one is not. */
TEST the_printed_polynomial_contradicts_implicit_euler(void)
{
    double z = -2, w = -1;
    ASSERT_NEAR((1 - w) / (1 - z - w), bdf_growth(1, BDF_SPINNING, z, w), 1e-15, 0);
    ASSERT_NEAR((1 - w) / (1 - z), bdf_growth(1, BDF_SPINNING_PRINTED, z, w), 1e-15, 0);
    ASSERT(isinf(bdf_growth(1, BDF_SPINNING, -1, 2)));
    PASS();
}

/* Without beta_k the limit is right for k = 1 only. */
TEST the_printed_limit_is_right_for_one_step_only(void)
{
    ASSERT_NEAR(bdf_growth(1, BDF_STABILISED, -2, 0), bdf_growth(1, BDF_STABILISED_PRINTED, -2, 0),
                1e-15, 0);
    /* 7 s^2 - 4 s + 1 and 9 s^2 - 4 s + 1, both with conjugate roots */
    ASSERT_NEAR(sqrt(1.0 / 7), bdf_growth(2, BDF_STABILISED, -2, 0), 1e-14, 0);
    ASSERT_NEAR(1.0 / 3, bdf_growth(2, BDF_STABILISED_PRINTED, -2, 0), 1e-14, 0);
    PASS();
}

TEST marks_know_the_boundary(void)
{
    const view v = {
        .plane = PLANE_ZW, .x0 = -3, .x1 = 1, .y0 = 1, .y1 = 2, .width = 2, .height = 1};
    unsigned char marks[2];
    bdf_mark(2, BDF_SPINNING, &v, marks); /* (-2, 3/2) has the root -1, (0, 3/2) is a pole */
    ASSERT_EQ(SET_UNKNOWN, marks[0]);
    ASSERT_EQ(SET_UNSTABLE, marks[1]);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(bdf_polynomials_have_the_roots_of_phi);
    RUN_TEST(the_printed_polynomial_contradicts_implicit_euler);
    RUN_TEST(the_printed_limit_is_right_for_one_step_only);
    RUN_TEST(marks_know_the_boundary);
    GREATEST_MAIN_END();
}
