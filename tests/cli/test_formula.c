#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

#include "stability/table.h"
#include "support/command.h"
#include "support/support.h"

TEST the_published_table_is_printed(void)
{
    for (int row = 0; row < TABLE_ROWS; row++) {
        char arguments[64];
        snprintf(arguments, sizeof arguments, "formula %s", table[row].method);
        result r = run_spinscope(arguments);
        ASSERT_EQ_FMT(0, r.code, "%d");
        ASSERTm(r.out, shows_row(r.out, row));
        ASSERT_STR_EQ("", r.err);
        result_clear(&r);
    }
    PASS();
}

/* Every field that is promised, against the published polynomials: N = -c_0, D = c_1. */
TEST json_has_the_promised_fields(void)
{
    for (int row = 0; row < TABLE_ROWS; row++) {
        char arguments[64];
        snprintf(arguments, sizeof arguments, "formula %s --json", table[row].method);
        result r = run_spinscope(arguments);
        ASSERT_EQ_FMT(0, r.code, "%d");
        ASSERT(is_one_line(r.out));
        cJSON *document = cJSON_Parse(r.out);
        ASSERT(document != NULL);
        ASSERT_EQ_FMT(3, cJSON_GetArraySize(document), "%d");
        ASSERT_STR_EQ(table[row].method, cJSON_GetObjectItem(document, "method")->valuestring);
        ASSERT(cJSON_IsTrue(cJSON_GetObjectItem(document, "exact")));
        integer_polynomial published[2], ours[2] = {0};
        ASSERT(read_polynomial(table[row].N, &published[0]));
        ASSERT(read_polynomial(table[row].D, &published[1]));
        const cJSON *term;
        cJSON_ArrayForEach(term, cJSON_GetObjectItem(document, "phi"))
        {
            ASSERT_EQ_FMT(5, cJSON_GetArraySize(term), "%d");
            int j = cJSON_GetObjectItem(term, "sigma")->valueint;
            int i = cJSON_GetObjectItem(term, "z")->valueint;
            int k = cJSON_GetObjectItem(term, "w")->valueint;
            const char *value = cJSON_GetObjectItem(term, "value")->valuestring;
            ASSERT_NEAR(atof(value), cJSON_GetObjectItem(term, "decimal")->valuedouble, 0, 0);
            ours[j].c[i][k] = atol(value) * (j == 0 ? -1 : 1);
        }
        ASSERTm(r.out, same_polynomial(&ours[0], &published[0]));
        ASSERTm(r.out, same_polynomial(&ours[1], &published[1]));
        cJSON_Delete(document);
        result_clear(&r);
    }
    PASS();
}

TEST integer_coefficients_are_found_beyond_the_table(void)
{
    static const char *const names[] = {"radau-iia:5",     "lobatto-iiic:3",  "gauss:3",
                                        "gauss:2,keep=u",  "gauss-lobatto:3", "bdf:4",
                                        "gauss-lobatto:8", "radau-iia:9",     "theta:7/13"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char arguments[64];
        snprintf(arguments, sizeof arguments, "formula %s --json", names[i]);
        result r = run_spinscope(arguments);
        cJSON *document = cJSON_Parse(r.out);
        ASSERTm(names[i], cJSON_IsTrue(cJSON_GetObjectItem(document, "exact")));
        const cJSON *term;
        cJSON_ArrayForEach(term, cJSON_GetObjectItem(document, "phi"))
        {
            const char *value = cJSON_GetObjectItem(term, "value")->valuestring;
            ASSERTm(names[i], strspn(value, "-0123456789") == strlen(value));
        }
        cJSON_Delete(document);
        result_clear(&r);
    }
    PASS();
}

