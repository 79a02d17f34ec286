#include "lab/tables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/datafile.h"
#include "base/memory.h"
#include "base/plain.h"
#include "lab/models.h"

enum { FIELDS = 6 };

static const double step = 0.01, end = 1;

/* The model and the formulation of a table; D is the row. */
static const struct {
    const char *title;
    int example;
    double c;
    const char *formulation; /* of Example 3 */
} definitions[] = {
    [1] = {.title = "Example 1, nu = 1000", .example = 1},
    [2] = {.title = "Example 2, nu = 1000", .example = 2},
    [3] = {"Example 3, projected invariant", 3, 1, "projected-invariant"},
    [4] = {"Example 3, stabilised index 2", 3, 1, "stabilised-index-2"},
    [5] = {"Example 3 with f = 0, projected invariant", 3, 0, "projected-invariant"},
    [6] = {"Example 3 with f = 0, stabilised index 2", 3, 0, "stabilised-index-2"},
    [7] = {"Example 3 with a nonstiff ODE, projected invariant", 3, 2, "projected-invariant"},
    [8] = {"Example 3 with a nonstiff ODE, stabilised index 2", 3, 2, "stabilised-index-2"},
};

enum { LAST_TABLE = 8 };

const char *table_title(int table)
{
    return definitions[table].title;
}

/* Splits a line at its commas, in place; the last field may have more of them. */
static int split(char *line, char *fields[FIELDS])
{
    int count = 0;
    for (char *at = line; at != NULL && count < FIELDS; count++) {
        fields[count] = at;
        char *comma = count + 1 < FIELDS ? strchr(at, ',') : NULL;
        at = comma != NULL ? comma + 1 : NULL;
        if (comma != NULL) {
            *comma = '\0';
        }
    }
    return count;
}

static bool read_cell(char *line, table_cell *out)
{
    char *fields[FIELDS], *rest = NULL;
    *out = (table_cell){.computed = NAN, .consistent = NAN};
    if (split(line, fields) != FIELDS || strncmp(fields[0], "4.", 2) != 0) {
        return false;
    }
    out->table = atoi(fields[0] + 2);
    out->published = plain_number(fields[4], &rest);
    out->nu = fields[2][0] != '\0' ? plain_number(fields[2], NULL) : 1000;
    snprintf(out->row, sizeof out->row, "%s", fields[1]);
    snprintf(out->quantity, sizeof out->quantity, "%s", fields[3]);
    snprintf(out->reason, sizeof out->reason, "%s", fields[5]);
    return out->table >= 1 && out->table <= LAST_TABLE && rest != fields[4] && *rest == '\0' &&
           out->published > 0 && out->nu >= 1;
}

status tables_read(const char *label, const char *data, size_t length, tables *out, message *why)
{
    datafile f;
    *out = (tables){0};
    size_t lines = 1;
    for (size_t i = 0; i < length; i++) {
        lines += data[i] == '\n';
    }
    TRY(datafile_open(&f, label, data, length, why));
    TRY(memory_allocate(&out->cells, lines, sizeof *out->cells, why));
    bool header = true;
    while (datafile_next(&f)) {
        char line[400];
        snprintf(line, sizeof line, "%.*s", (int)(f.line_end - f.line_start), f.line_start);
        if (header) {
            header = false;
        } else if (!read_cell(line, &out->cells[out->count++])) {
            return datafile_wrong(&f, f.line_start,
                                  "no cell; accepted: table,row,nu,quantity,published,reason with "
                                  "a table from 4.1 to 4.8");
        }
    }
    return STATUS_OK;
}

void tables_clear(tables *t)
{
    free(t->cells);
    *t = (tables){0};
}

static void name_formulation(const table_cell *c, char *out, size_t size)
{
    const char *family = definitions[c->table].formulation;
    if (family != NULL && strcmp(c->row, "U2") == 0) {
        snprintf(out, size, "index-2");
    } else if (family != NULL) {
        snprintf(out, size, "%s:D=%s", family, c->row);
    } else if (strcmp(c->row, "inf") == 0) {
        snprintf(out, size, "direct");
    } else if (strcmp(c->row, "projected invariant") == 0) {
        snprintf(out, size, "projected-invariant:D=CT");
    } else if (strcmp(c->row, "state space") == 0) {
        snprintf(out, size, "state-space:keep=1");
    } else {
        snprintf(out, size, "baumgarte:gamma=%s", c->row);
    }
}

