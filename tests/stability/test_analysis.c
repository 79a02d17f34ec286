#include "stability/analysis.h"

#include <math.h>
#include <string.h>

#include "base/work.h"
#include "everything.h"
#include "stability/evaluate.h"
#include "stability/spin_range.h"
#include "support/command.h"
#include "support/support.h"

static catalogue *all;
static message why;

static status analyse(const char *name, double w, analysis *a)
{
    method *m = NULL;
    status s = catalogue_open(all, name, &m, &why);
    s = s == STATUS_OK ? analysis_of(m, (wide){w, 0}, a, &why) : s;
    method_destroy(m);
    return s;
}

/* A method of one's own, from the text of its file. */
static status analyse_text(const char *words, double w, analysis *a)
{
    char path[512];
    snprintf(path, sizeof path, "%s", scratch_file("own.method", words, strlen(words)));
    return analyse(path, w, a);
}

/* Every method of the catalogue, analysed once at a few w; ODE methods at the first only, and with
 * sanitizers three of four others, too. */
static const double some_w[] = {0, -1.5, 1};

enum { MOST_SUBJECTS = 256, W_COUNT = sizeof some_w / sizeof some_w[0] };

typedef struct subject {
    char name[128];
    const method *m;
    const phi *p;
    int count; /* of w */
    analysis at[W_COUNT];
    status status;
    message why;
} subject;

static subject subjects[MOST_SUBJECTS];
static int subject_count;

static void analyse_subject(void *context, int index)
{
    (void)context;
    subject *s = &subjects[index];
    for (int n = 0; n < s->count && s->status == STATUS_OK; n++) {
        s->status = analysis_of(s->m, (wide){some_w[n], 0}, &s->at[n], &s->why);
    }
}

static bool analyse_everything(void)
{
    everything e;
    bool begun = everything_begin(&e);
    while (begun && subject_count < MOST_SUBJECTS && everything_next(&e, MOTION_SHEAR, &why)) {
        subject *s = &subjects[subject_count++];
        snprintf(s->name, sizeof s->name, "%s", e.name);
        s->m = e.m;
        s->p = e.p;
        bool is_brief = subject_count % (4 / rounds(4)) != 0;
        s->count = is_brief || method_describe(e.m)->form == FORM_ODE_ONLY ? 1 : W_COUNT;
    }
    work_share(subject_count, 0, analyse_subject, NULL, NULL);
    return begun && e.name[0] == '\0';
}

TEST every_method_can_be_analysed(void)
{
    ASSERT(subject_count > 90);
    for (int i = 0; i < subject_count; i++) {
        ASSERT_OK(subjects[i].status, subjects[i].name, subjects[i].why);
    }
    PASS();
}

/* Hairer & Wanner, table V.2.1, and mathematics.md 10. */
TEST bdf_has_the_published_angles(void)
{
    static const double angles[] = {90,           90, 86.0323668602, 73.3516704746, 51.8397558360,
                                    17.8397777922};
    for (int k = 1; k <= 6; k++) {
        char name[8];
        analysis a;
        snprintf(name, sizeof name, "bdf:%d", k);
        ASSERT_OK(analyse(name, 0, &a), name, why);
        ASSERT_NEAR(angles[k - 1], a.alpha_degrees, k <= 2 ? 0 : 1e-10, 0);
        ASSERT_EQ(k <= 2, a.A_stable);
        ASSERT_EQ(k <= 2, a.L_stable);
        ASSERT(a.zero_stable && a.R_infinity == 0);
    }
    PASS();
}

TEST bdf7_is_not_zero_stable(void)
{
    analysis a;
    ASSERT_OK(analyse("bdf:7", 0, &a), "bdf:7", why);
    ASSERT(!a.zero_stable && !a.A_stable && isnan(a.alpha_degrees));
    ASSERT_NEAR(1.0222182444, a.zero_root, 1e-10, 0);
    ASSERT(a.real_interval[0] == 0 && a.real_interval[1] == 0);
    PASS();
}

/* RK4: mathematics.md 10; Adams: Hairer, Norsett & Wanner, III.1, and z(-1) on the locus, which
 * ends the real interval; the others by hand. */
