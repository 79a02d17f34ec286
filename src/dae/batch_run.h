/* What a batched measurement knows before it sees a pixel. Private to the batched steppers. */
#ifndef DAE_BATCH_RUN_H
#define DAE_BATCH_RUN_H

#include "dae/batch_stage.h"

/* What does not change from block to block. */
typedef struct batch_run {
    const tableau *method;
    const equation *equation;
    stage_solver solve;
    double t0, h;
    int steps;
    int early, late; /* the steps at which the windows of growth.h begin */
    int window;      /* their length */
    int unknowns;
    int history; /* points a step starts from */
    int known;   /* stages, as in stage_problem */
    bool spin;
    bool projects;
    bool free_constraint; /* keep=none: the state is (u, x2) */
    int node_count;
    double node[STAGE_MAX_INSTANTS];
    double from_x[METHOD_MAX_STEPS], from_K[METHOD_MAX_STEPS], newest; /* multistep */
    double complex generic[METHOD_MAX_STEPS + 1];
} batch_run;

void batch_plan(const batch_request *request, batch_run *out);

#endif
