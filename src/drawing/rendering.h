/* A rendering: a drawing that is opened and computed. From it come figures, numbers and frames. */
#ifndef DRAWING_RENDERING_H
#define DRAWING_RENDERING_H

#include "base/text.h"
#include "drawing/drawing.h"
#include "field/spectrum.h"
#include "gpu/gpu.h"

/* Who is told while it is computed; any function may be NULL. One thread at a time calls them. */
typedef struct drawing_host {
    void *context;
    void (*warn)(void *context, const char *words);
    /* Which part of this is done; `what` NULL: it is over. */
    void (*progressed)(void *context, const char *what, double part);
    /* The largest step for which the spectrum is stable. */
    void (*found_step)(void *context, const char *method, double w, double h);
} drawing_host;

/* How a drawing is computed, which is no part of what is seen. */
typedef struct drawing_means {
    const char *assets;
    const drawing_host *host; /* NULL: nobody */
    int jobs;                 /* threads; 0: as many as there are processors */
    /* What method files may compute, on the clock of patience.h; 0: as long as they like. */
    double most_seconds;
} drawing_means;

typedef struct rendering {
    const drawing *drawing;
    file_format format;
    drawing_means means;
    drawing_problem problem;
    int count; /* methods */
    method *methods[DRAWING_MOST_METHODS];
    phi *phis[DRAWING_MOST_METHODS]; /* NULL when what is shown is measured */
    method *with[DRAWING_MOST_WITH]; /* drawn over the regions */
    phi *with_phis[DRAWING_MOST_WITH];
    palette *palette;
    gpu *gpu; /* NULL: not asked for, or none that can */
    spectrum spectrum;
    bool traces; /* the boundary, even where it is not drawn */
    /* Of a frame of a film: what runs in words, "": nothing; and whether it is w. */
    char running[80];
    bool runs_w;
    figure figure;
} rendering;

/* Checks the drawing and opens methods, palette and spectrum. Clear it in every case. */
status rendering_open(rendering *r, message *why) MUST_CHECK;
void rendering_clear(rendering *r);

/* The method that is a file, and so may be a stranger's; NULL when none is. */
const method *rendering_file(const rendering *r);

/* Says of STATUS_NO, which only patience ends in, which file took too long. */
status rendering_outcome(const rendering *r, status s, message *why) MUST_CHECK;

/* The eigenvalues that are laid over it, of a file or a stencil; none where there are none. */
status drawing_open_spectrum(const drawing *d, spectrum *out, message *why) MUST_CHECK;

/* A method for ODEs only among others is at w = 0, whatever theirs is. */
double rendering_w(const rendering *r, int which, double w);

field_request rendering_field_request(const rendering *r, int which, const view *v);

/* Rows of the picture of the first method without axes, with further layers; what is measured is
 * not cut into bands. */
int rendering_band_height(const rendering *r, const view *v, int row);
status rendering_compute_band(const rendering *r, const view *v, unsigned layers, int row, int rows,
                              field *out, message *why) MUST_CHECK;

/* The curve |sigma| = 1 of a rendering without a figure. */
status rendering_trace_boundary(const rendering *r, contour *out, message *why) MUST_CHECK;

/* Lays out and fills r->figure; and frees it alone. */
status rendering_make_figure(rendering *r, message *why) MUST_CHECK;
void rendering_clear_figure(rendering *r);

/* Where a drawing goes. */
typedef struct drawing_target {
    const char *path;
    file_format format;
    const char *boundary; /* also write the curve |sigma| = 1 there; or NULL */
    const char *command;  /* for the metadata; NULL: drawing_command */
    bool force;           /* over files that exist */
} drawing_target;

/* Draws into files, which appear whole or not at all. */
status drawing_write(const drawing *d, const drawing_target *to, const drawing_means *means,
                     message *why) MUST_CHECK;

#endif