TEST intervals_are_the_published_ones(void)
{
    static const struct {
        const char *method;
        double real, imaginary, within;
    } published[] = {
        {"rk4", 2.7852935634, 2.8284271247461903, 1e-10},
        {"rk38", 2.7852935634, 2.8284271247461903, 1e-10},
        {"explicit-euler", 2, 0, 1e-15},
        {"heun", 2, 0, 1e-15},
        {"kutta3", 2.5127453266, 1.7320508075688772, 1e-10},
        {"adams-bashforth:2", 1, 0, 1e-15},
        {"adams-bashforth:3", 6 / 11.0, 0.72362722699, 1e-10},
        {"adams-bashforth:4", 0.3, 0.43, 2e-5},
        {"adams-moulton:1", INFINITY, INFINITY, 0},
        {"adams-moulton:2", 6, 0, 1e-15},
        {"adams-moulton:3", 3, 0, 1e-15},
        {"adams-moulton:4", 90 / 49.0, 1.21193, 1e-5},
        {"radau-iia:3", INFINITY, INFINITY, 0},
        {"trapezoidal", INFINITY, INFINITY, 0},
        {"bdf:3", INFINITY, 0, 0},
    };
    for (size_t i = 0; i < sizeof published / sizeof published[0]; i++) {
        const char *name = published[i].method;
        analysis a;
        ASSERT_OK(analyse(name, 0, &a), name, why);
        const double ours[2] = {-a.real_interval[0], a.imaginary_interval[1]};
        const double theirs[2] = {published[i].real, published[i].imaginary};
        for (int n = 0; n < 2; n++) {
            ASSERTm(support_say("%s: %.17g", name, ours[n]),
                    isinf(theirs[n]) ? isinf(ours[n])
                                     : fabs(ours[n] - theirs[n]) <= published[i].within);
        }
        ASSERTm(name, a.real_interval[1] == 0);
        ASSERTm(name, a.imaginary_interval[0] == -a.imaginary_interval[1]);
    }
    PASS();
}

TEST both_routes_find_the_same_order(void)
{
    for (int i = 0; i < subject_count; i++) {
        const analysis *a = &subjects[i].at[0];
        ASSERTm(support_say("%s: order %d by trees, %d by DFT", subjects[i].name, a->order,
                            a->order_linear),
                a->order == a->order_linear);
    }
    PASS();
}

/* mathematics.md 2; BDF by its own difference formula, which does not care about the kernel. */
static int published_spinning_order(const char *name, int size)
{
    static const struct {
        const char *family;
        int factor, shift;
    } orders[] = {{"radau-iia:", 2, -1},   {"lobatto-iiic:", 2, -2}, {"gauss-lobatto:", 2, 0},
                  {"bdf:", 1, 0},          {"gauss:", 1, 0},         {"trapezoidal", 0, 2},
                  {"implicit-euler", 0, 1}};
    size_t length = strlen(name);
    if (strncmp(name, "gauss:", 6) == 0 && length > 6 && strstr(name, ",keep=") != NULL) {
        return 2 * size; /* keep=u, and keep=none */
    }
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        if (strncmp(name, orders[i].family, strlen(orders[i].family)) == 0) {
            return orders[i].factor * size + orders[i].shift;
        }
    }
    return -1; /* not published */
}

TEST spinning_orders_are_the_published_ones(void)
{
    int compared = 0;
    for (int i = 0; i < subject_count; i++) {
        const char *name = subjects[i].name;
        const method_info *info = method_describe(subjects[i].m);
        const analysis *a = &subjects[i].at[0];
        if (info->form == FORM_ODE_ONLY) {
            ASSERT_EQ_FMT(-1, a->order_spinning, "%d");
            continue;
        }
        int expected = published_spinning_order(name, info->size);
        compared += expected >= 0;
        ASSERTm(support_say("%s: %d, published %d", name, a->order_spinning, expected),
                expected < 0 || a->order_spinning == expected);
        ASSERTm(name, a->order_spinning >= 1 && a->order_spinning <= a->order);
    }
    ASSERT(compared > 40);
    PASS();
}

static double factorial(int n)
{
    return tgamma(n + 1);
}

/* e^z - R_kj = (-1)^j j! k! / ((j+k)! (j+k+1)!) z^{j+k+1}: Hairer & Wanner, theorem IV.3.11. */
static double pade_constant(int k, int j)
{
    return (j % 2 == 0 ? 1 : -1) * factorial(j) * factorial(k) /
           (factorial(j + k) * factorial(j + k + 1));
}

/* The stability functions of these families are Pade approximants (k, j). */
static const struct {
    const char *family;
    int less_above, less_below; /* k = s - less_above, j = s - less_below */
} pade[] = {{"gauss:", 0, 0},
            {"radau-iia:", 1, 0},
            {"lobatto-iiia:", 1, 1},
            {"lobatto-iiic:", 2, 0},
            {"gauss-lobatto:", 0, 0}};

