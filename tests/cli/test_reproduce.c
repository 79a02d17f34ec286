/* `reproduce`: what it prints, its exit codes, its report. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reproduce.h"

TEST tables_are_printed_beside_what_is_computed(void)
{
    result r = run_spinscope("reproduce tables");
    ASSERT_EQm(r.err, 0, r.code);
    for (int table = 1; table <= 8; table++) {
        char heading[16];
        snprintf(heading, sizeof heading, "Table 4.%d: ", table);
        ASSERTm(heading, has(r.out, heading));
    }
    /* a blow-up, a cell without its reason would be a failure, a row that must be told apart */
    ASSERT(has(r.out, "2.8e+152  2.842e+152 ="));
    ASSERT(has(r.out, "holds: Of 244 cells 221 match, 14 are one unit off, 9 differ for a known "
                      "reason, 0 without one."));
    ASSERT(has(r.out, "C^T, ν = 1000  μ           8.1e-03  1.761e-03  printed digits transposed"));
    ASSERT(has(r.out, "  consistent"));
    ASSERT(has(r.out, "Errors of the sources"));
    ASSERT(has(r.out,
               "Everything that must hold does. 244 cells: 221 match, 14 are one unit off, 9 "
               "differ"));
    ASSERT_STR_EQ("", r.err);
    result_clear(&r);
    PASS();
}

/* With another folder of assets, in which a number was changed, the answer is no, and the report
 * says where. */
TEST a_number_that_does_not_come_out_is_exit_code_one(void)
{
    result made = run_shell("rm -rf reproduce-assets wrong && cp -r '" SPINSCOPE_ASSETS
                            "' reproduce-assets && chmod -R u+w reproduce-assets && "
                            "sed -i 's/^4.6,unit,1,err p,0.0099/4.6,unit,1,err p,0.0079/' "
                            "reproduce-assets/published/ascher-petzold.csv");
    ASSERT_EQm(made.err, 0, made.code);
    result_clear(&made);
    result r = run_shell("SPINSCOPE_ASSETS=reproduce-assets '" SPINSCOPE_PROGRAM
                         "' reproduce tables; code=$?; SPINSCOPE_ASSETS=reproduce-assets "
                         "'" SPINSCOPE_PROGRAM "' reproduce tables -o wrong; test $? = $code && "
                         "grep -c 'class=\"n differs\">9.897e-03' wrong/report.html && exit $code");
    ASSERT_EQ(1, r.code);
    ASSERT(has(r.out, "7.9e-03   9.897e-03 x"));
    ASSERT(has(r.out, "7.9e-03  9.897e-03  no reason is known"));
    ASSERT(has(r.out, "DOES NOT HOLD: Of 244 cells 220 match, 14 are one unit off, 9 differ for a "
                      "known reason, 1"));
    ASSERT(has(r.out, "Not everything that must hold does. Claims that fail: 1 of 1; errata that "
                      "are not shown: 0 of"));
    ASSERT(has(r.out, "  tables: Table 4.6: "));
    ASSERT(has(r.out, "\n1\n")); /* the marked cell in the HTML */
    result_clear(&r);
    r = run_shell(
        "echo nonsense > reproduce-assets/published/ascher-petzold.csv; echo more >> "
        "reproduce-assets/published/ascher-petzold.csv; SPINSCOPE_ASSETS=reproduce-assets "
        "'" SPINSCOPE_PROGRAM "' reproduce tables -o not-made; code=$?; "
        "test ! -e not-made || code=99; rm -rf reproduce-assets wrong; exit $code");
    ASSERT_EQ(2, r.code);
    ASSERTm(r.err, is_one_line(r.err) && has(r.err, "ascher-petzold.csv"));
    result_clear(&r);
    PASS();
}

TEST projection_drift_and_attraction_hold(void)
{
    result r = run_spinscope("reproduce projection drift attraction");
    ASSERT_EQm(r.out, 0, r.code);
    ASSERT(has(r.out, "holds: From 10^−7 on it is at least ten times smaller."));
    ASSERT(has(r.out, "holds: |g| grows like t^2"));
    ASSERT(has(r.out, "holds: |g'| grows like t:"));
    ASSERT(has(r.out, "  2.003        2\n"));
    ASSERT(has(r.out, "13.7503716360407")); /* the gravity of a period of 2 */
    ASSERT(has(r.out, "published  5.6e-02  4.1e-01  1.3e+00  2.9e+00  1.4e+01  6.1e-02  1.3e-01"));
    ASSERT_FALSE(has(r.out, "DOES NOT HOLD"));
    ASSERT_FALSE(has(r.out, "Table 4.1"));
    result_clear(&r);
    PASS();
}

