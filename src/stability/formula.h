/* Phi as a formula: R = N/D for one-step methods, the polynomial in sigma for the others. */
#ifndef STABILITY_FORMULA_H
#define STABILITY_FORMULA_H

#include "base/text.h"
#include "stability/phi.h"

/* Plain text:
 *
 *     R(z, w) = N/D
 *     N = 6 - 4w + 2z - 2zw
 *     D = 6 - 4w - 4z + 2zw + z^2
 *
 * or Phi(sigma; z, w) = (3 - 2w - 2z) sigma^2 + ..., one power of sigma a line. */
void formula_text(const phi *p, text *out);

/* The same as a display for LaTeX, \[ ... \], which needs no package. */
void formula_latex(const phi *p, text *out);

#endif
