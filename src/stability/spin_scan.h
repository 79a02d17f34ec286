/* The spin range by sampling, for methods with so many stages that the exact way would take too
 * long; private to src/stability. */
#ifndef STABILITY_SPIN_SCAN_H
#define STABILITY_SPIN_SCAN_H

#include "stability/spin_conditions.h"
#include "stability/spin_range.h"

/* Decides at some 170 values of w, simple fractions and numbers up to 1e4 among them, and finds the
 * ends between them by bisection: exactly where Phi is known exactly, else from its conditions in
 * quadruple precision. What is narrower than the distance of two samples is not seen, isolated
 * points other than those fractions among it. In quadruple precision, where a pole comes into the
 * half-plane together with a zero, the end is found when they are so far apart that the tolerance
 * of spin_decide.h tells them apart: 1e-3 too late for three stages, later for more. */
status spin_scan(const phi *p, spin_define *define, int slack, const spin_conditions *c,
                 spin_range *out, message *why) MUST_CHECK;

#endif
