#include "lab_experiment.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "session.h"

/* A formulation that can start off the constraints has residuals up to this at the start, relative
 * to the derivatives there; one that cannot has the violation itself. */
static const double acceptable = 1e-9;

/* Accelerations that a reference may cost, over the square of the positions: some seconds. */
static const long reference_work = 300000000;

/* Fixed steps of one run: minutes at least. */
static const long most_fixed_steps = 100000000;

double largest_difference(const double *a, const double *b, int count)
{
    double largest = 0;
    for (int i = 0; i < count; i++) {
        double difference = fabs(a[i] - b[i]);
        largest = difference <= largest ? largest : difference; /* NaN stays */
    }
    return largest;
}

static double largest_of(const double *a, int count)
{
    static const double zero[PROBLEM_MAX_SIZE];
    return largest_difference(a, zero, count);
}

const char *ending_word(const lab_result *r)
{
    static const char *const words[] = {[STEP_DONE] = "done",
                                        [STEP_SINGULAR] = "singular",
                                        [STEP_NO_CONVERGENCE] = "no-convergence",
                                        [STEP_NOT_FINITE] = "overflow",
                                        [STEP_TOO_SMALL] = "too-small",
                                        [STEP_TOO_MANY] = "too-many-steps"};
    return r->stopped ? "stopped" : words[r->outcome];
}

static double *velocities(const constrained *c, const double *v)
{
    return c->order == 2 ? (double *)v : NULL;
}

/* Do the unknowns that the formulation makes of the starting values satisfy its equations, and do
 * they stand for the same values? */
static bool accepts(formulation *f, const experiment *e)
{
    const constrained *c = e->system;
    const problem *of = formulation_problem(f);
    double x[PROBLEM_MAX_SIZE], xd[PROBLEM_MAX_SIZE], r[PROBLEM_MAX_SIZE];
    double p[CONSTRAINED_MAX_POSITIONS], v[CONSTRAINED_MAX_POSITIONS] = {0};
    if (!formulation_enter(f, 0, e->p, velocities(c, e->v), x, xd)) {
        return false;
    }
    of->residual(of->data, 0, x, xd, r);
    formulation_leave(f, 0, x, p, velocities(c, v), NULL);
    double scale = acceptable * (1 + largest_of(xd, of->size));
    return largest_of(r, of->size) <= scale && largest_difference(p, e->p, c->positions) <= scale &&
           (c->order == 1 || largest_difference(v, e->v, c->positions) <= scale);
}

static status check_kept(const experiment *e, message *why)
{
    const lab_setup *q = e->setup;
    const lab_method *m = q->method;
    const method_info *info = m->method != NULL ? method_describe(m->method) : NULL;
    if (m->engine == LAB_HALF_EXPLICIT || (info != NULL && info->kind == METHOD_MULTISTEP)) {
        return refuse(why,
                      "--keep-start: %s needs consistent values; accepted: Runge-Kutta "
                      "methods and bdf",
                      m->name);
    }
    formulation *f = NULL;
    bool explicitly = m->engine == LAB_EMBEDDED || (info != NULL && info->form == FORM_ODE_ONLY);
    status s = formulation_create(e->system, &q->formulation, explicitly, 0, e->p, &f, why);
    if (s == STATUS_OK && !accepts(f, e)) {
        s = refuse(why,
                   "--keep-start: with %s the formulation %s cannot start off the constraints; "
                   "index-1 and stabilised-ode can, baumgarte with an explicit method such as "
                   "dopri5",
                   m->name, q->formulation.name);
    }
    formulation_destroy(f);
    return s;
}

void experiment_repair_words(const experiment *e, char *out, size_t size)
{
    const start_repair *r = &e->repair;
    int used = snprintf(out, size, "g was off by %.3g, positions were moved by %.3g",
                        r->violation[0], r->moved[0]);
    if (e->system->order == 2 && used > 0 && (size_t)used < size) {
        snprintf(out + used, size - (size_t)used,
                 "; g' was off by %.3g, velocities were moved by %.3g", r->violation[1],
                 r->moved[1]);
    }
}

