/* Smooth motions: `glide` moves a numeric setting, `fly` the view. Where they are depends on the
 * time that explorer_tick is given and on nothing else. Whoever takes hold of what moves stops it.
 */
#ifndef EXPLORER_GLIDE_H
#define EXPLORER_GLIDE_H

#include "explorer/commands.h"

enum { MOST_GLIDES = 8 };

/* A setting, or the view, on its way. */
typedef struct gliding {
    const property *of;    /* NULL: x, y and height of the view */
    double from[3], to[3]; /* a setting has one number */
    double began, seconds;
} gliding;

typedef struct glides {
    int count;
    gliding of[MOST_GLIDES];
} glides;

status glide_read(const char *argument, gliding *out, message *why) MUST_CHECK;
status fly_read(const char *argument, gliding *out, message *why) MUST_CHECK;
void glide_stop(explorer *e, const char *key); /* somebody else moves this setting now */
void glide_stop_view(explorer *e);
void glide_tick(explorer *e, double when);

action_run do_glide, do_fly;

#endif
