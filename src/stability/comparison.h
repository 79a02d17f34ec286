/* Methods against numbers, as one table: a row for each method, a column for each quantity that has
 * a head (CSV: for all of them). The row of a method that was refused has the reason instead. */
#ifndef STABILITY_COMPARISON_H
#define STABILITY_COMPARISON_H

#include "stability/quantity.h"

typedef enum comparison_form {
    COMPARISON_TEXT, /* columns of equal width, for a terminal */
    COMPARISON_CSV,  /* RFC 4180: what has a comma or a quote is quoted; the reason comes last */
    COMPARISON_LATEX /* a tabular that needs no package */
} comparison_form;

/* `out` is broken when there is no memory. */
void comparison_write(const sitter *all, int count, comparison_form form, text *out);

#endif
