#include "method/methodfile.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "numerics/expression.h"

enum { MAX_ENTRIES = METHOD_MAX_STAGES };

/* A vector or matrix as it was read. */
typedef struct block {
    int line; /* of its key, 0 while it was not seen */
    int rows, columns;
    quad value[MAX_ENTRIES * MAX_ENTRIES];
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
    const char *label;
    const char *line_start, *line_end; /* the line without its comment */
    int line;
    bool in_matrix; /* may the next line be a further row of A? */
    bool is_multistep;
    int kind_line, order_line, name_line, reference_line;
    block blocks[BLOCK_COUNT];
    expression_scope scope;
    methodfile *out;
    message *why;
} reader;

/* Columns count characters, not bytes. */
static int column_of(const reader *r, const char *at)
{
    int column = 1;
    for (const char *c = r->line_start; c < at; c++) {
        column += (*c & 0xc0) != 0x80;
    }
    return column;
}

__attribute__((format(printf, 3, 4))) static status wrong_at(reader *r, const char *at,
                                                             const char *format, ...)
{
    char words[300];
    va_list list;
    va_start(list, format);
    vsnprintf(words, sizeof words, format, list);
    va_end(list);
    return refuse(r->why, "%.150s:%d:%d: %s", r->label, r->line, column_of(r, at), words);
}

/* About a whole key, after everything was read; line 1 stands for a key that is not there. */
__attribute__((format(printf, 3, 4))) static status wrong_key(reader *r, int line,
                                                              const char *format, ...)
{
    char words[300];
    va_list list;
    va_start(list, format);
    vsnprintf(words, sizeof words, format, list);
    va_end(list);
    return refuse(r->why, "%.150s:%d:1: %s", r->label, line > 0 ? line : 1, words);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && is_blank(*at)) {
        at++;
    }
    return at;
}

/* The end of the entry at `at`: the next blank outside parentheses. */
static const char *entry_end(const char *at, const char *end)
{
    int depth = 0;
    while (at < end && (depth > 0 || !is_blank(*at))) {
        depth += (*at == '(') - (*at == ')');
        at++;
    }
    return at;
}

static status read_entry(reader *r, const char *at, const char *end, quad *value)
{
    size_t where = 0;
    message detail;
    status s = expression_value(at, (size_t)(end - at), &r->scope, value, &where, &detail);
    return s == STATUS_OK ? s : wrong_at(r, at + where, "%s", detail.text);
}

/* One row of entries into block `key`. */
static status read_row(reader *r, int key, const char *at)
{
    block *b = &r->blocks[key];
    if (b->rows == MAX_ENTRIES) {
        return wrong_at(r, at, "more than %d rows", MAX_ENTRIES);
    }
    int count = 0;
    for (at = skip_blanks(at, r->line_end); at < r->line_end; at = skip_blanks(at, r->line_end)) {
        if (count == keys[key].most) {
            return wrong_at(r, at, "%s has more than %d entries in a row", keys[key].name,
                            keys[key].most);
        }
        const char *end = entry_end(at, r->line_end);
        status s = read_entry(r, at, end, &b->value[b->rows * MAX_ENTRIES + count]);
        if (s != STATUS_OK) {
            return s;
        }
        count++;
        at = end;
    }
    if (count == 0) {
        return wrong_at(r, at, "%s needs numbers here", keys[key].name);
    }
    if (b->rows > 0 && count != b->columns) {
        return wrong_at(r, r->line_start, "row %d of A has %d entries where %d are expected",
                        b->rows + 1, count, b->columns);
    }
    b->columns = count;
    b->rows++;
    return STATUS_OK;
}

static status read_text(reader *r, const char *at, int *seen, char *out, size_t size)
{
    size_t length = (size_t)(r->line_end - at);
    if (length >= size) {
        return wrong_at(r, at, "a text of %zu bytes; at most %zu are accepted", length, size - 1);
    }
    memcpy(out, at, length);
    out[length] = '\0';
    *seen = r->line;
    return STATUS_OK;
}

static status read_kind(reader *r, const char *at)
{
    char kind[32] = "";
    size_t length = (size_t)(r->line_end - at);
    memcpy(kind, at, length < sizeof kind ? length : sizeof kind - 1);
    r->is_multistep = strcmp(kind, "multistep") == 0;
    r->kind_line = r->line;
    if (!r->is_multistep && strcmp(kind, "runge-kutta") != 0) {
        return wrong_at(r, at, "kind '%s' where runge-kutta or multistep is expected", kind);
    }
    return STATUS_OK;
}

static status read_order(reader *r, const char *at)
{
    int order = 0;
    const char *c = at;
    while (c < r->line_end && isdigit((unsigned char)*c) && order < 100) {
        order = order * 10 + (*c++ - '0');
    }
    if (c == at || c < r->line_end || order < 1 || order > 99) {
        return wrong_at(r, at, "an order from 1 to 99 is expected");
    }
    r->out->claimed_order = order;
    r->order_line = r->line;
    return STATUS_OK;
}

