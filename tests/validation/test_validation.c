/* Prediction against measurement. They must agree where both are right, and must not where one of
 * them is wrong: the second half of these tests breaks one on purpose. */
#include "validation/validation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "method/catalogue.h"
#include "numerics/roots.h"
#include "support/command.h"
#include "support/support.h"

static message why;
static catalogue *all;

static view rectangle(plane kind, double w, double x0, double x1, double y0, double y1, int width,
                      int height)
{
    return (view){.plane = kind,
                  .x0 = x0,
                  .x1 = x1,
                  .y0 = y0,
                  .y1 = y1,
                  .width = width,
                  .height = height,
                  .w = w};
}

static view square(plane kind, double w, double half, int width, int height)
{
    return rectangle(kind, w, -half, half, -half, half, width, height);
}

static long pixels_of(const view *v)
{
    return (long)v->width * v->height;
}

/* Predicts with one method and measures another; they are the same unless one is broken. */
static status validate(const char *predicted, const char *measured, motion moves, const view *v,
                       field *f, measurement *m, validation *out)
{
    method *first = NULL, *second = NULL;
    phi *p = NULL;
    *f = (field){0};
    *m = (measurement){0};
    *out = (validation){0};
    status s = catalogue_open(all, predicted, &first, &why);
    s = s == STATUS_OK ? catalogue_open(all, measured, &second, &why) : s;
    s = s == STATUS_OK ? phi_compile(first, moves, &p, &why) : s;
    const field_request prediction = {.view = *v, .phi = p, .layers = FIELD_EXACT};
    s = s == STATUS_OK ? field_compute(&prediction, 0, 0, f, &why) : s;
    if (s == STATUS_OK) {
        const measurement_request r = measurement_of_test_equation(second, moves, v);
        s = measurement_take(&r, m, &why);
    }
    s = s == STATUS_OK ? validation_of(f, m, out, &why) : s;
    phi_destroy(p);
    method_destroy(first);
    method_destroy(second);
    return s;
}

static void clear(field *f, measurement *m, validation *v)
{
    field_clear(f);
    measurement_clear(m);
    validation_clear(v);
}

/* mathematics.md 7 in one table; the cells with a question mark depend on the growth. A pole that
 * is measured as ordinary growth, or as none, is a disagreement; one that gives no number is not.
 */
