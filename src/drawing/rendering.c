#include "drawing/rendering.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "drawing/words.h"
#include "field/isoline.h"
#include "method/catalogue.h"
#include "picture/labels.h"
#include "validation/measurement.h"

enum { BAND_ROWS = 256 };

/* A vector figure holds its field at this many pixels per unit, for print. */
static const double vector_sharpness = 2;

/* Boundaries are drawn within this many pixels of the true curve. */
static const double curve_tolerance = 0.05;

void rendering_clear_figure(rendering *r)
{
    for (int i = 0; i < r->figure.panel_count; i++) {
        figure_panel *p = &r->figure.panels[i];
        field_clear(&p->field);
        for (int n = 0; n < p->curves_count; n++) {
            contour_clear(&p->curves[n].curves);
        }
        free(p->points);
    }
    free(r->figure.panels);
    r->figure = (figure){0};
}

void rendering_clear(rendering *r)
{
    rendering_clear_figure(r);
    for (int i = 0; i < DRAWING_MOST_METHODS; i++) {
        phi_destroy(r->phis[i]);
        method_destroy(r->methods[i]);
    }
    for (int i = 0; i < DRAWING_MOST_WITH; i++) {
        phi_destroy(r->with_phis[i]);
        method_destroy(r->with[i]);
    }
    gpu_close(r->gpu);
    palette_destroy(r->palette);
    spectrum_clear(&r->spectrum);
}

static void warn(const rendering *r, const char *words)
{
    const drawing_host *h = r->means.host;
    if (h != NULL && h->warn != NULL) {
        h->warn(h->context, words);
    }
}

const method *rendering_file(const rendering *r)
{
    for (int i = 0; i < r->count + r->drawing->with.count; i++) {
        const method *m = i < r->count ? r->methods[i] : r->with[i - r->count];
        if (m != NULL && method_describe(m)->from_path) {
            return m;
        }
    }
    return NULL;
}

static double seconds_of(const rendering *r)
{
    return rendering_file(r) != NULL ? r->means.most_seconds : 0;
}

status rendering_outcome(const rendering *r, status s, message *why)
{
    if (s != STATUS_NO) {
        return s;
    }
    const method *file = rendering_file(r);
    return refuse(why, "%.200s: it takes more than 10 s; with --patient that is accepted",
                  file != NULL ? method_describe(file)->name : r->drawing->spectrum);
}

static status open_method(const rendering *r, const catalogue *c, const char *name, method **out,
                          message *why)
{
    TRY(catalogue_open(c, name, out, why));
    const method_info *info = method_describe(*out);
    if (info->warning[0] != '\0') {
        char words[METHOD_NAME_SIZE + 440];
        snprintf(words, sizeof words, "warning: %s: %s", info->name, info->warning);
        warn(r, words);
    }
    return STATUS_OK;
}

/* What the drawing asks of a method that predicts. */
static status check_method(const rendering *r, const phi_info *info, const char *name, message *why)
{
    const drawing *d = r->drawing;
    bool wants_R = d->shade != SHADE_GROWTH;
    if (info->spin == PHI_NEEDS_W && info->note[0] != '\0') {
        warn(r, info->note);
    }
    if (info->spin == PHI_ODE_ONLY && plane_has_every_w((plane)d->plane)) {
        return refuse(why, "--plane zw: %.200s is for ODEs only, there is no w", name);
    }
    if (wants_R && info->degree != 1) {
        return refuse(why, "--%s: %.200s has %d roots; one-step methods have R",
                      shading_name(d->shade), name, info->degree);
    }
    return STATUS_OK;
}

static status open_methods(rendering *r, const catalogue *c, message *why)
{
    const drawing *d = r->drawing;
    for (int i = 0; i < d->methods.count; i++) {
        const char *name = method_names_at(&d->methods, i);
        r->count = i + 1;
        TRY(open_method(r, c, name, &r->methods[i], why));
        if (!d->measured) {
            TRY(phi_compile(r->methods[i], (motion)d->motion, &r->phis[i], why));
            TRY(check_method(r, phi_describe(r->phis[i]), name, why));
        }
    }
    for (int i = 0; i < d->with.count; i++) {
        TRY(open_method(r, c, method_names_at(&d->with, i), &r->with[i], why));
        TRY(phi_compile(r->with[i], (motion)d->motion, &r->with_phis[i], why));
    }
    return STATUS_OK;
}

