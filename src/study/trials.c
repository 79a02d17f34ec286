#include "study/trials.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

enum { USUAL_STEPS = 6 };

status trials_add_method(trials *t, const catalogue *all, const char *name, message *why)
{
    trial_method *m = &t->methods[t->method_count++];
    m->adapts = t->tol_count > 0 || t->h_count == 0;
    if ((t->tol_count > 0) != (t->h_count > 0)) {
        return lab_method_open(all, name, m->adapts, &m->method, why);
    }
    if (lab_method_open(all, name, true, &m->method, why) == STATUS_OK) {
        return STATUS_OK;
    }
    lab_method_clear(&m->method);
    m->adapts = false;
    return lab_method_open(all, name, false, &m->method, why);
}

static void add_combination(trials *t, int i, int k)
{
    const trial_method *m = &t->methods[k];
    combination *one = &t->combinations[t->combination_count++];
    *one = (combination){.formulation = t->formulations[i].name,
                         .method = m->method.name,
                         .first = t->run_count,
                         .count = m->adapts ? t->tol_count : t->h_count};
    for (int step = 0; step < one->count; step++) {
        lab_setup *setup = &t->setups[t->run_count++];
        *setup = t->base;
        setup->formulation = t->formulations[i];
        setup->method = &m->method;
        setup->tolerance = m->adapts ? t->tols[step] : 0;
        setup->h = m->adapts ? 0 : t->hs[step];
    }
}

static status prepare(trials *t, message *why)
{
    size_t most = (size_t)t->formulation_count * (size_t)t->method_count * TRIALS_MOST_STEPS;
    TRY(memory_allocate(&t->setups, most, sizeof *t->setups, why));
    TRY(memory_allocate(&t->outcomes, most, sizeof *t->outcomes, why));
    bool usual_tols = t->tol_count == 0, usual_hs = t->h_count == 0;
    for (int k = 0; k < USUAL_STEPS && usual_tols; k++) {
        t->tols[t->tol_count++] = pow(10, -3 - k);
    }
    for (int k = 0; k < USUAL_STEPS && usual_hs; k++) {
        t->hs[t->h_count++] = t->base.t1 / (100 << k);
    }
    for (int i = 0; i < t->formulation_count; i++) {
        for (int k = 0; k < t->method_count; k++) {
            add_combination(t, i, k);
        }
    }
    return STATUS_OK;
}

static void truth_piece(void *context, int index)
{
    trials *t = context;
    truth_find(&t->setups[index], &t->truth);
}

static void run_piece(void *context, int index)
{
    trials *t = context;
    outcome_find(&t->setups[index], &t->truth, &t->outcomes[index]);
}

status trials_run(trials *t, const study_work *work, message *why)
{
    TRY(prepare(t, why));
    work->share(work->context, "reference", 1, truth_piece, t);
    work->share(work->context, "comparing", t->run_count, run_piece, t);
    for (int i = 0; i < t->run_count; i++) {
        if (t->outcomes[i].status == STATUS_OK) {
            return STATUS_OK;
        }
    }
    *why = t->outcomes[0].why;
    return t->outcomes[0].status;
}

void trials_clear(trials *t)
{
    for (int i = 0; i < t->method_count; i++) {
        lab_method_clear(&t->methods[i].method);
    }
    free(t->setups);
    free(t->outcomes);
}
