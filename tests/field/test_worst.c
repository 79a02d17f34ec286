#include "field/worst.h"

#include <math.h>
#include <string.h>

#include "field/contour.h"
#include "field/field.h"
#include "stability/everything.h"
#include "support/support.h"

static message why;

static phi *compile(const char *name, motion moves)
{
    static catalogue *all;
    method *m = NULL;
    phi *p = NULL;
    if ((all == NULL && catalogue_create(SPINSCOPE_ASSETS, &all, &why) != STATUS_OK) ||
        catalogue_open(all, name, &m, &why) != STATUS_OK ||
        phi_compile(m, moves, &p, &why) != STATUS_OK) {
        p = NULL;
    }
    method_destroy(m);
    return p;
}

static double growth_at(const phi *p, double complex z, double w)
{
    const phi_info *info = phi_describe(p);
    double c[(METHOD_MAX_STEPS + 1) * (METHOD_MAX_STAGES + 3)];
    if (phi_slice_numbers(p, w, c, &why) != STATUS_OK) {
        return NAN;
    }
    slice s = {.degree = info->degree, .degree_z = info->degree_z, .c = c};
    return point_evaluate(&s, z).growth;
}

/* For every method: no w of the interval gives more, and the w that is named gives as much. With
 * several roots the maximum is found by samples, and may be missed by a little. */
TEST no_w_is_worse_and_one_is_as_bad(void)
{
    static everything e;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        const phi_info *info = phi_describe(e.p);
        double low = info->spin == PHI_ODE_ONLY ? 0 : random_between(-4, 3);
        double high = info->spin == PHI_ODE_ONLY ? 0 : low + random_between(0, 3);
        const view v = {.w = low, .w_most = high, .every_w = true};
        worst all;
        ASSERT_OK(worst_init(&all, e.p, &v, &why), e.name, why);
        for (int n = 0; n < 40; n++) {
            double complex z = CMPLX(random_between(-6, 6), random_between(-6, 6));
            double where;
            double largest = worst_evaluate(&all, z, &where).growth;
            ASSERT(where >= low && where <= high);
            ASSERT_NEAR(growth_at(e.p, z, where), largest, 0, 1e-7);
            double slack = info->degree == 1 ? 1e-9 : 1e-4;
            for (int k = 0; k <= 60; k++) {
                double w = k == 60 ? high : low + (high - low) * k / 60;
                double here = growth_at(e.p, z, w);
                ASSERTm(support_say("%s, z = %.17g + %.17gi, w = %.17g: %.17g > %.17g at %.17g",
                                    e.name, creal(z), cimag(z), w, here, largest, where),
                        here <= largest * (1 + slack));
            }
        }
        worst_clear(&all);
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

/* A wider interval has a worse case, or the same one, however wide it is. */
TEST a_wider_interval_is_never_better(void)
{
    static const char *const names[] = {"sdirk2",      "sdirk3", "crouzeix",
                                        "radau-iia:2", "bdf:2",  "bdf:4"};
    static const double widths[] = {1, 10, 100, 1e4, 1e8, 1e12};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        phi *p = compile(names[i], MOTION_SHEAR);
        ASSERT(p != NULL);
        for (int n = 0; n < 60; n++) {
            double complex z = CMPLX(random_between(-8, 8), random_between(-8, 8));
            double before = 0;
            for (size_t k = 0; k < sizeof widths / sizeof widths[0]; k++) {
                const view v = {.w = -widths[k], .w_most = widths[k], .every_w = true};
                worst all;
                ASSERT_OK(worst_init(&all, p, &v, &why), names[i], why);
                double now = worst_evaluate(&all, z, NULL).growth;
                worst_clear(&all);
                double slack = phi_describe(p)->degree == 1 ? 1e-6 : 2e-2;
                ASSERTm(support_say("%s, z = %.17g + %.17gi, to %g: %.17g < %.17g", names[i],
                                    creal(z), cimag(z), widths[k], now, before),
                        now >= before * (1 - slack));
                before = fmax(before, now);
            }
        }
        phi_destroy(p);
    }
    PASS();
}

