/* A document on pages. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "document/document_setter.h"
#include "picture/markup.h"

static const double text_width = 595.28 - 2 * 54;

static const column body = {.x = 54,
                            .width = 595.28 - 2 * 54,
                            .leading = 13.6,
                            .font = {.size = 10.3, .colour = 0xff000000}};
static const column title_column = {.x = 54,
                                    .width = 595.28 - 2 * 54,
                                    .leading = 28,
                                    .font = {.size = 23, .bold = true, .colour = 0xff000000}};
static const column section_column = {.x = 54,
                                      .width = 595.28 - 2 * 54,
                                      .leading = 19,
                                      .font = {.size = 15, .bold = true, .colour = 0xff000000}};
static const column heading_column = {.x = 54,
                                      .width = 595.28 - 2 * 54,
                                      .leading = 15,
                                      .font = {.size = 11.5, .bold = true, .colour = 0xff000000}};
static const column caption_column = {
    .x = 54, .width = 595.28 - 2 * 54, .leading = 12, .font = {.size = 9.2, .colour = 0xff000000}};
static const column note_column = {.x = 66,
                                   .width = 595.28 - 2 * 54 - 16,
                                   .leading = 13,
                                   .font = {.size = 9.8, .colour = 0xff000000}};
static const column soft_column = {.x = 54,
                                   .width = 595.28 - 2 * 54,
                                   .leading = 12.5,
                                   .font = {.size = 9.2, .colour = 0xff555b66}};

static const double space = 7; /* between blocks */

/* Words put together, for the moment. */
static const char *words_of(setter *s, const text *t)
{
    if (t->broken && s->failed == STATUS_OK) {
        s->failed = fail(s->why, "out of memory for a document");
    }
    return t->data != NULL ? t->data : "";
}

/* Pictures: as wide as the text, or as large as they are on a screen. */
static box picture_box(const setter *s, const block *b, double below)
{
    double width = 0.55 * recording_width(b->recording);
    width = width < text_width ? width : text_width;
    double height = width * recording_height(b->recording) / recording_width(b->recording);
    double most = page_bottom - page_top - below, left = setter_left(s) - below;
    /* A little smaller rather than a gap. */
    most = left < height && left > 0.75 * height ? left : most;
    if (height > most) {
        width *= most / height;
        height = most;
    }
    return (box){page_left + (text_width - width) / 2, s->y, width, height};
}

static void caption_words(const setter *s, const block *b, text *out)
{
    const char *own = s->document->command;
    if (b->kind == BLOCK_FILM) {
        text_add(out, "Film ");
        markup_quote(out, b->name);
        text_add(out, ", which plays in the HTML: ");
    }
    text_add(out, "%s", b->words != NULL ? b->words : "");
    if (b->command != NULL && (own == NULL || strcmp(b->command, own) != 0)) {
        text_add(out, " (");
        markup_quote(out, b->command);
        text_add(out, ")");
    }
}

static double caption_height(setter *s, const block *b)
{
    text words = {0};
    caption_words(s, b, &words);
    double height = setter_measure(s, &caption_column, words_of(s, &words)) + 6;
    text_clear(&words);
    return height;
}

/* What is below a picture on its page: its caption, and that of the film that it stands for. */
static double below_picture(setter *s, const block *b)
{
    const block *end = s->document->blocks + s->document->count;
    double height = caption_height(s, b);
    if (b + 1 < end && b[1].kind == BLOCK_FILM) {
        height += space + 4 + caption_height(s, b + 1);
    }
    return height;
}

static double picture_height(setter *s, const block *b)
{
    double below = below_picture(s, b);
    return picture_box(s, b, below).height + below;
}

static void set_picture(setter *s, const block *b)
{
    text words = {0};
    if (b->kind == BLOCK_PICTURE) {
        setter_need(s, picture_height(s, b));
        box where = picture_box(s, b, below_picture(s, b));
        pages_recording(s->pages, where, b->recording);
        s->y += where.height + 5;
    }
    caption_words(s, b, &words);
    setter_words(s, &caption_column, words_of(s, &words));
    text_clear(&words);
    s->y += space + 4;
}

