#include "picture/palettefile.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "numerics/expression.h"

enum { KEY_NAME, KEY_DESCRIPTION, KEY_POLE, KEY_UNDEFINED, KEY_COUNT };

static const struct {
    const char *name;
    bool optional;
} keys[KEY_COUNT] = {
    [KEY_NAME] = {.name = "name"},
    [KEY_DESCRIPTION] = {.name = "description", .optional = true},
    [KEY_POLE] = {.name = "pole"},
    [KEY_UNDEFINED] = {.name = "undefined"},
};

typedef struct range {
    const char *name;
    double low, high;
} range;

static const range colour_ranges[3] = {
    {.name = "lightness", .low = 0, .high = 1},
    {.name = "chroma", .low = 0, .high = 0.5},
    {.name = "hue", .low = 0, .high = 360},
};

/* The exponents of a float. */
static const range value_range = {.name = "log2|sigma|", .low = -150, .high = 128};

typedef struct reader {
    const char *label;
    const char *line_start, *line_end; /* the line without its comment */
    int line;
    int seen[KEY_COUNT]; /* the line of a key, 0 while it was not seen */
    palettefile *out;
    message *why;
} reader;

/* Columns count characters, not bytes. */
static int column_of(const reader *r, const char *at)
{
    int column = 1;
    for (const char *c = r->line_start; c < at; c++) {
        column += (*c & 0xc0) != 0x80;
    }
    return column;
}

__attribute__((format(printf, 3, 4))) static status wrong_at(reader *r, const char *at,
                                                             const char *format, ...)
{
    char words[300];
    va_list list;
    va_start(list, format);
    vsnprintf(words, sizeof words, format, list);
    va_end(list);
    return refuse(r->why, "%.150s:%d:%d: %s", r->label, r->line, column_of(r, at), words);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && is_blank(*at)) {
        at++;
    }
    return at;
}

/* The end of the number at `at`: the next blank outside parentheses. */
static const char *number_end(const char *at, const char *end)
{
    int depth = 0;
    while (at < end && (depth > 0 || !is_blank(*at))) {
        depth += (*at == '(') - (*at == ')');
        at++;
    }
    return at;
}

static status read_number(reader *r, const char *at, const char *end, const range *accepted,
                          double *value)
{
    quad exact = 0;
    size_t where = 0;
    message detail;
    status s = expression_value(at, (size_t)(end - at), NULL, &exact, &where, &detail);
    if (s != STATUS_OK) {
        return wrong_at(r, at + where, "%s", detail.text);
    }
    *value = (double)exact;
    if (!(*value >= accepted->low && *value <= accepted->high)) {
        return wrong_at(r, at, "%s %g where %g to %g is accepted", accepted->name, *value,
                        accepted->low, accepted->high);
    }
    return STATUS_OK;
}

static status read_colour(reader *r, const char *at, oklab *out)
{
    double lch[3] = {0};
    for (int i = 0; i < 3; i++) {
        at = skip_blanks(at, r->line_end);
        if (at == r->line_end) {
            return wrong_at(r, at, "the %s is missing; a colour is lightness, chroma and hue",
                            colour_ranges[i].name);
        }
        const char *end = number_end(at, r->line_end);
        status s = read_number(r, at, end, &colour_ranges[i], &lch[i]);
        if (s != STATUS_OK) {
            return s;
        }
        at = end;
    }
    at = skip_blanks(at, r->line_end);
    if (at < r->line_end) {
        return wrong_at(r, at, "a colour has three numbers: lightness, chroma and hue");
    }
    *out = oklab_from_lch(lch[0], lch[1], lch[2]);
    return STATUS_OK;
}

static status read_text(reader *r, const char *at, char *out, size_t size)
{
    size_t length = (size_t)(r->line_end - at);
    if (length >= size) {
        return wrong_at(r, at, "a text of %zu bytes; at most %zu are accepted", length, size - 1);
    }
    memcpy(out, at, length);
    out[length] = '\0';
    return STATUS_OK;
}

