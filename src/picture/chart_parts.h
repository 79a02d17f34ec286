/* The parts of charts, private to src/picture.
 *
 * First a plan is made: ranges, rectangles, ticks and the places of legends. Drawing only reads it.
 * Lengths are pixels; those written as factors are multiples of the plan's letter. */
#ifndef PICTURE_CHART_PARTS_H
#define PICTURE_CHART_PARTS_H

#include <cairo.h>

#include "picture/chart.h"
#include "picture/ticks.h"

enum { COVER_COLUMNS = 96, COVER_ROWS = 64, CELL_LEVELS = 256 };

/* From a value to a pixel: from + factor * (value - low), or of logarithms. */
typedef struct scale {
    bool is_log;
    double low, factor, from;
} scale;

typedef struct area {
    double x, y, width, height;
} area;

/* What stands beside or in a panel and explains it. */
typedef struct legend_plan {
    int entry_count;
    bool outside;
    double letter; /* of its text */
    area where;
} legend_plan;

typedef struct panel_plan {
    chart_place place;
    area part;        /* of the sheet, that is the panel's with all of its text */
    const char *note; /* why there is nothing to see; NULL when there is */
    ticks x_ticks, y_ticks, bar_ticks;
    double y_size, y_widest; /* the letters of the vertical axis, its widest number */
    double cells_low, cells_high;
    bool has_bar, has_gaps; /* values on the ramp; cells without a value */
    area bar;
    int kind_count; /* in the legend */
    double kind_letter;
    area kinds;
    legend_plan legend;
    bool solid[CHART_MAX_SERIES]; /* asked for, or so tangled that dashes would only confuse */
    /* Where lines and marks are: nonzero is taken. Row 0 is on top. */
    unsigned char cover[COVER_ROWS][COVER_COLUMNS];
} panel_plan;

typedef struct chart_plan {
    double letter;
    int columns, rows;
    double title_room;
    panel_plan panels[CHART_MAX_PANELS];
} chart_plan;

/* chart_plan.c: fails on what cannot be drawn. Free with free(). */
status plan_make(const chart *c, chart_plan **out, message *why) MUST_CHECK;

/* chart_range.c */
scale scale_x(const chart_panel *panel, const chart_place *place);
scale scale_y(const chart_panel *panel, const chart_place *place);
double scale_pixel(const scale *s, double value);
double scale_position(const scale *s, double value); /* the value itself, or its logarithm */
void range_choose(const chart_panel *panel, panel_plan *plan);
/* Ends that are equal, or nearly, are moved apart. */
void range_widen(bool is_log, double *low, double *high);

/* chart_trace.c: the pieces of a line inside of the panel, few enough for its pixels. A point
 * without neighbours is a piece of no length. `starts`: not joined to the piece before. */
typedef void trace_piece(void *closure, bool starts, const double from[2], const double to[2]);
void trace_line(const chart_series *series, const scale *x, const scale *y, const chart_place *in,
                double margin, trace_piece *piece, void *closure);
/* The part of a line inside of a rectangle. False: there is none. */
bool trace_clip(const area *in, double from[2], double to[2]);
/* Is point i drawn, and where? */
bool trace_point(const chart_series *series, const scale *x, const scale *y, int i, double at[2]);

/* chart_axes.c */
void axes_ticks_y(cairo_t *measure, const chart_panel *panel, panel_plan *plan, double letter);
void axes_ticks_x(cairo_t *measure, const chart_panel *panel, panel_plan *plan, double letter);
void axes_ticks_bar(const chart_cells *cells, panel_plan *plan, double height, double letter);
double axes_widest(cairo_t *measure, const ticks *t, double size);
void axes_grid(cairo_t *canvas, const chart_panel *panel, const panel_plan *plan, double letter);
void axes_draw(cairo_t *canvas, const chart_panel *panel, const panel_plan *plan, double letter);
void axes_titles(cairo_t *canvas, const chart_panel *panel, const panel_plan *plan, double letter);
/* A width for thin lines that is a whole number of pixels. */
double axes_hair(double letter);

/* chart_series.c */
void series_cover(const chart_panel *panel, panel_plan *plan, double letter);
void series_draw(cairo_t *canvas, const chart_panel *panel, const panel_plan *plan, double letter);
void series_sample(cairo_t *canvas, const chart_series *series, bool solid, double x, double y,
                   double letter);

/* chart_guides.c: the lines, under the data; and their words, where they cover nothing. */
void guides_draw(cairo_t *canvas, const chart_panel *panel, const panel_plan *plan, double letter);
void guides_label(cairo_t *canvas, const chart_panel *panel, const panel_plan *plan, double letter);

/* chart_legend.c */
void legend_measure(cairo_t *measure, const chart_panel *panel, panel_plan *plan, double letter);
/* Would the legends of two panels be the same? */
bool legend_same(const chart_panel *a, const panel_plan *plan_a, const chart_panel *b,
                 const panel_plan *plan_b);
/* Inside of the panel where it covers least. How much that is, 0 for nothing. */
int legend_settle(cairo_t *measure, const chart_panel *panel, panel_plan *plan, double letter);
/* The same whatever it covers, as small as it must be. */
void legend_shrink(cairo_t *measure, const chart_panel *panel, panel_plan *plan, double letter);
void legend_draw(cairo_t *canvas, const chart_panel *panel, const panel_plan *plan, double letter);
/* How many squares of the cover a rectangle touches. */
int legend_covered(const panel_plan *plan, area where);

/* chart_side.c: bar, kinds and legend at the right of a panel. */
double side_width(cairo_t *measure, const chart_panel *panel, panel_plan *plan, double letter,
                  double most);
void side_settle(const chart_panel *panel, panel_plan *plan, double letter);
void side_draw(cairo_t *canvas, const chart_panel *panel, const panel_plan *plan, double letter);

/* chart_cells.c */
void cells_range(const chart_cells *cells, panel_plan *plan);
/* The entries of the legend: the kinds, and cells without a value where there are any. */
int cells_kinds(const chart_cells *cells, const panel_plan *plan,
                chart_kind entries[CHART_MAX_KINDS + 1]);
void cells_ramp(const chart_cells *cells, uint32_t colours[CELL_LEVELS]);
status cells_draw(cairo_t *canvas, const chart_cells *cells, const panel_plan *plan,
                  message *why) MUST_CHECK;

#endif
