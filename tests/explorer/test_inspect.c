/* What the inspector knows about a point, against the evaluator, the program and geometry. */
#include <cjson/cJSON.h>
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "explorer/inspect.h"
#include "method/catalogue.h"
#include "support/command.h"
#include "support/support.h"

static const double pi = 3.14159265358979323846;

/* A method opened and compiled. */
typedef struct opened {
    catalogue *catalogue;
    method *method;
    phi *phi;
    message why;
} opened;

static bool open_method(opened *o, const char *name, motion moves)
{
    message ignored;
    *o = (opened){0};
    if (catalogue_create(SPINSCOPE_ASSETS, &o->catalogue, &o->why) != STATUS_OK ||
        catalogue_open(o->catalogue, name, &o->method, &o->why) != STATUS_OK) {
        return false;
    }
    if (phi_compile(o->method, moves, &o->phi, &ignored) != STATUS_OK) {
        o->phi = NULL;
    }
    return true;
}

static void close_method(opened *o)
{
    phi_destroy(o->phi);
    method_destroy(o->method);
    catalogue_destroy(o->catalogue);
}

static status look(const opened *o, motion moves, plane p, double complex z, double w, int steps,
                   inspection *out, message *why)
{
    const inspect_request r = {.method = o->method,
                               .phi = o->phi,
                               .moves = moves,
                               .plane = p,
                               .z = z,
                               .w = w,
                               .steps = steps};
    return inspect_point(&r, out, why);
}

TEST numbers_equal_the_evaluator_over_the_catalogue(void)
{
    message why;
    catalogue *all = NULL;
    ASSERT_OK(catalogue_create(SPINSCOPE_ASSETS, &all, &why), "catalogue", why);
    for (int i = 0; i < catalogue_member_count(all); i++) {
        const char *name = catalogue_member(all, i);
        opened o;
        ASSERTm(name, open_method(&o, name, MOTION_SHEAR));
        bool is_ode = method_describe(o.method)->form == FORM_ODE_ONLY;
        double complex z = CMPLX(random_between(-6, 2), random_between(-4, 4));
        double w = is_ode ? 0 : random_between(-3, 3);
        inspection at;
        evaluation e;
        ASSERT_OK(look(&o, MOTION_SHEAR, PLANE_Z, z, w, 16, &at, &why), name, why);
        wide re = {.high = creal(z)}, im = {.high = cimag(z)}, ww = {.high = w};
        ASSERT_OK(phi_evaluate(o.phi, re, im, ww, &e, &why), name, why);
        ASSERTm(name, at.has_prediction && at.predicted.verdict == e.verdict);
        ASSERTm(name, at.z == z && at.w == w);
        ASSERT_NEAR(e.growth, at.predicted.growth, 0, 0);
        ASSERT_EQ_FMTm(name, e.root_count, at.predicted.root_count, "%d");
        for (int k = 0; k < e.root_count; k++) {
            ASSERTm(name, e.roots[k] == at.predicted.roots[k]);
        }
        inspection_clear(&at);
        close_method(&o);
    }
    catalogue_destroy(all);
    PASS();
}

TEST numbers_equal_those_of_the_program(void)
{
    static const struct {
        const char *method;
        double re, im, w;
        motion moves;
    } cases[] = {
        {"radau-iia:2", -1, 2, 0.5, MOTION_SHEAR}, {"bdf:3", -0.25, 1.5, -2, MOTION_SHEAR},
        {"rk4", -2, 0.125, 0, MOTION_SHEAR},       {"bdf:6", 0.5, -3, 0, MOTION_SHEAR},
        {"gauss:2", -1, 1, 0.75, MOTION_ROTATION}, {"spin:implicit-euler", -2, 1, 3, MOTION_SHEAR}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        opened o;
        inspection at;
        message why;
        char arguments[200];
        ASSERTm(cases[i].method, open_method(&o, cases[i].method, cases[i].moves));
        ASSERT_OK(look(&o, cases[i].moves, PLANE_Z, CMPLX(cases[i].re, cases[i].im), cases[i].w, 16,
                       &at, &why),
                  cases[i].method, why);
        snprintf(arguments, sizeof arguments, "eval %s --z=%g%+gi --w=%g --motion=%s --json",
                 cases[i].method, cases[i].re, cases[i].im, cases[i].w,
                 motion_name(cases[i].moves));
        result r = run_spinscope(arguments);
        ASSERTm(support_say("%s: %s", arguments, r.err), r.code == 0);
        cJSON *json = cJSON_Parse(r.out);
        const cJSON *size = cJSON_GetObjectItem(json, "growth"),
                    *roots = cJSON_GetObjectItem(json, "roots");
        ASSERT_NEAR(size->valuedouble, at.predicted.growth, 0, 1e-15);
        ASSERT_STR_EQ(cJSON_GetStringValue(cJSON_GetObjectItem(json, "verdict")),
                      verdict_name(at.predicted.verdict));
        ASSERT_EQ_FMT(cJSON_GetArraySize(roots), at.predicted.root_count, "%d");
        for (int k = 0; k < at.predicted.root_count; k++) {
            const cJSON *root = cJSON_GetArrayItem(roots, k);
            ASSERT_NEAR(cJSON_GetArrayItem(root, 0)->valuedouble, creal(at.predicted.roots[k]),
                        1e-300, 1e-15);
            ASSERT_NEAR(cJSON_GetArrayItem(root, 1)->valuedouble, cimag(at.predicted.roots[k]),
                        1e-300, 1e-15);
        }
        cJSON_Delete(json);
        result_clear(&r);
        inspection_clear(&at);
        close_method(&o);
    }
    PASS();
}

