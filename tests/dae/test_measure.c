/* Measured growth against predicted growth: two algorithms that share the coefficients of the
 * method and nothing else (mathematics.md 2, 3, 5 and 7). */
#include "dae/measure.h"

#include "dae/dae.h"
#include "numerics/roots.h"
#include "stability/evaluate.h"
#include "stability/everything.h"
#include "support/command.h"
#include "support/support.h"

static message why;

static wide plain(double x)
{
    return (wide){.high = x};
}

static double complex random_z(void)
{
    return CMPLX(random_between(-9, 9), random_between(-9, 9));
}

/* `steps` steps of a method on the test equation from t0. */
static status measure(const method *m, motion moves, double complex z, double w, double t0,
                      double h, int steps, double complex *factors, growth *g)
{
    problem *p = NULL;
    stepper *s = NULL;
    bool only_ode = method_describe(m)->form == FORM_ODE_ONLY;
    status ok = dae_test_equation(moves, only_ode, z, w, h, &p, &why);
    ok = ok == STATUS_OK ? stepper_create(m, p, NULL, &s, &why) : ok;
    ok = ok == STATUS_OK ? measure_start(s, p, t0, h, &why) : ok;
    if (ok == STATUS_OK) {
        *g = measure_steps(s, p, steps, factors);
    }
    stepper_destroy(s);
    problem_destroy(p);
    return ok;
}

static status measure_named(const char *name, motion moves, double complex z, double w, double t0,
                            double h, int steps, double complex *factors, growth *g)
{
    const catalogue *all = dae_catalogue(&why);
    method *m = NULL;
    status ok = all == NULL ? STATUS_FAILED : catalogue_open(all, name, &m, &why);
    ok = ok == STATUS_OK ? measure(m, moves, z, w, t0, h, steps, factors, g) : ok;
    method_destroy(m);
    return ok;
}

/* A random point; w is changed every fifth time only, because a slice at w is expensive. */
typedef struct sample {
    double complex z;
    double w, t0;
    phi *slice;
    evaluation at;
} sample;

static status sample_next(sample *n, const phi *p, int index)
{
    status ok = STATUS_OK;
    if (index % 5 == 0) {
        phi_destroy(n->slice);
        n->slice = NULL;
        n->w = phi_describe(p)->spin == PHI_ODE_ONLY ? 0 : random_between(-9, 9);
        ok = phi_slice(p, plain(n->w), &n->slice, &why);
    }
    n->z = random_z();
    n->t0 = index % 2 == 0 ? 0 : 3;
    return ok != STATUS_OK ? ok
                           : phi_evaluate(n->slice, plain(creal(n->z)), plain(cimag(n->z)),
                                          plain(n->w), &n->at, &why);
}

