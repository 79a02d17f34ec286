/* The same answer, bit by bit, whatever is around: with as many threads as there are processors or
 * with one, in any language of the system. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "faults/inject.h"
#include "faults/jobs.h"
#include "support/command.h"
#include "support/support.h"

int __wrap_main(int count, char **words);

static outcome one, other;

/* The job without its "--jobs 1". */
static job with_threads(const job *j)
{
    static char words[600];
    static const char jobs_1[] = " --jobs 1";
    snprintf(words, sizeof words, "%s", j->words);
    for (char *at; (at = strstr(words, jobs_1)) != NULL;) {
        memmove(at, at + strlen(jobs_1), strlen(at + strlen(jobs_1)) + 1);
    }
    return (job){.words = words, .file = j->file, .kind = j->kind};
}

static bool is_same(const job *j)
{
    bool same = one.code == other.code && one.left_count == other.left_count &&
                ((j->kind & JOB_TIMES) != 0 || one.out_digest == other.out_digest);
    support_say("%s: exit %d and %d, %d and %d files: %.150s %.150s", j->words, one.code,
                other.code, one.left_count, other.left_count, one.err, other.err);
    for (int i = 0; i < one.left_count && same; i++) {
        same = strcmp(one.left[i].path, other.left[i].path) == 0 &&
               ((j->kind & JOB_DIFFERS) != 0 || one.left[i].digest == other.left[i].digest);
        if (!same) {
            support_say("%s: %s differs", j->words, one.left[i].path);
        }
    }
    return same;
}

/* A thread that cannot be had is done without: then there is one. */
TEST one_thread_gives_the_same_bits(void)
{
    for (int i = 0; i < job_count; i++) {
        const job j = with_threads(&jobs[i]);
        const run_options options = {.run = inject_main};
        if (!job_is_wanted(&jobs[i]) || (j.kind & JOB_WINDOW) != 0) {
            continue;
        }
        inject_arm((fault){.kind = FAULT_THREAD});
        job_run(&j, &options, &one);
        if (inject_count() == 0) {
            continue;
        }
        inject_arm((fault){.kind = FAULT_THREAD, .at = 1, .onwards = true});
        job_run(&j, &options, &other);
        bool refused = is_told(&other, 3, "thread") && other.left_count == 0;
        ASSERTm(support_words, refused || is_same(&j));
    }
    PASS();
}

static void speak_german(void *unused)
{
    (void)unused;
    setenv("LOCPATH", german_locale(), 1);
    setenv("LC_ALL", "de_DE.UTF-8", 1);
}

TEST the_language_of_the_system_changes_no_number(void)
{
    if (german_locale() == NULL) {
        SKIPm("no German locale (package locales)");
    }
    for (int i = 0; i < job_count; i++) {
        run_options options = {.run = NULL};
        if (!job_is_wanted(&jobs[i])) {
            continue;
        }
        job_run(&jobs[i], &options, &one);
        options.prepare = speak_german;
        job_run(&jobs[i], &options, &other);
        ASSERTm(support_words, is_same(&jobs[i]));
    }
    PASS();
}

/* SDL sets the locale for a moment when it opens a window on a display. */
TEST the_window_speaks_no_language_either(void)
{
    char command[3000];
    if (german_locale() == NULL) {
        SKIPm("no German locale (package locales)");
    }
    snprintf(
        command, sizeof command,
        "d=$(mktemp -d) && cd $d && mkfifo n || exit 1; command -v Xvfb > /dev/null || exit "
        "77; Xvfb -displayfd 3 -screen 0 800x600x24 3> n 2> /dev/null & x=$!; read number < n; "
        "printf 'w 1.25\\nlook -1.5 0.25 4.75\\nwait idle\\nworkspace a.workspace\\nsave svg "
        "a.svg\\nquit\\n' > s; DISPLAY=:$number SDL_VIDEODRIVER=x11 LOCPATH='%s' "
        "LC_ALL=de_DE.UTF-8 HOME=$d '" SPINSCOPE_PROGRAM
        "' explore bdf:2 --size 400x300 --script s; code=$?; kill $x; grep -h 'w ' "
        "a.workspace; grep -c '[0-9],[0-9]' a.workspace; grep -c '<svg' a.svg; rm -rf $d; "
        "exit $code",
        german_locale());
    result r = run_shell(command);
    int code = r.code;
    support_say("exit %d: %.200s %.200s", code, r.out, r.err);
    bool good = code == 0 && strstr(r.out, "1.25") != NULL && strstr(r.out, "\n0\n1\n") != NULL;
    result_clear(&r);
    if (code == 77) {
        SKIPm("no Xvfb");
    }
    ASSERTm(support_words, good);
    PASS();
}

GREATEST_MAIN_DEFS();

int __wrap_main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(one_thread_gives_the_same_bits);
    RUN_TEST(the_language_of_the_system_changes_no_number);
    RUN_TEST(the_window_speaks_no_language_either);
    GREATEST_MAIN_END();
}
