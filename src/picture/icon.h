/* The icon of the program: a stability region, computed when it is asked for. It shows Radau IIA
 * with three stages at w = 6/5: stable is blue, the three poles are orange, the curve is |sigma|
 * = 1. */
#ifndef PICTURE_ICON_H
#define PICTURE_ICON_H

#include <stdint.h>

#include "base/status.h"
#include "base/text.h"

enum { ICON_MAX_SIZE = 1024 };

/* `size` rows of `size` pixels, 0xAARRGGBB, not premultiplied: the corners are round. `assets` is
 * where the palette is. */
status icon_paint(const char *assets, int size, uint32_t *argb, message *why) MUST_CHECK;

/* The same as an SVG picture, for every size. The caller clears the text in every case. */
status icon_svg(const char *assets, text *out, message *why) MUST_CHECK;

#endif