static status open_stencil(const drawing *d, spectrum *out, message *why)
{
    message detail;
    status s = spectrum_of_stencil(d->stencil.at, d->stencil.count, d->dx, d->points, out, &detail);
    if (s == STATUS_OK) {
        return s;
    }
    if (s != STATUS_BAD_INPUT) {
        return fail(why, "%s", detail.text);
    }
    text typed = {0};
    property_write(property_find(drawing_properties, drawing_property_count, "stencil"), d, &typed);
    s = refuse(why, "--stencil %.80s --dx %g: %.200s", typed.data != NULL ? typed.data : "", d->dx,
               detail.text);
    text_clear(&typed);
    return s;
}

status drawing_open_spectrum(const drawing *d, spectrum *out, message *why)
{
    *out = (spectrum){0};
    if (d->spectrum[0] != '\0' && d->stencil.count > 0) {
        return refuse(why, "--spectrum and --stencil cannot be combined");
    }
    return d->spectrum[0] != '\0' ? spectrum_read(d->spectrum, out, why)
           : d->stencil.count > 0 ? open_stencil(d, out, why)
                                  : STATUS_OK;
}

status rendering_open(rendering *r, message *why)
{
    const drawing *d = r->drawing;
    catalogue *c = NULL;
    TRY(drawing_check(d, r->format, why));
    TRY(drawing_resolve(d, &r->problem, why));
    TRY(catalogue_create(r->means.assets, &c, why));
    status s = open_methods(r, c, why);
    catalogue_destroy(c);
    TRY(s);
    if (d->engine == ENGINE_GPU) {
        TRY(gpu_open_beside(r->means.assets, &r->gpu, why));
    }
    TRY(palette_open(r->means.assets, d->palette, &r->palette, why));
    return drawing_open_spectrum(d, &r->spectrum, why);
}

field_request rendering_field_request(const rendering *r, int which, const view *v)
{
    static const evaluator evaluators[] = {[ENGINE_AUTO] = EVALUATOR_AUTO,
                                           [ENGINE_SCALAR] = EVALUATOR_SCALAR,
                                           [ENGINE_SIMD] = EVALUATOR_SIMD,
                                           [ENGINE_GPU] = EVALUATOR_AUTO};
    const drawing *d = r->drawing;
    evaluator e = evaluators[d->engine];
    return (field_request){.view = *v,
                           .phi = r->phis[which],
                           .layers = d->shade == SHADE_PHASE  ? FIELD_R
                                     : d->shade == SHADE_STAR ? FIELD_STAR
                                                              : 0,
                           .evaluator = e,
                           .for_display = e == EVALUATOR_AUTO,
                           .jobs = r->means.jobs,
                           .most_seconds = seconds_of(r)};
}

measurement_request rendering_measurement(const rendering *r, int which, const view *v)
{
    const drawing *d = r->drawing;
    measurement_request m = measurement_of_test_equation(r->methods[which], (motion)d->motion, v);
    if (r->problem.entry != NULL) {
        m.equation = r->problem.entry;
        memcpy(m.values, r->problem.values, sizeof m.values);
        m.x_parameter = r->problem.x_parameter;
        m.y_parameter = r->problem.y_parameter;
        m.h = d->h;
        m.t0 *= d->h;
    }
    m.steps = d->steps > 0 ? d->steps : m.steps;
    m.sizes = false; /* nothing is compared */
    m.t0 = !isnan(d->t0) ? d->t0 : m.t0;
    m.jobs = r->means.jobs;
    return m;
}

/* What a computation tells its host: a part of rows of a whole. */
typedef struct telling {
    const rendering *of;
    const char *what;
    double from, to;
} telling;

static void tell(void *context, long done, long total)
{
    const telling *t = context;
    const drawing_host *h = t->of->means.host;
    if (h != NULL && h->progressed != NULL) {
        h->progressed(h->context, t->what,
                      t->from + (t->to - t->from) * (double)done / (double)total);
    }
}

static void tell_end(const rendering *r)
{
    const drawing_host *h = r->means.host;
    if (h != NULL && h->progressed != NULL) {
        h->progressed(h->context, NULL, 1);
    }
}

/* Some rows of a field, in view of its host; `rows` 0: all of them. */
static status compute_rows(const rendering *r, const field_request *request, int row, int rows,
                           field *out, message *why)
{
    double height = request->view.height;
    telling t = {.of = r,
                 .what = phi_describe(request->phi)->method,
                 .from = row / height,
                 .to = rows > 0 ? (row + rows) / height : 1};
    field_request told = *request;
    told.progressed = tell;
    told.context = &t;
    status s = field_recompute(&told, row, rows, out, why);
    tell_end(r);
    return s;
}

