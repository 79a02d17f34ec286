#include "explorer/glide.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "explorer/state.h"
#include "numerics/number.h"

static const double longest = 60;

/* Settings that change nothing of the region. */
static const char *const light[] = {"pin_x", "pin_y", "h", "speed", "w_from", "w_to", "steps"};

/* From 0 to 1, slow at both ends. */
static double ease(double t)
{
    return t <= 0 ? 0 : t >= 1 ? 1 : t * t * (3 - 2 * t);
}

/* Words separated by blanks; false when there are not exactly so many. */
static bool read_words(const char *argument, char words[][48], int count)
{
    const char *at = argument + strspn(argument, " \t");
    for (int i = 0; i < count; i++) {
        size_t length = strcspn(at, " \t");
        if (length == 0 || length >= sizeof words[0]) {
            return false;
        }
        snprintf(words[i], sizeof words[i], "%.*s", (int)length, at);
        at += length + strspn(at + length, " \t");
    }
    return *at == '\0';
}

static bool read_value(const char *word, double least, double most, double *out)
{
    wide number = {0};
    message unused;
    bool ok = number_real(word, &number, &unused) == STATUS_OK;
    *out = number.high;
    return ok && *out >= least && *out <= most;
}

status glide_read(const char *argument, gliding *out, message *why)
{
    char words[3][48];
    const property *of = read_words(argument, words, 3) ? settings_find(words[0]) : NULL;
    *out = (gliding){.of = of};
    if (of == NULL || (of->kind != &property_number && of->kind != &property_integer)) {
        return refuse(why,
                      "glide %.80s: KEY VALUE SECONDS with a numeric setting is accepted, such as "
                      "glide w 1.5 4",
                      argument);
    }
    if (!read_value(words[1], of->least, of->most, &out->to[0])) {
        return refuse(why, "glide %s %s: a number from %g to %g is accepted", of->key, words[1],
                      of->least, of->most);
    }
    if (!read_value(words[2], 0, longest, &out->seconds)) {
        return refuse(why, "glide %s: %s seconds; from 0 to %g are accepted", of->key, words[2],
                      longest);
    }
    return STATUS_OK;
}

status fly_read(const char *argument, gliding *out, message *why)
{
    char words[4][48];
    const property *far = settings_find("x"), *span = settings_find("span");
    *out = (gliding){0};
    if (!read_words(argument, words, 4) ||
        !read_value(words[0], far->least, far->most, &out->to[0]) ||
        !read_value(words[1], far->least, far->most, &out->to[1]) ||
        !read_value(words[2], span->least, span->most, &out->to[2])) {
        return refuse(why, "fly %.80s: X Y HEIGHT SECONDS is accepted, such as fly -2 0 6 3",
                      argument);
    }
    return read_value(words[3], 0, longest, &out->seconds)
               ? STATUS_OK
               : refuse(why, "fly: %s seconds; from 0 to %g are accepted", words[3], longest);
}

static bool is_flight(const gliding *g)
{
    return g->of == NULL;
}

static bool touches(const gliding *g, const char *key)
{
    bool is_view = strcmp(key, "x") == 0 || strcmp(key, "y") == 0 || strcmp(key, "span") == 0;
    return is_flight(g) ? is_view : strcmp(g->of->key, key) == 0;
}

void glide_stop(explorer *e, const char *key)
{
    glides *all = &e->glides;
    int kept = 0;
    for (int i = 0; i < all->count; i++) {
        if (!touches(&all->of[i], key)) {
            all->of[kept++] = all->of[i];
        }
    }
    all->count = kept;
}

void glide_stop_view(explorer *e)
{
    glide_stop(e, "x");
    glide_stop(e, "y");
    glide_stop(e, "span");
}

static double setting_value(const explorer *e, const property *of)
{
    const void *at = settings_value(&e->now, of);
    return of->kind == &property_integer ? *(const int *)at : *(const double *)at;
}

