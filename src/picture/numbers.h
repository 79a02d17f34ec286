/* A field as raw numbers, band by band from the top: for people who draw their own pictures.
 *
 * Begin once, then write bands that follow each other and have the layer FIELD_EXACT. Infinite
 * growth (a pole) and NaN (undefined) stay what they are. */
#ifndef PICTURE_NUMBERS_H
#define PICTURE_NUMBERS_H

#include "base/output.h"
#include "field/field.h"

/* NumPy's .npy format 1.0: growth as little-endian doubles, shape (height, width), row 0 on top. */
status numbers_npy_begin(output *o, const view *v, message *why) MUST_CHECK;
status numbers_npy_rows(output *o, const field *band, message *why) MUST_CHECK;

/* Comma-separated text: `x,y,growth,verdict`, then one line a pixel, 17 digits, inf and nan. */
status numbers_csv_begin(output *o, message *why) MUST_CHECK;
status numbers_csv_rows(output *o, const field *band, message *why) MUST_CHECK;

#endif
