/* The stable set of a method at one w, seen along rays from the origin; private to src/stability.
 * For files that gcc compiles.
 *
 * A ray z = r u meets the locus, where a root has modulus 1, at finitely many r, which are zeros of
 * a polynomial. Between two of them nothing changes, so that one point decides: the locus says
 * where to ask, the roots there answer. */
#ifndef STABILITY_ANALYSIS_RAY_H
#define STABILITY_ANALYSIS_RAY_H

#include <stdbool.h>

#include "numerics/polynomial.h"
#include "stability/phi.h"

enum { STABLE_SET_ROOM = (METHOD_MAX_STEPS + 1) * (METHOD_MAX_STAGES + 3) };

typedef struct stable_set {
    int degree;              /* in sigma, without constant roots 1 and -1 */
    int degree_z;            /* the highest power that is there */
    bool constant_root;      /* 1 or -1 is a root whatever z is */
    bool hopeless;           /* such a root is a double one: nowhere stable */
    quad tolerance;          /* a sum that cancels to this part of its terms is zero */
    quad c[STABLE_SET_ROOM]; /* of sigma^j z^i, at j (degree_z + 1) + i */
} stable_set;

/* Of a Phi at one w (a slice, or one without w). `tolerance` is how well the coefficients are
 * known, relative to themselves. */
void stable_set_init(stable_set *set, const phi *slice, quad tolerance);

/* Of R = N/D, both of the given degree. */
void stable_set_of_ratio(stable_set *set, const quad *N, const quad *D, int degree, quad tolerance);

/* |sigma|max; infinite at poles, NaN where there is no such number. */
quad stable_set_growth(const stable_set *set, cquad z);

/* Is |sigma|max <= 1 as far as can be told? */
bool stable_set_holds(const stable_set *set, cquad z);

/* A real polynomial in r, a sum of products, with the moduli of what was added. */
typedef struct set_ray_sum {
    int degree;
    quad c[POLYNOMIAL_MAX_DEGREE + 1], size[POLYNOMIAL_MAX_DEGREE + 1];
} set_ray_sum;

/* The ray r u, |u| = 1, and the r > 0 where it meets the locus, ascending; some may be superfluous.
 * One root, or two, are inside the circle where these polynomials are positive: their signs tell
 * even where |sigma| differs from 1 by much less than rounding. */
typedef struct set_ray {
    const stable_set *set;
    cquad u;
    int count;
    quad r[2 * POLYNOMIAL_MAX_DEGREE];
    set_ray_sum locus, difference;
} set_ray;

void set_ray_init(set_ray *along, const stable_set *set, cquad u);

/* Is the stretch between crossings, of which r is a point, stable? */
bool set_ray_holds(const set_ray *along, quad r);

/* How far from the origin on the ray is stable without a gap: 0 when nothing, INFINITY when all of
 * it is. */
quad stable_set_reach(const stable_set *set, cquad u);

/* Is any stretch of the ray stable? */
bool stable_set_touches(const stable_set *set, cquad u);

#endif
