/* Figures 5.1 to 5.6 of Kunkel and Mehrmann, and what their text says about them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "picture/labels.h"
#include "reproduce/bdf.h"
#include "reproduce/steps.h"
#include "reproduce/topics.h"

enum { SIDE = 150, FIGURES = 6 };

/* In Remark 4.1 a projected method keeps u = E x: what x2 is depends on time when the kernel
 * rotates. */
static const struct {
    const char *figure, *method, *keeping_u;
} figures[FIGURES] = {
    {"5.1", "implicit-euler", "implicit-euler"},   {"5.2", "radau-iia:2", "radau-iia:2"},
    {"5.3", "midpoint", "midpoint,keep=u"},        {"5.4", "trapezoidal", "trapezoidal"},
    {"5.5", "gauss-lobatto:1", "gauss-lobatto:1"}, {"5.6", "bdf:2", "bdf:2"}};

static const char all_methods[] =
    "implicit-euler,radau-iia:2,midpoint,trapezoidal,gauss-lobatto:1,bdf:2";

/* What small spin means in Remark 4.1. */
static const double small_w = 0.8;

static view window(double range, double w)
{
    return (view){.plane = PLANE_ZW,
                  .x0 = -range,
                  .x1 = range,
                  .y0 = -w,
                  .y1 = w,
                  .width = SIDE,
                  .height = SIDE};
}

static void add_agreement(document *d, const stable_set *regions)
{
    static const char *const names[] = {"figure",   "method",    "pixels",  "stable",
                                        "unstable", "too close", "disagree"};
    static const column_kind kinds[] = {COLUMN_WORDS,  COLUMN_WORDS,  COLUMN_NUMBER, COLUMN_NUMBER,
                                        COLUMN_NUMBER, COLUMN_NUMBER, COLUMN_NUMBER};
    long disagree = 0, pixels = 0, close = 0;
    document_table(d,
                   "Every pixel integrated: predicted and measured agree to be stable or "
                   "unstable, it is too close to call, or they disagree",
                   7, names, kinds);
    for (int i = 0; i < FIGURES; i++) {
        const long *counts = regions[i].counts;
        document_cell(d, VERDICT_NONE, "%s", figures[i].figure);
        document_cell(d, VERDICT_NONE, "%s", figures[i].method);
        document_cell(d, VERDICT_NONE, "%d", SIDE * SIDE);
        document_cell(d, VERDICT_NONE, "%ld", counts[AGREE_STABLE]);
        document_cell(d, VERDICT_NONE, "%ld", counts[AGREE_UNSTABLE]);
        document_cell(d, VERDICT_NONE, "%ld", counts[TOO_CLOSE]);
        document_cell(d, counts[DISAGREE] == 0 ? VERDICT_MATCHES : VERDICT_DIFFERS, "%ld",
                      counts[DISAGREE]);
        disagree += counts[DISAGREE];
        close += counts[TOO_CLOSE];
        pixels += SIDE * SIDE;
    }
    document_end_table(d);
    document_claim(d, disagree == 0 && close < pixels / 100,
                   "figures 5.1 to 5.6: a real integration confirms %ld of %ld pixels, %ld are too "
                   "close to call, %ld disagree",
                   pixels - close - disagree, pixels, close, disagree);
}

static void add_statements(reproduction *r, const statements *said, const stable_set *regions)
{
    statement_table t;
    statement_table_begin(&t, r,
                          "What is said about the figures, and what follows from the printed "
                          "functions (without a page)");
    for (int i = 0; i < said->count; i++) {
        for (int k = 0; k < FIGURES; k++) {
            if (strcmp(said->list[i].figure, figures[k].figure) == 0) {
                statement_table_row(&t, &said->list[i], &regions[k], 1);
            }
        }
    }
    statement_table_end(&t, "Figures 5.1 to 5.6");
}

