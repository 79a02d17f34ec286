/* Where cairo's vector files go: to an output. Private to src/picture. */
#ifndef PICTURE_SINK_H
#define PICTURE_SINK_H

#include <cairo.h>

#include "base/output.h"

/* cairo hands over what it writes piece by piece; the first failure is kept, for the caller to look
 * at in the end. cairo is not told of it: its PDF surface fails an assertion when it has links to
 * write after a write error (1.16). */
typedef struct sink {
    output *to;
    status failed;
    message *why;
} sink;

cairo_status_t sink_receive(void *closure, const unsigned char *data, unsigned length);

/* Says what made a PDF. The same command gives the same file: it has no date of its own. */
void sink_describe_pdf(cairo_surface_t *surface, const char *command);

#endif
