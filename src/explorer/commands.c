#include "explorer/commands.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explorer/exhibits.h"
#include "explorer/glide.h"
#include "explorer/marks.h"
#include "explorer/saving.h"
#include "explorer/state.h"

/* The next choice of a setting, round and round. */
static status do_cycle(explorer *e, const char *key, message *why)
{
    const property *s = settings_find(key);
    int next = *(const int *)settings_value(&e->now, s) + 1;
    return change_setting(e, key, s->choice(s->choice(next) != NULL ? next : 0), why);
}

static status do_toggle(explorer *e, const char *key, message *why)
{
    const property *s = settings_find(key);
    bool now = *(const bool *)settings_value(&e->now, s);
    return change_setting(e, key, now ? "off" : "on", why);
}

/* A setting that has no value, or the usual one. */
static status switch_value(explorer *e, const char *key, bool has_one, const char *usual,
                           const char *argument, message *why)
{
    bool off = strcmp(argument, "off") == 0;
    if (argument[0] != '\0' && !off) {
        return refuse(why, "%s %.60s: off or nothing is accepted", key, argument);
    }
    return change_setting(e, key, off || has_one ? "" : usual, why);
}

static status do_worst_case(explorer *e, const char *argument, message *why)
{
    char range[80];
    snprintf(range, sizeof range, "%.17g:%.17g", fmin(e->now.w_from, e->now.w_to),
             fmax(e->now.w_from, e->now.w_to));
    return switch_value(e, "all-w", drawing_has_all_w(&e->now.look), range, argument, why);
}

static status do_levels(explorer *e, const char *argument, message *why)
{
    return switch_value(e, "contours", e->now.look.contours.count > 0, "0.25,0.5,2,4", argument,
                        why);
}

static status do_next_palette(explorer *e, const char *argument, message *why)
{
    (void)argument;
    for (int i = 0; i < e->palettes.count; i++) {
        if (strcmp(e->palettes.names[i], e->now.look.palette) == 0) {
            return change_setting(e, "palette", e->palettes.names[(i + 1) % e->palettes.count],
                                  why);
        }
    }
    return e->palettes.count > 0 ? change_setting(e, "palette", e->palettes.names[0], why)
                                 : STATUS_OK;
}

/* The method of the catalogue that is so many after the one shown. */
static status do_go_on(explorer *e, const char *by, message *why)
{
    int count = catalogue_member_count(e->catalogue), at = 0;
    for (int i = 0; i < count; i++) {
        at = strcmp(catalogue_member(e->catalogue, i), e->now.method) == 0 ? i : at;
    }
    at = (at + atoi(by) + count) % count;
    return change_setting(e, "method", catalogue_member(e->catalogue, at), why);
}

static status do_compare(explorer *e, const char *argument, message *why)
{
    if (argument[0] != '\0') {
        return change_setting(e, "other", argument, why);
    }
    return change_setting(e, "other", e->now.other[0] != '\0' ? "" : e->last_other, why);
}

/* Stabilised and plain side by side, and back. */
static status do_spin(explorer *e, const char *argument, message *why)
{
    char partner[SETTINGS_NAME_SIZE];
    (void)argument;
    bool is_spin = strncmp(e->now.method, "spin:", 5) == 0;
    snprintf(partner, sizeof partner, "%s%.1000s",
             is_spin ? "" : "spin:", e->now.method + (is_spin ? 5 : 0));
    return change_setting(e, "other", strcmp(e->now.other, partner) == 0 ? "" : partner, why);
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
                           : change_setting(e, "overlays", list.data != NULL ? list.data : "", why);
    text_clear(&list);
    return s;
}

static status do_clear_overlays(explorer *e, const char *argument, message *why)
{
    (void)argument;
    return change_setting(e, "overlays", "", why);
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
    if (exhibits_hide_region(e)) {
        return exhibits_refuse("validate", why);
    }
    e->playing = false;
    return check_start(e, why);
}

