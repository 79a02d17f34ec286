/* The state of an explorer, for its parts; private to src/explorer. Each part has a header of its
 * own, with what it keeps here and what it does for the others. */
#ifndef EXPLORER_STATE_H
#define EXPLORER_STATE_H

#include "explorer/background.h"
#include "explorer/inspect.h"
#include "explorer/moves.h"
#include "explorer/reckon.h"
#include "explorer/region.h"
#include "explorer/screen.h"
#include "explorer/tutor.h"
#include "field/spectrum.h"
#include "gpu/gpu.h"
#include "picture/palette.h"

enum { MOST_OVERLAYS = 8, FRAMES_KEPT = 32 };

typedef enum drag { DRAG_NONE, DRAG_PAN, DRAG_BOX, DRAG_SLIDER } drag;

/* The mouse, and what it drags. */
typedef struct pointer {
    double x, y;
    bool is_inside;
    drag drag;
    double from_x, from_y; /* where the button was pressed */
    int zone;              /* the slider */
    settings at_press, before_click;
} pointer;

/* The list of methods in the panel. */
typedef struct method_list {
    box where;
    char filter[64];
    bool types;   /* keys go to the filter */
    bool follows; /* it is to show the method */
    int scroll;
} method_list;

/* What is said at the moment, "" for nothing. */
typedef struct notice {
    char text[512];
    double until;
    bool is_error;
} notice;

/* When the last frames were drawn. */
typedef struct frame_times {
    double at[FRAMES_KEPT];
    long count;
} frame_times;

struct explorer {
    settings now;
    history history;
    char assets[1024];
    char last[1024]; /* the workspace file of the last time, "" for none */
    explorer_hooks hooks;
    catalogue *catalogue;
    palette *palette;
    palette_names palettes;
    gpu *gpu;
    bool tried_gpu;
    char gpu_words[120]; /* what is said of it, "" when it is not used */

    int width, height;
    double scale, letter;
    box panel, inspector, status_line; /* width 0: not shown */
    box bar;                           /* of a lesson; height 0: none */
    side sides[SIDES];
    int side_count;
    shown overlays[MOST_OVERLAYS];
    int overlay_count;
    spectrum spectrum;

    bool dirty; /* the picture is not the right one */
    bool quits, helps;
    bool playing;
    int direction; /* of playing */
    double time, last_tick, last_look, coarse_since;
    frame_times frames;

    pointer pointer;
    zones zones;
    method_list list;
    char last_other[SETTINGS_NAME_SIZE]; /* compared with last */
    inspection inspection;
    bool inspection_stale;
    bool shows_hint;
    notice notice;

    checking checking;
    bool shows_checking;
    refining refining;
    recording recording;
    reckoning reckoning;
    struct staging *staging; /* what is on the stage; private to exhibits.c */
    bool mark_is_new;        /* its place is looked at as soon as it is known */
    int mark_stop;           /* which w of the mark this is */
    bool star_is_marked;
    int shade_before; /* the order star that a mark shows */
    glides glides;
    tutor tutor;
};

void say(explorer *e, bool error, const char *format, ...) __attribute__((format(printf, 3, 4)));
void changed(explorer *e);                           /* the region must be computed again */
status reopen(explorer *e, message *why) MUST_CHECK; /* methods, palette as the settings say */
view view_of_side(const explorer *e, int which, int scale);
bool shows_spectrum(const explorer *e); /* the coordinates are Re z and Im z, at one w */
bool w_can_move(const explorer *e);     /* one w is shown, not all of them */
double plane_x(const explorer *e, int which, double px);
double plane_y(const explorer *e, int which, double py);
int side_at(const explorer *e, double x, double y);  /* -1: none */
const char *why_empty(const explorer *e, int which); /* NULL: there is a region */
/* The coordinates that the inspector looks at. */
void inspected_place(const explorer *e, double *x, double *y);
/* z and w there; z may be infinite. */
void inspected_numbers(const explorer *e, double complex *z, double *w);
/* Where a view begins: its middle and height. */
void usual_look(const explorer *e, double *x, double *y, double *span);

#endif
