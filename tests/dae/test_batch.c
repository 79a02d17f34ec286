/* The batched steppers against the plain one, which is their specification: both step the same
 * equation with the same method, and share no arithmetic. */
#include "dae/batch.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "dae/measure.h"
#include "dae/problems.h"
#include "method/catalogue.h"
#include "stability/evaluate.h"
#include "support/support.h"

static message why;
static catalogue *all;

static const struct {
    const char *name;
    batch_equation equation;
    double size[BATCH_PARAMETERS]; /* of the parameters that are tried */
} equations[] = {{"ode", BATCH_ODE, {9, 9, 9}},
                 {"shear", BATCH_SHEAR, {9, 9, 9}},
                 {"rotation", BATCH_ROTATION, {9, 9, 4}},
                 {"normalised", BATCH_NORMALISED, {9, 9, 4}},
                 {"example-1.1", BATCH_EXAMPLE_1_1, {5, 5, 5}}};

enum { EQUATIONS = sizeof equations / sizeof equations[0] };

/* Every method of the catalogue with its variants: what it keeps, and spin-stabilised. */
typedef struct lineup {
    int member, variant; /* the next one */
    method *m;
    tableau of;
    char name[128];
} lineup;

/* Does the method have this variant? All have the one that is not asked for. */
static bool has_variant(const char *member, int variant, bool *has)
{
    method *m = NULL;
    if (catalogue_open(all, member, &m, &why) != STATUS_OK) {
        return false;
    }
    const method_info *info = method_describe(m);
    *has =
        variant == 0 || (info->form != FORM_ODE_ONLY && (variant % 3 == 0 || info->keep_matters));
    method_destroy(m);
    return true;
}

/* False at the end, with an empty name; or when a method does not open, with its name. */
static bool lineup_next(lineup *l)
{
    static const char *const keeps[] = {"", ",keep=u", ",keep=none"};
    method_destroy(l->m);
    l->m = NULL;
    for (bool has = false; !has; l->variant++) {
        l->name[0] = '\0';
        if (l->variant == 6) {
            l->variant = 0;
            l->member++;
        }
        if (l->member == catalogue_member_count(all)) {
            return false;
        }
        const char *member = catalogue_member(all, l->member);
        snprintf(l->name, sizeof l->name, "%s%s%s", l->variant < 3 ? "" : "spin:", member,
                 keeps[l->variant % 3]);
        if (!has_variant(member, l->variant, &has)) {
            return false;
        }
    }
    if (catalogue_open(all, l->name, &l->m, &why) != STATUS_OK) {
        return false;
    }
    method_tableau(l->m, &l->of);
    return true;
}

/* Several roots: the factor of a step depends on where the measurement started. */
static bool has_several_roots(const tableau *t, const method_info *info)
{
    return t->kind == METHOD_MULTISTEP || (info->keep_matters && t->keep == KEEP_NONE);
}

static bool goes_with(const lineup *l, int equation)
{
    return l->of.form != FORM_ODE_ONLY || equations[equation].equation == BATCH_ODE;
}

/* On x' = lambda x nothing leaves a constraint and nothing spins. */
static bool is_one_step(const lineup *l, int equation)
{
    bool is_ode = equations[equation].equation == BATCH_ODE;
    return l->of.kind != METHOD_MULTISTEP &&
           (is_ode || !has_several_roots(&l->of, method_describe(l->m)));
}

static status open_tableau(const char *name, tableau *out)
{
    method *m = NULL;
    status s = catalogue_open(all, name, &m, &why);
    if (s == STATUS_OK) {
        method_tableau(m, out);
    }
    method_destroy(m);
    return s;
}

/* The plain stepper on the same pixel. keep=none starts off its constraint as far as the stepper
 * lets it: a start on it would not excite the parasitic root. */
