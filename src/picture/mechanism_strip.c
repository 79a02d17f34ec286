/* Residuals over time. */
#include <math.h>
#include <stddef.h>

#include "picture/mechanism_parts.h"
#include "picture/ticks.h"

static const uint32_t level_colours[] = {0xFF1A7338, 0xFF7A268C};
static const double level_lines[] = {0.16, 0.11}; /* in letters */
static const char *const level_names[] = {"max |/g/|", "max |/g/′|"};

/* From 10^low to 10^high, whole numbers. */
typedef struct decades {
    double low, high;
} decades;

/* What rounding leaves, and what blew up, are not followed any farther than this. */
static const double lowest = -17, highest = 2, fewest = 3, most = 16;

/* The start, which is often exact but for rounding, does not count: the rest needs the room. */
static decades choose_decades(const mechanism_history *h)
{
    double low = INFINITY, high = -INFINITY;
    for (int level = 0; level < 2; level++) {
        for (int i = h->count > 2 ? 1 : 0; h->residual[level] != NULL && i < h->count; i++) {
            double size = log10(fabs(h->residual[level][i]));
            if (isfinite(size)) {
                low = fmin(low, size);
                high = fmax(high, size);
            }
        }
    }
    if (!(low <= high)) {
        return (decades){lowest, lowest + fewest};
    }
    high = fmin(fmax(ceil(high), lowest + fewest), highest);
    low = fmin(fmax(floor(low), fmax(lowest, high - most)), high - fewest);
    return (decades){low, high};
}

static double strip_x(const mechanism *m, const mechanism_plan *p, double t)
{
    return p->strip.x + p->strip.width * (t - m->from) / (m->to - m->from);
}

/* Nothing at all is on the lowest line. */
static double strip_y(const mechanism_plan *p, const decades *d, double residual)
{
    double size = residual == 0 ? d->low : log10(fabs(residual));
    double part = (fmin(fmax(size, d->low), d->high) - d->low) / (d->high - d->low);
    return isnan(size) ? NAN : p->strip.y + p->strip.height * (1 - part);
}

static void draw_axes(canvas *c, const mechanism *m, const mechanism_plan *p, const decades *d)
{
    double l = p->letter, hair = fmax(0.05 * l, 0.3), bottom = p->strip.y + p->strip.height;
    double right = p->strip.x + p->strip.width;
    ticks t;
    ticks_choose_log(pow(10, d->low), pow(10, d->high), 4, &t);
    for (int i = 0; i < t.count; i++) {
        double y = strip_y(p, d, t.value[i]);
        canvas_line(c, p->strip.x, y, right, y, hair, mechanism_faint);
        mechanism_text(c, p->strip.x - 0.35 * l, y + 0.28 * l, 0.8 * l, 3 * l, CANVAS_END,
                       mechanism_ink, t.text[i]);
    }
    ticks_choose(m->from, m->to, (int)fmin(p->strip.width / (3.5 * l), 11), &t);
    for (int i = 0; i < t.count; i++) {
        double x = strip_x(m, p, t.value[i]);
        canvas_line(c, x, bottom, x, bottom + 0.25 * l, hair, mechanism_ink);
        mechanism_text(c, x, bottom + 1.15 * l, 0.8 * l, 3.4 * l, CANVAS_MIDDLE, mechanism_ink,
                       t.text[i]);
    }
    if (!p->is_narrow) {
        mechanism_text(c, right + 1.4 * l, bottom + 1.15 * l, 0.9 * l, 2 * l, CANVAS_MIDDLE,
                       mechanism_ink, "/t/");
    }
    canvas_frame(c, p->strip, 0, hair, mechanism_soft);
}

/* In one piece as far as it is finite, so that a line that lets the paper through is even. */
static void draw_level(canvas *c, const mechanism *m, const mechanism_plan *p, const decades *d,
                       int level, uint32_t colour)
{
    enum { PIECE = 512 };
    const mechanism_history *h = &m->history;
    double x[PIECE], y[PIECE], line = fmax(level_lines[level] * p->letter, 0.5);
    int count = 0;
    for (int i = 0; i < h->count; i++) {
        x[count] = strip_x(m, p, h->t[i]);
        y[count] = strip_y(p, d, h->residual[level][i]);
        bool is_here = isfinite(x[count]) && isfinite(y[count]);
        count += is_here;
        if (count > 1 && (!is_here || count == PIECE || i == h->count - 1)) {
            canvas_polyline(c, x, y, count, line, colour);
            x[0] = x[count - 1];
            y[0] = y[count - 1];
            count = 1;
        }
        count = is_here ? count : 0;
    }
}

void mechanism_draw_strip(canvas *c, const mechanism *m, const mechanism_plan *p, double t)
{
    const mechanism_history *h = &m->history;
    double l = p->letter, x = p->lines.x, y = p->lines.y + 0.9 * l;
    double each = p->is_narrow ? p->lines.width / 3 : 0;
    double cursor = fmin(fmax(strip_x(m, p, t), p->strip.x), p->strip.x + p->strip.width);
    decades d = choose_decades(h);
    draw_axes(c, m, p, &d);
    mechanism_text(c, p->lines.x, y, 0.85 * l, p->lines.width, CANVAS_START, mechanism_ink,
                   "residuals");
    box past = p->strip;
    past.width = cursor - p->strip.x;
    for (int level = 1; level >= 0; level--) {
        if (h->residual[level] != NULL) {
            uint32_t colour = level_colours[level];
            canvas_clip(c, p->strip);
            draw_level(c, m, p, &d, level, (colour & 0xFFFFFF) | 0x40000000);
            canvas_release(c);
            canvas_clip(c, past);
            draw_level(c, m, p, &d, level, colour);
            canvas_release(c);
        }
    }
    for (int level = 0; level < 2; level++) {
        if (h->residual[level] != NULL) {
            x += each;
            y += p->is_narrow ? 0 : 1.35 * l;
            canvas_line(c, x, y - 0.28 * l, x + 1.2 * l, y - 0.28 * l, level_lines[level] * l,
                        level_colours[level]);
            mechanism_text(c, x + 1.7 * l, y, 0.85 * l, p->lines.width - 1.7 * l, CANVAS_START,
                           mechanism_ink, level_names[level]);
        }
    }
    canvas_line(c, cursor, p->strip.y, cursor, p->strip.y + p->strip.height, fmax(0.1 * l, 0.5),
                mechanism_ink);
}
