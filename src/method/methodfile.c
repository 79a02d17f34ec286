#include "method/methodfile.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/datafile.h"
#include "base/file.h"
#include "base/memory.h"
#include "numerics/expression.h"

enum { MAX_ENTRIES = METHOD_MAX_STAGES };

/* A vector or matrix as it was read. */
typedef struct block {
    int line; /* of its key, 0 while it was not seen */
    int rows, columns;
    quad value[MAX_ENTRIES * MAX_ENTRIES];
    bool is_decimal;     /* an entry is not an exact number of the field */
    exact_number *exact; /* as many; NULL while it was not seen */
} block;

enum {
    KEY_A,
    KEY_B,
    KEY_C,
    KEY_BHAT,
    KEY_ALPHA,
    KEY_BETA,
    KEY_NAME,
    KEY_REFERENCE,
    KEY_KIND,
    KEY_ORDER,
    KEY_COUNT
};
enum { BLOCK_COUNT = KEY_BETA + 1 };

static const struct {
    const char *name;
    int most; /* entries in a row */
} keys[KEY_COUNT] = {
    [KEY_A] = {.name = "A", .most = METHOD_MAX_STAGES},
    [KEY_B] = {.name = "b", .most = METHOD_MAX_STAGES},
    [KEY_C] = {.name = "c", .most = METHOD_MAX_STAGES},
    [KEY_BHAT] = {.name = "bhat", .most = METHOD_MAX_STAGES},
    [KEY_ALPHA] = {.name = "alpha", .most = METHOD_MAX_STEPS + 1},
    [KEY_BETA] = {.name = "beta", .most = METHOD_MAX_STEPS + 1},
    [KEY_NAME] = {.name = "name"},
    [KEY_REFERENCE] = {.name = "reference"},
    [KEY_KIND] = {.name = "kind"},
    [KEY_ORDER] = {.name = "order"},
};

typedef struct reader {
    datafile file;
    bool in_matrix; /* may the next line be a further row of A? */
    bool is_multistep;
    int kind_line, order_line, name_line, reference_line;
    block blocks[BLOCK_COUNT];
    expression_scope scope;
    exact_field field;
    exact_number *names; /* of `let`, as many as there may be */
    int roots;           /* so far */
    methodfile *out;
} reader;

static status read_entry(reader *r, const char *at, const char *end, quad *value,
                         exact_number *exact, bool *is_exact)
{
    size_t where = 0;
    message detail;
    r->roots += expression_count_roots(at, (size_t)(end - at));
    if (r->roots > EXPRESSION_FILE_ROOTS) {
        return datafile_wrong(&r->file, at, "more than %d root() in a file", EXPRESSION_FILE_ROOTS);
    }
    if (expression_exact(at, (size_t)(end - at), &r->scope, value, exact, is_exact, &where,
                         &detail) != STATUS_OK) {
        return datafile_wrong(&r->file, at + where, "%s", detail.text);
    }
    return STATUS_OK;
}

/* Beyond this, squares and determinants overflow even in quadruple precision. */
static status check_size(reader *r, const char *at, quad value)
{
    quad size = fabsq(value);
    if (size == 0 || (size >= 1e-300Q && size <= 1e300Q)) {
        return STATUS_OK;
    }
    return datafile_wrong(&r->file, at,
                          "a coefficient of size %.0Le; accepted: 0 or 1e-300 to 1e300",
                          (long double)size);
}

/* One row of entries into block `key`. */
static status read_row(reader *r, int key, const char *at)
{
    block *b = &r->blocks[key];
    if (b->rows == MAX_ENTRIES) {
        return datafile_wrong(&r->file, at, "more than %d rows", MAX_ENTRIES);
    }
    b->exact = b->exact != NULL ? b->exact : exact_array(MAX_ENTRIES * MAX_ENTRIES);
    int count = 0;
    for (at = datafile_skip_blanks(at, r->file.line_end); at < r->file.line_end;
         at = datafile_skip_blanks(at, r->file.line_end)) {
        if (count == keys[key].most) {
            return datafile_wrong(&r->file, at, "%s has more than %d entries in a row",
                                  keys[key].name, keys[key].most);
        }
        const char *end = datafile_entry_end(at, r->file.line_end);
        int place = b->rows * MAX_ENTRIES + count;
        bool is_exact = false;
        TRY(read_entry(r, at, end, &b->value[place], &b->exact[place], &is_exact));
        TRY(check_size(r, at, b->value[place]));
        b->is_decimal = b->is_decimal || !is_exact;
        count++;
        at = end;
    }
    if (count == 0) {
        return datafile_wrong(&r->file, at, "%s needs numbers here", keys[key].name);
    }
    if (b->rows > 0 && count != b->columns) {
        return datafile_wrong(&r->file, r->file.line_start,
                              "row %d of A has %d entries where %d are expected", b->rows + 1,
                              count, b->columns);
    }
    b->columns = count;
    b->rows++;
    return STATUS_OK;
}

