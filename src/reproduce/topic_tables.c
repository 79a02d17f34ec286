/* Tables 4.1 to 4.8 of Ascher and Petzold, cell by cell. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/tables.h"
#include "picture/markup.h"
#include "reproduce/topics.h"

enum { MOST_QUANTITIES = 4, MOST_COLUMNS = 2 + 2 * MOST_QUANTITIES };

/* How the names of the data file are shown. */
static const struct {
    const char *name, *shown;
} words[] = {{"B", "/B/"},         {"CT", "/C/^{T}"},    {"inf", "∞"},    {"mu", "/μ/"},
             {"err p", "err /p/"}, {"err v", "err /v/"}, {"unit", "unit"}};

static const char *shown(const char *name)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(words[i].name, name) == 0) {
            return words[i].shown;
        }
    }
    return name;
}

static document_verdict verdict_of(const table_cell *c)
{
    switch (c->verdict) {
    case CELL_MATCHES:
        return VERDICT_MATCHES;
    case CELL_ONE_UNIT:
        return VERDICT_NEAR;
    case CELL_DIFFERS:
        break;
    }
    return c->reason[0] != '\0' ? VERDICT_EXPLAINED : VERDICT_DIFFERS;
}

static bool same_line(const table_cell *a, const table_cell *b)
{
    return a->table == b->table && a->nu == b->nu && strcmp(a->row, b->row) == 0;
}

/* How many cells, from i on, are in the same line of the table. */
static int line_length(const tables *t, int i)
{
    int count = 1;
    while (i + count < t->count && count < MOST_QUANTITIES &&
           same_line(&t->cells[i], &t->cells[i + count])) {
        count++;
    }
    return count;
}

static bool has_nu(const table_cell *c)
{
    return c->table > 2;
}

/* The first line of a table has all its columns. */
static void begin_table(document *d, const tables *t, int i)
{
    const table_cell *first = &t->cells[i];
    char caption[160];
    const char *names[MOST_COLUMNS];
    column_kind kinds[MOST_COLUMNS];
    int columns = 0;
    names[columns] = has_nu(first) ? "/D/" : "/γ/";
    kinds[columns++] = COLUMN_WORDS;
    if (has_nu(first)) {
        names[columns] = "/ν/";
        kinds[columns++] = COLUMN_NUMBER;
    }
    for (int k = 0; k < line_length(t, i); k++) {
        names[columns] = shown(t->cells[i + k].quantity);
        kinds[columns++] = COLUMN_NUMBER;
        names[columns] = "computed";
        kinds[columns++] = COLUMN_NUMBER;
    }
    snprintf(caption, sizeof caption, "Table 4.%d: %s", first->table, table_title(first->table));
    document_table(d, caption, columns, names, kinds);
}

static void add_number(document *d, const table_cell *c)
{
    document_cell(d, VERDICT_NONE, "%.1e", c->published);
    if (isnan(c->computed)) {
        document_cell(d, verdict_of(c), "none");
    } else {
        document_cell(d, verdict_of(c), "%.3e", c->computed);
    }
}

static void add_consistent(document *d, const table_cell *cells, int count)
{
    document_cell(d, VERDICT_NONE, "consistent");
    document_cell(d, VERDICT_NONE, "%s", "");
    for (int k = 0; k < count; k++) {
        document_cell(d, VERDICT_NONE, "%s", "");
        document_cell(d, VERDICT_NONE, "%.3e", cells[k].consistent);
    }
}

/* The cells of a line, below the columns of the heading. */
static void add_line(document *d, const tables *t, int heading, int i)
{
    const table_cell *cells = &t->cells[i];
    int count = line_length(t, i), columns = line_length(t, heading);
    document_cell(d, VERDICT_NONE, "%s", shown(cells[0].row));
    if (has_nu(&cells[0])) {
        document_cell(d, VERDICT_NONE, "%g", cells[0].nu);
    }
    for (int column = 0, k = 0; column < columns; column++) {
        const char *quantity = t->cells[heading + column].quantity;
        if (k < count && strcmp(quantity, cells[k].quantity) == 0) {
            add_number(d, &cells[k++]);
        } else {
            document_cell(d, VERDICT_NONE, "%s", "");
            document_cell(d, VERDICT_NONE, "%s", "");
        }
    }
    if (count == columns && !isnan(cells[0].consistent)) {
        add_consistent(d, cells, count);
    }
}

