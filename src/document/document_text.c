/* A document for a terminal. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "document/document_parts.h"
#include "picture/markup.h"

enum { WIDTH = 100, INDENT = 2, NARROWEST = 10 };

/* How many columns of a terminal some bytes take: letters, not bytes. */
static int columns_of(const char *words, size_t bytes)
{
    int count = 0;
    for (size_t i = 0; i < bytes; i++) {
        count += ((unsigned char)words[i] & 0xc0) != 0x80;
    }
    return count;
}

static void pad(text *out, int columns)
{
    text_add(out, "%*s", columns > 0 ? columns : 0, "");
}

/* Takes the words that fit into a line, at least one. Returns its length in bytes. */
static int take_line(const char **rest, int width)
{
    const char *start = *rest, *end = start;
    for (const char *word = start; *word != '\0';) {
        size_t length = strcspn(word, " ");
        size_t upto = (size_t)(word - start) + length;
        if (end > start && columns_of(start, upto) > width) {
            break;
        }
        end = word + length;
        word = end + strspn(end, " ");
    }
    *rest = end + strspn(end, " ");
    return (int)(end - start);
}

/* Words in lines, the first after `first` (which is there already), the others indented. */
static void add_lines(text *out, const char *words, int first, int indent)
{
    for (const char *rest = words; *rest != '\0';) {
        const char *line = rest;
        int length = take_line(&rest, WIDTH - (line == words ? first : indent));
        pad(out, line == words ? 0 : indent);
        text_add(out, "%.*s\n", length, line);
    }
}

static void add_markup(text *out, const char *words, int first, int indent)
{
    text plain = {0};
    markup_plain(&plain, words);
    add_lines(out, plain.data != NULL ? plain.data : "", first, indent);
    out->broken = out->broken || plain.broken;
    text_clear(&plain);
}

static void add_underlined(text *out, const char *words, char line)
{
    text plain = {0};
    markup_plain(&plain, words);
    text_add(out, "%s\n", plain.data != NULL ? plain.data : "");
    for (int i = 0; plain.data != NULL && i < columns_of(plain.data, plain.length); i++) {
        text_add(out, "%c", line);
    }
    text_add(out, "\n");
    out->broken = out->broken || plain.broken;
    text_clear(&plain);
}

/* Tables. */

typedef struct grid {
    const table *table;
    text *names; /* plain, and of the cells, row by row */
    text *cells;
    int widths[DOCUMENT_MAX_COLUMNS]; /* without the room for marks */
    int gap;                          /* between columns */
    int from, to;                     /* the columns that are shown, beside the first one */
} grid;

static int longest_word(const text *words)
{
    int longest = 0;
    for (const char *at = words->data; at != NULL && *at != '\0';) {
        size_t length = strcspn(at, " ");
        int columns = columns_of(at, length);
        longest = columns > longest ? columns : longest;
        at += length + strspn(at + length, " ");
    }
    return longest;
}

static int room(const grid *g, int column)
{
    return g->widths[column] + (g->table->marked[column] ? 2 : 0);
}

static bool is_shown(const grid *g, int column)
{
    return column == 0 || (column >= g->from && column < g->to);
}

static int total_width(const grid *g)
{
    int sum = INDENT;
    for (int c = 0; c < g->table->columns; c++) {
        sum += is_shown(g, c) ? room(g, c) + (c > 0 ? g->gap : 0) : 0;
    }
    return sum;
}

static void widen(int *width, int to)
{
    *width = *width > to ? *width : to;
}

/* Widths that fit: names in one line if possible, then broken, then closer together, then words of
 * cells broken, too. */
static void choose_widths(grid *g)
{
    const table *t = g->table;
    for (int whole = 1; whole >= 0; whole--) {
        for (int c = 0; c < t->columns; c++) {
            const text *name = &g->names[c];
            int marks = t->marked[c] ? 2 : 0;
            g->widths[c] = 0;
            for (int i = c; i < t->count; i += t->columns) {
                widen(&g->widths[c], columns_of(g->cells[i].data, g->cells[i].length));
            }
            widen(&g->widths[c],
                  (whole ? columns_of(name->data, name->length) : longest_word(name)) - marks);
        }
        if (total_width(g) <= WIDTH) {
            return;
        }
    }
    g->gap = 1;
    if (total_width(g) <= WIDTH) {
        return;
    }
    g->gap = 2;
    while (total_width(g) > WIDTH) {
        int widest = -1;
        for (int c = 0; c < t->columns; c++) {
            if (t->kinds[c] == COLUMN_WORDS && g->widths[c] > NARROWEST &&
                (widest < 0 || g->widths[c] > g->widths[widest])) {
                widest = c;
            }
        }
        if (widest < 0) {
            return;
        }
        g->widths[widest]--;
    }
}

static bool any_left(const char *const *rest, int count)
{
    for (int i = 0; i < count; i++) {
        if (*rest[i] != '\0') {
            return true;
        }
    }
    return false;
}

