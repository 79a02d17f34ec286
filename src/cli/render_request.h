/* What `render` was asked for: its options, read and checked. */
#ifndef CLI_RENDER_REQUEST_H
#define CLI_RENDER_REQUEST_H

#include "cli.h"
#include "dae/problems.h"
#include "field/field.h"
#include "field/spectrum.h"
#include "method/motion.h"
#include "picture/figure.h"

enum {
    RENDER_MAX_METHODS = 32,
    RENDER_MAX_WITH = 8,
    RENDER_MAX_W = 64,
    RENDER_MAX_LEVELS = 16,
    RENDER_MAX_TITLE = 150
};

typedef enum render_kind { RENDER_PNG, RENDER_SVG, RENDER_PDF, RENDER_NPY, RENDER_CSV } render_kind;

typedef struct render_request {
    /* as typed */
    const char *with_text, *methods_text, *output, *plane_text, *w_text, *view_text, *size_text,
        *palette;
    const char *contours_text, *columns_text, *boundary_file, *spectrum_file, *stencil_text;
    const char *dx_text, *h_text, *points_text, *evaluator_text, *jobs_text, *motion_text, *title;
    const char *format_text, *problem_text, *parameters_text, *steps_text, *t0_text;
    const char *chart_text, *every_w_text;
    bool measured, phase, star, hatch, plain, overlay, force, quiet, no_boundary, patient;

    /* as understood */
    int method_count;
    char methods[RENDER_MAX_METHODS][METHOD_NAME_SIZE];
    int with_count; /* methods whose boundaries are drawn over the regions */
    char with[RENDER_MAX_WITH][METHOD_NAME_SIZE];
    int w_count;
    double w[RENDER_MAX_W];
    int level_count;
    double levels[RENDER_MAX_LEVELS];
    render_kind kind;
    plane plane;
    view_chart chart;
    double w_most; /* with --all-w: the regions for all w from w[0] to this */
    double view[4];
    int width, height;
    int columns;
    evaluator evaluator;
    bool on_gpu;
    int jobs;
    motion moves;
    shading shading;
    double h, dx;
    int points;
    /* with --measured */
    const problem_entry *problem; /* NULL: the test equation */
    double values[PROBLEMS_MAX_PARAMETERS];
    bool is_set[PROBLEMS_MAX_PARAMETERS];
    int x_parameter, y_parameter;
    int steps;
    double t0;
    int stencil_length;
    double stencil[STENCIL_MOST];
} render_request;

extern const char *const render_formats[]; /* by render_kind, ended by NULL */

/* Is it .npy or .csv? */
bool render_is_numbers(const render_request *r);

/* The values of a whole command line; the first thing that is wrong ends it. */
status render_read_values(render_request *r, message *why) MUST_CHECK;

/* Of these, the plane and what belongs to --problem; in render_plane.c. */
status render_read_plane(render_request *r, message *why) MUST_CHECK;

/* Reads the command line, in render_options.c; *helped when it was only --help. */
status render_read(const command *self, int count, char **arguments, render_request *r,
                   bool *helped, message *why) MUST_CHECK;

#endif
