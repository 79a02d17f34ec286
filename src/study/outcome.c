#include "study/outcome.h"
#include "numerics/linear.h"

#include <math.h>

static status find(const lab_setup *setup, truth *out)
{
    experiment e;
    reference *r = NULL;
    status s;
    TRY_OR_END(experiment_open(&e, setup, &out->why));
    out->is_exact = e.system->exact != NULL;
    TRY_OR_END(e.is_off ? refuse(&out->why, "the start is off the constraints") : STATUS_OK);
    TRY_OR_END(experiment_reference(&e, &r, &out->why));
    s = reference_at(r, setup->t1, out->p, e.system->order == 2 ? out->v : NULL, out->y, &out->why);
    out->uncertainty = reference_uncertainty(r);
end:
    reference_destroy(r);
    experiment_clear(&e);
    return s;
}

void truth_find(const lab_setup *setup, truth *out)
{
    *out = (truth){0};
    out->is_known = find(setup, out) == STATUS_OK;
}

/* The energy of a run. */
typedef struct energies {
    double first, largest;
} energies;

static void watch_energy(void *context, const lab_point *now)
{
    energies *e = context;
    if (isnan(e->first)) {
        e->first = now->energy;
    }
    double off = fabs(now->energy - e->first);
    e->largest = real_larger(e->largest, off);
}

static status run(const lab_setup *setup, const truth *known, outcome *out)
{
    experiment e;
    energies energy = {.first = NAN};
    status s;
    TRY_OR_END(experiment_open(&e, setup, &out->why));
    lab_request request = experiment_request(&e);
    request.watch = watch_energy;
    request.context = &energy;
    const lab_result *r = &out->result;
    TRY_OR_END(lab_run(&request, &out->result, &out->why));
    const constrained *c = e.system;
    out->order = c->order;
    out->energy = c->energy != NULL ? energy.largest : NAN;
    if (known != NULL && known->is_known && r->outcome == STEP_DONE && !r->stopped) {
        out->error_p = largest_difference(r->p, known->p, c->positions);
        out->error_v = c->order == 2 ? largest_difference(r->v, known->v, c->positions) : NAN;
    }
end:
    experiment_clear(&e);
    return s;
}

void outcome_find(const lab_setup *setup, const truth *known, outcome *out)
{
    *out = (outcome){.error_p = NAN, .error_v = NAN, .energy = NAN};
    out->status = run(setup, known, out);
}

double outcome_larger(double error_p, double error_v)
{
    return isnan(error_v) ? error_p : fmax(error_p, error_v);
}
