#include "movie/movie.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/work.h"
#include "film.h"
#include "session.h"
#include "values.h"

enum { MOST_PASSED = 64 };

/* Set by movie_stop. */
static atomic_bool stopped;

typedef struct request {
    const char *methods, *output, *w_text, *frames_text, *fps_text, *size_text, *ease_text;
    const char *quality_text, *keys_text[FILM_MOST_KEYS], *over_text, *shard_text, *join,
        *jobs_text;
    int key_count;
    bool force, quiet, resume, paper, patient;

    /* handed on to render */
    const char *view, *palette, *contours, *columns, *title, *motion, *spectrum, *h;
    bool phase, star, hatch, no_boundary, overlay;

    int frames, width, height, jobs;
    double fps, w_from, w_to;
    char over[40];
    movie_format format;
    movie_quality quality;
    film_ease ease;
    int shard, shards;
} request;

/* What is shown while frames are made. */
typedef struct showing {
    film film;
    progress progress;
    double began;
} showing;

static status draw(void *context, int frame, uint32_t *pixels, message *why)
{
    showing *s = context;
    return film_draw(&s->film, frame, pixels, why);
}

static void tell(void *context, int done, int total)
{
    showing *s = context;
    double spent = seconds_since_boot() - s->began;
    char words[80];
    snprintf(words, sizeof words, "movie: %d of %d frames, %.0f frames/s,", done, total,
             spent > 0 ? done / spent : 0);
    progress_rename(&s->progress, words);
    progress_tell(&s->progress, (double)done / total);
}

/* A:B, or one number for both. */
static status read_range(const char *name, const char *value, double *from, double *to,
                         message *why)
{
    char first[80];
    size_t length = strcspn(value, ":");
    wide number;
    message detail;
    snprintf(first, sizeof first, "%.*s", (int)(length < 79 ? length : 79), value);
    status s = read_real(name, first, &number, &detail);
    *from = *to = number.high;
    if (s == STATUS_OK && value[length] == ':') {
        s = read_real(name, value + length + 1, &number, &detail);
        *to = number.high;
    }
    return s == STATUS_OK
               ? s
               : refuse(why, "%s %.80s: a real number, or A:B with two, is accepted, such as -5:5",
                        name, value);
}

static const char *const eases[] = {"linear", "smooth", "pingpong", NULL};
static const char *const qualities[] = {"draft", "good", "best", NULL};

static status read_over(request *q, message *why)
{
    size_t length = strcspn(q->over_text, "=");
    if (q->over_text[length] != '=' || length == 0 || length >= sizeof q->over) {
        return refuse(why, "--over %.80s: FAMILY=A:B is accepted, such as theta=0.5:1",
                      q->over_text);
    }
    snprintf(q->over, sizeof q->over, "%.*s", (int)length, q->over_text);
    return STATUS_OK;
}

static status read_shard(request *q, message *why)
{
    int used = 0;
    if (sscanf(q->shard_text, "%d/%d%n", &q->shard, &q->shards, &used) != 2 ||
        q->shard_text[used] != '\0' || q->shard < 1 || q->shards > 10000 || q->shard > q->shards) {
        return refuse(why, "--shard %.80s: K/N with 1 <= K <= N is accepted", q->shard_text);
    }
    return q->format == MOVIE_PICTURES
               ? STATUS_OK
               : refuse(why, "--shard is for numbered pictures: -o FOLDER/");
}

