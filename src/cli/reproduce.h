/* What the parts of `reproduce` share. Each prints published numbers beside computed ones, and says
 * whether what must hold does. */
#ifndef CLI_REPRODUCE_H
#define CLI_REPRODUCE_H

#include "cli.h"
#include "picture/chart.h"

typedef struct reproduction {
    const command *self;
    const catalogue *all;
    const char *folder; /* for pictures; NULL: none are made */
    const char *command_line;
    bool force;
    bool holds; /* so far */
} reproduction;

/* All return STATUS_OK when they could be done, whether or not what they show holds. */
status reproduce_tables(reproduction *r, message *why) MUST_CHECK;
status reproduce_projection(reproduction *r, message *why) MUST_CHECK;
status reproduce_drift(reproduction *r, message *why) MUST_CHECK;
status reproduce_attraction(reproduction *r, message *why) MUST_CHECK;

/* Reads a data file of assets/published; the caller frees *data. */
status reproduce_read(const char *name, char **path, char **data, size_t *length,
                      message *why) MUST_CHECK;

/* Writes a chart as NAME.png into the folder, if there is one. */
status reproduce_chart(const reproduction *r, const chart *c, const char *name,
                       message *why) MUST_CHECK;

/* "holds" or "DOES NOT HOLD", which is kept. */
const char *reproduce_claim(reproduction *r, bool holds);

#endif
