#include "lab/engine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "dae/embedded.h"
#include "dae/stepper.h"
#include "dae/variable_bdf.h"
#include "lab/dynamics.h"
#include "lab/half_explicit.h"
#include "lab/reference.h"

/* Accelerations that the starting values of a multistep method may cost. */
static const long history_work = 20000000;

typedef struct engine_kind {
    status (*start)(engine *e, const double *x, const double *xd, message *why);
    step_outcome (*step)(engine *e);
    double (*time)(const engine *e);
    const double *(*state)(const engine *e);
    void (*count)(const engine *e, lab_result *out);
    void (*destroy)(void *integrator);
} engine_kind;

static step_outcome correct(void *context, double t, double *x)
{
    return formulation_correct(context, t, x);
}

/* Fixed steps of a method of the catalogue. */

/* The states of a multistep method before its newest: exact, or those of an accurate run from t = 0
 * on, where the first of them is. */
static status fill_history(engine *e, int history, double *states, message *why)
{
    const lab_request *q = e->request;
    int size = formulation_problem(e->formulation)->size;
    double p[CONSTRAINED_MAX_POSITIONS], v[CONSTRAINED_MAX_POSITIONS];
    double y[CONSTRAINED_MAX_POSITIONS], *velocity = q->system->order == 2 ? v : NULL;
    reference *r = NULL;
    status s = STATUS_OK;
    if (!q->exact_history) { /* a few steps, however stiff the system is */
        TRY_OR_END(reference_create(q->system, q->p, q->v, &r, why));
        reference_limit(r, history_work);
    }
    for (int l = 0; l < history; l++) {
        double t = (l - (q->exact_history ? history - 1 : 0)) * e->h;
        if (q->exact_history) {
            q->system->exact(q->system->data, q->p, q->v, t, p, velocity, y);
        } else {
            TRY_OR_END(reference_at(r, t, p, velocity, y, why));
        }
        if (!formulation_enter(e->formulation, t, p, velocity, states + l * size, NULL)) {
            TRY_OR_END(
                fail(why, "%s: the constraints are dependent at t = %g", q->system->name, t));
        }
    }
end:
    reference_destroy(r);
    return s;
}

static status fixed_start(engine *e, const double *x, const double *xd, message *why)
{
    const lab_request *q = e->request;
    const problem *p = formulation_problem(e->formulation);
    bool free_ends = formulation_index(e->formulation) >= 2;
    const stepper_options options = {.unprojected = free_ends};
    stepper *s = NULL;
    (void)xd;
    TRY(stepper_create(q->method->method, p, &options, &s, why));
    e->integrator = s;
    if (stepper_history(s) == 1) {
        return stepper_start(s, 0, e->h, x, why);
    }
    int history = stepper_history(s);
    if (e->planned < history) {
        return refuse(why, "%s has %d steps, and with h = %g only %ld are taken", q->method->name,
                      history, e->h, e->planned);
    }
    TRY(memory_allocate(&e->past, (size_t)(history * p->size), sizeof *e->past, why));
    TRY(fill_history(e, history, e->past, why));
    e->taken = e->past_count = q->exact_history ? 0 : history - 1;
    return stepper_start(s, q->exact_history ? 0 : (history - 1) * e->h, e->h, e->past, why);
}

static step_outcome fixed_step(engine *e)
{
    double x[PROBLEM_MAX_SIZE];
    bool projects = e->request->method->engine == LAB_PROJECTED;
    step_outcome o = stepper_step(e->integrator);
    if (o != STEP_DONE || (!projects && !formulation_corrects(e->formulation))) {
        return o;
    }
    double t = stepper_time(e->integrator);
    memcpy(x, stepper_state(e->integrator),
           (size_t)formulation_problem(e->formulation)->size * sizeof *x);
    o = projects ? formulation_project(e->formulation, t, x)
                 : formulation_correct(e->formulation, t, x);
    if (o == STEP_DONE) {
        stepper_replace(e->integrator, x);
    }
    return o;
}

static double fixed_time(const engine *e)
{
    return (double)e->taken * e->h;
}

static const double *fixed_state(const engine *e)
{
    return stepper_state(e->integrator);
}

/* A kernel that turns by less in a step is at rest: its columns are computed to rounding. */
static const double at_rest = 1e-13;

static void fixed_count(const engine *e, lab_result *out)
{
    bool is_stabilised = method_describe(e->request->method->method)->spin;
    step_counts counts = stepper_counts(e->integrator);
    out->iterations = counts.iterations;
    out->residuals = counts.residuals;
    out->jacobians = counts.jacobians;
    out->factorisations = counts.factorisations;
    out->idle_spin = is_stabilised && !(stepper_kernel_turn(e->integrator) > at_rest);
}

