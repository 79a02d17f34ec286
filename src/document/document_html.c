/* A document as one HTML file, well-formed as XML, too. */
#include <stdlib.h>
#include <string.h>

#include "document/document_parts.h"
#include "picture/markup.h"

/* Pictures up to this width are twice as fine, for dense screens. */
enum { FINE_WIDTH = 1400 };

/* The first failure is kept. */
typedef struct page {
    const document *document;
    output *to;
    status failed;
    message *why;
    text text; /* not written yet */
} page;

static void flush(page *p)
{
    if (p->failed == STATUS_OK && p->text.broken) {
        p->failed = fail(p->why, "out of memory for a document");
    }
    if (p->failed == STATUS_OK && p->text.length > 0) {
        p->failed = output_write(p->to, p->text.data, p->text.length, p->why);
    }
    p->text.length = 0;
}

/* Escaped: what means something in HTML, in attributes too, and what no file may have. */
static void add_escaped(page *p, const char *words)
{
    static const struct {
        char letter;
        const char *stands;
    } special[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
    for (const char *c = words; *c != '\0'; c++) {
        const char *stands = NULL;
        for (size_t i = 0; i < sizeof special / sizeof special[0]; i++) {
            stands = *c == special[i].letter ? special[i].stands : stands;
        }
        bool control = (unsigned char)*c < 0x20 && *c != '\n' && *c != '\t';
        if (stands != NULL) {
            text_add(&p->text, "%s", stands);
        } else {
            text_add(&p->text, "%c", control ? ' ' : *c);
        }
    }
}

static void add_markup(page *p, const char *words)
{
    static const char *const opens[] = {
        [MARKUP_LINE] = "", [MARKUP_RAISED] = "<sup>", [MARKUP_LOWERED] = "<sub>"};
    static const char *const closes[] = {
        [MARKUP_LINE] = "", [MARKUP_RAISED] = "</sup>", [MARKUP_LOWERED] = "</sub>"};
    markup m = {.at = words};
    while (markup_next(&m)) {
        text_add(&p->text, "%s%s", opens[m.height], m.italic ? "<i>" : "");
        add_escaped(p, m.run);
        text_add(&p->text, "%s%s", m.italic ? "</i>" : "", closes[m.height]);
    }
}

static void add_plain(page *p, const char *words)
{
    text plain = {0};
    markup_plain(&plain, words);
    add_escaped(p, plain.data != NULL ? plain.data : "");
    p->text.broken = p->text.broken || plain.broken;
    text_clear(&plain);
}

/* <TAG>words</TAG>, with attributes after the tag. */
static void add_element(page *p, const char *tag, const char *attributes, const char *words)
{
    text_add(&p->text, "<%s%s>", tag, attributes);
    add_markup(p, words);
    text_add(&p->text, "</%s>\n", tag);
}

/* Binary data as base64, written as it comes. */
static void add_base64(page *p, const char *data, size_t size)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    enum { PIECE = 4096 };
    char out[4 * PIECE];
    flush(p);
    for (size_t i = 0; i < size && p->failed == STATUS_OK;) {
        size_t used = 0;
        for (; i < size && used + 4 <= sizeof out; i += 3, used += 4) {
            unsigned long three = 0;
            for (size_t k = 0; k < 3; k++) {
                three = three << 8 | (i + k < size ? (unsigned char)data[i + k] : 0);
            }
            for (size_t k = 0; k < 4; k++) {
                out[used + k] = i + k > size ? '=' : letters[three >> (18 - 6 * k) & 63];
            }
        }
        p->failed = output_write(p->to, out, used, p->why);
    }
}

/* The verdicts' names in the style sheet. */
static const char *const verdict_class[VERDICT_COUNT] = {[VERDICT_NONE] = "",
                                                         [VERDICT_MATCHES] = "matches",
                                                         [VERDICT_NEAR] = "near",
                                                         [VERDICT_EXPLAINED] = "explained",
                                                         [VERDICT_DIFFERS] = "differs"};

/* Words up to this many bytes stay in one line. */
enum { SHORT_CELL = 28 };

