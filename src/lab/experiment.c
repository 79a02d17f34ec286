#include "lab/experiment.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/plain.h"
#include "numerics/linear.h"

/* A formulation that can start off the constraints has residuals up to this at the start, relative
 * to the derivatives there; one that cannot has the violation itself. */
static const double acceptable = 1e-9;

static const long usual_reference_work = 300000000;

/* Fixed steps of one run: minutes at least. */
static const long most_fixed_steps = 100000000;

void lab_setup_begin(const system_entry *entry, lab_setup *out)
{
    message unused;
    *out = (lab_setup){.entry = entry};
    for (int i = 0; i < entry->parameter_count; i++) {
        out->values[i] = entry->parameters[i].initial;
    }
    status s = formulation_read(FORMULATION_USUAL, &out->formulation, &unused);
    assert(s == STATUS_OK);
    (void)s;
}

status lab_setup_check(lab_setup *s, message *why)
{
    constrained *system = NULL;
    TRY(system_entry_create(s->entry, s->values, &system, why));
    s->t1 = s->t1 > 0 ? s->t1 : system->end;
    constrained_destroy(system);
    return STATUS_OK;
}

status lab_setup_method(lab_setup *s, const catalogue *all, const char *name, lab_method *opened,
                        message *why)
{
    s->method = opened;
    return lab_method_choose(all, name, s->t1, &s->h, &s->tolerance, opened, why);
}

void lab_setup_steps(const lab_setup *s, double h, char *out, size_t size)
{
    if (!(s->tolerance > 0)) {
        plain_print(out, size, "h = %.6g", h > 0 ? h : s->h);
    } else if (s->h > 0) {
        plain_print(out, size, "tolerance %.6g, steps up to %.6g", s->tolerance, s->h);
    } else {
        plain_print(out, size, "tolerance %.6g", s->tolerance);
    }
}

void lab_setup_name(const lab_setup *s, char *out, size_t size)
{
    int given = 0;
    plain_print(out, size, "%s", s->entry->name);
    for (int i = 0; i < s->entry->parameter_count; i++) {
        if (s->is_given[i]) {
            size_t used = strlen(out);
            plain_print(out + used, size - used, "%s%s = %.6g", given++ == 0 ? " (" : ", ",
                        s->entry->parameters[i].name, s->values[i]);
        }
    }
    if (given > 0 && strlen(out) + 1 < size) {
        strcat(out, ")");
    }
}

double largest_difference(const double *a, const double *b, int count)
{
    double largest = 0;
    for (int i = 0; i < count; i++) {
        double difference = fabs(a[i] - b[i]);
        largest = real_larger(largest, difference);
    }
    return largest;
}

static double largest_of(const double *a, int count)
{
    static const double zero[PROBLEM_MAX_SIZE];
    return largest_difference(a, zero, count);
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
    if (m->engine == LAB_HALF_EXPLICIT ||
        (m->method != NULL && method_describe(m->method)->kind == METHOD_MULTISTEP)) {
        return refuse(why, "%s: %s needs consistent values; accepted: Runge-Kutta methods and bdf",
                      q->start_name, m->name);
    }
    formulation *f = NULL;
    TRY(formulation_create(e->system, &q->formulation, lab_method_is_explicit(m), 0, e->p, &f,
                           why));
    bool is_accepted = accepts(f, e);
    formulation_destroy(f);
    return is_accepted ? STATUS_OK
                       : refuse(why,
                                "%s: with %s the formulation %s cannot start off the constraints; "
                                "index-1 and stabilised-ode can, baumgarte with an explicit method "
                                "such as dopri5",
                                q->start_name, m->name, q->formulation.name);
}

static status refuse_start(const experiment *e, message *why)
{
    const double *off = e->repair.violation;
    char second[60] = "";
    if (e->system->order == 2) {
        plain_print(second, sizeof second, " and g' = 0 by %.3g", off[1]);
    }
    return refuse(why, "%s: the starting values violate g = 0 by %.3g%s; accepted: consistent ones",
                  e->setup->start_name, off[0], second);
}

status experiment_open(experiment *e, const lab_setup *setup, message *why)
{
    *e = (experiment){.setup = setup};
    TRY(system_entry_create(setup->entry, setup->values, &e->system, why));
    const constrained *c = e->system;
    size_t bytes = (size_t)c->positions * sizeof *e->p;
    double p[CONSTRAINED_MAX_POSITIONS], v[CONSTRAINED_MAX_POSITIONS] = {0};
    c->start(c->data, p, velocities(c, v));
    memcpy(e->p, p, bytes);
    memcpy(e->v, v, bytes);
    if (start_make_consistent(c, 0, e->p, velocities(c, e->v), &e->repair, why) != STATUS_OK) {
        return STATUS_BAD_INPUT; /* somebody chose them */
    }
    memcpy(e->near, e->p, bytes);
    if (e->repair.repaired && setup->start == START_REFUSED) {
        return refuse_start(e, why);
    }
    e->is_off = e->repair.repaired && setup->start == START_KEPT;
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
    long work = e->setup->reference_work > 0 ? e->setup->reference_work : usual_reference_work;
    TRY(reference_create(c, e->p, velocities(c, e->v), out, why));
    reference_limit(*out, work / c->positions / c->positions);
    return STATUS_OK;
}
