/* From the points of a series to the pieces of a line. Clipping is done here in doubles, because
 * cairo's coordinates overflow at 2^23 pixels. Of many points in one column of half a pixel only
 * the first, the lowest, the highest and the last matter. */
#include <math.h>

#include "picture/chart_parts.h"

/* Points that are farther away are moved to where their differences are numbers. */
static const double farthest = 1e150;

static bool clip(const area *in, double from[2], double to[2])
{
    const double low[2] = {in->x, in->y}, high[2] = {in->x + in->width, in->y + in->height};
    double first = 0, last = 1;
    const double start[2] = {from[0], from[1]}, way[2] = {to[0] - from[0], to[1] - from[1]};
    for (int k = 0; k < 2; k++) {
        if (way[k] == 0) {
            if (start[k] < low[k] || start[k] > high[k]) {
                return false;
            }
            continue;
        }
        double enters = ((way[k] > 0 ? low[k] : high[k]) - start[k]) / way[k];
        double leaves = ((way[k] > 0 ? high[k] : low[k]) - start[k]) / way[k];
        first = fmax(first, enters);
        last = fmin(last, leaves);
    }
    if (!(first <= last)) {
        return false;
    }
    for (int k = 0; k < 2; k++) {
        from[k] = first > 0 ? start[k] + first * way[k] : from[k];
        to[k] = last < 1 ? start[k] + last * way[k] : to[k];
    }
    return true;
}

/* Counted from the end that is nearer, which loses no digits. */
bool trace_clip(const area *in, double from[2], double to[2])
{
    bool near = fabs(from[0]) + fabs(from[1]) <= fabs(to[0]) + fabs(to[1]);
    return near ? clip(in, from, to) : clip(in, to, from);
}

bool trace_point(const chart_series *series, const scale *x, const scale *y, int i, double at[2])
{
    at[0] = fmin(fmax(scale_pixel(x, series->x[i]), -farthest), farthest);
    at[1] = fmin(fmax(scale_pixel(y, series->y[i]), -farthest), farthest);
    return isfinite(scale_position(x, series->x[i])) && isfinite(scale_position(y, series->y[i]));
}

typedef struct tracer {
    area in;
    trace_piece *piece;
    void *closure;
    bool has_last, joined; /* there is a point before; it is the end of a piece */
    bool lonely;           /* it is the start of the line and nothing followed */
    double last[2];
} tracer;

static void end_line(tracer *t)
{
    if (t->has_last && t->lonely && trace_clip(&t->in, t->last, t->last)) {
        t->piece(t->closure, true, t->last, t->last);
    }
    t->has_last = t->joined = false;
}

static void add_point(tracer *t, const double at[2])
{
    if (t->has_last && at[0] == t->last[0] && at[1] == t->last[1]) {
        return; /* a piece without length would be drawn as a dot of its own */
    }
    if (t->has_last) {
        double from[2] = {t->last[0], t->last[1]}, to[2] = {at[0], at[1]};
        bool visible = trace_clip(&t->in, from, to);
        if (visible) {
            bool starts = !t->joined || from[0] != t->last[0] || from[1] != t->last[1];
            t->piece(t->closure, starts, from, to);
        }
        t->joined = visible && to[0] == at[0] && to[1] == at[1];
    }
    t->lonely = !t->has_last;
    t->has_last = true;
    t->last[0] = at[0];
    t->last[1] = at[1];
}

/* Points in the same column. */
typedef struct column {
    int count, low_at, high_at;
    double number;
    double first[2], low[2], high[2], last[2];
} column;

static void column_add(column *c, const double at[2])
{
    if (c->count == 0 || at[1] < c->low[1]) {
        c->low[0] = at[0];
        c->low[1] = at[1];
        c->low_at = c->count;
    }
    if (c->count == 0 || at[1] > c->high[1]) {
        c->high[0] = at[0];
        c->high[1] = at[1];
        c->high_at = c->count;
    }
    double *to = c->count == 0 ? c->first : c->last;
    to[0] = at[0];
    to[1] = at[1];
    c->count++;
}

static void column_flush(column *c, tracer *t)
{
    if (c->count > 0) {
        bool low_first = c->low_at < c->high_at;
        add_point(t, c->first);
        if (c->count > 2) {
            add_point(t, low_first ? c->low : c->high);
            add_point(t, low_first ? c->high : c->low);
        }
        if (c->count > 1) {
            add_point(t, c->last);
        }
    }
    c->count = 0;
}

void trace_line(const chart_series *series, const scale *x, const scale *y, const chart_place *in,
                double margin, trace_piece *piece, void *closure)
{
    tracer t = {.in = {.x = in->x - margin,
                       .y = in->y - margin,
                       .width = in->width + 2 * margin,
                       .height = in->height + 2 * margin},
                .piece = piece,
                .closure = closure};
    bool thins = series->count > 4 * in->width;
    column c = {0};
    for (int i = 0; i < series->count; i++) {
        double at[2];
        if (!trace_point(series, x, y, i, at)) {
            column_flush(&c, &t);
            end_line(&t);
            continue;
        }
        double number = floor(2 * at[0]);
        if (!thins || number != c.number) {
            column_flush(&c, &t);
            c.number = number;
        }
        column_add(&c, at);
    }
    column_flush(&c, &t);
    end_line(&t);
}
