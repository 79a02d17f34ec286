/* Tables on pages: letters as large as fit, words broken into lines where they must be, heads again
 * on every page. */
#include <string.h>

#include "document/document_setter.h"

static const double widest_table = 595.28 - 2 * 54;

typedef struct grid {
    const table *table;
    double size, leading, gap, mark;                              /* mark: the room for a sign */
    double widths[DOCUMENT_MAX_COLUMNS], x[DOCUMENT_MAX_COLUMNS]; /* without the mark */
    double head, right;                                           /* height, end */
} grid;

static column cell_column(const grid *g, int c, bool bold)
{
    double room = g->widths[c] + (bold && g->table->marked[c] ? g->mark : 0);
    return (column){.x = g->x[c],
                    .width = room + 0.01, /* what was measured fits */
                    .leading = g->leading,
                    .font = {.size = g->size, .bold = bold, .colour = ink_black}};
}

static double total_width(const grid *g)
{
    double sum = 0;
    for (int c = 0; c < g->table->columns; c++) {
        sum += g->widths[c] + (g->table->marked[c] ? g->mark : 0) + (c > 0 ? g->gap : 0);
    }
    return sum;
}

static void widen(double *width, double to)
{
    *width = *width > to ? *width : to;
}

/* What columns need with letters of this size, heads broken at every space. */
static void natural_widths(setter *s, grid *g, double size)
{
    const table *t = g->table;
    const column head = {.width = 1e6, .font = {.size = size, .bold = true}};
    g->size = size;
    g->leading = 1.3 * size;
    g->gap = (size < 7 ? 0.8 : 1.1) * size;
    g->mark = 1.0 * size;
    for (int c = 0; c < t->columns; c++) {
        g->widths[c] = 0;
        for (int i = c; i < t->count; i += t->columns) {
            const page_font font = {.size = size, .bold = t->cells[i].verdict == VERDICT_DIFFERS};
            widen(&g->widths[c], pages_text_width(s->pages, font, t->cells[i].words));
        }
        widen(&g->widths[c],
              setter_widest_word(s, &head, t->names[c]) - (t->marked[c] ? g->mark : 0));
    }
}

/* Takes width from the widest columns of words. True: it fits now. */
static bool squeeze(grid *g, double narrowest)
{
    const table *t = g->table;
    while (total_width(g) > widest_table) {
        int widest = -1;
        for (int c = 0; c < t->columns; c++) {
            if (t->kinds[c] == COLUMN_WORDS && (widest < 0 || g->widths[c] > g->widths[widest])) {
                widest = c;
            }
        }
        if (widest < 0 || g->widths[widest] <= narrowest) {
            return false;
        }
        g->widths[widest] -= 1;
    }
    return true;
}

/* Names in one line where there is room for it, or else in two or three. */
static void relax(setter *s, grid *g)
{
    for (int c = 0; c < g->table->columns; c++) {
        const page_font head = {.size = g->size, .bold = true};
        double before = g->widths[c], marks = g->table->marked[c] ? g->mark : 0;
        double whole = pages_text_width(s->pages, head, g->table->names[c]);
        static const double parts[] = {1, 0.6, 0.45, 0};
        for (int i = 0; i < 4; i++) {
            g->widths[c] = before;
            widen(&g->widths[c], parts[i] * whole - marks);
            if (total_width(g) <= widest_table && g->widths[c] <= 1.7 * before + 3 * g->size) {
                break;
            }
        }
    }
}

/* From large letters to small ones. True: one of these sizes fits as it is. */
static bool try_sizes(setter *s, grid *g, double from, double to)
{
    for (double size = from; size >= to; size -= 0.5) {
        natural_widths(s, g, size);
        if (total_width(g) <= widest_table) {
            return true;
        }
    }
    return false;
}

/* Smaller letters first, then words in several lines, then both, as small as they must be. */
static void plan(setter *s, const table *t, grid *g)
{
    *g = (grid){.table = t};
    bool fits = try_sizes(s, g, 9, 8);
    if (!fits) {
        natural_widths(s, g, 8.5);
        fits = squeeze(g, 110);
    }
    fits = fits || try_sizes(s, g, 7.5, 7);
    for (double size = 8; !fits && size > 1; size -= 0.5) {
        natural_widths(s, g, size);
        fits = squeeze(g, 8 * size);
    }
    relax(s, g);
    double x = page_left;
    g->head = 0;
    for (int c = 0; c < t->columns; c++) {
        g->x[c] = x;
        x += g->widths[c] + (t->marked[c] ? g->mark : 0) + g->gap;
        column head = cell_column(g, c, true);
        widen(&g->head, setter_measure(s, &head, t->names[c]));
    }
    g->right = x - g->gap;
}