/* One step of everything whose Phi has degree 1, from t = 0 and t = 3 in turn. */
static enum greatest_test_res one_step_is_R(motion moves)
{
    static everything e;
    ASSERT(everything_begin(&e));
    int methods = 0;
    while (everything_next(&e, moves, &why)) {
        const phi_info *info = phi_describe(e.p);
        const method_info *about = method_describe(e.m);
        if (info->degree != 1) {
            continue;
        }
        methods++;
        sample x = {0};
        int compared = 0;
        for (int n = 0; n < rounds(40); n++) {
            growth g;
            ASSERT_OK(sample_next(&x, e.p, n), e.name, why);
            ASSERT_OK(measure(e.m, moves, x.z, x.w, x.t0, 0.5, 1, NULL, &g), e.name, why);
            if (x.at.verdict == VERDICT_POLE || x.at.verdict == VERDICT_UNDEFINED) {
                continue;
            }
            compared++;
            ASSERT_EQm(e.name, STEP_DONE, g.outcome);
            double error = dae_distance(g.factor, x.at.roots[0]);
            ASSERTm(support_say("%s at z = %.17g%+.17gi, w = %.17g, t0 = %g: error %.2e, R = %g",
                                e.name, creal(x.z), cimag(x.z), x.w, x.t0, error, x.at.growth),
                    error <= (about->size <= 5 ? 1e-11 : 1e-9));
        }
        phi_destroy(x.slice);
        ASSERTm(e.name, compared >= rounds(40) - 2);
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    ASSERTm(support_say("only %d methods", methods), methods > 50);
    PASS();
}

TEST one_step_on_the_shear_reproduces_R_of_every_method(void)
{
    CHECK_CALL(one_step_is_R(MOTION_SHEAR));
    PASS();
}

TEST one_step_on_the_rotation_reproduces_R_of_every_method(void)
{
    CHECK_CALL(one_step_is_R(MOTION_ROTATION));
    PASS();
}

/* Several roots: 200 steps from a generic start show the largest. mathematics.md 7 promises 4/N.
 */
static enum greatest_test_res many_steps_are_the_largest_root(motion moves)
{
    enum { STEPS = 200 };
    static everything e;
    ASSERT(everything_begin(&e));
    int methods = 0;
    while (everything_next(&e, moves, &why)) {
        const phi_info *info = phi_describe(e.p);
        if (info->degree == 1) {
            continue;
        }
        methods++;
        sample x = {0};
        int points = rounds(method_describe(e.m)->size > 6 ? 15 : 40);
        for (int n = 0; n < points; n++) {
            growth g;
            ASSERT_OK(sample_next(&x, e.p, n), e.name, why);
            ASSERT_OK(measure(e.m, moves, x.z, x.w, x.t0, 0.5, STEPS, NULL, &g), e.name, why);
            double error = fabs(growth_rate(&g, false) - log(x.at.growth));
            ASSERTm(support_say("%s at z = %.17g%+.17gi, w = %.17g, t0 = %g: rate %g, log %g",
                                e.name, creal(x.z), cimag(x.z), x.w, x.t0, growth_rate(&g, false),
                                log(x.at.growth)),
                    error <= 4.0 / STEPS);
        }
        phi_destroy(x.slice);
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    ASSERTm(support_say("only %d methods", methods), methods > 25);
    PASS();
}

TEST many_steps_on_the_shear_grow_like_the_largest_root(void)
{
    CHECK_CALL(many_steps_are_the_largest_root(MOTION_SHEAR));
    PASS();
}

TEST many_steps_on_the_rotation_grow_like_the_largest_root(void)
{
    CHECK_CALL(many_steps_are_the_largest_root(MOTION_ROTATION));
    PASS();
}

/* The BDF polynomial as [KM] prints it in 5.7: alpha_k - z leads instead of alpha_k - z - w
 * (mathematics.md 12). Returns log |sigma|max of the printed or of the right one. */
static double bdf_log_growth(int k, double complex z, double w, bool as_printed)
{
    double complex c[8] = {0}, roots[8];
    for (int m = 1; m <= k; m++) {
        double binomial = 1;
        for (int l = 0; l <= m; l++) {
            c[k - l] += (l % 2 == 0 ? binomial : -binomial) / m;
            binomial = binomial * (m - l) / (l + 1);
        }
    }
    for (int l = 1; l <= k; l++) {
        c[k - l] *= 1 - l * w;
    }
    c[k] -= as_printed ? z : z + w;
    if (!complex_polynomial_roots(c, k, roots)) {
        return NAN;
    }
    double largest = 0;
    for (int j = 0; j < k; j++) {
        largest = fmax(largest, cabs(roots[j]));
    }
    return log(largest);
}

TEST the_printed_bdf_polynomial_does_not_fit_the_measurement(void)
{
    enum { STEPS = 200 };
    int caught = 0, all = 0;
    for (int k = 1; k <= 6; k++) {
        char name[16];
        snprintf(name, sizeof name, "bdf:%d", k);
        for (int n = 0; n < 20; n++) {
            double complex z = random_z();
            double w = random_between(2, 9) * (n % 2 == 0 ? 1 : -1);
            growth g;
            ASSERT_OK(measure_named(name, MOTION_SHEAR, z, w, 0, 1, STEPS, NULL, &g), name, why);
            double rate = growth_rate(&g, false);
            ASSERT_NEAR(bdf_log_growth(k, z, w, false), rate, 4.0 / STEPS, 0);
            caught += fabs(bdf_log_growth(k, z, w, true) - rate) > 4.0 / STEPS;
            all++;
        }
    }
    ASSERTm(support_say("caught at %d of %d points", caught, all), caught > all - all / 6);
    PASS();
}

/* Radau IIA 2 typed by hand, and with one entry changed by 1e-3: the first reproduces R of the
 * family's member, the second nowhere. */
TEST a_wrong_tableau_does_not_reproduce_R(void)
{
    static const char right[] = "name = mine\nkind = runge-kutta\nc = 1/3 1\nA = 5/12 -1/12\n"
                                "    3/4 1/4\nb = 3/4 1/4\n";
    static const char wrong[] = "name = mine\nkind = runge-kutta\nc = 1/3 1\n"
                                "A = 5/12+1/1000 -1/12\n    3/4 1/4\nb = 3/4 1/4\n";
    char first[600], second[600];
    snprintf(first, sizeof first, "%s", scratch_file("right.method", right, sizeof right - 1));
    snprintf(second, sizeof second, "%s", scratch_file("wrong.method", wrong, sizeof wrong - 1));
    for (int n = 0; n < 40; n++) {
        double complex z = random_z();
        double w = random_between(-9, 9);
        double complex N = 6 - 4 * w + 2 * z - 2 * z * w;
        double complex D = 6 - 4 * z - 4 * w + z * z + 2 * z * w;
        growth g;
        ASSERT_OK(measure_named(first, MOTION_SHEAR, z, w, 0, 1, 1, NULL, &g), "right", why);
        ASSERT(dae_distance(g.factor, N / D) <= 1e-11);
        ASSERT_OK(measure_named(second, MOTION_SHEAR, z, w, 0, 1, 1, NULL, &g), "wrong", why);
        ASSERT(dae_distance(g.factor, N / D) > 1e-7);
    }
    PASS();
}

/* The rows of mathematics.md 2 that are short, typed here. */
TEST the_table_of_the_paper_is_measured(void)
{
    for (int n = 0; n < 60; n++) {
        double complex z = random_z();
        double w = random_between(-9, 9);
        double complex zz = z * z;
        const struct {
            const char *name;
            double complex N, D;
        } rows[] = {
            {"implicit-euler", 1 - w, 1 - z - w},
            {"midpoint", 2 + z - w, 2 - z - w},
            {"trapezoidal", 2 + z - w - z * w, 2 - z - w},
            {"gauss:2", 12 - 6 * w + 6 * z - 4 * z * w + zz, 12 - 6 * w - 6 * z + 2 * z * w + zz},
            {"radau-iia:3", 60 - 36 * w + 24 * z - 18 * z * w + 3 * zz - 3 * zz * w,
             60 - 36 * w - 36 * z + 18 * z * w + 9 * zz - zz * z - 3 * zz * w},
            {"gauss-lobatto:1", 4 + 2 * z - z * w, 4 - 2 * z - z * w},
            {"gauss-lobatto:2", 24 + 12 * z - 2 * z * w + 2 * zz - zz * w,
             24 - 12 * z - 2 * z * w + 2 * zz + zz * w},
        };
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
            growth g;
            ASSERT_OK(measure_named(rows[i].name, MOTION_SHEAR, z, w, 3, 0.25, 1, NULL, &g),
                      rows[i].name, why);
            double error = dae_distance(g.factor, rows[i].N / rows[i].D);
            ASSERTm(support_say("%s at z = %g%+gi, w = %g: error %.2e", rows[i].name, creal(z),
                                cimag(z), w, error),
                    error <= 1e-11);
        }
    }
    PASS();
}

/* A method that reproduces R in one step does so in every step. */
TEST every_factor_of_many_steps_is_R(void)
{
    enum { STEPS = 300 };
    static const char *const names[] = {"radau-iia:2", "gauss:2,keep=u", "tr-bdf2"};
    catalogue *all = NULL;
    ASSERT_OK(catalogue_create(SPINSCOPE_ASSETS, &all, &why), "catalogue", why);
    for (int moves = MOTION_SHEAR; moves <= MOTION_ROTATION; moves++) {
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
            static double complex factors[STEPS];
            double complex z = random_z();
            double w = random_between(-3, 3);
            method *m = NULL;
            phi *f = NULL;
            growth g;
            evaluation at;
            ASSERT_OK(catalogue_open(all, names[i], &m, &why), names[i], why);
            ASSERT_OK(phi_compile(m, (motion)moves, &f, &why), names[i], why);
            ASSERT_OK(phi_evaluate(f, plain(creal(z)), plain(cimag(z)), plain(w), &at, &why),
                      names[i], why);
            ASSERT_OK(measure(m, (motion)moves, z, w, 0, 1, STEPS, factors, &g), names[i], why);
            for (int n = 0; n < STEPS; n++) {
                ASSERTm(support_say("%s, step %d", names[i], n),
                        dae_distance(factors[n], at.roots[0]) <= 1e-9);
            }
            ASSERT_EQ(STEPS, g.steps);
            ASSERT_NEAR(log(at.growth), growth_rate(&g, false), 1e-9, 1e-9);
            ASSERT_NEAR(log(at.growth), growth_rate(&g, true), 1e-9, 1e-9);
            phi_destroy(f);
            method_destroy(m);
        }
    }
    catalogue_destroy(all);
    PASS();
}

