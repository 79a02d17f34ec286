#include "explorer/settings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/datafile.h"
#include "numerics/number.h"

static const char *const planes[] = {"z", "zw", NULL};
static const char *const motions[] = {"shear", "rotation", "normalised", NULL};
static const char *const looks[] = {"growth", "phase", "star", NULL};
static const char *const engines[] = {"auto", "scalar", "simd", "gpu", NULL};
static const char *const repeats[] = {"pingpong", "loop", "once", NULL};

static const char *const stage_places[] = {"whole", "half", NULL};

/* Far enough for any method, near enough for double precision. */
#define FARTHEST 1e6

#define FIELD(NAME) .offset = offsetof(settings, NAME), .size = sizeof((settings *)NULL)->NAME
#define TEXT(KEY, LABEL, INITIAL, HELP)                                                    \
    {                                                                                      \
        .key = #KEY, .label = LABEL, .type = SETTING_TEXT, FIELD(KEY), .initial = INITIAL, \
        .help = HELP                                                                       \
    }
#define CHOICE(KEY, LABEL, CHOICES, INITIAL, HELP)                                           \
    {                                                                                        \
        .key = #KEY, .label = LABEL, .type = SETTING_CHOICE, FIELD(KEY), .choices = CHOICES, \
        .initial = INITIAL, .help = HELP                                                     \
    }
#define NUMBER(KEY, LABEL, LEAST, MOST, INITIAL, HELP)                                   \
    {                                                                                    \
        .key = #KEY, .label = LABEL, .type = SETTING_NUMBER, FIELD(KEY), .least = LEAST, \
        .most = MOST, .initial = INITIAL, .help = HELP                                   \
    }
#define FLAG(KEY, LABEL, INITIAL, HELP)                                                    \
    {                                                                                      \
        .key = #KEY, .label = LABEL, .type = SETTING_FLAG, FIELD(KEY), .initial = INITIAL, \
        .help = HELP                                                                       \
    }

static const setting table[] = {
    TEXT(method, "method", "radau-iia:2", "the method that is shown"),
    TEXT(other, "compared with", "", "a second method beside it; empty: none"),
    TEXT(overlays, "overlays", "", "methods whose boundaries are drawn over the region"),
    CHOICE(plane, "plane", planes, "z", "Re z and Im z at one w, or real z against w"),
    CHOICE(motion, "kernel", motions, "shear", "how the kernel moves"),
    NUMBER(w, "w", -FARTHEST, FARTHEST, "0", "h omega: how fast the kernel turns"),
    NUMBER(w_from, "from", -FARTHEST, FARTHEST, "-5", "where playing begins"),
    NUMBER(w_to, "to", -FARTHEST, FARTHEST, "5", "where playing ends"),
    NUMBER(speed, "speed", 0.01, 100, "1", "of playing, in w per second"),
    CHOICE(repeat, "repeat", repeats, "pingpong", "what playing does at the end"),
    CHOICE(shade, "shows", looks, "growth", "|sigma|, arg R, or the order star"),
    TEXT(palette, "palette", "paper", "colours by name or file"),
    FLAG(boundary, "boundary", "on", "draw |sigma| = 1"),
    FLAG(hatch, "hatch Re z > 0", "off", "where the exact solution grows"),
    FLAG(grid, "grid", "off", "lines at the numbers of the axes"),
    TEXT(spectrum, "spectrum", "", "a file of eigenvalues re,im to lay over the region"),
    NUMBER(h, "h", 1e-12, 1e12, "1", "time step that scales the spectrum"),
    NUMBER(x, "centre x", -FARTHEST, FARTHEST, "0", "middle of the view"),
    NUMBER(y, "centre y", -FARTHEST, FARTHEST, "0", "middle of the view"),
    NUMBER(span, "height", 1e-13, 2 * FARTHEST, "18", "height of the view"),
    FLAG(panel, "panel", "on", "show the panel"),
    FLAG(inspector, "inspector", "on", "show the inspector"),
    FLAG(numbers, "numbers", "on", "show the numbers of the method in the panel"),
    TEXT(marked, "marked", "", "the number that is marked on the picture; empty: none"),
    FLAG(presents, "presentation", "off", "large letters, no panel"),
    FLAG(pinned, "pinned", "off", "the inspector stays at its point"),
    NUMBER(pin_x, "pin x", -FARTHEST, FARTHEST, "-2", "where the inspector is pinned"),
    NUMBER(pin_y, "pin y", -FARTHEST, FARTHEST, "1", "where the inspector is pinned"),
    {.key = "steps",
     .label = "steps",
     .type = SETTING_INTEGER,
     FIELD(steps),
     .least = 8,
     .most = 4096,
     .initial = "64",
     .help = "of the trajectory in the inspector"},
    TEXT(stage, "stage", "", "exhibits in place of the region; off, or empty: none"),
    CHOICE(stage_place, "exhibits", stage_places, "whole", "alone, or beside the region"),
    CHOICE(engine, "evaluator", engines, "auto", "what computes the field"),
};

int settings_count(void)
{
    return (int)(sizeof table / sizeof table[0]);
}

const setting *settings_at(int i)
{
    return &table[i];
}

const setting *settings_find(const char *key)
{
    for (int i = 0; i < settings_count(); i++) {
        if (strcmp(table[i].key, key) == 0) {
            return &table[i];
        }
    }
    return NULL;
}

static status set_number(const setting *of, const char *value, double *out, message *why)
{
    wide number;
    message detail;
    if (number_real(value, &number, &detail) != STATUS_OK || !(number.high >= of->least) ||
        !(number.high <= of->most)) {
        return refuse(why, "%s %.80s: a number from %g to %g is accepted", of->key, value,
                      of->least, of->most);
    }
    *out = number.high;
    return STATUS_OK;
}

