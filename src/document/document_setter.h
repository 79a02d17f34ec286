/* Setting a document on pages: where the next thing goes, and when a page is full. Everything is
 * set twice, the first time to know the pages. Private to src/document. */
#ifndef DOCUMENT_SETTER_H
#define DOCUMENT_SETTER_H

#include "document/document_parts.h"
#include "picture/pages.h"

/* A4, in points. */
static const double page_width = 595.28, page_height = 841.89;
static const double page_left = 54, page_right = 595.28 - 54, page_top = 58,
                    page_bottom = 841.89 - 62;

static const uint32_t ink_black = 0xff000000, ink_soft = 0xff555b66, ink_line = 0xffc4c8d0,
                      ink_shade = 0xfff3f4f6;

typedef struct setter {
    const document *document;
    pages *pages;
    double y;           /* what is above is taken */
    int total;          /* of pages; 0: not known yet */
    int *section_pages; /* of each section, and of the errata at the end; 0: not known yet */
    status failed;
    message *why;
} setter;

/* The colours of verdicts, as in HTML on white. */
uint32_t verdict_ink(document_verdict v);

/* How much of the page is left; the page ends unless there is this much. */
double setter_left(const setter *s);
void setter_need(setter *s, double height);
void setter_next_page(setter *s);
/* The number at the foot of the last page. */
void setter_foot(setter *s);

/* A place for words. */
typedef struct column {
    double x, width, leading;
    page_font font;
    bool right; /* lines end at the right of it; for setter_words_at */
} column;

/* How high words are that are set there; and sets them, at s->y, over several pages if need be. */
double setter_measure(setter *s, const column *c, const char *words);
void setter_words(setter *s, const column *c, const char *words);
/* The same without regard to pages, from `y` on. */
void setter_words_at(setter *s, const column *c, double y, const char *words);
/* The longest line that they need, at most the width of the column; and the widest word. */
double setter_width(setter *s, const column *c, const char *words);
double setter_widest_word(setter *s, const column *c, const char *words);

/* document_grid.c. The least that a table takes of a page; and sets it, a small one together with
 * what has to follow it. `links`: of the rows, what they lead to, NULL for a row that is their sum;
 * NULL: nowhere. Returns where it ends at the right. */
double grid_least(setter *s, const table *t, const char *caption);
double grid_set(setter *s, const table *t, const char *caption, double tail,
                const char *const *links);

#endif
