#include "stability/evaluate.h"

#include <math.h>
#include <string.h>

#include "method/catalogue.h"
#include "support/command.h"
#include "support/support.h"

static catalogue *all;
static message why;

static status compile(const char *name, phi **p)
{
    method *m = NULL;
    status s = catalogue_open(all, name, &m, &why);
    s = s == STATUS_OK ? phi_compile(m, MOTION_SHEAR, p, &why) : s;
    method_destroy(m);
    return s;
}

static status evaluate_at(const phi *p, double re, double im, double w, evaluation *e)
{
    return phi_evaluate(p, (wide){re, 0}, (wide){im, 0}, (wide){w, 0}, e, &why);
}

/* The exact points of mathematics.md 3 and 4. */
TEST special_points_have_their_verdict(void)
{
    static const struct {
        const char *method;
        double z, w;
        verdict verdict;
        double growth;
    } points[] = {
        {"bdf:2", -2, 1.5, VERDICT_BOUNDARY, 1},
        {"bdf:2", 1, 0.75, VERDICT_UNSTABLE, 1}, /* the double root -1 */
        {"bdf:2", 1, 0.5, VERDICT_POLE, INFINITY},
        {"bdf:2", 0.75, 0.75, VERDICT_POLE, INFINITY},
        {"bdf:1", 0, 1, VERDICT_UNDEFINED, NAN},
        {"implicit-euler", 0, 1, VERDICT_UNDEFINED, NAN},
        {"implicit-euler", 1, 0, VERDICT_POLE, INFINITY},
        {"implicit-euler", 0, 5, VERDICT_BOUNDARY, 1},
        {"implicit-euler", -2, 0, VERDICT_STABLE, 1 / 3.0},
        {"radau-iia:2", 0, 1.5, VERDICT_UNDEFINED, NAN},
        {"midpoint", 0, 2, VERDICT_UNDEFINED, NAN},
        {"trapezoidal", 0, 2, VERDICT_UNDEFINED, NAN},
        {"gauss:2", 0, 2, VERDICT_UNDEFINED, NAN},
        {"gauss:2", 2, 2, VERDICT_UNDEFINED, NAN},
        {"rk4", 0, 0, VERDICT_BOUNDARY, 1},
        {"explicit-euler", -2, 0, VERDICT_BOUNDARY, 1},
        {"explicit-euler", -3, 0, VERDICT_UNSTABLE, 2},
        {"midpoint,keep=none", 0, 0, VERDICT_BOUNDARY, 1}, /* roots 1 and -1 */
    };
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
        phi *p = NULL;
        evaluation e;
        ASSERT_OK(compile(points[i].method, &p), points[i].method, why);
        ASSERT_OK(evaluate_at(p, points[i].z, 0, points[i].w, &e), points[i].method, why);
        ASSERTm(support_say("%s at (%g, %g): %s", points[i].method, points[i].z, points[i].w,
                            verdict_name(e.verdict)),
                e.verdict == points[i].verdict);
        if (isfinite(points[i].growth)) {
            ASSERT_NEAR(points[i].growth, e.growth, 1e-15, 0);
        } else {
            ASSERT(isnan(points[i].growth) ? isnan(e.growth) : isinf(e.growth));
        }
        phi_destroy(p);
    }
    PASS();
}

/* (0, 5/3) is no double: quadruple precision sees the zero all the same. */
TEST radau_iia_3_is_undefined_at_five_thirds(void)
{
    phi *p = NULL;
    evaluation e;
    ASSERT_OK(compile("radau-iia:3", &p), "radau", why);
    double high = 5.0 / 3;
    ASSERT_OK(phi_evaluate(p, (wide){0}, (wide){0}, (wide){high, fma(-3, high, 5) / 3}, &e, &why),
              "radau", why);
    ASSERT_EQ(VERDICT_UNDEFINED, e.verdict);
    ASSERT_OK(evaluate_at(p, 0, 0, high, &e), "radau", why);
    ASSERT_EQ(VERDICT_BOUNDARY, e.verdict);
    phi_destroy(p);
    PASS();
}

