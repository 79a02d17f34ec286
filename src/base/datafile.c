#include "base/datafile.h"

#include <stdarg.h>
#include <string.h>

#include "base/plain.h"
#include "base/text.h"

enum { LABEL_LENGTH = 150, WORDS_SIZE = 300 };

bool datafile_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

const char *datafile_skip_blanks(const char *at, const char *end)
{
    while (at < end && datafile_is_blank(*at)) {
        at++;
    }
    return at;
}

const char *datafile_entry_end(const char *at, const char *end)
{
    int depth = 0;
    while (at < end && (depth > 0 || !datafile_is_blank(*at))) {
        depth += (*at == '(') - (*at == ')');
        at++;
    }
    return at;
}

bool datafile_spells(const char *key, const char *word, size_t length)
{
    return strlen(key) == length && memcmp(key, word, length) == 0;
}

status datafile_open(datafile *f, const char *label, const char *data, size_t length, message *why)
{
    static const char mark[] = "\xef\xbb\xbf"; /* some editors begin UTF-8 files with it */
    size_t where = 0;
    *f = (datafile){.label = text_tail(label, LABEL_LENGTH), .why = why};
    if (!text_is_readable(data, length, &where)) {
        return refuse(why, "%s: is not a text file (byte %zu is not UTF-8 text)", f->label,
                      where + 1);
    }
    bool is_marked = length >= 3 && memcmp(data, mark, 3) == 0;
    f->rest = is_marked ? data + 3 : data;
    f->end = data + length;
    return STATUS_OK;
}

bool datafile_next(datafile *f)
{
    while (f->rest < f->end) {
        const char *newline = memchr(f->rest, '\n', (size_t)(f->end - f->rest));
        f->line++;
        f->line_start = f->rest;
        f->line_end = newline != NULL ? newline : f->end;
        f->rest = newline != NULL ? newline + 1 : f->end;
        const char *comment = memchr(f->line_start, '#', (size_t)(f->line_end - f->line_start));
        f->line_end = comment != NULL ? comment : f->line_end;
        while (f->line_end > f->line_start &&
               (datafile_is_blank(f->line_end[-1]) || f->line_end[-1] == '\r')) {
            f->line_end--;
        }
        if (datafile_skip_blanks(f->line_start, f->line_end) < f->line_end) {
            return true;
        }
    }
    return false;
}

status datafile_split(datafile *f, assignment *out)
{
    const char *at = datafile_skip_blanks(f->line_start, f->line_end);
    const char *equals = memchr(at, '=', (size_t)(f->line_end - at));
    *out = (assignment){0};
    if (equals == NULL) {
        return STATUS_OK;
    }
    out->key = at;
    out->key_end = equals;
    while (out->key_end > at && datafile_is_blank(out->key_end[-1])) {
        out->key_end--;
    }
    out->value = datafile_skip_blanks(equals + 1, f->line_end);
    if (out->value == f->line_end) {
        return datafile_wrong(f, out->value, "a value is expected after '='");
    }
    return STATUS_OK;
}

/* Columns count characters, not bytes. */
static int column_of(const datafile *f, const char *at)
{
    int column = 1;
    for (const char *c = f->line_start; c < at; c++) {
        column += (*c & 0xc0) != 0x80;
    }
    return column;
}

static status wrong(const datafile *f, int line, int column, const char *format, va_list list)
{
    char words[WORDS_SIZE];
    plain_print_list(words, sizeof words, format, list);
    return refuse(f->why, "%s:%d:%d: %s", f->label, line, column, words);
}

status datafile_wrong(const datafile *f, const char *at, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    status s = wrong(f, f->line, column_of(f, at), format, list);
    va_end(list);
    return s;
}

status datafile_wrong_line(const datafile *f, int line, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    status s = wrong(f, line > 0 ? line : 1, 1, format, list);
    va_end(list);
    return s;
}

status datafile_text(const datafile *f, const char *value, char *out, size_t size)
{
    size_t length = (size_t)(f->line_end - value);
    if (length >= size) {
        return datafile_wrong(f, value, "a text of %zu bytes; at most %zu are accepted", length,
                              size - 1);
    }
    memcpy(out, value, length);
    out[length] = '\0';
    return STATUS_OK;
}
