#include "method/build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/plain.h"
#include "base/text.h"
#include "method/order.h"

struct method {
    method_info info;
    coefficients coefficients;
    scheme *exact; /* NULL: not known */
};

static const char *const keep_names[] = {[KEEP_X2] = "x2", [KEEP_U] = "u", [KEEP_NONE] = "none"};

const char *method_keep_name(method_keep keep)
{
    return keep_names[keep];
}

bool method_keep_find(const char *name, method_keep *keep)
{
    for (int i = KEEP_X2; i <= KEEP_NONE; i++) {
        if (strcmp(keep_names[i], name) == 0) {
            *keep = (method_keep)i;
            return true;
        }
    }
    return false;
}

const method_info *method_describe(const method *m)
{
    return &m->info;
}

const coefficients *method_coefficients(const method *m)
{
    return &m->coefficients;
}

const scheme *method_scheme(const method *m)
{
    return m->exact;
}

status method_copy(const method *m, method **out, message *why)
{
    TRY(memory_allocate(out, 1, sizeof **out, why));
    **out = *m;
    (*out)->exact = m->exact != NULL ? scheme_copy(m->exact) : NULL;
    return STATUS_OK;
}

static void disturb(quad *values, int count, quad part, unsigned *state)
{
    for (int i = 0; i < count; i++) {
        *state = *state * 1103515245u + 12345u;
        values[i] *= 1 + part * ((int)(*state >> 16 & 1023) - 512) / 512;
    }
}

method *method_disturbed(const method *m, quad part)
{
    method *copy = NULL;
    message unused;
    unsigned state = 1;
    if (method_copy(m, &copy, &unused) == STATUS_OK) {
        coefficients *a = &copy->coefficients;
        scheme_destroy(copy->exact);
        copy->exact = NULL;
        disturb(a->A, METHOD_MAX_STAGES * METHOD_MAX_STAGES, part, &state);
        disturb(a->b, METHOD_MAX_STAGES, part, &state);
        disturb(a->c, METHOD_MAX_STAGES, part, &state);
        disturb(a->alpha, METHOD_MAX_STEPS + 1, part, &state);
        disturb(a->beta, METHOD_MAX_STEPS + 1, part, &state);
    }
    return copy;
}

void method_destroy(method *m)
{
    if (m != NULL) {
        scheme_destroy(m->exact);
        free(m);
    }
}

/* Row i of A sums to something else than c_i: the stage is not where the file says. */
static int inconsistent_row(const coefficients *a)
{
    for (int i = 0; i < a->size && a->kind == METHOD_RUNGE_KUTTA; i++) {
        quad sum = 0;
        for (int j = 0; j < a->size; j++) {
            sum += a->A[i * a->size + j];
        }
        if (fabsq(sum - a->c[i]) > 1e-10Q * (1 + fabsq(sum))) {
            return i + 1;
        }
    }
    return 0;
}

/* Adds words to the warning; what does not fit is cut off. */
static void warn(method_info *info, const char *words)
{
    size_t length = strlen(info->warning);
    snprintf(info->warning + length, sizeof info->warning - length, "%s%s", length > 0 ? "; " : "",
             words);
}

static void warn_of_rounding(method_info *info, const order_report *report)
{
    char words[160];
    if (report->rounded_order > report->order) {
        plain_print(words, sizeof words,
                    "up to the rounding of its coefficients the order is %d (the conditions hold "
                    "to %.1e)",
                    report->rounded_order, report->rounded_residual);
        warn(info, words);
    } else if (report->order > 0 && report->residual > 1e-25) {
        plain_print(words, sizeof words,
                    "its coefficients are rounded: the conditions of order %d hold to %.1e only",
                    report->order, report->residual);
        warn(info, words);
    }
}

static void find_order(method *m)
{
    method_info *info = &m->info;
    char words[160];
    order_report report = order_of(&m->coefficients);
    info->order = report.order;
    info->embedded_order = order_of_embedded(&m->coefficients).order;
    bool is_possible = info->claimed_order >= report.order && info->claimed_order <= report.at_most;
    if (is_possible) {
        info->order = info->claimed_order;
    }
    int row = inconsistent_row(&m->coefficients);
    if (row != 0) {
        snprintf(words, sizeof words, "row %d of A does not sum to c_%d", row, row);
        warn(info, words);
        int autonomous = order_of_autonomous(&m->coefficients);
        if (autonomous > report.order) {
            snprintf(words, sizeof words, "on x' = f(x), without t, its order is %d", autonomous);
            warn(info, words);
        }
    }
    if (info->claimed_order != 0 && !is_possible) {
        snprintf(words, sizeof words, "it claims order %d, its order is %d", info->claimed_order,
                 report.order);
        warn(info, words);
    } else if (report.order == 0) {
        warn(info, "it is not consistent: its order is 0");
    }
    if (info->claimed_order == 0 || is_possible || report.rounded_order > report.order) {
        warn_of_rounding(info, &report);
    }
}

