/* Reference solutions: exact where a system knows its own, else an accurate run on the underlying
 * ODE by extrapolation (Gragg's midpoint rule, order 16, projected onto the constraints after every
 * step), which shares nothing with the methods of the catalogue. A second, less accurate run beside
 * it tells how far the first can be trusted. */
#ifndef LAB_REFERENCE_H
#define LAB_REFERENCE_H

#include "lab/constrained.h"

typedef struct reference reference;

/* Through consistent p, v at t = 0 (v is NULL for systems of order 1). The system must outlive
 * it. */
status reference_create(const constrained *c, const double *p, const double *v, reference **out,
                        message *why) MUST_CHECK;
void reference_destroy(reference *r);

/* Does the system know its solution? */
bool reference_is_exact(const reference *r);

/* p, v, y at a time, which must not decrease from call to call. Fails when the reference run breaks
 * down or becomes too long (see reference_limit). */
status reference_at(reference *r, double t, double *p, double *v, double *y,
                    message *why) MUST_CHECK;

/* The largest difference of a position or velocity between both runs so far; 0 when exact. */
double reference_uncertainty(const reference *r);

/* How many accelerations a reference may cost; 0: any. Two million over the number of positions at
 * first, which is some seconds. */
void reference_limit(reference *r, long accelerations);

#endif
