#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "field/isoline.h"
#include "labels.h"
#include "picture/numbers.h"
#include "picture/png.h"
#include "picture/ticks.h"
#include "render_request.h"
#include "session.h"
#include "validation/measurement.h"
#include "values.h"

enum { BAND_ROWS = 256 };

/* Boundaries are drawn within this many pixels of the true curve. */
static const double curve_tolerance = 0.05;

/* A vector figure holds its field at this many pixels per unit, for print. */
static const double vector_sharpness = 2;

typedef struct rendering {
    const command *self;
    const render_request *request;
    int count; /* methods */
    method *methods[RENDER_MAX_METHODS];
    phi *phis[RENDER_MAX_METHODS];
    palette *palette;
    spectrum spectrum;
    figure figure;
    text command_line;
} rendering;

static void rendering_clear(rendering *d)
{
    for (int i = 0; i < d->count; i++) {
        phi_destroy(d->phis[i]);
        method_destroy(d->methods[i]);
    }
    for (int i = 0; i < d->figure.panel_count; i++) {
        figure_panel *p = &d->figure.panels[i];
        field_clear(&p->field);
        for (int n = 0; n < p->curves_count; n++) {
            contour_clear(&p->curves[n].curves);
        }
        free(p->points);
    }
    free(d->figure.panels);
    palette_destroy(d->palette);
    spectrum_clear(&d->spectrum);
    text_clear(&d->command_line);
}

static status open_all(rendering *d, message *why)
{
    const render_request *r = d->request;
    status s = STATUS_OK;
    for (int i = 0; i < r->method_count && s == STATUS_OK; i++) {
        d->count = i + 1;
        s = open_method(d->self, r->methods[i], r->quiet, &d->methods[i], why);
        if (s == STATUS_OK && r->measured) {
            continue; /* nothing is predicted */
        }
        s = s == STATUS_OK ? phi_compile(d->methods[i], r->moves, &d->phis[i], why) : s;
        if (s == STATUS_OK && phi_describe(d->phis[i])->spin == PHI_NEEDS_W &&
            phi_describe(d->phis[i])->note[0] != '\0') {
            warn(d->self, r->quiet, phi_describe(d->phis[i])->note);
        }
        if (s == STATUS_OK && phi_describe(d->phis[i])->spin == PHI_ODE_ONLY &&
            r->plane == PLANE_ZW) {
            s = refuse(why, "--plane zw: %.200s is for ODEs only, there is no w", r->methods[i]);
        }
        if (s == STATUS_OK && (r->phase || r->star) && phi_describe(d->phis[i])->degree != 1) {
            s = refuse(why, "--%s: %.200s has %d roots; one-step methods have R",
                       r->phase ? "phase" : "star", r->methods[i],
                       phi_describe(d->phis[i])->degree);
        }
    }
    s = s == STATUS_OK ? palette_open(assets_folder(), r->palette, &d->palette, why) : s;
    if (s == STATUS_OK && r->spectrum_file != NULL) {
        s = spectrum_read(r->spectrum_file, &d->spectrum, why);
    }
    if (s == STATUS_OK && r->stencil_text != NULL) {
        s = spectrum_of_stencil(r->stencil, r->stencil_length, r->dx, r->points, &d->spectrum, why);
    }
    return s;
}

static view view_of(const render_request *r, double w, int width, int height)
{
    return usual_view(r->plane, w, r->view_text != NULL ? r->view : NULL, width, height);
}

static field_request request_for(const rendering *d, int which, const view *v)
{
    const render_request *r = d->request;
    unsigned layers = r->phase ? FIELD_R : r->star ? FIELD_STAR : 0;
    return (field_request){.view = *v,
                           .phi = d->phis[which],
                           .layers = layers,
                           .evaluator = r->evaluator,
                           .for_display = r->evaluator == EVALUATOR_AUTO,
                           .jobs = r->jobs};
}

static measurement_request measurement_for(const rendering *d, int which, const view *v)
{
    const render_request *r = d->request;
    measurement_request m = measurement_of_test_equation(d->methods[which], r->moves, v);
    if (r->problem != NULL) {
        m.equation = r->problem;
        memcpy(m.values, r->values, sizeof m.values);
        m.x_parameter = r->x_parameter;
        m.y_parameter = r->y_parameter;
        m.h = r->h;
        m.t0 *= r->h;
    }
    m.steps = r->steps_text != NULL ? r->steps : m.steps;
    m.t0 = r->t0_text != NULL ? r->t0 : m.t0;
    m.jobs = r->jobs;
    return m;
}

