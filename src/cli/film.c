#include "film.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/output.h"
#include "base/text.h"
#include "picture/canvas.h"
#include "picture/ink.h"
#include "picture/labels.h"
#include "picture/ticks.h"
#include "session.h"
#include "values.h"

const char *const film_paper[] = {"implicit-euler",
                                  "radau-iia:2",
                                  "radau-iia:3",
                                  "midpoint",
                                  "gauss:2",
                                  "trapezoidal",
                                  "gauss-lobatto:1",
                                  "gauss-lobatto:2",
                                  "bdf:1",
                                  "bdf:2",
                                  "bdf:3",
                                  "bdf:4",
                                  "bdf:5",
                                  "bdf:6",
                                  "spin:implicit-euler",
                                  "spin:radau-iia:2",
                                  "spin:bdf:2"};

const int film_paper_count = (int)(sizeof film_paper / sizeof film_paper[0]);

void film_file_name(const char *method_name, char *out, size_t size)
{
    snprintf(out, size, "%s.mp4", method_name);
    for (char *c = out; *c != '\0'; c++) {
        *c = *c == ':' ? '-' : *c;
    }
}

status film_read_key(const char *value, film_key *out, message *why)
{
    static const char accepted[] = "t=0.5,w=1,view=X0:X1:Y0:Y1 is accepted, t from 0 to 1";
    bool has_t = false;
    *out = (film_key){0};
    for (const char *at = value; *at != '\0';) {
        char piece[200];
        size_t length = strcspn(at, ",");
        int used = 0;
        double *v = out->view;
        snprintf(piece, sizeof piece, "%.*s", (int)(length < 199 ? length : 199), at);
        if (sscanf(piece, "t=%lf%n", &out->t, &used) == 1 && piece[used] == '\0') {
            has_t = true;
        } else if (sscanf(piece, "w=%lf%n", &out->w, &used) == 1 && piece[used] == '\0') {
            out->has_w = true;
        } else if (sscanf(piece, "view=%lf:%lf:%lf:%lf%n", v, v + 1, v + 2, v + 3, &used) == 4 &&
                   piece[used] == '\0' && v[0] < v[1] && v[2] < v[3]) {
            out->has_view = true;
        } else {
            return refuse(why, "--key %.80s: %s", value, accepted);
        }
        at += length + (at[length] == ',');
    }
    if (!has_t || !(out->t >= 0) || !(out->t <= 1) || !isfinite(out->w)) {
        return refuse(why, "--key %.80s: %s", value, accepted);
    }
    return STATUS_OK;
}

static double smooth(double t)
{
    return t * t * (3 - 2 * t);
}

/* The time of a frame after easing. */
static double time_of(const film *f, int frame)
{
    double t = f->frames > 1 ? (double)frame / (f->frames - 1) : 0;
    switch (f->ease) {
    case EASE_SMOOTH:
        return smooth(t);
    case EASE_PINGPONG:
        return 1 - fabs(1 - 2 * t);
    default:
        return t;
    }
}

/* Finds the keys around time t that say something about the view (`views`) or about w (otherwise):
 * *a is the last one up to t, *b the first one after it. Before the first and after the last of
 * them both are the same key. False when no key says anything about it. */
static bool between(const film *f, double t, bool views, const film_key **a, const film_key **b)
{
    *a = *b = NULL;
    for (int i = 0; i < f->key_count; i++) {
        const film_key *k = &f->keys[i];
        if (views ? !k->has_view : !k->has_w) {
            continue;
        }
        if (k->t <= t) {
            *a = k;
        } else if (*b == NULL) {
            *b = k;
        }
    }
    *a = *a != NULL ? *a : *b;
    *b = *b != NULL ? *b : *a;
    return *a != NULL;
}

static double part_of(const film_key *a, const film_key *b, double t)
{
    double part = b->t > a->t ? (t - a->t) / (b->t - a->t) : 0;
    return part < 0 ? 0 : part > 1 ? 1 : part;
}

static double value_at(const film *f, int frame)
{
    const film_key *a, *b;
    double t = time_of(f, frame);
    if (between(f, t, false, &a, &b)) {
        return a->w + part_of(a, b, t) * (b->w - a->w);
    }
    return f->w_from + t * (f->w_to - f->w_from);
}

double film_w(const film *f, int frame)
{
    return f->over != NULL ? f->fixed_w : value_at(f, frame);
}

