/* The manual page: complete, and correct source for groff. */
#include <stdlib.h>
#include <string.h>

#include "support/command.h"
#include "support/support.h"

#define PAGE "groff -ww -man -Tascii -P-cbu -rLL=78n -rHY=0"

/* Without a printed word: a warning of groff is an error. */
TEST groff_has_nothing_to_say(void)
{
    result r = run_in_folder("spinscope manual > page.1 && " PAGE " page.1 > page && "
                             "awk 'length > 80 { print; n++ } END { exit n }' page");
    ASSERT_STR_EQ("", r.err);
    ASSERT_STR_EQ("", r.out);
    ASSERT_EQ_FMT(0, r.code, "%d");
    result_clear(&r);
    PASS();
}

TEST sections_come_in_their_usual_order(void)
{
    static const char *const sections[] = {"NAME",
                                           "SYNOPSIS",
                                           "DESCRIPTION",
                                           "COMMANDS",
                                           "NAMING A METHOD",
                                           "METHOD FILES",
                                           "HOW SURE AN ANSWER IS",
                                           "THE LIBRARY",
                                           "EXIT STATUS",
                                           "ENVIRONMENT",
                                           "FILES",
                                           "EXAMPLES",
                                           "SEE ALSO"};
    result r = run_spinscope("manual");
    ASSERT_EQ_FMT(0, r.code, "%d");
    ASSERT(strncmp(r.out, ".TH SPINSCOPE 1 ", 16) == 0);
    const char *at = r.out;
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++) {
        char line[40];
        snprintf(line, sizeof line, "\n.SH %s\n", sections[i]);
        at = strstr(at, line);
        ASSERTm(sections[i], at != NULL);
    }
    result_clear(&r);
    PASS();
}

/* Every command of the overview, every part, and every option with its words: as plain text the
 * page has them all. `--help` is in the description. */
TEST the_page_has_all_that_the_help_has(void)
{
    result r = run_in_folder(
        "spinscope manual | " PAGE " | tr -s '\\n ' ' ' > page\n"
        "spinscope --help | sed -n '/^commands/,/^$/s/^  \\([a-z-]*\\) .*/\\1/p' > names\n"
        "printf 'lab %s\\n' compare map stiffness >> names\n"
        "[ $(wc -l < names) -ge 18 ] || echo too few commands\n"
        "while read -r name; do\n"
        "  grep -qF \" spinscope $name \" page || echo \"no $name\"\n"
        "  spinscope $name --help | sed '1,/^options:/d; s/^  *//' | tr -s ' ' | grep -v '^--help' "
        "|\n"
        "  while read -r line; do\n"
        "    case $line in -*' '*) ;; *) continue ;; esac\n"
        "    grep -qF -- \"$line\" page || echo \"$name: $line\"\n"
        "  done\n"
        "done < names");
    ASSERT_STR_EQ("", r.err);
    ASSERT_STR_EQ("", r.out);
    result_clear(&r);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(groff_has_nothing_to_say);
    RUN_TEST(sections_come_in_their_usual_order);
    RUN_TEST(the_page_has_all_that_the_help_has);
    GREATEST_MAIN_END();
}
