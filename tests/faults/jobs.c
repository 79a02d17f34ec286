#include "faults/jobs.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/command.h"

enum { MOST_WORDS = 60, MOST_SECONDS = 200 };

const char old_words[] = "precious\n";

#define FILM " --frames 3 --size 160x120 --jobs 1 --quiet "
#define MAP " --plane h,g --x 1e-2:1e-1 --y 1:10 --cells 2x2 --t1 0.2 --jobs 1 --quiet "
#define LESSON "lesson ./tiny.lesson --fps 4 --size 160x120 --quiet "

const job jobs[] = {
    {"--help", NULL, JOB_QUICK},
    {"formula radau-iia:3", NULL, JOB_QUICK},
    {"formula spin:bdf:2 --json --quiet", NULL, JOB_QUICK},
    {"formula ./mine.method --document", NULL, 0},
    {"formula gauss:2 --latex --w 1/2", NULL, 0},
    {"eval bdf:2 --z -2 --w 1.5", NULL, JOB_QUICK},
    {"eval rk4 --z 1-2i --json --quiet", NULL, JOB_QUICK},
    {"eval gauss:2 --z -1 --w 0.3 --motion rotation", NULL, 0},
    {"analyse bdf:4", NULL, 0},
    {"analyse radau-iia:2 --w 2 --json", NULL, JOB_QUICK},
    {"compare bdf:2 trapezoidal", NULL, 0},
    {"compare bdf:2 heun --json", NULL, 0},
    {"compare bdf:2 midpoint --csv", NULL, 0},
    {"compare bdf:2 theta:0.6 --latex", NULL, 0},
    {"list methods", NULL, JOB_QUICK},
    {"list methods --json", NULL, 0},
    {"list problems", NULL, 0},
    {"list problems --json", NULL, 0},
    {"list formulations", NULL, 0},
    {"list formulations --json", NULL, 0},
    {"list palettes", NULL, 0},
    {"list palettes --json", NULL, JOB_QUICK},
    {"list lessons", NULL, 0},
    {"list lessons --json", NULL, 0},
    {"render radau-iia:2 --size 240x200 --jobs 1 -o f.png", "f.png", JOB_QUICK},
    {"render bdf:2,bdf:3 --size 400x200 --columns 2 --contours 0.5,2 --jobs 1 -o f.svg", "f.svg",
     0},
    {"render radau-iia:2 --plane zw --size 240x200 --hatch --with gauss:2 --jobs 1 -o f.pdf",
     "f.pdf", 0},
    {"render rk4 --stencil 1,-2,1 --points 8 --dx 0.1 --h 0.001 --size 240x200 --phase --jobs 1 -o "
     "f.png",
     "f.png", 0},
    {"render bdf:3 --w 0.5 --size 30x20 --evaluator scalar --jobs 1 -o f.npy", "f.npy", JOB_QUICK},
    {"render heun --size 30x20 --chart log --jobs 1 -o f.csv", "f.csv", 0},
    {"render sdirk3 --all-w -1:1 --no-boundary --with bdf:2 --size 240x200 --jobs 1 -o f.png",
     "f.png", 0},
    {"render bdf:2,gauss:2 --overlay --size 240x200 --spectrum spectrum.csv --jobs 1 -o f.png",
     "f.png", 0},
    {"render gauss:2 --w 1 --measured --size 200x160 --jobs 1 -o f.png", "f.png", 0},
    {"render implicit-euler --measured --problem example-1.1 --plane delta,eta --view -3,3,-3,3 "
     "--h 1 --size 200x160 --jobs 1 -o f.png",
     "f.png", 0},
    {"validate radau-iia:2 --w 0.5 --size 12x12 --jobs 1 -o f.png", "f.png", JOB_QUICK | JOB_TIMES},
    {"validate bdf:2 --plane zw --size 8x8 --jobs 1 --json", NULL, JOB_TIMES},
    {"validate spin:bdf:1 --w 1 --size 4x4 --stepper plain --jobs 1 -o f.svg", "f.svg", JOB_TIMES},
    {"movie bdf:2" FILM "-o f/", "f/", 0},
    {"movie bdf:2 --contours 0.5" FILM "-o f.mp4", "f.mp4", JOB_FFMPEG},
    {"movie theta --over theta=0.5:1 --w 0.3" FILM "-o f.gif", "f.gif", JOB_FFMPEG},
    {"movie bdf:2 --key t=0,w=-5,view=-9:9:-5:5 --key t=1,w=1,view=-1:1:-0.6:0.6" FILM "-o f.webm",
     "f.webm", JOB_FFMPEG},
    {"lab pendulum --t1 0.3 --tol 1e-3 --quiet", NULL, JOB_QUICK | JOB_TIMES},
    {"lab pendulum --t1 0.3 --tol 1e-3 --json", NULL, JOB_TIMES},
    {"lab pendulum --formulation index-1 --method rk4 --h 0.05 --t1 0.3 --size 300x260 -o f.png",
     "f.png", JOB_TIMES},
    {"lab slider-crank --t1 0.1 --tol 1e-3 -o f.csv", "f.csv", JOB_TIMES},
    {"lab pendulum --t1 0.2 --tol 1e-3 --fps 10 --size 160x120 --quiet --animate f/", "f/",
     JOB_TIMES},
    {"lab pendulum --t1 0.2 --tol 1e-3 --fps 10 --size 160x120 --quiet --animate f.mp4", "f.mp4",
     JOB_TIMES | JOB_FFMPEG},
    {"lab compare pendulum --methods bdf,rk4 --tols 1e-3 --hs 0.05 --t1 0.2 --jobs 1 --quiet -o "
     "f.svg",
     "f.svg", JOB_TIMES | JOB_DIFFERS},
    {"lab compare pendulum --tols 1e-3 --t1 0.2 --jobs 1 --json", NULL, JOB_TIMES},
    {"lab map pendulum" MAP "-o f.png --size 300x220", "f.png", 0},
    {"lab map pendulum" MAP "--json", NULL, JOB_TIMES},
    {"lab stiffness ascher-petzold-2 --param nu=1000", NULL, 0},
    {"lab stiffness ascher-petzold-3 --json", NULL, 0},
    {"largest-h rk4 --spectrum spectrum.csv", NULL, JOB_QUICK},
    {"largest-h bdf:2 --matrices E.csv A.csv --omega 3/2 --json", NULL, 0},
    {"largest-h implicit-euler --dae turning.dae --t 0:1 --points 3 -o f.pdf", "f.pdf", 0},
    {"reproduce table-5.1 -o f", "f/", 0},
    {"reproduce attraction", NULL, 0},
    {"reproduce example-10.1 -o f", "f/", 0},
    {"reproduce drift -o f", "f/", 0},
    {LESSON "-o f/", "f/", 0},
    {LESSON "-o f.mp4", "f.mp4", JOB_FFMPEG},
    {"explore bdf:2 --script window.script --size 400x300", "shot.png", JOB_WINDOW | JOB_DIFFERS},
};
const int job_count = (int)(sizeof jobs / sizeof jobs[0]);