/* Numbers at single points: measured, with -w, and as printed. */
static status add_bdf_points(reproduction *r, int *agree, int *differ, message *why)
{
    static const char *const names[] = {"/k/",       "/z/",       "/w/", "measured |/σ/|",
                                        "with −/w/", "as printed"};
    static const column_kind kinds[] = {COLUMN_NUMBER, COLUMN_NUMBER, COLUMN_NUMBER,
                                        COLUMN_NUMBER, COLUMN_NUMBER, COLUMN_NUMBER};
    static const double points[][2] = {{-6, -3}, {-1, 3}, {-4, 0.5}};
    const int count = (int)(sizeof points / sizeof points[0]);
    document_table(
        r->document,
        "BDF at points chosen so that the two candidates differ: growth per step, 4000 steps", 6,
        names, kinds);
    for (int i = 0; i < 3 * count; i++) {
        static const int orders[3] = {1, 2, 4};
        int k = orders[i / count];
        double z = points[i % count][0], w = points[i % count][1], measured = 0;
        const double values[PROBLEMS_MAX_PARAMETERS] = {z, 0, w};
        char name[16];
        method *m = NULL;
        snprintf(name, sizeof name, "bdf:%d", k);
        TRY(catalogue_open(r->all, name, &m, why));
        status s = steps_growth(m, problems_find("shear"), values, 0, 1, 4000, &measured, why);
        method_destroy(m);
        TRY(s);
        double right = bdf_growth(k, BDF_SPINNING, z, w);
        double printed = bdf_growth(k, BDF_SPINNING_PRINTED, z, w);
        bool is_right = measured / right < 1.002 && right / measured < 1.002;
        *agree += is_right;
        *differ += !(measured / printed < 1.01 && printed / measured < 1.01);
        document_cell(r->document, VERDICT_NONE, "%d", k);
        document_cell(r->document, VERDICT_NONE, "%g", z);
        document_cell(r->document, VERDICT_NONE, "%g", w);
        document_cell(r->document, VERDICT_NONE, "%.6f", measured);
        document_cell(r->document, is_right ? VERDICT_MATCHES : VERDICT_DIFFERS, "%.6f", right);
        document_cell(r->document, VERDICT_EXPLAINED, "%.6f", printed);
    }
    document_end_table(r->document);
    return STATUS_OK;
}

/* Section 5.7 prints alpha_k - z where alpha_k - z - w belongs. */
static status add_bdf(reproduction *r, const stable_set *bdf2, message *why)
{
    unsigned char *printed = NULL, *right = NULL;
    int agree = 0, differ = 0;
    size_t pixels = (size_t)SIDE * SIDE;
    document *d = r->document;
    document_heading(d, "Section 5.7: the polynomial of BDF");
    document_paragraph(
        d, "Page 407 prints (/α_{k}/ − /hλ/)/σ^{k}/ + ∑/α/_{/k/−/l/}(1 − /lhω/)/σ/^{/k/−/l/}. With "
           "/x/_{1} = (1 + /ωt/)/x/_{2} put into the line above it, the leading coefficient is "
           "/α_{k}/ − /hλ/ − /hω/. For /k/ = 1 the method is implicit Euler, whose function the "
           "paper itself gives as (1 − /w/) // (1 − /z/ − /w/). Which of the two was drawn as "
           "figure 5.6 cannot be told from the text.");
    status s = STATUS_OK;
    TRY_OR_END(add_bdf_points(r, &agree, &differ, why));
    TRY_OR_END(memory_allocate(&printed, pixels, 1, why));
    TRY_OR_END(memory_allocate(&right, pixels, 1, why));
    bdf_mark(2, BDF_SPINNING_PRINTED, &bdf2->view, printed);
    bdf_mark(2, BDF_SPINNING, &bdf2->view, right);
    stable_set_difference of_printed = stable_set_compare(&bdf2->view, printed, bdf2->measured);
    stable_set_difference of_right = stable_set_compare(&bdf2->view, right, bdf2->measured);
    document_erratum(
        d,
        agree == 9 && differ == 9 && of_right.different == 0 &&
            of_right.known > 9 * SIDE * SIDE / 10 && of_printed.different > 0,
        "Kunkel and Mehrmann, section 5.7, page 407",
        "The difference equation and the polynomial of BDF have the leading coefficient "
        "/α_{k}/ − /z/; it must be /α_{k}/ − /z/ − /w/. For /k/ = 1 the printed one "
        "contradicts "
        "the paper's own function of implicit Euler. For /k/ = 2, on the window of figure 5.6, "
        "the printed one calls %.1f %% of the pixels otherwise than an integration does, the "
        "corrected one %ld of %ld pixels.",
        topic_share(of_printed), of_right.different, of_right.known);
end:
    free(right);
    free(printed);
    return s;
}

/* The share of pixels that another motion of the kernel calls otherwise, up to |w| <= most. */
static status share_of(reproduction *r, const char *method_name, motion moves, double range,
                       double most, double *share, message *why)
{
    stable_set shear = {0}, other = {0};
    stable_set_request q = {.method = method_name, .view = window(range, most), .predicts = true};
    status s = STATUS_OK;
    TRY_OR_END(stable_set_compute(&q, r->all, &shear, why));
    q.moves = moves;
    TRY_OR_END(stable_set_compute(&q, r->all, &other, why));
    *share = topic_share(stable_set_compare(&q.view, shear.predicted, other.predicted));
end:
    stable_set_clear(&shear);
    stable_set_clear(&other);
    return s;
}

/* What the methods have in common, for the conclusion. */
typedef struct motions {
    double least, most, most_small; /* percent of the pixels */
    long disagree;
} motions;

