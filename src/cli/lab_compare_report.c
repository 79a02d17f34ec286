#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "lab_compare.h"

static void print_number(double x)
{
    if (isnan(x)) {
        printf(" %10s", "-");
    } else {
        printf(" %10.2e", x);
    }
}

static void print_run(const lab_setup *q, const outcome *o)
{
    bool adapts = q->tolerance > 0;
    printf("%-34s %-18s %-3s %-9.3g", q->formulation.name, q->method->name, adapts ? "tol" : "h",
           adapts ? q->tolerance : q->h);
    if (o->status != STATUS_OK) {
        printf(" %-14s\n", "refused");
        return;
    }
    const lab_result *r = &o->result;
    printf(" %-14s", ending_word(r));
    print_number(o->error_p);
    print_number(o->error_v);
    print_number(r->worst_drift[0]);
    print_number(o->order == 2 ? r->worst_drift[1] : NAN);
    printf(" %9ld %12ld %10.3g\n", r->steps, r->residuals, r->seconds);
}

static void print_notes(const comparison *c)
{
    if (!c->truth.is_known) {
        printf("errors are not known: %s\n", c->truth.why.text);
    } else if (!c->truth.is_exact) {
        printf("errors are against a reference run, itself uncertain by %.1e\n",
               c->truth.uncertainty);
    }
    for (int i = 0; i < c->combination_count; i++) {
        const outcome *o = &c->outcomes[c->combinations[i].first];
        if (o->status != STATUS_OK) {
            printf("refused: %s with %s: %s\n", c->combinations[i].formulation,
                   c->combinations[i].method, o->why.text);
        } else if (lab_result_note(&o->result) != NULL) {
            printf("%s with %s: %s\n", c->combinations[i].formulation, c->combinations[i].method,
                   lab_result_note(&o->result));
        }
    }
}

void comparison_print(const comparison *c)
{
    printf("%s, t = 0 to %g\n", c->base.entry->name, c->base.t1);
    printf("%-34s %-18s %-13s %-14s %10s %10s %10s %10s %9s %12s %10s\n", "formulation", "method",
           "tol or h", "ended", "error p", "error v", "drift g", "drift g'", "steps", "evaluations",
           "seconds");
    for (int i = 0; i < c->run_count; i++) {
        print_run(&c->setups[i], &c->outcomes[i]);
    }
    print_notes(c);
}

static cJSON *json_of_run(const lab_setup *q, const outcome *o)
{
    const lab_result *r = &o->result;
    cJSON *row = cJSON_CreateObject();
    cJSON_AddStringToObject(row, "formulation", q->formulation.name);
    cJSON_AddStringToObject(row, "method", q->method->name);
    cJSON_AddItemToObject(row, "tol", json_number(q->tolerance > 0 ? q->tolerance : NAN));
    cJSON_AddItemToObject(row, "h", json_number(q->h > 0 ? q->h : NAN));
    if (o->status != STATUS_OK) {
        cJSON_AddStringToObject(row, "status", "refused");
        cJSON_AddStringToObject(row, "why", o->why.text);
        return row;
    }
    cJSON_AddStringToObject(row, "status", ending_word(r));
    if (lab_result_note(r) != NULL) {
        cJSON_AddStringToObject(row, "note", lab_result_note(r));
    }
    cJSON_AddItemToObject(row, "error_p", json_number(o->error_p));
    cJSON_AddItemToObject(row, "error_v", json_number(o->error_v));
    cJSON *drift = cJSON_AddArrayToObject(row, "drift");
    cJSON_AddItemToArray(drift, json_number(r->worst_drift[0]));
    if (o->order == 2) {
        cJSON_AddItemToArray(drift, json_number(r->worst_drift[1]));
    }
    cJSON_AddItemToObject(row, "energy", json_number(o->energy));
    cJSON_AddNumberToObject(row, "steps", (double)r->steps);
    cJSON_AddNumberToObject(row, "evaluations", (double)r->residuals);
    cJSON_AddItemToObject(row, "seconds", json_number(r->seconds));
    return row;
}

cJSON *comparison_json(const comparison *c)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "problem", c->base.entry->name);
    cJSON_AddNumberToObject(o, "t1", c->base.t1);
    const char *kind = !c->truth.is_known ? "none" : c->truth.is_exact ? "exact" : "computed";
    cJSON_AddStringToObject(o, "reference", kind);
    cJSON_AddItemToObject(o, "uncertainty",
                          json_number(c->truth.is_known ? c->truth.uncertainty : NAN));
    cJSON *runs = cJSON_AddArrayToObject(o, "runs");
    for (int i = 0; i < c->run_count; i++) {
        cJSON_AddItemToArray(runs, json_of_run(&c->setups[i], &c->outcomes[i]));
    }
    return o;
}

/* An empty field is a number that is not known. */
static void add_field(text *t, double x)
{
    text_add(t, ",");
    if (!isnan(x)) {
        text_add(t, "%.17g", x);
    }
}

status comparison_csv(const comparison *c, output *to, message *why)
{
    text t = {0};
    text_add(&t, "formulation,method,tol,h,status,error_p,error_v,drift0,drift1,energy,steps,"
                 "evaluations,seconds\n");
    for (int i = 0; i < c->run_count; i++) {
        const lab_setup *q = &c->setups[i];
        const outcome *o = &c->outcomes[i];
        const lab_result *r = &o->result;
        text_add(&t, "\"%s\",\"%s\"", q->formulation.name, q->method->name);
        add_field(&t, q->tolerance > 0 ? q->tolerance : NAN);
        add_field(&t, q->h > 0 ? q->h : NAN);
        if (o->status != STATUS_OK) {
            text_add(&t, ",refused,,,,,,,,\n");
            continue;
        }
        text_add(&t, ",%s", ending_word(r));
        add_field(&t, o->error_p);
        add_field(&t, o->error_v);
        add_field(&t, r->worst_drift[0]);
        add_field(&t, o->order == 2 ? r->worst_drift[1] : NAN);
        add_field(&t, o->energy);
        text_add(&t, ",%ld,%ld", r->steps, r->residuals);
        add_field(&t, r->seconds);
        text_add(&t, "\n");
    }
    status s = t.broken ? fail(why, "out of memory") : output_write(to, t.data, t.length, why);
    text_clear(&t);
    return s;
}
