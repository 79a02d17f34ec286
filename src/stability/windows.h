/* Sets of step sizes: sorted windows of h > 0 that do not touch, in quadruple precision. For files
 * that gcc compiles.
 *
 * A set starts as {0}, which is empty; whoever made it clears it. */
#ifndef STABILITY_WINDOWS_H
#define STABILITY_WINDOWS_H

#include <stdbool.h>

#include "base/status.h"
#include "numerics/quad.h"

/* Step sizes between two ends. */
typedef struct window {
    quad from, to; /* from < to; `to` may be infinite, and belongs to the set never then */
    bool from_closed, to_closed;
} window;

/* Ascending. */
typedef struct windows {
    int count, capacity;
    window *list;
} windows;

/* All of h > 0. */
status windows_everything(windows *out, message *why) MUST_CHECK;

/* Appends a window that lies beyond all others; one that begins where the last ends is joined to it
 * when their common point belongs to either. */
status windows_append(windows *set, window w, message *why) MUST_CHECK;

/* *set becomes what it has in common with the other one, each end of which is divided by `by`. */
status windows_intersect(windows *set, const windows *other, quad by, message *why) MUST_CHECK;

/* Frees the list; the set is empty then. */
void windows_clear(windows *set);

#endif