/* Implicit Euler, |1 - w|/|1 - z - w|: for real z there is a pole at w = 1 - z. */
TEST a_pole_within_the_interval_is_infinite(void)
{
    phi *p = compile("implicit-euler", MOTION_SHEAR);
    ASSERT(p != NULL);
    const view v = {.w = -1, .w_most = 1, .every_w = true};
    worst all;
    double where;
    ASSERT_OK(worst_init(&all, p, &v, &why), "implicit-euler", why);
    point inside = worst_evaluate(&all, 0.3, &where);
    ASSERT(isinf(inside.growth) && inside.verdict == VERDICT_POLE);
    ASSERT_NEAR(0.7, where, 1e-14, 0);
    /* None for z = 3, where it is 2/1 at w = -1; at z = 0 R = 1 wherever it is defined. */
    ASSERT_NEAR(2, worst_evaluate(&all, 3, &where).growth, 0, 1e-14);
    ASSERT_NEAR(-1, where, 0, 1e-14);
    ASSERT_EQ(VERDICT_BOUNDARY, worst_evaluate(&all, 0, &where).verdict);
    worst_clear(&all);
    phi_destroy(p);
    PASS();
}

/* The region for all w is the intersection of the regions, and its boundary is where the worst
 * growth is 1. */
TEST the_field_and_its_boundary_are_those_of_the_worst_case(void)
{
    static const char *const names[] = {"radau-iia:2", "gauss:3", "sdirk2", "bdf:3"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        phi *p = compile(names[i], MOTION_SHEAR);
        ASSERT(p != NULL);
        const view v = {.x0 = -5,
                        .x1 = 5,
                        .y0 = -4,
                        .y1 = 4,
                        .width = 50,
                        .height = 40,
                        .w = -0.5,
                        .w_most = 0.75,
                        .every_w = true};
        field f, at_one;
        contour c;
        worst all;
        field_request request = {.view = v, .phi = p};
        ASSERT_OK(field_compute(&request, 0, 0, &f, &why), names[i], why);
        for (int k = 0; k <= 5; k++) {
            request.view.every_w = false;
            request.view.w = v.w + (v.w_most - v.w) * k / 5;
            ASSERT_OK(field_compute(&request, 0, 0, &at_one, &why), names[i], why);
            for (int n = 0; n < v.width * v.height; n++) {
                ASSERT(f.growth[n] >= at_one.growth[n] * (1 - 1e-4F));
                ASSERT(f.verdict[n] != VERDICT_STABLE || at_one.verdict[n] == VERDICT_STABLE);
            }
            field_clear(&at_one);
        }
        const contour_request trace = {.field = &f, .phi = p, .level = 1, .pixel_tolerance = 0.05};
        ASSERT_OK(contour_trace(&trace, &c, &why), names[i], why);
        ASSERT_OK(worst_init(&all, p, &v, &why), names[i], why);
        int points = 0;
        for (int k = 0; k < c.count; k++) {
            for (int n = 0; n < c.curves[k].count; n++, points++) {
                double complex z = CMPLX(c.curves[k].x[n], c.curves[k].y[n]);
                ASSERT_NEAR(1, worst_evaluate(&all, z, NULL).growth, 1e-6, 0);
            }
        }
        ASSERT(points > 20);
        worst_clear(&all);
        contour_clear(&c);
        field_clear(&f);
        phi_destroy(p);
    }
    PASS();
}

TEST what_has_no_worst_case_is_refused(void)
{
    const view v = {.w = -1, .w_most = 1, .every_w = true};
    static const struct {
        const char *name;
        motion moves;
        const char *words;
    } cases[] = {{"implicit-euler", MOTION_ROTATION, "rotating"}, {"rk4", MOTION_SHEAR, "ODEs"}};
    for (int i = 0; i < 2; i++) {
        worst all;
        phi *p = compile(cases[i].name, cases[i].moves);
        ASSERT(p != NULL);
        ASSERT_EQ(STATUS_BAD_INPUT, worst_init(&all, p, &v, &why));
        ASSERTm(why.text, strstr(why.text, cases[i].words) != NULL);
        worst_clear(&all);
        phi_destroy(p);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(no_w_is_worse_and_one_is_as_bad);
    RUN_TEST(a_wider_interval_is_never_better);
    RUN_TEST(a_pole_within_the_interval_is_infinite);
    RUN_TEST(the_field_and_its_boundary_are_those_of_the_worst_case);
    RUN_TEST(what_has_no_worst_case_is_refused);
    GREATEST_MAIN_END();
}
