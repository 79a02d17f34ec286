/* A canvas for interfaces: simple shapes and text on pixels in memory. No cairo type appears here,
 * so that the folders above can draw without knowing it. Coordinates are pixels, y downward;
 * colours are 0xAARRGGBB. */
#ifndef PICTURE_CANVAS_H
#define PICTURE_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

typedef struct canvas canvas;

/* Had text to be drawn, on a canvas or in any picture, whose letters no font has? They are spelled
 * out then, or a question mark stands for them. */
bool canvas_lacks_letters(void);

typedef struct box {
    double x, y, width, height;
} box;

typedef enum canvas_anchor { CANVAS_START, CANVAS_MIDDLE, CANVAS_END } canvas_anchor;

/* Draws into pixels that stay the caller's: `height` rows of `stride` pixels, 0xFFRRGGBB. */
status canvas_create(uint32_t *pixels, int width, int height, int stride, canvas **out,
                     message *why) MUST_CHECK;
void canvas_destroy(canvas *c);

/* Everything from here to canvas_release stays inside of the box. */
void canvas_clip(canvas *c, box inside);
void canvas_release(canvas *c);

void canvas_fill(canvas *c, box where, double radius, uint32_t colour);
void canvas_frame(canvas *c, box where, double radius, double line, uint32_t colour);
void canvas_line(canvas *c, double x0, double y0, double x1, double y1, double line,
                 uint32_t colour);
void canvas_polyline(canvas *c, const double *x, const double *y, int count, double line,
                     uint32_t colour);
/* line = 0: filled. */
void canvas_circle(canvas *c, double x, double y, double radius, double line, uint32_t colour);
void canvas_triangle(canvas *c, double x, double y, double size, double turns, uint32_t colour);

/* Text in the markup of the figures (/italic/, ^{..}, _{..}); x, y is on the base line. */
void canvas_text(canvas *c, double x, double y, double size, canvas_anchor anchor, uint32_t colour,
                 const char *markup);
double canvas_text_width(canvas *c, double size, const char *markup);
/* Smaller where it would be wider than the room. */
void canvas_text_within(canvas *c, double x, double y, double size, double room,
                        canvas_anchor anchor, uint32_t colour, const char *markup);

/* The pixels are about to be read or written without the canvas; and were. */
void canvas_flush(canvas *c);
void canvas_changed(canvas *c);

/* A picture, scaled to the box without smoothing. */
void canvas_image(canvas *c, box where, const uint32_t *pixels, int width, int height);

static inline int box_has(box b, double x, double y)
{
    return x >= b.x && y >= b.y && x < b.x + b.width && y < b.y + b.height;
}

#endif
