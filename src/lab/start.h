/* Consistent starting values: positions on g = 0, velocities on G v + g_t = 0. */
#ifndef LAB_START_H
#define LAB_START_H

#include "lab/constrained.h"

/* How far the values given were off, and how far they were moved. */
typedef struct start_repair {
    double violation[2]; /* the largest residual of g and of g' before */
    double moved[2];     /* the largest change of a position, of a velocity */
    bool repaired;       /* was it more than rounding? */
} start_repair;

/* The nearest consistent p and v; v is NULL for systems of order 1. Fails when the constraints are
 * dependent there, or no consistent values are near. */
status start_make_consistent(const constrained *c, double t, double *p, double *v,
                             start_repair *out, message *why) MUST_CHECK;

#endif
