/* Heat maps. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "picture/chart_parts.h"
#include "picture/colour.h"

/* Where there is no value. */
static const uint32_t nothing = 0xffb4b4b4;

/* Evenly spaced; the lightness rises all the way, so that it prints in grey. */
static const struct {
    double lightness, chroma, hue;
} ramp[] = {
    {0.22, 0.10, 285}, {0.42, 0.12, 255}, {0.62, 0.11, 195}, {0.80, 0.14, 135}, {0.95, 0.14, 105}};

enum { RAMP_STOPS = sizeof ramp / sizeof ramp[0] };

static bool by_value(const chart_cells *cells, int i)
{
    return cells->kinds == NULL || cells->kinds[i] == 0;
}

void cells_range(const chart_cells *cells, panel_plan *plan)
{
    double least = INFINITY, most = -INFINITY;
    plan->has_gaps = false;
    for (int i = 0; i < cells->columns * cells->rows; i++) {
        double v = cells->values[i];
        if (by_value(cells, i) && isfinite(v) && (!cells->is_log || v > 0)) {
            least = fmin(least, v);
            most = fmax(most, v);
        }
        plan->has_gaps = plan->has_gaps || (by_value(cells, i) && isnan(v));
    }
    bool given = cells->low != cells->high, any = least <= most;
    plan->has_bar = given || any;
    plan->cells_low = given ? cells->low : any ? least : cells->is_log ? 0.1 : 0;
    plan->cells_high = given ? cells->high : any ? most : 1;
    range_widen(cells->is_log, &plan->cells_low, &plan->cells_high);
}

int cells_kinds(const chart_cells *cells, const panel_plan *plan,
                chart_kind entries[CHART_MAX_KINDS + 1])
{
    int count = 0;
    for (int i = 0; i < cells->kind_count; i++) {
        if (cells->kind_entries[i].label[0] != '\0') {
            entries[count++] = cells->kind_entries[i];
        }
    }
    if (plan->has_gaps) {
        entries[count++] = (chart_kind){.colour = nothing, .label = "no value"};
    }
    return count;
}

static uint32_t ramp_colour(const palette *p, double t)
{
    if (p != NULL) {
        return palette_colour(p, palette_low(p) + t * (palette_high(p) - palette_low(p)));
    }
    double at = t * (RAMP_STOPS - 1);
    int n = at >= RAMP_STOPS - 1 ? RAMP_STOPS - 2 : (int)at;
    oklab from = oklab_from_lch(ramp[n].lightness, ramp[n].chroma, ramp[n].hue);
    oklab to = oklab_from_lch(ramp[n + 1].lightness, ramp[n + 1].chroma, ramp[n + 1].hue);
    return oklab_pack(oklab_mix(from, to, at - n));
}

void cells_ramp(const chart_cells *cells, uint32_t colours[CELL_LEVELS])
{
    for (int i = 0; i < CELL_LEVELS; i++) {
        colours[i] = ramp_colour(cells->palette, (double)i / (CELL_LEVELS - 1));
    }
}

/* Which colour of the ramp; -1: none. */
static int level_of(const chart_cells *cells, const panel_plan *plan, double value)
{
    double low = plan->cells_low, high = plan->cells_high;
    if (isnan(value)) {
        return -1;
    }
    double t;
    if (cells->is_log) {
        t = value > 0 ? (log(value) - log(low)) / (log(high) - log(low)) : 0;
    } else {
        t = (value - low) / (high - low);
    }
    return (int)floor(fmin(fmax(t, 0), 1) * (CELL_LEVELS - 1) + 0.5);
}

static uint32_t colour_of(const chart_cells *cells, int i, const panel_plan *plan,
                          const uint32_t colours[CELL_LEVELS])
{
    if (!by_value(cells, i)) {
        return cells->kind_entries[cells->kinds[i] - 1].colour;
    }
    int level = level_of(cells, plan, cells->values[i]);
    return level < 0 ? nothing : colours[level];
}

uint32_t chart_cell_colour(const chart_cells *cells, int column, int row)
{
    uint32_t colours[CELL_LEVELS];
    panel_plan plan;
    cells_range(cells, &plan);
    cells_ramp(cells, colours);
    return colour_of(cells, row * cells->columns + column, &plan, colours);
}

/* One pixel of the image for each of the panel's: viewers that smooth images, as those of SVG do,
 * then blur nothing. */
status cells_draw(cairo_t *canvas, const chart_cells *cells, const panel_plan *plan, message *why)
{
    const chart_place *p = &plan->place;
    int width = (int)p->width, height = (int)p->height;
    uint32_t *image = NULL, colours[CELL_LEVELS];
    TRY(memory_allocate(&image, (size_t)width * (size_t)height, sizeof *image, why));
    cells_ramp(cells, colours);
    for (int y = 0; y < height; y++) {
        int row = cells->rows - 1 - (int)((y + 0.5) * cells->rows / height);
        for (int x = 0; x < width; x++) {
            int column = (int)((x + 0.5) * cells->columns / width);
            image[(size_t)y * (size_t)width + (size_t)x] =
                colour_of(cells, row * cells->columns + column, plan, colours);
        }
    }
    cairo_surface_t *surface = cairo_image_surface_create_for_data(
        (unsigned char *)image, CAIRO_FORMAT_RGB24, width, height, 4 * width);
    cairo_save(canvas);
    cairo_set_source_surface(canvas, surface, p->x, p->y);
    cairo_pattern_set_filter(cairo_get_source(canvas), CAIRO_FILTER_NEAREST);
    cairo_rectangle(canvas, p->x, p->y, width, height);
    cairo_fill(canvas);
    cairo_restore(canvas);
    cairo_surface_finish(surface);
    cairo_surface_destroy(surface);
    free(image);
    return STATUS_OK;
}