static status read_values(request *q, message *why)
{
    int ease = 0, quality = MOVIE_GOOD;
    if (q->output == NULL) {
        return refuse(why, "-o is missing; accepted: a file .mp4, .webm or .gif, or a FOLDER/");
    }
    if (!movie_format_of(q->output, &q->format)) {
        return refuse(why, "-o %.200s: the name must end in .mp4, .webm, .gif or / (a folder)",
                      q->output);
    }
    bool is_gif = q->format == MOVIE_GIF;
    status s = read_size(q->size_text != NULL ? q->size_text
                         : is_gif             ? "640x480"
                                              : "1280x720",
                         &q->width, &q->height, why);
    s = s == STATUS_OK
            ? read_range("--w", q->w_text != NULL ? q->w_text : "-5:5", &q->w_from, &q->w_to, why)
            : s;
    s = s == STATUS_OK && q->over_text != NULL ? read_over(q, why) : s;
    s = s == STATUS_OK ? read_positive("--fps",
                                       q->fps_text != NULL ? q->fps_text
                                       : is_gif            ? "20"
                                                           : "30",
                                       &q->fps, why)
                       : s;
    s = s == STATUS_OK ? read_integer("--frames",
                                      q->frames_text != NULL ? q->frames_text
                                      : is_gif               ? "200"
                                                             : "300",
                                      1, MOVIE_MOST_FRAMES, &q->frames, why)
                       : s;
    s = s == STATUS_OK && q->ease_text != NULL
            ? read_word("--ease", q->ease_text, eases, &ease, why)
            : s;
    s = s == STATUS_OK && q->quality_text != NULL
            ? read_word("--quality", q->quality_text, qualities, &quality, why)
            : s;
    s = s == STATUS_OK && q->jobs_text != NULL
            ? read_integer("--jobs", q->jobs_text, 1, 256, &q->jobs, why)
            : s;
    q->ease = (film_ease)ease;
    q->quality = (movie_quality)quality;
    s = s == STATUS_OK && q->shard_text != NULL ? read_shard(q, why) : s;
    if (s == STATUS_OK && q->resume && q->format != MOVIE_PICTURES) {
        s = refuse(why, "--resume is for numbered pictures: -o FOLDER/");
    }
    return s;
}

/* What render would be asked for one frame. The words must live as long as the request. */
typedef struct passed {
    int count;
    char words[MOST_PASSED][2 * METHOD_NAME_SIZE];
    char *pointers[MOST_PASSED];
} passed;

static void pass(passed *p, const char *name, const char *value)
{
    if (value != NULL && p->count < MOST_PASSED) {
        snprintf(p->words[p->count], sizeof p->words[0], "%s%s%s", name, name[0] != '\0' ? "=" : "",
                 value);
        p->pointers[p->count] = p->words[p->count];
        p->count++;
    }
}

static void pass_flag(passed *p, const char *name, bool given)
{
    pass(p, "", given ? name : NULL);
}

static status read_look(const request *q, passed *p, render_request *out, message *why)
{
    char size[40], methods[METHOD_NAME_SIZE];
    bool helped = false;
    snprintf(size, sizeof size, "%dx%d", q->width, q->height);
    /* A film over a parameter begins with a member of the family. */
    snprintf(methods, sizeof methods, "%s%s", q->over[0] != '\0' ? q->over : q->methods,
             q->over[0] != '\0' ? ":1" : "");
    pass(p, "", methods);
    pass(p, "-o", "frame.png");
    pass(p, "--size", size);
    pass(p, "--w", "0");
    pass(p, "--view", q->view);
    pass(p, "--palette", q->palette);
    pass(p, "--contours", q->contours);
    pass(p, "--columns", q->columns);
    pass(p, "--title", q->title);
    pass(p, "--motion", q->motion);
    pass(p, "--spectrum", q->spectrum);
    pass(p, "--h", q->h);
    pass_flag(p, "--phase", q->phase);
    pass_flag(p, "--star", q->star);
    pass_flag(p, "--hatch", q->hatch);
    pass_flag(p, "--no-boundary", q->no_boundary);
    pass_flag(p, "--overlay", q->overlay);
    pass_flag(p, "--quiet", q->quiet);
    pass_flag(p, "--patient", q->patient);
    return render_read(&movie_command, p->count, p->pointers, out, &helped, why);
}

/* Frames are of the same film when the same words made them. */
static void write_recipe(const request *q, const passed *p, text *out)
{
    for (int i = 0; i < p->count; i++) {
        bool shows = strcmp(p->words[i], "--quiet") != 0 && strcmp(p->words[i], "--patient") != 0;
        text_add(out, "%s", shows ? p->words[i] : "");
        text_add(out, "%s", shows ? " " : "");
    }
    text_add(out, "%sw %.17g %.17g ease %d over %s", q->quality == MOVIE_DRAFT ? "draft " : "",
             q->w_from, q->w_to, q->ease, q->over_text != NULL ? q->over_text : "");
    for (int i = 0; i < q->key_count; i++) {
        text_add(out, " key %s", q->keys_text[i]);
    }
}

