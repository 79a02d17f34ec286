/* Mouse and keys. What they do is a command wherever there is one. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "explorer/state.h"

static const double clicks_within = 4; /* pixels: less is no drag */

static void slide(explorer *e, double x)
{
    const zone *z = &e->zones.all[e->pointer.zone];
    double l = e->letter, width = z->where.width - l;
    double part = (x - z->where.x - 0.5 * l) / fmax(1, width);
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    double value = z->least > 0 ? z->least * pow(z->most / z->least, part)
                                : z->least + part * (z->most - z->least);
    run_line(e, "%s %.6g", z->command, value);
}

static void begin_drag(explorer *e, drag kind, const input *i)
{
    e->pointer.drag = kind;
    e->pointer.from_x = i->x;
    e->pointer.from_y = i->y;
    e->pointer.at_press = e->now;
}

static void press(explorer *e, const input *i)
{
    int n = zone_at(e, i->x, i->y), which = side_at(e, i->x, i->y);
    e->shows_hint = false;
    if (e->helps) {
        e->helps = false;
        return;
    }
    bool was_typing = e->list.types;
    e->list.types = false;
    if (n >= 0 && e->zones.all[n].slides) {
        begin_drag(e, DRAG_SLIDER, i);
        e->pointer.zone = n;
        slide(e, i->x);
    } else if (n >= 0) {
        const char *command = e->zones.all[n].command;
        if (!(was_typing && strcmp(command, "filter") == 0)) {
            run_line(e, "%s", command);
        }
    } else if (which >= 0 &&
               i->clicks >= 2) { /* the first of two clicks pinned nothing after all */
        e->now.pinned = e->pointer.before_click.pinned;
        e->now.pin_x = e->pointer.before_click.pin_x;
        e->now.pin_y = e->pointer.before_click.pin_y;
        run_line(e, "centre %.17g %.17g", plane_x(e, which, i->x), plane_y(e, which, i->y));
    } else if (which >= 0) {
        glide_stop_view(e); /* it is in the user's hand now */
        begin_drag(e, (i->held & INPUT_SHIFT) != 0 ? DRAG_BOX : DRAG_PAN, i);
    }
}

/* To the box between press and release; the shape of the region stays. */
static void zoom_to_box(explorer *e, const input *i)
{
    int which = side_at(e, e->pointer.from_x, e->pointer.from_y);
    if (which < 0 || fabs(i->x - e->pointer.from_x) < clicks_within ||
        fabs(i->y - e->pointer.from_y) < clicks_within) {
        return;
    }
    const box *b = &e->sides[which].where;
    double x = plane_x(e, which, (i->x + e->pointer.from_x) / 2);
    double y = plane_y(e, which, (i->y + e->pointer.from_y) / 2);
    double part =
        fmax(fabs(i->x - e->pointer.from_x) / b->width, fabs(i->y - e->pointer.from_y) / b->height);
    run_line(e, "look %.17g %.17g %.17g", x, y, e->now.span * part);
}

/* The view as it was when the button was pressed. */
static void put_back(explorer *e)
{
    e->now.x = e->pointer.at_press.x;
    e->now.y = e->pointer.at_press.y;
    e->now.span = e->pointer.at_press.span;
}

static void release(explorer *e, const input *i)
{
    drag was = e->pointer.drag;
    bool moved = fabs(i->x - e->pointer.from_x) >= clicks_within ||
                 fabs(i->y - e->pointer.from_y) >= clicks_within;
    e->pointer.drag = DRAG_NONE;
    if (was == DRAG_BOX) {
        zoom_to_box(e, i);
    } else if (was == DRAG_PAN && moved) {
        settings target = e->now;
        put_back(e);
        remember(e);
        e->now.x = target.x;
        e->now.y = target.y;
    } else if (was == DRAG_PAN) {
        int at = side_at(e, i->x, i->y), which = at < 0 ? 0 : at;
        double x = plane_x(e, which, i->x), y = plane_y(e, which, i->y);
        put_back(e); /* a click moves nothing */
        changed(e);
        e->pointer.before_click = e->now;
        if (e->now.pinned) {
            run_line(e, "pin off");
        } else {
            run_line(e, "pin %.17g %.17g", x, y);
        }
    }
    e->dirty = true;
}