/* at VALUE = colour; `value` may be empty. */
static status read_stop(reader *r, const char *value, const char *value_end, const char *colour)
{
    palettefile *out = r->out;
    if (value == value_end) {
        return wrong_at(r, value, "a value of log2|sigma| is expected after 'at'");
    }
    if (out->stop_count == PALETTEFILE_MAX_STOPS) {
        return wrong_at(r, r->line_start, "more than %d colours", PALETTEFILE_MAX_STOPS);
    }
    palette_stop stop;
    status s = read_number(r, value, value_end, &value_range, &stop.value);
    if (s != STATUS_OK) {
        return s;
    }
    if (out->stop_count > 0 && !(stop.value > out->stops[out->stop_count - 1].value)) {
        return wrong_at(r, value, "%g follows %g; ascending values are expected", stop.value,
                        out->stops[out->stop_count - 1].value);
    }
    s = read_colour(r, colour, &stop.colour);
    if (s == STATUS_OK) {
        out->stops[out->stop_count++] = stop;
    }
    return s;
}

static int key_find(const char *name, size_t length)
{
    for (int i = 0; i < KEY_COUNT; i++) {
        if (strlen(keys[i].name) == length && memcmp(keys[i].name, name, length) == 0) {
            return i;
        }
    }
    return -1;
}

static status read_assignment(reader *r, const char *key, const char *equals)
{
    palettefile *out = r->out;
    const char *key_end = equals;
    while (key_end > key && is_blank(key_end[-1])) {
        key_end--;
    }
    const char *value = skip_blanks(equals + 1, r->line_end);
    if (value == r->line_end) {
        return wrong_at(r, value, "a value is expected after '='");
    }
    size_t length = (size_t)(key_end - key);
    if (length >= 2 && memcmp(key, "at", 2) == 0 && (length == 2 || is_blank(key[2]))) {
        return read_stop(r, skip_blanks(key + 2, key_end), key_end, value);
    }
    int which = key_find(key, length);
    if (which < 0) {
        return wrong_at(r, key,
                        "unknown key '%.*s'; known are name, description, at, pole and undefined",
                        (int)(length < 30 ? length : 30), key);
    }
    if (r->seen[which] != 0) {
        return wrong_at(r, key, "%s was given before, in line %d", keys[which].name,
                        r->seen[which]);
    }
    r->seen[which] = r->line;
    switch (which) {
    case KEY_NAME:
        return read_text(r, value, out->name, sizeof out->name);
    case KEY_DESCRIPTION:
        return read_text(r, value, out->description, sizeof out->description);
    default:
        return read_colour(r, value, which == KEY_POLE ? &out->pole : &out->undefined);
    }
}

static status read_line(reader *r)
{
    const char *comment = memchr(r->line_start, '#', (size_t)(r->line_end - r->line_start));
    r->line_end = comment != NULL ? comment : r->line_end;
    while (r->line_end > r->line_start && (is_blank(r->line_end[-1]) || r->line_end[-1] == '\r')) {
        r->line_end--;
    }
    const char *at = skip_blanks(r->line_start, r->line_end);
    if (at == r->line_end) {
        return STATUS_OK;
    }
    const char *equals = memchr(at, '=', (size_t)(r->line_end - at));
    return equals != NULL ? read_assignment(r, at, equals)
                          : wrong_at(r, at, "'key = value' is expected");
}

/* Is everything there? Line 1 stands for what is not. */
static status check_complete(const reader *r)
{
    if (r->out->stop_count < 2) {
        return refuse(r->why,
                      "%.150s:1:1: %d 'at VALUE = L C H' where two or more are expected; a palette "
                      "has colours for log2|sigma|",
                      r->label, r->out->stop_count);
    }
    for (int i = 0; i < KEY_COUNT; i++) {
        if (r->seen[i] == 0 && !keys[i].optional) {
            return refuse(r->why, "%.150s:1:1: the key %s is missing", r->label, keys[i].name);
        }
    }
    return STATUS_OK;
}

status palettefile_parse(const char *label, const char *data, size_t length, palettefile *out,
                         message *why)
{
    size_t where = 0;
    if (!text_is_readable(data, length, &where)) {
        return refuse(why, "%.150s: is not a text file (byte %zu is not UTF-8 text)", label,
                      where + 1);
    }
    *out = (palettefile){0};
    reader r = {.label = label, .out = out, .why = why};
    status s = STATUS_OK;
    const char *end = data + length;
    for (const char *at = data; at < end && s == STATUS_OK;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        r.line++;
        r.line_start = at;
        r.line_end = newline != NULL ? newline : end;
        at = newline != NULL ? newline + 1 : end;
        s = read_line(&r);
    }
    return s == STATUS_OK ? check_complete(&r) : s;
}
