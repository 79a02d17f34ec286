#include "dae/batch_run.h"

static void plan_nodes(batch_run *r)
{
    const tableau *t = r->method;
    if (t->kind == METHOD_MULTISTEP) {
        r->node[r->node_count++] = 1;
        return;
    }
    for (int j = 0; j < t->size; j++) {
        r->node[r->node_count++] = t->c[j];
    }
    for (int l = 1; t->kind == METHOD_GAUSS_LOBATTO && l <= t->size; l++) {
        r->node[r->node_count++] = t->lobatto[l];
    }
}

/* Starting values of modulus 1 whose angles grow with the square of their number. Such a chirp has
 * no frequency missing, so that it excites every root; multiples of the golden angle never come
 * round to a special value. */
static void plan_start(batch_run *r)
{
    const double golden_angle = 2.399963229728653322;
    for (int l = 0; l <= METHOD_MAX_STEPS; l++) {
        double angle = golden_angle * l * (l + 1) / 2;
        r->generic[l] = CMPLX(cos(angle), sin(angle));
    }
}

void batch_plan(const batch_request *request, batch_run *r)
{
    const tableau *t = request->method;
    const equation *of = equation_of(request->equation);
    bool is_multistep = t->kind == METHOD_MULTISTEP, is_dae = of->unknowns == 2;
    *r = (batch_run){.method = t,
                     .equation = of,
                     .solve = stage_solver_for(t, of->unknowns),
                     .t0 = request->t0,
                     .h = request->h,
                     .steps = request->steps,
                     .unknowns = of->unknowns,
                     .history = is_multistep ? t->size : 1,
                     .known = t->form == FORM_EXPLICIT_FIRST_STAGE ? 1 : 0,
                     .spin = t->spin && is_dae};
    bool may_leave = t->kind == METHOD_RUNGE_KUTTA && !t->stiffly_accurate && is_dae;
    r->projects = may_leave && t->keep != KEEP_NONE;
    r->free_constraint = may_leave && t->keep == KEEP_NONE;
    r->early = growth_window(r->steps);
    r->window = growth_half(r->steps) - r->early + 1;
    r->late = r->steps - r->window + 1;
    plan_nodes(r);
    plan_start(r);
    for (int j = 0; is_multistep && j < t->size; j++) {
        r->from_x[j] = -t->alpha[j] / t->alpha[t->size];
        r->from_K[j] = t->beta[j] / t->alpha[t->size];
    }
    r->newest = is_multistep ? t->beta[t->size] / t->alpha[t->size] : 0;
}
