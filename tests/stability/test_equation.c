#include "stability/equation.h"

#include <math.h>
#include <string.h>

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
    double E[4], A[4], slope[4];
    ASSERT_OK(parse("size = 2\nlet a = 2*t\nlet b = a^2\nE = 1 sin(b)\n  0 exp(-t)\n"
                    "A = t -1 # a row\n\n  sqrt(1 + t) 3\n",
                    &e),
              "parse", why);
    ASSERT_EQ_FMT(2, equation_size(e), "%d");
    ASSERT_STR_EQ("x.dae", equation_name(e));
    ASSERT_OK(equation_at(e, 0.75, E, A, slope, &why), "at", why);
    ASSERT_NEAR(sin(2.25), E[1], 0, 1e-15);
    ASSERT_NEAR(exp(-0.75), E[3], 0, 1e-15);
    ASSERT_NEAR(0.75, A[0], 0, 0);
    ASSERT_NEAR(sqrt(1.75), A[2], 0, 1e-15);
    ASSERT(slope[0] == 0 && slope[2] == 0); /* constants have no slope at all */
    ASSERT_NEAR(6 * cos(2.25), slope[1], 0, 1e-15);
    ASSERT_NEAR(-exp(-0.75), slope[3], 0, 1e-15);
    equation_destroy(e);
    PASS();
}

/* t^{3/2} has no value for t < 0, but a derivative at 0 from the right; and the mirror image. */
TEST slopes_at_the_end_of_where_E_is_defined(void)
{
    equation *e = NULL;
    double E[1], A[1], slope[1];
    ASSERT_OK(parse("size = 1\nE = 2*t+1+0*sqrt(t)\nA = 1\n", &e), "parse", why);
    ASSERT_OK(equation_at(e, 0, E, A, slope, &why), "at", why);
    ASSERT_NEAR(2, slope[0], 0, 1e-15);
    equation_destroy(e);
    ASSERT_OK(parse("size = 1\nE = 2*t+1+0*sqrt(1-t)\nA = 1\n", &e), "parse", why);
    ASSERT_OK(equation_at(e, 1, E, A, slope, &why), "at", why);
    ASSERT_NEAR(2, slope[0], 0, 1e-15);
    equation_destroy(e);
    PASS();
}

TEST an_entry_without_a_value_is_refused_with_its_place(void)
{
    equation *e = NULL;
    double E[1], A[1], slope[1];
    ASSERT_OK(parse("size = 1\nE = 1\nA = 2+1/(t-3)\n", &e), "parse", why);
    ASSERT_OK(equation_at(e, 2, E, A, slope, &why), "at 2", why);
    ASSERT_EQ(STATUS_BAD_INPUT, equation_at(e, 3, E, A, slope, &why));
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
    RUN_TEST(an_entry_without_a_value_is_refused_with_its_place);
    RUN_TEST(bad_files_are_refused_with_their_place);
    GREATEST_MAIN_END();
}
