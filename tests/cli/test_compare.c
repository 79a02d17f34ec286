#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "support/command.h"
#include "support/support.h"

#define TABLE_5_1                                                                              \
    "implicit-euler radau-iia:2 radau-iia:3 midpoint gauss:2 gauss-lobatto:1 gauss-lobatto:2 " \
    "trapezoidal"

static int count_lines(const char *words)
{
    int lines = 0;
    for (; *words != '\0'; words++) {
        lines += *words == '\n';
    }
    return lines;
}

TEST a_table_has_a_line_for_each_method(void)
{
    result r = run_spinscope("compare " TABLE_5_1);
    ASSERT_EQ_FMT(0, r.code, "%d");
    ASSERT_EQ_FMT(9, count_lines(r.out), "%d");
    /* Columns begin at the same place in every line. */
    const char *head = strstr(r.out, "A-stable for w in");
    ASSERT(head != NULL);
    size_t column = (size_t)(head - r.out);
    const char *line = r.out;
    for (int i = 0; i < 9; i++) {
        const char *end = strchr(line, '\n');
        ASSERT((size_t)(end - line) > column && line[column - 1] == ' ' && line[column] != ' ');
        ASSERT(end[-1] != ' ');
        line = end + 1;
    }
    result_clear(&r);
    PASS();
}

/* A row of the README's table of methods, as the program has it. */
static void methods_row(const cJSON *m, char *out, size_t size)
{
    snprintf(out, size, "\n| `%s` | %d | %d | %s | %s |\n",
             cJSON_GetObjectItem(m, "method")->valuestring,
             cJSON_GetObjectItem(m, "order")->valueint,
             cJSON_GetObjectItem(m, "order_spinning")->valueint,
             cJSON_GetObjectItem(m, "spin_range_text")->valuestring,
             cJSON_GetObjectItem(m, "spin_range_real_text")->valuestring);
}

TEST the_readme_shows_the_numbers_of_the_methods(void)
{
    char *readme = NULL;
    size_t length = 0;
    message why;
    ASSERT_OK(file_read(SPINSCOPE_ASSETS "/../README.md", 1 << 20, &readme, &length, &why),
              "README.md", why);
    result r =
        run_shell("'" SPINSCOPE_PROGRAM "' compare --json $(sed -n 's/^| `\\([a-z0-9:-]*\\)` | "
                  "[0-9].*/\\1/p' '" SPINSCOPE_ASSETS "/../README.md')");
    ASSERT_EQ_FMT(0, r.code, "%d");
    cJSON *document = cJSON_Parse(r.out);
    const cJSON *methods = cJSON_GetObjectItem(document, "methods");
    ASSERT(cJSON_GetArraySize(methods) >= 20);
    for (int i = 0; i < cJSON_GetArraySize(methods); i++) {
        char row[400];
        methods_row(cJSON_GetArrayItem(methods, i), row, sizeof row);
        ASSERTm(row, strstr(readme, row) != NULL);
    }
    cJSON_Delete(document);
    result_clear(&r);
    free(readme);
    PASS();
}

TEST json_holds_what_analyse_prints_of_each(void)
{
    result r = run_spinscope("compare bdf:3 gauss:2 --json --w 1/4");
    ASSERT(r.code == 0 && is_one_line(r.out));
    cJSON *document = cJSON_Parse(r.out);
    cJSON *methods = cJSON_GetObjectItem(document, "methods");
    ASSERT_EQ_FMT(2, cJSON_GetArraySize(methods), "%d");
    result single = run_spinscope("analyse gauss:2 --json --w 1/4");
    cJSON *alone = cJSON_Parse(single.out);
    ASSERT(cJSON_Compare(alone, cJSON_GetArrayItem(methods, 1), true));
    ASSERT(!cJSON_Compare(alone, cJSON_GetArrayItem(methods, 0), true));
    cJSON_Delete(alone);
    cJSON_Delete(document);
    result_clear(&single);
    result_clear(&r);
    PASS();
}

/* Reads a line of CSV and returns how many cells it has; cell `wanted` is copied. */
static int read_csv(const char **line, int wanted, char *out, size_t size)
{
    int cells = 1;
    size_t used = 0;
    bool quoted = false;
    for (; **line != '\0' && (quoted || **line != '\n'); ++*line) {
        if (**line == '"') {
            quoted = !quoted;
        } else if (**line == ',' && !quoted) {
            cells++;
        } else if (cells - 1 == wanted && used + 1 < size) {
            out[used++] = **line;
        }
    }
    out[used] = '\0';
    *line += **line == '\n';
    return cells;
}

