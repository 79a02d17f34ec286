/* Mouse and keys. What they do is a command wherever there is one. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "explorer/parts.h"

static const double clicks_within = 4; /* pixels: less is no drag */

static void slide(explorer *e, double x)
{
    const zone *z = &e->zones[e->drag_zone];
    double l = e->letter, width = z->where.width - l;
    double part = (x - z->where.x - 0.5 * l) / fmax(1, width);
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    double value = z->least > 0 ? z->least * pow(z->most / z->least, part)
                                : z->least + part * (z->most - z->least);
    char line[260];
    snprintf(line, sizeof line, "%.*s %.6g", (int)strcspn(z->command, " "), z->command, value);
    run_line(e, line);
}

static void begin_drag(explorer *e, drag kind, const input *i)
{
    e->drag = kind;
    e->drag_x = i->x;
    e->drag_y = i->y;
    e->drag_start = e->now;
}

static int zone_at(const explorer *e, double x, double y)
{
    for (int n = e->zone_count - 1; n >= 0; n--) {
        if (box_has(e->zones[n].where, x, y)) {
            return n;
        }
    }
    return -1;
}

static void press(explorer *e, const input *i)
{
    int n = zone_at(e, i->x, i->y), which = side_at(e, i->x, i->y);
    e->shows_hint = false;
    if (e->helps) {
        e->helps = false;
        return;
    }
    bool was_typing = e->typing;
    e->typing = false;
    if (n >= 0 && e->zones[n].slides) {
        begin_drag(e, DRAG_SLIDER, i);
        e->drag_zone = n;
        slide(e, i->x);
    } else if (n >= 0) {
        char command[sizeof e->zones[n].command];
        snprintf(command, sizeof command, "%s", e->zones[n].command);
        if (!(was_typing && strcmp(command, "filter") == 0)) {
            run_line(e, command);
        }
    } else if (which >= 0 && i->clicks >= 2) {
        char line[120]; /* the first of the two clicks pinned nothing after all */
        e->now.pinned = e->before_click.pinned;
        e->now.pin_x = e->before_click.pin_x;
        e->now.pin_y = e->before_click.pin_y;
        snprintf(line, sizeof line, "centre %.17g %.17g", plane_x(e, which, i->x),
                 plane_y(e, which, i->y));
        run_line(e, line);
    } else if (which >= 0) {
        glide_stop_view(e); /* it is in the user's hand now */
        begin_drag(e, (i->held & INPUT_SHIFT) != 0 ? DRAG_BOX : DRAG_PAN, i);
    }
}

/* To the box between press and release; the shape of the region stays. */
static void zoom_to_box(explorer *e, const input *i)
{
    int which = side_at(e, e->drag_x, e->drag_y);
    if (which < 0 || fabs(i->x - e->drag_x) < clicks_within ||
        fabs(i->y - e->drag_y) < clicks_within) {
        return;
    }
    const box *b = &e->sides[which].where;
    double x = plane_x(e, which, (i->x + e->drag_x) / 2);
    double y = plane_y(e, which, (i->y + e->drag_y) / 2);
    double part = fmax(fabs(i->x - e->drag_x) / b->width, fabs(i->y - e->drag_y) / b->height);
    char line[200];
    snprintf(line, sizeof line, "look %.17g %.17g %.17g", x, y, e->now.span * part);
    run_line(e, line);
}

/* The view as it was when the button was pressed. */
static void put_back(explorer *e)
{
    e->now.x = e->drag_start.x;
    e->now.y = e->drag_start.y;
    e->now.span = e->drag_start.span;
}

