/* The panel at the right with its section of numbers, the status line, the page of help, and the
 * inspector at the bottom. */
#ifndef EXPLORER_PANEL_H
#define EXPLORER_PANEL_H

#include "explorer/screen.h"

void panel_draw(explorer *e, canvas *c);
void status_draw(explorer *e, canvas *c);
void help_draw(explorer *e, canvas *c);

/* panel_numbers.c: how much of the room the section takes, 0 for nothing; and the section. */
double numbers_height(const explorer *e, double room);
void numbers_draw(cursor *k, double height);

/* inspector.c */
void inspector_draw(explorer *e, canvas *c);

#endif
