#include "numerics/matrixfile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/datafile.h"
#include "base/file.h"
#include "base/memory.h"
#include "numerics/number.h"

enum { MAX_ENTRY = 200 };

static const double smallest = 1e-100, largest = 1e100;

static status read_entry(const datafile *f, const char *at, const char *end, double *value)
{
    char copy[MAX_ENTRY];
    wide number = {0};
    message detail;
    const char *first = datafile_skip_blanks(at, end);
    size_t length = (size_t)(end - first);
    if (length == 0 || length >= sizeof copy) {
        return datafile_wrong(f, first, "a number is expected");
    }
    memcpy(copy, first, length);
    copy[length] = '\0';
    if (number_real(copy, &number, &detail) != STATUS_OK) {
        return datafile_wrong(f, first, "%s; a finite number is expected", detail.text);
    }
    double size = fabs(number.high);
    if (size != 0 &&
        !(size >= smallest && size <= largest)) { /* products of two are numbers, too */
        return datafile_wrong(f, first, "%s: 0 or a magnitude from %g to %g is accepted", copy,
                              smallest, largest);
    }
    *value = number.high;
    return STATUS_OK;
}

/* One row; *columns is set by the first. */
static status read_row(const datafile *f, int row, double *entries, int *columns)
{
    int count = 0;
    for (const char *at = f->line_start; at <= f->line_end; count++) {
        const char *comma = memchr(at, ',', (size_t)(f->line_end - at));
        const char *end = comma != NULL ? comma : f->line_end;
        if (count == MATRIXFILE_MAX_ROWS || (row > 0 && count == *columns)) {
            return datafile_wrong(f, at, "more than %d entries in a row",
                                  row > 0 ? *columns : MATRIXFILE_MAX_ROWS);
        }
        status s = read_entry(f, at, end, &entries[(size_t)row * (size_t)*columns + (size_t)count]);
        if (s != STATUS_OK) {
            return s;
        }
        at = end + 1;
    }
    if (row > 0 && count < *columns) {
        return datafile_wrong(f, f->line_start, "%d entries where the first row has %d", count,
                              *columns);
    }
    *columns = count;
    return STATUS_OK;
}

static status read_rows(datafile *f, double *entries, int *n)
{
    int rows = 0, columns = 0;
    while (datafile_next(f)) {
        if (rows == MATRIXFILE_MAX_ROWS) {
            return datafile_wrong(f, f->line_start, "more than %d rows", MATRIXFILE_MAX_ROWS);
        }
        status s = read_row(f, rows, entries, &columns);
        if (s != STATUS_OK) {
            return s;
        }
        rows++;
    }
    if (rows == 0 || rows != columns) {
        return datafile_wrong_line(f, 0, "%d rows of %d entries; a square matrix is expected", rows,
                                   columns);
    }
    *n = rows;
    return STATUS_OK;
}

status matrixfile_parse(const char *label, const char *data, size_t length, double **entries,
                        int *n, message *why)
{
    datafile f;
    *entries = NULL;
    status s = datafile_open(&f, label, data, length, why);
    if (s == STATUS_OK) {
        s = memory_allocate(entries, (size_t)MATRIXFILE_MAX_ROWS * MATRIXFILE_MAX_ROWS,
                            sizeof **entries, why);
    }
    s = s == STATUS_OK ? read_rows(&f, *entries, n) : s;
    if (s != STATUS_OK) {
        free(*entries);
        *entries = NULL;
    }
    return s;
}

status matrixfile_read(const char *path, double **entries, int *n, message *why)
{
    char *data = NULL;
    size_t length = 0;
    *entries = NULL;
    status s = file_read(path, MATRIXFILE_MAX_BYTES, &data, &length, why);
    s = s == STATUS_OK ? matrixfile_parse(path, data, length, entries, n, why) : s;
    free(data);
    return s;
}
