/* Method files: UTF-8 text, # comments, one `key = value` per line, matrices row by row.
 *
 *     name = Radau IIA, two stages        let g = 1-sqrt(2)/2     a name for later entries
 *     kind = runge-kutta                  A = 5/12 -1/12
 *     order = 3                               3/4   1/4
 *     reference = ...                     b = 3/4 1/4             c, bhat: optional
 *
 *     kind = multistep                    alpha = a_0 ... a_k     beta = b_0 ... b_k
 *
 * Entries are exact expressions (numerics/expression.h) separated by spaces; a space inside
 * parentheses belongs to the entry. Errors name the file, the line and the column. */
#ifndef METHOD_METHODFILE_H
#define METHOD_METHODFILE_H

#include <stddef.h>

#include "method/scheme.h"

enum { METHODFILE_MAX_BYTES = 1 << 20 };

/* What a file says. */
typedef struct methodfile {
    char name[128];
    char reference[256];
    int claimed_order; /* 0: none */
    coefficients coefficients;
    scheme *exact;  /* NULL when an entry is neither a fraction nor in the field of the others */
    double c_moved; /* c that are within 1e-10 of the row sums of A are meant to be these */
} methodfile;

/* Frees what belongs to it; a file that was refused has nothing. */
void methodfile_clear(methodfile *file);

/* `label` is how messages call the file. */
status methodfile_parse(const char *label, const char *data, size_t length, methodfile *out,
                        message *why) MUST_CHECK;

/* The same from a file; "-" is standard input. */
status methodfile_read(const char *path, methodfile *out, message *why) MUST_CHECK;

#endif