static void move(explorer *e, const input *i)
{
    e->pointer.x = i->x;
    e->pointer.y = i->y;
    e->pointer.is_inside = true;
    if (e->pointer.drag == DRAG_PAN) {
        const box *b = &e->sides[0].where;
        e->now.x = e->pointer.at_press.x - (i->x - e->pointer.from_x) * e->now.span / b->height;
        e->now.y = e->pointer.at_press.y + (i->y - e->pointer.from_y) * e->now.span / b->height;
        e->now.x = within("x", e->now.x);
        e->now.y = within("y", e->now.y);
        changed(e);
    } else if (e->pointer.drag == DRAG_SLIDER) {
        slide(e, i->x);
    }
    e->inspection_stale = e->inspection_stale || !e->now.pinned;
    e->dirty = true;
}

static void wheel(explorer *e, const input *i)
{
    int which = side_at(e, i->x, i->y);
    if (e->tutor.lists) {
        list_key(e, i->dy > 0 ? "Up" : "Down");
    } else if (box_has(e->list.where, i->x, i->y)) {
        e->list.scroll -= (int)lround(3 * i->dy);
        e->list.scroll = e->list.scroll < 0 ? 0 : e->list.scroll;
        e->dirty = true;
    } else if (which >= 0) {
        run_line(e, "zoom %.17g %.17g %.17g", pow(1.2, i->dy), plane_x(e, which, i->x),
                 plane_y(e, which, i->y));
    }
}

/* Keys while the filter is written. True when the key was for it. */
static bool type_key(explorer *e, const char *key)
{
    size_t length = strlen(e->list.filter);
    if (strcmp(key, "Backspace") == 0) {
        while (length > 0 && ((unsigned char)e->list.filter[length - 1] & 0xC0) == 0x80) {
            length--;
        }
        e->list.filter[length > 0 ? length - 1 : 0] = '\0';
    } else if (strcmp(key, "Return") == 0) { /* the first that matches */
        for (int i = 0; i < catalogue_member_count(e->catalogue); i++) {
            const char *name = catalogue_member(e->catalogue, i);
            if (strstr(name, e->list.filter) != NULL) {
                e->list.types = false;
                run_line(e, "method %s", name);
                break;
            }
        }
    } else if (strcmp(key, "Escape") == 0 || strcmp(key, "Tab") == 0) {
        e->list.types = false;
    } else {
        return strlen(key) == 1 || strcmp(key, "space") == 0; /* comes as text, too */
    }
    e->list.scroll = 0;
    e->dirty = true;
    return true;
}

static void key(explorer *e, const char *name)
{
    e->shows_hint = false;
    e->dirty = true;
    if ((e->tutor.lists && list_key(e, name)) || (e->list.types && type_key(e, name))) {
        return;
    }
    const explorer_action *a = action_for_key(name);
    if (a != NULL) {
        message why;
        if (action_do(e, a, "", &why) != STATUS_OK) {
            say(e, true, "%s", why.text);
        }
    }
}

static void type_text(explorer *e, const char *words)
{
    size_t length = strlen(e->list.filter);
    if (e->list.types && length + strlen(words) < sizeof e->list.filter &&
        (unsigned char)words[0] >= 32) {
        memcpy(e->list.filter + length, words, strlen(words) + 1);
        e->list.scroll = 0;
        e->dirty = true;
    }
}

static void take_input(explorer *e, const input *i)
{
    switch (i->kind) {
    case INPUT_MOVE:
        move(e, i);
        return;
    case INPUT_PRESS:
        move(e, i);
        press(e, i);
        return;
    case INPUT_RELEASE:
        release(e, i);
        return;
    case INPUT_WHEEL:
        wheel(e, i);
        return;
    case INPUT_KEY:
        key(e, i->text);
        return;
    case INPUT_TEXT:
        type_text(e, i->text);
        return;
    case INPUT_DROP:
        run_line(e, "open %s", i->text);
        return;
    default:
        e->pointer.is_inside = false;
        e->dirty = true;
    }
}

void explorer_input(explorer *e, const input *i)
{
    watch w;
    tutor_watch(e, &w);
    take_input(e, i);
    tutor_noticed(e, &w);
}
