/* The frames of a film, and the film itself. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/patience.h"
#include "base/work.h"
#include "drawing/film.h"
#include "drawing/words.h"
#include "method/catalogue.h"
#include "picture/canvas.h"
#include "picture/ink.h"
#include "picture/labels.h"
#include "picture/ticks.h"

/* A film that is being drawn. */
typedef struct reel {
    const film *film;
    rendering of; /* opened; says how each frame looks */
    int jobs;     /* frames that are drawn at a time */
    bool inks;
    bool runs;       /* w, or a parameter; not of one frame, which is the picture */
    uint32_t *still; /* what all frames share; NULL when the view moves */
} reel;

static bool runs_parameter(const film *f)
{
    return f->over[0] != '\0';
}

static bool is_keyed(const film *f, bool views)
{
    for (int i = 0; i < f->key_count; i++) {
        if (views ? f->keys[i].has_view : f->keys[i].has_w) {
            return true;
        }
    }
    return false;
}

bool film_moves_w(const film *f)
{
    return !runs_parameter(f) && !is_keyed(f, false);
}

bool film_moves_view(const film *f)
{
    return is_keyed(f, true);
}

bool film_has_inks(const drawing *d, movie_quality quality)
{
    return quality == MOVIE_DRAFT && d->boundary && d->shade != SHADE_STAR && !d->overlay;
}