/* A row of texts, in as many lines as its longest needs. `verdicts`: of the cells; NULL: a head. */
static void add_row(text *out, const grid *g, const text *row, const cell *verdicts)
{
    const table *t = g->table;
    const char *rest[DOCUMENT_MAX_COLUMNS];
    for (int c = 0; c < t->columns; c++) {
        rest[c] = row[c].data != NULL && is_shown(g, c) ? row[c].data : "";
    }
    for (bool first = true; first || any_left(rest, t->columns); first = false) {
        int owed = INDENT; /* spaces that come before the next letter */
        for (int c = 0; c < t->columns; c++) {
            const char *line = rest[c];
            if (!is_shown(g, c)) {
                continue;
            }
            int most = verdicts == NULL ? room(g, c) : g->widths[c];
            int length = take_line(&rest[c], most), used = columns_of(line, (size_t)length);
            int left = t->kinds[c] == COLUMN_NUMBER ? most - used : 0;
            const char *sign = verdicts != NULL && first ? verdict_sign(verdicts[c].verdict) : "";
            if (length > 0) {
                pad(out, owed + left);
                text_add(out, "%.*s", length, line);
                owed = most - used - left;
            } else {
                owed += most;
            }
            if (*sign != '\0') {
                pad(out, owed + 1);
                text_add(out, "%s", sign);
                owed = 0;
            } else {
                owed += room(g, c) - most;
            }
            owed += g->gap;
        }
        text_add(out, "\n");
    }
}

static void add_rule(text *out, const grid *g)
{
    pad(out, INDENT);
    for (int c = 0; c < g->table->columns; c++) {
        pad(out, c > 0 && is_shown(g, c) ? g->gap : 0);
        for (int i = 0; i < room(g, c) && is_shown(g, c); i++) {
            text_add(out, "-");
        }
    }
    text_add(out, "\n");
}

/* All rows, and where they do not fit: first the first columns, then below each other the next
 * ones, each time with the first column. */
static void add_rows(text *out, grid *g)
{
    const table *t = g->table;
    choose_widths(g);
    do {
        for (g->to = t->columns; g->to > g->from + 1 && total_width(g) > WIDTH;) {
            g->to--;
        }
        text_add(out, g->from > 1 ? "\n" : "%s", "");
        add_row(out, g, g->names, NULL);
        add_rule(out, g);
        for (int i = 0; i < t->count; i += t->columns) {
            add_row(out, g, &g->cells[i], &t->cells[i]);
        }
        g->from = g->to;
    } while (g->from < t->columns);
}

/* Empty text is text, too. */
static void add_plain(text *out, const char *words)
{
    text_add(out, "%s", "");
    markup_plain(out, words);
}

static void add_table(text *out, const table *t)
{
    int texts = t->columns + t->count;
    text *all = NULL;
    message unused; /* told by `broken` */
    bool broken = memory_allocate(&all, (size_t)texts, sizeof *all, &unused) != STATUS_OK;
    grid g = {
        .table = t, .names = all, .cells = all + t->columns, .gap = 2, .from = 1, .to = t->columns};
    for (int i = 0; i < texts && !broken; i++) {
        add_plain(&all[i], i < t->columns ? t->names[i] : t->cells[i - t->columns].words);
        broken = all[i].broken;
    }
    out->broken = out->broken || broken;
    if (!broken) {
        add_rows(out, &g);
    }
    for (int i = 0; i < texts && all != NULL; i++) {
        text_clear(&all[i]);
    }
    free(all);
}

/* The parts of a document. */

static void add_claim(text *out, const block *b)
{
    pad(out, INDENT);
    text_add(out, b->holds ? "holds: " : "DOES NOT HOLD: ");
    add_markup(out, b->words, b->holds ? INDENT + 7 : INDENT + 15, INDENT + 7);
}

static void add_erratum(text *out, const block *b)
{
    text words = {0};
    text_add(&words, "Erratum %d, %s%s: %s", b->number, b->name, b->holds ? "" : " (NOT SHOWN)",
             b->words);
    out->broken = out->broken || words.broken;
    pad(out, INDENT);
    add_markup(out, words.data != NULL ? words.data : "", INDENT, INDENT + 2);
    text_clear(&words);
}

/* "NAME: words", the name as it is. */
static void add_named(text *out, const char *what, const char *name, const char *words)
{
    pad(out, INDENT);
    text_add(out, "%s%s: ", what, name);
    int first = INDENT + (int)strlen(what) + columns_of(name, strlen(name)) + 2;
    add_markup(out, words, first, INDENT + 2);
    if (words[0] == '\0') {
        text_add(out, "\n");
    }
}

