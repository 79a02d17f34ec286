#include "numerics/expression.h"

#include <stdlib.h>
#include <string.h>

#include "support/support.h"

static quad value;
static size_t where;
static message why;

/* From a copy without room to spare, so that the sanitizer sees a read beyond the end. */
static status evaluate_bytes(const char *source, size_t length, const expression_scope *scope)
{
    char *copy = malloc(length > 0 ? length : 1);
    if (copy == NULL) {
        return STATUS_FAILED;
    }
    memcpy(copy, source, length);
    value = nanq("");
    where = 9999;
    why.text[0] = '\0';
    status s = expression_value(copy, length, scope, &value, &where, &why);
    free(copy);
    return s;
}

static status evaluate(const char *source)
{
    return evaluate_bytes(source, strlen(source), NULL);
}

TEST expressions_have_their_values(void)
{
    const struct {
        const char *source;
        quad value;
    } cases[] = {
        {"0", 0},
        {"5/12", 5 / 12.0Q},
        {"(4-sqrt(6))/10", (4 - sqrtq(6)) / 10},
        {"2^-1", 0.5Q},
        {"-2^2", -4},
        {"(-2)^2", 4},
        {"(-2)^3", -8},
        {"2^3^2", 512},
        {"2^-2^2", 0.0625Q},
        {"2^0.5", M_SQRT2q},
        {"0^0", 1},
        {"1e-3", 0.001Q},
        {"2.5E+2", 250},
        {".5", 0.5Q},
        {"5.", 5},
        {"1-2-3", -4},
        {"12/3/2", 2},
        {"1+2*3", 7},
        {"2*-3", -6},
        {"--3", 3},
        {"+3", 3},
        {"- 3 +\t4 ", 1},
        {" ( 1 ) ", 1},
        {"pi", M_PIq},
        {"cos(pi/3)", 0.5Q},
        {"cos(0)", 1},
        {"sin(pi/6)", 0.5Q},
        {"exp(0)", 1},
        {"exp(1)", M_Eq},
        {"sqrt(0)", 0},
        {"sqrt(sqrt(16))", 2},
        {"sqrt ( 2 ) / 2", M_SQRT1_2q},
        {"root(-2,0,1; 1,2)", M_SQRT2q},
        {"root(-2, 1; 2, 3)", 2},
        {"root(-3, 1; 0, 3)", 3},
        {"root(0, 1; -1, 1)", 0},
        {"root(-1/3, 0, 0, 1; 0, 1)", cbrtq(1 / 3.0Q)},
        {"root(2, 0, -1; -2, 0) + 1", 1 - M_SQRT2q},
        {"0.1234567890123456789012345678901234", 0.1234567890123456789012345678901234Q},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ASSERT_OK(evaluate(cases[i].source), cases[i].source, why);
        quad error = fabsq(value - cases[i].value);
        ASSERTm(support_say("%s: error %.3g", cases[i].source, (double)error),
                error <= 1e-33Q * fmaxq(1, fabsq(cases[i].value)));
        ASSERT_EQ_FMT((size_t)0, where, "%zu");
    }
    PASS();
}

/* Alexander (1977): the middle zero of x^3 - 3x^2 + 3x/2 - 1/6. */
TEST alexanders_gamma_satisfies_its_cubic(void)
{
    ASSERT_OK(evaluate("root(-1/6, 3/2, -3, 1; 0.4, 0.5)"), "gamma", why);
    quad residual = ((value - 3) * value + 1.5Q) * value - 1 / 6.0Q;
    ASSERT_NEAR(0, (double)residual, 1e-33, 0);
    ASSERT_NEAR(0.43586652150845899942, (double)value, 1e-16, 0);
    PASS();
}

