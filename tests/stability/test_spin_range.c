/* Spin ranges: known ones, and every end in the catalogue against the stepper of src/dae, which
 * shares no code with Phi. */
#include "stability/spin_range.h"

#include <complex.h>
#include <math.h>
#include <string.h>

#include "dae/dae.h"
#include "numerics/roots.h"
#include "stability/phi.h"
#include "support/command.h"
#include "support/support.h"

static message why;

static const double pi = 3.14159265358979324;

static const char *words_of(const method *m, bool on_axis)
{
    static char words[SPIN_RANGE_WORDS];
    static spin_range r;
    status s = (on_axis ? spin_range_negative_axis : spin_range_a_stable)(m, &r, &why);
    if (s == STATUS_OK) {
        spin_range_words(&r, words, sizeof words);
    } else {
        snprintf(words, sizeof words, "%s", why.text);
    }
    return words;
}

/* mathematics.md 10, and what follows by hand from the table of mathematics.md 2: gauss:1 is
 * (2 + z - w)/(2 - z - w), so |D|^2 - |N|^2 = 0 on the axis and the pole is 2 - w; for the
 * trapezoidal rule |D|^2 - |N|^2 = y^2 w (2 - w); for gauss-lobatto:1 it is 0 and the pole
 * 4/(2 + w). */
TEST known_ranges_are_found(void)
{
    static const struct {
        const char *method, *a_stable, *on_axis;
    } known[] = {{"implicit-euler", "(-inf, 1]", "(-inf, 1]"},
                 {"radau-iia:2", "(-inf, 3/2]", "(-inf, 3/2]"},
                 {"lobatto-iiic:2", "(-inf, 0] and {1}", "(-inf, 1]"},
                 {"midpoint", "(-inf, 2]", "(-inf, 2]"},
                 {"trapezoidal", "[0, 2]", "[0, 2]"},
                 {"gauss-lobatto:1", "[0, inf)", "[0, inf)"},
                 {"bdf:1", "(-inf, 1]", "(-inf, 1]"},
                 {"theta:3/4", "[-2, 4/3] and {4}", "[-2, 4/3] and {4}"},
                 /* for ODEs only, or for every w */
                 {"rk4", "nothing", "nothing"},
                 {"adams-moulton:1", "{0}", "{0}"},
                 {"adams-moulton:2", "nothing", "nothing"},
                 {"lobatto-iiib-3", "{0}", "{0}"},
                 {"spin:gauss:2", "(-inf, inf)", "(-inf, inf)"},
                 {"spin:bdf:3", "nothing", "(-inf, inf)"}};
    const catalogue *all = dae_catalogue(&why);
    ASSERT(all != NULL);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        method *m = NULL;
        ASSERT_OK(catalogue_open(all, known[i].method, &m, &why), known[i].method, why);
        ASSERT_STR_EQm(known[i].method, known[i].a_stable, words_of(m, false));
        ASSERT_STR_EQm(known[i].method, known[i].on_axis, words_of(m, true));
        method_destroy(m);
    }
    PASS();
}

/* The largest |sigma| at z in double precision, from coefficients at one w: to find places that
 * are worth measuring, not to judge. */
static double predicted_growth(const phi_info *info, const double *c, double complex z)
{
    double complex at[METHOD_MAX_STEPS + 1], roots[METHOD_MAX_STEPS + 1];
    double largest = 0;
    for (int j = 0; j <= info->degree; j++) {
        at[j] = 0;
        for (int i = info->degree_z; i >= 0; i--) {
            at[j] = at[j] * z + c[j * (info->degree_z + 1) + i];
        }
    }
    if (!complex_polynomial_roots(at, info->degree, roots)) {
        return 0;
    }
    for (int j = 0; j < info->degree; j++) {
        largest = fmax(largest, cabs(roots[j]));
    }
    return largest;
}

