/* Runs of the laboratory for the parts of `reproduce` that show pendulums. */
#ifndef CLI_REPRODUCE_RUN_H
#define CLI_REPRODUCE_RUN_H

#include "lab/run.h"
#include "reproduce.h"

/* A path that is kept for a picture. */
typedef struct path {
    int count;
    double *t, *drift[2], *x, *y;
} path;

status path_allocate(path *p, message *why) MUST_CHECK;
void path_clear(path *p);

typedef struct experiment_of {
    const char *system, *formulation, *method;
    double h, tolerance, t1;
    const double *p, *v; /* NULL: the start of the system */
    path *path;          /* may be NULL */
} experiment_of;

/* The errors at the end against the exact solution; NaN where none is known. */
typedef struct run_errors {
    double p[2], v[2], y;
} run_errors;

status reproduce_run(const reproduction *r, const experiment_of *e, lab_result *out,
                     run_errors *errors, message *why) MUST_CHECK;

#endif
