/* Eigenvalues to lay over a region, and the largest step for which all of them are stable. */
#ifndef FIELD_SPECTRUM_H
#define FIELD_SPECTRUM_H

#include <complex.h>
#include <stddef.h>

#include "field/point.h"

/* Eigenvalues; spectrum_clear frees them. */
typedef struct spectrum {
    int count;
    double complex *values; /* lambda, not yet multiplied by h */
} spectrum;

enum { SPECTRUM_MOST = 200000, STENCIL_MOST = 64 };

/* One `re,im` a line; blank lines and # comments are skipped. Errors name the line. */
status spectrum_read(const char *path, spectrum *out, message *why) MUST_CHECK;

/* The same from memory; `label` is how messages call the file. */
status spectrum_parse(const char *label, const char *data, size_t length, spectrum *out,
                      message *why) MUST_CHECK;

/* The eigenvalues of the periodic difference operator with this stencil (its middle entry belongs
 * to the point itself) on `points` points: the DFT of its first column, divided by dx^p, where p
 * is the order of the derivative that the stencil approximates. Refused when they overflow. */
status spectrum_of_stencil(const double *stencil, int length, double dx, int points, spectrum *out,
                           message *why) MUST_CHECK;

/* Frees the values. */
void spectrum_clear(spectrum *s);

/* Below this part of the largest of so many eigenvalues one is 0 but for rounding, as that of a
 * stencil that differentiates constants: count eps, at most 1e-12. */
double spectrum_rounding(int count);

/* The largest h such that h' lambda is stable (or on the boundary) for all 0 < h' <= h and every
 * lambda that is not 0 but for rounding; infinite when none ever leaves, 0 when one is unstable
 * from the start or is no finite number. NaN once the program has computed for so many seconds
 * (patience.h; 0: no limit). */
double spectrum_largest_step(const slice *s, const spectrum *eigenvalues, double most_seconds);

#endif
