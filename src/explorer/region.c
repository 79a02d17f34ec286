/* The regions: where they are, their fields, colours and axes. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/patience.h"
#include "base/work.h"
#include "explorer/exhibits.h"
#include "explorer/marks.h"
#include "explorer/state.h"
#include "picture/figure.h"
#include "picture/ink.h"
#include "picture/labels.h"
#include "picture/ticks.h"

/* A field that takes longer than this (seconds) is first shown coarsely, COARSE pixels a side. */
static const double patience = 0.012;
/* It gets finer when nothing has changed for so long. */
static const double refines_after = 0.025;
enum { COARSE = 4, BANDS = 16 };

static const uint32_t paper = 0xFF11151A, axis_ink = 0xFFC9D1D9, title_ink = 0xFFFFFFFF;

/* The boundaries of overlays, distinct in hue and lightness on both dark and light regions. */
static const uint32_t overlay_inks[] = {0xFFFF9F1C, 0xFF2EC4B6, 0xFFE71D73, 0xFF9BE564,
                                        0xFF6C8CFF, 0xFFFFE14D, 0xFFB388FF, 0xFFFF7F6B};

static double clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

/* A view that double precision cannot show with so many pixels is widened until it can. */
static void come_out(explorer *e)
{
    const property *far = settings_find("x"), *span = settings_find("span");
    message why;
    e->now.x = clamp(e->now.x, far->least, far->most);
    e->now.y = clamp(e->now.y, far->least, far->most);
    for (int i = 0; i < 100; i++) {
        view v = view_of_side(e, 0, 1);
        if (view_check(&v, &why) == STATUS_OK) {
            return;
        }
        e->now.span = fmin(2 * e->now.span, span->most);
    }
}

void layout(explorer *e)
{
    const settings *s = &e->now;
    double smaller = fmin(e->width, 1.6 * e->height);
    e->letter = round(clamp(0.0132 * smaller, 11 * e->scale, 40 * e->scale));
    bool in_lesson = e->tutor.lesson != NULL, films = e->tutor.films;
    bool presents = s->presents || films,
         inspects = s->inspector && exhibits_count(e) == 0 && tutor_inspects(e);
    e->tutor.letter = fmin(round((films      ? 1.35
                                  : presents ? 1.55
                                             : 1) *
                                 e->letter),
                           round(e->height / 22.0));
    if (presents) {
        bool shares = in_lesson && inspects; /* the height with the inspector */
        e->letter = round((shares ? 1.1 : films ? 1.2 : 1.55) * e->letter);
    }
    double l = e->letter, width = e->width;
    double bar = bar_height(e, e->height), height = e->height - bar;
    bool has_panel = s->panel && !presents && width > 36 * l && height > 20 * l;
    bool has_inspector = inspects && height > (in_lesson ? 25 : 34) * l && width > 40 * l;
    double status_height = height > 10 * l && !(in_lesson && presents) ? round(1.7 * l) : 0;
    double panel_width = has_panel ? round(16.5 * l) : 0;
    double free_width = width - panel_width, free_height = height - status_height;
    /* The bar of a lesson is broad: with it the inspector stands beside the region. */
    bool is_beside = has_inspector && in_lesson && free_width - 26 * l > free_height;
    double column = is_beside ? round(26 * l) : 0;
    double inspector_height = has_inspector && !is_beside ? round(11.5 * l) : 0;
    e->panel = (box){free_width, 0, panel_width, free_height};
    e->bar = (box){0, free_height, width, bar};
    e->status_line = (box){0, free_height + bar, width, status_height};
    e->inspector = is_beside ? (box){free_width - column, 0, column, free_height}
                             : (box){0, free_height - inspector_height,
                                     has_inspector ? free_width : 0, inspector_height};
    double left = round(fmin(4.2 * l, 0.2 * width)), top = round(fmin(2.1 * l, 0.2 * height));
    double bottom = round(fmin(2.9 * l, 0.2 * height)), right = round(0.8 * l);
    double upward = free_height - inspector_height;
    double across = exhibits_layout(e, free_width - column, upward) / e->side_count;
    for (int i = 0; i < SIDES; i++) {
        int place = i < e->side_count ? i : 0;
        double x = fmin(round(place * across + left), fmax(0, width - 1));
        double y = fmin(top, fmax(0, height - 1));
        e->sides[i].where = (box){x, y, clamp(round(across - left - right), 1, width - x),
                                  clamp(round(upward - top - bottom), 1, height - y)};
    }
    come_out(e);
}