static column claim_column(const block *b)
{
    column in = note_column;
    double room = b->holds ? 40 : 92;
    in.x = page_left + room;
    in.width = text_width - room;
    return in;
}

/* Of the claims from b on, which belong to what is before them. */
static double claims_height(setter *s, const block *b)
{
    const block *end = s->document->blocks + s->document->count;
    double height = 14;
    for (; b < end && b->kind == BLOCK_CLAIM; b++) {
        const column in = claim_column(b);
        height += setter_measure(s, &in, b->words) + 2;
    }
    return height;
}

static void set_claim(setter *s, const block *b)
{
    const column in = claim_column(b);
    page_font sign = {.size = 9.8,
                      .bold = true,
                      .colour = verdict_ink(b->holds ? VERDICT_MATCHES : VERDICT_DIFFERS)};
    const char *word = b->holds ? "holds" : "DOES NOT HOLD";
    setter_need(s, setter_measure(s, &in, b->words));
    pages_text(s->pages, page_left, s->y + 0.75 * in.leading, sign, CANVAS_START, word);
    setter_words(s, &in, b->words);
    s->y += 2;
}

static void set_erratum(setter *s, const block *b)
{
    text words = {0};
    text_add(&words, "Erratum %d, %s%s: %s", b->number, b->name, b->holds ? "" : " (NOT SHOWN)",
             b->words);
    double height = setter_measure(s, &note_column, words_of(s, &words));
    setter_need(s, height);
    double bar = height < setter_left(s) ? height : setter_left(s);
    pages_fill(s->pages, (box){page_left, s->y, 3, bar},
               verdict_ink(b->holds ? VERDICT_EXPLAINED : VERDICT_DIFFERS));
    setter_words(s, &note_column, words_of(s, &words));
    text_clear(&words);
    s->y += space;
}

/* The least that a block takes of a page, so that what introduces it can stay with it. */
static double least_height(setter *s, const block *b)
{
    const block *end = s->document->blocks + s->document->count;
    double height = 0;
    for (; b < end && (b->kind == BLOCK_SECTION || b->kind == BLOCK_HEADING); b++) {
        const column *in = b->kind == BLOCK_SECTION ? &section_column : &heading_column;
        height += setter_measure(s, in, b->words) + 2 * space;
    }
    if (b == end) {
        return height;
    }
    switch (b->kind) {
    case BLOCK_TABLE:
        return height + grid_least(s, &b->table, b->words);
    case BLOCK_PICTURE:
        return height + picture_height(s, b);
    default:
        return height + 3 * body.leading;
    }
}

/* `least`: what has to be on its page, it included. */
static void set_section(setter *s, const block *b, double least)
{
    if (s->y > page_top && setter_left(s) < 0.35 * (page_bottom - page_top)) {
        setter_next_page(s);
    }
    s->y += s->y > page_top ? 16 : 0;
    setter_need(s, least);
    text plain = {0};
    markup_plain(&plain, b->words);
    pages_bookmark(s->pages, s->y, b->name, words_of(s, &plain));
    text_clear(&plain);
    s->section_pages[b->section] = pages_count(s->pages);
    pages_rule(s->pages, page_left, page_right, s->y, 1.2, ink_black);
    s->y += 6;
    setter_words(s, &section_column, b->words);
    s->y += space;
}

