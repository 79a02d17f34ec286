/* The stage equations of stage_system.h over the exact numbers of a scheme, as one matrix whose
 * entries are sums of 1, z, w, z w and sigma; private to src/stability. For files that gcc
 * compiles.
 *
 * The stage equations are multiplied by A on both sides, with Y = A^{-1} X: then they have no
 * inverse in them but in what does not depend on w,
 *
 *     (A + w (C A - A C) - (z + w) A^2) Y = 1 - w A C d + ...,     d = A^{-1} 1,
 *
 * and Phi is multiplied by a number. */
#ifndef STABILITY_EXACT_SYSTEM_H
#define STABILITY_EXACT_SYSTEM_H

#include "method/scheme.h"

enum { TERM_1, TERM_Z, TERM_W, TERM_ZW, TERM_SIGMA, TERM_COUNT };

typedef struct exact_system {
    int order;             /* of the matrix */
    int removed;           /* stages that nothing depends on, and that are left out */
    int state;             /* rows and columns at its end that are the state */
    exact_number *entries; /* the term t of (i, k) is at (i order + k) TERM_COUNT + t */
} exact_system;

/* Of a method that has a scheme and is no multistep method; without w it is taken at w = 0. */
void exact_system_init(exact_system *system, const method *m, bool without_w);
void exact_system_clear(exact_system *system);

#endif
