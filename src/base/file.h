/* Reading whole files. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stddef.h>

#include "base/status.h"

/* Reads a file of at most `limit` bytes; "-" is standard input. The caller frees *data, which is
 * NUL-terminated. A missing, unreadable or too long file is bad input, and so is what is no regular
 * file, which might have to be waited for: but for /dev/stdin and /dev/fd/N, which were open when
 * the program was started (<(...) of the shell). */
status file_read(const char *path, size_t limit, char **data, size_t *length,
                 message *why) MUST_CHECK;

/* From now on regular files only, without "-" as well: whoever calls this must never wait. */
void file_wait_no_more(void);

#endif
