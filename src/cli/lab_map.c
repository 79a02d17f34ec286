#include "lab_map.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lab.h"
#include "session.h"
#include "values.h"

typedef struct request {
    lab_texts texts;
    const char *plane_text, *range_texts[2], *cells_text, *show_text;
    lab_method method;
    int width, height, jobs;
    lab_file file;
    lab_map map;
} request;

static const map_axis *axis_of(const lab_map *m, axis_kind kind)
{
    return m->axes[0].kind == kind ? &m->axes[0] : m->axes[1].kind == kind ? &m->axes[1] : NULL;
}

static status read_plane(request *q, message *why)
{
    const char *comma = strchr(q->plane_text, ',');
    char name[32];
    if (comma == NULL || comma - q->plane_text >= (long)sizeof name) {
        return refuse(why, "--plane %.80s: two names such as h,gamma are accepted", q->plane_text);
    }
    snprintf(name, sizeof name, "%.*s", (int)(comma - q->plane_text), q->plane_text);
    status s = map_axis_find(name, &q->map.base, &q->map.axes[0], why);
    s = s == STATUS_OK ? map_axis_find(comma + 1, &q->map.base, &q->map.axes[1], why) : s;
    const map_axis *x = &q->map.axes[0], *y = &q->map.axes[1];
    if (s == STATUS_OK && ((x->kind == y->kind && x->kind != AXIS_PARAMETER) ||
                           (x->parameter >= 0 && x->parameter == y->parameter))) {
        s = refuse(why, "--plane %.80s: two different quantities are accepted", q->plane_text);
    }
    return s;
}

/* What is an axis cannot be given, too. */
static status check_axes(const request *q, message *why)
{
    const lab_map *m = &q->map;
    if (axis_of(m, AXIS_H) != NULL && q->texts.h != NULL) {
        return refuse(why, "--h %.40s: h is a coordinate of the plane", q->texts.h);
    }
    if (axis_of(m, AXIS_TOL) != NULL && q->texts.tol != NULL) {
        return refuse(why, "--tol %.40s: tol is a coordinate of the plane", q->texts.tol);
    }
    for (int k = 0; k < 2; k++) {
        int i = m->axes[k].parameter;
        if (i >= 0 && m->base.is_given[i]) {
            return refuse(why, "--param %s: it is a coordinate of the plane",
                          m->base.entry->parameters[i].name);
        }
    }
    for (int i = 0; i < m->formulation_count && axis_of(m, AXIS_GAMMA) != NULL; i++) {
        const formulation_choice *f = &m->formulations[i];
        if (strstr(formulations_at(f->family)->keys, "gamma=") == NULL || f->has_gammas) {
            return refuse(why,
                          "--plane %.40s: the formulation %s has no gamma; accepted: baumgarte, "
                          "stabilised-ode",
                          q->plane_text, f->name);
        }
    }
    return STATUS_OK;
}

static status usual_range(const request *q, map_axis *a, const char *option_name, message *why)
{
    const lab_setup *b = &q->map.base;
    double initial = a->kind == AXIS_PARAMETER ? b->entry->parameters[a->parameter].initial : 0;
    switch (a->kind) {
    case AXIS_H:
        a->low = b->t1 / 1000;
        a->high = b->t1 / 10;
        break;
    case AXIS_TOL:
        a->low = 1e-8;
        a->high = 1e-2;
        break;
    case AXIS_GAMMA:
        a->low = 0.1;
        a->high = 1000;
        break;
    case AXIS_HNU:
        a->low = 0.1;
        a->high = 100;
        break;
    case AXIS_PARAMETER:
        a->low = initial / 10;
        a->high = initial * 10;
        break;
    }
    return a->low < a->high
               ? STATUS_OK
               : refuse(why, "%s is needed: %s has no usual range", option_name, a->name);
}

static status read_range(const request *q, int k, map_axis *a, message *why)
{
    static const char *const names[] = {"--x", "--y"};
    const char *given = q->range_texts[k], *colon;
    status s = STATUS_OK;
    if (given == NULL) {
        s = usual_range(q, a, names[k], why);
    } else {
        char low[64];
        wide number = {0};
        colon = strchr(given, ':');
        if (colon == NULL || colon - given >= (long)sizeof low) {
            return refuse(why, "%s %.80s: A:B with A < B is accepted", names[k], given);
        }
        snprintf(low, sizeof low, "%.*s", (int)(colon - given), given);
        s = read_real(names[k], low, &number, why);
        a->low = number.high;
        s = s == STATUS_OK ? read_real(names[k], colon + 1, &number, why) : s;
        a->high = number.high;
        bool positive = a->kind != AXIS_PARAMETER && a->kind != AXIS_GAMMA;
        if (s == STATUS_OK && (!(a->low < a->high) || (positive && !(a->low > 0)))) {
            s = refuse(why, "%s %.80s: A:B with %sA < B is accepted", names[k], given,
                       positive ? "0 < " : "");
        }
    }
    a->is_log = a->low > 0 && a->high > 10 * a->low;
    return s;
}

