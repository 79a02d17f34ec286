/* Table 5.1 of Kunkel and Mehrmann: the stability functions R(z, w) = N/D that are printed, beside
 * those that Phi has, coefficient by coefficient; and both beside steps of the integrator, which
 * knows neither. */
#ifndef REPRODUCE_STABILITY_TABLE_H
#define REPRODUCE_STABILITY_TABLE_H

#include "method/catalogue.h"
#include "reproduce/zw_polynomial.h"

enum { STABILITY_TABLE_MOST = 32, STABILITY_TABLE_POINTS = 200 };

typedef struct stability_row {
    char method[64]; /* as the catalogue calls it */
    char name[64];   /* as it is printed */
    zw_polynomial N, D;
    zw_polynomial computed_N, computed_D;
    bool is_exact; /* Phi has exact coefficients, and is of degree 1 */
    bool is_same;  /* in every coefficient */
    /* |D factor - N| against the size of their terms, the largest over scattered points: one step
     * of the test equation, and one of x' = lambda x, with w = 0. NaN: not everywhere is a step. */
    double step_difference, classical_difference;
} stability_row;

typedef struct stability_table {
    int count;
    stability_row rows[STABILITY_TABLE_MOST];
} stability_table;

/* Columns "method,name,N,D". `label` names the file in messages. */
status stability_table_read(const char *label, const char *data, size_t length,
                            stability_table *out, message *why) MUST_CHECK;

status stability_table_compute(stability_table *t, const catalogue *all, message *why) MUST_CHECK;

#endif
