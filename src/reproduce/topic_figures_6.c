/* Figures 6.1 and 6.2 of Kunkel and Mehrmann: implicit Euler and its spin-stabilised variant on
 * Example 1.1, measured over (delta, eta). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reproduce/bdf.h"
#include "reproduce/steps.h"
#include "reproduce/topics.h"
#include "validation/measurement.h"

enum { SIDE = 120, FIGURES = 2 };

static const struct {
    const char *figure, *method;
} figures[FIGURES] = {{"6.1", "implicit-euler"}, {"6.2", "spin:implicit-euler"}};

static status measure(reproduction *r, double range, double h, stable_set *regions, message *why)
{
    for (int i = 0; i < FIGURES; i++) {
        const stable_set_request q = {.method = figures[i].method,
                                      .view = {.plane = PLANE_PARAMETERS,
                                               .x0 = -range,
                                               .x1 = range,
                                               .y0 = -range,
                                               .y1 = range,
                                               .width = SIDE,
                                               .height = SIDE},
                                      .measures = true,
                                      .equation = "example-1.1",
                                      .x_parameter = "delta",
                                      .y_parameter = "eta",
                                      .h = h};
        TRY(stable_set_compute(&q, r->all, &regions[i], why));
    }
    return STATUS_OK;
}

static void clear(stable_set *regions)
{
    for (int i = 0; i < FIGURES; i++) {
        stable_set_clear(&regions[i]);
    }
}

static status draw(reproduction *r, const char *name, const char *caption, double range, double h,
                   message *why)
{
    drawing look = topic_square("implicit-euler,spin:implicit-euler", range, 1080, 540);
    look.measured = true;
    look.h = h;
    TRY(drawing_set(&look, "problem", "example-1.1", why));
    TRY(drawing_set(&look, "plane", "delta,eta", why));
    return topic_drawing(r, name, caption, &look, why);
}

static void add_statements(reproduction *r, const statements *said, const stable_set *regions)
{
    statement_table t;
    statement_table_begin(&t, r,
                          "What is said about the figures, /h/ = 1, held against measured pixels");
    for (int i = 0; i < said->count; i++) {
        for (int k = 0; k < FIGURES; k++) {
            if (strcmp(said->list[i].figure, figures[k].figure) == 0) {
                statement_table_row(&t, &said->list[i], &regions[k], 1);
            }
        }
    }
    statement_table_end(&t, "Figures 6.1 and 6.2");
}

/* The growth of both methods per step of size 1. */
static status measure_factors(reproduction *r, double delta, double eta, double measured[FIGURES],
                              message *why)
{
    const double values[PROBLEMS_MAX_PARAMETERS] = {delta, eta};
    for (int k = 0; k < FIGURES; k++) {
        method *m = NULL;
        double t0 = k == 1 ? measurement_late : 0;
        TRY(catalogue_open(r->all, figures[k].method, &m, why));
        status s =
            steps_growth(m, problems_find("example-1.1"), values, t0, 1, 256, &measured[k], why);
        method_destroy(m);
        TRY(s);
    }
    return STATUS_OK;
}

/* The factors at one point, measured and expected; returns how many of them are equal. */
static int add_factors(document *d, double delta, double eta, const double measured[FIGURES])
{
    const double expected[FIGURES] = {fabs((1 + delta) / (1 + eta)), fabs(1 / (1 - (delta - eta)))};
    /* the stabilised factor is 1 + O(1/step) of its limit */
    static const double tolerance[FIGURES] = {1e-8, 1e-3};
    int held = 0;
    document_cell(d, VERDICT_NONE, "%g", delta);
    document_cell(d, VERDICT_NONE, "%g", eta);
    for (int k = 0; k < FIGURES; k++) {
        bool holds = fabs(measured[k] / expected[k] - 1) < tolerance[k];
        document_cell(d, VERDICT_NONE, "%.6f", measured[k]);
        document_cell(d, holds ? VERDICT_MATCHES : VERDICT_DIFFERS, "%.6f", expected[k]);
        held += holds;
    }
    return held;
}

