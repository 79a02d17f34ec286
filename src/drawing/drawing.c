#include "drawing/drawing.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/output.h"
#include "drawing/kinds.h"
#include "field/spectrum.h"
#include "validation/measurement.h"

const char *const drawing_mode_words[MODE_COUNT] = {
    "on .npy and .csv: they hold |sigma|max and nothing else; .png, .svg and .pdf are figures",
    "with --plain, which is the bare field",
    "with --overlay, which draws boundaries only",
    "with --phase, whose colours are those of arg R",
    "on one panel",
    "with --measured, which integrates",
    "without --measured",
    "with --problem, which is an equation of its own",
    "without --problem",
    "without --stencil",
    "without --spectrum, --stencil or --problem",
    "where no eigenvalues are drawn: with --plain, on .npy and .csv",
    "where h is a coordinate of the plane",
    "when it is gpu, with --plain, with --overlay, on .npy and .csv: the CPU computes these",
    "in the plane zw, where every w is shown",
    "with --all-w, which shows the worst case of many w"};

enum {
    BARE = MODE_NUMBERS | MODE_PLAIN,
    ALL_PICTURES = USES_RENDER | USES_MOVIE | USES_WINDOW,
    FIGURES = USES_RENDER | USES_MOVIE
};

const char *engine_name(int i)
{
    static const char *const words[] = {"auto", "scalar", "simd", "gpu", NULL};
    return words[i];
}

const char *shading_name(int i)
{
    static const char *const words[] = {
        [SHADE_GROWTH] = "growth", [SHADE_PHASE] = "phase", [SHADE_STAR] = "star", NULL};
    return words[i];
}

static const char *plane_choice(int i)
{
    return i < PLANE_COUNT ? plane_name((plane)i) : NULL;
}

static const char *chart_choice(int i)
{
    return i < CHART_COUNT ? view_chart_name((view_chart)i) : NULL;
}

static const char *motion_choice(int i)
{
    return i < MOTION_COUNT ? motion_name((motion)i) : NULL;
}

static const property_flag shade_flags[] = {
    {"--phase", "phase", "arg R as hue (one-step methods)", MODE_NUMBERS | MODE_OVERLAY},
    {"--star", "star", "the order star |R e^{-z}| (one-step methods)", MODE_NUMBERS},
    {0}};

#define FIELD(NAME) PROPERTY_FIELD(drawing, NAME)
#define ANY_NUMBER .least = -DBL_MAX, .most = DBL_MAX
#define POSITIVE .least = 1e-300, .most = 1e300

