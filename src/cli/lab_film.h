/* A film of a mechanism of the laboratory: recorded steps become pictures at equal times.
 *
 * Between the steps positions follow the cubic of their neighbours, so that rods do not seem to
 * shrink on the way; the colours of the rods are those of the steps themselves. The film shows all
 * of the record, `speed` seconds of the system in each of its own. Nothing is integrated here. */
#ifndef CLI_LAB_FILM_H
#define CLI_LAB_FILM_H

#include "lab/constrained.h"
#include "movie/movie.h"

enum { LAB_FILM_TEXT_SIZE = 256 };

typedef struct lab_film {
    const constrained *system;
    int count;               /* of recorded steps, the start among them */
    const double *t;         /* increasing */
    const double *p;         /* count rows of system->positions; NaN is not drawn */
    const double *reference; /* the same of the reference solution; NULL: none */
    const double *drift[2];  /* residuals of g and of g', one a step; NULL: none */
    char title[LAB_FILM_TEXT_SIZE], subtitle[LAB_FILM_TEXT_SIZE]; /* markup */
    double view[4]; /* x0, x1, y0, y1 to be seen; all 0: chosen to hold the motion */

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

/* Positions at a time: `rows` is p or reference of the film. */
void lab_film_positions(const lab_film *film, const double *rows, double t, double *out);

#endif
