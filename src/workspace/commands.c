/* The command table: what keys, buttons and scripts can do. A setting is a command, too. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/output.h"
#include "picture/figure.h"
#include "workspace/parts.h"

static const double w_step = 0.05, pan_step = 0.1, zoom_step = 1.25;

/* Numbers separated by blanks; returns how many there are, -1 when something else is. */
static int read_numbers(const char *argument, double *out, int most)
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

/* Moves the view, if double precision can still tell its pixels apart. */
static status look_at(explorer *e, double x, double y, double span, message *why)
{
    const setting *limit = settings_find("span"), *far = settings_find("x");
    settings held = e->now;
    remember(e);
    e->now.x = fmax(far->least, fmin(far->most, x));
    e->now.y = fmax(far->least, fmin(far->most, y));
    e->now.span = fmax(limit->least, fmin(limit->most, span));
    view v = view_of_side(e, 0, 1);
    if (view_check(&v, why) != STATUS_OK) {
        e->now = held;
        e->undo_count--;
        return refuse(why, "double precision ends here: the pixels of a closer view would be the "
                           "same numbers");
    }
    changed(e);
    return STATUS_OK;
}

static status do_zoom(explorer *e, const char *argument, message *why)
{
    double n[3];
    int count = read_numbers(argument, n, 3);
    if ((count != 1 && count != 3) || !(n[0] > 0)) {
        return refuse(why, "zoom %.60s: FACTOR or FACTOR X Y is accepted", argument);
    }
    double x = count == 3 ? n[1] : e->now.x, y = count == 3 ? n[2] : e->now.y;
    const setting *limit = settings_find("span");
    double span = fmax(limit->least, fmin(limit->most, e->now.span / n[0]));
    double part = span / e->now.span; /* the place under the cursor stays under it */
    return look_at(e, x + (e->now.x - x) * part, y + (e->now.y - y) * part, span, why);
}

static status do_zoom_in(explorer *e, const char *argument, message *why)
{
    (void)argument;
    return look_at(e, e->now.x, e->now.y, e->now.span / zoom_step, why);
}

static status do_zoom_out(explorer *e, const char *argument, message *why)
{
    (void)argument;
    return look_at(e, e->now.x, e->now.y, e->now.span * zoom_step, why);
}

static status do_pan(explorer *e, const char *argument, message *why)
{
    double n[2];
    if (read_numbers(argument, n, 2) != 2) {
        return refuse(why, "pan %.60s: DX DY, as parts of the view, is accepted", argument);
    }
    return look_at(e, e->now.x + n[0] * e->now.span, e->now.y + n[1] * e->now.span, e->now.span,
                   why);
}

#define PAN(NAME, DX, DY)                                                         \
    static status do_pan_##NAME(explorer *e, const char *argument, message *why)  \
    {                                                                             \
        (void)argument;                                                           \
        return look_at(e, e->now.x + (DX)*pan_step * e->now.span,                 \
                       e->now.y + (DY)*pan_step * e->now.span, e->now.span, why); \
    }

PAN(left, -1, 0)
PAN(right, 1, 0)
PAN(up, 0, 1)
PAN(down, 0, -1)

static status do_centre(explorer *e, const char *argument, message *why)
{
    double n[2];
    if (read_numbers(argument, n, 2) != 2) {
        return refuse(why, "centre %.60s: X Y is accepted", argument);
    }
    return look_at(e, n[0], n[1], e->now.span, why);
}

static status do_look(explorer *e, const char *argument, message *why)
{
    double n[3];
    if (read_numbers(argument, n, 3) != 3 || !(n[2] > 0)) {
        return refuse(why, "look %.60s: X Y HEIGHT is accepted", argument);
    }
    return look_at(e, n[0], n[1], n[2], why);
}

static status do_reset(explorer *e, const char *argument, message *why)
{
    const settings initial = settings_initial();
    (void)argument;
    return look_at(e, initial.x, initial.y, initial.span, why);
}

