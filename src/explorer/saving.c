/* What leaves the explorer: pictures, movies, commands, workspaces; and what comes in by file. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/output.h"
#include "base/patience.h"
#include "explorer/exhibits.h"
#include "explorer/saving.h"
#include "explorer/state.h"
#include "explorer/workspace_file.h"

static bool is_spin(const explorer *e)
{
    for (int i = 0; i < e->side_count; i++) {
        if (method_describe(e->sides[i].of.method)->spin) {
            return true;
        }
    }
    return false;
}

/* Phase and star are of one-step methods; where no side is one, growth is shown. */
static bool shows_growth(const explorer *e)
{
    for (int i = 0; i < e->side_count; i++) {
        if (layers_of(e, &e->sides[i]) != 0) {
            return false;
        }
    }
    return true;
}

/* The size of the figure, so that its panels are as large as the regions. */
static void fit(const explorer *e, const view *v, drawing *out)
{
    figure f = {.panel_count = e->side_count, .columns = e->side_count};
    figure_panel panels[SIDES] = {0};
    message why;
    bool has_line = plane_is_complex(v->plane) || out->motion != MOTION_SHEAR || is_spin(e) ||
                    out->with.count > 0;
    for (int i = 0; i < SIDES && has_line; i++) { /* as rendering has it */
        snprintf(panels[i].subtitle, sizeof panels[i].subtitle, "w");
    }
    f.panels = panels;
    bool fits = figure_fit(&f, v->width, v->height, &why) == STATUS_OK;
    out->size[0] = fits ? f.width : e->width;
    out->size[1] = fits ? f.height : e->height;
}

/* Is there a w to be told? Methods for ODEs only have none. */
static bool shows_one_w(const explorer *e, const view *v)
{
    bool has_w = false;
    for (int i = 0; i < e->side_count; i++) {
        has_w = has_w || !is_for_odes(&e->sides[i].of);
    }
    return has_w && plane_is_complex(v->plane) && !drawing_has_all_w(&e->now.look);
}

void explorer_drawing(const explorer *e, drawing *out)
{
    const view v = view_of_side(e, 0, 1);
    *out = e->now.look;
    out->methods = out->with = (method_names){0};
    for (int i = 0; i < e->side_count; i++) {
        const char *name = i == 0 ? e->now.method : e->now.other;
        (void)method_names_add(&out->methods, name, strlen(name));
    }
    out->shade = shows_growth(e) ? SHADE_GROWTH : out->shade;
    for (int i = 0; i < e->overlay_count && out->shade != SHADE_STAR; i++) {
        (void)method_names_add(&out->with, e->overlays[i].name, strlen(e->overlays[i].name));
    }
    out->w = (number_list){.count = 1, .at = {shows_one_w(e, &v) ? e->now.w : 0}};
    out->view[0] = v.x0;
    out->view[1] = v.x1;
    out->view[2] = v.y0;
    out->view[3] = v.y1;
    out->columns = e->side_count > 1 ? e->side_count : 0;
    out->engine = ENGINE_AUTO; /* how it is computed is no part of the picture */
    if (!shows_spectrum(e)) {  /* then eigenvalues are not drawn */
        out->spectrum[0] = '\0';
        out->stencil.count = 0;
    }
    fit(e, &v, out);
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
    drawing d;
    char file[160];
    free_name(e, "png", file, sizeof file);
    explorer_drawing(e, &d);
    drawing_command(&d, file, out);
}

drawing_means means_of_saving(const explorer *e)
{
    return (drawing_means){.assets = e->assets,
                           .most_seconds = patience_clock() + patience_with_a_file};
}

static status save(const explorer *e, const char *file, file_format format, message *why)
{
    drawing d;
    const drawing_means means = means_of_saving(e);
    const drawing_target to = {.path = file, .format = format};
    if (!e->hooks.saves) {
        return refuse(why, "nothing can be saved from here");
    }
    explorer_drawing(e, &d);
    return drawing_write(&d, &to, &means, why);
}

/* save [png|svg|pdf] [FILE] */
status do_save(explorer *e, const char *argument, message *why)
{
    char file[SETTINGS_NAME_SIZE], ending[8] = "png";
    size_t length = strcspn(argument, " ");
    const char *rest = argument + length + strspn(argument + length, " ");
    file_format format = FORMAT_PNG;
    if (argument[0] != '\0') {
        snprintf(file, sizeof file, ".%.*s", (int)(length < 8 ? length : 8), argument);
        if (!file_format_of(file, FORMATS_FIGURES, &format)) {
            return refuse(why, "save %.60s: png, svg or pdf, and a file, is accepted", argument);
        }
        snprintf(ending, sizeof ending, "%s", file_format_name((int)format));
    }
    if (exhibits_hide_region(e)) {
        return exhibits_refuse("save", why);
    }
    free_name(e, ending, file, sizeof file);
    if (rest[0] != '\0') {
        snprintf(file, sizeof file, "%s", rest);
    }
    TRY(file_format_read("save", file, 1u << format, &format, why));
    TRY(save(e, file, format, why));
    say(e, false, "saved %s", file);
    return STATUS_OK;
}

/* The film of what is seen while w runs over the range that is played; again: stops it. */
status do_record(explorer *e, const char *argument, message *why)
{
    if (e->recording.job.is_running) {
        record_stop(e);
        say(e, false, "the recording was stopped, nothing was written");
        return STATUS_OK;
    }
    if (exhibits_hide_region(e)) {
        return exhibits_refuse("record", why);
    }
    if (!w_can_move(e)) {
        return refuse(why, "%s every w is shown at once; the plane z at one w can be recorded",
                      !plane_is_complex((plane)e->now.look.plane) ? "in the plane zw"
                                                                  : "with all-w");
    }
    recording *r = &e->recording;
    double length = fabs(e->now.w_to - e->now.w_from) / e->now.speed;
    int frames = (int)fmax(2, fmin(9000, round(30 * length)));
    bool returns = e->now.repeat == REPEAT_PINGPONG;
    r->film = film_initial();
    r->film.w[0] = e->now.w_from;
    r->film.w[1] = e->now.w_to;
    r->film.frames = returns ? 2 * frames : frames;
    r->film.ease = returns ? EASE_PINGPONG : EASE_LINEAR;
    explorer_drawing(e, &r->drawing);
    r->drawing.size[0] = e->width / 2 * 2;
    r->drawing.size[1] = e->height / 2 * 2;
    free_name(e, "mp4", r->file, sizeof r->file);
    if (argument[0] != '\0') {
        snprintf(r->file, sizeof r->file, "%s", argument);
    }
    return record_start(e, why);
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
    status s;
    settings_write(of, &lines);
    TRY_OR_END(lines.broken ? fail(why, "out of memory")
               : ours       ? output_open(path, true, &to, why)
                      : output_open_kind(path, lines.data, strcspn(lines.data, "\n"), "a workspace",
                                         &to, why));
    TRY_OR_END(output_write(to, lines.data, lines.length, why));
    s = output_commit(&to, why);
end:
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
    status s;
    TRY_OR_END(workspace_read(path, origin, &e->now, why));
    s = reopen(e, why);
end:
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
