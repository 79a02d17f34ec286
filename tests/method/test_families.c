#include "method/families.h"

#include <string.h>

#include "numerics/expression.h"
#include "support/support.h"

static coefficients built;
static scheme *exact;
static message why;

/* What is built twice is freed once. */
static status build_member(const family *f, const char *parameter)
{
    scheme_destroy(exact);
    return family_build(f, parameter, &built, &exact, &why);
}

static status build(const char *name, const char *parameter)
{
    const family *f = family_find(name, strlen(name));
    why.text[0] = '\0';
    return f == NULL ? STATUS_NO : build_member(f, parameter);
}

static bool entry_is(const char *entry, quad found)
{
    quad value = 0;
    size_t where = 0;
    status s = expression_value(entry, strlen(entry), NULL, &value, &where, &why);
    return s == STATUS_OK && fabsq(value - found) <= 1e-31Q * (1 + fabsq(value));
}

TEST families_are_found_by_their_whole_name_only(void)
{
    for (int i = 0; i < family_count; i++) {
        const char *name = families[i].name;
        ASSERTm(name, family_find(name, strlen(name)) == &families[i]);
        ASSERTm(name, family_find(name, strlen(name) - 1) == NULL);
        char longer[64];
        snprintf(longer, sizeof longer, "%s:3", name);
        ASSERTm(name, family_find(longer, strlen(longer)) == NULL);
        ASSERTm(name, family_find(longer, strlen(name)) == &families[i]);
    }
    ASSERT(family_find("", 0) == NULL && family_find("BDF", 3) == NULL);
    PASS();
}

static bool is_sane(const coefficients *a)
{
    quad sum = 0;
    bool multistep = a->kind == METHOD_MULTISTEP;
    for (int i = 0; i <= a->size; i++) {
        sum += multistep ? a->alpha[i] : i < a->size ? a->b[i] : 0;
    }
    bool consistent = fabsq(sum - (multistep ? 0 : 1)) <= 1e-31Q;
    return consistent && a->size >= 1 && (!multistep || a->alpha[a->size] > 0);
}

TEST every_family_builds_over_its_whole_range(void)
{
    for (int i = 0; i < family_count; i++) {
        const family *f = &families[i];
        ASSERTm(f->name, f->title != NULL && f->order != NULL && f->reference != NULL);
        for (int n = f->least; n <= f->most && !f->fractional; n++) {
            char parameter[8];
            snprintf(parameter, sizeof parameter, "%d", n);
            memset(&built, 0x55, sizeof built); /* what it leaves out must become 0 */
            ASSERT_OK(build_member(f, f->symbol != NULL ? parameter : NULL), f->name, why);
            ASSERTm(support_say("%s:%d", f->name, n), is_sane(&built) && !built.embedded);
            ASSERTm(support_say("%s:%d has size %d", f->name, n, built.size),
                    f->symbol == NULL || built.size == n);
        }
    }
    PASS();
}

TEST parameters_outside_the_range_are_refused(void)
{
    static const char *const never[] = {"",    "03", "-1", "+3", " 3", "3 ",  "3.0", "3x",
                                        "abc", ":",  "0",  "10", "99", "1e0", "/",   "\xc3\xa9"};
    for (int i = 0; i < family_count; i++) {
        const family *f = &families[i];
        if (f->symbol == NULL || f->fractional) {
            continue;
        }
        for (size_t n = 0; n < sizeof never / sizeof never[0]; n++) {
            status s = build_member(f, never[n]);
            ASSERTm(support_say("%s:%s", f->name, never[n]), s == STATUS_BAD_INPUT);
            ASSERTm(support_say("%s", why.text), strncmp(why.text, f->name, strlen(f->name)) == 0);
        }
        char below[16], above[16];
        snprintf(below, sizeof below, "%d", f->least - 1);
        snprintf(above, sizeof above, "%d", f->most + 1);
        ASSERTm(f->name, build_member(f, below) == STATUS_BAD_INPUT);
        ASSERTm(f->name, build_member(f, above) == STATUS_BAD_INPUT);
        ASSERTm(support_say("%s", why.text), strstr(why.text, "must be an integer from") != NULL);
        ASSERTm(f->name, build_member(f, NULL) == STATUS_BAD_INPUT);
        ASSERTm(support_say("%s", why.text), strstr(why.text, "needs a parameter") != NULL);
    }
    PASS();
}

TEST families_of_one_member_take_no_parameter(void)
{
    static const char *const names[] = {"implicit-euler", "midpoint", "trapezoidal"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        ASSERT_OK(build(names[i], NULL), names[i], why);
        ASSERT_EQ(STATUS_BAD_INPUT, build(names[i], "1"));
        ASSERT_EQ(STATUS_BAD_INPUT, build(names[i], ""));
        ASSERTm(support_say("%s", why.text), strstr(why.text, "takes no parameter") != NULL);
    }
    PASS();
}

TEST the_one_stage_methods_are_what_they_are_called(void)
{
    ASSERT_OK(build("implicit-euler", NULL), "implicit-euler", why);
    ASSERT(built.size == 1 && built.A[0] == 1 && built.b[0] == 1 && built.c[0] == 1);
    ASSERT_OK(build("midpoint", NULL), "midpoint", why);
    ASSERT(built.size == 1 && built.A[0] == 0.5Q && built.b[0] == 1 && built.c[0] == 0.5Q);
    ASSERT_OK(build("trapezoidal", NULL), "trapezoidal", why);
    coefficients trapezoidal = built;
    ASSERT_OK(build("theta", "1/2"), "theta:1/2", why);
    ASSERT(memcmp(trapezoidal.A, built.A, 4 * sizeof built.A[0]) == 0);
    PASS();
}

