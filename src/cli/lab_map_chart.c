#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "lab_map.h"
#include "lab_report.h"
#include "picture/chart.h"
#include "picture/labels.h"

/* The ramp ends here: smaller errors are rounding, larger ones have blown up. */
static const double ramp_low = 1e-16, ramp_high = 1e6;
static const double far_off = 0.01;

static const uint32_t kind_colours[CELL_KINDS] = {
    [CELL_BLEW_UP] = 0xFFB5202A,  [CELL_NO_CONVERGENCE] = 0xFFE58A3C, [CELL_SINGULAR] = 0xFF7B4A9E,
    [CELL_TOO_LONG] = 0xFF8C6D46, [CELL_NO_START] = 0xFF6E7B85,       [CELL_REFUSED] = 0xFFB9BDC2,
};

/* What a panel reads. */
typedef struct panel_data {
    chart_cells cells;
    double *values;
    unsigned char *kinds;
} panel_data;

static status fill_panel(const lab_map *m, int which, panel_data *d, message *why)
{
    int columns = m->axes[0].count, rows = m->axes[1].count;
    size_t count = (size_t)columns * (size_t)rows;
    status s = memory_allocate(&d->values, count, sizeof *d->values, why);
    s = s == STATUS_OK ? memory_allocate(&d->kinds, count, sizeof *d->kinds, why) : s;
    for (size_t i = 0; i < count && s == STATUS_OK; i++) {
        const map_cell *c =
            map_cell_at(m, which, (int)(i % (size_t)columns), (int)(i / (size_t)columns));
        d->values[i] = map_cell_value(m, c);
        d->kinds[i] = (unsigned char)c->kind;
    }
    return s;
}

static int compare_numbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The range of all panels, so that their colours mean the same, without the few cells that are far
 * off; and which kinds there are. */
static status find_range(const lab_map *m, double *low, double *high, bool present[CELL_KINDS],
                         message *why)
{
    int count = m->formulation_count * m->axes[0].count * m->axes[1].count, shown = 0;
    double *values = NULL;
    status s = memory_allocate(&values, (size_t)count, sizeof *values, why);
    for (int i = 0; i < count && s == STATUS_OK; i++) {
        const map_cell *c = &m->cells[i];
        double value = map_cell_value(m, c);
        present[c->kind] = true;
        if (c->kind == CELL_DONE && value > 0) {
            values[shown++] = fmin(fmax(value, ramp_low), ramp_high);
        }
    }
    *low = ramp_low;
    *high = 1;
    if (s == STATUS_OK && shown > 0) {
        qsort(values, (size_t)shown, sizeof *values, compare_numbers);
        int off = (int)(far_off * shown);
        *low = values[off];
        *high = fmax(values[shown - 1 - off], 10 * *low);
    }
    free(values);
    return s;
}

static void name_axis(const map_axis *a, chart_axis *out)
{
    if (a->kind == AXIS_HNU) {
        snprintf(out->name, sizeof out->name, "/hν/");
    } else if (a->kind == AXIS_TOL) {
        snprintf(out->name, sizeof out->name, "tolerance");
    } else {
        label_parameter(a->name, out->name, sizeof out->name);
    }
    out->is_log = a->is_log;
    out->low = a->low;
    out->high = a->high;
}

static void describe(const lab_map *m, int which, double low, double high,
                     const bool present[CELL_KINDS], panel_data *d, chart_panel *p)
{
    chart_cells *c = &d->cells;
    *c = (chart_cells){.columns = m->axes[0].count,
                       .rows = m->axes[1].count,
                       .values = d->values,
                       .kinds = d->kinds,
                       .low = low,
                       .high = high,
                       .is_log = true,
                       .kind_count = CELL_KINDS - 1};
    snprintf(c->name, sizeof c->name, "%s", map_quantity_words[m->shows]);
    for (int k = 1; k < CELL_KINDS; k++) {
        c->kind_entries[k - 1].colour = kind_colours[k];
        if (present[k]) {
            snprintf(c->kind_entries[k - 1].label, CHART_LABEL_SIZE, "%s", cell_words[k]);
        }
    }
    label_plain(m->formulations[which].name, p->title, sizeof p->title);
    int above = 0;
    for (int i = 0; i < c->columns * c->rows; i++) {
        above += d->kinds[i] == 0 && d->values[i] > high * (1 + 1e-12);
    }
    if (above > 0) {
        snprintf(p->subtitle, sizeof p->subtitle, "%d cell%s beyond the colours", above,
                 above == 1 ? " is" : "s are");
    }
    name_axis(&m->axes[0], &p->x);
    name_axis(&m->axes[1], &p->y);
    p->cells = c;
}

/* What does not vary: h is not told where it is an axis. */
static void write_title(const lab_map *m, char *out, size_t size)
{
    const lab_setup *q = &m->base;
    char plain[600], name[300], steps[80] = "";
    bool by_h = false, by_tol = false;
    for (int k = 0; k < 2; k++) {
        by_h = by_h || m->axes[k].kind == AXIS_H;
        by_tol = by_tol || m->axes[k].kind == AXIS_TOL;
    }
    if (!by_h && !by_tol) {
        report_steps(q, 0, steps, sizeof steps);
    }
    report_name(q, name, sizeof name);
    snprintf(plain, sizeof plain, "%s, %s%s%s, t = 0 to %g", name, q->method->name,
             steps[0] != '\0' ? ", " : "", steps, q->t1);
    label_plain(plain, out, size);
}

status map_chart(const lab_map *m, figure_format format, int width, int height,
                 const char *command_line, output *to, message *why)
{
    chart_panel *panels = NULL;
    panel_data data[MAP_MOST_FORMULATIONS] = {0};
    double low = 0, high = 0;
    bool present[CELL_KINDS] = {false};
    status s = find_range(m, &low, &high, present, why);
    s = s == STATUS_OK ? memory_allocate(&panels, (size_t)m->formulation_count, sizeof *panels, why)
                       : s;
    for (int i = 0; i < m->formulation_count && s == STATUS_OK; i++) {
        s = fill_panel(m, i, &data[i], why);
        if (s == STATUS_OK) {
            describe(m, i, low, high, present, &data[i], &panels[i]);
        }
    }
    if (s == STATUS_OK) {
        chart c = {.width = width,
                   .height = height,
                   .columns = m->formulation_count <= 3 ? m->formulation_count : 0,
                   .panel_count = m->formulation_count,
                   .panels = panels};
        write_title(m, c.title, sizeof c.title);
        s = chart_write(&c, format, command_line, to, why);
    }
    for (int i = 0; i < MAP_MOST_FORMULATIONS; i++) {
        free(data[i].values);
        free(data[i].kinds);
    }
    free(panels);
    return s;
}
