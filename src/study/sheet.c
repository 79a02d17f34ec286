#include "study/sheet.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"

status chart_sheet_create(chart_sheet **out, message *why)
{
    TRY(memory_allocate(out, 1, sizeof **out, why));
    (*out)->chart.panels = (*out)->panels;
    return STATUS_OK;
}

void chart_sheet_destroy(chart_sheet *s)
{
    for (int i = 0; s != NULL && i < s->array_count; i++) {
        free(s->arrays[i]);
    }
    free(s);
}

status chart_sheet_array(chart_sheet *s, size_t count, size_t size, void *out, message *why)
{
    assert(s->array_count < CHART_SHEET_MOST_ARRAYS);
    void **array = &s->arrays[s->array_count];
    TRY(memory_allocate(array, count, size, why));
    s->array_count++;
    *(void **)out = *array;
    return STATUS_OK;
}

chart_panel *chart_sheet_panel(chart_sheet *s)
{
    assert(s->chart.panel_count < CHART_MAX_PANELS);
    return &s->panels[s->chart.panel_count++];
}

chart_series *chart_sheet_series(chart_panel *p, const double *x, const double *y, int count,
                                 const char *label)
{
    assert(p->series_count < CHART_MAX_SERIES);
    chart_series *series = &p->series[p->series_count];
    *series = (chart_series){.x = x, .y = y, .count = count, .pen = p->series_count++};
    snprintf(series->label, sizeof series->label, "%s", label);
    return series;
}
