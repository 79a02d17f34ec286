/* What stands at the right of a panel: from above the colour bar, the kinds of cells and, where no
 * place inside is free, the legend. */
#include <math.h>

#include "picture/chart_parts.h"
#include "picture/pens.h"
#include "picture/type.h"

static const double pi = 3.14159265358979323846;
/* In letters. */
static const double gap = 0.8, bar_width = 1.1, number_size = 0.85, name_room = 1.5, apart = 0.9;
static const double kind_line = 1.4, kind_text = 0.85, kind_room = 1.5;

static double kinds_width(cairo_t *measure, const chart_cells *cells, panel_plan *plan,
                          double letter)
{
    chart_kind entries[CHART_MAX_KINDS + 1];
    double widest = 0;
    plan->kind_count = cells_kinds(cells, plan, entries);
    for (int i = 0; i < plan->kind_count; i++) {
        widest = fmax(widest, type_width(measure, kind_text * letter, entries[i].label));
    }
    return plan->kind_count > 0 ? kind_room * letter + widest : 0;
}

static double bar_room(cairo_t *measure, const chart_cells *cells, panel_plan *plan, double letter)
{
    axes_ticks_bar(cells, plan, plan->bar.height, letter);
    plan->bar.width = round(bar_width * letter);
    double numbers = axes_widest(measure, &plan->bar_ticks, number_size * letter);
    return plan->bar.width + 0.55 * letter + numbers +
           (cells->name[0] != '\0' ? name_room * letter : 0);
}

/* The bar gets what kinds and legend leave, at least a third. */
static void share_height(cairo_t *measure, const chart_panel *panel, panel_plan *plan,
                         double letter)
{
    legend_plan *l = &plan->legend;
    bool has_legend = l->outside && l->entry_count > 0;
    double all = plan->place.height - (plan->has_bar ? plan->place.height / 3 : 0);
    double kinds = plan->kind_count > 0 ? (plan->kind_count * kind_line + apart) * letter : 0;
    double legend = has_legend ? l->where.height + apart * letter : 0;
    double factor = fmin(1, all / fmax(kinds + legend, 1));
    plan->kind_letter *= factor;
    if (has_legend && factor < 1) {
        legend_measure(measure, panel, plan, factor * l->letter);
    }
    plan->kinds.height = kinds * factor;
    plan->bar.height = round(plan->place.height - (kinds + legend) * factor);
}

double side_width(cairo_t *measure, const chart_panel *panel, panel_plan *plan, double letter,
                  double most)
{
    const chart_cells *cells = panel->cells;
    legend_plan *l = &plan->legend;
    bool has_legend = l->outside && l->entry_count > 0;
    if (cells == NULL && !has_legend) {
        return 0;
    }
    plan->kind_letter = letter;
    double kinds = cells != NULL ? kinds_width(measure, cells, plan, letter) : 0;
    plan->kind_letter *= fmin(1, most / fmax(kinds, 1));
    double width = fmin(kinds, most);
    if (has_legend) {
        legend_measure(measure, panel, plan, letter);
        legend_measure(measure, panel, plan, letter * fmin(1, most / l->where.width));
        width = fmax(width, l->where.width);
    }
    share_height(measure, panel, plan, letter);
    if (plan->has_bar) {
        width = fmax(width, bar_room(measure, cells, plan, letter));
    }
    return width + gap * letter;
}

void side_settle(const chart_panel *panel, panel_plan *plan, double letter)
{
    const chart_place *p = &plan->place;
    double left = round(p->x + p->width + gap * letter), top = p->y;
    if (panel->cells != NULL) {
        plan->bar.x = left;
        plan->bar.y = top;
        top += plan->has_bar ? plan->bar.height + apart * letter : 0;
        plan->kinds.x = left;
        plan->kinds.y = top;
        top += plan->kinds.height;
    }
    if (plan->legend.outside) {
        plan->legend.where.x = left;
        plan->legend.where.y = top;
    }
}

