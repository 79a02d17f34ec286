/* A stepper: a method of the catalogue applied to a problem with a fixed step, as the method is
 * defined for DAEs, spin-stabilised variants included. */
#ifndef DAE_STEPPER_H
#define DAE_STEPPER_H

#include "dae/outcome.h"
#include "dae/problem.h"
#include "dae/stages.h"
#include "method/method.h"

typedef struct stepper stepper;

/* Zeros are defaults. */
typedef struct stepper_options {
    newton_options newton;
    bool thaw_frames; /* for tests: spin stabilisation without its frozen signs */

    /* Steps end where the formula of the method ends, as with keep=none, and starting values are
     * not compared with the constraints: for problems of index 2 and 3, on whose constraints there
     * is no projection along the kernel of E. */
    bool unprojected;
} stepper_options;

/* Refuses methods for ODEs only when the problem has constraints. The problem must outlive the
 * stepper; the method need not. `options` may be NULL. */
status stepper_create(const method *m, const problem *p, const stepper_options *options,
                      stepper **out, message *why) MUST_CHECK;
void stepper_destroy(stepper *s);

/* How many starting states it takes: k for a multistep method, else 1. */
int stepper_history(const stepper *s);

/* Does a step end on the constraints? Not with keep=none or unprojected. */
bool stepper_is_projected(const stepper *s);

/* Starts at time t with step h from states of size n at t - (history - 1) h, ..., t. Refuses h that
 * is not positive and finite, and states that are not finite or violate the constraints by more
 * than 1e-6, relative, unless it leaves them itself. */
status stepper_start(stepper *s, double t, double h, const double *states, message *why) MUST_CHECK;

/* The same from the exact solution of the problem, which it must have. */
status stepper_start_exact(stepper *s, double t, double h, message *why) MUST_CHECK;

/* One step. After anything but STEP_DONE the state is what it was before. */
step_outcome stepper_step(stepper *s) MUST_CHECK;

/* Where it is: t and x, which belongs to the stepper; and what it has cost so far. */
double stepper_time(const stepper *s);
const double *stepper_state(const stepper *s);
step_counts stepper_counts(const stepper *s);

/* The largest sine of the angle by which the kernel of E turned in a step; 0 unless the method is
 * spin-stabilised. */
double stepper_kernel_turn(const stepper *s);

/* Replaces the newest state, because a projection or a post-stabilisation moved it. */
void stepper_replace(stepper *s, const double *x);

/* Multiplies the whole history by a number: for linear problems without inhomogeneity. */
void stepper_rescale(stepper *s, double factor);

#endif
