/* Numbers as a person types them: an exact expression (expression.h), with an imaginary part for
 * complex ones: -1.5, 3/2, 1e-3, 1-2i, -i, 0.5+sqrt(3)/2 i. And the way back, into words. */
#ifndef NUMERICS_NUMBER_H
#define NUMERICS_NUMBER_H

#include <complex.h>

#include "base/status.h"
#include "numerics/wide.h"

/* Both refuse what is not a finite double. The message says what is wrong, not what was typed. */
status number_real(const char *source, wide *value, message *why) MUST_CHECK;
status number_complex(const char *source, wide *re, wide *im, message *why) MUST_CHECK;

/* How a number is written: in ASCII, as "-1.5", "inf" and "none" (NaN), or as in print, where the
 * same are "−1.5", "∞" and "–", and what is below 1e-14 is 0. */
typedef enum number_style { NUMBER_PLAIN, NUMBER_FINE } number_style;

/* Room for every number, and every complex one, of up to 17 digits. */
enum { NUMBER_WORDS = 64 };

/* Both write so many digits and return `out`. A complex number is 1-2i, and 1 or -2i where the
 * other part is 0. */
const char *number_words(double x, int digits, number_style style, char out[NUMBER_WORDS]);
const char *complex_words(double complex x, int digits, char out[NUMBER_WORDS]);

#endif
