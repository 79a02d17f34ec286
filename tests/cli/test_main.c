/* The program as a whole: help, version, unknown commands, broken output. */
#include <string.h>

#include "support/command.h"
#include "support/support.h"

TEST help_is_on_stdout_everywhere(void)
{
    static const char *const commands[] = {"--help",         "list --help",
                                           "formula --help", "render --help",
                                           "eval --help",    "eval bdf:2 --help --nonsense"};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        result r = run_spinscope(commands[i]);
        ASSERT_EQ_FMT(0, r.code, "%d");
        ASSERTm(commands[i], strncmp(r.out, "usage: spinscope", 16) == 0);
        ASSERT_STR_EQ("", r.err);
        result_clear(&r);
    }
    PASS();
}

/* Whatever the help of a command names is understood by it. */
TEST every_option_in_the_help_works(void)
{
    static const char *const good[] = {
        "list --json",
        "list methods --quiet",
        "formula bdf:2 --w 1 --motion rotation --latex --quiet",
        "formula bdf:2 --document",
        "formula bdf:2 --json --motion normalised",
        "eval bdf:2 --z -1 --w 1 --motion shear --json --quiet",
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        result r = run_spinscope(good[i]);
        ASSERTm(support_say("%s: %s", good[i], r.err), r.code == 0);
        result_clear(&r);
    }
    PASS();
}

TEST version_is_one_line(void)
{
    result r = run_spinscope("--version");
    ASSERT_EQ_FMT(0, r.code, "%d");
    ASSERT(is_one_line(r.out) && strncmp(r.out, "spinscope ", 10) == 0);
    result_clear(&r);
    PASS();
}

TEST without_a_display_the_window_says_how_to_draw_instead(void)
{
    static const char *const commands[] = {"", " explore bdf:2"};
    for (int i = 0; i < 2; i++) {
        char command[300];
        snprintf(command, sizeof command,
                 "env -u DISPLAY -u WAYLAND_DISPLAY -u SDL_VIDEODRIVER timeout 20 '%s'%s",
                 SPINSCOPE_PROGRAM, commands[i]);
        result r = run_shell(command);
        ASSERT_EQ_FMT(3, r.code, "%d");
        ASSERT_STR_EQ("", r.out);
        ASSERTm(r.err, is_one_line(r.err) && strstr(r.err, "spinscope render") != NULL);
        result_clear(&r);
    }
    PASS();
}