TEST every_prediction_meets_every_measurement_as_the_rules_say(void)
{
    enum { RARE = -1 };
    static const int rules[5][6] = {
        [VERDICT_STABLE] = {[GROWTH_STABLE] = AGREE_STABLE,
                            [GROWTH_UNSTABLE] = DISAGREE,
                            [GROWTH_UNDECIDED] = TOO_CLOSE,
                            [GROWTH_SINGULAR] = DISAGREE,
                            [GROWTH_FAILED] = TOO_CLOSE,
                            [GROWTH_NOT_MEASURED] = NOT_MEASURED},
        [VERDICT_UNSTABLE] = {[GROWTH_STABLE] = DISAGREE,
                              [GROWTH_UNSTABLE] = AGREE_UNSTABLE,
                              [GROWTH_UNDECIDED] = TOO_CLOSE,
                              [GROWTH_SINGULAR] = RARE,
                              [GROWTH_FAILED] = TOO_CLOSE,
                              [GROWTH_NOT_MEASURED] = NOT_MEASURED},
        [VERDICT_BOUNDARY] = {[GROWTH_STABLE] = TOO_CLOSE,
                              [GROWTH_UNSTABLE] = TOO_CLOSE,
                              [GROWTH_UNDECIDED] = TOO_CLOSE,
                              [GROWTH_SINGULAR] = TOO_CLOSE,
                              [GROWTH_FAILED] = TOO_CLOSE,
                              [GROWTH_NOT_MEASURED] = NOT_MEASURED},
        [VERDICT_POLE] = {[GROWTH_STABLE] = DISAGREE,
                          [GROWTH_UNSTABLE] = RARE,
                          [GROWTH_UNDECIDED] = TOO_CLOSE,
                          [GROWTH_SINGULAR] = AGREE_UNSTABLE,
                          [GROWTH_FAILED] = TOO_CLOSE,
                          [GROWTH_NOT_MEASURED] = NOT_MEASURED},
        [VERDICT_UNDEFINED] = {[GROWTH_STABLE] = TOO_CLOSE,
                               [GROWTH_UNSTABLE] = TOO_CLOSE,
                               [GROWTH_UNDECIDED] = TOO_CLOSE,
                               [GROWTH_SINGULAR] = AGREE_UNSTABLE,
                               [GROWTH_FAILED] = TOO_CLOSE,
                               [GROWTH_NOT_MEASURED] = NOT_MEASURED},
    };
    static const double growths[] = {0, 1e-3, 0.5, 1, 2, 1e3, 9.99e5, 1.01e6, 1e300, INFINITY};
    for (int p = VERDICT_STABLE; p <= VERDICT_UNDEFINED; p++) {
        for (int m = GROWTH_STABLE; m <= GROWTH_NOT_MEASURED; m++) {
            for (int g = 0; g < 10; g++) {
                for (int r = 0; r < 10; r++) {
                    int expected = rules[p][m];
                    if (expected == RARE && p == VERDICT_POLE) {
                        expected = growths[r] > 1e6 ? AGREE_UNSTABLE : DISAGREE;
                    } else if (expected == RARE) {
                        expected = growths[g] > 1e6 ? AGREE_UNSTABLE : DISAGREE;
                    }
                    if (p == VERDICT_STABLE && growths[g] > 1) {
                        continue; /* is not stable */
                    }
                    agreement found = validation_compare((verdict)p, growths[g], (growth_verdict)m,
                                                         log(growths[r]));
                    ASSERTm(support_say("predicted %s, growth %g, measured %d, growth %g: %d "
                                        "instead of %d",
                                        verdict_name((verdict)p), growths[g], m, growths[r],
                                        (int)found, expected),
                            (int)found == expected);
                }
            }
        }
    }
    PASS();
}

