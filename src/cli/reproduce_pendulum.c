/* What the pendulum shows: projection, drift, post-stabilisation, attraction. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lab/run.h"
#include "lab/systems.h"
#include "reproduce.h"

enum { MOST_POINTS = 20001 };

/* A path that is kept for a picture. */
typedef struct path {
    int count;
    double *t, *drift[2], *x, *y;
} path;

static status path_allocate(path *p, message *why)
{
    double *all = NULL;
    status s = memory_allocate(&all, 5 * (size_t)MOST_POINTS, sizeof *all, why);
    *p = (path){.t = all};
    if (s == STATUS_OK) {
        p->drift[0] = all + MOST_POINTS;
        p->drift[1] = all + 2 * MOST_POINTS;
        p->x = all + 3 * MOST_POINTS;
        p->y = all + 4 * MOST_POINTS;
    }
    return s;
}

static void path_clear(path *p)
{
    free(p->t);
    *p = (path){0};
}

static void keep(void *context, const lab_point *now)
{
    path *p = context;
    if (p->count < MOST_POINTS) {
        int i = p->count++;
        p->t[i] = now->t;
        p->drift[0][i] = now->drift[0];
        p->drift[1][i] = now->drift[1];
        p->x[i] = now->p[0];
        p->y[i] = now->p[1];
    }
}

typedef struct experiment_of {
    const char *system, *formulation, *method;
    double h, tolerance, t1;
    const double *p, *v; /* NULL: the start of the system */
    path *path;          /* may be NULL */
} experiment_of;

/* Runs, and measures the error of velocities against the exact solution where there is one. */
static status go(const reproduction *r, const experiment_of *e, lab_result *out, double *error,
                 message *why)
{
    const system_entry *entry = systems_find(e->system);
    double values[PROBLEMS_MAX_PARAMETERS], p[CONSTRAINED_MAX_POSITIONS];
    double v[CONSTRAINED_MAX_POSITIONS], exact_p[CONSTRAINED_MAX_POSITIONS];
    double exact_v[CONSTRAINED_MAX_POSITIONS], y[CONSTRAINED_MAX_POSITIONS];
    constrained *c = NULL;
    formulation_choice how;
    lab_method m = {0};
    for (int i = 0; i < entry->parameter_count; i++) {
        values[i] = entry->parameters[i].initial;
    }
    status s = system_entry_create(entry, values, &c, why);
    s = s == STATUS_OK ? formulation_read(e->formulation, &how, why) : s;
    s = s == STATUS_OK ? lab_method_open(r->all, e->method, e->tolerance > 0, &m, why) : s;
    if (s == STATUS_OK) {
        c->start(c->data, p, v);
        const lab_request request = {.system = c,
                                     .formulation = &how,
                                     .method = &m,
                                     .h = e->h,
                                     .tolerance = e->tolerance,
                                     .t1 = e->t1,
                                     .p = e->p != NULL ? e->p : p,
                                     .v = e->v != NULL ? e->v : v,
                                     .watch = e->path != NULL ? keep : NULL,
                                     .context = e->path};
        s = lab_run(&request, out, why);
    }
    *error = NAN;
    if (s == STATUS_OK && c->exact != NULL) {
        c->exact(c->data, p, v, out->t, exact_p, exact_v, y);
        *error = fmax(fabs(out->v[0] - exact_v[0]), fabs(out->v[1] - exact_v[1]));
    }
    lab_method_clear(&m);
    constrained_destroy(c);
    return s;
}

/* The printed numbers of a tolerance: max(dvx, dvy) and RES of the run without, with projection. */
static bool printed_at(const char *data, const char *tolerance, double velocity[2],
                       double residual[2])
{
    bool found[2] = {false, false};
    for (const char *line = data; line != NULL && *line != '\0';
         line = strchr(line, '\n') != NULL ? strchr(line, '\n') + 1 : NULL) {
        char tol[16], yes[8];
        double dx, dy, dvx, dvy, lambda, res;
        if (sscanf(line, "%15[^,],%7[^,],%lf,%lf,%lf,%lf,%lf,%lf", tol, yes, &dx, &dy, &dvx, &dvy,
                   &lambda, &res) == 8 &&
            strcmp(tol, tolerance) == 0) {
            int which = strcmp(yes, "yes") == 0;
            velocity[which] = fmax(dvx, dvy);
            residual[which] = res;
            found[which] = true;
        }
    }
    return found[0] && found[1];
}

