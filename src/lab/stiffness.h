/* Where the stiffness of a linear constrained system comes from (Ascher and Petzold, section 4.2).
 *
 * With R B = 0 the essential underlying ODE of u = R x is
 *     m = 1:  u' = (R A_1 + R') S u
 *     m = 2:  u'' = (R A_2 + 2 R') S u' + ((R A_1 + R'') S + (R A_2 + 2 R') S') u
 * (inhomogeneities left out), where (S F) is the inverse of (R; C). Its frozen part has R A_j S
 * only; the rest is the variable part. R is orthonormal and turns as little as possible: R' R^T =
 * 0.
 */
#ifndef LAB_STIFFNESS_H
#define LAB_STIFFNESS_H

#include "lab/constrained.h"

enum { STIFFNESS_MAX_FREE = 8 }; /* degrees of freedom */

/* At one time. Norms are the largest magnitudes of entries; eigenvalues those of the first-order
 * form, the one with the largest magnitude. */
typedef struct stiffness_point {
    double t;
    double turning;          /* |R'S| */
    double coupling;         /* |F C'| */
    double B_rate, C_rate;   /* |B'|/|B|, |C'|/|C| */
    double complex frozen;   /* eigenvalue of the frozen part */
    double complex variable; /* of the variable part */
    double complex whole;    /* of the essential underlying ODE */
} stiffness_point;

/* All times together. */
typedef struct stiffness_report {
    int count;
    stiffness_point *points;
    double turning, coupling, B_rate, C_rate; /* the largest of all times */
    double frozen, variable, whole;           /* the largest |eigenvalue| of all times */
    int stiffness_case;                       /* 1 to 4 */
    const char *meaning, *advice;             /* for a person */
} stiffness_report;

/* At `count` times from 0 to t1. Refuses systems that are not linear or have too many degrees of
 * freedom. */
status stiffness_analyse(const constrained *c, double t1, int count, stiffness_report *out,
                         message *why) MUST_CHECK;
void stiffness_clear(stiffness_report *r);

/* A rate is large when it acts this often within the time of the solution; an eigenvalue is stiff
 * from the second on. */
extern const double stiffness_fast, stiffness_stiff;

#endif
