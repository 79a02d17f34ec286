#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "largest_h.h"
#include "session.h"

/* Each makes the interval in which the smallest is sought shorter by 0.618. */
enum { GOLDEN_STEPS = 36 };

/* The largest step at one time, and which mode limits it; mode_h may be NULL. */
static status step_at(const step_request *r, const reduced *at, double *h, int *limiting,
                      double *mode_h, message *why)
{
    status s = STATUS_OK;
    *h = INFINITY;
    *limiting = -1;
    for (int i = 0; i < at->count && s == STATUS_OK; i++) {
        largest_h l = {0};
        bool is_conjugate = i > 0 && at->modes[i].lambda == conj(at->modes[i - 1].lambda) &&
                            at->modes[i].omega == at->modes[i - 1].omega;
        if (is_conjugate && mode_h != NULL) {
            mode_h[i] = mode_h[i - 1];
        }
        if (is_conjugate) {
            continue;
        }
        s = largest_h_find_within(r->phi, &at->modes[i], 1, seconds_for_a_file(r->patient), &l,
                                  why);
        s = s == STATUS_NO ? file_takes_long(r->dae, why) : s;
        if (s == STATUS_OK && l.h < *h) {
            *h = l.h;
            *limiting = i;
        }
        if (mode_h != NULL) {
            mode_h[i] = l.h;
        }
        largest_h_clear(&l);
    }
    return s;
}

static void note_least(step_path *p, double t, double h, int mode, const reduced *at)
{
    if (h < p->least_h * (1 - 1e-13)) { /* of equal ones the first */
        p->least_h = h;
        p->least_t = t;
        p->least_mode = mode;
        p->least = *at;
    }
}

static status look_at(const step_request *r, step_path *p, double t, double *h, message *why)
{
    reduced at;
    int mode = -1;
    status s = reduce_at(p->equation, &p->plan, t, &at, why);
    s = s == STATUS_OK ? step_at(r, &at, h, &mode, NULL, why) : s;
    if (s == STATUS_OK) {
        note_least(p, t, *h, mode, &at);
    }
    return s;
}

/* Around the smallest of the sampled steps, by the golden section. */
static status look_closer(const step_request *r, step_path *p, double low, double high,
                          message *why)
{
    static const double golden = 0.61803398874989485;
    double left = high - golden * (high - low), right = low + golden * (high - low);
    double at_left = 0, at_right = 0;
    status s = look_at(r, p, left, &at_left, why);
    s = s == STATUS_OK ? look_at(r, p, right, &at_right, why) : s;
    for (int n = 0; n < GOLDEN_STEPS && s == STATUS_OK; n++) {
        if (at_left <= at_right) {
            high = right;
            right = left;
            at_right = at_left;
            left = high - golden * (high - low);
            s = look_at(r, p, left, &at_left, why);
        } else {
            low = left;
            left = right;
            at_left = at_right;
            right = low + golden * (high - low);
            s = look_at(r, p, right, &at_right, why);
        }
    }
    return s;
}

static void path_clear(step_path *p)
{
    free(p->t);
    free(p->at);
    free(p->h);
    free(p->mode_h);
}

static status path_allocate(const step_request *r, step_path *p, message *why)
{
    size_t count = (size_t)r->points;
    p->count = r->points;
    p->least_h = INFINITY;
    p->least_mode = -1;
    status s = memory_allocate(&p->t, count, sizeof *p->t, why);
    s = s == STATUS_OK ? memory_allocate(&p->at, count, sizeof *p->at, why) : s;
    s = s == STATUS_OK ? memory_allocate(&p->h, count, sizeof *p->h, why) : s;
    s = s == STATUS_OK
            ? memory_allocate(&p->mode_h, count * EQUATION_MAX_SIZE, sizeof *p->mode_h, why)
            : s;
    for (int i = 0; i < r->points && s == STATUS_OK; i++) {
        double part = r->points > 1 ? (double)i / (r->points - 1) : 0;
        p->t[i] = r->t0 * (1 - part) + r->t1 * part;
    }
    return s;
}

static status follow(const step_request *r, step_path *p, message *why)
{
    int least = 0;
    status s = path_allocate(r, p, why);
    s = s == STATUS_OK ? reduction_plan_make(p->equation, p->t, p->count, &p->plan, why) : s;
    for (int i = 0; i < p->count && s == STATUS_OK; i++) {
        int mode = -1;
        s = reduce_at(p->equation, &p->plan, p->t[i], &p->at[i], why);
        s = s == STATUS_OK ? step_at(r, &p->at[i], &p->h[i], &mode,
                                     p->mode_h + (size_t)i * EQUATION_MAX_SIZE, why)
                           : s;
        for (int k = 0; k < p->at[i].count && s == STATUS_OK; k++) {
            p->growing = p->growing || creal(p->at[i].modes[k].lambda) > 0;
        }
        if (s == STATUS_OK && (i == 0 || p->h[i] < p->h[least])) {
            least = i;
        }
        if (s == STATUS_OK) {
            note_least(p, p->t[i], p->h[i], mode, &p->at[i]);
        }
    }
    /* Steps that are the same everywhere but for rounding need no closer look. */
    bool varies = false;
    for (int i = 0; i < p->count && s == STATUS_OK; i++) {
        varies = varies || p->h[i] > p->least_h * (1 + 1e-12);
    }
    if (s == STATUS_OK && varies && isfinite(p->least_h) && p->least_h > 0) {
        s = look_closer(r, p, p->t[least > 0 ? least - 1 : 0],
                        p->t[least + 1 < p->count ? least + 1 : p->count - 1], why);
    }
    return s;
}

