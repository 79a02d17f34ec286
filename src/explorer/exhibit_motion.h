/* An exhibit: a mechanism of the laboratory in motion, with the solution it should follow and the
 * residuals of its constraints. The integration runs in a thread of its own, which can be given up
 * at any time. */
#ifndef EXPLORER_EXHIBIT_MOTION_H
#define EXPLORER_EXHIBIT_MOTION_H

#include "explorer/exhibit_plan.h"
#include "picture/canvas.h"
#include "scene/take.h"

typedef struct motion_exhibit motion_exhibit;

/* Takes one step, to see that it would run, and starts the thread, which calls wake(context) at its
 * end (it may be NULL). */
status motion_create(const exhibit_plan *plan, const catalogue *all, void (*wake)(void *context),
                     void *context, motion_exhibit **out, message *why) MUST_CHECK;
void motion_destroy(motion_exhibit *m);

/* Takes over what the thread has made: true when there is news. */
bool motion_collect(motion_exhibit *m);

bool motion_is_busy(const motion_exhibit *m);

/* What was recorded; NULL while it is on its way, or when it failed. */
const take *motion_take(const motion_exhibit *m);

/* At a time of the system, with trails that reach `trail` back. */
void motion_draw(motion_exhibit *m, canvas *c, box where, double letter, double t, double trail);

#endif