static status do_pin(explorer *e, const char *argument, message *why)
{
    double n[2];
    int count = read_numbers(argument, n, 2);
    bool was_pinned = e->now.pinned;
    if (strcmp(argument, "off") == 0 || (argument[0] == '\0' && e->now.pinned)) {
        e->now.pinned = false;
    } else if (count == 2 || argument[0] == '\0') {
        double x = count == 2 ? n[0] : 0, y = count == 2 ? n[1] : 0;
        if (count != 2) {
            inspected_place(e, &x, &y);
        }
        put_pin(e, x, y);
    } else {
        return refuse(why, "pin %.60s: X Y, off or nothing is accepted", argument);
    }
    glide_stop(e, "pin_x");
    glide_stop(e, "pin_y");
    if (e->tutor.lesson != NULL && e->now.pinned != was_pinned) { /* the inspector comes or goes */
        layout(e);
        changed(e);
    }
    e->inspection_stale = true;
    e->dirty = true;
    return exhibits_follow(e, why);
}

static status do_filter(explorer *e, const char *argument, message *why)
{
    (void)why;
    e->list.types = argument[0] == '\0';
    if (argument[0] != '\0') {
        snprintf(e->list.filter, sizeof e->list.filter, "%s",
                 strcmp(argument, "off") == 0 ? "" : argument);
    }
    e->list.scroll = 0;
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
    if (e->tutor.lists) {
        return do_lessons(e, "", why);
    }
    if (!e->helps && !e->list.types && exhibits_count(e) > 0) {
        return change_setting(e, "stage", "", why);
    }
    if (!e->helps && !e->list.types && e->now.marked[0] != '\0') {
        mark_remove(e);
    } else if (!e->helps && !e->list.types && e->now.presents) {
        return do_toggle(e, "presents", why);
    }
    e->helps = e->list.types = e->shows_hint = false;
    e->notice.text[0] = '\0';
    e->pointer.drag = DRAG_NONE;
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

/* The fields in their order, and then those that few have by name. */
#define ACTION(...)         \
    {                       \
        .name = __VA_ARGS__ \
    }

static const explorer_action table[] = {
    ACTION("play", "[on|off]", "space", "play w or the exhibit, or stop", do_play, MOVES,
           .label = "play"),
    ACTION("less-w", NULL, "[", "a little less w", do_step, MOVES, .label = "/w/ −", .of = "w",
           .given = "-1"),
    ACTION("more-w", NULL, "]", "a little more w", do_step, MOVES, .label = "/w/ +", .of = "w",
           .given = "1"),
    ACTION("step", "N", NULL, "N steps of w", do_step, MOVES),
    ACTION("glide", "KEY VALUE SECONDS", NULL, "move a number smoothly", do_glide, MOVES),
    ACTION("slower", NULL, ",", "play slower", do_speed_by, PLAIN, .of = "speed", .given = "0.8"),
    ACTION("faster", NULL, ".", "play faster", do_speed_by, PLAIN, .of = "speed", .given = "1.25"),
    ACTION("next-repeat", NULL, "e", "to and fro, loop, once", do_cycle, PLAIN, .of = "repeat"),
    ACTION("zoom-in", NULL, "+", "closer", do_zoom_in, PLAIN),
    ACTION("zoom-out", NULL, "-", "further away", do_zoom_out, PLAIN),
    ACTION("zoom", "FACTOR [X Y]", NULL, "closer, about a point", do_zoom, PLAIN),
    ACTION("pan-left", NULL, "Left", "to the left", do_pan, PLAIN, .given = "-0.1 0"),
    ACTION("pan-right", NULL, "Right", "to the right", do_pan, PLAIN, .given = "0.1 0"),
    ACTION("pan-up", NULL, "Up", "upward", do_pan, PLAIN, .given = "0 0.1"),
    ACTION("pan-down", NULL, "Down", "downward", do_pan, PLAIN, .given = "0 -0.1"),
    ACTION("pan", "DX DY", NULL, "by parts of the view", do_pan, PLAIN),
    ACTION("centre", "X Y", NULL, "move a point to the middle", do_centre, PLAIN),
    ACTION("look", "X Y HEIGHT", NULL, "middle and height of the view", do_look, PLAIN),
    ACTION("fly", "X Y HEIGHT SECONDS", NULL, "to a view, smoothly", do_fly, MOVES),
    ACTION("reset", NULL, "Home", "the first view", do_reset, PLAIN),
    ACTION("undo", NULL, "Backspace", "undo the last move", do_undo, PLAIN),
    ACTION("next-plane", NULL, "a", "the other plane", do_cycle, PLAIN, .of = "plane"),
    ACTION("next-chart", NULL, "z", "z, 1//z, or log |z| and arg z", do_cycle, PLAIN,
           .of = "chart"),
    ACTION("worst-case", "[off]", "w", "the worst case of all w that are played, or one w",
           do_worst_case, PLAIN),
    ACTION("levels", "[off]", "y", "further levels of |sigma|, or none", do_levels, PLAIN),
    ACTION("next-motion", NULL, "k", "another motion of the kernel", do_cycle, PLAIN,
           .of = "motion"),
    ACTION("next-shade", NULL, "g", "growth, phase, order star", do_cycle, PLAIN, .of = "shade"),
    ACTION("next-palette", NULL, "p", "other colours", do_next_palette, PLAIN, .of = "palette"),
    ACTION("next", NULL, "n", "the next method", do_go_on, PLAIN, .of = "method", .given = "1"),
    ACTION("previous", NULL, "N", "the method before", do_go_on, PLAIN, .of = "method",
           .given = "-1"),
    ACTION("filter", "[WORDS]", "/", "find a method", do_filter, PLAIN),
    ACTION("compare", "[METHOD]", "c", "two methods side by side", do_compare, NAMES,
           .label = "compare"),
    ACTION("spin", NULL, "x", "stabilised beside plain", do_spin, PLAIN, .label = "stabilise"),
    ACTION("overlay", "[METHOD]", "o", "keep this boundary as an overlay", do_overlay, NAMES),
    ACTION("clear-overlays", NULL, "O", "take all overlays away", do_clear_overlays, PLAIN),
    ACTION("validate", NULL, "v", "integrate every visible pixel", do_validate, MOVES,
           .label = "validate"),
    ACTION("pin", "[X Y|off]", "Return", "pin the inspector, or free it", do_pin, PLAIN,
           .label = "pin"),
    ACTION("solution", NULL, "t", "the solution at the inspected place, large", do_solution, MOVES,
           .label = "solution"),
    ACTION("roots", NULL, "u", "the roots at the inspected place, large", do_roots, PLAIN,
           .label = "roots"),
    ACTION("next-stage-place", NULL, "T", "exhibits alone, or beside the region", do_cycle, PLAIN,
           .label = "alone", .of = "stage_place"),
    ACTION("seek", "TIME", NULL, "the time of the exhibits", do_seek, PLAIN),
    ACTION("toggle-boundary", NULL, "b", "draw |sigma| = 1", do_toggle, PLAIN, .of = "boundary"),
    ACTION("toggle-hatch", NULL, "h", "hatch Re z > 0", do_toggle, PLAIN, .of = "hatch"),
    ACTION("toggle-grid", NULL, "l", "grid lines", do_toggle, PLAIN, .of = "grid"),
    ACTION("toggle-panel", NULL, "Tab", "the panel", do_toggle, PLAIN, .of = "panel"),
    ACTION("toggle-inspector", NULL, "i", "the inspector", do_toggle, PLAIN, .of = "inspector"),
    ACTION("toggle-numbers", NULL, "m", "the numbers of the method", do_toggle, PLAIN,
           .of = "numbers"),
    ACTION("mark", "[NAME|off]", "M", "mark a number on the picture, the next", do_mark, PLAIN),
    ACTION("present", NULL, "F5", "large letters, no panel", do_toggle, PLAIN, .label = "present",
           .of = "presents"),
    ACTION("save", "[png|svg|pdf] [FILE]", "s", "save a PNG", do_save, OUTSIDE, .label = "PNG"),
    ACTION("save-svg", NULL, "S", "save an SVG", do_save, OUTSIDE, .label = "SVG", .given = "svg"),
    ACTION("save-pdf", NULL, "Ctrl-s", "save a PDF", do_save, OUTSIDE, .given = "pdf"),
    ACTION("record", "[FILE]", "r", "record a movie of w, or stop", do_record, OUTSIDE),
    ACTION("copy", NULL, "Ctrl-c", "copy the command that draws this", do_copy, OUTSIDE,
           .label = "copy"),
    ACTION("workspace", "[FILE]", "Ctrl-w", "save the workspace", do_workspace, OUTSIDE),
    ACTION("open", "FILE", NULL, "a workspace, a spectrum or a method file", do_open, OUTSIDE),
    ACTION("open-last", NULL, "Ctrl-o", "the workspace of the last time", do_open_last, OUTSIDE),
    ACTION("lessons", NULL, "L", "the list of lessons", do_lessons, OUTSIDE, .label = "lessons"),
    ACTION("lesson", "NAME [STEP]|off", NULL, "play a lesson", do_lesson, OUTSIDE),
    ACTION("lesson-next", NULL, "PageDown", "question, answer, next step", do_lesson_next, OUTSIDE,
           .label = "next"),
    ACTION("lesson-back", NULL, "PageUp", "the step before", do_lesson_back, OUTSIDE,
           .label = "back"),
    ACTION("lesson-pause", NULL, "P", "the lesson waits, or goes on", do_lesson_pause, OUTSIDE,
           .label = "pause"),
    ACTION("lesson-answer", NULL, "A", "show the answer, or hide it", do_lesson_answer, OUTSIDE,
           .label = "answer"),
    ACTION("lesson-return", NULL, "R", "back to the step, or play it again", do_lesson_return,
           OUTSIDE, .label = "again"),
    ACTION("lesson-leave", NULL, "E", "end the lesson", do_lesson_leave, OUTSIDE, .label = "leave"),
    ACTION("help", NULL, "F1", "all keys", do_help, PLAIN, .label = "help"),
    ACTION("help-too", NULL, "?", "all keys", do_help, PLAIN),
    ACTION("escape", NULL, "Escape", "close, stop", do_escape, PLAIN, .label = "close"),
    ACTION("quit", NULL, "q", "leave", do_quit, OUTSIDE),
    ACTION("key", "KEY", NULL, "as if a key was pressed", do_key, OUTSIDE),
    ACTION("type", "TEXT", NULL, "as if text was typed", do_type, OUTSIDE),
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

status action_do(explorer *e, const explorer_action *a, const char *argument, message *why)
{
    const char *given = a->given != NULL ? a->given : a->of != NULL ? a->of : "";
    return a->run(e, a->argument != NULL ? argument : given, why);
}

static bool is_among(const char *key, const char *const *keys, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(keys[i], key) == 0) {
            return true;
        }
    }
    return false;
}

