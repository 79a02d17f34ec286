/* What a publication prints, as a file of assets/published: a line a row, cells between commas, #
 * comments. The first line names the columns; the last cell of a row may have commas of its own.
 * What the cells mean is the caller's business. */
#ifndef REPRODUCE_PUBLISHED_H
#define REPRODUCE_PUBLISHED_H

#include <stddef.h>

#include "base/status.h"

typedef struct published_file {
    char *label; /* how messages call the file */
    int columns, rows;
    char **cells; /* row by row */
    int *lines;   /* of the rows, for messages */
    char *text;   /* the cells are in it */
} published_file;

/* Refuses a file with other columns than `columns`, "figure,page,..." as the file must begin. Clear
 * it in every case. */
status published_read(const char *label, const char *data, size_t length, const char *columns,
                      published_file *out, message *why) MUST_CHECK;
void published_clear(published_file *p);

/* Never NULL; without blanks at its ends. */
const char *published_at(const published_file *p, int row, int column);

/* A refusal about a row: "FILE:LINE: ...". */
status published_wrong(const published_file *p, int row, message *why, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Copies a cell; refuses an empty one, and one that does not fit. */
status published_copy(const published_file *p, int row, int column, char *out, size_t size,
                      message *why) MUST_CHECK;

/* The row that begins with `name`, -1 when there is none. */
int published_find(const published_file *p, const char *name);

/* The number in a cell. Refuses what is none. */
status published_value(const published_file *p, int row, int column, double *out,
                       message *why) MUST_CHECK;

/* The number in the second column of the row that begins with `name`. Refuses a file without it. */
status published_number(const published_file *p, const char *name, double *out,
                        message *why) MUST_CHECK;

#endif
