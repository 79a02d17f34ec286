#include "lab.h"
#include "lab_options.h"
#include "study/trials.h"

typedef struct request {
    lab_job job;
    const char *methods_texts[LAB_MOST_TEXTS], *tols_text, *hs_text;
    int methods_count;
    trials trials;
} request;

/* Positive numbers; none where the option is not given. */
static status read_steps(const char *option_name, const char *given, double *out, int *count,
                         message *why)
{
    number_list read;
    if (given == NULL) {
        return STATUS_OK;
    }
    TRY(property_read_numbers(option_name, given, ',', TRIALS_MOST_STEPS, &read, why));
    for (int i = 0; i < read.count; i++) {
        out[i] = read.at[i];
        if (!(out[i] > 0)) {
            return refuse(why, "%s %g: positive numbers are accepted", option_name, out[i]);
        }
    }
    *count = read.count;
    return STATUS_OK;
}

/* A list that no method takes is refused. */
static status check_step_lists(const trials *t, message *why)
{
    int adaptive = 0;
    for (int i = 0; i < t->method_count; i++) {
        adaptive += t->methods[i].adapts;
    }
    if (t->tol_count > 0 && adaptive == 0) {
        return refuse(why, "--tols: has no effect on these methods, which take fixed steps");
    }
    return t->h_count > 0 && adaptive == t->method_count
               ? refuse(why, "--hs: has no effect on these methods, which choose their steps by "
                             "--tols")
               : STATUS_OK;
}

static status read_tried(request *q, message *why)
{
    const lab_texts *t = &q->job.texts;
    name_list names, methods;
    catalogue *all = NULL;
    TRY(read_names("--formulations", t->formulations, t->formulation_count,
                   FORMULATION_USUAL ";index-1", &names, why));
    TRY(read_names("--methods", q->methods_texts, q->methods_count, LAB_METHOD_ADAPTIVE, &methods,
                   why));
    q->trials.formulation_count = names.count;
    TRY(lab_read_formulations(&names, q->trials.formulations, why));
    status s;
    TRY_OR_END(catalogue_create(assets_folder(), &all, why));
    for (int i = 0; i < methods.count; i++) {
        TRY_OR_END(trials_add_method(&q->trials, all, methods.names[i], why));
    }
    s = check_step_lists(&q->trials, why);
end:
    catalogue_destroy(all);
    return s;
}

static status answer(void *request_of, message *why)
{
    request *q = request_of;
    trials *t = &q->trials;
    chart_sheet *sheet = NULL;
    text words = {0};
    const study_work work = lab_work(&q->job);
    status s;
    TRY_OR_END(lab_read_system(&q->job.texts, &t->base, why));
    TRY_OR_END(read_steps("--tols", q->tols_text, t->tols, &t->tol_count, why));
    TRY_OR_END(read_steps("--hs", q->hs_text, t->hs, &t->h_count, why));
    TRY_OR_END(lab_read_output(&q->job, why));
    TRY_OR_END(read_tried(q, why));
    TRY_OR_END(lab_open_output(&q->job, why));
    TRY_OR_END(trials_run(t, &work, why));
    if (q->job.to != NULL) {
        TRY_OR_END(q->job.is_csv ? trials_csv(t, q->job.to, why) : trials_chart(t, &sheet, why));
        TRY_OR_END(lab_close_output(&q->job, sheet, why));
    }
    if (q->job.texts.json) {
        TRY_OR_END(print_json(trials_json(t), why));
    } else {
        trials_words(t, &words);
        TRY_OR_END(print_whole(&words, why));
    }
end:
    chart_sheet_destroy(sheet);
    trials_clear(t);
    return s;
}

static int run(const command *self, int count, char **arguments)
{
    request q = {0};
    lab_texts *t = &q.job.texts;
    const option table[] = {
        LAB_OPTIONS("--formulations", "FORMULATION,...",
                    "default " FORMULATION_USUAL " and index-1", t->formulations,
                    &t->formulation_count),
        LAB_OPTIONS("--methods", "METHOD,...", "default " LAB_METHOD_ADAPTIVE, q.methods_texts,
                    &q.methods_count),
        LAB_OPTION("--tols", "T,...", "of adaptive methods (default 1e-3, 1e-4, ..., 1e-8)",
                   &q.tols_text),
        LAB_OPTION("--hs", "H,...", "of fixed steps (default t1/100, t1/200, ..., t1/3200)",
                   &q.hs_text),
        LAB_T1_OPTION(t),
        LAB_PARAM_OPTION(t),
        LAB_MOST_STEPS_OPTION(t, "1000000, with a fixed step 100000000"),
        LAB_FLAG("--strict", "refuse inconsistent starting values", &t->strict),
        LAB_OPTION("-o", "FILE", "a work-precision diagram: .png, .svg or .pdf; the table: .csv",
                   &t->output),
        LAB_SIZE_OPTION(t, "diagram"),
        LAB_JSON_OPTION(t),
        LAB_OPTION("--jobs", "N",
                   "threads (default: all processors); 1 for times without disturbance", &t->jobs),
        LAB_FORCE_OPTION(t),
        LAB_QUIET_OPTION(t),
    };
    return lab_do(self, table, (int)(sizeof table / sizeof table[0]), &q.job, answer, &q, count,
                  arguments);
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
