#include "stability/comparison.h"

#include <stdio.h>
#include <string.h>

enum { MOST_COLUMNS = 64 };

/* Row 0 has the heads, column 0 the names. */
typedef struct table {
    const sitter *all;
    int rows, columns;
    bool by_key;                      /* everything by its key, else what has a head */
    const quantity *of[MOST_COLUMNS]; /* NULL for the first */
    text cell;                        /* the one that was made last */
} table;

static void table_begin(const sitter *all, int count, bool by_key, table *t)
{
    *t = (table){.all = all, .rows = count + 1, .columns = 1, .by_key = by_key};
    for (int i = 0; i < quantity_count && t->columns < MOST_COLUMNS; i++) {
        if (by_key || quantities[i].head != NULL) {
            t->of[t->columns++] = &quantities[i];
        }
    }
}

/* The words of a cell, until the next one is made. */
static const char *words_of(table *t, int row, int column)
{
    const quantity *q = t->of[column];
    const sitter *one = row > 0 ? &t->all[row - 1] : NULL;
    t->cell.length = 0;
    text_add(&t->cell, "%s",
             q == NULL     ? one != NULL ? one->name : "method"
             : one != NULL ? ""
             : t->by_key   ? q->key
                           : q->head);
    if (q != NULL && one != NULL && one->of.status == STATUS_OK) {
        quantity_words(q, &one->of, NUMBER_PLAIN, &t->cell);
    }
    return t->cell.data != NULL ? t->cell.data : "";
}

/* Why there are no numbers in this row; NULL where there are. */
static const char *refusal(const table *t, int row)
{
    const portrait *p = row > 0 ? &t->all[row - 1].of : NULL;
    return p != NULL && p->status != STATUS_OK ? p->why.text : NULL;
}

static void write_text(table *t, text *out)
{
    int widths[MOST_COLUMNS] = {0};
    for (int i = 0; i < t->rows * t->columns; i++) {
        int *width = &widths[i % t->columns];
        int length = (int)strlen(words_of(t, i / t->columns, i % t->columns));
        *width = length > *width ? length : *width;
    }
    for (int row = 0; row < t->rows; row++) {
        const char *refused = refusal(t, row);
        if (refused != NULL) {
            text_add(out, "%-*s  refused: %s\n", widths[0], words_of(t, row, 0), refused);
        }
        for (int column = 0; column < t->columns && refused == NULL; column++) {
            bool last = column + 1 == t->columns; /* no spaces at the end of a line */
            text_add(out, "%-*s%s", last ? 0 : widths[column], words_of(t, row, column),
                     last ? "\n" : "  ");
        }
    }
}

static void add_csv_cell(const char *words, text *out)
{
    bool quoted = strpbrk(words, ",\"\n\r") != NULL;
    text_add(out, "%s", quoted ? "\"" : "");
    for (const char *c = words; *c != '\0'; c++) {
        text_add(out, *c == '"' ? "\"\"" : "%c", *c);
    }
    text_add(out, "%s", quoted ? "\"" : "");
}

static void write_csv(table *t, text *out)
{
    for (int row = 0; row < t->rows; row++) {
        for (int column = 0; column < t->columns; column++) {
            add_csv_cell(words_of(t, row, column), out);
            text_add(out, ",");
        }
        const char *refused = refusal(t, row);
        add_csv_cell(row == 0 ? "refused" : refused != NULL ? refused : "", out);
        text_add(out, "\n");
    }
}

/* The characters that LaTeX takes for commands. */
static void add_latex_text(const char *words, text *out)
{
    for (const char *c = words; *c != '\0'; c++) {
        if (*c == '\\') {
            text_add(out, "\\textbackslash{}");
        } else if (*c == '~' || *c == '^') {
            text_add(out, "\\%c{}", *c);
        } else {
            text_add(out, strchr("#$%&_{}", *c) != NULL ? "\\%c" : "%c", *c);
        }
    }
}

/* Numbers, intervals and sets: inf, {1}, 1e-05 and "and" become mathematics. */
static void add_latex_mathematics(const char *words, text *out)
{
    text_add(out, "$");
    for (const char *c = words; *c != '\0';) {
        int exponent, length;
        if (strncmp(c, "inf", 3) == 0) {
            text_add(out, "\\infty ");
            c += 3;
        } else if (strncmp(c, " and ", 5) == 0) {
            text_add(out, " \\cup ");
            c += 5;
        } else if (*c == 'e' && sscanf(c, "e%d%n", &exponent, &length) == 1) {
            text_add(out, "\\cdot10^{%d}", exponent);
            c += length;
        } else {
            text_add(out, *c == '{' || *c == '}' ? "\\%c" : "%c", *c);
            c++;
        }
    }
    text_add(out, "$");
}

static void add_latex_name(const char *words, text *out)
{
    text_add(out, "\\texttt{");
    add_latex_text(words, out);
    text_add(out, "}");
}

static void add_latex_cell(const char *words, text *out)
{
    if (strpbrk(words, "0123456789([{") != NULL || strcmp(words, "inf") == 0) {
        add_latex_mathematics(words, out);
    } else {
        text_add(out, "%s", strcmp(words, "-") == 0 ? "--" : words);
    }
}

static void write_latex(table *t, text *out)
{
    text_add(out, "\\begin{tabular}{*{%d}{l}}\n%s", t->columns, words_of(t, 0, 0));
    for (int column = 1; column < t->columns; column++) {
        const char *head = t->of[column]->latex_head;
        text_add(out, " & %s", head != NULL ? head : words_of(t, 0, column));
    }
    text_add(out, " \\\\\n\\hline\n");
    for (int row = 1; row < t->rows; row++) {
        const char *refused = refusal(t, row);
        add_latex_name(words_of(t, row, 0), out);
        if (refused != NULL) {
            text_add(out, " & \\multicolumn{%d}{l}{", t->columns - 1);
            add_latex_text(refused, out);
            text_add(out, "}");
        }
        for (int column = 1; column < t->columns && refused == NULL; column++) {
            text_add(out, " & ");
            add_latex_cell(words_of(t, row, column), out);
        }
        text_add(out, " \\\\\n");
    }
    text_add(out, "\\end{tabular}\n");
}

void comparison_write(const sitter *all, int count, comparison_form form, text *out)
{
    static void (*const writers[])(table * t, text * out) = {[COMPARISON_TEXT] = write_text,
                                                             [COMPARISON_CSV] = write_csv,
                                                             [COMPARISON_LATEX] = write_latex};
    table t;
    table_begin(all, count, form == COMPARISON_CSV, &t);
    writers[form](&t, out);
    out->broken |= t.cell.broken;
    text_clear(&t.cell);
}
