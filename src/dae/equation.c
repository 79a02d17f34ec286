#include "dae/equation.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/datafile.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "numerics/expression.h"

enum { MATRIX_E, MATRIX_A, MATRIX_COUNT, NAME_SIZE = 128, LABEL_SIZE = 160 };

/* What is evaluated again and again: some 90 times for a table of 21 times. */
enum { EQUATION_MAX_VARYING = 1 << 14, EQUATION_VARYING_ROOTS = 2 };

/* An expression as it stands in the file; its value when that does not depend on t. */
typedef struct entry {
    const char *at;
    size_t length;
    int line, column;
    bool is_constant;
    quad value;
} entry;

struct equation {
    char label[LABEL_SIZE];
    char name[NAME_SIZE];
    char *data; /* what the entries point into */
    int size;
    entry entries[MATRIX_COUNT][EQUATION_MAX_SIZE * EQUATION_MAX_SIZE];
    int let_count;
    char let_names[EXPRESSION_MAX_NAMES][EXPRESSION_NAME_SIZE];
    entry lets[EXPRESSION_MAX_NAMES];
};

typedef struct reader {
    datafile file;
    equation *out;
    int matrix;                                 /* whose rows may follow, -1: none */
    int line[MATRIX_COUNT], rows[MATRIX_COUNT]; /* where each began */
    int size_line, name_line;
    expression_scope taken; /* the names, to see that none is given twice */
} reader;

static entry entry_at(const reader *r, const char *at, const char *end)
{
    return (entry){.at = at,
                   .length = (size_t)(end - at),
                   .line = r->file.line,
                   .column = (int)(at - r->file.line_start) + 1};
}

static status read_row(reader *r, const char *at)
{
    static const char letters[] = "EA";
    equation *e = r->out;
    int count = 0, row = r->rows[r->matrix];
    if (row == e->size) {
        return datafile_wrong(&r->file, at, "%c has more than %d rows", letters[r->matrix],
                              e->size);
    }
    for (at = datafile_skip_blanks(at, r->file.line_end); at < r->file.line_end; count++) {
        const char *end = datafile_entry_end(at, r->file.line_end);
        if (count == e->size) {
            break;
        }
        e->entries[r->matrix][row * e->size + count] = entry_at(r, at, end);
        at = datafile_skip_blanks(end, r->file.line_end);
    }
    if (count != e->size || at < r->file.line_end) {
        return datafile_wrong(
            &r->file, r->file.line_start, "row %d of %c has %s %d entries where size = %d", row + 1,
            letters[r->matrix], at < r->file.line_end ? "more than" : "only", count, e->size);
    }
    r->rows[r->matrix]++;
    return STATUS_OK;
}

static status read_size(reader *r, const char *at)
{
    int size = 0;
    const char *c = at;
    while (c < r->file.line_end && isdigit((unsigned char)*c) && size < 1000) {
        size = 10 * size + (*c++ - '0');
    }
    if (c == at || c < r->file.line_end || size < 1 || size > EQUATION_MAX_SIZE) {
        return datafile_wrong(&r->file, at, "a size from 1 to %d is expected", EQUATION_MAX_SIZE);
    }
    r->out->size = size;
    return STATUS_OK;
}

static status read_let(reader *r, const char *name, const char *end, const char *value)
{
    equation *e = r->out;
    size_t length = (size_t)(end - name);
    if (!expression_name_is_free(&r->taken, name, length)) {
        return datafile_wrong(&r->file, name,
                              "a name that is not taken is expected, letters and digits");
    }
    /* One place of the scope is for t. */
    if (e->let_count == EXPRESSION_MAX_NAMES - 1) {
        return datafile_wrong(&r->file, name, "more than %d names", EXPRESSION_MAX_NAMES - 1);
    }
    memcpy(e->let_names[e->let_count], name, length);
    memcpy(r->taken.names[r->taken.count++].name, name, length);
    e->lets[e->let_count++] = entry_at(r, value, r->file.line_end);
    return STATUS_OK;
}

static status once(reader *r, const char *at, const char *key, int *line)
{
    if (*line != 0) {
        return datafile_wrong(&r->file, at, "%s was given before, in line %d", key, *line);
    }
    *line = r->file.line;
    return STATUS_OK;
}

static status read_matrix(reader *r, const assignment *a, int matrix)
{
    TRY(once(r, a->key, matrix == MATRIX_E ? "E" : "A", &r->line[matrix]));
    if (r->out->size == 0) {
        return datafile_wrong(&r->file, a->key, "'size = N' is expected before the matrices");
    }
    r->matrix = matrix;
    return read_row(r, a->value);
}