/* Sizes grow by factors, so that a zoom has the same speed all the way. */
static bool view_at(const film *f, int frame, double out[4])
{
    const film_key *a, *b;
    double t = time_of(f, frame);
    if (!between(f, t, true, &a, &b)) {
        return false;
    }
    double part = part_of(a, b, t);
    for (int axis = 0; axis < 4; axis += 2) {
        double from = a->view[axis + 1] - a->view[axis], to = b->view[axis + 1] - b->view[axis];
        double size = from * pow(to / from, part);
        double along = fabs(to - from) > 1e-12 * from ? (size - from) / (to - from) : part;
        double middle = (a->view[axis] + a->view[axis + 1]) / 2;
        middle += along * ((b->view[axis] + b->view[axis + 1]) / 2 - middle);
        out[axis] = middle - size / 2;
        out[axis + 1] = middle + size / 2;
    }
    return true;
}

static int by_time(const void *a, const void *b)
{
    double s = ((const film_key *)a)->t, t = ((const film_key *)b)->t;
    return (s > t) - (s < t);
}

/* A rendering of one frame: the film's, with a request of its own. */
typedef struct shot {
    rendering rendering;
    render_request request;
    char view[120];
    method *method; /* of a film over a parameter */
    phi *phi;
} shot;

static status open_parameter(const film *f, int frame, shot *s, message *why)
{
    char name[80];
    catalogue *c = NULL;
    snprintf(name, sizeof name, "%.40s:%.9f", f->over, value_at(f, frame));
    status ok = catalogue_create(assets_folder(), &c, why);
    ok = ok == STATUS_OK ? catalogue_open(c, name, &s->method, why) : ok;
    ok = ok == STATUS_OK ? phi_compile(s->method, s->request.moves, &s->phi, why) : ok;
    catalogue_destroy(c);
    s->rendering.methods[0] = s->method;
    s->rendering.phis[0] = s->phi;
    return ok;
}

static status shot_take(const film *f, int frame, shot *s, message *why)
{
    status ok = STATUS_OK;
    s->request = *f->of->request;
    s->request.w_count = 1;
    s->request.w[0] = film_w(f, frame);
    s->request.jobs = 1; /* frames are drawn side by side */
    s->request.no_boundary = s->request.no_boundary || f->inks;
    s->rendering = *f->of;
    s->rendering.request = &s->request;
    s->rendering.figure = (figure){0};
    s->rendering.most_seconds = seconds_for_a_frame(f->jobs);
    if (view_at(f, frame, s->request.view)) {
        s->request.view_text = "keys"; /* there is a view */
    }
    if (f->over != NULL) {
        ok = open_parameter(f, frame, s, why);
    }
    ok = ok == STATUS_OK ? rendering_make_figure(&s->rendering, why) : ok;
    if (ok == STATUS_NO) { /* only patience ends it so */
        ok = refuse(why, "%.200s: frame %d takes more than 10 s; with --patient that is accepted",
                    method_describe(rendering_file(f->of))->name, frame + 1);
    }
    for (int i = 0; i < s->rendering.figure.panel_count && ok == STATUS_OK; i++) {
        figure_panel *p = &s->rendering.figure.panels[i];
        if (f->over != NULL) {
            snprintf(p->subtitle, sizeof p->subtitle, "%.40s = %.3f", f->over, value_at(f, frame));
        } else {
            const phi *of = s->rendering.phis[i % s->rendering.count];
            bool is_limit = of != NULL && phi_describe(of)->spin == PHI_LIMIT;
            const char *moves = label_motion(s->request.moves);
            snprintf(p->subtitle, sizeof p->subtitle, "/w/ = /hω/ = %s%.2f%s%s%s",
                     s->request.w[0] < -0.005 ? "−" : "", fabs(s->request.w[0]),
                     moves[0] != '\0' ? ", " : "", moves,
                     is_limit && moves[0] == '\0' ? ", /t/ → ∞" : "");
        }
    }
    return ok;
}

static void shot_clear(shot *s)
{
    rendering_clear_figure(&s->rendering);
    phi_destroy(s->phi);
    method_destroy(s->method);
}

/* Where in its range w is: a line with a dot, under the panels at the right. */
static status draw_scale(const film *f, int frame, const figure *g, uint32_t *pixels, message *why)
{
    canvas *c = NULL;
    status s = canvas_create(pixels, g->width, g->height, g->width, &c, why);
    if (s != STATUS_OK) {
        return s;
    }
    double low = value_at(f, 0), high = low, now = value_at(f, frame);
    for (int i = 0; i <= 64; i++) {
        double v = value_at(f, (int)((long)i * (f->frames - 1) / 64));
        low = fmin(low, v);
        high = fmax(high, v);
    }
    const figure_panel *p = &g->panels[g->panel_count - 1];
    double l = fmax(9, 0.022 * sqrt((double)g->width * g->height) / sqrt(g->columns));
    double right = p->x + p->width, left = right - fmin(9 * l, 0.3 * p->width);
    double y = p->y + p->height + 2.3 * l, part = high > low ? (now - low) / (high - low) : 0;
    char number[TICK_TEXT_SIZE];
    canvas_line(c, left, y, right, y, 0.12 * l, 0xFF808080);
    canvas_circle(c, left + part * (right - left), y, 0.32 * l, 0, 0xFFC0392B);
    ticks_number(round(low * 1000) / 1000, number);
    canvas_text(c, left - 0.4 * l, y + 0.27 * l, 0.8 * l, CANVAS_END, 0xFF404040, number);
    ticks_number(round(high * 1000) / 1000, number);
    canvas_text(c, right + 0.4 * l, y + 0.27 * l, 0.8 * l, CANVAS_START, 0xFF404040, number);
    canvas_destroy(c);
    return s;
}

