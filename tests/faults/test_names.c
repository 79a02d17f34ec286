/* Names of files may be anything that the system allows: nothing of them is taken for an option, a
 * format, a pattern or a command, and what is said about them stays one line. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "faults/jobs.h"
#include "support/command.h"
#include "support/support.h"

/* Without a comma, which separates methods. */
static const char *const names[] = {
    "a b",        "it's \"q\"", "new\nline", "-dash",  "100%s%n%d", "\xff\xfe\x80", "$(touch x)",
    "`touch x`",  "*?[a]",      "\033[2J\a", "~",      "a;b|c&d>e", "\\",           "#x=y:z",
    "\xcf\x89 z", "..a",        "--force",   "tab\tx", " ",
};
enum { NAMES = (int)(sizeof names / sizeof names[0]) };

static const job writers[] = {
    {"render radau-iia:2 --size 200x160 --jobs 1 -o=@.png", "png", JOB_QUICK},
    {"render radau-iia:2 --size 200x160 --jobs 1 -o=@.svg", "svg", JOB_QUICK},
    {"render radau-iia:2 --size 200x160 --jobs 1 -o=@.pdf", "pdf", JOB_QUICK},
    {"render radau-iia:2 --size 8x8 --jobs 1 -o=@.npy --boundary=b", "npy", JOB_QUICK},
    {"render radau-iia:2 --size 8x8 --jobs 1 -o=b.csv --boundary=@.csv", "csv", JOB_QUICK},
    {"validate radau-iia:2 --size 4x4 -o=@.pdf", "pdf", 0},
    {"lab pendulum --t1 0.1 --quiet -o=@.pdf", "pdf", 0},
    {"lab pendulum --t1 0.1 --quiet -o=@.csv", "csv", 0},
    {"lab pendulum --t1 0.1 --fps 10 --size 160x120 --quiet --animate=@.mp4", "mp4", JOB_FFMPEG},
    {"lab compare pendulum --tols 1e-3 --t1 0.1 --quiet -o=@.svg", "svg", 0},
    {"lab map pendulum --plane h,g --x 0.01:0.1 --y 1:9 --cells 2x2 --t1 0.1 --quiet -o=@.png",
     "png", 0},
    {"largest-h implicit-euler --dae turning.dae --points 3 -o=@.pdf", "pdf", 0},
    {"movie bdf:2 --frames 2 --size 160x120 --quiet -o=@.mp4", "mp4", JOB_QUICK | JOB_FFMPEG},
    {"movie bdf:2 --frames 2 --size 160x120 --quiet -o=@.gif", "gif", JOB_FFMPEG},
    {"movie bdf:2 --frames 2 --size 160x120 --quiet -o=@.d/", "d/", 0},
    {"lesson ./tiny.lesson --fps 1 --size 160x120 --quiet -o=@.webm", "webm", JOB_FFMPEG},
    {"reproduce example-10.1 -o=@.d", "d/", 0},
};

/* Those that read have the input's usual name as their file. */
static const job readers[] = {
    {"formula ./@.method", "mine.method", JOB_QUICK},
    {"render ./@.method --size 200x160 --jobs 1 -o f.pdf", "mine.method", 0},
    {"render ./@.method --size 200x160 --jobs 1 -o f.png", "mine.method", 0},
    {"validate ./@.method --size 4x4", "mine.method", 0},
    {"compare ./@.method bdf:2 --latex", "mine.method", 0},
    {"analyse ./@.method --json", "mine.method", 0},
    {"largest-h rk4 --spectrum=@.csv", "spectrum.csv", JOB_QUICK},
    {"render rk4 --size 200x160 --jobs 1 --spectrum=@.csv -o f.svg", "spectrum.csv", 0},
    {"largest-h bdf:2 --matrices E.csv ./@.csv", "A.csv", JOB_QUICK},
    {"largest-h bdf:2 --dae=@.dae --points 2 -o f.png", "turning.dae", 0},
    {"lesson ./@.lesson --fps 1 --size 160x120 --quiet -o f/", "tiny.lesson", 0},
    {"explore --script=@.script --size 400x300", "window.script", 0},
};

static outcome now;

/* A few names each where time is short; together all. */
static bool is_tried(const job *j, size_t of, int name)
{
    return job_is_wanted(j) && (is_thorough() || (size_t)name % 5 == of % 5);
}

static bool has_left(const char *path)
{
    for (int i = 0; i < now.left_count; i++) {
        if (strncmp(now.left[i].path, path, strlen(path)) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_strange(const outcome *o)
{
    for (int i = 0; i < o->left_count; i++) {
        if (strstr(o->left[i].path, ".spinscope") != NULL || strcmp(o->left[i].path, "x") == 0) {
            return true;
        }
    }
    return false;
}

TEST any_name_can_be_written(void)
{
    for (size_t k = 0; k < sizeof writers / sizeof writers[0]; k++) {
        for (int i = 0; i < NAMES; i++) {
            if (!is_tried(&writers[k], k, i)) {
                continue;
            }
            const run_options options = {.name = names[i]};
            char file[100];
            snprintf(file, sizeof file, "%s.%s", names[i], writers[k].file);
            job_run(&(job){.words = writers[k].words}, &options, &now);
            ASSERTm(support_say("%s as '%s': exit %d: %.200s", writers[k].words, names[i], now.code,
                                now.err),
                    now.code == 0 && now.err[0] == '\0');
            ASSERTm(support_say("%s as '%s': %s", writers[k].words, names[i], now.left[0].path),
                    has_left(file) && !is_strange(&now));
        }
    }
    PASS();
}

typedef struct renaming {
    const char *from, *to;
} renaming;

static void rename_input(void *context)
{
    const renaming *r = context;
    char to[200];
    snprintf(to, sizeof to, "%s%s", r->to, strchr(r->from, '.'));
    if (rename(r->from, to) != 0) {
        _exit(126);
    }
}

/* With the file, and without it. */
TEST any_name_can_be_read(void)
{
    for (size_t k = 0; k < sizeof readers / sizeof readers[0]; k++) {
        for (int i = 0; i < NAMES; i++) {
            if (!is_tried(&readers[k], k, i)) {
                continue;
            }
            renaming r = {.from = readers[k].file, .to = names[i]};
            run_options options = {.name = names[i], .prepare = rename_input, .context = &r};
            const job j = {.words = readers[k].words};
            job_run(&j, &options, &now);
            ASSERTm(
                support_say("%s of '%s': exit %d: %.200s", j.words, names[i], now.code, now.err),
                now.code == 0 && now.err[0] == '\0' && !is_strange(&now));
            options.prepare = NULL;
            job_run(&j, &options, &now);
            ASSERTm(
                support_say("%s of '%s': exit %d: %.200s", j.words, names[i], now.code, now.err),
                is_told(&now, 2, "") && strpbrk(now.err, "\033\a\t") == NULL);
        }
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(any_name_can_be_written);
    RUN_TEST(any_name_can_be_read);
    GREATEST_MAIN_END();
}