static status add_points(reproduction *r, message *why)
{
    static const char *const names[] = {
        "/δ/", "/η/", "implicit Euler, measured", "expected", "stabilised, measured", "expected"};
    static const column_kind kinds[] = {COLUMN_NUMBER, COLUMN_NUMBER, COLUMN_NUMBER,
                                        COLUMN_NUMBER, COLUMN_NUMBER, COLUMN_NUMBER};
    static const double points[][2] = {{-2.5, 0.5}, {-2.75, -1.5}, {0.5, 2}, {2.5, -1.75},
                                       {-1.5, 0},   {0.5, 0},      {2, 0}};
    document *d = r->document;
    int held = 0, explicit_held = 0, explicit_count = 0;
    const int count = (int)(sizeof points / sizeof points[0]);
    document_table(d,
                   "Growth per step, /h/ = 1: |(1 + /hδ/) // (1 + /hη/)| and |1 // (1 − "
                   "/h/(/δ/ − /η/))| are expected",
                   6, names, kinds);
    for (int i = 0; i < count; i++) {
        double measured[FIGURES] = {NAN, NAN};
        TRY(measure_factors(r, points[i][0], points[i][1], measured, why));
        held += add_factors(d, points[i][0], points[i][1], measured);
        if (points[i][1] == 0) {
            explicit_count++;
            explicit_held += fabs(measured[0] - fabs(1 + points[i][0])) < 1e-8;
        }
    }
    document_end_table(d);
    document_claim(d, held == FIGURES * count,
                   "figures 6.1 and 6.2: %d of %d measured factors are the expected ones", held,
                   FIGURES * count);
    document_claim(d, explicit_held == explicit_count,
                   "“Example 1.1 for /η/ = 0 shows that discretizing a given DAE with the implicit "
                   "Euler method actually results in discretizing the inherent ODE with the "
                   "explicit Euler method” (pages 408 and 409): the factor is 1 + /hδ/ at %d of "
                   "%d points",
                   explicit_held, explicit_count);
    return STATUS_OK;
}

/* Where the solution decays; and |R(x, 0)| < 1 of implicit Euler, x = delta - eta without its h. */
static bool decays(double x)
{
    return x < 0;
}

static bool is_stable_without_h(double x)
{
    return fabs(1 - x) > 1;
}

/* How many known pixels are stable where delta - eta says otherwise, and the other way round. */
static stable_set_difference differ_from(const stable_set *g, bool (*says)(double x))
{
    stable_set_difference out = {0};
    for (int i = 0; i < SIDE * SIDE; i++) {
        bool said = says(view_x(&g->view, i % SIDE) - view_y(&g->view, i / SIDE));
        bool is_known = g->measured[i] != SET_UNKNOWN;
        out.known += is_known;
        out.different += is_known && (g->measured[i] == SET_STABLE) != said;
    }
    return out;
}

/* Only pixels that are known speak: are most of them, and is none of them different? */
static bool is_same(stable_set_difference d)
{
    return d.different == 0 && d.known > 9 * SIDE * SIDE / 10;
}

/* With the printed step both regions are delta < eta and show nothing of what is said. */
static status add_printed_step(reproduction *r, const stable_set *unit, double range, double h,
                               message *why)
{
    document *d = r->document;
    stable_set printed[FIGURES] = {{.measured = NULL}};
    status s = STATUS_OK;
    TRY_OR_END(measure(r, range, h, printed, why));
    stable_set_difference a = differ_from(&printed[0], decays);
    stable_set_difference b = differ_from(&printed[1], decays);
    stable_set_difference c = differ_from(&unit[0], decays), e = differ_from(&unit[1], decays);
    stable_set_difference without_h = differ_from(&printed[1], is_stable_without_h);
    document_heading(d, "Section 6.4: the step of the figures");
    document_erratum(
        d, is_same(a) && is_same(b) && c.different > 0 && e.different > 0,
        "Kunkel and Mehrmann, section 6.4, page 417",
        "The figures are said to show (/δ/, /η/) ∈ [−%g, %g]^{2} with /h/ = %g. With this step "
        "neither method differs from /δ/ < /η/ anywhere: %ld and %ld of the measured pixels "
        "do. "
        "Neither the instability nor the superstability that the text describes can be seen; "
        "with /h/ = 1 they are, at %.0f %% and %.0f %% of the pixels.",
        range, range, h, a.different, b.different, topic_share(c), topic_share(e));
    document_erratum(
        d, topic_share(without_h) > 10, "Kunkel and Mehrmann, section 6.4, page 417",
        "The last condition, |/R/(/δ/ − /η/, 0)| < 1, must read |/R/(/h/(/δ/ − /η/), 0)| < 1: "
        "with /h/ = %g it is wrong at %.0f %% of the measured pixels, with /h/ in it at %ld.",
        h, topic_share(without_h), b.different);
    s = draw(r, "figures-6-printed-step",
             "The same with the step that is printed: nothing but the diagonal can be seen.", range,
             h, why);
end:
    clear(printed);
    return s;
}

