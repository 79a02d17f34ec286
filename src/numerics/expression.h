/* Exact numeric expressions, evaluated in quadruple precision:
 *
 *     integers, decimals, + - * / ^, parentheses, sqrt(x), cos(x), sin(x), exp(x), pi,
 *     root(c0, ..., cn; lo, hi): the one zero of c0 + c1 x + ... + cn x^n in [lo, hi],
 *     and the names of a scope.
 *
 * Division by zero, sqrt of a negative number and anything else that is not finite is refused. */
#ifndef NUMERICS_EXPRESSION_H
#define NUMERICS_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "numerics/dual.h"
#include "numerics/exact.h"

enum {
    EXPRESSION_MAX_NAMES = 32,
    EXPRESSION_NAME_SIZE = 32,
    EXPRESSION_MAX_DEPTH = 50,
    EXPRESSION_FILE_ROOTS = 400 /* of a whole file */
};

/* Names with values, for expressions to use. Starts as {0}. A slope is only for a name that depends
 * on what is differentiated by. */
typedef struct expression_scope {
    int count;
    exact_field *field; /* where exact numbers are, NULL when none are wanted; may get larger */
    struct {
        char name[EXPRESSION_NAME_SIZE];
        quad value;
        dual_slope slope;
        const exact_number *exact; /* the same number, or NULL; it belongs to who made the scope */
    } names[EXPRESSION_MAX_NAMES];
} expression_scope;

/* Evaluates all of source[0..length). scope may be NULL. On bad input *where is the offset at
 * which the message applies. */
status expression_value(const char *source, size_t length, const expression_scope *scope,
                        quad *value, size_t *where, message *why) MUST_CHECK;

/* The same; *number becomes the value itself when it is in the field of the scope and *is_exact
 * says so: rational operations, sqrt() of fractions and root() of a polynomial of degree 3 at most.
 * The value is then the nearest quad. */
status expression_exact(const char *source, size_t length, const expression_scope *scope,
                        quad *value, exact_number *number, bool *is_exact, size_t *where,
                        message *why) MUST_CHECK;

/* The same with the derivative, by the rules of differentiation. */
status expression_dual(const char *source, size_t length, const expression_scope *scope,
                       dual *value, size_t *where, message *why) MUST_CHECK;

/* How many root() there are. One takes up to 7 ms where other things take a microsecond a letter,
 * so files have only so many of them. */
int expression_count_roots(const char *source, size_t length);

/* May a scope define this name? Letters, digits and _, starting with a letter, not taken. */
bool expression_name_is_free(const expression_scope *scope, const char *name, size_t length);

#endif
