/* The picture of a largest step along t: the path (h lambda(t), h omega(t)) on the region, and
 * beside it the growth along t for h/2, h and 2h. */
#ifndef DRAWING_STEP_FIGURE_H
#define DRAWING_STEP_FIGURE_H

#include "picture/chart.h"
#include "validation/largest_step.h"

/* STATUS_NO once patience is over. `command` is the reproducing command line, for the metadata. */
status step_figure_write(const step_curves *curves, const palette *colours, file_format format,
                         const char *command, output *to, message *why) MUST_CHECK;

#endif
