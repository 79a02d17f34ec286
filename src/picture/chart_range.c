/* What the axes of a chart show, and where values are on them. */
#include <math.h>

#include "picture/chart_parts.h"

/* Ranges stay where differences and quotients of their ends are numbers. */
static const double largest = 1e280, smallest = 1e-280;
static const double nearly = 0.006;
/* A linear range narrower than this part of its values shows only how doubles are rounded. */
static const double narrowest = 1e-12;

static scale scale_of(const chart_axis *axis, double low, double high, double from, double to)
{
    scale s = {.is_log = axis->is_log, .from = from};
    s.low = axis->is_log ? log(low) : low;
    s.factor = (to - from) / (axis->is_log ? log(high) - s.low : high - low);
    return s;
}

scale scale_x(const chart_panel *panel, const chart_place *p)
{
    return scale_of(&panel->x, p->x_low, p->x_high, p->x, p->x + p->width);
}

scale scale_y(const chart_panel *panel, const chart_place *p)
{
    return scale_of(&panel->y, p->y_low, p->y_high, p->y + p->height, p->y);
}

double scale_position(const scale *s, double value)
{
    return !s->is_log ? value : value > 0 ? log(value) : NAN;
}

double scale_pixel(const scale *s, double value)
{
    return s->from + s->factor * (scale_position(s, value) - s->low);
}

double chart_pixel_x(const chart_panel *panel, const chart_place *place, double x)
{
    scale s = scale_x(panel, place);
    return scale_pixel(&s, x);
}

double chart_pixel_y(const chart_panel *panel, const chart_place *place, double y)
{
    scale s = scale_y(panel, place);
    return scale_pixel(&s, y);
}

void range_widen(bool is_log, double *low, double *high)
{
    if (is_log) {
        if (*high <= *low * (1 + 1e-9)) { /* one decade */
            *low /= sqrt(10);
            *high *= sqrt(10);
        }
        return;
    }
    double size = fmax(fabs(*low), fabs(*high));
    if (*high - *low <= narrowest * size) {
        double middle = *low + (*high - *low) / 2;
        double half = size > smallest ? 0.1 * size : 1;
        *low = middle - half;
        *high = middle + half;
    }
}

static void add_margin(bool is_log, double part, double *low, double *high)
{
    if (is_log) {
        double more = part * (log(*high) - log(*low));
        *low = exp(log(*low) - more);
        *high = exp(log(*high) + more);
    } else {
        double more = part * (*high - *low);
        *low -= more;
        *high += more;
    }
}

/* Data that ends just before a round number, as sums of steps do, is shown up to that number. */
static void round_ends(bool is_log, double *low, double *high)
{
    ticks t;
    double from = *low, to = *high;
    add_margin(is_log, nearly, &from, &to);
    if (is_log) {
        ticks_choose_log(from, to, TICKS_MOST, &t);
    } else {
        ticks_choose(from, to, 6, &t);
    }
    for (int i = 0; i < t.count; i++) {
        *low = fmin(*low, t.value[i]);
        *high = fmax(*high, t.value[i]);
    }
}

static bool is_shown(const chart_axis *axis, double value)
{
    return isfinite(value) && (!axis->is_log || value > 0) &&
           (axis->low == axis->high || (value >= axis->low && value <= axis->high));
}

/* What was found along an axis: its extent, and why there is none. */
typedef struct extent {
    double low, high;
    bool finite, negative, shown;
} extent;

/* The vertical extent is that of the points whose x is shown. */
static extent find_extent(const chart_panel *panel, bool vertical)
{
    extent e = {.low = INFINITY, .high = -INFINITY};
    const chart_axis *axis = vertical ? &panel->y : &panel->x;
    for (int n = 0; n < panel->series_count; n++) {
        const chart_series *s = &panel->series[n];
        const double *values = vertical ? s->y : s->x;
        for (int i = 0; i < s->count; i++) {
            double v = values[i];
            if (!isfinite(v) || (vertical && !is_shown(&panel->x, s->x[i]))) {
                continue;
            }
            e.finite = true;
            e.negative = e.negative || v < 0;
            if (!axis->is_log || v > 0) {
                e.shown = true;
                e.low = fmin(e.low, v);
                e.high = fmax(e.high, v);
            }
        }
    }
    double least = axis->is_log ? smallest : -largest;
    e.low = fmin(fmax(e.low, least), largest);
    e.high = fmin(fmax(e.high, least), largest);
    return e;
}

static const char *note_of(const extent *e)
{
    return e->shown      ? NULL
           : !e->finite  ? "no values"
           : e->negative ? "no positive values"
                         : "all values are 0";
}

static bool has_marks(const chart_panel *panel)
{
    bool has = false;
    for (int i = 0; i < panel->series_count; i++) {
        has = has || panel->series[i].mark != MARK_NONE;
    }
    return has;
}

/* A range by the axis or by the data; what keeps the panel empty. */
static const char *choose(const chart_panel *panel, bool vertical, double *low, double *high)
{
    const chart_axis *axis = vertical ? &panel->y : &panel->x;
    extent e = find_extent(panel, vertical);
    const char *note = panel->series_count > 0 ? note_of(&e) : NULL;
    if (axis->low != axis->high) {
        *low = axis->low;
        *high = axis->high;
        return note;
    }
    *low = e.shown ? e.low : axis->is_log ? 0.1 : 0;
    *high = e.shown ? e.high : axis->is_log ? 10 : 1;
    range_widen(axis->is_log, low, high);
    double margin = vertical || panel->equal ? 0.05 : has_marks(panel) ? 0.035 : 0;
    if (margin == 0) {
        round_ends(axis->is_log, low, high);
    }
    add_margin(axis->is_log, e.shown ? margin : 0, low, high);
    return note;
}

/* An orbit that is nearly a line must not make a panel that is one. */
static void limit_aspect(double *low, double *high, double other)
{
    double lacking = 0.5 * other - (*high - *low);
    if (lacking > 0) {
        *low -= lacking / 2;
        *high += lacking / 2;
    }
}

void range_choose(const chart_panel *panel, panel_plan *plan)
{
    chart_place *p = &plan->place;
    const char *note_x = choose(panel, false, &p->x_low, &p->x_high);
    const char *note_y = choose(panel, true, &p->y_low, &p->y_high);
    plan->note = panel->series_count == 0 && panel->cells == NULL ? "no values"
                 : panel->cells != NULL                           ? NULL
                 : note_x != NULL                                 ? note_x
                                                                  : note_y;
    if (panel->equal && panel->x.low == panel->x.high) {
        limit_aspect(&p->x_low, &p->x_high, p->y_high - p->y_low);
    }
    if (panel->equal && panel->y.low == panel->y.high) {
        limit_aspect(&p->y_low, &p->y_high, p->x_high - p->x_low);
    }
}