/* One-step methods multiply by R each step, so that measurement and prediction are the same; the
 * DAE steps are right to about 1e-10. */
TEST the_trajectory_grows_as_predicted(void)
{
    static const char *const names[] = {"implicit-euler", "radau-iia:2", "gauss:3",
                                        "gauss-lobatto:2", "rk4"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        opened o;
        ASSERT(open_method(&o, names[i], MOTION_SHEAR));
        bool is_ode = method_describe(o.method)->form == FORM_ODE_ONLY;
        for (int round = 0; round < 10; round++) {
            double complex z = CMPLX(random_between(-3, -0.1), random_between(-3, 3));
            double w = is_ode ? 0 : random_between(-2, 0.4);
            inspection at;
            message why;
            ASSERT_OK(look(&o, MOTION_SHEAR, PLANE_Z, z, w, 40, &at, &why), names[i], why);
            ASSERT_EQ_FMTm(names[i], 40, at.steps, "%d");
            ASSERT_EQ_FMT(0.0, at.log_u[0], "%g");
            double rate = log(at.predicted.growth);
            ASSERT_NEAR(rate, at.rate, 1e-7, 1e-7);
            for (int n = 0; n <= 40; n++) {
                ASSERT_NEAR(n * rate, at.log_u[n], 1e-6, 1e-7);
            }
            inspection_clear(&at);
        }
        close_method(&o);
    }
    PASS();
}

/* |1 - z - w| = |1 - w|: a circle about 1 - w of radius |1 - w|. Circles whose radius is at least
 * `least` of the distance. */
static enum greatest_test_res circles(double least, double most)
{
    opened o;
    ASSERT(open_method(&o, "implicit-euler", MOTION_SHEAR));
    for (int round = 0; round < 200; round++) {
        double w = random_integer(0, 3) == 0 ? 0 : random_between(-4, 4);
        double complex z = CMPLX(random_between(-9, 9), random_between(-6, 6));
        double expected = fabs(cabs(z - (1 - w)) - fabs(1 - w));
        inspection at;
        message why;
        if (expected < 1e-3 || fabs(1 - w) < least * expected || fabs(1 - w) > most * expected) {
            continue;
        }
        ASSERT_OK(look(&o, MOTION_SHEAR, PLANE_Z, z, w, 8, &at, &why), "implicit-euler", why);
        ASSERTm(support_say("z = %g%+gi, w = %g: expected %.10g, got %.10g", creal(z), cimag(z), w,
                            expected, at.distance),
                fabs(expected - at.distance) <= 1e-6 + 1e-5 * expected);
        inspection_clear(&at);
    }
    close_method(&o);
    PASS();
}

TEST distance_is_that_to_the_circle_of_implicit_euler(void)
{
    CHECK_CALL(circles(0.6, INFINITY));
    PASS();
}

/* Seen from far the circle is small, and still the only boundary there is. */
TEST distance_is_known_to_small_circles_too(void)
{
    CHECK_CALL(circles(0.05, 0.6));
    PASS();
}

/* In the plane zw the boundary is z = 0 and z = 2 - 2 w. */
TEST distance_in_the_plane_zw_is_that_to_two_lines(void)
{
    opened o;
    ASSERT(open_method(&o, "implicit-euler", MOTION_SHEAR));
    for (int round = 0; round < 60; round++) {
        double z = random_between(-5, 5), w = random_between(-5, 5);
        double expected = fmin(fabs(z), fabs(z + 2 * w - 2) / sqrt(5));
        inspection at;
        message why;
        if (expected < 1e-3) {
            continue;
        }
        ASSERT_OK(look(&o, MOTION_SHEAR, PLANE_ZW, z, w, 8, &at, &why), "implicit-euler", why);
        ASSERTm(
            support_say("z = %g, w = %g: expected %.10g, got %.10g", z, w, expected, at.distance),
            fabs(expected - at.distance) <= 1e-6 + 1e-5 * expected);
        inspection_clear(&at);
    }
    close_method(&o);
    PASS();
}

