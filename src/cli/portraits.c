#include "portraits.h"

#include <stdlib.h>

#include "base/memory.h"
#include "session.h"

/* Of what was opened. */
static status take_opened(const command *self, portraits *p, wide w, bool quiet, message *why)
{
    progress shown;
    progress_begin(&shown, "analysing", quiet);
    portraits_of(p->items, p->count, w, PORTRAIT_NEGATIVE_AXIS, progress_tell_count, &shown);
    progress_end(&shown);
    bool any = false;
    for (int i = 0; i < p->count; i++) {
        const portrait *one = &p->items[i].of;
        bool has_sets = one->a_stable_for.is_known && one->negative_axis_for.is_known;
        any = any || one->status == STATUS_OK;
        if (one->status == STATUS_OK && !has_sets) {
            warn(self, quiet, one->why.text);
        }
    }
    return any ? STATUS_OK : portraits_status(p, why);
}

status portraits_status(const portraits *p, message *why)
{
    for (int i = 0; i < p->count; i++) {
        if (p->items[i].of.status != STATUS_OK) {
            *why = p->items[i].of.why;
            return p->items[i].of.status;
        }
    }
    return STATUS_OK;
}

status portraits_of_names(const command *self, const char *const *names, int count, wide w,
                          bool quiet, portraits *out, message *why)
{
    *out = (portraits){0};
    TRY(memory_allocate(&out->items, (size_t)count, sizeof *out->items, why));
    for (int i = 0; i < count; i++) {
        sitter *one = &out->items[out->count++];
        one->of.status = open_method(self, names[i], quiet, &one->method, &one->of.why);
        one->name = one->method != NULL ? method_describe(one->method)->name : names[i];
    }
    return take_opened(self, out, w, quiet, why);
}

status portraits_of_catalogue(const command *self, wide w, bool quiet, portraits *out, message *why)
{
    catalogue *c = NULL;
    status s;
    *out = (portraits){0};
    TRY_OR_END(catalogue_create(assets_folder(), &c, why));
    int members = catalogue_member_count(c);
    TRY_OR_END(memory_allocate(&out->items, (size_t)members, sizeof *out->items, why));
    for (int i = 0; i < members; i++) {
        method *m = NULL;
        TRY_OR_END(open_method(self, catalogue_member(c, i), quiet, &m, why));
        if (w.high == 0 || method_describe(m)->form != FORM_ODE_ONLY) {
            out->items[out->count++] = (sitter){.name = method_describe(m)->name, .method = m};
        } else {
            out->left_out++;
            method_destroy(m);
        }
    }
    s = take_opened(self, out, w, quiet, why);
end:
    catalogue_destroy(c);
    return s;
}

void portraits_clear(portraits *p)
{
    for (int i = 0; i < p->count; i++) {
        method_destroy(p->items[i].method);
    }
    free(p->items);
    *p = (portraits){0};
}

static cJSON *json_of_spins(const portrait_range *known)
{
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < known->range.count; i++) {
        cJSON *interval = cJSON_CreateObject();
        cJSON_AddStringToObject(interval, "from", known->range.intervals[i].from.text);
        cJSON_AddStringToObject(interval, "to", known->range.intervals[i].to.text);
        cJSON_AddItemToArray(list, interval);
    }
    return list;
}

static cJSON *json_of_spins_text(const portrait_range *known)
{
    char words[SPIN_RANGE_WORDS];
    spin_range_words(&known->range, words, sizeof words);
    return cJSON_CreateString(words);
}

static cJSON *json_of_zeros(const analysis_zeros *z)
{
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < z->count; i++) {
        cJSON_AddItemToArray(list, json_pair(creal(z->at[i]), cimag(z->at[i])));
    }
    return list;
}

/* Null for what does not exist, is not known or is open. */
static cJSON *json_of(quantity_kind kind, const void *value)
{
    const analysis_constant *constant = value;
    const portrait_range *spins = value;
    const analysis_zeros *zeros = value;
    const analysis_answer *answer = value;
    switch (kind) {
    case QUANTITY_NUMBER:
        return json_number(*(const double *)value);
    case QUANTITY_COUNT:
        return *(const int *)value < 0 ? cJSON_CreateNull()
                                       : cJSON_CreateNumber(*(const int *)value);
    case QUANTITY_FLAG:
    case QUANTITY_GROUND:
        return cJSON_CreateBool(*(const bool *)value);
    case QUANTITY_ANSWER:
        return *answer == ANSWER_NONE ? cJSON_CreateNull()
                                      : cJSON_CreateBool(*answer == ANSWER_YES);
    case QUANTITY_CONSTANT:
        return json_number(constant->value);
    case QUANTITY_CONSTANT_TEXT:
        return cJSON_CreateString(constant->text);
    case QUANTITY_EXTENT:
        return cJSON_CreateString(quantity_extent_name(*(const analysis_extent *)value));
    case QUANTITY_INTERVAL:
        return json_pair(((const double *)value)[0], ((const double *)value)[1]);
    case QUANTITY_SPINS:
        return spins->is_known ? json_of_spins(spins) : cJSON_CreateNull();
    case QUANTITY_SPINS_TEXT:
        return spins->is_known ? json_of_spins_text(spins) : cJSON_CreateNull();
    case QUANTITY_ZEROS:
        return json_of_zeros(zeros);
    case QUANTITY_MULTIPLICITIES:
        return cJSON_CreateIntArray(zeros->multiplicity, zeros->count);
    }
    return cJSON_CreateNull();
}

cJSON *portrait_json(const sitter *one)
{
    cJSON *object = cJSON_CreateObject();
    cJSON *undecided = cJSON_CreateObject(), *all_excess = cJSON_CreateObject();
    cJSON *rounded = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "method", one->name);
    for (int i = 0; i < quantity_count; i++) {
        const quantity *q = &quantities[i];
        double excess = quantity_excess(q, &one->of);
        cJSON_AddItemToObject(object, q->key, json_of(q->kind, quantity_value(q, &one->of, false)));
        if (excess > 0) {
            cJSON_AddNumberToObject(all_excess, q->key, excess);
            cJSON_AddItemToObject(rounded, q->key,
                                  json_of(q->kind, quantity_value(q, &one->of, true)));
        }
        if (excess > 0 && q->kind == QUANTITY_ANSWER) {
            cJSON_AddStringToObject(undecided, q->key, "rounding");
        }
    }
    cJSON_AddItemToObject(object, "undecided", undecided);
    cJSON_AddItemToObject(object, "up_to_rounding", all_excess);
    cJSON_AddItemToObject(object, "rounded", rounded);
    return object;
}

status portraits_print(const portraits *p, comparison_form form, message *why)
{
    text words = {0};
    comparison_write(p->items, p->count, form, &words);
    return print_whole(&words, why);
}

status portraits_print_json(const portraits *p, message *why)
{
    cJSON *document = cJSON_CreateObject();
    cJSON *list = cJSON_AddArrayToObject(document, "methods");
    for (int i = 0; i < p->count; i++) {
        const sitter *one = &p->items[i];
        cJSON *object = one->of.status == STATUS_OK ? portrait_json(one) : cJSON_CreateObject();
        if (one->of.status != STATUS_OK) {
            cJSON_AddStringToObject(object, "method", one->name);
            cJSON_AddStringToObject(object, "refused", one->of.why.text);
        }
        cJSON_AddItemToArray(list, object);
    }
    if (p->left_out > 0) {
        cJSON_AddNumberToObject(document, "left_out", p->left_out);
    }
    return print_json(document, why);
}