const property drawing_properties[] = {
    {.key = "methods",
     .label = "methods",
     .hint = "METHOD,...",
     .kind = &property_methods,
     FIELD(methods),
     .room = DRAWING_MOST_METHODS,
     .initial = "",
     .help = "what is drawn, a panel each",
     .users = FIGURES,
     .stale = STALE_METHOD},
    {.key = "plane",
     .option = "--plane",
     .label = "plane",
     .hint = "PLANE",
     .kind = &drawing_plane_kind,
     FIELD(plane),
     .choice = plane_choice,
     .initial = "z",
     .help = "z, zw: real z against w, or of --problem: delta,eta; eta,h",
     .users = ALL_PICTURES | USES_VALIDATE,
     .stale = STALE_FIELD},
    {.key = "w",
     .option = "--w",
     .label = "w",
     .hint = "W,...",
     .kind = &property_numbers,
     FIELD(w),
     .room = NUMBER_LIST_MOST,
     ANY_NUMBER,
     .initial = "0",
     .help = "h omega, one panel each",
     .users = USES_RENDER | USES_VALIDATE,
     .stale = STALE_FIELD,
     .idle = MODE_ZW | MODE_ALL_W | MODE_PROBLEM},
    {.key = "all-w",
     .option = "--all-w",
     .label = "all w",
     .hint = "A:B",
     .kind = &property_range,
     FIELD(all_w),
     ANY_NUMBER,
     .initial = "",
     .help = "the worst case: stable is what is stable for all w from A to B",
     .users = USES_RENDER | USES_WINDOW,
     .stale = STALE_FIELD},
    {.key = "chart",
     .option = "--chart",
     .label = "chart",
     .hint = "CHART",
     .kind = &property_choice,
     FIELD(chart),
     .choice = chart_choice,
     .initial = "plain",
     .help = "plain, infinity: 1/z, log: log10 |z| and arg z / pi",
     .users = ALL_PICTURES,
     .stale = STALE_FIELD},
    {.key = "view",
     .option = "--view",
     .label = "view",
     .hint = "X0,X1,Y0,Y1",
     .kind = &property_rectangle,
     FIELD(view),
     .initial = "",
     .help = "the rectangle, in units of the chart (default -9,9,-9,9, widened)",
     .users = FIGURES | USES_VALIDATE,
     .stale = STALE_FIELD},
    {.key = "size",
     .option = "--size",
     .label = "size",
     .hint = "WxH",
     .kind = &property_size,
     FIELD(size),
     .least = 1,
     .most = VIEW_MAX_SIDE,
     .initial = "1200x1000",
     .help = "pixels of the whole picture",
     .users = FIGURES | USES_VALIDATE,
     .stale = STALE_FIELD},
    {.key = "measured",
     .option = "--measured",
     .label = "measured",
     .kind = &property_flag_kind,
     FIELD(measured),
     .initial = "off",
     .help = "what integrating every pixel gives, not what is predicted",
     .users = FIGURES,
     .stale = STALE_SAVED},
    {.key = "problem",
     .option = "--problem",
     .label = "problem",
     .hint = "PROBLEM",
     .kind = &drawing_problem_kind,
     FIELD(problem),
     .initial = "",
     .help = "... on this problem, in the --plane of two of its parameters and h",
     .users = USES_RENDER,
     .stale = STALE_SAVED,
     .idle = MODE_NOT_MEASURED},
    {.key = "param",
     .option = "--param",
     .label = "parameters",
     .hint = "NAME=VALUE,...",
     .kind = &drawing_parameters_kind,
     FIELD(parameters),
     .room = PROBLEMS_MAX_PARAMETERS,
     .initial = "",
     .help = "... its other parameters",
     .users = USES_RENDER,
     .stale = STALE_SAVED,
     .idle = MODE_NOT_MEASURED | MODE_NO_PROBLEM},
    {.key = "steps-measured",
     .option = "--steps",
     .label = "steps measured",
     .hint = "N",
     .kind = &drawing_steps_kind,
     FIELD(steps),
     .least = 1,
     .most = MEASUREMENT_MOST_STEPS,
     .initial = "",
     .help = "... this many steps a pixel (default 64; 400 with several roots)",
     .users = FIGURES | USES_VALIDATE,
     .stale = STALE_SAVED,
     .idle = MODE_NOT_MEASURED},
    {.key = "t0",
     .option = "--t0",
     .label = "measured from",
     .hint = "T",
     .kind = &property_number,
     FIELD(t0),
     ANY_NUMBER,
     .initial = "",
     .help = "... from this time on (default 0; 1e5 h for limits)",
     .users = FIGURES | USES_VALIDATE,
     .stale = STALE_SAVED,
     .idle = MODE_NOT_MEASURED},
    {.key = "shade",
     .label = "shows",
     .hint = "SHADE",
     .kind = &property_choice,
     FIELD(shade),
     .choice = shading_name,
     .flags = shade_flags,
     .initial = "growth",
     .help = "|sigma|, arg R, or the order star",
     .users = ALL_PICTURES,
     .stale = STALE_FIELD},
    {.key = "palette",
     .option = "--palette",
     .label = "palette",
     .hint = "PALETTE",
     .kind = &property_text,
     FIELD(palette),
     .initial = PALETTE_DEFAULT,
     .help = "colours by name or file",
     .users = ALL_PICTURES,
     .stale = STALE_METHOD,
     .idle = MODE_NUMBERS | MODE_OVERLAY | MODE_PHASE},
    {.key = "contours",
     .option = "--contours",
     .label = "contours",
     .hint = "L,...",
     .kind = &property_numbers,
     FIELD(contours),
     .room = DRAWING_MOST_LEVELS,
     POSITIVE,
     .initial = "",
     .help = "further levels of |sigma|, labelled",
     .users = ALL_PICTURES,
     .stale = STALE_COLOURS,
     .idle = BARE | MODE_OVERLAY},
    {.key = "boundary",
     .option = "--no-boundary",
     .label = "boundary",
     .kind = &property_flag_kind,
     FIELD(boundary),
     .initial = "on",
     .help = "draw |sigma| = 1",
     .users = ALL_PICTURES,
     .stale = STALE_COLOURS,
     .idle = BARE | MODE_OVERLAY},
    {.key = "hatch",
     .option = "--hatch",
     .label = "hatch Re z > 0",
     .kind = &property_flag_kind,
     FIELD(hatch),
     .initial = "off",
     .help = "hatch Re z > 0, where the exact solution grows",
     .users = ALL_PICTURES,
     .stale = STALE_COLOURS,
     .idle = BARE | MODE_PROBLEM},
    {.key = "grid",
     .option = "--grid",
     .label = "grid",
     .kind = &property_flag_kind,
     FIELD(grid),
     .initial = "off",
     .help = "lines at the numbers of the axes",
     .users = ALL_PICTURES,
     .stale = STALE_COLOURS,
     .idle = BARE},
    {.key = "plain",
     .option = "--plain",
     .label = "plain",
     .kind = &property_flag_kind,
     FIELD(plain),
     .initial = "off",
     .help = "the bare field: no axes, no text",
     .users = USES_RENDER,
     .stale = STALE_SAVED,
     .idle = MODE_NUMBERS},
    {.key = "overlay-all",
     .option = "--overlay",
     .label = "overlay",
     .kind = &property_flag_kind,
     FIELD(overlay),
     .initial = "off",
     .help = "only boundaries, all in one pair of axes",
     .users = FIGURES,
     .stale = STALE_SAVED,
     .idle = BARE},
    {.key = "with",
     .option = "--with",
     .label = "with",
     .hint = "METHOD,...",
     .kind = &property_methods,
     FIELD(with),
     .room = DRAWING_MOST_WITH,
     .initial = "",
     .help = "the boundaries of these over every region, dashed",
     .users = FIGURES,
     .stale = STALE_METHOD},
    {.key = "columns",
     .option = "--columns",
     .label = "columns",
     .hint = "N",
     .kind = &drawing_steps_kind,
     FIELD(columns),
     .least = 1,
     .most = FIGURE_MAX_PANELS,
     .initial = "",
     .help = "panels side by side",
     .users = FIGURES,
     .stale = STALE_SAVED,
     .idle = BARE | MODE_ONE_PANEL},
    {.key = "title",
     .option = "--title",
     .label = "title",
     .hint = "TEXT",
     .kind = &property_line,
     FIELD(title),
     .initial = "",
     .help = "instead of the method's name",
     .users = ALL_PICTURES,
     .stale = STALE_SAVED,
     .idle = BARE},
    {.key = "spectrum",
     .option = "--spectrum",
     .label = "spectrum",
     .hint = "FILE",
     .kind = &property_text,
     FIELD(spectrum),
     .initial = "",
     .help = "lay eigenvalues over it: re,im a line",
     .users = ALL_PICTURES,
     .stale = STALE_METHOD},
    {.key = "stencil",
     .option = "--stencil",
     .label = "stencil",
     .hint = "A,B,C",
     .kind = &property_numbers,
     FIELD(stencil),
     .room = STENCIL_MOST,
     ANY_NUMBER,
     .initial = "",
     .help = "... those of a periodic difference stencil",
     .users = ALL_PICTURES,
     .stale = STALE_METHOD},
    {.key = "dx",
     .option = "--dx",
     .label = "mesh width",
     .hint = "DX",
     .kind = &property_number,
     FIELD(dx),
     POSITIVE,
     .initial = "1",
     .help = "its mesh width",
     .users = ALL_PICTURES,
     .stale = STALE_METHOD,
     .idle = MODE_NO_STENCIL},
    {.key = "points",
     .option = "--points",
     .label = "points",
     .hint = "N",
     .kind = &property_integer,
     FIELD(points),
     .least = 1,
     .most = SPECTRUM_MOST,
     .initial = "64",
     .help = "its number of points",
     .users = ALL_PICTURES,
     .stale = STALE_METHOD,
     .idle = MODE_NO_STENCIL},
    {.key = "h",
     .option = "--h",
     .label = "h",
     .hint = "H",
     .kind = &property_number,
     FIELD(h),
     POSITIVE,
     .initial = "1",
     .help = "time step: of --problem, or to scale eigenvalues",
     .users = ALL_PICTURES,
     .stale = STALE_COLOURS,
     .idle = MODE_NO_H | MODE_HIDDEN_H | MODE_H_ACROSS},
    {.key = "motion",
     .option = "--motion",
     .label = "kernel",
     .hint = "MOTION",
     .kind = &property_choice,
     FIELD(motion),
     .choice = motion_choice,
     .initial = "shear",
     .help = "how the kernel moves: shear, rotation, normalised",
     .users = ALL_PICTURES | USES_VALIDATE,
     .stale = STALE_METHOD,
     .idle = MODE_PROBLEM},
    {.key = "engine",
     .option = "--evaluator",
     .label = "evaluator",
     .hint = "EVALUATOR",
     .kind = &property_choice,
     FIELD(engine),
     .choice = engine_name,
     .initial = "auto",
     .help = "what computes the field: auto, scalar, simd, gpu",
     .users = USES_RENDER | USES_WINDOW,
     .stale = STALE_FIELD,
     .idle = MODE_MEASURED | MODE_NO_GPU},
};

