/* Tables 4.1 to 4.8 of Ascher and Petzold: every printed cell beside the number that the laboratory
 * computes: backward Euler, h = 0.01, t from 0 to 1, exact starting values.
 *
 * What is printed, and why a cell cannot be reproduced, is a data file (assets/published). */
#ifndef LAB_TABLES_H
#define LAB_TABLES_H

#include "lab/run.h"

/* How a computed number compares with a printed one. */
typedef enum cell_verdict {
    CELL_MATCHES,  /* to the two printed digits */
    CELL_ONE_UNIT, /* off in the second digit */
    CELL_DIFFERS
} cell_verdict;

enum { TABLE_REASON_SIZE = 200 };

/* A printed number and what is computed beside it. */
typedef struct table_cell {
    int table; /* 1 to 8, of 4.1 to 4.8 */
    char row[24], quantity[12];
    double nu; /* 1000 in 4.1 and 4.2, which do not print it */
    double published;
    char reason[TABLE_REASON_SIZE]; /* why it cannot match; "" when it must */

    double computed;
    double consistent; /* of 4.7, which is printed for another equation; else NaN */
    char ended[80];    /* how the run ended when it did not get to t = 1; "" */
    cell_verdict verdict;
} table_cell;

/* All cells. */
typedef struct tables {
    int count;
    table_cell *cells;
} tables;

/* Reads the file; `label` names it in messages. Clear it in every case. */
status tables_read(const char *label, const char *data, size_t length, tables *out,
                   message *why) MUST_CHECK;
void tables_clear(tables *t);

/* Computes all cells. */
status tables_compute(tables *t, const catalogue *all, message *why) MUST_CHECK;

/* What the table shows, for a person. */
const char *table_title(int table);

#endif
