/* A sheet: what figures and charts are drawn on, and how a drawing becomes PNG, SVG, PDF or pixels.
 * Also the rules of thumb that depend only on the size of the sheet. Private to src/picture. */
#ifndef PICTURE_SHEET_H
#define PICTURE_SHEET_H

#include <cairo.h>

#include "picture/figure.h"

typedef struct sheet {
    int width, height;
    /* Draws all of it; what it is given stays the caller's. */
    status (*draw)(cairo_t *canvas, const void *what, message *why);
    const void *what;
    int level; /* of compression as PNG; 0: PNG_LEVEL */
} sheet;

/* Draws, and says what cairo says. */
status sheet_draw(cairo_t *canvas, const sheet *s, message *why) MUST_CHECK;

/* Draws and writes. `command` is the reproducing command line, for the metadata. */
status sheet_write(const sheet *s, file_format format, const char *command, output *to,
                   message *why) MUST_CHECK;

/* Draws over `width * height` pixels, 0xFFRRGGBB. */
status sheet_paint(const sheet *s, uint32_t *pixels, message *why) MUST_CHECK;

/* The size of letters that everything else is measured by, for this many panels side by side and
 * above each other. */
double sheet_letter(int width, int height, int columns, int rows);

/* How many panels side by side make each nearest to the aspect (width over height). */
int sheet_columns(int width, int height, int panels, double aspect);

#endif
