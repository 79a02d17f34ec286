#include "drawing/step_figure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "field/contour.h"
#include "picture/labels.h"
#include "picture/ticks.h"

enum { CELLS = 320, WIDTH = 1280, HEIGHT = 640 };

/* Everything that the chart points into. */
typedef struct drawing {
    const step_curves *of;
    const palette *palette;
    view view;
    field field;
    contour edge;
    chart_cells cells;
    double *values;          /* of the cells */
    double *edge_x, *edge_y; /* all curves, NaN between them */
    int edge_count;
    double ends[2];
    chart_panel panels[2];
} drawing;

/* The paths for h and 2h, the origin and something around them. */
static void choose_view(drawing *d)
{
    const step_curves *c = d->of;
    const step_path *p = c->of;
    double low_x = -1, high_x = 1, low_y = -1, high_y = 1;
    for (int k = 0; k < c->modes; k++) {
        for (int i = 0; i < c->count; i++) {
            low_x = fmin(low_x, 2 * c->x[k][i]);
            high_x = fmax(high_x, 2 * c->x[k][i]);
            low_y = fmin(low_y, 2 * c->y[k][i]);
            high_y = fmax(high_y, 2 * c->y[k][i]);
        }
    }
    double half = 0.56 * fmax(high_x - low_x, high_y - low_y);
    double x = (low_x + high_x) / 2, y = (low_y + high_y) / 2;
    d->view = (view){.plane = c->is_real ? PLANE_ZW : PLANE_Z,
                     .w = p->least_mode >= 0 ? c->h * p->least.modes[p->least_mode].omega : 0,
                     .x0 = x - half,
                     .x1 = x + half,
                     .y0 = y - half,
                     .y1 = y + half,
                     .width = CELLS,
                     .height = CELLS};
}

static status compute_region(drawing *d, message *why)
{
    const step_request *r = &d->of->of->asked;
    const field_request request = {.view = d->view, .phi = r->phi, .most_seconds = r->most_seconds};
    const contour_request trace = {.field = &d->field,
                                   .phi = r->phi,
                                   .level = 1,
                                   .pixel_tolerance = 0.05,
                                   .most_seconds = r->most_seconds};
    TRY(field_compute(&request, 0, 0, &d->field, why));
    TRY(contour_trace(&trace, &d->edge, why));
    TRY(memory_allocate(&d->values, CELLS * CELLS, sizeof *d->values, why));
    for (int i = 0; i < CELLS * CELLS; i++) {
        int row = CELLS - 1 - i / CELLS; /* row 0 of the cells is at the bottom */
        d->values[i] = d->field.growth[row * CELLS + i % CELLS];
    }
    return STATUS_OK;
}

/* All boundary curves as one line with gaps. */
static status join_curves(drawing *d, message *why)
{
    size_t total = 1;
    for (int i = 0; i < d->edge.count; i++) {
        total += (size_t)d->edge.curves[i].count + 2;
    }
    TRY(memory_allocate(&d->edge_x, total, sizeof *d->edge_x, why));
    TRY(memory_allocate(&d->edge_y, total, sizeof *d->edge_y, why));
    for (int i = 0; i < d->edge.count; i++) {
        const curve *c = &d->edge.curves[i];
        for (int n = 0; n < c->count + c->closed; n++) {
            d->edge_x[d->edge_count] = c->x[n % c->count];
            d->edge_y[d->edge_count++] = c->y[n % c->count];
        }
        d->edge_x[d->edge_count] = d->edge_y[d->edge_count] = NAN;
        d->edge_count++;
    }
    return STATUS_OK;
}

