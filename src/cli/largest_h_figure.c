/* The picture of `largest-h --dae`: the path (h lambda(t), h omega(t)) on the region, and beside it
 * the growth along t for h/2, h and 2h, everything frozen at each t. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "field/contour.h"
#include "largest_h.h"
#include "picture/chart.h"
#include "picture/labels.h"
#include "picture/ticks.h"
#include "session.h"
#include "stability/evaluate.h"

enum { CELLS = 320, WIDTH = 1280, HEIGHT = 640, MOST_PATHS = 8, TIMES = 241 };

static const struct {
    const char *ending;
    figure_format format;
} formats[] = {{".png", FIGURE_PNG}, {".svg", FIGURE_SVG}, {".pdf", FIGURE_PDF}};

static const double factors[] = {0.5, 1, 2};
enum { FACTORS = sizeof factors / sizeof factors[0] };

static const figure_format *format_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        if (dot != NULL && strcmp(dot, formats[i].ending) == 0) {
            return &formats[i].format;
        }
    }
    return NULL;
}

bool largest_h_can_draw(const char *path)
{
    return format_of(path) != NULL;
}

/* Everything that the chart points into. */
typedef struct drawing {
    const step_request *request;
    const step_path *path;
    int count; /* times, more than those of the table */
    double *t;
    reduced *at;
    frozen *rates; /* at each time, where real steps tell the growth */
    double h;
    bool is_real; /* all lambda are: the plane is (z, w) */
    int modes;    /* how many paths are drawn */
    view view;
    palette *palette;
    field field;
    contour edge;
    chart_cells cells;
    double *values;          /* of the cells */
    double *edge_x, *edge_y; /* all curves, NaN between them */
    int edge_count;
    double *x[MOST_PATHS], *y[MOST_PATHS]; /* the paths at h */
    double *growth[FACTORS];
    double most_growth;
    double mark_x, mark_y; /* what limits h, else the beginning */
    double ends[2];
    chart_panel panels[2];
} drawing;

static double path_x(const drawing *d, int i, int mode, double h)
{
    return h * creal(d->at[i].modes[mode].lambda);
}

static double path_y(const drawing *d, int i, int mode, double h)
{
    const spin_mode *m = &d->at[i].modes[mode];
    return h * (d->is_real ? m->omega : cimag(m->lambda));
}

/* The largest |lambda| or |omega| on the path. */
static double largest_mode(const drawing *d)
{
    double largest = 0;
    for (int i = 0; i < d->count; i++) {
        for (int k = 0; k < d->at[i].count; k++) {
            const spin_mode *m = &d->at[i].modes[k];
            largest = fmax(largest, fmax(cabs(m->lambda), fabs(m->omega)));
        }
    }
    return largest;
}

/* The h that is drawn: the one asked for, the largest, or one that shows something. */
static double chosen_h(const drawing *d)
{
    double largest = largest_mode(d);
    bool is_good = isfinite(d->path->least_h) && d->path->least_h > 0;
    return d->request->h > 0                 ? d->request->h
           : d->path->answer == STEP_BOUNDED ? d->path->h_found
           : is_good                         ? d->path->least_h
           : largest > 0                     ? 2 / largest
                                             : 1;
}

/* A view has an end; the one of 2h is wider than its path. */
static status check_h(const drawing *d, message *why)
{
    static const double farthest = 1e99;
    double largest = largest_mode(d);
    return d->request->h_text == NULL || d->h * largest <= farthest
               ? STATUS_OK
               : refuse(why,
                        "--h %.80s: lambda or omega of size %.6g cannot be drawn at this h; "
                        "positive numbers up to %.3g are accepted",
                        d->request->h_text, largest, 0.99 * farthest / largest);
}