TEST names_of_the_scope_are_known(void)
{
    expression_scope scope = {
        .count = 2, .names = {{.name = "g", .value = 0.25Q}, {.name = "long_name_2", .value = -3}}};
    static const char source[] = "4*g + long_name_2^2 + sqrt(g)";
    ASSERT_OK(evaluate_bytes(source, strlen(source), &scope), source, why);
    ASSERT(value == 10.5Q);
    ASSERT_EQ(STATUS_BAD_INPUT, evaluate_bytes("gg", 2, &scope));
    ASSERT_EQ(STATUS_BAD_INPUT, evaluate_bytes("long_name", 9, &scope));
    ASSERT_EQ(STATUS_BAD_INPUT, evaluate("g"));
    PASS();
}

/* Against five values around t, whose error is below 1e-24 here: for everything that may stand in
 * an expression. */
TEST slopes_are_those_of_the_values(void)
{
    static const char *const sources[] = {"t",
                                          "-t",
                                          "+t*-t",
                                          "3-t-t^2",
                                          "2*t/(1+t)/t^2",
                                          "t^-2",
                                          "(t-9)^3",
                                          "2^t",
                                          "t^t",
                                          "t^2^t",
                                          "sqrt(t)",
                                          "cos(t)",
                                          "sin(t*pi)",
                                          "exp(-t^2)",
                                          "1/sqrt(2+t)",
                                          "g*t+g^2",
                                          "a*t",
                                          "sin(a)/a",
                                          "exp(a*g)",
                                          "cos(sin(t))",
                                          "root(-t,0,1;0,9)",
                                          "root(-a,t,0,1;0,t+9)",
                                          "root(-2*t,a;0,99)",
                                          "root(-root(-t,0,1;0,9),g;0,99)"};
    static const quad weights[] = {1, -8, 0, 8, -1}, step = 1e-6Q;
    for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++) {
        for (quad t = 0.3Q; t < 2; t += 0.45Q) {
            expression_scope scope = {.count = 3, .names = {{.name = "t"}, {.name = "a"}}};
            scope.names[2].name[0] = 'g';
            scope.names[2].value = 0.25Q;
            quad slope = 0;
            for (int k = 0; k < 5; k++) {
                scope.names[0].value = t + (k - 2) * step;
                scope.names[1].value = powq(scope.names[0].value, 3);
                ASSERT_OK(evaluate_bytes(sources[i], strlen(sources[i]), &scope), sources[i], why);
                slope += weights[k] * value / (12 * step);
            }
            dual got = {0};
            scope.names[0].value = t;
            scope.names[0].slope = dual_variable(t).slope;
            scope.names[1].value = powq(t, 3);
            scope.names[1].slope = (dual_slope){3 * t * t, 3 * t * t, true};
            ASSERT_OK(expression_dual(sources[i], strlen(sources[i]), &scope, &got, &where, &why),
                      sources[i], why);
            quad error = fabsq(dual_slope_value(&got) - slope);
            ASSERTm(support_say("%s: error %.3g", sources[i], (double)error),
                    error <= 1e-18Q * fmaxq(1, fabsq(slope)));
        }
    }
    PASS();
}

TEST a_free_name_is_a_word_that_is_not_taken(void)
{
    expression_scope scope = {.count = 1, .names = {{.name = "g", .value = 1}}};
    static const char *const accepted[] = {
        "h", "G", "gg", "a_1", "pi2", "sqrt2", "x23456789012345"};
    static const char *const refused[] = {
        "",   "g",  "pi",  "sqrt", "cos",      "root",
        "2x", "_x", "a-b", "a b",  "\xc3\xa9", "name_of_thirty_two_characters_xx"};
    for (size_t i = 0; i < sizeof accepted / sizeof accepted[0]; i++) {
        ASSERTm(accepted[i], expression_name_is_free(&scope, accepted[i], strlen(accepted[i])));
    }
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        ASSERTm(refused[i], !expression_name_is_free(&scope, refused[i], strlen(refused[i])));
    }
    ASSERT(expression_name_is_free(&scope, refused[11], EXPRESSION_NAME_SIZE - 1));
    PASS();
}

