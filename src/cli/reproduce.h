/* What the parts of `reproduce` share. Each adds a section to a document: published numbers beside
 * computed ones, and whether what must hold does. */
#ifndef CLI_REPRODUCE_H
#define CLI_REPRODUCE_H

#include "cli.h"
#include "document/document.h"

typedef struct reproduction {
    const command *self;
    const catalogue *all;
    document *document;
    const char *folder; /* where films go; NULL: only text is asked for */
    const char *command_line;
    bool force;
    int films; /* that were made, and have their names already */
} reproduction;

/* All return STATUS_OK when they could be done, whether or not what they show holds. */
status reproduce_tables(reproduction *r, message *why) MUST_CHECK;
status reproduce_projection(reproduction *r, message *why) MUST_CHECK;
status reproduce_drift(reproduction *r, message *why) MUST_CHECK;
status reproduce_attraction(reproduction *r, message *why) MUST_CHECK;
status reproduce_table_5_1(reproduction *r, message *why) MUST_CHECK;
status reproduce_figures_5(reproduction *r, message *why) MUST_CHECK;
status reproduce_figures_6(reproduction *r, message *why) MUST_CHECK;
status reproduce_films(reproduction *r, message *why) MUST_CHECK;
status reproduce_example_10_1(reproduction *r, message *why) MUST_CHECK;

/* After a failure: no film stays, unless it has overwritten one. */
void reproduce_films_remove(const reproduction *r);

/* Reads a data file of assets/published; the caller frees *data and *path. */
status reproduce_read(const char *name, char **path, char **data, size_t *length,
                      message *why) MUST_CHECK;

#endif