static status read_kind(reader *r, const char *at)
{
    char kind[32] = "";
    size_t length = (size_t)(r->file.line_end - at);
    memcpy(kind, at, length < sizeof kind ? length : sizeof kind - 1);
    r->is_multistep = strcmp(kind, "multistep") == 0;
    if (!r->is_multistep && strcmp(kind, "runge-kutta") != 0) {
        return datafile_wrong(&r->file, at, "kind '%s' where runge-kutta or multistep is expected",
                              kind);
    }
    return STATUS_OK;
}

static status read_order(reader *r, const char *at)
{
    int order = 0;
    const char *c = at;
    while (c < r->file.line_end && isdigit((unsigned char)*c) && order < 100) {
        order = order * 10 + (*c++ - '0');
    }
    if (c == at || c < r->file.line_end || order < 1 || order > 99) {
        return datafile_wrong(&r->file, at, "an order from 1 to 99 is expected");
    }
    r->out->claimed_order = order;
    return STATUS_OK;
}

/* let NAME = expression */
static status read_let(reader *r, const char *name, const char *name_end, const char *value)
{
    size_t length = (size_t)(name_end - name);
    if (!expression_name_is_free(&r->scope, name, length)) {
        return datafile_wrong(&r->file, name,
                              "a name that is not taken is expected, letters and digits");
    }
    if (r->scope.count == EXPRESSION_MAX_NAMES) {
        return datafile_wrong(&r->file, name, "more than %d names", EXPRESSION_MAX_NAMES);
    }
    quad x = 0;
    bool is_exact = false;
    exact_number *exact = &r->names[r->scope.count];
    TRY(read_entry(r, value, r->file.line_end, &x, exact, &is_exact));
    int n = r->scope.count++;
    r->scope.names[n].exact = is_exact ? exact : NULL;
    memcpy(r->scope.names[n].name, name, length);
    r->scope.names[n].name[length] = '\0';
    r->scope.names[n].value = x;
    return STATUS_OK;
}

static int key_find(const char *name, size_t length)
{
    for (int i = 0; i < KEY_COUNT; i++) {
        if (datafile_spells(keys[i].name, name, length)) {
            return i;
        }
    }
    return -1;
}

static status unknown_key(reader *r, const char *key, size_t length)
{
    return datafile_wrong(
        &r->file, key,
        "unknown key '%.*s'; known are name, reference, kind, order, let, A, b, c, "
        "bhat, alpha and beta",
        (int)(length < 30 ? length : 30), key);
}

static status read_assignment(reader *r, const assignment *a)
{
    size_t length = (size_t)(a->key_end - a->key);
    r->in_matrix = false;
    if (length == 3 && memcmp(a->key, "let", 3) == 0) {
        return datafile_wrong(&r->file, a->key_end, "let needs a name: 'let g = 1/2'");
    }
    if (length > 4 && memcmp(a->key, "let", 3) == 0 && datafile_is_blank(a->key[3])) {
        return read_let(r, datafile_skip_blanks(a->key + 4, a->key_end), a->key_end, a->value);
    }
    int which = key_find(a->key, length);
    if (which < 0) {
        return unknown_key(r, a->key, length);
    }
    int *seen[KEY_COUNT] = {[KEY_NAME] = &r->name_line,
                            [KEY_REFERENCE] = &r->reference_line,
                            [KEY_KIND] = &r->kind_line,
                            [KEY_ORDER] = &r->order_line};
    int *first = which < BLOCK_COUNT ? &r->blocks[which].line : seen[which];
    if (*first != 0) {
        return datafile_wrong(&r->file, a->key, "%s was given before, in line %d", keys[which].name,
                              *first);
    }
    *first = r->file.line;
    switch (which) {
    case KEY_NAME:
        return datafile_text(&r->file, a->value, r->out->name, sizeof r->out->name);
    case KEY_REFERENCE:
        return datafile_text(&r->file, a->value, r->out->reference, sizeof r->out->reference);
    case KEY_KIND:
        return read_kind(r, a->value);
    case KEY_ORDER:
        return read_order(r, a->value);
    default:
        r->in_matrix = which == KEY_A;
        return read_row(r, which, a->value);
    }
}

