#include "explorer/explorer.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "drawing/rendering.h"
#include "explorer/exhibits.h"
#include "explorer/marks.h"
#include "explorer/panel.h"
#include "explorer/state.h"

/* How long a message stays, and how often files are looked at. */
static const double said_for = 6, looks_every = 0.5;

void say(explorer *e, bool error, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(e->notice.text, sizeof e->notice.text, format, values);
    va_end(values);
    e->notice.is_error = error;
    e->notice.until = e->time + said_for;
    e->dirty = true;
}

const char *explorer_says(const explorer *e)
{
    return e->notice.text;
}

void changed(explorer *e)
{
    for (int i = 0; i < SIDES; i++) {
        e->sides[i].stale = true;
    }
    e->inspection_stale = true;
    e->dirty = true;
    check_stop(e);
    e->shows_checking = false;
}

static status open_shown(const explorer *e, const char *name, shown *s, message *why)
{
    return shown_open(s, e->catalogue, name, (motion)e->now.look.motion, why);
}

static status reopen_overlays(explorer *e, message *why)
{
    int count = 0;
    status s = STATUS_OK;
    for (const char *at = e->now.overlays; *at != '\0';) {
        char name[SETTINGS_NAME_SIZE];
        at += strspn(at, " ");
        size_t length = strcspn(at, " ");
        if (length == 0) {
            break;
        }
        if (count == MOST_OVERLAYS) {
            return refuse(why, "more than %d overlays", MOST_OVERLAYS);
        }
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        TRY_OR_END(open_shown(e, name, &e->overlays[count], why));
        count++;
        at += length;
    }
end:
    for (int i = count; i < MOST_OVERLAYS; i++) {
        shown_clear(&e->overlays[i]);
    }
    e->overlay_count = count;
    return s;
}

/* In this order; what comes after something that cannot be opened stays as it was. */
static status open_all(explorer *e, message *why)
{
    palette *fresh = NULL;
    bool compares = e->now.other[0] != '\0';
    TRY(open_shown(e, e->now.method, &e->sides[0].of, why));
    if (compares) {
        TRY(open_shown(e, e->now.other, &e->sides[1].of, why));
    }
    e->side_count = 1 + compares;
    TRY(reopen_overlays(e, why));
    TRY(palette_open(e->assets, e->now.look.palette, &fresh, why));
    palette_destroy(e->palette);
    e->palette = fresh;
    spectrum_clear(&e->spectrum);
    TRY(drawing_open_spectrum(&e->now.look, &e->spectrum, why));
    TRY(mark_check(e->now.marked, why));
    return exhibits_open(e, false, why);
}

status reopen(explorer *e, message *why)
{
    refine_stop(e);
    check_stop(e);
    if (isinf(e->notice.until)) {
        e->notice.text[0] = '\0';
        e->notice.until = 0;
    }
    e->list.follows = strcmp(e->sides[0].of.name, e->now.method) != 0;
    status s = open_all(e, why);
    layout(e);
    changed(e);
    return s;
}

status explorer_create(const char *assets, const settings *initial, const explorer_hooks *hooks,
                       explorer **out, message *why)
{
    explorer *e = NULL;
    status s;
    *out = NULL;
    TRY(memory_allocate(&e, 1, sizeof *e, why));
    snprintf(e->assets, sizeof e->assets, "%s", assets);
    e->now = *initial;
    e->hooks = hooks != NULL ? *hooks : (explorer_hooks){0};
    e->direction = 1;
    snprintf(e->last_other, sizeof e->last_other, "%s", "gauss-lobatto:2");
    e->scale = 1;
    e->shows_hint = true;
    e->width = 1280;
    e->height = 720;
    palette_list(assets, &e->palettes);
    TRY_OR_END(catalogue_create(assets, &e->catalogue, why));
    TRY_OR_END(reopen(e, why));
    *out = e;
    return STATUS_OK;
end:
    explorer_destroy(e);
    return s;
}

void explorer_destroy(explorer *e)
{
    if (e == NULL) {
        return;
    }
    refine_stop(e);
    check_stop(e);
    record_stop(e);
    reckon_stop(e);
    exhibits_clear(e);
    tutor_clear(&e->tutor);
    for (int i = 0; i < SIDES; i++) {
        shown_clear(&e->sides[i].of);
        field_clear(&e->sides[i].field);
        free(e->sides[i].colours);
    }
    for (int i = 0; i < MOST_OVERLAYS; i++) {
        shown_clear(&e->overlays[i]);
    }
    inspection_clear(&e->inspection);
    validation_clear(&e->checking.result);
    spectrum_clear(&e->spectrum);
    gpu_close(e->gpu);
    palette_destroy(e->palette);
    catalogue_destroy(e->catalogue);
    free(e);
}

