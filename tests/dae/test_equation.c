#include "dae/equation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "numerics/quad.h"
#include "support/command.h"
#include "support/support.h"

static message why;

static status parse(const char *data, equation **e)
{
    return equation_parse("x.dae", data, strlen(data), e, &why);
}

TEST entries_are_expressions_in_t(void)
{
    equation *e = NULL;
    equation_matrices m;
    ASSERT_OK(parse("size = 2\nlet a = 2*t\nlet b = a^2\nE = 1 sin(b)\n  0 exp(-t)\n"
                    "A = t -1 # a row\n\n  sqrt(1 + t) 3\n",
                    &e),
              "parse", why);
    ASSERT_EQ_FMT(2, equation_size(e), "%d");
    ASSERT_STR_EQ("x.dae", equation_name(e));
    ASSERT_OK(equation_at(e, 0.75, &m, &why), "at", why);
    ASSERT_NEAR(sin(2.25), m.E[1], 0, 1e-15);
    ASSERT_NEAR(exp(-0.75), m.E[3], 0, 1e-15);
    ASSERT_NEAR(0.75, m.A[0], 0, 0);
    ASSERT_NEAR(sqrt(1.75), m.A[2], 0, 1e-15);
    ASSERT(m.E_slope[0] == 0 && m.E_slope[2] == 0); /* constants have no slope at all */
    ASSERT_NEAR(6 * cos(2.25), m.E_slope[1], 0, 1e-15);
    ASSERT_NEAR(-exp(-0.75), m.E_slope[3], 0, 1e-15);
    equation_destroy(e);
    PASS();
}

/* t^{3/2} has no value for t < 0, but a derivative at 0 from the right; and the mirror image. */
TEST slopes_at_the_end_of_where_E_is_defined(void)
{
    equation *e = NULL;
    equation_matrices m;
    ASSERT_OK(parse("size = 1\nE = 2*t+1+0*sqrt(t)+t^(3/2)\nA = 1\n", &e), "parse", why);
    ASSERT_OK(equation_at(e, 0, &m, &why), "at", why);
    ASSERT_NEAR(2, m.E_slope[0], 0, 1e-15);
    equation_destroy(e);
    ASSERT_OK(parse("size = 1\nE = 2*t+1+0*sqrt(1-t)+(1-t)^(3/2)\nA = 1\n", &e), "parse", why);
    ASSERT_OK(equation_at(e, 1, &m, &why), "at", why);
    ASSERT_NEAR(2, m.E_slope[0], 0, 1e-15);
    equation_destroy(e);
    PASS();
}

