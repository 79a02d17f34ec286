#include "lab_report.h"

#include <math.h>
#include <stdio.h>

static const char *const quantity[] = {"p", "v", "y"};
static const char *const level[] = {"g", "g'"};

void report_steps(const lab_setup *q, double h, char *out, size_t size)
{
    if (!(q->tolerance > 0)) {
        snprintf(out, size, "h = %.6g", h > 0 ? h : q->h);
    } else if (q->h > 0) {
        snprintf(out, size, "tolerance %.6g, steps up to %.6g", q->tolerance, q->h);
    } else {
        snprintf(out, size, "tolerance %.6g", q->tolerance);
    }
}

void report_name(const lab_setup *q, char *out, size_t size)
{
    int used = snprintf(out, size, "%s", q->entry->name);
    int given = 0;
    for (int i = 0; i < q->entry->parameter_count; i++) {
        if (q->is_given[i] && used > 0 && (size_t)used < size) {
            used +=
                snprintf(out + used, size - (size_t)used, "%s%s = %.6g", given++ == 0 ? " (" : ", ",
                         q->entry->parameters[i].name, q->values[i]);
        }
    }
    if (given > 0 && used > 0 && (size_t)used < size) {
        snprintf(out + used, size - (size_t)used, ")");
    }
}

/* Are there such errors: of v for systems of order 1, say? */
static bool has_quantity(const record *r, int k)
{
    return k != 1 || r->of->system->order == 2;
}

static void print_setup(const record *r)
{
    const lab_setup *q = r->of->setup;
    char words[200];
    printf("%s: %s\n", q->entry->name, q->entry->title);
    printf("  parameters   ");
    for (int i = 0; i < q->entry->parameter_count; i++) {
        printf("%s%s = %.9g", i > 0 ? ", " : "", q->entry->parameters[i].name, q->values[i]);
    }
    printf("\n  formulation  %s\n", q->formulation.name);
    report_steps(q, r->result.h, words, sizeof words);
    printf("  method       %s, %s\n", q->method->name, words);
    if (lab_result_note(&r->result) != NULL) {
        printf("  note         %s\n", lab_result_note(&r->result));
    }
    lab_result_words(&r->result, words, sizeof words);
    printf("  ended        %s\n", words);
}

static void print_reference(const record *r)
{
    bool is_exact = r->of->system->exact != NULL;
    if (r->compared > 0 && is_exact) {
        printf("  error        against the exact solution\n");
    } else if (r->compared > 0) {
        printf("  error        against a reference run, itself uncertain by %.1e, at %ld of %ld "
               "points\n",
               r->uncertainty, r->compared, r->seen);
    }
    if (r->unknown.text[0] != '\0') {
        printf("  error        not known%s: %s\n", r->compared > 0 ? " at the end" : "",
               r->unknown.text);
    }
}

static void print_number(double x, const char *otherwise)
{
    if (isnan(x)) {
        printf(" %12s", otherwise);
    } else {
        printf(" %12.3e", x);
    }
}

static void print_pair(const char *what, const char *of, double end, double largest)
{
    char name[32];
    snprintf(name, sizeof name, "%s%s", what, of);
    printf("  %-22s", name);
    print_number(end, "not known");
    print_number(largest, "no number");
    printf("\n");
}

static void print_numbers(const record *r)
{
    const constrained *c = r->of->system;
    printf("\n  %-22s %12s %12s\n", "", "at the end", "largest");
    for (int k = 0; k < 3 && r->compared > 0; k++) {
        if (has_quantity(r, k)) {
            print_pair("error of ", quantity[k], r->errors.end[k], r->errors.largest[k]);
        }
    }
    for (int l = 0; l < c->order; l++) {
        print_pair("drift: |", l == 0 ? "g|" : "g'|", r->result.drift[l], r->result.worst_drift[l]);
    }
    if (c->energy != NULL) {
        print_pair("drift of the energy", "", r->energy_end, r->energy_largest);
    }
    if (r->result.mu > 0) {
        printf("  %-22s %12.3e\n", "mu", r->result.mu);
    }
}

