/* `lesson`: lists lessons, opens the window with one, or makes a film of it. */
#include "explorer/lesson.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "drawing/film.h"
#include "explorer/lesson_film.h"
#include "picture/markup.h"
#include "session.h"
#include "values.h"

typedef struct request {
    const char *name, *output, *size_text, *fps_text, *quality_text;
    bool force, quiet, json;
} request;

/* As the terminal shows it, which has no italics. */
static const char *plain(text *out, const char *words)
{
    markup_plain(out, words);
    return out->data != NULL ? out->data : "";
}

static void list_one(const lesson_entry *e, int width, cJSON *rows)
{
    text words[2] = {{0}};
    const char *title = plain(&words[0], e->title), *summary = plain(&words[1], e->summary);
    if (rows == NULL) {
        printf("%3d  %-*s  %s\n%*s  %s\n", e->number, width, e->name, title, width + 5, "",
               summary);
    } else {
        cJSON *row = cJSON_CreateObject();
        cJSON_AddStringToObject(row, "name", e->name);
        cJSON_AddNumberToObject(row, "number", e->number);
        cJSON_AddStringToObject(row, "title", title);
        cJSON_AddStringToObject(row, "summary", summary);
        cJSON_AddItemToArray(rows, row);
    }
    text_clear(&words[0]);
    text_clear(&words[1]);
}

status list_lessons(const command *self, bool json, bool quiet, message *why)
{
    lesson_names names;
    int width = 0;
    TRY(assets_need("lessons", why));
    TRY(lesson_list(assets_folder(), &names, why));
    cJSON *document = cJSON_CreateObject();
    cJSON *rows = cJSON_AddArrayToObject(document, "lessons");
    for (int i = 0; i < names.count; i++) {
        text_make_line(names.entries[i].name);
        int length = (int)strlen(names.entries[i].name);
        width = length > width ? length : width;
    }
    for (int i = 0; i < names.count; i++) {
        const lesson_entry *e = &names.entries[i];
        if (e->problem.text[0] != '\0') { /* one broken file must not hide the others */
            warn(self, quiet, e->problem.text);
        } else {
            list_one(e, width, json ? rows : NULL);
        }
    }
    lesson_names_clear(&names);
    if (json) {
        return print_json(document, why);
    }
    cJSON_Delete(document);
    return STATUS_OK;
}

static void tell(void *context, int done, int total)
{
    progress_tell_count(context, done, total);
}

static status make_film(const request *q, message *why)
{
    progress shown;
    lesson_film f = {.assets = assets_folder(),
                     .name = q->name,
                     .path = q->output,
                     .force = q->force,
                     .progressed = tell,
                     .context = &shown};
    int quality = MOVIE_GOOD;
    if (!movie_format_of(q->output, &f.format)) {
        return refuse(why, "-o %.200s: the name must end in .mp4, .webm, .gif or / (a folder)",
                      q->output);
    }
    bool is_gif = f.format == MOVIE_GIF;
    const char *size = q->size_text != NULL ? q->size_text : is_gif ? "640x360" : "1280x720";
    const char *fps = q->fps_text != NULL ? q->fps_text : is_gif ? "10" : "30";
    TRY(read_size(size, &f.width, &f.height, why));
    TRY(read_positive("--fps", fps, &f.fps, why));
    if (q->quality_text != NULL) {
        TRY(read_choice("--quality", q->quality_text, film_quality_name, &quality, why));
    }
    f.quality = (movie_quality)quality;
    progress_begin(&shown, "lesson", q->quiet);
    status s = lesson_film_make(&f, why);
    progress_end(&shown);
    return s;
}

/* The window, with the lesson on. */
static status show(const request *q, message *why)
{
    lesson *l = NULL;
    TRY(lesson_open(assets_folder(), q->name, &l, why)); /* before a window is opened */
    lesson_destroy(l);
    return explore_lesson(q->name, q->size_text, why);
}

/* What a request may be, so that some options cannot matter; in the order of mode_words. */
enum { LIST = 1 << 0, ONE = 1 << 1, NO_FILM = 1 << 2, NO_VIDEO = 1 << 3 };

static const char *const mode_words[] = {
    "without the name of a lesson", "with the name of a lesson; it is for their list",
    "without -o, which makes a film", "on .gif and on numbered pictures"};

static unsigned modes_of(const request *q)
{
    movie_format format = MOVIE_MP4;
    bool is_film = q->output != NULL && movie_format_of(q->output, &format);
    return (q->name == NULL ? LIST : ONE) | (q->output == NULL ? NO_FILM : 0) |
           (is_film && (format == MOVIE_GIF || format == MOVIE_PICTURES) ? NO_VIDEO : 0);
}

static int run(const command *self, int count, char **arguments)
{
    request q = {0};
    bool helped = false;
    unsigned long long given = 0;
    message why;
    const option table[] = {
        {.name = "-o",
         .hint = "FILE",
         .help = "a film: .mp4, .webm, .gif, or FOLDER/ for numbered pictures",
         .value = &q.output,
         .idle = LIST},
        {.name = "--size",
         .hint = "WxH",
         .help = "of the film or the window (default 1280x720)",
         .value = &q.size_text,
         .idle = LIST},
        {.name = "--fps",
         .hint = "F",
         .help = "frames a second (default 30)",
         .value = &q.fps_text,
         .idle = LIST | NO_FILM},
        {.name = "--quality",
         .hint = "Q",
         .help = "draft, good (default), best",
         .value = &q.quality_text,
         .idle = LIST | NO_FILM | NO_VIDEO},
        {.name = "--force",
         .help = "overwrite existing files",
         .flag = &q.force,
         .idle = LIST | NO_FILM},
        {.name = "--json",
         .help = "print the list as one line of JSON",
         .flag = &q.json,
         .idle = ONE},
        {.name = "--quiet", .help = "no warnings, no progress", .flag = &q.quiet},
    };
    const options o = {.table = table,
                       .count = (int)(sizeof table / sizeof table[0]),
                       .operands_most = 1,
                       .operands = &q.name,
                       .modes = mode_words,
                       .given = &given};
    status s = STATUS_OK;
    TRY_OR_END(options_read(&o, self, count, arguments, &helped, &why));
    if (helped) {
        return 0;
    }
    session_watch_signals();
    TRY_OR_END(options_refuse_idle(&o, modes_of(&q), &why));
    s = q.name == NULL     ? list_lessons(self, q.json, q.quiet, &why)
        : q.output != NULL ? make_film(&q, &why)
                           : show(&q, &why);
end:
    return finish(self, s, &why);
}

const command lesson_command = {
    .name = "lesson",
    .summary = "Lists the lessons, plays one in the window, or makes a film of it",
    .usage = "[NAME [-o FILE] [--size WxH] [--fps F] [--quality Q]]",
    .details =
        "NAME is one of the list, its number there, or a file of yours that ends in .lesson. In "
        "the\n"
        "window PageDown and PageUp go through the steps, P pauses, A shows the answer; whoever\n"
        "explores in the middle comes back with R, and E leaves the lesson.\n",
    .run = run,
};
