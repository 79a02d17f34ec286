/* What Phi says at one point, in quadruple precision. */
#ifndef STABILITY_EVALUATE_H
#define STABILITY_EVALUATE_H

#include <complex.h>

#include "stability/phi.h"

/* What the root condition says at a point. */
typedef enum verdict {
    VERDICT_STABLE,   /* every root inside the unit circle */
    VERDICT_UNSTABLE, /* a root outside, or a multiple one on the circle */
    VERDICT_BOUNDARY, /* | |sigma|max - 1 | <= 1e-10, and the roots there are simple */
    VERDICT_POLE,     /* the leading coefficient vanishes: infinite growth */
    VERDICT_UNDEFINED /* Phi vanishes identically: N = D = 0 */
} verdict;

/* The roots at a point. */
typedef struct evaluation {
    verdict verdict;
    double growth;  /* |sigma|max; infinite at poles, NaN where undefined */
    int root_count; /* 0 where undefined */
    double complex roots[METHOD_MAX_STEPS + 1]; /* largest modulus first; infinite ones are inf */
} evaluation;

/* "stable", "unstable", "boundary", "pole", "undefined". */
const char *verdict_name(verdict v);

/* z = re + i im. Refuses w /= 0 for methods that are for ODEs only. */
status phi_evaluate(const phi *p, wide re, wide im, wide w, evaluation *out,
                    message *why) MUST_CHECK;

#endif