/* The order star is that of the plain chart at one w, and the worst case has no phase. */
unsigned layers_of(const explorer *e, const side *s)
{
    const drawing *d = &e->now.look;
    bool has_R = s->of.phi != NULL && phi_describe(s->of.phi)->degree == 1;
    if (!has_R || drawing_has_all_w(d)) {
        return 0;
    }
    bool star = d->shade == SHADE_STAR && d->chart == CHART_PLAIN;
    return d->shade == SHADE_PHASE ? FIELD_R : star ? FIELD_STAR : 0;
}

/* A real GPU is used by itself, a program that plays one only when it is asked for. */
static void choose_engine(explorer *e)
{
    message why;
    /* Films are the same everywhere, and drawn by any thread. */
    bool wanted =
        !e->tutor.films && (e->now.look.engine == ENGINE_GPU || e->now.look.engine == ENGINE_AUTO);
    if (!wanted ||
        (e->gpu != NULL && e->now.look.engine == ENGINE_AUTO && !gpu_is_hardware(e->gpu))) {
        gpu_close(e->gpu);
        e->gpu = NULL;
        e->tried_gpu = e->now.look.engine == ENGINE_AUTO;
    }
    if (wanted && e->gpu == NULL && !e->tried_gpu) {
        e->tried_gpu = true;
        if (gpu_open_beside(e->assets, &e->gpu, &why) != STATUS_OK &&
            e->now.look.engine == ENGINE_GPU) {
            say(e, true, "no GPU: %.300s", why.text);
        }
        if (e->gpu != NULL && e->now.look.engine == ENGINE_AUTO && !gpu_is_hardware(e->gpu)) {
            gpu_close(e->gpu);
            e->gpu = NULL;
        }
    }
}

/* On the GPU if there is one that can; else why not, when it was asked for. */
static bool try_gpu(explorer *e, side *s, const field_request *request)
{
    message why;
    bool asked = e->now.look.engine == ENGINE_GPU;
    e->gpu_words[0] = '\0';
    if (e->gpu == NULL) {
        return false;
    }
    if (!gpu_can(e->gpu, request, &why)) {
        snprintf(e->gpu_words, sizeof e->gpu_words, "%s",
                 asked ? "simd, too deep for the gpu" : "");
        return false;
    }
    if (gpu_field(e->gpu, request, &s->field, &why) != STATUS_OK) {
        say(e, true, "the GPU failed, the CPU goes on: %.300s", why.text);
        gpu_close(e->gpu);
        e->gpu = NULL;
        return false;
    }
    snprintf(e->gpu_words, sizeof e->gpu_words, "gpu, %.60s", gpu_renderer(e->gpu));
    return true;
}

static status compute_field(explorer *e, int which, int scale, message *why)
{
    side *s = &e->sides[which];
    const field_request request = {.view = view_of_side(e, which, scale),
                                   .phi = s->of.phi,
                                   .layers = layers_of(e, s),
                                   .evaluator =
                                       e->now.look.engine == ENGINE_SCALAR ? EVALUATOR_SCALAR
                                       : e->now.look.engine == ENGINE_SIMD ? EVALUATOR_SIMD
                                                                           : EVALUATOR_AUTO,
                                   .for_display = e->now.look.engine != ENGINE_SCALAR};
    double began = clock_seconds();
    if (s->layers != request.layers) { /* memory of other layers does not fit */
        field_clear(&s->field);
        s->field = (field){0};
    }
    s->layers = request.layers;
    status ok =
        try_gpu(e, s, &request) ? STATUS_OK : field_recompute(&request, 0, 0, &s->field, why);
    s->scale = scale;
    s->cost = (clock_seconds() - began) * scale * scale;
    return ok;
}