static status refuse_start(const experiment *e, message *why)
{
    const start_repair *r = &e->repair;
    if (e->system->order == 1) {
        return refuse(why,
                      "--strict: the starting values violate g = 0 by %.3g; accepted: "
                      "consistent ones",
                      r->violation[0]);
    }
    return refuse(why,
                  "--strict: the starting values violate g = 0 by %.3g and g' = 0 by %.3g; "
                  "accepted: consistent ones",
                  r->violation[0], r->violation[1]);
}

status experiment_open(experiment *e, const lab_setup *setup, message *why)
{
    *e = (experiment){.setup = setup};
    status s = system_entry_create(setup->entry, setup->values, &e->system, why);
    if (s != STATUS_OK) {
        return s;
    }
    const constrained *c = e->system;
    size_t bytes = (size_t)c->positions * sizeof *e->p;
    double p[CONSTRAINED_MAX_POSITIONS], v[CONSTRAINED_MAX_POSITIONS] = {0};
    c->start(c->data, p, velocities(c, v));
    memcpy(e->p, p, bytes);
    memcpy(e->v, v, bytes);
    s = start_make_consistent(c, 0, e->p, velocities(c, e->v), &e->repair, why);
    if (s != STATUS_OK) { /* they were typed, so they are bad input */
        return STATUS_BAD_INPUT;
    }
    memcpy(e->near, e->p, bytes);
    if (e->repair.repaired && setup->strict) {
        return refuse_start(e, why);
    }
    e->is_off = e->repair.repaired && setup->keep_start;
    if (!e->is_off) {
        return STATUS_OK;
    }
    memcpy(e->p, p, bytes);
    memcpy(e->v, v, bytes);
    return check_kept(e, why);
}

void experiment_clear(experiment *e)
{
    constrained_destroy(e->system);
    *e = (experiment){0};
}

lab_request experiment_request(const experiment *e)
{
    const lab_setup *q = e->setup;
    return (lab_request){.system = e->system,
                         .formulation = &q->formulation,
                         .method = q->method,
                         .h = q->h,
                         .tolerance = q->tolerance,
                         .t1 = q->t1,
                         .most_steps = q->most_steps > 0  ? q->most_steps
                                       : q->tolerance > 0 ? ADAPTIVE_MOST_STEPS
                                                          : most_fixed_steps,
                         .p = e->p,
                         .v = velocities(e->system, e->v)};
}

status experiment_reference(const experiment *e, reference **out, message *why)
{
    const constrained *c = e->system;
    status s = reference_create(c, e->p, velocities(c, e->v), out, why);
    if (s == STATUS_OK) {
        reference_limit(*out, reference_work / c->positions / c->positions);
    }
    return s;
}

void truth_find(const experiment *e, double t, truth *out)
{
    const constrained *c = e->system;
    reference *r = NULL;
    *out = (truth){.is_exact = c->exact != NULL};
    if (e->is_off) {
        refuse(&out->why, "the start is off the constraints");
        return;
    }
    status s = experiment_reference(e, &r, &out->why);
    s = s == STATUS_OK ? reference_at(r, t, out->p, velocities(c, out->v), out->y, &out->why) : s;
    out->is_known = s == STATUS_OK;
    out->uncertainty = r != NULL ? reference_uncertainty(r) : 0;
    reference_destroy(r);
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
    e->largest = off <= e->largest ? e->largest : off; /* NaN stays */
}

void outcome_find(const lab_setup *setup, const truth *known, outcome *out)
{
    experiment e;
    energies energy = {.first = NAN};
    *out = (outcome){.error_p = NAN, .error_v = NAN, .energy = NAN};
    out->status = experiment_open(&e, setup, &out->why);
    if (out->status == STATUS_OK) {
        lab_request request = experiment_request(&e);
        request.watch = watch_energy;
        request.context = &energy;
        out->status = lab_run(&request, &out->result, &out->why);
    }
    const lab_result *r = &out->result;
    if (out->status == STATUS_OK) {
        const constrained *c = e.system;
        out->order = c->order;
        out->energy = c->energy != NULL ? energy.largest : NAN;
        if (known != NULL && known->is_known && r->outcome == STEP_DONE && !r->stopped) {
            out->error_p = largest_difference(r->p, known->p, c->positions);
            out->error_v = c->order == 2 ? largest_difference(r->v, known->v, c->positions) : NAN;
        }
    }
    experiment_clear(&e);
}
