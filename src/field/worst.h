/* The worst case over an interval of w: the largest growth at one z for any w in it, so that the
 * region is where a method is stable for all of them. Private to src/field.
 *
 * That no root leaves the circle of the largest growth found is proved for whole pieces of the
 * interval at once (inside.h); a piece for which it is not is looked at where it is worst, and
 * halved. Of a wide interval what is beyond 2 is looked at as a function of 1/w, so that no
 * interval is long. So the answer is the largest growth to 1e-9, whatever lies between samples: up
 * to rounding, which quadruple precision keeps below that where terms cancel (in_w.h). A pole that
 * is as close to a real w as doubles can tell counts as one. */
#ifndef FIELD_WORST_H
#define FIELD_WORST_H

#include "field/in_w.h"
#include "field/point.h"
#include "field/view.h"

typedef struct worst {
    double low, high;        /* of w */
    in_w_source phi, mirror; /* as functions of w and, where |w| is large, of 1/w */
} worst;

/* For the w and the chart of the view. Refuses a Phi that has no coefficients (a rotating kernel)
 * and, unless the interval is 0 alone, methods that are for ODEs only. Clear it in every case. */
status worst_init(worst *out, const phi *p, const view *v, message *why) MUST_CHECK;
void worst_clear(worst *w);

/* At z (1/z in CHART_INFINITY); *where is the w at which it is attained, and may be NULL. R is that
 * of this w. Places where N = D = 0 at some w are judged by the other w. */
point worst_evaluate(const worst *w, double complex z, double *where);

#endif
