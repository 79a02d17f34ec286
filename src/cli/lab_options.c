#include "lab_options.h"

#include <stdio.h>
#include <string.h>

#include "values.h"

/* What is written: numbers, or a figure. */
static status read_file(lab_job *job, message *why)
{
    TRY(file_format_read("-o", job->texts.output, FORMATS_FIGURES | 1 << FORMAT_CSV, &job->format,
                         why));
    job->is_csv = job->format == FORMAT_CSV;
    return STATUS_OK;
}

status lab_read_options(const command *self, const option *table, int rows, lab_job *job, int count,
                        char **arguments, bool *helped, message *why)
{
    static const char *const modes[] = {"without a file to write", "without a picture to draw",
                                        "without --animate"};
    const lab_texts *t = &job->texts;
    unsigned long long given = 0;
    const options o = {.table = table,
                       .count = rows,
                       .modes = modes,
                       .given = &given,
                       .operands_least = 1,
                       .operands_most = 1,
                       .operands = &job->texts.problem,
                       .operand = "SYSTEM"};
    TRY(options_read(&o, self, count, arguments, helped, why));
    if (*helped) {
        return STATUS_OK;
    }
    if (t->output != NULL) {
        TRY(read_file(job, why));
    }
    bool has_film = t->film != NULL, has_chart = t->output != NULL && !job->is_csv;
    return options_refuse_idle(&o,
                               (t->output == NULL && !has_film ? LAB_NO_FILE : 0) |
                                   (!has_chart && !has_film ? LAB_NO_PICTURE : 0) |
                                   (has_film ? 0 : LAB_NO_FILM),
                               why);
}

int lab_do(const command *self, const option *table, int rows, lab_job *job,
           status (*answer)(void *request, message *why), void *request, int count,
           char **arguments)
{
    message why;
    bool helped = false;
    status s;
    TRY_OR_END(lab_read_options(self, table, rows, job, count, arguments, &helped, &why));
    if (!helped) {
        job->self = self;
        session_watch_signals();
        TRY_OR_END(session_command_line(self, count, arguments, &job->line, &why));
        TRY_OR_END(answer(request, &why));
    }
end:
    output_discard(&job->to);
    text_clear(&job->line);
    return finish(self, s, &why);
}

static status find_system(const char *name, const system_entry **out, message *why)
{
    const char *names[32];
    char words[160];
    int count = 0;
    *out = systems_find(name);
    if (*out != NULL) {
        return STATUS_OK;
    }
    for (int i = 0; i < systems_count() && count < 32; i++) {
        names[count++] = systems_at(i)->name;
    }
    bool is_other = problems_find(name) != NULL;
    snprintf(words, sizeof words, "problem '%.60s' is %s", name,
             is_other ? "one of 'render --measured', not of the laboratory" : "unknown");
    return options_refuse_name(words, is_other ? "" : name, names, count, why);
}

static status unknown_parameter(const system_entry *e, const char *name, message *why)
{
    const char *names[PROBLEMS_MAX_PARAMETERS];
    for (int i = 0; i < e->parameter_count; i++) {
        names[i] = e->parameters[i].name;
    }
    const char *near = options_nearest(name, names, e->parameter_count);
    char accepted[300];
    options_list(names, e->parameter_count, accepted, sizeof accepted);
    bool is_near = near != NULL && strlen(name) > 1;
    return refuse(why, "--param %.60s: %s has no such parameter; accepted: %s%s%s%s", name, e->name,
                  accepted, is_near ? "; did you mean " : "", is_near ? near : "",
                  is_near ? "?" : "");
}

/* NAME=VALUE,NAME=VALUE,... */
static status read_parameters(const char *given, lab_setup *out, message *why)
{
    char copy[400];
    if (strlen(given) >= sizeof copy) {
        return refuse(why, "--param %.60s...: too long", given);
    }
    strcpy(copy, given);
    for (char *at = copy, *next; at != NULL; at = next) {
        next = strchr(at, ',');
        if (next != NULL) {
            *next++ = '\0';
        }
        char *value = strchr(at, '=');
        if (value == NULL || value == at || value[1] == '\0') {
            return refuse(why, "--param %.80s: NAME=VALUE is accepted", given);
        }
        *value++ = '\0';
        int index = system_entry_parameter(out->entry, at);
        if (index < 0) {
            return unknown_parameter(out->entry, at, why);
        }
        char option_name[64];
        snprintf(option_name, sizeof option_name, "--param %.40s =", at);
        wide number;
        TRY(read_real(option_name, value, &number, why));
        out->values[index] = number.high;
        out->is_given[index] = true;
    }
    return STATUS_OK;
}

