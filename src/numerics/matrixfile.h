/* Square matrices in CSV files: a line is a row, entries are separated by commas and are numbers or
 * exact expressions such as -1/3 (0.1 is 1/10); blank lines and # comments are skipped. */
#ifndef NUMERICS_MATRIXFILE_H
#define NUMERICS_MATRIXFILE_H

#include <gmp.h>
#include <stddef.h>

#include "base/status.h"

enum { MATRIXFILE_MAX_ROWS = 200, MATRIXFILE_MAX_BYTES = 1 << 20 };

/* A matrix as it stands in a file, row by row. The caller clears it in every case. */
typedef struct matrixfile {
    int n;
    double *entries; /* n by n, rounded */
    mpq_t *exact;    /* the same as fractions; NULL unless all of them are rational */
} matrixfile;

/* Refuses, naming the line, what is not square, not finite or too large. */
status matrixfile_read(const char *path, matrixfile *out, message *why) MUST_CHECK;

/* The same from memory; `label` is how messages call the file. */
status matrixfile_parse(const char *label, const char *data, size_t length, matrixfile *out,
                        message *why) MUST_CHECK;

/* Frees it; it is empty then. */
void matrixfile_clear(matrixfile *m);

#endif
