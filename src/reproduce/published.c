#include "reproduce/published.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/datafile.h"
#include "base/memory.h"

void published_clear(published_file *p)
{
    free(p->label);
    free(p->cells);
    free(p->lines);
    free(p->text);
    *p = (published_file){0};
}

const char *published_at(const published_file *p, int row, int column)
{
    return p->cells[row * p->columns + column];
}

status published_wrong(const published_file *p, int row, message *why, const char *format, ...)
{
    char words[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    return refuse(why, "%.150s:%d: %s", p->label, p->lines[row], words);
}

status published_copy(const published_file *p, int row, int column, char *out, size_t size,
                      message *why)
{
    const char *cell = published_at(p, row, column);
    if (cell[0] == '\0') {
        return published_wrong(p, row, why, "cell %d is empty", column + 1);
    }
    if (strlen(cell) >= size) {
        return published_wrong(p, row, why, "'%.60s' is too long; at most %zu letters are accepted",
                               cell, size - 1);
    }
    snprintf(out, size, "%s", cell);
    return STATUS_OK;
}

/* Ends the cell before its blanks, and returns where it begins after them. */
static char *trim(char *cell)
{
    while (datafile_is_blank(*cell)) {
        cell++;
    }
    char *end = cell + strlen(cell);
    while (end > cell && datafile_is_blank(end[-1])) {
        *--end = '\0';
    }
    return cell;
}

/* Cuts a line, in place, into the cells of the next row. */
static bool cut(published_file *p, char *line)
{
    for (int i = 0; i < p->columns; i++) {
        char *comma = i + 1 < p->columns ? strchr(line, ',') : NULL;
        if (comma == NULL && i + 1 < p->columns) {
            return false;
        }
        if (comma != NULL) {
            *comma = '\0';
        }
        p->cells[p->rows * p->columns + i] = trim(line);
        line = comma != NULL ? comma + 1 : line;
    }
    return true;
}

static status read_rows(published_file *p, datafile *f, const char *columns, message *why)
{
    char *end = p->text;
    if (!datafile_next(f) ||
        !datafile_spells(columns, f->line_start, (size_t)(f->line_end - f->line_start))) {
        return refuse(why, "%.200s: its first line must be '%.100s'", p->label, columns);
    }
    while (datafile_next(f)) {
        size_t length = (size_t)(f->line_end - f->line_start);
        char *line = end;
        memcpy(line, f->line_start, length);
        line[length] = '\0';
        end += length + 1;
        p->lines[p->rows] = f->line;
        if (!cut(p, line)) {
            return datafile_wrong_line(f, f->line, "%d cells between commas are accepted",
                                       p->columns);
        }
        p->rows++;
    }
    return p->rows > 0 ? STATUS_OK : refuse(why, "%.200s: there is nothing in it", p->label);
}

status published_read(const char *label, const char *data, size_t length, const char *columns,
                      published_file *out, message *why)
{
    datafile f;
    size_t lines = 1;
    *out = (published_file){.columns = 1};
    for (const char *c = columns; *c != '\0'; c++) {
        out->columns += *c == ',';
    }
    for (size_t i = 0; i < length; i++) {
        lines += data[i] == '\n';
    }
    TRY(datafile_open(&f, label, data, length, why));
    TRY(memory_allocate(&out->label, strlen(label) + 1, 1, why));
    TRY(memory_allocate(&out->text, length + lines + 1, 1, why));
    TRY(memory_allocate(&out->lines, lines, sizeof *out->lines, why));
    TRY(memory_allocate(&out->cells, lines * (size_t)out->columns, sizeof *out->cells, why));
    memcpy(out->label, label, strlen(label));
    return read_rows(out, &f, columns, why);
}

int published_find(const published_file *p, const char *name)
{
    for (int row = 0; row < p->rows; row++) {
        if (strcmp(published_at(p, row, 0), name) == 0) {
            return row;
        }
    }
    return -1;
}

status published_value(const published_file *p, int row, int column, double *out, message *why)
{
    char *rest = NULL;
    const char *digits = published_at(p, row, column);
    *out = strtod(digits, &rest);
    return rest != digits && *rest == '\0' && isfinite(*out)
               ? STATUS_OK
               : published_wrong(p, row, why, "'%.40s' is no number", digits);
}

status published_number(const published_file *p, const char *name, double *out, message *why)
{
    int row = published_find(p, name);
    return row >= 0 ? published_value(p, row, 1, out, why)
                    : refuse(why, "%.200s: '%.60s' is missing", p->label, name);
}
