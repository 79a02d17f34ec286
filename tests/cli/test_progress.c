/* Commands that can take long, as a person at a terminal sees them: they show what they do, and
 * Ctrl-C ends them and leaves nothing half-written. */
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "support/command.h"
#include "support/support.h"

/* Every command that can take longer than two seconds, with work for at least one. `lab stiffness`
 * looks at 101 times of a small system and cannot. */
static const struct {
    const char *words, *shown; /* by the line of progress; "": anything */
} long_commands[] = {
    {"analyse ./heavy.method", "analysing"},
    {"analyse --all", "analysing"},
    {"compare bdf:2 ./heavy.method", "analysing"},
    {"formula ./heavy.method", "./heavy.method"},
    {"eval ./heavy.method --z -1", "./heavy.method"},
    {"render bdf:6 --size 3000x3000 --contours 0.5,2 -o f.png", ""},
    {"render gauss:9 --plane zw --size 3000x3000 -o f.pdf", ""},
    {"render bdf:6 --all-w -5:5 -o f.png", "bdf:6"},
    {"render bdf:6 --all-w -5:5 --size 900x900 -o f.npy", "bdf:6"},
    {"render gauss:3 --w 1 --measured --size 2000x2000 -o f.png", "gauss:3"},
    {"render bdf:6 --spectrum ring.csv --h 0.1 --size 2500x2500 --patient -o f.png", ""},
    {"validate bdf:4 --size 1000x1000 -o f.png", "bdf:4"},
    {"validate --all", " s left"},
    {"movie bdf:3 -o f/", "movie: "},
    {"movie bdf:3 -o f.gif", "movie: "},
    {"lab slider-crank --formulation direct --tol 1e-3 --t1 1e-5 --most-steps 100000000 -o f.csv",
     "slider-crank"},
    {"lab pendulum --t1 100 --animate f.gif", "film"},
    {"lab compare chain --param n=30 --tols 1e-10 -o f.png", "comparing"},
    {"lab map chain --plane h,ratio --x 1e-5:1e-3 --y 1:1e4 --method bdf:2 --t1 1 -o f.png",
     "cells"},
    {"reproduce -o f", "of "},
    {"largest-h radau-iia:5 --dae turning.dae --t 0:4 --points 10000 --patient", "largest-h"},
    {"lesson regions -o f.gif", "lesson"},
};

static char folder[700];

/* Runs a command in which %s is the folder. */
static void in_shell(const char *format)
{
    char line[900];
    const char *place = strstr(format, "%s");
    snprintf(line, sizeof line, "%.*s%s%s", (int)(place - format), format, folder, place + 2);
    result r = run_shell(line);
    result_clear(&r);
}

static void write_file(const char *name, void (*fill)(FILE *))
{
    char path[900];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *stream = fopen(path, "w");
    if (stream == NULL) {
        abort();
    }
    fill(stream);
    fclose(stream);
}

/* Sixteen stages with many digits. */
static void fill_method(FILE *to)
{
    fprintf(to, "kind = runge-kutta\nA =");
    for (int i = 0; i < 256; i++) {
        fprintf(to, " %.15f%s", random_between(-1, 1), i % 16 == 15 ? "\n   " : "");
    }
    fprintf(to, "\nb =");
    for (int i = 0; i < 16; i++) {
        fprintf(to, " 1/16");
    }
    fprintf(to, "\n");
}

static void fill_equation(FILE *to)
{
    fprintf(to, "size = 2\nlet omega = 2\nE = 1 -omega*t\n    0 0\nA = -1 omega*(1+t)\n"
                "    -1 1+omega*t\n");
}

static void fill_spectrum(FILE *to)
{
    for (int i = 0; i < 3000; i++) {
        fprintf(to, "%.9f,%.9f\n", -1 + 0.9 * random_unit(), 2 * random_unit());
    }
}

static bool is_input(const char *name)
{
    return name[0] == '.' ? name[1] == '\0' || strcmp(name, "..") == 0
                          : strcmp(name, "heavy.method") == 0 || strcmp(name, "turning.dae") == 0 ||
                                strcmp(name, "ring.csv") == 0;
}

/* Numbered pictures are whole, each of them; else there is nothing, or a folder that is empty. */
static const char *left_over(void)
{
    static char name[300];
    DIR *all = opendir(folder);
    struct dirent *entry;
    name[0] = '\0';
    while (all != NULL && (entry = readdir(all)) != NULL) {
        if (!is_input(entry->d_name) && strcmp(entry->d_name, "f") != 0) {
            snprintf(name, sizeof name, "%.280s", entry->d_name);
        }
    }
    closedir(all);
    return name;
}