/* Ours at a tolerance, by both ways of iterating. */
static status measure_projection(reproduction *r, const char *method_name, double tolerance,
                                 double velocity[2], double residual[2], message *why)
{
    static const char *const formulations[] = {"index-1", "coordinate-projection"};
    status s = STATUS_OK;
    for (int i = 0; i < 2 && s == STATUS_OK; i++) {
        const experiment_of e = {.system = "eich-pendulum",
                                 .formulation = formulations[i],
                                 .method = method_name,
                                 .tolerance = tolerance,
                                 .t1 = 100};
        lab_result result;
        s = go(r, &e, &result, &velocity[i], why);
        residual[i] = s == STATUS_OK ? result.drift[0] : NAN;
        if (s == STATUS_OK && result.outcome != STEP_DONE) {
            velocity[i] = NAN;
        }
    }
    return s;
}

status reproduce_projection(reproduction *r, message *why)
{
    static const char *const tolerances[] = {"1e-5", "1e-6", "1e-7", "1e-8", "1e-9"};
    char *name = NULL, *data = NULL;
    size_t length = 0;
    bool residuals = true, smaller = true, tenfold = true;
    status s = reproduce_read("eich-table-3.1.csv", &name, &data, &length, why);
    printf(
        "Pendulum, index 1, 100 s, variable BDF without (-) and with (+) coordinate projection:\n"
        "the larger velocity error, against elliptic functions, and |x^2 + y^2 - 1| at the end.\n"
        "The printed digits belong to a code of its own; what must hold is said below.\n\n"
        "  TOL    published: dv-     dv+     res-    res+    computed: dv-     dv+     dv-/dv+  "
        "res-    res+\n");
    for (size_t i = 0; i < sizeof tolerances / sizeof tolerances[0] && s == STATUS_OK; i++) {
        double printed_v[2] = {NAN, NAN}, printed_r[2] = {NAN, NAN}, v[2], res[2];
        double tolerance = strtod(tolerances[i], NULL);
        if (!printed_at(data, tolerances[i], printed_v, printed_r)) {
            s = refuse(why, "%s: no lines of TOL %s", name, tolerances[i]);
            break;
        }
        s = measure_projection(r, "bdf", tolerance, v, res, why);
        printf("  %s            %7.1e %7.1e %7.1e %7.1e           %7.1e %7.1e %7.1f  %7.1e %7.1e\n",
               tolerances[i], printed_v[0], printed_v[1], printed_r[0], printed_r[1], v[0], v[1],
               v[0] / v[1], res[0], res[1]);
        residuals = residuals && res[1] < 1e-14;
        smaller = smaller && (tolerance > 5e-6 || v[1] < v[0]);
        tenfold = tenfold && (tolerance > 5e-7 || 10 * v[1] < v[0]);
    }
    if (s == STATUS_OK) {
        printf("\n  the residual is rounding with projection                 %s\n",
               reproduce_claim(r, residuals));
        printf("  the velocity error is smaller with it from 1e-6 on       %s\n",
               reproduce_claim(r, smaller));
        printf("  and at least ten times smaller from 1e-7 on              %s\n",
               reproduce_claim(r, tenfold));
    }
    if (s == STATUS_OK) {
        printf(
            "\n  With Newton's method watched in every step (bdf:careful) the run without "
            "projection is\n  as good in its velocities; what projection removes there is mostly "
            "what iterations leave:\n");
    }
    for (size_t i = 0; i < sizeof tolerances / sizeof tolerances[0] && s == STATUS_OK; i++) {
        double v[2], res[2];
        s = measure_projection(r, "bdf:careful", strtod(tolerances[i], NULL), v, res, why);
        printf("  %s   computed: %7.1e %7.1e %7.1f  %7.1e %7.1e\n", tolerances[i], v[0], v[1],
               v[0] / v[1], res[0], res[1]);
    }
    free(data);
    free(name);
    return s;
}

