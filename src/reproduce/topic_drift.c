/* Drift off the constraints, and what post-stabilisation leaves of it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reproduce/runs.h"
#include "reproduce/topics.h"

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

/* At so many times, the residuals of g and, after them, of g'. */
static status draw_drift(reproduction *r, int count, const double *t, const double *residual,
                         message *why)
{
    const double *of_g = residual, *of_slope = residual + count;
    chart_panel panel = {
        .title = "Pendulum, index 1, RK4, /h/ = 0.01: drift off the constraints",
        .x = {.name = "time /t/", .is_log = true, .low = 0.1, .high = 100},
        .y = {.name = "residual", .is_log = true},
        .series_count = 2,
        .series =
            {{.x = t, .y = of_g, .count = count, .label = "|/g/|", .pen = 1, .solid = true},
             {.x = t, .y = of_slope, .count = count, .label = "|/g/'|", .pen = 2, .solid = true}},
        .guide_count = 2,
        .guides = {{.x = 10, .y = 8 * of_g[count / 10], .slope = 2},
                   {.x = 10, .y = of_slope[count / 10] / 8, .slope = 1}}};
    const chart c = {.width = 1000, .height = 700, .panel_count = 1, .panels = &panel};
    return document_chart(r->document, "drift", &c, r->command_line,
                          "Residuals of the constraint and of its derivative over time; the thin "
                          "lines have the slopes of the theorem.",
                          why);
}

static status show_growth(reproduction *r, message *why)
{
    static const char *const levels[] = {"|/g/|", "|/g/'|"};
    static const char *const names[] = {"residual", "at /t/ = 100", "slope", "theorem"};
    static const column_kind kinds[] = {COLUMN_WORDS, COLUMN_NUMBER, COLUMN_NUMBER, COLUMN_NUMBER};
    document *d = r->document;
    double slopes[2], *t = NULL, *residual = NULL;
    record run;
    const run_plan plan = {.system = "eich-pendulum",
                           .formulation = "index-1",
                           .method = "rk4",
                           .h = 0.01,
                           .t1 = 100,
                           .keeps = true};
    status s = STATUS_OK;
    TRY_OR_END(run_make(r->all, &plan, &run, why));
    TRY_OR_END(run_columns(&run, ROW_T, 1, &t, why));
    TRY_OR_END(run_columns(&run, ROW_DRIFT_0, 2, &residual, why));
    document_table(d, "RK4, /h/ = 0.01, pendulum of index 1, 100 s", 4, names, kinds);
    for (int level = 0; level < 2; level++) {
        const double *at = residual + level * run.count;
        slopes[level] = slope_of(t, at, run.count);
        document_cell(d, VERDICT_NONE, "%s", levels[level]);
        document_cell(d, VERDICT_NONE, "%.2e", at[run.count - 1]);
        document_cell(d, VERDICT_NONE, "%.3f", slopes[level]);
        document_cell(d, VERDICT_NONE, "%d", 2 - level);
    }
    document_end_table(d);
    for (int level = 0; level < 2; level++) {
        document_claim(d, run.result.outcome == STEP_DONE && fabs(slopes[level] - 2 + level) < 0.05,
                       "%s grows like %s: the slope is within 0.05.", levels[level],
                       level == 0 ? "/t/^{2}" : "/t/");
    }
    s = draw_drift(r, run.count, t, residual, why);
end:
    free(residual);
    free(t);
    record_clear(&run);
    return s;
}

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

enum { ROWS = sizeof rows / sizeof rows[0] };

/* The worst residuals of a row, with h and h/2. */
static status measure_row(reproduction *r, int i, double residual[2], message *why)
{
    for (int k = 0; k < 2; k++) {
        const run_plan plan = {.system = rows[i].system,
                               .formulation = rows[i].formulation,
                               .method = rows[i].method,
                               .h = k == 0 ? rows[i].h : rows[i].h / 2,
                               .t1 = 1};
        record run;
        status s = run_make(r->all, &plan, &run, why);
        const lab_result *end = &run.result;
        residual[k] = end->outcome == STEP_DONE ? end->worst_drift[rows[i].level] : NAN;
        record_clear(&run);
        TRY(s);
    }
    return STATUS_OK;
}

static void show_row(document *d, int i, const double residual[2], double order)
{
    document_cell(d, VERDICT_NONE, "%s", rows[i].system);
    document_cell(d, VERDICT_NONE, "%s", rows[i].method);
    document_cell(d, VERDICT_NONE, "%s", strstr(rows[i].formulation, "=1") ? "once" : "twice");
    document_cell(d, VERDICT_NONE, "%s", rows[i].level == 0 ? "|/g/|" : "|/g/'|");
    document_cell(d, VERDICT_NONE, "1//%g", 1 / rows[i].h);
    document_cell(d, VERDICT_NONE, "%.1e", residual[0]);
    document_cell(d, VERDICT_NONE, "%.1e", residual[1]);
    document_cell(d, VERDICT_NONE, "%.2f", order);
    document_cell(d, VERDICT_NONE, "%g", rows[i].order);
}

static status show_post_stabilisation(reproduction *r, message *why)
{
    static const char *const names[] = {"system",   "method",      "applied", "residual", "/h/",
                                        "with /h/", "with /h///2", "order",   "theory"};
    static const column_kind kinds[] = {COLUMN_WORDS,  COLUMN_WORDS,  COLUMN_WORDS,
                                        COLUMN_WORDS,  COLUMN_NUMBER, COLUMN_NUMBER,
                                        COLUMN_NUMBER, COLUMN_NUMBER, COLUMN_NUMBER};
    document *d = r->document;
    double residual[ROWS][2];
    bool all = true;
    for (int i = 0; i < ROWS; i++) {
        TRY(measure_row(r, i, residual[i], why));
    }
    document_heading(d, "Orders of post-stabilisation");
    document_paragraph(d, "Post-stabilisation with /F/ = /B/(/GB/)^{−1}: applied once, /g/ is "
                          "/O/(/h/^{2(p+1)}) and /g/' is /O/(/h/^{p+1}); applied twice, both are "
                          "/O/(/h/^{2(p+1)}). (Of a single pendulum /g/' needs no second time.)");
    document_table(d, "The largest residual of all steps to /t/ = 1", 9, names, kinds);
    for (int i = 0; i < ROWS; i++) {
        double order = log2(residual[i][0] / residual[i][1]);
        show_row(d, i, residual[i], order);
        all = all && fabs(order - rows[i].order) < 1;
    }
    document_end_table(d);
    document_claim(d, all, "Each of the %d orders is within 1 of the theory.", (int)ROWS);
    return STATUS_OK;
}

status topic_drift(reproduction *r, message *why)
{
    document_section(r->document, "drift",
                     "Lecture notes, chapter 9: the drift theorem and post-stabilisation");
    document_paragraph(r->document,
                       "When the constraint is differentiated twice and integrated (index 1), the "
                       "theorem lets |/g/| grow like /t/^{2} and |/g/'| like /t/. RK4 shows it "
                       "sharply: on the logarithmic scale the slopes are those of the theorem.");
    TRY(show_growth(r, why));
    return show_post_stabilisation(r, why);
}
