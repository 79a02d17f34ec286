/* Drawing growths into a texture, tile by tile, and reading them back. Every function needs the
 * context to be current. */
#ifndef GPU_DRAW_H
#define GPU_DRAW_H

#include "gpu/program.h"

typedef struct drawing drawing;

typedef struct draw_tile {
    const program_pair *programs;
    shader_kind kind;
    const float *numbers; /* of the slice, or of the slices of the tile's rows */
    float place[4];       /* as in common.glsl */
    int width, height;
    float *growth; /* the first pixel of the tile */
    int stride;    /* of growth, in floats */
} draw_tile;

status drawing_create(drawing **out, message *why) MUST_CHECK;
void drawing_destroy(drawing *d);

/* The largest side of a tile. */
int drawing_tile_side(const drawing *d);

/* How many numbers a slice may have. */
int drawing_most_numbers(const drawing *d, plane p);

status draw(drawing *d, const draw_tile *tile, message *why) MUST_CHECK;

#endif