const int drawing_property_count = sizeof drawing_properties / sizeof drawing_properties[0];

drawing drawing_initial(void)
{
    drawing d;
    memset(&d, 0, sizeof d);
    properties_init(drawing_properties, drawing_property_count, &d);
    return d;
}

status drawing_set(drawing *d, const char *key, const char *value, message *why)
{
    const property *p = property_find(drawing_properties, drawing_property_count, key);
    return p == NULL ? refuse(why, "'%.60s' is no property of a drawing", key)
                     : property_set(p, d, p->option != NULL ? p->option : p->key, value, why);
}

bool drawing_has_all_w(const drawing *d)
{
    return !isnan(d->all_w[0]);
}

int drawing_panels(const drawing *d)
{
    return d->overlay ? 1 : d->methods.count * d->w.count;
}

static bool has_h_as_coordinate(const drawing *d)
{
    return !plane_is_predicted((plane)d->plane) &&
           (strcmp(d->across, "h") == 0 || strcmp(d->upward, "h") == 0);
}

unsigned drawing_modes(const drawing *d, file_format format)
{
    bool numbers = file_format_is_numbers(format), bare = numbers || d->plain;
    bool has_problem = d->problem >= 0, has_stencil = d->stencil.count > 0;
    bool has_points = has_stencil || d->spectrum[0] != '\0';
    const bool holds[MODE_COUNT] = {numbers,
                                    d->plain,
                                    d->overlay,
                                    d->shade == SHADE_PHASE,
                                    drawing_panels(d) == 1,
                                    d->measured,
                                    !d->measured,
                                    has_problem,
                                    !has_problem,
                                    !has_stencil,
                                    !has_points && !has_problem,
                                    has_points && bare,
                                    has_h_as_coordinate(d),
                                    d->engine == ENGINE_GPU && (bare || d->overlay),
                                    plane_has_every_w((plane)d->plane),
                                    drawing_has_all_w(d)};
    unsigned modes = 0;
    for (int i = 0; i < MODE_COUNT; i++) {
        modes |= holds[i] ? 1u << i : 0;
    }
    return modes;
}

