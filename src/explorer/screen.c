#include "explorer/screen.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "explorer/state.h"
#include "picture/labels.h"

static const uint32_t raised = 0xFF2B333D, lit = 0xFF2F6FB0, ink = 0xFFE6EAEE, hot = 0xFF3A4552;

/* There is always one to write to. */
__attribute__((format(printf, 4, 0))) static zone *add(explorer *e, box where, const char *about,
                                                       const char *format, va_list values)
{
    static zone nowhere;
    zone *z = e->zones.count < MOST_ZONES ? &e->zones.all[e->zones.count++] : &nowhere;
    *z = (zone){.where = where, .about = about};
    vsnprintf(z->command, sizeof z->command, format, values);
    return z;
}

zone *zone_add(explorer *e, box where, const char *about, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    zone *z = add(e, where, about, format, values);
    va_end(values);
    return z;
}

int zone_at(const explorer *e, double x, double y)
{
    for (int n = e->zones.count - 1; n >= 0; n--) {
        if (box_has(e->zones.all[n].where, x, y)) {
            return n;
        }
    }
    return -1;
}

bool is_hovered(const explorer *e, box b)
{
    return e->pointer.is_inside && e->pointer.drag == DRAG_NONE &&
           box_has(b, e->pointer.x, e->pointer.y);
}

void words(cursor *k, box b, double size, canvas_anchor anchor, uint32_t colour, const char *markup)
{
    double room = b.width - 0.4 * k->l;
    size *= fmin(1, room / fmax(canvas_text_width(k->c, size, markup), 1));
    double x = anchor == CANVAS_START ? b.x + 0.2 * k->l
               : anchor == CANVAS_END ? b.x + b.width - 0.2 * k->l
                                      : b.x + b.width / 2;
    canvas_text(k->c, x, b.y + b.height / 2 + 0.33 * size, size, anchor, colour, markup);
}

void panel_button(cursor *k, box b, bool is_on, const char *markup, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    const zone *z = add(k->e, b, NULL, format, values);
    va_end(values);
    canvas_fill(k->c, b, 0.25 * k->l, is_on ? lit : is_hovered(k->e, b) ? hot : raised);
    words(k, b, 0.9 * k->l, CANVAS_MIDDLE, ink,
          markup != NULL ? markup : action_find(z->command)->label);
}

void zone_tooltip(const zone *z, char *out, size_t size)
{
    command_words about;
    char keys[80];
    bool is_known = command_describe(z->command, &about);
    if (z->about != NULL) {
        snprintf(out, size, "%s", z->about);
    } else {
        label_plain(is_known ? about.help : "", out, size);
    }
    if (out[0] != '\0' && about.keys[0] != '\0') {
        size_t used = strlen(out);
        label_plain(about.keys, keys, sizeof keys);
        snprintf(out + used, size - used, "  [%s]", keys);
    }
}

void tooltip_draw(explorer *e, canvas *c)
{
    bool shows = e->pointer.is_inside && e->pointer.drag == DRAG_NONE;
    int n = shows ? zone_at(e, e->pointer.x, e->pointer.y) : -1;
    char line[200] = "";
    double l = e->letter;
    if (n >= 0) {
        zone_tooltip(&e->zones.all[n], line, sizeof line);
    }
    if (line[0] == '\0') {
        return;
    }
    double width = canvas_text_width(c, 0.9 * l, line) + l;
    double x = fmin(e->pointer.x + l, e->width - width - 0.3 * l);
    double y = e->pointer.y + 1.6 * l > e->height - 2 * l ? e->pointer.y - 2.4 * l
                                                          : e->pointer.y + 1.4 * l;
    canvas_fill(c, (box){x, y, width, 1.6 * l}, 0.25 * l, 0xF0F4F1E8);
    canvas_text(c, x + 0.5 * l, y + 1.1 * l, 0.9 * l, CANVAS_START, 0xFF1B2129, line);
}
