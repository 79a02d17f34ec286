/* `reproduce`: what it prints, its exit codes, its pictures. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/command.h"
#include "support/support.h"

static bool has(const char *text, const char *part)
{
    return strstr(text, part) != NULL;
}

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
    ASSERT(has(r.out, "2.8e+152 2.842e+152 ="));
    ASSERT(has(r.out, "244 cells: 221 match, 14 are one unit off, 9 do not match; 0 of these "
                      "without a reason: holds"));
    ASSERT(has(r.out, "4.5 CT nu = 1000, mu: printed digits transposed"));
    ASSERT(has(r.out, "  consistent"));
    ASSERT_STR_EQ("", r.err);
    result_clear(&r);
    PASS();
}

/* With another folder of assets, in which a number was changed, the answer is no. */
TEST a_number_that_does_not_come_out_is_exit_code_one(void)
{
    result made = run_shell("rm -rf reproduce-assets && cp -r '" SPINSCOPE_ASSETS
                            "' reproduce-assets && chmod -R u+w reproduce-assets && "
                            "sed -i 's/^4.6,unit,1,err p,0.0099/4.6,unit,1,err p,0.0079/' "
                            "reproduce-assets/published/ascher-petzold.csv");
    ASSERT_EQm(made.err, 0, made.code);
    result_clear(&made);
    result r =
        run_shell("SPINSCOPE_ASSETS=reproduce-assets '" SPINSCOPE_PROGRAM "' reproduce tables");
    ASSERT_EQ(1, r.code);
    ASSERT(has(r.out, "4.6 unit nu = 1, err p: no reason is known"));
    ASSERT(has(r.out, "1 of these without a reason: DOES NOT HOLD"));
    result_clear(&r);
    r = run_shell(
        "echo nonsense > reproduce-assets/published/ascher-petzold.csv; echo more >> "
        "reproduce-assets/published/ascher-petzold.csv; SPINSCOPE_ASSETS=reproduce-assets "
        "'" SPINSCOPE_PROGRAM "' reproduce tables; code=$?; rm -rf reproduce-assets; "
        "exit $code");
    ASSERT_EQ(2, r.code);
    ASSERTm(r.err, is_one_line(r.err) && has(r.err, "ascher-petzold.csv"));
    result_clear(&r);
    PASS();
}

TEST projection_drift_and_attraction_hold(void)
{
    result r = run_spinscope("reproduce projection drift attraction");
    ASSERT_EQm(r.out, 0, r.code);
    ASSERT(has(r.out, "at least ten times smaller from 1e-7 on              holds"));
    ASSERT(has(r.out, "theorem 2  holds"));
    ASSERT(has(r.out, "theorem 1  holds"));
    ASSERT_FALSE(has(r.out, "DOES NOT HOLD"));
    ASSERT_FALSE(has(r.out, "Table 4.1"));
    result_clear(&r);
    PASS();
}

TEST pictures_go_into_a_folder(void)
{
    struct stat is;
    result r = run_shell("rm -rf reproduced; '" SPINSCOPE_PROGRAM
                         "' reproduce drift attraction -o reproduced");
    ASSERT_EQm(r.err, 0, r.code);
    ASSERT(has(r.out, "picture: reproduced/drift.png"));
    ASSERT(stat("reproduced/drift.png", &is) == 0 && is.st_size > 10000);
    ASSERT(stat("reproduced/attraction.png", &is) == 0 && is.st_size > 10000);
    result_clear(&r);
    r = run_spinscope("reproduce drift -o reproduced");
    ASSERT_EQ(2, r.code); /* they exist */
    ASSERTm(r.err, is_one_line(r.err) && has(r.err, "reproduced/drift.png"));
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

/* A picture that is in the way is known before anything is computed or written. */
TEST pictures_in_the_way_are_seen_first(void)
{
    struct stat is;
    result r =
        run_shell("rm -rf in-the-way && mkdir in-the-way && touch in-the-way/attraction.png && "
                  "'" SPINSCOPE_PROGRAM "' reproduce drift attraction -o in-the-way");
    ASSERT_EQ(2, r.code);
    ASSERT_STR_EQ("", r.out);
    ASSERTm(r.err, is_one_line(r.err) && has(r.err, "in-the-way/attraction.png"));
    ASSERT(stat("in-the-way/drift.png", &is) != 0);
    result_clear(&r);
    r = run_shell("rm -rf in-the-way; '" SPINSCOPE_PROGRAM "' reproduce tables -o in-the-way");
    ASSERT_EQ(2, r.code); /* there is nothing to put there */
    ASSERT(stat("in-the-way", &is) != 0);
    result_clear(&r);
    PASS();
}

TEST unknown_things_are_refused_before_anything_is_done(void)
{
    result r = run_spinscope("reproduce tables everything");
    ASSERT_EQ(2, r.code);
    ASSERT_STR_EQ("", r.out);
    ASSERTm(r.err, has(r.err, "'everything'") && has(r.err, "accepted: tables, projection"));
    result_clear(&r);
    r = run_spinscope("reproduce --help");
    ASSERT_EQ(0, r.code);
    ASSERT(has(r.out, "attraction"));
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
    RUN_TEST(pictures_go_into_a_folder);
    RUN_TEST(pictures_in_the_way_are_seen_first);
    RUN_TEST(unknown_things_are_refused_before_anything_is_done);
    GREATEST_MAIN_END();
}
