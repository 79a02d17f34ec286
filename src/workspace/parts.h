/* The inside of the explorer; private to src/workspace.
 *
 * explorer.c  state, time, undo;        region.c  what fills the window, with its axes;
 * panel.c     the panel's widgets;      pointer.c mouse and keys;
 * inspector.c the inspector's drawing;  commands.c the command table;
 * saving.c    pictures, movies, workspaces;
 * background.c slow pictures and validation in threads of their own. */
#ifndef WORKSPACE_PARTS_H
#define WORKSPACE_PARTS_H

#include <pthread.h>
#include <stdatomic.h>

#include "field/field.h"
#include "field/spectrum.h"
#include "gpu/gpu.h"
#include "method/catalogue.h"
#include "picture/canvas.h"
#include "picture/palette.h"
#include "validation/validation.h"
#include "workspace/explorer.h"
#include "workspace/inspect.h"

enum { SIDES = 2, MOST_OVERLAYS = 8, MOST_UNDO = 100, MOST_ZONES = 256, COMMAND_SIZE = 2600 };

/* A method that is shown. */
typedef struct shown {
    char name[SETTINGS_NAME_SIZE];
    method *method;
    phi *phi; /* NULL: nothing is predicted, why_not says why */
    message why_not;
    long long changed; /* of its file, when it is one */
} shown;

/* One region: a method in a rectangle of the window. */
typedef struct side {
    shown of;
    box where; /* pixels of the window */
    field field;
    int scale;         /* pixels of the window for one of the field */
    uint32_t *colours; /* of the whole rectangle, boundary and all */
    size_t room;
    bool stale;         /* the field is not that of the settings */
    bool colours_stale; /* the colours are not those of the field */
    unsigned layers;    /* of the field */
    double cost;        /* seconds that a full field took last */
} side;

/* Something of the interface that answers to the mouse. */
typedef struct zone {
    box where;
    char command[200];   /* run by a click; %g in it is the value of a slider */
    const char *tooltip; /* may be NULL */
    const char *key;     /* shown with the tooltip; may be NULL */
    bool slides;
    double least, most;
} zone;

/* A validation in the background, and its last results. */
typedef struct checking {
    pthread_t thread;
    bool is_running;
    atomic_bool cancel, is_done;
    pthread_mutex_t lock; /* guards the next three */
    bool has_news;
    validation fresh;
    int fresh_side;
    validation result; /* what is shown */
    measurement_request request;
    field predicted;
    measurement measured;
    method *method; /* a copy for the thread */
    const phi *phi; /* stays open as long as the thread runs */
    int side;       /* of the squares that are known */
    atomic_long pixels, total;
} checking;

/* A full field in the background, for methods that are slow. */
typedef struct refining {
    pthread_t thread;
    bool is_running;
    atomic_bool cancel, is_done;
    int which;
    field_request request;
    field field;
    status status;
} refining;

/* A movie that is made in the background. */
enum { MOST_WORDS = 40, WORD_SIZE = 2 * SETTINGS_NAME_SIZE + 8 };

typedef struct arguments {
    int count;
    char words[MOST_WORDS][WORD_SIZE];
} arguments;

typedef struct recording {
    pthread_t thread;
    bool is_running;
    atomic_bool is_done;
    arguments *arguments; /* its last word is the file */
    status status;
    message why;
} recording;

typedef enum drag { DRAG_NONE, DRAG_PAN, DRAG_BOX, DRAG_SLIDER, DRAG_LIST } drag;

struct explorer {
    settings now;
    settings undo[MOST_UNDO];
    int undo_count;
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
    side sides[SIDES];
    int side_count;
    shown overlays[MOST_OVERLAYS];
    int overlay_count;
    spectrum spectrum;

    bool dirty; /* the picture is not the right one */
    bool quits, helps, typing;
    bool playing;
    int direction; /* of playing */
    double time, last_tick, last_look, coarse_since;
    double frames[32]; /* when the last frames were drawn */
    long frame_count;
    explorer_times times;

