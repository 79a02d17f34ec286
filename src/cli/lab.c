#include "lab.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "lab_options.h"
#include "scene/film.h"
#include "scene/take.h"
#include "study/run.h"

/* A smaller film shows nothing. */
enum { LEAST_WIDTH = 160, LEAST_HEIGHT = 120 };

typedef struct request {
    lab_job job;
    lab_setup setup;
    lab_method method;
    const char *fps_text, *speed_text;
    double fps, speed; /* of the film: seconds of the system in one of its own */

    /* While it runs. */
    record record;
    progress progress;
    run_csv csv;
} request;

static status read_request(request *q, message *why)
{
    const lab_texts *t = &q->job.texts;
    name_list names;
    TRY(lab_read_system(t, &q->setup, why));
    TRY(read_names("--formulation", t->formulations, t->formulation_count, FORMULATION_USUAL,
                   &names, why));
    if (names.count > 1) {
        return refuse(why,
                      "--formulation %.80s and %.80s: one is accepted; 'lab compare' takes several",
                      names.names[0], names.names[1]);
    }
    TRY(lab_read_formulations(&names, &q->setup.formulation, why));
    TRY(lab_read_output(&q->job, why));
    TRY(read_positive("--fps", q->fps_text, &q->fps, why));
    TRY(read_positive("--speed", q->speed_text, &q->speed, why));
    return lab_choose_method(t->method, &q->setup, &q->method, why);
}

/* What was done to starting values that are not consistent. */
static void tell_start(const request *q, const experiment *e)
{
    const double *off = e->repair.violation, *moved = e->repair.moved;
    char g[100], second[120] = "", words[400];
    if (!e->repair.repaired) {
        return;
    }
    if (e->is_off) {
        snprintf(g, sizeof g, ", and kept: g is off by %.3g", off[0]);
    } else {
        snprintf(g, sizeof g, ": g was off by %.3g, positions were moved by %.3g", off[0],
                 moved[0]);
    }
    if (e->system->order == 2 && e->is_off) {
        snprintf(second, sizeof second, ", g' by %.3g", off[1]);
    } else if (e->system->order == 2) {
        snprintf(second, sizeof second, "; g' was off by %.3g, velocities were moved by %.3g",
                 off[1], moved[1]);
    }
    snprintf(words, sizeof words, "the starting values are not consistent%s%s", g, second);
    warn(q->job.self, q->job.texts.quiet, words);
}

/* What can be refused before the run: the kind of film, one that exists, a system without a
 * picture. */
static status check_film(const request *q, const experiment *e, message *why)
{
    const char *path = q->job.texts.film;
    int width = q->job.width, height = q->job.height;
    movie_format format;
    if (!movie_format_of(path, &format)) {
        return refuse(why, "--animate %.200s: a name ending in .mp4, .webm, .gif or / is accepted",
                      path);
    }
    bool is_file = format != MOVIE_PICTURES;
    if (is_file && !q->job.texts.force && access(path, F_OK) == 0) {
        return refuse(why, "--animate %.200s: the file exists; --force overwrites it", path);
    }
    if (width < LEAST_WIDTH || height < LEAST_HEIGHT) {
        return refuse(why, "--size %dx%d: from %dx%d on is accepted for a film", width, height,
                      LEAST_WIDTH, LEAST_HEIGHT);
    }
    if (is_file && (width % 2 != 0 || height % 2 != 0)) {
        return refuse(why, "--size %dx%d: even numbers are accepted for a film", width, height);
    }
    if (e->system->draw == NULL) {
        return refuse(why, "--animate: %s has no picture; linkages such as pendulum are accepted",
                      e->system->name);
    }
    return is_file ? STATUS_OK : movie_check_folder(path, q->job.texts.force, why);
}

static void tell_frames(void *context, int done, int total)
{
    progress_tell(context, (double)done / (double)total);
}

