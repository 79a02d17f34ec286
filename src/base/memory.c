#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

status memory_allocate(void *out, size_t count, size_t size, message *why)
{
    /* calloc checks the product itself; memcpy stores the pointer whatever its type. */
    void *block = calloc(count > 0 ? count : 1, size > 0 ? size : 1);
    memcpy(out, &block, sizeof block);
    if (block == NULL) {
        return fail(why, "out of memory: %zu items of %zu bytes", count, size);
    }
    return STATUS_OK;
}
