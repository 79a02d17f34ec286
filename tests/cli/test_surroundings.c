/* What the program finds around it: fonts, data files, file descriptors. What is missing is told.
 */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "support/command.h"
#include "support/support.h"

/* Text as vectors, so that what is drawn can be counted: a glyph is an outline in the file. */
#define WITHOUT_FONTS                                                        \
    "printf '<?xml version=\"1.0\"?><fontconfig></fontconfig>' >none.conf; " \
    "export FONTCONFIG_FILE=$PWD/none.conf; "

TEST letters_without_a_font_are_spelled_and_that_is_said_once(void)
{
    result r = run_in_folder(WITHOUT_FONTS "spinscope render bdf:2,bdf:3 --w 0.5 --title 'a σ' "
                                           "--size 400x200 -o a.png");
    ASSERT_EQ_FMT(0, r.code, "%d");
    ASSERTm(r.err, is_one_line(r.err) && strstr(r.err, "no font has all the letters") != NULL);
    result_clear(&r);
    PASS();
}

/* The same picture whether the sign or its spelling is asked for. */
TEST signs_without_a_font_look_like_their_spelling(void)
{
    static const char *const pairs[][2] = {
        {"− σ", "- sigma"}, {"hω", "h omega"}, {"λt", "lambda t"}, {"|σ|", "|sigma|"}, {"水", "?"}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        char command[600];
        snprintf(command, sizeof command,
                 WITHOUT_FONTS "for t in '%s' '%s'; do spinscope render bdf:2 --quiet --size "
                               "300x200 --force --title \"$t\" -o a.svg && md5sum <a.svg; done",
                 pairs[i][0], pairs[i][1]);
        result r = run_in_folder(command);
        ASSERT_EQ_FMT(0, r.code, "%d");
        ASSERT_STR_EQ("", r.err);
        char *second = strchr(r.out, '\n') + 1;
        ASSERTm(pairs[i][0], strncmp(r.out, second, 32) == 0);
        result_clear(&r);
    }
    PASS();
}

TEST nothing_is_said_about_fonts_that_are_there(void)
{
    result r = run_in_folder("spinscope render bdf:2 --w 0.5 --size 300x200 -o a.png");
    ASSERT_EQ_FMT(0, r.code, "%d");
    ASSERT_STR_EQ("", r.err);
    result_clear(&r);
    PASS();
}

TEST a_film_with_few_file_descriptors_says_so(void)
{
    for (int most = 6; most <= 10; most++) {
        char command[200];
        snprintf(command, sizeof command,
                 "ulimit -n %d; spinscope movie bdf:2 --frames 2 --size 180x128 -o a.mp4; c=$?; "
                 "ls; exit $c",
                 most);
        result r = run_in_folder(command);
        ASSERT_EQ_FMT(3, r.code, "%d");
        ASSERTm(r.err, is_one_line(r.err) && strstr(r.err, "file descriptors") != NULL);
        ASSERT_STR_EQ("", r.out);
        result_clear(&r);
    }
    PASS();
}

TEST a_missing_folder_of_data_files_is_told_with_its_place(void)
{
    static const struct {
        const char *command, *part;
        int code;
    } cases[] = {{"list", "'methods'", 0},
                 {"list palettes", "'palettes'", 3},
                 {"list lessons --json", "'lessons'", 3},
                 {"lesson", "'lessons'", 3},
                 {"formula rk4", "/methods", 2}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char command[200];
        snprintf(command, sizeof command, "SPINSCOPE_ASSETS=/nowhere/at/all spinscope %s",
                 cases[i].command);
        result r = run_in_folder(command);
        ASSERT_EQ_FMT(cases[i].code, r.code, "%d");
        ASSERTm(r.err, is_one_line(r.err) && strstr(r.err, "missing") != NULL);
        ASSERTm(r.err, strstr(r.err, "/nowhere/at/all") != NULL);
        ASSERTm(r.err, strstr(r.err, cases[i].part) != NULL);
        result_clear(&r);
    }
    /* Moved away from its files it tells both places. */
    result r =
        run_in_folder("unset SPINSCOPE_ASSETS; cp '" SPINSCOPE_PROGRAM "' alone && ./alone lesson");
    ASSERT_EQ_FMT(3, r.code, "%d");
    ASSERTm(r.err, strstr(r.err, "/assets and /") != NULL);
    ASSERTm(r.err, strstr(r.err, "/share/spinscope") != NULL);
    result_clear(&r);
    PASS();
}

TEST names_of_data_files_cannot_reach_the_terminal_or_break_json(void)
{
    static const char *const commands[] = {
        "list",   "list palettes", "list lessons",
        "lesson", "analyse --all", "validate --all --size 2x2 --plane z --quiet"};
    for (size_t i = 0; i < 2 * sizeof commands / sizeof commands[0]; i++) {
        bool json = i % 2 == 1;
        char command[900];
        snprintf(command, sizeof command,
                 "for p in method palette lesson; do mkdir -p d/${p}s; for n in 'x\\033[31m' "
                 "'x\\ny' 'x\\377'; do cp '" SPINSCOPE_ASSETS "'/${p}s/$(case $p in method) echo "
                 "rk4;; palette) echo grey;; *) echo regions;; esac).$p \"d/${p}s/$(printf "
                 "\"$n\").$p\"; done; done; SPINSCOPE_ASSETS=$PWD/d spinscope %s%s",
                 commands[i / 2], json ? " --json" : "");
        result r = run_in_folder(command);
        size_t where;
        ASSERT_EQ_FMTm(commands[i / 2], 0, r.code, "%d");
        ASSERTm(commands[i / 2], strchr(r.out, 'x') != NULL);
        ASSERTm(commands[i / 2], text_is_readable(r.out, strlen(r.out), &where));
        ASSERTm(commands[i / 2], text_is_readable(r.err, strlen(r.err), &where));
        ASSERTm(commands[i / 2], strstr(r.out, "x\ny") == NULL);
        if (json) {
            cJSON *document = cJSON_Parse(r.out);
            ASSERTm(commands[i / 2], document != NULL);
            cJSON_Delete(document);
        }
        result_clear(&r);
    }
    PASS();
}

TEST the_report_names_its_files_on_one_line_each(void)
{
    result r = run_in_folder("spinscope reproduce example-10.1 -o \"$(printf 'a\\033[31m\\nb')\"");
    size_t where;
    ASSERT_EQ_FMT(0, r.code, "%d");
    ASSERT(text_is_readable(r.out, strlen(r.out), &where));
    ASSERTm(r.out, strstr(r.out, "?b/report.html\n") != NULL);
    result_clear(&r);
    PASS();
}

SUITE(surroundings)
{
    RUN_TEST(letters_without_a_font_are_spelled_and_that_is_said_once);
    RUN_TEST(signs_without_a_font_look_like_their_spelling);
    RUN_TEST(nothing_is_said_about_fonts_that_are_there);
    RUN_TEST(a_film_with_few_file_descriptors_says_so);
    RUN_TEST(a_missing_folder_of_data_files_is_told_with_its_place);
    RUN_TEST(names_of_data_files_cannot_reach_the_terminal_or_break_json);
    RUN_TEST(the_report_names_its_files_on_one_line_each);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(surroundings);
    GREATEST_MAIN_END();
}