static status read_assignment(reader *r, const assignment *a)
{
    size_t length = (size_t)(a->key_end - a->key);
    r->matrix = -1;
    if (length > 4 && memcmp(a->key, "let", 3) == 0 && datafile_is_blank(a->key[3])) {
        return read_let(r, datafile_skip_blanks(a->key + 4, a->key_end), a->key_end, a->value);
    }
    if (datafile_spells("E", a->key, length) || datafile_spells("A", a->key, length)) {
        return read_matrix(r, a, *a->key == 'E' ? MATRIX_E : MATRIX_A);
    }
    if (datafile_spells("size", a->key, length)) {
        TRY(once(r, a->key, "size", &r->size_line));
        return read_size(r, a->value);
    }
    if (datafile_spells("name", a->key, length)) {
        TRY(once(r, a->key, "name", &r->name_line));
        return datafile_text(&r->file, a->value, r->out->name, NAME_SIZE);
    }
    if (datafile_spells("reference", a->key, length)) {
        return STATUS_OK;
    }
    return datafile_wrong(&r->file, a->key,
                          "unknown key '%.*s'; known are name, reference, size, let, E and A",
                          (int)(length < 30 ? length : 30), a->key);
}

static status read_lines(reader *r)
{
    while (datafile_next(&r->file)) {
        assignment a;
        TRY(datafile_split(&r->file, &a));
        if (a.key != NULL) {
            TRY(read_assignment(r, &a));
        } else if (r->matrix >= 0) {
            TRY(read_row(r, datafile_skip_blanks(r->file.line_start, r->file.line_end)));
        } else {
            return datafile_wrong(&r->file, r->file.line_start, "'key = value' is expected");
        }
    }
    for (int m = 0; m < MATRIX_COUNT; m++) {
        const char *key = m == MATRIX_E ? "E" : "A";
        if (r->line[m] == 0) {
            return datafile_wrong_line(&r->file, 0, "the key %s is missing", key);
        }
        if (r->rows[m] < r->out->size) {
            return datafile_wrong_line(&r->file, r->line[m], "%s has only %d rows where size = %d",
                                       key, r->rows[m], r->out->size);
        }
    }
    return STATUS_OK;
}

/* What has been found to be constant, and how much is not. */
typedef struct survey {
    expression_scope constants;
    size_t bytes;
    int roots, varying_roots;
} survey;

/* The value of an entry that has one whatever t is. Others are left for later, those that have no
 * value at all among them: what is wrong is said of a t. */
static status survey_entry(const datafile *f, survey *all, entry *x)
{
    size_t where = 0;
    message unused;
    int roots = expression_count_roots(x->at, x->length);
    all->roots += roots;
    if (all->roots > EXPRESSION_FILE_ROOTS) {
        return datafile_wrong_line(f, x->line, "more than %d root() in a file",
                                   EXPRESSION_FILE_ROOTS);
    }
    x->is_constant = expression_value(x->at, x->length, &all->constants, &x->value, &where,
                                      &unused) == STATUS_OK;
    all->bytes += x->is_constant ? 0 : x->length;
    all->varying_roots += x->is_constant ? 0 : roots;
    if (all->bytes > EQUATION_MAX_VARYING || all->varying_roots > EQUATION_VARYING_ROOTS) {
        return datafile_wrong_line(f, x->line,
                                   "what depends on t has more than %d bytes or %d root()",
                                   EQUATION_MAX_VARYING, EQUATION_VARYING_ROOTS);
    }
    return STATUS_OK;
}

static status find_constants(const datafile *f, equation *e)
{
    survey all = {.bytes = 0};
    for (int i = 0; i < e->let_count; i++) {
        TRY(survey_entry(f, &all, &e->lets[i]));
        if (e->lets[i].is_constant) {
            int n = all.constants.count++;
            memcpy(all.constants.names[n].name, e->let_names[i], EXPRESSION_NAME_SIZE);
            all.constants.names[n].value = e->lets[i].value;
        }
    }
    for (int i = 0; i < MATRIX_COUNT * e->size * e->size; i++) {
        int each = e->size * e->size;
        TRY(survey_entry(f, &all, &e->entries[i / each][i % each]));
    }
    return STATUS_OK;
}