static status do_undo(explorer *e, const char *argument, message *why)
{
    (void)argument;
    if (e->undo_count == 0) {
        return refuse(why, "there is no move to undo");
    }
    const settings *before = &e->undo[--e->undo_count];
    e->now.x = before->x;
    e->now.y = before->y;
    e->now.span = before->span;
    changed(e);
    return STATUS_OK;
}

static status set(explorer *e, const char *key, const char *value, message *why);

static status do_play(explorer *e, const char *argument, message *why)
{
    bool on = strcmp(argument, "on") == 0, off = strcmp(argument, "off") == 0;
    if (argument[0] != '\0' && !on && !off) {
        return refuse(why, "play %.60s: on, off or nothing is accepted", argument);
    }
    if (e->now.plane != PLANE_Z && !off) {
        return refuse(why, "in the plane zw every w is shown at once; the plane z can be played");
    }
    double from = fmin(e->now.w_from, e->now.w_to), to = fmax(e->now.w_from, e->now.w_to);
    e->playing = on || (!off && !e->playing);
    bool is_over = e->now.repeat == REPEAT_ONCE && e->now.w >= to;
    if (e->playing && (e->now.w < from || e->now.w > to || is_over)) {
        e->now.w = from;
        e->direction = 1;
    }
    changed(e);
    return STATUS_OK;
}

static status step_w(explorer *e, double steps, message *why)
{
    char value[40];
    e->playing = false;
    double w = round((e->now.w + steps * w_step) / w_step) * w_step;
    snprintf(value, sizeof value, "%.12g", w);
    return set(e, "w", value, why);
}

static status do_step(explorer *e, const char *argument, message *why)
{
    double n[1];
    if (read_numbers(argument, n, 1) != 1) {
        return refuse(why, "step %.60s: a number of steps of w is accepted", argument);
    }
    return step_w(e, n[0], why);
}

static status do_less_w(explorer *e, const char *argument, message *why)
{
    (void)argument;
    return step_w(e, -1, why);
}

static status do_more_w(explorer *e, const char *argument, message *why)
{
    (void)argument;
    return step_w(e, 1, why);
}

static status change_speed(explorer *e, double factor, message *why)
{
    char value[40];
    const setting *s = settings_find("speed");
    snprintf(value, sizeof value, "%.4g", fmax(s->least, fmin(s->most, e->now.speed * factor)));
    return set(e, "speed", value, why);
}

static status do_slower(explorer *e, const char *argument, message *why)
{
    (void)argument;
    return change_speed(e, 1 / 1.25, why);
}

static status do_faster(explorer *e, const char *argument, message *why)
{
    (void)argument;
    return change_speed(e, 1.25, why);
}

/* The next choice of a setting, round and round. */
static status cycle(explorer *e, const char *key, message *why)
{
    const setting *s = settings_find(key);
    int now = *(const int *)((const char *)&e->now + s->offset);
    return set(e, key, s->choices[now + 1] != NULL ? s->choices[now + 1] : s->choices[0], why);
}

static status toggle(explorer *e, const char *key, message *why)
{
    const setting *s = settings_find(key);
    bool now = *(const bool *)((const char *)&e->now + s->offset);
    return set(e, key, now ? "off" : "on", why);
}