/* Colours of field pixels, `scale` pixels of the window each. */
typedef struct colouring {
    const explorer *e;
    const side *s;
    int width, across, down;
    uint32_t *small; /* one for each pixel of the field */
} colouring;

static void colour_band(void *context, int band)
{
    const colouring *k = context;
    const field *f = &k->s->field;
    int first = f->rows * band / BANDS, last = f->rows * (band + 1) / BANDS, scale = k->s->scale;
    for (int y = first; y < last; y++) {
        size_t at = (size_t)y * (size_t)k->width;
        uint32_t *to = k->s->colours + (size_t)(y * scale) * (size_t)k->across;
        uint32_t *line = scale == 1 ? to : k->small + at;
        if (k->s->layers == FIELD_R) {
            for (int x = 0; x < k->width; x++) {
                float argument = (float)carg(f->R[at + (size_t)x]);
                palette_phase(&argument, f->growth + at + x, 1, line + x);
            }
        } else if (k->s->layers == FIELD_STAR) {
            for (int x = 0; x < k->width; x++) {
                float star = expf(f->star[at + (size_t)x]);
                palette_apply(k->e->palette, &star, 1, line + x);
            }
        } else {
            palette_apply(k->e->palette, f->growth + at, k->width, line);
        }
        for (int i = 0; i < scale && scale > 1; i++) {
            for (int x = 0; x < k->across; x++) {
                int from = x / scale < k->width ? x / scale : k->width - 1;
                to[(size_t)i * (size_t)k->across + (size_t)x] = line[from];
            }
        }
    }
}

/* The further levels, and the boundary over them. */
static status ink_lines(const explorer *e, side *s, int across, message *why)
{
    const drawing *d = &e->now.look;
    ink_line line = {.star = s->layers == FIELD_STAR, .scale = s->scale, .colour = 0xFF4A4F57};
    for (int i = 0; i < d->contours.count; i++) {
        line.level = d->contours.at[i];
        TRY(ink_curve(&s->field, &line, s->colours, across, why));
    }
    line.level = 1;
    line.colour = 0xFF000000;
    return d->boundary ? ink_curve(&s->field, &line, s->colours, across, why) : STATUS_OK;
}

static status make_colours(explorer *e, int which, message *why)
{
    side *s = &e->sides[which];
    int across = (int)s->where.width, down = (int)s->where.height;
    size_t needed = (size_t)across * (size_t)(down + COARSE);
    uint32_t *small = NULL;
    if (needed > s->room || needed < s->room / 4) { /* a window that was large gives it back */
        free(s->colours);
        s->colours = NULL;
        s->room = 0;
        TRY(memory_allocate(&s->colours, needed, sizeof *s->colours, why));
        s->room = needed;
    }
    if (why_empty(e, which) != NULL) {
        for (size_t i = 0; i < needed; i++) {
            s->colours[i] = 0xFF3A4048;
        }
        return STATUS_OK;
    }
    if (s->scale > 1) {
        TRY(memory_allocate(&small, (size_t)s->field.view.width * (size_t)s->field.rows,
                            sizeof *small, why));
    }
    colouring k = {.e = e,
                   .s = s,
                   .width = s->field.view.width,
                   .across = across,
                   .down = down,
                   .small = small};
    work_share(BANDS, 0, colour_band, &k, NULL);
    free(small);
    for (int y = s->field.rows * s->scale; y < down; y++) { /* rows that do not divide */
        memcpy(s->colours + (size_t)y * (size_t)across,
               s->colours + (size_t)(y - 1) * (size_t)across, (size_t)across * 4);
    }
    return ink_lines(e, s, across, why);
}

