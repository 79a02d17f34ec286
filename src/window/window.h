/* The explorer in a window: SDL's events become input, and what it draws is shown. */
#ifndef WINDOW_WINDOW_H
#define WINDOW_WINDOW_H

#include "explorer/explorer.h"

enum { WINDOW_MAX_SIDE = 8192 };

typedef struct window_options {
    const char *assets;
    settings initial;
    int width, height;
    const char *script;  /* a file of commands, "-" for standard input; NULL: none */
    const char *first;   /* a command to begin with; NULL: none */
    const char *instead; /* what draws without a window; NULL: `render` */
    const char *last; /* a file for the workspace at the end, offered at the next start; or NULL */
} window_options;

/* Opens the window and returns when it is closed. Without a display: STATUS_FAILED, and the message
 * says how to draw instead; the same status when the display goes away, but the workspace is kept.
 * A script that fails: its line and reason, STATUS_BAD_INPUT. */
status window_run(const window_options *options, message *why) MUST_CHECK;

#endif
