/* Example 6 of the lecture notes: is the circle attracting? */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "reproduce/pendulum.h"
#include "reproduce/runs.h"
#include "reproduce/topics.h"

enum { CIRCLE = 361, STARTS = 3, WAYS = 3 };

static const struct {
    const char *formulation, *title;
    bool attracts;
} ways[WAYS] = {{"index-1", "unstabilised", false},
                {"stabilised-ode:gamma=10,F=HT", "/F/ = /H/^{T}, /γ/ = 10", true},
                {"stabilised-ode:gamma=10,F=HHT", "/F/ = /H/^{T}(/HH/^{T})^{−1}, /γ/ = 10", true}};

static const double heights[STARTS] = {0, 0.5, -0.5};
static const double start_v[2] = {0, -5};
static const char *const starts[STARTS] = {"(1, 0)", "(1, 0.5)", "(1, −0.5)"};

/* The unit circle, for pictures. */
static void trace_circle(double *x, double *y, int count)
{
    for (int i = 0; i < count; i++) {
        double a = 2 * acos(-1) * i / (count - 1);
        x[i] = cos(a);
        y[i] = sin(a);
    }
}

/* The positions of a run, all x and then all y. */
typedef struct path {
    int count;
    double *xy;
} path;

/* Where a path ends. */
typedef struct ending {
    double off, t, q; /* ||q|^2 - 1|, the time, |q| */
    bool early;       /* it broke down there */
} ending;

/* Does the circle keep what starts on it, and attract what does not where it should? */
static bool is_expected(int way, int start, const ending *e)
{
    return start == 0 || ways[way].attracts ? !e->early && e->off < 1e-6 : e->off > 0.1;
}

static status follow(reproduction *r, int way, int start, path *along, ending *to, message *why)
{
    const run_plan plan = {.system = "pendulum",
                           .formulation = ways[way].formulation,
                           .method = "dopri5",
                           .h = 0.005,
                           .tolerance = 1e-8,
                           .t1 = 2,
                           .parameter = "y",
                           .value = heights[start],
                           .keeps = true};
    record run;
    const lab_result *last = &run.result;
    status s = STATUS_OK;
    TRY_OR_END(run_make(r->all, &plan, &run, why));
    *to = (ending){.off = last->drift[0],
                   .t = last->t,
                   .q = hypot(last->p[0], last->p[1]),
                   .early = last->outcome != STEP_DONE};
    along->count = run.count;
    s = run_columns(&run, ROW_STATE, 2, &along->xy, why);
end:
    record_clear(&run);
    return s;
}

static status attract(reproduction *r, path paths[WAYS][STARTS], ending ends[WAYS][STARTS],
                      message *why)
{
    for (int i = 0; i < WAYS * STARTS; i++) {
        int way = i / STARTS, k = i % STARTS;
        TRY(follow(r, way, k, &paths[way][k], &ends[way][k], why));
    }
    return STATUS_OK;
}

/* Unstabilised, g'' = 0 leaves g = g(0) + g'(0) t of what starts off the circle. */
static void show_line(document *d, const ending ends[STARTS])
{
    bool holds = true;
    text words = {0};
    for (int k = 1; k < STARTS; k++) {
        const ending *e = &ends[k];
        double g0 = heights[k] * heights[k], slope = 2 * heights[k] * start_v[1];
        holds = holds && fabs(e->off - fabs(g0 + slope * e->t)) < 1e-5;
        text_add(&words, "%s from %s |%.2f %s %.0f/t/| = %.6f and %.6f computed", k > 1 ? "," : "",
                 starts[k], g0, slope < 0 ? "−" : "+", fabs(slope), fabs(g0 + slope * e->t),
                 e->off);
        if (e->early) {
            text_add(&words, " at /t/ = %.4f, where |/q/| = %.0e and the run cannot go on", e->t,
                     e->q);
        }
    }
    document_claim(d, holds && !words.broken,
                   "Unstabilised, /g/'' = 0 lets /g/ grow like a straight line off the circle:%s.",
                   words.data != NULL ? words.data : "");
    text_clear(&words);
}

static void show_table(document *d, ending ends[WAYS][STARTS])
{
    static const char *const names[] = {"equation", "/q/(0) = (1, 0)", "/q/(0) = (1, 0.5)",
                                        "/q/(0) = (1, −0.5)", "the circle"};
    static const column_kind kinds[] = {COLUMN_WORDS, COLUMN_NUMBER, COLUMN_NUMBER, COLUMN_NUMBER,
                                        COLUMN_WORDS};
    document_table(d, "||/q/|^{2} − 1| at /t/ = 2", STARTS + 2, names, kinds);
    for (int i = 0; i < WAYS; i++) {
        document_cell(d, VERDICT_NONE, "%s", ways[i].title);
        for (int k = 0; k < STARTS; k++) {
            const ending *e = &ends[i][k];
            if (e->early) {
                document_cell(d, VERDICT_NONE, "%.1e at /t/ = %.4f", e->off, e->t);
            } else {
                document_cell(d, VERDICT_NONE, "%.1e", e->off);
            }
        }
        document_cell(d, VERDICT_NONE, "%s", ways[i].attracts ? "attracts" : "does not attract");
    }
    document_end_table(d);
    for (int i = 0; i < WAYS; i++) {
        bool holds = true;
        for (int k = 0; k < STARTS; k++) {
            holds = holds && is_expected(i, k, &ends[i][k]);
        }
        document_claim(d, holds,
                       ways[i].attracts
                           ? "With %s all three end on the circle (< 10^{−6})."
                           : "%s: what starts on the circle stays on it (< 10^{−6}), what does not "
                             "is far off (> 0.1).",
                       i == 0 ? "Unstabilised" : ways[i].title);
    }
    show_line(d, ends[0]);
}