static status measure(const rendering *r, int which, const view *v, field *out, message *why)
{
    measurement measured = {0};
    measurement_request request = rendering_measurement(r, which, v);
    const method_info *info = method_describe(r->methods[which]);
    telling t = {.of = r, .what = info->name, .to = 1};
    request.progressed = tell;
    request.context = &t;
    request.most_seconds = info->from_path ? r->means.most_seconds : 0;
    status s = measurement_take(&request, &measured, why);
    tell_end(r);
    s = measured.gave_up ? rendering_outcome(r, STATUS_NO, why) : s;
    if (s == STATUS_OK) {
        s = measurement_to_field(&measured, out, why);
    }
    measurement_clear(&measured);
    return s;
}

/* The field that a panel shows, whole: predicted, or measured. */
static status compute(const rendering *r, int which, const view *v, field *out, message *why)
{
    if (r->drawing->measured) {
        return measure(r, which, v, out, why);
    }
    field_request request = rendering_field_request(r, which, v);
    message cannot;
    if (r->gpu != NULL && gpu_can(r->gpu, &request, &cannot)) {
        return gpu_field(r->gpu, &request, out, why);
    }
    if (r->gpu != NULL) {
        warn(r, cannot.text);
    }
    return compute_rows(r, &request, 0, 0, out, why);
}

int rendering_band_height(const rendering *r, const view *v, int row)
{
    int left = v->height - row;
    return r->drawing->measured || left < BAND_ROWS ? left : BAND_ROWS;
}

status rendering_compute_band(const rendering *r, const view *v, unsigned layers, int row, int rows,
                              field *out, message *why)
{
    if (r->drawing->measured) {
        return compute(r, 0, v, out, why);
    }
    field_request request = rendering_field_request(r, 0, v);
    request.layers |= layers;
    return compute_rows(r, &request, row, rows, out, why);
}

static status trace(const rendering *r, const field *f, const phi *of, double level, bool star,
                    contour *out, message *why)
{
    const contour_request request = {.field = f,
                                     .phi = of,
                                     .level = level,
                                     .star = star,
                                     .pixel_tolerance = curve_tolerance,
                                     .most_seconds = seconds_of(r)};
    return contour_trace(&request, out, why);
}

status rendering_trace_boundary(const rendering *r, contour *out, message *why)
{
    field f = {0};
    view v =
        drawing_view(r->drawing, r->drawing->w.at[0], r->drawing->size[0], r->drawing->size[1]);
    field_request request = rendering_field_request(r, 0, &v);
    request.layers = 0;
    status s = field_compute(&request, 0, 0, &f, why);
    if (s == STATUS_OK) {
        s = trace(r, &f, r->phis[0], 1, false, out, why);
    }
    field_clear(&f);
    return s;
}

/* Adds the curve of one level to a panel. */
static status add_curves(const rendering *r, figure_panel *p, const field *f, const phi *of,
                         double level, bool main, bool star, message *why)
{
    if (p->curves_count == FIGURE_MAX_CURVES) {
        return refuse(why, "more than %d curves in a panel", FIGURE_MAX_CURVES);
    }
    figure_curves *c = &p->curves[p->curves_count++]; /* cleared with the panel in every case */
    c->level = level;
    c->main = main;
    snprintf(c->label, sizeof c->label, "%.4g", level);
    return trace(r, f, of, level, star, &c->curves, why);
}

/* The boundary of the region: as it is predicted, or as it was measured. */
static status add_boundary(const rendering *r, figure_panel *p, int which, message *why)
{
    if (!r->drawing->measured) {
        bool star = r->drawing->shade == SHADE_STAR;
        return add_curves(r, p, &p->field, r->phis[which], 1, true, star, why);
    }
    figure_curves *c = &p->curves[p->curves_count++];
    c->level = 1;
    c->main = true;
    return isoline_trace(&p->field, &c->curves, why);
}

/* The boundary of a method of which nothing else is drawn; for ODEs only it is that at w = 0. */
static status add_boundary_of(const rendering *r, figure_panel *p, const phi *of, bool star,
                              message *why)
{
    field f = {0};
    field_request request = rendering_field_request(r, 0, &p->view);
    request.phi = of;
    request.layers = star ? FIELD_STAR : 0;
    if (phi_describe(of)->spin == PHI_ODE_ONLY && !r->drawing->overlay) {
        request.view.w = request.view.w_most = 0;
    }
    status s = compute_rows(r, &request, 0, 0, &f, why);
    if (s == STATUS_OK) {
        s = add_curves(r, p, &f, of, 1, true, star, why);
    }
    field_clear(&f);
    return s;
}

/* Boundaries of other methods; those for ODEs only are not in the plane zw. */
static status add_others(const rendering *r, figure_panel *p, message *why)
{
    for (int i = 0; i < r->drawing->with.count; i++) {
        const phi *of = r->with_phis[i];
        if (phi_describe(of)->spin != PHI_ODE_ONLY || plane_is_complex(p->view.plane)) {
            TRY(add_boundary_of(r, p, of, false, why));
            p->curves[p->curves_count - 1].pen = i + 1;
        }
    }
    return STATUS_OK;
}