static bool view_moves(const film *f)
{
    int views = 0;
    for (int i = 0; i < f->key_count; i++) {
        views += f->keys[i].has_view;
    }
    return views > 1;
}

status film_prepare(film *f, message *why)
{
    const render_request *r = f->of->request;
    qsort(f->keys, (size_t)f->key_count, sizeof f->keys[0], by_time);
    if (view_moves(f) || f->over != NULL) {
        return STATUS_OK;
    }
    shot *s = NULL;
    status ok = memory_allocate(&s, 1, sizeof *s, why);
    ok = ok == STATUS_OK ? shot_take(f, 0, s, why) : ok;
    size_t count = (size_t)r->width * (size_t)r->height;
    ok = ok == STATUS_OK ? memory_allocate(&f->still, count, sizeof *f->still, why) : ok;
    ok = ok == STATUS_OK ? figure_paint(&s->rendering.figure, FIGURE_STILL, f->still, why) : ok;
    if (s != NULL) {
        shot_clear(s);
    }
    free(s);
    return ok;
}

void film_clear(film *f)
{
    free(f->still);
    f->still = NULL;
}

status film_draw(void *context, int frame, uint32_t *pixels, message *why)
{
    const film *f = context;
    const render_request *r = f->of->request;
    shot *s = NULL;
    status ok = memory_allocate(&s, 1, sizeof *s, why);
    if (ok != STATUS_OK) {
        return ok;
    }
    ok = shot_take(f, frame, s, why);
    unsigned parts = f->still != NULL ? FIGURE_MOVING : FIGURE_ALL;
    if (ok == STATUS_OK && f->still != NULL) {
        memcpy(pixels, f->still, (size_t)r->width * (size_t)r->height * sizeof *pixels);
    }
    ok = ok == STATUS_OK ? figure_paint(&s->rendering.figure, parts, pixels, why) : ok;
    for (int i = 0; i < s->rendering.figure.panel_count && f->inks && ok == STATUS_OK; i++) {
        const figure_panel *p = &s->rendering.figure.panels[i];
        size_t corner = (size_t)p->y * (size_t)r->width + (size_t)p->x;
        ok = ink_boundary(&p->field, 1, 1, 0xFF000000, pixels + corner, r->width, why);
    }
    ok = ok == STATUS_OK ? draw_scale(f, frame, &s->rendering.figure, pixels, why) : ok;
    shot_clear(s);
    free(s);
    return ok;
}

status film_write_page(const char *folder, bool force, message *why)
{
    text page = {0};
    output *to = NULL;
    char path[2048];
    text_add(&page, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                    "<title>Stability regions across w</title>\n<style>\n"
                    "body { font-family: serif; margin: 2em; background: #fff; color: #111 }\n"
                    "main { display: grid; gap: 1em; "
                    "grid-template-columns: repeat(auto-fill, minmax(28em, 1fr)) }\n"
                    "video { width: 100%% } figure { margin: 0 }\n</style>\n</head>\n<body>\n"
                    "<h1>Stability regions across w = h omega</h1>\n"
                    "<p><button onclick=\"document.querySelectorAll('video').forEach("
                    "v => { v.currentTime = 0; v.play() })\">play all from the start</button></p>\n"
                    "<main>\n");
    for (int i = 0; i < film_paper_count; i++) {
        char name[80];
        film_file_name(film_paper[i], name, sizeof name);
        text_add(&page,
                 "<figure><video src=\"%s\" controls muted loop preload=\"metadata\"></video>"
                 "<figcaption>%s</figcaption></figure>\n",
                 name, film_paper[i]);
    }
    text_add(&page, "</main>\n</body>\n</html>\n");
    snprintf(path, sizeof path, "%sindex.html", folder);
    status s = page.broken ? fail(why, "out of memory") : output_open(path, force, &to, why);
    s = s == STATUS_OK ? output_write(to, page.data, page.length, why) : s;
    s = s == STATUS_OK ? output_commit(&to, why) : s;
    output_discard(&to);
    text_clear(&page);
    return s;
}