TEST irrational_coefficients_have_thirty_digits(void)
{
    result r = run_spinscope("formula sdirk2 --json");
    cJSON *document = cJSON_Parse(r.out);
    ASSERT(cJSON_IsFalse(cJSON_GetObjectItem(document, "exact")));
    /* D = (1 - g (z + w))^2: the coefficient of z^2 is g^2 = 3/2 - sqrt 2. */
    const cJSON *term;
    bool found = false;
    cJSON_ArrayForEach(term, cJSON_GetObjectItem(document, "phi"))
    {
        if (cJSON_GetObjectItem(term, "sigma")->valueint == 1 &&
            cJSON_GetObjectItem(term, "z")->valueint == 2) {
            ASSERT_STR_EQ("0.0857864376269049511983112757903",
                          cJSON_GetObjectItem(term, "value")->valuestring);
            found = true;
        }
    }
    ASSERT(found);
    cJSON_Delete(document);
    result_clear(&r);
    PASS();
}

TEST fixing_w_gives_a_formula_in_z(void)
{
    static const char *const forms[] = {"formula implicit-euler --w -1/2",
                                        "formula implicit-euler --w=-0.5"};
    for (int i = 0; i < 2; i++) {
        result r = run_spinscope(forms[i]);
        ASSERT_EQ_FMT(0, r.code, "%d");
        ASSERTm(r.out, strstr(r.out, "R(z) = N/D\nN = 3\nD = 3 - 2z\n") != NULL);
        result_clear(&r);
    }
    PASS();
}

