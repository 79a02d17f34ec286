/* A mechanism in motion, one picture at a time: points joined by bars, which are coloured by how
 * much too long or too short they are; behind them what the constraints allow, the solution that
 * should be followed and the way that was gone; and a strip of the residuals over time.
 *
 * What stays the same in a film is in `mechanism`, what moves in `mechanism_frame`. Nothing is
 * integrated or interpolated here. Painting only reads: several threads may share a mechanism. */
#ifndef PICTURE_MECHANISM_H
#define PICTURE_MECHANISM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

enum {
    MECHANISM_MAX_POINTS = 128,
    MECHANISM_MAX_BARS = 128,
    MECHANISM_MAX_TRAILS = 4,
    MECHANISM_TEXT_SIZE = 256
};

/* A rectangle of the world. */
typedef struct mechanism_view {
    double x_low, x_high, y_low, y_high;
} mechanism_view;

/* Residuals of the constraints (level 0) and of their derivative (level 1) over time, on a
 * logarithmic scale; a level that is NULL is not shown, and without both there is no strip. Every
 * frame draws all of it: some thousand points are enough. */
typedef struct mechanism_history {
    int count;
    const double *t;
    const double *residual[2];
} mechanism_history;

typedef struct mechanism {
    int width, height; /* of the picture */
    double letter;     /* pixels, the unit of all lines too; 0: in proportion to the picture */
    char title[MECHANISM_TEXT_SIZE], subtitle[MECHANISM_TEXT_SIZE];           /* markup */
    char solution_name[MECHANISM_TEXT_SIZE], ghost_name[MECHANISM_TEXT_SIZE]; /* of the legend */
    int point_count, bar_count;
    double weight[MECHANISM_MAX_POINTS]; /* the area of the disc; 0: a fixed point */
    bool guided[MECHANISM_MAX_POINTS];   /* a slider on y = 0 */
    bool slides;                         /* show the guide y = 0 */
    int bars[MECHANISM_MAX_BARS][2];     /* indices of points */
    double length[MECHANISM_MAX_BARS];   /* of a sound bar; from a fixed point it makes a circle */
    mechanism_view view;                 /* is seen whole, one unit as long in x as in y */
    double from, to;                     /* the times of the first and of the last frame */
    mechanism_history history;
} mechanism;

/* The places of all points. One that is not finite is not drawn, nor are its bars. */
typedef struct mechanism_pose {
    double x[MECHANISM_MAX_POINTS], y[MECHANISM_MAX_POINTS];
} mechanism_pose;

/* The way of a point up to now, oldest first. */
typedef struct mechanism_trail {
    const double *x, *y;
    int count;
} mechanism_trail;

typedef struct mechanism_frame {
    double t;
    mechanism_pose pose;
    double strain[MECHANISM_MAX_BARS]; /* relative error of the length; positive: too long */
    const mechanism_pose *ghost;       /* NULL: none */
    int trail_count;
    mechanism_trail trails[MECHANISM_MAX_TRAILS];
} mechanism_frame;

/* Draws over `width * height` pixels, 0xFFRRGGBB. */
status mechanism_paint(const mechanism *m, const mechanism_frame *f, uint32_t *pixels,
                       message *why) MUST_CHECK;

/* Where the world is in the picture; not finite where it is nowhere. */
void mechanism_pixel(const mechanism *m, double x, double y, double *column, double *row);

/* The colour of a bar: dark when it is sound, red when it is too long, blue when it is too short,
 * half of the way at 0.6 % and all of it from 5 % on. 0xFFRRGGBB; grey for NaN. */
uint32_t mechanism_bar_colour(double strain);

#endif