#define CYCLE(NAME)                                                                \
    static status do_cycle_##NAME(explorer *e, const char *argument, message *why) \
    {                                                                              \
        (void)argument;                                                            \
        return cycle(e, #NAME, why);                                               \
    }
#define TOGGLE(NAME)                                                                \
    static status do_toggle_##NAME(explorer *e, const char *argument, message *why) \
    {                                                                               \
        (void)argument;                                                             \
        return toggle(e, #NAME, why);                                               \
    }

CYCLE(plane)
CYCLE(motion)
CYCLE(shade)
CYCLE(repeat)
TOGGLE(panel)
TOGGLE(inspector)
TOGGLE(presents)
TOGGLE(boundary)
TOGGLE(hatch)
TOGGLE(grid)

static status do_next_palette(explorer *e, const char *argument, message *why)
{
    (void)argument;
    for (int i = 0; i < e->palettes.count; i++) {
        if (strcmp(e->palettes.names[i], e->now.palette) == 0) {
            return set(e, "palette", e->palettes.names[(i + 1) % e->palettes.count], why);
        }
    }
    return e->palettes.count > 0 ? set(e, "palette", e->palettes.names[0], why) : STATUS_OK;
}

/* The method of the catalogue that is `by` after the one shown. */
static status go_on(explorer *e, int by, message *why)
{
    int count = catalogue_member_count(e->catalogue), at = 0;
    for (int i = 0; i < count; i++) {
        at = strcmp(catalogue_member(e->catalogue, i), e->now.method) == 0 ? i : at;
    }
    return set(e, "method", catalogue_member(e->catalogue, (at + by + count) % count), why);
}

static status do_next(explorer *e, const char *argument, message *why)
{
    (void)argument;
    return go_on(e, 1, why);
}

static status do_previous(explorer *e, const char *argument, message *why)
{
    (void)argument;
    return go_on(e, -1, why);
}

static status do_compare(explorer *e, const char *argument, message *why)
{
    if (argument[0] != '\0') {
        return set(e, "other", argument, why);
    }
    return set(e, "other", e->now.other[0] != '\0' ? "" : e->last_other, why);
}

/* Stabilised and plain side by side, and back. */
static status do_spin(explorer *e, const char *argument, message *why)
{
    char partner[SETTINGS_NAME_SIZE];
    (void)argument;
    bool is_spin = strncmp(e->now.method, "spin:", 5) == 0;
    snprintf(partner, sizeof partner, "%s%.1000s",
             is_spin ? "" : "spin:", e->now.method + (is_spin ? 5 : 0));
    return set(e, "other", strcmp(e->now.other, partner) == 0 ? "" : partner, why);
}

static status do_overlay(explorer *e, const char *argument, message *why)
{
    const char *name = argument[0] != '\0' ? argument : e->now.method;
    text list = {0};
    bool was_there = false;
    for (int i = 0; i < e->overlay_count; i++) {
        bool same = strcmp(e->overlays[i].name, name) == 0;
        was_there = was_there || same;
        text_add(&list, "%s", same ? "" : e->overlays[i].name);
        text_add(&list, "%s", same ? "" : " ");
    }
    text_add(&list, "%s", was_there ? "" : name);
    status s = list.broken ? fail(why, "out of memory")
                           : set(e, "overlays", list.data != NULL ? list.data : "", why);
    text_clear(&list);
    return s;
}

static status do_clear_overlays(explorer *e, const char *argument, message *why)
{
    (void)argument;
    return set(e, "overlays", "", why);
}

static status do_validate(explorer *e, const char *argument, message *why)
{
    (void)argument;
    if (e->shows_checking) {
        check_stop(e);
        e->shows_checking = false;
        e->dirty = true;
        return STATUS_OK;
    }
    e->playing = false;
    return check_start(e, why);
}

static status do_pin(explorer *e, const char *argument, message *why)
{
    double n[2];
    int count = read_numbers(argument, n, 2);
    if (strcmp(argument, "off") == 0 || (argument[0] == '\0' && e->now.pinned)) {
        e->now.pinned = false;
    } else if (count == 2 || argument[0] == '\0') {
        double x = count == 2 ? n[0] : 0, y = count == 2 ? n[1] : 0;
        if (count != 2) {
            inspected_place(e, &x, &y);
        }
        const setting *far = settings_find("pin_x");
        e->now.pinned = true;
        e->now.pin_x = fmax(far->least, fmin(far->most, x));
        e->now.pin_y = fmax(far->least, fmin(far->most, y));
    } else {
        return refuse(why, "pin %.60s: X Y, off or nothing is accepted", argument);
    }
    e->inspection_stale = true;
    e->dirty = true;
    return STATUS_OK;
}

static status do_filter(explorer *e, const char *argument, message *why)
{
    (void)why;
    e->typing = argument[0] == '\0';
    if (argument[0] != '\0') {
        snprintf(e->filter, sizeof e->filter, "%s", strcmp(argument, "off") == 0 ? "" : argument);
    }
    e->scroll = 0;
    e->dirty = true;
    return STATUS_OK;
}

static status do_help(explorer *e, const char *argument, message *why)
{
    (void)argument;
    (void)why;
    e->helps = !e->helps;
    e->dirty = true;
    return STATUS_OK;
}

static status do_escape(explorer *e, const char *argument, message *why)
{
    (void)argument;
    (void)why;
    if (!e->helps && !e->typing && e->now.presents) {
        return toggle(e, "presents", why);
    }
    e->helps = e->typing = e->shows_hint = false;
    e->says[0] = '\0';
    e->drag = DRAG_NONE;
    e->dirty = true;
    return STATUS_OK;
}

static status do_quit(explorer *e, const char *argument, message *why)
{
    (void)argument;
    (void)why;
    e->quits = true;
    return STATUS_OK;
}

/* Words of a command line: what needs quotes gets them. */
static void add_word(text *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_=+:,./@%";
    if (word[0] != '\0' && strspn(word, plain) == strlen(word)) {
        text_add(out, " %s", word);
        return;
    }
    text_add(out, " '");
    for (const char *c = word; *c != '\0'; c++) {
        text_add(out, *c == '\'' ? "'\\''" : "%c", *c);
    }
    text_add(out, "'");
}

static void add_argument(arguments *a, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add_argument(arguments *a, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    if (a->count < MOST_WORDS) {
        vsnprintf(a->words[a->count++], WORD_SIZE, format, values);
    }
    va_end(values);
}

static bool is_spin(const explorer *e)
{
    for (int i = 0; i < e->side_count; i++) {
        if (method_describe(e->sides[i].of.method)->spin) {
            return true;
        }
    }
    return false;
}

/* The arguments of `spinscope` that draw what is seen, the panel as large as the region here. */
static void drawing_arguments(const explorer *e, const char *file, arguments *a)
{
    const view v = view_of_side(e, 0, 1);
    figure f = {.panel_count = e->side_count, .columns = e->side_count};
    figure_panel panels[SIDES] = {0};
    bool has_line =
        v.plane == PLANE_Z || e->now.motion != MOTION_SHEAR || is_spin(e) || e->overlay_count > 0;
    for (int i = 0; i < SIDES && has_line; i++) { /* as render has it */
        snprintf(panels[i].subtitle, sizeof panels[i].subtitle, "w");
    }
    message why;
    f.panels = panels;
    bool fits = figure_fit(&f, v.width, v.height, &why) == STATUS_OK;
    *a = (arguments){0};
    add_argument(a, "render");
    add_argument(a, "%s%s%s", e->now.method, e->side_count > 1 ? "," : "",
                 e->side_count > 1 ? e->now.other : "");
    add_argument(a, "--plane=%s", plane_name(v.plane));
    if (v.plane == PLANE_Z) {
        add_argument(a, "--w=%.17g", v.w);
    }
    add_argument(a, "--view=%.17g,%.17g,%.17g,%.17g", v.x0, v.x1, v.y0, v.y1);
    add_argument(a, "--size=%dx%d", fits ? f.width : e->width, fits ? f.height : e->height);
    add_argument(a, "--columns=%d", e->side_count);
    if (e->now.motion != MOTION_SHEAR) {
        add_argument(a, "--motion=%s", motion_name((motion)e->now.motion));
    }
    add_argument(a, "--palette=%s", e->now.palette);
    if (e->now.shade != LOOK_GROWTH) {
        add_argument(a, e->now.shade == LOOK_PHASE ? "--phase" : "--star");
    }
    if (e->overlay_count > 0 && e->now.shade != LOOK_STAR) {
        char names[WORD_SIZE] = "";
        for (int i = 0; i < e->overlay_count; i++) {
            size_t used = strlen(names);
            snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? "," : "",
                     e->overlays[i].name);
        }
        add_argument(a, "--with=%s", names);
    }
    if (!e->now.boundary) {
        add_argument(a, "--no-boundary");
    }
    if (e->now.hatch) {
        add_argument(a, "--hatch");
    }
    if (e->now.spectrum[0] != '\0' && v.plane == PLANE_Z) {
        add_argument(a, "--spectrum=%s", e->now.spectrum);
        add_argument(a, "--h=%.12g", e->now.h);
    }
    add_argument(a, "-o");
    add_argument(a, "%s", file);
}

/* A name that is free: spinscope-radau-iia-2.png, then -2, -3, ... */
static void free_name(const explorer *e, const char *ending, char *out, size_t size)
{
    char name[80];
    snprintf(name, sizeof name, "%.60s",
             strrchr(e->now.method, '/') != NULL ? strrchr(e->now.method, '/') + 1 : e->now.method);
    for (char *c = name; *c != '\0'; c++) {
        *c = strchr(":,=", *c) != NULL ? '-' : *c;
    }
    snprintf(out, size, "spinscope-%s.%s", name, ending);
    for (int i = 2; i < 10000 && access(out, F_OK) == 0; i++) {
        snprintf(out, size, "spinscope-%s-%d.%s", name, i, ending);
    }
}

void reproducing_command(const explorer *e, text *out)
{
    arguments *a = malloc(sizeof *a);
    text_add(out, "spinscope");
    if (a == NULL) {
        return;
    }
    char file[160];
    free_name(e, "png", file, sizeof file);
    drawing_arguments(e, file, a);
    for (int i = 0; i < a->count; i++) {
        add_word(out, a->words[i]);
    }
    free(a);
}

status run_arguments(explorer *e, arguments *a, message *why)
{
    char *words[MOST_WORDS];
    for (int i = 0; i < a->count; i++) {
        words[i] = a->words[i];
    }
    return e->hooks.run != NULL ? e->hooks.run(e->hooks.context, a->count, words, why)
                                : refuse(why, "nothing can be saved from here");
}

/* save [png|svg|pdf] [FILE] */
static status do_save(explorer *e, const char *argument, message *why)
{
    char ending[8] = "png", file[SETTINGS_NAME_SIZE] = "";
    static const char *const endings[] = {"png", "svg", "pdf"};
    size_t length = strcspn(argument, " ");
    const char *rest = argument + length + strspn(argument + length, " ");
    bool is_known = argument[0] == '\0';
    for (int i = 0; i < 3; i++) {
        if (length == 3 && strncmp(argument, endings[i], 3) == 0) {
            snprintf(ending, sizeof ending, "%s", endings[i]);
            is_known = true;
        }
    }
    if (!is_known) {
        return refuse(why, "save %.60s: png, svg or pdf, and a file, is accepted", argument);
    }
    free_name(e, ending, file, sizeof file);
    if (argument[0] != '\0' && rest[0] != '\0') {
        snprintf(file, sizeof file, "%s", rest);
    }
    arguments *a = malloc(sizeof *a);
    if (a == NULL) {
        return fail(why, "out of memory");
    }
    drawing_arguments(e, file, a);
    status s = run_arguments(e, a, why);
    free(a);
    if (s == STATUS_OK) {
        say(e, false, "saved %s", file);
    }
    return s;
}

static status do_save_svg(explorer *e, const char *argument, message *why)
{
    (void)argument;
    return do_save(e, "svg", why);
}

static status do_save_pdf(explorer *e, const char *argument, message *why)
{
    (void)argument;
    return do_save(e, "pdf", why);
}

/* The film of what is seen while w runs over the range that is played; again: stops it. */
static status do_record(explorer *e, const char *argument, message *why)
{
    char file[SETTINGS_NAME_SIZE];
    if (e->recording.is_running) {
        record_stop(e);
        say(e, false, "the recording was stopped, nothing was written");
        return STATUS_OK;
    }
    if (e->now.plane != PLANE_Z) {
        return refuse(why, "in the plane zw every w is shown at once; the plane z can be recorded");
    }
    const view v = view_of_side(e, 0, 1);
    arguments *a = calloc(1, sizeof *a);
    if (a == NULL) {
        return fail(why, "out of memory");
    }
    free_name(e, "mp4", file, sizeof file);
    add_argument(a, "movie");
    add_argument(a, "%s%s%s", e->now.method, e->side_count > 1 ? "," : "",
                 e->side_count > 1 ? e->now.other : "");
    add_argument(a, "--w=%.12g:%.12g", e->now.w_from, e->now.w_to);
    double length = fabs(e->now.w_to - e->now.w_from) / e->now.speed;
    int frames = (int)fmax(2, fmin(9000, round(30 * length)));
    add_argument(a, "--frames=%d", e->now.repeat == REPEAT_PINGPONG ? 2 * frames : frames);
    if (e->now.repeat == REPEAT_PINGPONG) {
        add_argument(a, "--ease=pingpong");
    }
    add_argument(a, "--view=%.12g,%.12g,%.12g,%.12g", v.x0, v.x1, v.y0, v.y1);
    add_argument(a, "--size=%dx%d", e->width / 2 * 2, e->height / 2 * 2);
    add_argument(a, "--motion=%s", motion_name((motion)e->now.motion));
    add_argument(a, "--palette=%s", e->now.palette);
    add_argument(a, "--quiet");
    if (e->now.shade != LOOK_GROWTH) {
        add_argument(a, e->now.shade == LOOK_PHASE ? "--phase" : "--star");
    }
    add_argument(a, "-o");
    add_argument(a, "%s", argument[0] != '\0' ? argument : file);
    return record_start(e, a, why);
}

static status do_copy(explorer *e, const char *argument, message *why)
{
    text line = {0};
    (void)argument;
    reproducing_command(e, &line);
    status s = line.broken ? fail(why, "out of memory") : STATUS_OK;
    if (s == STATUS_OK && e->hooks.copy != NULL) {
        e->hooks.copy(e->hooks.context, line.data);
    }
    if (s == STATUS_OK) {
        say(e, false, "copied: %s", line.data);
    }
    text_clear(&line);
    return s;
}

status explorer_leave(const explorer *e, const char *path, message *why)
{
    text lines = {0};
    output *to = NULL;
    settings_write(&e->now, &lines);
    status s = lines.broken ? fail(why, "out of memory") : output_open(path, true, &to, why);
    s = s == STATUS_OK ? output_write(to, lines.data, lines.length, why) : s;
    s = s == STATUS_OK ? output_commit(&to, why) : s;
    output_discard(&to);
    text_clear(&lines);
    return s;
}

void explorer_offer(explorer *e, const char *path)
{
    if (path != NULL && access(path, R_OK) == 0) {
        snprintf(e->last, sizeof e->last, "%s", path);
        say(e, false, "Ctrl-o opens the workspace of the last time");
    }
}

/* workspace FILE: saves the settings */
static status do_workspace(explorer *e, const char *argument, message *why)
{
    const char *file = argument[0] != '\0' ? argument : "spinscope.workspace";
    status s = explorer_leave(e, file, why);
    if (s == STATUS_OK) {
        say(e, false, "saved %s", file);
    }
    return s;
}

static bool ends_in(const char *path, const char *ending)
{
    size_t length = strlen(path), n = strlen(ending);
    return length >= n && strcmp(path + length - n, ending) == 0;
}

/* open FILE: a workspace, a spectrum (.csv), or a method file */
static status do_open(explorer *e, const char *argument, message *why)
{
    if (argument[0] == '\0') {
        return refuse(why, "open: a workspace, a spectrum (.csv) or a method file is accepted");
    }
    if (ends_in(argument, ".csv")) {
        return set(e, "spectrum", argument, why);
    }
    if (!ends_in(argument, ".workspace")) {
        char name[SETTINGS_NAME_SIZE];
        snprintf(name, sizeof name, "%s%.1000s", strchr(argument, '/') != NULL ? "" : "./",
                 argument);
        return set(e, "method", name, why);
    }
    char *data = NULL;
    size_t length = 0;
    settings held = e->now;
    status s = file_read(argument, 1 << 20, &data, &length, why);
    s = s == STATUS_OK ? settings_read(argument, data, length, &e->now, why) : s;
    s = s == STATUS_OK ? reopen(e, why) : s;
    free(data);
    if (s != STATUS_OK) {
        message again;
        e->now = held;
        (void)!reopen(e, &again); /* what was open can be opened */
    }
    return s;
}

static status do_open_last(explorer *e, const char *argument, message *why)
{
    (void)argument;
    return e->last[0] != '\0' ? do_open(e, e->last, why)
                              : refuse(why, "there is no workspace of a last time");
}

static status do_key(explorer *e, const char *argument, message *why)
{
    (void)why;
    explorer_input(e, &(input){.kind = INPUT_KEY, .text = argument});
    return STATUS_OK;
}

static status do_type(explorer *e, const char *argument, message *why)
{
    (void)why;
    explorer_input(e, &(input){.kind = INPUT_TEXT, .text = argument});
    return STATUS_OK;
}

static const explorer_action table[] = {
    {"play", "[on|off]", "space", "play w, or stop", do_play},
    {"less-w", NULL, "[", "a little less w", do_less_w},
    {"more-w", NULL, "]", "a little more w", do_more_w},
    {"step", "N", NULL, "N steps of w", do_step},
    {"slower", NULL, ",", "play slower", do_slower},
    {"faster", NULL, ".", "play faster", do_faster},
    {"next-repeat", NULL, "e", "to and fro, loop, once", do_cycle_repeat},
    {"zoom-in", NULL, "+", "closer", do_zoom_in},
    {"zoom-out", NULL, "-", "further away", do_zoom_out},
    {"zoom", "FACTOR [X Y]", NULL, "closer, about a point", do_zoom},
    {"pan-left", NULL, "Left", "to the left", do_pan_left},
    {"pan-right", NULL, "Right", "to the right", do_pan_right},
    {"pan-up", NULL, "Up", "upward", do_pan_up},
    {"pan-down", NULL, "Down", "downward", do_pan_down},
    {"pan", "DX DY", NULL, "by parts of the view", do_pan},
    {"centre", "X Y", NULL, "move a point to the middle", do_centre},
    {"look", "X Y HEIGHT", NULL, "middle and height of the view", do_look},
    {"reset", NULL, "Home", "the first view", do_reset},
    {"undo", NULL, "Backspace", "undo the last move", do_undo},
    {"next-plane", NULL, "a", "the other plane", do_cycle_plane},
    {"next-motion", NULL, "k", "another motion of the kernel", do_cycle_motion},
    {"next-shade", NULL, "g", "growth, phase, order star", do_cycle_shade},
    {"next-palette", NULL, "p", "other colours", do_next_palette},
    {"next", NULL, "n", "the next method", do_next},
    {"previous", NULL, "N", "the method before", do_previous},
    {"filter", "[WORDS]", "/", "find a method", do_filter},
    {"compare", "[METHOD]", "c", "two methods side by side", do_compare},
    {"spin", NULL, "x", "stabilised beside plain", do_spin},
    {"overlay", "[METHOD]", "o", "keep this boundary as an overlay", do_overlay},
    {"clear-overlays", NULL, "O", "take all overlays away", do_clear_overlays},
    {"validate", NULL, "v", "integrate every visible pixel", do_validate},
    {"pin", "[X Y|off]", "Return", "pin the inspector, or free it", do_pin},
    {"toggle-boundary", NULL, "b", "draw |sigma| = 1", do_toggle_boundary},
    {"toggle-hatch", NULL, "h", "hatch Re z > 0", do_toggle_hatch},
    {"toggle-grid", NULL, "l", "grid lines", do_toggle_grid},
    {"toggle-panel", NULL, "Tab", "the panel", do_toggle_panel},
    {"toggle-inspector", NULL, "i", "the inspector", do_toggle_inspector},
    {"present", NULL, "F5", "large letters, no panel", do_toggle_presents},
    {"save", "[png|svg|pdf] [FILE]", "s", "save a PNG", do_save},
    {"save-svg", NULL, "S", "save an SVG", do_save_svg},
    {"save-pdf", NULL, "Ctrl-s", "save a PDF", do_save_pdf},
    {"record", "[FILE]", "r", "record a movie of w, or stop", do_record},
    {"copy", NULL, "Ctrl-c", "copy the command that draws this", do_copy},
    {"workspace", "[FILE]", "Ctrl-w", "save the workspace", do_workspace},
    {"open", "FILE", NULL, "a workspace, a spectrum or a method file", do_open},
    {"open-last", NULL, "Ctrl-o", "the workspace of the last time", do_open_last},
    {"help", NULL, "F1", "this page", do_help},
    {"help-too", NULL, "?", "this page", do_help},
    {"escape", NULL, "Escape", "close, stop", do_escape},
    {"quit", NULL, "q", "leave", do_quit},
    {"key", "KEY", NULL, "as if a key was pressed", do_key},
    {"type", "TEXT", NULL, "as if text was typed", do_type},
};

int actions_count(void)
{
    return (int)(sizeof table / sizeof table[0]);
}

const explorer_action *actions_at(int i)
{
    return &table[i];
}

const explorer_action *action_for_key(const char *key)
{
    for (int i = 0; i < actions_count(); i++) {
        if (table[i].key != NULL && strcmp(table[i].key, key) == 0) {
            return &table[i];
        }
    }
    return NULL;
}

/* Settings that name something to open. */
static bool opens_something(const char *key)
{
    static const char *const keys[] = {"method", "other",   "overlays",
                                       "motion", "palette", "spectrum"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (strcmp(keys[i], key) == 0) {
            return true;
        }
    }
    return false;
}

/* Sets and follows up; what cannot be opened changes nothing. */
static status set(explorer *e, const char *key, const char *value, message *why)
{
    settings held = e->now;
    status s = settings_set(&e->now, key, value, why);
    if (s != STATUS_OK) {
        return s;
    }
    if (opens_something(key)) {
        s = reopen(e, why);
        if (s == STATUS_OK && e->now.other[0] != '\0') {
            memcpy(e->last_other, e->now.other, sizeof e->last_other);
        }
        if (s != STATUS_OK) {
            message again;
            e->now = held;
            (void)!reopen(e, &again);
        }
        return s;
    }
    view v = view_of_side(e, 0, 1);
    s = view_check(&v, why);
    if (s != STATUS_OK) {
        e->now = held;
        return s;
    }
    if (e->now.plane != PLANE_Z) {
        e->playing = false;
    }
    if (strcmp(key, "engine") == 0) {
        e->tried_gpu = false;
    }
    layout(e);
    changed(e);
    return STATUS_OK;
}

status explorer_command(explorer *e, const char *line, message *why)
{
    char name[64];
    line += strspn(line, " \t");
    size_t length = strcspn(line, " \t");
    const char *argument = line + length + strspn(line + length, " \t");
    snprintf(name, sizeof name, "%.*s", (int)(length < 63 ? length : 63), line);
    for (int i = 0; i < actions_count(); i++) {
        if (strcmp(table[i].name, name) == 0) {
            return table[i].run(e, argument, why);
        }
    }
    if (settings_find(name) != NULL) {
        return set(e, name, argument, why);
    }
    return refuse(why, "'%.60s' is no command; F1 shows the keys, 'explore --help' all commands",
                  name);
}

void run_line(explorer *e, const char *line)
{
    message why;
    if (explorer_command(e, line, &why) != STATUS_OK) {
        say(e, true, "%s", why.text);
    }
}
