/* The regions: a method each in a rectangle of the window, from its field to colours and axes; and
 * where everything else of the window is. */
#ifndef EXPLORER_REGION_H
#define EXPLORER_REGION_H

#include "explorer/explorer.h"
#include "explorer/shown.h"
#include "field/field.h"
#include "picture/canvas.h"

enum { SIDES = 2 };

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

void layout(explorer *e);
unsigned layers_of(const explorer *e, const side *s);
status region_compute(explorer *e, message *why) MUST_CHECK;
void region_refine(explorer *e);
bool region_is_coarse(const explorer *e);
void region_draw(explorer *e, canvas *c, uint32_t *pixels, int stride);
double canvas_x(const explorer *e, int which, double x);
double canvas_y(const explorer *e, int which, double y);

#endif
