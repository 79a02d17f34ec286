#include "lab_compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lab.h"
#include "session.h"
#include "values.h"

typedef struct request {
    lab_texts texts;
    const char *methods_texts[LAB_MOST_TEXTS], *tols_text, *hs_text;
    int methods_count;

    name_list formulations, method_names;
    formulation_choice choices[LAB_MOST_NAMES];
    lab_method methods[LAB_MOST_NAMES];
    bool adapts[LAB_MOST_NAMES];
    double tols[COMPARE_MOST_STEPS], hs[COMPARE_MOST_STEPS];
    int tol_count, h_count;
    int width, height, jobs;
    lab_file file;
    comparison comparison;
} request;

double comparison_error(const outcome *o)
{
    return isnan(o->error_v) ? o->error_p : fmax(o->error_p, o->error_v);
}

static status check_positive(const char *option_name, const double *numbers, int count,
                             message *why)
{
    for (int i = 0; i < count; i++) {
        if (!(numbers[i] > 0)) {
            return refuse(why, "%s %g: positive numbers are accepted", option_name, numbers[i]);
        }
    }
    return STATUS_OK;
}

/* The lists that were given, and usual ones for methods that need others. */
static status read_step_lists(request *q, message *why)
{
    status s = STATUS_OK;
    if (q->tols_text != NULL) {
        s = read_list("--tols", q->tols_text, COMPARE_MOST_STEPS, q->tols, &q->tol_count, why);
        s = s == STATUS_OK ? check_positive("--tols", q->tols, q->tol_count, why) : s;
    }
    if (s == STATUS_OK && q->hs_text != NULL) {
        s = read_list("--hs", q->hs_text, COMPARE_MOST_STEPS, q->hs, &q->h_count, why);
        s = s == STATUS_OK ? check_positive("--hs", q->hs, q->h_count, why) : s;
    }
    for (int k = 0; k < 6 && q->tols_text == NULL; k++) {
        q->tols[q->tol_count++] = pow(10, -3 - k);
    }
    for (int k = 0; k < 6 && q->hs_text == NULL; k++) {
        q->hs[q->h_count++] = q->comparison.base.t1 / (100 << k);
    }
    return s;
}

/* With --tols alone a method must be adaptive, with --hs alone it takes fixed steps, else it is
 * adaptive if it can. */
static status open_method_of(request *q, const catalogue *all, int i, message *why)
{
    const char *name = q->method_names.names[i];
    bool only_tols = q->tols_text != NULL && q->hs_text == NULL;
    bool only_hs = q->hs_text != NULL && q->tols_text == NULL;
    q->adapts[i] = !only_hs;
    if (only_tols || only_hs) {
        return lab_method_open(all, name, q->adapts[i], &q->methods[i], why);
    }
    if (lab_method_open(all, name, true, &q->methods[i], why) == STATUS_OK) {
        return STATUS_OK;
    }
    lab_method_clear(&q->methods[i]);
    q->adapts[i] = false;
    return lab_method_open(all, name, false, &q->methods[i], why);
}

/* A list that no method takes is refused. */
static status check_step_lists(const request *q, message *why)
{
    int adaptive = 0;
    for (int i = 0; i < q->method_names.count; i++) {
        adaptive += q->adapts[i];
    }
    if (q->tols_text != NULL && adaptive == 0) {
        return refuse(why, "--tols: has no effect on these methods, which take fixed steps");
    }
    return q->hs_text != NULL && adaptive == q->method_names.count
               ? refuse(why, "--hs: has no effect on these methods, which choose their steps by "
                             "--tols")
               : STATUS_OK;
}

static status read_names(request *q, message *why)
{
    static const char *const usual_formulations = LAB_FORMULATION ";index-1",
                             *const usual_methods = LAB_METHOD_ADAPTIVE;
    const lab_texts *t = &q->texts;
    bool has_formulations = t->formulation_count > 0, has_methods = q->methods_count > 0;
    catalogue *all = NULL;
    status s = lab_split("--formulations", has_formulations ? t->formulations : &usual_formulations,
                         has_formulations ? t->formulation_count : 1, &q->formulations, why);
    s = s == STATUS_OK ? lab_split("--methods", has_methods ? q->methods_texts : &usual_methods,
                                   has_methods ? q->methods_count : 1, &q->method_names, why)
                       : s;
    for (int i = 0; i < q->formulations.count && s == STATUS_OK; i++) {
        s = lab_read_formulation(q->formulations.names[i], &q->choices[i], why);
    }
    s = s == STATUS_OK ? catalogue_create(assets_folder(), &all, why) : s;
    for (int i = 0; i < q->method_names.count && s == STATUS_OK; i++) {
        s = open_method_of(q, all, i, why);
    }
    catalogue_destroy(all);
    return s == STATUS_OK ? check_step_lists(q, why) : s;
}

