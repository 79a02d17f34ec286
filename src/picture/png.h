/* Writing PNG pictures row by row: 8 bits RGB or RGBA, sRGB. The picture is never held as a whole.
 * The file is the caller's: png_end completes the picture, output_commit the file. */
#ifndef PICTURE_PNG_H
#define PICTURE_PNG_H

#include <stdint.h>

#include "base/output.h"

/* Level 1 stores differences to the row above as run lengths; 2 to 9 are those of zlib, 0 stores.
 * A growth field of 1920x1080 takes 35 ms and 0.41 MB at level 1, 47 ms and 0.23 MB at level 6; a
 * phase portrait 56 ms and 0.87 MB, 106 ms and 1.6 MB (Zen 3). */
enum { PNG_LEVEL = 1 };

/* Added to the level: the picture has an alpha channel. */
enum { PNG_ALPHA = 16 };

typedef struct png_text {
    const char *key;   /* "Title", "Description", "Software", ...: 1 to 79 letters of Latin-1 */
    const char *value; /* UTF-8; NULL or "" leaves it out */
} png_text;

typedef struct png_writer png_writer;

/* The texts are copied. What is not Latin-1 becomes an international text chunk. */
status png_begin(output *o, int width, int height, const png_text *texts, int text_count, int level,
                 png_writer **out, message *why) MUST_CHECK;

/* The next rows, `width` pixels each, 0xAARRGGBB; without PNG_ALPHA the alpha is ignored. */
status png_rows(png_writer *w, const uint32_t *argb, int rows, message *why) MUST_CHECK;

/* Completes the picture after the last row. Frees the writer and sets *w to NULL in every case. */
status png_end(png_writer **w, message *why) MUST_CHECK;

/* Gives up. *w may be NULL. */
void png_discard(png_writer **w);

/* Reads a PNG file of at most PNG_READ_MOST bytes as 0xFFRRGGBB. The caller frees the pixels. */
enum { PNG_READ_MOST = 1 << 28 };
status png_read(const char *path, uint32_t **argb, int *width, int *height,
                message *why) MUST_CHECK;

#endif