static status add_spectrum(const rendering *r, figure_panel *p, message *why)
{
    if (r->spectrum.count == 0) {
        return STATUS_OK;
    }
    TRY(memory_allocate(&p->points, (size_t)r->spectrum.count, sizeof *p->points, why));
    for (int i = 0; i < r->spectrum.count; i++) {
        p->points[i] = r->drawing->h * r->spectrum.values[i];
    }
    p->point_count = r->spectrum.count;
    return STATUS_OK;
}

double rendering_w(const rendering *r, int which, double w)
{
    bool is_ode = method_describe(r->methods[which])->form == FORM_ODE_ONLY, others = false;
    for (int i = 0; i < r->count; i++) {
        others = others || method_describe(r->methods[i])->form != FORM_ODE_ONLY;
    }
    return is_ode && others ? 0 : w;
}

/* Computes a panel of one method at one w. */
static status fill_panel(const rendering *r, figure_panel *p, int which, double w, double sharpness,
                         message *why)
{
    const drawing *d = r->drawing;
    drawing_title(r, which, p->title, sizeof p->title);
    p->view = drawing_view(d, w, (int)(p->width * sharpness), (int)(p->height * sharpness));
    p->view.w = rendering_w(r, which, p->view.w);
    p->view.w_most = rendering_w(r, which, p->view.w_most);
    drawing_axes(r, p);
    TRY(compute(r, which, &p->view, &p->field, why));
    if (d->boundary || r->traces) {
        TRY(add_boundary(r, p, which, why));
    }
    TRY(add_others(r, p, why));
    for (int i = 0; i < d->contours.count; i++) {
        bool star = d->shade == SHADE_STAR;
        TRY(add_curves(r, p, &p->field, r->phis[which], d->contours.at[i], false, star, why));
    }
    return add_spectrum(r, p, why);
}

/* One panel with the boundary of every method at every w. */
static status fill_overlay(const rendering *r, figure_panel *p, double sharpness, message *why)
{
    const drawing *d = r->drawing;
    drawing_title(r, -1, p->title, sizeof p->title);
    for (int i = 0; i < d->methods.count * d->w.count; i++) {
        int which = i / d->w.count;
        double w = rendering_w(r, which, d->w.at[i % d->w.count]);
        p->view = drawing_view(d, w, (int)(p->width * sharpness), (int)(p->height * sharpness));
        TRY(add_boundary_of(r, p, r->phis[which], d->shade == SHADE_STAR, why));
        drawing_name_curve(r, which, w, p->curves[p->curves_count - 1].label);
    }
    return add_spectrum(r, p, why);
}

/* All of the figure but what is in its panels. */
static status lay_out(rendering *r, message *why)
{
    const drawing *d = r->drawing;
    figure *f = &r->figure;
    f->width = d->size[0];
    f->height = d->size[1];
    f->columns = d->columns;
    f->shading = d->overlay ? SHADE_NONE : (shading)d->shade;
    f->legend = d->overlay;
    for (int i = 0; i < r->count; i++) {
        char title[FIGURE_LABEL_SIZE];
        label_method(method_describe(r->methods[i]), title, sizeof title);
        int letters = (int)strlen(title) + (d->w.count > 1 ? 10 : 0);
        f->legend_letters = letters > f->legend_letters ? letters : f->legend_letters;
    }
    f->hatch = d->hatch;
    f->boundary = d->boundary || d->overlay;
    f->grid = d->grid;
    f->palette = r->palette;
    f->growth_label = drawing_bar_label(r);
    /* The layout makes room for a second line of title where there will be one. */
    for (int i = 0; i < f->panel_count; i++) {
        drawing_subtitle(r, d->overlay ? -1 : i, f->panels[i].subtitle,
                         sizeof f->panels[i].subtitle);
    }
    return figure_layout(f, why);
}

status rendering_make_figure(rendering *r, message *why)
{
    const drawing *d = r->drawing;
    figure *f = &r->figure;
    int panels = drawing_panels(d);
    TRY(memory_allocate(&f->panels, (size_t)panels, sizeof *f->panels, why));
    f->panel_count = panels;
    TRY(lay_out(r, why));
    double sharpness = r->format == FORMAT_PNG ? 1 : vector_sharpness;
    if (d->overlay) {
        return fill_overlay(r, &f->panels[0], sharpness, why);
    }
    for (int i = 0; i < panels; i++) {
        double w = d->w.at[i % d->w.count];
        TRY(fill_panel(r, &f->panels[i], i / d->w.count, w, sharpness, why));
    }
    return STATUS_OK;
}
