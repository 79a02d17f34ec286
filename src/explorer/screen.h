/* What the parts of the screen are made of: words and buttons that are drawn, and the zones under
 * them that answer to the mouse. Drawing an item also notes what a click on it does: a zone with a
 * command. */
#ifndef EXPLORER_SCREEN_H
#define EXPLORER_SCREEN_H

#include "explorer/explorer.h"
#include "picture/canvas.h"

enum { MOST_ZONES = 256 };

typedef struct zone {
    box where;
    char command[200]; /* run by a click; a slider's value takes the place of its argument */
    const char *about; /* its tooltip; NULL: what the tables say of the command; "": none */
    bool slides;
    double least, most;
} zone;

/* Those of the picture that was drawn last. */
typedef struct zones {
    zone all[MOST_ZONES];
    int count;
} zones;

/* Where the next item goes; `l` is the size of letters, in which everything is measured. */
typedef struct cursor {
    explorer *e;
    canvas *c;
    double x, y, width, l;
} cursor;

bool is_hovered(const explorer *e, box b);
zone *zone_add(explorer *e, box where, const char *about, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
int zone_at(const explorer *e, double x, double y); /* -1: none */

/* Words that show as they are, made to fit. */
void words(cursor *k, box b, double size, canvas_anchor anchor, uint32_t colour,
           const char *markup);
/* A button for a command of the tables; `markup` is what it says, NULL: the label of its action. */
void panel_button(cursor *k, box b, bool is_on, const char *markup, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* The tooltip of a zone, as markup; "" for none. */
void zone_tooltip(const zone *z, char *out, size_t size);
void tooltip_draw(explorer *e, canvas *c);

#endif
