/* Drawing a figure on a canvas; private to src/picture. */
#ifndef PICTURE_DRAW_H
#define PICTURE_DRAW_H

#include <cairo.h>

#include "picture/figure.h"

/* The size of letters that everything else is measured by, for a picture of this size. */
double draw_letter(const figure *f);

/* The parts (figure_part, or-ed) of a figure. */
status draw_figure(cairo_t *canvas, const figure *f, unsigned parts, message *why) MUST_CHECK;

#endif