static status add_overlay(explorer *e, int which, int i, message *why)
{
    side *on = &e->sides[which];
    field f = {0};
    status s;
    bool is_ode = is_for_odes(&e->overlays[i]);
    const phi *p = e->overlays[i].phi;
    if (p == NULL || (is_ode && plane_has_every_w((plane)e->now.look.plane)) ||
        (drawing_has_all_w(&e->now.look) && phi_describe(p)->spin == PHI_NEEDS_W)) {
        return STATUS_OK;
    }
    field_request request = {.view = view_of_side(e, which, 1), .phi = p, .for_display = true};
    if (is_ode) {
        request.view.w = request.view.w_most = 0;
    }
    const ink_line line = {.level = 1, .scale = 1, .colour = overlay_inks[i % 8]};
    TRY_OR_END(field_compute(&request, 0, 0, &f, why));
    s = ink_curve(&f, &line, on->colours, (int)on->where.width, why);
end:
    field_clear(&f);
    return s;
}

static status compute_side(explorer *e, int which, message *why)
{
    side *s = &e->sides[which];
    if (s->stale && why_empty(e, which) == NULL) {
        bool is_new = s->cost == 0 && phi_describe(s->of.phi)->degree > 2;
        bool is_slow = s->cost > patience || is_new;
        bool is_small = s->where.width < 8 * COARSE || s->where.height < 8 * COARSE;
        int scale = is_slow && !is_small && !e->tutor.films ? COARSE : 1;
        if (e->refining.job.is_running && e->refining.which == which) {
            refine_stop(e);
        }
        e->coarse_since = e->time;
        TRY(compute_field(e, which, scale, why));
    }
    if (s->stale || s->colours_stale) {
        TRY(make_colours(e, which, why));
        for (int i = 0; i < e->overlay_count; i++) {
            TRY(add_overlay(e, which, i, why));
        }
    }
    s->stale = s->colours_stale = false;
    return STATUS_OK;
}

status region_compute(explorer *e, message *why)
{
    choose_engine(e);
    for (int i = 0; i < e->side_count && !exhibits_hide_region(e); i++) {
        TRY(compute_side(e, i, why));
    }
    return STATUS_OK;
}

/* Once nothing has moved for a moment; one side at a time. */
void region_refine(explorer *e)
{
    for (int i = 0; i < e->side_count && !e->refining.job.is_running && !e->playing; i++) {
        side *s = &e->sides[i];
        bool waits = s->scale > 1 && !s->stale && why_empty(e, i) == NULL;
        if (waits && e->time - e->coarse_since >= refines_after) {
            refine_start(e, i);
        }
    }
}

bool region_is_coarse(const explorer *e)
{
    for (int i = 0; i < e->side_count && !exhibits_hide_region(e); i++) {
        if (e->sides[i].scale > 1 && why_empty(e, i) == NULL && !e->playing) {
            return true;
        }
    }
    return false;
}

/* Agreement over the colours: a green or amber tint, and red that nothing else has. */
static uint32_t agreement_ink(int a, uint32_t under)
{
    switch (a) {
    case AGREE_STABLE:
    case AGREE_UNSTABLE:
        return ink_blend(under, 0xFF2FBF71, 0.28);
    case DISAGREE:
        return 0xFFFF0033;
    case TOO_CLOSE:
        return 0xFFFFB000;
    default:
        return under;
    }
}

/* The first pixel of a row that is in Re z > 0, which is Re 1/z > 0. */
static int growing_from(const explorer *e, int which, int row)
{
    const side *s = &e->sides[which];
    int across = (int)s->where.width;
    if (e->now.look.chart == CHART_LOG) {
        view v = view_of_side(e, which, 1);
        return creal(view_argument(&v, 0, view_y(&v, row))) > 0 ? 0 : across;
    }
    double axis = (0 - plane_x(e, which, s->where.x)) / e->now.span * s->where.height;
    return (int)clamp(ceil(axis), 0, across); /* it may be very far away */
}

