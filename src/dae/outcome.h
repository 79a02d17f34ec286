/* How a step ended. */
#ifndef DAE_OUTCOME_H
#define DAE_OUTCOME_H

/* What a step can come to. */
typedef enum step_outcome {
    STEP_DONE,
    STEP_SINGULAR,       /* the stage system has no unique solution */
    STEP_NO_CONVERGENCE, /* Newton's method did not get there */
    STEP_NOT_FINITE,     /* overflow, or NaN from the problem */
    STEP_TOO_SMALL,      /* the error asks for a step that time does not resolve */
    STEP_TOO_MANY        /* as many steps as are allowed were made */
} step_outcome;

/* Adaptive integrators make so many steps from a start, unless they are told otherwise. */
enum { ADAPTIVE_MOST_STEPS = 1000000 };

/* In words: "the step size became too small". */
const char *step_outcome_words(step_outcome o);

#endif