/* The slope of log(y) against log(x) by least squares, without the first eighth. */
static double slope_of(const double *x, const double *y, int count)
{
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (int i = count / 8 > 1 ? count / 8 : 1; i < count; i++) {
        double a = log(x[i]), b = log(y[i]);
        n += 1;
        sx += a;
        sy += b;
        sxx += a * a;
        sxy += a * b;
    }
    return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

static status draw_drift(const reproduction *r, const path *p, message *why)
{
    chart_panel panel = {.title = "Pendulum, index 1, RK4, /h/ = 0.01: drift off the constraints",
                         .x = {.name = "time /t/", .is_log = true, .low = 0.1, .high = 100},
                         .y = {.name = "residual", .is_log = true},
                         .series_count = 2,
                         .series = {{.x = p->t,
                                     .y = p->drift[0],
                                     .count = p->count,
                                     .label = "|/g/|",
                                     .pen = 1,
                                     .solid = true},
                                    {.x = p->t,
                                     .y = p->drift[1],
                                     .count = p->count,
                                     .label = "|/g/'|",
                                     .pen = 2,
                                     .solid = true}},
                         .guide_count = 2,
                         .guides = {{.x = 10, .y = 8 * p->drift[0][p->count / 10], .slope = 2},
                                    {.x = 10, .y = p->drift[1][p->count / 10] / 8, .slope = 1}}};
    const chart c = {.width = 1000, .height = 700, .panel_count = 1, .panels = &panel};
    return reproduce_chart(r, &c, "drift", why);
}

/* The worst residual after post-stabilisation at three steps, and the order that they show. */
static status show_post_stabilisation(reproduction *r, message *why)
{
    static const struct {
        const char *system, *method, *formulation;
        int level;
        double h, order;
    } rows[] = {{"pendulum", "rk4", "post-stabilised:times=1", 0, 1.0 / 16, 10},
                {"slider-crank", "rk4", "post-stabilised:times=1", 0, 1.0 / 32, 10},
                {"slider-crank", "rk4", "post-stabilised:times=1", 1, 1.0 / 32, 5},
                {"slider-crank", "rk4", "post-stabilised:times=2", 1, 1.0 / 32, 10},
                {"slider-crank", "heun", "post-stabilised:times=1", 0, 1.0 / 64, 6},
                {"slider-crank", "heun", "post-stabilised:times=1", 1, 1.0 / 64, 3},
                {"slider-crank", "heun", "post-stabilised:times=2", 1, 1.0 / 64, 6}};
    printf("\nPost-stabilisation with F = B (G B)^{-1}: once, g is O(h^{2(p+1)}) and g' is "
           "O(h^{p+1});\ntwice, both are O(h^{2(p+1)}). (Of a single pendulum g' needs no second "
           "time.)\n\n"
           "  system        method  F applied           of    h        residual  at h/2    order  "
           "expected\n");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double residual[2], error;
        for (int k = 0; k < 2; k++) {
            const experiment_of e = {.system = rows[i].system,
                                     .formulation = rows[i].formulation,
                                     .method = rows[i].method,
                                     .h = k == 0 ? rows[i].h : rows[i].h / 2,
                                     .t1 = 1};
            lab_result result;
            status s = go(r, &e, &result, &error, why);
            if (s != STATUS_OK) {
                return s;
            }
            residual[k] = result.outcome == STEP_DONE ? result.worst_drift[rows[i].level] : NAN;
        }
        double order = log2(residual[0] / residual[1]);
        printf("  %-13s %-7s %-19s %-4s  1/%-6g %8.1e  %8.1e  %5.2f  %5g  %s\n", rows[i].system,
               rows[i].method, strchr(rows[i].formulation, ':') + 1,
               rows[i].level == 0 ? "g" : "g'", 1 / rows[i].h, residual[0], residual[1], order,
               rows[i].order, reproduce_claim(r, fabs(order - rows[i].order) < 1));
    }
    return STATUS_OK;
}

status reproduce_drift(reproduction *r, message *why)
{
    path p = {0};
    lab_result result;
    double error;
    status s = path_allocate(&p, why);
    const experiment_of e = {.system = "eich-pendulum",
                             .formulation = "index-1",
                             .method = "rk4",
                             .h = 0.01,
                             .t1 = 100,
                             .path = &p};
    s = s == STATUS_OK ? go(r, &e, &result, &error, why) : s;
    if (s == STATUS_OK) {
        static const char *const names[] = {"g", "g'"};
        printf("RK4, h = 0.01, pendulum of index 1, 100 s: residuals grow like powers of t\n\n");
        for (int level = 0; level < 2; level++) {
            double slope = slope_of(p.t, p.drift[level], p.count);
            printf("  |%-2s| = %.2e at the end, slope %.3f, theorem %d  %s\n", names[level],
                   p.drift[level][p.count - 1], slope, 2 - level,
                   reproduce_claim(r, result.outcome == STEP_DONE &&
                                          fabs(slope - (2 - level)) < 0.05));
        }
        s = draw_drift(r, &p, why);
    }
    path_clear(&p);
    return s == STATUS_OK ? show_post_stabilisation(r, why) : s;
}

