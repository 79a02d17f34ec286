#include "document/document_setter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint32_t verdict_ink(document_verdict v)
{
    static const uint32_t inks[VERDICT_COUNT] = {[VERDICT_NONE] = 0xff000000,
                                                 [VERDICT_MATCHES] = 0xff14702f,
                                                 [VERDICT_NEAR] = 0xff0b57a8,
                                                 [VERDICT_EXPLAINED] = 0xff8a5200,
                                                 [VERDICT_DIFFERS] = 0xffb3121d};
    return inks[v];
}

double setter_left(const setter *s)
{
    return page_bottom - s->y;
}

void setter_foot(setter *s)
{
    const page_font font = {.size = 8.5, .colour = ink_soft};
    char number[40];
    snprintf(number, sizeof number, "%d of %d", pages_count(s->pages), s->total);
    double y = page_bottom + 26;
    pages_rule(s->pages, page_left, page_right, y - 12, 0.5, ink_line);
    pages_text(s->pages, page_left, y, font, CANVAS_START, s->document->title);
    pages_text(s->pages, page_right, y, font, CANVAS_END, number);
}

void setter_next_page(setter *s)
{
    setter_foot(s);
    pages_next(s->pages);
    s->y = page_top;
}

void setter_need(setter *s, double height)
{
    if (setter_left(s) < height && s->y > page_top) {
        setter_next_page(s);
    }
}

/* Lines. */

/* What is left of some words, and whether they go on in italics. */
typedef struct rest {
    const char *at;
    bool italic;
} rest;

/* The end of the word: a space that is not in a script. */
static const char *word_end(const char *at)
{
    int depth = 0;
    for (; *at != '\0' && (*at != ' ' || depth > 0); at++) {
        bool opens = (at[0] == '^' || at[0] == '_') && at[1] == '{';
        depth += opens;
        depth -= *at == '}' && depth > 0;
    }
    return at;
}

/* Adds the markup up to `end` to a line that has been given its italics. */
static void add_words(text *line, rest *r, const char *end)
{
    for (; r->at < end; r->at++) {
        bool slash = r->at[0] == '/', two = slash && r->at[1] == '/';
        text_add(line, "%c", *r->at);
        if (two) {
            text_add(line, "/");
            r->at++;
        }
        r->italic ^= slash && !two;
    }
}

/* The part of a word that fits, for one that is wider than the column; at least a character. */
static const char *fitting(setter *s, const column *c, const char *at, const char *end)
{
    text part = {0};
    const char *fits = at;
    while (fits < end) {
        const char *next = fits + 1 + (fits[0] == '/' && fits[1] == '/');
        while (next < end && (*next & 0xc0) == 0x80) {
            next++;
        }
        text_clear(&part);
        text_add(&part, "%.*s", (int)(next - at), at);
        if (part.broken ||
            (fits > at && pages_text_width(s->pages, c->font, part.data) > c->width)) {
            break;
        }
        fits = next;
    }
    text_clear(&part);
    return fits > at ? fits : end;
}

/* Begins the line with the italics it is in, unless they end at once. */
static void begin_line(text *line, rest *r)
{
    r->at += strspn(r->at, " ");
    if (r->italic && r->at[0] == '/' && r->at[1] != '/') {
        r->at++;
        r->italic = false;
    }
    text_add(line, r->italic ? "/" : "%s", "");
}

/* The next line; `line` is empty before. */
static void take_line(setter *s, const column *c, rest *r, text *line)
{
    begin_line(line, r);
    bool first = true;
    while (*r->at != '\0' && !line->broken) {
        rest longer = *r;
        text candidate = {0};
        text_add(&candidate, "%s%s", line->data, first ? "" : " ");
        longer.at += strspn(longer.at, " ");
        const char *end = word_end(longer.at);
        add_words(&candidate, &longer, end);
        bool fits =
            !candidate.broken && pages_text_width(s->pages, c->font, candidate.data) <= c->width;
        text_clear(&candidate);
        if (!fits && first && memchr(r->at, '{', (size_t)(end - r->at)) == NULL) {
            add_words(line, r, fitting(s, c, r->at, end));
            return;
        }
        if (!fits && !first) {
            return;
        }
        text_add(line, first ? "%s" : " %s", "");
        r->at += strspn(r->at, " ");
        add_words(line, r, end);
        first = false;
    }
}

/* Calls for every line; true: it was set. */
typedef struct lines {
    rest rest;
    text line;
} lines;

static bool next_line(setter *s, const column *c, lines *l)
{
    text_clear(&l->line);
    if (l->rest.at[strspn(l->rest.at, " ")] == '\0') {
        return false;
    }
    take_line(s, c, &l->rest, &l->line);
    bool broken = l->line.broken;
    if (broken && s->failed == STATUS_OK) {
        s->failed = fail(s->why, "out of memory for a document");
    }
    if (broken) {
        text_clear(&l->line);
    }
    return !broken;
}

double setter_measure(setter *s, const column *c, const char *words)
{
    lines l = {.rest = {.at = words}};
    double height = 0;
    while (next_line(s, c, &l)) {
        height += c->leading;
    }
    return height;
}

void setter_words_at(setter *s, const column *c, double y, const char *words)
{
    lines l = {.rest = {.at = words}};
    for (; next_line(s, c, &l); y += c->leading) {
        pages_text(s->pages, c->right ? c->x + c->width : c->x, y + 0.75 * c->leading, c->font,
                   c->right ? CANVAS_END : CANVAS_START, l.line.data);
    }
}

void setter_words(setter *s, const column *c, const char *words)
{
    double height = setter_measure(s, c, words);
    lines l = {.rest = {.at = words}};
    setter_need(s, height < 3 * c->leading ? height : 2 * c->leading);
    for (; next_line(s, c, &l); s->y += c->leading, height -= c->leading) {
        bool last_two = height < 2.5 * c->leading && height > 1.5 * c->leading;
        setter_need(s, last_two ? 2 * c->leading : c->leading);
        pages_text(s->pages, c->x, s->y + 0.75 * c->leading, c->font, CANVAS_START, l.line.data);
    }
}

double setter_width(setter *s, const column *c, const char *words)
{
    lines l = {.rest = {.at = words}};
    double widest = 0;
    while (next_line(s, c, &l)) {
        double width = pages_text_width(s->pages, c->font, l.line.data);
        widest = width > widest ? width : widest;
    }
    return widest;
}

double setter_widest_word(setter *s, const column *c, const char *words)
{
    double widest = 0;
    rest r = {.at = words};
    while (*r.at != '\0') {
        text word = {0};
        begin_line(&word, &r);
        add_words(&word, &r, word_end(r.at));
        double width = word.broken ? 0 : pages_text_width(s->pages, c->font, word.data);
        widest = width > widest ? width : widest;
        text_clear(&word);
    }
    return widest;
}
