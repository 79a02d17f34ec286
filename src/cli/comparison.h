/* Methods against numbers, as one table: a row for each method, a column for each quantity that has
 * a head (CSV: for all of them). The row of a method that was refused has the reason instead. */
#ifndef CLI_COMPARISON_H
#define CLI_COMPARISON_H

#include "report.h"

/* Columns of equal width, for a terminal. */
status comparison_print_text(const reports *r, message *why) MUST_CHECK;

/* RFC 4180: what has a comma or a quote is quoted. The last column is the reason. */
status comparison_print_csv(const reports *r, message *why) MUST_CHECK;

/* A tabular that needs no package. */
status comparison_print_latex(const reports *r, message *why) MUST_CHECK;

/* {"methods": [what `analyse --json` prints of each, or {"method", "refused": why}]} on one line.
 */
status comparison_print_json(const reports *r, message *why) MUST_CHECK;

#endif
