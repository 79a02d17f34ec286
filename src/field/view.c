#include "field/view.h"

#include <math.h>
#include <string.h>

static const char *const names[PLANE_COUNT] = {[PLANE_Z] = "z", [PLANE_ZW] = "zw"};

static const char *const charts[CHART_COUNT] = {
    [CHART_PLAIN] = "plain", [CHART_INFINITY] = "infinity", [CHART_LOG] = "log"};

/* Half turns of the logarithmic chart: each is drawn with a line of its own. */
enum { MOST_TURNS = 1000 };

/* Beyond it double precision decides no pixel of a method with several roots: each would take
 * integers of hundreds of digits. */
static const double most_w = 1e12;

static const double pi = 3.14159265358979324;

const char *plane_name(plane p)
{
    return p == PLANE_PARAMETERS ? "parameters" : names[p];
}

bool plane_find(const char *name, plane *p)
{
    for (int i = 0; i < PLANE_COUNT; i++) {
        if (strcmp(names[i], name) == 0) {
            *p = (plane)i;
            return true;
        }
    }
    return false;
}

const char *view_chart_name(view_chart c)
{
    return charts[c];
}

bool view_chart_find(const char *name, view_chart *c)
{
    for (int i = 0; i < CHART_COUNT; i++) {
        if (strcmp(charts[i], name) == 0) {
            *c = (view_chart)i;
            return true;
        }
    }
    return false;
}

/* Are pixels of [low, high] so close that rounding of their coordinates shows? */
static bool is_too_fine(double low, double high, int pixels)
{
    double step = (high - low) / pixels;
    return !(step > 16 * 2.220446049250313e-16 * fmax(fabs(low), fabs(high)));
}

status view_check(const view *v, message *why)
{
    if (v->width < 1 || v->height < 1 || v->width > VIEW_MAX_SIDE || v->height > VIEW_MAX_SIDE) {
        return refuse(why, "size %dx%d: each side must be from 1 to %d pixels", v->width, v->height,
                      VIEW_MAX_SIDE);
    }
    bool finite = isfinite(v->x0) && isfinite(v->x1) && isfinite(v->y0) && isfinite(v->y1);
    if (!finite || fabs(v->x0) > 1e100 || fabs(v->x1) > 1e100 || fabs(v->y0) > 1e100 ||
        fabs(v->y1) > 1e100) {
        return refuse(why, "view %g,%g,%g,%g: four numbers of size at most 1e100 are accepted",
                      v->x0, v->x1, v->y0, v->y1);
    }
    if (!(v->x0 < v->x1) || !(v->y0 < v->y1)) {
        return refuse(why, "view %g,%g,%g,%g: X0 < X1 and Y0 < Y1 are needed", v->x0, v->x1, v->y0,
                      v->y1);
    }
    if (is_too_fine(v->x0, v->x1, v->width) || is_too_fine(v->y0, v->y1, v->height)) {
        return refuse(why,
                      "view %.17g,%.17g,%.17g,%.17g: too small, double precision cannot tell "
                      "its pixels apart",
                      v->x0, v->x1, v->y0, v->y1);
    }
    if (!isfinite(v->w)) {
        return refuse(why, "w = %g: a finite number is accepted", v->w);
    }
    if (fabs(v->w) > most_w || (v->every_w && fabs(v->w_most) > most_w) ||
        (plane_has_every_w(v->plane) && view_largest_w(v) > most_w)) {
        return refuse(why, "w = %g: numbers of size at most %g are accepted in pictures",
                      fmax(view_largest_w(v), v->every_w ? fabs(v->w_most) : 0), most_w);
    }
    if (v->every_w && !(v->w <= v->w_most && isfinite(v->w_most))) {
        return refuse(why, "w from %g to %g: two finite numbers in this order are accepted", v->w,
                      v->w_most);
    }
    if (!plane_is_complex(v->plane) && (v->every_w || v->chart == CHART_LOG)) {
        return refuse(why, "%s is for the plane z",
                      v->every_w ? "the worst case of all w" : "the logarithmic chart");
    }
    if (v->chart == CHART_LOG && (fabs(v->x0) > 290 || fabs(v->x1) > 290)) {
        return refuse(why, "view %g,%g,%g,%g: log10 |z| from -290 to 290 is accepted", v->x0, v->x1,
                      v->y0, v->y1);
    }
    if (v->chart == CHART_LOG && (fabs(v->y0) > MOST_TURNS || fabs(v->y1) > MOST_TURNS)) {
        return refuse(why, "view %g,%g,%g,%g: arg z / pi from -%d to %d is accepted", v->x0, v->x1,
                      v->y0, v->y1, MOST_TURNS, MOST_TURNS);
    }
    return STATUS_OK;
}

