/* What tests of curves share: how often they are crossed, whether their points are on the level,
 * and the numbers of a slice, found without src/field. */
#ifndef TESTS_FIELD_CURVES_H
#define TESTS_FIELD_CURVES_H

#include <complex.h>
#include <math.h>

#include "field/contour.h"
#include "stability/evaluate.h"

/* How often the straight way from a to b crosses the curves, in the coordinates of the view. */
static inline int crossings(const contour *c, double complex a, double complex b)
{
    int count = 0;
    for (int i = 0; i < c->count; i++) {
        const curve *k = &c->curves[i];
        for (int n = k->closed ? 0 : 1; n < k->count; n++) {
            int before = n > 0 ? n - 1 : k->count - 1;
            double complex p = CMPLX(k->x[before], k->y[before]) - a;
            double complex q = CMPLX(k->x[n], k->y[n]) - a;
            /* Turned so that b is at 1. */
            p /= b - a;
            q /= b - a;
            if ((cimag(p) > 0) != (cimag(q) > 0)) {
                double at = creal(p) - cimag(p) * (creal(q) - creal(p)) / (cimag(q) - cimag(p));
                count += at > 0 && at < 1;
            }
        }
    }
    return count;
}

/* How many points of the curves are not on |sigma| = 1, by the evaluator of `eval`. */
static inline int points_off(const phi *p, const view *v, const contour *c)
{
    int off = 0;
    for (int i = 0; i < c->count; i++) {
        for (int n = 0; n < c->curves[i].count; n++) {
            evaluation e;
            message why;
            status s =
                phi_evaluate(p, (wide){.high = c->curves[i].x[n]},
                             (wide){.high = c->curves[i].y[n]}, (wide){.high = v->w}, &e, &why);
            off += s != STATUS_OK || !(fabs(e.growth - 1) <= 1e-6);
        }
    }
    return off;
}

/* Phi at w: of sigma^j z^i at j (degree_z + 1) + i; in 1/z when inverted. */
static inline void numbers_at(const phi *p, double w, bool inverted, double *out)
{
    const phi_info *info = phi_describe(p);
    int n = info->degree_z, top = 0;
    for (int at = 0; at < (info->degree + 1) * (n + 1); at++) {
        long double value = 0;
        for (int k = info->degree_w; k >= 0; k--) {
            value = value * w + (long double)phi_coefficient(p, at / (n + 1), at % (n + 1), k);
        }
        out[at] = (double)value;
        top = fabsl(value) > 1e-15L && at % (n + 1) > top ? at % (n + 1) : top;
    }
    for (int j = 0; j <= info->degree && inverted; j++) {
        double *own = out + j * (n + 1);
        for (int i = 0; i < top - i; i++) {
            double held = own[i];
            own[i] = own[top - i];
            own[top - i] = held;
        }
    }
}

#endif
