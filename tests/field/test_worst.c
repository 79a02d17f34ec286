#include "field/worst.h"

#include <math.h>
#include <string.h>

#include "field/contour.h"
#include "field/field.h"
#include "method/build.h"
#include "stability/evaluate.h"
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

/* In quadruple precision, by the evaluator of `eval`. */
static double growth_at(const phi *p, double complex z, double w)
{
    evaluation e;
    status s = phi_evaluate(p, (wide){.high = creal(z)}, (wide){.high = cimag(z)},
                            (wide){.high = w}, &e, &why);
    return s == STATUS_OK ? e.growth : NAN;
}

/* The largest value of a function of w among samples, and by golden sections beside the best. */
static double scan(double (*f)(const void *of, double w), const void *of, double low, double high,
                   int samples)
{
    const double golden = 0.6180339887498949;
    double best = -1, step = (high - low) / samples, where = low;
    for (int n = 0; n <= samples; n++) {
        double w = n == samples ? high : low + n * step, here = f(of, w);
        where = here > best ? w : where;
        best = here > best ? here : best;
    }
    double a = fmax(low, where - step), b = fmin(high, where + step);
    while (b - a > 1e-12 * (1 + fabs(a))) {
        double left = b - golden * (b - a), right = a + golden * (b - a);
        double at_left = f(of, left), at_right = f(of, right);
        best = fmax(best, fmax(at_left, at_right));
        *(at_left > at_right ? &b : &a) = at_left > at_right ? right : left;
    }
    return best;
}

typedef struct at_z {
    const phi *p;
    double complex z;
} at_z;

static double growth_in_w(const void *of, double w)
{
    const at_z *a = of;
    return growth_at(a->p, a->z, w);
}