static void add_block(text *out, const block *b, const block *before)
{
    bool together = before != NULL && b->kind == BLOCK_CLAIM && before->kind == BLOCK_CLAIM;
    text_add(out, together ? "" : "\n");
    switch (b->kind) {
    case BLOCK_SECTION:
        text_add(out, "\n");
        add_underlined(out, b->words, '=');
        break;
    case BLOCK_HEADING:
        add_underlined(out, b->words, '-');
        break;
    case BLOCK_PARAGRAPH:
        add_markup(out, b->words, 0, 0);
        break;
    case BLOCK_TABLE:
        add_markup(out, b->words != NULL ? b->words : "", 0, 0);
        add_table(out, &b->table);
        break;
    case BLOCK_CLAIM:
        add_claim(out, b);
        break;
    case BLOCK_ERRATUM:
        add_erratum(out, b);
        break;
    case BLOCK_PICTURE:
    case BLOCK_FILM:
        add_named(out, b->kind == BLOCK_FILM ? "film " : "picture ", b->name,
                  b->words != NULL ? b->words : "");
        break;
    }
}

/* The summary as a table of its own. */
static void add_summary_table(const document *d, text *out)
{
    document all = {.count = 0};
    static const column_kind kinds[SUMMARY_COLUMNS] = {COLUMN_WORDS,  COLUMN_NUMBER, COLUMN_NUMBER,
                                                       COLUMN_NUMBER, COLUMN_NUMBER, COLUMN_NUMBER,
                                                       COLUMN_NUMBER};
    document_table(&all, NULL, SUMMARY_COLUMNS, summary_names, kinds);
    for (int i = 0; i <= d->count; i++) {
        const block *b = i < d->count ? &d->blocks[i] : NULL;
        char cells[SUMMARY_COLUMNS][SUMMARY_CELL_SIZE];
        if (b != NULL && b->kind != BLOCK_SECTION) {
            continue;
        }
        document_counts counts = document_count(d, b != NULL ? b->name : NULL);
        summary_row(&counts, cells);
        document_cell(&all, VERDICT_NONE, "%s", b != NULL ? b->name : "all");
        for (int c = 1; c < SUMMARY_COLUMNS; c++) {
            document_cell(&all, VERDICT_NONE, "%s", cells[c]);
        }
    }
    document_end_table(&all);
    if (!all.broken) {
        add_table(out, &all.blocks[0].table);
    }
    out->broken = out->broken || all.broken;
    document_clear(&all);
}

static void add_failures(const document *d, text *out)
{
    for (int i = 0; i < d->count; i++) {
        const block *b = &d->blocks[i], *in = block_section(d, b);
        if (block_fails(b)) {
            add_named(out, "", in != NULL ? in->name : "at the beginning",
                      b->words != NULL ? b->words : "a table");
        }
    }
}

void document_summary(const document *d, text *out)
{
    text answer = {0};
    out->broken = out->broken || d->broken;
    if (d->broken) {
        return;
    }
    add_summary_table(d, out);
    text_add(out, "\n");
    summary_answer(d, &answer);
    add_lines(out, answer.data != NULL ? answer.data : "", 0, 0);
    out->broken = out->broken || answer.broken;
    text_clear(&answer);
    add_failures(d, out);
}

static void add_legend(text *out)
{
    text words = {0};
    text_add(&words, "Marks:");
    for (int v = VERDICT_MATCHES; v < VERDICT_COUNT; v++) {
        text_add(&words, "%s %s %s", v > VERDICT_MATCHES ? ";" : "",
                 verdict_sign((document_verdict)v), verdict_words((document_verdict)v));
    }
    text_add(out, "\n");
    add_lines(out, words.data != NULL ? words.data : "", 0, 0);
    out->broken = out->broken || words.broken;
    text_clear(&words);
}

static void add_errata(const document *d, text *out)
{
    text_add(out, "\n\n");
    add_underlined(out, ERRATA_TITLE, '=');
    for (int i = 0; i < d->count; i++) {
        if (d->blocks[i].kind == BLOCK_ERRATUM) {
            text_add(out, "\n");
            add_erratum(out, &d->blocks[i]);
        }
    }
}

void document_body(const document *d, text *out)
{
    out->broken = out->broken || d->broken;
    for (int i = 0; i < d->count && !d->broken; i++) {
        add_block(out, &d->blocks[i], i > 0 ? &d->blocks[i - 1] : NULL);
    }
}

void document_text(const document *d, text *out)
{
    out->broken = out->broken || d->broken;
    if (d->broken) {
        return;
    }
    add_underlined(out, d->title, '=');
    if (d->command != NULL) {
        text_add(out, "\n%s (version %s)\n", d->command, d->version);
    }
    if (document_compares(d)) {
        add_legend(out);
    }
    document_body(d, out);
    if (d->errata > 0) {
        add_errata(d, out);
    }
    text_add(out, "\n\n");
    add_underlined(out, "Summary", '=');
    text_add(out, "\n");
    document_summary(d, out);
}