/* Copies a side's colours to the window, hatched and validated where that is asked for. */
static void paste(explorer *e, int which, uint32_t *pixels, int stride)
{
    const side *s = &e->sides[which];
    int across = (int)s->where.width, down = (int)s->where.height;
    const validation *v = &e->checking.result;
    bool checks = which == 0 && e->shows_checking && v->agreement != NULL &&
                  v->view.width == across && v->view.height == down;
    int square = e->checking.side > 0 ? e->checking.side : 1;
    int period = (int)fmax(6, round(0.7 * e->letter));
    for (int y = 0; y < down; y++) {
        uint32_t *to = pixels + (size_t)(y + (int)s->where.y) * (size_t)stride + (int)s->where.x;
        const uint32_t *from = s->colours + (size_t)y * (size_t)across;
        memcpy(to, from, (size_t)across * sizeof *to);
        for (int x = 0; x < across && checks; x++) {
            size_t at = (size_t)(y - y % square) * (size_t)across + (size_t)(x - x % square);
            to[x] = agreement_ink(v->agreement[at], to[x]);
        }
        if (e->now.look.hatch) {
            int zero = growing_from(e, which, y);
            for (int x = zero; x < across; x++) {
                to[x] = (x + y) % period == 0 ? ink_blend(to[x], 0xFF7A1F3D, 0.6) : to[x];
            }
        }
    }
}

double canvas_x(const explorer *e, int which, double x)
{
    const box *b = &e->sides[which].where;
    return b->x + b->width / 2 + (x - e->now.x) * b->height / e->now.span;
}

double canvas_y(const explorer *e, int which, double y)
{
    const box *b = &e->sides[which].where;
    return b->y + b->height / 2 - (y - e->now.y) * b->height / e->now.span;
}

/* The axes of the plane itself: the real and the imaginary one, or w = 0. */
static void draw_plane_axes(const explorer *e, int which, const view *v, canvas *c)
{
    const box *b = &e->sides[which].where;
    double bottom = b->y + b->height;
    bool is_log = v->chart == CHART_LOG;
    canvas_clip(c, *b);
    double x = canvas_x(e, which, 0);
    for (double at = is_log ? floor(v->y0) - 0.5 : 0; at <= fmax(0, is_log ? v->y1 : 0); at++) {
        double y = canvas_y(e, which, at);
        canvas_line(c, b->x, y, b->x + b->width, y, 1, 0x70FFFFFF);
    }
    if (!is_log) {
        canvas_line(c, x, b->y, x, bottom, 1, 0x70FFFFFF);
    }
    canvas_release(c);
}

static void draw_axes(explorer *e, int which, canvas *c)
{
    const box *b = &e->sides[which].where;
    double l = e->letter, bottom = b->y + b->height;
    view v = view_of_side(e, which, 1);
    ticks t;
    canvas_frame(c, *b, 0, fmax(1, 0.08 * l), axis_ink);
    ticks_choose(v.x0, v.x1, (int)(b->width / (4.5 * l)) + 1, &t);
    for (int i = 0; i < t.count; i++) {
        double x = canvas_x(e, which, t.value[i]);
        canvas_line(c, x, bottom, x, bottom + 0.3 * l, 1, axis_ink);
        canvas_text(c, x, bottom + 1.15 * l, 0.85 * l, CANVAS_MIDDLE, axis_ink, t.text[i]);
        if (e->now.look.grid) {
            canvas_line(c, x, b->y, x, bottom, 1, 0x50FFFFFF);
        }
    }
    canvas_text(c, b->x + b->width / 2, bottom + 2.3 * l, l, CANVAS_MIDDLE, axis_ink,
                label_axis(&v, false));
    ticks_choose(v.y0, v.y1, (int)(b->height / (2.4 * l)) + 1, &t);
    for (int i = 0; i < t.count; i++) {
        double y = canvas_y(e, which, t.value[i]);
        canvas_line(c, b->x - 0.3 * l, y, b->x, y, 1, axis_ink);
        double width = canvas_text_width(c, 0.85 * l, t.text[i]);
        double size = 0.85 * l * fmin(1, 2.9 * l / fmax(width, 1));
        canvas_text(c, b->x - 0.45 * l, y + 0.3 * size, size, CANVAS_END, axis_ink, t.text[i]);
        if (e->now.look.grid) {
            canvas_line(c, b->x, y, b->x + b->width, y, 1, 0x50FFFFFF);
        }
    }
    canvas_text(c, fmax(b->x - 3.9 * l, 0.2 * l), b->y - 0.7 * l, l, CANVAS_START, axis_ink,
                label_axis(&v, true));
    draw_plane_axes(e, which, &v, c);
}

