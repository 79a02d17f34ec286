#include <math.h>

#include "study/trials.h"

static void print_number(double x, text *out)
{
    if (isnan(x)) {
        text_add(out, " %10s", "-");
    } else {
        text_add(out, " %10.2e", x);
    }
}

static void print_run(const lab_setup *q, const outcome *o, text *out)
{
    bool adapts = q->tolerance > 0;
    text_add(out, "%-34s %-18s %-3s %-9.3g", q->formulation.name, q->method->name,
             adapts ? "tol" : "h", adapts ? q->tolerance : q->h);
    if (o->status != STATUS_OK) {
        text_add(out, " %-14s\n", "refused");
        return;
    }
    const lab_result *r = &o->result;
    text_add(out, " %-14s", lab_result_word(r));
    print_number(o->error_p, out);
    print_number(o->error_v, out);
    print_number(r->worst_drift[0], out);
    print_number(o->order == 2 ? r->worst_drift[1] : NAN, out);
    text_add(out, " %9ld %12ld %10.3g\n", r->steps, r->residuals, r->seconds);
}

static void print_notes(const trials *c, text *out)
{
    if (!c->truth.is_known) {
        text_add(out, "errors are not known: %s\n", c->truth.why.text);
    } else if (!c->truth.is_exact) {
        text_add(out, "errors are against a reference run, itself uncertain by %.1e\n",
                 c->truth.uncertainty);
    }
    for (int i = 0; i < c->combination_count; i++) {
        const outcome *o = &c->outcomes[c->combinations[i].first];
        if (o->status != STATUS_OK) {
            text_add(out, "refused: %s with %s: %s\n", c->combinations[i].formulation,
                     c->combinations[i].method, o->why.text);
        } else if (lab_result_note(&o->result) != NULL) {
            text_add(out, "%s with %s: %s\n", c->combinations[i].formulation,
                     c->combinations[i].method, lab_result_note(&o->result));
        }
    }
}

void trials_words(const trials *c, text *out)
{
    text_add(out, "%s, t = 0 to %g\n", c->base.entry->name, c->base.t1);
    text_add(out, "%-34s %-18s %-13s %-14s %10s %10s %10s %10s %9s %12s %10s\n", "formulation",
             "method", "tol or h", "ended", "error p", "error v", "drift g", "drift g'", "steps",
             "evaluations", "seconds");
    for (int i = 0; i < c->run_count; i++) {
        print_run(&c->setups[i], &c->outcomes[i], out);
    }
    print_notes(c, out);
}

static cJSON *json_of_run(const lab_setup *q, const outcome *o)
{
    const lab_result *r = &o->result;
    cJSON *row = cJSON_CreateObject();
    cJSON_AddStringToObject(row, "formulation", q->formulation.name);
    cJSON_AddStringToObject(row, "method", q->method->name);
    json_add_number(row, "tol", q->tolerance > 0 ? q->tolerance : NAN);
    json_add_number(row, "h", q->h > 0 ? q->h : NAN);
    if (o->status != STATUS_OK) {
        cJSON_AddStringToObject(row, "status", "refused");
        cJSON_AddStringToObject(row, "why", o->why.text);
        return row;
    }
    cJSON_AddStringToObject(row, "status", lab_result_word(r));
    if (lab_result_note(r) != NULL) {
        cJSON_AddStringToObject(row, "note", lab_result_note(r));
    }
    json_add_number(row, "error_p", o->error_p);
    json_add_number(row, "error_v", o->error_v);
    json_add_numbers(row, "drift", r->worst_drift, o->order);
    json_add_number(row, "energy", o->energy);
    cJSON_AddNumberToObject(row, "steps", (double)r->steps);
    cJSON_AddNumberToObject(row, "evaluations", (double)r->residuals);
    json_add_number(row, "seconds", r->seconds);
    return row;
}

cJSON *trials_json(const trials *c)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "problem", c->base.entry->name);
    cJSON_AddNumberToObject(o, "t1", c->base.t1);
    const char *kind = !c->truth.is_known ? "none" : c->truth.is_exact ? "exact" : "computed";
    cJSON_AddStringToObject(o, "reference", kind);
    json_add_number(o, "uncertainty", c->truth.is_known ? c->truth.uncertainty : NAN);
    cJSON *runs = cJSON_AddArrayToObject(o, "runs");
    for (int i = 0; i < c->run_count; i++) {
        cJSON_AddItemToArray(runs, json_of_run(&c->setups[i], &c->outcomes[i]));
    }
    return o;
}

status trials_csv(const trials *c, output *to, message *why)
{
    text t = {0};
    text_add(&t, "formulation,method,tol,h,status,error_p,error_v,drift0,drift1,energy,steps,"
                 "evaluations,seconds\n");
    for (int i = 0; i < c->run_count; i++) {
        const lab_setup *q = &c->setups[i];
        const outcome *o = &c->outcomes[i];
        const lab_result *r = &o->result;
        text_add(&t, "\"%s\",\"%s\"", q->formulation.name, q->method->name);
        csv_add_number(&t, q->tolerance > 0 ? q->tolerance : NAN);
        csv_add_number(&t, q->h > 0 ? q->h : NAN);
        if (o->status != STATUS_OK) {
            text_add(&t, ",refused,,,,,,,,\n");
            continue;
        }
        text_add(&t, ",%s", lab_result_word(r));
        csv_add_number(&t, o->error_p);
        csv_add_number(&t, o->error_v);
        csv_add_number(&t, r->worst_drift[0]);
        csv_add_number(&t, o->order == 2 ? r->worst_drift[1] : NAN);
        csv_add_number(&t, o->energy);
        text_add(&t, ",%ld,%ld", r->steps, r->residuals);
        csv_add_number(&t, r->seconds);
        text_add(&t, "\n");
    }
    return csv_write(&t, to, why);
}
