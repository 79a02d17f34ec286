/* The linear models of Ascher and Petzold, TR 91-3, private to src/lab: Examples 1 and 2 of order
 * 1, Example 3 of order
 * 2. Each is a constrained system whose solution is known; nu >= 1 makes it hard. */
#ifndef LAB_MODELS_H
#define LAB_MODELS_H

#include "lab/constrained.h"

typedef struct model {
    double nu;
    double c; /* of Example 3: the force is diag(0, c (2+t)/nu) v */

    /* Example 3 with diag(0, 2/(2-t)) v in place of H M^{-1} E v in its underlying ODE, which is
     * what Table 4.7 was computed with. The solution is the same, but G p'' + k is not the second
     * derivative of the constraint off it: for projected invariants only. */
    bool as_printed;
} model;

/* number: 1, 2 or 3. */
status model_create(int number, model with, constrained **out, message *why) MUST_CHECK;

#endif
