#include "reproduce/runs.h"

#include "base/memory.h"

status run_make(const catalogue *all, const run_plan *plan, record *out, message *why)
{
    lab_setup setup;
    lab_method opened = {0};
    experiment e = {0};
    *out = (record){.keeps = plan->keeps, .compares = plan->compares};
    lab_setup_begin(systems_find(plan->system), &setup);
    setup.h = plan->h;
    setup.tolerance = plan->tolerance;
    setup.t1 = plan->t1;
    setup.start = START_KEPT;
    setup.start_name = "the start";
    if (plan->parameter != NULL) {
        setup.values[system_entry_parameter(setup.entry, plan->parameter)] = plan->value;
    }
    status s = STATUS_OK;
    TRY_OR_END(formulation_read(plan->formulation, &setup.formulation, why));
    TRY_OR_END(lab_setup_method(&setup, all, plan->method, &opened, why));
    TRY_OR_END(experiment_open(&e, &setup, why));
    s = record_run(out, &e, why);
    out->of = NULL;
end:
    experiment_clear(&e);
    lab_method_clear(&opened);
    return s;
}

status run_columns(const record *r, int first, int count, double **out, message *why)
{
    TRY(memory_allocate(out, (size_t)count * (size_t)r->count, sizeof **out, why));
    for (int k = 0; k < count; k++) {
        record_columns(r, first + k, 1, *out + k * r->count);
    }
    return STATUS_OK;
}
