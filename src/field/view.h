/* A view: which plane, which rectangle of it, how many pixels. */
#ifndef FIELD_VIEW_H
#define FIELD_VIEW_H

#include <stdbool.h>

#include "base/status.h"

typedef enum plane {
    PLANE_Z,         /* Re z across, Im z upward, at one w */
    PLANE_ZW,        /* real z across, w upward */
    PLANE_PARAMETERS /* two parameters of a problem: measured, never predicted */
} plane;

/* How many planes are predicted, and can be found by name. */
enum { PLANE_COUNT = PLANE_PARAMETERS, VIEW_MAX_SIDE = 65536 };

typedef struct view {
    plane plane;
    double x0, x1, y0, y1; /* x0 < x1, y0 < y1 */
    int width, height;     /* pixels */
    double w;              /* for PLANE_Z */
} view;

const char *plane_name(plane p);
bool plane_find(const char *name, plane *p);

/* Refuses what is empty, inverted, not finite, too large, or so small that neighbouring pixels
 * are the same double. */
status view_check(const view *v, message *why) MUST_CHECK;

/* Widens the shorter side so that pixels are square; the centre stays. */
void view_make_square(view *v);

/* The centre of a pixel; row 0 is at the top. A symmetric view has its centre at exactly 0. */
double view_x(const view *v, int column);
double view_y(const view *v, int row);

#endif