/* For every method: no w of the interval gives more, and the w that is named gives as much. */
TEST no_w_is_worse_and_one_is_as_bad(void)
{
    static everything e;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        const phi_info *info = phi_describe(e.p);
        double low = info->spin == PHI_ODE_ONLY ? 0 : random_between(-4, 3);
        double high = info->spin == PHI_ODE_ONLY ? 0 : low + random_between(0, 6);
        const view v = {.w = low, .w_most = high, .every_w = true};
        worst all;
        ASSERT_OK(worst_init(&all, e.p, &v, &why), e.name, why);
        for (int n = 0; n < rounds(5); n++) {
            double complex z = CMPLX(random_between(-6, 6), random_between(-6, 6));
            at_z here = {.p = e.p, .z = z};
            double where;
            double largest = worst_evaluate(&all, z, &where).growth;
            ASSERT(where >= low && where <= high);
            ASSERT_NEAR(growth_at(e.p, z, where), largest, 0, 1e-9);
            double seen = scan(growth_in_w, &here, low, high, 80);
            ASSERTm(support_say("%s, z = %.17g + %.17gi, w from %.17g to %.17g: %.17g > %.17g",
                                e.name, creal(z), cimag(z), low, high, seen, largest),
                    seen <= largest * (1 + 1e-9));
        }
        worst_clear(&all);
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

/* A diagonally implicit tableau, stepped by forward substitution, which knows nothing of Phi:
 * M_jl = V_jl (1 + w (c_l - c_j)) - delta_jl (z + w), V the inverse of A. */
enum { STAGES = 5 };
typedef struct dirk {
    coefficients a;
    long double V[STAGES][STAGES], d[STAGES], b[STAGES], c[STAGES];
    double complex z;
} dirk;

static double dirk_growth(const void *of, double w)
{
    const dirk *t = of;
    long double complex X[STAGES], R = 1;
    for (int j = 0; j < STAGES; j++) {
        X[j] = t->d[j] * (1 - t->c[j] * (long double)w);
        for (int l = 0; l < j; l++) {
            X[j] -= t->V[j][l] * (1 + (long double)w * (t->c[l] - t->c[j])) * X[l];
        }
        X[j] /= t->V[j][j] - t->z - (long double)w;
    }
    for (int j = 0; j < STAGES; j++) {
        R -= t->b[j] * t->d[j];
        for (int l = 0; l <= j; l++) {
            R += t->b[j] * t->V[j][l] * X[l];
        }
    }
    return (double)cabsl(R);
}

static void random_dirk(dirk *t)
{
    *t = (dirk){.a = {.kind = METHOD_RUNGE_KUTTA, .size = STAGES}};
    bool is_single = random_unit() < 0.5;
    double gamma = random_between(0.1, 0.6);
    for (int j = 0; j < STAGES; j++) {
        for (int l = 0; l <= j; l++) {
            double entry = random_between(-1, 1);
            entry = l < j ? entry : is_single ? gamma : random_between(0.1, 0.6);
            t->a.A[j * STAGES + l] = entry;
            t->a.c[j] += (quad)entry;
        }
        t->c[j] = (long double)t->a.c[j];
        t->b[j] = random_between(-1, 1);
        t->a.b[j] = (quad)t->b[j];
    }
    for (int l = 0; l < STAGES; l++) { /* column l of V */
        for (int j = l; j < STAGES; j++) {
            long double sum = j == l;
            for (int i = l; i < j; i++) {
                sum -= (long double)t->a.A[j * STAGES + i] * t->V[i][l];
            }
            t->V[j][l] = sum / (long double)t->a.A[j * STAGES + j];
            t->d[j] += t->V[j][l];
        }
    }
}

/* Their R has degree 5 in w, with poles on top of each other when all diagonal entries agree. Some
 * z are so close to the real line that the largest growth is a narrow peak. */
TEST five_stages_are_as_bad_as_their_worst_step(void)
{
    static const double heights[] = {6, 1, 0.1, 0.03, 0.01};
    static dirk t;
    for (int n = 0; n < rounds(40); n++) {
        method *m = NULL;
        phi *p = NULL;
        worst all;
        random_dirk(&t);
        const method_recipe recipe = {
            .name = "dirk", .title = "dirk", .reference = "", .coefficients = &t.a};
        const view v = {
            .w = random_between(-4, 0), .w_most = random_between(0, 4), .every_w = true};
        ASSERT_OK(method_build(&recipe, &m, &why), "dirk", why);
        ASSERT_OK(phi_compile(m, MOTION_SHEAR, &p, &why), "dirk", why);
        ASSERT_OK(worst_init(&all, p, &v, &why), "dirk", why);
        for (int k = 0; k < 15; k++) {
            double height = heights[k % 5], where;
            t.z = CMPLX(random_between(-8, 8), random_between(height / 2, height));
            double largest = worst_evaluate(&all, t.z, &where).growth;
            double seen = scan(dirk_growth, &t, v.w, v.w_most, 2000);
            ASSERT_NEAR(dirk_growth(&t, where), largest, 0, 1e-9);
            ASSERTm(support_say("%d, z = %.17g + %.17gi: %.17g > %.17g at %.17g", n, creal(t.z),
                                cimag(t.z), seen, largest, where),
                    seen <= largest * (1 + 1e-9));
        }
        worst_clear(&all);
        phi_destroy(p);
        method_destroy(m);
    }
    PASS();
}

/* n substeps of implicit Euler in one step: R = ((n - w)/(n - z - w))^n. Its modulus is largest at
 * an end or where that of (n - w)/(n - z - w) is, a circle's business: with u = n - w it is
 * u/(u - z), and d/du |u|^2/|u - z|^2 = 0 at u = |z|^2/Re z. The terms of the polynomials cancel to
 * 1e-16 here. */
TEST many_substeps_of_euler_have_their_closed_form(void)
{
    static const int counts[] = {4, 8, 12, 16};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        int n = counts[i];
        coefficients a = {.kind = METHOD_RUNGE_KUTTA, .size = n};
        for (int j = 0; j < n; j++) {
            a.b[j] = 1 / (quad)n;
            a.c[j] = (j + 1) / (quad)n;
            for (int l = 0; l <= j; l++) {
                a.A[j * n + l] = 1 / (quad)n;
            }
        }
        const method_recipe recipe = {
            .name = "euler", .title = "euler", .reference = "", .coefficients = &a};
        const view v = {.w = -3, .w_most = 3, .every_w = true};
        method *m = NULL;
        phi *p = NULL;
        worst all;
        ASSERT_OK(method_build(&recipe, &m, &why), "euler", why);
        ASSERT_OK(phi_compile(m, MOTION_SHEAR, &p, &why), "euler", why);
        ASSERT_OK(worst_init(&all, p, &v, &why), "euler", why);
        for (int k = 0; k < rounds(60); k++) {
            double complex z = CMPLX(random_between(-8, n + 2), random_between(3, 5));
            const double us[] = {n - 3.0, n + 3.0, cabs(z) * cabs(z) / creal(z)};
            double expected = 0;
            for (int j = 0; j < 3; j++) {
                bool is_inside = us[j] >= n - 3 && us[j] <= n + 3;
                double here = pow(fabs(us[j]) / cabs(us[j] - z), n);
                expected = is_inside && here > expected ? here : expected;
            }
            ASSERT_NEAR(expected, worst_evaluate(&all, z, NULL).growth, 0, 1e-9);
        }
        worst_clear(&all);
        phi_destroy(p);
        method_destroy(m);
    }
    PASS();
}

/* A peak that no sample meets: BDF beside a pole is as large as 1/distance, over a stretch of w as
 * long as the distance. */
