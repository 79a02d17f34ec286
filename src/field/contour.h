/* Contours: the curves |sigma|max = level of a field as polylines, sharp at any magnification.
 *
 * Marching squares on the pixel centres, one ring of pixels outside of the view included, finds
 * which edges the curve crosses; the reference evaluator finds where. In the plane z at one w, what
 * is smaller or thinner than a pixel and misses all centres is found too (island.h); of the worst
 * case of all w, of order stars and in the (z, w) plane it is not. Nothing here draws or clips. */
#ifndef FIELD_CONTOUR_H
#define FIELD_CONTOUR_H

#include "field/field.h"

/* What to trace. */
typedef struct contour_request {
    const field *field;     /* computed as a whole */
    const phi *phi;         /* the one that the field was computed from */
    double level;           /* 1e-30 to 1e30; 1 takes the verdict of the field */
    bool star;              /* of |R e^{-z}| instead: the order star */
    double pixel_tolerance; /* chords stay within this many pixels of the curve; 0.05 shows not */
    const atomic_bool *cancel; /* stops within a row once true; may be NULL */
    double most_seconds; /* stops, too, when the program has computed for so long (patience.h) */
} contour_request;

/* In coordinates of the view's plane, with the side above the level on the left hand (in the (z, w)
 * plane of one-step methods: in its middle; it may change where (z, w) is indeterminate). Runs up
 * to one pixel over the edge of the view. */
typedef struct curve {
    int count;
    double *x, *y;
    bool closed; /* the last point is joined to the first, which is not repeated */
} curve;

/* All curves of a level. */
typedef struct contour {
    int count;
    curve *curves;
    int crossings;    /* of pixel edges: the points that refinement started from */
    long evaluations; /* of Phi, which is nearly all of the time */
} contour;

/* Every point is on the curve to 1e-13 of a pixel where |sigma|max is smooth on the scale of
 * pixels, to 1e-7 at sharper kinks, as far as double precision tells growths apart. There are two
 * exceptions at level 1, both where the growth is within 1e-10 of it: the centres of pixels called
 * boundary, so that rounding on lines of |sigma| = 1 makes no zigzag, and edges of regions where
 * the growth is 1 throughout. Where (z, w) is indeterminate, curves of every level may end in it.
 * Where branches cross or come closer than a pixel, a chord of about a pixel may lead from one to
 * the other.
 *
 * With a rotating kernel each evaluation between rows of the (z, w) plane costs a slice of Phi,
 * 0.1 ms or so. When stopped: STATUS_NO. The caller clears the contour in every case. */
status contour_trace(const contour_request *request, contour *out, message *why) MUST_CHECK;

/* Frees the curves. */
void contour_clear(contour *c);

#endif
