/* Setting text with a little mathematics in it; private to src/picture.
 *
 * Markup: /x/ is italic (// a slash), ^{..} and _{..} are raised and lowered. Sizes are in the
 * units of the canvas. */
#ifndef PICTURE_TYPE_H
#define PICTURE_TYPE_H

#include <cairo.h>

typedef enum type_anchor { TYPE_START, TYPE_MIDDLE, TYPE_END } type_anchor;

double type_width(cairo_t *canvas, double size, const char *markup);

/* The anchor point is on the base line. The colour is the canvas's current source. */
void type_draw(cairo_t *canvas, double x, double y, double size, type_anchor anchor,
               const char *markup);

/* The same with a light seam around the letters, for text over a picture. */
void type_draw_seamed(cairo_t *canvas, double x, double y, double size, type_anchor anchor,
                      const char *markup);

#endif
