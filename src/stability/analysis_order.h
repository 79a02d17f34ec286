/* The order of a method by a discrete Fourier transform, independently of its coefficients; private
 * to src/stability. For files that gcc compiles.
 *
 * For (z, w) = h (1, omega) the function f(h) = Phi / (sigma dPhi/dsigma) at sigma = e^z is
 * 1 - R e^{-z} for one-step methods, and the same to leading order for the principal root of the
 * others. Samples on a circle of h give its Taylor coefficients; the first that does not vanish
 * belongs to h^{p+1} and is the error constant C: e^z - R = C z^{p+1} + ... */
#ifndef STABILITY_ANALYSIS_ORDER_H
#define STABILITY_ANALYSIS_ORDER_H

#include "numerics/quad.h"
#include "stability/phi.h"

enum { SERIES_SAMPLES = 64 };

typedef struct order_series {
    int order;     /* -1 when not even f(0) = 0 */
    quad constant; /* C */
    quad radius;   /* of the circle */
    quad c[SERIES_SAMPLES / 2];
} order_series;

/* `tolerance` is how well Phi is known. Fails when f has no series that can be found, and says
 * why. */
status order_series_find(const phi *p, quad omega, quad tolerance, order_series *out,
                         message *why) MUST_CHECK;

/* That sigma = 1 is a multiple root at the origin, in words. */
status order_no_series(message *why);

/* The sectors of the order star |sigma e^{-z}| > 1 that meet at the origin, counted on a circle on
 * which the leading term of the series is more than twice the rest. `slice` has no w. */
int order_star_sectors(const phi *slice, const order_series *series);

#endif