/* Why a region is empty, in lines that fit. */
static void draw_reason(explorer *e, canvas *c, box where, const char *reason)
{
    double l = e->letter, y = where.y + where.height / 2 - 2 * l;
    char line[160] = "", plain[400];
    for (const char *at = reason; *at != '\0';) {
        size_t length = strcspn(at, " ");
        char longer[200];
        snprintf(longer, sizeof longer, "%s%s%.*s", line, line[0] != '\0' ? " " : "", (int)length,
                 at);
        label_plain(longer, plain, sizeof plain);
        bool fits = canvas_text_width(c, l, plain) < where.width - 2 * l && strlen(longer) < 150;
        if (!fits && line[0] != '\0') {
            label_plain(line, plain, sizeof plain);
            canvas_text(c, where.x + where.width / 2, y, l, CANVAS_MIDDLE, title_ink, plain);
            y += 1.4 * l;
            snprintf(longer, sizeof longer, "%.*s", (int)length, at);
        }
        snprintf(line, sizeof line, "%.150s", longer);
        at += length + strspn(at + length, " ");
    }
    label_plain(line, plain, sizeof plain);
    canvas_text(c, where.x + where.width / 2, y, l, CANVAS_MIDDLE, title_ink, plain);
}

static void draw_title(explorer *e, int which, canvas *c)
{
    const side *s = &e->sides[which];
    char title[FIGURE_LABEL_SIZE], line[FIGURE_LABEL_SIZE + 80], number[TICK_TEXT_SIZE];
    if (e->now.look.title[0] != '\0') {
        label_plain(e->now.look.title, title, sizeof title);
    } else {
        label_method(method_describe(s->of.method), title, sizeof title);
    }
    double w = fabs(e->now.w) < 5e-4 ? 0 : round(e->now.w * 1e3) / 1e3;
    ticks_number(w, number);
    bool shows_w = plane_is_complex((plane)e->now.look.plane) && !is_for_odes(&s->of);
    if (shows_w && drawing_has_all_w(&e->now.look)) {
        char most[TICK_TEXT_SIZE];
        ticks_number(e->now.look.all_w[0], number);
        ticks_number(e->now.look.all_w[1], most);
        snprintf(line, sizeof line, "%.300s,  worst case of /w/ from %s to %s", title, number,
                 most);
    } else {
        snprintf(line, sizeof line, "%s%s%s", title, shows_w ? ",  /w/ = " : "",
                 shows_w ? number : "");
    }
    canvas_text_within(c, s->where.x + s->where.width / 2, s->where.y - 0.65 * e->letter,
                       1.15 * e->letter, s->where.width - 3 * e->letter, CANVAS_MIDDLE, title_ink,
                       line);
    if (why_empty(e, which) != NULL) {
        draw_reason(e, c, s->where, why_empty(e, which));
    }
}

