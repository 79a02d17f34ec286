/* Charts: panels of lines and marks over linear or logarithmic axes, and heat maps.
 *
 * The caller describes what is to be seen, and what it leaves 0 or "" is as usual; ranges that it
 * leaves open, ticks, the places of legends and the sizes of letters are chosen here. All arrays
 * stay the caller's and are only read. A panel that has nothing to show says why. Nothing is
 * computed from the data but its extent. No cairo type appears here. */
#ifndef PICTURE_CHART_H
#define PICTURE_CHART_H

#include <stdbool.h>
#include <stdint.h>

#include "base/output.h"
#include "base/status.h"
#include "picture/figure.h"
#include "picture/palette.h"

enum {
    CHART_MAX_PANELS = 16,
    CHART_MAX_SERIES = 24,
    CHART_MAX_GUIDES = 4,
    CHART_MAX_KINDS = 8,
    CHART_LABEL_SIZE = 200
};

typedef enum chart_mark {
    MARK_NONE,
    MARK_DISC,
    MARK_SQUARE,
    MARK_TRIANGLE,
    MARK_DIAMOND,
    MARK_RING, /* a disc filled with white; so are the next two */
    MARK_BOX,
    MARK_DELTA,
    MARK_CROSS,
    MARK_PLUS,
    MARK_DOT /* small, for clouds of points */
} chart_mark;

/* Points that are not finite, or not positive on a logarithmic axis, break the line. */
typedef struct chart_series {
    const double *x, *y;
    int count;
    char label[CHART_LABEL_SIZE]; /* markup, for the legend, which panels with the same series
                                     share; "": not in it */
    int pen;                      /* colour and dashes, those of overlays of figures; 0: black */
    bool solid;                   /* without the dashes of its pen, as lines that fill areas are */
    chart_mark mark;              /* at the points; thinned out on a line of many points */
    bool no_line;                 /* only the marks */
    double width;                 /* of the line, 1 is usual; 0: 1 */
    int hidden;                   /* the last so many points have their room but are not drawn */
} chart_series;

typedef struct chart_axis {
    char name[CHART_LABEL_SIZE]; /* markup, "" for none */
    bool is_log;
    double low, high; /* shown exactly; low == high: from the data, with a margin */
} chart_axis;

/* What a colour means that is not on the ramp: "blew up", say. */
typedef struct chart_kind {
    uint32_t colour;              /* 0xFFRRGGBB */
    char label[CHART_LABEL_SIZE]; /* markup; "": not in the legend */
} chart_kind;

/* A heat map under the lines. Its axes need ranges, which the cells divide evenly (in the logarithm
 * on a logarithmic axis). Values outside of [low, high], zero on a logarithmic scale and infinities
 * have the colour of the nearer end; NaN is grey. */
typedef struct chart_cells {
    int columns, rows;
    const double *values;       /* columns * rows, row 0 at the bottom; dark is small */
    const unsigned char *kinds; /* NULL, or of each cell: 0 by value, k: kind_entries[k - 1] */
    double low, high;           /* of the ramp; low == high: from the values */
    bool is_log;
    char name[CHART_LABEL_SIZE]; /* of the colour bar, markup */
    const palette *palette;      /* NULL: dark blue to light yellow */
    int kind_count;
    chart_kind kind_entries[CHART_MAX_KINDS];
} chart_cells;

/* A thin line for comparison: y ~ x^slope through (x, y) where both axes are logarithmic, a
 * straight line where both are linear. */
typedef struct chart_guide {
    double x, y, slope;
    char label[CHART_LABEL_SIZE]; /* markup; "": "slope 2" */
} chart_guide;

typedef struct chart_panel {
    char title[CHART_LABEL_SIZE], subtitle[CHART_LABEL_SIZE]; /* markup, "" for none */
    chart_axis x, y;
    bool equal; /* one unit is as long on both axes, which are linear */
    int series_count;
    chart_series series[CHART_MAX_SERIES];
    const chart_cells *cells; /* NULL: none */
    int guide_count;
    chart_guide guides[CHART_MAX_GUIDES];
} chart_panel;

typedef struct chart {
    int width, height;            /* of the whole picture */
    int columns;                  /* panels side by side; 0: chosen to fit */
    double letter;                /* pixels; 0: in proportion to the picture */
    double letters;               /* times that, 1 is usual; 0: 1 */
    char title[CHART_LABEL_SIZE]; /* markup, over all panels; "" for none */
    int panel_count;
    chart_panel *panels;
} chart;

/* Draws and writes. `command` is the reproducing command line, for the metadata. */
status chart_write(const chart *c, file_format format, const char *command, output *to,
                   message *why) MUST_CHECK;

/* Draws over `width * height` pixels, 0xFFRRGGBB. */
status chart_paint(const chart *c, uint32_t *pixels, message *why) MUST_CHECK;

/* Where a panel is in the picture and what it shows. */
typedef struct chart_place {
    double x, y, width, height;          /* the rectangle of the axes, whole pixels, y downward */
    double x_low, x_high, y_low, y_high; /* the ranges */
} chart_place;

/* The places of all panels as they are drawn, panel_count of them. */
status chart_layout(const chart *c, chart_place *places, message *why) MUST_CHECK;

/* From data to pixels; not finite where there is no such place. */
double chart_pixel_x(const chart_panel *panel, const chart_place *place, double x);
double chart_pixel_y(const chart_panel *panel, const chart_place *place, double y);

/* The colour of a pen, 0xFFRRGGBB. */
uint32_t chart_pen_colour(int pen);

/* The colour of a cell, 0xFFRRGGBB. */
uint32_t chart_cell_colour(const chart_cells *cells, int column, int row);

#endif
