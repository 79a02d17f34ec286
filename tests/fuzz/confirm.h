/* Holds what Phi says of a method against a second algorithm: one real step in quadruple precision
 * (stability/direct.h). For files that gcc compiles. */
#ifndef TESTS_FUZZ_CONFIRM_H
#define TESTS_FUZZ_CONFIRM_H

#include "method/motion.h"
#include "stability/phi.h"

/* Compiles the method, prints its formula and evaluates it at (z, w) and at points near the origin.
 * A clear refusal is accepted at each of these; a verdict "stable" at a point where the step grows
 * is not, and neither are coefficients that are no numbers. */
void confirm_method(const method *m, motion moves, double re, double im, double w);

#endif
