/* A folder of numbered pictures, and who works in it.
 *
 * Its recipe (movie.txt) tells the frames of one film from those of another, and frames of ours
 * from files of others: where there are frames and no recipe of ours, nothing is touched. The
 * recipe is created exclusively, and whoever draws holds a lock on it: alone, or together with
 * other shards of the same film. The system releases the lock however the program ends. */
#ifndef MOVIE_FOLDER_H
#define MOVIE_FOLDER_H

#include <stdbool.h>

#include "base/text.h"
#include "movie/movie.h"

enum { FOLDER_PATH_SIZE = 4200 };

typedef struct folder {
    const movie_request *request;
    char path[FOLDER_PATH_SIZE]; /* of the recipe */
    text recipe;
    int lock; /* a descriptor of the recipe, or -1 */
    bool made_folder, made_recipe;
    bool replaces; /* a film of ours, whose frames are still there */
} folder;

void folder_picture(const char *path, int frame, char out[FOLDER_PATH_SIZE]);
void folder_recipe(const char *path, char out[FOLDER_PATH_SIZE]);

/* What a recipe says of frames, rate and size; false: it is none of ours. */
bool folder_parse(const char *recipe, movie_request *out);

/* Locks the folder for the pictures of this request, or refuses. A missing folder and its recipe
 * are made; what is there stays as it is until folder_begin. Release it in every case. */
status folder_claim(folder *f, const movie_request *request, message *why) MUST_CHECK;

/* Before the first picture is written: removes those of the film that is replaced. */
status folder_begin(folder *f, message *why) MUST_CHECK;

/* For a request that is refused after all, whose pictures have been removed: removes the recipe and
 * the folder that were made for it, unless others have begun to use them. */
void folder_undo(folder *f);
void folder_release(folder *f);

#endif
