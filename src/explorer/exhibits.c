/* The stage: exhibits in place of the region, or beside it, and their clock. */
#include "explorer/exhibits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "explorer/state.h"
#include "picture/labels.h"
#include "picture/ticks.h"
#include "scene/scene.h"

/* How long the solution of `solution` is, in steps. */
static const int usual_steps = 20;

static const uint32_t lit = 0xFF2F6FB0, bar_ink = 0xFFE6EAEE, edge = 0xFF3C4652;

/* What is on the stage. */
typedef struct staging {
    char text[SETTINGS_STAGE_SIZE]; /* the description it was made from */
    stage_plan plan;
    solution *solutions[EXHIBIT_MOST];
    motion_exhibit *motions[EXHIBIT_MOST];
    roots_exhibit roots;
    char roots_name[SETTINGS_NAME_SIZE]; /* of the method they are of */
    long long roots_changed;
    int roots_motion;
    double t;               /* of the systems */
    bool playing, is_fresh; /* fresh: what passed before the next tick does not count */
    bool follows;           /* it is the solution at the pin, wherever that goes, for any w */
    box where;
} staging;

int exhibits_count(const explorer *e)
{
    return e->staging != NULL ? e->staging->plan.count : 0;
}

double exhibits_time(const explorer *e)
{
    return e->staging != NULL ? e->staging->t : 0;
}

bool exhibits_are_playing(const explorer *e)
{
    return e->staging != NULL && e->staging->playing;
}

const solution *exhibits_solution(const explorer *e, int i)
{
    return e->staging != NULL ? e->staging->solutions[i] : NULL;
}

const motion_exhibit *exhibits_motion(const explorer *e, int i)
{
    return e->staging != NULL ? e->staging->motions[i] : NULL;
}

const roots_exhibit *exhibits_roots(const explorer *e, int i)
{
    const staging *s = e->staging;
    bool is_one = i < exhibits_count(e) && s->plan.exhibits[i].kind == EXHIBIT_ROOTS;
    return is_one ? &s->roots : NULL;
}

bool exhibits_hide_region(const explorer *e)
{
    return exhibits_count(e) > 0 && e->now.stage_place == STAGE_WHOLE;
}

status exhibits_refuse(const char *what, message *why)
{
    return refuse(why, "%s: the region is hidden; T shows it beside the exhibits, Escape alone",
                  what);
}

bool exhibits_have_clock(const explorer *e)
{
    return exhibits_count(e) > 0 && e->staging->plan.end > 0;
}

bool exhibits_are_busy(const explorer *e)
{
    bool busy = false;
    for (int i = 0; i < exhibits_count(e); i++) {
        const motion_exhibit *m = e->staging->motions[i];
        busy = busy || (m != NULL && motion_is_busy(m));
    }
    return busy;
}

bool exhibits_are_moving(const explorer *e)
{
    return exhibits_are_playing(e) && !exhibits_are_busy(e);
}

static void staging_destroy(staging *s)
{
    for (int i = 0; i < EXHIBIT_MOST && s != NULL; i++) {
        solution_destroy(s->solutions[i]);
        motion_destroy(s->motions[i]);
    }
    free(s);
}

void exhibits_clear(explorer *e)
{
    staging_destroy(e->staging);
    e->staging = NULL;
}

/* Makes what a plan says; the caller clears it in every case. */
static status make(explorer *e, const stage_plan *plan, solution **solutions,
                   motion_exhibit **motions, message *why)
{
    for (int i = 0; i < plan->count; i++) {
        const exhibit_plan *p = &plan->exhibits[i];
        if (p->kind == EXHIBIT_SOLUTION) {
            TRY(solution_create(p, e->catalogue, &solutions[i], why));
        } else if (p->kind == EXHIBIT_MOTION) {
            TRY(motion_create(p, e->catalogue, e->hooks.wake, e->hooks.context, &motions[i], why));
        }
    }
    return STATUS_OK;
}

status exhibits_open(explorer *e, bool again, message *why)
{
    staging *fresh = NULL;
    if (!again && strcmp(e->staging != NULL ? e->staging->text : "", e->now.stage) == 0) {
        return STATUS_OK;
    }
    status s;
    TRY_OR_END(memory_allocate(&fresh, 1, sizeof *fresh, why));
    TRY_OR_END(stage_plan_read(e->catalogue, e->now.stage, &fresh->plan, why));
    TRY_OR_END(make(e, &fresh->plan, fresh->solutions, fresh->motions, why));
    memcpy(fresh->text, e->now.stage, sizeof fresh->text);
    fresh->playing = fresh->plan.end > 0;
    fresh->is_fresh = true;
    exhibits_clear(e);
    e->staging = fresh;
    return STATUS_OK;
end:
    staging_destroy(fresh);
    return s;
}