/* Names of the overlays, in their colours, inside of the first region. */
static void draw_overlay_names(explorer *e, canvas *c)
{
    const box *b = &e->sides[0].where;
    double l = e->letter;
    for (int i = 0; i < e->overlay_count; i++) {
        char title[FIGURE_LABEL_SIZE];
        label_method(method_describe(e->overlays[i].method), title, sizeof title);
        double y = b->y + (1.4 + 1.35 * i) * l;
        double width = canvas_text_width(c, 0.9 * l, title) + 3.2 * l;
        canvas_fill(c, (box){b->x + 0.4 * l, y - 0.95 * l, width, 1.3 * l}, 0.3 * l, 0xB011151A);
        canvas_line(c, b->x + 0.7 * l, y - 0.3 * l, b->x + 2.3 * l, y - 0.3 * l, 0.18 * l,
                    overlay_inks[i % 8]);
        canvas_text(c, b->x + 2.8 * l, y, 0.9 * l, CANVAS_START, title_ink, title);
    }
}

/* A ring with four arms, on a dark rim that tells it from any palette. */
static void draw_cross(canvas *c, double x, double y, double l, uint32_t ink)
{
    const uint32_t inks[2] = {0xC0000000, ink};
    const double widths[2] = {0.34 * l, 0.13 * l}, ends[2] = {1.0 * l, 0.9 * l};
    for (int i = 0; i < 2; i++) {
        for (int k = -1; k <= 1; k += 2) {
            canvas_line(c, x + k * 0.42 * l, y, x + k * ends[i], y, widths[i], inks[i]);
            canvas_line(c, x, y + k * 0.42 * l, x, y + k * ends[i], widths[i], inks[i]);
        }
        canvas_circle(c, x, y, 0.42 * l, widths[i], inks[i]);
    }
}

static void draw_marks(explorer *e, int which, canvas *c)
{
    const side *s = &e->sides[which];
    double l = e->letter, x, y;
    canvas_clip(c, s->where);
    for (int i = 0; i < e->spectrum.count && shows_spectrum(e); i++) {
        double complex z = e->now.look.h * e->spectrum.values[i];
        canvas_circle(c, canvas_x(e, which, creal(z)), canvas_y(e, which, cimag(z)), 0.24 * l, 0,
                      0xFFF39C12);
    }
    inspected_place(e, &x, &y);
    double px = canvas_x(e, which, x), py = canvas_y(e, which, y);
    bool is_linked = side_at(e, e->pointer.x, e->pointer.y) >= 0 && e->pointer.is_inside;
    if (e->now.pinned || is_linked) {
        draw_cross(c, px, py, l, e->now.pinned ? 0xFFFFD23F : 0xC0FFFFFF);
    }
    canvas_release(c);
}

static void draw_drag_box(explorer *e, canvas *c)
{
    if (e->pointer.drag != DRAG_BOX) {
        return;
    }
    box b = {fmin(e->pointer.from_x, e->pointer.x), fmin(e->pointer.from_y, e->pointer.y),
             fabs(e->pointer.x - e->pointer.from_x), fabs(e->pointer.y - e->pointer.from_y)};
    canvas_fill(c, b, 0, 0x30FFFFFF);
    canvas_frame(c, b, 0, fmax(1, 0.1 * e->letter), 0xFFFFFFFF);
}

void region_draw(explorer *e, canvas *c, uint32_t *pixels, int stride)
{
    canvas_fill(c, (box){0, 0, e->width, e->height}, 0, paper);
    if (exhibits_hide_region(e)) {
        return;
    }
    canvas_flush(c);
    for (int i = 0; i < e->side_count; i++) {
        paste(e, i, pixels, stride);
    }
    canvas_changed(c);
    for (int i = 0; i < e->side_count; i++) {
        draw_axes(e, i, c);
        draw_title(e, i, c);
        draw_marks(e, i, c);
    }
    marks_draw(e, c);
    draw_overlay_names(e, c);
    draw_drag_box(e, c);
}