TEST poles_are_singular_steps(void)
{
    static const struct {
        const char *name;
        double z, w;
    } poles[] = {{"implicit-euler", -0.5, 1.5}, {"implicit-euler", -2, 3}, {"implicit-euler", 1, 0},
                 {"midpoint", -1, 3},           {"bdf:2", -1.5, 3},        {"bdf:2", 0.5, 1},
                 {"trapezoidal", -2, 4}};
    for (size_t i = 0; i < sizeof poles / sizeof poles[0]; i++) {
        growth g;
        for (int steps = 1; steps <= 32; steps *= 32) {
            ASSERT_OK(measure_named(poles[i].name, MOTION_SHEAR, poles[i].z, poles[i].w, 0, 1,
                                    steps, NULL, &g),
                      poles[i].name, why);
            ASSERT_EQm(poles[i].name, STEP_SINGULAR, g.outcome);
            ASSERT_EQ(GROWTH_SINGULAR, growth_judge(&g, true));
            ASSERT_EQ(GROWTH_SINGULAR, growth_judge(&g, false));
            ASSERT(growth_rate(&g, true) == INFINITY);
            ASSERT_EQ(0, g.steps);
        }
    }
    PASS();
}

TEST what_vanishes_in_one_step_is_stable(void)
{
    for (int steps = 1; steps <= 64; steps *= 4) {
        growth g;
        ASSERT_OK(measure_named("implicit-euler", MOTION_SHEAR, -1, 1, 0, 1, steps, NULL, &g),
                  "implicit-euler", why);
        ASSERT_EQ(STEP_DONE, g.outcome);
        ASSERT(growth_rate(&g, true) == -INFINITY);
        ASSERT_EQ(GROWTH_STABLE, growth_judge(&g, true));
        ASSERT_EQ(GROWTH_STABLE, growth_judge(&g, false));
    }
    PASS();
}