void view_make_square(view *v)
{
    double across = (v->x1 - v->x0) / v->width;
    double upward = (v->y1 - v->y0) / v->height;
    if (across < upward) {
        double middle = (v->x0 + v->x1) / 2;
        v->x0 = middle - upward * v->width / 2;
        v->x1 = middle + upward * v->width / 2;
    } else {
        double middle = (v->y0 + v->y1) / 2;
        v->y0 = middle - across * v->height / 2;
        v->y1 = middle + across * v->height / 2;
    }
}

view view_usual(view_chart c, plane p, double w, const double *rectangle, int width, int height)
{
    static const double usual[CHART_COUNT][4] = {[CHART_PLAIN] = {-9, 9, -9, 9},
                                                 [CHART_INFINITY] = {-1, 1, -1, 1},
                                                 [CHART_LOG] = {-3, 3, 0, 2}};
    view v = {.plane = p,
              .x0 = usual[c][0],
              .x1 = usual[c][1],
              .y0 = usual[c][2],
              .y1 = usual[c][3],
              .width = width,
              .height = height,
              .w = w,
              .chart = c};
    if (c == CHART_INFINITY && plane_has_every_w(p)) {
        v.y0 = -9;
        v.y1 = 9;
    }
    if (rectangle != NULL) {
        v.x0 = rectangle[0];
        v.x1 = rectangle[1];
        v.y0 = rectangle[2];
        v.y1 = rectangle[3];
    } else if (c == CHART_PLAIN || (c == CHART_INFINITY && plane_is_complex(p))) {
        view_make_square(&v);
    }
    return v;
}

/* Weighted ends instead of low + i * step: symmetric views stay symmetric to the last bit. */
static double centre(double low, double high, int index, int pixels)
{
    double from_low = 2.0 * index + 1;
    double from_high = 2.0 * (pixels - index) - 1;
    return (low * from_high + high * from_low) / (2.0 * pixels);
}

double view_x(const view *v, int column)
{
    return centre(v->x0, v->x1, column, v->width);
}

double view_y(const view *v, int row)
{
    return centre(v->y0, v->y1, v->height - 1 - row, v->height);
}

/* Multiples of a quarter turn are exact: the axes are often worth a look. */
double complex view_argument(const view *v, double x, double y)
{
    if (v->chart != CHART_LOG) {
        return CMPLX(x, plane_is_complex(v->plane) ? y : 0);
    }
    double r = pow(10, x);
    double turn = y - 2 * floor(y / 2); /* in [0, 2]: a y just below 0 is rounded to a full turn */
    double quarters = 2 * turn;
    if (quarters == floor(quarters)) {
        static const double c[] = {1, 0, -1, 0}, s[] = {0, 1, 0, -1};
        int quarter = (int)quarters % 4;
        return CMPLX(r * c[quarter], r * s[quarter]);
    }
    return CMPLX(r * cos(pi * turn), r * sin(pi * turn));
}

double complex view_z(const view *v, double x, double y)
{
    double complex at = view_argument(v, x, y);
    return v->chart != CHART_INFINITY ? at : at == 0 ? CMPLX(INFINITY, 0) : 1 / at;
}

double view_largest_w(const view *v)
{
    return plane_has_every_w(v->plane) ? fmax(fabs(v->y0), fabs(v->y1)) : fabs(v->w);
}