TEST counts_and_the_largest_difference_are_those_of_the_pixels(void)
{
    enum { COUNT = 8 };
    double exact[COUNT] = {0.5, 2, 0.9, 5e-4, 2e3, 1, NAN, 1e3};
    unsigned char predicted[COUNT] = {VERDICT_STABLE,    VERDICT_UNSTABLE, VERDICT_STABLE,
                                      VERDICT_STABLE,    VERDICT_UNSTABLE, VERDICT_BOUNDARY,
                                      VERDICT_UNDEFINED, VERDICT_UNSTABLE};
    double rate[COUNT] = {log(0.5), log(2.2), log(1.0), log(1e-4), log(1e9), log(3), NAN, NAN};
    unsigned char measured[COUNT] = {GROWTH_STABLE, GROWTH_UNSTABLE,    GROWTH_UNDECIDED,
                                     GROWTH_STABLE, GROWTH_UNSTABLE,    GROWTH_UNDECIDED,
                                     GROWTH_FAILED, GROWTH_NOT_MEASURED};
    static const agreement expected[COUNT] = {AGREE_STABLE, AGREE_UNSTABLE, TOO_CLOSE,
                                              AGREE_STABLE, AGREE_UNSTABLE, TOO_CLOSE,
                                              TOO_CLOSE,    NOT_MEASURED};
    const view v = square(PLANE_ZW, 0, 1, 4, 2);
    const field f = {.view = v, .rows = 2, .exact = exact, .verdict = predicted};
    double uncertainty[COUNT] = {0.1, 0.1, 0.2, 0.1, 0.1, 2, 0.1, 0.1};
    const measurement m = {
        .view = v, .rate = rate, .uncertainty = uncertainty, .verdict = measured};
    validation out;
    ASSERT_OK(validation_of(&f, &m, &out, &why), "by hand", why);
    for (int i = 0; i < COUNT; i++) {
        ASSERT_EQm(support_say("pixel %d", i), expected[i], out.agreement[i]);
    }
    ASSERT_EQ_FMT(2L, out.counts[AGREE_STABLE], "%ld");
    ASSERT_EQ_FMT(2L, out.counts[AGREE_UNSTABLE], "%ld");
    ASSERT_EQ_FMT(0L, out.counts[DISAGREE], "%ld");
    ASSERT_EQ_FMT(3L, out.counts[TOO_CLOSE], "%ld");
    ASSERT_EQ_FMT(1L, out.counts[NOT_MEASURED], "%ld");
    ASSERT_EQ_FMT(1L, out.failed, "%ld");
    ASSERT_EQ_FMT(0L, out.wrong_size, "%ld");
    /* 2.2 for 2; what is undecided, or beyond 1e-3 and 1e3, does not count. */
    ASSERT_NEAR(0.1, out.largest_difference, 1e-14, 0);
    ASSERT(out.worst_column == 1 && out.worst_row == 0);
    validation_clear(&out);

    uncertainty[1] = 0.09;  /* 2.2 is log 1.1 = 0.0953 from 2 */
    uncertainty[2] = 0.11;  /* and 1 is 0.1054 from 0.9 */
    uncertainty[3] = 0.001; /* 1e-4 for 5e-4 is not compared */
    uncertainty[5] = 1;     /* nor is what is predicted on the boundary spared */
    rate[6] = log(0.25);    /* the second row; NaN is not compared */
    measured[6] = GROWTH_STABLE;
    exact[6] = 1e-3;
    predicted[6] = VERDICT_STABLE;
    ASSERT_OK(validation_of(&f, &m, &out, &why), "by hand", why);
    ASSERT_NEAR(249, out.largest_difference, 0, 1e-12);
    ASSERT(out.worst_column == 2 && out.worst_row == 1);
    ASSERT_EQ_FMT(3L, out.wrong_size, "%ld");
    ASSERT_EQ_FMT(3L, out.counts[DISAGREE], "%ld");
    ASSERT(out.agreement[1] == DISAGREE && out.agreement[2] == TOO_CLOSE);
    ASSERT(out.agreement[3] == AGREE_STABLE && out.agreement[5] == DISAGREE);
    ASSERT(out.agreement[6] == DISAGREE);
    validation_clear(&out);

    uncertainty[1] = uncertainty[5] = uncertainty[6] =
        NAN; /* not known: nothing is said of sizes */
    ASSERT_OK(validation_of(&f, &m, &out, &why), "by hand", why);
    ASSERT_EQ_FMT(0L, out.wrong_size, "%ld");
    ASSERT_EQ_FMT(0L, out.counts[DISAGREE], "%ld");
    validation_clear(&out);
    PASS();
}

/* One of every form, in both planes and with both kernels that spin for ever. The sizes are odd so
 * that pixels lie on z = 0, w = 0, and on poles. */
TEST nothing_disagrees_for_any_form_of_method(void)
{
    static const char *const names[] = {"implicit-euler",
                                        "radau-iia:3",
                                        "gauss:2",
                                        "gauss:2,keep=u",
                                        "gauss:2,keep=none",
                                        "trapezoidal",
                                        "lobatto-iiia:3",
                                        "tr-bdf2",
                                        "gauss-lobatto:2",
                                        "sdirk3",
                                        "bdf:1",
                                        "bdf:2",
                                        "bdf:3",
                                        "bdf:4",
                                        "bdf:5",
                                        "bdf:6",
                                        "rk4",
                                        "adams-bashforth:3",
                                        "adams-moulton:2"};
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        bool is_ode = strcmp(names[n], "rk4") == 0 || strncmp(names[n], "adams", 5) == 0;
        for (int k = 0; k < (is_ode ? 1 : 5); k++) {
            const view v = k == 0  ? square(PLANE_Z, 0, 9, 21, 21)
                           : k < 3 ? square(PLANE_ZW, 0, 8.25, 33, 11)
                                   : square(PLANE_Z, k == 3 ? 0.75 : -1.5, 6, 21, 15);
            motion moves = k % 2 == 0 ? MOTION_SHEAR : MOTION_ROTATION;
            field f;
            measurement m;
            validation out;
            ASSERT_OK(validate(names[n], names[n], moves, &v, &f, &m, &out), names[n], why);
            const char *where = support_say(
                "%s, %s, view %d: %ld disagree, %ld too close, difference %g at %d,%d", names[n],
                motion_name(moves), k, out.counts[DISAGREE], out.counts[TOO_CLOSE],
                out.largest_difference, out.worst_column, out.worst_row);
            ASSERT_EQm(where, 0L, out.counts[DISAGREE]);
            ASSERT_EQm(where, 0L, out.counts[NOT_MEASURED]);
            ASSERT_EQm(where, pixels_of(&v),
                       out.counts[AGREE_STABLE] + out.counts[AGREE_UNSTABLE] +
                           out.counts[TOO_CLOSE]);
            long boundary = 0;
            for (long i = 0; i < pixels_of(&v); i++) {
                boundary += f.verdict[i] == VERDICT_BOUNDARY || f.verdict[i] == VERDICT_UNDEFINED;
            }
            ASSERTm(where, out.counts[TOO_CLOSE] <= boundary + 1);
            ASSERTm(where,
                    out.counts[AGREE_STABLE] + out.counts[AGREE_UNSTABLE] > pixels_of(&v) / 4);
            ASSERTm(where, out.largest_difference < 0.05);
            clear(&f, &m, &out);
        }
    }
    PASS();
}

