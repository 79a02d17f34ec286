#include "field/point.h"

#include <math.h>
#include <string.h>

#include "stability/everything.h"
#include "support/support.h"

static message why;

enum { MAX_COEFFICIENTS = 1024 };

static bool slice_at(const phi *p, double w, double *c, slice *s)
{
    const phi_info *info = phi_describe(p);
    *s = (slice){.degree = info->degree, .degree_z = info->degree_z, .c = c};
    return (info->degree + 1) * (info->degree_z + 1) <= MAX_COEFFICIENTS &&
           phi_slice_numbers(p, w, c, &why) == STATUS_OK;
}

/* The distance of the two nearest roots of which one has the largest modulus, or nearly. */
static double separation(const evaluation *e)
{
    double nearest = INFINITY;
    for (int i = 0; i < e->root_count; i++) {
        for (int j = i + 1; j < e->root_count && cabs(e->roots[i]) > 0.99 * e->growth; j++) {
            nearest = fmin(nearest, cabs(e->roots[i] - e->roots[j]));
        }
    }
    return nearest;
}

/* With all that is known of Phi: right to 1e-12 unless it says that it is not. */
static enum greatest_test_res compare_certain(const everything *e, double complex z, double w,
                                              const evaluation *exact)
{
    slice s;
    ASSERT_OK(slice_take(&s, e->p, w, false, &why), e->name, why);
    point p = point_evaluate(&s, z);
    slice_clear(&s);
    if (p.decided_in == PRECISION_OPEN || !isfinite(exact->growth) || separation(exact) < 1e-3) {
        PASS();
    }
    ASSERTm(support_say("%s at z = %.17g%+.17gi, w = %.17g: %s %.17g in %d, exactly %s %.17g",
                        e->name, creal(z), cimag(z), w, verdict_name(p.verdict), p.growth,
                        (int)p.decided_in, verdict_name(exact->verdict), exact->growth),
            support_near(exact->growth, p.growth, 1e-300, 1.1e-12) &&
                (p.verdict == exact->verdict || fabs(fabs(p.growth - 1) - 1e-10) < 1e-11));
    PASS();
}

/* One point against quadruple precision. */
static enum greatest_test_res compare(const everything *e, double complex z, double w)
{
    double c[MAX_COEFFICIENTS];
    slice s;
    evaluation exact;
    ASSERTm(support_say("%s", e->name), slice_at(e->p, w, c, &s));
    ASSERT_OK(
        phi_evaluate(e->p, (wide){creal(z), 0}, (wide){cimag(z), 0}, (wide){w, 0}, &exact, &why),
        e->name, why);
    point p = point_evaluate(&s, z);
    const char *where = support_say("%s at z = %.17g%+.17gi, w = %.17g: %s %.17g, exactly %s %.17g",
                                    e->name, creal(z), cimag(z), w, verdict_name(p.verdict),
                                    p.growth, verdict_name(exact.verdict), exact.growth);
    static char words[512]; /* printed after the test has returned */
    snprintf(words, sizeof words, "%s", where);
    if (exact.verdict == VERDICT_POLE || exact.verdict == VERDICT_UNDEFINED) {
        ASSERT_EQm(words, exact.verdict, p.verdict);
        PASS();
    }
    if (fabs(exact.growth - 1) > 1e-8) {
        bool is_pole = p.verdict == VERDICT_POLE && exact.growth > 1e9;
        ASSERTm(words, p.verdict == exact.verdict || is_pole);
    }
    if (exact.growth < 1e6 && separation(&exact) > 1e-3) {
        ASSERTm(words, support_near(exact.growth, p.growth, 1e-13, 1e-9));
        int outside = 0;
        bool is_clear = true;
        for (int i = 0; i < exact.root_count; i++) {
            outside += cabs(exact.roots[i]) > 1;
            is_clear &= fabs(cabs(exact.roots[i]) - 1) > 1e-8;
        }
        ASSERTm(words, !is_clear || outside == p.outside);
    }
    if (s.degree == 1 && exact.growth < 1e6) {
        ASSERTm(words, cabs(p.R - exact.roots[0]) <= 1e-13 + 1e-9 * exact.growth);
    } else if (s.degree > 1) {
        ASSERTm(words, isnan(creal(p.R)));
    }
    CHECK_CALL(compare_certain(e, z, w, &exact));
    PASS();
}