static status measure_plainly(const method *m, const batch_request *request, const char *equation,
                              const double *values, growth *out)
{
    problem *p = NULL;
    stepper *s = NULL;
    status ok = problem_entry_create(problems_find(equation), values, &p, &why);
    ok = ok == STATUS_OK ? stepper_create(m, p, NULL, &s, &why) : ok;
    ok = ok == STATUS_OK ? measure_start(s, p, request->t0, request->h, &why) : ok;
    const method_info *info = method_describe(m);
    if (ok == STATUS_OK && info->keep_matters && info->keep == KEEP_NONE) {
        double x[4];
        memcpy(x, stepper_state(s), (size_t)p->size * sizeof *x);
        for (int i = 0; i < p->size; i++) {
            x[i] *= 1 + 1e-7 * (i + 1);
        }
        ok = stepper_start(s, request->t0, request->h, x, &why);
    }
    if (ok == STATUS_OK) {
        *out = measure_steps(s, p, request->steps, NULL);
    }
    stepper_destroy(s);
    problem_destroy(p);
    return ok;
}

static void random_pixels(int equation, double h, int count, double *out)
{
    for (int i = 0; i < count * BATCH_PARAMETERS; i++) {
        double size = equations[equation].size[i % BATCH_PARAMETERS];
        out[i] = random_between(-size, size) / h;
    }
}

static batch_request random_request(const lineup *l, int equation, int steps)
{
    static const double starts[] = {0, 3.7, -2.5, 100};
    static const double sizes[] = {1, 0.5, 2.25, 1.0 / 3};
    return (batch_request){.method = &l->of,
                           .equation = equations[equation].equation,
                           .t0 = starts[random_integer(0, 3)],
                           .h = sizes[random_integer(0, 3)],
                           .steps = steps};
}

/* What rounding does to a factor: u is a difference of numbers that are omega t times as large,
 * and after a step with a small factor what was lost before it counts the more. */
static double rounding(const batch_request *r, const double *values, double size)
{
    double omega = r->equation == BATCH_ODE           ? 0
                   : r->equation == BATCH_EXAMPLE_1_1 ? values[0]
                                                      : values[2];
    double last = fabs(r->t0) + r->steps * r->h, damping = fmin(1, size);
    return 1e-9 + 256 * DBL_EPSILON * (1 + fabs(omega) * last) / (damping * damping);
}

static enum greatest_test_res compare_factors(const lineup *l, int equation, int *compared)
{
    enum { COUNT = 7 };
    double values[COUNT * BATCH_PARAMETERS];
    growth batched[COUNT], plain;
    const batch_request request = random_request(l, equation, random_integer(1, 4));
    const char *problem_name = equations[equation].name;
    random_pixels(equation, request.h, COUNT, values);
    ASSERT_OK(batch_check(&request, &why), l->name, why);
    batch_measure(&request, COUNT, values, batched);
    for (int i = 0; i < COUNT; i++) {
        const double *v = values + i * BATCH_PARAMETERS;
        ASSERT_OK(measure_plainly(l->m, &request, problem_name, v, &plain), l->name, why);
        double size = cabs(plain.factor);
        const char *where = support_say(
            "%s on %s at %.17g, %.17g, %.17g, t0 %g, h %g, %d steps: %.17g%+.17gi, plainly "
            "%.17g%+.17gi",
            l->name, problem_name, v[0], v[1], v[2], request.t0, request.h, request.steps,
            creal(batched[i].factor), cimag(batched[i].factor), creal(plain.factor),
            cimag(plain.factor));
        ASSERT_EQm(where, STEP_DONE, plain.outcome);
        ASSERT_EQm(where, STEP_DONE, batched[i].outcome);
        ASSERT_EQm(where, request.steps, batched[i].steps);
        ASSERT_EQm(where, request.steps, batched[i].planned);
        if (!(size > 0.05 && size < 1e3)) {
            continue;
        }
        double error = cabs(batched[i].factor - plain.factor) / size;
        ASSERTm(where, error <= rounding(&request, v, size) * (l->of.size <= 5 ? 1 : 10));
        ++*compared;
    }
    PASS();
}

TEST factors_of_one_step_methods_are_those_of_the_plain_stepper(void)
{
    int compared = 0, methods = 0;
    lineup l = {0};
    for (; lineup_next(&l); methods++) {
        for (int e = 0; e < EQUATIONS; e++) {
            if (goes_with(&l, e) && is_one_step(&l, e)) {
                CHECK_CALL(compare_factors(&l, e, &compared));
            }
        }
    }
    ASSERTm(support_say("%s: %s", l.name, why.text), l.name[0] == '\0');
    ASSERTm(support_say("%d methods, %d factors", methods, compared),
            methods > 190 && compared > 3000);
    PASS();
}

