/* The frozen model of a linear DAE E(t) x' = A(t) x of index 1: its kernel turns with constant
 * rates.
 *
 * With orthonormal bases T of the cokernel of E and N of its kernel, Omega = T^T N' says how the
 * kernel turns, and z2 = A21 z1 where the consistent x = T z1 + N z2 are. Rates frozen at one t
 * give E = [I 0; 0 0] Q^T, A = [Lam1 Lam2; A21 -I] Q^T, Q = exp(tau [0 Omega; -Omega^T 0]): one
 * real step of a method on that has an amplification that does not depend on time. It is exact
 * where the rates are constant, as those of the rotating kernel, and a guess elsewhere. */
#ifndef DAE_FROZEN_H
#define DAE_FROZEN_H

#include "dae/equation.h"
#include "method/tableau.h"

/* Rates at one t. */
typedef struct frozen {
    int d, a;
    double Omega[EQUATION_MAX_SIZE * EQUATION_MAX_SIZE]; /* d by a */
    double A21[EQUATION_MAX_SIZE * EQUATION_MAX_SIZE];   /* a by d */
    double Lam1[EQUATION_MAX_SIZE * EQUATION_MAX_SIZE];  /* d by d */
    double Lam2[EQUATION_MAX_SIZE * EQUATION_MAX_SIZE];  /* d by a */
} frozen;

/* How much a step of length h amplifies: the spectral radius; infinite at a pole. The method is
 * one that amplify_can. */
status frozen_growth(const tableau *m, const frozen *f, double h, double *growth,
                     message *why) MUST_CHECK;

/* The h at which growth begins, when h rises from `least` to `most` in steps of a twentieth: 0 when
 * it grows for all h, infinity when it does not up to `most`. A window of growth that is narrower
 * than that may be missed. STATUS_NO once patience is over. */
status frozen_largest_h(const tableau *m, const frozen *f, double least, double most,
                        double most_seconds, double *h, message *why) MUST_CHECK;

#endif