static void release(explorer *e, const input *i)
{
    drag was = e->drag;
    bool moved = fabs(i->x - e->drag_x) >= clicks_within || fabs(i->y - e->drag_y) >= clicks_within;
    e->drag = DRAG_NONE;
    if (was == DRAG_BOX) {
        zoom_to_box(e, i);
    } else if (was == DRAG_PAN && moved) {
        settings target = e->now;
        put_back(e);
        remember(e);
        e->now.x = target.x;
        e->now.y = target.y;
    } else if (was == DRAG_PAN) {
        char line[120];
        int which = side_at(e, i->x, i->y);
        snprintf(line, sizeof line, "pin %.17g %.17g", plane_x(e, which < 0 ? 0 : which, i->x),
                 plane_y(e, which < 0 ? 0 : which, i->y));
        put_back(e); /* a click moves nothing */
        changed(e);
        e->before_click = e->now;
        run_line(e, e->now.pinned ? "pin off" : line);
    }
    e->dirty = true;
}

static void move(explorer *e, const input *i)
{
    e->mouse_x = i->x;
    e->mouse_y = i->y;
    e->mouse_inside = true;
    if (e->drag == DRAG_PAN) {
        const box *b = &e->sides[0].where;
        e->now.x = e->drag_start.x - (i->x - e->drag_x) * e->now.span / b->height;
        e->now.y = e->drag_start.y + (i->y - e->drag_y) * e->now.span / b->height;
        const setting *far = settings_find("x");
        e->now.x = fmax(far->least, fmin(far->most, e->now.x));
        e->now.y = fmax(far->least, fmin(far->most, e->now.y));
        changed(e);
    } else if (e->drag == DRAG_SLIDER) {
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
    } else if (box_has(e->list, i->x, i->y)) {
        e->scroll -= (int)lround(3 * i->dy);
        e->scroll = e->scroll < 0 ? 0 : e->scroll;
        e->dirty = true;
    } else if (which >= 0) {
        char line[200];
        snprintf(line, sizeof line, "zoom %.17g %.17g %.17g", pow(1.2, i->dy),
                 plane_x(e, which, i->x), plane_y(e, which, i->y));
        run_line(e, line);
    }
}

/* Keys while the filter is written. True when the key was for it. */
static bool type_key(explorer *e, const char *key)
{
    size_t length = strlen(e->filter);
    if (strcmp(key, "Backspace") == 0) {
        while (length > 0 && ((unsigned char)e->filter[length - 1] & 0xC0) == 0x80) {
            length--;
        }
        e->filter[length > 0 ? length - 1 : 0] = '\0';
    } else if (strcmp(key, "Return") == 0) { /* the first that matches */
        for (int i = 0; i < catalogue_member_count(e->catalogue); i++) {
            const char *name = catalogue_member(e->catalogue, i);
            if (strstr(name, e->filter) != NULL) {
                char line[300];
                snprintf(line, sizeof line, "method %s", name);
                e->typing = false;
                run_line(e, line);
                break;
            }
        }
    } else if (strcmp(key, "Escape") == 0 || strcmp(key, "Tab") == 0) {
        e->typing = false;
    } else {
        return strlen(key) == 1 || strcmp(key, "space") == 0; /* comes as text, too */
    }
    e->scroll = 0;
    e->dirty = true;
    return true;
}

static void key(explorer *e, const char *name)
{
    e->shows_hint = false;
    e->dirty = true;
    if ((e->tutor.lists && list_key(e, name)) || (e->typing && type_key(e, name))) {
        return;
    }
    const explorer_action *a = action_for_key(name);
    if (a != NULL) {
        message why;
        if (a->run(e, "", &why) != STATUS_OK) {
            say(e, true, "%s", why.text);
        }
    }
}

static void type_text(explorer *e, const char *words)
{
    size_t length = strlen(e->filter);
    if (e->typing && length + strlen(words) < sizeof e->filter && (unsigned char)words[0] >= 32) {
        memcpy(e->filter + length, words, strlen(words) + 1);
        e->scroll = 0;
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
    case INPUT_DROP: {
        char line[COMMAND_SIZE];
        snprintf(line, sizeof line, "open %s", i->text);
        run_line(e, line);
        return;
    }
    default:
        e->mouse_inside = false;
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
