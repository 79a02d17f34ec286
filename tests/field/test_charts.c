/* Fields and curves in other charts of the sphere: each pixel must be what Phi says, in quadruple
 * precision, at the z that it stands for. */
#include <math.h>

#include "field/contour.h"
#include "field/field.h"
#include "stability/evaluate.h"
#include "stability/everything.h"
#include "support/support.h"

static message why;

static const double pi = 3.14159265358979324;

static wide plain(double x)
{
    return (wide){.high = x};
}

/* The z of a place, in the words of the chart. */
static double complex z_of(const view *v, double x, double y)
{
    return v->chart == CHART_INFINITY ? 1 / CMPLX(x, v->plane == PLANE_Z ? y : 0)
                                      : pow(10, x) * CMPLX(cos(pi * y), sin(pi * y));
}

/* Pixels where double precision may see a pole or a cancellation otherwise are left out by the
 * tolerance: growths are compared relative to 1 + growth. */
static enum greatest_test_res pixels_agree(const phi *p, const char *name, const view *v,
                                           evaluator how)
{
    field f;
    const field_request request = {.view = *v,
                                   .phi = p,
                                   .evaluator = how,
                                   .layers = how == EVALUATOR_SCALAR ? FIELD_EXACT : 0};
    ASSERT_OK(field_compute(&request, 0, 0, &f, &why), name, why);
    for (int n = 0; n < v->width * v->height; n++) {
        double x = view_x(v, n % v->width), y = view_y(v, n / v->width);
        double complex z = z_of(v, x, y);
        if (!isfinite(creal(z)) || !isfinite(cimag(z))) {
            continue; /* infinity has a test of its own */
        }
        evaluation e;
        ASSERT_OK(phi_evaluate(p, plain(creal(z)), plain(cimag(z)),
                               plain(v->plane == PLANE_Z ? v->w : y), &e, &why),
                  name, why);
        const char *words = support_say("%s, %s chart, z = %.17g + %.17gi: %.9g, %.9g", name,
                                        view_chart_name(v->chart), creal(z), cimag(z), e.growth,
                                        (double)f.growth[n]);
        if (e.growth < 1e5) {
            ASSERTm(words, fabs(f.growth[n] - e.growth) <= 1e-5 * (1 + e.growth));
        }
        if (fabs(e.growth - 1) > 1e-9) {
            ASSERTm(words, (e.growth < 1) == (f.verdict[n] == VERDICT_STABLE) ||
                               f.verdict[n] == VERDICT_UNDEFINED);
        }
    }
    field_clear(&f);
    PASS();
}

TEST pixels_are_what_phi_says_at_the_z_they_stand_for(void)
{
    static everything e;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        bool is_ode = phi_describe(e.p)->spin == PHI_ODE_ONLY;
        view v = {.x0 = -1.1, .x1 = 0.9, .y0 = -0.7, .y1 = 1, .width = 15, .height = 11};
        v.w = is_ode ? 0 : random_between(-2, 2);
        v.chart = CHART_INFINITY;
        CHECK_CALL(pixels_agree(e.p, e.name, &v, EVALUATOR_AUTO));
        CHECK_CALL(pixels_agree(e.p, e.name, &v, EVALUATOR_SCALAR));
        if (!is_ode) {
            v.plane = PLANE_ZW;
            CHECK_CALL(pixels_agree(e.p, e.name, &v, EVALUATOR_AUTO));
        }
        v = (view){.x0 = -3, .x1 = 3, .y0 = -0.5, .y1 = 2, .width = 15, .height = 11, .w = v.w};
        v.chart = CHART_LOG;
        CHECK_CALL(pixels_agree(e.p, e.name, &v, EVALUATOR_AUTO));
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

/* The pixel in the middle of a chart at infinity is z = infinity itself. By the table of
 * mathematics.md 2 |R| is 0 there for Radau, 1 for gauss:2, |1 - w| for the trapezoidal rule and |2
 * - w|/|2 + w| for gauss-lobatto:1; explicit methods have a pole, BDF has all roots at 0. */
TEST the_origin_of_the_chart_is_infinity(void)
{
    static const struct {
        const char *name;
        double w, growth;
    } cases[] = {{"implicit-euler", 0.5, 0},
                 {"radau-iia:2", 0.25, 0},
                 {"radau-iia:2", 7, 0},
                 {"gauss:2", 1.5, 1},
                 {"trapezoidal", 0.25, 0.75},
                 {"trapezoidal", 3, 2},
                 {"gauss-lobatto:1", 1, 1.0 / 3},
                 {"gauss-lobatto:1", -2, INFINITY},
                 {"rk4", 0, INFINITY},
                 {"bdf:3", 0.5, 0}};
    catalogue *all = NULL;
    ASSERT_OK(catalogue_create(SPINSCOPE_ASSETS, &all, &why), "catalogue", why);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        method *m = NULL;
        phi *p = NULL;
        field f;
        view v = {.x0 = -1, .x1 = 1, .y0 = -1, .y1 = 1, .width = 5, .height = 5, .w = cases[i].w};
        v.chart = CHART_INFINITY;
        ASSERT_OK(catalogue_open(all, cases[i].name, &m, &why), cases[i].name, why);
        ASSERT_OK(phi_compile(m, MOTION_SHEAR, &p, &why), cases[i].name, why);
        const field_request request = {.view = v, .phi = p};
        ASSERT_OK(field_compute(&request, 0, 0, &f, &why), cases[i].name, why);
        if (isinf(cases[i].growth)) {
            ASSERT_EQm(cases[i].name, VERDICT_POLE, (verdict)f.verdict[12]);
        } else {
            ASSERT_NEAR(cases[i].growth, (double)f.growth[12], 1e-7, 1e-6);
        }
        field_clear(&f);
        phi_destroy(p);
        method_destroy(m);
    }
    catalogue_destroy(all);
    PASS();
}

