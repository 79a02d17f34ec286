/* The largest step on an equation, measured: how |x| grows in the long run along real steps.
 *
 * |x| may be multiplied by a power of t on the way, even if a method is stable at every h: the
 * consistent directions of the test equation become longer like t, in the exact solution too. So
 * the equation itself is followed, by Radau IIA of order 9, and what is looked at is how much
 * faster than it the method grows, plus how fast it grows itself when all steps are extrapolated to
 * infinitely many. Where the kernel moves evenly, by a shear or by a rotation, the first is a
 * constant from a few steps on, and h is found to many digits.
 *
 * On a long interval this is done in up to four parts of it; on a short one the steps go on beyond
 * its end. Numbers come with an error; what is within it is not decided. */
#ifndef DAE_LONGRUN_H
#define DAE_LONGRUN_H

#include "dae/equation.h"
#include "method/steps.h"
#include "method/tableau.h"

typedef struct longrun_request {
    const equation *equation;
    int differential;
    const tableau *method; /* NULL, or one that amplify_can: else the equation itself is followed */
    double t0, t1;
    double guess; /* the largest h is thought to be about this; steps are counted in it */
    double most;  /* no larger h is looked at */
    double fast;  /* no rate of the equation is above this, at the times that were looked at */
    double most_seconds;
} longrun_request;

typedef struct longrun {
    step_answer answer;      /* STEP_UNBOUNDED: up to `most`, or not asked for without a method */
    double h, error;         /* of STEP_BOUNDED: growth begins at h +- error */
    double most;             /* up to which h was looked */
    double until;            /* up to which t */
    double rate, rate_error; /* |x| of the equation itself grows like exp(rate t) */
    char reason[160];        /* of STEP_UNDECIDED, as the end of a sentence */
    bool is_over;            /* and that is patience */
} longrun;

/* STEP_NONE is said when the equation itself grows, which small steps follow. */
status longrun_find(const longrun_request *r, longrun *out, message *why) MUST_CHECK;

#endif
