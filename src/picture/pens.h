/* The pens that tell curves apart: dash pattern first, so that they can be told apart in black and
 * white, then colour (dark ones of different hue); and bars of colours. Private to src/picture. */
#ifndef PICTURE_PENS_H
#define PICTURE_PENS_H

#include <cairo.h>
#include <stdint.h>

/* Strokes from here on have the pen's colour and dashes and this width. Pens repeat. */
void pen_take(cairo_t *canvas, int pen, double width);

/* Only its colour; and as 0xFFRRGGBB. */
void pen_ink(cairo_t *canvas, int pen);
uint32_t pen_colour(int pen);

/* Fills a rectangle with colours (0xFFRRGGBB) from above, one running into the next. */
void colour_bar(cairo_t *canvas, uint32_t *colours, int count, double x, double y, double width,
                double height);

#endif