static status set_choice(const setting *of, const char *value, int *out, message *why)
{
    char all[200] = "";
    for (int i = 0; of->choices[i] != NULL; i++) {
        if (strcmp(of->choices[i], value) == 0) {
            *out = i;
            return STATUS_OK;
        }
        size_t length = strlen(all);
        snprintf(all + length, sizeof all - length, "%s%s", i > 0 ? ", " : "", of->choices[i]);
    }
    return refuse(why, "%s %.80s: unknown; accepted: %s", of->key, value, all);
}

static status set_value(settings *s, const setting *of, const char *value, message *why)
{
    void *at = (char *)s + of->offset;
    double number;
    status result = STATUS_OK;
    switch (of->type) {
    case SETTING_FLAG:
        if (strcmp(value, "on") != 0 && strcmp(value, "off") != 0) {
            return refuse(why, "%s %.80s: unknown; accepted: on, off", of->key, value);
        }
        *(bool *)at = strcmp(value, "on") == 0;
        return STATUS_OK;
    case SETTING_NUMBER:
        return set_number(of, value, at, why);
    case SETTING_INTEGER:
        result = set_number(of, value, &number, why);
        if (result == STATUS_OK) {
            *(int *)at = (int)lround(number);
        }
        return result;
    case SETTING_CHOICE:
        return set_choice(of, value, at, why);
    default:
        if (strlen(value) >= of->size) {
            return refuse(why, "%s: %zu bytes; at most %zu are accepted", of->key, strlen(value),
                          of->size - 1);
        }
        memmove(at, value, strlen(value) + 1);
        return STATUS_OK;
    }
}

status settings_set(settings *s, const char *key, const char *value, message *why)
{
    const setting *of = settings_find(key);
    return of != NULL ? set_value(s, of, value, why) : refuse(why, "'%.60s' is no setting", key);
}

settings settings_initial(void)
{
    settings s;
    message why;
    memset(&s, 0, sizeof s);
    for (int i = 0; i < settings_count(); i++) {
        if (set_value(&s, &table[i], table[i].initial, &why) != STATUS_OK) {
            abort(); /* the table contradicts itself */
        }
    }
    return s;
}

void settings_get(const settings *s, const setting *of, char *out, size_t size)
{
    const void *at = (const char *)s + of->offset;
    switch (of->type) {
    case SETTING_FLAG:
        snprintf(out, size, "%s", *(const bool *)at ? "on" : "off");
        return;
    case SETTING_NUMBER:
        snprintf(out, size, "%.17g", *(const double *)at);
        return;
    case SETTING_INTEGER:
        snprintf(out, size, "%d", *(const int *)at);
        return;
    case SETTING_CHOICE:
        snprintf(out, size, "%s", of->choices[*(const int *)at]);
        return;
    default:
        snprintf(out, size, "%s", (const char *)at);
    }
}

/* Text as one value of a line: what would end or begin it is written %XX, as is the sign itself and
 * what is no letter, for a path may have any byte. */
static void write_text(const char *value, text *out)
{
    char readable[SETTINGS_LIST_SIZE];
    size_t length = strlen(value), where;
    memcpy(readable, value, length + 1);
    while (!text_is_readable(readable, length, &where)) {
        readable[where] = '%';
    }
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)value[i];
        bool at_end = (i == 0 || i + 1 == length) && c == ' ';
        bool escapes = c == '#' || c < 32 || at_end || readable[i] == '%';
        text_add(out, escapes ? "%%%02X" : "%c", c);
    }
}

/* In place. */
static void read_text(char *value)
{
    char *to = value;
    for (const char *at = value; *at != '\0'; at++) {
        unsigned code;
        if (*at == '%' && sscanf(at + 1, "%2X", &code) == 1 && strlen(at) > 2 && code > 0) {
            *to++ = (char)code;
            at += 2;
        } else {
            *to++ = *at;
        }
    }
    *to = '\0';
}

void settings_write(const settings *s, text *out)
{
    text_add(out, "# a workspace of spinscope\n");
    for (int i = 0; i < settings_count(); i++) {
        char value[SETTINGS_LIST_SIZE];
        settings_get(s, &table[i], value, sizeof value);
        if (value[0] != '\0') {
            text_add(out, "%s = ", table[i].key);
            write_text(value, out);
            text_add(out, "\n");
        }
    }
}

status settings_read(const char *label, const char *data, size_t length, settings *out,
                     message *why)
{
    datafile file;
    settings read = settings_initial();
    status s = datafile_open(&file, label, data, length, why);
    while (s == STATUS_OK && datafile_next(&file)) {
        assignment a;
        char key[32], value[3 * SETTINGS_LIST_SIZE]; /* each sign may be written as three */
        message detail;
        s = datafile_split(&file, &a);
        if (s == STATUS_OK && a.key == NULL) {
            s = datafile_wrong(&file, file.line_start, "a line `key = value` is expected");
        }
        s = s == STATUS_OK ? datafile_text(&file, a.value, value, sizeof value) : s;
        if (s == STATUS_OK) {
            snprintf(key, sizeof key, "%.*s", (int)(a.key_end - a.key), a.key);
            read_text(value);
            if (settings_set(&read, key, value, &detail) != STATUS_OK) {
                s = datafile_wrong(&file, a.key, "%s", detail.text);
            }
        }
    }
    if (s == STATUS_OK) {
        *out = read;
    }
    return s;
}