/* What jobs read, written into their folder. */
static const struct {
    const char *name, *words;
} inputs[] = {
    {"mine.method", "name = Mine\nkind = runge-kutta\nc = 1/3 1\nA = 5/12 -1/12\n    3/4 1/4\n"
                    "b = 3/4 1/4\n"},
    {"spectrum.csv", "-1,2\n-3,0\n-1,-2\n-5,0.5\n"},
    {"E.csv", "1,0\n0,0\n"},
    {"A.csv", "-2,1\n1,1\n"},
    {"turning.dae", "size = 2\nlet omega = 2\nE = 1 -omega*t\n    0 0\nA = -1 omega*(1+t)\n"
                    "    -1 1+omega*t\n"},
    {"tiny.lesson", "title = Tiny\nnumber = 1\nsummary = Small.\n\nstep = One\n"
                    "caption = A /region/.\ndo = method implicit-euler\ndo = glide w 1 0.5\n"
                    "wait = 0.5\nquestion = Why?\nanswer = So.\n"},
    {"window.script", "method radau-iia:2\nwait idle\nmark alpha\npin -2 1\nvalidate\nwait idle\n"
                      "solution\nroots\nwait idle\nshot shot.png\nstage\nsave svg w.svg\n"
                      "plane zw\noverlay bdf:2\ncompare bdf:3\nwait idle\nworkspace w.workspace\n"
                      "lesson ./tiny.lesson\nwait 0.2\nlesson off\nquit\n"},
};