/* Of the usual view: 400 pixels a side, or fewer where every step takes ten times as long. */
TEST hardly_a_pixel_that_is_not_predicted_boundary_stays_undecided(void)
{
    enum { SIDE = IS_SANITIZED ? 60 : 400 };
    static const struct {
        const char *name;
        plane plane;
        double w;
    } cases[] = {
        {"implicit-euler", PLANE_ZW, 0}, {"trapezoidal", PLANE_Z, 0.5}, {"bdf:2", PLANE_Z, 0}};
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        const view v = square(cases[n].plane, cases[n].w, 9, SIDE, SIDE);
        field f;
        measurement m;
        validation out;
        ASSERT_OK(validate(cases[n].name, cases[n].name, MOTION_SHEAR, &v, &f, &m, &out),
                  cases[n].name, why);
        long undecided = 0;
        for (long i = 0; i < pixels_of(&v); i++) {
            undecided += out.agreement[i] == TOO_CLOSE && f.verdict[i] != VERDICT_BOUNDARY;
        }
        ASSERTm(support_say("%s: %ld of %ld", cases[n].name, undecided, pixels_of(&v)),
                undecided * 1000 <= pixels_of(&v));
        ASSERT_EQ_FMT(0L, out.counts[DISAGREE], "%ld");
        clear(&f, &m, &out);
    }
    PASS();
}

/* z + w = 3/2 is a pole of BDF2 and z + w = 1 one of implicit Euler; both go through pixel centres
 * here. At (0, 1) implicit Euler is undefined. */
TEST poles_on_the_grid_agree_as_such(void)
{
    static const struct {
        const char *name;
        double pole;
    } cases[] = {{"implicit-euler", 1}, {"bdf:1", 1}, {"bdf:2", 1.5}};
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        const view v = rectangle(PLANE_ZW, 0, -4.25, 4.25, -4.25, 4.25, 17, 17);
        field f;
        measurement m;
        validation out;
        int poles = 0, singular = 0;
        ASSERT_OK(validate(cases[n].name, cases[n].name, MOTION_SHEAR, &v, &f, &m, &out),
                  cases[n].name, why);
        for (int i = 0; i < 17 * 17; i++) {
            double z = view_x(&v, i % 17), w = view_y(&v, i / 17);
            bool is_pole = z + w == cases[n].pole && (z != 0 || n == 2);
            const char *where =
                support_say("%s at z = %g, w = %g: %s, measured %d, rate %g", cases[n].name, z, w,
                            verdict_name((verdict)f.verdict[i]), m.verdict[i], m.rate[i]);
            ASSERT_EQm(where, is_pole, f.verdict[i] == VERDICT_POLE);
            if (is_pole) {
                ASSERT_EQm(where, AGREE_UNSTABLE, out.agreement[i]);
                poles++;
                singular += m.verdict[i] == GROWTH_SINGULAR;
            } else {
                ASSERTm(where, m.verdict[i] != GROWTH_SINGULAR || z + w == cases[n].pole);
            }
            ASSERTm(where, f.verdict[i] != VERDICT_UNDEFINED ||
                               (out.agreement[i] != AGREE_STABLE && out.agreement[i] != DISAGREE));
        }
        ASSERTm(support_say("%s: %d poles, %d singular", cases[n].name, poles, singular),
                poles >= 12 && singular >= poles / 2);
        ASSERT_EQ_FMT(0L, out.counts[DISAGREE], "%ld");
        clear(&f, &m, &out);
    }
    PASS();
}

