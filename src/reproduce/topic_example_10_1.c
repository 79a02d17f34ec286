/* Example 10.1 of the lecture notes: backward Euler on an index-2 DAE. */
#include <math.h>

#include "reproduce/example_10_1.h"
#include "reproduce/topics.h"

enum { POINTS = 1201, DOTS = 48 };

static const double from = -4, to = 2;

static status add_chart(reproduction *r, double limit, message *why)
{
    double eta[POINTS], factor[POINTS], at[DOTS], measured[DOTS];
    const double one_x[2] = {from, to}, one_y[2] = {1, 1};
    const double limit_x[2] = {limit, limit}, limit_y[2] = {0.01, 100};
    for (int i = 0; i < POINTS; i++) {
        eta[i] = from + (to - from) * i / (POINTS - 1);
        factor[i] = example_10_1_factor(eta[i]);
    }
    for (int i = 0; i < DOTS; i++) {
        at[i] = from + (to - from) * (i + 0.5) / DOTS;
        TRY(example_10_1_growth(r->all, at[i], &measured[i], why));
    }
    chart_panel panel = {
        .title = "Backward Euler on Example 10.1",
        .subtitle = "growth of /y/_{2} per step, /q/ = 0",
        .x = {.name = "/η/", .low = from, .high = to},
        .y = {.name = "growth per step", .is_log = true, .low = 0.01, .high = 100},
        .series_count = 4,
        .series = {{.x = eta,
                    .y = factor,
                    .count = POINTS,
                    .label = "|/η/ // (1 + /η/)|",
                    .pen = 1,
                    .solid = true},
                   {.x = at,
                    .y = measured,
                    .count = DOTS,
                    .label = "measured, 64 steps",
                    .mark = MARK_RING,
                    .no_line = true},
                   {.x = one_x, .y = one_y, .count = 2, .label = "1: the boundary", .width = 0.6},
                   {.x = limit_x,
                    .y = limit_y,
                    .count = 2,
                    .label = "/η/ = −1//2",
                    .pen = 2,
                    .width = 0.8}}};
    const chart c = {.width = 1000, .height = 640, .panel_count = 1, .panels = &panel};
    return document_chart(r->document, "example-10.1", &c, r->command_line,
                          "Backward Euler on Example 10.1: the growth that steps have, and "
                          "|/η/ // (1 + /η/)|. The pole is at /η/ = −1.",
                          why);
}

/* Growth on both sides of the limit and at the pole. */
static status add_growth(reproduction *r, double limit, double undefined, message *why)
{
    static const char *const names[] = {"/η/", "measured growth", "|/η/ // (1 + /η/)|", "is"};
    static const column_kind kinds[] = {COLUMN_NUMBER, COLUMN_NUMBER, COLUMN_NUMBER, COLUMN_WORDS};
    const double etas[] = {-3, undefined, limit - 0.25, limit - 0.01, limit + 0.01, -0.25, 0.5, 2};
    const int count = (int)(sizeof etas / sizeof etas[0]);
    document *d = r->document;
    int held = 0;
    document_table(d, "Backward Euler, /q/ = 0, 64 steps", 4, names, kinds);
    for (int i = 0; i < count; i++) {
        double measured = 0, expected = example_10_1_factor(etas[i]);
        TRY(example_10_1_growth(r->all, etas[i], &measured, why));
        bool is_pole = etas[i] == undefined;
        bool is_said = is_pole ? isinf(measured) : (measured > 1) == (etas[i] < limit);
        bool holds = is_said && (is_pole || fabs(measured / expected - 1) < 1e-8);
        document_cell(d, VERDICT_NONE, "%g", etas[i]);
        if (is_pole) {
            document_cell(d, isinf(measured) ? VERDICT_MATCHES : VERDICT_DIFFERS, "no step");
            document_cell(d, VERDICT_NONE, "pole");
        } else {
            document_cell(d, VERDICT_NONE, "%.8f", measured);
            document_cell(d, holds ? VERDICT_MATCHES : VERDICT_DIFFERS, "%.8f", expected);
        }
        document_cell(d, VERDICT_NONE, "%s",
                      isinf(measured) ? "not defined"
                      : measured > 1  ? "unstable"
                                      : "stable");
        held += holds;
    }
    document_end_table(d);
    document_claim(d, held == count,
                   "“backward Euler is not defined if /η/ = %g”, “backward Euler is unstable when "
                   "/η/ < %g”: so it is at %d of %d values of /η/",
                   undefined, limit, held, count);
    return STATUS_OK;
}

