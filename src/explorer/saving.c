/* What leaves the explorer: pictures, movies, commands, workspaces; and what comes in by file. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/output.h"
#include "explorer/exhibits.h"
#include "explorer/saving.h"
#include "explorer/state.h"
#include "explorer/workspace_file.h"
#include "picture/figure.h"

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

/* A file whose name begins as an option does is not taken for one. */
static void add_methods(const explorer *e, arguments *a)
{
    add_argument(a, "%s%s%s%s", e->now.method[0] == '-' ? "./" : "", e->now.method,
                 e->side_count > 1 ? "," : "", e->side_count > 1 ? e->now.other : "");
}

/* The phase has colours of its own. */
static void add_colours(const explorer *e, arguments *a)
{
    if (e->now.shade == LOOK_PHASE) {
        add_argument(a, "--phase");
        return;
    }
    add_argument(a, "--palette=%s", e->now.palette);
    if (e->now.shade == LOOK_STAR) {
        add_argument(a, "--star");
    }
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
    add_methods(e, a);
    add_argument(a, "--plane=%s", plane_name(v.plane));
    if (v.plane == PLANE_Z) {
        add_argument(a, "--w=%.17g", v.w);
    }
    add_argument(a, "--view=%.17g,%.17g,%.17g,%.17g", v.x0, v.x1, v.y0, v.y1);
    add_argument(a, "--size=%dx%d", fits ? f.width : e->width, fits ? f.height : e->height);
    if (e->side_count > 1) {
        add_argument(a, "--columns=%d", e->side_count);
    }
    if (e->now.motion != MOTION_SHEAR) {
        add_argument(a, "--motion=%s", motion_name((motion)e->now.motion));
    }
    add_colours(e, a);
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

static void reproducing_command(const explorer *e, text *out)
{
    arguments *a = NULL;
    message unused;
    if (memory_allocate(&a, 1, sizeof *a, &unused) != STATUS_OK) {
        out->broken = true;
        return;
    }
    text_add(out, "spinscope");
    char file[160];
    free_name(e, "png", file, sizeof file);
    drawing_arguments(e, file, a);
    for (int i = 0; i < a->count; i++) {
        text_add(out, " ");
        text_add_word(out, a->words[i]);
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
status do_save(explorer *e, const char *argument, message *why)
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
    if (exhibits_hide_region(e)) {
        return exhibits_refuse("save", why);
    }
    free_name(e, ending, file, sizeof file);
    if (argument[0] != '\0' && rest[0] != '\0') {
        snprintf(file, sizeof file, "%s", rest);
    }
    arguments *a = NULL;
    status s = memory_allocate(&a, 1, sizeof *a, why);
    if (s == STATUS_OK) {
        drawing_arguments(e, file, a);
        s = run_arguments(e, a, why);
    }
    free(a);
    if (s == STATUS_OK) {
        say(e, false, "saved %s", file);
    }
    return s;
}

status do_save_svg(explorer *e, const char *argument, message *why)
{
    (void)argument;
    return do_save(e, "svg", why);
}

status do_save_pdf(explorer *e, const char *argument, message *why)
{
    (void)argument;
    return do_save(e, "pdf", why);
}

/* The film of what is seen while w runs over the range that is played; again: stops it. */
status do_record(explorer *e, const char *argument, message *why)
{
    char file[SETTINGS_NAME_SIZE];
    if (e->recording.job.is_running) {
        record_stop(e);
        say(e, false, "the recording was stopped, nothing was written");
        return STATUS_OK;
    }
    if (exhibits_hide_region(e)) {
        return exhibits_refuse("record", why);
    }
    if (e->now.plane != PLANE_Z) {
        return refuse(why, "in the plane zw every w is shown at once; the plane z can be recorded");
    }
    const view v = view_of_side(e, 0, 1);
    arguments *a = NULL;
    status s = memory_allocate(&a, 1, sizeof *a, why);
    if (s != STATUS_OK) {
        return s;
    }
    free_name(e, "mp4", file, sizeof file);
    add_argument(a, "movie");
    add_methods(e, a);
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
    add_argument(a, "--quiet");
    add_colours(e, a);
    add_argument(a, "-o");
    add_argument(a, "%s", argument[0] != '\0' ? argument : file);
    return record_start(e, a, why);
}

status do_copy(explorer *e, const char *argument, message *why)
{
    text line = {0};
    (void)argument;
    if (exhibits_hide_region(e)) {
        return exhibits_refuse("copy", why);
    }
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

/* Over another workspace; over any other file only when it is `ours`. */
static status write_workspace(const settings *of, const char *path, bool ours, message *why)
{
    text lines = {0};
    output *to = NULL;
    settings_write(of, &lines);
    status s = lines.broken ? fail(why, "out of memory")
               : ours       ? output_open(path, true, &to, why)
                      : output_open_kind(path, lines.data, strcspn(lines.data, "\n"), "a workspace",
                                         &to, why);
    s = s == STATUS_OK ? output_write(to, lines.data, lines.length, why) : s;
    s = s == STATUS_OK ? output_commit(&to, why) : s;
    output_discard(&to);
    text_clear(&lines);
    return s;
}

status explorer_leave(const explorer *e, const char *path, message *why)
{
    return write_workspace(tutor_settings(e), path, true, why);
}

void explorer_offer(explorer *e, const char *path)
{
    if (path != NULL && access(path, R_OK) == 0) {
        snprintf(e->last, sizeof e->last, "%s", path);
        say(e, false, "Ctrl-o opens the workspace of the last time");
    }
}

/* workspace FILE: saves the settings */
status do_workspace(explorer *e, const char *argument, message *why)
{
    const char *file = argument[0] != '\0' ? argument : "spinscope.workspace";
    status s = write_workspace(&e->now, file, false, why);
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

static status open_workspace(explorer *e, const char *path, workspace_origin origin, message *why)
{
    settings held = e->now;
    status s = workspace_read(path, origin, &e->now, why);
    s = s == STATUS_OK ? reopen(e, why) : s;
    if (s != STATUS_OK) {
        message again;
        e->now = held;
        (void)!reopen(e, &again); /* what was open can be opened */
    }
    return s;
}

/* open FILE: a workspace, a spectrum (.csv), or a method file */
status do_open(explorer *e, const char *argument, message *why)
{
    if (argument[0] == '\0') {
        return refuse(why, "open: a workspace, a spectrum (.csv) or a method file is accepted");
    }
    if (ends_in(argument, ".csv")) {
        return change_setting(e, "spectrum", argument, why);
    }
    if (!ends_in(argument, ".workspace")) {
        char name[SETTINGS_NAME_SIZE];
        snprintf(name, sizeof name, "%s%.1000s", strchr(argument, '/') != NULL ? "" : "./",
                 argument);
        return change_setting(e, "method", name, why);
    }
    return open_workspace(e, argument, WORKSPACE_FROM_ANYBODY, why);
}

status do_open_last(explorer *e, const char *argument, message *why)
{
    (void)argument;
    return e->last[0] != '\0' ? open_workspace(e, e->last, WORKSPACE_OF_OURS, why)
                              : refuse(why, "there is no workspace of a last time");
}
