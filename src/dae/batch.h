/* Batched steppers: many pixels stepped side by side in the lanes of vector registers, for linear
 * equations of at most two complex unknowns, E(t) x' = A(t) x.
 *
 * They do what the plain stepper does: at every step E and A are assembled at every stage time and
 * the whole system in x1 and x2 is solved by Gaussian elimination with row exchanges. They agree
 * with the plain stepper to 1e-9 in the logarithm of the growth per step. */
#ifndef DAE_BATCH_H
#define DAE_BATCH_H

#include "base/status.h"
#include "dae/growth.h"
#include "method/tableau.h"

/* Which equation. The parameters of one pixel: */
typedef enum batch_equation {
    BATCH_ODE,        /* x' = lambda x; Re lambda, Im lambda */
    BATCH_SHEAR,      /* the test equation; Re lambda, Im lambda, omega */
    BATCH_ROTATION,   /* the same */
    BATCH_NORMALISED, /* the same */
    BATCH_EXAMPLE_1_1 /* delta, eta */
} batch_equation;

enum { BATCH_PARAMETERS = 3 };

/* What is the same for all pixels. */
typedef struct batch_request {
    const tableau *method;
    batch_equation equation;
    double t0, h;
    int steps;
} batch_request;

/* Refuses a method that is for ODEs only with any equation but BATCH_ODE, h that is not positive
 * and finite, t0 that is not finite, and steps < 1. */
status batch_check(const batch_request *request, message *why) MUST_CHECK;

/* Steps `count` pixels from generic starting values; parameters[i * BATCH_PARAMETERS + k] belongs
 * to pixel i, out[i] receives what was measured. Parameters that are not finite give
 * STEP_NOT_FINITE. Uses no memory but the stack, and may be called by many threads. */
void batch_measure(const batch_request *request, int count, const double *parameters, growth *out);

#endif