/* Nothing smaller than 1e-12: quadruple precision takes the terms of z and w together and sees
 * N = D = 0 already when one of them is 1e-26 of the other. */
static double random_part(double size)
{
    double x = random_edgy(size);
    return x != 0 && fabs(x) < 1e-12 ? 1e-12 : x;
}

TEST every_method_agrees_with_quadruple_precision(void)
{
    static const motion motions[] = {MOTION_SHEAR, MOTION_ROTATION};
    for (size_t k = 0; k < sizeof motions / sizeof motions[0]; k++) {
        static everything e;
        ASSERT(everything_begin(&e));
        while (everything_next(&e, motions[k], &why)) {
            bool ode_only = phi_describe(e.p)->spin == PHI_ODE_ONLY;
            int points = motions[k] == MOTION_SHEAR ? 200 : 3; /* rotating slices are slow */
            for (int n = 0; n < points; n++) {
                double size = n % 3 == 0 ? 1 : 10;
                double complex z = CMPLX(random_part(size), random_part(size));
                CHECK_CALL(compare(&e, z, ode_only ? 0 : random_edgy(3)));
            }
        }
        ASSERT_EVERYTHING_WAS_SEEN(e, why);
    }
    PASS();
}

/* The exact points of mathematics.md 3 and 4, as in stability/test_evaluate.c. */
/* Along a ray from a random place to where the answer changes, which bisection finds to the last
 * bit: the fast answer is that of the verdict everywhere. */
static enum greatest_test_res compare_sides(const everything *e, const slice *s)
{
    double complex from = CMPLX(random_edgy(10), random_edgy(10));
    double complex step = CMPLX(random_edgy(10), random_edgy(10));
    double low = 0, high = 1;
    bool at_start = point_is_stable(s, from);
    for (int n = 0; n < 60; n++) {
        double at = n == 0 ? 0 : n == 1 ? 1 : (low + high) / 2;
        double complex z = from + at * step;
        verdict v = point_evaluate(s, z).verdict;
        bool is_stable = point_is_stable(s, z);
        ASSERTm(support_say("%s at z = %.17g%+.17gi: %s, but %d", e->name, creal(z), cimag(z),
                            verdict_name(v), is_stable),
                is_stable == (v == VERDICT_STABLE || v == VERDICT_BOUNDARY));
        if (n > 1) {
            *(is_stable == at_start ? &low : &high) = at;
        }
    }
    PASS();
}

