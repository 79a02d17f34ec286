/* Palettes: colours for growth, dark where stable.
 *
 * A palette is a data file (palettefile.h), found in the folder `palettes` of the assets as
 * NAME.palette. It gives colours to log2|sigma|max; the map is compiled into a table when the file
 * is read and is immutable afterwards, so threads may share it. Colours are 0xFFRRGGBB, sRGB. */
#ifndef PICTURE_PALETTE_H
#define PICTURE_PALETTE_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

#define PALETTE_DEFAULT "paper"

enum { PALETTE_MAX_NAMES = 64, PALETTE_NAME_SIZE = 64 };

typedef struct palette palette;

typedef struct palette_info {
    const char *name;        /* as the file says */
    const char *description; /* "" when there is none */
} palette_info;

/* The names that palette_open knows, sorted. None when there is no such folder. */
typedef struct palette_names {
    int count;
    char names[PALETTE_MAX_NAMES][PALETTE_NAME_SIZE];
} palette_names;

void palette_list(const char *assets, palette_names *out);

/* Opens a palette of the assets; a name with a slash or ending in .palette is the path of a file,
 * "-" is standard input. The caller destroys it. */
status palette_open(const char *assets, const char *name, palette **out, message *why) MUST_CHECK;
status palette_read(const char *path, palette **out, message *why) MUST_CHECK;
/* The same from memory; `label` is how messages call the file. */
status palette_parse(const char *label, const char *data, size_t length, palette **out,
                     message *why) MUST_CHECK;
void palette_destroy(palette *p);

const palette_info *palette_describe(const palette *p);

/* The range of log2|sigma| over which the colour changes. */
double palette_low(const palette *p);
double palette_high(const palette *p);

/* The colour of log2|sigma|: plus infinity is a pole, NaN is undefined. As real numbers in [0, 1]
 * and packed. */
void palette_rgb(const palette *p, double log2_growth, double rgb[3]);
uint32_t palette_colour(const palette *p, double log2_growth);

/* The colours of |sigma| itself, by table: each component within 1 of palette_colour when the
 * colours spread over two octaves or more. The sign of growth does not matter. */
void palette_apply(const palette *p, const float *growth, int count, uint32_t *argb);

/* Domain colouring of R: the hue turns with arg R in [-pi, pi] (red where R > 0), the lightness
 * rises from |R| = 2^k to 2^(k+1) and falls back, so that rings show. A zero is black, a pole is
 * white, NaN is grey. */
void palette_phase(const float *argument, const float *growth, int count, uint32_t *argb);

#endif
