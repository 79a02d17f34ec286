/* An experiment that is carried out: the system of a setup, its starting values, the run, and the
 * truth that it is compared with. */
#ifndef CLI_LAB_EXPERIMENT_H
#define CLI_LAB_EXPERIMENT_H

#include "base/work.h"
#include "lab/reference.h"
#include "lab/start.h"
#include "lab_setup.h"

typedef struct experiment {
    const lab_setup *setup;
    constrained *system;
    double p[CONSTRAINED_MAX_POSITIONS], v[CONSTRAINED_MAX_POSITIONS]; /* where it starts */
    double near[CONSTRAINED_MAX_POSITIONS]; /* the nearest consistent positions */
    start_repair repair;
    bool is_off; /* it starts off the constraints, as was asked for */
} experiment;

/* Makes the system and its starting values consistent, or refuses them, or keeps them, as the setup
 * says. Clear it in every case. */
status experiment_open(experiment *e, const lab_setup *setup, message *why) MUST_CHECK;
void experiment_clear(experiment *e);

/* What lab_run needs; the caller may add to it. */
lab_request experiment_request(const experiment *e);

/* The solution through its start, which is on the constraints. */
status experiment_reference(const experiment *e, reference **out, message *why) MUST_CHECK;

/* "g was off by 0.25, positions were moved by 0.1; ..." */
void experiment_repair_words(const experiment *e, char *out, size_t size);

/* The largest |a_i - b_i|; NaN when one of them is. */
double largest_difference(const double *a, const double *b, int count);

/* One word for how a run ended: done, singular, no-convergence, overflow, too-small,
 * too-many-steps, stopped. */
const char *ending_word(const lab_result *r);

/* The solution at a time, for runs that are compared at their end only. */
typedef struct truth {
    bool is_known, is_exact;
    double uncertainty;
    double p[CONSTRAINED_MAX_POSITIONS], v[CONSTRAINED_MAX_POSITIONS];
    double y[CONSTRAINED_MAX_POSITIONS];
    message why; /* when it is not known */
} truth;

void truth_find(const experiment *e, double t, truth *out);

/* A run that is compared at its end. */
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

#endif
