/* A view: which plane, which rectangle of it, how many pixels. */
#ifndef FIELD_VIEW_H
#define FIELD_VIEW_H

#include <complex.h>
#include <stdbool.h>

#include "base/status.h"

/* What the axes of a picture are. */
typedef enum plane {
    PLANE_Z,         /* Re z across, Im z upward, at one w */
    PLANE_ZW,        /* real z across, w upward */
    PLANE_PARAMETERS /* two parameters of a problem: measured, never predicted */
} plane;

/* What the coordinates x, y of the plane z mean. */
typedef enum view_chart {
    CHART_PLAIN,    /* z = x + iy */
    CHART_INFINITY, /* 1/z = x + iy, the other chart of the Riemann sphere; z real in PLANE_ZW */
    CHART_LOG       /* x = log10 |z|, y = arg z / pi; PLANE_Z only */
} view_chart;

enum { CHART_COUNT = CHART_LOG + 1 };

/* How many planes are predicted, and can be found by name. */
enum { PLANE_COUNT = PLANE_PARAMETERS, VIEW_MAX_SIDE = 65536 };

/* A rectangle of a plane, cut into pixels. */
typedef struct view {
    plane plane;
    double x0, x1, y0, y1; /* x0 < x1, y0 < y1 */
    int width, height;     /* pixels */
    double w;              /* for PLANE_Z */
    view_chart chart;
    /* PLANE_Z: what is shown is the worst case of all w from w to w_most, not one w. */
    bool every_w;
    double w_most;
} view;

/* What planes differ in, for those who need not know them by name: whether a place is a complex z
 * at one w, and whether w is what grows upward. */
static inline bool plane_is_complex(plane p)
{
    return p == PLANE_Z;
}

static inline bool plane_has_every_w(plane p)
{
    return p == PLANE_ZW;
}

static inline bool plane_is_predicted(plane p)
{
    return p != PLANE_PARAMETERS;
}

/* w of a place so high, and Im z of it in a plain chart. */
static inline double view_w(const view *v, double y)
{
    return plane_has_every_w(v->plane) ? y : v->w;
}

static inline double view_imaginary(const view *v, double y)
{
    return plane_is_complex(v->plane) ? y : 0;
}

/* "z", "zw"; and back, false when there is none of this name. */
const char *plane_name(plane p);
bool plane_find(const char *name, plane *p);

/* "plain", "infinity", "log"; and back. */
const char *view_chart_name(view_chart c);
bool view_chart_find(const char *name, view_chart *c);

/* The rectangle exactly; when it is NULL the usual one: [-9, 9]^2 or, of 1/z, [-1, 1]^2, widened to
 * square pixels, or |z| from 1e-3 to 1e3 and all angles, with the negative real axis in the middle.
 */
view view_usual(view_chart c, plane p, double w, const double *rectangle, int width, int height);

/* Refuses what is empty, inverted, not finite, too large, or so small that neighbouring pixels
 * are the same double. */
status view_check(const view *v, message *why) MUST_CHECK;

/* Widens the shorter side so that pixels are square; the centre stays. */
void view_make_square(view *v);

/* The centre of a pixel; row 0 is at the top. A symmetric view has its centre at exactly 0. */
double view_x(const view *v, int column);
double view_y(const view *v, int row);

/* The largest |w| in it. */
double view_largest_w(const view *v);

/* z of a place, which may be infinite. */
double complex view_z(const view *v, double x, double y);

/* What Phi is evaluated at for a place of the plane: z, or 1/z in CHART_INFINITY. */
double complex view_argument(const view *v, double x, double y);

#endif
