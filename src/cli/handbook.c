/* The topics of the handbook on a terminal. Of Markdown it knows what the handbook has: headings,
 * paragraphs, lists, indented formulas, tables, `code` and **bold**. Lines stay as they are in the
 * file; tables are laid out by document/document.h. Scripts are read as those of figures
 * (picture/markup.h): e^{-1} becomes e^-1. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli.h"
#include "document/document.h"
#include "picture/markup.h"
#include "topics.h"

enum { MOST_BYTES = 1 << 20 };

const topic handbook_topics[] = {
    {.name = "mathematics", .title = "The test equation, stability functions, measuring, errata"},
    {.name = "references", .title = "Papers and books, and the short names that comments use"},
};

const int handbook_topic_count = (int)(sizeof handbook_topics / sizeof handbook_topics[0]);

/* Words of a line without signs for `code` and **bold**, as markup that shows their slashes. */
static void add_words(text *out, const char *words, size_t length)
{
    text kept = {0};
    text_add(&kept, "%s", "");
    for (size_t i = 0; i < length; i++) {
        bool is_bold = words[i] == '*' && i + 1 < length && words[i + 1] == '*';
        bool is_escape = words[i] == '\\' && i + 1 < length && words[i + 1] == '|';
        if (is_bold) {
            i++;
        } else if (words[i] != '`' && !is_escape) {
            text_add(&kept, "%c", words[i]);
        }
    }
    out->broken = out->broken || kept.broken;
    if (!kept.broken) {
        text_add(out, "%s", "");
        markup_quote(out, kept.data);
    }
    text_clear(&kept);
}

static void add_line(text *out, const char *words, size_t length)
{
    text quoted = {0};
    add_words(&quoted, words, length);
    out->broken = out->broken || quoted.broken;
    if (!quoted.broken) {
        markup_plain(out, quoted.data);
        text_add(out, "\n");
    }
    text_clear(&quoted);
}

/* "## Words", underlined. */
static void add_heading(text *out, const char *line, size_t length)
{
    size_t level = strspn(line, "#"), skip = level + strspn(line + level, " ");
    add_line(out, line + skip, length - skip);
    for (size_t i = skip; i < length; i++) {
        text_add(out, level == 1 ? "=" : "-");
    }
    text_add(out, "\n");
}

/* Splits "| a | b |" into its cells, each without blanks around it. Returns how many there are. */
static int split_row(const char *line, size_t length, text cells[DOCUMENT_MAX_COLUMNS])
{
    int count = 0;
    size_t from = 1;
    for (size_t i = 1; i < length && count < DOCUMENT_MAX_COLUMNS; i++) {
        if (line[i] != '|' || line[i - 1] == '\\') {
            continue;
        }
        size_t to = i;
        while (from < to && line[from] == ' ') {
            from++;
        }
        while (to > from && line[to - 1] == ' ') {
            to--;
        }
        add_words(&cells[count++], line + from, to - from);
        from = i + 1;
    }
    return count;
}

/* The row at `line` becomes the head of a table (`columns` is 0), or cells of it. Returns how many
 * columns the table has. */
static int add_row(document *d, const char *line, size_t length, int columns)
{
    static const column_kind kinds[DOCUMENT_MAX_COLUMNS]; /* all are words */
    const char *names[DOCUMENT_MAX_COLUMNS];
    text cells[DOCUMENT_MAX_COLUMNS] = {{0}};
    int count = split_row(line, length, cells);
    for (int i = 0; i < DOCUMENT_MAX_COLUMNS; i++) {
        names[i] = cells[i].data != NULL ? cells[i].data : "";
    }
    if (columns == 0 && count > 0) {
        document_table(d, NULL, count, names, kinds);
    }
    for (int i = 0; i < columns; i++) {
        document_cell(d, VERDICT_NONE, "%s", names[i]);
    }
    for (int i = 0; i < count; i++) {
        text_clear(&cells[i]);
    }
    return columns > 0 ? columns : count;
}

/* The table at `at`; returns what comes after it. */
static const char *add_table(text *out, const char *at)
{
    document *d = NULL;
    text laid = {0};
    message unused; /* told by `broken` */
    out->broken = out->broken || document_create("", &d, &unused) != STATUS_OK;
    int columns = 0;
    for (int row = 0; *at == '|'; row++) {
        size_t length = strcspn(at, "\n");
        if (row != 1 && d != NULL) { /* the second row is a rule */
            columns = add_row(d, at, length, columns);
        }
        at += length + (at[length] == '\n');
    }
    if (columns > 0) {
        document_end_table(d);
        document_body(d, &laid);
        out->broken = out->broken || laid.broken;
        text_add(out, "%s", laid.broken ? "" : laid.data + strspn(laid.data, "\n"));
    }
    text_clear(&laid);
    document_destroy(d);
    return at;
}

static void add_page(text *out, const char *at)
{
    while (*at != '\0') {
        size_t length = strcspn(at, "\n");
        if (*at == '|') {
            at = add_table(out, at);
            continue;
        }
        if (*at == '#') {
            add_heading(out, at, length);
        } else {
            add_line(out, at, length);
        }
        at += length + (at[length] == '\n');
    }
}

status handbook_print(const topic *about, message *why)
{
    char path[2048];
    char *words = NULL;
    size_t length = 0;
    text page = {0};
    snprintf(path, sizeof path, "%s/handbook/%s.md", assets_folder(), about->name);
    status s = STATUS_OK;
    TRY_OR_END(file_read(path, MOST_BYTES, &words, &length, why));
    add_page(&page, words);
    TRY_OR_END(page.broken ? fail(why, "out of memory") : STATUS_OK);
    if (page.data != NULL) {
        fputs(page.data, stdout);
    }
end:
    text_clear(&page);
    free(words);
    return s;
}
