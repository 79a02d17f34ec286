/* Phi along a ray z = h lambda, w = h omega, and the step sizes for which it is stable. For files
 * that gcc compiles.
 *
 * On the ray the coefficients c_j are polynomials in h. A verdict can change only where a root
 * reaches the unit circle or leaves it, which is where one of three polynomials in h has a zero
 * (crossings.h); between two such places one point speaks for all. No grid is involved. */
#ifndef STABILITY_RAY_H
#define STABILITY_RAY_H

#include "numerics/quad.h"
#include "stability/phi.h"
#include "stability/windows.h"

/* The highest power of h that there can be. */
enum { RAY_MAX_TOP = 2 * (METHOD_MAX_STAGES + 2) };

/* The coefficient of sigma^j h^n is c[j][n]. */
typedef struct ray {
    int degree; /* in sigma */
    int top;    /* in h: the highest power that is there */
    cquad c[METHOD_MAX_STEPS + 1][RAY_MAX_TOP + 1];
} ray;

/* Refuses omega /= 0 for methods that are for ODEs only, and a rotating kernel; omega does not
 * matter to a Phi that is the limit t -> infinity. */
status ray_init(ray *r, const phi *p, cquad lambda, quad omega, message *why) MUST_CHECK;

/* c_0 .. c_degree at h. */
void ray_values(const ray *r, cquad h, cquad *c);

/* All h > 0 for which the roots obey the root condition, |sigma| = 1 included where the root is
 * simple. lambda and omega should be of size 1. The caller clears the windows in every case. Ends
 * are good to 1e-18 relative at simple crossings; a window narrower than 1e-12 of its place is
 * left out. */
status ray_windows(const phi *p, cquad lambda, quad omega, windows *out, message *why) MUST_CHECK;

#endif
