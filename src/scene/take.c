#include "scene/take.h"

#include <stdlib.h>

#include "base/memory.h"

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

status take_footage(const record *r, const atomic_bool *cancel, footage *out, double **numbers,
                    message *why)
{
    const experiment *e = r->of;
    const lab_setup *setup = e->setup;
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
    footage_name(out, setup->entry->title, setup->formulation.name, setup->method->name,
                 setup->tolerance, r->result.h);
    TRY(footage_check(out, why));
    if (!e->is_off) {
        reference *by = NULL;
        TRY(experiment_reference(e, &by, why));
        footage_fill_reference(by, (int)n, r->count, t, cancel, known);
        reference_destroy(by);
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