status lab_read_system(const lab_texts *texts, lab_setup *out, message *why)
{
    const system_entry *entry = NULL;
    TRY(find_system(texts->problem, &entry, why));
    lab_setup_begin(entry, out);
    for (int i = 0; i < texts->parameter_count; i++) {
        TRY(read_parameters(texts->parameters[i], out, why));
    }
    TRY(lab_setup_check(out, why));
    if (texts->t1 != NULL) {
        TRY(read_positive("--t1", texts->t1, &out->t1, why));
    }
    if (texts->most_steps != NULL) {
        int most = 0;
        TRY(read_integer("--most-steps", texts->most_steps, 1, 1000000000, &most, why));
        out->most_steps = most;
    }
    if (texts->h != NULL) {
        TRY(read_positive("--h", texts->h, &out->h, why));
    }
    if (texts->tol != NULL) {
        TRY(read_positive("--tol", texts->tol, &out->tolerance, why));
    }
    out->start = texts->strict ? START_REFUSED : texts->keep_start ? START_KEPT : START_MOVED;
    out->start_name = texts->strict ? "--strict" : "--keep-start";
    return texts->strict && texts->keep_start
               ? refuse(why, "--strict and --keep-start: one of them is accepted")
               : STATUS_OK;
}

static status read_formulation(const char *name, formulation_choice *out, message *why)
{
    char family[FORMULATION_NAME_SIZE], words[100];
    const char *names[64];
    int count = 0;
    status s = formulation_read(name, out, why);
    if (s == STATUS_OK || out->family >= 0) {
        return s;
    }
    for (; count < formulations_count() && count < 64; count++) {
        names[count] = formulations_at(count)->name;
    }
    snprintf(family, sizeof family, "%.*s", (int)strcspn(name, ":"), name);
    snprintf(words, sizeof words, "formulation %.60s: unknown", name);
    return options_refuse_name(words, family, names, count, why);
}

status lab_read_formulations(const name_list *names, formulation_choice *out, message *why)
{
    for (int i = 0; i < names->count; i++) {
        TRY(read_formulation(names->names[i], &out[i], why));
    }
    return STATUS_OK;
}

status lab_choose_method(const char *name, lab_setup *setup, lab_method *opened, message *why)
{
    catalogue *all = NULL;
    TRY(catalogue_create(assets_folder(), &all, why));
    status s = lab_setup_method(setup, all, name, opened, why);
    catalogue_destroy(all);
    return s;
}

status lab_read_output(lab_job *job, message *why)
{
    const lab_texts *t = &job->texts;
    TRY(read_size(t->size != NULL ? t->size : "1280x720", &job->width, &job->height, why));
    return t->jobs != NULL ? read_integer("--jobs", t->jobs, 1, 256, &job->jobs, why) : STATUS_OK;
}

status lab_open_output(lab_job *job, message *why)
{
    const lab_texts *t = &job->texts;
    return t->output != NULL ? output_open(t->output, t->force, &job->to, why) : STATUS_OK;
}

status lab_close_output(lab_job *job, chart_sheet *sheet, message *why)
{
    if (sheet != NULL) {
        sheet->chart.width = job->width;
        sheet->chart.height = job->height;
        TRY(chart_write(&sheet->chart, job->format, job->line.data, job->to, why));
    }
    return job->to != NULL ? output_commit(&job->to, why) : STATUS_OK;
}

static void share(void *context, const char *name, int count, work_piece piece, void *of)
{
    const lab_job *job = context;
    share_with_progress(count, job->jobs, piece, of, name, job->texts.quiet);
}

study_work lab_work(lab_job *job)
{
    return (study_work){.share = share, .context = job};
}