static bool find_pade(const char *name, int size, int *k, int *j)
{
    for (size_t i = 0; i < sizeof pade / sizeof pade[0]; i++) {
        if (strncmp(name, pade[i].family, strlen(pade[i].family)) == 0) {
            *k = size - pade[i].less_above;
            *j = size - pade[i].less_below;
            return true;
        }
    }
    return false;
}

/* Hairer & Wanner IV.4: the star of a Pade approximant (k, j) has j + k + 1 sectors, j poles and k
 * zeros; as it is A-stable here, no pole is left of the axis, and by symmetry no zero is right of
 * it. The star of any method has order + 1 sectors. */
TEST order_stars_of_pade_approximants_are_complete(void)
{
    int seen = 0;
    for (int i = 0; i < subject_count; i++) {
        int k, j;
        const char *name = subjects[i].name;
        const analysis *a = &subjects[i].at[0];
        ASSERTm(support_say("%s: %d sectors", name, a->star_sectors),
                a->star_sectors == a->order + 1);
        if (!find_pade(name, method_describe(subjects[i].m)->size, &k, &j)) {
            continue;
        }
        seen++;
        ASSERTm(name, a->poles.count == j && a->poles.right == j);
        ASSERTm(name, a->zeros.count == k && a->zeros.left == k);
        ASSERT_NEAR(pade_constant(k, j), a->error_constant.value, 0, 1e-9);
        bool has_sign = j % 2 == 1 && phi_describe(subjects[i].p)->degree == 1;
        ASSERT_NEAR(j > k ? 0 : has_sign ? -1 : 1, a->R_infinity, 1e-15, 0);
    }
    ASSERT(seen > 40);
    PASS();
}

/* Hairer, Norsett & Wanner III.2: BDF -1/(k+1), Adams from table III.2.1. */
TEST error_constants_of_multistep_methods_are_the_published_fractions(void)
{
    static const struct {
        const char *method, *constant;
    } published[] = {
        {"bdf:1", "-1/2"},
        {"bdf:2", "-1/3"},
        {"bdf:3", "-1/4"},
        {"bdf:4", "-1/5"},
        {"bdf:5", "-1/6"},
        {"bdf:6", "-1/7"},
        {"adams-bashforth:2", "5/12"},
        {"adams-bashforth:3", "3/8"},
        {"adams-bashforth:4", "251/720"},
        {"adams-moulton:1", "-1/12"},
        {"adams-moulton:2", "-1/24"},
        {"adams-moulton:3", "-19/720"},
        {"adams-moulton:4", "-3/160"},
        {"implicit-euler", "-1/2"},
        {"trapezoidal", "-1/12"},
        {"rk4", "1/120"},
    };
    for (size_t i = 0; i < sizeof published / sizeof published[0]; i++) {
        analysis a;
        ASSERT_OK(analyse(published[i].method, 0, &a), published[i].method, why);
        ASSERT_STR_EQ(published[i].constant, a.error_constant.text);
    }
    PASS();
}

/* Is the ray at this angle (degrees from the negative real axis) stable at 60 points? */
static bool looks_stable(const phi *p, double degrees, double w)
{
    for (int n = 0; n < 60; n++) {
        double r = exp(-7 + 0.23 * n);
        double angle = degrees * acos(-1) / 180;
        evaluation e;
        status s = phi_evaluate(p, (wide){-r * cos(angle), 0}, (wide){r * sin(angle), 0},
                                (wide){w, 0}, &e, &why);
        if (s != STATUS_OK || (e.verdict != VERDICT_STABLE && e.verdict != VERDICT_BOUNDARY)) {
            return false;
        }
    }
    return true;
}

/* The second algorithm is a grid of points: rays inside the angle are stable, and one just outside
 * is not. */
TEST angles_agree_with_sampled_sectors(void)
{
    int below_ninety = 0;
    for (int i = 0; i < subject_count; i++) {
        const phi *p = subjects[i].p;
        for (int n = 0; n < subjects[i].count; n++) {
            const analysis *a = &subjects[i].at[n];
            double alpha = a->alpha_degrees;
            double w = some_w[n];
            const char *where = support_say("%s at w = %g: %.10g", subjects[i].name, w, alpha);
            ASSERTm(where, a->A_stable == (alpha == 90));
            ASSERTm(where, !a->A_stable || a->poles.left == 0);
            ASSERTm(where, a->L_stable == (a->A_stable && a->R_infinity == 0));
            ASSERTm(where, isnan(alpha) == isfinite(a->real_interval[0]));
            if (alpha > 0) {
                ASSERTm(where, looks_stable(p, fmax(0, alpha - 1e-3), w));
                ASSERTm(where, looks_stable(p, alpha * random_unit(), w));
            }
            if (alpha > 1 && alpha < 89) {
                below_ninety++;
                ASSERTm(where, !looks_stable(p, alpha + 0.5, w));
            }
        }
    }
    ASSERT(below_ninety > 5);
    PASS();
}

