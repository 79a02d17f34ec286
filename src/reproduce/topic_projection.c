/* Table 3.1 of Eich: errors of BDF on the pendulum after 100 s. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reproduce/pendulum.h"
#include "reproduce/runs.h"
#include "reproduce/topics.h"

enum { TOLERANCES = 5, QUANTITIES = 7, DX = 0, DY, DVX, DVY, DLAMBDA, RES, ERR };

static const char *const tolerances[TOLERANCES] = {"1e-5", "1e-6", "1e-7", "1e-8", "1e-9"};
static const char *const tolerance_words[TOLERANCES] = {"10^{−5}", "10^{−6}", "10^{−7}", "10^{−8}",
                                                        "10^{−9}"};

/* The numbers of the table, of a run without [0] and with [1] projection at each tolerance. */
typedef struct errors_table {
    double of[TOLERANCES][2][QUANTITIES]; /* NaN: none */
} errors_table;

static void clear(errors_table *t)
{
    for (int i = 0; i < TOLERANCES * 2 * QUANTITIES; i++) {
        t->of[i / QUANTITIES / 2][i / QUANTITIES % 2][i % QUANTITIES] = NAN;
    }
}

static double larger_velocity(const errors_table *t, int tolerance, int projected)
{
    return fmax(t->of[tolerance][projected][DVX], t->of[tolerance][projected][DVY]);
}

/* tol,yes|no,dx,...,err */
static status read_row(const published_file *p, int row, errors_table *out, message *why)
{
    const char *projected = published_at(p, row, 1);
    bool is_projected = strcmp(projected, "yes") == 0;
    int i = 0;
    while (i < TOLERANCES && strcmp(published_at(p, row, 0), tolerances[i]) != 0) {
        i++;
    }
    if (i == TOLERANCES || (!is_projected && strcmp(projected, "no") != 0)) {
        return published_wrong(p, row, why, "'%.20s,%.20s'; accepted: %s to %s, yes or no",
                               published_at(p, row, 0), projected, tolerances[0],
                               tolerances[TOLERANCES - 1]);
    }
    for (int k = 0; k < QUANTITIES; k++) {
        TRY(published_value(p, row, 2 + k, &out->of[i][is_projected][k], why));
    }
    return STATUS_OK;
}

static status read_published(const reproduction *r, errors_table *out, message *why)
{
    published_file p = {0};
    status s = STATUS_OK;
    TRY_OR_END(topic_published(r, "eich-table-3.1.csv",
                               "tol,projected,dx,dy,dvx,dvy,dlambda,res,err", &p, why));
    clear(out);
    for (int row = 0; row < p.rows; row++) {
        TRY_OR_END(read_row(&p, row, out, why));
    }
    for (int i = 0; i < 2 * TOLERANCES; i++) {
        if (isnan(out->of[i / 2][i % 2][ERR])) {
            TRY_OR_END(refuse(why, "%.200s: no line of TOL %s, projected: %s", p.label,
                              tolerances[i / 2], i % 2 == 1 ? "yes" : "no"));
        }
    }
end:
    published_clear(&p);
    return s;
}

static status compute(reproduction *r, const char *method_name, errors_table *out, message *why)
{
    static const char *const formulations[] = {"index-1", "coordinate-projection"};
    clear(out);
    for (int i = 0; i < 2 * TOLERANCES; i++) {
        const run_plan plan = {.system = "eich-pendulum",
                               .formulation = formulations[i % 2],
                               .method = method_name,
                               .tolerance = strtod(tolerances[i / 2], NULL),
                               .t1 = 100,
                               .compares = true};
        double *q = out->of[i / 2][i % 2];
        record run;
        status s = run_make(r->all, &plan, &run, why);
        if (s == STATUS_OK && run.result.outcome == STEP_DONE) {
            for (int k = 0; k < 2; k++) {
                q[DX + k] = fabs(run.errors.parts[0][k]);
                q[DVX + k] = fabs(run.errors.parts[1][k]);
            }
            q[DLAMBDA] = 2 * fabs(run.errors.parts[2][0]); /* theirs is -2 times ours */
            q[RES] = run.result.drift[0];
        }
        record_clear(&run);
        TRY(s);
    }
    return STATUS_OK;
}

