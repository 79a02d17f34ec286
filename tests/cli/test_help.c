/* Topics, and the guide to method files: what it shows is what happens. */
#include <string.h>

#include "support/command.h"
#include "support/support.h"

/* Runs spinscope with arguments that are made of two. */
static result ask(const char *first, const char *word)
{
    char arguments[100];
    snprintf(arguments, sizeof arguments, "%s %s", first, word);
    return run_spinscope(arguments);
}

static const char *const topics[] = {"about",       "methods",     "method-files", "library",
                                     "exit-status", "environment", "files",        "examples"};

TEST every_topic_is_listed_and_printed(void)
{
    result overview = run_spinscope("help");
    ASSERT_EQ_FMT(0, overview.code, "%d");
    for (size_t i = 0; i < sizeof topics / sizeof topics[0]; i++) {
        result r = ask("help", topics[i]);
        ASSERTm(topics[i], r.code == 0 && strlen(r.out) > 200 && r.err[0] == '\0');
        char line[40];
        snprintf(line, sizeof line, "\n  %s ", topics[i]);
        ASSERTm(topics[i], strstr(overview.out, line) != NULL);
        result_clear(&r);
    }
    result_clear(&overview);
    PASS();
}

TEST the_help_of_a_command_is_its_own(void)
{
    static const char *const commands[] = {"render", "lab", "lab map", "help"};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        result a = ask("help", commands[i]);
        result b = ask(commands[i], "--help");
        ASSERT_EQ_FMT(0, a.code, "%d");
        ASSERT_STR_EQ(b.out, a.out);
        result_clear(&a);
        result_clear(&b);
    }
    PASS();
}

TEST help_about_nothing_is_refused_with_what_there_is(void)
{
    static const struct {
        const char *arguments, *words;
    } cases[] = {{"help methdos", "'methdos'; accepted: about, methods, method-files"},
                 {"help lab mop", "'mop' is no part of lab"},
                 {"help methods x", "'x' after 'methods': one topic"},
                 {"help lab map x", "one argument too many: 'x'"},
                 {"manual x", "one argument too many: 'x'"},
                 {"completion fish", "'fish'; accepted: bash, zsh"},
                 {"completion", "an argument is missing"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        result r = run_spinscope(cases[i].arguments);
        ASSERT_EQ_FMT(2, r.code, "%d");
        ASSERTm(r.err, is_one_line(r.err) && strstr(r.err, cases[i].words) != NULL);
        ASSERT_STR_EQ("", r.out);
        result_clear(&r);
    }
    PASS();
}

/* A page of 80 columns indents by 7. */
TEST lines_that_are_kept_fit_into_a_manual_page(void)
{
    for (size_t i = 0; i < sizeof topics / sizeof topics[0]; i++) {
        result r = ask("help", topics[i]);
        for (char *line = strtok(r.out, "\n"); line != NULL; line = strtok(NULL, "\n")) {
            ASSERTm(line, line[0] != ' ' || strlen(line) <= 73);
            for (const char *c = line; *c != '\0'; c++) {
                ASSERTm(line, *c >= ' ' && *c <= '~');
            }
        }
        result_clear(&r);
    }
    PASS();
}

static const char *const pages[] = {"mathematics", "references"};

/* Tables are laid out in columns, and nothing of Markdown is left. */
TEST pages_of_the_handbook_are_listed_and_fit_into_100_columns(void)
{
    result overview = run_spinscope("help");
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
        result r = ask("help", pages[i]);
        ASSERTm(r.err, r.code == 0 && strlen(r.out) > 2000 && r.err[0] == '\0');
        for (char *line = strtok(r.out, "\n"); line != NULL; line = strtok(NULL, "\n")) {
            ASSERTm(line, strlen(line) <= 100 && line[0] != '|' && line[0] != '#');
            ASSERTm(line, strchr(line, '`') == NULL && strstr(line, "**") == NULL);
            ASSERTm(line, strstr(line, "^{") == NULL && strstr(line, "_{") == NULL);
        }
        char line[40];
        snprintf(line, sizeof line, "\n  %s ", pages[i]);
        ASSERTm(pages[i], strstr(overview.out, line) != NULL);
        result_clear(&r);
    }
    result_clear(&overview);
    PASS();
}

TEST a_page_is_the_file_of_the_assets(void)
{
    result r = run_in_folder(
        "mkdir -p copy/handbook && printf '# Title\\n\\n**Bold** `code` 1/2 e^{-1}\\n\\n"
        "| a | b |\\n|---|---|\\n| one | 1\\\\|2 |\\n| two |\\n' > copy/handbook/references.md && "
        "SPINSCOPE_ASSETS=copy spinscope help references");
    ASSERTm(r.err, r.code == 0);
    ASSERT_STR_EQ("Title\n=====\n\nBold code 1/2 e^-1\n\n  a    b\n  ---  ---\n  one  1|2\n  two\n",
                  r.out);
    result_clear(&r);
    PASS();
}

