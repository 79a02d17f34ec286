/* Published results, computed again: a document with what publications print beside what is
 * computed here, and whether what must hold does. Nothing here prints. */
#ifndef REPRODUCE_REPRODUCE_H
#define REPRODUCE_REPRODUCE_H

#include "document/document.h"
#include "method/catalogue.h"

typedef struct reproduction {
    /* What is wanted. */
    const char *assets;       /* the folder of methods, palettes and published files */
    const char *folder;       /* where pictures and films go; NULL: only text is asked for */
    const char *command_line; /* as the report tells where it is from */
    const char *version;
    bool force;      /* films overwrite what is there */
    unsigned topics; /* bit k: the topic k; 0: all */
    /* Is told which topic is computed now, "drift (2 of 9)"; may be NULL. */
    void (*begins)(void *context, const char *topic);
    void *context;

    document *document; /* the answer, which the caller destroys */

    /* private */
    const catalogue *all;
    int films; /* that were made, and have their names already */
} reproduction;

/* The one list of what can be reproduced. Each adds a section of its own name. */
typedef struct reproduce_topic {
    const char *name, *summary;
    status (*run)(reproduction *r, message *why);
    const char *files; /* patterns of what it writes, with a space between; "": nothing */
} reproduce_topic;

extern const reproduce_topic reproduce_topics[];
extern const int reproduce_topic_count;

bool reproduce_wants(const reproduction *r, int topic);

/* STATUS_OK when it could be done, whether or not what the document shows holds. */
status reproduce_document(reproduction *r, message *why) MUST_CHECK;

/* After a failure: no film stays, unless it has overwritten one. */
void reproduce_films_remove(const reproduction *r);

#endif
