/* One run of the laboratory for a reader: in words, as JSON, as a chart, step by step as a table.
 */
#ifndef STUDY_RUN_H
#define STUDY_RUN_H

#include "lab/record.h"
#include "study/json.h"
#include "study/sheet.h"

/* What was run, errors, drift and work. */
void run_words(const record *r, text *out);
cJSON *run_json(const record *r);

/* Solution, constraint residuals, errors, energy, step size and order, of a record that keeps its
 * rows; the sheet reads it. Destroy *out in every case. */
status run_chart(const record *r, chart_sheet **out, message *why) MUST_CHECK;

/* The rows of a record that is being made, as lines of comma-separated values. */
typedef struct run_csv {
    output *to; /* NULL: nowhere */
    status status;
    message why;
} run_csv;

void run_csv_row(run_csv *c, const record *r, const double *row, const lab_point *at);
status run_csv_end(const run_csv *c, message *why) MUST_CHECK;

#endif
