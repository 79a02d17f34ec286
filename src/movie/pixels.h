/* Pixels as encoders want them. Private to src/movie. */
#ifndef MOVIE_PIXELS_H
#define MOVIE_PIXELS_H

#include <stddef.h>
#include <stdint.h>

/* Planes of 8-bit Y, U, V at half resolution, ITU-R BT.709, limited range; width and height even.
 * `out` holds width * height * 3 / 2 bytes. */
void pixels_to_yuv(const uint32_t *argb, int width, int height, uint8_t *out);

/* 256 colours for a GIF: by cutting the box of the colours that occur at their median. */
typedef struct colour_table {
    uint32_t colours[256];
    uint8_t nearest[1 << 15]; /* by the five high bits of red, green, blue */
    uint32_t counts[1 << 15]; /* what was counted so far */
} colour_table;

void colour_table_count(colour_table *t, const uint32_t *argb, size_t count);
void colour_table_make(colour_table *t);

/* One byte a pixel and the colours behind them: width * height + 1024 bytes. A fine pattern hides
 * the steps between neighbouring colours. */
void pixels_to_table(const colour_table *t, const uint32_t *argb, int width, int height,
                     uint8_t *out);

#endif