static void write_words(const char *folder, const char *name, const char *words)
{
    char path[900];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *stream = fopen(path, "wb");
    if (stream == NULL || fputs(words, stream) < 0 || fclose(stream) != 0) {
        fprintf(stderr, "%s could not be written\n", path);
        abort();
    }
}

static bool is_input(const char *path)
{
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        if (strcmp(path, inputs[i].name) == 0) {
            return true;
        }
    }
    return false;
}

static int split(char *words, char **out, int count)
{
    for (char *word = strtok(words, " "); word != NULL && count < MOST_WORDS;
         word = strtok(NULL, " ")) {
        out[count++] = word;
    }
    out[count] = NULL;
    return count;
}

/* The word with the name in the place of '@'. Kept until the process ends. */
static char *with_name(char *word, const char *name)
{
    static char room[4000];
    static size_t used;
    char *at = strchr(word, '@'), *out = room + used;
    if (at == NULL) {
        return word;
    }
    used += 1 + (size_t)snprintf(out, sizeof room - used, "%.*s%s%s", (int)(at - word), word, name,
                                 at + 1);
    return out;
}

static bool has_old_file(const job *j, const run_options *options)
{
    return options->has_old_file && j->file != NULL && strchr(j->file, '/') == NULL;
}

static void be_the_job(const job *j, const run_options *options, const char *folder)
{
    static char program[] = SPINSCOPE_PROGRAM;
    static char words[1000];
    char *list[MOST_WORDS + 1] = {program};
    bool forces = has_old_file(j, options) && (j->kind & JOB_WINDOW) == 0;
    snprintf(words, sizeof words, "%s%s", j->words, forces ? " --force" : "");
    int count = split(words, list, 1);
    for (int i = 1; i < count && options->name != NULL; i++) {
        list[i] = with_name(list[i], options->name);
    }
    if (chdir(folder) != 0) {
        abort();
    }
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    setenv("SPINSCOPE_ASSETS", SPINSCOPE_ASSETS, 1);
    setenv("HOME", folder, 1);
    unsetenv("XDG_CONFIG_HOME");
    alarm(MOST_SECONDS);
    if (options->prepare != NULL) {
        options->prepare(options->context);
    }
    if (options->run != NULL) {
        exit(options->run(count, list));
    }
    execv(program, list);
    _exit(126);
}

/* Everything that both ends say until they are closed. */
static void listen_to(int out, int err, outcome *o)
{
    size_t out_length = 0, err_length = 0;
    struct pollfd ends[] = {{.fd = out, .events = POLLIN}, {.fd = err, .events = POLLIN}};
    while (ends[0].fd >= 0 || ends[1].fd >= 0) {
        poll(ends, 2, -1);
        for (int i = 0; i < 2; i++) {
            char part[4096];
            if (ends[i].fd < 0 || ends[i].revents == 0) {
                continue;
            }
            ssize_t n = read(ends[i].fd, part, sizeof part);
            if (n <= 0) {
                ends[i].fd = n < 0 && errno == EINTR ? ends[i].fd : -1;
                continue;
            }
            char *kept = i == 0 ? o->out : o->err;
            size_t *length = i == 0 ? &out_length : &err_length;
            size_t room = sizeof o->out - 1 - *length;
            size_t size = (size_t)n < room ? (size_t)n : room;
            memcpy(kept + *length, part, size);
            *length += size;
            o->out_digest = i == 0 ? digest_add(o->out_digest, part, (size_t)n) : o->out_digest;
        }
    }
}