static void print_table(const step_path *p)
{
    printf("%10s  %26s  %12s  %26s  %12s  %s\n", "t", "lambda", "omega", "inherent", "spin",
           "largest h");
    for (int i = 0; i < p->count; i++) {
        const reduced *at = &p->at[i];
        for (int k = 0; k < at->count; k++) {
            char lambda[80], inherent[80], h[40], t[40] = "";
            complex_words(at->modes[k].lambda, lambda, sizeof lambda);
            complex_words(at->inherent[k], inherent, sizeof inherent);
            step_words(p->mode_h[(size_t)i * EQUATION_MAX_SIZE + (size_t)k], 12, h, sizeof h);
            if (k == 0) {
                snprintf(t, sizeof t, "%.6g", p->t[i]);
            }
            printf("%10s  %26s  %12.8g  %26s  %12.8g  %s\n", t, lambda, at->modes[k].omega,
                   inherent, at->spin, h);
        }
    }
}

static void print_text(const step_request *r, const step_path *p)
{
    char lambda[80];
    printf("%s: %d unknowns, %d differential\n", equation_name(p->equation),
           equation_size(p->equation), p->plan.differential);
    print_table(p);
    printf("%s on [%.6g, %.6g]: ", phi_describe(r->phi)->method, r->t0, r->t1);
    if (p->least_mode < 0) {
        printf("unbounded: stable for every h > 0\n");
    } else {
        const spin_mode *m = &p->least.modes[p->least_mode];
        complex_words(m->lambda, lambda, sizeof lambda);
        if (p->least_h > 0) {
            printf("largest h = %.12g\n", p->least_h);
        } else {
            printf("none: small h are unstable\n");
        }
        printf("limited at t = %.8g by lambda = %s, omega = %.10g\n", p->least_t, lambda, m->omega);
    }
    if (p->growing) {
        printf("Re lambda > 0 at some t: the exact solution grows there\n");
    }
    if (phi_describe(r->phi)->spin == PHI_LIMIT) {
        printf("%s\n", phi_describe(r->phi)->note);
    }
}

static cJSON *json_row(const step_path *p, int i, int k)
{
    const reduced *at = &p->at[i];
    double h = p->mode_h[(size_t)i * EQUATION_MAX_SIZE + (size_t)k];
    cJSON *row = cJSON_CreateObject();
    cJSON_AddNumberToObject(row, "t", p->t[i]);
    cJSON_AddItemToObject(row, "lambda", json_pair(at->modes[k].lambda));
    cJSON_AddNumberToObject(row, "omega", at->modes[k].omega);
    cJSON_AddItemToObject(row, "inherent", json_pair(at->inherent[k]));
    cJSON_AddNumberToObject(row, "spin", at->spin);
    cJSON_AddItemToObject(row, "h", json_number(h));
    return row;
}

static status print_object(const step_request *r, const step_path *p, message *why)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "method", phi_describe(r->phi)->method);
    cJSON_AddStringToObject(o, "equation", equation_name(p->equation));
    cJSON_AddNumberToObject(o, "differential", p->plan.differential);
    cJSON_AddStringToObject(o, "answer",
                            step_answer_name(p->least_mode < 0 ? STEP_UNBOUNDED
                                             : p->least_h > 0  ? STEP_BOUNDED
                                                               : STEP_NONE));
    cJSON_AddItemToObject(o, "h", json_number(p->least_h > 0 ? p->least_h : NAN));
    bool limits = p->least_mode >= 0;
    cJSON_AddItemToObject(o, "t", json_number(limits ? p->least_t : NAN));
    const spin_mode *m = &p->least.modes[limits ? p->least_mode : 0];
    cJSON_AddItemToObject(o, "lambda", limits ? json_pair(m->lambda) : cJSON_CreateNull());
    cJSON_AddItemToObject(o, "omega", json_number(limits ? m->omega : NAN));
    cJSON *table = cJSON_AddArrayToObject(o, "table");
    for (int i = 0; i < p->count; i++) {
        for (int k = 0; k < p->at[i].count; k++) {
            cJSON_AddItemToArray(table, json_row(p, i, k));
        }
    }
    return print_json(o, why);
}

status largest_h_equation(const step_request *r, message *why)
{
    equation *e = NULL;
    step_path p = {0};
    status s = equation_read(r->dae, &e, why);
    p.equation = e;
    s = s == STATUS_OK ? follow(r, &p, why) : s;
    s = s == STATUS_OK && r->output != NULL ? largest_h_draw(r, &p, why) : s;
    if (s == STATUS_OK && r->json) {
        s = print_object(r, &p, why);
    } else if (s == STATUS_OK) {
        print_text(r, &p);
    }
    bool is_no = s == STATUS_OK && p.least_h == 0;
    path_clear(&p);
    equation_destroy(e);
    return is_no ? STATUS_NO : s;
}
