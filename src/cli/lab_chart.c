#include "lab_chart.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "lab_report.h"
#include "picture/chart.h"
#include "picture/labels.h"

/* Smaller numbers on logarithmic axes are nothing but rounding and are drawn here. */
static const double least_shown = 1e-17;

/* Residuals that stay below this are rounding. */
static const double rounding = 1e-13;

enum {
    MOST_PANELS = 8,
    MOST_ARRAYS = 64,
    MOST_ORBITS = 6,
    MOST_COMPONENTS = 8,
    CIRCLE_POINTS = 181,
    THIN_PEN = 6
};

/* A chart and the arrays it reads. */
typedef struct sheet_of_run {
    const record *of;
    chart_panel panels[MOST_PANELS];
    int panel_count;
    double *arrays[MOST_ARRAYS];
    int array_count;
    double *t; /* of all rows */
} sheet_of_run;

static status array_new(sheet_of_run *s, int count, double **out, message *why)
{
    status ok = memory_allocate(out, (size_t)count, sizeof **out, why);
    if (ok == STATUS_OK) {
        s->arrays[s->array_count++] = *out;
    }
    return ok;
}

static chart_panel *panel_new(sheet_of_run *s, const char *title, const char *x, const char *y)
{
    chart_panel *p = &s->panels[s->panel_count++];
    snprintf(p->title, sizeof p->title, "%s", title);
    snprintf(p->x.name, sizeof p->x.name, "%s", x);
    snprintf(p->y.name, sizeof p->y.name, "%s", y);
    return p;
}

static chart_series *series_new(chart_panel *p, const double *x, const double *y, int count,
                                const char *label)
{
    chart_series *series = &p->series[p->series_count];
    *series = (chart_series){.x = x, .y = y, .count = count, .pen = p->series_count};
    snprintf(series->label, sizeof series->label, "%s", label);
    p->series_count++;
    return series;
}

/* A panel over the time of the run. */
static chart_panel *time_panel(sheet_of_run *s, const char *title)
{
    chart_panel *p = panel_new(s, title, "/t/", "");
    p->x.high = s->of->result.t;
    return p;
}

/* A column against t from a row on; rows where it is not known are left out. */
static status add_column(sheet_of_run *s, chart_panel *p, int column, int from, const char *label,
                         message *why)
{
    const record *r = s->of;
    double *x = NULL, *y = NULL;
    status ok = array_new(s, r->count, &x, why);
    ok = ok == STATUS_OK ? array_new(s, r->count, &y, why) : ok;
    int count = 0;
    for (int i = from; i < r->count && ok == STATUS_OK; i++) {
        double value = r->rows[(size_t)i * (size_t)r->width + (size_t)column];
        if (!isnan(value)) {
            x[count] = s->t[i];
            y[count++] = p->y.is_log ? fmax(value, least_shown) : value;
            if (p->y.is_log && value < least_shown) { /* or it looks measured */
                snprintf(p->subtitle, sizeof p->subtitle, "0 is drawn at 10^{−17}");
            }
        }
    }
    if (ok == STATUS_OK) {
        series_new(p, x, y, count, label);
    }
    return ok;
}

/* A logarithmic panel of columns that follow each other. At the start, errors are nothing but
 * rounding: they begin with the first step. */