/* Re z < 0 by two numbers: log |z| and the angle to the imaginary axis (to the real axis when
 * on_axis). */
static double complex place(double u, double angle, bool on_axis)
{
    return exp(u) * (on_axis ? -1 : CMPLX(-sin(angle), cos(angle)));
}

/* A pole in Re z < 0 (with a zero next to it, it may be hard to find otherwise); NAN for none. */
static double complex find_pole(const phi_info *info, const double *c, bool on_axis)
{
    double complex lead[METHOD_MAX_STAGES + 3], roots[METHOD_MAX_STAGES + 3];
    int degree = 0;
    for (int i = 0; i <= info->degree_z; i++) {
        lead[i] = c[info->degree * (info->degree_z + 1) + i];
        degree = cabs(lead[i]) > 1e-12 ? i : degree;
    }
    if (degree == 0 || !complex_polynomial_roots(lead, degree, roots)) {
        return NAN;
    }
    for (int i = 0; i < degree; i++) {
        bool is_real = fabs(cimag(roots[i])) < 1e-14 * cabs(roots[i]);
        if (creal(roots[i]) < -1e-12 && (is_real || !on_axis) &&
            predicted_growth(info, c, roots[i]) > 2) {
            return is_real ? creal(roots[i]) : roots[i];
        }
    }
    return NAN;
}

/* Where in Re z < 0 it grows, as near to 0 and as far from the imaginary axis as growth of half the
 * largest is found: extreme z are hard to integrate. The angle to the axis is least_angle at
 * least. */
static double complex find_worst(const phi *p, double w, double least_angle, bool on_axis)
{
    const phi_info *info = phi_describe(p);
    double c[(METHOD_MAX_STEPS + 1) * (METHOD_MAX_STAGES + 3)];
    double largest = 0;
    if (phi_slice_numbers(p, w, c, &why) != STATUS_OK) {
        return NAN;
    }
    double complex pole = find_pole(info, c, on_axis);
    if (!isnan(creal(pole))) {
        return pole;
    }
    for (int pass = 0; pass < 2; pass++) {
        for (double u = -7; u <= 15; u += 0.05) {
            for (double angle = pi / 2; angle > least_angle; angle = on_axis ? 0 : angle * 0.7) {
                double complex z = place(u, angle, on_axis);
                double found = predicted_growth(info, c, z);
                if (pass == 0) {
                    largest = fmax(largest, found);
                } else if (found - 1 >= fmin(largest - 1, 1) / 2 || found == largest) {
                    return z;
                }
            }
        }
    }
    return NAN;
}

/* What the steps of a real integration say. The start is such that 1 + omega t vanishes at no step
 * for the omega that occur. */
static growth_verdict measured(const method *m, double complex z, double w)
{
    const method_info *info = method_describe(m);
    static const double start = 0.3718281828;
    bool has_more_roots = info->kind == METHOD_MULTISTEP;
    growth_verdict verdict = GROWTH_UNDECIDED;
    int steps = has_more_roots ? 400 : 48;
    for (int doubling = 0; doubling < 5 && verdict == GROWTH_UNDECIDED; doubling++) {
        problem *p = NULL;
        stepper *s = NULL;
        growth g = {.planned = steps, .outcome = STEP_NOT_FINITE};
        bool only_ode = info->form == FORM_ODE_ONLY;
        if (dae_test_equation(MOTION_SHEAR, only_ode, z, w, 1, &p, &why) == STATUS_OK &&
            stepper_create(m, p, NULL, &s, &why) == STATUS_OK &&
            measure_start(s, p, start, 1, &why) == STATUS_OK) {
            g = measure_steps(s, p, steps << doubling, NULL);
        }
        verdict = growth_judge(&g, true);
        stepper_destroy(s);
        problem_destroy(p);
    }
    return verdict;
}

/* Nowhere unstable: not at points spread over the half-plane, and not where it is predicted to grow
 * most. That is left out at ends, which are rounded: where a pole cancels at the true end, it is
 * beside the true one by as much. */
