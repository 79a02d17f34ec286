#include "dae/outcome.h"

const char *step_outcome_words(step_outcome o)
{
    static const char *const words[] = {
        [STEP_DONE] = "done",
        [STEP_SINGULAR] = "the equations of the step are singular",
        [STEP_NO_CONVERGENCE] = "Newton's method did not converge",
        [STEP_NOT_FINITE] = "overflow, or a number that is not finite",
        [STEP_TOO_SMALL] = "the step size became too small",
        [STEP_TOO_MANY] = "as many steps as are allowed were made",
    };
    return words[o];
}
