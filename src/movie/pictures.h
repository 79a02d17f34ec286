/* Films as numbered pictures in a folder. */
#ifndef MOVIE_PICTURES_H
#define MOVIE_PICTURES_H

#include "movie/movie.h"

/* See movie_make. A request that is refused, be it by the drawing of a frame, leaves nothing. */
status pictures_make(const movie_request *request, message *why) MUST_CHECK;

#endif