/* What a panel says about w; `one_w` when all of it is at this w. */
static void words_about_w(const rendering *d, const phi_info *info, bool one_w, double w, char *out,
                          size_t size)
{
    char number[TICK_TEXT_SIZE];
    const char *moves = label_motion(d->request->moves);
    bool shows_w = one_w && d->request->plane == PLANE_Z;
    ticks_number(w, number);
    if (info != NULL && info->spin == PHI_ODE_ONLY) {
        snprintf(out, size, "/w/ = 0 (ODE)");
    } else if (info != NULL && info->spin == PHI_LIMIT && !d->request->measured) {
        snprintf(out, size, "%s", moves[0] != '\0' ? moves : "/t/ → ∞");
    } else if (shows_w) {
        snprintf(out, size, "/w/ = /hω/ = %s%s%s", number, moves[0] != '\0' ? ", " : "", moves);
    } else {
        snprintf(out, size, "%s", moves);
    }
}

/* Of panel `index`; -1 for the overlay of all. */
static void set_subtitle(const rendering *d, int index, char *out, size_t size)
{
    const render_request *r = d->request;
    int which = index < 0 ? -1 : index / r->w_count;
    double w = r->w[index < 0 ? 0 : index % r->w_count];
    const phi *p = index < 0 ? NULL : d->phis[which];
    char about_w[FIGURE_LABEL_SIZE / 2] = "", number[TICK_TEXT_SIZE], h[TICK_TEXT_SIZE];
    if (r->plane != PLANE_PARAMETERS) {
        words_about_w(d, p != NULL ? phi_describe(p) : NULL, index >= 0 || r->w_count == 1, w,
                      about_w, sizeof about_w);
    } else {
        ticks_number(r->h, h);
        snprintf(about_w, sizeof about_w, "%.100s, /h/ = %s", r->problem->title, h);
    }
    if (!r->measured || index < 0) {
        snprintf(out, size, "%s", about_w);
        return;
    }
    view v = view_of(r, w, 1, 1);
    measurement_request m = measurement_for(d, which, &v);
    ticks_number(m.t0, number);
    snprintf(out, size, "%s%smeasured: %d steps from /t/ = %s", about_w,
             about_w[0] != '\0' ? ", " : "", m.steps, number);
}

static void tell(void *context, long done, long total)
{
    progress_tell(context, (double)done / (double)total);
}

/* The field that a panel shows, whole: predicted, or measured. */
static status compute(const rendering *d, int which, const view *v, field *out, message *why)
{
    if (!d->request->measured) {
        field_request request = request_for(d, which, v);
        return field_compute(&request, 0, 0, out, why);
    }
    measurement measured = {0};
    measurement_request request = measurement_for(d, which, v);
    progress p = progress_begin(method_describe(d->methods[which])->name, d->request->quiet);
    request.progressed = tell;
    request.context = &p;
    status s = measurement_take(&request, &measured, why);
    progress_end(&p);
    s = s == STATUS_OK ? measurement_to_field(&measured, out, why) : s;
    measurement_clear(&measured);
    return s;
}

/* Rows of a picture without axes. What is measured is not cut into bands. */
static int band_height(const render_request *r, const view *v, int row)
{
    int left = v->height - row;
    return r->measured || left < BAND_ROWS ? left : BAND_ROWS;
}

static status compute_band(const rendering *d, const view *v, unsigned layers, int row, int rows,
                           field *out, message *why)
{
    if (d->request->measured) {
        return compute(d, 0, v, out, why);
    }
    field_request request = request_for(d, 0, v);
    request.layers |= layers;
    return field_recompute(&request, row, rows, out, why);
}

/* Adds the curve of one level to a panel. */
static status add_curves(figure_panel *p, const field *f, const phi *of, double level, bool main,
                         bool star, message *why)
{
    if (p->curves_count == FIGURE_MAX_CURVES) {
        return refuse(why, "more than %d curves in a panel", FIGURE_MAX_CURVES);
    }
    figure_curves *c = &p->curves[p->curves_count];
    c->level = level;
    c->main = main;
    snprintf(c->label, sizeof c->label, "%.4g", level);
    const contour_request request = {
        .field = f, .phi = of, .level = level, .star = star, .pixel_tolerance = curve_tolerance};
    status s = contour_trace(&request, &c->curves, why);
    p->curves_count++; /* cleared with the panel in every case */
    return s;
}

