/* Settings: everything of the explorer that a person can choose and that a workspace file keeps.
 *
 * One table says of each its key, label, type, range, initial value and help; scripts, the panel
 * and workspace files go through it. */
#ifndef EXPLORER_SETTINGS_H
#define EXPLORER_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "field/view.h"
#include "method/method.h"

enum {
    SETTINGS_NAME_SIZE = METHOD_NAME_SIZE,
    SETTINGS_LIST_SIZE = 2048,
    SETTINGS_STAGE_SIZE = 1024
};

typedef enum repeat { REPEAT_PINGPONG, REPEAT_LOOP, REPEAT_ONCE } repeat;

/* What the region shows. */
typedef enum look { LOOK_GROWTH, LOOK_PHASE, LOOK_STAR } look;

/* How much of the window the exhibits take. */
typedef enum stage_place { STAGE_WHOLE, STAGE_HALF } stage_place;

/* Which evaluator computes the field. */
typedef enum engine { ENGINE_AUTO, ENGINE_SCALAR, ENGINE_SIMD, ENGINE_GPU } engine;

typedef struct settings {
    char method[SETTINGS_NAME_SIZE];
    char other[SETTINGS_NAME_SIZE];    /* compared with it; "": nothing is */
    char overlays[SETTINGS_LIST_SIZE]; /* methods whose boundaries are drawn, separated by blanks */
    char spectrum[SETTINGS_NAME_SIZE]; /* a file of eigenvalues; "": none */
    char palette[64];
    int plane, motion, shade, engine, repeat;
    double x, y, span; /* the middle of the view, and the height of it in units of the plane */
    double w;
    double w_from, w_to, speed; /* what is played, and w per second */
    double h;                   /* of the spectrum */
    char marked[32];            /* the number that is marked on the picture; "": none */
    bool panel, inspector, numbers, presents, boundary, hatch, grid;
    bool pinned;
    double pin_x, pin_y;
    int steps;                       /* of a trajectory */
    char stage[SETTINGS_STAGE_SIZE]; /* exhibits (exhibit_plan.h); "": none */
    int stage_place;
} settings;

typedef enum setting_type {
    SETTING_FLAG,    /* on, off */
    SETTING_NUMBER,  /* double */
    SETTING_INTEGER, /* int */
    SETTING_CHOICE,  /* int: one of `choices` */
    SETTING_TEXT     /* char[size] */
} setting_type;

typedef struct setting {
    const char *key, *label;
    setting_type type;
    size_t offset, size;
    double least, most;         /* of numbers */
    const char *const *choices; /* ends with NULL */
    const char *initial;
    const char *help;
} setting;

int settings_count(void);
const setting *settings_at(int i);
const setting *settings_find(const char *key);

settings settings_initial(void);

/* Messages name the key, the value and what is accepted. */
status settings_set(settings *s, const char *key, const char *value, message *why) MUST_CHECK;
void settings_get(const settings *s, const setting *of, char *out, size_t size);

/* A workspace file: one `key = value` a line. Reading refuses what it does not know, naming the
 * line, and changes nothing then. */
void settings_write(const settings *s, text *out);
status settings_read(const char *label, const char *data, size_t length, settings *out,
                     message *why) MUST_CHECK;

#endif