/* The definitions of mathematics.md 8. */
static double quantity(const table_cell *c, const lab_result *r)
{
    double exact = exp(end), e1 = r->p[0] - exact, e2 = r->p[1] - exact;
    if (strcmp(c->quantity, "error") == 0) {
        return c->table == 2 ? fabs(e1) : fmax(fabs(e1), fabs(e2));
    }
    if (strcmp(c->quantity, "err p") == 0) {
        return fmax(fabs(e1), fabs(e2));
    }
    if (strcmp(c->quantity, "err v") == 0) {
        return fmax(fabs(r->v[0] - exact), fabs(r->v[1] - exact));
    }
    if (strcmp(c->quantity, "mu") == 0) { /* their B is (2+t)^2 times ours */
        return strcmp(c->row, "B") == 0 ? r->mu / ((2 + end) * (2 + end)) : r->mu;
    }
    if (strcmp(c->row, "U2") == 0) { /* C(0) e */
        return fabs(e1 - 2 * e2);
    }
    return r->drift[definitions[c->table].example == 3 ? 1 : 0];
}

static status compute(const table_cell *c, const catalogue *all, bool as_printed, lab_result *out,
                      message *why)
{
    char name[FORMULATION_NAME_SIZE];
    constrained *system = NULL;
    formulation_choice how;
    lab_method euler = {0};
    double p[2], v[2];
    int example = definitions[c->table].example;
    name_formulation(c, name, sizeof name);
    const model with = {.nu = c->nu, .c = definitions[c->table].c, .as_printed = as_printed};
    status s;
    TRY_OR_END(model_create(example, with, &system, why));
    TRY_OR_END(formulation_read(name, &how, why));
    TRY_OR_END(lab_method_open(all, "implicit-euler", false, &euler, why));
    system->start(system->data, p, example == 3 ? v : NULL);
    const lab_request request = {.system = system,
                                 .formulation = &how,
                                 .method = &euler,
                                 .h = step,
                                 .t1 = end,
                                 .p = p,
                                 .v = example == 3 ? v : NULL};
    s = lab_run(&request, out, why);
end:
    lab_method_clear(&euler);
    constrained_destroy(system);
    return s;
}

/* Compared as two digits: 2.6e+78 is .26e+79. */
static cell_verdict compare(double published, double computed)
{
    double unit = pow(10, floor(log10(published) + 1e-9) - 1);
    double off = fabs(round(computed / unit) - round(published / unit));
    return off == 0 ? CELL_MATCHES : off == 1 ? CELL_ONE_UNIT : CELL_DIFFERS;
}

/* Is this of the run that `result` holds? */
static bool same_run(const table_cell *a, const table_cell *b)
{
    return a->table == b->table && a->nu == b->nu && strcmp(a->row, b->row) == 0;
}

status tables_compute(tables *t, const catalogue *all, message *why)
{
    lab_result result = {0}, consistent = {0};
    for (int i = 0; i < t->count; i++) {
        table_cell *c = &t->cells[i];
        bool as_printed = c->table == 7 && strcmp(c->row, "U2") != 0;
        if (i == 0 || !same_run(c, &t->cells[i - 1])) {
            TRY(compute(c, all, as_printed, &result, why));
            if (as_printed) {
                TRY(compute(c, all, false, &consistent, why));
            }
        }
        c->computed = quantity(c, &result);
        c->consistent = as_printed ? quantity(c, &consistent) : NAN;
        if (result.outcome != STEP_DONE) {
            c->computed = NAN;
            lab_result_words(&result, c->ended, sizeof c->ended);
        }
        c->verdict = isnan(c->computed) ? CELL_DIFFERS : compare(c->published, c->computed);
    }
    return STATUS_OK;
}