/* Radau IIA 2 with one coefficient off by 1e-3: a_12 = -1/12 + 1/1000. */
TEST a_wrong_tableau_is_caught(void)
{
    static const char good[] = "kind = runge-kutta\nc = 1/3 1\nA = 5/12 -1/12\n    3/4 1/4\n"
                               "b = 3/4 1/4\n";
    static const char bad[] = "kind = runge-kutta\nc = 1/3 1\nA = 5/12 -247/3000\n    3/4 1/4\n"
                              "b = 3/4 1/4\n";
    char right[600], wrong[600];
    snprintf(right, sizeof right, "%s", scratch_file("right.method", good, sizeof good - 1));
    snprintf(wrong, sizeof wrong, "%s", scratch_file("wrong.method", bad, sizeof bad - 1));
    /* The boundary of Radau IIA 2 at real z < 0: w = (6 - z)/4 and w = (z^2 - 2 z + 12)/8. */
    const view views[] = {rectangle(PLANE_ZW, 0, -4, -2, 1.9, 2.6, 200, 200),
                          rectangle(PLANE_Z, 0.5, -3, 6, -4, 4, 40, 40)};
    for (int n = 0; n < 2; n++) {
        field f;
        measurement m;
        validation out;
        ASSERT_OK(validate("radau-iia:2", right, MOTION_SHEAR, &views[n], &f, &m, &out), right,
                  why);
        ASSERT_EQ_FMT(0L, out.counts[DISAGREE], "%ld");
        ASSERTm(support_say("%g", out.largest_difference), out.largest_difference < 1e-7);
        clear(&f, &m, &out);

        ASSERT_OK(validate("radau-iia:2", wrong, MOTION_SHEAR, &views[n], &f, &m, &out), wrong,
                  why);
        ASSERTm(support_say("%ld disagree, difference %g", out.counts[DISAGREE],
                            out.largest_difference),
                out.largest_difference > 1e-5 && (n == 1 || out.counts[DISAGREE] > 0));
        clear(&f, &m, &out);
    }
    PASS();
}

/* A field of the method as if Phi had factor * z in place of z. */
static status predict_stretched(const method *m, const view *v, double factor, field *out)
{
    phi *p = NULL;
    view stretched = *v;
    stretched.x0 *= factor;
    stretched.x1 *= factor;
    if (v->plane == PLANE_Z) {
        stretched.y0 *= factor;
        stretched.y1 *= factor;
    }
    *out = (field){0};
    status s = phi_compile(m, MOTION_SHEAR, &p, &why);
    const field_request request = {.view = stretched, .phi = p, .layers = FIELD_EXACT};
    s = s == STATUS_OK ? field_compute(&request, 0, 0, out, &why) : s;
    phi_destroy(p);
    return s;
}

/* Where nothing is near the boundary, only sizes can show that Phi is wrong by 1e-3 in z: for one
 * of every form, limits included. For z > 0 the root that depends on z is the largest of all. */
