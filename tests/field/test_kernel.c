#include "field/kernel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stability/everything.h"
#include "support/support.h"

static message why;

enum { LONGEST_ROW = 1279, GUARD = 8 };

static const float untouched = -7;

/* A slice that the next one takes the place of. */
static bool slice_at(const phi *p, double w, slice **s)
{
    static slice kept;
    slice_clear(&kept);
    *s = &kept;
    return slice_take(&kept, p, w, false, &why) == STATUS_OK;
}

/* One row by the kernel against the reference evaluator. What the kernel calls decided must be
 * right to 1e-6; poles and undefined points must never look decided. */
static enum greatest_test_res compare_row(const char *name, const slice *s, const double *x,
                                          double y, int count, warm_start *warm)
{
    float growth[LONGEST_ROW + GUARD];
    for (int i = 0; i < LONGEST_ROW + GUARD; i++) {
        growth[i] = untouched;
    }
    kernel_for(s->degree, s->degree_z)(s, x, y, count, growth, warm);
    for (int i = 0; i < count; i++) {
        point p = point_evaluate(s, CMPLX(x[i], y));
        if (kernel_decides(growth[i])) {
            bool is_right = isfinite(p.growth) &&
                            fabs((double)growth[i] - p.growth) <= 1e-6 * p.growth &&
                            p.verdict == (growth[i] > 1 ? VERDICT_UNSTABLE : VERDICT_STABLE);
            ASSERTm(support_say("%s at %.17g%+.17gi: %.9g, exactly %.17g (%s)", name, x[i], y,
                                (double)growth[i], p.growth, verdict_name(p.verdict)),
                    is_right);
        } else {
            /* It gives up only where it may. */
            bool may = !(p.growth < 0.99 * (double)kernel_largest) || p.growth < 1.01e-15 ||
                       fabs(p.growth - 1) <= 4e-6 || isnan(growth[i]);
            ASSERTm(support_say("%s at %.17g%+.17gi: %g undecided, exactly %.17g", name, x[i], y,
                                (double)growth[i], p.growth),
                    may);
        }
    }
    for (int i = count; i < LONGEST_ROW + GUARD; i++) {
        ASSERTm(support_say("%s writes beyond %d", name, count), growth[i] == untouched);
    }
    PASS();
}

/* Rows below each other with a common warm start, as in a tile of the field. */
static enum greatest_test_res compare_tile(const char *name, const slice *s, double x0, double y0,
                                           double step, int count, int rows)
{
    double x[LONGEST_ROW];
    warm_start warm = {0};
    for (int i = 0; i < count; i++) {
        x[i] = x0 + step * i;
    }
    for (int row = 0; row < rows; row++) {
        CHECK_CALL(compare_row(name, s, x, y0 - step * row, count, &warm));
    }
    PASS();
}