status film_check(const film *f, const drawing *d, message *why)
{
    if (runs_parameter(f) &&
        (d->methods.count != 1 || strcmp(method_names_at(&d->methods, 0), f->over) != 0)) {
        return refuse(why, "--over %.40s=%g:%g: the method must be %s itself", f->over,
                      f->parameter[0], f->parameter[1], f->over);
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
    const double *run = runs_parameter(f) ? f->parameter : f->w;
    return run[0] + t * (run[1] - run[0]);
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

/* A rendering of one frame: the film's, with a drawing of its own. */
typedef struct shot {
    rendering rendering;
    drawing drawing;
    method *method; /* of a film over a parameter */
    phi *phi;
} shot;

static status open_parameter(const reel *f, int frame, shot *s, message *why)
{
    char name[80];
    catalogue *c = NULL;
    status ok;
    snprintf(name, sizeof name, "%.40s:%.9f", f->film->over, value_at(f->film, frame));
    TRY(catalogue_create(f->of.means.assets, &c, why));
    ok = catalogue_open(c, name, &s->method, why);
    catalogue_destroy(c);
    TRY(ok);
    TRY(phi_compile(s->method, (motion)s->drawing.motion, &s->phi, why));
    s->rendering.methods[0] = s->method;
    s->rendering.phis[0] = s->phi;
    return STATUS_OK;
}

/* What the second line of a title says of what runs, with as many digits in every frame. */
static void name_what_runs(const film *f, int frame, rendering *r)
{
    double value = value_at(f, frame);
    r->runs_w = !runs_parameter(f);
    if (r->runs_w) {
        snprintf(r->running, sizeof r->running, "/w/ = /hω/ = %s%.2f", value < -0.005 ? "−" : "",
                 fabs(value));
    } else {
        snprintf(r->running, sizeof r->running, "%.40s = %.3f", f->over, value);
    }
}

static status shot_take(const reel *f, int frame, shot *s, message *why)
{
    const film *plan = f->film;
    drawing *d = &s->drawing;
    *d = *f->of.drawing;
    d->w.count = 1;
    d->w.at[0] = runs_parameter(plan) ? plan->w[0] : value_at(plan, frame);
    d->boundary = d->boundary && !f->inks;
    (void)view_at(plan, frame, d->view);
    s->rendering = f->of;
    s->rendering.drawing = d;
    s->rendering.figure = (figure){0};
    s->rendering.means.jobs = 1;    /* frames are drawn side by side */
    s->rendering.means.host = NULL; /* by several threads */
    if (f->of.means.most_seconds > 0) {
        s->rendering.means.most_seconds = patience_clock() + patience_with_a_file * f->jobs;
    }
    if (f->runs) {
        name_what_runs(plan, frame, &s->rendering);
    }
    if (runs_parameter(plan)) {
        TRY(open_parameter(f, frame, s, why));
    }
    status ok = rendering_make_figure(&s->rendering, why);
    if (ok == STATUS_NO) { /* only patience ends it so */
        return refuse(why, "%.200s: frame %d takes more than 10 s; with --patient that is accepted",
                      method_describe(rendering_file(&f->of))->name, frame + 1);
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
    TRY(canvas_create(pixels, g->width, g->height, g->width, &c, why));
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
    return STATUS_OK;
}

/* Paints what does not move, once. */
static status paint_still(reel *f, message *why)
{
    int views = 0;
    for (int i = 0; i < f->film->key_count; i++) {
        views += f->film->keys[i].has_view;
    }
    if (views > 1 || runs_parameter(f->film)) {
        return STATUS_OK;
    }
    shot *s = NULL;
    status ok;
    size_t count = (size_t)f->of.drawing->size[0] * (size_t)f->of.drawing->size[1];
    TRY(memory_allocate(&s, 1, sizeof *s, why));
    ok = shot_take(f, 0, s, why);
    if (ok == STATUS_OK) {
        ok = memory_allocate(&f->still, count, sizeof *f->still, why);
    }
    if (ok == STATUS_OK) {
        ok = figure_paint(&s->rendering.figure, FIGURE_STILL, f->still, why);
    }
    shot_clear(s);
    free(s);
    return ok;
}

static status paint_shot(const reel *f, int frame, const figure *g, uint32_t *pixels, message *why)
{
    size_t count = (size_t)g->width * (size_t)g->height;
    if (f->still != NULL) {
        memcpy(pixels, f->still, count * sizeof *pixels);
    }
    TRY(figure_paint(g, f->still != NULL ? FIGURE_MOVING : FIGURE_ALL, pixels, why));
    for (int i = 0; i < g->panel_count && f->inks; i++) {
        const figure_panel *p = &g->panels[i];
        size_t corner = (size_t)p->y * (size_t)g->width + (size_t)p->x;
        const ink_line line = {.level = 1, .scale = 1, .jobs = 1, .colour = 0xFF000000};
        TRY(ink_curve(&p->field, &line, pixels + corner, g->width, why));
    }
    return f->runs ? draw_scale(f->film, frame, g, pixels, why) : STATUS_OK;
}

/* For movie_request: context is the reel. */
static status draw_frame(void *context, int frame, uint32_t *pixels, message *why)
{
    const reel *f = context;
    shot *s = NULL;
    TRY(memory_allocate(&s, 1, sizeof *s, why));
    status ok = shot_take(f, frame, s, why);
    if (ok == STATUS_OK) {
        ok = paint_shot(f, frame, &s->rendering.figure, pixels, why);
    }
    shot_clear(s);
    free(s);
    return ok;
}

/* Frames are of the same film when the same recipe made them. */
static void write_recipe(const drawing *d, const film *f, movie_quality quality, text *out)
{
    drawing_lines(d, USES_MOVIE, out);
    for (int i = 0; i < film_property_count; i++) {
        text_add(out, "film %s = ", film_properties[i].key);
        property_write(&film_properties[i], f, out);
        text_add(out, "\n");
    }
    text_add(out, "%s", quality == MOVIE_DRAFT ? "draft\n" : "");
}

/* In the plane zw every w is there at once, and methods for ODEs only have none. */
static bool something_runs(const reel *r)
{
    bool w_moves = false;
    for (int i = 0; i < r->of.count; i++) {
        w_moves = w_moves || method_describe(r->of.methods[i])->form != FORM_ODE_ONLY;
    }
    w_moves = w_moves && !plane_has_every_w((plane)r->of.drawing->plane);
    return r->film->frames > 1 && (w_moves || runs_parameter(r->film));
}

/* What is told of progress: it comes with the reel as context. */
typedef struct showing {
    reel reel;
    const movie_request *how;
} showing;

static status show_frame(void *context, int frame, uint32_t *pixels, message *why)
{
    return draw_frame(&((showing *)context)->reel, frame, pixels, why);
}

static void show_progress(void *context, int done, int total)
{
    const movie_request *how = ((const showing *)context)->how;
    if (how->progressed != NULL) {
        how->progressed(how->context, done, total);
    }
}

static status make(showing *s, const drawing *opened, message *why)
{
    reel *r = &s->reel;
    const movie_request *how = s->how;
    text recipe = {0};
    status ok;
    movie_request m = *how;
    m.width = opened->size[0];
    m.height = opened->size[1];
    m.frames = r->film->frames;
    m.fps = r->film->fps;
    m.draw = show_frame;
    m.progressed = show_progress;
    m.context = s;
    write_recipe(opened, r->film, how->quality, &recipe);
    ok = recipe.broken ? fail(why, "out of memory") : rendering_open(&r->of, why);
    if (ok == STATUS_OK) {
        r->runs = something_runs(r);
        ok = paint_still(r, why);
    }
    m.recipe = recipe.data;
    if (ok == STATUS_OK) {
        ok = movie_make(&m, why);
    }
    free(r->still);
    rendering_clear(&r->of);
    text_clear(&recipe);
    return ok;
}

status film_make(const drawing *d, const film *f, const movie_request *how,
                 const drawing_means *means, message *why)
{
    showing *s = NULL;
    drawing *first = NULL;
    status ok;
    TRY(film_check(f, d, why));
    ok = memory_allocate(&first, 1, sizeof *first, why);
    if (ok == STATUS_OK) {
        ok = memory_allocate(&s, 1, sizeof *s, why);
    }
    if (ok == STATUS_OK) {
        *first = *d;
        first->w = (number_list){.count = 1};
        first->plain = false;
        if (runs_parameter(f)) { /* it begins with a member of the family */
            char member[DRAWING_NAME_SIZE + 2];
            snprintf(member, sizeof member, "%s:1", f->over);
            first->methods = (method_names){0};
            (void)method_names_add(&first->methods, member, strlen(member));
        }
        *s = (showing){.how = how,
                       .reel = {.film = f,
                                .jobs = how->jobs > 0 ? how->jobs : work_processors(),
                                .inks = film_has_inks(d, how->quality),
                                .of = {.drawing = first, .format = FORMAT_PNG, .means = *means}}};
        ok = make(s, first, why);
    }
    free(first);
    free(s);
    return ok;
}
