#include "method/methodfile.h"

#include <stdlib.h>
#include <string.h>

#include "support/support.h"

static methodfile parsed;
static message why;

static status parse(const char *data)
{
    methodfile_clear(&parsed);
    return methodfile_parse("F", data, strlen(data), &parsed, &why);
}

#define RUNGE_KUTTA "kind = runge-kutta\n"

TEST a_runge_kutta_file_is_read_exactly(void)
{
    ASSERT_OK(parse("# a comment\nname = Radau IIA, two stages  # behind a line\n"
                    "reference = Hairer & Wanner\nkind = runge-kutta\norder = 3\r\n"
                    "c = 1/3  1\nA = 5/12 -1/12\n\n    3/4   1/4\nb = 3/4 1/4\nbhat = 1 (1 - 1)\n"),
              "radau", why);
    const coefficients *a = &parsed.coefficients;
    ASSERT_STR_EQ("Radau IIA, two stages", parsed.name);
    ASSERT_STR_EQ("Hairer & Wanner", parsed.reference);
    ASSERT_EQ_FMT(3, parsed.claimed_order, "%d");
    ASSERT_EQ_FMT(2, a->size, "%d");
    ASSERT(a->A[0] == 5 / 12.0Q && a->A[1] == -1 / 12.0Q && a->A[2] == 0.75Q && a->A[3] == 0.25Q);
    ASSERT(a->c[0] == 1 / 3.0Q && a->c[1] == 1 && a->b[0] == 0.75Q && a->b[1] == 0.25Q);
    ASSERT(a->embedded && a->bhat[0] == 1 && a->bhat[1] == 0);
    PASS();
}

TEST c_defaults_to_the_row_sums(void)
{
    ASSERT_OK(parse(RUNGE_KUTTA "A = 1/4 1/4\n 1/2 1/2\nb = 1/2 1/2\n"), "no c", why);
    ASSERT(parsed.coefficients.c[0] == 0.5Q && parsed.coefficients.c[1] == 1);
    PASS();
}

TEST names_can_be_defined_and_used(void)
{
    ASSERT_OK(parse(RUNGE_KUTTA "let g = 1-sqrt(2)/2\nlet k = 2*g\nA = g 0\n 1-g g\nb = k/2 g\n"),
              "let", why);
    quad g = 1 - sqrtq(2) / 2;
    ASSERT(fabsq(parsed.coefficients.A[0] - g) < 1e-33Q);
    ASSERT(fabsq(parsed.coefficients.b[0] - g) < 1e-33Q);
    PASS();
}

TEST a_multistep_file_is_read_oldest_first(void)
{
    ASSERT_OK(parse("kind = multistep\nalpha = 1/2 -2 3/2\nbeta = 0 0 1"), "bdf2", why);
    const coefficients *a = &parsed.coefficients;
    ASSERT_EQ_FMT(2, a->size, "%d");
    ASSERT(a->kind == METHOD_MULTISTEP && a->alpha[0] == 0.5Q && a->alpha[2] == 1.5Q);
    ASSERT(a->beta[2] == 1 && a->beta[0] == 0);
    PASS();
}

