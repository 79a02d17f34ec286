/* Measuring growth with the plain stepper, on any problem that is linear and homogeneous. */
#ifndef DAE_MEASURE_H
#define DAE_MEASURE_H

#include "dae/growth.h"
#include "dae/stepper.h"

/* Starts from generic consistent values of moderate size, so that every root of a multistep method
 * is excited: the same ones every time. */
status measure_start(stepper *of, const problem *p, double t0, double h, message *why) MUST_CHECK;

/* Takes steps and records what they do to the observed u; rescales the history by a power of two
 * after each. `factors` receives the factor of every step taken; it may be NULL. */
growth measure_steps(stepper *s, const problem *p, int steps, double complex *factors);

#endif