/* Implicit Euler far out: R = (1 - w)/(1 - z - w), about 2e-200. Explicit Euler: 1 + z. Neither
 * underflows nor overflows in many steps. */
TEST enormous_and_tiny_factors_are_measured(void)
{
    enum { STEPS = 64 };
    growth g;
    ASSERT_OK(measure_named("implicit-euler", MOTION_SHEAR, -1e200, 3, 0, 1, STEPS, NULL, &g),
              "implicit-euler", why);
    ASSERT_EQ(STEP_DONE, g.outcome);
    ASSERT_EQ(GROWTH_STABLE, growth_judge(&g, true));
    ASSERT(growth_rate(&g, true) < log(1e-15)); /* x_old + h x' is found to the unit roundoff */
    ASSERT_OK(measure_named("explicit-euler", MOTION_SHEAR, 1e100, 0, 0, 1, STEPS, NULL, &g),
              "explicit-euler", why);
    ASSERT_EQ(GROWTH_UNSTABLE, growth_judge(&g, true));
    ASSERT_NEAR(log(1e100), growth_rate(&g, false), 0, 1e-9);
    ASSERT_OK(measure_named("explicit-euler", MOTION_SHEAR, -1e250, 0, 0, 1, STEPS, NULL, &g),
              "explicit-euler", why);
    ASSERT_EQ(GROWTH_UNSTABLE, growth_judge(&g, false));
    ASSERT_NEAR(log(1e250), growth_rate(&g, true), 0, 1e-9);
    PASS();
}