static void fixed_destroy(void *integrator)
{
    stepper_destroy(integrator);
}

/* Half-explicit methods, which know p and v themselves. */

static status half_start(engine *e, const double *x, const double *xd, message *why)
{
    const lab_request *q = e->request;
    half_explicit *h = NULL;
    (void)x, (void)xd;
    memcpy(e->p, q->p, (size_t)q->system->positions * sizeof *e->p);
    if (q->system->order == 2) {
        memcpy(e->v, q->v, (size_t)q->system->positions * sizeof *e->v);
    }
    status s = half_explicit_create(q->method->method, q->system, &h, why);
    e->integrator = h;
    return s;
}

static step_outcome half_step(engine *e)
{
    return half_explicit_step(e->integrator, fixed_time(e), e->h, e->p, e->v);
}

static void half_count(const engine *e, lab_result *out)
{
    half_explicit_counts(e->integrator, &out->residuals, &out->factorisations);
}

static void half_destroy(void *integrator)
{
    half_explicit_destroy(integrator);
}

/* Variable step and order. */

static status bdf_start(engine *e, const double *x, const double *xd, message *why)
{
    const lab_request *q = e->request;
    const variable_options options = {.relative = q->tolerance,
                                      .absolute = q->tolerance,
                                      .largest_step = q->h,
                                      .most_steps = q->most_steps,
                                      .tested = formulation_tested(e->formulation),
                                      .careful_newton = q->method->careful,
                                      .correct =
                                          formulation_corrects(e->formulation) ? correct : NULL,
                                      .context = e->formulation};
    variable_bdf *b = NULL;
    TRY(variable_bdf_create(formulation_problem(e->formulation), &options, &b, why));
    e->integrator = b;
    return variable_bdf_start(b, 0, x, xd, why);
}

static step_outcome bdf_step(engine *e)
{
    return variable_bdf_step(e->integrator, e->request->t1);
}

static double bdf_time(const engine *e)
{
    return variable_bdf_time(e->integrator);
}

static const double *bdf_state(const engine *e)
{
    return variable_bdf_state(e->integrator);
}

static void bdf_count(const engine *e, lab_result *out)
{
    variable_counts counts = variable_bdf_counts(e->integrator);
    out->iterations = counts.iterations;
    out->residuals = counts.residuals;
    out->jacobians = counts.jacobians;
    out->factorisations = counts.factorisations;
    out->rejected = counts.error_failures + counts.newton_failures;
}

static void bdf_destroy(void *integrator)
{
    variable_bdf_destroy(integrator);
}

/* Embedded pairs. */

static status embedded_begin(engine *e, const double *x, const double *xd, message *why)
{
    const lab_request *q = e->request;
    const embedded_options options = {.relative = q->tolerance,
                                      .absolute = q->tolerance,
                                      .largest_step = q->h,
                                      .most_steps = q->most_steps,
                                      .correct =
                                          formulation_corrects(e->formulation) ? correct : NULL,
                                      .context = e->formulation};
    embedded *b = NULL;
    (void)xd;
    TRY(embedded_create(q->method->method, formulation_problem(e->formulation), &options, &b, why));
    e->integrator = b;
    return embedded_start(b, 0, x, why);
}

static step_outcome embedded_advance(engine *e)
{
    return embedded_step(e->integrator, e->request->t1);
}

static double embedded_now(const engine *e)
{
    return embedded_time(e->integrator);
}

static const double *embedded_current(const engine *e)
{
    return embedded_state(e->integrator);
}

static void embedded_count(const engine *e, lab_result *out)
{
    embedded_work work = embedded_counts(e->integrator);
    out->residuals = work.slopes;
    out->rejected = work.error_failures + work.other_failures;
}

static void embedded_end(void *integrator)
{
    embedded_destroy(integrator);
}

static const engine_kind kinds[] = {
    [LAB_FIXED] = {fixed_start, fixed_step, fixed_time, fixed_state, fixed_count, fixed_destroy},
    [LAB_PROJECTED] = {fixed_start, fixed_step, fixed_time, fixed_state, fixed_count,
                       fixed_destroy},
    [LAB_HALF_EXPLICIT] = {half_start, half_step, fixed_time, NULL, half_count, half_destroy},
    [LAB_VARIABLE_BDF] = {bdf_start, bdf_step, bdf_time, bdf_state, bdf_count, bdf_destroy},
    [LAB_EMBEDDED] = {embedded_begin, embedded_advance, embedded_now, embedded_current,
                      embedded_count, embedded_end},
};

