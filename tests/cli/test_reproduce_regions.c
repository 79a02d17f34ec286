/* `reproduce` of the regions and films of Kunkel and Mehrmann, every pixel integrated: takes a
 * while, so it is not in the usual run. */
#include <sys/stat.h>

#include "reproduce.h"

TEST figures_5_hold_at_every_pixel(void)
{
    result r = run_spinscope("reproduce figures-5");
    ASSERT_EQm(r.out, 0, r.code);
    ASSERT(has(r.out, "10 of 10 statements hold"));
    ASSERT(has(r.out, "0 disagree"));
    ASSERT_FALSE(has(r.out, "NOT SHOWN"));
    result_clear(&r);
    PASS();
}

TEST a_changed_statement_does_not_hold(void)
{
    result r = run_changed("kunkel-mehrmann-figures.csv",
                           "s,z < 0 & w < 1 - z/4,z < 0 \\& w < 1 - z/3,", "figures-5");
    ASSERT_EQm(r.err, 1, r.code);
    ASSERT(has(r.out, "9 of 10 statements hold"));
    result_clear(&r);
    PASS();
}

/* With another step there would be something to see in figures 6.1 and 6.2. */
TEST a_step_that_shows_something_is_no_error(void)
{
    result r = run_changed("quoted.csv", "s/^km-6-h,0.1/km-6-h,1/", "figures-6");
    ASSERT_EQm(r.err, 1, r.code);
    ASSERT(has(r.out, "NOT SHOWN"));
    result_clear(&r);
    PASS();
}

/* Without a folder it is told what would be made; with one all films are there. */
TEST films_are_made_where_a_folder_is_named(void)
{
    struct stat is;
    result r = run_spinscope("reproduce films");
    ASSERT_EQm(r.out, 0, r.code);
    ASSERT(has(r.out, "With -o FOLDER this makes 17 films"));
    ASSERT(has(r.out, "0 disagree"));
    result_clear(&r);
    r = run_shell("rm -rf films-made; '" SPINSCOPE_PROGRAM "' reproduce films -o films-made");
    ASSERT_EQm(r.err, 0, r.code);
    ASSERT(stat("films-made/film-radau-iia-2.mp4", &is) == 0 && is.st_size > 5000);
    ASSERT(stat("films-made/film-spin-bdf-2.mp4", &is) == 0 && is.st_size > 5000);
    result_clear(&r);
    r = run_shell("PATH=; '" SPINSCOPE_PROGRAM "' reproduce films -o films-made --force");
    ASSERT_EQm(r.err, 1, r.code); /* there is no ffmpeg, and the rest is told all the same */
    ASSERTm(r.out, has(r.out, "0 of 17 films were made: ffmpeg cannot be started"));
    ASSERTm(r.out, !has(r.out, "numbered pictures"));
    result_clear(&r);
    r = run_shell("rm -rf films-made");
    result_clear(&r);
    PASS();
}

/* What fails after the films have been made leaves nothing behind. */
TEST a_report_that_fails_leaves_no_film(void)
{
    struct stat is;
    result r = run_changed("ascher-petzold.csv", "1s/.*/nonsense/", "films tables -o films-left");
    ASSERT_EQm(r.err, 2, r.code);
    ASSERTm(r.err, has(r.err, "ascher-petzold.csv"));
    ASSERT(stat("films-left", &is) != 0);
    result_clear(&r);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(figures_5_hold_at_every_pixel);
    RUN_TEST(a_changed_statement_does_not_hold);
    RUN_TEST(a_step_that_shows_something_is_no_error);
    RUN_TEST(films_are_made_where_a_folder_is_named);
    RUN_TEST(a_report_that_fails_leaves_no_film);
    GREATEST_MAIN_END();
}
