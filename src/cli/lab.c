#include "lab.h"

#include <stdio.h>
#include <string.h>

#include "lab_animate.h"
#include "lab_chart.h"
#include "lab_report.h"
#include "values.h"

typedef struct request {
    lab_texts texts;
    lab_setup setup;
    lab_method method;
    int width, height;
    lab_file file;
    const char *fps_text, *speed_text;
    animation film;
} request;

/* How fast the film is. */
static status read_pace(request *q, message *why)
{
    const struct {
        const char *name, *text, *usual;
        double *value;
    } all[] = {{"--fps", q->fps_text, "30", &q->film.fps},
               {"--speed", q->speed_text, "1", &q->film.speed}};
    status s = STATUS_OK;
    for (size_t i = 0; i < sizeof all / sizeof all[0] && s == STATUS_OK; i++) {
        const char *given = all[i].text != NULL ? all[i].text : all[i].usual;
        s = read_positive(all[i].name, given, all[i].value, why);
    }
    return s;
}

static status read_request(request *q, message *why)
{
    const lab_texts *t = &q->texts;
    catalogue *all = NULL;
    name_list names;
    status s = lab_read_system(t, &q->setup, why);
    s = s == STATUS_OK
            ? lab_split("--formulation", t->formulations, t->formulation_count, &names, why)
            : s;
    if (s == STATUS_OK && names.count > 1) {
        s = refuse(why,
                   "--formulation %.80s and %.80s: one is accepted; 'lab compare' takes several",
                   names.names[0], names.names[1]);
    }
    s = s == STATUS_OK ? lab_read_formulation(names.count > 0 ? names.names[0] : LAB_FORMULATION,
                                              &q->setup.formulation, why)
                       : s;
    s = s == STATUS_OK ? lab_read_steps(t, &q->setup, why) : s;
    const char *size = t->size != NULL ? t->size : "1280x720";
    s = s == STATUS_OK ? read_size(size, &q->width, &q->height, why) : s;
    s = s == STATUS_OK && t->output != NULL ? lab_read_file(t->output, &q->file, why) : s;
    s = s == STATUS_OK ? read_pace(q, why) : s;
    q->film.path = t->film;
    q->film.width = q->width;
    q->film.height = q->height;
    q->film.force = t->force;
    q->film.quiet = t->quiet;
    s = s == STATUS_OK ? catalogue_create(assets_folder(), &all, why) : s;
    s = s == STATUS_OK ? lab_choose_method(all, t->method, &q->setup, &q->method, why) : s;
    catalogue_destroy(all);
    return s;
}

static void tell_start(const command *self, const request *q, const experiment *e)
{
    char how[200], words[400];
    if (!e->repair.repaired) {
        return;
    }
    if (e->is_off) {
        snprintf(how, sizeof how, "and kept: g is off by %.3g", e->repair.violation[0]);
        if (e->system->order == 2) {
            size_t used = strlen(how);
            snprintf(how + used, sizeof how - used, ", g' by %.3g", e->repair.violation[1]);
        }
    } else {
        experiment_repair_words(e, how, sizeof how);
    }
    snprintf(words, sizeof words, "the starting values are not consistent%s %s",
             e->is_off ? "," : ":", how);
    warn(self, q->texts.quiet, words);
}

