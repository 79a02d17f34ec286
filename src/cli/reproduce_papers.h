/* What the topics of `reproduce` share that compare regions: pictures as `render` draws them, and
 * statements about figures that every pixel is held against. */
#ifndef CLI_REPRODUCE_PAPERS_H
#define CLI_REPRODUCE_PAPERS_H

#include "drawing/rendering.h"
#include "papers/published.h"
#include "papers/statement.h"
#include "reproduce.h"

/* A drawing of these methods in [-range, range]^2, so many pixels. */
drawing reproduce_square(const char *methods, double range, int width, int height);

/* Adds the picture, called `name`. Nothing is drawn when only text is asked for. */
status reproduce_drawing(reproduction *r, const char *name, const char *caption, const drawing *d,
                         message *why) MUST_CHECK;

/* The statements of assets/published/kunkel-mehrmann-figures.csv; allocated, the caller frees them.
 */
status reproduce_statements(statements **out, message *why) MUST_CHECK;

/* A file of assets/published with these columns; and the single numbers of quoted.csv. Clear them
 * in every case. */
status reproduce_published(const char *name, const char *columns, published_file *out,
                           message *why) MUST_CHECK;
status reproduce_quoted(published_file *out, message *why) MUST_CHECK;

/* A table of statements: begun, a row for each with the pixels that are against it, as predicted
 * (NULL: nothing is) and as measured, and ended with a claim for all of them. */
typedef struct statement_table {
    reproduction *r;
    int rows, held;
} statement_table;

void statement_table_begin(statement_table *t, reproduction *r, const char *caption);
void statement_table_row(statement_table *t, const statement *s, const stable_set *of, double h);
void statement_table_end(statement_table *t, const char *what);

/* How many of the known pixels differ, in percent. */
double reproduce_share(stable_set_difference d);

#endif