static void print_work(const record *r)
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
    printf("\n");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].always || rows[i].count > 0) {
            printf("  %-22s %12ld\n", rows[i].name, rows[i].count);
        }
    }
    printf("  %-22s %10.3g s\n", "processor time", x->seconds);
}

void report_print(const record *r)
{
    print_setup(r);
    print_reference(r);
    print_numbers(r);
    print_work(r);
}

static void add_pair(cJSON *to, const char *name, double end, double largest)
{
    cJSON *pair = cJSON_AddObjectToObject(to, name);
    cJSON_AddItemToObject(pair, "end", json_number(end));
    cJSON_AddItemToObject(pair, "largest", json_number(largest));
}

static void add_numbers(cJSON *to, const char *name, const double *numbers, int count)
{
    cJSON *array = cJSON_AddArrayToObject(to, name);
    for (int i = 0; i < count; i++) {
        cJSON_AddItemToArray(array, json_number(numbers[i]));
    }
}

static void add_setup(cJSON *o, const record *r)
{
    const lab_setup *q = r->of->setup;
    char words[200];
    cJSON_AddStringToObject(o, "problem", q->entry->name);
    cJSON *parameters = cJSON_AddObjectToObject(o, "parameters");
    for (int i = 0; i < q->entry->parameter_count; i++) {
        cJSON_AddItemToObject(parameters, q->entry->parameters[i].name, json_number(q->values[i]));
    }
    cJSON_AddStringToObject(o, "formulation", q->formulation.name);
    cJSON_AddStringToObject(o, "method", q->method->name);
    if (lab_result_note(&r->result) != NULL) {
        cJSON_AddStringToObject(o, "note", lab_result_note(&r->result));
    }
    double h = q->tolerance > 0 ? q->h : r->result.h;
    cJSON_AddItemToObject(o, "h", json_number(h > 0 ? h : NAN));
    cJSON_AddItemToObject(o, "tol", json_number(q->tolerance > 0 ? q->tolerance : NAN));
    cJSON_AddNumberToObject(o, "t1", q->t1);
    cJSON_AddStringToObject(o, "status", ending_word(&r->result));
    lab_result_words(&r->result, words, sizeof words);
    cJSON_AddStringToObject(o, "ended", words);
    cJSON_AddItemToObject(o, "t", json_number(r->result.t));
    cJSON *start = cJSON_AddObjectToObject(o, "start");
    cJSON_AddBoolToObject(start, "consistent", !r->of->repair.repaired);
    cJSON_AddBoolToObject(start, "kept", r->of->is_off);
    add_numbers(start, "violation", r->of->repair.violation, r->of->system->order);
    add_numbers(start, "moved", r->of->repair.moved, r->of->system->order);
}

static void add_errors(cJSON *o, const record *r)
{
    const constrained *c = r->of->system;
    const char *kind = r->compared == 0 ? "none" : c->exact != NULL ? "exact" : "computed";
    cJSON_AddStringToObject(o, "reference", kind);
    cJSON_AddItemToObject(o, "uncertainty", json_number(r->compared > 0 ? r->uncertainty : NAN));
    if (r->unknown.text[0] != '\0') {
        cJSON_AddStringToObject(o, "unknown", r->unknown.text);
    }
    cJSON *errors = cJSON_AddObjectToObject(o, "error");
    for (int k = 0; k < 3; k++) {
        if (has_quantity(r, k)) {
            double largest = r->compared > 0 ? r->errors.largest[k] : NAN;
            add_pair(errors, quantity[k], r->errors.end[k], largest);
            int count = isnan(r->errors.end[k]) ? 0 : k == 2 ? c->constraints : c->positions;
            add_numbers(cJSON_GetObjectItem(errors, quantity[k]), "parts", r->errors.parts[k],
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
    cJSON_AddItemToObject(o, "seconds", json_number(x->seconds));
}

cJSON *report_json(const record *r)
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
    cJSON_AddItemToObject(o, "mu", json_number(x->mu));
    add_numbers(o, "p", x->p, c->positions);
    add_numbers(o, "v", x->v, c->order == 2 ? c->positions : 0);
    add_numbers(o, "y", x->y, c->constraints);
    add_work(o, x);
    return o;
}
