/* What a linear DAE E(t) x' = A(t) x of index 1 means for a method: at each t the lambda and omega
 * of the test equation that it looks like there.
 *
 * A QR-like reduction as in Kunkel & Mehrmann (2.8), (4.5) splits off the constraints A2 x = 0 and
 * leaves the differential rows E1 with kernel T2 and its orthogonal complement T2', Q = [T2' T2].
 * Scaled to E1 = [I F(t)] on d of the columns, u = E1 x obeys u' = Lambda u and the kernel shears
 * with F' as that of the test equation does: with the consistent x = G u, Omega = -E1' G. The
 * eigenvalues of Lambda and what Omega does to their eigenvectors are lambda and omega: exactly for
 * one differential equation, or when the two matrices commute, else to first order.
 *
 * The rotation speed of the kernel, |[I 0] Q^T Q'|, is another number, because the shear kernel
 * (omega t, 1) turns by atan(omega t): it is |omega|/(1 + omega^2 t^2) there. */
#ifndef STABILITY_REDUCE_H
#define STABILITY_REDUCE_H

#include "stability/equation.h"
#include "stability/largest_h.h"

/* What holds for all t: how many differential equations, and which columns are scaled to I. */
typedef struct reduction_plan {
    int differential;
    int columns[EQUATION_MAX_SIZE];
} reduction_plan;

/* What the equation looks like at one t. */
typedef struct reduced {
    int count;
    spin_mode modes[EQUATION_MAX_SIZE];
    double complex inherent[EQUATION_MAX_SIZE]; /* eigenvalues of the inherent ODE of (2.8), (4.5):
                                                   in orthonormal coordinates */
    double spin;                                /* |[I 0] Q^T Q'| */
} reduced;

/* Looks at these times. Refuses a rank of E that changes, and no differential equation at all.
 * Takes the first columns that do at all of them, else those that are best at their worst. */
status reduction_plan_make(const equation *e, const double *t, int count, reduction_plan *out,
                           message *why) MUST_CHECK;

/* Refuses an index other than 0 and 1, and a rank other than that of the plan. */
status reduce_at(const equation *e, const reduction_plan *plan, double t, reduced *out,
                 message *why) MUST_CHECK;

#endif
