/* A film of a lesson: an explorer without a window plays it in a time of its own, and every frame
 * is drawn when nothing is on its way any more. The same lesson makes the same frames. */
#ifndef EXPLORER_LESSON_FILM_H
#define EXPLORER_LESSON_FILM_H

#include "movie/movie.h"

typedef struct lesson_film {
    const char *assets, *name, *path;
    movie_format format;
    movie_quality quality;
    int width, height;
    double fps;
    bool force;
    void (*progressed)(void *context, int done, int total); /* frames; may be NULL */
    void *context;
} lesson_film;

/* Every command of the lesson is tried before the first frame is drawn. */
status lesson_film_make(const lesson_film *film, message *why) MUST_CHECK;

#endif
