#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "lab_compare.h"
#include "picture/chart.h"
#include "picture/labels.h"

enum { PANELS = 2, MARKS = 9 };

/* Work on the x axis of a panel. */
static double work_of(const outcome *o, int panel)
{
    return panel == 0 ? (double)o->result.residuals : o->result.seconds;
}

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

/* The points of a combination; numbers holds room for 2 per run of this panel. */
static void add_series(const comparison *c, int which, int panel, double *numbers, chart_panel *p)
{
    static const chart_mark marks[MARKS] = {MARK_DISC,    MARK_SQUARE, MARK_TRIANGLE,
                                            MARK_DIAMOND, MARK_RING,   MARK_BOX,
                                            MARK_DELTA,   MARK_CROSS,  MARK_PLUS};
    const combination *one = &c->combinations[which];
    double *x = numbers + 2 * one->first, *y = x + one->count;
    int count = 0;
    for (int i = one->first; i < one->first + one->count; i++) {
        if (is_shown(&c->outcomes[i])) {
            x[count] = work_of(&c->outcomes[i], panel);
            y[count++] = measure_of(c, &c->outcomes[i]);
        }
    }
    if (count == 0) {
        return;
    }
    chart_series *series = &p->series[p->series_count++];
    *series =
        (chart_series){.x = x, .y = y, .count = count, .pen = which, .mark = marks[which % MARKS]};
    if (panel == PANELS - 1) { /* one legend is enough */
        char plain[300];
        snprintf(plain, sizeof plain, "%s, %s", one->formulation, one->method);
        label_plain(plain, series->label, sizeof series->label);
    }
}

status comparison_chart(const comparison *c, figure_format format, int width, int height,
                        const char *command_line, output *to, message *why)
{
    static const char *const names[PANELS] = {"function evaluations", "processor time, s"};
    chart_panel *panels = NULL;
    double *numbers[PANELS] = {NULL};
    if (c->combination_count > CHART_MAX_SERIES) {
        return refuse(why, "%d formulations with methods: a diagram has at most %d; .csv has all",
                      c->combination_count, CHART_MAX_SERIES);
    }
    status s = memory_allocate(&panels, PANELS, sizeof *panels, why);
    for (int k = 0; k < PANELS && s == STATUS_OK; k++) {
        s = memory_allocate(&numbers[k], 2 * (size_t)c->run_count, sizeof *numbers[k], why);
        chart_panel *p = &panels[k];
        p->x.is_log = p->y.is_log = true;
        snprintf(p->x.name, sizeof p->x.name, "%s", names[k]);
        snprintf(p->y.name, sizeof p->y.name, "%s",
                 c->truth.is_known ? "error" : "drift, as errors are not known");
        for (int i = 0; i < c->combination_count && s == STATUS_OK; i++) {
            add_series(c, i, k, numbers[k], p);
        }
    }
    if (s == STATUS_OK) {
        chart all = {.width = width, .height = height, .panel_count = PANELS, .panels = panels};
        char plain[CHART_LABEL_SIZE / 2];
        snprintf(plain, sizeof plain, "%s, t = 0 to %g", c->base.entry->name, c->base.t1);
        label_plain(plain, all.title, sizeof all.title);
        s = chart_write(&all, format, command_line, to, why);
    }
    for (int k = 0; k < PANELS; k++) {
        free(numbers[k]);
    }
    free(panels);
    return s;
}