static void look_at(const char *folder, outcome *o)
{
    int kept = 0;
    int count = tree_look(folder, o->left, MOST_LEFT);
    for (int i = 0; i < count && i < MOST_LEFT; i++) {
        if (!is_input(o->left[i].path)) {
            o->left[kept++] = o->left[i];
        }
    }
    o->left_count = kept;
}

static void prepare_folder(const job *j, const run_options *options, const char *folder)
{
    tree_empty(folder);
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        write_words(folder, inputs[i].name, inputs[i].words);
    }
    if (has_old_file(j, options)) {
        write_words(folder, j->file, old_words);
    }
}

void job_run(const job *j, const run_options *options, outcome *o)
{
    char folder[700];
    int out[2], err[2], ended = 0;
    snprintf(folder, sizeof folder, "%s", scratch_file("unused", "", 0));
    snprintf(strrchr(folder, '/'), 20, "/work");
    const char *home = options->home != NULL ? options->home : folder;
    *o = (outcome){0};
    prepare_folder(j, options, home);
    if (pipe(out) != 0 || pipe(err) != 0) {
        abort();
    }
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        int nothing = open("/dev/null", O_RDONLY);
        dup2(nothing, STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        dup2(err[1], STDERR_FILENO);
        close(nothing);
        close(out[0]);
        close(out[1]);
        close(err[0]);
        close(err[1]);
        be_the_job(j, options, home);
    }
    close(out[1]);
    close(err[1]);
    if (options->disturb != NULL) {
        options->disturb(child, options->context);
    }
    listen_to(out[0], err[0], o);
    close(out[0]);
    close(err[0]);
    while (waitpid(child, &ended, 0) < 0 && errno == EINTR) {
    }
    o->code = WIFEXITED(ended) ? WEXITSTATUS(ended) : 128 + WTERMSIG(ended);
    look_at(home, o);
}

bool leavings_are_whole(const outcome *o, const outcome *whole, const job *j, const char **which)
{
    unsigned long long old = digest_add(0, old_words, strlen(old_words));
    for (int i = 0; i < o->left_count; i++) {
        const leaving *l = &o->left[i];
        size_t length = strlen(l->path);
        bool good = j->file != NULL && strcmp(l->path, j->file) == 0 && l->digest == old;
        for (int k = 0; k < whole->left_count && !good; k++) {
            const leaving *w = &whole->left[k];
            bool is_folder_of_it =
                l->path[length - 1] == '/' && strncmp(w->path, l->path, length) == 0;
            good = is_folder_of_it || (strcmp(w->path, l->path) == 0 &&
                                       (l->digest == w->digest || (j->kind & JOB_DIFFERS) != 0));
        }
        *which = l->path;
        if (!good) {
            return false;
        }
    }
    return true;
}

bool is_told(const outcome *o, int code, const char *words)
{
    return o->code == code && is_one_line(o->err) && strstr(o->err, words) != NULL;
}

static bool has_ffmpeg(void)
{
    static int known = -1;
    if (known < 0) {
        result r = run_shell("command -v ffmpeg");
        known = r.code == 0;
        result_clear(&r);
    }
    return known == 1;
}

bool job_is_wanted(const job *j)
{
    const char *only = getenv("SPINSCOPE_ONLY");
    bool is_chosen = only == NULL || strncmp(j->words, only, strlen(only)) == 0;
    bool is_quick = (j->kind & JOB_QUICK) != 0 || is_thorough();
    return is_chosen && is_quick && ((j->kind & JOB_FFMPEG) == 0 || has_ffmpeg());
}

bool is_thorough(void)
{
    return getenv("SPINSCOPE_THOROUGH") != NULL;
}