/* The boundary of the region: as it is predicted, or as it was measured. */
static status add_boundary(const rendering *d, figure_panel *p, int which, message *why)
{
    if (!d->request->measured) {
        return add_curves(p, &p->field, d->phis[which], 1, true, d->request->star, why);
    }
    figure_curves *c = &p->curves[p->curves_count++];
    c->level = 1;
    c->main = true;
    return isoline_trace(&p->field, &c->curves, why);
}

static status add_spectrum(const rendering *d, figure_panel *p, message *why)
{
    status s = memory_allocate(&p->points, (size_t)d->spectrum.count, sizeof *p->points, why);
    for (int i = 0; i < d->spectrum.count && s == STATUS_OK; i++) {
        p->points[i] = d->request->h * d->spectrum.values[i];
    }
    p->point_count = s == STATUS_OK ? d->spectrum.count : 0;
    return s;
}

/* Computes a panel of one method at one w. */
static status fill_panel(const rendering *d, figure_panel *p, int which, double w, double sharpness,
                         message *why)
{
    const render_request *r = d->request;
    if (r->title != NULL) {
        label_plain(r->title, p->title, sizeof p->title);
    } else {
        label_method(method_describe(d->methods[which]), p->title, sizeof p->title);
    }
    p->view = view_of(r, w, (int)(p->width * sharpness), (int)(p->height * sharpness));
    if (r->problem != NULL) {
        label_parameter(r->problem->parameters[r->x_parameter].name, p->x_name, sizeof p->x_name);
        label_parameter(r->problem->parameters[r->y_parameter].name, p->y_name, sizeof p->y_name);
    }
    status s = compute(d, which, &p->view, &p->field, why);
    s = s == STATUS_OK ? add_boundary(d, p, which, why) : s;
    for (int i = 0; i < r->level_count && s == STATUS_OK; i++) {
        s = add_curves(p, &p->field, d->phis[which], r->levels[i], false, r->star, why);
    }
    return s == STATUS_OK && d->spectrum.count > 0 ? add_spectrum(d, p, why) : s;
}

/* One panel with the boundary of every method at every w. */
static status fill_overlay(const rendering *d, figure_panel *p, double sharpness, message *why)
{
    const render_request *r = d->request;
    status s = STATUS_OK;
    label_plain(r->title != NULL ? r->title : "Stability boundaries", p->title, sizeof p->title);
    for (int i = 0; i < r->method_count * r->w_count && s == STATUS_OK; i++) {
        int which = i / r->w_count;
        double w = r->w[i % r->w_count];
        field f = {0};
        p->view = view_of(r, w, (int)(p->width * sharpness), (int)(p->height * sharpness));
        field_request request = request_for(d, which, &p->view);
        s = field_compute(&request, 0, 0, &f, why);
        s = s == STATUS_OK ? add_curves(p, &f, d->phis[which], 1, true, r->star, why) : s;
        field_clear(&f);
        if (s == STATUS_OK) {
            char title[FIGURE_LABEL_SIZE - 60];
            char number[TICK_TEXT_SIZE];
            char *label = p->curves[p->curves_count - 1].label;
            label_method(method_describe(d->methods[which]), title, sizeof title);
            ticks_number(w, number);
            bool says_w = r->plane == PLANE_Z && r->w_count > 1;
            snprintf(label, FIGURE_LABEL_SIZE, "%s%s%s", title, says_w ? ", /w/ = " : "",
                     says_w ? number : "");
        }
    }
    return s == STATUS_OK && d->spectrum.count > 0 ? add_spectrum(d, p, why) : s;
}

static const char *bar_label(const rendering *d)
{
    if (d->request->shading == SHADE_PHASE) {
        return "arg /R/";
    }
    if (d->request->shading == SHADE_STAR) {
        return "|/R/ e^{−/z/}|";
    }
    for (int i = 0; i < d->count; i++) {
        if (d->phis[i] == NULL || phi_describe(d->phis[i])->degree != 1) {
            return "|/σ/|_{max}";
        }
    }
    return "|/R/(/z/, /w/)|";
}

