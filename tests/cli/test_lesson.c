/* `lesson` as a person sees it: the list, films of few frames, and what is refused. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "picture/png.h"
#include "support/command.h"
#include "support/support.h"

#define LESSONS SPINSCOPE_TESTS "/explorer/lessons"
#define QUESTIONS "'" LESSONS "/questions.lesson'"

/* A folder of assets with the lessons of the tests, and the program in a folder of its own. */
#define WITH_LESSONS                                                              \
    "mkdir data && ln -s '" SPINSCOPE_ASSETS "'/* data && rm -f data/lessons && " \
    "ln -s '" LESSONS "' data/lessons && export SPINSCOPE_ASSETS=$PWD/data && "

TEST the_lessons_are_listed_by_number(void)
{
    static const char *const commands[] = {"spinscope lesson", "spinscope list lessons"};
    for (int i = 0; i < 2; i++) {
        char line[2000];
        snprintf(line, sizeof line, WITH_LESSONS "%s", commands[i]);
        result r = run_in_folder(line);
        ASSERT_EQm(r.err, 0, r.code);
        const char *first = strstr(r.out, "questions"), *second = strstr(r.out, "motion");
        ASSERTm(r.out, first != NULL && second != NULL && first < second);
        ASSERTm(r.out, strstr(r.out, "The region of implicit Euler moves\n") != NULL);
        result_clear(&r);
    }
    result r = run_in_folder(WITH_LESSONS "spinscope list lessons --json");
    ASSERT_EQ(0, r.code);
    ASSERTm(r.out, is_one_line(r.out));
    ASSERTm(r.out, strstr(r.out, "{\"lessons\":[{\"name\":\"questions\",\"number\":1,"
                                 "\"title\":\"Questions\",\"summary\":") == r.out);
    result_clear(&r);
    PASS();
}

TEST a_broken_lesson_does_not_hide_the_others(void)
{
    result r = run_in_folder("mkdir -p data/lessons && ln -s '" SPINSCOPE_ASSETS
                             "'/methods data && cp '" LESSONS "'/*.lesson data/lessons && "
                             "echo 'title = x' > data/lessons/bad.lesson && "
                             "SPINSCOPE_ASSETS=$PWD/data spinscope lesson");
    ASSERT_EQ(0, r.code);
    ASSERTm(r.out, strstr(r.out, "motion") != NULL && strstr(r.out, "bad") == NULL);
    ASSERTm(r.err, strstr(r.err, "bad.lesson:1:1: the lesson has no number") != NULL);
    ASSERTm(r.err, is_one_line(r.err));
    result_clear(&r);
    PASS();
}

TEST what_is_wrong_is_told_in_one_line(void)
{
    static const struct {
        const char *line, *words;
    } cases[] = {
        {"spinscope lesson nowhere", "unknown lesson 'nowhere'"},
        {"spinscope lesson nowhere -o x.mp4", "unknown lesson 'nowhere'"},
        {"spinscope lesson ./nowhere.lesson -o x/", "nowhere.lesson"},
        {"spinscope lesson -o x.mp4", "without the name of a lesson"},
        {"spinscope lesson --fps 3", "without the name of a lesson"},
        {"spinscope lesson motion --json", "--json"},
        {"spinscope lesson " QUESTIONS " --fps 3", "has no effect without -o"},
        {"spinscope lesson " QUESTIONS " -o x.avi", "must end in"},
        {"spinscope lesson " QUESTIONS " -o x.mp4 --fps 0", "--fps 0"},
        {"spinscope lesson " QUESTIONS " -o x.mp4 --fps nan", "--fps nan"},
        {"spinscope lesson " QUESTIONS " -o x/ --fps 1e5", "frames"},
        {"(printf 'title = t\\nnumber = 1\\nsummary = s\\n'; for i in 1 2 3 4 5 6 7 8 9 10; do "
         "printf 'step = a\\ncaption = c\\ndo = play\\n'; yes 'wait = 60' | head -n 250; done) > "
         "a.lesson; "
         "spinscope lesson a.lesson -o x/",
         "up to --fps 0.66"},
        {"spinscope lesson " QUESTIONS " -o x/ --size 10x10", "--size 10x10"},
        {"spinscope lesson " QUESTIONS " -o x.mp4 --size 321x241", "even"},
        {"spinscope lesson " QUESTIONS " -o x.mp4 --quality so-so", "draft, good, best"},
        {"spinscope lesson " QUESTIONS " motion", "motion"},
        {"mkdir f && printf 'frames = 1\\nfps = 1\\nsize = 2x2\\n' > f/movie.txt; spinscope "
         "lesson " QUESTIONS " -o f/",
         "already; --force"},
        {"touch x.mp4; spinscope lesson " QUESTIONS " -o x.mp4", "--force"},
        {"echo 'title = x' > a.lesson; spinscope lesson a.lesson -o x/", "a.lesson:1:1: "},
        {"printf 'title = t\\nnumber = 1\\nsummary = s\\nstep = a\\ncaption = c\\ndo = play\\n"
         "do = save png y.png\\n' > a.lesson; spinscope lesson a.lesson -o x/",
         "a.lesson:7:6: 'save' is not for lessons"},
        {"printf 'title = t\\nnumber = 1\\nsummary = s\\nstep = a\\ncaption = c\\ndo = play\\n"
         "wait = 60\\ndo = method no-such\\n' > a.lesson; spinscope lesson a.lesson -o x/",
         "line 8: "}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[2400];
        snprintf(line, sizeof line, "%s; code=$?; ls | grep '^x$\\|y.png'; (exit $code)",
                 cases[i].line);
        result r = run_in_folder(line);
        ASSERT_EQm(support_say("%s: %s", cases[i].line, r.err), 2, r.code);
        ASSERTm(r.err, is_one_line(r.err));
        ASSERTm(support_say("%s: %s", cases[i].words, r.err),
                strstr(r.err, cases[i].words) != NULL);
        ASSERT_STR_EQm(cases[i].line, "", r.out);
        result_clear(&r);
    }
    PASS();
}