/* Every message names the place, and what was found or is expected there. */
TEST bad_files_are_refused_with_the_place(void)
{
    static const struct {
        const char *data, *place, *words;
    } cases[] = {
        {"", "F:1:1:", "empty"},
        {"# only a comment\n\n", "F:1:1:", "empty"},
        {"name = x\n", "F:1:1:", "kind is missing"},
        {"kind = rk\n", "F:1:8:", "runge-kutta or multistep"},
        {RUNGE_KUTTA "b = 1\n", "F:1:1:", "A is missing"},
        {RUNGE_KUTTA "A = 1\n", "F:1:1:", "b is missing"},
        {RUNGE_KUTTA "A = 1 2\n  3\nb = 1 1\n", "F:3:1:", "row 2 of A has 1 entries where 2"},
        {RUNGE_KUTTA "A = 1 2\nb = 1 1\n", "F:2:1:", "1 rows and 2 columns"},
        {RUNGE_KUTTA "A = 1\nb = 1 2\n", "F:3:1:", "b has 2 entries where 1"},
        {RUNGE_KUTTA "A = 1\nb = 1\nc = 0 1\n", "F:4:1:", "c has 2 entries where 1"},
        {RUNGE_KUTTA "A = 1\nb = 1\nbhat = 0 1\n", "F:4:1:", "bhat has 2"},
        {RUNGE_KUTTA "A = tan(1)\nb = 1\n", "F:2:5:", "unknown name 'tan'"},
        {RUNGE_KUTTA "A = 1 0\n 0 2/(1-1)\nb = 1 1\n", "F:3:5:", "division by zero"},
        {RUNGE_KUTTA "A = sqrt(1-2)\nb = 1\n", "F:2:5:", "negative"},
        {RUNGE_KUTTA "A = 5 / 12\nb = 1\n", "F:2:7:", "'/' where"},
        {RUNGE_KUTTA "A = 1)\nb = 1\n", "F:2:6:", "')' where an operator"},
        {RUNGE_KUTTA "A = (1\nb = 1\n", "F:2:7:", "ends where"},
        {RUNGE_KUTTA "A =\nb = 1\n", "F:2:4:", "value is expected"},
        {RUNGE_KUTTA "A = 1e9999\nb = 1\n", "F:2:5:", "too large"},
        {RUNGE_KUTTA "A = 1\nb = -1e301\n",
         "F:3:5:", "size 1e+301; accepted: 0 or 1e-300 to 1e300"},
        {RUNGE_KUTTA "A = 1\nb = 1e-150*1e-151\n", "F:3:5:", "a coefficient of size 1e-301"},
        {RUNGE_KUTTA "B = 1\n", "F:2:1:", "unknown key 'B'"},
        {RUNGE_KUTTA "nonsense\n", "F:2:1:", "'key = value'"},
        {RUNGE_KUTTA RUNGE_KUTTA, "F:2:1:", "given before, in line 1"},
        {RUNGE_KUTTA "A = 1\nA = 1\n", "F:3:1:", "given before, in line 2"},
        {RUNGE_KUTTA "A = 1\nb = 1\nalpha = 1 1\n", "F:4:1:", "alpha does not belong"},
        {RUNGE_KUTTA "order = 0\n", "F:2:9:", "order from 1 to 99"},
        {RUNGE_KUTTA "order = 3x\n", "F:2:9:", "order from 1 to 99"},
        {RUNGE_KUTTA "let = 3\n", "F:2:4:", "let needs a name"},
        {RUNGE_KUTTA "let pi = 3\n", "F:2:5:", "not taken"},
        {RUNGE_KUTTA "let 2x = 3\n", "F:2:5:", "not taken"},
        {RUNGE_KUTTA "let x = 3\nlet x = 4\n", "F:3:5:", "not taken"},
        {RUNGE_KUTTA "A = é\nb = 1\n", "F:2:5:", "'é' where"},
        {"kind = multistep\nbeta = 1 2\n", "F:1:1:", "alpha is missing"},
        {"kind = multistep\nalpha = 1\nbeta = 1\n", "F:2:1:", "at least two"},
        {"kind = multistep\nalpha = 1 0\nbeta = 1 1\n", "F:2:1:", "must not be 0"},
        {"kind = multistep\nalpha = -1 1\nbeta = 1\n", "F:3:1:", "beta has 1 entries where 2"},
        {"kind = multistep\nalpha = -1 1\nbeta = 1 0\nA = 1\n", "F:4:1:", "A does not belong"},
        {"kind = multistep\nalpha = 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n", "F:2:35:", "more than 13"},
        {RUNGE_KUTTA "b = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n", "F:2:37:", "more than 16"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        status s = parse(cases[i].data);
        ASSERTm(support_say("case %zu is accepted", i), s == STATUS_BAD_INPUT);
        ASSERTm(support_say("case %zu: '%s', place %s", i, why.text, cases[i].place),
                strncmp(why.text, cases[i].place, strlen(cases[i].place)) == 0);
        ASSERTm(support_say("case %zu: '%s', words '%s'", i, why.text, cases[i].words),
                strstr(why.text, cases[i].words) != NULL);
    }
    PASS();
}

TEST two_hundred_parentheses_are_refused(void)
{
    char data[600] = RUNGE_KUTTA "A = ";
    char *end = data + strlen(data);
    memset(end, '(', 200);
    end[200] = '1';
    memset(end + 201, ')', 200);
    strcpy(end + 401, "\nb = 1\n");
    ASSERT_EQ(STATUS_BAD_INPUT, parse(data));
    ASSERTm(why.text, strstr(why.text, "nested more than 50 deep") != NULL);
    PASS();
}

TEST seventeen_rows_are_refused(void)
{
    char data[300] = RUNGE_KUTTA "A = 1\n";
    for (int i = 0; i < 16; i++) {
        strcat(data, " 1\n");
    }
    ASSERT_EQ(STATUS_BAD_INPUT, parse(data));
    ASSERTm(why.text, strstr(why.text, "more than 16 rows") != NULL);
    PASS();
}

TEST binary_and_long_files_are_refused(void)
{
    static const char binary[] = "kind = runge-kutta\0A = 1\nb = 1\n";
    ASSERT_EQ(STATUS_BAD_INPUT, methodfile_parse("F", binary, sizeof binary, &parsed, &why));
    ASSERTm(why.text, strstr(why.text, "byte 19 is not UTF-8 text") != NULL);
    ASSERT_EQ(STATUS_BAD_INPUT, methodfile_parse("F", "\xff\xfe", 2, &parsed, &why));
    char name[200] = "name = ";
    memset(name + 7, 'x', 150);
    ASSERT_EQ(STATUS_BAD_INPUT, parse(name));
    ASSERTm(why.text, strstr(why.text, "at most 127") != NULL);
    PASS();
}

/* Pieces of real files in random order must never crash and never give unusable numbers. */
TEST random_files_do_no_harm(void)
{
    static const char *const pieces[] = {"kind = runge-kutta\n",
                                         "kind = multistep\n",
                                         "A = ",
                                         "b = ",
                                         "c = ",
                                         "alpha = ",
                                         "beta = ",
                                         "1",
                                         "0",
                                         " ",
                                         "\n",
                                         "-1/12",
                                         "(",
                                         ")",
                                         "sqrt(2)",
                                         "root(-2,0,1;1,2)",
                                         "let g = ",
                                         "g",
                                         "=",
                                         "#",
                                         "1/0",
                                         "^",
                                         "order = 3\n",
                                         "\t",
                                         "\r\n",
                                         "é",
                                         ",",
                                         ";",
                                         "pi",
                                         "9e99"};
    enum { PIECES = sizeof pieces / sizeof pieces[0] };
    int accepted = 0;
    for (int round = 0; round < 20000; round++) {
        char data[512] = "";
        for (int n = random_integer(0, 24); n > 0; n--) {
            strcat(data, pieces[random_integer(0, PIECES - 1)]);
        }
        if (round % 2 == 0) { /* half of them with a chance to be accepted */
            strcat(data, "\n" RUNGE_KUTTA "A = 1\nb = 1\n");
        }
        if (parse(data) != STATUS_OK) {
            ASSERTm(data, why.text[0] != '\0');
            continue;
        }
        accepted++;
        for (int i = 0; i < parsed.coefficients.size; i++) {
            ASSERTm(data, finiteq(parsed.coefficients.b[i]) && finiteq(parsed.coefficients.c[i]));
        }
    }
    ASSERT(accepted > 100);
    PASS();
}

TEST a_byte_order_mark_is_skipped(void)
{
    ASSERT_OK(parse("\xef\xbb\xbf" RUNGE_KUTTA "A = 1\nb = 1"), "mark", why);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(a_runge_kutta_file_is_read_exactly);
    RUN_TEST(c_defaults_to_the_row_sums);
    RUN_TEST(names_can_be_defined_and_used);
    RUN_TEST(a_multistep_file_is_read_oldest_first);
    RUN_TEST(bad_files_are_refused_with_the_place);
    RUN_TEST(two_hundred_parentheses_are_refused);
    RUN_TEST(seventeen_rows_are_refused);
    RUN_TEST(binary_and_long_files_are_refused);
    RUN_TEST(random_files_do_no_harm);
    RUN_TEST(a_byte_order_mark_is_skipped);
    GREATEST_MAIN_END();
}
