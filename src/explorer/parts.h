/* The inside of the explorer; private to src/explorer.
 *
 * explorer.c  state, time, undo;        region.c  what fills the window, with its axes;
 * panel.c     the panel's widgets;      pointer.c mouse and keys;
 * inspector.c the inspector's drawing;  commands.c the command table;
 * saving.c    pictures, movies, workspaces;
 * background.c slow pictures and validation in threads of their own;
 * facts.c, numbers.c  the numbers of a method; reckon.c  the same in a thread, kept;
 * marks.c     where they are attained;  panel_numbers.c  their section of the panel;
 * exhibits.c  the stage and its clock, exhibit_*.c what stands on it;
 * glide.c     settings and views that move by themselves;
 * tutor.c     a lesson being played;    tutor_commands.c  the ways through it;
 * tutor_list.c  the list of lessons;    tutor_draw.c  the bar of its captions. */
#ifndef EXPLORER_PARTS_H
#define EXPLORER_PARTS_H

#include "base/job.h"
#include "explorer/explorer.h"
#include "explorer/inspect.h"
#include "explorer/lesson.h"
#include "explorer/numbers.h"
#include "field/field.h"
#include "field/spectrum.h"
#include "gpu/gpu.h"
#include "method/catalogue.h"
#include "picture/canvas.h"
#include "picture/palette.h"
#include "validation/validation.h"

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
    job job;
    validation result; /* what is shown */
    int side;          /* of the squares that are known */
    measurement_request request;
    field predicted;
    measurement measured;
    method *method; /* a copy for the thread */
    const phi *phi; /* stays open as long as the thread runs */
} checking;

/* A full field in the background, for methods that are slow. */
typedef struct refining {
    job job;
    int which;
    field_request request;
    field field;
} refining;

/* A movie that is made in the background. */
enum { MOST_WORDS = 40, WORD_SIZE = 2 * SETTINGS_NAME_SIZE + 8 };

typedef struct arguments {
    int count;
    char words[MOST_WORDS][WORD_SIZE];
} arguments;

typedef struct recording {
    job job;
    arguments *arguments; /* its last word is the file */
} recording;

/* The numbers that are shown, on their way, and those of before. */
enum { FACTS_KEPT = 64 };

typedef struct facts_key {
    char name[SETTINGS_NAME_SIZE];
    long long changed; /* of its file */
    double w;
} facts_key;

typedef struct reckoning {
    job job;
    method *method; /* a copy for the thread */
    facts_key key;
    facts fresh;
    double began, took; /* in the explorer's time, and in seconds */
    facts_key keys[FACTS_KEPT];
    facts kept[FACTS_KEPT];
    int count, next;
    bool has_shown;
    facts_key shown_key;
    facts shown;
} reckoning;

/* A setting, or the view, on its way. */
enum { MOST_GLIDES = 8 };

typedef struct gliding {
    const setting *of;     /* NULL: x, y and height of the view */
    double from[3], to[3]; /* a setting has one number */
    double began, seconds;
} gliding;

typedef struct glides {
    int count;
    gliding of[MOST_GLIDES];
} glides;

/* What comes back when the user comes back. */
typedef struct moment {
    settings now;
    bool playing, star_is_marked;
    int direction, mark_stop, shade_before;
    glides glides;
    bool stage_plays;
    double stage_time, time;
} moment;

/* Settings of how things are shown, which are the user's own in a lesson, too. */
enum { OWN_SETTINGS = 5 };

/* A lesson that is played. Its clock runs from the start of the step. */
typedef struct tutor {
    lesson *lesson;         /* NULL: none */
    int step, item;         /* the item that comes next */
    double clock, due;      /* when it does */
    bool paused, explores;  /* the clock stands; the user is elsewhere */
    bool asked, answers;    /* by the user, before or beside the clock */
    bool films;             /* steps go on by themselves, and nothing is shown that is for hands */
    bool own[OWN_SETTINGS]; /* the user has changed it */
    bool acting;            /* a command of the lesson is being run */
    long acts;              /* of the lesson itself: what changes then is not the user's doing */
    message problem;        /* of the first command that failed, "" for none */
    moment held;            /* where the lesson stopped */
    moment before;          /* what the user had */
    moment *starts;         /* of the steps so far */
    settings *undo;         /* the user's */
    bool undo_w[MOST_UNDO];
    int undo_count;

    bool lists; /* the list of lessons is shown */
    lesson_names names;
    int row, top; /* chosen, and the first that is seen */

    double letter, size;    /* of the bar: its unit, and its text */
    int rows;               /* of text */
    double measured_for[3]; /* width, height and letter that these are for */
} tutor;

/* What is compared before and after something that the user does. */
typedef struct watch {
    bool watches, checks;
    long acts;
    moment before;
} watch;

