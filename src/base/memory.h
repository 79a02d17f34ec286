/* Allocation with the multiplication checked. Free with free(). */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

#include "base/status.h"

/* Zeroed memory for count items; at least one byte. On failure *out is NULL. */
status memory_allocate(void *out, size_t count, size_t size, message *why) MUST_CHECK;

#endif