TEST the_side_of_the_circle_is_that_of_the_verdict(void)
{
    static everything e;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        bool ode_only = phi_describe(e.p)->spin == PHI_ODE_ONLY;
        for (int n = 0; n < 12; n++) {
            slice s;
            double w = ode_only ? 0 : random_edgy(3);
            ASSERT_OK(slice_take(&s, e.p, w, n % 4 == 3, &why), e.name, why);
            enum greatest_test_res result = compare_sides(&e, &s);
            slice_clear(&s);
            CHECK_CALL(result);
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

TEST special_points_have_their_verdict(void)
{
    static const struct {
        const char *method;
        double z, w;
        verdict verdict;
        double growth;
        int outside;
    } points[] = {
        {"bdf:2", -2, 1.5, VERDICT_BOUNDARY, 1, 0},
        {"bdf:2", 1, 0.75, VERDICT_UNSTABLE, 1, -1}, /* the double root -1 */
        {"bdf:2", 1, 0.5, VERDICT_POLE, INFINITY, -1},
        {"bdf:2", 0.75, 0.75, VERDICT_POLE, INFINITY, -1},
        {"bdf:1", 0, 1, VERDICT_UNDEFINED, NAN, 0},
        {"implicit-euler", 0, 1, VERDICT_UNDEFINED, NAN, 0},
        {"implicit-euler", 1, 0, VERDICT_POLE, INFINITY, 1},
        {"implicit-euler", 0, 5, VERDICT_BOUNDARY, 1, 0},
        {"implicit-euler", -2, 0, VERDICT_STABLE, 1 / 3.0, 0},
        {"implicit-euler", -2, 1, VERDICT_STABLE, 0, 0},
        {"radau-iia:2", 0, 1.5, VERDICT_UNDEFINED, NAN, 0},
        {"midpoint", 0, 2, VERDICT_UNDEFINED, NAN, 0},
        {"trapezoidal", 0, 2, VERDICT_UNDEFINED, NAN, 0},
        {"gauss:2", 0, 2, VERDICT_UNDEFINED, NAN, 0},
        {"gauss:2", 2, 2, VERDICT_UNDEFINED, NAN, 0},
        {"rk4", 0, 0, VERDICT_BOUNDARY, 1, 0},
        {"explicit-euler", -2, 0, VERDICT_BOUNDARY, 1, 0},
        {"explicit-euler", -3, 0, VERDICT_UNSTABLE, 2, 1},
        {"midpoint,keep=none", 0, 0, VERDICT_BOUNDARY, 1, 0}, /* roots 1 and -1 */
        /* Roots 1 and 0.99985, then a double root inside: too close for Schur-Cohn alone. */
        {"gauss:2,keep=none", -82352.941176470587, 0, VERDICT_BOUNDARY, 1, -1},
        {"gauss:2,keep=none", -941176.4705882353, -941176.4705882353, VERDICT_STABLE,
         0.99999575000903129, 0},
    };
    catalogue *all = NULL;
    ASSERT_OK(catalogue_create(SPINSCOPE_ASSETS, &all, &why), "catalogue", why);
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
        method *m = NULL;
        phi *p = NULL;
        double c[MAX_COEFFICIENTS];
        slice s;
        ASSERT_OK(catalogue_open(all, points[i].method, &m, &why), points[i].method, why);
        ASSERT_OK(phi_compile(m, MOTION_SHEAR, &p, &why), points[i].method, why);
        ASSERT(slice_at(p, points[i].w, c, &s));
        point found = point_evaluate(&s, points[i].z);
        ASSERTm(support_say("%s at (%g, %g): %s, growth %.17g, %d outside", points[i].method,
                            points[i].z, points[i].w, verdict_name(found.verdict), found.growth,
                            found.outside),
                found.verdict == points[i].verdict &&
                    (points[i].outside < 0 || found.outside == points[i].outside));
        if (isfinite(points[i].growth)) {
            ASSERT_NEAR(points[i].growth, found.growth, 3e-8, 0); /* a double root: sqrt(eps) */
        } else {
            ASSERT(isnan(points[i].growth) ? isnan(found.growth) : isinf(found.growth));
        }
        phi_destroy(p);
        method_destroy(m);
    }
    catalogue_destroy(all);
    PASS();
}

/* (sigma - r)^m as slices without z: the multiplicity decides on the circle. */
TEST multiple_roots_on_the_circle_are_unstable(void)
{
    static const struct {
        int degree;
        double c[6];
        verdict verdict;
    } cases[] = {
        {2, {1, -2, 1}, VERDICT_UNSTABLE},                    /* (s-1)^2 */
        {4, {1, 0, 2, 0, 1}, VERDICT_UNSTABLE},               /* (s^2+1)^2 */
        {2, {1, 0, 1}, VERDICT_BOUNDARY},                     /* s^2+1 */
        {5, {-1, 0, 0, 0, 0, 1}, VERDICT_BOUNDARY},           /* s^5-1 */
        {3, {-27, 108, -144, 64}, VERDICT_STABLE},            /* (s-3/4)^3 */
        {3, {-0.970299, 2.9403, -2.97, 1}, VERDICT_STABLE},   /* (s-0.99)^3 */
        {3, {-1.030301, 3.0603, -3.03, 1}, VERDICT_UNSTABLE}, /* (s-1.01)^3 */
        {2, {0.5, -1.5, 1}, VERDICT_BOUNDARY},                /* (s-1)(s-1/2) */
        {3, {0, 0, 0, 1}, VERDICT_STABLE},                    /* s^3 */
        {3, {1, 0, 0, 0}, VERDICT_POLE},                      /* 1: all roots infinite */
        {3, {0, 0, 0, 0}, VERDICT_UNDEFINED},                 /* 0 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        slice s = {.degree = cases[i].degree, .degree_z = 0, .c = cases[i].c};
        point p = point_evaluate(&s, CMPLX(0.3, -2));
        ASSERTm(support_say("case %zu is %s, growth %.17g", i, verdict_name(p.verdict), p.growth),
                p.verdict == cases[i].verdict);
        ASSERTm(support_say("case %zu", i), p.verdict != VERDICT_POLE || p.outside == s.degree);
    }
    PASS();
}

TEST huge_and_odd_arguments_do_no_harm(void)
{
    static everything e;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        static const double sizes[] = {1e-308, 1e15, 1e100, 1.7e308, INFINITY, NAN};
        for (size_t n = 0; n < sizeof sizes / sizeof sizes[0]; n++) {
            double c[MAX_COEFFICIENTS];
            slice s;
            ASSERTm(support_say("%s", e.name), slice_at(e.p, 0, c, &s));
            point p = point_evaluate(&s, CMPLX(-sizes[n], sizes[n]));
            ASSERTm(support_say("%s at %g: %s, growth %g", e.name, sizes[n],
                                verdict_name(p.verdict), p.growth),
                    p.verdict != VERDICT_STABLE || p.growth < 1);
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

/* Growths up to the largest double: explicit methods have no pole that an infinite one could be. */
TEST far_growths_have_their_digits(void)
{
    static everything e;
    int seen = 0;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        bool is_explicit = strstr(" rk4 dopri5 explicit-euler heun ", e.name) != NULL;
        for (int n = 5; n < 50 && is_explicit; n++, seen++) {
            double complex z = pow(10, n) * CMPLX(-4.3, 3.6);
            double c[MAX_COEFFICIENTS];
            slice s;
            evaluation exact;
            ASSERTm(support_say("%s", e.name), slice_at(e.p, 0, c, &s));
            wide re = {creal(z), 0}, im = {cimag(z), 0};
            ASSERT_OK(phi_evaluate(e.p, re, im, (wide){0}, &exact, &why), e.name, why);
            point found = point_evaluate(&s, z);
            if (exact.growth < 1e300) {
                ASSERT_NEAR(exact.growth, found.growth, 0, 1e-11);
                ASSERT_EQm(support_say("%s", e.name), VERDICT_UNSTABLE, found.verdict);
            }
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    ASSERT_EQ_FMT(4 * 45, seen, "%d");
    PASS();
}

/* Far out and with a large w nothing overflows: the limits are known. */
TEST far_points_have_their_limits(void)
{
    static const struct {
        const char *method;
        double re, im, w, growth;
    } points[] = {
        {"gauss:9", -1e18, 1e17, 0, 1},  {"gauss:2", -1e90, 1e90, 0, 1},
        {"radau-iia:9", -1e90, 0, 0, 0}, {"implicit-euler", -1, 0, 1e200, 1},
        {"sdirk3", -1, 0.5, 1e100, 1},   {"trapezoidal", -1e60, 1e60, 0, 1},
    };
    catalogue *all = NULL;
    ASSERT_OK(catalogue_create(SPINSCOPE_ASSETS, &all, &why), "catalogue", why);
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
        method *m = NULL;
        phi *p = NULL;
        double c[MAX_COEFFICIENTS];
        slice s;
        ASSERT_OK(catalogue_open(all, points[i].method, &m, &why), points[i].method, why);
        ASSERT_OK(phi_compile(m, MOTION_SHEAR, &p, &why), points[i].method, why);
        ASSERT(slice_at(p, points[i].w, c, &s));
        point found = point_evaluate(&s, CMPLX(points[i].re, points[i].im));
        ASSERT_NEAR(points[i].growth, found.growth, 1e-12, 0);
        phi_destroy(p);
        method_destroy(m);
    }
    const double rk4[] = {-24, -24, -12, -4, -1, 24, 0, 0, 0, 0};
    const slice explicit = {.degree = 1, .degree_z = 4, .c = rk4};
    ASSERT_EQ(VERDICT_UNSTABLE, point_evaluate(&explicit, -1e60).verdict);
    catalogue_destroy(all);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(every_method_agrees_with_quadruple_precision);
    RUN_TEST(the_side_of_the_circle_is_that_of_the_verdict);
    RUN_TEST(special_points_have_their_verdict);
    RUN_TEST(multiple_roots_on_the_circle_are_unstable);
    RUN_TEST(huge_and_odd_arguments_do_no_harm);
    RUN_TEST(far_growths_have_their_digits);
    RUN_TEST(far_points_have_their_limits);
    GREATEST_MAIN_END();
}