static status read_cells(request *q, message *why)
{
    int used = 0, columns = 0, rows = 0;
    if (sscanf(q->cells_text, "%5dx%5d%n", &columns, &rows, &used) != 2 ||
        q->cells_text[used] != '\0' || columns < 1 || rows < 1 || columns > MAP_MOST_SIDE ||
        rows > MAP_MOST_SIDE) {
        return refuse(why, "--cells %.80s: COLUMNSxROWS from 1x1 to %dx%d is accepted",
                      q->cells_text, MAP_MOST_SIDE, MAP_MOST_SIDE);
    }
    q->map.axes[0].count = columns;
    q->map.axes[1].count = rows;
    return STATUS_OK;
}

static status read_formulations(request *q, message *why)
{
    static const char *const usual = LAB_FORMULATION;
    const lab_texts *t = &q->texts;
    name_list names;
    bool given = t->formulation_count > 0;
    status s = lab_split("--formulation", given ? t->formulations : &usual,
                         given ? t->formulation_count : 1, &names, why);
    if (s == STATUS_OK && names.count > MAP_MOST_FORMULATIONS) {
        s = refuse(why, "--formulation: %d are more than %d", names.count, MAP_MOST_FORMULATIONS);
    }
    for (int i = 0; s == STATUS_OK && i < names.count; i++) {
        s = lab_read_formulation(names.names[i], &q->map.formulations[i], why);
        q->map.formulation_count = i + 1;
    }
    return s;
}

/* The method, for a plane in which h or the tolerance may be a coordinate. */
static status read_method(request *q, message *why)
{
    lab_map *m = &q->map;
    catalogue *all = NULL;
    status s = lab_read_steps(&q->texts, &m->base, why);
    s = s == STATUS_OK ? catalogue_create(assets_folder(), &all, why) : s;
    if (s == STATUS_OK) {
        bool by_h = axis_of(m, AXIS_H) != NULL, by_tol = axis_of(m, AXIS_TOL) != NULL;
        bool by_hnu = axis_of(m, AXIS_HNU) != NULL && q->texts.h == NULL && !by_h;
        m->base.tolerance = by_tol ? 1 : m->base.tolerance; /* any: it is set for every cell */
        m->base.h = by_h ? 1 : by_hnu ? m->base.t1 / 200 : m->base.h;
        s = lab_choose_method(all, q->texts.method, &m->base, &q->method, why);
    }
    catalogue_destroy(all);
    return s;
}

static const char *const shown[] = {
    [SHOW_ERROR] = "error", [SHOW_DRIFT] = "drift", [SHOW_ENERGY] = "energy", NULL};

static status read_show(request *q, message *why)
{
    int which = 0;
    status s = read_word("--show", q->show_text, shown, &which, why);
    q->map.shows = (map_quantity)which;
    return s;
}

static status read_request(request *q, message *why)
{
    const lab_texts *t = &q->texts;
    if (q->plane_text == NULL) {
        return refuse(why, "--plane X,Y is missing: two of h, tol, gamma, hnu and the parameters");
    }
    q->map.base.most_steps = ADAPTIVE_MOST_STEPS; /* of fixed steps, too: there are many runs */
    status s = lab_read_system(t, &q->map.base, why);
    s = s == STATUS_OK ? read_plane(q, why) : s;
    s = s == STATUS_OK ? read_formulations(q, why) : s;
    s = s == STATUS_OK ? check_axes(q, why) : s;
    for (int k = 0; k < 2 && s == STATUS_OK; k++) {
        s = read_range(q, k, &q->map.axes[k], why);
    }
    s = s == STATUS_OK ? read_cells(q, why) : s;
    s = s == STATUS_OK ? read_show(q, why) : s;
    s = s == STATUS_OK ? read_size(t->size, &q->width, &q->height, why) : s;
    s = s == STATUS_OK && t->output != NULL ? lab_read_file(t->output, &q->file, why) : s;
    if (s == STATUS_OK && t->jobs != NULL) {
        s = read_integer("--jobs", t->jobs, 1, 256, &q->jobs, why);
    }
    return s == STATUS_OK ? read_method(q, why) : s;
}