static void add_cell(page *p, const table *t, int i)
{
    const cell *c = &t->cells[i];
    int column = i % t->columns;
    bool number = t->kinds[column] == COLUMN_NUMBER;
    const char *how = verdict_class[c->verdict];
    const char *kind = number ? "n" : strlen(c->words) <= SHORT_CELL ? "k" : "w";
    text_add(&p->text, "<td class=\"%s%s%s\">", kind, *how != '\0' ? " " : "", how);
    add_markup(p, c->words);
    if (t->marked[column]) {
        text_add(&p->text, "<span class=\"mark\"");
        if (c->verdict != VERDICT_NONE) {
            text_add(&p->text, " title=\"%s\"", verdict_words(c->verdict));
        }
        text_add(&p->text, ">%s</span>", verdict_sign(c->verdict));
    }
    text_add(&p->text, "</td>");
}

static void add_table(page *p, const block *b)
{
    const table *t = &b->table;
    text_add(&p->text, "<div class=\"wide\"><table>\n");
    if (b->words != NULL) {
        add_element(p, "caption", "", b->words);
    }
    text_add(&p->text, "<thead><tr>");
    for (int c = 0; c < t->columns; c++) {
        text_add(&p->text, "<th class=\"%s%s\">", t->kinds[c] == COLUMN_NUMBER ? "n" : "w",
                 strlen(t->names[c]) <= SHORT_CELL ? " k" : "");
        add_markup(p, t->names[c]);
        text_add(&p->text, t->marked[c] ? "<span class=\"mark\"></span></th>" : "</th>");
    }
    text_add(&p->text, "</tr></thead>\n<tbody>\n");
    for (int i = 0; i < t->count; i++) {
        text_add(&p->text, i % t->columns == 0 ? "<tr>" : "");
        add_cell(p, t, i);
        text_add(&p->text, i % t->columns == t->columns - 1 ? "</tr>\n" : "");
    }
    text_add(&p->text, "</tbody></table></div>\n");
}

static void add_claim(page *p, const block *b, const block *before, const block *after)
{
    bool first = before == NULL || before->kind != BLOCK_CLAIM;
    bool last = after == NULL || after->kind != BLOCK_CLAIM;
    text_add(&p->text, "%s<li id=\"claim-%d\"%s><span class=\"sign\">%s</span>",
             first ? "<ul class=\"claims\">\n" : "", (int)(b - p->document->blocks),
             b->holds ? "" : " class=\"fails\"", b->holds ? "holds" : "DOES NOT HOLD");
    add_markup(p, b->words);
    text_add(&p->text, "</li>\n%s", last ? "</ul>\n" : "");
}

/* In its place, and again in the section of errata, which refers to the first. */
static void add_erratum(page *p, const block *b, bool again)
{
    text_add(&p->text, "<div class=\"erratum%s\"", b->holds ? "" : " fails");
    if (again) {
        text_add(&p->text, "><a href=\"#erratum-%d\">Erratum %d</a>", b->number, b->number);
    } else {
        text_add(&p->text, " id=\"erratum-%d\">Erratum %d", b->number, b->number);
    }
    text_add(&p->text, ", <span class=\"source\">");
    add_markup(p, b->name);
    text_add(&p->text, b->holds ? "</span>: " : "</span> (NOT SHOWN): ");
    add_markup(p, b->words);
    text_add(&p->text, "</div>\n");
}

static void add_caption(page *p, const block *b, const char *ending)
{
    text_add(&p->text, "<figcaption>");
    add_markup(p, b->words != NULL ? b->words : "");
    text_add(&p->text, " <span class=\"file\">");
    add_escaped(p, b->name);
    text_add(&p->text, "%s</span>", ending);
    const char *own = p->document->command;
    if (b->command != NULL && (own == NULL || strcmp(b->command, own) != 0)) {
        text_add(&p->text, "<br/><code>");
        add_escaped(p, b->command);
        text_add(&p->text, "</code>");
    }
    text_add(&p->text, "</figcaption></figure>\n");
}

