/* The chart of a run: solution, constraint residuals, errors, energy, step size and order. */
#ifndef CLI_LAB_CHART_H
#define CLI_LAB_CHART_H

#include "lab_record.h"
#include "picture/figure.h"

/* The record keeps its rows. `command_line` is for the metadata. */
status lab_chart_write(const record *r, figure_format format, int width, int height,
                       const char *command_line, output *to, message *why) MUST_CHECK;

#endif