/* STATUS_NO when it broke down; then everything has been said. */
static status run_experiment(const command *self, request *q, const char *command_line,
                             message *why)
{
    experiment e;
    record r = {0};
    output *to = NULL; /* a file that cannot be written is known before the work */
    status s = experiment_open(&e, &q->setup, why);
    if (s == STATUS_OK) {
        tell_start(self, q, &e);
    }
    s = s == STATUS_OK ? animation_check(&q->film, &e, why) : s;
    r.keeps = q->film.path != NULL;
    if (s == STATUS_OK && q->texts.output != NULL) {
        s = output_open(q->texts.output, q->texts.force, &to, why);
        r.keeps = r.keeps || !q->file.is_csv;
        r.csv = q->file.is_csv ? to : NULL;
    }
    s = s == STATUS_OK ? record_run(&r, &e, q->texts.quiet, why) : s;
    if (s == STATUS_OK && to != NULL) {
        s = q->file.is_csv /* then it was written on the way */
                ? STATUS_OK
                : lab_chart_write(&r, q->file.format, q->width, q->height, command_line, to, why);
        s = s == STATUS_OK ? output_commit(&to, why) : s;
    }
    output_discard(&to);
    s = s == STATUS_OK ? animation_make(&q->film, &r, why) : s;
    if (s == STATUS_OK && q->texts.json) {
        s = print_json(report_json(&r), why);
    } else if (s == STATUS_OK) {
        report_print(&r);
    }
    bool broke = s == STATUS_OK && r.result.outcome != STEP_DONE;
    record_clear(&r);
    experiment_clear(&e);
    return broke ? STATUS_NO : s;
}

static status run_request(const command *self, request *q, int count, char **arguments,
                          message *why)
{
    text line = {0};
    status s = session_command_line(self, count, arguments, &line, why);
    s = s == STATUS_OK ? read_request(q, why) : s;
    s = s == STATUS_OK ? run_experiment(self, q, line.data, why) : s;
    lab_method_clear(&q->method);
    text_clear(&line);
    return s;
}

static int run_one(const command *self, int count, char **arguments)
{
    request q = {0};
    lab_texts *t = &q.texts;
    bool helped = false;
    const option table[] = {
        {.name = "--formulation",
         .hint = "FORMULATION",
         .help = "what is integrated (default " LAB_FORMULATION ")",
         .value = t->formulations,
         .times = &t->formulation_count,
         .most = LAB_MOST_TEXTS},
        {.name = "--method",
         .hint = "METHOD",
         .help = "default " LAB_METHOD_ADAPTIVE "; with --h alone " LAB_METHOD_FIXED,
         .value = &t->method},
        {.name = "--tol",
         .hint = "T",
         .help = "tolerance, relative and absolute, of an adaptive method (default 1e-6)",
         .value = &t->tol},
        {.name = "--h",
         .hint = "H",
         .help = "fixed step (default t1/200), shortened so that it divides t1; with --tol the "
                 "largest step",
         .value = &t->h},
        LAB_SYSTEM_OPTIONS(t),
        LAB_MOST_STEPS_OPTION(t, "1000000, with a fixed step 100000000"),
        {.name = "--strict", .help = "refuse inconsistent starting values", .flag = &t->strict},
        {.name = "--keep-start",
         .help = "start from inconsistent values as they are",
         .flag = &t->keep_start},
        {.name = "-o",
         .hint = "FILE",
         .help = "a chart: .png, .svg or .pdf; every step: .csv",
         .value = &t->output},
        {.name = "--animate",
         .hint = "FILE",
         .help = "a film of the mechanism: .mp4, .webm, .gif, or a folder/ of pictures",
         .value = &t->film},
        {.name = "--fps",
         .hint = "F",
         .help = "of the film (default 30)",
         .value = &q.fps_text,
         .idle = LAB_NO_FILM},
        {.name = "--speed",
         .hint = "S",
         .help = "seconds of the system in a second of the film (default 1)",
         .value = &q.speed_text,
         .idle = LAB_NO_FILM},
        {.name = "--size",
         .hint = "WxH",
         .help = "of the chart and of the film (default 1280x720)",
         .value = &t->size,
         .idle = LAB_NO_PICTURE},
        LAB_JSON_OPTION(t),
        LAB_FILE_OPTIONS(t),
    };
    message why;
    status s = lab_read_options(self, table, (int)(sizeof table / sizeof table[0]), t, count,
                                arguments, &helped, &why);
    if (s == STATUS_OK && !helped) {
        session_watch_signals();
        s = run_request(self, &q, count, arguments, &why);
    }
    return s == STATUS_OK || s == STATUS_NO ? (int)s : complain(self, s, &why);
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