static status open_formulation(engine *e, message *why)
{
    const lab_request *q = e->request;
    const lab_method *m = q->method;
    if (m->engine == LAB_HALF_EXPLICIT) {
        const char *name = q->formulation->name;
        const char *own = q->system->order == 2 ? "index-2" : "direct";
        return strcmp(name, own) == 0 || strcmp(name, "index-2") == 0
                   ? STATUS_OK
                   : refuse(why, "formulation %s: %s is defined on %s only", name, m->name, own);
    }
    status s = formulation_create(q->system, q->formulation, lab_method_is_explicit(m), 0, q->p,
                                  &e->formulation, why);
    if (s == STATUS_OK && formulation_is_minimal(e->formulation) &&
        method_describe(m->method)->kind == METHOD_MULTISTEP) {
        s = refuse(why,
                   "formulation %s: its coordinates change, and %s has a history in the old "
                   "ones; Runge-Kutta methods and bdf are accepted",
                   q->formulation->name, m->name);
    }
    if (s == STATUS_OK && m->engine == LAB_PROJECTED && formulation_index(e->formulation) != 2) {
        s = refuse(why,
                   "formulation %s: %s is for those of index 2: index-2, stabilised-index-2, "
                   "projected-invariant",
                   q->formulation->name, m->name);
    }
    return s;
}

status engine_open(engine *e, const lab_request *request, message *why)
{
    *e = (engine){.request = request, .kind = &kinds[request->method->engine]};
    status s = open_formulation(e, why);
    if (s != STATUS_OK) {
        return s;
    }
    if (request->tolerance == 0) { /* an almost whole number of steps is one */
        e->planned = (long)ceil(request->t1 / request->h * (1 - 1e-12));
        e->h = request->t1 / (double)e->planned;
    }
    double x[PROBLEM_MAX_SIZE], xd[PROBLEM_MAX_SIZE];
    if (e->formulation != NULL &&
        !formulation_enter(e->formulation, 0, request->p, request->v, x, xd)) {
        return fail(why, "%s: the constraints are dependent at t = 0", request->system->name);
    }
    return e->kind->start(e, x, xd, why);
}

void engine_close(engine *e)
{
    if (e->integrator != NULL) {
        e->kind->destroy(e->integrator);
    }
    formulation_destroy(e->formulation);
    free(e->past);
    *e = (engine){0};
}

bool engine_is_done(const engine *e)
{
    return e->request->tolerance == 0 ? e->taken >= e->planned : e->kind->time(e) >= e->request->t1;
}

step_outcome engine_step(engine *e)
{
    step_outcome o = e->kind->step(e);
    e->taken += o == STEP_DONE;
    return o;
}

double engine_time(const engine *e)
{
    return e->kind->time(e);
}

int engine_order(const engine *e)
{
    return e->request->method->engine == LAB_VARIABLE_BDF ? variable_bdf_order(e->integrator) : 0;
}

/* y of half-explicit methods: that of the accelerations. */
static void half_multiplier(engine *e, double *y)
{
    const constrained *c = e->request->system;
    real_dynamics d;
    message why;
    double a[CONSTRAINED_MAX_POSITIONS];
    memset(y, 0, (size_t)c->constraints * sizeof *y);
    if (real_dynamics_init(&d, c, &why) == STATUS_OK) {
        real_accelerate(&d, fixed_time(e), e->p, c->order == 2 ? e->v : NULL, NULL, a, y);
    }
    real_dynamics_clear(&d);
}

void engine_past(engine *e, int l, double *p, double *v, double *y)
{
    int size = formulation_problem(e->formulation)->size;
    formulation_leave(e->formulation, l * e->h, e->past + l * size, p, v, y);
}

double engine_state(engine *e, double *p, double *v, double *y)
{
    const constrained *c = e->request->system;
    if (e->formulation != NULL) {
        return formulation_leave(e->formulation, engine_time(e), e->kind->state(e), p, v, y);
    }
    memcpy(p, e->p, (size_t)c->positions * sizeof *p);
    if (v != NULL) {
        memcpy(v, e->v, (size_t)c->positions * sizeof *v);
    }
    half_multiplier(e, y);
    return 0;
}

void engine_count(const engine *e, lab_result *out)
{
    e->kind->count(e, out);
    out->steps = e->taken;
    out->h = e->request->tolerance == 0 ? e->h : 0;
    out->switches = e->formulation != NULL ? formulation_switches(e->formulation) : 0;
}