static void set_value(explorer *e, const property *of, double value)
{
    void *at = settings_field(&e->now, of);
    if (of->kind == &property_integer) {
        *(int *)at = (int)lround(value);
    } else {
        *(double *)at = value;
    }
}

/* Between two heights geometrically: a zoom has the same speed all the way. */
static double between(double from, double to, double part, bool is_geometric)
{
    return part >= 1 ? to : is_geometric ? from * pow(to / from, part) : from + (to - from) * part;
}

/* The middle moves as the height does, so that what both views have in common stays in its place:
 * part (h - h0) / (h1 - h0) of the way, which is the part itself when the heights are equal. */
static void fly_to(explorer *e, const gliding *g, double part)
{
    double rate = log(g->to[2] / g->from[2]);
    double moved = part >= 1 || rate == 0 ? part : expm1(part * rate) / expm1(rate);
    e->now.x = between(g->from[0], g->to[0], moved, false);
    e->now.y = between(g->from[1], g->to[1], moved, false);
    e->now.span = between(g->from[2], g->to[2], part, true);
}

static bool is_light(const gliding *g)
{
    bool found = false;
    for (size_t i = 0; !is_flight(g) && i < sizeof light / sizeof light[0]; i++) {
        found = found || strcmp(light[i], g->of->key) == 0;
    }
    return found;
}

/* False: double precision has no such view. */
static bool move(explorer *e, const gliding *g, double when)
{
    settings held = e->now;
    message why;
    double part = g->seconds > 0 ? ease((when - g->began) / g->seconds) : 1;
    if (is_flight(g)) {
        fly_to(e, g, part);
    } else { /* as sliders: a range of positive numbers is logarithmic */
        set_value(e, g->of, between(g->from[0], g->to[0], part, g->of->least > 0));
    }
    view v = view_of_side(e, 0, 1);
    if (view_check(&v, &why) != STATUS_OK) {
        e->now = held;
        say(e, true, "%s", why.text);
        return false;
    }
    if (is_light(g)) {
        e->inspection_stale = e->dirty = true;
    } else {
        changed(e);
    }
    return true;
}

void glide_tick(explorer *e, double when)
{
    glides *all = &e->glides;
    int kept = 0;
    for (int i = 0; i < all->count; i++) {
        const gliding g = all->of[i];
        bool goes_on = move(e, &g, when) && when < g.began + g.seconds;
        if (goes_on) {
            all->of[kept++] = g;
        }
    }
    all->count = kept;
}

bool explorer_glides(const explorer *e)
{
    return e->glides.count > 0;
}

static void start(explorer *e, gliding g)
{
    g.began = e->time;
    e->glides.of[e->glides.count++] = g;
    glide_tick(e, e->time);
    e->dirty = true;
}

status do_glide(explorer *e, const char *argument, message *why)
{
    gliding g;
    TRY(glide_read(argument, &g, why));
    glide_stop(e, g.of->key);
    if (e->glides.count == MOST_GLIDES) {
        return refuse(why, "glide %s: more than %d settings at a time", g.of->key, MOST_GLIDES);
    }
    e->playing = e->playing && strcmp(g.of->key, "w") != 0;
    g.from[0] = setting_value(e, g.of);
    start(e, g);
    return STATUS_OK;
}

status do_fly(explorer *e, const char *argument, message *why)
{
    gliding g;
    TRY(fly_read(argument, &g, why));
    settings held = e->now;
    e->now.x = g.to[0];
    e->now.y = g.to[1];
    e->now.span = g.to[2];
    view v = view_of_side(e, 0, 1);
    bool can = view_check(&v, why) == STATUS_OK;
    e->now = held;
    if (!can) {
        return refuse(why, "fly %.80s: double precision cannot show that view", argument);
    }
    glide_stop_view(e);
    if (e->glides.count == MOST_GLIDES) {
        return refuse(why, "fly: more than %d motions at a time", MOST_GLIDES);
    }
    remember(e);
    g.from[0] = e->now.x;
    g.from[1] = e->now.y;
    g.from[2] = e->now.span;
    start(e, g);
    return STATUS_OK;
}