/* The paths for h and 2h, the origin and something around them. */
static void choose_view(drawing *d)
{
    double low_x = -1, high_x = 1, low_y = -1, high_y = 1;
    for (int i = 0; i < d->count; i++) {
        for (int k = 0; k < d->modes; k++) {
            double x = path_x(d, i, k, 2 * d->h), y = path_y(d, i, k, 2 * d->h);
            low_x = fmin(low_x, x);
            high_x = fmax(high_x, x);
            low_y = fmin(low_y, y);
            high_y = fmax(high_y, y);
        }
    }
    double half = 0.56 * fmax(high_x - low_x, high_y - low_y);
    double x = (low_x + high_x) / 2, y = (low_y + high_y) / 2;
    d->view = (view){.plane = d->is_real ? PLANE_ZW : PLANE_Z,
                     .x0 = x - half,
                     .x1 = x + half,
                     .y0 = y - half,
                     .y1 = y + half,
                     .width = CELLS,
                     .height = CELLS};
    bool spins = d->path->least_mode >= 0;
    d->view.w = spins ? d->h * d->path->least.modes[d->path->least_mode].omega : 0;
}

static status compute_region(drawing *d, message *why)
{
    double seconds = seconds_for_a_file(d->request->patient);
    const field_request request = {
        .view = d->view, .phi = d->request->phi, .most_seconds = seconds};
    const contour_request trace = {.field = &d->field,
                                   .phi = d->request->phi,
                                   .level = 1,
                                   .pixel_tolerance = 0.05,
                                   .most_seconds = seconds};
    status s = field_compute(&request, 0, 0, &d->field, why);
    s = s == STATUS_OK ? contour_trace(&trace, &d->edge, why) : s;
    s = s == STATUS_NO ? file_takes_long(d->request->dae, why) : s;
    s = s == STATUS_OK ? memory_allocate(&d->values, CELLS * CELLS, sizeof *d->values, why) : s;
    for (int i = 0; i < CELLS * CELLS && s == STATUS_OK; i++) {
        int row = CELLS - 1 - i / CELLS; /* row 0 of the cells is at the bottom */
        d->values[i] = d->field.growth[row * CELLS + i % CELLS];
    }
    return s;
}

/* All boundary curves as one line with gaps. */
static status join_curves(drawing *d, message *why)
{
    size_t total = 1;
    for (int i = 0; i < d->edge.count; i++) {
        total += (size_t)d->edge.curves[i].count + 2;
    }
    status s = memory_allocate(&d->edge_x, total, sizeof *d->edge_x, why);
    s = s == STATUS_OK ? memory_allocate(&d->edge_y, total, sizeof *d->edge_y, why) : s;
    for (int i = 0; i < d->edge.count && s == STATUS_OK; i++) {
        const curve *c = &d->edge.curves[i];
        for (int n = 0; n < c->count + c->closed; n++) {
            d->edge_x[d->edge_count] = c->x[n % c->count];
            d->edge_y[d->edge_count++] = c->y[n % c->count];
        }
        d->edge_x[d->edge_count] = d->edge_y[d->edge_count] = NAN;
        d->edge_count++;
    }
    return s;
}

static status compute_paths(drawing *d, message *why)
{
    size_t count = (size_t)d->count;
    status s = STATUS_OK;
    for (int k = 0; k < d->modes && s == STATUS_OK; k++) {
        s = memory_allocate(&d->x[k], count, sizeof *d->x[k], why);
        s = s == STATUS_OK ? memory_allocate(&d->y[k], count, sizeof *d->y[k], why) : s;
        for (int i = 0; i < d->count && s == STATUS_OK; i++) {
            d->x[k][i] = path_x(d, i, k, d->h);
            d->y[k][i] = path_y(d, i, k, d->h);
        }
    }
    return s;
}

/* The largest growth of any mode at time i, from the polynomials. */
static status mode_growth(const drawing *d, int i, double h, double *growth, message *why)
{
    status s = STATUS_OK;
    for (int k = 0; k < d->at[i].count && s == STATUS_OK; k++) {
        const spin_mode *m = &d->at[i].modes[k];
        evaluation e = {0};
        s = phi_evaluate(d->request->phi, (wide){.high = h * creal(m->lambda)},
                         (wide){.high = h * cimag(m->lambda)}, (wide){.high = h * m->omega}, &e,
                         why);
        *growth = fmax(*growth, e.growth);
    }
    return s;
}

