/* linear.h in quadruple precision. */
#ifndef NUMERICS_LINEAR_QUAD_H
#define NUMERICS_LINEAR_QUAD_H

#include "numerics/quad.h"

/* Real. */
double quad_lu_factor(quad *a, int n, int *pivot);
quad quad_lu_determinant(const quad *a, int n, const int *pivot);
void quad_lu_solve(const quad *a, int n, const int *pivot, quad *b, int columns);

/* Complex. */
double cquad_lu_factor(cquad *a, int n, int *pivot);
cquad cquad_lu_determinant(const cquad *a, int n, const int *pivot);
void cquad_lu_solve(const cquad *a, int n, const int *pivot, cquad *b, int columns);

#endif