static void be_the_command(const char *words)
{
    char copy[400], *list[40] = {(char *)"spinscope"};
    int count = 1;
    snprintf(copy, sizeof copy, "%s", words);
    for (char *word = strtok(copy, " "); word != NULL && count < 39; word = strtok(NULL, " ")) {
        list[count++] = word;
    }
    setenv("SPINSCOPE_ASSETS", SPINSCOPE_ASSETS, 1);
    if (chdir(folder) == 0) {
        execv(SPINSCOPE_PROGRAM, list);
    }
    _exit(126);
}

/* Reads until `words` and the end of a line of progress are there. False when it ended, or when a
 * minute has passed. */
static bool wait_for(int terminal, const char *words, char *seen, size_t size)
{
    size_t length = 0;
    time_t began = time(NULL);
    seen[0] = '\0';
    while (time(NULL) - began < 60 * (1 + 4 * IS_SANITIZED)) {
        struct pollfd end = {.fd = terminal, .events = POLLIN};
        if (poll(&end, 1, 1000) <= 0) {
            continue;
        }
        if (length > size / 2) {
            memmove(seen, seen + size / 4, length - size / 4 + 1);
            length -= size / 4;
        }
        ssize_t n = read(terminal, seen + length, size - 1 - length);
        if (n <= 0 && errno != EINTR) {
            return false;
        }
        length += n > 0 ? (size_t)n : 0;
        seen[length] = '\0';
        const char *at = strstr(seen, words);
        if (at != NULL && strstr(at, " \033[K") != NULL) {
            return true;
        }
    }
    return false;
}

/* Its exit code; 128 + signal when it was killed, -1 when it did not end. */
static int ending(pid_t child, int terminal)
{
    static const struct timespec moment = {.tv_nsec = 20000000};
    for (int i = 0, ended; i < 1000; i++) { /* a second is the rule; machines can be busy */
        char unread[4096];
        struct pollfd end = {.fd = terminal, .events = POLLIN};
        while (poll(&end, 1, 0) > 0 && read(terminal, unread, sizeof unread) > 0) {
        }
        if (waitpid(child, &ended, WNOHANG) == child) {
            return WIFEXITED(ended) ? WEXITSTATUS(ended) : 128 + WTERMSIG(ended);
        }
        nanosleep(&moment, NULL);
    }
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    return -1;
}

TEST long_commands_show_progress_and_end_when_interrupted(void)
{
    static char seen[20000];
    const char *only = getenv("SPINSCOPE_ONLY");
    allow_unjoined_threads();
    for (size_t i = 0; i < sizeof long_commands / sizeof long_commands[0]; i++) {
        const char *words = long_commands[i].words;
        if (only != NULL && strncmp(words, only, strlen(only)) != 0) {
            continue;
        }
        int terminal;
        pid_t child = forkpty(&terminal, NULL, NULL, NULL);
        ASSERT(child >= 0);
        if (child == 0) {
            be_the_command(words);
        }
        bool is_shown = wait_for(terminal, long_commands[i].shown, seen, sizeof seen);
        kill(child, SIGINT);
        int code = ending(child, terminal);
        close(terminal);
        ASSERTm(support_say("%s: no progress: %.300s", words, seen), is_shown);
        ASSERT_EQ_FMTm(words, 128 + SIGINT, code, "%d");
        ASSERT_STR_EQm(words, "", left_over());
        in_shell("rm -rf '%s/f'");
    }
    PASS();
}

/* Files, pipes and --quiet have no use for it. */
TEST without_a_terminal_there_is_no_progress(void)
{
    result r = run_spinscope("validate bdf:4 --size 300x300");
    ASSERT_EQ_FMT(0, r.code, "%d");
    ASSERT_STR_EQ("", r.err);
    result_clear(&r);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    snprintf(folder, sizeof folder, "%s", scratch_file("unused", "", 0));
    snprintf(strrchr(folder, '/'), 20, "/long");
    in_shell("rm -rf '%s'");
    in_shell("mkdir '%s'");
    write_file("heavy.method", fill_method);
    write_file("turning.dae", fill_equation);
    write_file("ring.csv", fill_spectrum);
    RUN_TEST(long_commands_show_progress_and_end_when_interrupted);
    RUN_TEST(without_a_terminal_there_is_no_progress);
    GREATEST_MAIN_END();
}