static void show_table(document *d, const errors_table *published, const errors_table *computed)
{
    static const char *const names[] = {"TOL",      "Proj.",    "numbers", "Δ/x/", "Δ/y/",
                                        "Δ/v/_{x}", "Δ/v/_{y}", "Δ/λ/",    "RES",  "ERR"};
    static const column_kind kinds[] = {COLUMN_WORDS,  COLUMN_WORDS,  COLUMN_WORDS,  COLUMN_NUMBER,
                                        COLUMN_NUMBER, COLUMN_NUMBER, COLUMN_NUMBER, COLUMN_NUMBER,
                                        COLUMN_NUMBER, COLUMN_NUMBER};
    document_table(d, "Table 3.1: absolute errors after 100 s", 3 + QUANTITIES, names, kinds);
    for (int i = 0; i < 4 * TOLERANCES; i++) {
        bool is_ours = i % 2 == 1;
        int tolerance = i / 4, projected = i / 2 % 2;
        const double *q = (is_ours ? computed : published)->of[tolerance][projected];
        document_cell(d, VERDICT_NONE, "%s", is_ours ? "" : tolerance_words[tolerance]);
        document_cell(d, VERDICT_NONE, "%s", is_ours ? "" : projected ? "yes" : "no");
        document_cell(d, VERDICT_NONE, "%s", is_ours ? "computed" : "published");
        for (int k = 0; k < QUANTITIES; k++) {
            if (is_ours && k == ERR) {
                document_cell(d, VERDICT_NONE, "%s", "");
            } else {
                document_cell(d, VERDICT_NONE, "%.1e", q[k]);
            }
        }
    }
    document_end_table(d);
}

/* What projection is worth: the larger velocity error without and with it. */
static void show_gain(document *d, const char *caption, const errors_table *a, const char *a_name,
                      const errors_table *b, const char *b_name)
{
    char heads[7][80] = {"TOL"};
    const char *names[7];
    column_kind kinds[7] = {COLUMN_WORDS};
    static const char *const what[] = {"without", "with", "ratio"};
    for (int k = 1; k < 7; k++) {
        snprintf(heads[k], sizeof heads[k], "%s %s", k < 4 ? a_name : b_name, what[(k - 1) % 3]);
        kinds[k] = COLUMN_NUMBER;
    }
    for (int k = 0; k < 7; k++) {
        names[k] = heads[k];
    }
    document_table(d, caption, 7, names, kinds);
    for (int i = 0; i < TOLERANCES; i++) {
        document_cell(d, VERDICT_NONE, "%s", tolerance_words[i]);
        for (int which = 0; which < 2; which++) {
            const errors_table *t = which == 0 ? a : b;
            double without = larger_velocity(t, i, 0), with = larger_velocity(t, i, 1);
            document_cell(d, VERDICT_NONE, "%.1e", without);
            document_cell(d, VERDICT_NONE, "%.1e", with);
            document_cell(d, VERDICT_NONE, "%.1f", without / with);
        }
    }
    document_end_table(d);
}

static void claim_all(document *d, const errors_table *computed)
{
    bool residuals = true, smaller = true, tenfold = true;
    for (int i = 0; i < TOLERANCES; i++) {
        double without = larger_velocity(computed, i, 0), with = larger_velocity(computed, i, 1);
        residuals = residuals && computed->of[i][1][RES] < 1e-14;
        smaller = smaller && (i < 1 || with < without);
        tenfold = tenfold && (i < 2 || 10 * with < without);
    }
    document_claim(d, residuals, "With projection the residual is rounding (< 10^{−14}).");
    document_claim(d, smaller, "From 10^{−6} on the velocity error is smaller with projection.");
    document_claim(d, tenfold, "From 10^{−7} on it is at least ten times smaller.");
}

