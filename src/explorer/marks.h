/* Where a number of the method is attained, on the picture. */
#ifndef EXPLORER_MARKS_H
#define EXPLORER_MARKS_H

#include "explorer/commands.h"
#include "picture/canvas.h"

void mark_look(explorer *e); /* moves the view so that the marks are seen */
void mark_remove(explorer *e);
status mark_check(const char *name, message *why) MUST_CHECK; /* "" is none */
void marks_draw(explorer *e, canvas *c);

action_run do_mark;

#endif
