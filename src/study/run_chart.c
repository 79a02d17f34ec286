#include <math.h>
#include <stdio.h>

#include "picture/labels.h"
#include "study/run.h"

/* Smaller numbers on logarithmic axes are nothing but rounding and are drawn here. */
static const double least_shown = 1e-17;

/* Residuals that stay below this are rounding. */
static const double rounding = 1e-13;

enum { MOST_ORBITS = 6, MOST_COMPONENTS = 8, CIRCLE_POINTS = 181, THIN_PEN = 6 };

/* A chart while it is made. */
typedef struct drafting {
    const record *of;
    chart_sheet *sheet;
    double *t; /* of all rows */
} drafting;

static status array_new(drafting *d, int count, double **out, message *why)
{
    return chart_sheet_array(d->sheet, (size_t)count, sizeof **out, out, why);
}

/* A panel over the time of the run. */
static chart_panel *time_panel(drafting *d, const char *title)
{
    chart_panel *p = chart_sheet_panel(d->sheet);
    snprintf(p->title, sizeof p->title, "%s", title);
    snprintf(p->x.name, sizeof p->x.name, "/t/");
    p->x.high = d->of->result.t;
    return p;
}

/* A column against t from a row on; rows where it is not known are left out. */
static status add_column(drafting *d, chart_panel *p, int column, int from, const char *label,
                         message *why)
{
    const record *r = d->of;
    double *x = NULL, *y = NULL;
    TRY(array_new(d, r->count, &x, why));
    TRY(array_new(d, r->count, &y, why));
    int count = 0;
    for (int i = from; i < r->count; i++) {
        double value = r->rows[(size_t)i * (size_t)r->width + (size_t)column];
        if (!isnan(value)) {
            x[count] = d->t[i];
            y[count++] = p->y.is_log ? fmax(value, least_shown) : value;
            if (p->y.is_log && value < least_shown) { /* or it looks measured */
                snprintf(p->subtitle, sizeof p->subtitle, "0 is drawn at 10^{−17}");
            }
        }
    }
    chart_sheet_series(p, x, y, count, label);
    return STATUS_OK;
}

/* A logarithmic panel of columns that follow each other. At the start, errors are nothing but
 * rounding: they begin with the first step. */
static status add_log_panel(drafting *d, const char *title, int column, int count,
                            const char *const *labels, message *why)
{
    bool is_drift = column == ROW_DRIFT_0;
    chart_panel *p = time_panel(d, title);
    p->y.is_log = true;
    for (int i = 0; i < count; i++) {
        TRY(add_column(d, p, column + i, is_drift ? 0 : 1, labels[i], why));
        if (is_drift && d->of->result.worst_drift[i] < rounding) {
            p->series[i].no_line = true; /* a line would only fill the panel */
            p->series[i].mark = MARK_DOT;
        }
    }
    return STATUS_OK;
}

/* Points of the mechanism whose paths are shown: all, or some of many, the last one among them. */
static int choose_points(const shape *of, int *out)
{
    int moving[SHAPE_MAX_POINTS], count = 0;
    for (int i = 0; i < of->point_count; i++) {
        if (of->weight[i] > 0) {
            moving[count++] = i;
        }
    }
    int shown = count < MOST_ORBITS ? count : MOST_ORBITS;
    for (int i = 0; i < shown; i++) {
        out[i] = moving[(i + 1) * count / shown - 1];
    }
    return shown;
}