TEST bad_usage_is_one_line_and_exit_two(void)
{
    static const struct {
        const char *arguments, *words;
    } cases[] = {
        {"evl", "did you mean eval?"},
        {"zzzzzz", "accepted: list"},
        {"--nonsense", "unknown command"},
        {"''", "unknown command ''"},
        {"list problemz", "accepted: methods, problems, formulations, palettes"},
        {"list a b", "one argument too many: 'b'"},
        {"formula", "usage: spinscope formula METHOD"},
        {"formula radau-iia:3 extra", "too many: 'extra'"},
        {"formula radau-iia:3 --latx", "did you mean --latex?"},
        {"formula radau-iia:3 --latex=1", "--latex takes no value"},
        {"formula radau-iia:3 --json --latex", "cannot be combined"},
        {"formula radau-iia:3 --w", "--w needs a value"},
        {"formula radau-iia:3 --w=", "--w needs a value"},
        {"formula radau-iia:3 --w --json", "--w needs a value"},
        {"formula radau-iia:3 --motion spin", "accepted: shear, rotation, normalised"},
        {"formula radau-iia:3 --motion rotation", "--w"},
        {"\"$(printf 'a\\nb')\"", "a?b"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        result r = run_spinscope(cases[i].arguments);
        ASSERTm(support_say("%s: exit %d", cases[i].arguments, r.code), r.code == 2);
        ASSERTm(support_say("%s: %s", cases[i].arguments, r.err),
                is_one_line(r.err) && strstr(r.err, cases[i].words) != NULL);
        ASSERT_STR_EQ("", r.out);
        result_clear(&r);
    }
    PASS();
}

TEST output_that_cannot_be_written_is_exit_three(void)
{
    result r = run_spinscope("formula radau-iia:3 > /dev/full");
    ASSERT_EQ_FMT(3, r.code, "%d");
    ASSERTm(r.err, is_one_line(r.err));
    result_clear(&r);
    PASS();
}

#define EULER "printf 'kind = runge-kutta\\norder = 1\\nA = 1\\nb = 1\\n' > m.method; "

/* What the shell has opened is waited for; a pipe that somebody might write to some day is not, and
 * in the window nothing is. */
TEST pipes_of_the_shell_are_read_and_others_are_refused_at_once(void)
{
    static const struct {
        const char *line, *words; /* NULL: it is done */
    } cases[] = {
        {"(sleep 0.1; cat m.method) | spinscope eval - --z -1", NULL},
        {"(sleep 0.1; cat m.method) | spinscope eval /dev/stdin --z -1", NULL},
        {"(sleep 0.1; cat m.method) | spinscope eval /dev/fd/0 --z -1", NULL},
        {"spinscope eval /dev/stdin --z -1 < m.method", NULL},
        {"(sleep 0.1; echo quit) | SDL_VIDEODRIVER=dummy spinscope explore --script -", NULL},
        {"(sleep 0.1; echo quit) | SDL_VIDEODRIVER=dummy spinscope explore --script /dev/stdin",
         NULL},
        {"spinscope eval ./pipe.method --z -1", "is a pipe"},
        {"spinscope render bdf:2 --palette ./pipe --size 160x120 -o f.png", "is a pipe"},
        {"spinscope render bdf:2 --spectrum pipe --h 1 --size 160x120 -o f.png", "is a pipe"},
        {"spinscope largest-h bdf:2 --spectrum pipe", "is a pipe"},
        {"spinscope largest-h bdf:2 --matrices pipe pipe", "is a pipe"},
        {"spinscope largest-h bdf:2 --dae pipe", "is a pipe"},
        {"spinscope lesson ./pipe.lesson -o f/", "is a pipe"},
        {"spinscope movie --join piped -o f.mp4", "is a pipe"},
        {"spinscope movie bdf:2 --frames 1 --size 160x120 -o piped/", "is no recipe"},
        {"SDL_VIDEODRIVER=dummy spinscope explore --script pipe", "is a pipe"},
        {"SDL_VIDEODRIVER=dummy spinscope explore --workspace pipe", "is a pipe"},
        {"echo 'method -' > s; sleep 2 | SDL_VIDEODRIVER=dummy spinscope explore --script s",
         "cannot be read here"},
        {"echo 'method /dev/stdin' > s; sleep 2 | SDL_VIDEODRIVER=dummy spinscope explore --script "
         "s",
         "is a pipe"},
        {"echo 'method ./pipe' > s; SDL_VIDEODRIVER=dummy spinscope explore --script s",
         "is a pipe"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char words[1500];
        snprintf(words, sizeof words,
                 EULER "spinscope() { timeout 60 '" SPINSCOPE_PROGRAM
                       "' \"$@\"; }; mkdir piped; mkfifo pipe pipe.method pipe.lesson "
                       "piped/movie.txt; HOME=$PWD; unset XDG_CONFIG_HOME; %s",
                 cases[i].line);
        result r = run_in_folder(words);
        support_say("%s: exit %d: %.300s", cases[i].line, r.code, r.err);
        bool is_right = cases[i].words == NULL ? r.code == 0
                                               : r.code == 2 && is_one_line(r.err) &&
                                                     strstr(r.err, cases[i].words) != NULL;
        ASSERTm(support_words, is_right);
        result_clear(&r);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(help_is_on_stdout_everywhere);
    RUN_TEST(every_option_in_the_help_works);
    RUN_TEST(version_is_one_line);
    RUN_TEST(without_a_display_the_window_says_how_to_draw_instead);
    RUN_TEST(bad_usage_is_one_line_and_exit_two);
    RUN_TEST(output_that_cannot_be_written_is_exit_three);
    RUN_TEST(pipes_of_the_shell_are_read_and_others_are_refused_at_once);
    GREATEST_MAIN_END();
}
