/* Where along a ray the root condition may begin or cease to hold. Private to src/stability.
 *
 * With Phi* = sigma^k conj(Phi)(1/sigma) the common roots of Phi and Phi* are those on the unit
 * circle and those whose mirror image is a root too. The first principal subresultant coefficient
 * of (Phi, Phi*) that does not vanish identically is zero where there are more of them than usual,
 * that of (Phi, Phi') where there are fewer distinct roots than usual, and the leading coefficient
 * of Phi where a root is infinite. A root that comes to the circle does one of these: alone it
 * becomes common, together with its mirror image they become one. For one-step methods the first is
 * |D|^2 - |N|^2. */
#ifndef STABILITY_CROSSINGS_H
#define STABILITY_CROSSINGS_H

#include "stability/ray.h"

enum { CROSSINGS_MOST = 4096 };

typedef struct crossings {
    int count;
    quad at[CROSSINGS_MOST]; /* ascending, positive, finite */
    /* |c_1|^2 - |c_0|^2 of one-step methods; all 0 when it vanishes identically. */
    quad difference[2 * RAY_MAX_TOP + 1];
} crossings;

/* More places than needed do no harm and may be among them. */
status crossings_find(const ray *r, crossings *out, message *why) MUST_CHECK;

#endif
