#include <math.h>
#include <stdio.h>

#include "picture/labels.h"
#include "study/trials.h"

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
    const trials *of;
    chart_sheet *sheet;
    double *numbers;
    points points[PANELS][TRIALS_MOST_NAMES * TRIALS_MOST_NAMES];
    bool is_grid; /* does the legend name formulations and methods apart? */
} diagram;

/* Errors are on the y axis, or drift where errors are not known. */
static double measure_of(const trials *c, const outcome *o)
{
    if (c->truth.is_known) {
        return outcome_larger(o->error_p, o->error_v);
    }
    return isnan(o->energy) ? o->result.worst_drift[0] : o->energy;
}

static bool is_shown(const outcome *o)
{
    return o->status == STATUS_OK && o->result.outcome == STEP_DONE && !o->result.stopped;
}

static void collect(diagram *d)
{
    const trials *c = d->of;
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
    char markup[CHART_LABEL_SIZE];
    label_plain(label, markup, sizeof markup);
    return chart_sheet_series(p, of->x, of->y, count, markup);
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
    const trials *c = d->of;
    int formulations = c->combination_count / c->method_count;
    for (int k = 0; k < formulations + c->method_count; k++) {
        bool of_method = k >= formulations;
        for (int i = 0; i < c->combination_count; i++) {
            const points *of = &d->points[panel][i];
            bool has =
                of_method ? i % c->method_count == k - formulations : i / c->method_count == k;
            if (has && of->count > 0) {
                const combination *one = &c->combinations[i];
                chart_series *entry = add_series(&d->sheet->panels[panel], of, 1,
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
    const trials *c = d->of;
    chart_panel *p = chart_sheet_panel(d->sheet);
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
            char label[2 * LAB_METHOD_NAME_SIZE + 4];
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

static void write_title(const trials *c, char *out, size_t size)
{
    char plain[5 * LAB_METHOD_NAME_SIZE], name[2 * LAB_METHOD_NAME_SIZE];
    const combination *one = &c->combinations[0];
    bool one_formulation = c->combination_count == c->method_count;
    bool one_method = c->method_count == 1;
    lab_setup_name(&c->base, name, sizeof name);
    snprintf(plain, sizeof plain, "%s%s%s%s%s, t = 0 to %g", name, one_formulation ? ", " : "",
             one_formulation ? one->formulation : "", one_method ? ", " : "",
             one_method ? one->method : "", c->base.t1);
    label_plain(plain, out, size);
}

status trials_chart(const trials *c, chart_sheet **out, message *why)
{
    diagram *d = NULL;
    int formulations = c->combination_count / c->method_count;
    *out = NULL;
    if (c->combination_count > CHART_MAX_SERIES) {
        return refuse(why, "%d formulations with methods: a diagram has at most %d; .csv has all",
                      c->combination_count, CHART_MAX_SERIES);
    }
    TRY(chart_sheet_create(out, why));
    TRY(chart_sheet_array(*out, 1, sizeof *d, &d, why));
    d->of = c;
    d->sheet = *out;
    d->is_grid = formulations > 1 && c->method_count > 1 &&
                 c->combination_count + formulations + c->method_count <= CHART_MAX_SERIES;
    TRY(chart_sheet_array(*out, 2 * PANELS * (size_t)c->run_count, sizeof *d->numbers, &d->numbers,
                          why));
    collect(d);
    for (int k = 0; k < PANELS; k++) {
        fill_panel(d, k);
    }
    write_title(c, d->sheet->chart.title, sizeof d->sheet->chart.title);
    return STATUS_OK;
}
