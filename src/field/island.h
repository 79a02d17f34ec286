/* Islands: curves |sigma|max = level that the pixels do not show, however small.
 *
 * Where |sigma| = level, sigma = level e^{i theta}, and z is a root of Phi(level e^{i theta}; z): a
 * few theta give places on the curves. For one-step methods two are more than enough, because
 * theta = arg R grows all the way around a closed curve, by 2 pi at least; with several roots sigma
 * the whole circle is sampled for stretches where the others are not larger. From each place the
 * curve is followed until it closes, leaves the view or comes to a point that is known already;
 * where another root becomes the largest, it turns. Private to src/field. */
#ifndef FIELD_ISLAND_H
#define FIELD_ISLAND_H

#include "field/contour.h"

/* Appends to the curves those of the slice that none of them has a point of, with the side above
 * the level on the left hand. Where a chord of a curve cuts off the tip of something thin, that
 * is put in. The slice is that of the view, in 1/z in CHART_INFINITY; nothing is done for other
 * planes than z and for the worst case of all w. Every point is on its curve as exactly as double
 * precision allows; islands that rounding of the slice could have made are left out, and, with
 * several roots, those that no sample of theta (512) meets. A curve across the view is less than
 * four steps for each pixel of it where pixels are square; after 64 steps for each pixel of width
 * and height, which takes a view that is stretched a hundred times, nothing more is looked for. */
status island_append(const slice *s, const view *v, double level, contour *curves,
                     message *why) MUST_CHECK;

#endif