/* The solution at the pin is another one now. */
static void follow(explorer *e, const char *key)
{
    static const char *const keys[] = {"w", "method", "motion", "plane"};
    message why;
    if (is_among(key, keys, sizeof keys / sizeof keys[0]) &&
        exhibits_follow(e, &why) != STATUS_OK) {
        say(e, true, "%s", why.text);
    }
}

/* What the settings name now is opened; when that fails, what was held before. */
static status open_or_return(explorer *e, const settings *held, message *why)
{
    status s = reopen(e, why);
    if (s != STATUS_OK) {
        message again;
        e->now = *held;
        (void)!reopen(e, &again);
    } else if (e->now.other[0] != '\0') {
        memcpy(e->last_other, e->now.other, sizeof e->last_other);
    }
    return s;
}

status change_setting(explorer *e, const char *key, const char *value, message *why)
{
    const settings held = e->now;
    bool is_stage = strcmp(key, "stage") == 0;
    status s;
    TRY_OR_END(settings_set(&e->now, key, is_stage && strcmp(value, "off") == 0 ? "" : value, why));
    if (is_stage) {
        TRY_OR_END(exhibits_open(e, true, why));
    }
    glide_stop(e, key);
    if (e->now.look.chart != held.look.chart) { /* its coordinates mean something else */
        glide_stop_view(e);
        usual_look(e, &e->now.x, &e->now.y, &e->now.span);
    }
    if ((settings_find(key)->stale & STALE_METHOD) != 0) {
        TRY_OR_END(open_or_return(e, &held, why));
    } else {
        view v = view_of_side(e, 0, 1);
        TRY_OR_END(view_check(&v, why));
        e->playing = e->playing && w_can_move(e);
        e->tried_gpu = e->tried_gpu && strcmp(key, "engine") != 0;
        layout(e);
        changed(e);
    }
    follow(e, key);
    return STATUS_OK;
end:
    e->now = held;
    return s;
}

