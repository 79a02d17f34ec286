/* Consistent values: points that satisfy the constraints, and derivatives that satisfy the
 * differentiated ones. For problems of index 1 (and ODEs). */
#ifndef DAE_INITIAL_H
#define DAE_INITIAL_H

#include "dae/outcome.h"
#include "dae/problem.h"

/* What a projection onto the constraints leaves as it is. */
typedef enum projection {
    PROJECT_ALONG_KERNEL, /* E x */
    PROJECT_KEPT          /* the components that the problem names; E x when it names none */
} projection;

/* Moves x onto the constraints at t. */
step_outcome initial_project(const problem *p, double t, projection how, double *x);

/* x' from the equations with x' and the differentiated constraints; xd holds a guess. The
 * problem's own slope or consistent_slope where it has one. */
step_outcome initial_derivative(const problem *p, double t, const double *x, double *xd);

/* The largest residual of a constraint, relative to the largest term of any. */
double initial_violation(const problem *p, double t, const double *x);

/* Consistent initial values near x: along the kernel of E, or by the smallest change where that
 * fails because E does not know them (index 2). The message names the problem. */
status initial_values(const problem *p, double t, double *x, message *why) MUST_CHECK;

#endif
