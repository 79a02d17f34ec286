#include "render_request.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/output.h"
#include "base/text.h"
#include "validation/measurement.h"
#include "values.h"

/* radau-iia:2,gauss:2,keep=u,bdf:2: a piece that starts with keep= belongs to the one before. */
static status read_methods(const char *value, int most, char names[][METHOD_NAME_SIZE], int *count,
                           message *why)
{
    for (const char *at = value; *at != '\0';) {
        size_t length = strcspn(at, ",");
        static const char keep[] = ",keep=";
        if (strncmp(at + length, keep, sizeof keep - 1) == 0) {
            length += 1 + strcspn(at + length + 1, ",");
        }
        if (*count == most) {
            return refuse(why, "'%.80s': more than %d methods", value, most);
        }
        if (length == 0 || length >= METHOD_NAME_SIZE) {
            return refuse(why, "'%.80s': methods separated by commas are accepted", value);
        }
        snprintf(names[(*count)++], METHOD_NAME_SIZE, "%.*s", (int)length, at);
        at += length;
        if (*at == ',' && at[1] == '\0') {
            return refuse(why, "'%.80s': a method is expected after the last comma", value);
        }
        at += *at == ',';
    }
    return *count > 0 ? STATUS_OK : refuse(why, "a method is missing");
}

static status check_title(const char *title, message *why)
{
    size_t where;
    if (!text_is_readable(title, strlen(title), &where) || strchr(title, '\n') != NULL) {
        return refuse(why, "--title: one line of UTF-8 text is accepted");
    }
    if (strlen(title) > RENDER_MAX_TITLE) {
        return refuse(why, "--title %.40s...: %zu bytes; at most %d are accepted", title,
                      strlen(title), RENDER_MAX_TITLE);
    }
    return STATUS_OK;
}

const char *const render_formats[] = {
    [RENDER_PNG] = "png", [RENDER_SVG] = "svg", [RENDER_PDF] = "pdf",
    [RENDER_NPY] = "npy", [RENDER_CSV] = "csv", NULL};

static status read_kind(render_request *r, message *why)
{
    if (r->output == NULL) {
        return refuse(why, "-o is missing; accepted: a file that ends in .png, .svg, .pdf, .npy "
                           "or .csv");
    }
    const char *dot = strrchr(r->output, '.');
    const char *name = r->format_text != NULL ? r->format_text : dot != NULL ? dot + 1 : "";
    int which = 0;
    status s = read_word("--format", name, render_formats, &which, why);
    r->kind = (render_kind)which;
    return s == STATUS_OK || r->format_text != NULL
               ? s
               : refuse(why,
                        "-o %.200s: the name must end in .png, .svg, .pdf, .npy or .csv (or give "
                        "--format)",
                        r->output);
}

static status read_evaluator(render_request *r, message *why)
{
    int which = 0;
    status s = read_word("--evaluator", r->evaluator_text, evaluator_words, &which, why);
    r->on_gpu = which > EVALUATOR_SIMD;
    r->evaluator = r->on_gpu ? EVALUATOR_AUTO : (evaluator)which;
    return s;
}

static status read_levels(render_request *r, message *why)
{
    status s = read_list("--contours", r->contours_text, RENDER_MAX_LEVELS, r->levels,
                         &r->level_count, why);
    for (int i = 0; i < r->level_count && s == STATUS_OK; i++) {
        if (!(r->levels[i] > 0)) {
            s = refuse(why, "--contours %.80s: levels of |sigma| are positive", r->contours_text);
        }
    }
    return s;
}

static status read_stencil(render_request *r, message *why)
{
    if (r->spectrum_file != NULL) {
        return refuse(why, "--spectrum and --stencil cannot be combined");
    }
    status s =
        read_list("--stencil", r->stencil_text, STENCIL_MOST, r->stencil, &r->stencil_length, why);
    return s;
}

/* What belongs to a spectrum; --h is that of --problem, too. */
static status read_spectrum(render_request *r, message *why)
{
    r->h_text = r->h_text != NULL ? r->h_text : "1";
    r->dx_text = r->dx_text != NULL ? r->dx_text : "1";
    status s = read_positive("--h", r->h_text, &r->h, why);
    s = s == STATUS_OK ? read_positive("--dx", r->dx_text, &r->dx, why) : s;
    if (s == STATUS_OK) {
        s = read_integer("--points", r->points_text != NULL ? r->points_text : "64", 1,
                         SPECTRUM_MOST, &r->points, why);
    }
    return s == STATUS_OK && r->stencil_text != NULL ? read_stencil(r, why) : s;
}