    double mouse_x, mouse_y;
    bool mouse_inside;
    drag drag;
    double drag_x, drag_y;
    int drag_zone;
    settings drag_start, before_click;
    char last_other[SETTINGS_NAME_SIZE]; /* compared with last */
    char filter[64];
    box list; /* where the list of methods is */
    int scroll;
    bool follows; /* the list is to show the method */

    zone zones[MOST_ZONES];
    int zone_count;
    int hover;
    inspection inspection;
    bool inspection_stale;
    bool shows_hint;

    char says[512];
    double says_until;
    bool says_error;
    checking checking;
    bool shows_checking;
    refining refining;
    recording recording;
};

/* explorer.c */
void say(explorer *e, bool error, const char *format, ...) __attribute__((format(printf, 3, 4)));
void remember(explorer *e);                          /* for undo, before a move */
void changed(explorer *e);                           /* the region must be computed again */
status reopen(explorer *e, message *why) MUST_CHECK; /* methods, palette as the settings say */
view view_of_side(const explorer *e, int which, int scale);
double plane_x(const explorer *e, int which, double px);
double plane_y(const explorer *e, int which, double py);
int side_at(const explorer *e, double x, double y); /* -1: none */
box region_box(const explorer *e);
bool is_for_odes(const shown *s);
const char *why_empty(const explorer *e, int which); /* NULL: there is a region */
/* The coordinates that the inspector looks at. */
void inspected_place(const explorer *e, double *x, double *y);

/* region.c */
void layout(explorer *e);
void choose_engine(explorer *e); /* opens or closes the GPU as the settings say */
unsigned layers_of(const explorer *e, const side *s);
status region_compute(explorer *e, message *why) MUST_CHECK;
void region_refine(explorer *e);
bool region_is_coarse(const explorer *e);
void region_draw(explorer *e, canvas *c, uint32_t *pixels, int stride);

/* panel.c */
void panel_draw(explorer *e, canvas *c);
void status_draw(explorer *e, canvas *c);
void help_draw(explorer *e, canvas *c);
zone *zone_add(explorer *e, box where, const char *tooltip, const char *key, const char *format,
               ...) __attribute__((format(printf, 5, 6)));

/* inspector.c */
void inspector_draw(explorer *e, canvas *c);

/* pointer.c: explorer_input */

/* commands.c */
typedef struct explorer_action {
    const char *name;
    const char *argument; /* hint, NULL: none */
    const char *key;      /* NULL: none */
    const char *help;
    status (*run)(explorer *e, const char *argument, message *why);
} explorer_action;
int actions_count(void);
const explorer_action *actions_at(int i);
const explorer_action *action_for_key(const char *key);
void run_line(explorer *e, const char *line); /* says what is wrong */
void reproducing_command(const explorer *e, text *out);

/* Sets and follows up; what cannot be opened changes nothing. */
status change_setting(explorer *e, const char *key, const char *value, message *why) MUST_CHECK;

/* saving.c: actions of the table */
status run_arguments(explorer *e, arguments *a, message *why) MUST_CHECK;
status do_save(explorer *e, const char *argument, message *why);
status do_save_svg(explorer *e, const char *argument, message *why);
status do_save_pdf(explorer *e, const char *argument, message *why);
status do_record(explorer *e, const char *argument, message *why);
status do_copy(explorer *e, const char *argument, message *why);
status do_workspace(explorer *e, const char *argument, message *why);
status do_open(explorer *e, const char *argument, message *why);
status do_open_last(explorer *e, const char *argument, message *why);

/* background.c */
status record_start(explorer *e, arguments *a, message *why) MUST_CHECK; /* takes a */
void record_stop(explorer *e);
bool record_collect(explorer *e);
void refine_start(explorer *e, int which);
void refine_stop(explorer *e);
bool refine_collect(explorer *e);
status check_start(explorer *e, message *why) MUST_CHECK;
void check_stop(explorer *e);
bool check_collect(explorer *e);

#endif
