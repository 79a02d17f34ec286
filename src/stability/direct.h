/* One real step of a method on the test equation: E(t), A(t) assembled at the stage times, the
 * whole system in x1 and x2 solved, nothing eliminated beforehand. This is the second algorithm
 * against which a compiled Phi is verified. For files that gcc compiles. */
#ifndef STABILITY_DIRECT_H
#define STABILITY_DIRECT_H

#include "method/coefficients.h"
#include "method/motion.h"

/* Coefficients of the monic characteristic polynomial of the step with h = 1, lambda = z,
 * omega = w, from t0 on: sigma^k + monic[k-1] sigma^{k-1} + ... + monic[0], k = 1 for one-step
 * methods (R = -monic[0]), 2 for keep=none. The motion is shear or rotation. False when a linear
 * system was singular. */
bool direct_characteristic(const method *m, motion moves, cquad z, quad w, quad t0, cquad *monic);

#endif
