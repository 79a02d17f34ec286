/* A slice as products of linear factors, for the shader.
 *
 * In single precision a sum of terms loses all digits where they cancel, as those of a polynomial
 * of degree 9 do in most of a view; a product c_j = gain prod (alpha_i u + beta_i) loses none
 * except next to a zero. u is z relative to the middle of the view, in half diagonals. */
#ifndef GPU_FACTORS_H
#define GPU_FACTORS_H

#include "field/point.h"
#include "field/view.h"

/* Where u is 0, how much z is a unit of u, and the largest |z| in the view. */
typedef struct factors_frame {
    double complex middle;
    double radius, farthest;
} factors_frame;

factors_frame factors_frame_of(const view *v);

/* Writes (degree + 1) (degree_z + 1) numbers of four floats. For each j first
 * (gain, largest error of c_j that comes from the factors, 0, 0), then degree_z factors
 * (Re beta, Im beta, alpha, 0). All c_j are scaled by one number. Where factors cannot be found the
 * error is huge, and the shader decides nothing. */
void factors_find(const slice *s, const factors_frame *frame, float *numbers);

#endif