/* Are the boundaries of a draft drawn without cairo? */
static bool has_inks(const request *q)
{
    return q->quality == MOVIE_DRAFT && !q->no_boundary && !q->star && !q->overlay;
}

static status set_film(const request *q, rendering *d, film *f, message *why)
{
    status s = STATUS_OK;
    *f = (film){.of = d,
                .frames = q->frames,
                .jobs = q->jobs > 0 ? q->jobs : work_processors(),
                .ease = q->ease,
                .w_from = q->w_from,
                .w_to = q->w_to,
                .key_count = q->key_count,
                .inks = has_inks(q)};
    for (int i = 0; i < q->key_count && s == STATUS_OK; i++) {
        s = film_read_key(q->keys_text[i], &f->keys[i], why);
    }
    if (s == STATUS_OK && q->over_text != NULL) {
        f->over = q->over;
        f->fixed_w = q->w_text != NULL ? q->w_from : 0;
        message detail;
        const char *range = q->over_text + strlen(q->over) + 1;
        if (read_range("--over", range, &f->w_from, &f->w_to, &detail) != STATUS_OK) {
            return refuse(why, "--over %.80s: FAMILY=A:B is accepted, such as theta=0.5:1",
                          q->over_text);
        }
        if (s == STATUS_OK && strcmp(q->methods, q->over) != 0) {
            s = refuse(why, "--over %.80s: the method must be %s itself", q->over_text, q->over);
        }
    }
    return s;
}

static status make(const request *q, message *why)
{
    passed *p = NULL;
    render_request *look = NULL;
    rendering *d = NULL;
    showing *show = NULL;
    text recipe = {0};
    status s = memory_allocate(&p, 1, sizeof *p, why);
    s = s == STATUS_OK ? memory_allocate(&look, 1, sizeof *look, why) : s;
    s = s == STATUS_OK ? memory_allocate(&d, 1, sizeof *d, why) : s;
    s = s == STATUS_OK ? memory_allocate(&show, 1, sizeof *show, why) : s;
    s = s == STATUS_OK ? read_look(q, p, look, why) : s;
    if (s == STATUS_OK) {
        d->self = &movie_command;
        d->request = look;
        s = rendering_open(d, why);
        s = s == STATUS_OK ? set_film(q, d, &show->film, why) : s;
        s = s == STATUS_OK ? film_prepare(&show->film, why) : s;
        write_recipe(q, p, &recipe);
        s = s == STATUS_OK && recipe.broken ? fail(why, "out of memory") : s;
        movie_request m = {.path = q->output,
                           .format = q->format,
                           .quality = q->quality,
                           .width = q->width,
                           .height = q->height,
                           .frames = q->frames,
                           .fps = q->fps,
                           .jobs = q->jobs,
                           .force = q->force,
                           .draw = draw,
                           .progressed = tell,
                           .context = show,
                           .cancel = &stopped,
                           .recipe = recipe.data,
                           .resume = q->resume,
                           .can_resume = true,
                           .shard = q->shard,
                           .shards = q->shards};
        show->began = seconds_since_boot();
        progress_begin(&show->progress, "movie", q->quiet);
        s = s == STATUS_OK ? movie_make(&m, why) : s;
        progress_end(&show->progress);
        film_clear(&show->film);
        rendering_clear(d);
    }
    text_clear(&recipe);
    free(show);
    free(d);
    free(look);
    free(p);
    return s;
}

static status make_paper(const request *q, message *why)
{
    status s = STATUS_OK;
    if (q->format != MOVIE_PICTURES) {
        return refuse(why, "-o %.200s: --paper needs a folder that ends in /", q->output);
    }
    /* That it is there is seen when the first film is written. */
    bool made_folder = mkdir(q->output, 0777) == 0;
    for (int i = 0; i < film_paper_count && s == STATUS_OK; i++) {
        char name[80], path[2048];
        request one = *q;
        film_file_name(film_paper[i], name, sizeof name);
        snprintf(path, sizeof path, "%s%s", q->output, name);
        one.methods = film_paper[i];
        one.output = path;
        one.format = MOVIE_MP4;
        s = make(&one, why);
    }
    s = s == STATUS_OK ? film_write_page(q->output, q->force, why) : s;
    if (s != STATUS_OK && made_folder) {
        rmdir(q->output); /* unless there is a film in it */
    }
    return s;
}