const char *command_split(const char *line, char name[COMMAND_NAME_SIZE])
{
    line += strspn(line, " \t");
    size_t length = strcspn(line, " \t");
    size_t kept = length < COMMAND_NAME_SIZE ? length : COMMAND_NAME_SIZE - 1;
    snprintf(name, COMMAND_NAME_SIZE, "%.*s", (int)kept, line);
    return line + length + strspn(line + length, " \t");
}

const explorer_action *action_find(const char *name)
{
    for (int i = 0; i < actions_count(); i++) {
        if (strcmp(table[i].name, name) == 0) {
            return &table[i];
        }
    }
    return NULL;
}

/* A setting has the keys of the actions that change it. */
bool command_describe(const char *line, command_words *out)
{
    char name[COMMAND_NAME_SIZE];
    command_split(line, name);
    const explorer_action *a = action_find(name);
    const property *s = settings_find(name);
    *out = (command_words){.help = a != NULL ? a->help : s != NULL ? s->help : NULL};
    for (int i = 0; i < actions_count(); i++) {
        bool is_its =
            &table[i] == a || (a == NULL && table[i].of != NULL && strcmp(table[i].of, name) == 0);
        if (is_its && table[i].key != NULL) {
            size_t used = strlen(out->keys);
            snprintf(out->keys + used, sizeof out->keys - used, "%s%s", used > 0 ? "  " : "",
                     table[i].key);
        }
    }
    return out->help != NULL;
}

status command_unknown(const char *name, message *why)
{
    return refuse(why, "'%.60s' is no command and no setting; F1 shows what there is", name);
}

status explorer_command(explorer *e, const char *line, message *why)
{
    char name[COMMAND_NAME_SIZE];
    const char *argument = command_split(line, name);
    const explorer_action *a = action_find(name);
    watch w;
    tutor_watch(e, &w);
    bool is_too_much = a != NULL && a->argument == NULL && argument[0] != '\0';
    status s = is_too_much
                   ? refuse(why, "%.60s %.60s: nothing is accepted after it", name, argument)
               : a != NULL                   ? action_do(e, a, argument, why)
               : settings_find(name) != NULL ? change_setting(e, name, argument, why)
                                             : command_unknown(name, why);
    tutor_noticed(e, &w);
    return s;
}

void run_line(explorer *e, const char *format, ...)
{
    char line[COMMAND_SIZE];
    message why;
    va_list values;
    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    if (explorer_command(e, line, &why) != STATUS_OK) {
        say(e, true, "%s", why.text);
    }
}
