/* The markup of all text in pictures and documents: /x/ is italic (// is a slash), ^{..} is raised
 * and _{..} lowered. It is read run by run: a run has one face and one height. What is not closed
 * ends with the text. */
#ifndef PICTURE_MARKUP_H
#define PICTURE_MARKUP_H

#include <stdbool.h>

#include "base/text.h"

enum { MARKUP_RUN_SIZE = 256 };

typedef enum markup_height { MARKUP_LINE, MARKUP_RAISED, MARKUP_LOWERED } markup_height;

/* Starts as {.at = markup}. */
typedef struct markup {
    const char *at; /* what is not read yet */
    char run[MARKUP_RUN_SIZE];
    bool italic;
    markup_height height;
    bool next_italic; /* of what is not read yet */
    markup_height next_height;
} markup;

/* The next run that is not empty. False: there is none. A long run comes in pieces, each of whole
 * characters. */
bool markup_next(markup *m);

/* Adds the words without their markup: scripts as ^2, ^(p+1), _1. */
void markup_plain(text *out, const char *words);

/* Adds words that are not markup so that their slashes are shown. */
void markup_quote(text *out, const char *words);

#endif