TEST a_phi_that_is_wrong_in_z_has_the_wrong_sizes(void)
{
    static const struct {
        const char *name;
        bool grows;
    } cases[] = {{"implicit-euler", false},
                 {"radau-iia:3", false},
                 {"gauss:2", false},
                 {"gauss:2,keep=none", true},
                 {"trapezoidal", false},
                 {"tr-bdf2", false},
                 {"gauss-lobatto:2", false},
                 {"sdirk3", false},
                 {"bdf:2", false},
                 {"bdf:4", false},
                 {"rk4", true},
                 {"adams-moulton:2", true},
                 {"spin:radau-iia:2", false},
                 {"spin:gauss:2,keep=u", false}};
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        const char *name = cases[n].name;
        const view v = cases[n].grows ? rectangle(PLANE_Z, 0, 5, 9, 5, 9, 20, 20)
                                      : rectangle(PLANE_Z, 0.25, -8, -3, -2, 2, 20, 20);
        method *m = NULL;
        measurement measured;
        ASSERT_OK(catalogue_open(all, name, &m, &why), name, why);
        const measurement_request r = measurement_of_test_equation(m, MOTION_SHEAR, &v);
        ASSERT_OK(measurement_take(&r, &measured, &why), name, why);
        for (int k = 0; k < 2; k++) {
            field f;
            validation out;
            ASSERT_OK(predict_stretched(m, &v, k == 0 ? 1 : 1.001, &f), name, why);
            ASSERT_OK(validation_of(&f, &measured, &out, &why), name, why);
            const char *where =
                support_say("%s, z %s: %ld disagree, %ld in size", name, k == 0 ? "right" : "wrong",
                            out.counts[DISAGREE], out.wrong_size);
            ASSERTm(where, k == 0 ? out.counts[DISAGREE] == 0 : out.wrong_size > 200);
            field_clear(&f);
            validation_clear(&out);
        }
        measurement_clear(&measured);
        method_destroy(m);
    }
    PASS();
}

/* Radau IIA with three stages as [KM] Table 5.1 has it, with N = sum n_i m_i(z, w) of these n_i. */
static void predict_radau3(const view *v, const double n[6], double *exact, unsigned char *verdicts)
{
    for (long i = 0; i < pixels_of(v); i++) {
        double complex z = CMPLX(view_x(v, (int)(i % v->width)), view_y(v, (int)(i / v->width)));
        double w = v->w;
        double complex N =
            n[0] + n[1] * w + n[2] * z + n[3] * z * w + n[4] * z * z + n[5] * z * z * w;
        double complex D =
            60 - 36 * w - 36 * z + 18 * z * w + 9 * z * z - z * z * z - 3 * z * z * w;
        exact[i] = cabs(N / D);
        verdicts[i] = exact[i] < 1 ? VERDICT_STABLE : VERDICT_UNSTABLE;
    }
}

TEST a_numerator_that_is_wrong_by_a_ten_thousandth_is_caught(void)
{
    enum { SIDE = 20 };
    static const double right[6] = {60, -36, 24, -18, 3, -3};
    static double exact[SIDE * SIDE];
    static unsigned char verdicts[SIDE * SIDE];
    const view v = rectangle(PLANE_Z, -1.5, -8, -4, -2, 2, SIDE, SIDE);
    const field f = {.view = v, .rows = SIDE, .exact = exact, .verdict = verdicts};
    method *radau = NULL;
    measurement m;
    ASSERT_OK(catalogue_open(all, "radau-iia:3", &radau, &why), "radau-iia:3", why);
    const measurement_request r = measurement_of_test_equation(radau, MOTION_SHEAR, &v);
    ASSERT_OK(measurement_take(&r, &m, &why), "radau-iia:3", why);
    for (int k = -1; k <= 6; k++) { /* nothing, one coefficient, all of them */
        double n[6];
        validation out;
        for (int i = 0; i < 6; i++) {
            n[i] = right[i] * (k == i || k == 6 ? 1.0001 : 1);
        }
        predict_radau3(&v, n, exact, verdicts);
        ASSERT_OK(validation_of(&f, &m, &out, &why), "radau-iia:3", why);
        const char *where = support_say("coefficient %d: %ld disagree, %ld in size", k,
                                        out.counts[DISAGREE], out.wrong_size);
        ASSERT_EQm(where, out.wrong_size, out.counts[DISAGREE]);
        ASSERTm(where, k < 0    ? out.wrong_size == 0
                       : k == 6 ? out.wrong_size == SIDE * SIDE
                                : out.wrong_size > SIDE * SIDE / 4);
        validation_clear(&out);
    }
    measurement_clear(&m);
    method_destroy(radau);
    PASS();
}

/* BDF3, 11/6 x_n - 3 x_{n-1} + 3/2 x_{n-2} - 1/3 x_{n-3} = h x'_n, with one coefficient at a time
 * off by 1e-3. */
