#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "picture/numbers.h"
#include "picture/png.h"
#include "rendering.h"
#include "session.h"

/* The bare field, band by band, so that a large picture needs little memory. */
static status write_plain(const rendering *d, output *to, message *why)
{
    const render_request *r = d->request;
    png_writer *writer = NULL;
    view v = rendering_view(r, r->w[0], r->width, r->height);
    const png_text texts[] = {{.key = "Software", .value = "spinscope"},
                              {.key = "Description", .value = d->command_line.data}};
    status s = png_begin(to, v.width, v.height, texts, 2, PNG_LEVEL, &writer, why);
    figure_panel panel = {0};
    for (int row = 0, rows; row < v.height && s == STATUS_OK; row += rows) {
        uint32_t *colours = NULL;
        rows = rendering_band_height(r, &v, row);
        s = rendering_compute_band(d, &v, 0, row, rows, &panel.field, why);
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
    view v = rendering_view(r, r->w[0], r->width, r->height);
    status s = r->kind == RENDER_NPY ? numbers_npy_begin(to, &v, why) : numbers_csv_begin(to, why);
    field band = {0};
    long open = 0;
    for (int row = 0, rows; row < v.height && s == STATUS_OK; row += rows) {
        rows = rendering_band_height(r, &v, row);
        s = rendering_compute_band(d, &v, FIELD_EXACT, row, rows, &band, why);
        if (s == STATUS_OK) {
            open += band.open;
            s = r->kind == RENDER_NPY ? numbers_npy_rows(to, &band, why)
                                      : numbers_csv_rows(to, &band, why);
        }
    }
    field_clear(&band);
    if (s == STATUS_OK && open > 0) {
        char words[200];
        snprintf(words, sizeof words,
                 "%ld of %ld pixels are not certain to 1e-12: the coefficients of R(z, w) are not "
                 "known well enough there",
                 open, (long)v.width * v.height);
        warn(d->self, r->quiet, words);
    }
    return s;
}

/* The curve |sigma| = 1 of a figure that has none yet: plain pictures and numbers. */
static status trace_boundary(const rendering *d, contour *out, message *why)
{
    const render_request *r = d->request;
    field f = {0};
    view v = rendering_view(r, r->w[0], r->width, r->height);
    field_request request = rendering_field_request(d, 0, &v);
    request.layers = 0;
    status s = field_compute(&request, 0, 0, &f, why);
    const contour_request trace = {.field = &f,
                                   .phi = d->phis[0],
                                   .level = 1,
                                   .pixel_tolerance = curve_tolerance,
                                   .most_seconds = rendering_seconds(d)};
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

/* A stencil on the command line is the user's own. */
static bool is_patient(const render_request *r)
{
    return r->patient || r->spectrum_file == NULL;
}

/* The largest step for which the whole spectrum is stable, at each w. */
static status report_step(const rendering *d, message *why)
{
    const render_request *r = d->request;
    for (int i = 0; i < r->method_count * r->w_count; i++) {
        const phi *p = d->phis[i / r->w_count];
        const phi_info *info = phi_describe(p);
        double w = r->w[i % r->w_count];
        slice at = {0};
        status s = slice_take(&at, p, w, false, why);
        if (s == STATUS_OK) {
            double h = spectrum_largest_step(&at, &d->spectrum, seconds_for_a_file(is_patient(r)));
            /* With the picture itself on stdout the answer must not be mixed into it. */
            FILE *to = strcmp(r->output, "-") == 0 ? stderr : stdout;
            if (isnan(h)) {
                s = file_takes_long(r->spectrum_file, why);
            } else {
                progress_wipe();
                fprintf(to, "%s, w = %.6g: largest stable h = %.12g\n", info->method, w, h);
            }
        }
        slice_clear(&at);
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
    status s = rendering_make_figure(d, why);
    figure_format format = r->kind == RENDER_PNG   ? FIGURE_PNG
                           : r->kind == RENDER_SVG ? FIGURE_SVG
                                                   : FIGURE_PDF;
    return s == STATUS_OK ? figure_write(&d->figure, format, d->command_line.data, to, why) : s;
}

static status render(rendering *d, message *why)
{
    const render_request *r = d->request;
    enum { PICTURE, BOUNDARY, FILES };
    output *to[FILES] = {NULL};
    progress shown; /* of what has none of its own: opening, curves, writing */
    progress_begin(&shown, d->self->name, r->quiet);
    status s = rendering_open(d, why);
    s = s == STATUS_OK ? output_open(r->output, r->force, &to[PICTURE], why) : s;
    if (s == STATUS_OK && r->boundary_file != NULL) {
        s = output_open(r->boundary_file, r->force, &to[BOUNDARY], why);
    }
    s = s == STATUS_OK ? write_main(d, to[PICTURE], why) : s;
    s = s == STATUS_OK && to[BOUNDARY] != NULL ? write_boundary(d, to[BOUNDARY], why) : s;
    s = s == STATUS_OK && d->spectrum.count > 0 ? report_step(d, why) : s;
    if (s == STATUS_NO) { /* only patience ends it so */
        s = file_takes_long(method_describe(rendering_file(d))->name, why);
    }
    progress_end(&shown);
    s = s == STATUS_OK ? output_commit_all(to, FILES, why) : s;
    for (int i = 0; i < FILES; i++) {
        output_discard(&to[i]);
    }
    return s;
}

/* *helped when it was only --help. */
static status render_all(const command *self, int count, char **arguments, bool *helped,
                         message *why)
{
    render_request *request = NULL;
    rendering *d = NULL;
    status s = memory_allocate(&request, 1, sizeof *request, why);
    s = s == STATUS_OK ? memory_allocate(&d, 1, sizeof *d, why) : s;
    if (s == STATUS_OK) {
        d->self = self;
        d->request = request;
        s = session_command_line(self, count, arguments, &d->command_line, why);
        s = s == STATUS_OK ? render_read(self, count, arguments, request, helped, why) : s;
        s = s == STATUS_OK && !*helped ? render(d, why) : s;
        rendering_clear(d);
    }
    free(d);
    free(request);
    return s;
}

status render_arguments(int count, char **arguments, message *why)
{
    patience_begins();
    bool helped = false;
    return render_all(&render_command, count, arguments, &helped, why);
}

static int run(const command *self, int count, char **arguments)
{
    message why;
    bool helped = false;
    session_watch_signals();
    status s = render_all(self, count, arguments, &helped, &why);
    return s == STATUS_OK ? 0 : complain(self, s, &why);
}

const command render_command = {
    .name = "render",
    .summary = "Draws the stability region of one or several methods",
    .usage = "METHOD[,METHOD...] -o FILE [--plane z|zw] [--w W,...] [--view X0,X1,Y0,Y1] ...",
    .details =
        "Dark is stable. The black curve is |sigma| = 1. Several methods or several w give "
        "one panel\neach; with --overlay only their boundaries are drawn, in one pair of "
        "axes. With --plain,\n.npy and .csv, --size is the field itself. At one w their numbers "
        "are right to 1e-12,\nrelative: inf is a pole, nan is 0/0, and 1e308 stands for what "
        "is larger.\n",
    .run = run,
};
