/* Verdicts about methods of a user's own, whose coefficients are exact numbers: what is known of
 * them without this program. */
#include <math.h>
#include <string.h>

#include "method/catalogue.h"
#include "stability/analysis.h"
#include "stability/phi_quad.h"
#include "stability/spin_decide.h"
#include "stability/spin_range.h"
#include "support/command.h"
#include "support/support.h"

static message why;
static catalogue *all;

static method *open_words(const char *words)
{
    method *m = NULL;
    const char *path = scratch_file("own.method", words, strlen(words));
    return catalogue_open(all, path, &m, &why) == STATUS_OK ? m : NULL;
}

/* n steps of 1/n with a method of `stages` stages, whose A and b are integers over `denominator`.
 */
static method *open_substeps(int n, int stages, const int *A, const int *b, int denominator)
{
    static char words[20000];
    size_t used = (size_t)snprintf(words, sizeof words, "kind = runge-kutta\nA = ");
    for (int i = 0; i < n * stages; i++) {
        for (int j = 0; j < n * stages; j++) {
            int before = i / stages - j / stages;
            int entry = before > 0   ? b[j % stages]
                        : before < 0 ? 0
                                     : A[i % stages * stages + j % stages];
            used += (size_t)snprintf(words + used, sizeof words - used, "%d/%d%s", entry,
                                     denominator * n, j + 1 < n * stages ? " " : "\n   ");
        }
    }
    used += (size_t)snprintf(words + used, sizeof words - used, "\nb =");
    for (int j = 0; j < n * stages; j++) {
        used += (size_t)snprintf(words + used, sizeof words - used, " %d/%d", b[j % stages],
                                 denominator * n);
    }
    snprintf(words + used, sizeof words - used, "\n");
    return open_words(words);
}

static const char *range_of(const method *m, bool on_axis)
{
    static char words[SPIN_RANGE_WORDS];
    static spin_range r;
    status s = (on_axis ? spin_range_negative_axis : spin_range_a_stable)(m, &r, &why);
    spin_range_words(&r, words, sizeof words);
    return s == STATUS_OK ? words : why.text;
}

/* R = r(z/n, w/n)^n is stable where r is. */
TEST small_steps_are_stable_n_times_as_far(void)
{
    static const int one[] = {1}, radau[] = {5, -1, 9, 3}, weights[] = {9, 3};
    for (int n = 1; n <= 16; n += n < 4 ? 1 : 4) {
        method *m = open_substeps(n, 1, one, one, 1);
        ASSERTm(why.text, m != NULL);
        for (int on_axis = 0; on_axis < 2; on_axis++) {
            const char *found = range_of(m, on_axis);
            char expected[40];
            snprintf(expected, sizeof expected, "(-inf, %d]", n);
            ASSERTm(support_say("%d steps: %s", n, found), strcmp(expected, found) == 0);
        }
        method_destroy(m);
    }
    method *m = open_substeps(8, 2, radau, weights, 12);
    ASSERT_STR_EQ("(-inf, 12]", range_of(m, false));
    method_destroy(m);
    PASS();
}

/* The midpoint rule with three stages that nothing depends on, and one whose common factor is
 * hidden because all its stages are the same. */
TEST what_is_redundant_is_cancelled(void)
{
    static const char *const words[] = {
        "kind = runge-kutta\nA = 1/2 0 0 0\n 0 1 0 0\n 0 0 1 0\n 0 0 0 1\nb = 1 0 0 0\n",
        "kind = runge-kutta\nA = 1/3 1/6\n 1/4 1/4\nb = 1/4 3/4\n",
        "kind = runge-kutta\nlet r = sqrt(2)\nA = 1/2 0\n 0 r\nb = 1 0\n"};
    for (int i = 0; i < 3; i++) {
        method *m = open_words(words[i]);
        phi *p = NULL;
        ASSERTm(why.text, m != NULL);
        ASSERT_OK(phi_compile(m, MOTION_SHEAR, &p, &why), words[i], why);
        ASSERTm(words[i], p->info.cancelled > 0 && p->info.degree_z == 1 && p->info.degree_w == 1);
        ASSERT_STR_EQ("(-inf, 2]", range_of(m, false));
        phi_destroy(p);
        method_destroy(m);
    }
    PASS();
}

/* Radau IIA with 12 digits is stable at all of these, exactly. */
TEST rounded_coefficients_do_not_cut_holes(void)
{
    static const struct {
        long p;
        unsigned long q;
    } stable[] = {{-10, 1}, {-1, 1}, {0, 1}, {1, 2}, {1, 1}, {3, 2}};
    method *m = open_words("kind = runge-kutta\nA = 0.416666666667 -0.0833333333333\n"
                           "    0.75 0.25\nb = 0.75 0.25\n");
    phi *p = NULL;
    analysis a;
    static spin_range ranges[2];
    ASSERT_OK(phi_compile(m, MOTION_SHEAR, &p, &why), "radau", why);
    ASSERT_OK(spin_range_a_stable(m, &ranges[0], &why), "radau", why);
    ASSERT_OK(spin_range_negative_axis(m, &ranges[1], &why), "radau", why);
    for (int n = 0; n < 6; n++) {
        double w = (double)stable[n].p / (double)stable[n].q;
        mpq_t at;
        mpq_init(at);
        mpq_set_si(at, stable[n].p, stable[n].q);
        ASSERT_EQ(DECIDED_YES, spin_decide_at(p, spin_conditions_a_stable, at, 0));
        mpq_clear(at);
        for (int r = 0; r < 2; r++) {
            ASSERT(ranges[r].intervals[0].from.value <= w && ranges[r].intervals[0].to.value >= w);
        }
        ASSERT_OK(analysis_of(m, (wide){w, 0}, &a, &why), "radau", why);
        ASSERT_EQ(ANSWER_YES, a.A_stable);
    }
    phi_destroy(p);
    method_destroy(m);
    PASS();
}

