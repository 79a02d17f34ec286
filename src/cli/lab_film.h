/* A film of a mechanism of the laboratory: recorded steps become pictures at equal times.
 *
 * The film shows all of the footage, `speed` seconds of the system in each of its own. Nothing is
 * integrated here. */
#ifndef CLI_LAB_FILM_H
#define CLI_LAB_FILM_H

#include "movie/movie.h"
#include "scene/footage.h"

typedef struct lab_film {
    footage footage;

    const char *path; /* .mp4, .webm, .gif, or a folder ending in a slash */
    int width, height;
    double fps, speed;
    int jobs; /* 0: as many as there are processors */
    bool force;
    movie_quality quality;
    const atomic_bool *cancel; /* may be NULL */
} lab_film;

/* Refuses what movie_make does, systems without a picture, and records that are no film. STATUS_NO
 * when cancelled. `progressed` may be NULL; it is called by one thread at a time. */
status lab_film_make(const lab_film *film, void (*progressed)(void *context, int done, int total),
                     void *context, message *why) MUST_CHECK;

/* How many frames it has: fps in every second, at least one. Refuses too many. */
status lab_film_frames(const lab_film *film, int *frames, message *why) MUST_CHECK;

/* The time that a frame shows: the first that of the first step, the last that of the last. */
double lab_film_time(const lab_film *film, int frames, int frame);

#endif
