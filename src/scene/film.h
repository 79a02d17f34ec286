/* A film of a mechanism: recorded steps become pictures at equal times.
 *
 * The film shows all of the footage, `speed` seconds of the system in each of its own. Nothing is
 * integrated here. */
#ifndef SCENE_FILM_H
#define SCENE_FILM_H

#include "movie/movie.h"
#include "scene/footage.h"

typedef struct scene_film {
    footage footage;

    const char *path; /* .mp4, .webm, .gif, or a folder ending in a slash */
    int width, height;
    double fps, speed;
    int jobs; /* 0: as many as there are processors */
    bool force;
    movie_quality quality;
    const atomic_bool *cancel; /* may be NULL */
} scene_film;

/* Refuses what movie_make does, systems without a picture, and records that are no film. STATUS_NO
 * when cancelled. `progressed` may be NULL; it is called by one thread at a time. */
status scene_film_make(const scene_film *film,
                       void (*progressed)(void *context, int done, int total), void *context,
                       message *why) MUST_CHECK;

/* How many frames it has: fps in every second, at least one. Refuses too many. */
status scene_film_frames(const scene_film *film, int *frames, message *why) MUST_CHECK;

/* The time that a frame shows: the first that of the first step, the last that of the last. */
double scene_film_time(const scene_film *film, int frames, int frame);

#endif
