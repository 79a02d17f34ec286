#include "comparison.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cli.h"
#include "quantity.h"

/* All cells as words. Row 0 has the heads, column 0 the names. */
typedef struct table {
    int rows, columns;
    const quantity **of; /* of each column; NULL for the first */
    text *cells;         /* row by row */
} table;

static text *cell(const table *t, int row, int column)
{
    return &t->cells[row * t->columns + column];
}

static const char *words_of(const table *t, int row, int column)
{
    const text *c = cell(t, row, column);
    return c->data != NULL ? c->data : "";
}

static void table_clear(table *t)
{
    for (int i = 0; i < t->rows * t->columns && t->cells != NULL; i++) {
        text_clear(&t->cells[i]);
    }
    free(t->cells);
    free(t->of);
}

static status fill(const reports *r, bool by_key, table *t, message *why)
{
    bool broken = false;
    text_add(cell(t, 0, 0), "method");
    for (int column = 1; column < t->columns; column++) {
        text_add(cell(t, 0, column), "%s", by_key ? t->of[column]->key : t->of[column]->head);
    }
    for (int row = 1; row < t->rows; row++) {
        const report *of = &r->items[row - 1];
        text_add(cell(t, row, 0), "%s", of->name);
        for (int column = 1; column < t->columns && of->status == STATUS_OK; column++) {
            quantity_words(t->of[column], of, cell(t, row, column));
        }
    }
    for (int i = 0; i < t->rows * t->columns; i++) {
        broken |= t->cells[i].broken;
    }
    return broken ? fail(why, "out of memory") : STATUS_OK;
}

/* The table for people (by heads), or of everything (by keys). */
static status table_make(const reports *r, bool by_key, table *t, message *why)
{
    *t = (table){.rows = r->count + 1, .columns = 1};
    status s = memory_allocate(&t->of, (size_t)quantity_count + 1, sizeof *t->of, why);
    for (int i = 0; i < quantity_count && s == STATUS_OK; i++) {
        if (by_key || quantities[i].head != NULL) {
            t->of[t->columns++] = &quantities[i];
        }
    }
    size_t cells = (size_t)t->rows * (size_t)t->columns;
    s = s == STATUS_OK ? memory_allocate(&t->cells, cells, sizeof *t->cells, why) : s;
    return s == STATUS_OK ? fill(r, by_key, t, why) : s;
}

/* Why there are no numbers in this row; NULL where there are. */
static const char *refusal(const reports *r, int row)
{
    return row > 0 && r->items[row - 1].status != STATUS_OK ? r->items[row - 1].why.text : NULL;
}

static size_t width_of(const table *t, int column)
{
    size_t width = 0;
    for (int row = 0; row < t->rows; row++) {
        size_t length = strlen(words_of(t, row, column));
        width = length > width ? length : width;
    }
    return width;
}

status comparison_print_text(const reports *r, message *why)
{
    table t;
    status s = table_make(r, false, &t, why);
    for (int row = 0; row < t.rows && s == STATUS_OK; row++) {
        const char *refused = refusal(r, row);
        if (refused != NULL) {
            printf("%-*s  refused: %s\n", (int)width_of(&t, 0), words_of(&t, row, 0), refused);
        }
        for (int column = 0; column < t.columns && refused == NULL; column++) {
            size_t width = width_of(&t, column);
            bool last = column + 1 == t.columns; /* no spaces at the end of a line */
            printf("%-*s%s", last ? 0 : (int)width, words_of(&t, row, column), last ? "\n" : "  ");
        }
    }
    table_clear(&t);
    return s;
}

static void print_csv_cell(const char *words)
{
    bool quoted = strpbrk(words, ",\"\n\r") != NULL;
    printf("%s", quoted ? "\"" : "");
    for (const char *c = words; *c != '\0'; c++) {
        printf(*c == '"' ? "\"\"" : "%c", *c);
    }
    printf("%s", quoted ? "\"" : "");
}

