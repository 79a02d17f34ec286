/* Moving about: the view, w, how they play, and the way back. */
#ifndef EXPLORER_MOVES_H
#define EXPLORER_MOVES_H

#include "explorer/commands.h"

enum { MOST_UNDO = 100 };

/* The settings before each move. */
typedef struct history {
    settings before[MOST_UNDO];
    bool w_moved[MOST_UNDO]; /* w, too */
    int count;
} history;

void remember(explorer *e); /* for undo, before a move */

/* Numbers separated by blanks; returns how many there are, -1 when something else is. */
int read_numbers(const char *argument, double *out, int most);

/* The nearest value that a setting accepts. */
double within(const char *key, double value);
void put_pin(explorer *e, double x, double y);

/* Moves the view, undoably, if double precision can still tell its pixels apart. */
status look_at(explorer *e, double x, double y, double span, message *why) MUST_CHECK;

action_run do_zoom, do_zoom_in, do_zoom_out, do_pan, do_centre, do_look, do_reset, do_undo, do_play,
    do_step, do_speed_by;

#endif
