/* The numbers behind the picture: what is known about a method at one w, from Phi and from the
 * exact coefficients, in quadruple precision. The sets of w are in spin_range.h.
 *
 * Infinite numbers are INFINITY, numbers that do not exist are NaN. Nothing is read off a grid:
 * intervals and angles are zeros of polynomials, decided by the roots beside them. */
#ifndef STABILITY_ANALYSIS_H
#define STABILITY_ANALYSIS_H

#include <complex.h>

#include "stability/phi.h"

/* The answer to a question about a method. */
typedef enum analysis_answer {
    ANSWER_NO,
    ANSWER_YES,
    ANSWER_NONE
} analysis_answer; /* none: does not apply, or open */

/* Which z are stable. */
typedef enum analysis_extent {
    STABLE_NOWHERE,
    STABLE_SOMEWHERE,
    STABLE_EVERYWHERE
} analysis_extent;

enum { ANALYSIS_MOST_ZEROS = METHOD_MAX_STAGES + 2 };

/* Zeros or poles, multiple ones as often as they count, and where they are. */
typedef struct analysis_zeros {
    int count, left, on_axis, right; /* of the imaginary axis */
    double complex at[ANALYSIS_MOST_ZEROS];
} analysis_zeros;

/* A number, and how it is written. */
typedef struct analysis_constant {
    double value;
    char text[64]; /* "-1/12" when it is rational, else 12 digits */
} analysis_constant;

/* The numbers of a method. */
typedef struct analysis {
    double w;

    /* Of the method itself, at w = 0. */
    int order;                        /* by rooted trees */
    int order_linear;                 /* of R against e^z, by a DFT on a circle of step sizes */
    int order_spinning;               /* the same along (z, w) = h (1, omega); -1: ODEs only */
    analysis_constant error_constant; /* C in e^z - R = C z^{p+1} + ..., p = order_linear */
    bool stiffly_accurate;
    analysis_answer stages_a_stable; /* of every stage on x' = lambda x */
    double stage_growth;             /* largest |stage| on the real stability interval, NaN: none */
    int stage_growth_at;             /* which stage, from 1 */
    analysis_answer algebraically_stable; /* b >= 0 and M = BA + A^T B - b b^T >= 0 */
    analysis_answer B_stable;
    double algebraic_eigenvalue; /* the smallest of M; NaN for multistep methods */

    /* At this w. */
    analysis_extent stable;
    double R_infinity; /* of multistep methods |sigma|max there */
    /* None where the rounding of the coefficients decides: |R| <= 1 + this then. */
    analysis_answer A_stable, L_stable;
    double A_stable_up_to, L_stable_up_to; /* 0 where it does not */
    double alpha_degrees;                  /* NaN when the negative real axis is not stable */
    double real_interval[2];               /* about 0, without a gap: a <= 0 <= b */
    double imaginary_interval[2];          /* the same on the imaginary axis */
    bool zero_stable;
    double zero_root;            /* the largest root at z = 0; NaN where it is undefined */
    analysis_zeros poles, zeros; /* of R; of multistep methods: a root is infinite, or 0 */
    int star_sectors;            /* of the order star of R at the origin; -1 when there is none */
} analysis;

enum { ANALYSIS_LARGEST_W = 1000000 };

/* Kernel: the shear. Refuses w /= 0 for methods that are for ODEs only, and |w| above the largest
 * where it matters: intervals and angles are then too far apart in size to be told from rounding.
 */
status analysis_of(const method *m, wide w, analysis *out, message *why) MUST_CHECK;

#endif
