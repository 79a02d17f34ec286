/* A film: a drawing whose w, view or parameter moves. */
#ifndef DRAWING_FILM_H
#define DRAWING_FILM_H

#include "drawing/rendering.h"
#include "movie/movie.h"

enum { FILM_MOST_KEYS = 32 };

typedef enum film_ease { EASE_LINEAR, EASE_SMOOTH, EASE_PINGPONG } film_ease;

/* Where w and the view are at a time from 0 to 1. */
typedef struct film_key {
    double t, w, view[4];
    bool has_w, has_view;
} film_key;

/* What moves, as a value. */
typedef struct film {
    int frames;
    double fps;
    double w[2]; /* from, to */
    int ease;    /* film_ease */
    int key_count;
    film_key keys[FILM_MOST_KEYS];
    char over[DRAWING_NAME_SIZE]; /* a family whose parameter runs instead of w; "": none */
    double parameter[2];
} film;

extern const property film_properties[];
extern const int film_property_count;
film film_initial(void);

const char *film_ease_name(int i);
const char *film_quality_name(int i); /* of movie_quality */

/* Refuses what does not fit to the drawing. */
status film_check(const film *f, const drawing *d, message *why) MUST_CHECK;

/* Does w run, and does the view? */
bool film_moves_w(const film *f);
bool film_moves_view(const film *f);

/* Are the boundaries of a draft drawn without cairo? */
bool film_has_inks(const drawing *d, movie_quality quality);

/* Makes it: `how` says where to and how well, and is completed with what is drawn. */
status film_make(const drawing *d, const film *f, const movie_request *how,
                 const drawing_means *means, message *why) MUST_CHECK;

#endif
