/* Words that prediction and measurement share when they speak of the largest step: what is asked,
 * and what may be answered. Nothing is computed here. */
#ifndef METHOD_STEPS_H
#define METHOD_STEPS_H

#include <complex.h>

/* One eigenvalue and the rate at which the kernel moves beside it. */
typedef struct spin_mode {
    double complex lambda;
    double omega;
} spin_mode;

/* Which steps are stable. */
typedef enum step_answer {
    STEP_BOUNDED,   /* stable for every h up to the largest one */
    STEP_UNBOUNDED, /* stable for every h > 0 */
    STEP_BEYOND,    /* not for small h, but in windows further out */
    STEP_NONE,      /* for no h at all */
    STEP_UNDECIDED  /* cannot be told; never of a spectrum */
} step_answer;

#endif