/* Explicit Euler: the disc |1 + z| <= 1, so that h = -2 Re z / |z|^2. Runge-Kutta 4: the real
 * interval ends at -2.785293563405282 (Hairer & Wanner, Solving ODEs II, IV.2). Implicit Euler
 * along
 * (-a h, w h): h = 2 / (2 w - a) where w > a/2, else no end. */
TEST the_largest_step_is_known_for_simple_methods(void)
{
    static const struct {
        const char *method;
        double re, im, w, h;
    } cases[] = {{"rk4", -1, 0, 0, 2.785293563405282},
                 {"rk4", -2, 0, 0, 2.785293563405282 / 2},
                 {"rk4", 0, 1, 0, 2.8284271247461903},
                 {"explicit-euler", -1, 0, 0, 2},
                 {"explicit-euler", -1, 2, 0, 0.4},
                 {"explicit-euler", -0.01, 0, 0, 200},
                 {"implicit-euler", -1, 0, 2, 2.0 / 3},
                 {"implicit-euler", -1, 0, 3, 2.0 / 5},
                 {"implicit-euler", -4, 0, 3, 1},
                 {"implicit-euler", -1, 0, 0.25, INFINITY},
                 {"implicit-euler", -1, 0, -3, INFINITY},
                 {"implicit-euler", 1, 0, 0, 0},
                 {"rk4", 1, 0, 0, 0},
                 {"bdf:2", -1, 3, 0, INFINITY}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        opened o;
        inspection at;
        message why;
        ASSERTm(cases[i].method, open_method(&o, cases[i].method, MOTION_SHEAR));
        ASSERT_OK(look(&o, MOTION_SHEAR, PLANE_Z, CMPLX(cases[i].re, cases[i].im), cases[i].w, 8,
                       &at, &why),
                  cases[i].method, why);
        ASSERTm(support_say("%s at %g%+gi, w = %g: largest h %.12g, expected %.12g",
                            cases[i].method, cases[i].re, cases[i].im, cases[i].w, at.largest_step,
                            cases[i].h),
                isinf(cases[i].h) ? isinf(at.largest_step)
                                  : fabs(at.largest_step - cases[i].h) <= 1e-9 * cases[i].h);
        inspection_clear(&at);
        close_method(&o);
    }
    PASS();
}

/* Just below the largest step it is stable, just above it is not. */
TEST the_largest_step_is_where_the_verdict_changes(void)
{
    static const char *const names[] = {"bdf:3", "radau-iia:2", "adams-bashforth:2", "trapezoidal",
                                        "dopri5"};
    int finite = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        opened o;
        ASSERT(open_method(&o, names[i], MOTION_SHEAR));
        bool is_ode = method_describe(o.method)->form == FORM_ODE_ONLY;
        for (int round = 0; round < 6; round++) {
            double complex z = CMPLX(random_between(-3, 0), random_between(-3, 3));
            double w = is_ode ? 0 : random_between(0, 3);
            inspection at;
            message why;
            ASSERT_OK(look(&o, MOTION_SHEAR, PLANE_Z, z, w, 8, &at, &why), names[i], why);
            double h = at.largest_step;
            inspection_clear(&at);
            if (!isfinite(h) || h <= 0) {
                continue;
            }
            finite++;
            for (int side = -1; side <= 1; side += 2) {
                double k = h * (1 + side * 1e-6);
                evaluation e;
                wide re = {.high = k * creal(z)}, im = {.high = k * cimag(z)}, ww = {.high = k * w};
                ASSERT_OK(phi_evaluate(o.phi, re, im, ww, &e, &why), names[i], why);
                ASSERTm(support_say("%s at h = %.12g, z = %g%+gi, w = %g: growth %.12g", names[i],
                                    k, creal(z), cimag(z), w, e.growth),
                        side < 0 ? e.growth <= 1 + 1e-9 : e.growth > 1);
            }
        }
        close_method(&o);
    }
    ASSERTm("the cases have ends", finite > 5);
    PASS();
}

