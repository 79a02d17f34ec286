/* Half-explicit Runge-Kutta methods on the index-2 form of a system, private to src/lab: stages are
 * explicit in p and v, and the multipliers of each stage are those that put the next one on the
 * constraints (g = 0 of a system of order 1, G v + g_t = 0 of one of order 2). */
#ifndef LAB_HALF_EXPLICIT_H
#define LAB_HALF_EXPLICIT_H

#include "dae/outcome.h"
#include "lab/constrained.h"
#include "method/method.h"

typedef struct half_explicit half_explicit;

/* Refuses methods that are not explicit, and those in which a stage does not reach the next one. */
status half_explicit_create(const method *m, const constrained *c, half_explicit **out,
                            message *why) MUST_CHECK;
void half_explicit_destroy(half_explicit *e);

/* One step of size h from time t; p and v are replaced. After anything but STEP_DONE they are what
 * they were. */
step_outcome half_explicit_step(half_explicit *e, double t, double h, double *p,
                                double *v) MUST_CHECK;

/* Forces evaluated, linear systems solved. */
void half_explicit_counts(const half_explicit *e, long *forces, long *factorisations);

#endif