static status make_film(request *q, message *why)
{
    double *numbers = NULL;
    scene_film film = {.path = q->job.texts.film,
                       .width = q->job.width,
                       .height = q->job.height,
                       .fps = q->fps,
                       .speed = q->speed,
                       .force = q->job.texts.force,
                       .quality = MOVIE_GOOD};
    status s = take_footage(&q->record, NULL, &film.footage, &numbers, why);
    if (s == STATUS_OK) {
        progress_begin(&q->progress, "film", q->job.texts.quiet);
        s = scene_film_make(&film, tell_frames, &q->progress, why);
        progress_end(&q->progress);
    }
    free(numbers);
    return s;
}

static void watch(void *context, const record *r, const double *row, const lab_point *at)
{
    request *q = context;
    run_csv_row(&q->csv, r, row, at);
    progress_tell(&q->progress, at->t / q->setup.t1);
}

static status run_experiment(request *q, const experiment *e, message *why)
{
    q->csv.to = q->job.is_csv ? q->job.to : NULL;
    q->record =
        (record){.keeps = q->job.texts.film != NULL || (q->job.to != NULL && !q->job.is_csv),
                 .compares = true,
                 .watch = watch,
                 .context = q};
    progress_begin(&q->progress, e->system->name, q->job.texts.quiet);
    status s = record_run(&q->record, e, why);
    progress_end(&q->progress);
    TRY(s);
    return run_csv_end(&q->csv, why);
}

/* STATUS_NO when it broke down; then everything has been said. */
static status answer(void *request_of, message *why)
{
    request *q = request_of;
    experiment e = {0};
    chart_sheet *sheet = NULL;
    text words = {0};
    status s;
    TRY_OR_END(read_request(q, why));
    TRY_OR_END(experiment_open(&e, &q->setup, why));
    tell_start(q, &e);
    TRY_OR_END(q->job.texts.film != NULL ? check_film(q, &e, why) : STATUS_OK);
    TRY_OR_END(lab_open_output(&q->job, why));
    TRY_OR_END(run_experiment(q, &e, why));
    if (q->job.to != NULL && !q->job.is_csv) {
        TRY_OR_END(run_chart(&q->record, &sheet, why));
    }
    TRY_OR_END(lab_close_output(&q->job, sheet, why));
    TRY_OR_END(q->job.texts.film != NULL ? make_film(q, why) : STATUS_OK);
    if (q->job.texts.json) {
        TRY_OR_END(print_json(run_json(&q->record), why));
    } else {
        run_words(&q->record, &words);
        TRY_OR_END(print_whole(&words, why));
    }
    s = record_broke(&q->record) ? STATUS_NO : STATUS_OK;
end:
    chart_sheet_destroy(sheet);
    record_clear(&q->record);
    experiment_clear(&e);
    lab_method_clear(&q->method);
    return s;
}

static int run_one(const command *self, int count, char **arguments)
{
    request q = {.fps_text = "30", .speed_text = "1"};
    lab_texts *t = &q.job.texts;
    const option table[] = {
        LAB_OPTIONS("--formulation", "FORMULATION",
                    "what is integrated (default " FORMULATION_USUAL ")", t->formulations,
                    &t->formulation_count),
        LAB_OPTION("--method", "METHOD",
                   "default " LAB_METHOD_ADAPTIVE "; with --h alone " LAB_METHOD_FIXED, &t->method),
        LAB_OPTION("--tol", "T",
                   "tolerance, relative and absolute, of an adaptive method (default 1e-6)",
                   &t->tol),
        LAB_OPTION("--h", "H",
                   "fixed step (default t1/200), shortened so that it divides t1; with --tol the "
                   "largest step",
                   &t->h),
        LAB_T1_OPTION(t),
        LAB_PARAM_OPTION(t),
        LAB_MOST_STEPS_OPTION(t, "1000000, with a fixed step 100000000"),
        LAB_FLAG("--strict", "refuse inconsistent starting values", &t->strict),
        LAB_FLAG("--keep-start", "start from inconsistent values as they are", &t->keep_start),
        LAB_OPTION("-o", "FILE", "a chart: .png, .svg or .pdf; every step: .csv", &t->output),
        LAB_OPTION("--animate", "FILE",
                   "a film of the mechanism: .mp4, .webm, .gif, or a folder/ of pictures",
                   &t->film),
        LAB_OPTION_UNLESS(LAB_NO_FILM, "--fps", "F", "of the film (default 30)", &q.fps_text),
        LAB_OPTION_UNLESS(LAB_NO_FILM, "--speed", "S",
                          "seconds of the system in a second of the film (default 1)",
                          &q.speed_text),
        LAB_SIZE_OPTION(t, "chart and of the film"),
        LAB_JSON_OPTION(t),
        LAB_FORCE_OPTION(t),
        LAB_QUIET_OPTION(t),
    };
    return lab_do(self, table, (int)(sizeof table / sizeof table[0]), &q.job, answer, &q, count,
                  arguments);
}