/* Every vertex has growth 1 at its z, and the circle of implicit Euler, |1 - z| = 1, is the line
 * Re 1/z = 1/2. */
TEST boundaries_are_traced_in_every_chart(void)
{
    static const char *const names[] = {"implicit-euler", "radau-iia:3", "bdf:2", "lobatto-iiic:2"};
    catalogue *all = NULL;
    ASSERT_OK(catalogue_create(SPINSCOPE_ASSETS, &all, &why), "catalogue", why);
    for (size_t i = 0; i < 2 * sizeof names / sizeof names[0]; i++) {
        const char *name = names[i / 2];
        bool is_log = i % 2 == 1;
        view v = {.x0 = -1, .x1 = 1, .y0 = -1, .y1 = 1, .width = 60, .height = 60};
        v.chart = is_log ? CHART_LOG : CHART_INFINITY;
        v.y0 = is_log ? 0 : v.y0;
        v.w = i / 2 == 1 ? 0.5 : 0;
        method *m = NULL;
        phi *p = NULL;
        field f;
        contour c;
        ASSERT_OK(catalogue_open(all, name, &m, &why), name, why);
        ASSERT_OK(phi_compile(m, MOTION_SHEAR, &p, &why), name, why);
        const field_request request = {.view = v, .phi = p};
        ASSERT_OK(field_compute(&request, 0, 0, &f, &why), name, why);
        const contour_request trace = {.field = &f, .phi = p, .level = 1, .pixel_tolerance = 0.05};
        ASSERT_OK(contour_trace(&trace, &c, &why), name, why);
        int points = 0;
        for (int k = 0; k < c.count; k++) {
            for (int n = 0; n < c.curves[k].count; n++, points++) {
                evaluation e;
                double complex z = z_of(&v, c.curves[k].x[n], c.curves[k].y[n]);
                ASSERT_OK(phi_evaluate(p, plain(creal(z)), plain(cimag(z)), plain(v.w), &e, &why),
                          name, why);
                ASSERT_NEAR(1, e.growth, 1e-9, 0);
                if (i == 0) {
                    ASSERT_NEAR(0.5, c.curves[k].x[n], 1e-12, 0);
                }
            }
        }
        ASSERTm(name, points > 20);
        contour_clear(&c);
        field_clear(&f);
        phi_destroy(p);
        method_destroy(m);
    }
    catalogue_destroy(all);
    PASS();
}

TEST charts_have_names_and_exact_axes(void)
{
    view_chart c;
    ASSERT(view_chart_find("infinity", &c) && c == CHART_INFINITY);
    ASSERT(view_chart_find("log", &c) && c == CHART_LOG);
    ASSERT(!view_chart_find("sphere", &c));
    ASSERT_STR_EQ("plain", view_chart_name(CHART_PLAIN));
    const view v = {.chart = CHART_LOG};
    /* Multiples of a quarter turn are on the axes to the bit. */
    for (int quarter = -8; quarter <= 8; quarter++) {
        double complex z = view_argument(&v, 2, quarter / 2.0);
        ASSERT_EQ(quarter % 2 == 0 ? 0 : 100, fabs(cimag(z)));
        ASSERT_EQ(quarter % 2 == 0 ? 100 : 0, fabs(creal(z)));
    }
    ASSERT_NEAR(-100, creal(view_argument(&v, 2, 1)), 0, 0);
    ASSERT_NEAR(-100, cimag(view_argument(&v, 2, -0.5)), 0, 0);
    /* So close below the positive axis that it cannot be told from it. */
    ASSERT_NEAR(100, creal(view_argument(&v, 2, -1e-18)), 0, 0);
    ASSERT_NEAR(0, cimag(view_argument(&v, 2, -1e-18)), 0, 0);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(pixels_are_what_phi_says_at_the_z_they_stand_for);
    RUN_TEST(the_origin_of_the_chart_is_infinity);
    RUN_TEST(boundaries_are_traced_in_every_chart);
    RUN_TEST(charts_have_names_and_exact_axes);
    GREATEST_MAIN_END();
}
