#include "movie/movie.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/patience.h"
#include "cli.h"
#include "drawing/film.h"
#include "hosting.h"
#include "reproduce/film_page.h"
#include "session.h"
#include "values.h"

typedef struct request {
    drawing drawing;
    film film;
    movie_request how;
    const char *methods, *quality, *shard, *join, *jobs;
    bool quiet, paper, patient;
} request;

/* What is shown while frames are made. */
typedef struct showing {
    progress progress;
    double began;
} showing;

static void tell(void *context, int done, int total)
{
    showing *s = context;
    double spent = clock_seconds() - s->began;
    char words[80];
    snprintf(words, sizeof words, "movie: %d of %d frames, %.0f frames/s,", done, total,
             spent > 0 ? done / spent : 0);
    progress_rename(&s->progress, words);
    progress_tell(&s->progress, (double)done / total);
}

static status make(const request *q, message *why)
{
    showing show = {.began = clock_seconds()};
    hosting h = {.self = &movie_command, .quiet = q->quiet};
    movie_request how = q->how;
    how.progressed = tell;
    how.context = &show;
    hosting_begin(&h);
    progress_begin(&show.progress, "movie", q->quiet);
    const drawing_means means = {.assets = assets_folder(),
                                 .host = &h.host,
                                 .jobs = 1, /* frames are drawn side by side */
                                 .most_seconds = seconds_for_a_file(q->patient)};
    status s = film_make(&q->drawing, &q->film, &how, &means, why);
    progress_end(&show.progress);
    hosting_end(&h);
    return s;
}

static status make_paper(request *q, message *why)
{
    status s;
    const char *folder = q->how.path;
    if (q->how.format != MOVIE_PICTURES) {
        return refuse(why, "-o %.200s: --paper needs a folder that ends in /", folder);
    }
    /* That it is there is seen when the first film is written. */
    bool made_folder = mkdir(folder, 0777) == 0;
    for (int i = 0; i < film_paper_count; i++) {
        char name[80], path[2048];
        film_file_name(film_paper[i], name, sizeof name);
        snprintf(path, sizeof path, "%s%s", folder, name);
        q->how.path = path;
        q->how.format = MOVIE_MP4;
        TRY_OR_END(drawing_set(&q->drawing, "methods", film_paper[i], why));
        TRY_OR_END(make(q, why));
    }
    s = film_write_page(folder, q->how.force, why);
end:
    if (s != STATUS_OK && made_folder) {
        rmdir(folder); /* unless there is a film in it */
    }
    return s;
}

static status join(const request *q, message *why)
{
    return q->how.format != MOVIE_PICTURES
               ? movie_join(q->join, &q->how, why)
               : refuse(why, "-o %.200s: --join makes a film", q->how.path);
}

static status read_shard(request *q, message *why)
{
    int used = 0;
    movie_request *m = &q->how;
    if (sscanf(q->shard, "%d/%d%n", &m->shard, &m->shards, &used) != 2 || q->shard[used] != '\0' ||
        m->shard < 1 || m->shards > 10000 || m->shard > m->shards) {
        return refuse(why, "--shard %.80s: K/N with 1 <= K <= N is accepted", q->shard);
    }
    return m->format == MOVIE_PICTURES
               ? STATUS_OK
               : refuse(why, "--shard is for numbered pictures: -o FOLDER/");
}

/* A GIF is smaller and shorter unless something else was asked for. */
static void set_usual(request *q, const options *o)
{
    bool is_gif = q->how.format == MOVIE_GIF;
    static const int gif[] = {640, 480};
    if (is_gif && !options_given(o, "--size")) {
        memcpy(q->drawing.size, gif, sizeof gif);
    }
    q->film.fps = is_gif && !options_given(o, "--fps") ? 20 : q->film.fps;
    q->film.frames = is_gif && !options_given(o, "--frames") ? 200 : q->film.frames;
    if (q->film.over[0] != '\0' && !options_given(o, "--w")) {
        q->film.w[0] = q->film.w[1] = 0; /* something else runs */
    }
}

static status read_values(request *q, message *why)
{
    int asked = (q->methods != NULL) + q->paper + (q->join != NULL);
    movie_request *m = &q->how;
    if (asked != 1) {
        return refuse(why, "one of these is accepted: a method, --paper, or --join FOLDER");
    }
    if (m->path == NULL) {
        return refuse(why, "-o is missing; accepted: a file .mp4, .webm or .gif, or a FOLDER/");
    }
    if (!movie_format_of(m->path, &m->format)) {
        return refuse(why, "-o %.200s: the name must end in .mp4, .webm, .gif or / (a folder)",
                      m->path);
    }
    if (q->methods != NULL) {
        TRY(drawing_set(&q->drawing, "methods", q->methods, why));
    }
    if (q->jobs != NULL) {
        TRY(read_integer("--jobs", q->jobs, 1, 256, &m->jobs, why));
    }
    int quality = MOVIE_GOOD;
    if (q->quality != NULL) {
        TRY(read_choice("--quality", q->quality, film_quality_name, &quality, why));
    }
    m->quality = (movie_quality)quality;
    if (q->shard != NULL) {
        TRY(read_shard(q, why));
    }
    return m->resume && m->format != MOVIE_PICTURES
               ? refuse(why, "--resume is for numbered pictures: -o FOLDER/")
               : STATUS_OK;
}

/* What a request may be beyond what a drawing may be, so that some options cannot matter. */
enum {
    JOIN = 1 << MODE_COUNT,
    PAPER = JOIN << 1,
    SAME = JOIN << 2,
    KEYED_W = JOIN << 3,
    KEYED_VIEW = JOIN << 4,
    OWN_MODES = 5
};

