#include "stability/precise.h"

#include <math.h>

#include "everything.h"
#include "support/support.h"

static message why;

/* Numbers and errors of every method at every w: what is known for certain to vanish has none. */
TEST coefficients_come_with_their_errors(void)
{
    static everything e;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        const phi_info *info = phi_describe(e.p);
        for (int n = 0; n < 5; n++) {
            double c[1024], error[1024], largest = 0;
            precise *p;
            double w = info->spin == PHI_ODE_ONLY ? 0 : n == 0 ? 1 : random_edgy(3);
            ASSERT_OK(precise_create(e.p, w, n == 4, &p, &why), e.name, why);
            precise_numbers(p, c, error);
            for (int i = 0; i < (info->degree + 1) * (info->degree_z + 1); i++) {
                largest = fmax(largest, fabs(c[i]));
                ASSERTm(e.name, error[i] >= 0 && error[i] < 1e-14 + 1e-13 * fabs(c[i]));
                ASSERTm(e.name, c[i] == 0 || error[i] > 1e-16 * fabs(c[i]));
            }
            ASSERTm(e.name, largest >= 0.5 && largest <= 1);
            precise_destroy(p);
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

/* Implicit Euler, 1/(1 - z), at w = 0 in 1/z: x/(x - 1). Its pole and its zero are there exactly,
 * and a neighbour of them is none. */
TEST poles_and_zeros_are_exact(void)
{
    static const struct {
        double x;
        verdict verdict;
        double growth;
    } points[] = {{0, VERDICT_STABLE, 0},
                  {1, VERDICT_POLE, INFINITY},
                  {1 + 0x1p-52, VERDICT_UNSTABLE, 0x1p52 + 1},
                  {1 - 0x1p-53, VERDICT_UNSTABLE, 0x1p53 - 1},
                  {1e-300, VERDICT_STABLE, 1e-300},
                  {-1, VERDICT_STABLE, 0.5}};
    catalogue *all = NULL;
    method *m = NULL;
    phi *of = NULL;
    precise *p = NULL;
    ASSERT_OK(catalogue_create(SPINSCOPE_ASSETS, &all, &why), "catalogue", why);
    ASSERT_OK(catalogue_open(all, "implicit-euler", &m, &why), "method", why);
    ASSERT_OK(phi_compile(m, MOTION_SHEAR, &of, &why), "phi", why);
    ASSERT_OK(precise_create(of, 0, true, &p, &why), "precise", why);
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
        evaluation e;
        ASSERT(precise_evaluate(p, points[i].x, 1e-12, &e) != PRECISION_OPEN);
        ASSERT_EQm(support_say("%.17g", points[i].x), points[i].verdict, e.verdict);
        ASSERT(points[i].growth == e.growth || support_near(points[i].growth, e.growth, 0, 1e-15));
    }
    precise_destroy(p);
    precise_destroy(NULL);
    phi_destroy(of);
    method_destroy(m);
    catalogue_destroy(all);
    PASS();
}

/* What is not a number has no answer, and does no harm. */
TEST infinite_arguments_stay_open(void)
{
    static const double complex places[] = {INFINITY, CMPLX(0, -INFINITY), CMPLX(NAN, 1)};
    static everything e;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        for (int n = 0; n < 4; n++) {
            evaluation found;
            precise *p;
            bool spins = phi_describe(e.p)->spin != PHI_ODE_ONLY;
            double w = !spins ? 0 : n == 3 ? NAN : n == 2 ? INFINITY : 0.5;
            ASSERT_OK(precise_create(e.p, w, n % 2 == 1, &p, &why), e.name, why);
            precision in = precise_evaluate(p, n < 3 ? places[n] : 1, 1e-12, &found);
            bool is_constant = phi_describe(e.p)->degree_w == 0 && n == 3;
            ASSERTm(e.name, is_constant || in == PRECISION_OPEN);
            ASSERTm(e.name, is_constant || found.verdict != VERDICT_STABLE);
            precise_destroy(p);
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(coefficients_come_with_their_errors);
    RUN_TEST(poles_and_zeros_are_exact);
    RUN_TEST(infinite_arguments_stay_open);
    GREATEST_MAIN_END();
}
