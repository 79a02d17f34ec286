/* Where everything in a chart goes. Panels are equally large and lined up; the room around them is
 * what the text there needs. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "picture/chart_parts.h"
#include "picture/sheet.h"

/* In letters. */
static const double least_right = 1.4, edge = 0.4;
static const double good_aspect = 1.5;
/* Charts have more room for letters than the regions of figures. */
static const double several = 1.15;

enum { SMALLEST_WIDTH = 60, SMALLEST_HEIGHT = 45 };

/* The room around panels: of each column, of each row. */
typedef struct rooms {
    double left[CHART_MAX_PANELS], right[CHART_MAX_PANELS];
    double top[CHART_MAX_PANELS], bottom[CHART_MAX_PANELS];
} rooms;

static double sum(const double *values, int count)
{
    double total = 0;
    for (int i = 0; i < count; i++) {
        total += values[i];
    }
    return total;
}

static void find_heights(const chart *c, chart_plan *plan, rooms *r)
{
    for (int i = 0; i < c->panel_count; i++) {
        const chart_panel *p = &c->panels[i];
        int row = i / plan->columns;
        double top = (p->title[0] != '\0' ? 1.35 : 0) + (p->subtitle[0] != '\0' ? 1.15 : 0) + 0.6;
        double bottom = 1.6 + (p->x.name[0] != '\0' ? 1.25 : 0);
        r->top[row] = fmax(r->top[row], top * plan->letter);
        r->bottom[row] = fmax(r->bottom[row], bottom * plan->letter);
    }
    double used = plan->title_room + sum(r->top, plan->rows) + sum(r->bottom, plan->rows) +
                  edge * plan->letter;
    for (int i = 0; i < c->panel_count; i++) {
        plan->panels[i].place.height = floor((c->height - used) / plan->rows);
    }
}

static void find_widths(const chart *c, chart_plan *plan, cairo_t *measure, rooms *r)
{
    double letter = plan->letter, share = (double)c->width / plan->columns;
    for (int i = 0; i < c->panel_count; i++) {
        const chart_panel *p = &c->panels[i];
        panel_plan *pp = &plan->panels[i];
        int column = i % plan->columns;
        pp->part.width = share;
        axes_ticks_y(measure, p, pp, letter);
        double left = pp->y_widest + (p->y.name[0] != '\0' ? 2.3 : 0.55 + edge) * letter;
        double side = side_width(measure, p, pp, letter, 0.32 * share);
        r->left[column] = fmax(r->left[column], left);
        r->right[column] =
            fmax(r->right[column], fmax(least_right * letter, side + 2 * edge * letter));
    }
    double used = sum(r->left, plan->columns) + sum(r->right, plan->columns);
    for (int i = 0; i < c->panel_count; i++) {
        plan->panels[i].place.width = floor((c->width - used) / plan->columns);
    }
}

/* Where one unit is as long on both axes, the rectangle shrinks to what is shown. */
static void make_equal(chart_place *p)
{
    double unit = fmin(p->width / (p->x_high - p->x_low), p->height / (p->y_high - p->y_low));
    double width = fmax(1, round(unit * (p->x_high - p->x_low)));
    double height = fmax(1, round(unit * (p->y_high - p->y_low)));
    p->x += floor((p->width - width) / 2);
    p->y += floor((p->height - height) / 2);
    p->width = width;
    p->height = height;
}

static void place_panel(const chart *c, chart_plan *plan, cairo_t *measure, const rooms *r, int i)
{
    panel_plan *pp = &plan->panels[i];
    chart_place *p = &pp->place;
    int column = i % plan->columns, row = i / plan->columns;
    pp->part =
        (area){.x = sum(r->left, column) + sum(r->right, column) + column * p->width,
               .y = plan->title_room + sum(r->top, row) + sum(r->bottom, row) + row * p->height,
               .width = r->left[column] + p->width + r->right[column],
               .height = r->top[row] + p->height + r->bottom[row]};
    p->x = round(pp->part.x + r->left[column]);
    p->y = round(pp->part.y + r->top[row]);
    if (c->panels[i].equal) {
        make_equal(p);
        axes_ticks_y(measure, &c->panels[i], pp, plan->letter);
    }
    axes_ticks_x(measure, &c->panels[i], pp, plan->letter);
    side_settle(&c->panels[i], pp, plan->letter);
}

/* False: too small. */
static bool place_panels(const chart *c, chart_plan *plan, cairo_t *measure)
{
    rooms r = {0};
    plan->letter = sheet_letter(c->width, c->height, plan->columns, plan->rows);
    plan->letter *= c->panel_count > 1 ? several : 1;
    plan->letter = c->letter > 0 ? c->letter : plan->letter;
    plan->letter *= c->letters > 0 ? c->letters : 1;
    plan->title_room = c->title[0] != '\0' ? 2 * plan->letter : 0;
    find_heights(c, plan, &r);
    if (plan->panels[0].place.height < SMALLEST_HEIGHT) {
        return false;
    }
    find_widths(c, plan, measure, &r);
    if (plan->panels[0].place.width < SMALLEST_WIDTH) {
        return false;
    }
    for (int i = 0; i < c->panel_count; i++) {
        place_panel(c, plan, measure, &r, i);
    }
    return true;
}