TEST every_kernel_matches_the_reference_evaluator(void)
{
    static const int counts[] = {1, 2, 3, 4, 5, 7, 64};
    static everything e;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        bool ode_only = phi_describe(e.p)->spin == PHI_ODE_ONLY;
        for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
            slice *s;
            ASSERTm(support_say("%s", e.name), slice_at(e.p, ode_only ? 0 : random_edgy(2), &s));
            double step = exp(random_between(-8, 0));
            CHECK_CALL(compare_tile(e.name, s, random_edgy(8), random_edgy(8), step, counts[i], 5));
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

/* z = 0, where roots of Adams methods meet in 0; the real axis, where roots meet in pairs and
 * poles of BDF and implicit Runge-Kutta methods are; all in one odd row. */
TEST long_rows_pass_zero_poles_and_double_roots(void)
{
    static everything e;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        bool ode_only = phi_describe(e.p)->spin == PHI_ODE_ONLY;
        for (int n = 0; n < 2; n++) {
            slice *s;
            ASSERTm(support_say("%s", e.name), slice_at(e.p, ode_only ? 0 : n * 0.5, &s));
            /* Long steps, after which a start from the roots at z = 0 is a bad one. */
            CHECK_CALL(compare_tile(e.name, s, -30 * 0.1875, 0, 0.1875, 61, 1));
            CHECK_CALL(
                compare_tile(e.name, s, -639 * 0.0078125, 0.0078125, 0.0078125, LONGEST_ROW, 3));
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

/* Far away and close up. */
TEST kernels_match_at_every_magnification(void)
{
    static everything e;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        slice *s;
        ASSERTm(support_say("%s", e.name), slice_at(e.p, 0, &s));
        CHECK_CALL(compare_tile(e.name, s, -1e6, 1e6, 3e4, 61, 4));
        CHECK_CALL(compare_tile(e.name, s, -60, 30, 0.9, 133, 67)); /* where terms cancel */
        CHECK_CALL(compare_tile(e.name, s, -0.4, 0.3, 1e-8, 33, 4));
        CHECK_CALL(compare_tile(e.name, s, -1e-6, 1e-6, 1e-7, 21, 4));
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* (16 - z)^16 sigma^k - 16 (16 - z)^15 2^-k has roots of one modulus. In powers of z its
 * coefficients are exact doubles, but around z = 16 nothing is left of them: kernels of every
 * degree are right or say so. */
TEST kernels_say_where_terms_cancel(void)
{
    enum { POWERS = 16, COUNT = 20, ROWS = 200 };
    for (int degree = 1; degree <= 6; degree++) {
        double c[7 * (POWERS + 1)] = {0}, above = 1, below = 1;
        slice s = {.degree = degree, .degree_z = POWERS, .c = c};
        int undecided = 0;
        for (int i = 0; i <= POWERS; i++) {
            int sign = i % 2 == 0 ? 1 : -1;
            c[degree * (POWERS + 1) + i] = ldexp(sign * below, -4 * i);
            c[i] = -ldexp(sign * above, -4 * i - degree);
            below = below * (POWERS - i) / (i + 1);
            above = above * (POWERS - 1 - i) / (i + 1);
        }
        for (int row = 0; row < ROWS; row++) {
            double x[COUNT], y = random_between(-5, 5), from = random_between(-4, 24);
            float growth[COUNT];
            warm_start warm = {0};
            for (int i = 0; i < COUNT; i++) {
                x[i] = from + 0.07 * i;
            }
            kernel_for(degree, POWERS)(&s, x, y, COUNT, growth, &warm);
            for (int i = 0; i < COUNT; i++) {
                double exact = pow(16 / hypot(16 - x[i], y), 1.0 / degree) / 2;
                undecided += isnan(growth[i]);
                ASSERTm(support_say("degree %d at %.17g%+.17gi: %.9g, exactly %.9g", degree, x[i],
                                    y, (double)growth[i], exact),
                        isnan(growth[i]) || fabs((double)growth[i] - exact) <= 1e-6 * exact);
            }
        }
        ASSERTm(support_say("degree %d: %d undecided", degree, undecided),
                undecided > 100 && undecided < ROWS * COUNT * 9 / 10);
    }
    PASS();
}

/* A warm start only saves time: rows are right when the one before was somewhere else. */
TEST warm_starts_from_elsewhere_do_no_harm(void)
{
    static everything e;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        double x[40];
        slice *s;
        warm_start warm = {0};
        ASSERTm(support_say("%s", e.name), slice_at(e.p, 0, &s));
        for (int row = 0; row < 6; row++) {
            for (int i = 0; i < 40; i++) {
                x[i] = random_between(-20, 20);
            }
            qsort(x, 40, sizeof *x, ascending);
            CHECK_CALL(compare_row(e.name, s, x, random_between(-20, 20), 40, &warm));
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

TEST growths_are_classified(void)
{
    static const struct {
        float growth;
        bool decided;
        verdict verdict;
    } cases[] = {
        {0.5F, true, VERDICT_STABLE},         {0.99999F, true, VERDICT_STABLE},
        {1.00001F, true, VERDICT_UNSTABLE},   {999999, true, VERDICT_UNSTABLE},
        {1.1e-15F, true, VERDICT_STABLE},     {1, false, VERDICT_STABLE},
        {1.000001F, false, VERDICT_UNSTABLE}, {0.999999F, false, VERDICT_STABLE},
        {1e6F, false, VERDICT_UNSTABLE},      {INFINITY, false, VERDICT_UNSTABLE},
        {1e-15F, false, VERDICT_STABLE},      {0, false, VERDICT_STABLE},
        {NAN, false, VERDICT_STABLE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ASSERT_EQm(support_say("%.9g", (double)cases[i].growth), cases[i].decided,
                   kernel_decides(cases[i].growth));
        /* One in a row of others, everywhere in it. */
        for (int at = 0; at < 37; at++) {
            float growth[37];
            unsigned char verdicts[38];
            memset(verdicts, 99, sizeof verdicts);
            for (int n = 0; n < 37; n++) {
                growth[n] = n % 2 == 0 ? 0.25F : 4;
            }
            growth[at] = cases[i].growth;
            ASSERT_EQ(cases[i].decided, kernel_classify(growth, 37, verdicts));
            for (int n = 0; n < 37; n++) {
                verdict expected = n == at      ? cases[i].verdict
                                   : n % 2 == 0 ? VERDICT_STABLE
                                                : VERDICT_UNSTABLE;
                ASSERT_EQ(expected, (verdict)verdicts[n]);
            }
            ASSERT_EQ(99, verdicts[37]);
        }
    }
    ASSERT(kernel_classify(NULL, 0, NULL));
    PASS();
}

/* radau-iia:3 is two Horner rules of degree 3: 2 * 3 * 8, and 8 for |N|/|D|. */
TEST flops_are_counted_where_they_are_known(void)
{
    ASSERT_NEAR(56, kernel_flops(1, 3), 0, 0);
    ASSERT(kernel_flops(2, 1) > 0);
    ASSERT(kernel_flops(3, 1) == 0);
    PASS();
}

/* Single precision is right to half a colour (1e-3) everywhere, and near the unit circle it is not
 * used at all: there the kernel in double precision answers, to 1e-6. */
TEST display_is_right_to_half_a_colour(void)
{
    enum { COUNT = 1000 };
    static everything e;
    int near_circle = 0, all = 0, undecided = 0;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        const phi_info *info = phi_describe(e.p);
        if (!kernel_has_display(info->degree, info->degree_z)) {
            continue;
        }
        slice *s;
        ASSERTm(e.name, slice_at(e.p, info->spin == PHI_ODE_ONLY ? 0 : 0.5, &s));
        for (int row = 0; row < 12; row++) {
            double x[COUNT];
            float growth[COUNT];
            double y = random_edgy(9);
            for (int i = 0; i < COUNT; i++) {
                x[i] = -9 + 18.0 * i / (COUNT - 1);
            }
            warm_start warm = {0};
            kernel_display(s, x, y, COUNT, growth, &warm);
            for (int i = 0; i < COUNT; i++) {
                double exact = point_evaluate(s, CMPLX(x[i], y)).growth;
                bool is_near = fabs(exact - 1) < 0.015;
                near_circle += is_near;
                all++;
                undecided += isnan(growth[i]);
                if (exact > 1e-15 && exact < 1e6 && !isnan(growth[i])) {
                    ASSERTm(support_say("%s at %.17g%+.17gi: %.9g, exactly %.17g", e.name, x[i], y,
                                        growth[i], exact),
                            fabs(growth[i] - exact) <= (is_near ? 1e-6 : 1e-3) * exact);
                }
            }
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    ASSERT(near_circle > 1000);
    ASSERTm(support_say("%d of %d are undecided", undecided, all), undecided < all / 10000);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(every_kernel_matches_the_reference_evaluator);
    RUN_TEST(long_rows_pass_zero_poles_and_double_roots);
    RUN_TEST(kernels_match_at_every_magnification);
    RUN_TEST(kernels_say_where_terms_cancel);
    RUN_TEST(warm_starts_from_elsewhere_do_no_harm);
    RUN_TEST(growths_are_classified);
    RUN_TEST(flops_are_counted_where_they_are_known);
    RUN_TEST(display_is_right_to_half_a_colour);
    GREATEST_MAIN_END();
}
