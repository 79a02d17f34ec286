/* A record of a run: what it was like at every step, in memory for a chart (thinned out when there
 * are very many) or as lines of a CSV file, with errors against the exact or a reference solution.
 */
#ifndef CLI_LAB_RECORD_H
#define CLI_LAB_RECORD_H

#include "base/output.h"
#include "lab_experiment.h"
#include "session.h"

/* The columns of a row; after them p, v, y. Unknown numbers are NaN. */
enum {
    ROW_T,
    ROW_H,
    ROW_ORDER,
    ROW_DRIFT_0,
    ROW_DRIFT_1,
    ROW_ENERGY, /* |E(t) - E(0)| */
    ROW_ERROR_P,
    ROW_ERROR_V,
    ROW_ERROR_Y,
    ROW_STATE
};

/* Of p, v and y. */
typedef struct record_errors {
    double end[3], largest[3];
    double parts[3][CONSTRAINED_MAX_POSITIONS]; /* with their signs, at the end */
} record_errors;

typedef struct record {
    const experiment *of;
    lab_result result;
    record_errors errors;
    double energy_first, energy_end, energy_largest;
    reference *reference; /* NULL: there is none */
    message unknown;      /* why an error at the end is not known; "" when it is */
    double uncertainty;   /* of the reference; 0 when it is exact */
    long compared;        /* at how many steps, the start left out */
    long seen;            /* rows there were */

    bool keeps; /* rows in memory? */
    double *rows;
    int width, count, room;
    long stride; /* every so many of them are kept */

    output *csv; /* NULL: none */
    status written;
    message write_why;

    /* private */
    double apart, next; /* computed references are asked at times that are so far apart */
    double *now;        /* the row at hand */
    progress progress;
} record;

/* Runs the experiment. `keeps` and `csv` are set before; clear it in every case. */
status record_run(record *r, const experiment *of, bool quiet, message *why) MUST_CHECK;
void record_clear(record *r);

/* One column as an array that the caller frees. */
status record_column(const record *r, int column, double **out, message *why) MUST_CHECK;

#endif