/* Where a factor has settled it is the largest root, however the measurement started; elsewhere
 * each mean is within 2.7/N of it (mathematics.md 7). The parasitic root of keep=none, which the
 * plain stepper begins with at some 1e-7, may take over in the second half: that costs the mean 2
 * log(1e7) / N at most. Spin-stabilised, or when the kernel comes to rest, u does not see the
 * parasitic root at all, and the plain stepper looks at u alone: then it may see less growth, never
 * more. */
static enum greatest_test_res compare_rates(const lineup *l, int equation, int *compared,
                                            int *settled)
{
    enum { COUNT = 3, STEPS = 400 };
    double values[COUNT * BATCH_PARAMETERS];
    growth batched[COUNT], plain;
    const batch_request request = random_request(l, equation, STEPS);
    const char *problem_name = equations[equation].name;
    bool is_steady = problems_find(problem_name)->is_steady && !l->of.spin;
    double most = 6.0 / STEPS;
    most += l->of.kind == METHOD_MULTISTEP ? 0 : 2 * 7 * log(10) / STEPS;
    bool sees_less =
        l->of.kind != METHOD_MULTISTEP && (l->of.spin || request.equation == BATCH_NORMALISED);
    random_pixels(equation, request.h, COUNT, values);
    batch_measure(&request, COUNT, values, batched);
    for (int i = 0; i < COUNT; i++) {
        const double *v = values + i * BATCH_PARAMETERS;
        ASSERT_OK(measure_plainly(l->m, &request, problem_name, v, &plain), l->name, why);
        double expected = growth_rate(&plain, false), found = growth_rate(&batched[i], false);
        const char *where = support_say(
            "%s on %s at %.17g, %.17g, %.17g, t0 %g, h %g: rate %.17g, plainly %.17g", l->name,
            problem_name, v[0], v[1], v[2], request.t0, request.h, found, expected);
        ASSERT_EQm(where, plain.outcome, batched[i].outcome);
        ASSERTm(where, expected - found <= most && (found - expected <= most || sees_less));
        if (is_steady && plain.run >= GROWTH_SETTLED && batched[i].run >= GROWTH_SETTLED &&
            (l->of.kind == METHOD_MULTISTEP || fabs(expected - found) < 4.0 / STEPS)) {
            double error = cabs(batched[i].factor - plain.factor) / cabs(plain.factor);
            ASSERTm(where, error <= 1e-7);
            ++*settled;
        }
        ++*compared;
    }
    PASS();
}

TEST rates_of_several_roots_are_those_of_the_plain_stepper(void)
{
    int compared = 0, settled = 0;
    lineup l = {0};
    while (lineup_next(&l)) {
        for (int e = 0; e < EQUATIONS; e++) {
            if (goes_with(&l, e) && !is_one_step(&l, e) && l.of.size <= 7) {
                CHECK_CALL(compare_rates(&l, e, &compared, &settled));
            }
        }
    }
    ASSERTm(support_say("%s: %s", l.name, why.text), l.name[0] == '\0');
    ASSERTm(support_say("%d compared, %d settled", compared, settled),
            compared > 300 && settled > 100);
    PASS();
}

/* The windows, the rescaling and the mean: of one-step methods the whole record is that of the
 * plain stepper, for any number of steps. */
TEST means_of_one_step_methods_are_those_of_the_plain_stepper(void)
{
    static const char *const names[] = {"implicit-euler", "gauss:2,keep=u", "trapezoidal",
                                        "spin:radau-iia:2"};
    static const int steps[] = {1, 2, 3, 5, 15, 16, 17, 31, 32, 33, 64, 101, 400};
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        method *m = NULL;
        tableau t;
        ASSERT_OK(catalogue_open(all, names[n], &m, &why), names[n], why);
        method_tableau(m, &t);
        for (size_t k = 0; k < sizeof steps / sizeof steps[0]; k++) {
            /* |R| from 1e-3 to 1e3: u passes the range of double in 400 steps */
            double values[5 * BATCH_PARAMETERS] = {-7, 1, 0.3, 0.99, 0.02, 0, -0.4, 0,
                                                   2,  2, 2,   -1,   -4,   5, 3};
            const batch_request request = {
                .method = &t, .equation = BATCH_SHEAR, .t0 = 1, .h = 1, .steps = steps[k]};
            growth batched[5], plain;
            batch_measure(&request, 5, values, batched);
            for (int i = 0; i < 5; i++) {
                const double *v = values + i * BATCH_PARAMETERS;
                ASSERT_OK(measure_plainly(m, &request, "shear", v, &plain), names[n], why);
                const char *where = support_say("%s, pixel %d, %d steps", names[n], i, steps[k]);
                ASSERT_EQm(where, plain.steps, batched[i].steps);
                ASSERT_EQm(where, plain.run >= GROWTH_SETTLED, batched[i].run >= GROWTH_SETTLED);
                for (int steady = 0; steady < 2; steady++) {
                    double expected = growth_rate(&plain, steady != 0);
                    ASSERT_NEAR(expected, growth_rate(&batched[i], steady != 0), 1e-9, 1e-9);
                    ASSERT_EQm(where, growth_judge(&plain, steady != 0),
                               growth_judge(&batched[i], steady != 0));
                }
            }
        }
        method_destroy(m);
    }
    PASS();
}