TEST narrow_peaks_are_found(void)
{
    static const char *const names[] = {"implicit-euler", "bdf:2", "bdf:3", "bdf:6",
                                        "gauss-lobatto:1"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        phi *p = compile(names[i], MOTION_SHEAR);
        ASSERT(p != NULL);
        const view v = {.w = -2, .w_most = 2, .every_w = true};
        worst all;
        ASSERT_OK(worst_init(&all, p, &v, &why), names[i], why);
        for (double distance = 1e-1; distance > 1e-10; distance /= 10) {
            double complex z = CMPLX(random_between(1.1, 2.3), distance);
            double where, seen = 0, largest = worst_evaluate(&all, z, &where).growth;
            ASSERT_NEAR(growth_at(p, z, where), largest, 0, 1e-9);
            ASSERT(largest > 0.01 / distance);
            for (int n = -200; n <= 200; n++) {
                double w = where + distance * n / 100;
                seen = w >= -2 && w <= 2 ? fmax(seen, growth_at(p, z, w)) : seen;
            }
            ASSERTm(support_say("%s, %g: %.17g > %.17g", names[i], distance, seen, largest),
                    seen <= largest * (1 + 1e-9));
        }
        worst_clear(&all);
        phi_destroy(p);
    }
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
                ASSERTm(support_say("%s, z = %.17g + %.17gi, to %g: %.17g < %.17g", names[i],
                                    creal(z), cimag(z), widths[k], now, before),
                        now >= before * (1 - 1e-9));
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

static double worst_of(const phi *p, double low, double high, double complex z, double *where)
{
    const view v = {.w = low, .w_most = high, .every_w = true};
    worst all;
    double growth = NAN;
    if (worst_init(&all, p, &v, &why) == STATUS_OK) {
        growth = worst_evaluate(&all, z, where).growth;
    }
    worst_clear(&all);
    return growth;
}

/* Narrow ones are looked at as functions of w, wide ones beyond 2 as functions of 1/w. */
TEST a_wide_interval_is_as_bad_as_its_narrow_parts(void)
{
    static const char *const names[] = {"sdirk3", "radau-iia:3", "gauss:2", "bdf:3", "bdf:6"};
    static const double ends[][2] = {{-40, 40}, {1, 33}, {-50, -2}, {5, 29}, {-7.5, 8.5}};
    for (int n = 0; n < 250; n++) {
        const char *name = names[n % 5];
        const double *end = ends[n / 5 % 5];
        double complex z = CMPLX(random_between(-20, 20), random_between(-20, 20));
        phi *p = compile(name, MOTION_SHEAR);
        ASSERTm(why.text, p != NULL);
        double parts = 0, where, whole = worst_of(p, end[0], end[1], z, &where);
        for (double from = end[0]; from < end[1]; from += 8) {
            parts = fmax(parts, worst_of(p, from, fmin(from + 8, end[1]), z, NULL));
        }
        const char *at = support_say("%s from %g to %g at %.17g%+.17gi: %.17g, in parts %.17g",
                                     name, end[0], end[1], creal(z), cimag(z), whole, parts);
        ASSERTm(at, whole == parts || fabs(whole / parts - 1) < 1e-9);
        ASSERTm(at, where >= end[0] && where <= end[1]);
        ASSERTm(at, isinf(whole) || fabs(growth_at(p, z, where) / whole - 1) < 1e-9);
        phi_destroy(p);
    }
    PASS();
}

/* Implicit Euler: |R| = |u/(u - z)|, u = 1 - w, is largest at u = |z|^2/Re z: |z|/|Im z|. */
TEST no_interval_is_too_wide(void)
{
    phi *p = compile("implicit-euler", MOTION_SHEAR);
    ASSERTm(why.text, p != NULL);
    double where, whole = worst_of(p, -1e300, 1e300, CMPLX(-1, 4), &where);
    ASSERT_NEAR(sqrt(17) / 4, whole, 0, 1e-9);
    ASSERT_NEAR(18, where, 1e-3, 0);
    ASSERT_NEAR(1, worst_of(p, -1e300, -1, CMPLX(-1, 4), NULL), 1e-9, 0);
    phi_destroy(p);
    p = compile("bdf:6", MOTION_SHEAR);
    ASSERTm(why.text, p != NULL);
    for (int n = 0; n < 50; n++) {
        double complex z = CMPLX(random_between(-9, 9), random_between(-9, 9));
        double wide_one = worst_of(p, -1e300, 1e300, z, NULL);
        ASSERTm(support_say("%.17g%+.17gi", creal(z), cimag(z)),
                wide_one >= worst_of(p, -4, 4, z, NULL) * (1 - 1e-9));
    }
    phi_destroy(p);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(no_w_is_worse_and_one_is_as_bad);
    RUN_TEST(five_stages_are_as_bad_as_their_worst_step);
    RUN_TEST(many_substeps_of_euler_have_their_closed_form);
    RUN_TEST(narrow_peaks_are_found);
    RUN_TEST(a_wider_interval_is_never_better);
    RUN_TEST(a_wide_interval_is_as_bad_as_its_narrow_parts);
    RUN_TEST(no_interval_is_too_wide);
    RUN_TEST(a_pole_within_the_interval_is_infinite);
    RUN_TEST(the_field_and_its_boundary_are_those_of_the_worst_case);
    RUN_TEST(what_has_no_worst_case_is_refused);
    GREATEST_MAIN_END();
}
