/* Kinds of properties that only drawings have; private to src/drawing. */
#ifndef DRAWING_KINDS_H
#define DRAWING_KINDS_H

#include "drawing/property.h"

extern const property_kind drawing_plane_kind;      /* plane, across and upward: z, zw, delta,eta */
extern const property_kind drawing_problem_kind;    /* int, the place in the table; -1: none */
extern const property_kind drawing_parameters_kind; /* assignments: q=0,eta=2 */
extern const property_kind drawing_steps_kind;      /* int; 0 is no value */

#endif
