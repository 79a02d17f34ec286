#include "picture/palettefile.h"

#include <string.h>

#include "base/datafile.h"
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
    datafile file;
    int seen[KEY_COUNT]; /* the line of a key, 0 while it was not seen */
    int roots;           /* so far */
    palettefile *out;
} reader;

static status read_number(reader *r, const char *at, const char *end, const range *accepted,
                          double *value)
{
    quad exact = 0;
    size_t where = 0;
    message detail;
    r->roots += expression_count_roots(at, (size_t)(end - at));
    if (r->roots > EXPRESSION_FILE_ROOTS) {
        return datafile_wrong(&r->file, at, "more than %d root() in a file", EXPRESSION_FILE_ROOTS);
    }
    status s = expression_value(at, (size_t)(end - at), NULL, &exact, &where, &detail);
    if (s != STATUS_OK) {
        return datafile_wrong(&r->file, at + where, "%s", detail.text);
    }
    *value = (double)exact;
    if (!(*value >= accepted->low && *value <= accepted->high)) {
        return datafile_wrong(&r->file, at, "%s %g where %g to %g is accepted", accepted->name,
                              *value, accepted->low, accepted->high);
    }
    return STATUS_OK;
}

static status read_colour(reader *r, const char *at, oklab *out)
{
    double lch[3] = {0};
    for (int i = 0; i < 3; i++) {
        at = datafile_skip_blanks(at, r->file.line_end);
        if (at == r->file.line_end) {
            return datafile_wrong(&r->file, at,
                                  "the %s is missing; a colour is lightness, chroma and hue",
                                  colour_ranges[i].name);
        }
        const char *end = datafile_entry_end(at, r->file.line_end);
        TRY(read_number(r, at, end, &colour_ranges[i], &lch[i]));
        at = end;
    }
    at = datafile_skip_blanks(at, r->file.line_end);
    if (at < r->file.line_end) {
        return datafile_wrong(&r->file, at,
                              "a colour has three numbers: lightness, chroma and hue");
    }
    *out = oklab_from_lch(lch[0], lch[1], lch[2]);
    return STATUS_OK;
}

/* at VALUE = colour; `value` may be empty. */
static status read_stop(reader *r, const char *value, const char *value_end, const char *colour)
{
    palettefile *out = r->out;
    if (value == value_end) {
        return datafile_wrong(&r->file, value, "a value of log2|sigma| is expected after 'at'");
    }
    if (out->stop_count == PALETTEFILE_MAX_STOPS) {
        return datafile_wrong(&r->file, r->file.line_start, "more than %d colours",
                              PALETTEFILE_MAX_STOPS);
    }
    palette_stop stop;
    TRY(read_number(r, value, value_end, &value_range, &stop.value));
    if (out->stop_count > 0 && !(stop.value > out->stops[out->stop_count - 1].value)) {
        return datafile_wrong(&r->file, value, "%g follows %g; ascending values are expected",
                              stop.value, out->stops[out->stop_count - 1].value);
    }
    TRY(read_colour(r, colour, &stop.colour));
    out->stops[out->stop_count++] = stop;
    return STATUS_OK;
}

static int key_find(const char *name, size_t length)
{
    for (int i = 0; i < KEY_COUNT; i++) {
        if (datafile_spells(keys[i].name, name, length)) {
            return i;
        }
    }
    return -1;
}

static status read_assignment(reader *r, const assignment *a)
{
    palettefile *out = r->out;
    size_t length = (size_t)(a->key_end - a->key);
    if (length >= 2 && memcmp(a->key, "at", 2) == 0 &&
        (length == 2 || datafile_is_blank(a->key[2]))) {
        return read_stop(r, datafile_skip_blanks(a->key + 2, a->key_end), a->key_end, a->value);
    }
    int which = key_find(a->key, length);
    if (which < 0) {
        return datafile_wrong(&r->file, a->key,
                              "unknown key '%.*s'; known are name, description, at, pole and "
                              "undefined",
                              (int)(length < 30 ? length : 30), a->key);
    }
    if (r->seen[which] != 0) {
        return datafile_wrong(&r->file, a->key, "%s was given before, in line %d", keys[which].name,
                              r->seen[which]);
    }
    r->seen[which] = r->file.line;
    switch (which) {
    case KEY_NAME:
        return datafile_text(&r->file, a->value, out->name, sizeof out->name);
    case KEY_DESCRIPTION:
        return datafile_text(&r->file, a->value, out->description, sizeof out->description);
    default:
        return read_colour(r, a->value, which == KEY_POLE ? &out->pole : &out->undefined);
    }
}

static status read_line(reader *r)
{
    assignment a;
    TRY(datafile_split(&r->file, &a));
    if (a.key == NULL) {
        const char *at = datafile_skip_blanks(r->file.line_start, r->file.line_end);
        return datafile_wrong(&r->file, at, "'key = value' is expected");
    }
    return read_assignment(r, &a);
}

/* Is everything there? */
static status check_complete(const reader *r)
{
    if (r->out->stop_count < 2) {
        return datafile_wrong_line(&r->file, 0,
                                   "%d 'at VALUE = L C H' where two or more are expected; a "
                                   "palette has colours for log2|sigma|",
                                   r->out->stop_count);
    }
    for (int i = 0; i < KEY_COUNT; i++) {
        if (r->seen[i] == 0 && !keys[i].optional) {
            return datafile_wrong_line(&r->file, 0, "the key %s is missing", keys[i].name);
        }
    }
    return STATUS_OK;
}

status palettefile_parse(const char *label, const char *data, size_t length, palettefile *out,
                         message *why)
{
    *out = (palettefile){0};
    reader r = {.out = out};
    TRY(datafile_open(&r.file, label, data, length, why));
    while (datafile_next(&r.file)) {
        TRY(read_line(&r));
    }
    return check_complete(&r);
}