static double growth_at(const phi *p, double complex z, double w)
{
    evaluation e;
    status s = phi_evaluate(p, (wide){creal(z), 0}, (wide){cimag(z), 0}, (wide){w, 0}, &e, &why);
    return s == STATUS_OK ? e.growth : NAN;
}

/* Just inside the end of an interval the method is stable, just outside it is not. */
TEST intervals_end_where_stability_does(void)
{
    int ends = 0;
    for (int i = 0; i < subject_count; i++) {
        const phi *p = subjects[i].p;
        for (int n = 0; n < subjects[i].count; n++) {
            const analysis *a = &subjects[i].at[n];
            double w = some_w[n];
            const double complex end[3] = {a->real_interval[0], a->real_interval[1],
                                           CMPLX(0, a->imaginary_interval[1])};
            for (int k = 0; k < 3; k++) {
                double r = k < 2 ? fabs(a->real_interval[k]) : a->imaginary_interval[1];
                if (r == 0 || isinf(r)) {
                    continue;
                }
                ends++;
                const char *where = support_say("%s at w = %g: %.10g%+.10gi", subjects[i].name, w,
                                                creal(end[k]), cimag(end[k]));
                ASSERTm(where, growth_at(p, end[k] * (1 - 1e-7), w) <= 1 + 1e-12);
                ASSERTm(where, !(growth_at(p, end[k] * (1 + 1e-6), w) <= 1 + 1e-12));
                ASSERTm(where, growth_at(p, end[k] * random_unit(), w) <= 1 + 1e-12);
            }
        }
    }
    ASSERT(ends > 40);
    PASS();
}

/* Hairer & Wanner, theorem IV.12.9 and table IV.12.1; no explicit method is. */
TEST algebraic_stability_is_the_published_one(void)
{
    static const char *const stable[] = {"gauss",          "radau-i",  "lobatto-iiic",
                                         "implicit-euler", "midpoint", "crouzeix"};
    for (int i = 0; i < subject_count; i++) {
        const char *name = subjects[i].name;
        const analysis *a = &subjects[i].at[0];
        bool expected = strcmp(name, "theta:1") == 0;
        for (size_t k = 0; k < sizeof stable / sizeof stable[0]; k++) {
            expected |= strncmp(name, stable[k], strlen(stable[k])) == 0;
        }
        bool multistep = method_describe(subjects[i].m)->kind == METHOD_MULTISTEP;
        analysis_answer right = multistep ? ANSWER_NONE : expected ? ANSWER_YES : ANSWER_NO;
        ASSERTm(name, a->algebraically_stable == right && a->B_stable == right);
        /* Algebraic stability implies A-stability. */
        ASSERTm(name, right != ANSWER_YES || a->A_stable);
    }
    PASS();
}

TEST no_stable_point_at_all_is_said(void)
{
    analysis a;
    /* The product of the two roots is 2 whatever z is. */
    ASSERT_OK(analyse_text("kind = multistep\nalpha = 2 -3 1\nbeta = 0 -1 0\n", 0, &a), "own", why);
    ASSERT_EQ(STABLE_NOWHERE, a.stable);
    ASSERT(!a.zero_stable && isnan(a.alpha_degrees) && a.real_interval[0] == 0);
    ASSERT_NEAR(2, a.zero_root, 1e-15, 0);
    /* Leapfrog: stable on a segment, which has no inside. */
    ASSERT_OK(analyse_text("kind = multistep\nalpha = -1 0 1\nbeta = 0 2 0\n", 0, &a), "own", why);
    ASSERT_EQ(STABLE_SOMEWHERE, a.stable);
    ASSERT_NEAR(1, a.imaginary_interval[1], 1e-15, 0);
    ASSERT_EQ_FMT(0.0, a.real_interval[0], "%g");
    PASS();
}

