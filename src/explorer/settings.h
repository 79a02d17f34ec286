/* Settings: everything of the explorer that a person can choose and that a workspace file keeps.
 *
 * How the picture looks is a drawing, whose properties are settings like the others; where the
 * explorer is in it, and what stands beside it, are settings of its own. Scripts, the panel and
 * workspace files go through the tables of both. */
#ifndef EXPLORER_SETTINGS_H
#define EXPLORER_SETTINGS_H

#include "base/text.h"
#include "drawing/drawing.h"

enum {
    SETTINGS_NAME_SIZE = METHOD_NAME_SIZE,
    SETTINGS_LIST_SIZE = 2048,
    SETTINGS_STAGE_SIZE = 1024
};

typedef enum repeat { REPEAT_PINGPONG, REPEAT_LOOP, REPEAT_ONCE } repeat;

/* How much of the window the exhibits take. */
typedef enum stage_place { STAGE_WHOLE, STAGE_HALF } stage_place;

typedef struct settings {
    char method[SETTINGS_NAME_SIZE];
    char other[SETTINGS_NAME_SIZE];    /* compared with it; "": nothing is */
    char overlays[SETTINGS_LIST_SIZE]; /* methods whose boundaries are drawn, separated by blanks */
    drawing look;                      /* all that is not said by the others */
    int repeat;
    double x, y, span; /* the middle of the view, and the height of it in units of the plane */
    double w;
    double w_from, w_to, speed; /* what is played, and w per second */
    char marked[32];            /* the number that is marked on the picture; "": none */
    bool panel, inspector, numbers, presents;
    bool pinned;
    double pin_x, pin_y;
    int steps;                       /* of a trajectory */
    char stage[SETTINGS_STAGE_SIZE]; /* exhibits (exhibit_plan.h); "": none */
    int stage_place;
} settings;

int settings_count(void);
const property *settings_at(int i);
const property *settings_find(const char *key); /* NULL: there is none */

/* The field of a setting. */
void *settings_field(settings *s, const property *of);
const void *settings_value(const settings *s, const property *of);

settings settings_initial(void);

/* Messages name the key, the value and what is accepted. */
status settings_set(settings *s, const char *key, const char *value, message *why) MUST_CHECK;
/* False when there was no memory for the words. */
bool settings_get(const settings *s, const property *of, char *out, size_t size);
bool settings_are_same(const settings *a, const settings *b, const property *of);

/* A workspace file: one `key = value` a line. Reading refuses what it does not know, naming the
 * line, and changes nothing then. */
void settings_write(const settings *s, text *out);
status settings_read(const char *label, const char *data, size_t length, settings *out,
                     message *why) MUST_CHECK;

#endif