static status read_request(request *q, message *why)
{
    const lab_texts *t = &q->texts;
    status s = lab_read_system(t, &q->comparison.base, why);
    s = s == STATUS_OK ? read_step_lists(q, why) : s;
    s = s == STATUS_OK ? read_size(t->size, &q->width, &q->height, why) : s;
    s = s == STATUS_OK && t->output != NULL ? lab_read_file(t->output, &q->file, why) : s;
    if (s == STATUS_OK && t->jobs != NULL) {
        s = read_integer("--jobs", t->jobs, 1, 256, &q->jobs, why);
    }
    return s == STATUS_OK ? read_names(q, why) : s;
}

static void add_combination(request *q, int i, int k)
{
    comparison *c = &q->comparison;
    bool adapts = q->adapts[k];
    combination *one = &c->combinations[c->combination_count++];
    *one = (combination){.formulation = q->formulations.names[i],
                         .method = q->method_names.names[k],
                         .first = c->run_count,
                         .count = adapts ? q->tol_count : q->h_count};
    for (int step = 0; step < one->count; step++) {
        lab_setup *setup = &c->setups[c->run_count++];
        *setup = c->base;
        setup->formulation = q->choices[i];
        setup->method = &q->methods[k];
        setup->tolerance = adapts ? q->tols[step] : 0;
        setup->h = adapts ? 0 : q->hs[step];
    }
}

static void run_piece(void *context, int index)
{
    comparison *c = context;
    outcome_find(&c->setups[index], &c->truth, &c->outcomes[index]);
}

/* The combinations, their common truth and their runs. */
static status run_all(request *q, message *why)
{
    comparison *c = &q->comparison;
    experiment e;
    size_t most =
        (size_t)q->formulations.count * (size_t)q->method_names.count * COMPARE_MOST_STEPS;
    status s = memory_allocate(&c->setups, most, sizeof *c->setups, why);
    s = s == STATUS_OK ? memory_allocate(&c->outcomes, most, sizeof *c->outcomes, why) : s;
    if (s != STATUS_OK) {
        return s;
    }
    c->method_count = q->method_names.count;
    for (int i = 0; i < q->formulations.count; i++) {
        for (int k = 0; k < q->method_names.count; k++) {
            add_combination(q, i, k);
        }
    }
    s = experiment_open(&e, &c->setups[0], why);
    if (s == STATUS_OK) {
        progress shown;
        progress_begin(&shown, "reference", q->texts.quiet);
        truth_find(&e, c->base.t1, &c->truth);
        progress_end(&shown);
        share_with_progress(c->run_count, q->jobs, run_piece, c, "comparing", q->texts.quiet);
    }
    experiment_clear(&e);
    return s;
}

/* Only when no run could be begun is that a refusal of all. */
static status check_any(const comparison *c, message *why)
{
    for (int i = 0; i < c->run_count; i++) {
        if (c->outcomes[i].status == STATUS_OK) {
            return STATUS_OK;
        }
    }
    *why = c->outcomes[0].why;
    return c->outcomes[0].status;
}

static status run_request(const command *self, request *q, int count, char **arguments,
                          message *why)
{
    text line = {0};
    output *to = NULL;
    status s = session_command_line(self, count, arguments, &line, why);
    s = s == STATUS_OK ? read_request(q, why) : s;
    s = s == STATUS_OK && q->texts.output != NULL
            ? output_open(q->texts.output, q->texts.force, &to, why)
            : s;
    s = s == STATUS_OK ? run_all(q, why) : s;
    s = s == STATUS_OK ? check_any(&q->comparison, why) : s;
    if (s == STATUS_OK && to != NULL) {
        s = q->file.is_csv ? comparison_csv(&q->comparison, to, why)
                           : comparison_chart(&q->comparison, q->file.format, q->width, q->height,
                                              line.data, to, why);
        s = s == STATUS_OK ? output_commit(&to, why) : s;
    }
    output_discard(&to);
    text_clear(&line);
    if (s == STATUS_OK && q->texts.json) {
        s = print_json(comparison_json(&q->comparison), why);
    } else if (s == STATUS_OK) {
        comparison_print(&q->comparison);
    }
    return s;
}

