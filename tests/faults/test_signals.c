/* Commands that are interrupted at any moment: their files are whole or not there, no temporary
 * file is left, and nothing goes on running. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "faults/jobs.h"
#include "support/command.h"
#include "support/support.h"

static const job long_jobs[] = {
    {"render radau-iia:3 --size 300x260 --contours 0.5,2 -o f.png", "f.png", JOB_QUICK},
    {"render bdf:3 --size 500x300 --boundary b.csv -o f.pdf", "f.pdf", 0},
    {"movie bdf:2 --frames 8 --size 160x120 --quiet -o f.mp4", "f.mp4", JOB_QUICK | JOB_FFMPEG},
    {"movie bdf:2 --frames 8 --size 160x120 --quiet -o f/", "f/", 0},
    {"validate bdf:3 --size 40x40 -o f.svg", "f.svg", JOB_QUICK | JOB_TIMES},
    {"lab pendulum --t1 2 --size 500x400 -o f.pdf", "f.pdf", JOB_TIMES},
    {"lab pendulum --t1 0.5 --fps 10 --size 160x120 --quiet --animate f.webm", "f.webm",
     JOB_TIMES | JOB_FFMPEG},
    {"lab map pendulum --plane h,g --x 1e-2:1e-1 --y 1:10 --cells 6x6 --t1 1 --quiet -o f.csv",
     "f.csv", 0},
    {"lab compare pendulum --methods bdf,dopri5 --tols 1e-3,1e-6 --t1 1 --quiet -o f.png", "f.png",
     JOB_TIMES | JOB_DIFFERS},
    {"reproduce example-10.1 drift -o f", "f/", 0},
    {"largest-h implicit-euler --dae turning.dae --t 0:4 -o f.png", "f.png", 0},
    {"lesson ./tiny.lesson --fps 8 --size 160x120 --quiet -o f.mp4", "f.mp4",
     JOB_QUICK | JOB_FFMPEG},
};

static outcome now, whole[2]; /* without and with an old file */

typedef struct interruption {
    int signal;
    double delay; /* seconds */
} interruption;

static void obey_signals(void *context)
{
    (void)context;
    allow_unjoined_threads();
    for (int number = 1; number <= SIGRTMAX; number++) {
        if (number != SIGALRM) { /* which is the end of a job that hangs */
            signal(number, SIG_DFL);
        }
    }
}

static void interrupt(pid_t child, void *context)
{
    const interruption *i = context;
    struct timespec delay = {.tv_sec = (time_t)i->delay};
    delay.tv_nsec = (long)(1e9 * (i->delay - (double)delay.tv_sec));
    nanosleep(&delay, NULL);
    kill(child, i->signal);
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Orphans become children of this process. An encoder that was told to end may take a moment. */
static bool nothing_runs(void)
{
    static const struct timespec moment = {.tv_nsec = 10000000};
    for (int i = 0; i < 1000; i++) {
        pid_t ended = waitpid(-1, NULL, WNOHANG);
        if (ended < 0 && errno == ECHILD) {
            return true;
        }
        if (ended == 0) {
            nanosleep(&moment, NULL);
        }
    }
    return false;
}

/* The last ones as if it crashed; the sanitizer has a handler of its own. SIGPIPE and SIGXFSZ come
 * from writing, which fails then: as signals they change nothing. */
static const int signals[] = {
    SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGUSR1,   SIGUSR2, SIGALRM, SIGVTALRM,
    SIGPROF, SIGXCPU, SIGPIPE, SIGXFSZ, SIGSTKFLT, SIGPWR,  SIGPOLL, SIGABRT,
#if !IS_SANITIZED
    SIGSEGV, SIGBUS,  SIGILL,  SIGFPE,
#endif
};
enum { SIGNALS = (int)(sizeof signals / sizeof signals[0]) };

static bool survives(const job *j, double length, int number)
{
    const char *which = "";
    int old = random_integer(0, 1);
    interruption i = {.signal = number, .delay = length * 1.1 * random_unit()};
    const run_options options = {
        .prepare = obey_signals, .disturb = interrupt, .context = &i, .has_old_file = old == 1};
    job_run(j, &options, &now);
    bool is_whole = leavings_are_whole(&now, &whole[old], j, &which);
    bool is_alone = nothing_runs();
    support_say("%s: signal %d after %.3f s: exit %d%s%s%s: %.200s", j->words, i.signal, i.delay,
                now.code, is_whole ? "" : ", left ", is_whole ? "" : which,
                is_alone ? "" : ", something still runs", now.err);
    bool is_ended = now.code == 128 + i.signal && now.err[0] == '\0';
    return is_whole && is_alone && (is_ended || now.code == whole[old].code);
}

/* How long the job takes, and what it leaves; 0: it fails. */
static double rehearse(const job *j)
{
    double began = seconds();
    for (int old = 0; old < 2; old++) {
        job_run(j, &(run_options){.has_old_file = old == 1}, &whole[old]);
        support_say("%s: exit %d: %s", j->words, whole[old].code, whole[old].err);
        if (whole[old].code >= 2) {
            return 0;
        }
    }
    return (seconds() - began) / 2;
}

TEST an_interruption_leaves_whole_files_and_nothing_running(void)
{
    for (size_t k = 0; k < sizeof long_jobs / sizeof long_jobs[0]; k++) {
        const job *j = &long_jobs[k];
        if (!job_is_wanted(j)) {
            continue;
        }
        double length = rehearse(j);
        ASSERTm(support_words, length > 0);
        for (int tries = 0; tries < (is_thorough() ? 50 : 4); tries++) {
            int number = signals[random_integer(0, SIGNALS - 1)];
            ASSERTm(support_words, survives(j, length, number));
        }
    }
    PASS();
}

/* Each of them, over three jobs: 51 times when the tests are thorough. */
TEST every_signal_leaves_whole_files_and_nothing_running(void)
{
    static const int chosen[] = {0, 2, 3};
    for (int k = 0; k < 3; k++) {
        const job *j = &long_jobs[chosen[k]];
        if (!job_is_wanted(j)) {
            continue;
        }
        double length = rehearse(j);
        ASSERTm(support_words, length > 0);
        for (int i = 0; i < SIGNALS; i++) {
            for (int tries = 0; tries < (is_thorough() ? 17 : 1); tries++) {
                ASSERTm(support_words, survives(j, length, signals[i]));
            }
        }
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    RUN_TEST(every_signal_leaves_whole_files_and_nothing_running);
    RUN_TEST(an_interruption_leaves_whole_files_and_nothing_running);
    GREATEST_MAIN_END();
}