static void add_tables(document *d, const tables *t)
{
    for (int i = 0, heading = 0; i < t->count; i += line_length(t, i)) {
        if (i == 0 || t->cells[i].table != t->cells[i - 1].table) {
            if (i > 0) {
                document_end_table(d);
            }
            heading = i;
            begin_table(d, t, i);
        }
        add_line(d, t, heading, i);
    }
    document_end_table(d);
}

static void add_reasons(document *d, const tables *t)
{
    static const char *const names[] = {"table",     "row",      "quantity",
                                        "published", "computed", "why it is not reproduced"};
    static const column_kind kinds[] = {COLUMN_WORDS,  COLUMN_WORDS,  COLUMN_WORDS,
                                        COLUMN_NUMBER, COLUMN_NUMBER, COLUMN_WORDS};
    document_table(d, "Cells that are not reproduced, and why", 6, names, kinds);
    for (int i = 0; i < t->count; i++) {
        const table_cell *c = &t->cells[i];
        if (c->verdict != CELL_DIFFERS) {
            continue;
        }
        text why = {0};
        markup_quote(&why, c->ended);
        markup_quote(&why, c->ended[0] != '\0' ? "; " : "");
        markup_quote(&why, c->reason[0] != '\0' ? c->reason : "no reason is known");
        document_cell(d, VERDICT_NONE, "4.%d", c->table);
        if (has_nu(c)) {
            document_cell(d, VERDICT_NONE, "%s, /ν/ = %g", shown(c->row), c->nu);
        } else {
            document_cell(d, VERDICT_NONE, "%s", shown(c->row));
        }
        document_cell(d, VERDICT_NONE, "%s", shown(c->quantity));
        document_cell(d, VERDICT_NONE, "%.1e", c->published);
        if (isnan(c->computed)) {
            document_cell(d, VERDICT_NONE, "none");
        } else {
            document_cell(d, VERDICT_NONE, "%.3e", c->computed);
        }
        document_cell(d, VERDICT_NONE, "%s", why.data != NULL ? why.data : "");
        text_clear(&why);
    }
    document_end_table(d);
}

/* What the tables themselves show to be wrong in them. */

static const table_cell *find(const tables *t, int table, const char *row, double nu,
                              const char *quantity)
{
    for (int i = 0; i < t->count; i++) {
        const table_cell *c = &t->cells[i];
        if (c->table == table && c->nu == nu && strcmp(c->row, row) == 0 &&
            strcmp(c->quantity, quantity) == 0) {
            return c;
        }
    }
    return NULL;
}

/* The drift is |C e| with C = (sin, cos): at most sqrt(2) times the error max |e_i|. */
static void show_contradiction(document *d, const tables *t)
{
    const table_cell *error = find(t, 1, "1000", 1000, "error");
    const table_cell *drift = find(t, 1, "1000", 1000, "drift");
    if (error != NULL && drift != NULL) {
        bool shown_here = drift->published > sqrt(2) * error->published &&
                          drift->computed <= sqrt(2) * error->computed &&
                          verdict_of(drift) == VERDICT_MATCHES;
        document_erratum(
            d, shown_here, "Ascher and Petzold, Table 4.1, /γ/ = 1000",
            "The printed error %.1e cannot go with the printed drift %.1e: the drift "
            "is |/C/(/t/)/e/| with /C/ = (sin /νt/, cos /νt/), at most √2 times the "
            "error, and %.1f times is printed. Computed are %.3e and %.3e: the drift is "
            "the printed one, the error is not.",
            error->published, drift->published, drift->published / error->published,
            error->computed, drift->computed);
    }
}

static void show_transposition(document *d, const tables *t)
{
    const table_cell *c = find(t, 5, "CT", 1000, "mu");
    const table_cell *above = find(t, 5, "CT", 100, "mu");
    if (c != NULL && above != NULL) {
        document_erratum(d,
                         fabs(c->computed - 0.0018) < 5e-5 && verdict_of(above) == VERDICT_MATCHES,
                         "Ascher and Petzold, Table 4.5, /C/^{T}, /ν/ = 1000",
                         "/μ/ = %.1e is printed, %.3e is computed: the digits are transposed. (At "
                         "/ν/ = 100 both are %.1e.)",
                         c->published, c->computed, above->published);
    }
}

