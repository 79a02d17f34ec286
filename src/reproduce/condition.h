/* Conditions on two coordinates, as data files write them:
 *
 *     z < 0 & (6-z)/4 < w < (z^2-2*z+12)/8 | z > 0 & w > 4/z
 *
 * Chains of < and > between expressions; & binds closer than |. For files that gcc compiles. */
#ifndef REPRODUCE_CONDITION_H
#define REPRODUCE_CONDITION_H

#include <stdbool.h>

#include "base/status.h"
#include "numerics/expression.h"

enum { CONDITION_SIZE = 200, CONDITION_MOST = 12 };

typedef struct condition {
    char words[CONDITION_SIZE];
    int count;
    struct {
        int left, left_length, right, right_length; /* in the words */
        bool is_less;                               /* left < right, else left > right */
        bool begins;                                /* an alternative */
    } parts[CONDITION_MOST];
} condition;

/* Refuses what is no condition, names that the scope does not have included (its values are not
 * looked at). */
status condition_read(const char *words, const expression_scope *scope, condition *out,
                      message *why) MUST_CHECK;

/* Does it hold? *known is false where an expression has no value. */
bool condition_holds(const condition *c, const expression_scope *scope, bool *known);

#endif
