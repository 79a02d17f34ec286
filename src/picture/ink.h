/* The boundary |sigma| = 1 inked straight into pixels: no curves are traced, so that it costs
 * little enough for every frame of an animation. Where the picture is to be looked at for long,
 * contour.h finds the curve itself. */
#ifndef PICTURE_INK_H
#define PICTURE_INK_H

#include <stdint.h>

#include "field/field.h"

/* Over the picture of a field, `scale` pixels for each of the field's, rows of `stride` pixels,
 * 0xFFRRGGBB. The line is darkest where the slope of log |sigma| puts the curve. */
status ink_boundary(const field *f, int scale, int jobs, uint32_t ink, uint32_t *pixels, int stride,
                    message *why) MUST_CHECK;

/* The same for the order star, |R e^{-z}| = 1; the field must have that layer. */
status ink_star(const field *f, int scale, int jobs, uint32_t ink, uint32_t *pixels, int stride,
                message *why) MUST_CHECK;

#endif
