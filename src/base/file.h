/* Reading whole files. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stddef.h>

#include "base/status.h"

/* Reads a file of at most `limit` bytes; "-" is standard input. The caller frees *data, which is
 * NUL-terminated. A missing, unreadable or too long file is bad input. */
status file_read(const char *path, size_t limit, char **data, size_t *length,
                 message *why) MUST_CHECK;

#endif
