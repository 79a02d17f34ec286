#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli.h"
#include "explorer/workspace_file.h"
#include "session.h"
#include "values.h"
#include "window/window.h"

/* $XDG_CONFIG_HOME/spinscope/last.workspace, its folder made when it is missing; "" when there is
 * no home. */
static void last_workspace(char *out, size_t size)
{
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    char folder[900] = "";
    if (config != NULL && config[0] == '/') {
        snprintf(folder, sizeof folder, "%s", config);
    } else if (home != NULL && home[0] == '/') {
        snprintf(folder, sizeof folder, "%s/.config", home);
    }
    out[0] = '\0';
    if (folder[0] != '\0') {
        mkdir(folder, 0700);
        strncat(folder, "/spinscope", sizeof folder - strlen(folder) - 1);
        mkdir(folder, 0700);
        snprintf(out, size, "%s/last.workspace", folder);
    }
}

/* The window; its workspace is kept for the next time unless a script or a lesson runs. */
static status open_window(window_options *w, const char *size, message *why)
{
    char last[1000];
    last_workspace(last, sizeof last);
    w->last = last[0] != '\0' && w->script == NULL && w->first == NULL ? last : NULL;
    TRY(read_size(size, &w->width, &w->height, why));
    if (w->width > WINDOW_MAX_SIDE || w->height > WINDOW_MAX_SIDE) {
        return refuse(why, "--size %.80s: a window of up to %dx%d is accepted", size,
                      WINDOW_MAX_SIDE, WINDOW_MAX_SIDE);
    }
    return window_run(w, why);
}

status explore_lesson(const char *name, const char *size, message *why)
{
    char first[1200], instead[200];
    snprintf(first, sizeof first, "lesson %.1100s", name);
    snprintf(instead, sizeof instead, "spinscope lesson %.100s -o lesson.mp4", name);
    window_options w = {.assets = assets_folder(),
                        .initial = settings_initial(),
                        .first = first,
                        .instead = instead};
    return open_window(&w, size != NULL ? size : "1280x720", why);
}

static int run(const command *self, int count, char **arguments)
{
    const char *name = NULL, *script = NULL, *workspace = NULL, *size = "1280x720";
    const char *evaluator_text = NULL;
    bool helped = false;
    const option table[] = {
        {.name = "--script",
         .hint = "FILE",
         .help = "run commands, one a line, then stay open (quit ends)",
         .value = &script},
        {.name = "--workspace",
         .hint = "FILE",
         .help = "open a saved workspace",
         .value = &workspace},
        {.name = "--size",
         .hint = "WxH",
         .help = "of the window (default 1280x720)",
         .value = &size},
        {.name = "--evaluator",
         .hint = "EVALUATOR",
         .choice = engine_name,
         .help = "auto (default), scalar, simd, gpu",
         .value = &evaluator_text},
    };
    const options o = {.table = table,
                       .count = (int)(sizeof table / sizeof table[0]),
                       .operands_most = 1,
                       .operands = &name,
                       .operand = "METHOD"};
    message why;
    window_options w = {.assets = assets_folder(), .initial = settings_initial(), .script = script};
    status s = STATUS_OK;
    TRY_OR_END(options_read(&o, self, count, arguments, &helped, &why));
    if (helped) {
        return 0;
    }
    session_watch_signals();
    w.script = script;
    if (workspace != NULL) {
        TRY_OR_END(workspace_read(workspace, WORKSPACE_FROM_ANYBODY, &w.initial, &why));
    }
    if (name != NULL) {
        TRY_OR_END(settings_set(&w.initial, "method", name, &why));
    }
    if (evaluator_text != NULL) {
        TRY_OR_END(settings_set(&w.initial, "engine", evaluator_text, &why));
    }
    s = open_window(&w, size, &why);
end:
    return finish(self, s, &why);
}

const command explore_command = {
    .name = "explore",
    .summary = "Opens the window in which regions move (also without a command)",
    .usage = "[METHOD] [--script FILE] [--workspace FILE] [--size WxH]",
    .details =
        "Drag and wheel move the view, space plays w, click pins the inspector, L lists lessons,\n"
        "F1 shows all keys. A script has one command a line: method bdf:3, w 0.5, glide w 2 4,\n"
        "fly -1 0 4 2, zoom 2 -1 0, key v, wait idle, wait 0.5, shot out.png, quit.\n",
    .run = run,
};
