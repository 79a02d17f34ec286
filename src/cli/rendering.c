#include "rendering.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "field/isoline.h"
#include "picture/labels.h"
#include "picture/ticks.h"
#include "session.h"
#include "validation/measurement.h"
#include "values.h"

enum { BAND_ROWS = 256 };

/* A vector figure holds its field at this many pixels per unit, for print. */
static const double vector_sharpness = 2;

void rendering_clear_figure(rendering *d)
{
    for (int i = 0; i < d->figure.panel_count; i++) {
        figure_panel *p = &d->figure.panels[i];
        field_clear(&p->field);
        for (int n = 0; n < p->curves_count; n++) {
            contour_clear(&p->curves[n].curves);
        }
        free(p->points);
    }
    free(d->figure.panels);
    d->figure = (figure){0};
}

void rendering_clear(rendering *d)
{
    rendering_clear_figure(d);
    for (int i = 0; i < d->count; i++) {
        phi_destroy(d->phis[i]);
        method_destroy(d->methods[i]);
    }
    for (int i = 0; i < RENDER_MAX_WITH; i++) {
        phi_destroy(d->with_phis[i]);
        method_destroy(d->with[i]);
    }
    gpu_close(d->gpu);
    palette_destroy(d->palette);
    spectrum_clear(&d->spectrum);
    text_clear(&d->command_line);
}

static status open_stencil(rendering *d, message *why)
{
    const render_request *r = d->request;
    message detail;
    status s =
        spectrum_of_stencil(r->stencil, r->stencil_length, r->dx, r->points, &d->spectrum, &detail);
    return s == STATUS_OK          ? s
           : s == STATUS_BAD_INPUT ? refuse(why, "--stencil %.80s --dx %.40s: %.200s",
                                            r->stencil_text, r->dx_text, detail.text)
                                   : fail(why, "%s", detail.text);
}

status rendering_open(rendering *d, message *why)
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
    for (int i = 0; i < r->with_count && s == STATUS_OK; i++) {
        s = open_method(d->self, r->with[i], r->quiet, &d->with[i], why);
        s = s == STATUS_OK ? phi_compile(d->with[i], r->moves, &d->with_phis[i], why) : s;
    }
    s = s == STATUS_OK && r->on_gpu ? gpu_open_beside(assets_folder(), &d->gpu, why) : s;
    s = s == STATUS_OK ? palette_open(assets_folder(), r->palette, &d->palette, why) : s;
    if (s == STATUS_OK && r->spectrum_file != NULL) {
        s = spectrum_read(r->spectrum_file, &d->spectrum, why);
    }
    if (s == STATUS_OK && r->stencil_text != NULL) {
        s = open_stencil(d, why);
    }
    return s;
}

const method *rendering_file(const rendering *d)
{
    const method *file = NULL;
    for (int i = 0; i < d->count + d->request->with_count && file == NULL; i++) {
        const method *m = i < d->count ? d->methods[i] : d->with[i - d->count];
        file = method_describe(m)->from_path ? m : NULL;
    }
    return file;
}

double rendering_seconds(const rendering *d)
{
    bool is_limited = rendering_file(d) != NULL && !d->request->patient;
    return !is_limited ? 0 : d->most_seconds > 0 ? d->most_seconds : seconds_for_a_file(false);
}

view rendering_view(const render_request *r, double w, int width, int height)
{
    view v =
        usual_view_in(r->chart, r->plane, w, r->view_text != NULL ? r->view : NULL, width, height);
    v.every_w = r->every_w_text != NULL;
    v.w_most = r->w_most;
    return v;
}