static int run(const command *self, int count, char **arguments)
{
    const command *part = count > 0 ? command_part(self, arguments[0]) : NULL;
    return part != NULL ? part->run(part, count - 1, arguments + 1)
                        : run_one(self, count, arguments);
}

static const command *const parts[] = {&lab_compare_command, &lab_map_command,
                                       &lab_stiffness_command, NULL};

const command lab_command = {
    .name = "lab",
    .summary = "Integrates a constrained system and shows error, drift and work",
    .usage = "[compare|map|stiffness] PROBLEM [--formulation F] [--method M] [--tol T | --h H] ...",
    .details =
        "'lab compare' compares formulations and methods, 'lab map' draws maps over two\n"
        "parameters, 'lab stiffness' tells where a linear system is stiff; all have a --help of\n"
        "their own.\n\n"
        "'spinscope list problems' shows the systems with their parameters, 'list formulations'\n"
        "the formulations with their options, 'list methods' the methods. Adaptive methods take\n"
        "--tol: bdf (step and order vary; bdf:careful watches Newton's method in every step),\n"
        "dopri5, rkf45, cash-karp, bogacki-shampine. With --h\n"
        "any method of the list takes fixed steps, and so do projected:METHOD (implicit\n"
        "Runge-Kutta, on formulations of index 2, projected after every step) and\n"
        "half-explicit:METHOD (explicit Runge-Kutta, on index-2). With both the step is at most\n"
        "H. Explicit methods need a formulation that is an ODE: index-1, baumgarte, state-space,\n"
        "stabilised-ode, overdetermined, post-stabilised, coordinate-projection. spin:METHOD is\n"
        "told, as a note, to have nothing to stabilise where the kernel of E does not move.\n\n"
        "Starting values that violate the constraints are moved to the nearest ones that do not,\n"
        "with a message. Errors are largest magnitudes over all components, against the exact\n"
        "solution or an accurate reference run; drift is the largest residual of g and of g'.\n"
        "Exit code 1 when the integration broke down or was ended by --most-steps: the table and\n"
        "the file then have what was computed so far.\n\n"
        "examples:\n"
        "  spinscope lab pendulum\n"
        "  spinscope lab pendulum --formulation index-1 --method rk4 --h 0.01 \\\n"
        "        -o drift.png\n"
        "  spinscope lab pendulum --param y=0.5 --keep-start --method dopri5 \\\n"
        "        --tol 1e-8 --t1 2 --formulation stabilised-ode:gamma=10 \\\n"
        "        -o orbit.png\n"
        "  spinscope lab slider-crank --param rod=1 -o crank.csv\n"
        "  spinscope lab double-pendulum --formulation index-1 --method rk4 \\\n"
        "        --h 0.05 --animate drift.mp4\n"
        "  spinscope lab ascher-petzold-2 --formulation projected-invariant:D=CT \\\n"
        "        --method implicit-euler --h 0.01 --json\n",
    .run = run,
    .parts = parts,
};