void explorer_resize(explorer *e, int width, int height, double scale)
{
    width = width > 1 ? width : 1;
    height = height > 1 ? height : 1;
    scale = scale > 0 ? scale : 1;
    e->dirty = true; /* in any case: what was on the screen may be gone */
    if (width != e->width || height != e->height || scale != e->scale) {
        e->width = width;
        e->height = height;
        e->scale = scale;
        bool checks = e->shows_checking;
        layout(e);
        changed(e);
        if (checks) {
            tutor_check_again(e);
        }
    }
}

const char *why_empty(const explorer *e, int which)
{
    const shown *s = &e->sides[which].of;
    if (s->phi == NULL) {
        return s->why_not.text;
    }
    if (is_for_odes(s) && plane_has_every_w((plane)e->now.look.plane)) {
        return "this method is for ODEs only: there is no w, only the plane z";
    }
    return drawing_has_all_w(&e->now.look) && phi_describe(s->phi)->spin == PHI_NEEDS_W
               ? "with this kernel there is no polynomial in w, and no worst case of all w"
               : NULL;
}

/* The middle stays, whatever the shape of the rectangle. */
view view_of_side(const explorer *e, int which, int scale)
{
    const side *s = &e->sides[which];
    int width = (int)s->where.width / scale, height = (int)s->where.height / scale;
    width = width > 1 ? width : 1;
    height = height > 1 ? height : 1;
    double unit = e->now.span / s->where.height;
    double w = is_for_odes(&s->of) ? 0 : e->now.w;
    double across = unit * s->where.width;
    view v = {.plane = (plane)e->now.look.plane,
              .x0 = e->now.x - across / 2,
              .x1 = e->now.x + across / 2,
              .y0 = e->now.y - e->now.span / 2,
              .y1 = e->now.y + e->now.span / 2,
              .width = width,
              .height = height,
              .w = w};
    bool is_plane_z = plane_is_complex(v.plane);
    v.chart = (view_chart)e->now.look.chart;
    v.every_w = is_plane_z && drawing_has_all_w(&e->now.look);
    if (v.every_w && !is_for_odes(&s->of)) {
        v.w = e->now.look.all_w[0];
        v.w_most = e->now.look.all_w[1];
    }
    return v;
}

bool shows_spectrum(const explorer *e)
{
    return w_can_move(e) && e->now.look.chart == CHART_PLAIN;
}

bool w_can_move(const explorer *e)
{
    return plane_is_complex((plane)e->now.look.plane) && !drawing_has_all_w(&e->now.look);
}

void usual_look(const explorer *e, double *x, double *y, double *span)
{
    const box *b = &e->sides[0].where;
    int width = (int)fmax(1, b->width), height = (int)fmax(1, b->height);
    view v =
        view_usual((view_chart)e->now.look.chart, (plane)e->now.look.plane, 0, NULL, width, height);
    const settings initial = settings_initial();
    bool is_plain = e->now.look.chart == CHART_PLAIN;
    double across = (v.x1 - v.x0) * height / width;
    *x = is_plain ? initial.x : (v.x0 + v.x1) / 2;
    *y = is_plain ? initial.y : (v.y0 + v.y1) / 2;
    *span = is_plain ? initial.span : fmax(v.y1 - v.y0, across);
}

double plane_x(const explorer *e, int which, double px)
{
    const box *b = &e->sides[which].where;
    return e->now.x + (px - b->x - b->width / 2) * e->now.span / b->height;
}

double plane_y(const explorer *e, int which, double py)
{
    const box *b = &e->sides[which].where;
    return e->now.y - (py - b->y - b->height / 2) * e->now.span / b->height;
}

int side_at(const explorer *e, double x, double y)
{
    for (int i = 0; i < e->side_count && !exhibits_hide_region(e); i++) {
        if (box_has(e->sides[i].where, x, y)) {
            return i;
        }
    }
    return -1;
}

void inspected_place(const explorer *e, double *x, double *y)
{
    int which = e->pointer.is_inside ? side_at(e, e->pointer.x, e->pointer.y) : -1;
    *x = e->now.pin_x;
    *y = e->now.pin_y;
    if (!e->now.pinned && which >= 0) {
        *x = plane_x(e, which, e->pointer.x);
        *y = plane_y(e, which, e->pointer.y);
    }
}

/* Playing moves w, and turns or starts again at the ends. */
static void play(explorer *e, double seconds)
{
    double from = fmin(e->now.w_from, e->now.w_to), to = fmax(e->now.w_from, e->now.w_to);
    double w = e->now.w + e->direction * e->now.speed * fmin(seconds, 0.25);
    if (w > to || w < from) {
        double over = w > to ? w - to : from - w;
        bool up = w > to;
        switch ((repeat)e->now.repeat) {
        case REPEAT_PINGPONG:
            e->direction = up ? -1 : 1;
            w = up ? fmax(from, to - over) : fmin(to, from + over);
            break;
        case REPEAT_LOOP:
            w = up ? fmin(to, from + over) : fmax(from, to - over);
            break;
        default:
            w = up ? to : from;
            e->playing = false;
        }
    }
    e->now.w = w;
    changed(e);
}