field_request rendering_field_request(const rendering *d, int which, const view *v)
{
    const render_request *r = d->request;
    unsigned layers = r->phase ? FIELD_R : r->star ? FIELD_STAR : 0;
    return (field_request){.view = *v,
                           .phi = d->phis[which],
                           .layers = layers,
                           .evaluator = r->evaluator,
                           .for_display = r->evaluator == EVALUATOR_AUTO,
                           .jobs = r->jobs,
                           .most_seconds = rendering_seconds(d)};
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
    m.sizes = false; /* nothing is compared */
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
    } else if (d->request->every_w_text != NULL) {
        char most[TICK_TEXT_SIZE];
        ticks_number(d->request->w_most, most);
        snprintf(out, size, "worst case of all /w/ = /hω/ from %s to %s", number, most);
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
        bool moves = r->x_parameter == MEASUREMENT_STEP || r->y_parameter == MEASUREMENT_STEP;
        ticks_number(r->h, h);
        snprintf(about_w, sizeof about_w, "%.100s%s%s", r->problem->title,
                 moves ? "" : ", /h/ = ", moves ? "" : h);
    }
    if (!r->measured || index < 0) {
        snprintf(out, size, "%s", about_w);
        for (int i = 0; i < r->with_count && index >= 0; i++) {
            char name[FIGURE_LABEL_SIZE / 4];
            label_plain(r->with[i], name, sizeof name);
            size_t used = strlen(out);
            snprintf(out + used, size - used, "%s%s",
                     i > 0      ? ", "
                     : used > 0 ? ", with "
                                : "with ",
                     name);
        }
        return;
    }
    view v = rendering_view(r, w, 1, 1);
    measurement_request m = measurement_for(d, which, &v);
    ticks_number(m.t0, number);
    snprintf(out, size, "%s%smeasured: %d steps from /t/ = %s", about_w,
             about_w[0] != '\0' ? ", " : "", m.steps, number);
}

/* field_compute that shows its progress. */
static status compute_field(const rendering *d, const field_request *request, field *out,
                            message *why)
{
    progress p;
    field_request told = *request;
    progress_begin(&p, phi_describe(request->phi)->method, d->request->quiet);
    told.progressed = progress_tell_count;
    told.context = &p;
    status s = field_compute(&told, 0, 0, out, why);
    progress_end(&p);
    return s;
}

/* The field that a panel shows, whole: predicted, or measured. */
static status compute(const rendering *d, int which, const view *v, field *out, message *why)
{
    if (!d->request->measured) {
        field_request request = rendering_field_request(d, which, v);
        message cannot;
        if (d->gpu != NULL && gpu_can(d->gpu, &request, &cannot)) {
            return gpu_field(d->gpu, &request, out, why);
        }
        if (d->gpu != NULL) {
            warn(d->self, d->request->quiet, cannot.text);
        }
        return compute_field(d, &request, out, why);
    }
    measurement measured = {0};
    measurement_request request = measurement_for(d, which, v);
    progress p;
    progress_begin(&p, method_describe(d->methods[which])->name, d->request->quiet);
    request.progressed = progress_tell_count;
    request.context = &p;
    request.most_seconds = seconds_to_measure(d->methods[which], d->request->patient);
    status s = measurement_take(&request, &measured, why);
    progress_end(&p);
    s = measured.gave_up ? file_takes_long(method_describe(d->methods[which])->name, why) : s;
    s = s == STATUS_OK ? measurement_to_field(&measured, out, why) : s;
    measurement_clear(&measured);
    return s;
}

int rendering_band_height(const render_request *r, const view *v, int row)
{
    int left = v->height - row;
    return r->measured || left < BAND_ROWS ? left : BAND_ROWS;
}

/* A band of a field that is computed in bands. */
typedef struct band {
    progress progress;
    int row, rows, height;
} band;

static void tell_band(void *context, long done, long total)
{
    band *b = context;
    double part = (b->row + (double)done / (double)total * b->rows) / b->height;
    progress_tell(&b->progress, part);
}

status rendering_compute_band(const rendering *d, const view *v, unsigned layers, int row, int rows,
                              field *out, message *why)
{
    if (d->request->measured) {
        return compute(d, 0, v, out, why);
    }
    field_request request = rendering_field_request(d, 0, v);
    request.layers |= layers;
    band b = {.row = row, .rows = rows, .height = v->height};
    progress_begin(&b.progress, phi_describe(request.phi)->method, d->request->quiet);
    request.progressed = tell_band;
    request.context = &b;
    status s = field_recompute(&request, row, rows, out, why);
    progress_end(&b.progress);
    return s;
}

