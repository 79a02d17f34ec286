/* What the tests of src/lab share: systems, formulations, methods and runs by name. */
#ifndef TESTS_LAB_H
#define TESTS_LAB_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab/run.h"
#include "lab/start.h"
#include "lab/systems.h"
#include "support/support.h"

/* The catalogue, made once and kept: it reads files. */
static inline const catalogue *lab_catalogue(message *why)
{
    static catalogue *all;
    if (all == NULL && catalogue_create(SPINSCOPE_ASSETS, &all, why) != STATUS_OK) {
        all = NULL;
    }
    return all;
}

/* A system with its parameters at their initial values but for one (NULL: none). */
static inline constrained *lab_system(const char *name, const char *parameter, double value)
{
    message why;
    constrained *c = NULL;
    const system_entry *e = systems_find(name);
    double values[PROBLEMS_MAX_PARAMETERS];
    if (e == NULL) {
        return NULL;
    }
    for (int i = 0; i < e->parameter_count; i++) {
        values[i] = e->parameters[i].initial;
    }
    if (parameter != NULL) {
        values[system_entry_parameter(e, parameter)] = value;
    }
    return system_entry_create(e, values, &c, &why) == STATUS_OK ? c : NULL;
}

/* p and v at t = 0; v is left alone for systems of order 1. */
typedef struct lab_start {
    double p[CONSTRAINED_MAX_POSITIONS], v[CONSTRAINED_MAX_POSITIONS];
} lab_start;

static inline lab_start lab_start_of(const constrained *c)
{
    lab_start s = {{0}, {0}};
    c->start(c->data, s.p, c->order == 2 ? s.v : NULL);
    return s;
}

/* Runs it with a fixed step, or with a tolerance when h is 0. `request` may be NULL; else it brings
 * what is not named here. */
static inline status lab_go(const constrained *c, const char *formulation_name,
                            const char *method_name, double h, double tolerance, double t1,
                            const lab_request *more, lab_result *out, message *why)
{
    formulation_choice how;
    lab_method m = {0};
    lab_start start = lab_start_of(c);
    lab_request request = more != NULL ? *more : (lab_request){0};
    const catalogue *all = lab_catalogue(why);
    status s = all != NULL ? formulation_read(formulation_name, &how, why) : STATUS_FAILED;
    s = s == STATUS_OK ? lab_method_open(all, method_name, tolerance > 0, &m, why) : s;
    if (s == STATUS_OK) {
        request.system = c;
        request.formulation = &how;
        request.method = &m;
        request.h = h;
        request.tolerance = tolerance;
        request.t1 = t1;
        request.p = request.p != NULL ? request.p : start.p;
        request.v = c->order == 1 ? NULL : request.v != NULL ? request.v : start.v;
        s = lab_run(&request, out, why);
    }
    lab_method_clear(&m);
    return s;
}

static inline double lab_largest(const double *a, const double *b, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++) {
        double d = fabs(a[i] - b[i]);
        most = d <= most ? most : d; /* NaN stays */
    }
    return most;
}

/* The error of p and v at the end of a run, against the exact solution that the system knows. */
static inline double lab_error(const constrained *c, const lab_result *r)
{
    lab_start start = lab_start_of(c), at = {{0}, {0}};
    double y[CONSTRAINED_MAX_POSITIONS];
    double *v = c->order == 2 ? at.v : NULL;
    c->exact(c->data, start.p, start.v, r->t, at.p, v, y);
    double e = lab_largest(at.p, r->p, c->positions);
    return c->order == 2 ? fmax(e, lab_largest(at.v, r->v, c->positions)) : e;
}

/* The order by halving a step: log2 of the quotient. */
static inline double lab_order(double coarse, double fine)
{
    return log2(coarse / fine);
}

#endif