static double row_height(setter *s, const grid *g, int first)
{
    double height = g->leading;
    for (int c = 0; c < g->table->columns; c++) {
        column in = cell_column(g, c, false);
        widen(&height, setter_measure(s, &in, g->table->cells[first + c].words));
    }
    return height;
}

/* Heads of numbers end where the numbers do, if they are not too wide for it. */
static void set_head(setter *s, const grid *g)
{
    const table *t = g->table;
    pages_rule(s->pages, page_left, g->right, s->y, 0.9, ink_black);
    s->y += 2.5;
    for (int c = 0; c < t->columns; c++) {
        column in = cell_column(g, c, true);
        double own = setter_measure(s, &in, t->names[c]);
        in.right = t->kinds[c] == COLUMN_NUMBER;
        if (in.right && t->marked[c] && setter_width(s, &in, t->names[c]) <= g->widths[c]) {
            in.width -= g->mark;
        }
        setter_words_at(s, &in, s->y + g->head - own, t->names[c]);
    }
    s->y += g->head + 2;
    pages_rule(s->pages, page_left, g->right, s->y, 0.5, ink_black);
    s->y += 2;
}

static void set_row(setter *s, const grid *g, int first, double height, bool shaded)
{
    const table *t = g->table;
    if (shaded) {
        pages_fill(s->pages, (box){page_left, s->y, g->right - page_left, height}, ink_shade);
    }
    for (int c = 0; c < t->columns; c++) {
        const cell *is = &t->cells[first + c];
        column in = cell_column(g, c, false);
        if (is->verdict == VERDICT_DIFFERS) {
            pages_fill(s->pages, (box){g->x[c] - 2, s->y, g->widths[c] + g->mark + 2, height},
                       0xffffdcdc);
        }
        bool strong = is->verdict == VERDICT_DIFFERS || is->verdict == VERDICT_EXPLAINED;
        in.font.bold = is->verdict == VERDICT_DIFFERS;
        in.font.colour = strong ? verdict_ink(is->verdict) : ink_black;
        in.right = t->kinds[c] == COLUMN_NUMBER;
        setter_words_at(s, &in, s->y, is->words);
        const page_font sign = {.size = g->size, .bold = true, .colour = verdict_ink(is->verdict)};
        pages_text(s->pages, g->x[c] + g->widths[c] + 0.6 * g->mark, s->y + 0.75 * g->leading, sign,
                   CANVAS_MIDDLE, verdict_sign(is->verdict));
    }
    s->y += height;
}

static const column caption_column = {.x = 54,
                                      .width = 595.28 - 2 * 54,
                                      .leading = 13,
                                      .font = {.size = 10, .bold = true, .colour = 0xff000000}};

static double caption_height(setter *s, const char *caption)
{
    return caption != NULL ? setter_measure(s, &caption_column, caption) + 3 : 0;
}

/* Caption, head and two rows. */
static double least(setter *s, const grid *g, const char *caption)
{
    double height = caption_height(s, caption) + g->head + 10;
    for (int i = 0; i < 2 && i < table_rows(g->table); i++) {
        height += row_height(s, g, i * g->table->columns);
    }
    return height;
}

double grid_least(setter *s, const table *t, const char *caption)
{
    grid g;
    plan(s, t, &g);
    return least(s, &g, caption);
}

static double whole_height(setter *s, const grid *g, const char *caption)
{
    double height = caption_height(s, caption) + g->head + 10;
    for (int i = 0; i < g->table->count; i += g->table->columns) {
        height += row_height(s, g, i);
    }
    return height;
}

double grid_set(setter *s, const table *t, const char *caption, double tail,
                const char *const *links)
{
    grid g;
    plan(s, t, &g);
    double whole = whole_height(s, &g, caption) + tail;
    /* Small tables are not broken; large ones begin with some rows. */
    setter_need(s, whole < (page_bottom - page_top) / 2.5 ? whole : least(s, &g, caption));
    if (caption != NULL) {
        setter_words(s, &caption_column, caption);
        s->y += 3;
    }
    set_head(s, &g);
    for (int i = 0, row = 0; i < t->count; i += t->columns, row++) {
        double height = row_height(s, &g, i);
        if (setter_left(s) < height + 2) {
            pages_rule(s->pages, page_left, g.right, s->y + 1, 0.5, ink_black);
            setter_next_page(s);
            set_head(s, &g);
        }
        double y = s->y;
        if (links != NULL && links[row] == NULL) { /* the sum of those above */
            pages_rule(s->pages, page_left, g.right, y, 0.5, ink_black);
        }
        set_row(s, &g, i, height, row % 2 == 1);
        if (links != NULL && links[row] != NULL) {
            pages_link(s->pages, (box){page_left, y, g.right - page_left, height}, links[row]);
        }
    }
    pages_rule(s->pages, page_left, g.right, s->y + 1, 0.9, ink_black);
    s->y += 14;
    return g.right;
}
