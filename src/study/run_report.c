#include <math.h>
#include <stdio.h>

#include "study/run.h"

static const char *const quantity[] = {"p", "v", "y"};
static const char *const level[] = {"g", "g'"};

/* Are there such errors: of v for systems of order 1, say? */
static bool has_quantity(const record *r, int k)
{
    return k != 1 || r->of->system->order == 2;
}

static void print_setup(const record *r, text *out)
{
    const lab_setup *q = r->of->setup;
    char words[200];
    text_add(out, "%s: %s\n", q->entry->name, q->entry->title);
    text_add(out, "  parameters   ");
    for (int i = 0; i < q->entry->parameter_count; i++) {
        text_add(out, "%s%s = %.9g", i > 0 ? ", " : "", q->entry->parameters[i].name, q->values[i]);
    }
    text_add(out, "\n  formulation  %s\n", q->formulation.name);
    lab_setup_steps(q, r->result.h, words, sizeof words);
    text_add(out, "  method       %s, %s\n", q->method->name, words);
    if (lab_result_note(&r->result) != NULL) {
        text_add(out, "  note         %s\n", lab_result_note(&r->result));
    }
    lab_result_words(&r->result, words, sizeof words);
    text_add(out, "  ended        %s\n", words);
}

static void print_reference(const record *r, text *out)
{
    bool is_exact = r->of->system->exact != NULL;
    if (r->compared > 0 && is_exact) {
        text_add(out, "  error        against the exact solution\n");
    } else if (r->compared > 0) {
        text_add(out,
                 "  error        against a reference run, itself uncertain by %.1e, at %ld of %ld "
                 "points\n",
                 r->uncertainty, r->compared, r->seen);
    }
    if (r->unknown.text[0] != '\0') {
        text_add(out, "  error        not known%s: %s\n", r->compared > 0 ? " at the end" : "",
                 r->unknown.text);
    }
}

static void print_number(text *out, double x, const char *otherwise)
{
    if (isnan(x)) {
        text_add(out, " %12s", otherwise);
    } else {
        text_add(out, " %12.3e", x);
    }
}

static void print_pair(text *out, const char *what, const char *of, double end, double largest)
{
    char name[32];
    snprintf(name, sizeof name, "%s%s", what, of);
    text_add(out, "  %-22s", name);
    print_number(out, end, "not known");
    print_number(out, largest, "no number");
    text_add(out, "\n");
}

static void print_numbers(const record *r, text *out)
{
    const constrained *c = r->of->system;
    text_add(out, "\n  %-22s %12s %12s\n", "", "at the end", "largest");
    for (int k = 0; k < 3 && r->compared > 0; k++) {
        if (has_quantity(r, k)) {
            print_pair(out, "error of ", quantity[k], r->errors.end[k], r->errors.largest[k]);
        }
    }
    for (int l = 0; l < c->order; l++) {
        print_pair(out, "drift: |", l == 0 ? "g|" : "g'|", r->result.drift[l],
                   r->result.worst_drift[l]);
    }
    if (c->energy != NULL) {
        print_pair(out, "drift of the energy", "", r->energy_end, r->energy_largest);
    }
    if (r->result.mu > 0) {
        text_add(out, "  %-22s %12.3e\n", "mu", r->result.mu);
    }
}

static void print_work(const record *r, text *out)
{
    const lab_result *x = &r->result;
    const struct {
        const char *name;
        long count;
        bool always;
    } rows[] = {{"steps", x->steps, true},
                {"rejected", x->rejected, r->of->setup->tolerance > 0},
                {"Newton iterations", x->iterations, true},
                {"function evaluations", x->residuals, true},
                {"Jacobians", x->jacobians, true},
                {"factorisations", x->factorisations, true},
                {"reparametrisations", x->switches, false}};
    text_add(out, "\n");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].always || rows[i].count > 0) {
            text_add(out, "  %-22s %12ld\n", rows[i].name, rows[i].count);
        }
    }
    text_add(out, "  %-22s %10.3g s\n", "processor time", x->seconds);
}

void run_words(const record *r, text *out)
{
    print_setup(r, out);
    print_reference(r, out);
    print_numbers(r, out);
    print_work(r, out);
}

static void add_pair(cJSON *to, const char *name, double end, double largest)
{
    cJSON *pair = cJSON_AddObjectToObject(to, name);
    json_add_number(pair, "end", end);
    json_add_number(pair, "largest", largest);
}