/* let NAME = expression */
static status read_let(reader *r, const char *name, const char *name_end, const char *value)
{
    size_t length = (size_t)(name_end - name);
    if (!expression_name_is_free(&r->scope, name, length)) {
        return wrong_at(r, name, "a name that is not taken is expected, letters and digits");
    }
    if (r->scope.count == EXPRESSION_MAX_NAMES) {
        return wrong_at(r, name, "more than %d names", EXPRESSION_MAX_NAMES);
    }
    quad x = 0;
    status s = read_entry(r, value, r->line_end, &x);
    if (s == STATUS_OK) {
        int n = r->scope.count++;
        memcpy(r->scope.names[n].name, name, length);
        r->scope.names[n].name[length] = '\0';
        r->scope.names[n].value = x;
    }
    return s;
}

static int key_find(const char *name, size_t length)
{
    for (int i = 0; i < KEY_COUNT; i++) {
        if (strlen(keys[i].name) == length && memcmp(keys[i].name, name, length) == 0) {
            return i;
        }
    }
    return -1;
}

static status unknown_key(reader *r, const char *key, size_t length)
{
    return wrong_at(r, key,
                    "unknown key '%.*s'; known are name, reference, kind, order, let, A, b, c, "
                    "bhat, alpha and beta",
                    (int)(length < 30 ? length : 30), key);
}

static status read_assignment(reader *r, const char *key, const char *equals)
{
    const char *key_end = equals;
    while (key_end > key && is_blank(key_end[-1])) {
        key_end--;
    }
    const char *value = skip_blanks(equals + 1, r->line_end);
    r->in_matrix = false;
    if (value == r->line_end) {
        return wrong_at(r, value, "a value is expected after '='");
    }
    if (key_end - key > 4 && memcmp(key, "let", 3) == 0 && is_blank(key[3])) {
        return read_let(r, skip_blanks(key + 4, key_end), key_end, value);
    }
    if (key_end - key == 3 && memcmp(key, "let", 3) == 0) {
        return wrong_at(r, key_end, "let needs a name: 'let g = 1/2'");
    }
    int which = key_find(key, (size_t)(key_end - key));
    if (which < 0) {
        return unknown_key(r, key, (size_t)(key_end - key));
    }
    int *seen[KEY_COUNT] = {[KEY_NAME] = &r->name_line,
                            [KEY_REFERENCE] = &r->reference_line,
                            [KEY_KIND] = &r->kind_line,
                            [KEY_ORDER] = &r->order_line};
    int first = which < BLOCK_COUNT ? r->blocks[which].line : *seen[which];
    if (first != 0) {
        return wrong_at(r, key, "%s was given before, in line %d", keys[which].name, first);
    }
    switch (which) {
    case KEY_NAME:
        return read_text(r, value, &r->name_line, r->out->name, sizeof r->out->name);
    case KEY_REFERENCE:
        return read_text(r, value, &r->reference_line, r->out->reference, sizeof r->out->reference);
    case KEY_KIND:
        return read_kind(r, value);
    case KEY_ORDER:
        return read_order(r, value);
    default:
        r->blocks[which].line = r->line;
        r->in_matrix = which == KEY_A;
        return read_row(r, which, value);
    }
}

static status read_line(reader *r)
{
    const char *comment = memchr(r->line_start, '#', (size_t)(r->line_end - r->line_start));
    r->line_end = comment != NULL ? comment : r->line_end;
    while (r->line_end > r->line_start && (is_blank(r->line_end[-1]) || r->line_end[-1] == '\r')) {
        r->line_end--;
    }
    const char *at = skip_blanks(r->line_start, r->line_end);
    if (at == r->line_end) {
        return STATUS_OK;
    }
    const char *equals = memchr(at, '=', (size_t)(r->line_end - at));
    if (equals != NULL) {
        return read_assignment(r, at, equals);
    }
    if (r->in_matrix) {
        return read_row(r, KEY_A, at);
    }
    return wrong_at(r, at, "'key = value' is expected");
}