TEST a_page_that_is_not_there_is_told_in_one_line(void)
{
    result r = run_in_folder("SPINSCOPE_ASSETS=nowhere spinscope help mathematics");
    ASSERT_EQ_FMT(2, r.code, "%d");
    ASSERTm(r.err, is_one_line(r.err) &&
                       strstr(r.err, "nowhere/handbook/mathematics.md: cannot be opened") != NULL);
    ASSERT_STR_EQ("", r.out);
    result_clear(&r);
    r = run_in_folder("SPINSCOPE_ASSETS=nowhere spinscope help");
    ASSERTm(r.err, r.code == 0 && strstr(r.out, "\n  mathematics ") != NULL);
    result_clear(&r);
    PASS();
}

/* The table of section 2 is what the program computes. */
TEST functions_in_the_handbook_are_those_of_formula(void)
{
    result r = run_in_folder(
        "page=$(spinscope help mathematics)\n"
        "for name in implicit-euler radau-iia:2 radau-iia:3 midpoint gauss:2 gauss-lobatto:1 "
        "gauss-lobatto:2 trapezoidal; do\n"
        "  row=$(spinscope formula $name | sed -n 's/^[ND] = //p' | tr '\\n' ' ')\n"
        "  echo \"$page\" | tr -s ' ' | grep -qxF \" $name ${row% }\" || echo \"$name: $row\"\n"
        "done");
    ASSERTm(r.err, r.code == 0 && r.err[0] == '\0');
    ASSERT_STR_EQ("", r.out);
    result_clear(&r);
    PASS();
}

/* The file that the guide shows, edited, gives the messages that the guide shows. */
#define GUIDE                               \
    "spinscope help method-files > guide; " \
    "awk '/^  # mine.method/{p=1} /^$/{p=0} p{print substr($0,3)}' guide > mine.method; "

TEST messages_in_the_guide_are_those_of_the_program(void)
{
    static const struct {
        const char *edit, *words;
        int code;
    } cases[] = {
        {"s/x/x/", "", 0},
        {"s/order = 2/order = 3/", "it claims order 3, its order is 2", 0},
        {"s/^c = 1.3 1/c = 1\\/3 1\\/2/", "row 2 of A does not sum to c_2", 0},
        {"/order/d; s/^b = .*/b = 1 1/", "it is not consistent: its order is 0", 0},
        {"s/1.3/0.3333333333333333/",
         "its coefficients are rounded: the conditions of order 2 hold to 1.7e-17 only", 0},
        {"s/^    1-g g/    1-g h/",
         "./mine.method:8:9: unknown name 'h'; known are pi, sqrt, cos, sin, exp and root", 2},
        {"s/^    1-g g/    1-g/",
         "./mine.method:8:1: row 2 of A has 1 entries where 2 are expected", 2},
        {"s/^kind.*//",
         "./mine.method:1:1: the key kind is missing; runge-kutta or multistep is expected", 2},
        {"s/^A = 1.3 0/A = 1\\/3 \\/ 2/",
         "./mine.method:7:9: '/' where a number, a name or '(' is expected", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char command[1000];
        snprintf(command, sizeof command,
                 GUIDE
                 "sed -i '%s' mine.method && tr -s '\\n ' ' ' < guide | grep -cF -- \"%s\" && "
                 "spinscope formula ./mine.method",
                 cases[i].edit, cases[i].words);
        result r = run_in_folder(command);
        ASSERTm(support_say("%s: exit %d, %s", cases[i].edit, r.code, r.err),
                r.code == cases[i].code && strncmp(r.out, "1\n", 2) == 0);
        ASSERTm(support_say("%s: %s", cases[i].edit, r.err),
                strstr(r.err, cases[i].words) != NULL && (i > 0) == (r.err[0] != '\0'));
        result_clear(&r);
    }
    PASS();
}

TEST a_file_of_the_assets_is_found_by_its_name_as_the_guide_says(void)
{
    result r = run_in_folder(GUIDE "mkdir -p copy/methods && cp mine.method copy/methods && "
                                   "SPINSCOPE_ASSETS=copy spinscope formula mine && "
                                   "SPINSCOPE_ASSETS=copy spinscope list | grep '^mine '");
    ASSERTm(r.err, r.code == 0);
    ASSERTm(r.out, strstr(r.out, "DIRK of order 2 (mine): 2 stages, order 2") != NULL);
    result_clear(&r);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(every_topic_is_listed_and_printed);
    RUN_TEST(the_help_of_a_command_is_its_own);
    RUN_TEST(help_about_nothing_is_refused_with_what_there_is);
    RUN_TEST(lines_that_are_kept_fit_into_a_manual_page);
    RUN_TEST(pages_of_the_handbook_are_listed_and_fit_into_100_columns);
    RUN_TEST(a_page_is_the_file_of_the_assets);
    RUN_TEST(a_page_that_is_not_there_is_told_in_one_line);
    RUN_TEST(functions_in_the_handbook_are_those_of_formula);
    RUN_TEST(messages_in_the_guide_are_those_of_the_program);
    RUN_TEST(a_file_of_the_assets_is_found_by_its_name_as_the_guide_says);
    GREATEST_MAIN_END();
}