bool render_is_numbers(const render_request *r)
{
    return r->kind == RENDER_NPY || r->kind == RENDER_CSV;
}

/* -1:1, exact expressions on both sides */
static status read_every_w(render_request *r, message *why)
{
    char low[128];
    wide from, to;
    size_t length = strcspn(r->every_w_text, ":");
    snprintf(low, sizeof low, "%.*s", (int)(length < sizeof low ? length : sizeof low - 1),
             r->every_w_text);
    message detail;
    if (r->every_w_text[length] != ':' || read_real("", low, &from, &detail) != STATUS_OK ||
        read_real("", r->every_w_text + length + 1, &to, &detail) != STATUS_OK ||
        from.high > to.high) {
        return refuse(why, "--all-w %.80s: A:B with A <= B is accepted", r->every_w_text);
    }
    if (r->w_text != NULL) {
        return refuse(why, "--w and --all-w cannot be combined");
    }
    r->w[0] = from.high;
    r->w_most = to.high;
    return STATUS_OK;
}

/* What the charts and the worst case go with. */
static status check_charts(const render_request *r, message *why)
{
    const struct {
        bool given;
        const char *name;
    } never_with[] = {{r->measured, "--measured"},
                      {r->star, "--star"},
                      {r->spectrum_file != NULL, "--spectrum"},
                      {r->stencil_text != NULL, "--stencil"},
                      {r->on_gpu, "--evaluator gpu"}};
    bool has_chart = r->chart != CHART_PLAIN;
    for (size_t i = 0; i < sizeof never_with / sizeof never_with[0]; i++) {
        if (never_with[i].given && (has_chart || r->every_w_text != NULL)) {
            return refuse(why, "%s and %s cannot be combined", has_chart ? "--chart" : "--all-w",
                          never_with[i].name);
        }
    }
    if (r->phase && r->every_w_text != NULL) {
        return refuse(why, "--all-w and --phase cannot be combined");
    }
    if (r->plane != PLANE_Z && r->every_w_text != NULL) {
        return refuse(why, "--all-w is for the plane z");
    }
    if (r->plane != PLANE_Z && r->chart == CHART_LOG) {
        return refuse(why, "--chart log is for the plane z");
    }
    return STATUS_OK;
}

/* What cannot go together. */
static status check_combination(render_request *r, message *why)
{
    int panels = r->overlay ? 1 : r->method_count * r->w_count;
    bool one = r->plain || render_is_numbers(r);
    if (r->phase && r->star) {
        return refuse(why, "--phase and --star cannot be combined");
    }
    if (one && r->method_count * r->w_count > 1) {
        return refuse(why, "%s shows one method at one w",
                      r->plain ? "--plain" : "a file of numbers");
    }
    if (r->plain && (r->kind == RENDER_SVG || r->kind == RENDER_PDF)) {
        return refuse(why, "--plain is for png");
    }
    if (panels > FIGURE_MAX_PANELS) {
        return refuse(why, "%d panels; at most %d are accepted", panels, FIGURE_MAX_PANELS);
    }
    if (r->overlay && r->method_count * r->w_count > FIGURE_MAX_CURVES) {
        return refuse(why, "%d curves; at most %d are accepted", r->method_count * r->w_count,
                      FIGURE_MAX_CURVES);
    }
    if (r->star && r->boundary_file != NULL) {
        return refuse(why, "--star and --boundary cannot be combined: the boundary is |sigma| = 1");
    }
    if (r->boundary_file != NULL && r->method_count * r->w_count > 1) {
        return refuse(why, "--boundary is for one method at one w");
    }
    if (r->boundary_file != NULL && output_is_same(r->boundary_file, r->output)) {
        return refuse(why, "--boundary %.200s: the picture goes there", r->boundary_file);
    }
    if (!one && r->kind == RENDER_PNG &&
        (r->width > FIGURE_MAX_SIDE || r->height > FIGURE_MAX_SIDE)) {
        return refuse(why, "--size %s: a figure has at most %d pixels a side; --plain has more",
                      r->size_text, FIGURE_MAX_SIDE);
    }
    if (r->with_text != NULL && (one || r->overlay || r->star || r->measured)) {
        return refuse(why, "--with is for figures of growth or phase");
    }
    if (r->star && r->overlay) {
        return refuse(why, "--star and --overlay cannot be combined");
    }
    if (r->plane == PLANE_ZW && r->w_text != NULL) {
        return refuse(why, "--w %.80s: in the plane zw every w is shown", r->w_text);
    }
    if (r->plane != PLANE_Z && (r->spectrum_file != NULL || r->stencil_text != NULL)) {
        return refuse(why, "a spectrum can be laid over the plane z only");
    }
    r->shading = r->overlay ? SHADE_NONE
                 : r->phase ? SHADE_PHASE
                 : r->star  ? SHADE_STAR
                            : SHADE_GROWTH;
    return STATUS_OK;
}