/* The growth at each time, everything frozen there. */
static status compute_growth(drawing *d, int factor, message *why)
{
    double h = factors[factor] * d->h;
    status s =
        memory_allocate(&d->growth[factor], (size_t)d->count, sizeof *d->growth[factor], why);
    for (int i = 0; i < d->count && s == STATUS_OK; i++) {
        double *growth = &d->growth[factor][i];
        s = d->path->is_stepped && d->at[i].spin > 0
                ? frozen_growth(&d->path->tableau, &d->rates[i], h, growth, why)
                : mode_growth(d, i, h, growth, why);
        d->most_growth = isfinite(*growth) ? fmax(d->most_growth, *growth) : d->most_growth;
    }
    return s;
}

static void describe_region(drawing *d)
{
    chart_panel *p = &d->panels[0];
    char number[TICK_TEXT_SIZE], w[TICK_TEXT_SIZE];
    label_method(method_describe(d->request->method), p->title, sizeof p->title);
    ticks_number(d->h, number);
    ticks_number(d->view.w, w);
    snprintf(p->subtitle, sizeof p->subtitle, "the path at /h/ = %s, frozen at each /t/%s%s",
             number, d->is_real ? "" : ", region at /w/ = ", d->is_real ? "" : w);
    p->x = (chart_axis){.low = d->view.x0, .high = d->view.x1};
    p->y = (chart_axis){.low = d->view.y0, .high = d->view.y1};
    snprintf(p->x.name, sizeof p->x.name, "%s", d->is_real ? "/z/ = /hλ/" : "Re /z/");
    snprintf(p->y.name, sizeof p->y.name, "%s", d->is_real ? "/w/ = /hω/" : "Im /z/");
    p->equal = true;
    d->cells = (chart_cells){.columns = CELLS,
                             .rows = CELLS,
                             .values = d->values,
                             .is_log = true,
                             .low = exp2(palette_low(d->palette)),
                             .high = exp2(palette_high(d->palette)),
                             .palette = d->palette,
                             .name = "|/σ/|_{max}"};
    p->cells = &d->cells;
    chart_series *s = p->series;
    *s++ = (chart_series){.x = d->edge_x,
                          .y = d->edge_y,
                          .count = d->edge_count,
                          .solid = true,
                          .label = "|/σ/| = 1"};
    for (int k = 0; k < d->modes; k++) {
        *s = (chart_series){.x = d->x[k],
                            .y = d->y[k],
                            .count = d->count,
                            .solid = true,
                            .pen = k + 1,
                            .width = 1.5};
        snprintf(s->label, sizeof s->label, d->modes > 1 ? "path %d" : "path", k + 1);
        s++;
    }
    bool limits = d->path->least_mode >= 0;
    const spin_mode *m = limits ? &d->path->least.modes[d->path->least_mode] : &d->at[0].modes[0];
    d->mark_x = d->h * creal(m->lambda);
    d->mark_y = d->h * (d->is_real ? m->omega : cimag(m->lambda));
    ticks_number(limits ? d->path->least_t : d->t[0], number);
    *s = (chart_series){
        .x = &d->mark_x, .y = &d->mark_y, .count = 1, .mark = MARK_RING, .no_line = true, .pen = 1};
    snprintf(s->label, sizeof s->label, "/t/ = %s%s", number, limits ? ", smallest /h/" : "");
    s++;
    p->series_count = (int)(s - p->series);
}

