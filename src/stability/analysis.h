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

/* Zeros or poles, each once, and where they are. */
typedef struct analysis_zeros {
    int count;
    double complex at[ANALYSIS_MOST_ZEROS];
    int multiplicity[ANALYSIS_MOST_ZEROS];
    bool exact;               /* else multiplicities are what they are within rounding */
    int left, on_axis, right; /* of the imaginary axis, multiple ones as often as they count */
} analysis_zeros;

/* Answers that the rounding of coefficients may have changed. */
typedef enum analysis_doubt {
    DOUBT_ORDER,
    DOUBT_ORDER_SPINNING,
    DOUBT_ORDER_LINEAR,
    DOUBT_A_STABLE,
    DOUBT_L_STABLE,
    DOUBT_ALPHA,
    DOUBT_REAL_INTERVAL,
    DOUBT_IMAGINARY_INTERVAL,
    DOUBT_ZERO_STABLE,
    DOUBT_COUNT
} analysis_doubt;

/* Which z are stable at one w. */
typedef struct analysis_region {
    double R_infinity;                  /* of methods with several roots |sigma|max there */
    analysis_answer A_stable, L_stable; /* none where the rounding of the coefficients decides */
    double alpha_degrees;               /* NaN when the negative real axis is not stable */
    double real_interval[2];            /* about 0, without a gap: a <= 0 <= b */
    double imaginary_interval[2];       /* the same on the imaginary axis */
    bool zero_stable;
    double zero_root; /* the largest root at z = 0; NaN where it is undefined */
} analysis_region;

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
    bool has_series;                  /* has R a series at the origin? Else it has no order, and: */
    message no_series;                /* why */
    int order_linear;                 /* of R against e^z; -1: it has none */
    int order_spinning;               /* the same along (z, w) = h (1, omega); -1: ODEs only */
    analysis_constant error_constant; /* C in e^z - R = C z^{p+1} + ..., p = order_linear */
    bool stiffly_accurate;
    analysis_answer stages_a_stable; /* of every stage on x' = lambda x */
    double stage_growth;             /* largest |stage| on the real stability interval, NaN: none */
    int stage_growth_at;             /* which stage, from 1 */
    analysis_answer algebraically_stable; /* b >= 0 and M = BA + A^T B - b b^T >= 0 */
    analysis_answer B_stable;
    double algebraic_eigenvalue; /* the smallest of M; NaN for multistep methods */

    /* At this w. `exact`: poles, zeros, intervals, and every yes and no here are decided in
     * integers, else in quadruple precision. */
    bool exact;
    analysis_extent stable;
    union {
        analysis_region region;
        struct { /* the same, one by one */
            double R_infinity;
            analysis_answer A_stable, L_stable;
            double alpha_degrees, real_interval[2], imaginary_interval[2];
            bool zero_stable;
            double zero_root;
        };
    };
    analysis_zeros poles, zeros; /* of R; of multistep methods: a root is infinite, or 0 */
    int star_sectors;            /* of the order star of R at the origin; -1 when there is none */

    /* What would hold if coefficients that were rounded had not been; the same where rounding does
     * not matter. Where it does, up_to_rounding has the relative error in the conditions of the
     * order, the excess of |sigma| over 1, or |R(inf)|; else it is 0. An order holds up to that. */
    int order_rounded;
    analysis_region rounded;
    double up_to_rounding[DOUBT_COUNT];
} analysis;

enum { ANALYSIS_LARGEST_W = 1000000 };

/* Kernel: the shear. Refuses w /= 0 for methods that are for ODEs only, and |w| above the largest
 * where it matters: intervals and angles are then too far apart in size to be told from rounding.
 */
status analysis_of(const method *m, wide w, analysis *out, message *why) MUST_CHECK;

#endif