static status read_line(reader *r)
{
    assignment a;
    TRY(datafile_split(&r->file, &a));
    if (a.key != NULL) {
        return read_assignment(r, &a);
    }
    const char *at = datafile_skip_blanks(r->file.line_start, r->file.line_end);
    return r->in_matrix ? read_row(r, KEY_A, at)
                        : datafile_wrong(&r->file, at, "'key = value' is expected");
}

/* Checks that block `key` has one row of n entries and copies it. */
static status take_vector(reader *r, int key, int n, quad *out)
{
    const block *b = &r->blocks[key];
    if (b->columns != n) {
        return datafile_wrong_line(&r->file, b->line, "%s has %d entries where %d are expected",
                                   keys[key].name, b->columns, n);
    }
    memcpy(out, b->value, (size_t)n * sizeof *out);
    return STATUS_OK;
}

static status require(reader *r, int key, bool present)
{
    bool is_here = r->blocks[key].line != 0;
    if (is_here == present) {
        return STATUS_OK;
    }
    return datafile_wrong_line(&r->file, r->blocks[key].line, "the key %s %s", keys[key].name,
                               present ? "is missing" : "does not belong to this kind");
}

/* A, b and c as they were read, or NULL when they are not known exactly; c are the row sums of A
 * when they were not given. */
static scheme *exact_runge_kutta(reader *r)
{
    const block *A = &r->blocks[KEY_A], *b = &r->blocks[KEY_B], *c = &r->blocks[KEY_C];
    bool sums = c->line == 0;
    if (A->is_decimal || b->is_decimal || c->is_decimal) {
        return NULL;
    }
    int n = A->rows;
    scheme *out = scheme_create(METHOD_RUNGE_KUTTA, n);
    exact_number *nodes = exact_array(n);
    exact_field_set(&out->field, &r->field);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            exact_set(&out->A[i * n + j], &A->exact[i * MAX_ENTRIES + j]);
            exact_add(&nodes[i], &nodes[i], &out->A[i * n + j]);
        }
        exact_set(&out->b[i], &b->exact[i]);
        exact_set(&nodes[i], sums ? &nodes[i] : &c->exact[i]);
    }
    scheme_set_nodes(out, nodes);
    exact_array_free(nodes, n);
    scheme_round(out, &r->out->coefficients);
    return out;
}

/* The row sums of A are where a method without c has its stages, and where one has them whose c are
 * these but for their last digits: with them R(0, w) = 1. Without either, c is as the file says. */
static void settle_nodes(reader *r)
{
    coefficients *a = &r->out->coefficients;
    block *c = &r->blocks[KEY_C];
    quad sums[METHOD_MAX_STAGES] = {0}, farthest = 0;
    for (int i = 0; i < a->size; i++) {
        for (int j = 0; j < a->size; j++) {
            sums[i] += a->A[i * a->size + j];
        }
        farthest = fmaxq(farthest, fabsq(sums[i] - a->c[i]) / (1 + fabsq(sums[i])));
    }
    bool is_same = c->line != 0 && farthest <= 1e-32Q;
    if (c->line != 0 && (farthest > 1e-10Q || (is_same && c->is_decimal))) {
        return;
    }
    r->out->c_moved = c->line != 0 && !is_same ? (double)farthest : 0;
    c->line = 0;
    c->is_decimal = false;
    memcpy(a->c, sums, sizeof sums);
}

static status take_runge_kutta(reader *r)
{
    coefficients *a = &r->out->coefficients;
    const block *A = &r->blocks[KEY_A];
    TRY(require(r, KEY_A, true));
    TRY(require(r, KEY_B, true));
    TRY(require(r, KEY_ALPHA, false));
    TRY(require(r, KEY_BETA, false));
    if (A->rows != A->columns) {
        return datafile_wrong_line(&r->file, A->line,
                                   "A has %d rows and %d columns; a square matrix is expected",
                                   A->rows, A->columns);
    }
    a->size = A->rows;
    for (int i = 0; i < a->size; i++) {
        memcpy(a->A + i * a->size, A->value + i * MAX_ENTRIES, (size_t)a->size * sizeof *a->A);
    }
    TRY(take_vector(r, KEY_B, a->size, a->b));
    if (r->blocks[KEY_C].line != 0) {
        TRY(take_vector(r, KEY_C, a->size, a->c));
    }
    if (r->blocks[KEY_BHAT].line != 0) {
        a->embedded = true;
        TRY(take_vector(r, KEY_BHAT, a->size, a->bhat));
    }
    settle_nodes(r);
    r->out->exact = exact_runge_kutta(r);
    return STATUS_OK;
}

