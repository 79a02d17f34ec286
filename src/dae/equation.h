/* A linear DAE E(t) x' = A(t) x from a data file:
 *
 *     name = the test equation
 *     size = 2
 *     let omega = 2                       # names for later entries; may depend on t
 *     E = 1 -omega*t
 *         0 0
 *     A = -1 omega*(1+t)
 *         -1 1+omega*t
 *
 * Entries are expressions (numerics/expression.h) in t, separated by blanks. What depends on t may
 * have 16 KiB and two root() altogether. */
#ifndef DAE_EQUATION_H
#define DAE_EQUATION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

enum { EQUATION_MAX_SIZE = 32, EQUATION_MAX_BYTES = 1 << 20 };

typedef struct equation equation;

/* Errors name line and column. The caller destroys the equation. */
status equation_parse(const char *label, const char *data, size_t length, equation **out,
                      message *why) MUST_CHECK;
status equation_read(const char *path, equation **out, message *why) MUST_CHECK;
void equation_destroy(equation *e);

/* How many unknowns. */
int equation_size(const equation *e);
const char *equation_name(const equation *e); /* that of the file when it has none */

/* Are E and A the same at all t? */
bool equation_is_constant(const equation *e);

/* E(t) x' = A(t) x at one t, row by row. */
typedef struct equation_matrices {
    double E[EQUATION_MAX_SIZE * EQUATION_MAX_SIZE], A[EQUATION_MAX_SIZE * EQUATION_MAX_SIZE];
    double E_slope[EQUATION_MAX_SIZE * EQUATION_MAX_SIZE]; /* E' */
    double sum[EQUATION_MAX_SIZE * EQUATION_MAX_SIZE];     /* A + E', which may be much smaller */
} equation_matrices;

/* E' is found by the rules of differentiation (numerics/dual.h), and everything is rounded once,
 * from quadruple precision. Refuses a t at which an entry has no value, or one of E no derivative.
 */
status equation_at(const equation *e, double t, equation_matrices *out, message *why) MUST_CHECK;

#endif