static void describe_growth(drawing *d)
{
    static const char *const words[FACTORS] = {"/h//2", "/h/", "2/h/"};
    static const double one[] = {1, 1};
    chart_panel *p = &d->panels[1];
    label_plain(equation_name(d->path->equation), p->title, sizeof p->title);
    snprintf(p->x.name, sizeof p->x.name, "/t/");
    snprintf(p->y.name, sizeof p->y.name, "|/σ/|_{max}");
    p->y.is_log = d->most_growth > 10;
    d->ends[0] = d->t[0];
    d->ends[1] = d->t[d->count - 1];
    p->series[0] = (chart_series){
        .x = d->ends, .y = one, .count = 2, .solid = true, .label = "|/σ/| = 1", .width = 0.8};
    for (int i = 0; i < FACTORS; i++) {
        chart_series *s = &p->series[i + 1];
        *s = (chart_series){.x = d->t,
                            .y = d->growth[i],
                            .count = d->count,
                            .pen = i + 1,
                            .solid = i == 1,
                            .width = i == 1 ? 2 : 1.2,
                            .mark = d->count == 1 ? MARK_DISC : MARK_NONE};
        snprintf(s->label, sizeof s->label, "%s", words[i]);
    }
    p->series_count = FACTORS + 1;
}

static void clear(drawing *d)
{
    field_clear(&d->field);
    contour_clear(&d->edge);
    palette_destroy(d->palette);
    free(d->t);
    free(d->at);
    free(d->rates);
    free(d->values);
    free(d->edge_x);
    free(d->edge_y);
    for (int k = 0; k < MOST_PATHS; k++) {
        free(d->x[k]);
        free(d->y[k]);
    }
    for (int i = 0; i < FACTORS; i++) {
        free(d->growth[i]);
    }
    free(d);
}

/* The path at more times than the table has, so that it is smooth. */
static status prepare(drawing *d, message *why)
{
    const step_request *r = d->request;
    int modes = d->path->differential;
    d->modes = modes < MOST_PATHS ? modes : MOST_PATHS;
    d->count = r->t0 < r->t1 ? TIMES : 1;
    d->is_real = phi_describe(r->phi)->spin != PHI_ODE_ONLY;
    status s = memory_allocate(&d->t, (size_t)d->count, sizeof *d->t, why);
    s = s == STATUS_OK ? memory_allocate(&d->at, (size_t)d->count, sizeof *d->at, why) : s;
    size_t kept = d->path->is_stepped ? (size_t)d->count : 1;
    s = s == STATUS_OK ? memory_allocate(&d->rates, kept, sizeof *d->rates, why) : s;
    for (int i = 0; i < d->count && s == STATUS_OK; i++) {
        double part = (double)i / (TIMES - 1);
        d->t[i] = r->t0 * (1 - part) + r->t1 * part;
        s = reduce_at(d->path->equation, d->path->differential, d->t[i], &d->at[i],
                      &d->rates[d->path->is_stepped ? i : 0], why);
        for (int k = 0; k < d->at[i].count; k++) {
            d->is_real = d->is_real && cimag(d->at[i].modes[k].lambda) == 0;
        }
    }
    if (s == STATUS_OK) {
        d->h = chosen_h(d);
        s = check_h(d, why);
    }
    if (s == STATUS_OK) {
        choose_view(d);
    }
    return s;
}

status largest_h_draw(const step_request *r, const step_path *path, message *why)
{
    drawing *d = NULL;
    output *to = NULL;
    status s = memory_allocate(&d, 1, sizeof *d, why);
    if (s != STATUS_OK) {
        return s;
    }
    d->request = r;
    d->path = path;
    s = prepare(d, why);
    s = s == STATUS_OK ? output_open(r->output, r->force, &to, why) : s;
    s = s == STATUS_OK ? palette_open(assets_folder(), PALETTE_DEFAULT, &d->palette, why) : s;
    s = s == STATUS_OK ? compute_region(d, why) : s;
    s = s == STATUS_OK ? join_curves(d, why) : s;
    s = s == STATUS_OK ? compute_paths(d, why) : s;
    for (int i = 0; i < FACTORS && s == STATUS_OK; i++) {
        s = compute_growth(d, i, why);
    }
    if (s == STATUS_OK) {
        describe_region(d);
        describe_growth(d);
        const chart c = {
            .width = WIDTH, .height = HEIGHT, .columns = 2, .panel_count = 2, .panels = d->panels};
        s = chart_write(&c, *format_of(r->output), r->command_line.data, to, why);
    }
    s = s == STATUS_OK ? output_commit(&to, why) : s;
    output_discard(&to);
    clear(d);
    return s;
}