/* keep=none: the batched steppers start off the constraint and look at all of the state, so that
 * both roots are seen; where they are close, the mean may be between them. Prediction is a third
 * algorithm. */
TEST unprojected_methods_grow_like_the_larger_root(void)
{
    enum { COUNT = 24, STEPS = 400 };
    static const char *const names[] = {"midpoint,keep=none", "gauss:2,keep=none",
                                        "gauss:3,keep=none", "crouzeix,keep=none",
                                        "radau-ia-2,keep=none"};
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        method *m = NULL;
        phi *p = NULL;
        tableau t;
        double values[COUNT * BATCH_PARAMETERS];
        growth batched[COUNT];
        int compared = 0;
        ASSERT_OK(catalogue_open(all, names[n], &m, &why), names[n], why);
        ASSERT_OK(phi_compile(m, MOTION_SHEAR, &p, &why), names[n], why);
        method_tableau(m, &t);
        const batch_request request = {
            .method = &t, .equation = BATCH_SHEAR, .t0 = 0, .h = 1, .steps = STEPS};
        random_pixels(1, 1, COUNT, values);
        for (int i = 0; i < COUNT; i += 4) { /* at w = 0 a start on the constraint stays on it */
            values[i * BATCH_PARAMETERS + 2] = 0;
        }
        batch_measure(&request, COUNT, values, batched);
        for (int i = 0; i < COUNT; i++) {
            const double *v = values + i * BATCH_PARAMETERS;
            evaluation at;
            ASSERT_OK(phi_evaluate(p, (wide){.high = v[0]}, (wide){.high = v[1]},
                                   (wide){.high = v[2]}, &at, &why),
                      names[n], why);
            double rate = growth_rate(&batched[i], true), larger = log(at.growth);
            double smaller = log(cabs(at.roots[1]));
            const char *where = support_say("%s at %g%+gi, w = %g: rate %g, predicted %g and %g",
                                            names[n], v[0], v[1], v[2], rate, larger, smaller);
            ASSERTm(where, rate <= larger + 4.0 / STEPS && rate >= smaller - 4.0 / STEPS);
            if (larger - smaller > 8.0 / STEPS) {
                ASSERTm(where, rate >= larger - 4.0 / STEPS);
                compared++;
            }
        }
        ASSERTm(names[n], compared > COUNT / 2);
        phi_destroy(p);
        method_destroy(m);
    }
    PASS();
}