status equation_parse(const char *label, const char *data, size_t length, equation **out,
                      message *why)
{
    equation *e = NULL;
    *out = NULL;
    TRY(memory_allocate(&e, 1, sizeof *e, why));
    status s = STATUS_OK;
    TRY_OR_END(memory_allocate(&e->data, length + 1, 1, why));
    reader r = {.out = e, .matrix = -1, .taken = {.count = 1, .names = {{.name = "t"}}}};
    memcpy(e->data, data, length);
    snprintf(e->label, sizeof e->label, "%s", text_tail(label, LABEL_SIZE - 1));
    TRY_OR_END(datafile_open(&r.file, e->label, e->data, length, why));
    TRY_OR_END(read_lines(&r));
    TRY_OR_END(find_constants(&r.file, e));
    *out = e;
    e = NULL;
end:
    equation_destroy(e);
    return s;
}

status equation_read(const char *path, equation **out, message *why)
{
    char *data = NULL;
    size_t length = 0;
    *out = NULL;
    TRY(file_read(path, EQUATION_MAX_BYTES, &data, &length, why));
    const char *label = strcmp(path, "-") == 0 ? "standard input" : path;
    status s = equation_parse(label, data, length, out, why);
    free(data);
    return s;
}

void equation_destroy(equation *e)
{
    if (e != NULL) {
        free(e->data);
        free(e);
    }
}

int equation_size(const equation *e)
{
    return e->size;
}

const char *equation_name(const equation *e)
{
    return e->name[0] != '\0' ? e->name : e->label;
}

bool equation_is_constant(const equation *e)
{
    bool is_constant = true;
    for (int i = 0; i < MATRIX_COUNT * e->size * e->size; i++) {
        int each = e->size * e->size;
        is_constant = is_constant && e->entries[i / each][i % each].is_constant;
    }
    return is_constant;
}

static status entry_value(const equation *e, const entry *x, const expression_scope *scope,
                          dual *value, message *why)
{
    size_t where = 0;
    message detail;
    if (x->is_constant) {
        *value = (dual){.value = x->value};
        return STATUS_OK;
    }
    status s = expression_dual(x->at, x->length, scope, value, &where, &detail);
    if (s != STATUS_OK) {
        s = refuse(why, "%s:%d:%d: %s, at t = %.6g", e->label, x->line, x->column + (int)where,
                   detail.text, (double)scope->names[0].value);
    }
    return s;
}

/* t and the names of the file at this t. */
static status fill_scope(const equation *e, double t, expression_scope *scope, message *why)
{
    dual variable = dual_variable(t);
    *scope = (expression_scope){
        .count = 1, .names = {{.name = "t", .value = variable.value, .slope = variable.slope}}};
    for (int i = 0; i < e->let_count; i++) {
        dual x = {0};
        TRY(entry_value(e, &e->lets[i], scope, &x, why));
        memcpy(scope->names[scope->count].name, e->let_names[i], EXPRESSION_NAME_SIZE);
        scope->names[scope->count].value = x.value;
        scope->names[scope->count++].slope = x.slope;
    }
    return STATUS_OK;
}

/* Place k of the matrices, from the exact E and A there. */
static status round_entries(const equation *e, const dual exact[MATRIX_COUNT], double t, int k,
                            equation_matrices *out, message *why)
{
    quad slope = dual_slope_value(&exact[MATRIX_E]);
    out->E[k] = (double)exact[MATRIX_E].value;
    out->A[k] = (double)exact[MATRIX_A].value;
    out->E_slope[k] = (double)slope;
    out->sum[k] = (double)(exact[MATRIX_A].value + slope);
    const entry *x = &e->entries[isfinite(out->E[k]) ? MATRIX_A : MATRIX_E][k];
    if (!isfinite(out->E[k]) || !isfinite(out->A[k])) {
        return refuse(why, "%s:%d:%d: the entry overflows at t = %.6g", e->label, x->line,
                      x->column, t);
    }
    x = &e->entries[MATRIX_E][k];
    if (!isfinite(out->E_slope[k]) || !isfinite(out->sum[k])) {
        return refuse(why,
                      "%s:%d:%d: this entry of E has no derivative at t = %.6g, or none that can "
                      "be told; E must be smooth",
                      e->label, x->line, x->column, t);
    }
    return STATUS_OK;
}

status equation_at(const equation *e, double t, equation_matrices *out, message *why)
{
    expression_scope scope;
    TRY(fill_scope(e, t, &scope, why));
    for (int k = 0; k < e->size * e->size; k++) {
        dual exact[MATRIX_COUNT] = {{0}};
        for (int m = 0; m < MATRIX_COUNT; m++) {
            TRY(entry_value(e, &e->entries[m][k], &scope, &exact[m], why));
        }
        TRY(round_entries(e, exact, t, k, out, why));
    }
    return STATUS_OK;
}