/* The size of a file; -1: there is none. */
static long size_of(const char *path)
{
    struct stat is;
    return stat(path, &is) == 0 ? (long)is.st_size : -1;
}

TEST a_report_goes_into_a_folder(void)
{
    result r = run_shell("rm -rf reproduced; '" SPINSCOPE_PROGRAM
                         "' reproduce drift -o reproduced && ls -A reproduced && head -c 5 "
                         "reproduced/report.pdf && grep -c 'https*://' reproduced/report.html; "
                         "test $? = 1");
    ASSERT_EQm(r.err, 0, r.code);
    ASSERTm(r.out, has(r.out, "drift.png\nreport.html\nreport.pdf\n%PDF-0\n"));
    ASSERT(has(r.out, "  reproduced/report.html\n  reproduced/report.pdf\n  reproduced/drift.png"));
    ASSERT(has(r.out, "3 of 3"));
    ASSERT(size_of("reproduced/drift.png") > 10000);
    ASSERT(size_of("reproduced/report.html") > size_of("reproduced/drift.png"));
    ASSERT(size_of("reproduced/report.pdf") > 10000);
    result_clear(&r);
    r = run_spinscope("reproduce drift -o reproduced");
    ASSERT_EQ(2, r.code); /* they exist */
    ASSERTm(r.err, is_one_line(r.err) && has(r.err, "reproduced/") && has(r.err, "--force"));
    result_clear(&r);
    r = run_spinscope("reproduce drift -o reproduced --force");
    ASSERT_EQ(0, r.code);
    result_clear(&r);
    r = run_shell("rm -rf reproduced; touch reproduced; '" SPINSCOPE_PROGRAM
                  "' reproduce drift -o reproduced; code=$?; rm -f reproduced; exit $code");
    ASSERT_EQ(2, r.code);
    ASSERTm(r.err, is_one_line(r.err) && has(r.err, "-o reproduced"));
    result_clear(&r);
    PASS();
}

/* A file that is in the way is known before anything is computed or written; other files are not
 * in the way. */
TEST files_in_the_way_are_seen_first(void)
{
    static const char *const files[] = {"attraction.png", "report.pdf", "report.html"};
    for (int i = 0; i < 3; i++) {
        char command[600], path[64];
        snprintf(path, sizeof path, "in-the-way/%s", files[i]);
        snprintf(command, sizeof command,
                 "rm -rf in-the-way && mkdir in-the-way && touch %s && "
                 "'" SPINSCOPE_PROGRAM "' reproduce drift attraction -o in-the-way",
                 path);
        result r = run_shell(command);
        ASSERT_EQ(2, r.code);
        ASSERT_STR_EQ("", r.out);
        ASSERTm(r.err, is_one_line(r.err) && has(r.err, path));
        ASSERT_EQ(0, size_of(path));
        ASSERT_EQ(-1, size_of("in-the-way/drift.png"));
        result_clear(&r);
    }
    result r =
        run_shell("rm -rf in-the-way && mkdir in-the-way && touch in-the-way/attraction.png "
                  "in-the-way/notes.html && '" SPINSCOPE_PROGRAM "' reproduce drift -o in-the-way");
    ASSERT_EQm(r.err, 0, r.code);
    ASSERT(size_of("in-the-way/attraction.png") == 0 && size_of("in-the-way/notes.html") == 0);
    result_clear(&r);
    r = run_shell("rm -rf in-the-way");
    result_clear(&r);
    PASS();
}

TEST unknown_things_are_refused_before_anything_is_done(void)
{
    result r = run_spinscope("reproduce tables everything");
    ASSERT_EQ(2, r.code);
    ASSERT_STR_EQ("", r.out);
    ASSERTm(r.err, has(r.err, "'everything'") && has(r.err, "accepted: table-5.1, figures-5"));
    result_clear(&r);
    r = run_in_folder("spinscope reproduce drift -o -; code=$?; ls -A; exit $code");
    ASSERT_EQ(2, r.code);
    ASSERT_STR_EQ("", r.out);
    ASSERTm(r.err, has(r.err, "-o -: a folder is accepted") && is_one_line(r.err));
    result_clear(&r);
    r = run_spinscope("reproduce --help");
    ASSERT_EQ(0, r.code);
    ASSERT(has(r.out, "  attraction   Example 6 of the lecture notes"));
    result_clear(&r);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(tables_are_printed_beside_what_is_computed);
    RUN_TEST(a_number_that_does_not_come_out_is_exit_code_one);
    RUN_TEST(projection_drift_and_attraction_hold);
    RUN_TEST(a_report_goes_into_a_folder);
    RUN_TEST(files_in_the_way_are_seen_first);
    RUN_TEST(unknown_things_are_refused_before_anything_is_done);
    GREATEST_MAIN_END();
}