static void choose_grid(const chart *c, chart_plan *plan)
{
    int columns = c->columns > 0 ? c->columns
                                 : sheet_columns(c->width, c->height, c->panel_count, good_aspect);
    plan->columns = columns > c->panel_count ? c->panel_count : columns;
    plan->rows = (c->panel_count + plan->columns - 1) / plan->columns;
}

/* Names a size that is accepted: the sides that are too short are made longer. */
static status refuse_size(const chart *c, chart_plan *plan, cairo_t *measure, message *why)
{
    chart larger = *c;
    while (!place_panels(&larger, plan, measure)) {
        bool is_low = plan->panels[0].place.height < SMALLEST_HEIGHT;
        int *side = is_low ? &larger.height : &larger.width;
        *side += 1 + *side / 40;
        if (*side > FIGURE_MAX_SIDE) {
            return refuse(why, "size %dx%d: too small for %d panels with axes; use fewer columns",
                          c->width, c->height, c->panel_count);
        }
    }
    return refuse(why, "size %dx%d: too small for %d panel%s with axes; from %dx%d on is accepted",
                  c->width, c->height, c->panel_count, c->panel_count == 1 ? "" : "s", larger.width,
                  larger.height);
}

/* Panels that show the same lines need one legend: in the first panel that has room for it. */
static void share_legends(const chart *c, chart_plan *plan, cairo_t *measure)
{
    for (int i = 0; i < c->panel_count; i++) {
        series_cover(&c->panels[i], &plan->panels[i], plan->letter);
    }
    for (int i = 0; i < c->panel_count; i++) {
        int holder = plan->panels[i].legend.entry_count > 0 ? i : -1;
        bool has_room = false;
        for (int k = i; holder >= 0 && k < c->panel_count; k++) {
            panel_plan *pp = &plan->panels[k];
            if (pp->legend.entry_count == 0 || pp->legend.outside ||
                !legend_same(&c->panels[i], &plan->panels[i], &c->panels[k], pp)) {
                continue;
            }
            bool is_free = legend_settle(measure, &c->panels[k], pp, plan->letter) == 0;
            int loser = k == holder ? -1 : is_free && !has_room ? holder : k;
            holder = loser == holder ? k : holder;
            has_room = has_room || is_free;
            if (loser >= 0) {
                plan->panels[loser].legend.entry_count = 0;
            }
        }
    }
}

/* Legends go inside; where they would hide something, beside; where there is no room, inside. */
static bool settle_legends(const chart *c, chart_plan *plan, cairo_t *measure)
{
    bool moved = false;
    for (int i = 0; i < c->panel_count; i++) {
        panel_plan *pp = &plan->panels[i];
        const chart_panel *p = &c->panels[i];
        series_cover(p, pp, plan->letter);
        if (pp->legend.outside || pp->legend.entry_count == 0) {
            continue;
        }
        bool hides = legend_settle(measure, p, pp, plan->letter) > 0;
        legend_plan inside = pp->legend;
        legend_measure(measure, p, pp, plan->letter);
        double share = (double)c->width / plan->columns;
        bool fits =
            0.6 * pp->legend.where.width < 0.32 * share && pp->place.width > 12 * plan->letter;
        pp->legend = inside;
        if (hides && fits) {
            pp->legend.outside = true;
            moved = true;
        } else if (hides) {
            legend_shrink(measure, p, pp, plan->letter);
        }
    }
    return moved;
}

static status fill_plan(const chart *c, chart_plan *plan, cairo_t *measure, message *why)
{
    choose_grid(c, plan);
    for (int i = 0; i < c->panel_count; i++) {
        panel_plan *pp = &plan->panels[i];
        const chart_panel *p = &c->panels[i];
        range_choose(p, pp);
        legend_measure(measure, p, pp, 10);
        if (p->cells != NULL) {
            cells_range(p->cells, pp);
            pp->legend.outside = pp->legend.entry_count > 0;
        }
    }
    if (!place_panels(c, plan, measure)) {
        return refuse_size(c, plan, measure, why);
    }
    share_legends(c, plan, measure);
    while (settle_legends(c, plan, measure)) {
        if (!place_panels(c, plan, measure)) {
            return refuse_size(c, plan, measure, why);
        }
    }
    return STATUS_OK;
}

status plan_make(const chart *c, chart_plan **out, message *why)
{
    TRY(memory_allocate(out, 1, sizeof **out, why));
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1);
    cairo_t *measure = cairo_create(surface);
    status s = STATUS_OK;
    TRY_OR_END(fill_plan(c, *out, measure, why));
    if (cairo_status(measure) != CAIRO_STATUS_SUCCESS) {
        s = fail(why, "measuring text failed: %s", cairo_status_to_string(cairo_status(measure)));
    }
end:
    cairo_destroy(measure);
    cairo_surface_destroy(surface);
    if (s != STATUS_OK) {
        free(*out);
        *out = NULL;
    }
    return s;
}