static status check_what(const request *q, message *why)
{
    int asked = (q->methods != NULL) + q->paper + (q->join != NULL);
    return asked == 1
               ? STATUS_OK
               : refuse(why, "one of these is accepted: a method, --paper, or --join FOLDER");
}

/* What a request may be, so that some options cannot matter; in the order of mode_words. */
enum { JOIN = 1 << 0, PAPER = 1 << 1, SAME = 1 << 2, KEYED_W = 1 << 3, KEYED_VIEW = 1 << 4 };

static const char *const mode_words[] = {
    "with --join: the pictures are drawn already", "with --paper",
    "on .gif and on numbered pictures, unless it is draft and the boundary is drawn",
    "where --key says what w is", "where --key says what the view is"};

static unsigned modes_of(const request *q)
{
    unsigned modes = (q->join != NULL ? JOIN : 0) | (q->paper ? PAPER : 0);
    bool is_video = q->format == MOVIE_MP4 || q->format == MOVIE_WEBM || q->paper;
    modes |= is_video || (has_inks(q) && q->join == NULL) ? 0 : SAME;
    for (int i = 0; i < q->key_count; i++) {
        film_key key = {0};
        message detail;
        if (film_read_key(q->keys_text[i], &key, &detail) == STATUS_OK) {
            modes |=
                (key.has_w && q->over_text == NULL ? KEYED_W : 0) | (key.has_view ? KEYED_VIEW : 0);
        }
    }
    return modes;
}