static bool same_number(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

/* The same bits; but the mean is summed in units that depend on when a neighbour made the block
 * rescale, and may be rounded differently. */
static bool same_growth(const growth *a, const growth *b)
{
    return a->planned == b->planned && a->steps == b->steps && a->run == b->run &&
           a->outcome == b->outcome && same_number(creal(a->factor), creal(b->factor)) &&
           same_number(cimag(a->factor), cimag(b->factor)) &&
           same_number(creal(a->reference), creal(b->reference)) &&
           same_number(cimag(a->reference), cimag(b->reference)) &&
           (same_number(growth_rate(a, true), growth_rate(b, true)) ||
            fabs(growth_rate(a, true) - growth_rate(b, true)) < 1e-13);
}

/* Pixels that go wrong in each way there is, and ordinary ones, on the shear: (z, w). */
static const double awkward[][BATCH_PARAMETERS] = {
    {0.5, 0, 0.5},        /* a pole of implicit Euler */
    {-1, 0.3, 0.25},      /* ordinary */
    {NAN, 0, 0},          /* not a number */
    {0.75, 0, 0.75},      /* a pole of BDF2 */
    {-2, 0, 1},           /* R = 0 of implicit Euler */
    {1e200, 1e200, 1},    /* overflows */
    {-0.3, -2, -3},       /* ordinary */
    {0.0009765625, 0, 1}, /* grows by 1e3 and more */
    {0, 0, INFINITY},     /* infinite */
    {-7, 0, 2.5},         /* ordinary */
    {4, 1, -4},           /* ordinary */
    {-1e-3, 0, -1e8},     /* nearly parallel rows */
};

enum { AWKWARD = sizeof awkward / sizeof awkward[0] };

TEST what_happens_in_one_lane_stays_there(void)
{
    static const char *const names[] = {"implicit-euler",
                                        "radau-iia:3",
                                        "bdf:2",
                                        "bdf:5",
                                        "gauss:2",
                                        "gauss:2,keep=u",
                                        "gauss:2,keep=none",
                                        "trapezoidal",
                                        "lobatto-iiia:3",
                                        "gauss-lobatto:2",
                                        "sdirk3",
                                        "tr-bdf2",
                                        "spin:radau-iia:2",
                                        "spin:bdf:3",
                                        "spin:gauss-lobatto:1"};
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        tableau t;
        growth alone[AWKWARD];
        ASSERT_OK(open_tableau(names[n], &t), names[n], why);
        for (int e = BATCH_SHEAR; e <= BATCH_NORMALISED; e++) {
            const batch_request request = {
                .method = &t, .equation = (batch_equation)e, .t0 = 0, .h = 1, .steps = 40};
            for (int i = 0; i < AWKWARD; i++) {
                batch_measure(&request, 1, awkward[i], &alone[i]);
            }
            for (int again = 0; again < 40; again++) {
                int count = 1 + again % 9, which[9];
                double values[9 * BATCH_PARAMETERS];
                growth together[10] = {[9] = {.planned = 12345}};
                together[count].planned = 12345;
                for (int i = 0; i < count; i++) {
                    which[i] = random_integer(0, AWKWARD - 1);
                    memcpy(values + i * BATCH_PARAMETERS, awkward[which[i]], sizeof awkward[0]);
                }
                batch_measure(&request, count, values, together);
                ASSERT_EQm("written beyond the last pixel", 12345, together[count].planned);
                for (int i = 0; i < count; i++) {
                    ASSERTm(support_say("%s on %s, pixel %d of %d, which is number %d: rate %.17g, "
                                        "alone %.17g",
                                        names[n], equations[e].name, i, count, which[i],
                                        growth_rate(&together[i], true),
                                        growth_rate(&alone[which[i]], true)),
                            same_growth(&alone[which[i]], &together[i]));
                }
            }
        }
    }
    PASS();
}

/* Exactly on poles: implicit Euler z + w = 1, BDF2 z + w = 3/2, midpoint z + w = 2. Coefficients
 * that are not exact (2/3 of BDF2) may leave a rounding error where 0 should be: then the step is
 * regular, and grows by 1e15 or so. */
TEST poles_are_singular_steps_or_enormous_growth(void)
{
    static const struct {
        const char *name;
        double pole; /* z + w */
    } cases[] = {{"implicit-euler", 1}, {"bdf:1", 1},           {"bdf:2", 1.5},
                 {"midpoint", 2},       {"midpoint,keep=u", 2}, {"midpoint,keep=none", 2},
                 {"trapezoidal", 2}};
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        tableau t;
        ASSERT_OK(open_tableau(cases[n].name, &t), cases[n].name, why);
        int singular = 0;
        for (double w = -4; w <= 4; w += 0.25) {
            if (w == cases[n].pole) { /* z = 0: undefined, no pole */
                continue;
            }
            for (double h = 0.5; h <= 2; h *= 2) {
                const double values[BATCH_PARAMETERS] = {(cases[n].pole - w) / h, 0, w / h};
                const batch_request request = {
                    .method = &t, .equation = BATCH_SHEAR, .t0 = 0, .h = h, .steps = 8};
                growth g;
                batch_measure(&request, 1, values, &g);
                double rate = growth_rate(&g, true);
                ASSERTm(support_say("%s at w = %g, h = %g: outcome %d after %d steps, rate %g",
                                    cases[n].name, w, h, (int)g.outcome, g.steps, rate),
                        rate > log(growth_pole) && (g.outcome == STEP_DONE || g.steps == 0));
                singular += g.outcome == STEP_SINGULAR;
                ASSERT_EQ(g.outcome == STEP_SINGULAR ? GROWTH_SINGULAR : GROWTH_UNSTABLE,
                          growth_judge(&g, true));
            }
        }
        ASSERTm(support_say("%s: %d singular steps", cases[n].name, singular), singular > 80);
    }
    PASS();
}

