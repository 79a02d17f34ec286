#include "base/memory.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static atomic_long failures;

static status out_of_memory(size_t count, size_t size, message *why)
{
    atomic_fetch_add(&failures, 1);
    return fail(why, "out of memory: %zu items of %zu bytes", count, size);
}

long memory_failures(void)
{
    return atomic_load(&failures);
}

status memory_allocate(void *out, size_t count, size_t size, message *why)
{
    /* calloc checks the product itself; memcpy stores the pointer whatever its type. */
    void *block = calloc(count > 0 ? count : 1, size > 0 ? size : 1);
    memcpy(out, &block, sizeof block);
    return block != NULL ? STATUS_OK : out_of_memory(count, size, why);
}

status memory_resize(void *items, size_t count, size_t size, message *why)
{
    void *block;
    memcpy(&block, items, sizeof block);
    bool fits = size == 0 || count <= SIZE_MAX / size;
    size_t bytes = fits ? count * size : 0;
    block = fits ? realloc(block, bytes > 0 ? bytes : 1) : NULL;
    if (block == NULL) {
        return out_of_memory(count, size, why);
    }
    memcpy(items, &block, sizeof block);
    return STATUS_OK;
}

status memory_copy(const char *words, char **out, message *why)
{
    size_t length = strlen(words);
    TRY(memory_allocate(out, length + 1, 1, why));
    memcpy(*out, words, length);
    return STATUS_OK;
}