/* What is refused together. */
typedef struct pair {
    bool given;
    const char *name;
} pair;

static status refuse_pairs(const char *name, const pair *with, size_t count, message *why)
{
    for (size_t i = 0; i < count; i++) {
        if (with[i].given) {
            return refuse(why, "%s and %s cannot be combined", name, with[i].name);
        }
    }
    return STATUS_OK;
}

/* What the charts and the worst case go with. */
static status check_charts(const drawing *d, message *why)
{
    const pair never[] = {{d->measured, "--measured"},
                          {d->shade == SHADE_STAR, "--star"},
                          {d->spectrum[0] != '\0', "--spectrum"},
                          {d->stencil.count > 0, "--stencil"},
                          {d->engine == ENGINE_GPU, "--evaluator gpu"}};
    const size_t count = sizeof never / sizeof never[0];
    const pair phase = {d->shade == SHADE_PHASE, "--phase"};
    if (d->chart != CHART_PLAIN) {
        TRY(refuse_pairs("--chart", never, count, why));
    }
    if (drawing_has_all_w(d)) {
        TRY(refuse_pairs("--all-w", never, count, why));
        TRY(refuse_pairs("--all-w", &phase, 1, why));
    }
    if (!plane_is_complex((plane)d->plane) && drawing_has_all_w(d)) {
        return refuse(why, "--all-w is for the plane z");
    }
    return plane_is_complex((plane)d->plane) || d->chart != CHART_LOG
               ? STATUS_OK
               : refuse(why, "--chart log is for the plane z");
}