TEST one_wrong_coefficient_of_bdf_is_caught(void)
{
    static const double right[5] = {-2, 9, -18, 11, 6};
    static const double off = 1.001;
    const view views[] = {rectangle(PLANE_Z, 0.25, -6, -2, -2, 2, 20, 20),
                          rectangle(PLANE_ZW, 0, -6, -2, -1, 0.25, 20, 20)};
    for (int k = -1; k < 5; k++) {
        char text[200], path[600];
        double a[5];
        for (int i = 0; i < 5; i++) {
            a[i] = right[i] * (i == k ? off : 1);
        }
        int length = snprintf(text, sizeof text,
                              "kind = multistep\nalpha = %.9g %.9g %.9g %.9g\nbeta = 0 0 0 %.9g\n",
                              a[0], a[1], a[2], a[3], a[4]);
        snprintf(path, sizeof path, "%s", scratch_file("bdf3.method", text, (size_t)length));
        for (int n = 0; n < 2; n++) {
            field f;
            measurement m;
            validation out;
            ASSERT_OK(validate(path, "bdf:3", MOTION_SHEAR, &views[n], &f, &m, &out), path, why);
            const char *where = support_say("coefficient %d, view %d: %ld disagree, %ld in size", k,
                                            n, out.counts[DISAGREE], out.wrong_size);
            ASSERT_EQm(where, out.wrong_size, out.counts[DISAGREE]);
            ASSERTm(where, k < 0 ? out.wrong_size == 0 : out.wrong_size > 50);
            clear(&f, &m, &out);
        }
    }
    PASS();
}

/* The roots of the BDF2 polynomial; `as_printed` leaves out the -w of its leading coefficient, as
 * [KM] 5.7 does (mathematics.md 3 and 12). */
static bool predict_bdf2(const view *v, bool as_printed, double *exact, unsigned char *verdicts)
{
    for (long i = 0; i < pixels_of(v); i++) {
        double x = view_x(v, (int)(i % v->width)), y = view_y(v, (int)(i / v->width));
        double w = v->plane == PLANE_Z ? v->w : y;
        double complex z = v->plane == PLANE_Z ? CMPLX(x, y) : x, roots[2];
        const double complex c[] = {0.5 * (1 - 2 * w), -2 * (1 - w),
                                    1.5 - z - (as_printed ? 0 : w)};
        if (!complex_polynomial_roots(c, 2, roots)) {
            return false;
        }
        exact[i] = fmax(cabs(roots[0]), cabs(roots[1]));
        verdicts[i] = fabs(exact[i] - 1) <= 1e-10 ? VERDICT_BOUNDARY
                      : exact[i] < 1              ? VERDICT_STABLE
                                                  : VERDICT_UNSTABLE;
    }
    return true;
}

TEST the_bdf_polynomial_as_it_is_printed_is_caught(void)
{
    enum { SIDE = 40 };
    static double exact[SIDE * SIDE];
    static unsigned char verdicts[SIDE * SIDE];
    const view views[] = {square(PLANE_ZW, 0, 8.9, SIDE, SIDE), square(PLANE_Z, 1, 8.9, SIDE, SIDE),
                          square(PLANE_Z, 0, 8.9, SIDE, SIDE)};
    method *bdf2 = NULL;
    ASSERT_OK(catalogue_open(all, "bdf:2", &bdf2, &why), "bdf:2", why);
    for (int n = 0; n < 3; n++) {
        measurement m;
        const measurement_request r = measurement_of_test_equation(bdf2, MOTION_SHEAR, &views[n]);
        ASSERT_OK(measurement_take(&r, &m, &why), "bdf:2", why);
        for (int as_printed = 0; as_printed < 2; as_printed++) {
            validation out;
            const field f = {.view = views[n], .rows = SIDE, .exact = exact, .verdict = verdicts};
            ASSERT(predict_bdf2(&views[n], as_printed != 0, exact, verdicts));
            ASSERT_OK(validation_of(&f, &m, &out, &why), "bdf:2", why);
            const char *where = support_say("view %d, printed %d: %ld of %d disagree", n,
                                            as_printed, out.counts[DISAGREE], SIDE * SIDE);
            bool is_wrong = as_printed != 0 && n < 2; /* at w = 0 nothing is missing */
            ASSERTm(where, is_wrong ? out.counts[DISAGREE] > (n == 0 ? SIDE * SIDE / 50 : 0)
                                    : out.counts[DISAGREE] == 0);
            validation_clear(&out);
        }
        measurement_clear(&m);
    }
    method_destroy(bdf2);
    PASS();
}

