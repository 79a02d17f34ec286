#include <stdio.h>
#include <string.h>

#include "lab.h"
#include "lab_options.h"
#include "study/map.h"

typedef struct request {
    lab_job job;
    const char *plane_text, *range_texts[2], *cells_text, *show_text;
    lab_method method;
    lab_map map;
} request;

static status read_plane(request *q, message *why)
{
    const char *comma = strchr(q->plane_text, ',');
    map_axis *x = &q->map.axes[0], *y = &q->map.axes[1];
    char name[32];
    if (comma == NULL || comma - q->plane_text >= (long)sizeof name) {
        return refuse(why, "--plane %.80s: two names such as h,gamma are accepted", q->plane_text);
    }
    snprintf(name, sizeof name, "%.*s", (int)(comma - q->plane_text), q->plane_text);
    TRY(map_axis_find(name, &q->map.base, x, why));
    TRY(map_axis_find(comma + 1, &q->map.base, y, why));
    bool is_same = (x->kind == y->kind && x->kind != AXIS_PARAMETER) ||
                   (x->parameter >= 0 && x->parameter == y->parameter);
    return is_same
               ? refuse(why, "--plane %.80s: two different quantities are accepted", q->plane_text)
               : STATUS_OK;
}

/* What is an axis cannot be given, too. */
static status check_axes(const request *q, message *why)
{
    const lab_map *m = &q->map;
    const lab_texts *t = &q->job.texts;
    if (map_axis_of(m, AXIS_H) != NULL && t->h != NULL) {
        return refuse(why, "--h %.40s: h is a coordinate of the plane", t->h);
    }
    if (map_axis_of(m, AXIS_TOL) != NULL && t->tol != NULL) {
        return refuse(why, "--tol %.40s: tol is a coordinate of the plane", t->tol);
    }
    for (int k = 0; k < 2; k++) {
        int i = m->axes[k].parameter;
        if (i >= 0 && m->base.is_given[i]) {
            return refuse(why, "--param %s: it is a coordinate of the plane",
                          m->base.entry->parameters[i].name);
        }
    }
    for (int i = 0; i < m->formulation_count && map_axis_of(m, AXIS_GAMMA) != NULL; i++) {
        if (!map_has_gamma(&m->formulations[i])) {
            return refuse(why,
                          "--plane %.40s: the formulation %s has no gamma; accepted: baumgarte, "
                          "stabilised-ode",
                          q->plane_text, m->formulations[i].name);
        }
    }
    return STATUS_OK;
}

/* A:B */
static status read_range(const char *option_name, const char *given, map_axis *a, message *why)
{
    char low[64];
    wide from, to;
    const char *colon = strchr(given, ':');
    if (colon == NULL || colon - given >= (long)sizeof low) {
        return refuse(why, "%s %.80s: A:B with A < B is accepted", option_name, given);
    }
    snprintf(low, sizeof low, "%.*s", (int)(colon - given), given);
    TRY(read_real(option_name, low, &from, why));
    TRY(read_real(option_name, colon + 1, &to, why));
    a->low = from.high;
    a->high = to.high;
    bool positive = a->kind != AXIS_PARAMETER && a->kind != AXIS_GAMMA;
    return a->low < a->high && (!positive || a->low > 0)
               ? STATUS_OK
               : refuse(why, "%s %.80s: A:B with %sA < B is accepted", option_name, given,
                        positive ? "0 < " : "");
}

static status read_ranges(request *q, message *why)
{
    static const char *const names[] = {"--x", "--y"};
    for (int k = 0; k < 2; k++) {
        map_axis *a = &q->map.axes[k];
        if (q->range_texts[k] != NULL) {
            TRY(read_range(names[k], q->range_texts[k], a, why));
        } else if (!map_axis_usual(a, &q->map.base)) {
            return refuse(why, "%s is needed: %s has no usual range", names[k], a->name);
        }
        a->is_log = a->low > 0 && a->high > 10 * a->low;
    }
    return STATUS_OK;
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
    const lab_texts *t = &q->job.texts;
    name_list names;
    TRY(read_names("--formulation", t->formulations, t->formulation_count, FORMULATION_USUAL,
                   &names, why));
    if (names.count > MAP_MOST_FORMULATIONS) {
        return refuse(why, "--formulation: %d are more than %d", names.count,
                      MAP_MOST_FORMULATIONS);
    }
    q->map.formulation_count = names.count;
    return lab_read_formulations(&names, q->map.formulations, why);
}

