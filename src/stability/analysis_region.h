/* What is decided in integers about the stable set of a method at one w, exactly and up to the
 * rounding of its coefficients; private to src/stability. For files that gcc compiles. */
#ifndef STABILITY_ANALYSIS_REGION_H
#define STABILITY_ANALYSIS_REGION_H

#include "stability/exact_slice.h"

/* `rounding` is how well the conditions of the order hold: 0, or what says that the coefficients
 * were rounded and how much. `rounded` is what holds when that much is allowed for; where it
 * differs from `exact`, doubt[...] becomes the excess of |sigma| over 1, or of |R(inf)| over 0,
 * that it takes. */
void region_decide(exact_slice *slice, double rounding, analysis_region *exact,
                   analysis_region *rounded, double *doubt);

#endif
