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
#ifndef STABILITY_EQUATION_H
#define STABILITY_EQUATION_H

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

/* The matrices at t, row by row, and the derivative of E, from five values of E in quadruple
 * precision, to rounding of double precision where E is smooth on the scale of 1e-6 max(1, |t|).
 * Refuses a t at which an entry has no value. */
status equation_at(const equation *e, double t, double *E, double *A, double *E_slope,
                   message *why) MUST_CHECK;

#endif