static void add_paths(const drawing *d, chart_panel *p)
{
    const step_curves *c = d->of;
    const step_path *path = c->of;
    bool limits = path->least_mode >= 0;
    char number[TICK_TEXT_SIZE];
    chart_series *s = p->series;
    *s++ = (chart_series){.x = d->edge_x,
                          .y = d->edge_y,
                          .count = d->edge_count,
                          .solid = true,
                          .label = "|/σ/| = 1"};
    for (int k = 0; k < c->modes; k++) {
        *s = (chart_series){.x = c->x[k],
                            .y = c->y[k],
                            .count = c->count,
                            .solid = true,
                            .pen = k + 1,
                            .width = 1.5};
        snprintf(s->label, sizeof s->label, c->modes > 1 ? "path %d" : "path", k + 1);
        s++;
    }
    *s = (chart_series){
        .x = &c->mark_x, .y = &c->mark_y, .count = 1, .mark = MARK_RING, .no_line = true, .pen = 1};
    ticks_number(limits ? path->least_t : c->t[0], number);
    snprintf(s->label, sizeof s->label, "/t/ = %s%s", number, limits ? ", smallest /h/" : "");
    s++;
    p->series_count = (int)(s - p->series);
}

static void describe_region(drawing *d)
{
    const step_curves *c = d->of;
    chart_panel *p = &d->panels[0];
    char number[TICK_TEXT_SIZE], w[TICK_TEXT_SIZE];
    label_method(method_describe(c->of->asked.method), p->title, sizeof p->title);
    ticks_number(c->h, number);
    ticks_number(d->view.w, w);
    snprintf(p->subtitle, sizeof p->subtitle, "the path at /h/ = %s, frozen at each /t/%s%s",
             number, c->is_real ? "" : ", region at /w/ = ", c->is_real ? "" : w);
    p->x = (chart_axis){.low = d->view.x0, .high = d->view.x1};
    p->y = (chart_axis){.low = d->view.y0, .high = d->view.y1};
    snprintf(p->x.name, sizeof p->x.name, "%s", c->is_real ? "/z/ = /hλ/" : "Re /z/");
    snprintf(p->y.name, sizeof p->y.name, "%s", c->is_real ? "/w/ = /hω/" : "Im /z/");
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
    add_paths(d, p);
}

static void describe_growth(drawing *d)
{
    static const char *const words[STEP_CURVES_FACTORS] = {"/h//2", "/h/", "2/h/"};
    static const double one[] = {1, 1};
    const step_curves *c = d->of;
    chart_panel *p = &d->panels[1];
    label_plain(equation_name(c->of->asked.equation), p->title, sizeof p->title);
    snprintf(p->x.name, sizeof p->x.name, "/t/");
    snprintf(p->y.name, sizeof p->y.name, "|/σ/|_{max}");
    p->y.is_log = c->most_growth > 10;
    d->ends[0] = c->t[0];
    d->ends[1] = c->t[c->count - 1];
    p->series[0] = (chart_series){
        .x = d->ends, .y = one, .count = 2, .solid = true, .label = "|/σ/| = 1", .width = 0.8};
    for (int i = 0; i < STEP_CURVES_FACTORS; i++) {
        chart_series *s = &p->series[i + 1];
        *s = (chart_series){.x = c->t,
                            .y = c->growth[i],
                            .count = c->count,
                            .pen = i + 1,
                            .solid = i == 1,
                            .width = i == 1 ? 2 : 1.2,
                            .mark = c->count == 1 ? MARK_DISC : MARK_NONE};
        snprintf(s->label, sizeof s->label, "%s", words[i]);
    }
    p->series_count = STEP_CURVES_FACTORS + 1;
}

status step_figure_write(const step_curves *curves, const palette *colours, file_format format,
                         const char *command, output *to, message *why)
{
    drawing *d = NULL;
    status s;
    TRY(memory_allocate(&d, 1, sizeof *d, why));
    d->of = curves;
    d->palette = colours;
    choose_view(d);
    TRY_OR_END(compute_region(d, why));
    TRY_OR_END(join_curves(d, why));
    describe_region(d);
    describe_growth(d);
    const chart c = {
        .width = WIDTH, .height = HEIGHT, .columns = 2, .panel_count = 2, .panels = d->panels};
    s = chart_write(&c, format, command, to, why);
end:
    field_clear(&d->field);
    contour_clear(&d->edge);
    free(d->values);
    free(d->edge_x);
    free(d->edge_y);
    free(d);
    return s;
}