static void draw_bar(cairo_t *canvas, const chart_cells *cells, const panel_plan *plan,
                     double letter)
{
    uint32_t colours[CELL_LEVELS], upward[CELL_LEVELS];
    cells_ramp(cells, colours);
    for (int i = 0; i < CELL_LEVELS; i++) {
        upward[i] = colours[CELL_LEVELS - 1 - i];
    }
    colour_bar(canvas, upward, CELL_LEVELS, plan->bar.x, plan->bar.y, plan->bar.width,
               plan->bar.height);
    double hair = axes_hair(letter);
    cairo_set_source_rgb(canvas, 0.1, 0.1, 0.1);
    cairo_set_line_width(canvas, hair);
    cairo_rectangle(canvas, plan->bar.x + 0.5 * hair, plan->bar.y + 0.5 * hair, plan->bar.width,
                    plan->bar.height);
    cairo_stroke(canvas);
}

static void draw_bar_numbers(cairo_t *canvas, const chart_cells *cells, const panel_plan *plan,
                             double letter)
{
    double right = plan->bar.x + plan->bar.width, size = number_size * letter;
    double low = plan->cells_low, high = plan->cells_high;
    for (int i = 0; i < plan->bar_ticks.count; i++) {
        double v = plan->bar_ticks.value[i];
        double t = cells->is_log ? log(v / low) / log(high / low) : (v - low) / (high - low);
        double y = plan->bar.y + (1 - t) * plan->bar.height;
        cairo_move_to(canvas, right, y);
        cairo_line_to(canvas, right + 0.35 * letter, y);
        cairo_stroke(canvas);
        type_draw(canvas, right + 0.55 * letter, y + 0.3 * size, size, TYPE_START,
                  plan->bar_ticks.text[i]);
    }
    double widest = axes_widest(canvas, &plan->bar_ticks, size);
    cairo_save(canvas);
    cairo_translate(canvas, right + 0.55 * letter + widest + 1.1 * letter,
                    plan->bar.y + plan->bar.height / 2);
    cairo_rotate(canvas, -(pi / 2));
    double natural = fmax(type_width(canvas, letter, cells->name), 1e-9);
    type_draw(canvas, 0, 0, letter * fmin(1, (plan->bar.height + letter) / natural), TYPE_MIDDLE,
              cells->name);
    cairo_restore(canvas);
}

static void draw_kinds(cairo_t *canvas, const chart_cells *cells, const panel_plan *plan)
{
    double letter = plan->kind_letter, y = plan->kinds.y;
    chart_kind entries[CHART_MAX_KINDS + 1];
    cells_kinds(cells, plan, entries);
    for (int i = 0; i < plan->kind_count; i++) {
        const chart_kind *k = &entries[i];
        cairo_rectangle(canvas, plan->kinds.x, y, letter, letter);
        cairo_set_source_rgb(canvas, (k->colour >> 16 & 255) / 255.0,
                             (k->colour >> 8 & 255) / 255.0, (k->colour & 255) / 255.0);
        cairo_fill_preserve(canvas);
        cairo_set_source_rgb(canvas, 0.1, 0.1, 0.1);
        cairo_set_line_width(canvas, 0.06 * letter);
        cairo_stroke(canvas);
        cairo_set_source_rgb(canvas, 0, 0, 0);
        type_draw(canvas, plan->kinds.x + kind_room * letter, y + 0.76 * letter, kind_text * letter,
                  TYPE_START, k->label);
        y += kind_line * letter;
    }
}

void side_draw(cairo_t *canvas, const chart_panel *panel, const panel_plan *plan, double letter)
{
    if (panel->cells != NULL && plan->has_bar) {
        draw_bar(canvas, panel->cells, plan, letter);
        draw_bar_numbers(canvas, panel->cells, plan, letter);
    }
    if (panel->cells != NULL) {
        draw_kinds(canvas, panel->cells, plan);
    }
}