static bool is_stable_at(const method *m, const phi *p, double w, bool is_end, bool on_axis)
{
    bool is = true;
    for (int n = 0; n < 8 && is; n++) {
        double complex z = place(random_between(-3, 5), random_between(0.01, 1.5), on_axis);
        z = n == 0 && !is_end ? find_worst(p, w, 1e-2, on_axis) : z;
        growth_verdict v = measured(m, z, w);
        is = v == GROWTH_STABLE || v == GROWTH_UNDECIDED;
        if (!is) {
            snprintf(why.text, sizeof why.text, "verdict %d at z = %.17g + %.17gi", (int)v,
                     creal(z), cimag(z));
        }
    }
    return is;
}

static bool is_unstable_at(const method *m, const phi *p, double w, bool on_axis)
{
    double complex z = find_worst(p, w, 1e-9, on_axis);
    growth_verdict v = measured(m, z, w);
    snprintf(why.text, sizeof why.text, "verdict %d at z = %.17g + %.17gi", (int)v, creal(z),
             cimag(z));
    return v == GROWTH_UNSTABLE || v == GROWTH_SINGULAR;
}

/* Is w in the range, and one of its ends? */
static bool contains(const spin_range *r, double w, bool *is_end)
{
    *is_end = false;
    for (int i = 0; i < r->count; i++) {
        const spin_interval *part = &r->intervals[i];
        *is_end = *is_end || w == part->from.value || w == part->to.value;
        if (w >= part->from.value && w <= part->to.value) {
            return true;
        }
    }
    return false;
}

/* A w to look at, and which way to go from there when what is unstable does not show in double
 * precision: poles of high-order methods come into Re z < 0 with zeros so near to them that they
 * all but cancel. */
typedef struct test_place {
    double w, step;
} test_place;

/* Both sides of every end, the ends themselves, and what is between and beyond. */
static int choose_places(const spin_range *r, test_place *out)
{
    int count = 0;
    for (int i = 0; i < 2 * r->count; i++) {
        const spin_interval *part = &r->intervals[i / 2];
        double end = i % 2 == 0 ? part->from.value : part->to.value;
        double other = i % 2 == 0 ? part->to.value : part->from.value;
        if (isinf(end)) {
            continue;
        }
        double near = 1e-3 * fmax(1, fabs(end));
        double middle = isinf(other) ? end + copysign(7, other) : (end + other) / 2;
        out[count++] = (test_place){.w = end};
        out[count++] = (test_place){.w = end - near, .step = -near};
        out[count++] = (test_place){.w = end + near, .step = near};
        out[count++] = (test_place){.w = middle};
    }
    for (double far = -11; far <= 11; far += 5.5) {
        out[count++] = (test_place){.w = far, .step = 0.03};
    }
    return count;
}

/* At w or, when it should be unstable there, at the first place on the way to w + 300 steps where
 * that can be measured. */
static bool agrees_at(const method *m, const phi *p, const spin_range *r, const test_place *at,
                      bool on_axis)
{
    static const double distances[] = {0, 9, 99, 299};
    bool is_end;
    if (contains(r, at->w, &is_end)) {
        return is_stable_at(m, p, at->w, is_end, on_axis);
    }
    for (int n = 0; n < 4; n++) {
        double w = at->w + distances[n] * at->step;
        if (contains(r, w, &is_end)) {
            return false;
        }
        if (is_unstable_at(m, p, w, on_axis)) {
            return true;
        }
    }
    return false;
}