/* Steps against the two recursions. */
static status add_recursions(reproduction *r, message *why)
{
    static const char *const names[] = {
        "/η/", "steps", "residual", "residual as printed", "error", "error as printed"};
    static const column_kind kinds[] = {COLUMN_NUMBER, COLUMN_NUMBER, COLUMN_NUMBER,
                                        COLUMN_NUMBER, COLUMN_NUMBER, COLUMN_NUMBER};
    static const double etas[] = {-0.25, 1};
    static const int steps[] = {20, 40, 80};
    document *d = r->document;
    double residual = 0, least_printed = INFINITY, ratio[2] = {0};
    example_10_1 before = {0};
    document_table(d,
                   "/q/ = sin /t/, from 0 to 1: how well the steps satisfy the recursion with "
                   "/ηv/_{/n/−1} and the printed one, and the error of /v/ at /t/ = 1",
                   6, names, kinds);
    for (int i = 0; i < 6; i++) {
        example_10_1 run = {0};
        TRY(example_10_1_run(r->all, etas[i / 3], steps[i % 3], &run, why));
        bool follows = run.has_steps && run.residual < 1e-10;
        document_cell(d, VERDICT_NONE, "%g", etas[i / 3]);
        document_cell(d, VERDICT_NONE, "%d", steps[i % 3]);
        document_cell(d, follows ? VERDICT_MATCHES : VERDICT_DIFFERS, "%.1e", run.residual);
        document_cell(d, VERDICT_EXPLAINED, "%.3f", run.printed_residual);
        document_cell(d, VERDICT_NONE, "%.5f", run.error);
        document_cell(d, VERDICT_EXPLAINED, "%.5f", run.printed_error);
        residual = fmax(residual, run.residual);
        least_printed = fmin(least_printed, run.printed_residual);
        if (i % 3 == 2) {
            ratio[0] = fmax(ratio[0], run.error / before.error);
            ratio[1] = fmax(ratio[1], run.printed_error / before.printed_error);
        }
        before = run;
    }
    document_end_table(d);
    document_erratum(
        d, residual < 1e-10 && least_printed > 0.1 && ratio[0] < 0.6 && ratio[1] > 0.9,
        "Lecture notes, chapter 10, Example 10.1",
        "Printed is (1 + /η/)/v_{n}/ = −(/q/(/t_{n}/) − /q/(/t/_{/n/−1})) // Δ/t/; it must be "
        "(1 + /η/)/v_{n}/ = /ηv/_{/n/−1} − (/q/(/t_{n}/) − /q/(/t/_{/n/−1})) // Δ/t/. Steps of "
        "the equation satisfy it to %.0e, and miss the printed one by %.2f or more. The "
        "printed "
        "one would not converge (its error stays when the step is halved) and has no growth at "
        "all, against the notes' own /η/ < −0.5.",
        residual, least_printed);
    return STATUS_OK;
}

status topic_example_10_1(reproduction *r, message *why)
{
    published_file quoted = {0};
    double limit = 0, undefined = 0;
    status s = STATUS_OK;
    TRY_OR_END(topic_quoted(r, &quoted, why));
    TRY_OR_END(published_number(&quoted, "notes-10.1-limit", &limit, why));
    TRY_OR_END(published_number(&quoted, "notes-10.1-undefined", &undefined, why));
    document_section(r->document, "example-10.1",
                     "Lecture notes, chapter 10, Example 10.1: backward Euler on index 2");
    document_paragraph(
        r->document,
        "/y/_{1} + /ηt y/_{2} = /q/, /y/_{1}' + /ηt y/_{2}' + (1 + /η/)/y/_{2} = 0 has index 2 "
        "and the solution /y/_{2} = −/q/' for every /η/. Backward Euler, put into it, gives "
        "/v/ = /y/_{2} the factor /η/ // (1 + /η/).");
    TRY_OR_END(add_chart(r, limit, why));
    TRY_OR_END(add_growth(r, limit, undefined, why));
    s = add_recursions(r, why);
end:
    published_clear(&quoted);
    return s;
}