static void show_copied_row(document *d, const tables *t)
{
    static const char *const quantities[] = {"mu", "err p", "err v", "drift"};
    bool printed_equal = true;
    int computed_different = 0;
    for (int k = 0; k < MOST_QUANTITIES; k++) {
        const table_cell *b = find(t, 7, "B", 1, quantities[k]);
        const table_cell *ct = find(t, 7, "CT", 1, quantities[k]);
        if (b == NULL || ct == NULL) {
            return;
        }
        printed_equal = printed_equal && b->published == ct->published;
        computed_different += fabs(b->computed - ct->computed) > 0.1 * fabs(ct->computed);
    }
    document_erratum(
        d, printed_equal && computed_different == 3, "Ascher and Petzold, Table 4.7, /B/, /ν/ = 1",
        "The row is printed with the digits of the row of /C/^{T}. Computed, %d of the "
        "4 numbers of the two rows differ by more than a tenth.",
        computed_different);
}

/* The rows of projected invariants in 4.7: which equation do the printed digits belong to? */
static void show_other_equation(document *d, const tables *t)
{
    int cells = 0, as_printed = 0, as_written = 0;
    for (int i = 0; i < t->count; i++) {
        const table_cell *c = &t->cells[i];
        if (c->table == 7 && !isnan(c->consistent) && c->reason[0] == '\0') {
            cells++;
            as_printed += c->verdict != CELL_DIFFERS;
            as_written += fabs(c->consistent - c->published) < 0.06 * c->published;
        }
    }
    document_erratum(d, cells > 0 && as_printed == cells && 2 * as_written < cells,
                     "Ascher and Petzold, Table 4.7, projected invariant",
                     "The digits belong to diag(0, 2//(2−/t/)) /v/ in place of /HM/^{−1}/Ev/: with "
                     "it %d of %d cells are reproduced, with the equation of the text (the rows "
                     "“consistent”) %d come near.",
                     as_printed, cells, as_written);
}

static void add_all(document *d, const tables *t)
{
    document_section(d, "tables", "Ascher and Petzold, Tables 4.1 to 4.8, cell by cell");
    document_paragraph(
        d, "U. Ascher and L. Petzold, TR 91-3, University of British Columbia (1991). Backward "
           "Euler, /h/ = 0.01, /t/ from 0 to 1, exact starting values. Each printed number has the "
           "computed one at its right, compared to the two printed digits. In Tables 4.1 and 4.2 "
           "/ν/ = 1000; /D/ is the direction of the projection, U2 the unstabilised form of index "
           "2.");
    add_tables(d, t);
    document_paragraph(d, "Table 4.7 is printed for diag(0, 2//(2−/t/)) /v/ in place of "
                          "/HM/^{−1}/Ev/; the lines “consistent” below its rows are those of the "
                          "equation in the text.");
    add_reasons(d, t);
    document_counts counts = document_count(d, "tables");
    int shown_cells = 0;
    for (int v = VERDICT_MATCHES; v < VERDICT_COUNT; v++) {
        shown_cells += counts.cells[v];
    }
    document_claim(d, counts.cells[VERDICT_DIFFERS] == 0 && shown_cells == t->count,
                   "Of %d cells %d match, %d are one unit off, %d differ for a known reason, %d "
                   "without one.",
                   t->count, counts.cells[VERDICT_MATCHES], counts.cells[VERDICT_NEAR],
                   counts.cells[VERDICT_EXPLAINED], counts.cells[VERDICT_DIFFERS]);
    show_contradiction(d, t);
    show_transposition(d, t);
    show_copied_row(d, t);
    show_other_equation(d, t);
}

status topic_tables(reproduction *r, message *why)
{
    char *path = NULL, *data = NULL;
    size_t length = 0;
    tables t = {0};
    status s = STATUS_OK;
    TRY_OR_END(topic_read(r, "ascher-petzold.csv", &path, &data, &length, why));
    TRY_OR_END(tables_read(path, data, length, &t, why));
    TRY_OR_END(tables_compute(&t, r->all, why));
    if (t.count == 0) {
        TRY_OR_END(refuse(why, "%s: there are no cells", path));
    }
    add_all(r->document, &t);
end:
    tables_clear(&t);
    free(data);
    free(path);
    return s;
}