static enum greatest_test_res ends_are_confirmed(const char *name, bool on_axis)
{
    static spin_range r;
    method *m = NULL;
    phi *p = NULL;
    test_place places[8 * SPIN_RANGE_MOST + 5];
    ASSERT_OK(catalogue_open(dae_catalogue(&why), name, &m, &why), name, why);
    bool only_ode = method_describe(m)->form == FORM_ODE_ONLY;
    ASSERT_OK(phi_compile(m, MOTION_SHEAR, &p, &why), name, why);
    ASSERT_OK((on_axis ? spin_range_negative_axis : spin_range_a_stable)(m, &r, &why), name, why);
    int count = choose_places(&r, places);
    for (int i = 0; i < count; i++) {
        if (!only_ode || places[i].w == 0) {
            places[i].step = only_ode ? 0 : places[i].step;
            ASSERTm(support_say("%s%s at w = %.17g: %s", name, on_axis ? " on the axis" : "",
                                places[i].w, why.text),
                    agrees_at(m, p, &r, &places[i], on_axis));
        }
    }
    phi_destroy(p);
    method_destroy(m);
    PASS();
}

TEST every_end_is_confirmed_by_integration(void)
{
    const catalogue *all = dae_catalogue(&why);
    ASSERT(all != NULL);
    int count = catalogue_member_count(all);
    for (int i = 0; i < count; i += count / rounds(count)) {
        CHECK_CALL(ends_are_confirmed(catalogue_member(all, i), false));
        CHECK_CALL(ends_are_confirmed(catalogue_member(all, i), true));
    }
    CHECK_CALL(ends_are_confirmed("gauss:3,keep=u", false));
    CHECK_CALL(ends_are_confirmed("gauss:3,keep=u", true));
    PASS();
}

TEST only_irrational_methods_are_not_exact(void)
{
    static const char *const irrational[] = {"sdirk2", "sdirk3", "crouzeix", "tr-bdf2"};
    static spin_range r;
    const catalogue *all = dae_catalogue(&why);
    ASSERT(all != NULL);
    for (int i = 0; i < catalogue_member_count(all); i++) {
        const char *name = catalogue_member(all, i);
        method *m = NULL;
        bool expected = true;
        for (size_t n = 0; n < sizeof irrational / sizeof irrational[0]; n++) {
            expected = expected && strcmp(name, irrational[n]) != 0;
        }
        ASSERT_OK(catalogue_open(all, name, &m, &why), name, why);
        ASSERT_OK(spin_range_a_stable(m, &r, &why), name, why);
        ASSERT_EQm(name, expected, r.exact);
        ASSERT_OK(spin_range_negative_axis(m, &r, &why), name, why);
        ASSERT_EQm(name, expected, r.exact);
        method_destroy(m);
    }
    PASS();
}

static enum greatest_test_res range_of_file(const char *data, const char *a_stable,
                                            const char *on_axis)
{
    method *m = NULL;
    ASSERT_OK(catalogue_open(dae_catalogue(&why), scratch_file("own.method", data, strlen(data)),
                             &m, &why),
              "own", why);
    ASSERT_STR_EQ(a_stable, words_of(m, false));
    ASSERT_STR_EQ(on_axis, words_of(m, true));
    method_destroy(m);
    PASS();
}

/* One stage, A = 2/3: R = (3 - 2w + z)/(3 - 2w - 2z), so |D|^2 - |N|^2 = 3 y^2 and the pole is
 * (3 - 2w)/2; at w = 3/2 it is -1/2. Two size that are one: the common factor cancels. A
 * multistep method with a common root on the circle, sigma = -1, beside implicit Euler: stable;
 * twice that root: not. */
TEST methods_of_ones_own_have_the_range_worked_out_by_hand(void)
{
    CHECK_CALL(range_of_file("kind = runge-kutta\nA = 2/3\nb = 1\n", "(-inf, 3/2]", "(-inf, 3/2]"));
    CHECK_CALL(range_of_file("kind = runge-kutta\nA = 1 0\n 0 1\nb = 1/2 1/2\n", "(-inf, 1]",
                             "(-inf, 1]"));
    CHECK_CALL(range_of_file("kind = multistep\nalpha = -1 0 1\nbeta = 0 1 1\n", "{0}", "{0}"));
    CHECK_CALL(range_of_file("kind = multistep\nalpha = -1 -1 1 1\nbeta = 0 1 2 1\n", "nothing",
                             "nothing"));
    PASS();
}

