/* Polynomials in z and w with small integer coefficients, as papers print them: read, written,
 * compared term by term. Nothing is approximated but their values. */
#ifndef REPRODUCE_ZW_POLYNOMIAL_H
#define REPRODUCE_ZW_POLYNOMIAL_H

#include <complex.h>
#include <stdbool.h>

#include "base/status.h"
#include "base/text.h"

enum { ZW_POWERS = 8, ZW_LARGEST = 1000000000 };

typedef struct zw_polynomial {
    long c[ZW_POWERS][ZW_POWERS]; /* of z^i w^k */
} zw_polynomial;

/* Reads "6 - 4w + 2z - 2zw" or "9z^2 - 3z^2 w". Refuses what is anything else, powers from
 * ZW_POWERS on and coefficients beyond ZW_LARGEST. */
status zw_read(const char *source, zw_polynomial *out, message *why) MUST_CHECK;

/* Writes it like that, or with the markup of pictures: z in italics, z^{2}. */
void zw_write(const zw_polynomial *p, bool markup, text *out);

bool zw_same(const zw_polynomial *a, const zw_polynomial *b);

/* Divides both by their common integer factor, and changes both signs where the first term of `of`
 * (the one that is written first) is negative: N/D has one form then. */
void zw_reduce(zw_polynomial *of, zw_polynomial *with);

double complex zw_value(const zw_polynomial *p, double complex z, double w);

/* The sum of the sizes of its terms: what rounding errors of the value are measured against. */
double zw_size(const zw_polynomial *p, double complex z, double w);

#endif