static status add_log_panel(sheet_of_run *s, const char *title, int column, int count,
                            const char *const *labels, message *why)
{
    int from = column == ROW_DRIFT_0 ? 0 : 1;
    chart_panel *p = time_panel(s, title);
    p->y.is_log = true;
    status ok = STATUS_OK;
    for (int i = 0; i < count && ok == STATUS_OK; i++) {
        ok = add_column(s, p, column + i, from, labels[i], why);
        bool is_drift = column == ROW_DRIFT_0;
        if (ok == STATUS_OK && is_drift && s->of->result.worst_drift[i] < rounding) {
            p->series[i].no_line = true; /* a line would only fill the panel */
            p->series[i].mark = MARK_DOT;
        }
    }
    return ok;
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

static status add_orbits(sheet_of_run *s, chart_panel *p, const int *points, int shown,
                         message *why)
{
    const record *r = s->of;
    const constrained *c = r->of->system;
    double *at[2 * MOST_ORBITS];
    status ok = STATUS_OK;
    for (int i = 0; i < 2 * shown && ok == STATUS_OK; i++) {
        ok = array_new(s, r->count, &at[i], why);
    }
    for (int row = 0; row < r->count && ok == STATUS_OK; row++) {
        shape now;
        c->draw(c->data, s->t[row], r->rows + (size_t)row * (size_t)r->width + ROW_STATE, &now);
        for (int i = 0; i < shown; i++) {
            at[2 * i][row] = now.x[points[i]];
            at[2 * i + 1][row] = now.y[points[i]];
        }
    }
    for (int i = 0; i < shown && ok == STATUS_OK; i++) {
        char label[CHART_LABEL_SIZE] = "path";
        if (shown > 1) {
            snprintf(label, sizeof label, "point %d", points[i]);
        }
        chart_series *series = series_new(p, at[2 * i], at[2 * i + 1], r->count, label);
        series->pen = i + 2;
        series->solid = true;
        series->width = 0.8;
    }
    return ok;
}

/* The circle on which a single pendulum should be. */
static status add_circle(sheet_of_run *s, chart_panel *p, message *why)
{
    const double *near = s->of->of->near;
    double radius = hypot(near[0], near[1]), *x = NULL, *y = NULL;
    status ok = array_new(s, CIRCLE_POINTS, &x, why);
    ok = ok == STATUS_OK ? array_new(s, CIRCLE_POINTS, &y, why) : ok;
    if (ok != STATUS_OK) {
        return ok;
    }
    for (int i = 0; i < CIRCLE_POINTS; i++) {
        double angle = 2 * acos(-1) * i / (CIRCLE_POINTS - 1);
        x[i] = radius * cos(angle);
        y[i] = radius * sin(angle);
    }
    chart_series *series = series_new(p, x, y, CIRCLE_POINTS, "/g/ = 0");
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
        chart_series *ring = series_new(p, path->x, path->y, 1, i == first ? "start" : "");
        ring->pen = path->pen;
        ring->no_line = true;
        ring->mark = MARK_RING;
    }
}

/* Bars and points at the end. */
static status add_mechanism(sheet_of_run *s, chart_panel *p, message *why)
{
    const record *r = s->of;
    const constrained *c = r->of->system;
    shape now;
    double *x = NULL, *y = NULL;
    c->draw(c->data, r->result.t, r->result.p, &now);
    int bars = 3 * now.bar_count, points = now.point_count;
    status ok = array_new(s, bars + points, &x, why);
    ok = ok == STATUS_OK ? array_new(s, bars + points, &y, why) : ok;
    if (ok != STATUS_OK) {
        return ok;
    }
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
    chart_series *lines = series_new(p, x, y, bars, label);
    lines->pen = 0;
    lines->solid = true;
    chart_series *discs = series_new(p, x + bars, y + bars, points, "");
    discs->pen = 0;
    discs->no_line = true;
    discs->mark = points > 12 ? MARK_DOT : MARK_DISC;
    return STATUS_OK;
}

static status add_path_panel(sheet_of_run *s, message *why)
{
    const record *r = s->of;
    const constrained *c = r->of->system;
    shape now;
    int points[MOST_ORBITS];
    chart_panel *p = panel_new(s, "path", "/x/", "/y/");
    p->equal = true;
    c->draw(c->data, 0, r->of->p, &now);
    int shown = choose_points(&now, points);
    status ok = STATUS_OK;
    if (c->positions == 2 && c->constraints == 1) {
        ok = add_circle(s, p, why);
    }
    int first = p->series_count;
    ok = ok == STATUS_OK ? add_orbits(s, p, points, shown, why) : ok;
    ok = ok == STATUS_OK ? add_mechanism(s, p, why) : ok;
    if (ok == STATUS_OK) {
        add_starts(p, first, shown);
    }
    return ok;
}