TEST ode_methods_and_limits_say_so(void)
{
    static const struct {
        const char *arguments, *words;
    } cases[] = {
        {"formula rk4", "for ODEs only"},
        {"formula rk4", "N = 24 + 24z + 12z^2 + 4z^3 + z^4\nD = 24\n"},
        {"formula spin:radau-iia:2", "t -> infinity"},
        {"formula radau-iia:2 --motion normalised", "t -> infinity"},
        {"formula gauss:2 --motion rotation --w 1", "keep=x2 is taken as keep=u"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        result r = run_spinscope(cases[i].arguments);
        ASSERT_EQ_FMT(0, r.code, "%d");
        ASSERTm(r.out, strstr(r.out, cases[i].words) != NULL);
        result_clear(&r);
    }
    PASS();
}

/* Two stages that no catalogue has. */
TEST a_file_of_ones_own_gives_its_formula(void)
{
    static const char data[] = "name = mine\nkind = runge-kutta\norder = 1\n"
                               "A = 1/2 -1/4\n    1/2  1/2\nb = 1/2 1/2\n";
    char arguments[700];
    snprintf(arguments, sizeof arguments, "formula %s",
             scratch_file("mine.method", data, sizeof data - 1));
    result r = run_spinscope(arguments);
    ASSERT_EQ_FMT(0, r.code, "%d");
    /* At w = 0 by hand: D = det(I - zA) = 1 - z + 3/8 z^2, N = det(I - zA + z 1 b^T) = 1. */
    const char *N = strstr(r.out, "\nN = ");
    const char *D = strstr(r.out, "\nD = ");
    integer_polynomial n, d;
    ASSERT(N != NULL && D != NULL && read_polynomial(N + 5, &n) && read_polynomial(D + 5, &d));
    double scale = (double)d.c[0][0];
    ASSERT_NEAR(-1, (double)d.c[1][0] / scale, 1e-15, 0);
    ASSERT_NEAR(0.375, (double)d.c[2][0] / scale, 1e-15, 0);
    ASSERT_NEAR(1, (double)n.c[0][0] / scale, 1e-15, 0);
    ASSERT_NEAR(0, (double)n.c[1][0] / scale, 1e-15, 0);
    ASSERT_NEAR(0, (double)n.c[2][0] / scale, 1e-15, 0);
    ASSERT(strstr(r.out, "exact coefficients") != NULL);
    result_clear(&r);
    PASS();
}

TEST bad_method_files_are_one_line_and_exit_two(void)
{
    static const struct {
        const char *make; /* a shell command that prints the file */
        const char *words;
    } cases[] = {
        {"true", "empty"},
        {"head -c 5000 /bin/sh", "is not a text file"},
        {"yes '# long' | head -c 2097152", "longer than the 1048576 bytes"},
        {"printf 'kind = runge-kutta\\nA = 1 2\\n 3\\nb = 1 1\\n'", ":3:1: row 2 of A"},
        {"printf 'kind = runge-kutta\\nA = sinh(1)\\nb = 1\\n'", ":2:5: unknown name 'sinh'"},
        {"printf 'kind = runge-kutta\\nA = 1/0\\nb = 1\\n'", ":2:6: division by zero"},
        {"printf 'kind = runge-kutta\\nA = sqrt(-1)\\nb = 1\\n'", ":2:5: sqrt of the negative"},
        {"printf 'kind = runge-kutta\\nA = '; yes '(' | head -200 | tr -d '\\n'; echo 1",
         "nested more than 50 deep"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int way = 0; way < 2; way++) { /* as a file, and from standard input */
            char command[1024];
            const char *path = scratch_file("bad.method", "", 0);
            snprintf(command, sizeof command,
                     way == 0 ? "{ %s; } > %s; '" SPINSCOPE_PROGRAM "' formula %s"
                              : "{ %s; } > %s; cat %s | '" SPINSCOPE_PROGRAM "' formula -",
                     cases[i].make, path, path);
            result r = run_shell(command);
            ASSERTm(support_say("%s: exit %d", cases[i].make, r.code), r.code == 2);
            ASSERTm(support_say("%s: %s", cases[i].make, r.err),
                    is_one_line(r.err) && strstr(r.err, cases[i].words) != NULL);
            ASSERT_STR_EQ("", r.out);
            result_clear(&r);
        }
    }
    PASS();
}

TEST a_wrong_claim_is_a_warning(void)
{
    static const char command[] =
        "printf 'kind = runge-kutta\\norder = 5\\nA = 1\\nb = 1\\n' | '" SPINSCOPE_PROGRAM
        "' formula - %s";
    char line[300];
    snprintf(line, sizeof line, command, "");
    result r = run_shell(line);
    ASSERT_EQ_FMT(0, r.code, "%d");
    ASSERTm(r.err, is_one_line(r.err) && strstr(r.err, "claims order 5, its order is 1") != NULL);
    result_clear(&r);
    snprintf(line, sizeof line, command, "--quiet");
    r = run_shell(line);
    ASSERT_STR_EQ("", r.err);
    result_clear(&r);
    PASS();
}

TEST latex_compiles(void)
{
    result r = run_shell("command -v pdflatex");
    bool missing = r.code != 0;
    result_clear(&r);
    if (missing) {
        SKIPm("pdflatex is not installed");
    }
    /* The paste-in form inside somebody's own document, and the document form as it is. */
    r = run_shell("d=$(mktemp -d) && cd $d && p='" SPINSCOPE_PROGRAM
                  "' && { printf '\\\\documentclass{article}\\\\begin{document}\\n'; for m in "
                  "radau-iia:3 radau-iia:5 bdf:6 sdirk3 gauss:9 rk4 gauss:2,keep=none; do $p "
                  "formula --latex $m; done; printf '\\\\end{document}\\n'; } > a.tex && pdflatex "
                  "-halt-on-error -interaction=nonstopmode a.tex && $p formula --document "
                  "radau-iia:3 > b.tex && pdflatex -halt-on-error -interaction=nonstopmode b.tex "
                  "&& test -s a.pdf && test -s b.pdf; code=$?; rm -r $d; exit $code");
    ASSERTm(r.out, r.code == 0);
    result_clear(&r);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(the_published_table_is_printed);
    RUN_TEST(json_has_the_promised_fields);
    RUN_TEST(integer_coefficients_are_found_beyond_the_table);
    RUN_TEST(irrational_coefficients_have_thirty_digits);
    RUN_TEST(fixing_w_gives_a_formula_in_z);
    RUN_TEST(ode_methods_and_limits_say_so);
    RUN_TEST(a_file_of_ones_own_gives_its_formula);
    RUN_TEST(bad_method_files_are_one_line_and_exit_two);
    RUN_TEST(a_wrong_claim_is_a_warning);
    RUN_TEST(latex_compiles);
    GREATEST_MAIN_END();
}