/* u turns by Im z in a step when the method is accurate; the largest line is at that angle. */
TEST the_spectrum_has_its_line_at_the_turn_of_a_step(void)
{
    opened o;
    static const double turns[] = {0.5, -1, 1.5, 0, -2};
    ASSERT(open_method(&o, "gauss:4", MOTION_SHEAR));
    for (size_t i = 0; i < sizeof turns / sizeof turns[0]; i++) {
        inspection at;
        message why;
        int n = 128, best = 0;
        ASSERT_OK(look(&o, MOTION_SHEAR, PLANE_Z, CMPLX(-0.01, turns[i]), 0, n, &at, &why), "gauss",
                  why);
        ASSERT_EQ_FMT(n, at.frequencies, "%d");
        for (int k = 0; k < n; k++) {
            ASSERT(at.spectrum[k] >= 0 && at.spectrum[k] <= 1);
            best = at.spectrum[k] > at.spectrum[best] ? k : best;
        }
        ASSERT_EQ_FMT(1.0, at.spectrum[best], "%g");
        double angle = remainder(2 * pi * best / n, 2 * pi);
        ASSERT_NEAR(turns[i], angle, pi / n * 1.01, 0);
        inspection_clear(&at);
    }
    close_method(&o);
    PASS();
}

TEST without_a_prediction_there_is_still_a_trajectory(void)
{
    opened o;
    inspection at;
    message why;
    ASSERT(open_method(&o, "spin:implicit-euler", MOTION_ROTATION));
    ASSERT_EQ(NULL, o.phi);
    ASSERT_OK(look(&o, MOTION_ROTATION, PLANE_Z, -1, 0.5, 32, &at, &why), "spin", why);
    ASSERT(!at.has_prediction && isnan(at.distance) && isnan(at.largest_step));
    ASSERT_EQ_FMT(32, at.steps, "%d");
    ASSERT(at.measured.outcome == STEP_DONE && isfinite(at.rate));
    inspection_clear(&at);
    close_method(&o);
    PASS();
}

/* At a pole a step has no solution: what was measured until then is there, and the verdict. */
TEST poles_are_told_not_integrated(void)
{
    opened o;
    inspection at;
    message why;
    ASSERT(open_method(&o, "implicit-euler", MOTION_SHEAR));
    ASSERT_OK(look(&o, MOTION_SHEAR, PLANE_Z, 1, 0, 32, &at, &why), "pole", why);
    ASSERT(at.has_prediction && at.predicted.verdict == VERDICT_POLE);
    ASSERT(at.measured.outcome != STEP_DONE && at.steps < 32);
    inspection_clear(&at);
    close_method(&o);
    PASS();
}

TEST no_place_is_dangerous(void)
{
    static const char *const names[] = {"implicit-euler",   "bdf:6",      "rk4", "gauss:5",
                                        "spin:radau-iia:2", "trapezoidal"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        for (int moves = 0; moves < MOTION_COUNT; moves++) {
            opened o;
            ASSERT(open_method(&o, names[i], (motion)moves));
            for (int round = 0; round < 4; round++) {
                double complex z = CMPLX(random_edgy(1e6), random_edgy(1e6));
                double w = random_edgy(round == 0 ? 1e6 : 5);
                inspection at;
                message why;
                plane p = random_integer(0, 3) == 0 ? PLANE_ZW : PLANE_Z;
                if (method_describe(o.method)->form == FORM_ODE_ONLY) {
                    w = 0;
                    p = PLANE_Z;
                }
                int steps = random_integer(0, 1) == 0 ? 8 : 1 + random_integer(0, 99);
                status s =
                    look(&o, (motion)moves, p, p == PLANE_Z ? z : creal(z), w, steps, &at, &why);
                ASSERTm(support_say("%s at %g%+gi, w = %g: %s", names[i], creal(z), cimag(z), w,
                                    why.text),
                        s == STATUS_OK);
                ASSERT(at.steps >= 0 && at.steps <= steps);
                ASSERT(isnan(at.distance) || at.distance >= 0);
                ASSERT(isnan(at.largest_step) || at.largest_step >= 0);
                inspection_clear(&at);
            }
            close_method(&o);
        }
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(numbers_equal_the_evaluator_over_the_catalogue);
    RUN_TEST(numbers_equal_those_of_the_program);
    RUN_TEST(the_trajectory_grows_as_predicted);
    RUN_TEST(distance_is_that_to_the_circle_of_implicit_euler);
    RUN_TEST(distance_is_known_to_small_circles_too);
    RUN_TEST(distance_in_the_plane_zw_is_that_to_two_lines);
    RUN_TEST(the_largest_step_is_known_for_simple_methods);
    RUN_TEST(the_largest_step_is_where_the_verdict_changes);
    RUN_TEST(the_spectrum_has_its_line_at_the_turn_of_a_step);
    RUN_TEST(without_a_prediction_there_is_still_a_trajectory);
    RUN_TEST(poles_are_told_not_integrated);
    RUN_TEST(no_place_is_dangerous);
    GREATEST_MAIN_END();
}