bool exhibits_pass(explorer *e, double seconds)
{
    staging *s = e->staging;
    bool news = false;
    for (int i = 0; i < exhibits_count(e); i++) {
        if (s->motions[i] != NULL && motion_collect(s->motions[i])) {
            news = true;
            s->is_fresh = true; /* the clock starts now */
        }
    }
    if (!exhibits_are_moving(e)) {
        return news;
    }
    if (!s->is_fresh) {
        s->t += seconds * s->plan.speed;
    }
    s->is_fresh = false;
    if (s->t >= s->plan.end) {
        s->t = s->plan.end;
        s->playing = false;
    }
    return true;
}

status exhibits_play(explorer *e, const char *argument, message *why)
{
    staging *s = e->staging;
    bool on = strcmp(argument, "on") == 0, off = strcmp(argument, "off") == 0;
    if (argument[0] != '\0' && !on && !off) {
        return refuse(why, "play %.60s: on, off or nothing is accepted", argument);
    }
    s->playing = on || (!off && !s->playing);
    if (s->playing && s->t >= s->plan.end) {
        s->t = 0;
    }
    s->is_fresh = true; /* nobody knows how long the pause was */
    e->dirty = true;
    return STATUS_OK;
}

/* seek T: the time of the exhibits */
status do_seek(explorer *e, const char *argument, message *why)
{
    char *end = NULL;
    if (!exhibits_have_clock(e)) {
        return refuse(why, "seek %.60s: nothing on the stage has a time", argument);
    }
    double t = strtod(argument, &end), last = e->staging->plan.end;
    if (end == argument || *end != '\0' || !(t >= 0) || !(t <= last)) {
        return refuse(why, "seek %.60s: a time from 0 to %g is accepted", argument, last);
    }
    e->staging->t = t;
    e->staging->is_fresh = true;
    e->dirty = true;
    return STATUS_OK;
}

static status put_on(explorer *e, const char *description, message *why)
{
    TRY(change_setting(e, "stage", description, why));
    return change_setting(e, "stage_place", "half", why);
}

/* What the method computes at the inspected place. */
static status describe_solution(const explorer *e, char *line, size_t size, message *why)
{
    double complex z;
    double w;
    inspected_numbers(e, &z, &w);
    if (strlen(e->now.method) >= EXHIBIT_NAME_SIZE || strchr(e->now.method, ' ') != NULL) {
        return refuse(why,
                      "solution: method %.100s; for the stage a name without spaces, of less than "
                      "%d letters, is accepted",
                      e->now.method, EXHIBIT_NAME_SIZE);
    }
    snprintf(line, size,
             "test-equation lambda=%.10g%+.10gi omega=%.10g motion=%s method=%.260s h=1 t1=%d",
             creal(z), cimag(z), w, motion_name((motion)e->now.look.motion), e->now.method,
             usual_steps);
    return STATUS_OK;
}

/* solution: the same on the stage; the place is pinned */
status do_solution(explorer *e, const char *argument, message *why)
{
    double x, y;
    char line[SETTINGS_STAGE_SIZE];
    (void)argument;
    TRY(describe_solution(e, line, sizeof line, why));
    inspected_place(e, &x, &y);
    if (strcmp(e->now.stage, line) == 0) {
        return change_setting(e, "stage", "", why);
    }
    TRY(put_on(e, line, why));
    e->staging->follows = true;
    put_pin(e, x, y);
    return STATUS_OK;
}

status exhibits_follow(explorer *e, message *why)
{
    char line[SETTINGS_STAGE_SIZE];
    if (e->staging == NULL || !e->staging->follows || !e->now.pinned) {
        return STATUS_OK;
    }
    TRY(describe_solution(e, line, sizeof line, why));
    TRY(change_setting(e, "stage", line, why));
    e->staging->follows = true;
    return STATUS_OK;
}

/* roots: those of the inspected place, large */
status do_roots(explorer *e, const char *argument, message *why)
{
    (void)argument;
    return strcmp(e->now.stage, "roots") == 0 ? change_setting(e, "stage", "", why)
                                              : put_on(e, "roots", why);
}

double exhibits_layout(explorer *e, double width, double height)
{
    double left = e->now.stage_place == STAGE_HALF ? round(width / 2) : 0;
    bool is_on = exhibits_count(e) > 0;
    if (is_on) {
        e->staging->where = (box){left, 0, width - left, height};
    }
    return is_on && left > 0 ? left : width;
}

