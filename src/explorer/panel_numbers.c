/* The section of the panel with the numbers of the method: two columns, long ones across. */
#include <stdio.h>
#include <string.h>

#include "explorer/panel.h"
#include "explorer/state.h"
#include "picture/labels.h"
#include "picture/ticks.h"

static const uint32_t lit = 0xFF2F6FB0, ink = 0xFFE6EAEE, hot = 0xFF3A4552;
static const uint32_t faint = 0xFF9AA5B1, pale = 0xFF6B7682, ground = 0xFF151A20;

/* In letters. */
static const double heading = 1.5, row = 1.35, below = 0.4;

static int rows_needed(void)
{
    int halves = 0, wides = 0;
    for (int i = 0; i < numbers_count(); i++) {
        *(numbers_at(i)->is_wide ? &wides : &halves) += 1;
    }
    return (halves + 1) / 2 + wides;
}

double numbers_height(const explorer *e, double room)
{
    double l = e->letter, closed = (heading + below) * l, open = closed + rows_needed() * row * l;
    double list = 4.2 * l; /* three methods */
    return e->now.numbers && room - open >= list ? open : room - closed >= list ? closed : 0;
}

static void draw_heading(cursor *k, bool is_open)
{
    explorer *e = k->e;
    const facts *f = reckon_shown(e);
    char line[120], number[TICK_TEXT_SIZE] = "0";
    box b = {k->x, k->y, k->width - 0.2 * k->l, heading * k->l};
    if (f != NULL) {
        ticks_number(f->w, number);
    }
    bool is_other = e->now.look.motion != MOTION_SHEAR && f != NULL && f->w != 0;
    snprintf(line, sizeof line, "%s  numbers%s%s%s", is_open ? "−" : "+",
             is_open && f != NULL ? " at /w/ = " : "", is_open && f != NULL ? number : "",
             is_other ? ", of the shear" : "");
    zone_add(e, b,
             e->now.numbers && !is_open ? "no room for the numbers: make the window higher" : NULL,
             "numbers %s", e->now.numbers ? "off" : "on");
    if (is_hovered(e, b)) {
        canvas_fill(k->c, b, 0.2 * k->l, hot);
    }
    words(k, b, 0.85 * k->l, CANVAS_START, faint, line);
    k->y += heading * k->l;
}

/* What is not of this method at this w is pale. */
static void draw_number(cursor *k, const number_entry *n, box b)
{
    explorer *e = k->e;
    char plain[NUMBER_SIZE] = "...", markup[2 * NUMBER_SIZE];
    double l = k->l, label = n->is_wide ? 4.2 * l : 4.0 * l;
    bool is_marked = strcmp(e->now.marked, n->name) == 0;
    if (reckon_shown(e) != NULL) {
        number_write(n, reckon_shown(e), plain);
    }
    label_plain(plain, markup, sizeof markup);
    zone_add(e, b, number_quantity(n)->help, "mark %s", n->name);
    if (is_marked || is_hovered(e, b)) {
        canvas_fill(k->c, b, 0.2 * l, is_marked ? lit : hot);
    }
    words(k, (box){b.x, b.y, label, b.height}, 0.82 * l, CANVAS_START, is_marked ? ink : faint,
          number_quantity(n)->short_label);
    words(k, (box){b.x + label - 0.2 * l, b.y, b.width - label + 0.2 * l, b.height}, 0.88 * l,
          CANVAS_END, reckon_is_current(e) ? ink : pale, markup);
}

void numbers_draw(cursor *k, double height)
{
    double l = k->l, width = k->width - 0.2 * l;
    bool is_open = height > (heading + below + 0.5) * l;
    int column = 0;
    draw_heading(k, is_open);
    if (is_open) {
        canvas_fill(k->c, (box){k->x, k->y, width, rows_needed() * row * l}, 0.25 * l, ground);
    }
    for (int i = 0; i < numbers_count() && is_open; i++) {
        const number_entry *n = numbers_at(i);
        if (n->is_wide && column == 1) {
            k->y += row * l;
            column = 0;
        }
        double each = n->is_wide ? width : width / 2;
        draw_number(k, n,
                    (box){k->x + column * each, k->y,
                          each - (n->is_wide || column == 1 ? 0.1 : 0.5) * l, row * l});
        column = n->is_wide ? 0 : 1 - column;
        k->y += column == 0 ? row * l : 0;
    }
    k->y += column * row * l + below * l;
}