static int run(const command *self, int count, char **arguments)
{
    static request q; /* large, and of the last call when there was one */
    memset(&q, 0, sizeof q);
    q.texts.size = "1280x720";
    lab_texts *t = &q.texts;
    bool helped = false;
    const option table[] = {
        {.name = "--formulations",
         .hint = "FORMULATION,...",
         .help = "default " LAB_FORMULATION " and index-1",
         .value = t->formulations,
         .times = &t->formulation_count,
         .most = LAB_MOST_TEXTS},
        {.name = "--methods",
         .hint = "METHOD,...",
         .help = "default " LAB_METHOD_ADAPTIVE,
         .value = q.methods_texts,
         .times = &q.methods_count,
         .most = LAB_MOST_TEXTS},
        {.name = "--tols",
         .hint = "T,...",
         .help = "of adaptive methods (default 1e-3, 1e-4, ..., 1e-8)",
         .value = &q.tols_text},
        {.name = "--hs",
         .hint = "H,...",
         .help = "of fixed steps (default t1/100, t1/200, ..., t1/3200)",
         .value = &q.hs_text},
        LAB_SYSTEM_OPTIONS(t),
        LAB_MOST_STEPS_OPTION(t, "1000000, with a fixed step 100000000"),
        {.name = "--strict", .help = "refuse inconsistent starting values", .flag = &t->strict},
        {.name = "-o",
         .hint = "FILE",
         .help = "a work-precision diagram: .png, .svg or .pdf; the table: .csv",
         .value = &t->output},
        {.name = "--size",
         .hint = "WxH",
         .help = "of the diagram (default 1280x720)",
         .value = &t->size,
         .idle = LAB_NO_PICTURE},
        LAB_JSON_OPTION(t),
        {.name = "--jobs",
         .hint = "N",
         .help = "threads (default: all processors); 1 for times without disturbance",
         .value = &t->jobs},
        LAB_FILE_OPTIONS(t),
    };
    message why;
    status s = lab_read_options(self, table, (int)(sizeof table / sizeof table[0]), t, count,
                                arguments, &helped, &why);
    if (s == STATUS_OK && !helped) {
        session_watch_signals();
        s = run_request(self, &q, count, arguments, &why);
    }
    for (int i = 0; i < LAB_MOST_NAMES; i++) {
        lab_method_clear(&q.methods[i]);
    }
    free(q.comparison.setups);
    free(q.comparison.outcomes);
    return s == STATUS_OK ? 0 : complain(self, s, &why);
}

const command lab_compare_command = {
    .name = "lab compare",
    .summary = "Runs formulations with methods and compares error, drift and work",
    .usage = "PROBLEM [--formulations F,...] [--methods M,...] [--tols T,...] [--hs H,...]",
    .details =
        "Every formulation is run with every method at every tolerance (methods that have an "
        "error\n"
        "estimate) or step (others; all of them when only --hs is given). Names are separated by\n"
        "commas or semicolons, and the options can be repeated; a comma before KEY=VALUE goes on\n"
        "with the options of the name before: projected-invariant:D=CT,k=2,index-2 are two names.\n"
        "A combination that does not exist is shown as refused, with the reason; a run that broke\n"
        "down is shown with how it ended and is not in the diagram. The diagram has the largest\n"
        "error of a position or velocity at the end against function evaluations and against\n"
        "processor time.\n\n"
        "examples:\n"
        "  spinscope lab compare pendulum --methods bdf,dopri5 \\\n"
        "        --formulations index-1,coordinate-projection -o wp.png\n"
        "  spinscope lab compare chain --methods radau-iia:2,bdf:2 \\\n"
        "        --formulations 'index-2;projected-invariant:D=CT,k=2' \\\n"
        "        --hs 0.04,0.02,0.01,0.005 --t1 1 -o wp.csv\n",
    .run = run,
};