static void set_block(setter *s, const block *b)
{
    const block *end = s->document->blocks + s->document->count;
    switch (b->kind) {
    case BLOCK_SECTION:
        set_section(s, b, least_height(s, b));
        break;
    case BLOCK_HEADING:
        s->y += 4;
        setter_need(s, least_height(s, b));
        setter_words(s, &heading_column, b->words);
        s->y += 3;
        break;
    case BLOCK_PARAGRAPH:
        setter_words(s, &body, b->words);
        s->y += space;
        break;
    case BLOCK_TABLE:
        grid_set(s, &b->table, b->words, claims_height(s, b + 1), NULL);
        break;
    case BLOCK_CLAIM:
        set_claim(s, b);
        s->y += b + 1 < end && b[1].kind == BLOCK_CLAIM ? 0 : space;
        break;
    case BLOCK_ERRATUM:
        set_erratum(s, b);
        break;
    case BLOCK_PICTURE:
    case BLOCK_FILM:
        set_picture(s, b);
        break;
    }
}

/* The first page. */

static void add_summary_row(setter *s, document *to, const block *section, int page)
{
    char cells[SUMMARY_COLUMNS][SUMMARY_CELL_SIZE];
    document_counts counts = document_count(s->document, section != NULL ? section->name : NULL);
    summary_row(&counts, cells);
    document_cell(to, VERDICT_NONE, "%s", section != NULL ? section->words : "all");
    for (int c = 1; c < SUMMARY_COLUMNS; c++) {
        document_cell(to, VERDICT_NONE, "%s", cells[c]);
    }
    document_cell(to, VERDICT_NONE, page > 0 ? "%d" : "%.0d", page);
}

/* A table of contents with what was found. */
static void set_summary(setter *s)
{
    const document *d = s->document;
    const char *names[SUMMARY_COLUMNS + 1], **links = NULL;
    column_kind kinds[SUMMARY_COLUMNS + 1] = {COLUMN_WORDS};
    document all = {.count = 0};
    int row = 0;
    if (memory_allocate(&links, (size_t)d->sections + 2, sizeof *links, s->why) != STATUS_OK) {
        s->failed = STATUS_FAILED;
        return;
    }
    for (int c = 0; c < SUMMARY_COLUMNS; c++) {
        names[c] = summary_names[c];
        kinds[c + 1] = COLUMN_NUMBER;
    }
    names[SUMMARY_COLUMNS] = "page";
    document_table(&all, NULL, SUMMARY_COLUMNS + 1, names, kinds);
    for (int i = 0; i < d->count; i++) {
        if (d->blocks[i].kind == BLOCK_SECTION) {
            links[row++] = d->blocks[i].name;
            add_summary_row(s, &all, &d->blocks[i], s->section_pages[d->blocks[i].section]);
        }
    }
    add_summary_row(s, &all, NULL, 0);
    document_end_table(&all);
    if (all.broken) {
        s->failed = fail(s->why, "out of memory for a document");
    } else {
        grid_set(s, &all.blocks[0].table, NULL, 0, links);
    }
    document_clear(&all);
    free(links);
}

static void set_failures(setter *s)
{
    const document *d = s->document;
    for (int i = 0; i < d->count; i++) {
        const block *b = &d->blocks[i], *in = block_section(d, b);
        if (block_fails(b)) {
            text words = {0};
            markup_quote(&words, in != NULL ? in->name : "at the beginning");
            text_add(&words, ": %s", b->words != NULL ? b->words : "a table");
            setter_words(s, &note_column, words_of(s, &words));
            text_clear(&words);
        }
    }
}

static void set_answer(setter *s)
{
    text answer = {0};
    column in = note_column;
    bool holds = document_holds(s->document);
    in.font.size = 10.5;
    in.leading = 14;
    summary_answer(s->document, &answer);
    double height = setter_measure(s, &in, words_of(s, &answer)) + 8;
    setter_need(s, height);
    pages_fill(s->pages, (box){page_left, s->y, text_width, height}, ink_shade);
    pages_fill(s->pages, (box){page_left, s->y, 4, height},
               verdict_ink(holds ? VERDICT_MATCHES : VERDICT_DIFFERS));
    setter_words_at(s, &in, s->y + 4, words_of(s, &answer));
    text_clear(&answer);
    s->y += height + 4;
    set_failures(s);
    s->y += 8;
}

