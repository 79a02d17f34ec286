/* Isolines: where the growth of a field crosses 1, from the numbers of the field alone: for fields
 * that were measured, where no Phi can be asked. */
#ifndef FIELD_ISOLINE_H
#define FIELD_ISOLINE_H

#include "field/contour.h"

/* Marching squares on the pixel centres, log |sigma| interpolated between them: as sharp as the
 * pixels. Every piece is a curve of two points. Cells with an undefined corner are left out. The
 * caller clears the contour in every case. */
status isoline_trace(const field *f, contour *out, message *why) MUST_CHECK;

#endif
