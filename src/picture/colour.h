/* Colours in OKLab (B. Ottosson, "A perceptual color space for image processing", 2020), where
 * equal distances look equal, and in sRGB. Private to src/picture. */
#ifndef PICTURE_COLOUR_H
#define PICTURE_COLOUR_H

#include <stdint.h>

typedef struct oklab {
    double L, a, b; /* L from 0, black, to 1, white */
} oklab;

oklab oklab_from_lch(double lightness, double chroma, double degrees);
oklab oklab_mix(oklab from, oklab to, double part);

/* sRGB in [0, 1]. A colour that a screen cannot show loses chroma, not lightness or hue. */
void oklab_to_srgb(oklab c, double rgb[3]);

/* 0xFFRRGGBB, rounded to nearest. */
uint32_t srgb_pack(const double rgb[3]);
uint32_t oklab_pack(oklab c);

#endif
