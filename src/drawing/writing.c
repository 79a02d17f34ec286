/* A rendering becomes files: figures, the bare field, numbers, the boundary as points. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "drawing/rendering.h"
#include "picture/numbers.h"
#include "picture/png.h"

static view whole_view(const rendering *r)
{
    const drawing *d = r->drawing;
    return drawing_view(d, d->w.at[0], d->size[0], d->size[1]);
}

/* The bare field, band by band, so that a large picture needs little memory. */
static status write_plain(const rendering *r, const char *command, output *to, message *why)
{
    png_writer *writer = NULL;
    view v = whole_view(r);
    const png_text texts[] = {{.key = "Software", .value = "spinscope"},
                              {.key = "Description", .value = command}};
    uint32_t *colours = NULL;
    figure_panel panel = {0};
    figure how = {.shading = (shading)r->drawing->shade, .palette = r->palette};
    status s;
    TRY_OR_END(png_begin(to, v.width, v.height, texts, 2, PNG_LEVEL, &writer, why));
    for (int row = 0, rows; row < v.height; row += rows) {
        rows = rendering_band_height(r, &v, row);
        TRY_OR_END(rendering_compute_band(r, &v, 0, row, rows, &panel.field, why));
        TRY_OR_END(figure_colours(&how, &panel, &colours, why));
        TRY_OR_END(png_rows(writer, colours, rows, why));
        free(colours);
        colours = NULL;
    }
    TRY_OR_END(png_end(&writer, why));
end:
    free(colours);
    field_clear(&panel.field);
    png_discard(&writer);
    return s;
}

static void warn_of_open(const rendering *r, long open, const view *v)
{
    const drawing_host *h = r->means.host;
    char words[200];
    snprintf(words, sizeof words,
             "%ld of %ld pixels are not certain to 1e-12: the coefficients of R(z, w) are not "
             "known well enough there",
             open, (long)v->width * v->height);
    if (open > 0 && h != NULL && h->warn != NULL) {
        h->warn(h->context, words);
    }
}

static status write_numbers(const rendering *r, output *to, message *why)
{
    view v = whole_view(r);
    bool npy = r->format == FORMAT_NPY;
    field band = {0};
    long open = 0;
    status s;
    TRY_OR_END(npy ? numbers_npy_begin(to, &v, why) : numbers_csv_begin(to, why));
    for (int row = 0, rows; row < v.height; row += rows) {
        rows = rendering_band_height(r, &v, row);
        TRY_OR_END(rendering_compute_band(r, &v, FIELD_EXACT, row, rows, &band, why));
        open += band.open;
        TRY_OR_END((npy ? numbers_npy_rows : numbers_csv_rows)(to, &band, why));
    }
    warn_of_open(r, open, &v);
end:
    field_clear(&band);
    return s;
}

static status write_boundary(const rendering *r, output *to, message *why)
{
    contour own = {0};
    text lines = {0};
    bool is_drawn = r->figure.panel_count > 0;
    status s = STATUS_OK;
    if (!is_drawn) {
        TRY_OR_END(rendering_trace_boundary(r, &own, why));
    }
    const contour *c = is_drawn ? &r->figure.panels[0].curves[0].curves : &own;
    text_add(&lines, "curve,x,y\n");
    for (int i = 0; i < c->count; i++) {
        const curve *line = &c->curves[i];
        for (int n = 0; n < line->count; n++) {
            text_add(&lines, "%d,%.17g,%.17g\n", i, line->x[n], line->y[n]);
        }
        if (line->closed && line->count > 0) {
            text_add(&lines, "%d,%.17g,%.17g\n", i, line->x[0], line->y[0]);
        }
    }
    s = lines.broken ? fail(why, "out of memory") : output_write(to, lines.data, lines.length, why);
end:
    text_clear(&lines);
    contour_clear(&own);
    return s;
}

/* The largest step for which the whole spectrum is stable, at each w. A stencil is the user's own
 * and may take as long as it takes. */
static status find_steps(const rendering *r, message *why)
{
    const drawing *d = r->drawing;
    const drawing_host *host = r->means.host;
    double seconds = d->spectrum[0] != '\0' ? r->means.most_seconds : 0;
    if (r->spectrum.count == 0 || host == NULL || host->found_step == NULL) {
        return STATUS_OK;
    }
    for (int i = 0; i < d->methods.count * d->w.count; i++) {
        const phi *p = r->phis[i / d->w.count];
        double w = rendering_w(r, i / d->w.count, d->w.at[i % d->w.count]), h = NAN;
        slice at = {0};
        status s = slice_take(&at, p, w, false, why);
        if (s == STATUS_OK) {
            h = spectrum_largest_step(&at, &r->spectrum, seconds);
        }
        slice_clear(&at);
        TRY(s);
        if (isnan(h)) {
            return refuse(why, "%.200s: it takes more than 10 s; with --patient that is accepted",
                          d->spectrum);
        }
        host->found_step(host->context, phi_describe(p)->method, w, h);
    }
    return STATUS_OK;
}

static status write_main(rendering *r, const char *command, output *to, message *why)
{
    if (file_format_is_numbers(r->format)) {
        return write_numbers(r, to, why);
    }
    if (r->drawing->plain) {
        return write_plain(r, command, to, why);
    }
    TRY(rendering_make_figure(r, why));
    return figure_write(&r->figure, r->format, command, to, why);
}

/* What a file of the boundary goes with. */
static status check_boundary(const drawing *d, const drawing_target *to, message *why)
{
    if (to->boundary == NULL) {
        return STATUS_OK;
    }
    if (d->measured) {
        return refuse(why, "--measured and --boundary cannot be combined");
    }
    if (d->shade == SHADE_STAR) {
        return refuse(why, "--star and --boundary cannot be combined: the boundary is |sigma| = 1");
    }
    if (d->methods.count * d->w.count > 1) {
        return refuse(why, "--boundary is for one method at one w");
    }
    return output_is_same(to->boundary, to->path)
               ? refuse(why, "--boundary %.200s: the picture goes there", to->boundary)
               : STATUS_OK;
}

status drawing_write(const drawing *d, const drawing_target *to, const drawing_means *means,
                     message *why)
{
    enum { PICTURE, BOUNDARY, FILES };
    output *files[FILES] = {NULL};
    rendering *r = NULL;
    text own = {0};
    status s;
    TRY(memory_allocate(&r, 1, sizeof *r, why));
    *r = (rendering){
        .drawing = d, .format = to->format, .means = *means, .traces = to->boundary != NULL};
    if (to->command == NULL) {
        drawing_command(d, to->path, &own);
    }
    const char *command = to->command != NULL ? to->command : own.data;
    TRY_OR_END(own.broken ? fail(why, "out of memory") : STATUS_OK);
    TRY_OR_END(check_boundary(d, to, why));
    TRY_OR_END(rendering_open(r, why));
    TRY_OR_END(output_open(to->path, to->force, &files[PICTURE], why));
    if (to->boundary != NULL) {
        TRY_OR_END(output_open(to->boundary, to->force, &files[BOUNDARY], why));
    }
    TRY_OR_END(rendering_outcome(r, write_main(r, command, files[PICTURE], why), why));
    if (to->boundary != NULL) {
        TRY_OR_END(rendering_outcome(r, write_boundary(r, files[BOUNDARY], why), why));
    }
    TRY_OR_END(find_steps(r, why));
    TRY_OR_END(output_commit_all(files, FILES, why));
end:
    for (int i = 0; i < FILES; i++) {
        output_discard(&files[i]);
    }
    rendering_clear(r);
    free(r);
    text_clear(&own);
    return s;
}