/* The roots where things are now; another method begins anew. */
static void find_roots(explorer *e)
{
    staging *s = e->staging;
    roots_exhibit *r = &s->roots;
    const shown *of = &e->sides[0].of;
    double complex z;
    double w;
    evaluation now;
    inspected_numbers(e, &z, &w);
    bool same = strcmp(s->roots_name, of->name) == 0 && s->roots_changed == of->changed &&
                s->roots_motion == e->now.look.motion;
    if (same && r->z == z && r->w == w) {
        return;
    }
    if (!same) {
        roots_forget(r);
        memcpy(s->roots_name, of->name, sizeof s->roots_name);
        s->roots_changed = of->changed;
        s->roots_motion = e->now.look.motion;
        label_method(method_describe(of->method), r->title, sizeof r->title);
    }
    r->z = z;
    r->w = w;
    r->has_w = !is_for_odes(of);
    const char *reason = why_empty(e, 0);
    r->is_known =
        reason == NULL && phi_evaluate(of->phi, (wide){.high = creal(z)}, (wide){.high = cimag(z)},
                                       (wide){.high = w}, &now, &r->why) == STATUS_OK;
    if (reason != NULL) {
        snprintf(r->why.text, sizeof r->why.text, "%s", reason);
    }
    if (r->is_known) {
        roots_move(r, &now);
    }
}

/* Play, time, close. */
static void draw_bar(explorer *e, canvas *c, box b)
{
    const staging *s = e->staging;
    double l = e->letter, x = b.x + 0.5 * l, right = b.x + b.width - 0.5 * l, high = 1.6 * l;
    double y = b.y + (b.height - high) / 2, middle = y + high / 2;
    box close = {right - 4 * l, y, 4 * l, high};
    cursor k = {.e = e, .c = c, .l = l};
    panel_button(&k, close, false, NULL, "escape");
    if (!exhibits_have_clock(e)) {
        return;
    }
    bool is_over = s->t >= s->plan.end;
    panel_button(&k, (box){x, y, 4.4 * l, high}, false,
                 s->playing ? "pause"
                 : is_over  ? "again"
                            : NULL,
                 "play");
    char line[80];
    snprintf(line, sizeof line, "/t/ = %.2f", s->t);
    double left = x + 5.2 * l, width = close.x - 6.4 * l - left;
    canvas_text(c, close.x - 5.4 * l, middle + 0.35 * l, 1.05 * l, CANVAS_START, bar_ink, line);
    if (width < 3 * l) {
        return;
    }
    zone *z = zone_add(e, (box){left - 0.5 * l, y, width + l, high}, NULL, "seek");
    z->slides = true;
    z->least = 0;
    z->most = s->plan.end;
    double at = left + s->t / s->plan.end * width;
    canvas_fill(c, (box){left, middle - 0.14 * l, width, 0.28 * l}, 0.14 * l, edge);
    canvas_fill(c, (box){left, middle - 0.14 * l, at - left, 0.28 * l}, 0.14 * l, lit);
    canvas_circle(c, at, middle, 0.45 * l, 0, bar_ink);
}

/* Letters as large as the box allows: larger than those of the window, most of all for an audience.
 */
static double letter_for(const explorer *e, box b)
{
    double wanted = (e->now.presents ? 1.05 : 1.25) * e->letter;
    return fmax(0.7 * e->letter, fmin(wanted, fmin(b.width / 30, b.height / 20)));
}

static void draw_one(explorer *e, canvas *c, int i, box b)
{
    staging *s = e->staging;
    double l = letter_for(e, b);
    if (s->solutions[i] != NULL) {
        solution_draw(s->solutions[i], c, b, l, s->t);
    } else if (s->motions[i] != NULL) {
        motion_draw(s->motions[i], c, b, l, s->t, scene_trail_seconds * s->plan.speed);
    } else {
        roots_draw(&s->roots, c, b, l);
    }
}

void exhibits_draw(explorer *e, canvas *c)
{
    staging *s = e->staging;
    double l = e->letter, gap = round(0.5 * l), bar = e->tutor.films ? gap : round(2.3 * l);
    int count = exhibits_count(e);
    if (count == 0 || s->where.width < 4 * gap || s->where.height < bar + 4 * gap) {
        return;
    }
    if (exhibits_roots(e, 0) != NULL || exhibits_roots(e, 1) != NULL) {
        find_roots(e);
    }
    double across = floor((s->where.width - gap * (count + 1)) / count);
    double high = floor(s->where.height - gap - bar);
    canvas_fill(c, s->where, 0, 0xFF11151A);
    for (int i = 0; i < count; i++) {
        draw_one(e, c, i, (box){s->where.x + gap + i * (across + gap), gap, across, high});
    }
    if (!e->tutor.films) {
        draw_bar(e, c, (box){s->where.x, gap + high, s->where.width, bar});
    }
}
