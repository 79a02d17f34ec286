/* What the coefficients of a Runge-Kutta method say about its stages and about nonlinear problems,
 * on x' = lambda x and x' = f(x); private to src/stability. For files that gcc compiles. */
#ifndef STABILITY_ANALYSIS_STAGES_H
#define STABILITY_ANALYSIS_STAGES_H

#include "method/coefficients.h"

/* Internal stability: stage j of a step from x = 1 is R_j(z) = e_j (I - zA)^{-1} 1. */
typedef struct stage_report {
    bool a_stable; /* is |R_j| <= 1 in the left half-plane for every j? */
    quad growth;   /* the largest |R_j(z)| for -reach <= z <= 0, over all j; may be infinite */
    int stage;     /* where that is, counted from 1 */
    quad z;        /* -INFINITY for a limit */
} stage_report;

/* `reach` may be infinite. Not for multistep methods. */
void stage_report_make(const coefficients *a, quad reach, quad tolerance, stage_report *out);

/* Algebraic stability (Burrage & Butcher, Crouzeix 1979): b >= 0 and M = BA + A^T B - b b^T, with
 * B = diag(b), is positive semidefinite. It implies B-stability, and is implied by it when no two
 * stages are always the same (Hundsdorfer & Spijker 1981). */
typedef struct algebraic_report {
    bool stable;
    bool irreducible; /* are no two stages always the same? */
    quad smallest;    /* eigenvalue of M */
    quad smallest_weight;
} algebraic_report;

void algebraic_report_make(const coefficients *a, quad tolerance, algebraic_report *out);

#endif
