/* The films of Kunkel and Mehrmann's supplement: the plane z while w runs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "drawing/film.h"
#include "picture/labels.h"
#include "reproduce/film_page.h"
#include "reproduce/topics.h"

/* Small and short, so that all of them are made within half a minute; `movie --paper` makes large
 * ones. Still frames are checked pixel by pixel. */
enum { FRAMES = 101, FPS = 20, WIDTH = 480, HEIGHT = 440, SIDE = 48, STILLS = 5 };

static const double stills[STILLS] = {-4, -2, 0, 1.5, 4};

typedef struct ranges {
    double z, w;
} ranges;

static status make_film(reproduction *r, const char *method_name, const ranges *range,
                        const char *path, message *why)
{
    const drawing look = topic_square(method_name, range->z, WIDTH, HEIGHT);
    const movie_request how = {
        .path = path, .format = MOVIE_MP4, .quality = MOVIE_GOOD, .force = r->force};
    const drawing_means means = {.assets = r->assets, .jobs = 1};
    film f = film_initial();
    f.frames = FRAMES;
    f.fps = FPS;
    f.w[0] = -range->w;
    f.w[1] = range->w;
    return film_make(&look, &f, &how, &means, why);
}

/* Frames for print. */
static status add_strip(reproduction *r, const char *method_name, const char *name,
                        const char *title, const ranges *range, message *why)
{
    char caption[FIGURE_LABEL_SIZE + 40];
    drawing look = topic_square(method_name, range->z, 900, 184);
    memcpy(look.w.at, stills, sizeof stills);
    look.w.count = look.columns = STILLS;
    snprintf(caption, sizeof caption, "%s: frames of the film", title);
    return topic_drawing(r, name, caption, &look, why);
}

/* Every pixel of the still frames, predicted and integrated. */
static status check_still(reproduction *r, const char *method_name, const ranges *range, double w,
                          long counts[AGREEMENT_COUNT], message *why)
{
    stable_set g = {0};
    const stable_set_request q = {.method = method_name,
                                  .view = {.plane = PLANE_Z,
                                           .x0 = -range->z,
                                           .x1 = range->z,
                                           .y0 = -range->z,
                                           .y1 = range->z,
                                           .width = SIDE,
                                           .height = SIDE,
                                           .w = w},
                                  .predicts = true,
                                  .measures = true};
    status s = stable_set_compute(&q, r->all, &g, why);
    for (int k = 0; k < AGREEMENT_COUNT; k++) {
        counts[k] += g.counts[k];
    }
    stable_set_clear(&g);
    return s;
}

static void film_path(const reproduction *r, const char *method_name, char *out, size_t room)
{
    char file[100];
    film_file_name(method_name, file, sizeof file);
    snprintf(out, room, "%s/film-%s", r->folder, file);
}

/* Without --force there was none before. */
void reproduce_films_remove(const reproduction *r)
{
    char path[2048];
    for (int i = 0; i < film_paper_count && r->films > 0 && !r->force; i++) {
        film_path(r, film_paper[i], path, sizeof path);
        unlink(path);
    }
}

/* Why there are fewer films. */
typedef struct harvest {
    char problem[2 * sizeof((message *)0)->text]; /* the first; "" for none */
} harvest;

/* Why, without the advice to make pictures with -o: that is another command's. */
static void note_problem(harvest *h, message *cannot)
{
    if (h->problem[0] == '\0') {
        cannot->text[strcspn(cannot->text, ";")] = '\0';
        label_plain(cannot->text, h->problem, sizeof h->problem);
    }
}

/* The film, with its strip; when it cannot be made for want of a program, that is said. */
static status add_film(reproduction *r, const char *method_name, const ranges *range, harvest *h,
                       message *why)
{
    char file[100], name[100], path[2048], title[FIGURE_LABEL_SIZE],
        caption[FIGURE_LABEL_SIZE + 160];
    method *m = NULL;
    message cannot;
    TRY(catalogue_open(r->all, method_name, &m, why));
    label_method(method_describe(m), title, sizeof title);
    method_destroy(m);
    film_file_name(method_name, file, sizeof file);
    snprintf(name, sizeof name, "film-%.*s", (int)(strlen(file) - strlen(".mp4")), file);
    film_path(r, method_name, path, sizeof path);
    snprintf(caption, sizeof caption, "%s: Re /z/, Im /z/ ∈ [−%g, %g], /w/ from −%g to %g", title,
             range->z, range->z, range->w, range->w);
    TRY(add_strip(r, method_name, name, title, range, why));
    status s = make_film(r, method_name, range, path, &cannot);
    if (s == STATUS_FAILED) {
        note_problem(h, &cannot);
        document_paragraph(r->document, "There is no film: %s", h->problem);
        return STATUS_OK;
    }
    if (s != STATUS_OK) {
        *why = cannot;
        return s;
    }
    r->films++;
    return document_film(r->document, path, caption, why);
}

