#include "scene/take.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "picture/labels.h"

/* Steps that are kept. */
enum { MOST_STEPS = 20000 };

/* Steps of a run, and accelerations of a reference over the square of the positions: a second or
 * two, for a lesson of somebody else may ask for them. */
static const long most_run = 25000, reference_work = 10000000;

status take_try(const lab_setup *setup, message *why)
{
    lab_setup one = *setup;
    experiment e;
    one.most_steps = 1;
    status s;
    TRY_OR_END(experiment_open(&e, &one, why));
    if (e.system->draw == NULL) {
        const footage none = {.system = e.system};
        TRY_OR_END(footage_check(&none, why));
    }
    const lab_request request = experiment_request(&e);
    lab_result result;
    TRY_OR_END(lab_run(&request, &result, why));
end:
    experiment_clear(&e);
    return s;
}

/* What is seen and how it was computed: "index-1, rk4, h = 0.08", or with a tolerance. */
static void name(const lab_setup *setup, double h, footage *out)
{
    char words[FOOTAGE_TEXT_SIZE];
    bool adapts = setup->tolerance > 0;
    snprintf(words, sizeof words, "%s, %s, %s %g", setup->formulation.name, setup->method->name,
             adapts ? "tolerance" : "h =", adapts ? setup->tolerance : h);
    label_plain(setup->entry->title, out->title, sizeof out->title);
    label_plain(words, out->subtitle, sizeof out->subtitle);
}

/* The reference solution at the times of the footage, from where it is not known on, or once it is
 * cancelled, NaN. */
static status find_reference(const experiment *e, const atomic_bool *cancel, int count,
                             const double *t, double *out, message *why)
{
    int n = e->system->positions;
    double v[CONSTRAINED_MAX_POSITIONS], y[CONSTRAINED_MAX_POSITIONS];
    reference *by = NULL;
    message unused;
    TRY(experiment_reference(e, &by, why));
    bool is_known = true;
    for (int i = 0; i < count; i++) {
        double *row = out + (size_t)i * (size_t)n;
        is_known = is_known && (cancel == NULL || !atomic_load(cancel)) &&
                   reference_at(by, t[i], row, v, y, &unused) == STATUS_OK;
        for (int j = 0; j < n && !is_known; j++) {
            row[j] = NAN;
        }
    }
    reference_destroy(by);
    return STATUS_OK;
}

status take_footage(const record *r, const atomic_bool *cancel, footage *out, double **numbers,
                    message *why)
{
    const experiment *e = r->of;
    size_t count = (size_t)r->count, n = (size_t)e->system->positions;
    TRY(memory_allocate(numbers, count * (2 * n + 3), sizeof **numbers, why));
    double *t = *numbers, *drift = t + count, *p = drift + 2 * count, *known = p + count * n;
    record_columns(r, ROW_T, 1, t);
    record_columns(r, ROW_DRIFT_0, 1, drift);
    record_columns(r, ROW_DRIFT_1, 1, drift + count);
    record_columns(r, ROW_STATE, (int)n, p);
    *out = (footage){.system = e->system,
                     .count = r->count,
                     .t = t,
                     .p = p,
                     .drift = {drift, e->system->order == 2 ? drift + count : NULL}};
    name(e->setup, r->result.h, out);
    TRY(footage_check(out, why));
    if (!e->is_off) {
        TRY(find_reference(e, cancel, r->count, t, known, why));
        out->reference = known;
    }
    return cancel != NULL && atomic_load(cancel) ? STATUS_NO : STATUS_OK;
}

status take_make(const lab_setup *setup, const atomic_bool *cancel, take *out, message *why)
{
    *out = (take){.setup = *setup,
                  .record = {.keeps = true, .most_rows = MOST_STEPS, .cancel = cancel}};
    out->setup.most_steps = most_run;
    out->setup.reference_work = reference_work;
    TRY(experiment_open(&out->experiment, &out->setup, why));
    TRY(record_run(&out->record, &out->experiment, why));
    TRY(take_footage(&out->record, cancel, &out->footage, &out->numbers, why));
    if (record_broke(&out->record)) {
        lab_result_words(&out->record.result, out->ending, sizeof out->ending);
    }
    return STATUS_OK;
}

void take_clear(take *t)
{
    record_clear(&t->record);
    experiment_clear(&t->experiment);
    free(t->numbers);
    *t = (take){0};
}