TEST errors_tell_what_is_wrong_and_where(void)
{
    static const struct {
        const char *source;
        size_t where;
        const char *words;
    } cases[] = {
        {"", 0, "ends where"},
        {"  ", 2, "ends where"},
        {"1/0", 1, "division by zero"},
        {"2 + 1/(1-1)", 5, "division by zero"},
        {"0^-1", 1, "division by zero"},
        {"sqrt(-1)", 0, "sqrt of the negative number -1"},
        {"1+sqrt(-4)", 2, "negative"},
        {"(-2)^0.5", 4, "not an integer"},
        {"2*tan(1)", 2, "unknown name 'tan'"},
        {"e", 0, "unknown name 'e'"},
        {"nan", 0, "unknown name"},
        {"inf", 0, "unknown name"},
        {"(1", 2, "ends where ')'"},
        {"1)", 1, "')' where an operator"},
        {"((1)", 4, "ends where ')'"},
        {"()", 1, "')' where a number"},
        {"1+", 2, "ends where"},
        {"*2", 0, "'*' where"},
        {"1..2", 0, "'1..2' is not a number"},
        {".", 0, "'.' is not a number"},
        {"1+1.2.3", 2, "'1.2.3' is not a number"},
        {"1e5000", 0, "too large"},
        {"1e4000*1e4000", 6, "not finite"},
        {"1e4000/1e-4000", 6, "not finite"},
        {"10^5000", 2, "not finite"},
        {"1 2", 2, "'2' where an operator"},
        {"2x", 1, "'x' where an operator"},
        {"1e", 1, "'e' where an operator"},
        {"1,2", 1, "',' where"},
        {"0x10", 1, "'x' where"},
        {"3\xc3\xa9", 1, "'\xc3\xa9' where"},
        {"sqrt 2", 5, "'2' where '('"},
        {"sqrt(1,2)", 0, "one argument"},
        {"cos(1;2)", 0, "one argument"},
        {"1+sin(1,2)", 2, "sin takes one argument"},
        {"exp(1e9)", 0, "not finite"},
        {"cos()", 4, "')' where"},
        {"pi(2)", 2, "'(' where"},
        {"root(1,0,1;0,1)", 0, "does not change its sign over [0, 1]"},
        {"root(-2,0,1;2,3)", 0, "does not change its sign"},
        {"root(-1,0,1;-2,2)", 0, "does not change its sign"},
        {"root(0,-1,0,1;-2,2)", 0, "finds 3 zeros"},
        {"root(1,-2,1;0,2)", 0, "does not change its sign over [0, 2]"},
        {"root(-1,3,-3,1;0,2)", 0, "exactly one"},
        {"root(-2,0,1;2,1)", 0, "lo < hi"},
        {"root(-2,0,1;1,1)", 0, "lo < hi"},
        {"root(-2,1,0;1,3)", 0, "leading coefficient"},
        {"root(1;0,1)", 0, "root takes"},
        {"root(-2,1;1)", 0, "root takes"},
        {"root(-2,1;1,2,3)", 0, "root takes"},
        {"root(-2,1,1,2)", 0, "root takes"},
        {"root(-2;1;1,2)", 9, "';' where"},
        {"1+root(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1;0,1)", 55, "more than 24"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        status s = evaluate(cases[i].source);
        ASSERTm(support_say("'%s' is accepted", cases[i].source), s == STATUS_BAD_INPUT);
        ASSERTm(support_say("'%s': '%s'", cases[i].source, why.text),
                strstr(why.text, cases[i].words) != NULL);
        ASSERTm(support_say("'%s': at %zu", cases[i].source, where), where == cases[i].where);
    }
    PASS();
}

TEST a_nul_is_not_the_end(void)
{
    ASSERT_EQ(STATUS_BAD_INPUT, evaluate_bytes("1\0", 2, NULL));
    ASSERT_EQ_FMT((size_t)1, where, "%zu");
    ASSERT_EQ(STATUS_BAD_INPUT, evaluate_bytes("\0", 1, NULL));
    ASSERT_EQ(STATUS_BAD_INPUT, evaluate_bytes("1+\0"
                                               "1",
                                               4, NULL));
    PASS();
}

/* `count` times `opening`, a 1, `count` times `closing`. */
static status evaluate_nested(const char *opening, const char *closing, int count)
{
    static char source[8192];
    source[0] = '\0';
    for (int i = 0; i < count; i++) {
        strcat(source, opening);
    }
    strcat(source, "1");
    for (int i = 0; i < count; i++) {
        strcat(source, closing);
    }
    return evaluate(source);
}

TEST nesting_is_limited(void)
{
    static const char *const pairs[][2] = {
        {"(", ")"}, {"-", ""}, {"sqrt(", ")"}, {"2^", ""}, {"root(-", ",1;0,9)"}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        ASSERT_EQ(STATUS_BAD_INPUT, evaluate_nested(pairs[i][0], pairs[i][1], 200));
        ASSERTm(support_say("%s: %s", pairs[i][0], why.text),
                strstr(why.text, "nested more than 50 deep") != NULL);
    }
    ASSERT_OK(evaluate_nested("(", ")", EXPRESSION_MAX_DEPTH - 1), "as deep as allowed", why);
    ASSERT_EQ(STATUS_BAD_INPUT, evaluate_nested("(", ")", EXPRESSION_MAX_DEPTH));
    ASSERT_OK(evaluate_nested("(1)+", "", 1000), "long, but not deep", why);
    PASS();
}

TEST a_number_has_at_most_200_characters(void)
{
    char source[302];
    memset(source, '0', 300);
    source[199] = '7';
    ASSERT_OK(evaluate_bytes(source, 200, NULL), "200 digits", why);
    ASSERT(value == 7);
    ASSERT_EQ(STATUS_BAD_INPUT, evaluate_bytes(source, 201, NULL));
    ASSERTm(support_say("%s", why.text), strstr(why.text, "201 characters") != NULL);
    ASSERT_EQ_FMT((size_t)0, where, "%zu");
    PASS();
}

/* Pieces of the grammar in random order: no crash, and what is accepted is finite. */
TEST random_expressions_do_no_harm(void)
{
    static const char *const pieces[] = {"0",     "1",   "2",     "9",    ".",     "e",
                                         "e4000", "e-9", "+",     "-",    "*",     "/",
                                         "^",     "(",   ")",     ",",    ";",     " ",
                                         "\t",    "pi",  "sqrt(", "cos(", "root(", "root(-2,0,1;",
                                         "g",     "_",   "\xc3",  "\xff", "1/3",   "0.5",
                                         ",0,3)", "2)",  "(-1)"};
    enum { PIECES = sizeof pieces / sizeof pieces[0] };
    expression_scope scope = {.count = 1, .names = {{.name = "g", .value = 1e-20Q}}};
    int accepted = 0;
    for (int round = 0; round < 20000; round++) {
        char source[256] = "";
        for (int n = random_integer(0, round % 2 == 0 ? 5 : 16); n > 0; n--) {
            strcat(source, pieces[random_integer(0, PIECES - 1)]);
        }
        status s = evaluate_bytes(source, strlen(source), &scope);
        accepted += s == STATUS_OK;
        ASSERTm(support_say("'%s'", source), s == STATUS_OK || s == STATUS_BAD_INPUT);
        ASSERTm(support_say("'%s'", source), where <= strlen(source));
        ASSERTm(support_say("'%s'", source), s == STATUS_OK ? finiteq(value) : why.text[0] != '\0');
    }
    ASSERTm(support_say("%d accepted", accepted), accepted > 500);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(expressions_have_their_values);
    RUN_TEST(alexanders_gamma_satisfies_its_cubic);
    RUN_TEST(names_of_the_scope_are_known);
    RUN_TEST(slopes_are_those_of_the_values);
    RUN_TEST(a_free_name_is_a_word_that_is_not_taken);
    RUN_TEST(errors_tell_what_is_wrong_and_where);
    RUN_TEST(a_nul_is_not_the_end);
    RUN_TEST(nesting_is_limited);
    RUN_TEST(a_number_has_at_most_200_characters);
    RUN_TEST(random_expressions_do_no_harm);
    GREATEST_MAIN_END();
}
