/* What a linear DAE E(t) x' = A(t) x of index 1 looks like at one t.
 *
 * As in Kunkel & Mehrmann (2.8), (2.9): U = [U1 U2] splits off the constraints A2 x = U2^T A x = 0
 * and leaves the differential rows E1 = U1^T E with orthonormal bases T of their cokernel and N of
 * their kernel. In x = T z1 + N z2 the constraints say z2 = A21 z1, the kernel turns with Omega =
 * T^T N' = -(E1 T)^{-1} E1' N, and with T carried along in parallel z1' = A11 z1 with
 * A11 = (E1 T)^{-1} (A1 T + (A1 + E1') N A21).
 * Everything is the same for S(t) E, S(t) A and in every orthonormal basis of x.
 *
 * lambda are the eigenvalues of A11, and omega is what Omega A21 does to their eigenvectors: this
 * is what a method treats explicitly. With w = h omega a shear has R(z, w), in the limit of small
 * angles; frozen.h does not need that limit. The test equation has lambda - r and omega + r, r =
 * omega^2 t/(1 + omega^2 t^2). */
#ifndef DAE_REDUCE_H
#define DAE_REDUCE_H

#include "dae/equation.h"
#include "dae/frozen.h"
#include "method/steps.h"

typedef struct reduced {
    int count; /* differential equations */
    spin_mode modes[EQUATION_MAX_SIZE];
    double spin;       /* |Omega|: how fast the kernel turns */
    double fast, slow; /* no rate is above |A11| + |Omega| (1 + |A21|); the smallest of |lambda| and
                          spin that is not 0, or 0 */
} reduced;

/* Each equation may be multiplied by a number: the one that brings its row of E near to 1. */
void reduce_scale(equation_matrices *x, int n);

/* How many differential equations there are: the rank of E. Refuses one that is not the same at
 * all these times, and no differential equation at all. */
status reduce_rank(const equation *e, const double *t, int count, int *differential,
                   message *why) MUST_CHECK;

/* Refuses an index other than 0 and 1, and another rank. */
status reduce_at(const equation *e, int differential, double t, reduced *out, frozen *rates,
                 message *why) MUST_CHECK;

#endif