TEST stable_everywhere_is_said(void)
{
    analysis a;
    ASSERT_OK(analyse_text("kind = runge-kutta\nA = 1\nb = 0\n", 0, &a), "own", why); /* R = 1 */
    ASSERT_EQ(STABLE_EVERYWHERE, a.stable);
    ASSERT_EQ_FMT(0, a.order, "%d");
    ASSERT(a.A_stable == ANSWER_YES && !a.L_stable && isinf(a.real_interval[1]));
    ASSERT_OK(analyse("lobatto-iiic:2", 1, &a), "lobatto", why); /* R = 0 */
    ASSERT_EQ(STABLE_EVERYWHERE, a.stable);
    ASSERT_EQ_FMT(0, a.poles.count, "%d");
    ASSERT_OK(analyse("radau-iia:2", 0, &a), "radau", why);
    ASSERT_EQ(STABLE_SOMEWHERE, a.stable);
    PASS();
}

TEST a_pole_on_an_axis_is_found(void)
{
    analysis a;
    /* R = (1 + 2z)/(1 + z): |R| <= 1 from 0 to -2/3. */
    ASSERT_OK(analyse_text("kind = runge-kutta\nA = -1\nb = 1\n", 0, &a), "own", why);
    ASSERT(a.poles.count == 1 && a.poles.left == 1 && a.poles.at[0] == -1);
    ASSERT(!a.A_stable && isnan(a.alpha_degrees));
    ASSERT_NEAR(-2 / 3.0, a.real_interval[0], 1e-15, 0);
    ASSERT_NEAR(2, a.R_infinity, 1e-15, 0);
    /* D = 1 + z^2. */
    ASSERT_OK(analyse_text("kind = runge-kutta\nA = 0 1\n -1 0\nb = 1/2 1/2\n", 0, &a), "own", why);
    ASSERT(a.poles.count == 2 && a.poles.on_axis == 2 && cabs(a.poles.at[0]) == 1);
    ASSERT(!a.A_stable && a.alpha_degrees > 0 && a.alpha_degrees < 90);
    ASSERT(isinf(a.real_interval[0]));
    PASS();
}

/* Gauss with two stages as somebody would type it: its |R| is 1 on the axis to 1e-15 only. */
TEST decimals_in_a_file_are_taken_for_what_they_mean(void)
{
    analysis a, exact;
    ASSERT_OK(analyse_text("kind = runge-kutta\nA = 0.25 -0.038675134594812882\n"
                           "  0.538675134594812882 0.25\nb = 0.5 0.5\n",
                           0, &a),
              "own", why);
    ASSERT_OK(analyse("gauss:2", 0, &exact), "gauss:2", why);
    ASSERT_EQ_FMT(4, a.order_linear, "%d");
    ASSERT_EQ(exact.order_spinning, a.order_spinning);
    ASSERT(a.A_stable == ANSWER_YES && !a.L_stable && a.alpha_degrees == 90);
    ASSERT_EQ(ANSWER_YES, a.algebraically_stable);
    ASSERT_STR_EQ("1/720", a.error_constant.text);
    PASS();
}

/* The trapezoidal rule, rounded: R(inf) = -(1 + 4e-16). */
TEST what_rounding_has_changed_is_told(void)
{
    analysis a;
    ASSERT_OK(analyse_text("kind = runge-kutta\nA = 0 0\n 0.5000000000000001 0.4999999999999999\n"
                           "b = 0.5000000000000001 0.4999999999999999\n",
                           0, &a),
              "own", why);
    ASSERT(a.exact && a.A_stable == ANSWER_NONE && a.rounded.A_stable == ANSWER_YES);
    ASSERT(a.rounded.L_stable == ANSWER_NO && a.L_stable == ANSWER_NO);
    ASSERT_NEAR(1e-15, a.up_to_rounding[DOUBT_A_STABLE], 0, 1e-9);
    ASSERT(isnan(a.alpha_degrees) && a.rounded.alpha_degrees == 90);
    ASSERT(a.imaginary_interval[1] == 0 && isinf(a.rounded.imaginary_interval[1]));
    ASSERT(isfinite(a.real_interval[0]) && isinf(a.rounded.real_interval[0]));
    ASSERT(a.order == 2 && a.up_to_rounding[DOUBT_ORDER] > 1e-17);
    ASSERT(a.up_to_rounding[DOUBT_ORDER_LINEAR] > 1e-17 && a.order_linear == 2);
    /* 1 - 1/3 and 1/3 of BDF2's roots, rounded: 1 becomes 1 + 4e-12. */
    ASSERT_OK(analyse_text("kind = multistep\nalpha = 0.33333333333 -1.33333333334 1\n"
                           "beta = 0 0 0.66666666667\n",
                           0, &a),
              "own", why);
    ASSERT(a.exact && !a.zero_stable && a.rounded.zero_stable &&
           a.up_to_rounding[DOUBT_ZERO_STABLE] > 0);
    ASSERT(a.L_stable == ANSWER_NONE && a.rounded.L_stable == ANSWER_YES && a.order == 2);
    /* Heun's third-order method has the imaginary interval +-sqrt 3, which begins with |R|^2 - 1 =
     * -y^4/12 + ...; rounded, with 7e-12 y^2. That of explicit Euler, rounded, does not exist. */
    ASSERT_OK(analyse_text("kind = runge-kutta\nA = 0 0 0\n 0.33333333333 0 0\n 0 0.66666666666 0\n"
                           "b = 0.25 0 0.75\n",
                           0, &a),
              "own", why);
    ASSERT(a.imaginary_interval[1] == 0 && a.up_to_rounding[DOUBT_IMAGINARY_INTERVAL] > 0);
    ASSERT_NEAR(sqrt(3), a.rounded.imaginary_interval[1], 1e-8, 0);
    ASSERT(a.up_to_rounding[DOUBT_REAL_INTERVAL] == 0);
    ASSERT_OK(analyse_text("kind = runge-kutta\nA = 0\nb = 0.999999999999\n", 0, &a), "own", why);
    ASSERT(a.imaginary_interval[1] == 0 && a.up_to_rounding[DOUBT_IMAGINARY_INTERVAL] == 0);
    for (int i = 0; i < subject_count; i++) {
        for (int n = 0; n < DOUBT_COUNT && subjects[i].count > 0; n++) {
            ASSERTm(subjects[i].name, subjects[i].at[0].up_to_rounding[n] == 0);
        }
    }
    PASS();
}

