#include "explorer/settings.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/datafile.h"

static const char *repeat_name(int i)
{
    static const char *const words[] = {
        [REPEAT_PINGPONG] = "pingpong", [REPEAT_LOOP] = "loop", [REPEAT_ONCE] = "once", NULL};
    return words[i];
}

static const char *stage_place_name(int i)
{
    static const char *const words[] = {[STAGE_WHOLE] = "whole", [STAGE_HALF] = "half", NULL};
    return words[i];
}

/* Far enough for any method, near enough for double precision. */
#define FARTHEST 1e6

#define COMMON(KEY, LABEL, KIND, INITIAL, HELP, STALE)                                             \
    .key = #KEY, .label = LABEL, .kind = &KIND, PROPERTY_FIELD(settings, KEY), .initial = INITIAL, \
    .help = HELP, .stale = STALE
#define TEXT(KEY, LABEL, INITIAL, HELP, STALE)                  \
    {                                                           \
        COMMON(KEY, LABEL, property_text, INITIAL, HELP, STALE) \
    }
#define CHOICE(KEY, LABEL, CHOICES, INITIAL, HELP)                               \
    {                                                                            \
        COMMON(KEY, LABEL, property_choice, INITIAL, HELP, 0), .choice = CHOICES \
    }
#define NUMBER(KEY, LABEL, LEAST, MOST, INITIAL, HELP, STALE)                                   \
    {                                                                                           \
        COMMON(KEY, LABEL, property_number, INITIAL, HELP, STALE), .least = LEAST, .most = MOST \
    }
#define FLAG(KEY, LABEL, INITIAL, HELP)                          \
    {                                                            \
        COMMON(KEY, LABEL, property_flag_kind, INITIAL, HELP, 0) \
    }

/* What is no setting of how the picture looks. */
static const property own[] = {
    TEXT(method, "method", "radau-iia:2", "the method that is shown", STALE_METHOD),
    TEXT(other, "compared with", "", "a second method beside it; empty: none", STALE_METHOD),
    TEXT(overlays, "overlays", "", "methods whose boundaries are drawn over the region",
         STALE_METHOD),
    NUMBER(w, "w", -FARTHEST, FARTHEST, "0", "h omega: how fast the kernel turns", STALE_FIELD),
    NUMBER(w_from, "from", -FARTHEST, FARTHEST, "-5", "where playing begins", 0),
    NUMBER(w_to, "to", -FARTHEST, FARTHEST, "5", "where playing ends", 0),
    NUMBER(speed, "speed", 0.01, 100, "1", "of playing, in w per second", 0),
    CHOICE(repeat, "repeat", repeat_name, "pingpong", "what playing does at the end"),
    NUMBER(x, "centre x", -FARTHEST, FARTHEST, "0", "middle of the view", STALE_FIELD),
    NUMBER(y, "centre y", -FARTHEST, FARTHEST, "0", "middle of the view", STALE_FIELD),
    NUMBER(span, "height", 1e-13, 2 * FARTHEST, "18", "height of the view", STALE_FIELD),
    FLAG(panel, "panel", "on", "show the panel"),
    FLAG(inspector, "inspector", "on", "show the inspector"),
    FLAG(numbers, "numbers", "on", "show the numbers of the method in the panel"),
    TEXT(marked, "marked", "", "the number that is marked on the picture; empty: none",
         STALE_METHOD),
    FLAG(presents, "presentation", "off", "large letters, no panel"),
    FLAG(pinned, "pinned", "off", "the inspector stays at its point"),
    NUMBER(pin_x, "pin x", -FARTHEST, FARTHEST, "-2", "where the inspector is pinned", 0),
    NUMBER(pin_y, "pin y", -FARTHEST, FARTHEST, "1", "where the inspector is pinned", 0),
    {COMMON(steps, "steps", property_integer, "64", "of the trajectory in the inspector", 0),
     .least = 8, .most = 4096},
    TEXT(stage, "stage", "", "exhibits in place of the region; off, or empty: none", 0),
    CHOICE(stage_place, "exhibits", stage_place_name, "whole", "alone, or beside the region"),
};
enum { OWN = sizeof own / sizeof own[0] };

/* Both tables, one after the other. */
static const property *row(int i)
{
    return i < OWN                            ? &own[i]
           : i - OWN < drawing_property_count ? &drawing_properties[i - OWN]
                                              : NULL;
}