/* What --measured goes with. */
static status check_measured(const drawing *d, message *why)
{
    const pair never[] = {{d->shade == SHADE_PHASE, "--phase"},
                          {d->shade == SHADE_STAR, "--star"},
                          {d->overlay, "--overlay"},
                          {d->contours.count > 0, "--contours"},
                          {d->spectrum[0] != '\0', "--spectrum"},
                          {d->stencil.count > 0, "--stencil"}};
    return d->measured ? refuse_pairs("--measured", never, sizeof never / sizeof never[0], why)
                       : STATUS_OK;
}

static status check_panels(const drawing *d, file_format format, message *why)
{
    int regions = d->methods.count * d->w.count, panels = drawing_panels(d);
    bool numbers = file_format_is_numbers(format);
    if (d->methods.count == 0) {
        return refuse(why, "a method is missing");
    }
    if ((d->plain || numbers) && regions > 1) {
        return refuse(why, "%s shows one method at one w",
                      d->plain ? "--plain" : "a file of numbers");
    }
    if (d->plain && (format == FORMAT_SVG || format == FORMAT_PDF)) {
        return refuse(why, "--plain is for png");
    }
    if (panels > FIGURE_MAX_PANELS) {
        return refuse(why, "%d panels; at most %d are accepted", panels, FIGURE_MAX_PANELS);
    }
    if (d->overlay && regions > FIGURE_MAX_CURVES) {
        return refuse(why, "%d curves; at most %d are accepted", regions, FIGURE_MAX_CURVES);
    }
    if (!d->plain && format == FORMAT_PNG &&
        (d->size[0] > FIGURE_MAX_SIDE || d->size[1] > FIGURE_MAX_SIDE)) {
        return refuse(why, "--size %dx%d: a figure has at most %d pixels a side; --plain has more",
                      d->size[0], d->size[1], FIGURE_MAX_SIDE);
    }
    return STATUS_OK;
}

