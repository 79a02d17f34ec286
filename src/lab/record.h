/* A record of an experiment: what the run was like at every step, kept in memory (thinned out when
 * there are very many) or shown to somebody step by step, with errors against the exact or a
 * reference solution. */
#ifndef LAB_RECORD_H
#define LAB_RECORD_H

#include "lab/experiment.h"

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
    /* What is wanted; set before the run. */
    bool keeps;    /* rows in memory */
    int most_rows; /* of them; 0: the usual number */
    bool compares; /* with a reference solution */
    /* Sees every row; may be NULL. */
    void (*watch)(void *context, const struct record *r, const double *row, const lab_point *at);
    void *context;
    const atomic_bool *cancel; /* may be NULL */

    const experiment *of;
    lab_result result;
    record_errors errors;
    double energy_first, energy_end, energy_largest;
    reference *reference; /* NULL: there is none */
    message unknown;      /* why an error at the end is not known; "" when it is */
    double uncertainty;   /* of the reference; 0 when it is exact */
    long compared;        /* at how many steps, the start left out */
    long seen;            /* rows there were before the one that is shown */
    double *rows;         /* those that are kept; the last one is that of the end */
    int width, count, room;
    long stride; /* every so many of them are kept */

    /* private */
    double apart, next; /* computed references are asked at times that are so far apart */
    double *now;        /* the row at hand */
} record;

/* Runs the experiment, which must outlive the record. STATUS_NO when cancelled. Clear it in every
 * case. */
status record_run(record *r, const experiment *of, message *why) MUST_CHECK;
void record_clear(record *r);

/* Did the run break down, or was it ended before its time? */
bool record_broke(const record *r);

/* `width` columns from `first` on, row by row. */
void record_columns(const record *r, int first, int width, double *out);

#endif
