#include "numerics/matrixfile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/datafile.h"
#include "base/file.h"
#include "base/memory.h"
#include "numerics/expression.h"
#include "numerics/number.h"

enum { MAX_ENTRY = 200 };

static const double smallest = 1e-100, largest = 1e100;

/* While a file is read. */
typedef struct reader {
    datafile file;
    int rows, columns; /* columns is set by the first row */
    size_t count, room;
    double *entries;
    mpq_t *exact;
    bool is_exact; /* all so far */
} reader;

static status make_room(reader *r, message *why)
{
    if (r->count < r->room) {
        return STATUS_OK;
    }
    size_t room = r->room > 0 ? 2 * r->room : 64;
    TRY(memory_resize(&r->entries, room, sizeof *r->entries, why));
    TRY(memory_resize(&r->exact, room, sizeof *r->exact, why));
    r->room = room;
    return STATUS_OK;
}

/* The fraction that an expression is; false when it is another number. */
static bool read_fraction(const char *source, size_t length, mpq_t value)
{
    exact_field fractions;
    exact_number number;
    size_t where;
    message unused;
    quad rounded;
    bool is_exact = false;
    exact_field_init(&fractions);
    exact_init(&number);
    const expression_scope scope = {.field = &fractions};
    status s =
        expression_exact(source, length, &scope, &rounded, &number, &is_exact, &where, &unused);
    is_exact = s == STATUS_OK && is_exact && exact_is_fraction(&number);
    if (is_exact) {
        mpq_set(value, number.c[0]);
    }
    exact_clear(&number);
    exact_field_clear(&fractions);
    return is_exact;
}

static status read_entry(reader *r, const char *at, const char *end, message *why)
{
    char copy[MAX_ENTRY];
    wide number = {0};
    message detail;
    const char *first = datafile_skip_blanks(at, end);
    size_t length = (size_t)(end - first);
    if (length == 0 || length >= sizeof copy) {
        return datafile_wrong(&r->file, first, "a number is expected");
    }
    memcpy(copy, first, length);
    copy[length] = '\0';
    if (number_real(copy, &number, &detail) != STATUS_OK) {
        return datafile_wrong(&r->file, first, "%s; a finite number is expected", detail.text);
    }
    status s = make_room(r, why);
    if (s != STATUS_OK) {
        return s;
    }
    mpq_t *exact = &r->exact[r->count];
    mpq_init(*exact);
    bool is_exact = read_fraction(copy, length, *exact);
    r->is_exact = r->is_exact && is_exact;
    /* What is rounding of an exact 0, as of 1 - 0.9 - 0.1, is 0. */
    double value = is_exact && mpq_sgn(*exact) == 0 ? 0 : number.high, size = fabs(value);
    r->entries[r->count++] = value;
    if (size != 0 &&
        !(size >= smallest && size <= largest)) { /* products of two are numbers, too */
        return datafile_wrong(&r->file, first, "%s: 0 or a magnitude from %g to %g is accepted",
                              copy, smallest, largest);
    }
    return STATUS_OK;
}

static status read_row(reader *r, message *why)
{
    int count = 0;
    const datafile *f = &r->file;
    for (const char *at = f->line_start; at <= f->line_end; count++) {
        const char *comma = memchr(at, ',', (size_t)(f->line_end - at));
        const char *end = comma != NULL ? comma : f->line_end;
        if (count == MATRIXFILE_MAX_ROWS || (r->rows > 0 && count == r->columns)) {
            return datafile_wrong(f, at, "more than %d entries in a row",
                                  r->rows > 0 ? r->columns : MATRIXFILE_MAX_ROWS);
        }
        TRY(read_entry(r, at, end, why));
        at = end + 1;
    }
    if (r->rows > 0 && count < r->columns) {
        return datafile_wrong(f, f->line_start, "%d entries where the first row has %d", count,
                              r->columns);
    }
    r->columns = count;
    return STATUS_OK;
}

static status read_rows(reader *r, message *why)
{
    while (datafile_next(&r->file)) {
        if (r->rows == MATRIXFILE_MAX_ROWS) {
            return datafile_wrong(&r->file, r->file.line_start, "more than %d rows",
                                  MATRIXFILE_MAX_ROWS);
        }
        TRY(read_row(r, why));
        r->rows++;
    }
    if (r->rows == 0 || r->rows != r->columns) {
        return datafile_wrong_line(
            &r->file, 0, "%d rows of %d entries; a square matrix is expected", r->rows, r->columns);
    }
    return STATUS_OK;
}

static void free_exact(mpq_t *exact, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        mpq_clear(exact[i]);
    }
    free(exact);
}

status matrixfile_parse(const char *label, const char *data, size_t length, matrixfile *out,
                        message *why)
{
    reader r = {.is_exact = true};
    *out = (matrixfile){0};
    status s = STATUS_OK;
    TRY_OR_END(datafile_open(&r.file, label, data, length, why));
    TRY_OR_END(read_rows(&r, why));
    *out = (matrixfile){.n = r.rows, .entries = r.entries};
    out->exact = r.is_exact ? r.exact : NULL;
    r.entries = NULL;
end:
    free(r.entries);
    if (out->exact == NULL) {
        free_exact(r.exact, r.count);
    }
    return s;
}

status matrixfile_read(const char *path, matrixfile *out, message *why)
{
    char *data = NULL;
    size_t length = 0;
    *out = (matrixfile){0};
    TRY(file_read(path, MATRIXFILE_MAX_BYTES, &data, &length, why));
    status s = matrixfile_parse(path, data, length, out, why);
    free(data);
    return s;
}

void matrixfile_clear(matrixfile *m)
{
    free(m->entries);
    if (m->exact != NULL) {
        free_exact(m->exact, (size_t)m->n * (size_t)m->n);
    }
    *m = (matrixfile){0};
}