TEST bdf2_has_the_stated_roots(void)
{
    phi *p = NULL;
    evaluation e;
    ASSERT_OK(compile("bdf:2", &p), "bdf:2", why);
    ASSERT_OK(evaluate_at(p, -2, 0, 1.5, &e), "bdf:2", why);
    ASSERT_EQ_FMT(2, e.root_count, "%d");
    ASSERT(creal(e.roots[0]) == -1 && cimag(e.roots[0]) == 0);
    ASSERT(creal(e.roots[1]) == 0.5 && cimag(e.roots[1]) == 0);
    ASSERT_OK(evaluate_at(p, 1, 0, 0.75, &e), "bdf:2", why);
    ASSERT_NEAR(-1, creal(e.roots[0]), 1e-15, 0);
    ASSERT_NEAR(-1, creal(e.roots[1]), 1e-15, 0);
    phi_destroy(p);
    PASS();
}

/* At z = 0 the root 1 is there for every w. */
TEST bdf_has_the_root_one_at_zero(void)
{
    for (int k = 1; k <= 6; k++) {
        char name[8];
        phi *p = NULL;
        evaluation e;
        snprintf(name, sizeof name, "bdf:%d", k);
        ASSERT_OK(compile(name, &p), name, why);
        ASSERT_OK(evaluate_at(p, 0, 0, random_between(-0.5, 0.1), &e), name, why);
        double nearest = 1;
        for (int j = 0; j < e.root_count; j++) {
            nearest = fmin(nearest, cabs(e.roots[j] - 1));
        }
        ASSERT_NEAR(0, nearest, 1e-15, 0);
        phi_destroy(p);
    }
    PASS();
}

/* Hairer & Wanner: BDF7 has the root 1.0222182444 at z = 0 (mathematics.md 10). */
TEST bdf7_is_not_zero_stable(void)
{
    phi *p = NULL;
    evaluation e;
    ASSERT_OK(compile("bdf:7", &p), "bdf:7", why);
    ASSERT_OK(evaluate_at(p, 0, 0, 0, &e), "bdf:7", why);
    ASSERT_EQ(VERDICT_UNSTABLE, e.verdict);
    ASSERT_NEAR(1.0222182444, e.growth, 1e-10, 0);
    phi_destroy(p);
    PASS();
}

/* The regions of mathematics.md 4 on the real plane, exactly. */
static bool euler_is_unstable(double z, double w)
{
    return w > 1 - z / 2;
}

static bool radau_2_is_unstable(double z, double w)
{
    return (6 - z) / 4 < w && w < (z * z - 2 * z + 12) / 8;
}

static bool gauss_lobatto_1_is_unstable(double z, double w)
{
    return w < 4 / z;
}

TEST real_regions_are_the_stated_ones(void)
{
    static const struct {
        const char *method;
        bool (*is_unstable)(double, double);
    } rows[] = {{"implicit-euler", euler_is_unstable},
                {"radau-iia:2", radau_2_is_unstable},
                {"gauss-lobatto:1", gauss_lobatto_1_is_unstable}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        phi *p = NULL;
        ASSERT_OK(compile(rows[i].method, &p), rows[i].method, why);
        for (int n = 0; n < 2000; n++) {
            double z = random_between(-9, -1e-3);
            double w = random_between(-9, 9);
            evaluation e;
            ASSERT_OK(evaluate_at(p, z, 0, w, &e), rows[i].method, why);
            if (fabs(e.growth - 1) > 1e-9) {
                ASSERTm(support_say("%s at (%.17g, %.17g)", rows[i].method, z, w),
                        (e.verdict == VERDICT_STABLE) == !rows[i].is_unstable(z, w));
            }
        }
        phi_destroy(p);
    }
    PASS();
}