status comparison_print_csv(const reports *r, message *why)
{
    table t;
    status s = table_make(r, true, &t, why);
    for (int row = 0; row < t.rows && s == STATUS_OK; row++) {
        for (int column = 0; column < t.columns; column++) {
            print_csv_cell(words_of(&t, row, column));
            printf(",");
        }
        const char *refused = refusal(r, row);
        print_csv_cell(row == 0 ? "refused" : refused != NULL ? refused : "");
        printf("\n");
    }
    table_clear(&t);
    return s;
}

/* The characters that LaTeX takes for commands. */
static void print_latex_text(const char *words)
{
    for (const char *c = words; *c != '\0'; c++) {
        if (*c == '\\') {
            printf("\\textbackslash{}");
        } else if (*c == '~' || *c == '^') {
            printf("\\%c{}", *c);
        } else {
            printf(strchr("#$%&_{}", *c) != NULL ? "\\%c" : "%c", *c);
        }
    }
}

/* Numbers, intervals and sets: inf, {1}, 1e-05 and "and" become mathematics. */
static void print_latex_mathematics(const char *words)
{
    printf("$");
    for (const char *c = words; *c != '\0';) {
        int exponent, length;
        if (strncmp(c, "inf", 3) == 0) {
            printf("\\infty ");
            c += 3;
        } else if (strncmp(c, " and ", 5) == 0) {
            printf(" \\cup ");
            c += 5;
        } else if (*c == 'e' && sscanf(c, "e%d%n", &exponent, &length) == 1) {
            printf("\\cdot10^{%d}", exponent);
            c += length;
        } else {
            printf(*c == '{' || *c == '}' ? "\\%c" : "%c", *c);
            c++;
        }
    }
    printf("$");
}

static void print_latex_cell(const char *words, bool is_name)
{
    bool is_number = strpbrk(words, "0123456789([{") != NULL || strcmp(words, "inf") == 0;
    if (is_name) {
        printf("\\texttt{");
        print_latex_text(words);
        printf("}");
    } else if (is_number) {
        print_latex_mathematics(words);
    } else {
        printf("%s", strcmp(words, "-") == 0 ? "--" : words);
    }
}

status comparison_print_latex(const reports *r, message *why)
{
    table t;
    status s = table_make(r, false, &t, why);
    if (s == STATUS_OK) {
        printf("\\begin{tabular}{*{%d}{l}}\n", t.columns);
    }
    for (int row = 0; row < t.rows && s == STATUS_OK; row++) {
        const char *refused = refusal(r, row);
        if (refused != NULL) {
            print_latex_cell(words_of(&t, row, 0), true);
            printf(" & \\multicolumn{%d}{l}{", t.columns - 1);
            print_latex_text(refused);
            printf("} \\\\\n");
        }
        for (int column = 0; column < t.columns && refused == NULL; column++) {
            const char *words = words_of(&t, row, column);
            if (row > 0) {
                print_latex_cell(words, column == 0);
            } else {
                const char *head = column > 0 ? t.of[column]->latex_head : NULL;
                printf("%s", head != NULL ? head : words);
            }
            printf("%s", column + 1 == t.columns ? " \\\\\n" : " & ");
        }
        printf("%s", row == 0 ? "\\hline\n" : "");
    }
    if (s == STATUS_OK) {
        printf("\\end{tabular}\n");
    }
    table_clear(&t);
    return s;
}

status comparison_print_json(const reports *r, message *why)
{
    cJSON *document = cJSON_CreateObject();
    cJSON *list = cJSON_AddArrayToObject(document, "methods");
    for (int i = 0; i < r->count; i++) {
        const report *one = &r->items[i];
        cJSON *object = one->status == STATUS_OK ? quantity_object(one) : cJSON_CreateObject();
        if (one->status != STATUS_OK) {
            cJSON_AddStringToObject(object, "method", one->name);
            cJSON_AddStringToObject(object, "refused", one->why.text);
        }
        cJSON_AddItemToArray(list, object);
    }
    if (r->left_out > 0) {
        cJSON_AddNumberToObject(document, "left_out", r->left_out);
    }
    return print_json(document, why);
}