static status run_request(const command *self, request *q, int count, char **arguments,
                          message *why)
{
    text line = {0};
    output *to = NULL;
    status s = session_command_line(self, count, arguments, &line, why);
    s = s == STATUS_OK ? read_request(q, why) : s;
    s = s == STATUS_OK && q->texts.output != NULL
            ? output_open(q->texts.output, q->texts.force, &to, why)
            : s;
    s = s == STATUS_OK ? map_compute(&q->map, q->jobs, q->texts.quiet, why) : s;
    if (s == STATUS_OK && to != NULL) {
        s = q->file.is_csv
                ? map_csv(&q->map, to, why)
                : map_chart(&q->map, q->file.format, q->width, q->height, line.data, to, why);
        s = s == STATUS_OK ? output_commit(&to, why) : s;
    }
    output_discard(&to);
    text_clear(&line);
    if (s == STATUS_OK && q->texts.json) {
        s = print_json(map_json(&q->map), why);
    } else if (s == STATUS_OK) {
        map_print(&q->map);
    }
    map_clear(&q->map);
    lab_method_clear(&q->method);
    return s;
}

static int run(const command *self, int count, char **arguments)
{
    request q = {.texts = {.size = "1280x720"}, .cells_text = "32x24", .show_text = "error"};
    lab_texts *t = &q.texts;
    bool helped = false;
    const option table[] = {
        {.name = "--plane",
         .hint = "X,Y",
         .help = "the axes: h, tol, gamma, hnu, or parameters of the problem",
         .value = &q.plane_text},
        {.name = "--x", .hint = "A:B", .help = "the range of X", .value = &q.range_texts[0]},
        {.name = "--y", .hint = "A:B", .help = "the range of Y", .value = &q.range_texts[1]},
        {.name = "--cells",
         .hint = "NxM",
         .help = "columns and rows (default 32x24)",
         .value = &q.cells_text},
        {.name = "--formulation",
         .hint = "FORMULATION;...",
         .help = "one panel each (default " LAB_FORMULATION ")",
         .value = t->formulations,
         .times = &t->formulation_count,
         .most = LAB_MOST_TEXTS},
        {.name = "--method",
         .hint = "METHOD",
         .help = "default " LAB_METHOD_ADAPTIVE "; with h alone " LAB_METHOD_FIXED,
         .value = &t->method},
        {.name = "--tol",
         .hint = "T",
         .help = "tolerance of an adaptive method (default 1e-6)",
         .value = &t->tol},
        {.name = "--h", .hint = "H", .help = "fixed step (default t1/200)", .value = &t->h},
        LAB_SYSTEM_OPTIONS(t),
        LAB_MOST_STEPS_OPTION(t, "1000000"),
        {.name = "--show",
         .hint = "WHAT",
         .words = shown,
         .help = "error (default), drift or energy: what the colours mean",
         .value = &q.show_text},
        {.name = "-o",
         .hint = "FILE",
         .help = "the map: .png, .svg or .pdf; its numbers: .csv",
         .value = &t->output},
        {.name = "--size",
         .hint = "WxH",
         .help = "of the map (default 1280x720)",
         .value = &t->size,
         .idle = LAB_NO_PICTURE},
        LAB_JSON_OPTION(t),
        {.name = "--jobs",
         .hint = "N",
         .help = "threads (default: all processors)",
         .value = &t->jobs},
        LAB_FILE_OPTIONS(t),
    };
    message why;
    status s = lab_read_options(self, table, (int)(sizeof table / sizeof table[0]), t, count,
                                arguments, &helped, &why);
    if (s == STATUS_OK && !helped) {
        session_watch_signals();
        s = run_request(self, &q, count, arguments, &why);
    }
    return s == STATUS_OK ? 0 : complain(self, s, &why);
}

const command lab_map_command = {
    .name = "lab map",
    .summary = "Draws error or drift over two parameters, a panel a formulation",
    .usage = "PROBLEM --plane X,Y [--x A:B] [--y A:B] [--cells NxM] [--formulation F[;F...]] ...",
    .details =
        "Every cell is a run of its own, at the middle of the cell. An axis is h, tol, gamma (of\n"
        "baumgarte and stabilised-ode), hnu (h nu, by nu at the h given), or any parameter of the\n"
        "problem; it is logarithmic when its range is positive and spans more than a decade. For "
        "a\n"
        "parameter that is an integer put the middles there: --x 0.5:10.5 --cells 10x12.\n"
        "Formulations are separated by semicolons (or commas, as in 'lab compare').\n\n"
        "Colours: the largest error of a position or velocity at the end, dark is small; where\n"
        "no reference solution can be had, the drift of the energy or of the constraints. Marked\n"
        "are runs that blew up (overflow, or an error above 1e6), did not converge, met a "
        "singular\n"
        "step, took more than 2000000 steps, did not start, or were refused.\n\n"
        "examples:\n"
        "  spinscope lab map chain --plane h,ratio --x 1e-4:1e-1 --y 1:1e4 \\\n"
        "        --formulation 'stabilised-index-2:D=B;projected-invariant:D=CT' \\\n"
        "        --method bdf:2 --t1 1 -o map.png\n"
        "  spinscope lab map ascher-petzold-3 --plane hnu,gamma \\\n"
        "        --formulation baumgarte --method implicit-euler --h 0.01 \\\n"
        "        -o baumgarte.pdf\n",
    .run = run,
};