static void add_setup(cJSON *o, const record *r)
{
    const lab_setup *q = r->of->setup;
    char words[200];
    cJSON_AddStringToObject(o, "problem", q->entry->name);
    cJSON *parameters = cJSON_AddObjectToObject(o, "parameters");
    for (int i = 0; i < q->entry->parameter_count; i++) {
        json_add_number(parameters, q->entry->parameters[i].name, q->values[i]);
    }
    cJSON_AddStringToObject(o, "formulation", q->formulation.name);
    cJSON_AddStringToObject(o, "method", q->method->name);
    if (lab_result_note(&r->result) != NULL) {
        cJSON_AddStringToObject(o, "note", lab_result_note(&r->result));
    }
    double h = q->tolerance > 0 ? q->h : r->result.h;
    json_add_number(o, "h", h > 0 ? h : NAN);
    json_add_number(o, "tol", q->tolerance > 0 ? q->tolerance : NAN);
    cJSON_AddNumberToObject(o, "t1", q->t1);
    cJSON_AddStringToObject(o, "status", lab_result_word(&r->result));
    lab_result_words(&r->result, words, sizeof words);
    cJSON_AddStringToObject(o, "ended", words);
    json_add_number(o, "t", r->result.t);
    cJSON *start = cJSON_AddObjectToObject(o, "start");
    cJSON_AddBoolToObject(start, "consistent", !r->of->repair.repaired);
    cJSON_AddBoolToObject(start, "kept", r->of->is_off);
    json_add_numbers(start, "violation", r->of->repair.violation, r->of->system->order);
    json_add_numbers(start, "moved", r->of->repair.moved, r->of->system->order);
}

static void add_errors(cJSON *o, const record *r)
{
    const constrained *c = r->of->system;
    const char *kind = r->compared == 0 ? "none" : c->exact != NULL ? "exact" : "computed";
    cJSON_AddStringToObject(o, "reference", kind);
    json_add_number(o, "uncertainty", r->compared > 0 ? r->uncertainty : NAN);
    if (r->unknown.text[0] != '\0') {
        cJSON_AddStringToObject(o, "unknown", r->unknown.text);
    }
    cJSON *errors = cJSON_AddObjectToObject(o, "error");
    for (int k = 0; k < 3; k++) {
        if (has_quantity(r, k)) {
            double largest = r->compared > 0 ? r->errors.largest[k] : NAN;
            add_pair(errors, quantity[k], r->errors.end[k], largest);
            int count = isnan(r->errors.end[k]) ? 0 : k == 2 ? c->constraints : c->positions;
            json_add_numbers(cJSON_GetObjectItem(errors, quantity[k]), "parts", r->errors.parts[k],
                             count);
        }
    }
}

static void add_work(cJSON *o, const lab_result *x)
{
    const struct {
        const char *name;
        long count;
    } rows[] = {{"steps", x->steps},
                {"rejected", x->rejected},
                {"newton_iterations", x->iterations},
                {"evaluations", x->residuals},
                {"jacobians", x->jacobians},
                {"factorisations", x->factorisations},
                {"reparametrisations", x->switches}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cJSON_AddNumberToObject(o, rows[i].name, (double)rows[i].count);
    }
    json_add_number(o, "seconds", x->seconds);
}

cJSON *run_json(const record *r)
{
    const constrained *c = r->of->system;
    const lab_result *x = &r->result;
    cJSON *o = cJSON_CreateObject();
    add_setup(o, r);
    add_errors(o, r);
    cJSON *drift = cJSON_AddObjectToObject(o, "drift");
    for (int l = 0; l < c->order; l++) {
        add_pair(drift, level[l], x->drift[l], x->worst_drift[l]);
    }
    if (c->energy != NULL) {
        add_pair(o, "energy", r->energy_end, r->energy_largest);
    } else {
        cJSON_AddNullToObject(o, "energy");
    }
    json_add_number(o, "mu", x->mu);
    json_add_numbers(o, "p", x->p, c->positions);
    json_add_numbers(o, "v", x->v, c->order == 2 ? c->positions : 0);
    json_add_numbers(o, "y", x->y, c->constraints);
    add_work(o, x);
    return o;
}

static void add_names(const constrained *c, text *out)
{
    text_add(out, "t,h");
    for (int i = 0; i < c->positions; i++) {
        text_add(out, ",p%d", i + 1);
    }
    for (int i = 0; i < c->positions && c->order == 2; i++) {
        text_add(out, ",v%d", i + 1);
    }
    for (int i = 0; i < c->constraints; i++) {
        text_add(out, ",y%d", i + 1);
    }
    text_add(out, ",drift0,drift1,energy,error_p,error_v\n");
}

/* Nothing after the comma where there is no such number. */
static void add_one(text *out, bool exists, double x)
{
    text_add(out, ",");
    if (exists) {
        text_add(out, "%.17g", x);
    }
}

void run_csv_row(run_csv *csv, const record *r, const double *row, const lab_point *at)
{
    const constrained *c = r->of->system;
    text line = {0};
    if (csv->to == NULL || csv->status != STATUS_OK) {
        return;
    }
    if (r->seen == 0) {
        add_names(c, &line);
    }
    text_add(&line, "%.17g,%.17g", row[ROW_T], row[ROW_H]);
    for (int i = ROW_STATE; i < r->width; i++) {
        text_add(&line, ",%.17g", row[i]);
    }
    text_add(&line, ",%.17g", row[ROW_DRIFT_0]);
    add_one(&line, c->order == 2, row[ROW_DRIFT_1]);
    add_one(&line, c->energy != NULL, at->energy);
    csv_add_number(&line, row[ROW_ERROR_P]);
    csv_add_number(&line, row[ROW_ERROR_V]);
    text_add(&line, "\n");
    csv->status = csv_write(&line, csv->to, &csv->why);
}

status run_csv_end(const run_csv *c, message *why)
{
    if (c->status != STATUS_OK) {
        *why = c->why;
    }
    return c->status;
}