/* alpha and beta share sigma + 1: what is left is implicit Euler, but the root -1 stays. */
TEST a_root_that_stays_is_not_damped(void)
{
    analysis a;
    ASSERT_OK(analyse_text("kind = multistep\nalpha = -1 0 1\nbeta = 0 1 1\n", 0, &a), "own", why);
    ASSERT(a.A_stable == ANSWER_YES && !a.L_stable && a.exact);
    ASSERT_EQ_FMT(1.0, a.R_infinity, "%g");
    /* The same with a root 1/2, and with coefficients that are no fractions. */
    ASSERT_OK(analyse_text("kind = multistep\nalpha = 1/2 -3/2 1\nbeta = 0 -1/2 1\n", 0, &a), "own",
              why);
    ASSERT(a.A_stable == ANSWER_YES && !a.L_stable);
    ASSERT_EQ_FMT(0.5, a.R_infinity, "%g");
    ASSERT_OK(
        analyse_text("kind = multistep\nlet s = cos(1)\nalpha = -s 0 s\nbeta = 0 s s\n", 0, &a),
        "own", why);
    ASSERT(a.A_stable == ANSWER_YES && !a.L_stable);
    ASSERT_OK(analyse("bdf:2", 0, &a), "bdf:2", why);
    ASSERT(a.L_stable && a.R_infinity == 0);
    PASS();
}

/* Without a simple root sigma = 1 at the origin nothing is a power series there; all else exists.
 */
TEST what_is_not_zero_stable_is_analysed_too(void)
{
    analysis a;
    ASSERT_OK(analyse_text("kind = multistep\nalpha = 1 -2 1\nbeta = 0 0 1\n", 0, &a), "own", why);
    ASSERT(!a.has_series && a.order_linear == -1 && isnan(a.error_constant.value));
    ASSERTm(a.no_series.text, strstr(a.no_series.text, "no simple root") != NULL);
    ASSERT(!a.zero_stable && a.zero_root == 1 && a.L_stable == false);
    ASSERT(a.poles.count == 1 && a.poles.at[0] == 1);
    ASSERT(isinf(a.real_interval[0])); /* sigma = (1 +- sqrt z)/(1 - z) */
    ASSERT_OK(
        analyse_text("kind = multistep\nalpha = cos(1) -2*cos(1) cos(1)\nbeta = 0 0 1\n", 0, &a),
        "own", why);
    ASSERT(!a.has_series && a.order_linear == -1 && !a.exact);
    ASSERTm(a.no_series.text, strstr(a.no_series.text, "no simple root") != NULL);
    /* Here sigma = 1 is simple. */
    ASSERT_OK(
        analyse_text("kind = runge-kutta\nA = 1e12*sin(1) 0\n  0 exp(1)\nb = 1/2 1/2\n", 0, &a),
        "own", why);
    ASSERTm(a.no_series.text, !a.has_series && strstr(a.no_series.text, "a pole within") != NULL);
    /* 1 is a simple root; the double one is -1, and the order is that of the conditions. */
    ASSERT_OK(analyse_text("kind = multistep\nalpha = -1 -1 1 1\nbeta = 0 0 4 0\n", 0, &a), "own",
              why);
    ASSERT(a.has_series && !a.zero_stable && a.order_linear == a.order);
    PASS();
}