static status add_orbits(drafting *d, chart_panel *p, const int *points, int shown, message *why)
{
    const record *r = d->of;
    const constrained *c = r->of->system;
    double *at[2 * MOST_ORBITS];
    for (int i = 0; i < 2 * shown; i++) {
        TRY(array_new(d, r->count, &at[i], why));
    }
    for (int row = 0; row < r->count; row++) {
        shape now;
        c->draw(c->data, d->t[row], r->rows + (size_t)row * (size_t)r->width + ROW_STATE, &now);
        for (int i = 0; i < shown; i++) {
            at[2 * i][row] = now.x[points[i]];
            at[2 * i + 1][row] = now.y[points[i]];
        }
    }
    for (int i = 0; i < shown; i++) {
        char label[CHART_LABEL_SIZE] = "path";
        if (shown > 1) {
            snprintf(label, sizeof label, "point %d", points[i]);
        }
        chart_series *series = chart_sheet_series(p, at[2 * i], at[2 * i + 1], r->count, label);
        series->pen = i + 2;
        series->solid = true;
        series->width = 0.8;
    }
    return STATUS_OK;
}

/* The circle on which a single pendulum should be. */
static status add_circle(drafting *d, chart_panel *p, message *why)
{
    const double *near = d->of->of->near;
    double radius = hypot(near[0], near[1]), *x = NULL, *y = NULL;
    TRY(array_new(d, CIRCLE_POINTS, &x, why));
    TRY(array_new(d, CIRCLE_POINTS, &y, why));
    for (int i = 0; i < CIRCLE_POINTS; i++) {
        double angle = 2 * acos(-1) * i / (CIRCLE_POINTS - 1);
        x[i] = radius * cos(angle);
        y[i] = radius * sin(angle);
    }
    chart_series *series = chart_sheet_series(p, x, y, CIRCLE_POINTS, "/g/ = 0");
    series->pen = THIN_PEN;
    series->solid = true;
    series->width = 0.5;
    return STATUS_OK;
}

/* Rings where the points that are shown started. */
static void add_starts(chart_panel *p, int first, int count)
{
    for (int i = first; i < first + count; i++) {
        const chart_series *path = &p->series[i];
        chart_series *ring = chart_sheet_series(p, path->x, path->y, 1, i == first ? "start" : "");
        ring->pen = path->pen;
        ring->no_line = true;
        ring->mark = MARK_RING;
    }
}

/* Bars and points at the end. */
static status add_mechanism(drafting *d, chart_panel *p, message *why)
{
    const record *r = d->of;
    const constrained *c = r->of->system;
    shape now;
    double *x = NULL, *y = NULL;
    c->draw(c->data, r->result.t, r->result.p, &now);
    int bars = 3 * now.bar_count, points = now.point_count;
    TRY(array_new(d, bars + points, &x, why));
    TRY(array_new(d, bars + points, &y, why));
    for (int i = 0; i < now.bar_count; i++) {
        for (int k = 0; k < 2; k++) {
            x[3 * i + k] = now.x[now.bars[i][k]];
            y[3 * i + k] = now.y[now.bars[i][k]];
        }
        x[3 * i + 2] = y[3 * i + 2] = NAN;
    }
    for (int i = 0; i < points; i++) {
        x[bars + i] = now.x[i];
        y[bars + i] = now.y[i];
    }
    char label[CHART_LABEL_SIZE];
    snprintf(label, sizeof label, "at /t/ = %.4g", r->result.t);
    chart_series *lines = chart_sheet_series(p, x, y, bars, label);
    lines->pen = 0;
    lines->solid = true;
    chart_series *discs = chart_sheet_series(p, x + bars, y + bars, points, "");
    discs->pen = 0;
    discs->no_line = true;
    discs->mark = points > 12 ? MARK_DOT : MARK_DISC;
    return STATUS_OK;
}

static status add_path_panel(drafting *d, message *why)
{
    const record *r = d->of;
    const constrained *c = r->of->system;
    shape now;
    int points[MOST_ORBITS];
    chart_panel *p = chart_sheet_panel(d->sheet);
    snprintf(p->title, sizeof p->title, "path");
    snprintf(p->x.name, sizeof p->x.name, "/x/");
    snprintf(p->y.name, sizeof p->y.name, "/y/");
    p->equal = true;
    c->draw(c->data, 0, r->of->p, &now);
    int shown = choose_points(&now, points);
    if (c->positions == 2 && c->constraints == 1) {
        TRY(add_circle(d, p, why));
    }
    int first = p->series_count;
    TRY(add_orbits(d, p, points, shown, why));
    TRY(add_mechanism(d, p, why));
    add_starts(p, first, shown);
    return STATUS_OK;
}

