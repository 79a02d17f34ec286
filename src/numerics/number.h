/* Numbers as a person types them: an exact expression (expression.h), with an imaginary part for
 * complex ones: -1.5, 3/2, 1e-3, 1-2i, -i, 0.5+sqrt(3)/2 i. */
#ifndef NUMERICS_NUMBER_H
#define NUMERICS_NUMBER_H

#include "base/status.h"
#include "numerics/wide.h"

/* Both refuse what is not a finite double. The message says what is wrong, not what was typed. */
status number_real(const char *source, wide *value, message *why) MUST_CHECK;
status number_complex(const char *source, wide *re, wide *im, message *why) MUST_CHECK;

#endif
