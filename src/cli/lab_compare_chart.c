#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lab_compare.h"
#include "lab_report.h"
#include "picture/chart.h"
#include "picture/labels.h"

/* Colours tell formulations apart, marks methods; the legend has each once where that is shorter
 * than a line a combination. */
enum { PANELS = 2, MARKS = 9 };

static const chart_mark marks[MARKS] = {MARK_DISC,  MARK_SQUARE,  MARK_TRIANGLE,
                                        MARK_RING,  MARK_DIAMOND, MARK_BOX,
                                        MARK_DELTA, MARK_CROSS,   MARK_PLUS};

/* The points of a combination in one panel. */
typedef struct points {
    double *x, *y;
    int count;
} points;

typedef struct diagram {
    const comparison *of;
    double *numbers;
    points points[PANELS][LAB_MOST_NAMES * LAB_MOST_NAMES];
    chart_panel panels[PANELS];
    bool is_grid; /* does the legend name formulations and methods apart? */
} diagram;

/* Errors are on the y axis, or drift where errors are not known. */
static double measure_of(const comparison *c, const outcome *o)
{
    if (c->truth.is_known) {
        return comparison_error(o);
    }
    return isnan(o->energy) ? o->result.worst_drift[0] : o->energy;
}

static bool is_shown(const outcome *o)
{
    return o->status == STATUS_OK && o->result.outcome == STEP_DONE && !o->result.stopped;
}

static void collect(diagram *d)
{
    const comparison *c = d->of;
    double *at = d->numbers;
    for (int panel = 0; panel < PANELS; panel++) {
        for (int i = 0; i < c->combination_count; i++) {
            const combination *one = &c->combinations[i];
            points *to = &d->points[panel][i];
            *to = (points){.x = at, .y = at + one->count};
            at += 2 * one->count;
            for (int k = one->first; k < one->first + one->count; k++) {
                const outcome *o = &c->outcomes[k];
                if (is_shown(o)) {
                    to->x[to->count] = panel == 0 ? (double)o->result.residuals : o->result.seconds;
                    to->y[to->count++] = measure_of(c, o);
                }
            }
        }
    }
}

static chart_series *add_series(chart_panel *p, const points *of, int count, const char *label)
{
    chart_series *series = &p->series[p->series_count++];
    *series = (chart_series){.x = of->x, .y = of->y, .count = count};
    label_plain(label, series->label, sizeof series->label);
    return series;
}

static int pen_of(const diagram *d, int i)
{
    return d->is_grid ? i / d->of->method_count : i;
}

static int mark_of(const diagram *d, int i)
{
    return (d->is_grid ? i % d->of->method_count : i) % MARKS;
}

/* An entry of the legend for every formulation and every method: the first point of one that has
 * it, which is drawn over afterwards. */
static void add_entries(diagram *d, int panel)
{
    const comparison *c = d->of;
    int formulations = c->combination_count / c->method_count;
    for (int k = 0; k < formulations + c->method_count; k++) {
        bool of_method = k >= formulations;
        for (int i = 0; i < c->combination_count; i++) {
            const points *of = &d->points[panel][i];
            bool has =
                of_method ? i % c->method_count == k - formulations : i / c->method_count == k;
            if (has && of->count > 0) {
                const combination *one = &c->combinations[i];
                chart_series *entry = add_series(&d->panels[panel], of, 1,
                                                 of_method ? one->method : one->formulation);
                entry->pen = of_method ? 0 : pen_of(d, i);
                entry->no_line = of_method;
                entry->mark = of_method ? marks[mark_of(d, i)] : MARK_NONE;
                break;
            }
        }
    }
}

static void fill_panel(diagram *d, int panel)
{
    static const char *const names[PANELS] = {"function evaluations", "processor time, s"};
    const comparison *c = d->of;
    chart_panel *p = &d->panels[panel];
    p->x.is_log = p->y.is_log = true;
    snprintf(p->x.name, sizeof p->x.name, "%s", names[panel]);
    snprintf(p->y.name, sizeof p->y.name, "%s",
             c->truth.is_known ? "error" : "drift, as errors are not known");
    if (d->is_grid) {
        add_entries(d, panel);
    }
    for (int i = 0; i < c->combination_count; i++) {
        const points *of = &d->points[panel][i];
        if (of->count > 0) {
            const combination *one = &c->combinations[i];
            char label[2 * LAB_NAME_SIZE + 4];
            snprintf(label, sizeof label, "%s, %s", one->formulation, one->method);
            chart_series *series =
                add_series(p, of, of->count,
                           d->is_grid                                ? ""
                           : c->method_count == 1                    ? one->formulation
                           : c->combination_count == c->method_count ? one->method
                                                                     : label);
            series->pen = pen_of(d, i);
            series->mark = marks[mark_of(d, i)];
        }
    }
}

static void write_title(const comparison *c, char *out, size_t size)
{
    char plain[5 * LAB_NAME_SIZE], name[2 * LAB_NAME_SIZE];
    const combination *one = &c->combinations[0];
    bool one_formulation = c->combination_count == c->method_count;
    bool one_method = c->method_count == 1;
    report_name(&c->base, name, sizeof name);
    snprintf(plain, sizeof plain, "%s%s%s%s%s, t = 0 to %g", name, one_formulation ? ", " : "",
             one_formulation ? one->formulation : "", one_method ? ", " : "",
             one_method ? one->method : "", c->base.t1);
    label_plain(plain, out, size);
}

status comparison_chart(const comparison *c, figure_format format, int width, int height,
                        const char *command_line, output *to, message *why)
{
    diagram *d = NULL;
    int formulations = c->combination_count / c->method_count;
    if (c->combination_count > CHART_MAX_SERIES) {
        return refuse(why, "%d formulations with methods: a diagram has at most %d; .csv has all",
                      c->combination_count, CHART_MAX_SERIES);
    }
    status s = memory_allocate(&d, 1, sizeof *d, why);
    if (s != STATUS_OK) {
        return s;
    }
    d->of = c;
    d->is_grid = formulations > 1 && c->method_count > 1 &&
                 c->combination_count + formulations + c->method_count <= CHART_MAX_SERIES;
    s = memory_allocate(&d->numbers, 2 * PANELS * (size_t)c->run_count, sizeof *d->numbers, why);
    if (s == STATUS_OK) {
        collect(d);
        for (int k = 0; k < PANELS; k++) {
            fill_panel(d, k);
        }
        chart all = {.width = width, .height = height, .panel_count = PANELS, .panels = d->panels};
        write_title(c, all.title, sizeof all.title);
        s = chart_write(&all, format, command_line, to, why);
    }
    free(d->numbers);
    free(d);
    return s;
}
