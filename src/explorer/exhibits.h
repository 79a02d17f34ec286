/* What stands on the stage of an explorer: one or two exhibits with one clock, in place of the
 * region or beside it. Tests look here at the numbers behind the picture. */
#ifndef EXPLORER_EXHIBITS_H
#define EXPLORER_EXHIBITS_H

#include "explorer/commands.h"
#include "explorer/exhibit_motion.h"
#include "explorer/exhibit_roots.h"
#include "explorer/exhibit_solution.h"

/* How many there are; 0: nothing is on the stage. */
int exhibits_count(const explorer *e);
bool exhibits_hide_region(const explorer *e);
status exhibits_refuse(const char *what, message *why); /* because they hide the region */

/* Seconds of the systems that are shown, and whether they pass. */
double exhibits_time(const explorer *e);
bool exhibits_are_playing(const explorer *e);
bool exhibits_are_moving(const explorer *e);
bool exhibits_are_busy(const explorer *e);
bool exhibits_have_clock(const explorer *e);

/* The exhibit of an index, NULL when it is of another kind. */
const solution *exhibits_solution(const explorer *e, int i);
const motion_exhibit *exhibits_motion(const explorer *e, int i);
const roots_exhibit *exhibits_roots(const explorer *e, int i);

status exhibits_open(explorer *e, bool again, message *why) MUST_CHECK; /* as the settings say */
void exhibits_clear(explorer *e);
bool exhibits_pass(explorer *e, double seconds); /* true: there is something new to draw */
status exhibits_play(explorer *e, const char *argument, message *why) MUST_CHECK;
/* The pin, w or the method has changed: the solution there is shown, if that was asked for. */
status exhibits_follow(explorer *e, message *why) MUST_CHECK;

/* Takes its part of a width, and says what is left for the region. */
double exhibits_layout(explorer *e, double width, double height);
void exhibits_draw(explorer *e, canvas *c);

action_run do_seek, do_solution, do_roots;

#endif
