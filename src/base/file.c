#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"

static atomic_bool waits_no_more;

void file_wait_no_more(void)
{
    atomic_store(&waits_no_more, true);
}

/* Was it open when the program was started? */
static bool is_inherited(const char *path)
{
    return strcmp(path, "/dev/stdin") == 0 || strncmp(path, "/dev/fd/", 8) == 0 ||
           strncmp(path, "/proc/self/fd/", 14) == 0;
}

static status read_stream(FILE *stream, const char *path, size_t limit, char **data, size_t *length,
                          message *why)
{
    /* One byte more than the limit tells a file that is too long from one that just fits. */
    status s = memory_allocate(data, limit + 2, 1, why);
    if (s != STATUS_OK) {
        return s;
    }
    *length = fread(*data, 1, limit + 1, stream);
    if (ferror(stream)) {
        s = refuse(why, "%s: cannot be read (%s)", path, strerror(errno));
    } else if (*length > limit) {
        s = refuse(why, "%s: longer than the %zu bytes that are accepted", path, limit);
    }
    if (s != STATUS_OK) {
        free(*data);
        *data = NULL;
        return s;
    }
    (*data)[*length] = '\0';
    return STATUS_OK;
}

/* Opens it without waiting for anybody, unless it is one that may be waited for. */
static status open_to_read(const char *path, const char *name, FILE **out, message *why)
{
    struct stat about;
    int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    bool is_open = descriptor >= 0 && fstat(descriptor, &about) == 0;
    bool may_wait = is_inherited(path) && !atomic_load(&waits_no_more);
    status s = STATUS_OK;
    *out = NULL;
    if (!is_open) {
        s = refuse(why, "%s: cannot be opened (%s)", name, strerror(errno));
    } else if (S_ISDIR(about.st_mode)) {
        s = refuse(why, "%s: is a folder, not a file", name);
    } else if (!S_ISREG(about.st_mode) && !may_wait) {
        s = refuse(why, "%s: is a pipe or a device, not a file", name);
    } else if (fcntl(descriptor, F_SETFL, 0) != 0 || (*out = fdopen(descriptor, "rb")) == NULL) {
        s = refuse(why, "%s: cannot be opened (%s)", name, strerror(errno));
    }
    if (*out == NULL && descriptor >= 0) {
        close(descriptor);
    }
    return s;
}

status file_read(const char *path, size_t limit, char **data, size_t *length, message *why)
{
    *data = NULL;
    *length = 0;
    FILE *stream = NULL;
    const char *name = text_tail(path, 300);
    if (strcmp(path, "-") == 0) {
        return atomic_load(&waits_no_more)
                   ? refuse(why, "-: standard input cannot be read here; a file is accepted")
                   : read_stream(stdin, "standard input", limit, data, length, why);
    }
    TRY(open_to_read(path, name, &stream, why));
    status s = read_stream(stream, name, limit, data, length, why);
    fclose(stream);
    return s;
}