static status make_png(const page *p, const block *b, const char *command, char **png, size_t *size)
{
    output *memory = NULL;
    int scale = recording_width(b->recording) <= FINE_WIDTH ? 2 : 1;
    TRY(output_open_memory(png, size, &memory, p->why));
    status s = STATUS_OK;
    TRY_OR_END(recording_png(b->recording, scale, command, memory, p->why));
    s = output_commit(&memory, p->why);
end:
    output_discard(&memory);
    return s;
}

static void add_picture(page *p, const block *b)
{
    char *png = NULL;
    size_t size = 0;
    int width = recording_width(b->recording), height = recording_height(b->recording);
    const char *command = b->command != NULL ? b->command : p->document->command;
    text_add(&p->text, "<figure id=\"picture-");
    add_escaped(p, b->name);
    text_add(&p->text, "\"><img alt=\"");
    add_plain(p, b->words != NULL ? b->words : b->name);
    text_add(&p->text, "\" width=\"%d\" height=\"%d\" src=\"data:image/png;base64,", width, height);
    if (p->failed == STATUS_OK) {
        p->failed = make_png(p, b, command, &png, &size);
    }
    add_base64(p, png, size);
    free(png);
    text_add(&p->text, "\"/>");
    add_caption(p, b, ".png");
}

static void add_film(page *p, const block *b)
{
    bool video = strncmp(b->type, "video/", 6) == 0;
    text_add(&p->text,
             video ? "<figure><video controls=\"controls\" loop=\"loop\" src=\"data:%s;base64,"
                   : "<figure><img alt=\"film\" src=\"data:%s;base64,",
             b->type);
    add_base64(p, b->data, b->size);
    text_add(&p->text, video ? "\"></video>" : "\"/>");
    add_caption(p, b, "");
}

static void add_section(page *p, const block *b)
{
    text_add(&p->text, "%s<section id=\"", b->section > 0 ? "</section>\n" : "");
    add_escaped(p, b->name);
    text_add(&p->text, "\">\n<h2><span class=\"name\">");
    add_escaped(p, b->name);
    text_add(&p->text, "</span>");
    add_markup(p, b->words);
    text_add(&p->text, "</h2>\n");
}

static void add_block(page *p, int i)
{
    const document *d = p->document;
    const block *b = &d->blocks[i];
    switch (b->kind) {
    case BLOCK_SECTION:
        add_section(p, b);
        break;
    case BLOCK_HEADING:
        add_element(p, "h3", "", b->words);
        break;
    case BLOCK_PARAGRAPH:
        add_element(p, "p", "", b->words);
        break;
    case BLOCK_TABLE:
        add_table(p, b);
        break;
    case BLOCK_CLAIM:
        add_claim(p, b, i > 0 ? b - 1 : NULL, i + 1 < d->count ? b + 1 : NULL);
        break;
    case BLOCK_ERRATUM:
        add_erratum(p, b, false);
        break;
    case BLOCK_PICTURE:
        add_picture(p, b);
        break;
    case BLOCK_FILM:
        add_film(p, b);
        break;
    }
    flush(p);
}

/* What does not hold, with a way to it. */
static void add_failures(page *p)
{
    const document *d = p->document;
    text_add(&p->text, "<ul>\n");
    for (int i = 0; i < d->count; i++) {
        const block *b = &d->blocks[i], *in = block_section(d, b);
        if (!block_fails(b)) {
            continue;
        }
        text_add(&p->text, "<li><a href=\"#");
        if (b->kind == BLOCK_CLAIM) {
            text_add(&p->text, "claim-%d", i);
        } else if (b->kind == BLOCK_ERRATUM) {
            text_add(&p->text, "erratum-%d", b->number);
        } else {
            add_escaped(p, in != NULL ? in->name : "");
        }
        text_add(&p->text, "\">");
        add_escaped(p, in != NULL ? in->name : "at the beginning");
        text_add(&p->text, "</a>: ");
        add_markup(p, b->words != NULL ? b->words : "a table");
        text_add(&p->text, "</li>\n");
    }
    text_add(&p->text, "</ul>\n");
}

