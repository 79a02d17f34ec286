/* The words of the picture of a mechanism. */
#include <math.h>
#include <stdio.h>

#include "picture/mechanism_parts.h"

void mechanism_text(canvas *c, double x, double y, double size, double most, canvas_anchor anchor,
                    uint32_t colour, const char *markup)
{
    if (size < 2 || markup[0] == '\0') { /* a smudge */
        return;
    }
    double width = canvas_text_width(c, size, markup);
    canvas_text(c, x, y, width > most ? size * most / width : size, anchor, colour, markup);
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

/* The colours of the bars from too long, on top, to too short. */
static void draw_ramp(canvas *c, const mechanism_plan *p, double top, double height)
{
    enum { STEPS = 48 };
    static const struct {
        double strain;
        const char *text;
    } marks[] = {{0.05, "+5 %"}, {0.01, "+1 %"}, {0, "0"}, {-0.01, "−1 %"}, {-0.05, "−5 %"}};
    double l = p->letter, x = p->side.x, width = 1.1 * l, middle = top + height / 2;
    for (int i = 0; i < STEPS; i++) {
        double part = 1 - (i + 0.5) * 2 / STEPS; /* from 1 down to -1 */
        double y0 = round(top + height * i / STEPS), y1 = round(top + height * (i + 1) / STEPS);
        canvas_fill(c, (box){x, y0, width, y1 - y0}, 0,
                    mechanism_bar_colour(mechanism_strain_at(part)));
    }
    for (int i = 0; i < 5; i++) {
        double y = middle - mechanism_strain_part(marks[i].strain) * height / 2;
        canvas_line(c, x + width, y, x + width + 0.3 * l, y, fmax(0.06 * l, 0.3), mechanism_ink);
        mechanism_text(c, x + width + 0.55 * l, y + 0.28 * l, 0.85 * l, p->side.width, CANVAS_START,
                       mechanism_ink, marks[i].text);
    }
}

void mechanism_draw_legend(canvas *c, const mechanism *m, const mechanism_plan *p,
                           const mechanism_frame *f)
{
    double l = p->letter, x = p->side.x, y = p->side.y + 0.75 * l;
    double words = x + 1.7 * l, most = p->side.width - 1.7 * l;
    canvas_line(c, x, y, x + 1.2 * l, y, 0.3 * l, mechanism_bar_colour(0));
    mechanism_text(c, words, y + 0.28 * l, 0.85 * l, most, CANVAS_START, mechanism_ink,
                   m->solution_name);
    if (f->ghost != NULL) {
        y += 1.35 * l;
        canvas_line(c, x, y, x + 1.2 * l, y, 0.2 * l, mechanism_ghost);
        mechanism_text(c, words, y + 0.28 * l, 0.85 * l, most, CANVAS_START, mechanism_ink,
                       m->ghost_name);
    }
    if (mechanism_has_allowed(m)) {
        y += 1.35 * l;
        canvas_line(c, x, y, x + 1.2 * l, y, 0.1 * l, mechanism_allowed);
        mechanism_text(c, words, y + 0.28 * l, 0.85 * l, most, CANVAS_START, mechanism_ink,
                       "constraint");
    }
    if (m->bar_count > 0) {
        double top = y + 3.1 * l, left = p->side.y + p->side.height - 0.4 * l - top;
        mechanism_text(c, x, top - 0.8 * l, 0.85 * l, p->side.width, CANVAS_START, mechanism_ink,
                       "length error");
        draw_ramp(c, p, top, fmin(left, 8 * l));
    }
}
