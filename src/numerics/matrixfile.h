/* Square matrices in CSV files: a line is a row, entries are separated by commas and are numbers or
 * exact expressions such as -1/3; blank lines and # comments are skipped. */
#ifndef NUMERICS_MATRIXFILE_H
#define NUMERICS_MATRIXFILE_H

#include <stddef.h>

#include "base/status.h"

enum { MATRIXFILE_MAX_ROWS = 200, MATRIXFILE_MAX_BYTES = 1 << 20 };

/* *n rows of *n entries, for the caller to free. Refuses, naming the line, what is not square, not
 * finite or too large. */
status matrixfile_read(const char *path, double **entries, int *n, message *why) MUST_CHECK;

/* The same from memory; `label` is how messages call the file. */
status matrixfile_parse(const char *label, const char *data, size_t length, double **entries,
                        int *n, message *why) MUST_CHECK;

#endif