static status make_figure(rendering *d, message *why)
{
    const render_request *r = d->request;
    figure *f = &d->figure;
    int panels = r->overlay ? 1 : r->method_count * r->w_count;
    status s = memory_allocate(&f->panels, (size_t)panels, sizeof *f->panels, why);
    if (s != STATUS_OK) {
        return s;
    }
    f->panel_count = panels;
    f->width = r->width;
    f->height = r->height;
    f->columns = r->columns;
    f->shading = r->shading;
    f->legend = r->overlay;
    for (int i = 0; i < d->count; i++) {
        char title[FIGURE_LABEL_SIZE];
        label_method(method_describe(d->methods[i]), title, sizeof title);
        int letters = (int)strlen(title) + (r->w_count > 1 ? 10 : 0);
        f->legend_letters = letters > f->legend_letters ? letters : f->legend_letters;
    }
    f->hatch = r->hatch;
    f->boundary = !r->no_boundary;
    f->palette = d->palette;
    f->growth_label = bar_label(d);
    /* The layout makes room for a second line of title where there will be one. */
    for (int i = 0; i < panels; i++) {
        set_subtitle(d, r->overlay ? -1 : i, f->panels[i].subtitle, sizeof f->panels[i].subtitle);
    }
    s = figure_layout(f, why);
    double sharpness = r->kind == RENDER_PNG ? 1 : vector_sharpness;
    if (s == STATUS_OK && r->overlay) {
        return fill_overlay(d, &f->panels[0], sharpness, why);
    }
    for (int i = 0; i < panels && s == STATUS_OK; i++) {
        s = fill_panel(d, &f->panels[i], i / r->w_count, r->w[i % r->w_count], sharpness, why);
    }
    return s;
}

/* The bare field, band by band, so that a large picture needs little memory. */
static status write_plain(const rendering *d, output *to, message *why)
{
    const render_request *r = d->request;
    png_writer *writer = NULL;
    view v = view_of(r, r->w[0], r->width, r->height);
    const png_text texts[] = {{.key = "Software", .value = "spinscope"},
                              {.key = "Description", .value = d->command_line.data}};
    status s = png_begin(to, v.width, v.height, texts, 2, PNG_LEVEL, &writer, why);
    figure_panel panel = {0};
    for (int row = 0, rows; row < v.height && s == STATUS_OK; row += rows) {
        uint32_t *colours = NULL;
        rows = band_height(r, &v, row);
        s = compute_band(d, &v, 0, row, rows, &panel.field, why);
        s = s == STATUS_OK ? figure_colours(&d->figure, &panel, &colours, why) : s;
        s = s == STATUS_OK ? png_rows(writer, colours, rows, why) : s;
        free(colours);
    }
    field_clear(&panel.field);
    s = s == STATUS_OK ? png_end(&writer, why) : s;
    png_discard(&writer);
    return s;
}

static status write_numbers(const rendering *d, output *to, message *why)
{
    const render_request *r = d->request;
    view v = view_of(r, r->w[0], r->width, r->height);
    status s = r->kind == RENDER_NPY ? numbers_npy_begin(to, &v, why) : numbers_csv_begin(to, why);
    field band = {0};
    for (int row = 0, rows; row < v.height && s == STATUS_OK; row += rows) {
        rows = band_height(r, &v, row);
        s = compute_band(d, &v, FIELD_EXACT, row, rows, &band, why);
        if (s == STATUS_OK) {
            s = r->kind == RENDER_NPY ? numbers_npy_rows(to, &band, why)
                                      : numbers_csv_rows(to, &band, why);
        }
    }
    field_clear(&band);
    return s;
}

/* The curve |sigma| = 1 of a figure that has none yet: plain pictures and numbers. */
static status trace_boundary(const rendering *d, contour *out, message *why)
{
    const render_request *r = d->request;
    field f = {0};
    view v = view_of(r, r->w[0], r->width, r->height);
    field_request request = request_for(d, 0, &v);
    request.layers = 0;
    status s = field_compute(&request, 0, 0, &f, why);
    const contour_request trace = {
        .field = &f, .phi = d->phis[0], .level = 1, .pixel_tolerance = curve_tolerance};
    s = s == STATUS_OK ? contour_trace(&trace, out, why) : s;
    field_clear(&f);
    return s;
}

static status write_boundary(const rendering *d, output *to, message *why)
{
    contour own = {0};
    text lines = {0};
    bool is_drawn = d->figure.panel_count > 0;
    status s = is_drawn ? STATUS_OK : trace_boundary(d, &own, why);
    const contour *c = is_drawn ? &d->figure.panels[0].curves[0].curves : &own;
    text_add(&lines, "curve,x,y\n");
    for (int i = 0; i < c->count && s == STATUS_OK; i++) {
        const curve *line = &c->curves[i];
        for (int n = 0; n < line->count; n++) {
            text_add(&lines, "%d,%.17g,%.17g\n", i, line->x[n], line->y[n]);
        }
        if (line->closed && line->count > 0) {
            text_add(&lines, "%d,%.17g,%.17g\n", i, line->x[0], line->y[0]);
        }
    }
    if (s == STATUS_OK) {
        s = lines.broken ? fail(why, "out of memory")
                         : output_write(to, lines.data, lines.length, why);
    }
    text_clear(&lines);
    contour_clear(&own);
    return s;
}