/* Columns of the state, named by letters. */
static status add_components(drafting *d, chart_panel *p, char letter, int column, int count,
                             message *why)
{
    for (int i = 0; i < count && i < MOST_COMPONENTS; i++) {
        char label[CHART_LABEL_SIZE] = "";
        if (count > 1) {
            snprintf(label, sizeof label, "/%c/_{%d}", letter, i + 1);
        }
        TRY(add_column(d, p, column + i, 0, label, why));
    }
    return STATUS_OK;
}

static status add_solution_panel(drafting *d, message *why)
{
    const constrained *c = d->of->of->system;
    chart_panel *p = time_panel(d, "solution");
    TRY(add_components(d, p, 'p', ROW_STATE, c->positions, why));
    return c->order == 2 ? add_components(d, p, 'v', ROW_STATE + c->positions, c->positions, why)
                         : STATUS_OK;
}

static status add_multiplier_panel(drafting *d, message *why)
{
    const constrained *c = d->of->of->system;
    chart_panel *p = time_panel(d, c->constraints > 1 ? "multipliers" : "multiplier");
    return add_components(d, p, 'y', ROW_STATE + c->order * c->positions, c->constraints, why);
}

static status add_panels(drafting *d, message *why)
{
    static const char *const drifts[] = {"|/g/|", "|/g/′|"}, *const errors[] = {"/p/", "/v/"},
                             *const none[] = {""};
    const record *r = d->of;
    const constrained *c = r->of->system;
    bool adapts = r->of->setup->tolerance > 0;
    TRY(c->draw != NULL ? add_path_panel(d, why) : add_solution_panel(d, why));
    TRY(add_log_panel(d, "constraint residuals", ROW_DRIFT_0, c->order, drifts, why));
    if (r->compared > 0) {
        TRY(add_log_panel(d, "error", ROW_ERROR_P, c->order, errors, why));
    }
    if (c->energy != NULL) {
        TRY(add_log_panel(d, "drift of the energy", ROW_ENERGY, 1, none, why));
    }
    if (adapts) {
        TRY(add_log_panel(d, "step size", ROW_H, 1, none, why));
    }
    if (adapts && r->of->setup->method->engine == LAB_VARIABLE_BDF) {
        chart_panel *p = time_panel(d, "order");
        p->y.high = 6;
        TRY(add_column(d, p, ROW_ORDER, 1, "", why));
    }
    /* Where a place is left. */
    return d->sheet->chart.panel_count % 2 == 1 ? add_multiplier_panel(d, why) : STATUS_OK;
}

static void write_title(const record *r, char *out, size_t size)
{
    const lab_setup *q = r->of->setup;
    char name[300], steps[100], ended[200], plain[900];
    lab_setup_name(q, name, sizeof name);
    lab_setup_steps(q, r->result.h, steps, sizeof steps);
    lab_result_words(&r->result, ended, sizeof ended);
    bool broke = r->result.outcome != STEP_DONE;
    snprintf(plain, sizeof plain, "%s, %s, %s, %s%s%s", name, q->formulation.name, q->method->name,
             steps, broke ? ": " : "", broke ? ended : "");
    label_plain(plain, out, size);
}

status run_chart(const record *r, chart_sheet **out, message *why)
{
    drafting d = {.of = r};
    TRY(chart_sheet_create(out, why));
    d.sheet = *out;
    write_title(r, d.sheet->chart.title, sizeof d.sheet->chart.title);
    TRY(array_new(&d, r->count, &d.t, why));
    record_columns(r, ROW_T, 1, d.t);
    return add_panels(&d, why);
}