/* Checks that block `key` has one row of n entries and copies it. */
static status take_vector(reader *r, int key, int n, quad *out)
{
    const block *b = &r->blocks[key];
    if (b->columns != n) {
        return wrong_key(r, b->line, "%s has %d entries where %d are expected", keys[key].name,
                         b->columns, n);
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
    return wrong_key(r, r->blocks[key].line, "the key %s %s", keys[key].name,
                     present ? "is missing" : "does not belong to this kind");
}

/* The row sums of A are where a method without c has its stages. */
static void row_sums(coefficients *a)
{
    for (int i = 0; i < a->size; i++) {
        a->c[i] = 0;
        for (int j = 0; j < a->size; j++) {
            a->c[i] += a->A[i * a->size + j];
        }
    }
}

static status take_runge_kutta(reader *r)
{
    coefficients *a = &r->out->coefficients;
    const block *A = &r->blocks[KEY_A];
    status s = require(r, KEY_A, true);
    s = s == STATUS_OK ? require(r, KEY_B, true) : s;
    s = s == STATUS_OK ? require(r, KEY_ALPHA, false) : s;
    s = s == STATUS_OK ? require(r, KEY_BETA, false) : s;
    if (s != STATUS_OK) {
        return s;
    }
    if (A->rows != A->columns) {
        return wrong_key(r, A->line, "A has %d rows and %d columns; a square matrix is expected",
                         A->rows, A->columns);
    }
    a->size = A->rows;
    for (int i = 0; i < a->size; i++) {
        memcpy(a->A + i * a->size, A->value + i * MAX_ENTRIES, (size_t)a->size * sizeof *a->A);
    }
    s = take_vector(r, KEY_B, a->size, a->b);
    if (s == STATUS_OK && r->blocks[KEY_C].line != 0) {
        s = take_vector(r, KEY_C, a->size, a->c);
    } else {
        row_sums(a);
    }
    if (s == STATUS_OK && r->blocks[KEY_BHAT].line != 0) {
        a->embedded = true;
        s = take_vector(r, KEY_BHAT, a->size, a->bhat);
    }
    return s;
}

static status take_multistep(reader *r)
{
    coefficients *a = &r->out->coefficients;
    status s = require(r, KEY_ALPHA, true);
    s = s == STATUS_OK ? require(r, KEY_BETA, true) : s;
    for (int key = KEY_A; key <= KEY_BHAT && s == STATUS_OK; key++) {
        s = require(r, key, false);
    }
    if (s != STATUS_OK) {
        return s;
    }
    a->kind = METHOD_MULTISTEP;
    a->size = r->blocks[KEY_ALPHA].columns - 1;
    if (a->size < 1) {
        return wrong_key(r, r->blocks[KEY_ALPHA].line, "alpha needs at least two entries");
    }
    s = take_vector(r, KEY_ALPHA, a->size + 1, a->alpha);
    s = s == STATUS_OK ? take_vector(r, KEY_BETA, a->size + 1, a->beta) : s;
    if (s == STATUS_OK && a->alpha[a->size] == 0) {
        return wrong_key(r, r->blocks[KEY_ALPHA].line, "the last alpha must not be 0");
    }
    return s;
}

status methodfile_parse(const char *label, const char *data, size_t length, methodfile *out,
                        message *why)
{
    size_t where = 0;
    if (!text_is_readable(data, length, &where)) {
        return refuse(why, "%.150s: is not a text file (byte %zu is not UTF-8 text)", label,
                      where + 1);
    }
    static const char mark[] = "\xef\xbb\xbf"; /* some editors begin UTF-8 files with it */
    if (length >= 3 && memcmp(data, mark, 3) == 0) {
        data += 3;
        length -= 3;
    }
    *out = (methodfile){.coefficients.kind = METHOD_RUNGE_KUTTA};
    reader *r = calloc(1, sizeof *r);
    if (r == NULL) {
        return fail(why, "%.150s: out of memory", label);
    }
    r->label = text_tail(label, 150);
    r->out = out;
    r->why = why;
    status s = STATUS_OK;
    const char *end = data + length;
    for (const char *at = data; at < end && s == STATUS_OK;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        r->line++;
        r->line_start = at;
        r->line_end = newline != NULL ? newline : end;
        at = newline != NULL ? newline + 1 : end;
        s = read_line(r);
    }
    bool is_empty = r->kind_line == 0 && r->blocks[KEY_A].line == 0 &&
                    r->blocks[KEY_ALPHA].line == 0 && r->name_line == 0;
    if (s == STATUS_OK && is_empty) {
        s = wrong_key(r, 1,
                      "the file is empty; 'kind = runge-kutta' or 'kind = multistep' and "
                      "its coefficients are expected");
    } else if (s == STATUS_OK && r->kind_line == 0) {
        s = wrong_key(r, 1, "the key kind is missing; runge-kutta or multistep is expected");
    } else if (s == STATUS_OK) {
        s = r->is_multistep ? take_multistep(r) : take_runge_kutta(r);
    }
    free(r);
    return s;
}

status methodfile_read(const char *path, methodfile *out, message *why)
{
    char *data = NULL;
    size_t length = 0;
    status s = file_read(path, METHODFILE_MAX_BYTES, &data, &length, why);
    if (s == STATUS_OK) {
        s = methodfile_parse(strcmp(path, "-") == 0 ? "standard input" : path, data, length, out,
                             why);
    }
    free(data);
    return s;
}