/* Each of n steps of h/n by implicit Euler has the pole n. */
TEST substeps_have_one_pole_as_often_as_there_are(void)
{
    for (int n = 1; n <= METHOD_MAX_STAGES; n++) {
        char words[16384] = "kind = runge-kutta\nA = ";
        analysis a;
        for (int i = 0; i <= n; i++) {
            for (int j = 0; j < n; j++) {
                size_t end = strlen(words);
                snprintf(words + end, sizeof words - end, j > i ? "0 " : "1/%d ", n);
            }
            strcat(words, i + 1 < n ? "\n  " : i < n ? "\nb = " : "\n");
        }
        ASSERT_OK(analyse_text(words, 0, &a), "substeps", why);
        ASSERTm(support_say("%d steps: %d poles", n, a.poles.count), a.poles.count == 1);
        ASSERT_EQ_FMT(n, a.poles.multiplicity[0], "%d");
        ASSERT(a.poles.at[0] == n && a.poles.right == n && a.zeros.count == 0);
        ASSERT(a.A_stable == ANSWER_YES && a.L_stable == ANSWER_YES && a.exact);
        ASSERT(a.order_linear == 1 && a.order_spinning == 1);
    }
    PASS();
}

/* The midpoint rule, and what is typed for its second to fourth stage does not matter. */
TEST redundant_stages_change_nothing(void)
{
    analysis a, midpoint;
    ASSERT_OK(analyse_text("kind = runge-kutta\nA = 1/2 0 0 0\n 0 1 0 0\n 0 0 1 0\n 0 0 0 1\n"
                           "b = 1 0 0 0\n",
                           0, &a),
              "own", why);
    ASSERT_OK(analyse("midpoint", 0, &midpoint), "midpoint", why);
    ASSERT(a.poles.count == 1 && a.poles.at[0] == 2 && a.zeros.count == 1 && a.zeros.at[0] == -2);
    ASSERT(a.order == 2 && a.order_linear == 2 && a.order_spinning == midpoint.order_spinning);
    ASSERT(isinf(a.real_interval[0]) && a.real_interval[1] == 0);
    ASSERT(isinf(a.imaginary_interval[1]) && a.A_stable == ANSWER_YES && a.R_infinity == -1);
    PASS();
}

/* A common factor of N and D is no pole: the second stage is never used. */
TEST unused_stages_add_no_poles(void)
{
    analysis a;
    ASSERT_OK(analyse_text("kind = runge-kutta\nA = 1 0\n 0 -1\nb = 1 0\nc = 1 -1\n", 0, &a), "own",
              why);
    ASSERT(a.poles.count == 1 && a.poles.right == 1 && a.A_stable == ANSWER_YES);
    ASSERT_EQ_FMT(90.0, a.alpha_degrees, "%g");
    PASS();
}

TEST methods_for_odes_refuse_w(void)
{
    analysis a;
    ASSERT_EQ(STATUS_BAD_INPUT, analyse("rk4", 0.5, &a));
    ASSERTm(why.text, strstr(why.text, "ODEs only") != NULL);
    PASS();
}

static bool is_within(const spin_range *r, double w)
{
    bool within = false;
    for (int i = 0; i < r->count; i++) {
        within = within || (r->intervals[i].from.value < w && w < r->intervals[i].to.value);
    }
    return within;
}