/* (sigma - r)^3 and (sigma - r)^2 (sigma - 1/2) as multistep files: the multiplicity decides. */
TEST multiple_roots_on_the_circle_are_unstable(void)
{
    static const struct {
        const char *alpha;
        verdict verdict;
    } cases[] = {
        {"-1 3 -3 1", VERDICT_UNSTABLE},                /* (s-1)^3 */
        {"1 -2 1", VERDICT_UNSTABLE},                   /* (s-1)^2 */
        {"1 0 2 0 1", VERDICT_UNSTABLE},                /* (s^2+1)^2 */
        {"1 0 1", VERDICT_BOUNDARY},                    /* s^2+1 */
        {"-1 0 0 0 0 1", VERDICT_BOUNDARY},             /* s^5-1 */
        {"-27/64 27/16 -9/4 1", VERDICT_STABLE},        /* (s-3/4)^3 */
        {"-0.970299 2.9403 -2.97 1", VERDICT_STABLE},   /* (s-0.99)^3 */
        {"-1.030301 3.0603 -3.03 1", VERDICT_UNSTABLE}, /* (s-1.01)^3 */
        {"1/2 -3/2 1", VERDICT_BOUNDARY},               /* (s-1)(s-1/2) */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char data[200] = "kind = multistep\nalpha = ";
        strcat(data, cases[i].alpha);
        strcat(data, "\nbeta =");
        for (const char *c = cases[i].alpha; *c != '\0'; c++) {
            strcat(data, *c == ' ' ? " 0" : "");
        }
        strcat(data, " 1\n");
        phi *p = NULL;
        evaluation e;
        ASSERT_OK(compile(scratch_file("multiple.method", data, strlen(data)), &p), data, why);
        ASSERT_OK(evaluate_at(p, 0, 0, 0, &e), data, why);
        ASSERTm(support_say("%s is %s", cases[i].alpha, verdict_name(e.verdict)),
                e.verdict == cases[i].verdict);
        phi_destroy(p);
    }
    PASS();
}

TEST methods_for_odes_refuse_spin(void)
{
    phi *p = NULL;
    evaluation e;
    ASSERT_OK(compile("rk4", &p), "rk4", why);
    ASSERT_EQ(STATUS_BAD_INPUT, evaluate_at(p, -1, 0, 0.5, &e));
    ASSERTm(why.text, strstr(why.text, "ODEs only") != NULL);
    ASSERT_OK(evaluate_at(p, -1, 0, 0, &e), "rk4", why);
    ASSERT_NEAR(0.375, e.growth, 0, 1e-15);
    phi_destroy(p);
    PASS();
}

TEST huge_arguments_do_no_harm(void)
{
    for (int i = 0; i < catalogue_member_count(all); i++) {
        phi *p = NULL;
        ASSERT_OK(compile(catalogue_member(all, i), &p), catalogue_member(all, i), why);
        static const double sizes[] = {1e-308, 1e15, 1e100, 1.7e308};
        for (size_t n = 0; n < sizeof sizes / sizeof sizes[0]; n++) {
            double w = phi_describe(p)->spin == PHI_ODE_ONLY ? 0 : sizes[n];
            evaluation e;
            status s = evaluate_at(p, -sizes[n], sizes[n], w, &e);
            ASSERTm(support_say("%s at %g: %s", catalogue_member(all, i), sizes[n], why.text),
                    s == STATUS_OK);
            bool consistent = e.verdict != VERDICT_STABLE || e.growth < 1;
            ASSERTm(catalogue_member(all, i), consistent);
        }
        phi_destroy(p);
    }
    PASS();
}

/* Methods that could do with fewer stages: implicit Euler written twice, and with an idle stage. */
TEST common_factors_are_cancelled(void)
{
    static const char twice[] = "kind = runge-kutta\nA = 1 0\n 0 1\nb = 1/2 1/2\n";
    static const char idle[] = "kind = runge-kutta\nA = 1 0\n 1 1/2\nb = 1 0\n";
    phi *p = NULL;
    evaluation e;
    ASSERT_OK(compile(scratch_file("twice.method", twice, sizeof twice - 1), &p), "twice", why);
    ASSERT_OK(evaluate_at(p, 0.5, 0, 0.5, &e), "twice", why);
    ASSERT_EQ(VERDICT_POLE, e.verdict);
    ASSERT_OK(evaluate_at(p, 0, 0, 1, &e), "twice", why);
    ASSERT_EQ(VERDICT_UNDEFINED, e.verdict); /* 0/0 is left when the factor is gone */
    phi_destroy(p);
    ASSERT_OK(compile(scratch_file("idle.method", idle, sizeof idle - 1), &p), "idle", why);
    ASSERT_OK(evaluate_at(p, 2, 0, 0, &e), "idle", why);
    ASSERT_EQ(VERDICT_BOUNDARY, e.verdict);
    ASSERT_NEAR(-1, creal(e.roots[0]), 1e-15, 0);
    phi_destroy(p);
    PASS();
}

