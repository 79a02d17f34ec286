/* A lesson being played. tutor.c has its clock and its steps, tutor_commands.c the ways into it,
 * through it and out of it, tutor_list.c the list of lessons, tutor_draw.c the bar of captions. */
#ifndef EXPLORER_TUTOR_H
#define EXPLORER_TUTOR_H

#include "explorer/commands.h"
#include "explorer/glide.h"
#include "picture/canvas.h"

/* What comes back when the user comes back. */
typedef struct moment {
    settings now;
    bool playing, star_is_marked;
    int direction, mark_stop, shade_before;
    glides glides;
    bool stage_plays;
    double stage_time, time;
} moment;

moment moment_now(const explorer *e);
void moment_restore(explorer *e, const moment *m, bool keeps_own); /* the user's own settings */
void moment_go_on(explorer *e, const moment *m); /* what moved then moves on from where it was */

/* Settings of how things are shown, which are the user's own in a lesson, too. */
enum { OWN_SETTINGS = 5 };

/* Its clock runs from the start of the step. */
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
    struct history *moves;  /* the user's */

    bool lists; /* the list of lessons is shown */
    lesson_names names;
    int row, top; /* chosen, and the first that is seen */

    double letter, size;    /* of the bar: its unit, and its text */
    int rows;               /* of text */
    double measured_for[3]; /* width, height and letter that these are for */
} tutor;

int tutor_own(const char *key); /* its place among those settings; -1: none */
const lesson_step *tutor_step(const explorer *e);
void tutor_enter(explorer *e, int step, double clock);
bool tutor_run_due(explorer *e); /* false: it waits until computing is done */
void tutor_finish(explorer *e);  /* all that is left of the step, at once */
void tutor_drop(tutor *t);       /* the lesson itself */
void tutor_tick(explorer *e, double passed);
double tutor_patience(const explorer *e); /* until it does something by itself, seconds */
void tutor_clear(tutor *t);
/* Does the inspector have something to show? Without a mouse on the region only what is pinned. */
bool tutor_inspects(const explorer *e);
bool tutor_asks(const explorer *e);
bool tutor_answers(const explorer *e);
const settings *tutor_settings(const explorer *e); /* the user's: those before the lesson */
void tutor_check_again(explorer *e); /* another layout: what a lesson validated is lost */

/* What is compared before and after something that the user does. */
typedef struct watch {
    bool watches, checks;
    long acts;
    moment before;
} watch;

void tutor_watch(const explorer *e, watch *w);
void tutor_noticed(explorer *e, const watch *w); /* a lesson waits while the user explores */

action_run do_lesson, do_lesson_next, do_lesson_back, do_lesson_pause, do_lesson_answer,
    do_lesson_return, do_lesson_leave;

action_run do_lessons;
bool list_key(explorer *e, const char *key); /* true: the key was for the list */
void list_draw(explorer *e, canvas *c);

/* The room that the bar takes of a window so high, and the bar. */
double bar_height(explorer *e, double height);
void bar_draw(explorer *e, canvas *c);

#endif
