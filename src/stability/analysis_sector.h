/* What the stable set of a method at one w contains: half-planes, sectors, points; private to
 * src/stability. For files that gcc compiles.
 *
 * |sigma|max is subharmonic away from poles, so every connected piece of the unstable set contains
 * a pole, infinity included. Hence the half-plane is decided on its edge, and the rays that are
 * stable as a whole form one interval of angles up to the first pole or the imaginary axis: halving
 * that interval finds A(alpha). */
#ifndef STABILITY_ANALYSIS_SECTOR_H
#define STABILITY_ANALYSIS_SECTOR_H

#include "stability/analysis_ray.h"

enum { ZERO_LIST_MOST = METHOD_MAX_STAGES + 2 };

/* Zeros of a polynomial, each with its multiplicity. */
typedef struct zero_list {
    int count;
    cquad at[ZERO_LIST_MOST];
    int multiplicity[ZERO_LIST_MOST];
} zero_list;

/* Zeros of the leading coefficient c_k, and of c_0 (where a root sigma is 0), without those that
 * all c_j share. A pole and a zero that are nearer to each other than 1e-26 of themselves count as
 * one that is shared: near the end of a spin range a method of high order has such pairs. */
void sector_poles(const stable_set *set, zero_list *out);
void sector_zeros(const stable_set *set, zero_list *out);

/* R at infinity for one-step methods, else |sigma|max there; infinite at a pole. */
quad sector_infinity(const stable_set *set);

/* stable_set_reach, which also ends at poles on the ray. */
quad sector_reach(const stable_set *set, cquad u);

bool sector_is_a_stable(const stable_set *set);

/* The largest angle of A(alpha) in degrees; 90 exactly when A-stable, NaN when the negative real
 * axis is not stable. */
quad sector_alpha(const stable_set *set);

/* The same when it is known that the negative real axis is stable and the half-plane is not; *most
 * is where the first pole is, or 90. */
quad sector_angle(const stable_set *set, quad *most);

/* Stable nowhere, at some z, or at every z. */
typedef enum sector_extent { EXTENT_NOWHERE, EXTENT_SOMEWHERE, EXTENT_EVERYWHERE } sector_extent;

sector_extent sector_extent_of(const stable_set *set);

#endif