static void set_legend(setter *s)
{
    for (int v = VERDICT_MATCHES; v < VERDICT_COUNT; v++) {
        page_font sign = {.size = 9.8, .bold = true, .colour = verdict_ink((document_verdict)v)};
        page_font words = {.size = 9.2, .colour = ink_soft};
        setter_need(s, 13);
        pages_text(s->pages, page_left + 6, s->y + 10, sign, CANVAS_MIDDLE,
                   verdict_sign((document_verdict)v));
        pages_text(s->pages, page_left + 16, s->y + 10, words, CANVAS_START,
                   verdict_words((document_verdict)v));
        s->y += 13;
    }
    s->y += space;
}

/* Returns the first block that is not on it. */
static int set_front(setter *s)
{
    const document *d = s->document;
    int i = 0;
    setter_words(s, &title_column, d->title);
    s->y += 8;
    if (d->command != NULL) {
        text words = {0};
        markup_quote(&words, d->command);
        text_add(&words, " (version %s)", d->version);
        setter_words(s, &soft_column, words_of(s, &words));
        text_clear(&words);
        s->y += space;
    }
    for (; i < d->count && d->blocks[i].section < 0; i++) {
        set_block(s, &d->blocks[i]);
    }
    s->y += 4;
    set_answer(s);
    set_summary(s);
    if (d->errata > 0) {
        char words[100];
        int page = s->section_pages[d->sections];
        snprintf(words, sizeof words, ERRATA_TITLE ": %d, from page %d on", d->errata, page);
        double y = s->y;
        setter_words(s, &soft_column, words);
        pages_link(s->pages, (box){page_left, y, text_width, s->y - y}, "errata");
        s->y += space;
    }
    if (document_compares(d)) {
        set_legend(s);
    }
    return i;
}

static void set_errata(setter *s)
{
    const document *d = s->document;
    const block title = {.kind = BLOCK_SECTION,
                         .section = d->sections,
                         .name = (char[]){"errata"},
                         .words = (char[]){ERRATA_TITLE}};
    set_section(s, &title, 6 * section_column.leading);
    for (int i = 0; i < d->count; i++) {
        if (d->blocks[i].kind == BLOCK_ERRATUM) {
            set_erratum(s, &d->blocks[i]);
        }
    }
}

/* Sets everything; without an output only to know the pages. */
static status set_all(setter *s, output *to, const char *plain_title)
{
    const document *d = s->document;
    s->y = page_top;
    s->failed = pages_open(page_width, page_height, to, plain_title,
                           d->command != NULL ? d->command : "", &s->pages, s->why);
    if (s->failed != STATUS_OK) {
        return s->failed;
    }
    int i = set_front(s);
    if (i < d->count) {
        setter_next_page(s);
    }
    for (; i < d->count && s->failed == STATUS_OK; i++) {
        set_block(s, &d->blocks[i]);
    }
    if (d->errata > 0) {
        set_errata(s);
    }
    setter_foot(s);
    s->total = pages_count(s->pages);
    message closing;
    status closed = pages_close(&s->pages, &closing);
    if (s->failed == STATUS_OK && closed != STATUS_OK) {
        *s->why = closing;
        s->failed = closed;
    }
    return s->failed;
}

status document_pdf(const document *d, output *to, message *why)
{
    int *section_pages = NULL;
    text plain = {0};
    TRY(document_check(d, why));
    TRY(memory_allocate(&section_pages, (size_t)d->sections + 1, sizeof *section_pages, why));
    status s = STATUS_OK;
    text_add(&plain, "%s", "");
    markup_plain(&plain, d->title);
    TRY_OR_END(plain.broken ? fail(why, "out of memory for a document") : STATUS_OK);
    setter on = {.document = d, .section_pages = section_pages, .why = why};
    TRY_OR_END(set_all(&on, NULL, plain.data));
    s = set_all(&on, to, plain.data);
end:
    text_clear(&plain);
    free(section_pages);
    return s;
}