typedef enum drag { DRAG_NONE, DRAG_PAN, DRAG_BOX, DRAG_SLIDER, DRAG_LIST } drag;

struct explorer {
    settings now;
    settings undo[MOST_UNDO];
    bool undo_w[MOST_UNDO]; /* w moved, too */
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
    box bar;                           /* of a lesson; height 0: none */
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
    reckoning reckoning;
    struct staging *staging; /* what is on the stage; private to exhibits.c */
    bool mark_is_new;        /* its place is looked at as soon as it is known */
    int mark_stop;           /* which w of the mark this is */
    bool star_is_marked;
    int shade_before; /* the order star that a mark shows */
    glides glides;
    tutor tutor;
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
double canvas_x(const explorer *e, int which, double x);
double canvas_y(const explorer *e, int which, double y);

/* reckon.c */
bool reckon_update(explorer *e); /* true: there is something new to draw */
void reckon_stop(explorer *e);
bool reckon_is_busy(const explorer *e);
bool reckon_is_current(const explorer *e);
const facts *reckon_shown(const explorer *e); /* of this method, maybe at another w; or NULL */

/* marks.c */
void mark_look(explorer *e); /* moves the view so that the marks are seen */
void mark_remove(explorer *e);
status mark_check(const char *name, message *why) MUST_CHECK; /* "" is none */
status do_mark(explorer *e, const char *argument, message *why);
void marks_draw(explorer *e, canvas *c);

/* exhibits.c; exhibits.h tells what can be seen of them. */
int exhibits_count(const explorer *e); /* 0: nothing is on the stage */
bool exhibits_are_moving(const explorer *e);
status exhibits_open(explorer *e, bool again, message *why) MUST_CHECK; /* as the settings say */
void exhibits_clear(explorer *e);
bool exhibits_pass(explorer *e, double seconds); /* true: there is something new to draw */
bool exhibits_are_busy(const explorer *e);
bool exhibits_have_clock(const explorer *e);
bool exhibits_hide_region(const explorer *e);
status exhibits_refuse(const char *what, message *why); /* because they hide the region */
/* Takes its part of a width, and says what is left for the region. */
double exhibits_layout(explorer *e, double width, double height);
void exhibits_draw(explorer *e, canvas *c);
status exhibits_play(explorer *e, const char *argument, message *why) MUST_CHECK;
/* The pin, w or the method has changed: the solution there is shown, if that was asked for. */
status exhibits_follow(explorer *e, message *why) MUST_CHECK;
status do_seek(explorer *e, const char *argument, message *why);
status do_solution(explorer *e, const char *argument, message *why);
status do_roots(explorer *e, const char *argument, message *why);

/* panel.c: where the next item of the panel goes. */
typedef struct cursor {
    explorer *e;
    canvas *c;
    double x, y, width, l;
} cursor;
bool is_hovered(const explorer *e, box b);
/* Words that show as they are, made to fit. */
void words(cursor *k, box b, double size, canvas_anchor anchor, uint32_t colour,
           const char *markup);
void panel_button(cursor *k, box b, bool is_on, const char *markup, const char *tooltip,
                  const char *key, const char *command);
void panel_draw(explorer *e, canvas *c);
void status_draw(explorer *e, canvas *c);
void help_draw(explorer *e, canvas *c);
zone *zone_add(explorer *e, box where, const char *tooltip, const char *key, const char *format,
               ...) __attribute__((format(printf, 5, 6)));

/* panel_numbers.c: how much of the room the section takes, 0 for nothing; and the section. */
double numbers_height(const explorer *e, double room);
void numbers_draw(cursor *k, double height);

/* inspector.c */
void inspector_draw(explorer *e, canvas *c);

/* pointer.c: explorer_input */

/* moves.c */
/* Numbers separated by blanks; returns how many there are, -1 when something else is. */
int read_numbers(const char *argument, double *out, int most);
/* Moves the view, undoably, if double precision can still tell its pixels apart. */
status look_at(explorer *e, double x, double y, double span, message *why) MUST_CHECK;
status do_zoom(explorer *e, const char *argument, message *why);
status do_zoom_in(explorer *e, const char *argument, message *why);
status do_zoom_out(explorer *e, const char *argument, message *why);
status do_pan(explorer *e, const char *argument, message *why);
status do_pan_left(explorer *e, const char *argument, message *why);
status do_pan_right(explorer *e, const char *argument, message *why);
status do_pan_up(explorer *e, const char *argument, message *why);
status do_pan_down(explorer *e, const char *argument, message *why);
status do_centre(explorer *e, const char *argument, message *why);
status do_look(explorer *e, const char *argument, message *why);
status do_reset(explorer *e, const char *argument, message *why);
status do_undo(explorer *e, const char *argument, message *why);
status do_play(explorer *e, const char *argument, message *why);
status do_step(explorer *e, const char *argument, message *why);
status do_less_w(explorer *e, const char *argument, message *why);
status do_more_w(explorer *e, const char *argument, message *why);
status do_slower(explorer *e, const char *argument, message *why);
status do_faster(explorer *e, const char *argument, message *why);

/* commands.c */
/* What an action does beside the picture. Lessons may come from strangers: they have no OUTSIDE. */
typedef enum action_traits {
    PLAIN = 0,
    OUTSIDE = 1, /* touches files or the clipboard, ends the program, or can run all of that */
    NAMES = 2,   /* its argument is a method, which may be a file */
    MOVES = 4    /* something is to be seen moving */
} action_traits;

typedef struct explorer_action {
    const char *name;
    const char *argument; /* hint, NULL: none */
    const char *key;      /* NULL: none */
    const char *help;
    status (*run)(explorer *e, const char *argument, message *why);
    unsigned traits; /* of action_traits */
} explorer_action;
int actions_count(void);
const explorer_action *actions_at(int i);
const explorer_action *action_for_key(const char *key);
const explorer_action *action_find(const char *name); /* NULL: none */
enum { COMMAND_NAME_SIZE = 64 };
/* The first word of a line; returns what follows it. */
const char *command_split(const char *line, char name[COMMAND_NAME_SIZE]);
status command_unknown(const char *name, message *why);
void run_line(explorer *e, const char *line); /* says what is wrong */
void reproducing_command(const explorer *e, text *out);

/* Sets and follows up; what cannot be opened changes nothing. */
status change_setting(explorer *e, const char *key, const char *value, message *why) MUST_CHECK;

/* lesson_check.c */
/* Would a lesson be allowed this line? On STATUS_OK: does something move, and for how long. */
status command_check(const char *line, bool *moves, double *seconds, message *why) MUST_CHECK;

/* glide.c */
double glide_ease(double t); /* from 0 to 1, slow at both ends */
status glide_read(const char *argument, gliding *out, message *why) MUST_CHECK;
status fly_read(const char *argument, gliding *out, message *why) MUST_CHECK;
void glide_stop(explorer *e, const char *key); /* somebody else moves this setting now */
void glide_stop_view(explorer *e);
void glide_tick(explorer *e, double when);
status do_glide(explorer *e, const char *argument, message *why);
status do_fly(explorer *e, const char *argument, message *why);

/* tutor.c */
moment moment_now(const explorer *e);
void moment_restore(explorer *e, const moment *m, bool keeps_own); /* the user's own settings */
void moment_go_on(explorer *e, const moment *m); /* what moved then moves on from where it was */
int tutor_own(const char *key);                  /* its place among those settings; -1: none */
const lesson_step *tutor_step(const explorer *e);
void tutor_enter(explorer *e, int step, double clock);
bool tutor_run_due(explorer *e); /* false: it waits until computing is done */
void tutor_finish(explorer *e);  /* all that is left of the step, at once */
void tutor_drop(tutor *t);       /* the lesson itself */
void tutor_tick(explorer *e, double passed);
double tutor_patience(const explorer *e); /* until it does something by itself, seconds */
void tutor_clear(explorer *e);
/* Does the inspector have something to show? Without a mouse on the region only what is pinned. */
bool tutor_inspects(const explorer *e);
bool tutor_asks(const explorer *e);
bool tutor_answers(const explorer *e);
const settings *tutor_settings(const explorer *e); /* the user's: those before the lesson */
void tutor_watch(const explorer *e, watch *w);
void tutor_noticed(explorer *e, const watch *w); /* a lesson waits while the user explores */
void tutor_check_again(explorer *e); /* another layout: what a lesson validated is lost */

/* tutor_commands.c */
status do_lesson(explorer *e, const char *argument, message *why);
status do_lesson_next(explorer *e, const char *argument, message *why);
status do_lesson_back(explorer *e, const char *argument, message *why);
status do_lesson_pause(explorer *e, const char *argument, message *why);
status do_lesson_answer(explorer *e, const char *argument, message *why);
status do_lesson_return(explorer *e, const char *argument, message *why);
status do_lesson_leave(explorer *e, const char *argument, message *why);

/* tutor_list.c */
status do_lessons(explorer *e, const char *argument, message *why);
bool list_key(explorer *e, const char *key); /* true: the key was for the list */
void list_draw(explorer *e, canvas *c);

/* tutor_draw.c: the room that the bar takes of a window so high, and the bar. */
double bar_height(explorer *e, double height);
void bar_draw(explorer *e, canvas *c);

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