/* Random diagonally implicit methods with rational coefficients: R is not linear in w, and the ends
 * are irrational. */
TEST ends_of_random_methods_are_confirmed_by_integration(void)
{
    for (int n = 0; n < 12; n++) {
        char data[1000] = "kind = runge-kutta\nA = ";
        int size = random_integer(2, 5);
        for (int i = 0; i < size; i++) {
            for (int k = 0; k < size; k++) {
                size_t used = strlen(data);
                snprintf(data + used, sizeof data - used, "%d/4 ",
                         k < i   ? random_integer(-3, 3)
                         : k > i ? 0
                                 : random_integer(1, 3));
            }
            strncat(data, "\n", sizeof data - strlen(data) - 1);
        }
        strncat(data, "b = ", sizeof data - strlen(data) - 1);
        for (int i = 0; i < size; i++) {
            size_t used = strlen(data);
            snprintf(data + used, sizeof data - used, "1/%d ", size);
        }
        strncat(data, "\n", sizeof data - strlen(data) - 1);
        char path[1000];
        snprintf(path, sizeof path, "%s", scratch_file("random.method", data, strlen(data)));
        CHECK_CALL(ends_are_confirmed(path, false));
        CHECK_CALL(ends_are_confirmed(path, true));
    }
    PASS();
}

/* A point has one number, also where it is irrational: tr-bdf2 has 2 + sqrt 2. */
TEST points_have_equal_ends(void)
{
    static const struct {
        const char *method;
        double point;
    } known[] = {{"tr-bdf2", 3.4142135623730950488}, {"lobatto-iiic:2", 1}, {"theta:3/4", 4}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        method *m = NULL;
        spin_range r;
        ASSERT_OK(catalogue_open(dae_catalogue(&why), known[i].method, &m, &why), "", why);
        ASSERT_OK(spin_range_a_stable(m, &r, &why), known[i].method, why);
        const spin_interval *last = &r.intervals[r.count - 1];
        ASSERT_NEAR(known[i].point, last->from.value, 1e-13, 0);
        ASSERT_NEAR(last->from.value, last->to.value, 0, 0);
        ASSERT(last->includes_from && last->includes_to);
        method_destroy(m);
    }
    PASS();
}

TEST words_tell_points_intervals_and_what_is_included(void)
{
    char words[SPIN_RANGE_WORDS];
    spin_range r = {
        .count = 3,
        .intervals = {{.from = {.value = -INFINITY, .text = "-inf"},
                       .to = {.text = "-1/2"},
                       .includes_to = true},
                      {.from = {.text = "0"}, .to = {.text = "1.5"}, .includes_from = true},
                      {.from = {.text = "2"},
                       .to = {.text = "2"},
                       .includes_from = true,
                       .includes_to = true}}};
    spin_range_words(&r, words, sizeof words);
    ASSERT_STR_EQ("(-inf, -1/2], [0, 1.5) and {2}", words);
    r.count = 0;
    spin_range_words(&r, words, sizeof words);
    ASSERT_STR_EQ("nothing", words);
    r.count = 3;
    spin_range_words(&r, words, 8); /* cut, not overrun */
    ASSERT_STR_EQ("(-inf, ", words);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(known_ranges_are_found);
    RUN_TEST(only_irrational_methods_are_not_exact);
    RUN_TEST(methods_of_ones_own_have_the_range_worked_out_by_hand);
    RUN_TEST(points_have_equal_ends);
    RUN_TEST(words_tell_points_intervals_and_what_is_included);
    RUN_TEST(ends_of_random_methods_are_confirmed_by_integration);
    RUN_TEST(every_end_is_confirmed_by_integration);
    GREATEST_MAIN_END();
}
