#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "faults/inject.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

static fault armed; /* in the parent nothing fails: only after inject_main */
static bool is_started;
static atomic_long *calls; /* shared with the children */
static _Atomic(FILE *) broken_stream;

void inject_arm(fault f)
{
    if (calls == NULL) {
        calls =
            mmap(NULL, sizeof *calls, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (calls == MAP_FAILED) {
            abort();
        }
    }
    armed = f;
    atomic_store(calls, 0);
}

long inject_count(void)
{
    return atomic_load(calls);
}

int __real_main(int count, char **words);

int inject_main(int count, char **words)
{
    is_started = true;
    return __real_main(count, words);
}

static bool fails(fault_kind kind, int error)
{
    if (!is_started || kind != armed.kind) {
        return false;
    }
    long n = atomic_fetch_add(calls, 1) + 1;
    bool now = armed.at > 0 && (armed.onwards ? n >= armed.at : n == armed.at);
    if (now && armed.instead != NULL) {
        armed.instead();
        return false;
    }
    errno = now ? error : errno;
    return now;
}

/* What --wrap makes of a function f: its callers call __wrap_f, and __real_f is f itself. */
#define WRAP(TYPE, NAME, ...)        \
    TYPE __real_##NAME(__VA_ARGS__); \
    TYPE __wrap_##NAME(__VA_ARGS__); \
    TYPE __wrap_##NAME(__VA_ARGS__)

WRAP(void *, malloc, size_t size)
{
    return fails(FAULT_MEMORY, ENOMEM) ? NULL : __real_malloc(size);
}

WRAP(void *, calloc, size_t count, size_t size)
{
    return fails(FAULT_MEMORY, ENOMEM) ? NULL : __real_calloc(count, size);
}

WRAP(void *, realloc, void *block, size_t size)
{
    return fails(FAULT_MEMORY, ENOMEM) ? NULL : __real_realloc(block, size);
}

WRAP(char *, strdup, const char *words)
{
    return fails(FAULT_MEMORY, ENOMEM) ? NULL : __real_strdup(words);
}

WRAP(char *, realpath, const char *path, char *resolved)
{
    return fails(FAULT_MEMORY, ENOMEM) ? NULL : __real_realpath(path, resolved);
}

WRAP(FILE *, open_memstream, char **data, size_t *size)
{
    return fails(FAULT_MEMORY, ENOMEM) ? NULL : __real_open_memstream(data, size);
}

static bool breaks(FILE *stream)
{
    if (atomic_load(&broken_stream) == stream) {
        errno = EIO;
        return true;
    }
    if (fails(FAULT_WRITE, EIO)) {
        atomic_store(&broken_stream, stream);
        return true;
    }
    return false;
}

WRAP(size_t, fwrite, const void *data, size_t size, size_t count, FILE *stream)
{
    return stream != stderr && breaks(stream) ? 0 : __real_fwrite(data, size, count, stream);
}

WRAP(int, fflush, FILE *stream)
{
    return stream != stderr && breaks(stream) ? EOF : __real_fflush(stream);
}

WRAP(int, ferror, FILE *stream)
{
    return atomic_load(&broken_stream) == stream ? 1 : __real_ferror(stream);
}

WRAP(int, fclose, FILE *stream)
{
    bool was_broken = atomic_load(&broken_stream) == stream;
    if (was_broken) {
        atomic_store(&broken_stream, NULL); /* its address may be used again */
    }
    int closed = __real_fclose(stream);
    return was_broken ? EOF : closed;
}

WRAP(int, fsync, int descriptor)
{
    return fails(FAULT_WRITE, EIO) ? -1 : __real_fsync(descriptor);
}

WRAP(int, rename, const char *from, const char *to)
{
    return fails(FAULT_WRITE, EIO) ? -1 : __real_rename(from, to);
}

WRAP(int, link, const char *from, const char *to)
{
    return fails(FAULT_WRITE, EIO) ? -1 : __real_link(from, to);
}

WRAP(int, pthread_create, pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
     void *argument)
{
    return fails(FAULT_THREAD, EAGAIN) ? EAGAIN
                                       : __real_pthread_create(thread, attributes, run, argument);
}
