/* How a step ended. */
#ifndef DAE_OUTCOME_H
#define DAE_OUTCOME_H

/* What a step can come to. */
typedef enum step_outcome {
    STEP_DONE,
    STEP_SINGULAR,       /* the stage system has no unique solution */
    STEP_NO_CONVERGENCE, /* Newton's method did not get there */
    STEP_NOT_FINITE,     /* overflow, or NaN from the problem */
    STEP_TOO_SMALL       /* the error asks for a step that time does not resolve */
} step_outcome;

/* In words: "the step size became too small". */
const char *step_outcome_words(step_outcome o);

#endif