static status add_motions_of(reproduction *r, const char *name, double range, motions *sum,
                             message *why)
{
    double rotating = 0, slowly = 0, normalised = 0;
    document *d = r->document;
    stable_set checked = {0};
    const stable_set_request q = {.method = name,
                                  .view = window(range, range),
                                  .moves = MOTION_ROTATION,
                                  .predicts = true,
                                  .measures = true};
    status s = STATUS_OK;
    TRY_OR_END(share_of(r, name, MOTION_ROTATION, range, range, &rotating, why));
    TRY_OR_END(share_of(r, name, MOTION_ROTATION, range, small_w, &slowly, why));
    TRY_OR_END(share_of(r, name, MOTION_NORMALISED, range, range, &normalised, why));
    TRY_OR_END(stable_set_compute(&q, r->all, &checked, why));
    document_cell(d, VERDICT_NONE, "%s", name);
    document_cell(d, VERDICT_EXPLAINED, "%.1f %%", rotating);
    document_cell(d, VERDICT_NONE, "%.1f %%", slowly);
    document_cell(d, VERDICT_EXPLAINED, "%.1f %%", normalised);
    document_cell(d, checked.counts[DISAGREE] == 0 ? VERDICT_MATCHES : VERDICT_DIFFERS, "%ld",
                  checked.counts[DISAGREE]);
    sum->least = fmin(sum->least, rotating);
    sum->most = fmax(sum->most, rotating);
    sum->most_small = fmax(sum->most_small, slowly);
    sum->disagree += checked.counts[DISAGREE];
end:
    stable_set_clear(&checked);
    return s;
}

static status add_motions(reproduction *r, double range, message *why)
{
    static const char *const names[] = {"method", "rotation", "rotation, |/w/| < 0.8", "normalised",
                                        "rotation: disagree"};
    static const column_kind kinds[] = {COLUMN_WORDS, COLUMN_NUMBER, COLUMN_NUMBER, COLUMN_NUMBER,
                                        COLUMN_NUMBER};
    document *d = r->document;
    motions sum = {.least = 100};
    document_heading(d, "Remark 4.1: other motions of the kernel");
    document_paragraph(
        d, "Page 399 says of two orthogonal transformations in place of the shear that “numerical "
           "tests, however, show that there is no essential difference in the corresponding "
           "stability regions”. The share of pixels that are called otherwise (projected, the "
           "midpoint rule keeps /u/ = /Ex/ here, with the shear as well):");
    document_table(d,
                   "Pixels of the window that differ from the shear; the last column counts pixels "
                   "of the rotation that an integration does not confirm",
                   5, names, kinds);
    for (int i = 0; i < FIGURES; i++) {
        TRY(add_motions_of(r, figures[i].keeping_u, range, &sum, why));
    }
    document_end_table(d);
    document_erratum(d, sum.least > 10 && sum.most_small < 5 && sum.disagree == 0,
                     "Kunkel and Mehrmann, Remark 4.1, page 399",
                     "“No essential difference” does not hold on the plotted range: between "
                     "%.0f %% and %.0f %% of its pixels are called otherwise when the kernel "
                     "rotates. It does for small spin: at most %.1f %% differ for |/w/| < %g.",
                     sum.least, sum.most, sum.most_small, small_w);
    drawing look = topic_square(all_methods, range, 900, 1290);
    look.plane = PLANE_ZW;
    look.motion = MOTION_ROTATION;
    look.columns = 2;
    return topic_drawing(r, "remark-4.1",
                         "The methods of figures 5.1 to 5.6 when the kernel rotates "
                         "(Remark 4.1): compare with the figure above.",
                         &look, why);
}

status topic_figures_5(reproduction *r, message *why)
{
    stable_set regions[FIGURES] = {{.predicted = NULL}};
    statements *said = NULL;
    published_file quoted = {0};
    double range = 0;
    status s = STATUS_OK;
    TRY_OR_END(topic_statements(r, &said, why));
    TRY_OR_END(topic_quoted(r, &quoted, why));
    TRY_OR_END(published_number(&quoted, "km-5-range", &range, why));
    for (int i = 0; i < FIGURES; i++) {
        const stable_set_request q = {.method = figures[i].method,
                                      .view = window(range, range),
                                      .predicts = true,
                                      .measures = true};
        TRY_OR_END(stable_set_compute(&q, r->all, &regions[i], why));
    }
    document_section(r->document, "figures-5",
                     "Kunkel and Mehrmann, figures 5.1 to 5.6: regions in the plane (/z/, /w/)");
    drawing look = topic_square(all_methods, range, 900, 1240);
    look.plane = PLANE_ZW;
    look.columns = 2;
    TRY_OR_END(topic_drawing(r, "figures-5",
                             "Figures 5.1 to 5.6 (pages 401 to 408): real /z/ against /w/, "
                             "dark is stable, shaded by |/R/| or the largest |/σ/|.",
                             &look, why));
    add_agreement(r->document, regions);
    add_statements(r, said, regions);
    TRY_OR_END(add_bdf(r, &regions[FIGURES - 1], why));
    s = add_motions(r, range, why);
end:
    for (int i = 0; i < FIGURES; i++) {
        stable_set_clear(&regions[i]);
    }
    published_clear(&quoted);
    free(said);
    return s;
}