/* The prediction of another method, another w or another motion does not go through. */
TEST what_belongs_to_something_else_is_caught(void)
{
    static const struct {
        const char *predicted, *measured;
    } cases[] = {{"gauss:2", "gauss:2,keep=u"},
                 {"gauss:2,keep=none", "gauss:2"},
                 {"midpoint", "trapezoidal"},
                 {"spin:radau-iia:2", "radau-iia:2"},
                 {"bdf:3", "bdf:4"}};
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        const view v = square(PLANE_ZW, 0, 6, 20, 20);
        field f;
        measurement m;
        validation out;
        ASSERT_OK(validate(cases[n].predicted, cases[n].measured, MOTION_SHEAR, &v, &f, &m, &out),
                  cases[n].predicted, why);
        ASSERTm(support_say("%s against %s: %ld disagree", cases[n].predicted, cases[n].measured,
                            out.counts[DISAGREE]),
                out.counts[DISAGREE] > 10);
        clear(&f, &m, &out);
    }
    PASS();
}

/* Limits are compared late in time: R(z, 0) whatever w is (mathematics.md 5 and 6). */
TEST stabilised_methods_and_kernels_at_rest_agree_with_their_limit(void)
{
    static const struct {
        const char *name;
        motion moves;
    } cases[] = {{"spin:implicit-euler", MOTION_SHEAR}, {"spin:radau-iia:2", MOTION_SHEAR},
                 {"spin:bdf:2", MOTION_SHEAR},          {"spin:trapezoidal", MOTION_SHEAR},
                 {"spin:gauss:2,keep=u", MOTION_SHEAR}, {"spin:gauss-lobatto:2", MOTION_SHEAR},
                 {"radau-iia:2", MOTION_NORMALISED},    {"bdf:3", MOTION_NORMALISED}};
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        for (int k = 0; k < 2; k++) {
            const view v = square(k == 0 ? PLANE_ZW : PLANE_Z, 2.5, 5.5, 14, 14);
            field f;
            measurement m;
            validation out;
            ASSERT_OK(validate(cases[n].name, cases[n].name, cases[n].moves, &v, &f, &m, &out),
                      cases[n].name, why);
            const char *where =
                support_say("%s: %ld disagree, %ld too close, difference %g", cases[n].name,
                            out.counts[DISAGREE], out.counts[TOO_CLOSE], out.largest_difference);
            ASSERT_EQm(where, 0L, out.counts[DISAGREE]);
            ASSERTm(where, out.counts[TOO_CLOSE] <= 4 && out.largest_difference < 0.02);
            clear(&f, &m, &out);
        }
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    if (catalogue_create(SPINSCOPE_ASSETS, &all, &why) != STATUS_OK) {
        return 1;
    }
    RUN_TEST(every_prediction_meets_every_measurement_as_the_rules_say);
    RUN_TEST(counts_and_the_largest_difference_are_those_of_the_pixels);
    RUN_TEST(nothing_disagrees_for_any_form_of_method);
    RUN_TEST(hardly_a_pixel_that_is_not_predicted_boundary_stays_undecided);
    RUN_TEST(poles_on_the_grid_agree_as_such);
    RUN_TEST(a_wrong_tableau_is_caught);
    RUN_TEST(a_phi_that_is_wrong_in_z_has_the_wrong_sizes);
    RUN_TEST(a_numerator_that_is_wrong_by_a_ten_thousandth_is_caught);
    RUN_TEST(one_wrong_coefficient_of_bdf_is_caught);
    RUN_TEST(the_bdf_polynomial_as_it_is_printed_is_caught);
    RUN_TEST(what_belongs_to_something_else_is_caught);
    RUN_TEST(stabilised_methods_and_kernels_at_rest_agree_with_their_limit);
    catalogue_destroy(all);
    GREATEST_MAIN_END();
}
