#include "stability/largest_h.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "everything.h"
#include "stability/analysis.h"
#include "stability/evaluate.h"
#include "support/command.h"
#include "support/support.h"

static message why;
static catalogue *all;

static status compile(const char *name, phi **p)
{
    method *m = NULL;
    status s = catalogue_open(all, name, &m, &why);
    s = s == STATUS_OK ? phi_compile(m, MOTION_SHEAR, p, &why) : s;
    method_destroy(m);
    return s;
}

static status find(const char *name, const spin_mode *modes, int count, largest_h *out)
{
    phi *p = NULL;
    *out = (largest_h){0};
    status s = compile(name, &p);
    s = s == STATUS_OK ? largest_h_find(p, modes, count, out, &why) : s;
    phi_destroy(p);
    return s;
}

/* h x as high + low. */
static wide product(double h, double x)
{
    double high = h * x;
    return (wide){.high = high, .low = fma(h, x, -high)};
}

static status evaluate_at(const phi *p, const spin_mode *m, double h, evaluation *e)
{
    return phi_evaluate(p, product(h, creal(m->lambda)), product(h, cimag(m->lambda)),
                        product(h, m->omega), e, &why);
}

static bool is_bounded(const evaluation *e)
{
    return e->verdict == VERDICT_STABLE || e->verdict == VERDICT_BOUNDARY;
}

/* Explicit Euler: -2 < z; RK4: 2.7852935634 and 2 sqrt 2 (mathematics.md 10). Real z,
 * mathematics.md 4: implicit Euler is stable for w <= 1 - z/2, Radau IIA 2 for w <= (6 - z)/4,
 * Gauss-Lobatto 1 for w >= 4/z; at lambda = -1, omega = w' these are h (w' - 1/2) <= 1, h (4 w' -
 * 1) <= 6, -h^2 w' <= 4. */
