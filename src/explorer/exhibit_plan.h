/* Descriptions of exhibits, as they are typed after `stage` and kept in workspaces and lessons:
 *
 *     roots
 *     example-1.1 delta=2 eta=3 method=implicit-euler,spin:implicit-euler h=0.5 t1=6 log=on
 *     pendulum formulation=index-1 method=rk4 h=0.08 t1=6 | pendulum method=bdf tol=1e-6
 *
 * One or two, separated by |. Reading checks every word and makes nothing: what a description
 * leaves open is filled in here, so that whoever shows an exhibit has only numbers to look at. */
#ifndef EXPLORER_EXHIBIT_PLAN_H
#define EXPLORER_EXHIBIT_PLAN_H

#include "lab/experiment.h"

enum {
    EXHIBIT_MOST = 2,
    EXHIBIT_MOST_METHODS = 4,
    EXHIBIT_NAME_SIZE = 256,
    EXHIBIT_MOST_STEPS = 4096 /* of a solution: a picture shows no more */
};

typedef enum exhibit_kind {
    EXHIBIT_SOLUTION, /* of a problem of dae/problems.h */
    EXHIBIT_MOTION,   /* of a mechanism of lab/systems.h */
    EXHIBIT_ROOTS
} exhibit_kind;

typedef struct exhibit_plan {
    exhibit_kind kind;
    const problem_entry *problem; /* of a solution */
    lab_setup setup;  /* of a motion, but for its method; of a solution its values, h and t1 */
    int method_count; /* one for a motion */
    char methods[EXHIBIT_MOST_METHODS][EXHIBIT_NAME_SIZE];
    double speed; /* seconds of the system in a second; 0: not said */
    bool is_log;
} exhibit_plan;

typedef struct stage_plan {
    int count; /* 0: nothing is shown */
    exhibit_plan exhibits[EXHIBIT_MOST];
    double end;   /* of the clock they share; 0: none of them has a time */
    double speed; /* of that clock */
} stage_plan;

/* "" and "off" are no exhibit. Messages name the word and what is accepted. */
status stage_plan_read(const catalogue *all, const char *description, stage_plan *out,
                       message *why) MUST_CHECK;

#endif