/* What --measured goes with. */
static status check_measured(const render_request *r, message *why)
{
    const struct {
        bool given;
        const char *name;
    } never_with[] = {{r->phase, "--phase"},
                      {r->star, "--star"},
                      {r->overlay, "--overlay"},
                      {r->level_count > 0, "--contours"},
                      {r->boundary_file != NULL, "--boundary"},
                      {r->spectrum_file != NULL, "--spectrum"},
                      {r->stencil_text != NULL, "--stencil"}};
    for (size_t i = 0; i < sizeof never_with / sizeof never_with[0] && r->measured; i++) {
        if (never_with[i].given) {
            return refuse(why, "--measured and %s cannot be combined", never_with[i].name);
        }
    }
    if (r->parameters_text != NULL && r->problem_text == NULL) {
        return refuse(why, "--param is for --problem");
    }
    if (r->plane == PLANE_PARAMETERS && (r->hatch || r->w_text != NULL)) {
        return refuse(why, "%s is for the test equation, not for --problem",
                      r->hatch ? "--hatch" : "--w");
    }
    return STATUS_OK;
}

status render_read_values(render_request *r, message *why)
{
    status s = read_methods(r->methods_text, RENDER_MAX_METHODS, r->methods, &r->method_count, why);
    if (s == STATUS_OK && r->with_text != NULL) {
        s = read_methods(r->with_text, RENDER_MAX_WITH, r->with, &r->with_count, why);
    }
    s = s == STATUS_OK ? read_kind(r, why) : s;
    s = s == STATUS_OK ? render_read_plane(r, why) : s;
    if (s == STATUS_OK) {
        s = read_list("--w", r->w_text != NULL ? r->w_text : "0", RENDER_MAX_W, r->w, &r->w_count,
                      why);
    }
    s = s == STATUS_OK && r->every_w_text != NULL ? read_every_w(r, why) : s;
    if (s == STATUS_OK && !view_chart_find(r->chart_text, &r->chart)) {
        s = refuse(why, "--chart %.80s: unknown; accepted: plain, infinity, log", r->chart_text);
    }
    s = s == STATUS_OK ? read_size(r->size_text, &r->width, &r->height, why) : s;
    s = s == STATUS_OK && r->title != NULL ? check_title(r->title, why) : s;
    s = s == STATUS_OK && r->view_text != NULL ? read_view(r->view_text, r->view, why) : s;
    s = s == STATUS_OK && r->contours_text != NULL ? read_levels(r, why) : s;
    s = s == STATUS_OK ? read_evaluator(r, why) : s;
    s = s == STATUS_OK ? read_motion(r->motion_text, &r->moves, why) : s;
    if (s == STATUS_OK && r->columns_text != NULL) {
        s = read_integer("--columns", r->columns_text, 1, FIGURE_MAX_PANELS, &r->columns, why);
    }
    if (s == STATUS_OK && r->jobs_text != NULL) {
        s = read_integer("--jobs", r->jobs_text, 1, 256, &r->jobs, why);
    }
    s = s == STATUS_OK ? read_spectrum(r, why) : s;
    if (s == STATUS_OK && r->steps_text != NULL) {
        s = read_integer("--steps", r->steps_text, 1, MEASUREMENT_MOST_STEPS, &r->steps, why);
    }
    if (s == STATUS_OK && r->t0_text != NULL) {
        wide number;
        s = read_real("--t0", r->t0_text, &number, why);
        r->t0 = number.high;
    }
    s = s == STATUS_OK ? check_measured(r, why) : s;
    s = s == STATUS_OK ? check_charts(r, why) : s;
    return s == STATUS_OK ? check_combination(r, why) : s;
}
