#include "picture/chart.h"

#include <math.h>
#include <stdlib.h>

#include "picture/chart_parts.h"
#include "picture/pens.h"
#include "picture/recording_parts.h"
#include "picture/sheet.h"
#include "picture/type.h"

static status check_axis(const chart_axis *a, const char *which, int panel, message *why)
{
    if (a->low == a->high && isfinite(a->low)) {
        return STATUS_OK;
    }
    if (!isfinite(a->low) || !isfinite(a->high) || !(a->low < a->high) ||
        !isfinite(a->high - a->low)) {
        return refuse(
            why,
            "panel %d, %s axis from %g to %g: two numbers, the smaller one first, are accepted",
            panel, which, a->low, a->high);
    }
    if (a->is_log && a->low <= 0) {
        return refuse(why, "panel %d, %s axis from %g on: a logarithmic axis starts above 0", panel,
                      which, a->low);
    }
    return STATUS_OK;
}

static status check_cells(const chart_panel *p, int panel, message *why)
{
    const chart_cells *cells = p->cells;
    const long long most = 1 << 28;
    if (cells->columns < 1 || cells->rows < 1 || (long long)cells->columns * cells->rows > most) {
        return refuse(why, "panel %d: %d by %d cells; from 1 to %lld in all are accepted", panel,
                      cells->columns, cells->rows, most);
    }
    if (p->x.low == p->x.high || p->y.low == p->y.high) {
        return refuse(why, "panel %d: the axes of a heat map need ranges", panel);
    }
    if (cells->kind_count < 0 || cells->kind_count > CHART_MAX_KINDS) {
        return refuse(why, "panel %d: %d kinds; from 0 to %d are accepted", panel,
                      cells->kind_count, CHART_MAX_KINDS);
    }
    for (int i = 0; cells->kinds != NULL && i < cells->columns * cells->rows; i++) {
        if (cells->kinds[i] > cells->kind_count) {
            return refuse(why, "panel %d, cell %d: kind %d; from 0 to %d are accepted", panel, i,
                          cells->kinds[i], cells->kind_count);
        }
    }
    const chart_axis range = {.low = cells->low, .high = cells->high, .is_log = cells->is_log};
    return check_axis(&range, "colour", panel, why);
}

static status check_panel(const chart_panel *p, int panel, message *why)
{
    TRY(check_axis(&p->x, "x", panel, why));
    TRY(check_axis(&p->y, "y", panel, why));
    if (p->series_count < 0 || p->series_count > CHART_MAX_SERIES) {
        return refuse(why, "panel %d: %d lines; from 0 to %d are accepted", panel, p->series_count,
                      CHART_MAX_SERIES);
    }
    if (p->guide_count < 0 || p->guide_count > CHART_MAX_GUIDES) {
        return refuse(why, "panel %d: %d guides; from 0 to %d are accepted", panel, p->guide_count,
                      CHART_MAX_GUIDES);
    }
    if (p->equal && (p->x.is_log || p->y.is_log)) {
        return refuse(why, "panel %d: equal axes have to be linear", panel);
    }
    if (p->guide_count > 0 && p->x.is_log != p->y.is_log) {
        return refuse(why, "panel %d: guides need axes that are both linear or both logarithmic",
                      panel);
    }
    return p->cells != NULL ? check_cells(p, panel, why) : STATUS_OK;
}

static status check(const chart *c, message *why)
{
    if (c->panel_count < 1 || c->panel_count > CHART_MAX_PANELS) {
        return refuse(why, "%d panels: a chart has from 1 to %d", c->panel_count, CHART_MAX_PANELS);
    }
    if (c->width < 1 || c->height < 1 || c->width > FIGURE_MAX_SIDE ||
        c->height > FIGURE_MAX_SIDE) {
        return refuse(why, "size %dx%d: from 1 to %d pixels a side are accepted", c->width,
                      c->height, FIGURE_MAX_SIDE);
    }
    if (!(c->letters >= 0 && c->letters <= 10)) {
        return refuse(why, "letters %g times as large: from 0 (as usual) to 10 is accepted",
                      c->letters);
    }
    for (int i = 0; i < c->panel_count; i++) {
        TRY(check_panel(&c->panels[i], i + 1, why));
    }
    return STATUS_OK;
}