static void add_summary_row(page *p, const block *section)
{
    char cells[SUMMARY_COLUMNS][SUMMARY_CELL_SIZE];
    document_counts counts = document_count(p->document, section != NULL ? section->name : NULL);
    summary_row(&counts, cells);
    if (section != NULL) {
        text_add(&p->text, "<tr><td><a href=\"#");
        add_escaped(p, section->name);
        text_add(&p->text, "\">");
        add_markup(p, section->words);
        text_add(&p->text, "</a></td>");
    } else {
        text_add(&p->text, "<tr class=\"all\"><td>all</td>");
    }
    for (int c = 1; c < SUMMARY_COLUMNS; c++) {
        text_add(&p->text, "<td class=\"n\">%s</td>", cells[c]);
    }
    text_add(&p->text, "</tr>\n");
}

static void add_legend(page *p)
{
    text_add(&p->text, "<p class=\"legend\">");
    for (int v = VERDICT_MATCHES; v < VERDICT_COUNT; v++) {
        text_add(&p->text, "<span><span class=\"mark %s\">%s</span> %s</span> ", verdict_class[v],
                 verdict_sign((document_verdict)v), verdict_words((document_verdict)v));
    }
    text_add(&p->text, "</p>\n");
}

static void add_summary(page *p)
{
    const document *d = p->document;
    bool holds = document_holds(d);
    text_add(&p->text, "<div class=\"answer%s\">", holds ? "" : " fails");
    text answer = {0};
    summary_answer(d, &answer);
    add_escaped(p, answer.data != NULL ? answer.data : "");
    p->text.broken = p->text.broken || answer.broken;
    text_clear(&answer);
    if (!holds) {
        add_failures(p);
    }
    text_add(&p->text, "</div>\n<div class=\"wide\"><table class=\"summary\">\n<thead><tr>");
    for (int c = 0; c < SUMMARY_COLUMNS; c++) {
        text_add(&p->text, c > 0 ? "<th class=\"n\">%s</th>" : "<th>%s</th>", summary_names[c]);
    }
    text_add(&p->text, "</tr></thead>\n<tbody>\n");
    for (int i = 0; i < d->count; i++) {
        if (d->blocks[i].kind == BLOCK_SECTION) {
            add_summary_row(p, &d->blocks[i]);
        }
    }
    add_summary_row(p, NULL);
    text_add(&p->text, "</tbody></table></div>\n");
    if (document_compares(d)) {
        add_legend(p);
    }
    if (d->errata > 0) {
        text_add(&p->text, "<p><a href=\"#errata\">" ERRATA_TITLE "</a></p>\n");
    }
}

static void add_head(page *p)
{
    const document *d = p->document;
    text_add(&p->text, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                       "<meta name=\"viewport\" content=\"width=device-width, "
                       "initial-scale=1\"/>\n<title>");
    add_plain(p, d->title);
    text_add(&p->text, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<header>\n",
             document_style);
    add_element(p, "h1", "", d->title);
    if (d->command != NULL) {
        text_add(&p->text, "<p class=\"origin\"><code>");
        add_escaped(p, d->command);
        text_add(&p->text, "</code> (version ");
        add_escaped(p, d->version);
        text_add(&p->text, ")</p>\n");
    }
}

static void add_errata(page *p)
{
    text_add(&p->text, "<section id=\"errata\">\n<h2>" ERRATA_TITLE "</h2>\n");
    for (int i = 0; i < p->document->count; i++) {
        if (p->document->blocks[i].kind == BLOCK_ERRATUM) {
            add_erratum(p, &p->document->blocks[i], true);
        }
    }
    text_add(&p->text, "</section>\n");
}

status document_html(const document *d, output *to, message *why)
{
    page p = {.document = d, .to = to, .failed = document_check(d, why), .why = why};
    if (p.failed != STATUS_OK) {
        return p.failed;
    }
    int i = 0;
    add_head(&p);
    for (; i < d->count && d->blocks[i].section < 0; i++) {
        add_block(&p, i);
    }
    add_summary(&p);
    text_add(&p.text, "</header>\n<main>\n");
    for (; i < d->count; i++) {
        add_block(&p, i);
    }
    text_add(&p.text, d->sections > 0 ? "</section>\n" : "");
    if (d->errata > 0) {
        add_errata(&p);
    }
    text_add(&p.text, "</main>\n</body>\n</html>\n");
    flush(&p);
    text_clear(&p.text);
    return p.failed;
}
