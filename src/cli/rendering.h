/* A rendering: what a render_request asks for, opened and computed. */
#ifndef CLI_RENDERING_H
#define CLI_RENDERING_H

#include "base/text.h"
#include "gpu/gpu.h"
#include "render_request.h"

/* Boundaries are drawn within this many pixels of the true curve. */
static const double curve_tolerance = 0.05;

typedef struct rendering {
    const command *self;
    const render_request *request;
    int count; /* methods */
    method *methods[RENDER_MAX_METHODS];
    phi *phis[RENDER_MAX_METHODS]; /* NULL when what is shown is measured */
    method *with[RENDER_MAX_WITH]; /* drawn over the regions */
    phi *with_phis[RENDER_MAX_WITH];
    palette *palette;
    gpu *gpu; /* NULL: not asked for, or none that can */
    spectrum spectrum;
    figure figure;
    text command_line;
    double most_seconds; /* instead of the command's, for a frame of a film; 0: the command's */
} rendering;

/* Opens methods, palette and spectrum. Clear it in every case. */
status rendering_open(rendering *d, message *why) MUST_CHECK;
void rendering_clear(rendering *d);

/* The method that is a file, and so may be a stranger's; NULL when none is. */
const method *rendering_file(const rendering *d);
/* How long it may compute, as in field_request. */
double rendering_seconds(const rendering *d);

view rendering_view(const render_request *r, double w, int width, int height);
field_request rendering_field_request(const rendering *d, int which, const view *v);

/* Rows of the picture of the first method without axes, with further layers; what is measured is
 * not cut into bands. */
int rendering_band_height(const render_request *r, const view *v, int row);
status rendering_compute_band(const rendering *d, const view *v, unsigned layers, int row, int rows,
                              field *out, message *why) MUST_CHECK;

/* Frees the figure alone. */
void rendering_clear_figure(rendering *d);

/* Lays out and fills d->figure. */
status rendering_make_figure(rendering *d, message *why) MUST_CHECK;

#endif
