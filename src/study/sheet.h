/* A chart as a value: its panels, and the arrays that they read. */
#ifndef STUDY_SHEET_H
#define STUDY_SHEET_H

#include "picture/chart.h"

enum { CHART_SHEET_MOST_ARRAYS = 64 };

typedef struct chart_sheet {
    chart chart; /* width and height are those of who writes it */
    chart_panel panels[CHART_MAX_PANELS];
    int array_count;
    void *arrays[CHART_SHEET_MOST_ARRAYS];
} chart_sheet;

/* Destroy it also after a failure; NULL is accepted. */
status chart_sheet_create(chart_sheet **out, message *why) MUST_CHECK;
void chart_sheet_destroy(chart_sheet *s);

/* Zeroed memory that lives as long as the sheet. */
status chart_sheet_array(chart_sheet *s, size_t count, size_t size, void *out,
                         message *why) MUST_CHECK;

/* The next panel, empty. */
chart_panel *chart_sheet_panel(chart_sheet *s);

/* The next series of a panel, drawn by the pen of its place. `label` is markup. */
chart_series *chart_sheet_series(chart_panel *p, const double *x, const double *y, int count,
                                 const char *label);

#endif
