/* The parts of the picture of a mechanism, private to src/picture. The letter is the unit of all
 * lengths. */
#ifndef PICTURE_MECHANISM_PARTS_H
#define PICTURE_MECHANISM_PARTS_H

#include "picture/canvas.h"
#include "picture/mechanism.h"

typedef struct mechanism_plan {
    double letter;
    box view;           /* of the mechanism */
    box side;           /* of its legend */
    bool is_narrow;     /* the legends are rows below, not columns beside */
    box strip;          /* the axes of the residuals; no height: there are none */
    box lines;          /* of their legend */
    double scale, x, y; /* pixels a unit, and where the origin is */
    double disc, bar;   /* the radius of a usual mass, the width of a bar */
} mechanism_plan;

static const uint32_t mechanism_ink = 0xFF202020, mechanism_soft = 0xFF606060,
                      mechanism_faint = 0xFFD0D0D0, mechanism_ghost = 0xFFA9B0B8,
                      mechanism_allowed = 0xFF7FB89A;

/* Errors of lengths are shown on a scale that is linear below the first, logarithmic above it, and
 * ends at the second. */
static const double mechanism_small_strain = 0.001, mechanism_most_strain = 0.05;

/* mechanism.c: from an error to its place in [-1, 1], and back. */
double mechanism_strain_part(double strain);
double mechanism_strain_at(double part);

mechanism_plan mechanism_plan_make(const mechanism *m);

/* mechanism_bodies.c: everything inside of the view. */
void mechanism_draw_bodies(canvas *c, const mechanism *m, const mechanism_plan *plan,
                           const mechanism_frame *f);
/* Is there a circle or a line that the constraints allow? */
bool mechanism_has_allowed(const mechanism *m);

/* mechanism_legend.c: titles, time, and what colours mean. */
void mechanism_draw_titles(canvas *c, const mechanism *m, const mechanism_plan *plan, double t);
void mechanism_draw_legend(canvas *c, const mechanism *m, const mechanism_plan *plan,
                           const mechanism_frame *f);
/* Text that is made smaller where it would be wider than `most`. */
void mechanism_text(canvas *c, double x, double y, double size, double most, canvas_anchor anchor,
                    uint32_t colour, const char *markup);

/* mechanism_strip.c: residuals over time with a cursor. */
void mechanism_draw_strip(canvas *c, const mechanism *m, const mechanism_plan *plan, double t);

#endif
