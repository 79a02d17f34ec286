/* A take: a run of the laboratory that is recorded as footage, with the reference solution beside
 * it. It owns the system and all arrays. */
#ifndef SCENE_TAKE_H
#define SCENE_TAKE_H

#include "lab/run.h"
#include "scene/footage.h"

typedef struct take_request {
    const system_entry *entry;
    const double *values; /* of its parameters */
    const formulation_choice *formulation;
    const lab_method *method;
    double h, tolerance, t1;   /* as of lab_request */
    const atomic_bool *cancel; /* may be NULL */
} take_request;

typedef struct take {
    constrained *system;
    footage footage;
    lab_result result;
    char ending[200]; /* how it ended when that was not at t1, for a person; else "" */

    /* private */
    double *numbers, *reference;
    int room;
    long seen, stride; /* every so many of the steps are kept */
} take;

/* Would it run? Takes one step. */
status take_try(const take_request *request, message *why) MUST_CHECK;

/* Starting values that violate the constraints are moved onto them. STATUS_NO when cancelled. Clear
 * it in every case. */
status take_make(const take_request *request, take *out, message *why) MUST_CHECK;
void take_clear(take *t);

#endif