static void draw_note(cairo_t *canvas, const panel_plan *plan, double letter)
{
    if (plan->note != NULL) {
        const chart_place *p = &plan->place;
        cairo_set_source_rgb(canvas, 0.35, 0.35, 0.35);
        type_draw_seamed(canvas, p->x + p->width / 2, p->y + p->height / 2 + 0.3 * letter,
                         1.1 * letter, TYPE_MIDDLE, plan->note);
    }
}

static status draw_panel(cairo_t *canvas, const chart_panel *panel, const panel_plan *plan,
                         double letter, message *why)
{
    if (panel->cells != NULL) {
        TRY(cells_draw(canvas, panel->cells, plan, why));
    } else {
        axes_grid(canvas, panel, plan, letter);
    }
    guides_draw(canvas, panel, plan, letter);
    series_draw(canvas, panel, plan, letter);
    guides_label(canvas, panel, plan, letter);
    axes_draw(canvas, panel, plan, letter);
    axes_titles(canvas, panel, plan, letter);
    side_draw(canvas, panel, plan, letter);
    legend_draw(canvas, panel, plan, letter);
    draw_note(canvas, plan, letter);
    return STATUS_OK;
}

typedef struct planned {
    const chart *chart;
    chart_plan *plan;
} planned;

static status draw_chart(cairo_t *canvas, const void *what, message *why)
{
    const chart *c = ((const planned *)what)->chart;
    const chart_plan *plan = ((const planned *)what)->plan;
    cairo_set_source_rgb(canvas, 1, 1, 1);
    cairo_paint(canvas);
    for (int i = 0; i < c->panel_count; i++) {
        TRY(draw_panel(canvas, &c->panels[i], &plan->panels[i], plan->letter, why));
    }
    if (c->title[0] != '\0') {
        double size = 1.3 * plan->letter, room = c->width - 2 * plan->letter;
        size *= fmin(1, room / fmax(type_width(canvas, size, c->title), 1e-9));
        cairo_set_source_rgb(canvas, 0, 0, 0);
        type_draw(canvas, c->width / 2.0, 1.6 * plan->letter, size, TYPE_MIDDLE, c->title);
    }
    return STATUS_OK;
}

/* The chart as something to be drawn on a sheet; its plan is the caller's to free. */
static status make_plan(const chart *c, planned *out, sheet *on, message *why)
{
    *out = (planned){.chart = c};
    *on = (sheet){.width = c->width, .height = c->height, .draw = draw_chart, .what = out};
    TRY(check(c, why));
    return plan_make(c, &out->plan, why);
}

status chart_write(const chart *c, file_format format, const char *command, output *to,
                   message *why)
{
    planned d;
    sheet on;
    TRY(make_plan(c, &d, &on, why));
    status s = sheet_write(&on, format, command, to, why);
    free(d.plan);
    return s;
}

status chart_paint(const chart *c, uint32_t *pixels, message *why)
{
    planned d;
    sheet on;
    TRY(make_plan(c, &d, &on, why));
    status s = sheet_paint(&on, pixels, why);
    free(d.plan);
    return s;
}

status recording_of_chart(const chart *c, recording **out, message *why)
{
    planned d;
    sheet on;
    *out = NULL;
    TRY(make_plan(c, &d, &on, why));
    status s = recording_record(&on, out, why);
    free(d.plan);
    return s;
}

status chart_layout(const chart *c, chart_place *places, message *why)
{
    planned d;
    sheet unused;
    TRY(make_plan(c, &d, &unused, why));
    for (int i = 0; i < c->panel_count; i++) {
        places[i] = d.plan->panels[i].place;
    }
    free(d.plan);
    return STATUS_OK;
}

uint32_t chart_pen_colour(int pen)
{
    return pen_colour(pen);
}
