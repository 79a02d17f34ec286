/* What the topics share: published files, pictures as `render` draws them, and statements about
 * figures that every pixel is held against. */
#ifndef REPRODUCE_TOPICS_H
#define REPRODUCE_TOPICS_H

#include "drawing/rendering.h"
#include "reproduce/published.h"
#include "reproduce/reproduce.h"
#include "reproduce/statement.h"

/* A section of the document each. All return STATUS_OK when they could be done, whether or not what
 * they show holds. */
status topic_tables(reproduction *r, message *why) MUST_CHECK;
status topic_projection(reproduction *r, message *why) MUST_CHECK;
status topic_drift(reproduction *r, message *why) MUST_CHECK;
status topic_attraction(reproduction *r, message *why) MUST_CHECK;
status topic_table_5_1(reproduction *r, message *why) MUST_CHECK;
status topic_figures_5(reproduction *r, message *why) MUST_CHECK;
status topic_figures_6(reproduction *r, message *why) MUST_CHECK;
status topic_films(reproduction *r, message *why) MUST_CHECK;
status topic_example_10_1(reproduction *r, message *why) MUST_CHECK;

/* A drawing of these methods in [-range, range]^2, so many pixels. */
drawing topic_square(const char *methods, double range, int width, int height);

/* Adds the picture, called `name`. Nothing is drawn when only text is asked for. */
status topic_drawing(reproduction *r, const char *name, const char *caption, const drawing *d,
                     message *why) MUST_CHECK;

/* Reads a data file of assets/published; the caller frees *data and *path. */
status topic_read(const reproduction *r, const char *name, char **path, char **data, size_t *length,
                  message *why) MUST_CHECK;

/* The statements of kunkel-mehrmann-figures.csv; allocated, the caller frees them. */
status topic_statements(const reproduction *r, statements **out, message *why) MUST_CHECK;

/* A file with these columns; and the single numbers of quoted.csv. Clear them in every case. */
status topic_published(const reproduction *r, const char *name, const char *columns,
                       published_file *out, message *why) MUST_CHECK;
status topic_quoted(const reproduction *r, published_file *out, message *why) MUST_CHECK;

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
double topic_share(stable_set_difference d);

#endif
