/* Pages of paper, written as PDF: text in the letters of the figures, rules, fills and recordings,
 * bookmarks and links. Lengths are points, y downward. Where things go is the caller's business.
 *
 * Pages without an output only measure and count: what is set on them twice, first so and then
 * with an output, comes out the same. No cairo type appears here. */
#ifndef PICTURE_PAGES_H
#define PICTURE_PAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/output.h"
#include "picture/canvas.h"
#include "picture/recording.h"

typedef struct pages pages;

typedef struct page_font {
    double size;
    bool bold;
    uint32_t colour; /* 0xFFRRGGBB */
} page_font;

/* `to` may be NULL. `command` is for the metadata; both texts are plain. */
status pages_open(double width, double height, output *to, const char *title, const char *command,
                  pages **out, message *why) MUST_CHECK;

/* Ends the page. The first one is there already. */
void pages_next(pages *p);
int pages_count(const pages *p);

/* On the base line, in the markup of figures. Both return the width. */
double pages_text(pages *p, double x, double y, page_font font, canvas_anchor anchor,
                  const char *words);
double pages_text_width(pages *p, page_font font, const char *words);

void pages_rule(pages *p, double x0, double x1, double y, double line, uint32_t colour);
void pages_fill(pages *p, box where, uint32_t colour);

/* A recording scaled to the box. */
void pages_recording(pages *p, box where, const recording *r);

/* A bookmark to a height of this page; `name` is what links call it (letters, digits, -). */
void pages_bookmark(pages *p, double y, const char *name, const char *plain_title);
/* A click into the box leads to a bookmark of this or another page. */
void pages_link(pages *p, box where, const char *name);

/* Completes the file; the output is still to be committed. Frees, and sets *p to NULL, in every
 * case. */
status pages_close(pages **p, message *why) MUST_CHECK;

#endif