/* A method file that was saved again is opened again; the old one stays when it is broken. */
static void look_at_file(explorer *e, shown *s)
{
    long long saved = shown_saved_again(s);
    if (saved == 0) {
        return;
    }
    message why;
    char name[SETTINGS_NAME_SIZE];
    snprintf(name, sizeof name, "%s", s->name);
    refine_stop(e);
    check_stop(e);
    if (open_shown(e, name, s, &why) == STATUS_OK) {
        say(e, false, "%.200s was read again", name);
    } else {
        s->changed = saved;
        say(e, true, "%s", why.text);
        e->notice.until = INFINITY; /* as long as the file is broken */
    }
    changed(e);
}

static void look_at_files(explorer *e)
{
    for (int i = 0; i < e->side_count; i++) {
        look_at_file(e, &e->sides[i].of);
    }
    for (int i = 0; i < e->overlay_count; i++) {
        look_at_file(e, &e->overlays[i]);
    }
}

bool explorer_tick(explorer *e, double now)
{
    double passed = e->last_tick > 0 ? now - e->last_tick : 0;
    e->time = e->last_tick = now;
    if (e->playing) {
        play(e, passed);
    }
    tutor_tick(e, passed);
    glide_tick(e, now);
    if (now - e->last_look > looks_every) {
        e->last_look = now;
        look_at_files(e);
    }
    if (e->notice.text[0] != '\0' && now > e->notice.until) {
        e->notice.text[0] = '\0';
        e->dirty = true;
    }
    region_refine(e);
    bool refined = refine_collect(e), checked = check_collect(e), recorded = record_collect(e);
    bool reckoned = reckon_update(e), shows = exhibits_pass(e, passed);
    e->dirty = e->dirty || refined || checked || recorded || reckoned || shows;
    return e->dirty;
}

double explorer_patience(const explorer *e)
{
    bool watches = false;
    for (int i = 0; i < e->side_count; i++) {
        watches = watches || e->sides[i].of.changed != 0;
    }
    for (int i = 0; i < e->overlay_count; i++) {
        watches = watches || e->overlays[i].changed != 0;
    }
    if (e->playing || e->dirty || exhibits_are_moving(e) || explorer_glides(e)) {
        return 0;
    }
    if (explorer_is_busy(e)) {
        return 0.02;
    }
    double until = e->notice.text[0] != '\0' ? fmax(0.01, e->notice.until - e->time) : 3600;
    return fmin(fmin(until, tutor_patience(e)), watches ? looks_every : 3600);
}

bool explorer_is_busy(const explorer *e)
{
    return e->refining.job.is_running || e->checking.job.is_running ||
           e->recording.job.is_running || region_is_coarse(e) || reckon_is_busy(e) ||
           exhibits_are_busy(e);
}

bool explorer_has_quit(const explorer *e)
{
    return e->quits;
}

const settings *explorer_settings(const explorer *e)
{
    return &e->now;
}

void inspected_numbers(const explorer *e, double complex *z, double *w)
{
    double x, y;
    const view v = view_of_side(e, 0, 1);
    inspected_place(e, &x, &y);
    *z = view_z(&v, x, y);
    *w = is_for_odes(&e->sides[0].of) ? 0 : plane_is_complex(v.plane) ? e->now.w : y;
}

static void inspect(explorer *e)
{
    message why;
    inspect_request request = {.method = e->sides[0].of.method,
                               .phi = why_empty(e, 0) == NULL ? e->sides[0].of.phi : NULL,
                               .moves = (motion)e->now.look.motion,
                               .plane = (plane)e->now.look.plane,
                               .steps = e->now.steps};
    inspected_numbers(e, &request.z, &request.w);
    inspection_clear(&e->inspection);
    status s = isfinite(creal(request.z)) ? inspect_point(&request, &e->inspection, &why)
                                          : refuse(&why, "z is infinite here");
    if (s != STATUS_OK) {
        e->inspection.why_not = why;
    }
    e->inspection_stale = false;
}

static void draw_parts(explorer *e, canvas *c, uint32_t *pixels, int stride)
{
    e->zones.count = 0;
    region_draw(e, c, pixels, stride);
    exhibits_draw(e, c);
    inspector_draw(e, c);
    panel_draw(e, c);
    bar_draw(e, c);
    if (e->tutor.lists) {
        list_draw(e, c);
    }
    status_draw(e, c);
    if (e->helps) {
        help_draw(e, c);
    }
}

status explorer_draw(explorer *e, uint32_t *pixels, int stride, message *why)
{
    canvas *c = NULL;
    status s;
    TRY_OR_END(region_compute(e, why));
    if (e->inspection_stale && e->inspector.width > 0) {
        inspect(e);
    }
    TRY_OR_END(canvas_create(pixels, e->width, e->height, stride, &c, why));
    draw_parts(e, c, pixels, stride);
end:
    canvas_destroy(c);
    e->dirty = false;
    e->frames.at[e->frames.count++ % FRAMES_KEPT] = e->time;
    return s;
}