/* The largest step for which the whole spectrum is stable, at each w. */
static status report_step(const rendering *d, message *why)
{
    const render_request *r = d->request;
    for (int i = 0; i < r->method_count * r->w_count; i++) {
        const phi *p = d->phis[i / r->w_count];
        const phi_info *info = phi_describe(p);
        double w = r->w[i % r->w_count];
        double *c = NULL;
        size_t length = (size_t)(info->degree + 1) * (size_t)(info->degree_z + 1);
        status s = memory_allocate(&c, length, sizeof *c, why);
        s = s == STATUS_OK ? phi_slice_numbers(p, w, c, why) : s;
        if (s == STATUS_OK) {
            slice at = {.degree = info->degree, .degree_z = info->degree_z, .c = c};
            double h = spectrum_largest_step(&at, &d->spectrum);
            /* With the picture itself on stdout the answer must not be mixed into it. */
            FILE *to = strcmp(r->output, "-") == 0 ? stderr : stdout;
            fprintf(to, "%s, w = %.6g: largest stable h = %.12g\n", info->method, w, h);
        }
        free(c);
        if (s != STATUS_OK) {
            return s;
        }
    }
    return STATUS_OK;
}

static status write_main(rendering *d, output *to, message *why)
{
    const render_request *r = d->request;
    if (r->kind == RENDER_NPY || r->kind == RENDER_CSV) {
        return write_numbers(d, to, why);
    }
    if (r->plain) {
        d->figure.shading = r->shading;
        d->figure.palette = d->palette;
        return write_plain(d, to, why);
    }
    status s = make_figure(d, why);
    figure_format format = r->kind == RENDER_PNG   ? FIGURE_PNG
                           : r->kind == RENDER_SVG ? FIGURE_SVG
                                                   : FIGURE_PDF;
    return s == STATUS_OK ? figure_write(&d->figure, format, d->command_line.data, to, why) : s;
}

static status render(rendering *d, message *why)
{
    const render_request *r = d->request;
    output *picture = NULL;
    output *boundary = NULL;
    status s = open_all(d, why);
    s = s == STATUS_OK ? output_open(r->output, r->force, &picture, why) : s;
    if (s == STATUS_OK && r->boundary_file != NULL) {
        s = output_open(r->boundary_file, r->force, &boundary, why);
    }
    s = s == STATUS_OK ? write_main(d, picture, why) : s;
    s = s == STATUS_OK && boundary != NULL ? write_boundary(d, boundary, why) : s;
    s = s == STATUS_OK ? output_commit(&picture, why) : s;
    s = s == STATUS_OK && boundary != NULL ? output_commit(&boundary, why) : s;
    output_discard(&picture);
    output_discard(&boundary);
    return s == STATUS_OK && d->spectrum.count > 0 ? report_step(d, why) : s;
}

static int run(const command *self, int count, char **arguments)
{
    render_request *request = calloc(1, sizeof *request);
    rendering *d = calloc(1, sizeof *d);
    message why;
    bool helped = false;
    status s = request != NULL && d != NULL ? STATUS_OK : fail(&why, "out of memory");
    if (s == STATUS_OK) {
        d->self = self;
        d->request = request;
        session_command_line(self, count, arguments, &d->command_line);
        session_watch_signals();
        s = render_read(self, count, arguments, request, &helped, &why);
        s = s == STATUS_OK && !helped ? render(d, &why) : s;
        rendering_clear(d);
    }
    free(d);
    free(request);
    return s == STATUS_OK ? 0 : complain(self, s, &why);
}

const command render_command = {
    .name = "render",
    .summary = "Draws the stability region of one or several methods",
    .usage = "METHOD[,METHOD...] -o FILE [--plane z|zw] [--w W,...] [--view X0,X1,Y0,Y1] ...",
    .details = "Dark is stable. The black curve is |sigma| = 1. Several methods or several w give "
               "one panel\neach; with --overlay only their boundaries are drawn, in one pair of "
               "axes. With --plain,\n.npy and .csv, --size is the field itself.\n",
    .run = run,
};