static scheme *exact_multistep(const reader *r)
{
    const block *alpha = &r->blocks[KEY_ALPHA], *beta = &r->blocks[KEY_BETA];
    if (alpha->is_decimal || beta->is_decimal) {
        return NULL;
    }
    scheme *out = scheme_create(METHOD_MULTISTEP, alpha->columns - 1);
    exact_field_set(&out->field, &r->field);
    for (int j = 0; j < alpha->columns; j++) {
        exact_set(&out->alpha[j], &alpha->exact[j]);
        exact_set(&out->beta[j], &beta->exact[j]);
    }
    return out;
}

static status take_multistep(reader *r)
{
    coefficients *a = &r->out->coefficients;
    TRY(require(r, KEY_ALPHA, true));
    TRY(require(r, KEY_BETA, true));
    for (int key = KEY_A; key <= KEY_BHAT; key++) {
        TRY(require(r, key, false));
    }
    a->kind = METHOD_MULTISTEP;
    a->size = r->blocks[KEY_ALPHA].columns - 1;
    if (a->size < 1) {
        return datafile_wrong_line(&r->file, r->blocks[KEY_ALPHA].line,
                                   "alpha needs at least two entries");
    }
    TRY(take_vector(r, KEY_ALPHA, a->size + 1, a->alpha));
    TRY(take_vector(r, KEY_BETA, a->size + 1, a->beta));
    if (a->alpha[a->size] == 0) {
        return datafile_wrong_line(&r->file, r->blocks[KEY_ALPHA].line,
                                   "the last alpha must not be 0");
    }
    r->out->exact = exact_multistep(r);
    return STATUS_OK;
}

/* What the file as a whole must have, and its coefficients. */
static status finish(reader *r)
{
    bool is_empty = r->kind_line == 0 && r->blocks[KEY_A].line == 0 &&
                    r->blocks[KEY_ALPHA].line == 0 && r->name_line == 0;
    if (is_empty) {
        return datafile_wrong_line(&r->file, 0,
                                   "the file is empty; 'kind = runge-kutta' or 'kind = multistep' "
                                   "and its coefficients are expected");
    }
    if (r->kind_line == 0) {
        return datafile_wrong_line(&r->file, 0,
                                   "the key kind is missing; runge-kutta or multistep is expected");
    }
    return r->is_multistep ? take_multistep(r) : take_runge_kutta(r);
}

status methodfile_parse(const char *label, const char *data, size_t length, methodfile *out,
                        message *why)
{
    *out = (methodfile){.coefficients.kind = METHOD_RUNGE_KUTTA};
    reader *r = NULL;
    TRY(memory_allocate(&r, 1, sizeof *r, why));
    status s = STATUS_OK;
    r->out = out;
    exact_field_init(&r->field);
    r->scope.field = &r->field;
    r->names = exact_array(EXPRESSION_MAX_NAMES);
    TRY_OR_END(datafile_open(&r->file, label, data, length, why));
    while (datafile_next(&r->file)) {
        TRY_OR_END(read_line(r));
    }
    s = finish(r);
end:
    for (int key = 0; key < BLOCK_COUNT; key++) {
        exact_array_free(r->blocks[key].exact, MAX_ENTRIES * MAX_ENTRIES);
    }
    exact_array_free(r->names, EXPRESSION_MAX_NAMES);
    exact_field_clear(&r->field);
    free(r);
    return s;
}

void methodfile_clear(methodfile *file)
{
    scheme_destroy(file->exact);
    file->exact = NULL;
}

status methodfile_read(const char *path, methodfile *out, message *why)
{
    char *data = NULL;
    size_t length = 0;
    TRY(file_read(path, METHODFILE_MAX_BYTES, &data, &length, why));
    status s =
        methodfile_parse(strcmp(path, "-") == 0 ? "standard input" : path, data, length, out, why);
    free(data);
    return s;
}
