/* How the kernel of the test equation moves. Prediction and measurement share these
 * names and nothing else of it. */
#ifndef METHOD_MOTION_H
#define METHOD_MOTION_H

#include <stdbool.h>

/* x = T(t) y, where the kernel of the equation for y is at rest. */
typedef enum motion {
    MOTION_SHEAR,     /* T = [1 omega t; 0 1] */
    MOTION_ROTATION,  /* T = [cos omega t, sin omega t; -sin omega t, cos omega t] */
    MOTION_NORMALISED /* rotation by atan(omega t): it dies out, and R tends to R(z, 0) */
} motion;

enum { MOTION_COUNT = MOTION_NORMALISED + 1 };

/* "shear", "rotation", "normalised". */
const char *motion_name(motion m);
/* False when there is none of this name. */
bool motion_find(const char *name, motion *m);

#endif