TEST csv_has_the_same_cells_in_every_line(void)
{
    result r = run_spinscope("compare " TABLE_5_1 " bdf:6 --csv");
    ASSERT_EQ_FMT(0, r.code, "%d");
    const char *line = r.out;
    char words[256];
    int columns = read_csv(&line, 12, words, sizeof words);
    ASSERT_STR_EQ("spin_range", words);
    ASSERT(columns > 14);
    for (int i = 0; i < 9; i++) {
        ASSERT_EQ_FMT(columns, read_csv(&line, 12, words, sizeof words), "%d");
        ASSERTm(words, i > 0 || strcmp(words, "(-inf, 1]") == 0); /* the comma is quoted */
    }
    ASSERT(*line == '\0');
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
    /* A name with characters that LaTeX takes for commands is among them. */
    r = run_shell(
        "d=$(mktemp -d) && cd $d && p='" SPINSCOPE_PROGRAM
        "' && printf 'kind = runge-kutta\\nA = 1\\nb = 1\\n' > 'a_b%c#1.method' && { printf "
        "'\\\\documentclass{article}\\\\begin{document}\\n'; $p compare --latex " TABLE_5_1
        " lobatto-iiic:2 rk4 bdf:7 gauss:9 sdirk3 tr-bdf2 './a_b%c#1.method'; printf "
        "'\\\\end{document}\\n'; } > a.tex && grep -q '\\\\infty' a.tex && pdflatex "
        "-halt-on-error -interaction=nonstopmode a.tex && test -s a.pdf; code=$?; rm -r $d; exit "
        "$code");
    ASSERTm(r.out, r.code == 0);
    result_clear(&r);
    PASS();
}

/* The others are shown, in every form; the exit code and one line tell. */
TEST a_method_that_is_refused_has_the_reason_in_its_row(void)
{
    static const struct {
        const char *names, *reason;
    } cases[] = {{"bdf:2 nonsense heun", "unknown method"},
                 {"bdf:2 ./far.method heun", "cannot be told"},
                 {"bdf:2 ./broken.method heun", "a square matrix is expected"}};
    static const char *const forms[] = {"", "--csv", "--latex", "--json"};
    for (size_t i = 0; i < 4 * sizeof cases / sizeof cases[0]; i++) {
        char line[600];
        snprintf(
            line, sizeof line,
            "printf 'kind = runge-kutta\\nA = sin(1) 0\\n cos(1) exp(-400)\\nb = 1/2 1/2\\n' > "
            "far.method; printf 'kind = runge-kutta\\nA = 1 2\\nb = 1\\n' > broken.method; "
            "spinscope compare %s %s",
            cases[i / 4].names, forms[i % 4]);
        result r = run_in_folder(line);
        ASSERT_EQ_FMTm(line, 2, r.code, "%d");
        ASSERTm(r.err, is_one_line(r.err) && strstr(r.err, cases[i / 4].reason) != NULL);
        ASSERTm(r.out, strstr(r.out, cases[i / 4].reason) != NULL);
        ASSERTm(r.out, strstr(r.out, "bdf:2") != NULL && strstr(r.out, "heun") != NULL);
        result_clear(&r);
    }
    PASS();
}

TEST bad_usage_is_one_line_and_exit_two(void)
{
    static const struct {
        const char *arguments, *words;
    } cases[] = {{"compare", "missing"},
                 {"compare sense nonsense", "sense"},
                 {"compare rk4 --json --csv", "only one of"},
                 {"compare heun rk4 --w 1", "ODEs only"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        result r = run_spinscope(cases[i].arguments);
        ASSERTm(r.err, r.code == 2 && is_one_line(r.err));
        ASSERTm(r.err, strstr(r.err, cases[i].words) != NULL);
        ASSERT_STR_EQ("", r.out);
        result_clear(&r);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(a_table_has_a_line_for_each_method);
    RUN_TEST(the_readme_shows_the_numbers_of_the_methods);
    RUN_TEST(json_holds_what_analyse_prints_of_each);
    RUN_TEST(csv_has_the_same_cells_in_every_line);
    RUN_TEST(latex_compiles);
    RUN_TEST(a_method_that_is_refused_has_the_reason_in_its_row);
    RUN_TEST(bad_usage_is_one_line_and_exit_two);
    GREATEST_MAIN_END();
}
