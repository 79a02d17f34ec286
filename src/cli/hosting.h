/* What the command line does with what a drawing tells: warnings and progress go to stderr, the
 * largest step of a spectrum is an answer. */
#ifndef CLI_HOSTING_H
#define CLI_HOSTING_H

#include "drawing/rendering.h"
#include "options.h"
#include "session.h"

typedef struct hosting {
    drawing_host host;
    const command *self;
    bool quiet;
    bool on_stdout; /* the picture itself goes to stdout: answers do not */

    /* private */
    progress whole, part; /* of what has none of its own, and of a field */
    bool has_part;
} hosting;

void hosting_begin(hosting *h);
void hosting_end(hosting *h);

#endif