/* The spin range is found for all w at once, in exact arithmetic where that is possible. */
TEST large_w_are_as_the_spin_range_says_or_refused(void)
{
    static const char *const names[] = {
        "gauss:2", "radau-iia:2", "radau-iia:3", "sdirk2",   "sdirk3",         "crouzeix",
        "tr-bdf2", "bdf:2",       "bdf:3",       "midpoint", "lobatto-iiic:3", "implicit-euler"};
    static const double sizes[] = {-1e6, -1e4, 1e4, 1e6};
    static spin_range A_stable;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        method *m = NULL;
        analysis a;
        ASSERT_OK(catalogue_open(all, names[i], &m, &why), names[i], why);
        ASSERT_OK(spin_range_a_stable(m, &A_stable, &why), names[i], why);
        for (int n = 0; n < 4; n++) {
            ASSERT_OK(analysis_of(m, (wide){sizes[n], 0}, &a, &why), names[i], why);
            ASSERT_EQm(support_say("%s, w = %g", names[i], sizes[n]),
                       is_within(&A_stable, sizes[n]), a.A_stable);
            ASSERT_EQm(support_say("%s, w = %g", names[i], sizes[n]),
                       is_within(&A_stable, sizes[n]), a.alpha_degrees == 90);
        }
        ASSERT_EQ(STATUS_BAD_INPUT, analysis_of(m, (wide){-1e16, 0}, &a, &why));
        ASSERT_EQ(STATUS_BAD_INPUT, analysis_of(m, (wide){1e40, 0}, &a, &why));
        ASSERTm(why.text, strstr(why.text, "w = 1e+40: ") != NULL);
        method_destroy(m);
    }
    method *m = NULL; /* where w says nothing it may be anything, or nothing at all */
    analysis a;
    ASSERT_OK(catalogue_open(all, "spin:radau-iia:2", &m, &why), "spin", why);
    ASSERT_OK(analysis_of(m, (wide){1e40, 0}, &a, &why), "spin", why);
    ASSERT_EQ(ANSWER_YES, a.A_stable);
    method_destroy(m);
    ASSERT_OK(catalogue_open(all, "rk4", &m, &why), "rk4", why);
    ASSERT_EQ(STATUS_BAD_INPUT, analysis_of(m, (wide){1e40, 0}, &a, &why));
    ASSERTm(why.text, strstr(why.text, "for ODEs only; accepted: 0") != NULL);
    method_destroy(m);
    PASS();
}

/* Roots at -1.000002 for every z: what a decimal may mean is a matter of its last digits. */
TEST rounded_coefficients_do_not_excuse_growth(void)
{
    static const char words[] = "kind = multistep\nalpha = 0 -1.000002 0.000002 1\n"
                                "beta = 0 0 1.000002 1.0000000003\n",
                      bdf3[] = "kind = multistep\nalpha = -0.3333333333 1.5 -3 1.8333333333\n"
                               "beta = 0 0 0 1\n";
    method *m = NULL;
    analysis a;
    ASSERT_OK(catalogue_open(all, scratch_file("par.method", words, strlen(words)), &m, &why),
              "par", why);
    ASSERT_OK(analysis_of(m, (wide){0}, &a, &why), "par", why);
    ASSERT(!a.A_stable && !a.zero_stable && !(a.alpha_degrees > 0));
    method_destroy(m);
    ASSERT_OK(catalogue_open(all, scratch_file("bdf3.method", bdf3, strlen(bdf3)), &m, &why),
              "bdf3", why);
    ASSERT_OK(analysis_of(m, (wide){0}, &a, &why), "bdf3", why);
    ASSERT_NEAR(86.0323668602, a.alpha_degrees, 1e-7, 0); /* that of bdf:3 */
    method_destroy(m);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    if (catalogue_create(SPINSCOPE_ASSETS, &all, &why) != STATUS_OK || !analyse_everything()) {
        return 1;
    }
    RUN_TEST(every_method_can_be_analysed);
    RUN_TEST(bdf_has_the_published_angles);
    RUN_TEST(bdf7_is_not_zero_stable);
    RUN_TEST(intervals_are_the_published_ones);
    RUN_TEST(both_routes_find_the_same_order);
    RUN_TEST(spinning_orders_are_the_published_ones);
    RUN_TEST(order_stars_of_pade_approximants_are_complete);
    RUN_TEST(error_constants_of_multistep_methods_are_the_published_fractions);
    RUN_TEST(angles_agree_with_sampled_sectors);
    RUN_TEST(intervals_end_where_stability_does);
    RUN_TEST(algebraic_stability_is_the_published_one);
    RUN_TEST(no_stable_point_at_all_is_said);
    RUN_TEST(stable_everywhere_is_said);
    RUN_TEST(a_pole_on_an_axis_is_found);
    RUN_TEST(decimals_in_a_file_are_taken_for_what_they_mean);
    RUN_TEST(what_rounding_has_changed_is_told);
    RUN_TEST(a_root_that_stays_is_not_damped);
    RUN_TEST(what_is_not_zero_stable_is_analysed_too);
    RUN_TEST(substeps_have_one_pole_as_often_as_there_are);
    RUN_TEST(redundant_stages_change_nothing);
    RUN_TEST(unused_stages_add_no_poles);
    RUN_TEST(methods_for_odes_refuse_w);
    RUN_TEST(rounded_coefficients_do_not_excuse_growth);
    RUN_TEST(large_w_are_as_the_spin_range_says_or_refused);
    catalogue_destroy(all);
    GREATEST_MAIN_END();
}