static const char *const own_words[OWN_MODES] = {
    "with --join: the pictures are drawn already", "with --paper",
    "on .gif and on numbered pictures, unless it is draft and the boundary is drawn",
    "where --key says what w is", "where --key says what the view is"};

static unsigned modes_of(const request *q)
{
    unsigned modes = (q->join != NULL ? JOIN : 0) | (q->paper ? PAPER : 0);
    bool is_video = q->how.format == MOVIE_MP4 || q->how.format == MOVIE_WEBM || q->paper;
    bool has_inks = film_has_inks(&q->drawing, q->how.quality) && q->join == NULL;
    bool has_keyed_w = !film_moves_w(&q->film) && q->film.over[0] == '\0';
    modes |= is_video || has_inks ? 0 : SAME;
    modes |= (has_keyed_w ? KEYED_W : 0) | (film_moves_view(&q->film) ? KEYED_VIEW : 0);
    if (q->join != NULL) {
        return modes;
    }
    return modes | drawing_modes(&q->drawing, FORMAT_PNG) | (q->paper ? MODE_ONE_PANEL : 0);
}

/* Rows of the table, of which some can matter less than others. */
static void add_rows(request *q, option_rows *rows)
{
    const option first[] = {{.name = "-o",
                             .hint = "FILE",
                             .help = ".mp4, .webm, .gif, or FOLDER/ for numbered pictures",
                             .value = &q->how.path}};
    const option last[] = {
        {.name = "--quality",
         .hint = "QUALITY",
         .choice = film_quality_name,
         .help = "draft, good (default), best",
         .value = &q->quality,
         .idle = SAME},
        {.name = "--resume",
         .help = "draw only the pictures that are missing",
         .flag = &q->how.resume,
         .idle = JOIN | PAPER},
        {.name = "--shard",
         .hint = "K/N",
         .help = "draw every N-th picture, from the K-th on",
         .value = &q->shard,
         .idle = JOIN | PAPER},
        {.name = "--join", .hint = "FOLDER", .help = "a film of these pictures", .value = &q->join},
        {.name = "--paper", .help = "all films of the paper, with a page", .flag = &q->paper},
        {.name = "--jobs", .hint = "N", .help = "threads", .value = &q->jobs},
        {.name = "--force", .help = "overwrite existing files", .flag = &q->how.force},
        {.name = "--quiet", .help = "no warnings, no progress", .flag = &q->quiet},
        {.name = "--patient",
         .help = "a frame of a method file may take longer than 10 s",
         .flag = &q->patient}};
    option_rows_add(rows, first, 1);
    int films = rows->count;
    option_rows_add_properties(rows, film_properties, film_property_count, 0, &q->film, 0, JOIN);
    for (int i = films; i < rows->count; i++) {
        rows->rows[i].idle |= strcmp(rows->rows[i].name, "--over") == 0 ? PAPER
                              : strcmp(rows->rows[i].name, "--w") == 0  ? KEYED_W | MODE_ZW
                                                                        : 0;
    }
    int drawings = rows->count;
    option_rows_add_properties(rows, drawing_properties, drawing_property_count, USES_MOVIE,
                               &q->drawing, ~0u, JOIN);
    for (int i = drawings; i < rows->count; i++) {
        rows->rows[i].idle |= strcmp(rows->rows[i].name, "--view") == 0 ? KEYED_VIEW : 0;
    }
    option_rows_add(rows, last, sizeof last / sizeof last[0]);
}

static status read_request(const command *self, int count, char **arguments, request *q,
                           bool *helped, message *why)
{
    static const int usual_size[] = {1280, 720};
    const char *words[MODE_COUNT + OWN_MODES];
    unsigned long long given = 0;
    option_rows rows = {0};
    q->drawing = drawing_initial();
    memcpy(q->drawing.size, usual_size, sizeof usual_size);
    q->film = film_initial();
    q->how = (movie_request){.can_resume = true};
    memcpy(words, drawing_mode_words, sizeof drawing_mode_words);
    memcpy(words + MODE_COUNT, own_words, sizeof own_words);
    add_rows(q, &rows);
    const options o = {.table = rows.rows,
                       .count = rows.count,
                       .operands_most = 1,
                       .operands = &q->methods,
                       .operand = "METHOD,...",
                       .modes = words,
                       .given = &given};
    status s = options_read(&o, self, count, arguments, helped, why);
    if (s != STATUS_OK || *helped) {
        return s;
    }
    TRY(read_values(q, why));
    set_usual(q, &o);
    if (q->methods != NULL) {
        TRY(film_check(&q->film, &q->drawing, why));
        TRY(drawing_check(&q->drawing, FORMAT_PNG, why));
    }
    return options_refuse_idle(&o, modes_of(q), why);
}

static status movie(const command *self, int count, char **arguments, bool *helped, message *why)
{
    request *q = NULL;
    TRY(memory_allocate(&q, 1, sizeof *q, why));
    status s;
    TRY_OR_END(read_request(self, count, arguments, q, helped, why));
    if (!*helped) {
        s = q->join != NULL ? join(q, why) : q->paper ? make_paper(q, why) : make(q, why);
    }
end:
    free(q);
    return s;
}

static int run(const command *self, int count, char **arguments)
{
    message why;
    bool helped = false;
    session_watch_signals();
    status s = movie(self, count, arguments, &helped, &why);
    return finish(self, s, &why);
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
