/* A recording: what a chart or a figure shows, kept as vectors after its data is gone; for
 * documents that are put together first and written later, in more than one way. No cairo type
 * appears here. */
#ifndef PICTURE_RECORDING_H
#define PICTURE_RECORDING_H

#include "picture/chart.h"
#include "picture/figure.h"

typedef struct recording recording;

status recording_of_chart(const chart *c, recording **out, message *why) MUST_CHECK;
status recording_of_figure(const figure *f, recording **out, message *why) MUST_CHECK;
void recording_destroy(recording *d);

/* Its own size in pixels. */
int recording_width(const recording *d);
int recording_height(const recording *d);

/* As PNG, `times` as wide and high. `command` is the reproducing command line, for the metadata. */
status recording_png(const recording *d, int times, const char *command, output *to,
                     message *why) MUST_CHECK;

#endif
