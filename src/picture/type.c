#include "picture/type.h"

#include <stdbool.h>

#include "base/text.h"
#include "picture/markup.h"

/* Fontconfig keeps its tables until the process ends, and its pointers to them are not addresses.
 * To the sanitizer they are lost, and to find out whose they are takes it longer than most pictures
 * take to be drawn. */
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#else
#define __lsan_disable() ((void)0)
#define __lsan_enable() ((void)0)
#endif

static const double script_size = 0.7;

typedef struct setter {
    cairo_t *canvas;
    double size;
    bool italic;
    double shift; /* upward, in units of the size */
    double scale;
    double x; /* where the next run starts */
    double y;
    bool bold;
    bool paints;  /* or only measures */
    bool as_path; /* adds to the path instead of painting */
} setter;

/* STIX has the letters of mathematics; its italic lacks signs, which are therefore set upright by
 * the markup. */
static void choose_face(const setter *s)
{
    cairo_select_font_face(s->canvas, "STIXGeneral",
                           s->italic ? CAIRO_FONT_SLANT_ITALIC : CAIRO_FONT_SLANT_NORMAL,
                           s->bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(s->canvas, s->size * s->scale);
}

static void set_run(setter *s, const char *run)
{
    cairo_text_extents_t extents;
    __lsan_disable();
    choose_face(s);
    cairo_text_extents(s->canvas, run, &extents);
    __lsan_enable();
    if (s->paints) {
        cairo_move_to(s->canvas, s->x, s->y - s->shift * s->size);
        if (s->as_path) {
            cairo_text_path(s->canvas, run);
        } else {
            cairo_show_text(s->canvas, run);
        }
    }
    /* A leaning letter needs a little room before an upright one. */
    s->x += extents.x_advance + (s->italic ? 0.04 * s->size : 0);
}

static void set_markup(setter *s, const char *words)
{
    static const double shifts[] = {
        [MARKUP_LINE] = 0, [MARKUP_RAISED] = 0.36, [MARKUP_LOWERED] = -0.2};
    markup m = {.at = words};
    while (markup_next(&m)) {
        s->italic = m.italic;
        s->shift = shifts[m.height];
        s->scale = m.height == MARKUP_LINE ? 1 : script_size;
        text_make_readable(m.run); /* a name of a file may be anything */
        set_run(s, m.run);
    }
}

double type_width(cairo_t *canvas, double size, const char *words)
{
    setter s = {.canvas = canvas, .size = size, .scale = 1};
    set_markup(&s, words);
    return s.x;
}

double type_run(cairo_t *canvas, const type_line *line, const char *words)
{
    setter s = {.canvas = canvas,
                .size = line->size,
                .scale = 1,
                .bold = line->bold,
                .x = line->x,
                .y = line->y,
                .paints = line->paints};
    set_markup(&s, words);
    return s.x - line->x;
}

static void set_at(cairo_t *canvas, double x, double y, double size, type_anchor anchor,
                   const char *words, bool as_path)
{
    double width = anchor == TYPE_START ? 0 : type_width(canvas, size, words);
    double left = anchor == TYPE_START ? x : anchor == TYPE_END ? x - width : x - width / 2;
    setter s = {.canvas = canvas,
                .size = size,
                .scale = 1,
                .x = left,
                .y = y,
                .paints = true,
                .as_path = as_path};
    set_markup(&s, words);
}

void type_draw(cairo_t *canvas, double x, double y, double size, type_anchor anchor,
               const char *words)
{
    set_at(canvas, x, y, size, anchor, words, false);
}

void type_draw_seamed(cairo_t *canvas, double x, double y, double size, type_anchor anchor,
                      const char *words)
{
    cairo_save(canvas);
    cairo_new_path(canvas);
    set_at(canvas, x, y, size, anchor, words, true);
    cairo_set_source_rgb(canvas, 1, 1, 1);
    cairo_set_line_width(canvas, 0.22 * size);
    cairo_set_line_join(canvas, CAIRO_LINE_JOIN_ROUND);
    cairo_stroke(canvas);
    cairo_restore(canvas);
    type_draw(canvas, x, y, size, anchor, words);
}
