/* Runs that are compared at their end only, as studies of many runs do. */
#ifndef STUDY_OUTCOME_H
#define STUDY_OUTCOME_H

#include "base/work.h"
#include "lab/experiment.h"

/* How a study has its pieces done: piece(of, 0 .. count - 1), by any number of threads. `name` is
 * what a person who waits may be told. */
typedef struct study_work {
    void (*share)(void *context, const char *name, int count, work_piece piece, void *of);
    void *context;
} study_work;

/* The solution at a time. */
typedef struct truth {
    bool is_known, is_exact;
    double uncertainty;
    double p[CONSTRAINED_MAX_POSITIONS], v[CONSTRAINED_MAX_POSITIONS];
    double y[CONSTRAINED_MAX_POSITIONS];
    message why; /* when it is not known */
} truth;

/* At the end of the setup. */
void truth_find(const lab_setup *setup, truth *out);

typedef struct outcome {
    status status; /* STATUS_OK when it was run, however it ended */
    message why;   /* else */
    int order;     /* of the system */
    lab_result result;
    double error_p, error_v; /* at the end; NaN where that is not known */
    double energy;           /* the largest |E(t) - E(0)|; NaN where there is none */
} outcome;

/* `known` may be NULL. */
void outcome_find(const lab_setup *setup, const truth *known, outcome *out);

/* The larger of the errors of positions and velocities; systems of order 1 have no velocity. */
double outcome_larger(double error_p, double error_v);

#endif
