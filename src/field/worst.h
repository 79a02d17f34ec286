/* The worst case over an interval of w: the largest growth at one z for any w in it, so that the
 * region is where a method is stable for all of them. Private to src/field.
 *
 * For one-step methods |R|^2 = |N|^2/|D|^2 is a quotient of real polynomials in w: it is largest at
 * an end of the interval or where its derivative vanishes, a polynomial (a quadratic one for
 * collocation methods) whose roots are found; nothing is sampled. Where several roots sigma
 * compete, 17 values of w are tried, and the pole, and the best is improved by golden sections: a
 * peak narrower than an eighth of the interval can be missed. */
#ifndef FIELD_WORST_H
#define FIELD_WORST_H

#include "field/point.h"
#include "field/view.h"

typedef struct worst {
    int degree, degree_z, degree_w;
    double low, high; /* of w */
    double *c;        /* of sigma^j z^i w^k at (j (degree_z + 1) + i)(degree_w + 1) + k */
} worst;

/* For the w and the chart of the view. Refuses a Phi that has no coefficients (a rotating kernel)
 * and, unless the interval is 0 alone, methods that are for ODEs only. Clear it in every case. */
status worst_init(worst *out, const phi *p, const view *v, message *why) MUST_CHECK;
void worst_clear(worst *w);

/* At z (1/z in CHART_INFINITY); *where is the w at which it is attained, and may be NULL. R is that
 * of this w. Places where N = D = 0 at some w are judged by the other w. */
point worst_evaluate(const worst *w, double complex z, double *where);

#endif
