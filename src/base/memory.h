/* Allocation with the multiplication checked: all of it is here, so that all of it can fail in one
 * way. Free with free(). */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

#include "base/status.h"

/* Zeroed memory for count items; at least one byte. On failure *out is NULL. */
status memory_allocate(void *out, size_t count, size_t size, message *why) MUST_CHECK;

/* More or less room for the items of *items, which may be NULL; what is new is not zeroed. On
 * failure *items is as before. */
status memory_resize(void *items, size_t count, size_t size, message *why) MUST_CHECK;

/* A copy of a string. On failure *out is NULL. */
status memory_copy(const char *words, char **out, message *why) MUST_CHECK;

/* How many of these have failed since the program began. Where one thing that cannot be done must
 * not hide the others (a file of a list, a pixel, a run among many), this tells that memory ran
 * out while an answer was made. */
long memory_failures(void);

#endif