TEST an_E_without_a_derivative_is_refused_with_its_place(void)
{
    static const struct {
        const char *E;
        double t;
    } cases[] = {
        {"sqrt((t-1)^2)", 1}, {"1+sqrt(t)", 0}, {"((t-2)^2)^0.5", 2},      {"(-1)^t", 4},
        {"0^t", 0},           {"b", 0},         {"sin(1e200*t)*1e200", 1}, {"cos(sqrt(t))", 0},
        {"2e308*(t-1)", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        equation *e = NULL;
        equation_matrices m;
        char data[100];
        snprintf(data, sizeof data, "size = 1\nlet b = sqrt(t)\nE = %s\nA = b-1e308\n", cases[i].E);
        ASSERT_OK(parse(data, &e), cases[i].E, why);
        status s = equation_at(e, cases[i].t, &m, &why);
        equation_destroy(e);
        ASSERT_EQ(STATUS_BAD_INPUT, s);
        ASSERTm(why.text,
                strstr(why.text, "x.dae:3:5: this entry of E has no derivative at t = ") != NULL);
    }
    PASS();
}

/* What A is made of needs no derivative. */
TEST only_E_is_differentiated(void)
{
    equation *e = NULL;
    equation_matrices m;
    ASSERT_OK(parse("size = 1\nlet b = sqrt(t)\nE = 1+t\nA = 2+b\n", &e), "parse", why);
    ASSERT_OK(equation_at(e, 0, &m, &why), "at", why);
    ASSERT(m.E_slope[0] == 1 && m.A[0] == 2 && m.sum[0] == 3);
    equation_destroy(e);
    PASS();
}

/* A + E' comes from quadruple precision: it is exact where its terms are 1e20 times larger. */
TEST a_sum_that_cancels_keeps_its_digits(void)
{
    equation *e = NULL;
    equation_matrices m;
    ASSERT_OK(parse("size = 1\nlet f = 1e20\nE = 2+sin(f*t)/2\nA = t-f*cos(f*t)/2\n", &e), "parse",
              why);
    for (double t = -2; t < 2; t += 0.3) {
        ASSERT_OK(equation_at(e, t, &m, &why), "at", why);
        ASSERT_NEAR(t, m.sum[0], 1e-12, 0);
        ASSERT_NEAR((double)(1e20Q * cosq(1e20Q * t) / 2), m.E_slope[0], 0, 1e-15);
    }
    equation_destroy(e);
    PASS();
}

TEST an_entry_without_a_value_is_refused_with_its_place(void)
{
    equation *e = NULL;
    equation_matrices m;
    ASSERT_OK(parse("size = 1\nE = 1\nA = 2+1/(t-3)\n", &e), "parse", why);
    ASSERT_OK(equation_at(e, 2, &m, &why), "at 2", why);
    ASSERT_EQ(STATUS_BAD_INPUT, equation_at(e, 3, &m, &why));
    ASSERTm(why.text, strstr(why.text, "x.dae:3:8: division by zero, at t = 3") != NULL);
    equation_destroy(e);
    PASS();
}

TEST bad_files_are_refused_with_their_place(void)
{
    static const struct {
        const char *data, *words;
    } cases[] = {
        {"", "the key E is missing"},
        {"size = 1\nE = 1\n", "the key A is missing"},
        {"E = 1\n", "x.dae:1:1: 'size = N' is expected before"},
        {"size = 0\n", "a size from 1 to 32"},
        {"size = 33\n", "a size from 1 to 32"},
        {"size = two\n", "x.dae:1:8: a size"},
        {"size = 2\nE = 1 2 3\n", "x.dae:2:1: row 1 of E has more than 2 entries"},
        {"size = 2\nE = 1 2\n    1\n", "x.dae:3:1: row 2 of E has only 1 entries"},
        {"size = 2\nE = 1 2\nA = 1 2\n 3 4\n", "E has only 1 rows"},
        {"size = 1\nE = 1\n 2\n", "x.dae:3:2: E has more than 1 rows"},
        {"size = 1\nE = 1\nE = 1\n", "x.dae:3:1: E was given before, in line 2"},
        {"size = 1\nsize = 1\n", "size was given before"},
        {"size = 1\nB = 1\n", "x.dae:2:1: unknown key 'B'"},
        {"size = 1\nlet t = 1\n", "x.dae:2:5: a name that is not taken"},
        {"size = 1\nlet a = 1\nlet a = 2\n", "x.dae:3:5: a name that is not taken"},
        {"words\n", "x.dae:1:1: 'key = value' is expected"},
        {"size =\n", "a value is expected"},
        {"size = 1\nE = \x01\n", "is not a text file"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        equation *e = NULL;
        ASSERTm(cases[i].data, parse(cases[i].data, &e) == STATUS_BAD_INPUT);
        ASSERTm(support_say("%s: %s", cases[i].data, why.text),
                strstr(why.text, cases[i].words) != NULL);
        ASSERT(e == NULL);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(entries_are_expressions_in_t);
    RUN_TEST(slopes_at_the_end_of_where_E_is_defined);
    RUN_TEST(an_E_without_a_derivative_is_refused_with_its_place);
    RUN_TEST(only_E_is_differentiated);
    RUN_TEST(a_sum_that_cancels_keeps_its_digits);
    RUN_TEST(an_entry_without_a_value_is_refused_with_its_place);
    RUN_TEST(bad_files_are_refused_with_their_place);
    GREATEST_MAIN_END();
}