static status read_request(request *q, message *why)
{
    lab_setup *base = &q->map.base;
    int shows = 0;
    if (q->plane_text == NULL) {
        return refuse(why, "--plane X,Y is missing: two of h, tol, gamma, hnu and the parameters");
    }
    TRY(lab_read_system(&q->job.texts, base, why));
    if (base->most_steps == 0) {
        base->most_steps = ADAPTIVE_MOST_STEPS; /* of fixed steps, too: there are many runs */
    }
    TRY(read_plane(q, why));
    TRY(read_formulations(q, why));
    TRY(check_axes(q, why));
    TRY(read_ranges(q, why));
    TRY(read_cells(q, why));
    TRY(read_word("--show", q->show_text, map_quantity_names, &shows, why));
    q->map.shows = (map_quantity)shows;
    TRY(lab_read_output(&q->job, why));
    map_begin_steps(&q->map);
    return lab_choose_method(q->job.texts.method, base, &q->method, why);
}

static status answer(void *request_of, message *why)
{
    request *q = request_of;
    lab_map *m = &q->map;
    chart_sheet *sheet = NULL;
    text words = {0};
    const study_work work = lab_work(&q->job);
    status s;
    TRY_OR_END(read_request(q, why));
    TRY_OR_END(lab_open_output(&q->job, why));
    TRY_OR_END(map_compute(m, &work, why));
    if (q->job.to != NULL) {
        TRY_OR_END(q->job.is_csv ? map_csv(m, q->job.to, why) : map_chart(m, &sheet, why));
        TRY_OR_END(lab_close_output(&q->job, sheet, why));
    }
    if (q->job.texts.json) {
        TRY_OR_END(print_json(map_json(m), why));
    } else {
        map_words(m, &words);
        TRY_OR_END(print_whole(&words, why));
    }
end:
    chart_sheet_destroy(sheet);
    map_clear(m);
    lab_method_clear(&q->method);
    return s;
}

static int run(const command *self, int count, char **arguments)
{
    request q = {.cells_text = "32x24", .show_text = "error"};
    lab_texts *t = &q.job.texts;
    const option table[] = {
        LAB_OPTION("--plane", "X,Y", "the axes: h, tol, gamma, hnu, or parameters of the problem",
                   &q.plane_text),
        LAB_OPTION("--x", "A:B", "the range of X", &q.range_texts[0]),
        LAB_OPTION("--y", "A:B", "the range of Y", &q.range_texts[1]),
        LAB_OPTION("--cells", "NxM", "columns and rows (default 32x24)", &q.cells_text),
        LAB_OPTIONS("--formulation", "FORMULATION;...",
                    "one panel each (default " FORMULATION_USUAL ")", t->formulations,
                    &t->formulation_count),
        LAB_OPTION("--method", "METHOD",
                   "default " LAB_METHOD_ADAPTIVE "; with h alone " LAB_METHOD_FIXED, &t->method),
        LAB_OPTION("--tol", "T", "tolerance of an adaptive method (default 1e-6)", &t->tol),
        LAB_OPTION("--h", "H", "fixed step (default t1/200)", &t->h),
        LAB_T1_OPTION(t),
        LAB_PARAM_OPTION(t),
        LAB_MOST_STEPS_OPTION(t, "1000000"),
        {.name = "--show",
         .hint = "WHAT",
         .words = map_quantity_names,
         .help = "error (default), drift or energy: what the colours mean",
         .value = &q.show_text},
        LAB_OPTION("-o", "FILE", "the map: .png, .svg or .pdf; its numbers: .csv", &t->output),
        LAB_SIZE_OPTION(t, "map"),
        LAB_JSON_OPTION(t),
        LAB_OPTION("--jobs", "N", "threads (default: all processors)", &t->jobs),
        LAB_FORCE_OPTION(t),
        LAB_QUIET_OPTION(t),
    };
    return lab_do(self, table, (int)(sizeof table / sizeof table[0]), &q.job, answer, &q, count,
                  arguments);
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
