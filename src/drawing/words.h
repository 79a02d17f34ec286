/* The words of a figure: titles, what is said of w, names of axes and of curves; private to
 * src/drawing. */
#ifndef DRAWING_WORDS_H
#define DRAWING_WORDS_H

#include "drawing/rendering.h"
#include "validation/measurement.h"

/* How a method is measured; in rendering.c. */
measurement_request rendering_measurement(const rendering *r, int which, const view *v);

/* Of a method; -1: of the overlay of all. */
void drawing_title(const rendering *r, int which, char *out, size_t size);

/* Of panel `index`; -1: of the overlay of all. */
void drawing_subtitle(const rendering *r, int index, char *out, size_t size);

/* Names of the axes where they are not those of the plane. */
void drawing_axes(const rendering *r, figure_panel *p);

/* What the colour bar measures. */
const char *drawing_bar_label(const rendering *r);

/* In the legend of an overlay. */
void drawing_name_curve(const rendering *r, int which, double w, char out[FIGURE_LABEL_SIZE]);

#endif
