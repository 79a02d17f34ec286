#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "picture/labels.h"
#include "study/map.h"

/* The ramp ends here: smaller errors are rounding, larger ones have blown up. */
static const double ramp_low = 1e-16, ramp_high = 1e6;
static const double far_off = 0.01;

static const uint32_t kind_colours[CELL_KINDS] = {
    [CELL_BLEW_UP] = 0xFFB5202A,  [CELL_NO_CONVERGENCE] = 0xFFE58A3C, [CELL_SINGULAR] = 0xFF7B4A9E,
    [CELL_TOO_LONG] = 0xFF8C6D46, [CELL_NO_START] = 0xFF6E7B85,       [CELL_REFUSED] = 0xFFB9BDC2,
};

static int compare_numbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* What all panels share. */
typedef struct legend {
    double low, high;         /* of the colours */
    bool present[CELL_KINDS]; /* which kinds there are */
} legend;

/* The range of all panels, so that their colours mean the same, without the few cells that are far
 * off; and which kinds there are. */
static status find_range(const lab_map *m, legend *out, message *why)
{
    int count = m->formulation_count * m->axes[0].count * m->axes[1].count, shown = 0;
    double *values = NULL;
    TRY(memory_allocate(&values, (size_t)count, sizeof *values, why));
    for (int i = 0; i < count; i++) {
        const map_cell *c = &m->cells[i];
        double value = map_cell_value(m, c);
        out->present[c->kind] = true;
        if (c->kind == CELL_DONE && value > 0) {
            values[shown++] = fmin(fmax(value, ramp_low), ramp_high);
        }
    }
    out->low = ramp_low;
    out->high = 1;
    if (shown > 0) {
        qsort(values, (size_t)shown, sizeof *values, compare_numbers);
        int off = (int)(far_off * shown);
        out->low = values[off];
        out->high = fmax(values[shown - 1 - off], 10 * out->low);
    }
    free(values);
    return STATUS_OK;
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

/* A formulation. */
static status add_panel(const lab_map *m, int which, const legend *all, chart_sheet *sheet,
                        message *why)
{
    size_t columns = (size_t)m->axes[0].count, count = columns * (size_t)m->axes[1].count;
    chart_cells *c = NULL;
    double *values = NULL;
    unsigned char *kinds = NULL;
    TRY(chart_sheet_array(sheet, 1, sizeof *c, &c, why));
    TRY(chart_sheet_array(sheet, count, sizeof *values, &values, why));
    TRY(chart_sheet_array(sheet, count, sizeof *kinds, &kinds, why));
    int above = 0;
    for (size_t i = 0; i < count; i++) {
        const map_cell *cell = map_cell_at(m, which, (int)(i % columns), (int)(i / columns));
        values[i] = map_cell_value(m, cell);
        kinds[i] = (unsigned char)cell->kind;
        above += kinds[i] == 0 && values[i] > all->high * (1 + 1e-12);
    }
    *c = (chart_cells){.columns = m->axes[0].count,
                       .rows = m->axes[1].count,
                       .values = values,
                       .kinds = kinds,
                       .low = all->low,
                       .high = all->high,
                       .is_log = true,
                       .kind_count = CELL_KINDS - 1};
    chart_panel *p = chart_sheet_panel(sheet);
    snprintf(c->name, sizeof c->name, "%s", map_quantity_words[m->shows]);
    for (int k = 1; k < CELL_KINDS; k++) {
        c->kind_entries[k - 1].colour = kind_colours[k];
        if (all->present[k]) {
            snprintf(c->kind_entries[k - 1].label, CHART_LABEL_SIZE, "%s", cell_words[k]);
        }
    }
    label_plain(m->formulations[which].name, p->title, sizeof p->title);
    if (above > 0) {
        snprintf(p->subtitle, sizeof p->subtitle, "%d cell%s beyond the colours", above,
                 above == 1 ? " is" : "s are");
    }
    name_axis(&m->axes[0], &p->x);
    name_axis(&m->axes[1], &p->y);
    p->cells = c;
    return STATUS_OK;
}

/* What does not vary: h is not told where it is an axis. */
static void write_title(const lab_map *m, char *out, size_t size)
{
    const lab_setup *q = &m->base;
    char plain[600], name[300], steps[80] = "";
    if (map_axis_of(m, AXIS_H) == NULL && map_axis_of(m, AXIS_TOL) == NULL) {
        lab_setup_steps(q, 0, steps, sizeof steps);
    }
    lab_setup_name(q, name, sizeof name);
    snprintf(plain, sizeof plain, "%s, %s%s%s, t = 0 to %g", name, q->method->name,
             steps[0] != '\0' ? ", " : "", steps, q->t1);
    label_plain(plain, out, size);
}

status map_chart(const lab_map *m, chart_sheet **out, message *why)
{
    legend all = {0};
    *out = NULL;
    TRY(find_range(m, &all, why));
    TRY(chart_sheet_create(out, why));
    chart *c = &(*out)->chart;
    c->columns = m->formulation_count <= 3 ? m->formulation_count : 0;
    write_title(m, c->title, sizeof c->title);
    for (int i = 0; i < m->formulation_count; i++) {
        TRY(add_panel(m, i, &all, *out, why));
    }
    return STATUS_OK;
}
