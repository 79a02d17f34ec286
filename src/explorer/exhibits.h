/* What stands on the stage of an explorer: one or two exhibits with one clock. For those who want
 * to look at the numbers behind the picture. */
#ifndef EXPLORER_EXHIBITS_H
#define EXPLORER_EXHIBITS_H

#include "explorer/exhibit_motion.h"
#include "explorer/exhibit_roots.h"
#include "explorer/exhibit_solution.h"
#include "explorer/explorer.h"

/* How many there are; 0: nothing is on the stage. */
int exhibits_count(const explorer *e);

/* Seconds of the systems that are shown, and whether they pass. */
double exhibits_time(const explorer *e);
bool exhibits_are_playing(const explorer *e);

/* The exhibit of an index, NULL when it is of another kind. */
const solution *exhibits_solution(const explorer *e, int i);
const motion_exhibit *exhibits_motion(const explorer *e, int i);
const roots_exhibit *exhibits_roots(const explorer *e, int i);

#endif