/* (sigma - 1 + 1e-7)^4: stable, though Schur-Cohn alone cannot see it. */
TEST clustered_roots_do_not_contradict_the_growth(void)
{
    static const char data[] = "kind = multistep\nlet r = 1-1/10^7\n"
                               "alpha = r^4 -4*r^3 6*r^2 -4*r 1\nbeta = 0 0 0 0 1\n";
    phi *p = NULL;
    evaluation e;
    ASSERT_OK(compile(scratch_file("cluster.method", data, sizeof data - 1), &p), "cluster", why);
    ASSERT_OK(evaluate_at(p, 0, 0, 0, &e), "cluster", why);
    ASSERT_EQ(VERDICT_STABLE, e.verdict);
    phi_destroy(p);
    PASS();
}

/* ((16 - w)/(16 - w - z))^16, near its pole of order 16 and at it; decimals are what they say. */
TEST poles_of_many_stages_are_where_they_are(void)
{
    static const struct {
        wide z, w;
        double growth;
    } points[] = {{{15.5, 0}, {0, 0}, 0x1p80},
                  {{0.97, 0}, {0, 0}, 2.7200446499565307},
                  {{16, 0}, {0, 0}, INFINITY},
                  {{15.9, -3.552713678800501e-16}, {0.1, -5.551115123125783e-18}, INFINITY},
                  {{15.9, 0}, {0.1, 0}, 0},
                  {{0, 0}, {16, 0}, NAN},
                  {{1, 0}, {16, 0}, 0}};
    char data[4096] = "kind = runge-kutta\nA = 1/16";
    phi *p = NULL;
    for (int i = 1; i < 256; i++) {
        strcat(data, i % 16 == 0 ? "\n    1/16" : i % 16 <= i / 16 ? " 1/16" : " 0");
    }
    strcat(data, "\nb =");
    for (int i = 0; i < 16; i++) {
        strcat(data, " 1/16");
    }
    ASSERT_OK(compile(scratch_file("substeps.method", data, strlen(data)), &p), "substeps", why);
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
        evaluation e;
        ASSERT_OK(phi_evaluate(p, points[i].z, (wide){0}, points[i].w, &e, &why), "point", why);
        const char *words =
            support_say("point %zu: %s %.17g", i, verdict_name(e.verdict), e.growth);
        if (i == 4) { /* two doubles whose sum is not 16: no pole, but nearly */
            ASSERTm(words,
                    e.verdict == VERDICT_UNSTABLE && e.growth > 1e200 && e.growth < INFINITY);
        } else if (isfinite(points[i].growth)) {
            ASSERT_NEAR(points[i].growth, e.growth, 0, 1e-14);
        } else {
            ASSERT_EQm(words, isnan(points[i].growth) ? VERDICT_UNDEFINED : VERDICT_POLE,
                       e.verdict);
        }
    }
    phi_destroy(p);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    if (catalogue_create(SPINSCOPE_ASSETS, &all, &why) != STATUS_OK) {
        return 1;
    }
    RUN_TEST(special_points_have_their_verdict);
    RUN_TEST(radau_iia_3_is_undefined_at_five_thirds);
    RUN_TEST(bdf2_has_the_stated_roots);
    RUN_TEST(bdf_has_the_root_one_at_zero);
    RUN_TEST(bdf7_is_not_zero_stable);
    RUN_TEST(real_regions_are_the_stated_ones);
    RUN_TEST(multiple_roots_on_the_circle_are_unstable);
    RUN_TEST(methods_for_odes_refuse_spin);
    RUN_TEST(huge_arguments_do_no_harm);
    RUN_TEST(common_factors_are_cancelled);
    RUN_TEST(clustered_roots_do_not_contradict_the_growth);
    RUN_TEST(poles_of_many_stages_are_where_they_are);
    catalogue_destroy(all);
    GREATEST_MAIN_END();
}
