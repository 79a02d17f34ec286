/* The program ffmpeg at the other end of a pipe. Private to src/movie. */
#ifndef MOVIE_ENCODER_H
#define MOVIE_ENCODER_H

#include <stddef.h>

#include "movie/movie.h"

typedef struct encoder encoder;

/* Starts ffmpeg writing to a temporary file beside request->path. */
status encoder_open(const movie_request *request, encoder **out, message *why) MUST_CHECK;

/* Bytes of the next frame, as `pixel format` says: yuv420p for video, pal8 with its palette for
 * GIF. */
status encoder_write(encoder *e, const void *data, size_t size, message *why) MUST_CHECK;

/* Waits for ffmpeg and gives the file its name. Frees, and sets *e to NULL in every case. */
status encoder_finish(encoder **e, message *why) MUST_CHECK;

/* Ends ffmpeg and removes what it wrote. *e may be NULL. */
void encoder_discard(encoder **e);

#endif