status drawing_check(const drawing *d, file_format format, message *why)
{
    bool bare = d->plain || file_format_is_numbers(format), star = d->shade == SHADE_STAR;
    drawing_problem unused;
    TRY(drawing_resolve(d, &unused, why));
    TRY(check_measured(d, why));
    TRY(check_charts(d, why));
    TRY(check_panels(d, format, why));
    if (d->with.count > 0 && (bare || d->overlay || star || d->measured)) {
        return refuse(why, "--with is for figures of growth or phase");
    }
    if (star && d->overlay) {
        return refuse(why, "--star and --overlay cannot be combined");
    }
    if (d->spectrum[0] != '\0' && d->stencil.count > 0) {
        return refuse(why, "--spectrum and --stencil cannot be combined");
    }
    if (!plane_is_complex((plane)d->plane) && (d->spectrum[0] != '\0' || d->stencil.count > 0)) {
        return refuse(why, "a spectrum can be laid over the plane z only");
    }
    return STATUS_OK;
}

static status refuse_plane(const drawing *d, const problem_entry *e, message *why)
{
    text listed = {0};
    for (int i = 0; i <= MEASUREMENT_STEP; i++) {
        const char *name = measurement_coordinate_name(e, i);
        if (name != NULL) {
            text_add(&listed, "%s%s", i > 0 ? ", " : "", name);
        }
    }
    bool named = !plane_is_predicted((plane)d->plane);
    status s = refuse(why, "--plane %.40s%s%.40s: two parameters of %s are accepted, from: %.200s",
                      named ? d->across : plane_name((plane)d->plane), named ? "," : "",
                      named ? d->upward : "", e->name, listed.data != NULL ? listed.data : "");
    text_clear(&listed);
    return s;
}

static status set_parameters(const drawing *d, drawing_problem *p, message *why)
{
    const problem_entry *e = p->entry;
    for (int i = 0; i < d->parameters.count; i++) {
        const char *name = d->parameters.at[i].name;
        int index = problem_entry_parameter(e, name);
        if (index < 0) {
            return refuse(why, "--param %.80s: NAME=VALUE with a parameter of %s is accepted", name,
                          e->name);
        }
        if (index == p->x_parameter || index == p->y_parameter) {
            return refuse(why, "--param %.80s: %s is a coordinate of the plane", name, name);
        }
        p->values[index] = d->parameters.at[i].value;
    }
    return STATUS_OK;
}

status drawing_resolve(const drawing *d, drawing_problem *out, message *why)
{
    *out = (drawing_problem){0};
    bool has_problem = d->measured && d->problem >= 0;
    if (!has_problem) {
        return d->problem >= 0 ? refuse(why, "--problem is for --measured")
               : plane_is_predicted((plane)d->plane)
                   ? STATUS_OK
                   : refuse(why,
                            "--plane %.40s,%.40s: unknown; accepted: z, zw, or with --measured "
                            "--problem two parameters such as delta,eta or eta,h",
                            d->across, d->upward);
    }
    const problem_entry *e = out->entry = problems_at(d->problem);
    for (int i = 0; i < e->parameter_count; i++) { /* growth is that without a force */
        bool drives = measurement_coordinate_name(e, i) == NULL;
        out->values[i] = drives ? 0 : e->parameters[i].initial;
    }
    bool named = !plane_is_predicted((plane)d->plane);
    out->x_parameter = named ? measurement_coordinate(e, d->across) : -1;
    out->y_parameter = named ? measurement_coordinate(e, d->upward) : -1;
    if (out->x_parameter < 0 || out->y_parameter < 0 || out->x_parameter == out->y_parameter) {
        return refuse_plane(d, e, why);
    }
    TRY(set_parameters(d, out, why));
    if (has_h_as_coordinate(d)) {
        double least = d->view[strcmp(d->across, "h") == 0 ? 0 : 2];
        if (least < 0) {
            return refuse(why, "--view %g,%g,%g,%g: h is positive; accepted: from 0 on", d->view[0],
                          d->view[1], d->view[2], d->view[3]);
        }
    }
    return STATUS_OK;
}

