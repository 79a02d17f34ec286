#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/text.h"

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

status file_read(const char *path, size_t limit, char **data, size_t *length, message *why)
{
    *data = NULL;
    *length = 0;
    const char *name = text_tail(path, 300);
    if (strcmp(path, "-") == 0) {
        return read_stream(stdin, "standard input", limit, data, length, why);
    }
    struct stat about;
    if (stat(path, &about) != 0) {
        return refuse(why, "%s: cannot be opened (%s)", name, strerror(errno));
    }
    if (S_ISDIR(about.st_mode)) {
        return refuse(why, "%s: is a folder, not a file", name);
    }
    FILE *stream = fopen(path, "rb");
    if (stream == NULL) {
        return refuse(why, "%s: cannot be opened (%s)", name, strerror(errno));
    }
    status s = read_stream(stream, name, limit, data, length, why);
    fclose(stream);
    return s;
}