/* The unit circle, for pictures. */
static void trace_circle(double *x, double *y, int count)
{
    for (int i = 0; i < count; i++) {
        double a = 2 * acos(-1) * i / (count - 1);
        x[i] = cos(a);
        y[i] = sin(a);
    }
}

enum { CIRCLE = 361, STARTS = 3, WAYS = 3 };

static const struct {
    const char *formulation, *title;
    bool attracts;
} ways[WAYS] = {{"index-1", "unstabilised", false},
                {"stabilised-ode:gamma=10,F=HT", "/F/ = /H/^{T}, /γ/ = 10", true},
                {"stabilised-ode:gamma=10,F=HHT", "/F/ = /H/^{T}(/HH/^{T})^{−1}, /γ/ = 10", true}};

static status attract(reproduction *r, path paths[WAYS][STARTS], message *why)
{
    static const double heights[STARTS] = {0, 0.5, -0.5};
    static const double v[2] = {0, -5};
    for (int i = 0; i < WAYS; i++) {
        for (int k = 0; k < STARTS; k++) {
            const double p[2] = {1, heights[k]};
            const experiment_of e = {.system = "pendulum",
                                     .formulation = ways[i].formulation,
                                     .method = "dopri5",
                                     .h = 0.005,
                                     .tolerance = 1e-8,
                                     .t1 = 2,
                                     .p = p,
                                     .v = v,
                                     .path = &paths[i][k]};
            lab_result result;
            double error;
            status s = path_allocate(&paths[i][k], why);
            s = s == STATUS_OK ? go(r, &e, &result, &error, why) : s;
            if (s != STATUS_OK) {
                return s;
            }
            bool expected =
                k == 0 || ways[i].attracts ? result.drift[0] < 1e-6 : result.drift[0] > 0.1;
            printf("  %-30s q(0) = (1, %4.1f)   |q^2 - 1| = %8.1e at t = 2   %s\n",
                   ways[i].formulation, heights[k], result.drift[0], reproduce_claim(r, expected));
        }
    }
    return STATUS_OK;
}

status reproduce_attraction(reproduction *r, message *why)
{
    static const char *const labels[STARTS] = {"/q/(0) = (1, 0)", "/q/(0) = (1, 0.5)",
                                               "/q/(0) = (1, −0.5)"};
    double x[CIRCLE], y[CIRCLE];
    path paths[WAYS][STARTS] = {{{0}}};
    chart_panel panels[WAYS] = {{.equal = true}};
    printf(
        "Pendulum, g = 9.81, v(0) = (0, -5), started on the circle and off it, dopri5 to 1e-8\n\n");
    status s = attract(r, paths, why);
    trace_circle(x, y, CIRCLE);
    for (int i = 0; i < WAYS; i++) {
        panels[i] = (chart_panel){.equal = true,
                                  .x = {.name = "/q/_{1}", .low = -1.9, .high = 1.9},
                                  .y = {.name = "/q/_{2}", .low = -1.9, .high = 1.9},
                                  .series_count = STARTS + 1};
        snprintf(panels[i].title, sizeof panels[i].title, "%s", ways[i].title);
        for (int k = 0; k < STARTS; k++) {
            panels[i].series[k] = (chart_series){.x = paths[i][k].x,
                                                 .y = paths[i][k].y,
                                                 .count = paths[i][k].count,
                                                 .pen = k + 1,
                                                 .solid = true};
            snprintf(panels[i].series[k].label, sizeof panels[i].series[k].label, "%s", labels[k]);
        }
        panels[i].series[STARTS] =
            (chart_series){.x = x, .y = y, .count = CIRCLE, .width = 0.6, .label = "|/q/| = 1"};
    }
    chart c = {.width = 1500,
               .height = 620,
               .columns = WAYS,
               .title = "Example 6 of the lecture notes: is the circle attracting?",
               .panel_count = WAYS,
               .panels = panels};
    s = s == STATUS_OK ? reproduce_chart(r, &c, "attraction", why) : s;
    for (int i = 0; i < WAYS; i++) {
        for (int k = 0; k < STARTS; k++) {
            path_clear(&paths[i][k]);
        }
    }
    return s;
}
