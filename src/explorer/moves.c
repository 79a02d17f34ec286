#include "explorer/moves.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explorer/exhibits.h"
#include "explorer/state.h"

static const double w_step = 0.05, zoom_step = 1.25;

void remember(explorer *e)
{
    history *h = &e->history;
    if (h->count == MOST_UNDO) {
        memmove(h->before, h->before + 1, (MOST_UNDO - 1) * sizeof *h->before);
        memmove(h->w_moved, h->w_moved + 1, (MOST_UNDO - 1) * sizeof *h->w_moved);
        h->count--;
    }
    h->w_moved[h->count] = false;
    h->before[h->count++] = e->now;
}

int read_numbers(const char *argument, double *out, int most)
{
    int count = 0;
    for (const char *at = argument;;) {
        char *end = NULL;
        at += strspn(at, " ");
        if (*at == '\0') {
            return count;
        }
        double value = strtod(at, &end);
        if (end == at || count == most || !isfinite(value)) {
            return -1;
        }
        out[count++] = value;
        at = end;
    }
}

double within(const char *key, double value)
{
    const property *s = settings_find(key);
    return fmax(s->least, fmin(s->most, value));
}

void put_pin(explorer *e, double x, double y)
{
    e->now.pinned = true;
    e->now.pin_x = within("pin_x", x);
    e->now.pin_y = within("pin_y", y);
}

status look_at(explorer *e, double x, double y, double span, message *why)
{
    settings held = e->now;
    glide_stop_view(e);
    remember(e);
    e->now.x = within("x", x);
    e->now.y = within("y", y);
    e->now.span = within("span", span);
    view v = view_of_side(e, 0, 1);
    if (view_check(&v, why) != STATUS_OK) {
        e->now = held;
        e->history.count--;
        return refuse(why, "double precision ends here: the pixels of a closer view would be the "
                           "same numbers");
    }
    changed(e);
    return STATUS_OK;
}

status do_zoom(explorer *e, const char *argument, message *why)
{
    double n[3];
    int count = read_numbers(argument, n, 3);
    if ((count != 1 && count != 3) || !(n[0] > 0)) {
        return refuse(why, "zoom %.60s: FACTOR or FACTOR X Y is accepted", argument);
    }
    double x = count == 3 ? n[1] : e->now.x, y = count == 3 ? n[2] : e->now.y;
    double span = within("span", e->now.span / n[0]);
    double part = span / e->now.span; /* the place under the cursor stays under it */
    return look_at(e, x + (e->now.x - x) * part, y + (e->now.y - y) * part, span, why);
}

status do_zoom_in(explorer *e, const char *argument, message *why)
{
    (void)argument;
    return look_at(e, e->now.x, e->now.y, e->now.span / zoom_step, why);
}

status do_zoom_out(explorer *e, const char *argument, message *why)
{
    (void)argument;
    return look_at(e, e->now.x, e->now.y, e->now.span * zoom_step, why);
}

status do_pan(explorer *e, const char *argument, message *why)
{
    double n[2];
    if (read_numbers(argument, n, 2) != 2) {
        return refuse(why, "pan %.60s: DX DY, as parts of the view, is accepted", argument);
    }
    return look_at(e, e->now.x + n[0] * e->now.span, e->now.y + n[1] * e->now.span, e->now.span,
                   why);
}

status do_centre(explorer *e, const char *argument, message *why)
{
    double n[2];
    if (read_numbers(argument, n, 2) != 2) {
        return refuse(why, "centre %.60s: X Y is accepted", argument);
    }
    return look_at(e, n[0], n[1], e->now.span, why);
}

status do_look(explorer *e, const char *argument, message *why)
{
    double n[3];
    if (read_numbers(argument, n, 3) != 3 || !(n[2] > 0)) {
        return refuse(why, "look %.60s: X Y HEIGHT is accepted", argument);
    }
    return look_at(e, n[0], n[1], n[2], why);
}

status do_reset(explorer *e, const char *argument, message *why)
{
    double x, y, span;
    (void)argument;
    usual_look(e, &x, &y, &span);
    return look_at(e, x, y, span, why);
}

status do_undo(explorer *e, const char *argument, message *why)
{
    (void)argument;
    history *h = &e->history;
    if (h->count == 0) {
        return refuse(why, "there is no move to undo");
    }
    const settings *before = &h->before[--h->count];
    glide_stop_view(e);
    glide_stop(e, h->w_moved[h->count] ? "w" : "");
    e->now.x = before->x;
    e->now.y = before->y;
    e->now.span = before->span;
    e->now.w = h->w_moved[h->count] ? before->w : e->now.w;
    changed(e);
    return STATUS_OK;
}

status do_play(explorer *e, const char *argument, message *why)
{
    if (exhibits_have_clock(e)) {
        return exhibits_play(e, argument, why);
    }
    bool on = strcmp(argument, "on") == 0, off = strcmp(argument, "off") == 0;
    if (argument[0] != '\0' && !on && !off) {
        return refuse(why, "play %.60s: on, off or nothing is accepted", argument);
    }
    if (!w_can_move(e) && !off) {
        return refuse(why, "%s every w is shown at once; the plane z at one w can be played",
                      !plane_is_complex((plane)e->now.look.plane) ? "in the plane zw"
                                                                  : "with all-w");
    }
    double from = fmin(e->now.w_from, e->now.w_to), to = fmax(e->now.w_from, e->now.w_to);
    glide_stop(e, "w");
    e->playing = on || (!off && !e->playing);
    bool is_over = e->now.repeat == REPEAT_ONCE && e->now.w >= to;
    if (e->playing && (e->now.w < from || e->now.w > to || is_over)) {
        e->now.w = from;
        e->direction = 1;
    }
    changed(e);
    return STATUS_OK;
}

status do_step(explorer *e, const char *argument, message *why)
{
    double n[1];
    char value[40];
    if (read_numbers(argument, n, 1) != 1) {
        return refuse(why, "step %.60s: a number of steps of w is accepted", argument);
    }
    e->playing = false;
    snprintf(value, sizeof value, "%.12g", round((e->now.w + n[0] * w_step) / w_step) * w_step);
    return change_setting(e, "w", value, why);
}

/* Slower or faster by this factor. */
status do_speed_by(explorer *e, const char *factor, message *why)
{
    char value[40];
    snprintf(value, sizeof value, "%.4g", within("speed", e->now.speed * strtod(factor, NULL)));
    return change_setting(e, "speed", value, why);
}