/* g is said to make the period 2; it does not, by elliptic integrals and by an integration. */
static status show_gravity(reproduction *r, message *why)
{
    published_file quoted = {0};
    double g = 0, said = 0, measured = 0;
    status s = STATUS_OK;
    TRY_OR_END(topic_quoted(r, &quoted, why));
    TRY_OR_END(published_number(&quoted, "eich-g", &g, why));
    TRY_OR_END(published_number(&quoted, "eich-period", &said, why));
    TRY_OR_END(pendulum_measured_period(r->all, g, &measured, why));
    double period = pendulum_period(g), wanted = pendulum_gravity(said);
    document_erratum(
        r->document, fabs(period - said) > 1e-11 && fabs(measured - period) < 2e-12,
        "Eich, section 3.3",
        "/g/ = %s is printed “in order to get a period of %g seconds”. The period is "
        "4/K/(sin 45°) // √/g/ = %.14f, and %.12f by an integration over one swing (dopri5 to "
        "10^{−13}); a period of %g needs /g/ = %.13f. After 50 swings the pendulum is %.1e s "
        "ahead, %.1e in its velocity. So the errors here are those against elliptic functions, "
        "not against the starting point.",
        published_at(&quoted, published_find(&quoted, "eich-g"), 1), said, period, measured, said,
        wanted, 50 * (said - period), 50 * (said - period) * g);
end:
    published_clear(&quoted);
    return s;
}

static status draw(reproduction *r, const errors_table *published, const errors_table *computed,
                   message *why)
{
    static const char *const labels[] = {"published, without", "published, projected",
                                         "computed, without", "computed, projected"};
    static const chart_mark marks[] = {MARK_RING, MARK_BOX, MARK_DISC, MARK_SQUARE};
    double x[TOLERANCES], y[4][TOLERANCES];
    chart_panel panel = {.title = "Pendulum of Eich after 100 s, variable BDF",
                         .x = {.name = "tolerance", .is_log = true},
                         .y = {.name = "larger velocity error", .is_log = true},
                         .series_count = 4};
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < TOLERANCES; i++) {
            x[i] = strtod(tolerances[i], NULL);
            y[k][i] = larger_velocity(k < 2 ? published : computed, i, k % 2);
        }
        panel.series[k] = (chart_series){
            .x = x, .y = y[k], .count = TOLERANCES, .pen = 1 + k % 2, .solid = k >= 2};
        panel.series[k].mark = marks[k];
        snprintf(panel.series[k].label, CHART_LABEL_SIZE, "%s", labels[k]);
    }
    const chart c = {.width = 1000, .height = 640, .panel_count = 1, .panels = &panel};
    return document_chart(r->document, "projection", &c, r->command_line,
                          "The larger of the two velocity errors of Table 3.1 against the "
                          "tolerance, without and with coordinate projection.",
                          why);
}

status topic_projection(reproduction *r, message *why)
{
    document *d = r->document;
    errors_table published, computed, careful;
    TRY(read_published(r, &published, why));
    TRY(compute(r, "bdf", &computed, why));
    TRY(compute(r, "bdf:careful", &careful, why));
    document_section(d, "projection",
                     "Eich, Table 3.1: BDF with and without coordinate projection");
    document_paragraph(
        d, "E. Eich, SIAM J. Numer. Anal. 30 (1993). The pendulum of index 1, started at rest, is "
           "integrated for 100 s by BDF of variable order and step, without and with a projection "
           "onto the constraints after each step. RES = /x/^{2} + /y/^{2} − 1. The printed digits "
           "belong to a code of its own, so that they are not compared one by one; what the table "
           "shows must hold here, too. ERR is in a norm of that code which the paper does not "
           "give.");
    show_table(d, &published, &computed);
    TRY(show_gravity(r, why));
    show_gain(d, "The larger velocity error without and with projection, and their ratio",
              &published, "published", &computed, "computed");
    document_paragraph(d,
                       "The velocity error at one moment is mostly one of phase, and may be small "
                       "by chance: the largest ratios say less than the others.");
    claim_all(d, &computed);
    TRY(draw(r, &published, &computed, why));
    document_paragraph(
        d, "What projection removes is mostly what iterations leave: with Newton's method watched "
           "in every step (bdf:careful) the run without projection is as good in its velocities.");
    show_gain(d, "The same, computed with bdf and with bdf:careful", &computed, "bdf", &careful,
              "careful");
    return STATUS_OK;
}