/* Adds the curve of one level to a panel. */
static status add_curves(const rendering *d, figure_panel *p, const field *f, const phi *of,
                         double level, bool main, bool star, message *why)
{
    if (p->curves_count == FIGURE_MAX_CURVES) {
        return refuse(why, "more than %d curves in a panel", FIGURE_MAX_CURVES);
    }
    figure_curves *c = &p->curves[p->curves_count];
    c->level = level;
    c->main = main;
    snprintf(c->label, sizeof c->label, "%.4g", level);
    const contour_request request = {.field = f,
                                     .phi = of,
                                     .level = level,
                                     .star = star,
                                     .pixel_tolerance = curve_tolerance,
                                     .most_seconds = rendering_seconds(d)};
    status s = contour_trace(&request, &c->curves, why);
    p->curves_count++; /* cleared with the panel in every case */
    return s;
}

/* The boundary of the region: as it is predicted, or as it was measured. */
static status add_boundary(const rendering *d, figure_panel *p, int which, message *why)
{
    if (d->request->no_boundary && d->request->boundary_file == NULL) {
        return STATUS_OK;
    }
    if (!d->request->measured) {
        return add_curves(d, p, &p->field, d->phis[which], 1, true, d->request->star, why);
    }
    figure_curves *c = &p->curves[p->curves_count++];
    c->level = 1;
    c->main = true;
    return isoline_trace(&p->field, &c->curves, why);
}

/* Boundaries of other methods; those for ODEs only are at w = 0, and not in the plane zw. */
static status add_others(const rendering *d, figure_panel *p, message *why)
{
    status s = STATUS_OK;
    for (int i = 0; i < d->request->with_count && s == STATUS_OK; i++) {
        bool is_ode = phi_describe(d->with_phis[i])->spin == PHI_ODE_ONLY;
        if (is_ode && p->view.plane != PLANE_Z) {
            continue;
        }
        field f = {0};
        field_request request = rendering_field_request(d, 0, &p->view);
        request.phi = d->with_phis[i];
        request.layers = 0;
        if (is_ode) {
            request.view.w = request.view.w_most = 0;
        }
        s = compute_field(d, &request, &f, why);
        s = s == STATUS_OK ? add_curves(d, p, &f, d->with_phis[i], 1, true, false, why) : s;
        field_clear(&f);
        if (s == STATUS_OK) { /* else there may be no curve at all */
            p->curves[p->curves_count - 1].pen = i + 1;
        }
    }
    return s;
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
    p->view = rendering_view(r, w, (int)(p->width * sharpness), (int)(p->height * sharpness));
    if (r->problem != NULL) {
        label_parameter(measurement_coordinate_name(r->problem, r->x_parameter), p->x_name,
                        sizeof p->x_name);
        label_parameter(measurement_coordinate_name(r->problem, r->y_parameter), p->y_name,
                        sizeof p->y_name);
    }
    status s = compute(d, which, &p->view, &p->field, why);
    s = s == STATUS_OK ? add_boundary(d, p, which, why) : s;
    s = s == STATUS_OK ? add_others(d, p, why) : s;
    for (int i = 0; i < r->level_count && s == STATUS_OK; i++) {
        s = add_curves(d, p, &p->field, d->phis[which], r->levels[i], false, r->star, why);
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
        p->view = rendering_view(r, w, (int)(p->width * sharpness), (int)(p->height * sharpness));
        field_request request = rendering_field_request(d, which, &p->view);
        s = compute_field(d, &request, &f, why);
        s = s == STATUS_OK ? add_curves(d, p, &f, d->phis[which], 1, true, r->star, why) : s;
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
            return d->request->every_w_text != NULL ? "max |/σ/|" : "|/σ/|_{max}";
        }
    }
    return d->request->every_w_text != NULL ? "max |/R/|" : "|/R/(/z/, /w/)|";
}

status rendering_make_figure(rendering *d, message *why)
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
