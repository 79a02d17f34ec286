/* The explorer: a stability region that answers to mouse, keys and commands, drawn into pixels.
 *
 * It knows no window system: a window hands it input and shows what it draws; a script does the
 * same without a window. Everything a person can do is a command of one table, by name, key or
 * button. */
#ifndef EXPLORER_EXPLORER_H
#define EXPLORER_EXPLORER_H

#include <stdint.h>

#include "explorer/lesson.h"
#include "explorer/numbers.h"
#include "explorer/settings.h"

typedef struct explorer explorer;

/* What the explorer needs from around it; the functions may be NULL. */
typedef struct explorer_hooks {
    void *context;
    bool saves;                                     /* may pictures and films be written? */
    void (*copy)(void *context, const char *words); /* to the clipboard */
    void (*wake)(void *context); /* another thread has news: tick and draw soon */
} explorer_hooks;

typedef enum input_kind {
    INPUT_MOVE,
    INPUT_PRESS,
    INPUT_RELEASE,
    INPUT_WHEEL, /* dy > 0: away from the user */
    INPUT_KEY,
    INPUT_TEXT,
    INPUT_DROP,
    INPUT_LEAVE
} input_kind;

enum { INPUT_SHIFT = 1, INPUT_CTRL = 2 };

typedef struct input {
    input_kind kind;
    double x, y, dy; /* pixels */
    int clicks;
    unsigned held;    /* INPUT_SHIFT, INPUT_CTRL */
    const char *text; /* the key's name as in the command table, typed text, or a dropped path */
} input;

status explorer_create(const char *assets, const settings *initial, const explorer_hooks *hooks,
                       explorer **out, message *why) MUST_CHECK;
void explorer_destroy(explorer *e);

void explorer_resize(explorer *e, int width, int height, double scale);
void explorer_input(explorer *e, const input *i);

/* One line of a script: `w 0.5`. */
status explorer_command(explorer *e, const char *line, message *why) MUST_CHECK;

/* Lets time pass (seconds). True when the picture is no longer the right one. */
bool explorer_tick(explorer *e, double now);

/* How long nothing will happen by itself: 0 when something moves, else seconds. */
double explorer_patience(const explorer *e);

/* Draws everything; `stride` pixels a row. */
status explorer_draw(explorer *e, uint32_t *pixels, int stride, message *why) MUST_CHECK;

/* Offers the workspace of the last time, if the file is there (may be NULL); and leaves one for the
 * next time. */
void explorer_offer(explorer *e, const char *path);
status explorer_leave(const explorer *e, const char *path, message *why) MUST_CHECK;

bool explorer_has_quit(const explorer *e);
const settings *explorer_settings(const explorer *e);

/* What is seen, as a drawing whose panels are as large as the regions here. */
void explorer_drawing(const explorer *e, drawing *out);

/* The numbers of the method at this w; NULL while they are on their way, or not shown at all. */
const facts *explorer_facts(const explorer *e);

/* Is a validation, a finer picture or a number still on its way? */
bool explorer_is_busy(const explorer *e);

/* Does a setting or the view move by itself (glide, fly)? */
bool explorer_glides(const explorer *e);

/* The lesson that is played. */
typedef struct explorer_lesson {
    const lesson *lesson; /* NULL: none */
    int step;             /* from 0 */
    double clock;         /* seconds of this step */
    bool paused, explores, asks, answers;
    const char *problem; /* of the first command that failed, "" for none */
} explorer_lesson;
explorer_lesson explorer_lesson_now(const explorer *e);

/* Plays a lesson as a film, from the next tick on: steps go on by themselves at the times of
 * lesson_step_times, pictures depend on the times of the ticks alone as long as nothing is busy
 * when they are drawn, and nothing is shown that is for hands. */
status explorer_film(explorer *e, const char *name, message *why) MUST_CHECK;

/* What is said at the moment, "" for nothing. */
const char *explorer_says(const explorer *e);

#endif