TEST what_is_not_finite_is_never_judged(void)
{
    static const double bad[] = {NAN, -NAN, INFINITY, -INFINITY};
    static const char *const names[] = {"implicit-euler", "gauss:2,keep=none", "bdf:3",
                                        "trapezoidal",    "gauss-lobatto:3",   "spin:radau-iia:2"};
    static const int used[EQUATIONS] = {2, 3, 3, 3, 2};
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        tableau t;
        ASSERT_OK(open_tableau(names[n], &t), names[n], why);
        for (int e = 0; e < EQUATIONS; e++) {
            for (int k = 0; k < BATCH_PARAMETERS * 4; k++) {
                double values[2 * BATCH_PARAMETERS] = {-1, 0.5, 0.25, -1, 0.5, 0.25};
                const batch_request request = {
                    .method = &t, .equation = equations[e].equation, .t0 = 0, .h = 1, .steps = 20};
                growth g[2];
                int parameter = k / 4;
                values[parameter] = bad[k % 4];
                batch_measure(&request, 2, values, g);
                const char *where = support_say("%s on %s, parameter %d is %g", names[n],
                                                equations[e].name, parameter, bad[k % 4]);
                bool matters = parameter < used[e];
                ASSERT_EQm(where, matters ? STEP_NOT_FINITE : STEP_DONE, g[0].outcome);
                ASSERT_EQm(where, matters, growth_judge(&g[0], true) == GROWTH_FAILED);
                ASSERT_EQm(where, matters, growth_judge(&g[0], false) == GROWTH_FAILED);
                ASSERT_EQm(where, matters, isnan(growth_rate(&g[0], true)) != 0);
                ASSERT_EQm(where, STEP_DONE, g[1].outcome);
            }
        }
    }
    PASS();
}

/* Numbers that are finite and have powers that are not. */
TEST what_overflows_is_never_stable(void)
{
    static const char *const names[] = {"rk4", "heun", "explicit-euler", "dopri5",
                                        "adams-bashforth:4"};
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        tableau t;
        ASSERT_OK(open_tableau(names[n], &t), names[n], why);
        for (int exponent = 10; exponent < 308; exponent += 3) {
            double size = pow(10, exponent);
            const double values[3 * BATCH_PARAMETERS] = {-size, 0, 0, size, size, 0, 0, -size, 0};
            const batch_request request = {
                .method = &t, .equation = BATCH_ODE, .t0 = 0, .h = 1, .steps = 40};
            growth g[3];
            batch_measure(&request, 3, values, g);
            for (int i = 0; i < 3; i++) {
                growth_verdict v = growth_judge(&g[i], true);
                ASSERTm(support_say("%s, |z| = 1e%d, pixel %d: verdict %d", names[n], exponent, i,
                                    (int)v),
                        v == GROWTH_UNSTABLE || (v == GROWTH_FAILED && exponent > 40));
            }
        }
    }
    PASS();
}

/* R = 0 exactly: implicit Euler at w = 1, explicit Euler at z = -1, trapezoidal at z = w - 2
 * with w = 0, ... */