/* Gauss with three stages has |R(iy)| = 1; rounded, it is above 1 by that much somewhere. */
TEST what_rounding_decides_is_told(void)
{
    method *m = open_words("kind = runge-kutta\n"
                           "A = 0.13888888888889 -0.03597666752494 0.00978944401531\n"
                           "    0.30026319498086 0.22222222222222 -0.02248541720309\n"
                           "    0.26798833376247 0.48042111196938 0.13888888888889\n"
                           "b = 0.27777777777778 0.44444444444444 0.27777777777778\n");
    analysis a;
    static spin_range r;
    ASSERTm(why.text, m != NULL);
    ASSERT_OK(analysis_of(m, (wide){0}, &a, &why), "gauss", why);
    ASSERT_EQ(ANSWER_NONE, a.A_stable);
    ASSERT(a.up_to_rounding[DOUBT_A_STABLE] > 1e-17 && a.up_to_rounding[DOUBT_A_STABLE] < 1e-11);
    ASSERT_OK(spin_range_a_stable(m, &r, &why), "gauss", why);
    ASSERT(r.up_to_rounding > 0 && r.up_to_rounding < 1e-10 && r.count > 0);
    /* Unrounded it is [0, 5/3]. */
    ASSERT_NEAR(5.0 / 3, r.intervals[r.count - 1].to.value, 1e-5, 0);
    method_destroy(m);
    PASS();
}

static bool is_within(const spin_range *r, double w)
{
    bool within = false;
    for (int i = 0; i < r->count; i++) {
        within = within || (r->intervals[i].from.value <= w && w <= r->intervals[i].to.value);
    }
    return within;
}

/* Two questions, one decision. */
TEST ranges_and_answers_at_one_w_agree(void)
{
    static const double ws[] = {-7, 0, 0.25, 1.625};
    static spin_range r;
    int seen[2] = {0};
    for (int i = 0; i < 30; i++) {
        char words[600];
        int used = snprintf(words, sizeof words, "kind = runge-kutta\nA =");
        int stages = random_integer(1, 4);
        for (int k = 0; k < stages * stages; k++) {
            bool is_lower = k % stages <= k / stages;
            used +=
                snprintf(words + used, sizeof words - (size_t)used, " %d/%d%s",
                         is_lower || i % 3 == 0 ? random_integer(-2, 6) : 0, random_integer(1, 6),
                         k % stages == stages - 1 && k + 1 < stages * stages ? "\n" : "");
        }
        used += snprintf(words + used, sizeof words - (size_t)used, "\nb =");
        for (int k = 0; k < stages; k++) {
            used += snprintf(words + used, sizeof words - (size_t)used, " %d/%d",
                             random_integer(-2, 6), random_integer(1, 6));
        }
        snprintf(words + used, sizeof words - (size_t)used, "\n");
        method *m = open_words(words);
        ASSERTm(why.text, m != NULL);
        if (method_describe(m)->form != FORM_ODE_ONLY) {
            ASSERT_OK(spin_range_a_stable(m, &r, &why), words, why);
            for (size_t n = 0; n < sizeof ws / sizeof ws[0]; n++) {
                analysis a;
                ASSERT_OK(analysis_of(m, (wide){ws[n], 0}, &a, &why), words, why);
                ASSERT_EQm(support_say("%s at w = %g", words, ws[n]), is_within(&r, ws[n]),
                           a.A_stable == ANSWER_YES);
                seen[a.A_stable == ANSWER_YES]++;
            }
        }
        method_destroy(m);
    }
    ASSERTm(support_say("%d and %d", seen[0], seen[1]), seen[0] > 20 && seen[1] > 2);
    PASS();
}

/* 1e-6 on the diagonal is not 0. */
TEST a_small_diagonal_is_invertible(void)
{
    method *m = open_words("kind = runge-kutta\nA = 1e-6 0 0\n 1/2 1e-6 0\n 1/3 1/3 1e-6\n"
                           "b = 1/3 1/3 1/3\n");
    ASSERTm(why.text, m != NULL);
    ASSERT_EQ(FORM_IMPLICIT, method_describe(m)->form);
    method_destroy(m);
    PASS();
}

/* R(0, w) = 1 takes c that are the row sums, which c with fewer digits are not. */
TEST printed_c_are_taken_as_the_row_sums(void)
{
    method *m = open_words("kind = runge-kutta\nA = 5/12 -1/12\n 3/4 1/4\nb = 3/4 1/4\n"
                           "c = 0.333333333333333333333333333 1\n");
    ASSERT_STR_EQ("(-inf, 3/2]", range_of(m, false));
    method_destroy(m);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    if (catalogue_create(SPINSCOPE_ASSETS, &all, &why) != STATUS_OK) {
        return 1;
    }
    RUN_TEST(small_steps_are_stable_n_times_as_far);
    RUN_TEST(what_is_redundant_is_cancelled);
    RUN_TEST(rounded_coefficients_do_not_cut_holes);
    RUN_TEST(what_rounding_decides_is_told);
    RUN_TEST(ranges_and_answers_at_one_w_agree);
    RUN_TEST(a_small_diagonal_is_invertible);
    RUN_TEST(printed_c_are_taken_as_the_row_sums);
    catalogue_destroy(all);
    GREATEST_MAIN_END();
}
