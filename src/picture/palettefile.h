/* Palette files: UTF-8 text, # comments, one `key = value` per line.
 *
 *     name = Paper                        at -4 = 0.2  0.03  260     log2|sigma| = L C H
 *     description = for people            at  4 = 0.97 0.018  85     at least two, ascending
 *     pole = 1 0 0                        undefined = 0.58 0.14 330
 *
 * Colours are OKLCH: lightness 0..1, chroma 0..0.5, hue in degrees 0..360. Numbers are exact
 * expressions (numerics/expression.h). Errors name the file, the line and the column. Private to
 * src/picture. */
#ifndef PICTURE_PALETTEFILE_H
#define PICTURE_PALETTEFILE_H

#include <stddef.h>

#include "base/status.h"
#include "picture/colour.h"

enum { PALETTEFILE_MAX_BYTES = 1 << 16, PALETTEFILE_MAX_STOPS = 64 };

typedef struct palette_stop {
    double value;
    oklab colour;
} palette_stop;

typedef struct palettefile {
    char name[64];
    char description[256]; /* "" when there is none */
    int stop_count;
    palette_stop stops[PALETTEFILE_MAX_STOPS];
    oklab pole, undefined;
} palettefile;

/* `label` is how messages call the file. */
status palettefile_parse(const char *label, const char *data, size_t length, palettefile *out,
                         message *why) MUST_CHECK;

#endif
