/* A film: what a movie shows at each of its frames. */
#ifndef CLI_FILM_H
#define CLI_FILM_H

#include "rendering.h"

enum { FILM_MOST_KEYS = 32 };

typedef enum film_ease { EASE_LINEAR, EASE_SMOOTH, EASE_PINGPONG } film_ease;

/* Where w and the view are at a time from 0 to 1. */
typedef struct film_key {
    double t, w, view[4];
    bool has_w, has_view;
} film_key;

typedef struct film {
    rendering *of; /* opened; its request says how each frame looks */
    int frames;
    int jobs; /* frames that are drawn at a time */
    film_ease ease;
    double w_from, w_to;
    int key_count;
    film_key keys[FILM_MOST_KEYS];
    const char *over; /* a family whose parameter runs from w_from to w_to instead; or NULL */
    double fixed_w;   /* then */
    bool inks;        /* boundaries are inked, not traced: quick, for drafts */
    uint32_t *still;  /* what all frames share; NULL when the view moves */
} film;

/* The films of the paper: the rows of Table 5.1, BDF 1 to 6, and stabilised ones; and the name of
 * the file of one, radau-iia-2.mp4. */
extern const char *const film_paper[];
extern const int film_paper_count;
void film_file_name(const char *method_name, char *out, size_t size);

/* FOLDER/index.html, which plays them; the folder ends in a slash. */
status film_write_page(const char *folder, bool force, message *why) MUST_CHECK;

/* Reads t=0.5,w=1,view=X0:X1:Y0:Y1 in any order. */
status film_read_key(const char *value, film_key *out, message *why) MUST_CHECK;

/* Sorts the keys and paints what does not move. Clear it in every case. */
status film_prepare(film *f, message *why) MUST_CHECK;
void film_clear(film *f);

/* The w of a frame. */
double film_w(const film *f, int frame);

/* For movie_request: context is the film. */
status film_draw(void *context, int frame, uint32_t *pixels, message *why);

#endif