TEST without_a_display_a_film_is_offered(void)
{
    result r =
        run_in_folder("env -u DISPLAY -u WAYLAND_DISPLAY -u SDL_VIDEODRIVER '" SPINSCOPE_PROGRAM
                      "' lesson " QUESTIONS);
    ASSERT_EQm(r.err, 3, r.code);
    ASSERTm(r.err, is_one_line(r.err) && strstr(r.err, "-o lesson.mp4") != NULL);
    result_clear(&r);
    PASS();
}

static const char *const digest = "cat x/frame-*.png | cksum";

/* 12 s for the question and its answer, 3 s for the rest: 15 frames at one a second. */
TEST a_film_has_a_frame_for_every_moment(void)
{
    char line[2000];
    snprintf(line, sizeof line,
             "spinscope lesson " QUESTIONS " -o x/ --fps 1 --size 320x180 && ls x | grep -c frame- "
             "&& %s && spinscope lesson " QUESTIONS " -o x/ --fps 1 --size 320x180 --force && %s "
             "&& cp -r x \"$KEEP\"",
             digest, digest);
    char command[4000], keep[600];
    snprintf(keep, sizeof keep, "%s.film", scratch_file("k", "", 0));
    snprintf(command, sizeof command, "rm -rf '%s'; export KEEP='%s'; %s", keep, keep, line);
    result r = run_in_folder(command);
    ASSERT_EQm(r.err, 0, r.code);
    int frames = 0;
    char sums[2][60];
    ASSERT_EQm(r.out, 3, sscanf(r.out, "%d %59[^\n] %59[^\n]", &frames, sums[0], sums[1]));
    ASSERT_EQ(15, frames);
    ASSERT_STR_EQm("the same film twice", sums[0], sums[1]);
    result_clear(&r);
    /* The yellow of the question from 3 s on, the green of the answer from 9 s on, neither later.
     */
    for (int i = 0; i < 15; i++) {
        char path[900];
        uint32_t *pixels = NULL;
        int width = 0, height = 0, yellow = 0, green = 0;
        message why;
        snprintf(path, sizeof path, "%s/frame-%05d.png", keep, i + 1);
        ASSERT_OK(png_read(path, &pixels, &width, &height, &why), path, why);
        ASSERT_EQ(320, width);
        ASSERT_EQ(180, height);
        for (int k = 0; k < width * height; k++) {
            int red = (int)(pixels[k] >> 16 & 255), g = (int)(pixels[k] >> 8 & 255),
                blue = (int)(pixels[k] & 255);
            yellow += red > 180 && g > 130 && blue < 110;
            green += g > 150 && red < 120 && blue < 160;
        }
        free(pixels);
        ASSERT_EQm(support_say("question, frame %d: %d", i, yellow), i >= 3 && i<12, yellow> 5);
        ASSERT_EQm(support_say("answer, frame %d: %d", i, green), i >= 9 && i<12, green> 5);
    }
    snprintf(command, sizeof command, "rm -rf '%s'", keep);
    r = run_shell(command);
    result_clear(&r);
    PASS();
}

TEST a_film_file_plays_as_long_as_the_lesson(void)
{
    result r = run_in_folder("command -v ffmpeg >/dev/null && command -v ffprobe >/dev/null");
    bool has_ffmpeg = r.code == 0;
    result_clear(&r);
    if (!has_ffmpeg) {
        SKIPm("no ffmpeg");
    }
    r = run_in_folder("spinscope lesson " QUESTIONS " -o x.gif --fps 1 --size 320x180 --quiet && "
                      "ffprobe -v error -count_frames -show_entries stream=nb_read_frames,width "
                      "-of csv=p=0 x.gif");
    ASSERT_EQm(r.err, 0, r.code);
    ASSERT_STR_EQ("320,15\n", r.out);
    result_clear(&r);
    PASS();
}

TEST an_interrupted_film_leaves_nothing(void)
{
    result r = run_in_folder("command -v ffmpeg >/dev/null");
    bool has_ffmpeg = r.code == 0;
    result_clear(&r);
    if (!has_ffmpeg) {
        SKIPm("no ffmpeg");
    }
    r = run_in_folder("env --default-signal '" SPINSCOPE_PROGRAM "' lesson '" LESSONS
                      "/motion.lesson' -o x.mp4 --fps 60 & p=$!; n=0; until ls .spinscope-* || "
                      "test $n -ge 500; do sleep 0.01; n=$((n+1)); done >/dev/null 2>&1; sleep "
                      "0.1; kill -INT $p; wait $p; code=$?; ls -A; (exit $code)");
    ASSERT_STR_EQm("files are left", "", r.out);
    ASSERTm(support_say("exit %d", r.code), r.code > 128);
    result_clear(&r);
    PASS();
}

SUITE(lesson_cli)
{
    RUN_TEST(the_lessons_are_listed_by_number);
    RUN_TEST(a_broken_lesson_does_not_hide_the_others);
    RUN_TEST(what_is_wrong_is_told_in_one_line);
    RUN_TEST(without_a_display_a_film_is_offered);
    RUN_TEST(a_film_has_a_frame_for_every_moment);
    RUN_TEST(a_film_file_plays_as_long_as_the_lesson);
    RUN_TEST(an_interrupted_film_leaves_nothing);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(lesson_cli);
    GREATEST_MAIN_END();
}
