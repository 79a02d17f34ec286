/* dft.h in quadruple precision and several dimensions (row-major, at most 3). */
#ifndef NUMERICS_DFT_QUAD_H
#define NUMERICS_DFT_QUAD_H

#include "base/status.h"
#include "numerics/quad.h"

/* `rank` sizes, the last one running fastest; data has their product of numbers. */
status dft_forward_quad(cquad *data, int rank, const int *sizes, message *why) MUST_CHECK;

#endif
