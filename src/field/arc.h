/* An arc of a curve |sigma|max = level in the plane of one slice: points on it, and the way along
 * it.
 *
 * Its coordinate u is that in which the slice is given, or its logarithm. One root sigma is an
 * analytic function of u, and so is F = log(sigma/level): the arc is Re F = 0, and along it the
 * phase grows or falls all the way. Where another root becomes as large, the curve turns. Private
 * to src/field. */
#ifndef FIELD_ARC_H
#define FIELD_ARC_H

#include <stdbool.h>

#include "field/point.h"

typedef struct arc_plane {
    const slice *slice;
    bool is_log; /* u = log z */
    double level;
    double longest_step;
} arc_plane;

typedef struct arc_point {
    double complex u, sigma;
    double excess;              /* Re F */
    double complex slope, bend; /* F', F'' */
    double crowd;               /* 1 / the distance to the next zero or pole, about */
    double uncertain;           /* how far rounding of the slice may have moved it */
} arc_point;

/* The point of the level that is next to u, for the root next to sigma; false when there is none
 * within reach. In quadruple precision where terms cancel. */
bool arc_land(const arc_plane *p, double complex u, double complex sigma, double reach,
              arc_point *out);

/* Is no other root larger? */
bool arc_is_largest(const arc_plane *p, const arc_point *at);

/* How long the next step may be. */
double arc_step(const arc_plane *p, const arc_point *at);

/* The next point, with the side above the level on the left when `sense` is 1, on the right when it
 * is -1; false where the way is lost, as in a saddle of the level itself. */
bool arc_advance(const arc_plane *p, const arc_point *at, double sense, arc_point *next);

#endif