static status add_checks(reproduction *r, const ranges *range, message *why)
{
    static const char *const names[] = {"film", "stable", "unstable", "too close", "disagree"};
    static const column_kind kinds[] = {COLUMN_WORDS, COLUMN_NUMBER, COLUMN_NUMBER, COLUMN_NUMBER,
                                        COLUMN_NUMBER};
    document *d = r->document;
    long disagree = 0, pixels = 0, close = 0;
    document_table(d, "Frames at /w/ = −4, −2, 0, 1.5, 4, every pixel predicted and integrated", 5,
                   names, kinds);
    for (int i = 0; i < film_paper_count; i++) {
        long counts[AGREEMENT_COUNT] = {0};
        for (int k = 0; k < STILLS; k++) {
            TRY(check_still(r, film_paper[i], range, stills[k], counts, why));
        }
        document_cell(d, VERDICT_NONE, "%s", film_paper[i]);
        document_cell(d, VERDICT_NONE, "%ld", counts[AGREE_STABLE]);
        document_cell(d, VERDICT_NONE, "%ld", counts[AGREE_UNSTABLE]);
        document_cell(d, VERDICT_NONE, "%ld", counts[TOO_CLOSE]);
        document_cell(d, counts[DISAGREE] == 0 ? VERDICT_MATCHES : VERDICT_DIFFERS, "%ld",
                      counts[DISAGREE]);
        disagree += counts[DISAGREE];
        close += counts[TOO_CLOSE];
        pixels += (long)STILLS * SIDE * SIDE;
    }
    document_end_table(d);
    document_claim(d, disagree == 0 && close < pixels / 50,
                   "films: a real integration confirms %ld of %ld pixels of their frames, %ld are "
                   "too close to call, %ld disagree",
                   pixels - close - disagree, pixels, close, disagree);
    return STATUS_OK;
}

static status read_ranges(const reproduction *r, ranges *out, message *why)
{
    published_file quoted = {0};
    status s = STATUS_OK;
    TRY_OR_END(topic_quoted(r, &quoted, why));
    TRY_OR_END(published_number(&quoted, "km-5-range", &out->z, why));
    s = published_number(&quoted, "km-films-w", &out->w, why);
end:
    published_clear(&quoted);
    return s;
}

status topic_films(reproduction *r, message *why)
{
    ranges range = {0};
    harvest h = {0};
    document *d = r->document;
    TRY(read_ranges(r, &range, why));
    document_section(d, "films", "Kunkel and Mehrmann, the films of the supplement");
    document_paragraph(
        d,
        "The supplement of the paper has films that “show the /z/-plane in the range "
        "Re /z/, Im /z/ ∈ [−%g, %g] with the time running over /w/ ∈ [−%g, %g]” (page 408), for "
        "the methods it discusses.",
        range.z, range.z, range.w, range.w);
    document_paragraph(
        d,
        "%s %d films of %d frames, %dx%d: the rows of Table 5.1, BDF 1 to 6, and three stabilised "
        "methods, whose prediction (/t/ → ∞) does not move. Larger ones: "
        "spinscope movie --paper -o films//. The frames below are at /w/ = 1.5 and not 2, where "
        "the midpoint and trapezoidal rules and Gauss, /s/ = 2, have |/R/| = 1 for every /z/ "
        "and nothing can be told.",
        r->folder != NULL ? "Here are" : "With -o FOLDER this makes", film_paper_count, FRAMES,
        WIDTH, HEIGHT);
    TRY(add_checks(r, &range, why));
    for (int i = 0; i < film_paper_count && r->folder != NULL; i++) {
        TRY(add_film(r, film_paper[i], &range, &h, why));
    }
    if (r->folder != NULL) {
        document_claim(d, r->films == film_paper_count, "%d of %d films were made%s%s", r->films,
                       film_paper_count, h.problem[0] != '\0' ? ": " : "", h.problem);
    }
    return STATUS_OK;
}
