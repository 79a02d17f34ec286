#include "picture/type.h"

#include <stdbool.h>
#include <string.h>

enum { RUN_SIZE = 256 };

static const double script_size = 0.7;

typedef struct setter {
    cairo_t *canvas;
    double size;
    bool italic;
    double shift; /* upward, in units of the size */
    double scale;
    double x; /* where the next run starts */
    double y;
    bool paints;  /* or only measures */
    bool as_path; /* adds to the path instead of painting */
} setter;

/* STIX has the letters of mathematics; its italic lacks signs, which are therefore set upright by
 * the markup. */
static void choose_face(const setter *s)
{
    cairo_select_font_face(s->canvas, "STIXGeneral",
                           s->italic ? CAIRO_FONT_SLANT_ITALIC : CAIRO_FONT_SLANT_NORMAL,
                           CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(s->canvas, s->size * s->scale);
}

static void set_run(setter *s, const char *run)
{
    if (*run == '\0') {
        return;
    }
    cairo_text_extents_t extents;
    choose_face(s);
    cairo_text_extents(s->canvas, run, &extents);
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

/* Splits the markup into runs of one face, size and height. */
static void set_markup(setter *s, const char *markup)
{
    char run[RUN_SIZE] = "";
    size_t length = 0;
    for (const char *c = markup; *c != '\0'; c++) {
        bool slash = c[0] == '/';
        bool script = (c[0] == '^' || c[0] == '_') && c[1] == '{';
        bool ends = c[0] == '}' && s->shift != 0;
        if (slash && c[1] == '/') {
            c++;
            slash = false;
        }
        if (!slash && !script && !ends) {
            if (length + 1 < RUN_SIZE) {
                run[length++] = *c;
                run[length] = '\0';
            }
            continue;
        }
        set_run(s, run);
        length = 0;
        run[0] = '\0';
        if (slash) {
            s->italic = !s->italic;
        } else if (script) {
            s->shift = c[0] == '^' ? 0.36 : -0.2;
            s->scale = script_size;
            c++;
        } else {
            s->shift = 0;
            s->scale = 1;
        }
    }
    set_run(s, run);
}

double type_width(cairo_t *canvas, double size, const char *markup)
{
    setter s = {.canvas = canvas, .size = size, .scale = 1};
    set_markup(&s, markup);
    return s.x;
}

static void set_at(cairo_t *canvas, double x, double y, double size, type_anchor anchor,
                   const char *markup, bool as_path)
{
    double width = anchor == TYPE_START ? 0 : type_width(canvas, size, markup);
    double left = anchor == TYPE_START ? x : anchor == TYPE_END ? x - width : x - width / 2;
    setter s = {.canvas = canvas,
                .size = size,
                .scale = 1,
                .x = left,
                .y = y,
                .paints = true,
                .as_path = as_path};
    set_markup(&s, markup);
}

void type_draw(cairo_t *canvas, double x, double y, double size, type_anchor anchor,
               const char *markup)
{
    set_at(canvas, x, y, size, anchor, markup, false);
}

void type_draw_seamed(cairo_t *canvas, double x, double y, double size, type_anchor anchor,
                      const char *markup)
{
    cairo_save(canvas);
    cairo_new_path(canvas);
    set_at(canvas, x, y, size, anchor, markup, true);
    cairo_set_source_rgb(canvas, 1, 1, 1);
    cairo_set_line_width(canvas, 0.22 * size);
    cairo_set_line_join(canvas, CAIRO_LINE_JOIN_ROUND);
    cairo_stroke(canvas);
    cairo_restore(canvas);
    type_draw(canvas, x, y, size, anchor, markup);
}
