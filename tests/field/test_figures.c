/* Figures 5.1 to 5.6 of Kunkel & Mehrmann: the stable set in the (z, w) plane on [-9, 9]^2, pixel
 * by pixel, against direct steps that share no code with the field. */
#include <math.h>

#include "field/field.h"
#include "method/catalogue.h"
#include "stability/direct.h"
#include "support/support.h"

enum { SIDE = 150 };

/* |sigma|max of the monic polynomial of a direct step, degree 1 or 2. */
static double direct_growth(const cquad *monic, int degree)
{
    if (degree == 1) {
        return (double)cabsq(monic[0]);
    }
    cquad root = csqrtq(monic[1] * monic[1] - 4 * monic[0]);
    return (double)fmaxq(cabsq(-monic[1] + root), cabsq(-monic[1] - root)) / 2;
}

TEST stable_sets_of_the_paper_are_right_at_every_pixel(void)
{
    static const char *const names[] = {"implicit-euler", "radau-iia:2",     "midpoint",
                                        "trapezoidal",    "gauss-lobatto:1", "bdf:2"};
    catalogue *all = NULL;
    message why;
    ASSERT_OK(catalogue_create(SPINSCOPE_ASSETS, &all, &why), "catalogue", why);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        method *m = NULL;
        phi *p = NULL;
        field f;
        int compared = 0;
        ASSERT_OK(catalogue_open(all, names[i], &m, &why), names[i], why);
        ASSERT_OK(phi_compile(m, MOTION_SHEAR, &p, &why), names[i], why);
        const field_request request = {.view = {.plane = PLANE_ZW,
                                                .x0 = -9,
                                                .x1 = 9,
                                                .y0 = -9,
                                                .y1 = 9,
                                                .width = SIDE,
                                                .height = SIDE},
                                       .phi = p};
        ASSERT_OK(field_compute(&request, 0, 0, &f, &why), names[i], why);
        for (int n = 0; n < SIDE * SIDE; n++) {
            double z = view_x(&f.view, n % SIDE);
            double w = view_y(&f.view, n / SIDE);
            cquad monic[METHOD_MAX_STEPS + 1];
            if (!direct_characteristic(m, MOTION_SHEAR, z, w, 0.25Q, monic)) {
                continue;
            }
            double growth = direct_growth(monic, phi_describe(p)->degree);
            if (fabs(growth - 1) < 1e-9 || growth > 1e12) {
                continue;
            }
            verdict expected = growth < 1 ? VERDICT_STABLE : VERDICT_UNSTABLE;
            ASSERTm(support_say("%s at (%.17g, %.17g): %s, a step grows by %.12g", names[i], z, w,
                                verdict_name((verdict)f.verdict[n]), growth),
                    f.verdict[n] == expected);
            ASSERT_NEAR(growth, f.growth[n], 0, 1e-6);
            compared++;
        }
        ASSERTm(support_say("%s: only %d compared", names[i], compared),
                compared > 0.98 * SIDE * SIDE);
        field_clear(&f);
        phi_destroy(p);
        method_destroy(m);
    }
    catalogue_destroy(all);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(stable_sets_of_the_paper_are_right_at_every_pixel);
    GREATEST_MAIN_END();
}