TEST theta_is_exact(void)
{
    static const struct {
        const char *parameter;
        quad theta;
    } cases[] = {{"1/2", 0.5Q}, {"0.5", 0.5Q}, {"2/3", 2 / 3.0Q}, {"0.55", 0.55Q}, {"1", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        quad theta = cases[i].theta;
        ASSERT_OK(build("theta", cases[i].parameter), cases[i].parameter, why);
        ASSERT(built.size == 2 && built.c[0] == 0 && built.c[1] == 1);
        ASSERT(built.A[0] == 0 && built.A[1] == 0);
        /* The difference is rounded once, not twice. */
        ASSERT(fabsq(built.A[2] - (1 - theta)) <= 1e-34Q && built.A[3] == theta);
        ASSERT(built.b[0] == built.A[2] && built.b[1] == theta);
    }
    static const char *const refused[] = {
        "0", "0.499999999999", "1.00001", "-1/2", "2", "x", "1/0", "nan", "", "1/2,", "1/2 1"};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        ASSERTm(refused[i], build("theta", refused[i]) == STATUS_BAD_INPUT);
    }
    ASSERT_EQ(STATUS_BAD_INPUT, build("theta", NULL));
    PASS();
}

/* Coefficients newest first: alpha of BDF, beta of the Adams methods. */
static const struct {
    const char *family, *parameter, *newest_first[7];
} published[] = {
    /* Hairer, Norsett & Wanner I, III.1 */
    {"bdf", "1", {"1", "-1"}},
    {"bdf", "2", {"3/2", "-2", "1/2"}},
    {"bdf", "3", {"11/6", "-3", "3/2", "-1/3"}},
    {"bdf", "4", {"25/12", "-4", "3", "-4/3", "1/4"}},
    {"bdf", "5", {"137/60", "-5", "5", "-10/3", "5/4", "-1/5"}},
    {"bdf", "6", {"147/60", "-6", "15/2", "-20/3", "15/4", "-6/5", "1/6"}},
    /* the same, explicit and implicit Adams methods */
    {"adams-bashforth", "1", {"0", "1"}},
    {"adams-bashforth", "2", {"0", "3/2", "-1/2"}},
    {"adams-bashforth", "3", {"0", "23/12", "-16/12", "5/12"}},
    {"adams-bashforth", "4", {"0", "55/24", "-59/24", "37/24", "-9/24"}},
    {"adams-moulton", "1", {"1/2", "1/2"}},
    {"adams-moulton", "2", {"5/12", "8/12", "-1/12"}},
    {"adams-moulton", "3", {"9/24", "19/24", "-5/24", "1/24"}},
    {"adams-moulton", "4", {"251/720", "646/720", "-264/720", "106/720", "-19/720"}},
};

TEST multistep_coefficients_are_the_published_ones(void)
{
    for (size_t n = 0; n < sizeof published / sizeof published[0]; n++) {
        ASSERT_OK(build(published[n].family, published[n].parameter), published[n].family, why);
        bool bdf = strcmp(published[n].family, "bdf") == 0;
        int k = built.size;
        ASSERT_EQ(METHOD_MULTISTEP, built.kind);
        ASSERT_EQ_FMT(published[n].parameter[0] - '0', k, "%d");
        for (int j = 0; j <= k; j++) {
            quad found = bdf ? built.alpha[k - j] : built.beta[k - j];
            quad other = bdf ? built.beta[k - j] : built.alpha[k - j];
            ASSERTm(support_say("%s:%d, coefficient %d is %.17g", published[n].family, k, j,
                                (double)found),
                    entry_is(published[n].newest_first[j], found));
            ASSERTm(support_say("%s:%d", published[n].family, k), other == (j == 0           ? 1
                                                                            : j == 1 && !bdf ? -1
                                                                                             : 0));
        }
    }
    PASS();
}

TEST gauss_lobatto_has_the_gauss_tableau_and_its_own_nodes(void)
{
    for (char k = '1'; k <= '8'; k++) {
        const char parameter[] = {k, '\0'};
        ASSERT_OK(build("gauss", parameter), "gauss", why);
        coefficients gauss = built;
        ASSERT_OK(build("gauss-lobatto", parameter), "gauss-lobatto", why);
        int s = built.size;
        ASSERT_EQ(METHOD_GAUSS_LOBATTO, built.kind);
        for (int i = 0; i < s * s; i++) {
            ASSERT(gauss.A[i] == built.A[i]);
        }
        ASSERT(built.lobatto[0] == 0 && built.lobatto[s] == 1);
        for (int i = 0; i < s; i++) { /* the two kinds of nodes alternate */
            ASSERT(gauss.b[i] == built.b[i] && gauss.c[i] == built.c[i]);
            ASSERT(built.lobatto[i] < built.c[i] && built.c[i] < built.lobatto[i + 1]);
        }
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(families_are_found_by_their_whole_name_only);
    RUN_TEST(every_family_builds_over_its_whole_range);
    RUN_TEST(parameters_outside_the_range_are_refused);
    RUN_TEST(families_of_one_member_take_no_parameter);
    RUN_TEST(the_one_stage_methods_are_what_they_are_called);
    RUN_TEST(theta_is_exact);
    RUN_TEST(multistep_coefficients_are_the_published_ones);
    RUN_TEST(gauss_lobatto_has_the_gauss_tableau_and_its_own_nodes);
    GREATEST_MAIN_END();
}