/* One row: the growth that is measured, with beta_k, and as printed. */
static status add_stabilised_row(reproduction *r, int k, double z, double w, int *agree,
                                 int *differ, message *why)
{
    char name[16];
    double measured = 0;
    document *d = r->document;
    const double values[PROBLEMS_MAX_PARAMETERS] = {z, 0, w};
    method *m = NULL;
    snprintf(name, sizeof name, "spin:bdf:%d", k);
    TRY(catalogue_open(r->all, name, &m, why));
    status s =
        steps_growth(m, problems_find("shear"), values, measurement_late, 1, 2000, &measured, why);
    method_destroy(m);
    TRY(s);
    double right = bdf_growth(k, BDF_STABILISED, z, w);
    double printed = bdf_growth(k, BDF_STABILISED_PRINTED, z, w);
    bool is_right = fabs(measured / right - 1) < 2e-3;
    document_cell(d, VERDICT_NONE, "%d", k);
    document_cell(d, VERDICT_NONE, "%g", z);
    document_cell(d, VERDICT_NONE, "%g", w);
    document_cell(d, VERDICT_NONE, "%.5f", measured);
    document_cell(d, is_right ? VERDICT_MATCHES : VERDICT_DIFFERS, "%.5f", right);
    document_cell(d, VERDICT_EXPLAINED, "%.5f", printed);
    *agree += is_right;
    *differ += fabs(measured / printed - 1) > 1e-2;
    return STATUS_OK;
}

/* (6.16) has h where h beta_k belongs. */
static status add_stabilised_bdf(reproduction *r, message *why)
{
    static const char *const names[] = {"/k/",          "/z/",       "/w/", "measured |/σ/|",
                                        "with /β_{k}/", "as printed"};
    static const column_kind kinds[] = {COLUMN_NUMBER, COLUMN_NUMBER, COLUMN_NUMBER,
                                        COLUMN_NUMBER, COLUMN_NUMBER, COLUMN_NUMBER};
    static const struct {
        int k;
        double z, w;
    } rows[] = {{2, -2, 1}, {2, -0.5, -1}, {2, 0.9, 1}, {3, -2, 1}, {3, -4, -1}, {4, -8, 1}};
    const int count = (int)(sizeof rows / sizeof rows[0]);
    document *d = r->document;
    int agree = 0, differ = 0;
    document_heading(d, "Section 6.3: spin-stabilised BDF");
    document_paragraph(
        d, "Section 6.3 normalises /α_{k}/ = 1, so that /β_{k}/ goes with /h/ (as it does on page "
           "415). In (6.16), and in the limit below it, it is missing.");
    document_table(d,
                   "Spin-stabilised BDF on the test equation, from /t/ = 10^{5}/h/ on, at points "
                   "chosen so that the two candidates differ by more than 1 %",
                   6, names, kinds);
    for (int i = 0; i < count; i++) {
        TRY(add_stabilised_row(r, rows[i].k, rows[i].z, rows[i].w, &agree, &differ, why));
    }
    document_end_table(d);
    document_erratum(d, agree == count && differ == count, "Kunkel and Mehrmann, (6.16), page 417",
                     "/h/ must be /hβ_{k}/, in (6.16) and in its limit, 1 − /β_{k}z/ in place "
                     "of 1 − /z/: the measured growth is that with /β_{k}/ at %d of %d points, "
                     "and differs by more than 1 %% from the printed one at %d.",
                     agree, count, differ);
    return STATUS_OK;
}

status topic_figures_6(reproduction *r, message *why)
{
    stable_set unit[FIGURES] = {{.measured = NULL}};
    statements *said = NULL;
    published_file quoted = {0};
    double range = 0, h = 0;
    status s = STATUS_OK;
    TRY_OR_END(topic_statements(r, &said, why));
    TRY_OR_END(topic_quoted(r, &quoted, why));
    TRY_OR_END(published_number(&quoted, "km-6-range", &range, why));
    TRY_OR_END(published_number(&quoted, "km-6-h", &h, why));
    document_section(r->document, "figures-6",
                     "Kunkel and Mehrmann, figures 6.1 and 6.2: spin stabilisation on Example 1.1");
    document_paragraph(
        r->document,
        "Example 1.1 has the solution e^{(/δ/ − /η/)/t/}, which decays for /δ/ < /η/. Implicit "
        "Euler multiplies by (1 + /hδ/) // (1 + /hη/); spin-stabilised, its factor tends to "
        "1 // (1 − /h/(/δ/ − /η/)). Nothing is predicted here: every pixel is an integration, "
        "the stabilised ones from /t/ = 10^{5}/h/ on.");
    TRY_OR_END(draw(r, "figures-6",
                    "Figures 6.1 (page 418) and 6.2, /h/ = 1: Example 1.1 integrated at every "
                    "pixel, dark where the solution decays.",
                    range, 1, why));
    TRY_OR_END(measure(r, range, 1, unit, why));
    add_statements(r, said, unit);
    TRY_OR_END(add_points(r, why));
    TRY_OR_END(add_printed_step(r, unit, range, h, why));
    s = add_stabilised_bdf(r, why);
end:
    clear(unit);
    published_clear(&quoted);
    free(said);
    return s;
}
