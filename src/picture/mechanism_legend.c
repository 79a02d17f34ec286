/* The words of the picture of a mechanism. */
#include <math.h>
#include <stdio.h>

#include "picture/mechanism_parts.h"

void mechanism_text(canvas *c, double x, double y, double size, double most, canvas_anchor anchor,
                    uint32_t colour, const char *markup)
{
    if (size >= 2) { /* less is a smudge */
        canvas_text_within(c, x, y, size, most, anchor, colour, markup);
    }
}

/* As many digits as tell frames apart, the same in all frames. */
static void write_time(const mechanism *m, double t, char *out, size_t size)
{
    double span = m->to - m->from;
    int decimals = span > 0 ? (int)fmin(fmax(3 - ceil(log10(span)), 0), 9) : 2;
    snprintf(out, size, "/t/ = %s%.*f", t < 0 ? "−" : "", decimals, fabs(t));
}

void mechanism_draw_titles(canvas *c, const mechanism *m, const mechanism_plan *p, double t)
{
    char now[80], last[80];
    double l = p->letter, left = p->view.x, right = p->side.x + p->side.width;
    write_time(m, t, now, sizeof now);
    write_time(m, m->to, last, sizeof last); /* the widest: all digits are as wide */
    double room = l >= 2 ? canvas_text_width(c, 1.3 * l, last) : 0;
    mechanism_text(c, right - room, 1.9 * l, 1.3 * l, room + l, CANVAS_START, mechanism_ink, now);
    mechanism_text(c, left, 1.9 * l, 1.3 * l, right - room - l - left, CANVAS_START, mechanism_ink,
                   m->title);
    mechanism_text(c, left, 3.25 * l, 0.95 * l, right - left, CANVAS_START, mechanism_soft,
                   m->subtitle);
}

/* The colours of the bars from too long, on top or at the right, to too short. */
static void draw_ramp(canvas *c, const mechanism_plan *p, box b)
{
    enum { STEPS = 48 };
    static const struct {
        double strain;
        const char *text;
    } marks[] = {{0.05, "+5 %"}, {0.01, "+1 %"}, {0, "0"}, {-0.01, "−1 %"}, {-0.05, "−5 %"}};
    double l = p->letter, line = fmax(0.06 * l, 0.3);
    bool across = b.width > b.height;
    for (int i = 0; i < STEPS; i++) {
        double part = (1 - (i + 0.5) * 2 / STEPS) * (across ? -1 : 1);
        double from = (double)i / STEPS, to = (double)(i + 1) / STEPS;
        double x0 = round(b.x + b.width * from), x1 = round(b.x + b.width * to);
        double y0 = round(b.y + b.height * from), y1 = round(b.y + b.height * to);
        box step = across ? (box){x0, b.y, x1 - x0, b.height} : (box){b.x, y0, b.width, y1 - y0};
        canvas_fill(c, step, 0, mechanism_bar_colour(mechanism_strain_at(part)));
    }
    for (int i = 0; i < 5; i++) {
        double part = mechanism_strain_part(marks[i].strain);
        double y = b.y + b.height / 2 - part * b.height / 2, right = b.x + b.width;
        if (!across) {
            canvas_line(c, right, y, right + 0.3 * l, y, line, mechanism_ink);
            mechanism_text(c, right + 0.55 * l, y + 0.28 * l, 0.85 * l, p->side.width, CANVAS_START,
                           mechanism_ink, marks[i].text);
        } else if (i == 0 || i == 4) { /* before and after it */
            mechanism_text(c, i == 4 ? b.x - 0.3 * l : right + 0.3 * l, b.y + b.height - 0.1 * l,
                           0.85 * l, 4 * l, i == 4 ? CANVAS_END : CANVAS_START, mechanism_ink,
                           marks[i].text);
        }
    }
}

typedef struct entry {
    double line; /* in letters */
    uint32_t colour;
    const char *name;
} entry;

static int list_entries(const mechanism *m, const mechanism_frame *f, entry out[3])
{
    int count = 0;
    out[count++] = (entry){0.3, mechanism_bar_colour(0), m->solution_name};
    if (f->ghost != NULL) {
        out[count++] = (entry){0.2, mechanism_ghost, m->ghost_name};
    }
    if (mechanism_has_allowed(m)) {
        out[count++] = (entry){0.1, mechanism_allowed, "constraint"};
    }
    return count;
}

static void draw_entry(canvas *c, const entry *e, double x, double y, double l, double most)
{
    canvas_line(c, x, y, x + 1.2 * l, y, e->line * l, e->colour);
    mechanism_text(c, x + 1.7 * l, y + 0.28 * l, 0.85 * l, most - 1.7 * l, CANVAS_START,
                   mechanism_ink, e->name);
}

void mechanism_draw_legend(canvas *c, const mechanism *m, const mechanism_plan *p,
                           const mechanism_frame *f)
{
    entry entries[3];
    int count = list_entries(m, f, entries);
    double l = p->letter, x = p->side.x, y = p->side.y + 0.75 * l;
    double each = p->is_narrow ? p->side.width / 3 : 0, down = p->is_narrow ? 0 : 1.35 * l;
    for (int i = 0; i < count; i++) {
        draw_entry(c, &entries[i], x + i * each, y + i * down, l,
                   p->is_narrow ? each - 0.5 * l : p->side.width);
    }
    if (m->bar_count > 0 && p->is_narrow) {
        mechanism_text(c, x, y + 1.78 * l, 0.85 * l, each, CANVAS_START, mechanism_ink,
                       "length error");
        draw_ramp(c, p,
                  (box){x + each + 2 * l, y + 1.1 * l, p->side.width - each - 4.6 * l, 0.85 * l});
    } else if (m->bar_count > 0) {
        double top = y + (count - 1) * down + 3.1 * l;
        double left = p->side.y + p->side.height - 0.4 * l - top;
        mechanism_text(c, x, top - 0.8 * l, 0.85 * l, p->side.width, CANVAS_START, mechanism_ink,
                       "length error");
        draw_ramp(c, p, (box){x, top, 1.1 * l, fmin(left, 8 * l)});
    }
}