TEST what_vanishes_in_one_step_is_stable(void)
{
    static const struct {
        const char *name;
        batch_equation equation;
        double values[BATCH_PARAMETERS];
    } cases[] = {{"implicit-euler", BATCH_SHEAR, {-2, 0, 1}},
                 {"implicit-euler", BATCH_EXAMPLE_1_1, {-1, 2, 0}},
                 {"explicit-euler", BATCH_ODE, {-1, 0, 0}},
                 {"trapezoidal", BATCH_ODE, {-2, 0, 0}},
                 {"midpoint", BATCH_ODE, {-2, 0, 0}}};
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        tableau t;
        ASSERT_OK(open_tableau(cases[n].name, &t), cases[n].name, why);
        for (int steps = 1; steps <= 64; steps++) {
            /* beside an ordinary pixel, which must not notice */
            double values[2 * BATCH_PARAMETERS] = {0, 0, 0, -0.5, 0.25, 0.5};
            const batch_request request = {
                .method = &t, .equation = cases[n].equation, .t0 = 0, .h = 1, .steps = steps};
            growth g[2];
            memcpy(values, cases[n].values, sizeof cases[n].values);
            batch_measure(&request, 2, values, g);
            const char *where = support_say("%s, case %zu, %d steps: rate %g", cases[n].name, n,
                                            steps, growth_rate(&g[0], true));
            ASSERT_EQm(where, STEP_DONE, g[0].outcome);
            ASSERTm(where, growth_rate(&g[0], true) == -(double)INFINITY);
            ASSERTm(where, growth_rate(&g[0], false) == -(double)INFINITY);
            ASSERT_EQm(where, GROWTH_STABLE, growth_judge(&g[0], true));
            ASSERTm(where, isfinite(growth_rate(&g[1], true)));
        }
    }
    PASS();
}

TEST requests_are_checked(void)
{
    tableau euler, rk4;
    ASSERT_OK(open_tableau("implicit-euler", &euler), "implicit-euler", why);
    ASSERT_OK(open_tableau("rk4", &rk4), "rk4", why);
    static const struct {
        batch_equation equation;
        double t0, h;
        int steps;
        bool explicitly, is_good;
        const char *words;
    } cases[] = {
        {BATCH_SHEAR, 0, 1, 1, false, true, ""},
        {BATCH_EXAMPLE_1_1, -1e9, 1e-9, 1 << 20, false, true, ""},
        {BATCH_ODE, 0, 1, 5, true, true, ""},
        {BATCH_SHEAR, 0, 1, 5, true, false, "ODEs only"},
        {BATCH_ROTATION, 0, 1, 5, true, false, "ODEs only"},
        {BATCH_NORMALISED, 0, 1, 5, true, false, "ODEs only"},
        {BATCH_EXAMPLE_1_1, 0, 1, 5, true, false, "ODEs only"},
        {BATCH_SHEAR, 0, 0, 5, false, false, "step size 0"},
        {BATCH_SHEAR, 0, -1, 5, false, false, "step size -1"},
        {BATCH_SHEAR, 0, NAN, 5, false, false, "positive"},
        {BATCH_SHEAR, 0, INFINITY, 5, false, false, "step size inf"},
        {BATCH_SHEAR, NAN, 1, 5, false, false, "finite"},
        {BATCH_SHEAR, -INFINITY, 1, 5, false, false, "starting time -inf"},
        {BATCH_SHEAR, 0, 1, 0, false, false, "0 steps"},
        {BATCH_ODE, 0, 1, -3, false, false, "-3 steps"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const batch_request request = {.method = cases[i].explicitly ? &rk4 : &euler,
                                       .equation = cases[i].equation,
                                       .t0 = cases[i].t0,
                                       .h = cases[i].h,
                                       .steps = cases[i].steps};
        message said = {0};
        status s = batch_check(&request, &said);
        ASSERT_EQm(support_say("case %zu: %s", i, said.text),
                   cases[i].is_good ? STATUS_OK : STATUS_BAD_INPUT, s);
        ASSERTm(said.text, strstr(said.text, cases[i].words) != NULL);
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
    RUN_TEST(factors_of_one_step_methods_are_those_of_the_plain_stepper);
    RUN_TEST(rates_of_several_roots_are_those_of_the_plain_stepper);
    RUN_TEST(means_of_one_step_methods_are_those_of_the_plain_stepper);
    RUN_TEST(unprojected_methods_grow_like_the_larger_root);
    RUN_TEST(what_happens_in_one_lane_stays_there);
    RUN_TEST(poles_are_singular_steps_or_enormous_growth);
    RUN_TEST(what_is_not_finite_is_never_judged);
    RUN_TEST(what_overflows_is_never_stable);
    RUN_TEST(what_vanishes_in_one_step_is_stable);
    RUN_TEST(requests_are_checked);
    catalogue_destroy(all);
    GREATEST_MAIN_END();
}