static status movie_all(const command *self, int count, char **arguments, bool *helped,
                        message *why)
{
    request q = {0};
    unsigned long long given = 0;
    const option table[] = {
        {.name = "-o",
         .hint = "FILE",
         .help = ".mp4, .webm, .gif, or FOLDER/ for numbered pictures",
         .value = &q.output},
        {.name = "--w",
         .hint = "A:B",
         .help = "how w runs (default -5:5)",
         .value = &q.w_text,
         .idle = JOIN | KEYED_W},
        {.name = "--frames",
         .hint = "N",
         .help = "default 300",
         .value = &q.frames_text,
         .idle = JOIN},
        {.name = "--fps",
         .hint = "F",
         .help = "frames a second (default 30)",
         .value = &q.fps_text,
         .idle = JOIN},
        {.name = "--size",
         .hint = "WxH",
         .help = "default 1280x720",
         .value = &q.size_text,
         .idle = JOIN},
        {.name = "--ease",
         .hint = "EASE",
         .words = eases,
         .help = "linear (default), smooth, pingpong",
         .value = &q.ease_text,
         .idle = JOIN},
        {.name = "--quality",
         .hint = "QUALITY",
         .words = qualities,
         .help = "draft, good (default), best",
         .value = &q.quality_text,
         .idle = SAME},
        {.name = "--key",
         .hint = "K",
         .help = "t=0.5,w=1,view=X0:X1:Y0:Y1; again and again",
         .value = q.keys_text,
         .times = &q.key_count,
         .most = FILM_MOST_KEYS,
         .idle = JOIN},
        {.name = "--over",
         .hint = "F=A:B",
         .help = "a family's parameter runs instead: theta=0.5:1",
         .value = &q.over_text,
         .idle = JOIN | PAPER},
        {.name = "--resume",
         .help = "draw only the pictures that are missing",
         .flag = &q.resume,
         .idle = JOIN | PAPER},
        {.name = "--shard",
         .hint = "K/N",
         .help = "draw every N-th picture, from the K-th on",
         .value = &q.shard_text,
         .idle = JOIN | PAPER},
        {.name = "--join", .hint = "FOLDER", .help = "a film of these pictures", .value = &q.join},
        {.name = "--paper", .help = "all films of the paper, with a page", .flag = &q.paper},
        {.name = "--view",
         .hint = "X0,X1,Y0,Y1",
         .help = "as in render",
         .value = &q.view,
         .idle = JOIN | KEYED_VIEW},
        {.name = "--palette",
         .hint = "PALETTE",
         .help = "as in render",
         .value = &q.palette,
         .idle = JOIN},
        {.name = "--contours",
         .hint = "L,...",
         .help = "as in render",
         .value = &q.contours,
         .idle = JOIN},
        {.name = "--columns",
         .hint = "N",
         .help = "as in render",
         .value = &q.columns,
         .idle = JOIN},
        {.name = "--title",
         .hint = "TEXT",
         .help = "as in render",
         .value = &q.title,
         .idle = JOIN},
        {.name = "--motion",
         .hint = "MOTION",
         .help = "as in render",
         .value = &q.motion,
         .idle = JOIN},
        {.name = "--spectrum",
         .hint = "FILE",
         .help = "as in render",
         .value = &q.spectrum,
         .idle = JOIN},
        {.name = "--h", .hint = "H", .help = "as in render", .value = &q.h, .idle = JOIN},
        {.name = "--phase", .help = "as in render", .flag = &q.phase, .idle = JOIN},
        {.name = "--star", .help = "as in render", .flag = &q.star, .idle = JOIN},
        {.name = "--hatch", .help = "as in render", .flag = &q.hatch, .idle = JOIN},
        {.name = "--no-boundary", .help = "as in render", .flag = &q.no_boundary, .idle = JOIN},
        {.name = "--overlay", .help = "as in render", .flag = &q.overlay, .idle = JOIN},
        {.name = "--jobs", .hint = "N", .help = "threads", .value = &q.jobs_text},
        {.name = "--force", .help = "overwrite existing files", .flag = &q.force},
        {.name = "--quiet", .help = "no warnings, no progress", .flag = &q.quiet},
        {.name = "--patient",
         .help = "a frame of a method file may take longer than 10 s",
         .flag = &q.patient},
    };
    const options o = {.table = table,
                       .count = (int)(sizeof table / sizeof table[0]),
                       .operands_most = 1,
                       .operands = &q.methods,
                       .operand = "METHOD,...",
                       .modes = mode_words,
                       .given = &given};
    status s = options_read(&o, self, count, arguments, helped, why);
    if (s != STATUS_OK || *helped) {
        return s;
    }
    s = check_what(&q, why);
    s = s == STATUS_OK ? read_values(&q, why) : s;
    s = s == STATUS_OK ? options_refuse_idle(&o, modes_of(&q), why) : s;
    if (s == STATUS_OK && q.join != NULL) {
        const movie_request how = {.path = q.output,
                                   .format = q.format,
                                   .quality = q.quality,
                                   .jobs = q.jobs,
                                   .force = q.force};
        return q.format != MOVIE_PICTURES ? movie_join(q.join, &how, why)
                                          : refuse(why, "-o %.200s: --join makes a film", q.output);
    }
    return s != STATUS_OK ? s : q.paper ? make_paper(&q, why) : make(&q, why);
}

void movie_stop(bool stops)
{
    atomic_store(&stopped, stops);
}

status movie_arguments(int count, char **arguments, message *why)
{
    bool helped = false;
    return movie_all(&movie_command, count, arguments, &helped, why);
}

static int run(const command *self, int count, char **arguments)
{
    message why;
    bool helped = false;
    session_watch_signals();
    status s = movie_all(self, count, arguments, &helped, &why);
    return s == STATUS_OK ? 0 : complain(self, s, &why);
}

const command movie_command = {
    .name = "movie",
    .summary = "Makes a film of a region while w runs",
    .usage = "METHOD[,METHOD...] -o FILE [--w A:B] [--frames N] [--fps F] [--size WxH] ...",
    .details =
        "Frames are figures as `render` draws them, with w in their title. Numbered pictures\n"
        "(-o FOLDER/) can be resumed and shared out among several runs, and joined later. Frames\n"
        "that are not ours (a folder without our movie.txt) are never touched; where a film is\n"
        "being drawn another one is refused, but for shards of that film.\n"
        "MP4, WebM and GIF need the program ffmpeg.\n",
    .run = run,
};
