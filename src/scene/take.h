/* A take: a run of the laboratory as footage, with the reference solution beside it. */
#ifndef SCENE_TAKE_H
#define SCENE_TAKE_H

#include "lab/record.h"
#include "scene/footage.h"

/* Stays where it was made: its parts point to each other. */
typedef struct take {
    lab_setup setup;
    experiment experiment;
    record record;
    footage footage;
    char ending[200]; /* how it ended when that was not at t1, for a person; else "" */
    double *numbers;  /* of the footage */
} take;

/* Would it run? Takes one step. */
status take_try(const lab_setup *setup, message *why) MUST_CHECK;

/* Lengths of the run and of its reference are limited to a second or two; `setup` is copied, its
 * method must outlive the take. STATUS_NO when cancelled (`cancel` may be NULL). Clear it in every
 * case. */
status take_make(const lab_setup *setup, const atomic_bool *cancel, take *out,
                 message *why) MUST_CHECK;
void take_clear(take *t);

/* The footage of a record that keeps its rows and outlives it; the caller frees `numbers`. */
status take_footage(const record *r, const atomic_bool *cancel, footage *out, double **numbers,
                    message *why) MUST_CHECK;

#endif
