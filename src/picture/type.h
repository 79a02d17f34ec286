/* Setting text with a little mathematics in it (see markup.h); private to src/picture. Sizes are in
 * the units of the canvas. */
#ifndef PICTURE_TYPE_H
#define PICTURE_TYPE_H

#include <cairo.h>
#include <stdbool.h>

typedef enum type_anchor { TYPE_START, TYPE_MIDDLE, TYPE_END } type_anchor;

/* As canvas_lacks_letters. */
bool type_lacks_letters(void);

double type_width(cairo_t *canvas, double size, const char *words);

/* The anchor point is on the base line. The colour is the canvas's current source. */
void type_draw(cairo_t *canvas, double x, double y, double size, type_anchor anchor,
               const char *words);

/* The same with a light seam around the letters, for text over a picture. */
void type_draw_seamed(cairo_t *canvas, double x, double y, double size, type_anchor anchor,
                      const char *words);

/* A line of a page: starts at x, y on the base line; or is only measured. Returns its width. */
typedef struct type_line {
    double x, y, size;
    bool bold, paints;
} type_line;

double type_run(cairo_t *canvas, const type_line *line, const char *words);

#endif
