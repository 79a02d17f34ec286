/* Table 5.1 of Kunkel and Mehrmann: printed stability functions beside computed ones. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "picture/labels.h"
#include "reproduce/stability_table.h"
#include "reproduce/topics.h"

/* Differences of rounding; up to 5e-15 is seen. */
static const double roundoff = 1e-12;

static void add_polynomial(document *d, document_verdict v, const zw_polynomial *p)
{
    text t = {0};
    zw_write(p, true, &t);
    document_cell(d, v, "%s", t.data != NULL ? t.data : "");
    text_clear(&t);
}

static void add_functions(document *d, const stability_table *t)
{
    static const char *const names[] = {"method", "", "printed", "computed"};
    static const column_kind kinds[] = {COLUMN_WORDS, COLUMN_WORDS, COLUMN_WORDS, COLUMN_WORDS};
    document_table(d, "Table 5.1, page 409: /R/(/z/, /w/) = /N/ // /D/", 4, names, kinds);
    for (int i = 0; i < t->count; i++) {
        const stability_row *row = &t->rows[i];
        char name[2 * sizeof row->name];
        label_plain(row->name, name, sizeof name);
        for (int part = 0; part < 2; part++) {
            const zw_polynomial *printed = part == 0 ? &row->N : &row->D;
            const zw_polynomial *computed = part == 0 ? &row->computed_N : &row->computed_D;
            bool same = row->is_exact && zw_same(printed, computed);
            document_cell(d, VERDICT_NONE, "%s", part == 0 ? name : "");
            document_cell(d, VERDICT_NONE, "%s", part == 0 ? "/N/" : "/D/");
            add_polynomial(d, VERDICT_NONE, printed);
            add_polynomial(d, same ? VERDICT_MATCHES : VERDICT_DIFFERS, computed);
        }
    }
    document_end_table(d);
}

static void add_steps(document *d, const stability_table *t)
{
    static const char *const names[] = {"method", "one step of the test equation",
                                        "one step of /x/' = /λx/"};
    static const column_kind kinds[] = {COLUMN_WORDS, COLUMN_NUMBER, COLUMN_NUMBER};
    document_table(d,
                   "Largest |/D/ factor − /N/| at the points, relative to the terms of /N/ and "
                   "/D/ factor",
                   3, names, kinds);
    for (int i = 0; i < t->count; i++) {
        const stability_row *row = &t->rows[i];
        document_cell(d, VERDICT_NONE, "%s", row->method);
        document_cell(d, row->step_difference < roundoff ? VERDICT_MATCHES : VERDICT_DIFFERS,
                      "%.1e", row->step_difference);
        document_cell(d, row->classical_difference < roundoff ? VERDICT_MATCHES : VERDICT_DIFFERS,
                      "%.1e", row->classical_difference);
    }
    document_end_table(d);
}

static void add_claims(document *d, const stability_table *t)
{
    int same = 0, stepped = 0, classical = 0;
    for (int i = 0; i < t->count; i++) {
        same += t->rows[i].is_same;
        stepped += t->rows[i].step_difference < roundoff;
        classical += t->rows[i].classical_difference < roundoff;
    }
    document_claim(d, same == t->count,
                   "%d of %d printed functions are the computed ones in every coefficient", same,
                   t->count);
    document_claim(d, stepped == t->count,
                   "%d of %d printed functions are the factor of a step at %d scattered points "
                   "(/z/ complex, /w/ real, up to 9)",
                   stepped, t->count, STABILITY_TABLE_POINTS);
    document_claim(d, classical == t->count,
                   "%d of %d reduce to the classical function for /w/ = 0 (page 407)", classical,
                   t->count);
}

status topic_table_5_1(reproduction *r, message *why)
{
    char *path = NULL, *data = NULL;
    size_t length = 0;
    stability_table *t = NULL;
    document *d = r->document;
    status s = STATUS_OK;
    TRY_OR_END(topic_read(r, "kunkel-mehrmann-table-5.1.csv", &path, &data, &length, why));
    TRY_OR_END(memory_allocate(&t, 1, sizeof *t, why));
    TRY_OR_END(stability_table_read(path, data, length, t, why));
    TRY_OR_END(stability_table_compute(t, r->all, why));
    document_section(d, "table-5.1", "Kunkel and Mehrmann, Table 5.1: stability functions");
    document_paragraph(
        d, "The printed numerators and denominators, terms in one order and without common "
           "factors, beside those of the polynomial Φ that is found from the coefficients of "
           "the method. They must be equal term by term.");
    add_functions(d, t);
    document_paragraph(d, "The integrator knows neither of them: it assembles /E/(/t/) and "
                          "/A/(/t/) and solves for /x/_{1} and /x/_{2}.");
    add_steps(d, t);
    add_claims(d, t);
end:
    free(t);
    free(data);
    free(path);
    return s;
}