/* Columns of the state, named by letters. */
static status add_components(sheet_of_run *s, chart_panel *p, char letter, int column, int count,
                             message *why)
{
    status ok = STATUS_OK;
    for (int i = 0; i < count && i < MOST_COMPONENTS && ok == STATUS_OK; i++) {
        char label[CHART_LABEL_SIZE] = "";
        if (count > 1) {
            snprintf(label, sizeof label, "/%c/_{%d}", letter, i + 1);
        }
        ok = add_column(s, p, column + i, 0, label, why);
    }
    return ok;
}

static status add_solution_panel(sheet_of_run *s, message *why)
{
    const constrained *c = s->of->of->system;
    chart_panel *p = time_panel(s, "solution");
    status ok = add_components(s, p, 'p', ROW_STATE, c->positions, why);
    return ok == STATUS_OK && c->order == 2
               ? add_components(s, p, 'v', ROW_STATE + c->positions, c->positions, why)
               : ok;
}

static status add_multiplier_panel(sheet_of_run *s, message *why)
{
    const constrained *c = s->of->of->system;
    chart_panel *p = time_panel(s, c->constraints > 1 ? "multipliers" : "multiplier");
    return add_components(s, p, 'y', ROW_STATE + c->order * c->positions, c->constraints, why);
}

static status add_panels(sheet_of_run *s, message *why)
{
    static const char *const drifts[] = {"|/g/|", "|/g/′|"}, *const errors[] = {"/p/", "/v/"},
                             *const none[] = {""};
    const record *r = s->of;
    const constrained *c = r->of->system;
    bool adapts = r->of->setup->tolerance > 0;
    status ok = record_column(r, ROW_T, &s->t, why);
    ok = ok == STATUS_OK ? c->draw != NULL ? add_path_panel(s, why) : add_solution_panel(s, why)
                         : ok;
    ok = ok == STATUS_OK
             ? add_log_panel(s, "constraint residuals", ROW_DRIFT_0, c->order, drifts, why)
             : ok;
    if (ok == STATUS_OK && r->compared > 0) {
        ok = add_log_panel(s, "error", ROW_ERROR_P, c->order, errors, why);
    }
    if (ok == STATUS_OK && c->energy != NULL) {
        ok = add_log_panel(s, "drift of the energy", ROW_ENERGY, 1, none, why);
    }
    if (ok == STATUS_OK && adapts) {
        ok = add_log_panel(s, "step size", ROW_H, 1, none, why);
    }
    if (ok == STATUS_OK && adapts && r->of->setup->method->engine == LAB_VARIABLE_BDF) {
        chart_panel *p = time_panel(s, "order");
        p->y.low = 0;
        p->y.high = 6;
        ok = add_column(s, p, ROW_ORDER, 1, "", why);
    }
    if (ok == STATUS_OK && s->panel_count % 2 == 1) { /* a place is left */
        ok = add_multiplier_panel(s, why);
    }
    return ok;
}

static void write_title(const record *r, char *out, size_t size)
{
    const lab_setup *q = r->of->setup;
    char name[300], steps[100], ended[200], plain[900];
    report_name(q, name, sizeof name);
    report_steps(q, r->result.h, steps, sizeof steps);
    lab_result_words(&r->result, ended, sizeof ended);
    bool broke = r->result.outcome != STEP_DONE;
    snprintf(plain, sizeof plain, "%s, %s, %s, %s%s%s", name, q->formulation.name, q->method->name,
             steps, broke ? ": " : "", broke ? ended : "");
    label_plain(plain, out, size);
}

status lab_chart_write(const record *r, figure_format format, int width, int height,
                       const char *command_line, output *to, message *why)
{
    sheet_of_run *s = NULL;
    status ok = memory_allocate(&s, 1, sizeof *s, why);
    if (ok != STATUS_OK) {
        return ok;
    }
    s->of = r;
    ok = add_panels(s, why);
    chart c = {
        .width = width, .height = height, .panel_count = s->panel_count, .panels = s->panels};
    write_title(r, c.title, sizeof c.title);
    ok = ok == STATUS_OK ? chart_write(&c, format, command_line, to, why) : ok;
    for (int i = 0; i < s->array_count; i++) {
        free(s->arrays[i]);
    }
    free(s->t);
    free(s);
    return ok;
}