/* -lambda = q_2 g - |v|^2, as printed, makes g'' vanish on the circle only: with lambda from it
 * g''/2 = |v|^2 + q.q'' = |v|^2 - lambda |q|^2 - g q_2, while lambda / |q|^2 makes it vanish
 * everywhere. That is algebra; the integrations show it. */
static void show_multiplier(document *d)
{
    static const double g = 9.81;
    double v2 = start_v[0] * start_v[0] + start_v[1] * start_v[1], q2 = heights[1];
    double second = 2 * (v2 - (v2 - g * q2) * (1 + q2 * q2) - g * q2);
    double departs = pendulum_departure(true), stays = pendulum_departure(false);
    document_erratum(
        d, second < -1 && fabs(departs) > 0.1 && fabs(stays) < 1e-8,
        "Lecture notes, chapter 9, Example 5",
        "−/λ/ = /q/_{2}/g/ − |/v/|^{2} is right on the circle only. At /q/ = (1, 0.5), "
        "/v/ = (0, −5), where Example 6 starts, it gives /g/'' = −%.3f in place of 0, which it is "
        "when /λ/ is divided by |/q/|^{2}, as the formula before it says. "
        "Integrated from (1, −0.5) to /t/ = 1, |/q/|^{2} − 1 leaves its straight line by %.2f as "
        "printed, by %.0e with the division, which the runs here use.",
        -second, fabs(departs), fabs(stays));
}

static status draw(reproduction *r, path paths[WAYS][STARTS], message *why)
{
    double x[CIRCLE], y[CIRCLE];
    chart_panel panels[WAYS] = {{.equal = true}};
    trace_circle(x, y, CIRCLE);
    for (int i = 0; i < WAYS; i++) {
        panels[i] = (chart_panel){.equal = true,
                                  .x = {.name = "/q/_{1}", .low = -1.9, .high = 1.9},
                                  .y = {.name = "/q/_{2}", .low = -1.9, .high = 1.9},
                                  .series_count = STARTS + 1};
        snprintf(panels[i].title, sizeof panels[i].title, "%s", ways[i].title);
        for (int k = 0; k < STARTS; k++) {
            chart_series *series = &panels[i].series[k];
            *series = (chart_series){.x = paths[i][k].xy,
                                     .y = paths[i][k].xy + paths[i][k].count,
                                     .count = paths[i][k].count,
                                     .pen = k + 1,
                                     .solid = true};
            snprintf(series->label, sizeof series->label, "%s", starts[k]);
        }
        panels[i].series[STARTS] =
            (chart_series){.x = x, .y = y, .count = CIRCLE, .width = 0.6, .label = "|/q/| = 1"};
    }
    const chart c = {.width = 1500,
                     .height = 520,
                     .columns = WAYS,
                     .letters = 1.4,
                     .title = "Example 6 of the lecture notes: is the circle attracting?",
                     .panel_count = WAYS,
                     .panels = panels};
    return document_chart(r->document, "attraction", &c, r->command_line,
                          "The paths to /t/ = 2 from /q/(0) on the circle and twice off it.", why);
}

status topic_attraction(reproduction *r, message *why)
{
    document *d = r->document;
    path paths[WAYS][STARTS] = {{{0}}};
    ending ends[WAYS][STARTS];
    status s = STATUS_OK;
    TRY_OR_END(attract(r, paths, ends, why));
    document_section(d, "attraction",
                     "Lecture notes, chapter 9, Example 6: the circle attracts when it is made "
                     "to");
    document_paragraph(d, "The pendulum with /g/ = 9.81 and /v/(0) = (0, −5), started on the "
                          "circle and off it, integrated by dopri5 to 10^{−8}: the index-1 "
                          "equations as they are, and stabilised by −/γFh/(/x/) with /h/ the "
                          "constraint and its derivative, /H/ = /h/'.");
    show_table(d, ends);
    show_multiplier(d);
    s = draw(r, paths, why);
end:
    for (int i = 0; i < WAYS * STARTS; i++) {
        free(paths[i / STARTS][i % STARTS].xy);
    }
    return s;
}