static bool is_setting(const property *p)
{
    return (p >= own && p < own + OWN) || (p->users & USES_WINDOW) != 0;
}

static const property *find_row(const char *key, int which)
{
    for (int i = 0; row(i) != NULL; i++) {
        if (is_setting(row(i)) && (key != NULL ? strcmp(row(i)->key, key) == 0 : which-- == 0)) {
            return row(i);
        }
    }
    return NULL;
}

int settings_count(void)
{
    int count = 0;
    while (find_row(NULL, count) != NULL) {
        count++;
    }
    return count;
}

const property *settings_at(int i)
{
    return find_row(NULL, i);
}

const property *settings_find(const char *key)
{
    return find_row(key, 0);
}

static void *owner_of(settings *s, const property *of)
{
    return of >= own && of < own + OWN ? (void *)s : (void *)&s->look;
}

void *settings_field(settings *s, const property *of)
{
    return (char *)owner_of(s, of) + of->offset;
}

const void *settings_value(const settings *s, const property *of)
{
    return settings_field((settings *)s, of);
}

/* The planes of a window are those that are predicted. What may have no value, and is no
 * words, has none when it is "off". */
static status set_value(settings *s, const property *of, const char *value, message *why)
{
    plane unused;
    if (strcmp(of->key, "plane") == 0 && !plane_find(value, &unused)) {
        return refuse(why, "plane %.80s: unknown; accepted: z, zw", value);
    }
    bool is_words = of->kind == &property_text || of->kind == &property_line;
    bool takes_away = strcmp(value, "off") == 0 && of->initial[0] == '\0' && !is_words;
    return property_set(of, owner_of(s, of), of->key, takes_away ? "" : value, why);
}

status settings_set(settings *s, const char *key, const char *value, message *why)
{
    const property *of = settings_find(key);
    return of != NULL ? set_value(s, of, value, why) : refuse(why, "'%.60s' is no setting", key);
}

settings settings_initial(void)
{
    settings s;
    memset(&s, 0, sizeof s);
    properties_init(own, OWN, &s);
    s.look = drawing_initial();
    return s;
}

static void write_value(const settings *s, const property *of, text *out)
{
    property_write(of, owner_of((settings *)s, of), out);
}

bool settings_get(const settings *s, const property *of, char *out, size_t size)
{
    text value = {0};
    write_value(s, of, &value);
    bool is_whole = !value.broken;
    snprintf(out, size, "%s", value.data != NULL ? value.data : "");
    text_clear(&value);
    return is_whole;
}

bool settings_are_same(const settings *a, const settings *b, const property *of)
{
    text one = {0}, other = {0};
    write_value(a, of, &one);
    write_value(b, of, &other);
    bool same = one.length == other.length &&
                (one.length == 0 || memcmp(one.data, other.data, one.length) == 0);
    text_clear(&one);
    text_clear(&other);
    return same;
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
        unsigned code = 0;
        bool is_code =
            *at == '%' && isxdigit((unsigned char)at[1]) && isxdigit((unsigned char)at[2]);
        if (is_code && sscanf(at + 1, "%2X", &code) == 1 && code > 0) {
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
    const property *of;
    for (int i = 0; (of = settings_at(i)) != NULL; i++) {
        char value[SETTINGS_LIST_SIZE];
        out->broken = !settings_get(s, of, value, sizeof value) || out->broken;
        if (value[0] != '\0') {
            text_add(out, "%s = ", of->key);
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
    TRY(datafile_open(&file, label, data, length, why));
    while (datafile_next(&file)) {
        assignment a;
        char key[32], value[3 * SETTINGS_LIST_SIZE]; /* each sign may be written as three */
        message detail;
        TRY(datafile_split(&file, &a));
        if (a.key == NULL) {
            return datafile_wrong(&file, file.line_start, "a line `key = value` is expected");
        }
        TRY(datafile_text(&file, a.value, value, sizeof value));
        snprintf(key, sizeof key, "%.*s", (int)(a.key_end - a.key), a.key);
        read_text(value);
        if (settings_set(&read, key, value, &detail) != STATUS_OK) {
            return datafile_wrong(&file, a.key, "%s", detail.text);
        }
    }
    *out = read;
    return STATUS_OK;
}
