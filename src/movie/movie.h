/* Movies: frames that somebody draws become a file, or numbered pictures.
 *
 * Frames are drawn in parallel and handed on in order, with a bounded number in memory. A file
 * appears whole or not at all; pictures (frame-00001.png, ...) appear one by one, each whole, so
 * that a run that was interrupted can be resumed and several runs can share the work. Nothing here
 * knows what is drawn. */
#ifndef MOVIE_MOVIE_H
#define MOVIE_MOVIE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

typedef enum movie_format { MOVIE_MP4, MOVIE_WEBM, MOVIE_GIF, MOVIE_PICTURES } movie_format;
typedef enum movie_quality { MOVIE_DRAFT, MOVIE_GOOD, MOVIE_BEST } movie_quality;

enum { MOVIE_MOST_FRAMES = 99999, MOVIE_MOST_SIDE = 8192 };

typedef struct movie_request {
    const char *path;
    movie_format format;
    movie_quality quality;
    int width, height; /* even for files of video */
    int frames;
    double fps;
    int jobs; /* threads; 0: as many as there are processors */
    bool force;
    /* Draws frame 0 .. frames - 1 into width * height pixels, 0xFFRRGGBB; called by any thread. */
    status (*draw)(void *context, int frame, uint32_t *pixels, message *why);
    /* How many frames are done; by one thread at a time. */
    void (*progressed)(void *context, int done, int total);
    void *context;
    const atomic_bool *cancel; /* may be NULL */

    /* pictures */
    const char *recipe; /* what makes these frames; a folder of others is not resumed */
    bool resume;        /* draw only what is missing */
    bool can_resume;    /* the user has a way to ask for that: it is told of */
    int shard, shards;  /* draw frames with index % shards == shard - 1; shards 0: all */
} movie_request;

/* The format by the name: .mp4, .webm, .gif, or a folder ending in a slash. */
bool movie_format_of(const char *path, movie_format *out);

/* STATUS_NO when cancelled; STATUS_FAILED without ffmpeg, with the advice to make pictures. */
status movie_make(const movie_request *request, message *why) MUST_CHECK;

/* Could pictures be drawn in this folder, which may be missing? Not where there are frames that are
 * not ours, and where there are some of ours with `force` only. */
status movie_check_folder(const char *path, bool force, message *why) MUST_CHECK;

/* A film from the pictures of a folder: `how` says where to and how well; draw, size, frames and
 * fps come from the folder. */
status movie_join(const char *folder, const movie_request *how, message *why) MUST_CHECK;

#endif
