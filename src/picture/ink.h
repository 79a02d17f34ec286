/* Curves of equal |sigma| inked straight into pixels: nothing is traced, so that it costs
 * little enough for every frame of an animation. Where the picture is to be looked at for long,
 * contour.h finds the curve itself. */
#ifndef PICTURE_INK_H
#define PICTURE_INK_H

#include <stdint.h>

#include "field/field.h"

/* Which curve, and how it is drawn. */
typedef struct ink_line {
    double level; /* |sigma| on it */
    bool star;    /* of |R e^{-z}| instead; the field must have that layer */
    int scale;    /* pixels of the picture for each of the field's */
    int jobs;
    uint32_t colour; /* 0xFFRRGGBB */
} ink_line;

/* Over the picture of a field, rows of `stride` pixels. The line is darkest where the slope of
 * log |sigma| puts the curve. */
status ink_curve(const field *f, const ink_line *line, uint32_t *pixels, int stride,
                 message *why) MUST_CHECK;

/* Between two colours: `part` of the way from `under` to `over`. */
uint32_t ink_blend(uint32_t under, uint32_t over, double part);

#endif
