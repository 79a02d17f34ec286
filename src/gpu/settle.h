/* What the shader could not decide, by the kernels in double precision and the reference
 * evaluator; and the verdicts of the rest. */
#ifndef GPU_SETTLE_H
#define GPU_SETTLE_H

#include "field/field.h"

/* z = x[i] + i y for the pixels of one row; a growth of -1 is not decided yet. Returns how many
 * were not. */
int settle_row(const slice *s, const double *x, double y, int count, float *growth,
               unsigned char *verdicts);

#endif
