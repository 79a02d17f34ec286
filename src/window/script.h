/* A script: commands of the explorer, one a line, and a few that concern the window: `wait S` or
 * `wait idle`, `shot FILE.png`, `size WxH`, `move X Y`, `press X Y`, `release X Y`, `wheel X Y N`.
 * # begins a comment. Private to src/window. */
#ifndef WINDOW_SCRIPT_H
#define WINDOW_SCRIPT_H

#include "explorer/explorer.h"

typedef struct script {
    char *data;
    const char *rest; /* what was not run yet */
    const char *label;
    int line;
    double waits_until; /* seconds; infinite: until nothing is on its way */
} script;

status script_open(script *s, const char *path, message *why) MUST_CHECK;
void script_clear(script *s);

/* The next line with a command on it into `out`; false at the end. */
bool script_next(script *s, char *out, size_t size);

#endif
