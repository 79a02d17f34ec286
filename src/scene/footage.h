/* Footage: the recorded steps of a constrained system that can be drawn, for scenes and films.
 *
 * Between the steps positions follow the cubic of their neighbours, so that rods do not seem to
 * shrink on the way. Nothing is integrated here, and arrays stay with whoever recorded them. */
#ifndef SCENE_FOOTAGE_H
#define SCENE_FOOTAGE_H

#include "lab/constrained.h"
#include "lab/systems.h"

enum { FOOTAGE_TEXT_SIZE = 256 };

typedef struct footage {
    const constrained *system;
    int count;               /* of recorded steps, the start among them */
    const double *t;         /* increasing */
    const double *p;         /* count rows of system->positions; NaN is not drawn */
    const double *reference; /* the same of the reference solution; NULL: none */
    const double *drift[2];  /* residuals of g and of g', one a step; NULL: none */
    char title[FOOTAGE_TEXT_SIZE], subtitle[FOOTAGE_TEXT_SIZE]; /* markup */
    double view[4]; /* x0, x1, y0, y1 to be seen; all 0: chosen to hold the motion */
} footage;

/* Has the system a picture? */
bool footage_has_picture(const system_entry *e);

/* Refuses systems without a picture, and records that show nothing. */
status footage_check(const footage *f, message *why) MUST_CHECK;

/* Positions at a time: `rows` is p or reference. */
void footage_positions(const footage *f, const double *rows, double t, double *out);

/* The step at or before a time; there is one after it, unless there is but one. */
int footage_step(const footage *f, double t);

#endif