TEST known_steps_are_found(void)
{
    static const struct {
        const char *method;
        double re, im, omega, h;
    } cases[] = {
        {"explicit-euler", -10, 0, 0, 0.2},
        {"explicit-euler", -1, 1, 0, 1},
        {"rk4", -10, 0, 0, 0.2785293563405282},
        {"rk4", 0, 5, 0, 0.5656854249492381},
        {"rk4", 0, -5, 0, 0.5656854249492381},
        {"implicit-euler", -1, 0, 2, 1 / 1.5},
        {"implicit-euler", -10, 0, 6, 1},
        {"radau-iia:2", -1, 0, 1, 2},
        {"gauss-lobatto:1", -1, 0, -1, 2},
        {"gauss-lobatto:1", -4, 0, -4, 0.5},
        {"bdf:2", -4, 0, 3, 0.5}, /* the root -1 at (-2, 3/2), mathematics.md 3 */
        {"bdf:2", 0, 0, 2, 0.5},  /* roots 1 and (1 - 2w)/(3 - 2w): -1 at w = 1 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        spin_mode m = {.lambda = CMPLX(cases[i].re, cases[i].im), .omega = cases[i].omega};
        largest_h l;
        ASSERT_OK(find(cases[i].method, &m, 1, &l), cases[i].method, why);
        ASSERTm(support_say("%s, case %zu: %s", cases[i].method, i, step_answer_name(l.answer)),
                l.answer == STEP_BOUNDED);
        ASSERTm(support_say("%s, case %zu: h = %.17g", cases[i].method, i, l.h),
                support_near(cases[i].h, l.h, 0, 4e-16));
        ASSERT(l.closed && l.limiting == 0);
        largest_h_clear(&l);
    }
    PASS();
}

/* A direction for which something happens: on an axis, near it, or anywhere in the left half. */
static spin_mode random_mode(bool spins)
{
    double size = pow(10, random_between(-3, 3));
    double angle = random_between(1.5707963267948966, 3.1415926535897932);
    int kind = random_integer(0, 5);
    spin_mode m = {.lambda = CMPLX(size * cos(angle), size * sin(angle))};
    m.lambda = kind == 0   ? CMPLX(-size, 0)
               : kind == 1 ? CMPLX(0, size)
               : kind == 2 ? CMPLX(-size, 20 * size)
               : kind == 3 ? CMPLX(-size, -size / 16)
                           : m.lambda;
    m.omega = spins ? size * random_edgy(4) : 0;
    return m;
}

/* Does the answer hold this h? */
static bool has(const largest_h *l, double h)
{
    for (int i = 0; i < l->window_count; i++) {
        if (h > l->list[i].from && h < l->list[i].to) {
            return true;
        }
    }
    return false;
}

/* The growth is at most 1 just before the end and more than 1 just after it: at a distance of 1e-9,
 * or of more where a double cannot tell the growth from 1 that near. */
static enum greatest_test_res check_end(const char *context, const phi *p, const spin_mode *m,
                                        const largest_h *l)
{
    bool splits = l->window_count > 1 && l->list[1].from <= l->h * (1 + 1e-9);
    evaluation before, after = {.growth = 1};
    for (double part = 1e-9; part < 1e-2 && fabs(after.growth - 1) <= 1e-15; part *= 10) {
        ASSERT_OK(evaluate_at(p, m, l->h * (1 - part), &before), context, why);
        ASSERT_OK(evaluate_at(p, m, l->h * (1 + part), &after), context, why);
        ASSERTm(context, is_bounded(&before) && before.growth <= 1 + 1e-15);
    }
    ASSERTm(context, splits || !(after.growth < 1));
    PASS();
}

static enum greatest_test_res check_mode(const char *name, const phi *p, const spin_mode *m)
{
    largest_h l;
    evaluation e;
    ASSERT_OK(largest_h_find(p, m, 1, &l, &why), name, why);
    const char *words = support_say("%s, lambda = %.17g%+.17gi, omega = %.17g: %s %.17g, seed %lu",
                                    name, creal(m->lambda), cimag(m->lambda), m->omega,
                                    step_answer_name(l.answer), l.h, support_seed());
    static char context[400];
    double unit = fmax(cabs(m->lambda), fabs(m->omega));
    snprintf(context, sizeof context, "%s", words);
    if (l.answer == STEP_BOUNDED) {
        ASSERT_OK(evaluate_at(p, m, l.h, &e), context, why);
        ASSERTm(context, !l.closed || is_bounded(&e));
        CHECK_CALL(check_end(context, p, m, &l));
    }
    for (int i = 0; i < 40 && unit > 0; i++) {
        double h = pow(10, random_between(-2, 2.5)) / unit;
        ASSERT_OK(evaluate_at(p, m, h, &e), context, why);
        if (e.verdict != VERDICT_BOUNDARY && e.verdict != VERDICT_UNDEFINED) {
            ASSERTm(support_say("%s: %s at h = %.17g", context, verdict_name(e.verdict), h),
                    has(&l, h) == (e.verdict == VERDICT_STABLE));
        }
    }
    largest_h_clear(&l);
    PASS();
}

/* The pointwise evaluator in quadruple precision is the second algorithm, over every method. */
TEST windows_are_where_the_evaluator_says_stable(void)
{
    everything every;
    ASSERT(everything_begin(&every));
    while (everything_next(&every, MOTION_SHEAR, &why)) {
        bool spins = phi_describe(every.p)->spin == PHI_ANY_W;
        for (int n = 0; n < rounds(8); n++) {
            spin_mode m = random_mode(spins && n % 2 == 1);
            CHECK_CALL(check_mode(every.name, every.p, &m));
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(every, why);
    PASS();
}

/* x' = omega y, y' = -omega x: explicit Euler and Heun are unstable from the start (|R|^2 = 1 +
 * y^2, 1 + y^4/4), the midpoint rule never; leapfrog is stable for h omega < 1, where two roots
 * meet. */
TEST imaginary_eigenvalues_are_decided_exactly(void)
{
    static const char leapfrog[] = "kind = multistep\nalpha = -1 0 1\nbeta = 0 2 0\n";
    const spin_mode m = {.lambda = CMPLX(0, 4)};
    largest_h l;
    ASSERT_OK(find("explicit-euler", &m, 1, &l), "euler", why);
    ASSERT(l.answer == STEP_NONE && l.limiting == 0 && l.growing == 0);
    largest_h_clear(&l);
    ASSERT_OK(find("heun", &m, 1, &l), "heun", why);
    ASSERT_EQ(STEP_NONE, l.answer);
    largest_h_clear(&l);
    ASSERT_OK(find("midpoint", &m, 1, &l), "midpoint", why);
    ASSERT(l.answer == STEP_UNBOUNDED && isinf(l.h) && l.limiting == -1);
    largest_h_clear(&l);
    ASSERT_OK(find("gauss:3", &m, 1, &l), "gauss:3", why);
    ASSERT_EQ(STEP_UNBOUNDED, l.answer);
    largest_h_clear(&l);
    const char *path = scratch_file("leapfrog.method", leapfrog, sizeof leapfrog - 1);
    ASSERT_OK(find(path, &m, 1, &l), "leapfrog", why);
    ASSERT_EQ(STEP_BOUNDED, l.answer);
    ASSERT_NEAR(0.25, l.h, 0, 1e-15);
    ASSERT_FALSE(l.closed);
    ASSERT_EQ_FMT(1, l.window_count, "%d");
    largest_h_clear(&l);
    PASS();
}

/* The exact solution grows; implicit Euler damps it all the same from h = 2 on. */
TEST growing_solutions_are_told(void)
{
    const spin_mode modes[] = {{.lambda = -1}, {.lambda = CMPLX(1, 0)}, {.lambda = CMPLX(0.5, 3)}};
    largest_h l;
    ASSERT_OK(find("rk4", modes, 3, &l), "rk4", why);
    ASSERT(l.answer == STEP_NONE && l.growing == 2 && l.fastest == 1 && l.h == 0);
    ASSERT(l.limiting == 1 || l.limiting == 2);
    largest_h_clear(&l);
    ASSERT_OK(find("implicit-euler", modes, 2, &l), "implicit", why);
    ASSERT(l.answer == STEP_BEYOND && l.limiting == 1 && l.window_count == 1);
    ASSERT(l.list[0].from == 2 && l.list[0].from_closed && isinf(l.list[0].to));
    largest_h_clear(&l);
    PASS();
}

/* Zero eigenvalues are on the boundary for every h. With a spin the step is singular where N = D =
 * 0, and beyond it a neighbouring lambda < 0 is unstable. */
TEST the_eigenvalue_zero_is_fine(void)
{
    const spin_mode modes[] = {{.lambda = 0}, {.lambda = -3}};
    const spin_mode spinning = {.lambda = 0, .omega = 4};
    largest_h l;
    ASSERT_OK(find("explicit-euler", modes, 1, &l), "euler", why);
    ASSERT_EQ(STEP_UNBOUNDED, l.answer);
    largest_h_clear(&l);
    ASSERT_OK(find("bdf:6", modes, 2, &l), "bdf:6", why);
    ASSERT_EQ(STEP_UNBOUNDED, l.answer);
    largest_h_clear(&l);
    ASSERT_OK(find("bdf:7", modes, 1, &l), "bdf:7", why); /* not zero-stable */
    ASSERT_EQ(STEP_NONE, l.answer);
    largest_h_clear(&l);
    ASSERT_OK(find("implicit-euler", &spinning, 1, &l), "implicit", why);
    ASSERT(l.answer == STEP_BOUNDED && l.h == 0.25 && !l.closed && l.window_count == 2);
    ASSERT(l.list[1].from == 0.25 && isinf(l.list[1].to));
    largest_h_clear(&l);
    PASS();
}

/* Radau IIA 2 on real z < 0 is unstable exactly for (6-z)/4 < w < (z^2-2z+12)/8 (mathematics.md 4):
 * with lambda = -1, omega = 4 for h > 0.4 and h^2 - 30h + 12 > 0. */
TEST windows_beyond_the_first_are_listed(void)
{
    const spin_mode m = {.lambda = -1, .omega = 4};
    largest_h l;
    ASSERT_OK(find("radau-iia:2", &m, 1, &l), "radau", why);
    ASSERT_EQ_FMT(2, l.window_count, "%d");
    ASSERT_NEAR(0.4, l.h, 0, 1e-15);
    ASSERT_NEAR(15 - sqrt(213), l.list[1].from, 0, 1e-14);
    ASSERT_NEAR(15 + sqrt(213), l.list[1].to, 0, 1e-15);
    largest_h_clear(&l);
    PASS();
}

/* The heat equation on a periodic grid: lambda_m = -(4/dx^2) sin^2(pi m/N); the largest is -4/dx^2,
 * so that explicit Euler needs h <= dx^2/2. */
TEST the_heat_equation_has_its_limit(void)
{
    enum { POINTS = 64 };
    const double dx = 0.125, pi = 3.14159265358979323846;
    spin_mode modes[POINTS];
    for (int m = 0; m < POINTS; m++) {
        modes[m] = (spin_mode){.lambda = -4 / (dx * dx) * pow(sin(pi * m / POINTS), 2)};
    }
    largest_h l;
    ASSERT_OK(find("explicit-euler", modes, POINTS, &l), "euler", why);
    ASSERT_NEAR(dx * dx / 2, l.h, 0, 1e-15);
    ASSERT_EQ_FMT(POINTS / 2, l.limiting, "%d");
    largest_h_clear(&l);
    PASS();
}

/* Multiplying lambda and omega by a number divides h by it; the order of a spectrum and conjugates
 * do not matter, and a larger spectrum has no larger step. */
TEST steps_scale_with_the_spectrum(void)
{
    enum { COUNT = 6 };
    static const char *const methods[] = {"rk4", "bdf:3", "radau-iia:3", "adams-bashforth:3"};
    for (size_t n = 0; n < sizeof methods / sizeof methods[0]; n++) {
        bool spins = n == 1 || n == 2;
        double by = pow(10, random_between(-200, 200));
        spin_mode modes[COUNT], scaled[COUNT];
        for (int i = 0; i < COUNT; i++) {
            modes[i] = random_mode(spins);
            const spin_mode *m = &modes[i];
            scaled[COUNT - 1 - i] =
                (spin_mode){.lambda = by * conj(m->lambda), .omega = by * m->omega};
        }
        largest_h a, b, fewer;
        ASSERT_OK(find(methods[n], modes, COUNT, &a), methods[n], why);
        ASSERT_OK(find(methods[n], scaled, COUNT, &b), methods[n], why);
        ASSERT_OK(find(methods[n], modes, COUNT - 1, &fewer), methods[n], why);
        ASSERT_EQ(a.answer, b.answer);
        ASSERT(fewer.h >= a.h);
        if (a.answer == STEP_BOUNDED) {
            ASSERT_NEAR(a.h, b.h * by, 0, 1e-13);
            ASSERT_EQ_FMT(a.limiting, COUNT - 1 - b.limiting, "%d");
        }
        largest_h_clear(&a);
        largest_h_clear(&b);
        largest_h_clear(&fewer);
    }
    PASS();
}

TEST bad_modes_are_refused(void)
{
    const spin_mode infinite = {.lambda = CMPLX(-1, INFINITY)}, nan = {.omega = NAN};
    const spin_mode spinning = {.lambda = -1, .omega = 1};
    largest_h l;
    ASSERT_EQ(STATUS_BAD_INPUT, find("rk4", &infinite, 1, &l));
    largest_h_clear(&l);
    ASSERT_EQ(STATUS_BAD_INPUT, find("bdf:2", &nan, 1, &l));
    largest_h_clear(&l);
    ASSERT_EQ(STATUS_BAD_INPUT, find("rk4", &spinning, 1, &l));
    ASSERTm(why.text, strstr(why.text, "ODEs only") != NULL);
    largest_h_clear(&l);
    ASSERT_OK(find("spin:implicit-euler", &spinning, 1, &l), "spin", why);
    ASSERT_EQ(STEP_UNBOUNDED, l.answer); /* the limit R(z, 0) */
    largest_h_clear(&l);
    PASS();
}

/* The intervals of analysis.h come from other polynomials along other rays. */
TEST steps_agree_with_the_stability_intervals(void)
{
    int bounded = 0, count = catalogue_member_count(all);
    for (int i = 0; i < count; i += count / rounds(count)) {
        const char *name = catalogue_member(all, i);
        method *m = NULL;
        analysis a;
        ASSERT_OK(catalogue_open(all, name, &m, &why), name, why);
        ASSERT_OK(analysis_of(m, (wide){0}, &a, &why), name, why);
        const double reach[2] = {-a.real_interval[0], a.imaginary_interval[1]};
        for (int k = 0; k < 2; k++) {
            const spin_mode mode = {.lambda = k == 0 ? -1 : CMPLX(0, 1)};
            largest_h l;
            ASSERT_OK(find(name, &mode, 1, &l), name, why);
            double h = l.answer == STEP_BOUNDED || l.answer == STEP_UNBOUNDED ? l.h : 0;
            if (isinf(h) || isinf(reach[k]) || isnan(reach[k])) {
                ASSERTm(support_say("%s, %d: %g and %g", name, k, h, reach[k]),
                        h == reach[k] || (isnan(reach[k]) && h == 0));
            } else {
                ASSERTm(support_say("%s, %d", name, k), support_near(h, reach[k], 1e-12, 1e-10));
                bounded += h > 0;
            }
            largest_h_clear(&l);
        }
        method_destroy(m);
    }
    ASSERT(bounded > (rounds(count) == count ? 30 : 0));
    PASS();
}

/* 1e-320 h is stable again for Radau IIA 2 where it exceeds 6, with a step that is no double. */
TEST steps_are_doubles(void)
{
    static const double growing[] = {1e-320, 5e-324, 1e-300, 1e300, DBL_MAX};
    for (size_t i = 0; i < sizeof growing / sizeof growing[0]; i++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            const spin_mode modes[] = {{.lambda = sign * growing[i]}, {.lambda = 30100}};
            largest_h l = {0};
            ASSERT_OK(find("radau-iia:2", modes, 2, &l), "radau-iia:2", why);
            for (int k = 0; k < l.window_count; k++) {
                ASSERT(isfinite(l.list[k].from) && l.list[k].from <= l.list[k].to);
                ASSERT(l.list[k].to > 0);
            }
            largest_h_clear(&l);
        }
    }
    PASS();
}

/* One ray for a spectrum on the axis, one for each pair of conjugates elsewhere. */
TEST the_time_it_takes_goes_with_the_directions(void)
{
    enum { COUNT = 64 };
    spin_mode axis[COUNT], pairs[COUNT];
    phi *p = NULL, *six = NULL;
    for (int i = 0; i < COUNT; i++) {
        axis[i] = (spin_mode){.lambda = -1 - i};
        pairs[i] = (spin_mode){.lambda = CMPLX(-1 - i / 2, i % 2 == 0 ? 1 : -1)};
    }
    ASSERT_OK(compile("rk4", &p), "rk4", why);
    ASSERT_OK(compile("bdf:6", &six), "bdf:6", why);
    double once = largest_h_seconds(p, axis, COUNT);
    ASSERT(once > 0 && once < 1e-3);
    ASSERT_NEAR(COUNT / 2 * once, largest_h_seconds(p, pairs, COUNT), 0, 1e-12);
    ASSERT(largest_h_seconds(six, pairs, COUNT) > largest_h_seconds(p, pairs, COUNT));
    ASSERT_NEAR(0, largest_h_seconds(p, axis, 0), 0, 0);
    phi_destroy(p);
    phi_destroy(six);
    PASS();
}

TEST it_ends_when_its_time_is_over(void)
{
    const spin_mode mode = {.lambda = -1};
    largest_h l = {0};
    phi *p = NULL;
    ASSERT_OK(compile("rk4", &p), "rk4", why);
    ASSERT_EQ(STATUS_NO, largest_h_find_within(p, &mode, 1, 1e-9, &l, &why));
    largest_h_clear(&l);
    ASSERT_OK(largest_h_find_within(p, &mode, 1, 1e9, &l, &why), "rk4", why);
    ASSERT_EQ(STEP_BOUNDED, l.answer);
    largest_h_clear(&l);
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
    RUN_TEST(known_steps_are_found);
    RUN_TEST(windows_are_where_the_evaluator_says_stable);
    RUN_TEST(imaginary_eigenvalues_are_decided_exactly);
    RUN_TEST(growing_solutions_are_told);
    RUN_TEST(the_eigenvalue_zero_is_fine);
    RUN_TEST(windows_beyond_the_first_are_listed);
    RUN_TEST(the_heat_equation_has_its_limit);
    RUN_TEST(steps_scale_with_the_spectrum);
    RUN_TEST(steps_agree_with_the_stability_intervals);
    RUN_TEST(steps_are_doubles);
    RUN_TEST(the_time_it_takes_goes_with_the_directions);
    RUN_TEST(it_ends_when_its_time_is_over);
    RUN_TEST(bad_modes_are_refused);
    catalogue_destroy(all);
    GREATEST_MAIN_END();
}