/* A path may hold anything; a name is printed, and must be one line of text. */
static void make_printable(char *name)
{
    size_t where;
    while (!text_is_readable(name, strlen(name), &where)) {
        name[where] = '?';
    }
    for (char *c = name; *c != '\0'; c++) {
        *c = *c == '\n' || *c == '\r' || *c == '\t' ? '?' : *c;
    }
}

static status check_options(const method *m, bool keep_given, message *why)
{
    const method_info *info = &m->info;
    if (info->spin && info->form == FORM_ODE_ONLY) {
        return refuse(why,
                      "%s: spin: needs a method that solves DAEs, and this one is for ODEs only",
                      info->name);
    }
    if (!keep_given) {
        return STATUS_OK;
    }
    if (info->form != FORM_IMPLICIT && info->form != FORM_EXPLICIT_FIRST_STAGE) {
        return refuse(why, "%s: keep= is for projected Runge-Kutta methods", info->name);
    }
    if (info->form == FORM_EXPLICIT_FIRST_STAGE && !info->stiffly_accurate &&
        info->keep == KEEP_NONE) {
        return refuse(why, "%s: keep=none needs an invertible A; accepted: keep=x2, keep=u",
                      info->name);
    }
    return STATUS_OK;
}

status method_build(const method_recipe *recipe, method **out, message *why)
{
    *out = NULL;
    method *m = NULL;
    status s = memory_allocate(&m, 1, sizeof *m, why);
    if (s != STATUS_OK) {
        return s;
    }
    method_info *info = &m->info;
    m->coefficients = *recipe->coefficients;
    snprintf(info->name, sizeof info->name, "%s%s%s%s", recipe->spin ? "spin:" : "", recipe->name,
             recipe->keep_given ? ",keep=" : "",
             recipe->keep_given ? method_keep_name(recipe->keep) : "");
    make_printable(info->name);
    snprintf(info->title, sizeof info->title, "%s", recipe->title);
    make_printable(info->title);
    snprintf(info->reference, sizeof info->reference, "%s", recipe->reference);
    info->kind = m->coefficients.kind;
    info->size = m->coefficients.size;
    m->exact = recipe->exact != NULL ? scheme_copy(recipe->exact) : NULL;
    info->form = m->exact != NULL ? scheme_form(m->exact) : coefficients_form(&m->coefficients);
    info->stiffly_accurate = coefficients_stiffly_accurate(&m->coefficients);
    info->keep = recipe->keep;
    info->keep_matters = !info->stiffly_accurate &&
                         (info->form == FORM_IMPLICIT || info->form == FORM_EXPLICIT_FIRST_STAGE);
    info->spin = recipe->spin;
    info->from_path = recipe->from_path;
    info->claimed_order = recipe->claimed_order;
    find_order(m);
    s = check_options(m, recipe->keep_given, why);
    if (s != STATUS_OK) {
        method_destroy(m);
        return s;
    }
    *out = m;
    return STATUS_OK;
}

void method_summary(const method_info *info, char *out, int size)
{
    const char *unit = info->kind == METHOD_MULTISTEP ? "step" : "stage";
    int length = snprintf(out, (size_t)size, "%d %s%s, order %d", info->size, unit,
                          info->size == 1 ? "" : "s", info->order);
    if (info->embedded_order > 0) {
        length += snprintf(out + length, (size_t)(size - length), "(%d)", info->embedded_order);
    }
    const char *more = "";
    if (info->form == FORM_ODE_ONLY) {
        more = ", for ODEs only (w = 0)";
    } else if (info->keep_matters) {
        static const char *const projected[] = {
            [KEEP_X2] = ", projected (keeps x2)",
            [KEEP_U] = ", projected (keeps u)",
            [KEEP_NONE] = ", not projected",
        };
        more = projected[info->keep];
    } else if (info->kind == METHOD_RUNGE_KUTTA) {
        more = ", stiffly accurate";
    }
    snprintf(out + length, (size_t)(size - length), "%s%s", more,
             info->spin ? ", spin-stabilised" : "");
}