view drawing_view(const drawing *d, double w, int width, int height)
{
    static const double steps_across[] = {0, 2, -9, 9}, steps_upward[] = {-9, 9, 0, 2};
    const double *given = !isnan(d->view[0]) ? d->view
                          : has_h_as_coordinate(d)
                              ? (strcmp(d->across, "h") == 0 ? steps_across : steps_upward)
                              : NULL;
    bool all = drawing_has_all_w(d);
    view v = view_usual((view_chart)d->chart, (plane)d->plane, all ? d->all_w[0] : w, given, width,
                        height);
    v.every_w = all;
    v.w_most = all ? d->all_w[1] : 0;
    return v;
}

/* Writes the value, and tells whether it is to be said again: it is not as it was at first, and can
 * matter. Without memory *out is broken, and so is the answer. */
static bool says_something(const property *p, const drawing *d, unsigned users, unsigned modes,
                           text *out)
{
    property_write(p, d, out);
    const char *words = out->data != NULL ? out->data : "";
    unsigned idle = p->idle;
    for (const property_flag *f = p->flags; f != NULL && f->option != NULL; f++) {
        idle |= strcmp(f->value, words) == 0 ? f->idle : 0;
    }
    return (p->users & users) != 0 && (idle & modes) == 0 && strcmp(words, p->initial) != 0;
}

/* `option=value`, or the option alone where it stands for the value. */
static void add_option(const property *p, const char *value, text *out)
{
    text word = {0};
    for (const property_flag *f = p->flags; f != NULL && f->option != NULL; f++) {
        if (strcmp(f->value, value) == 0) {
            text_add(&word, "%s", f->option);
        }
    }
    if (word.length == 0 && p->option != NULL) {
        text_add(&word, "%s%s%s", p->option, p->kind->is_flag ? "" : "=",
                 p->kind->is_flag ? "" : value);
    }
    if (word.length > 0) {
        text_add(out, " ");
        text_add_word(out, word.data);
    }
    out->broken = out->broken || word.broken;
    text_clear(&word);
}

void drawing_command(const drawing *d, const char *file, text *out)
{
    file_format format = FORMAT_PNG;
    (void)!file_format_of(file, FORMATS_FIGURES | FORMATS_NUMBERS, &format);
    unsigned modes = drawing_modes(d, format);
    text_add(out, "spinscope render ");
    for (int i = 0; i < drawing_property_count; i++) {
        const property *p = &drawing_properties[i];
        text value = {0};
        bool says = says_something(p, d, USES_RENDER, modes, &value);
        const char *words = value.data != NULL ? value.data : "";
        if (strcmp(p->key, "methods") == 0) { /* a file may begin as an option does */
            text operand = {0};
            text_add(&operand, "%s%s", words[0] == '-' ? "./" : "", words);
            text_add_word(out, operand.data != NULL ? operand.data : "");
            out->broken = out->broken || operand.broken;
            text_clear(&operand);
        } else if (says) {
            add_option(p, words, out);
        }
        out->broken = out->broken || value.broken;
        text_clear(&value);
    }
    text_add(out, " -o ");
    text_add_word(out, file);
}

void drawing_lines(const drawing *d, unsigned users, text *out)
{
    for (int i = 0; i < drawing_property_count; i++) {
        const property *p = &drawing_properties[i];
        text value = {0};
        if (says_something(p, d, users, 0, &value) && value.data != NULL) {
            text_add(out, "%s = %s\n", p->key, value.data);
        }
        out->broken = out->broken || value.broken;
        text_clear(&value);
    }
}