/* Whatever happens out there: "stable" is said of what is predicted so and of nothing else. With an
 * explicit first stage x_new = x_old + sum b_j h x'_j cancels terms of size |z|, and means nothing
 * once |z| times the unit roundoff is not small: these go to 1e10 only. */
TEST what_overflows_is_never_called_stable(void)
{
    static const double far[] = {1e10,   -1e10, 1e20,   -1e20, 1e100,
                                 -1e100, 1e200, -1e200, 1e308, -1e308};
    static everything e;
    ASSERT(everything_begin(&e));
    int failed = 0, unstable = 0;
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        const phi_info *info = phi_describe(e.p);
        bool cancels = method_describe(e.m)->form == FORM_EXPLICIT_FIRST_STAGE;
        for (size_t i = 0; i < (cancels ? 2 : sizeof far / sizeof far[0]); i++) {
            double w = info->spin == PHI_ODE_ONLY ? 0 : i % 2 == 0 ? 2.5 : -1e3;
            growth g;
            evaluation at;
            ASSERT_OK(phi_evaluate(e.p, plain(far[i]), plain(0), plain(w), &at, &why), e.name, why);
            if (measure(e.m, MOTION_SHEAR, far[i], w, 0, 1, 32, NULL, &g) != STATUS_OK) {
                failed++;
                continue;
            }
            growth_verdict v = growth_judge(&g, true);
            failed += v == GROWTH_FAILED;
            unstable += v == GROWTH_UNSTABLE;
            ASSERTm(support_say("%s at z = %g, w = %g: judged stable, |sigma| = %.17g", e.name,
                                far[i], w, at.growth),
                    v != GROWTH_STABLE || at.growth < 1 + 1e-6);
            ASSERTm(support_say("%s at z = %g, w = %g: judged unstable, |sigma| = %.17g", e.name,
                                far[i], w, at.growth),
                    v != GROWTH_UNSTABLE || at.growth > 1 - 1e-6);
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    ASSERT(failed > 0);
    ASSERT(unstable > 0);
    PASS();
}

/* A problem that turns into NaN after a while. */
static void spoiled_residual(const void *data, double t, const double *x, const double *xd,
                             double *r)
{
    (void)data;
    r[0] = t > 7.5 ? NAN : xd[0] + 3 * x[0];
}

static void spoiled_observe(const void *data, double t, const double *x, double *u)
{
    (void)data;
    u[0] = t > 3.5 ? NAN : x[0];
}

static void plain_observe(const void *data, double t, const double *x, double *u)
{
    (void)data;
    (void)t;
    u[0] = x[0];
}

TEST what_is_not_a_number_is_never_judged_stable(void)
{
    problem p = {.name = "spoiled",
                 .size = 1,
                 .differential = 1,
                 .linear = true,
                 .residual = spoiled_residual,
                 .observed = 1,
                 .observe = plain_observe};
    stepper *s = dae_stepper("implicit-euler", &p, NULL, &why);
    ASSERT_STEPPER(s, "implicit-euler", why);
    for (int steps = 1; steps <= 60; steps++) {
        ASSERT_OK(measure_start(s, &p, 0, 1, &why), "start", why);
        growth g = measure_steps(s, &p, steps, NULL);
        growth_verdict expected = steps <= 7 ? GROWTH_STABLE : GROWTH_FAILED;
        if (steps > 4 || steps == 0) { /* 4/N is more than log 4 with few steps */
            ASSERT_EQm(support_say("%d steps", steps), expected, growth_judge(&g, false));
        }
        ASSERT_EQ(steps <= 7 ? STEP_DONE : STEP_NOT_FINITE, g.outcome);
    }
    p.observe = spoiled_observe;
    ASSERT_OK(measure_start(s, &p, 0, 1, &why), "start", why);
    growth g = measure_steps(s, &p, 40, NULL);
    ASSERT_EQ(STEP_NOT_FINITE, g.outcome);
    ASSERT_EQ(3, g.steps);
    ASSERT_EQ(GROWTH_FAILED, growth_judge(&g, true));
    ASSERT(isnan(growth_rate(&g, true)));
    stepper_destroy(s);
    PASS();
}

/* The start satisfies the constraints, and is the same every time. */
TEST generic_starts_are_consistent_and_repeatable(void)
{
    problem *p = NULL;
    ASSERT_OK(dae_test_equation(MOTION_SHEAR, false, -1 + 2 * I, 0.7, 0.5, &p, &why), "p", why);
    for (int again = 0; again < 2; again++) {
        double kept[4] = {0};
        stepper *s = dae_stepper("bdf:3", p, NULL, &why);
        ASSERT_STEPPER(s, "bdf:3", why);
        ASSERT_OK(measure_start(s, p, 2, 0.5, &why), "start", why);
        const double *x = stepper_state(s);
        double g = 1 + 1.4 * 2; /* omega = 1.4 */
        ASSERT_NEAR(g * x[1], x[0], 1e-14, 1e-14);
        ASSERT_NEAR(g * x[3], x[2], 1e-14, 1e-14);
        ASSERT(hypot(x[1], x[3]) > 0.05 && hypot(x[1], x[3]) < 20);
        ASSERT(again == 0 || memcmp(kept, x, sizeof kept) != 0);
        static double first[4];
        if (again == 0) {
            memcpy(first, x, sizeof first);
        } else {
            ASSERT_MEM_EQ(first, x, sizeof first);
        }
        stepper_destroy(s);
    }
    problem_destroy(p);
    PASS();
}

/* A start on the exact solution would call the unprojected midpoint rule stable: the generic one
 * excites its parasitic root (mathematics.md 2 and 7). Near w = 0 it is about -1 (1 + w + ...). */
TEST generic_starts_excite_the_parasitic_root(void)
{
    double complex z = -0.5;
    double w = 0.75; /* (2-z-w) s^2 - 2(z-w) s - (2+z+w) */
    double a = 2 - creal(z) - w, b = -2 * (creal(z) - w), c = -(2 + creal(z) + w);
    double root = (-b - sqrt(b * b - 4 * a * c)) / (2 * a);
    ASSERT(root < -1);
    growth g;
    ASSERT_OK(measure_named("midpoint,keep=none", MOTION_SHEAR, z, w, 0, 1, 400, NULL, &g), "m",
              why);
    ASSERT_NEAR(log(-root), growth_rate(&g, false), 4.0 / 400, 0);
    ASSERT_EQ(GROWTH_UNSTABLE, growth_judge(&g, false));
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(one_step_on_the_shear_reproduces_R_of_every_method);
    RUN_TEST(one_step_on_the_rotation_reproduces_R_of_every_method);
    RUN_TEST(many_steps_on_the_shear_grow_like_the_largest_root);
    RUN_TEST(many_steps_on_the_rotation_grow_like_the_largest_root);
    RUN_TEST(the_printed_bdf_polynomial_does_not_fit_the_measurement);
    RUN_TEST(a_wrong_tableau_does_not_reproduce_R);
    RUN_TEST(the_table_of_the_paper_is_measured);
    RUN_TEST(every_factor_of_many_steps_is_R);
    RUN_TEST(poles_are_singular_steps);
    RUN_TEST(what_vanishes_in_one_step_is_stable);
    RUN_TEST(enormous_and_tiny_factors_are_measured);
    RUN_TEST(what_overflows_is_never_called_stable);
    RUN_TEST(what_is_not_a_number_is_never_judged_stable);
    RUN_TEST(generic_starts_are_consistent_and_repeatable);
    RUN_TEST(generic_starts_excite_the_parasitic_root);
    GREATEST_MAIN_END();
}
