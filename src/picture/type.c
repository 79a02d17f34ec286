#include "picture/type.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

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

/* Letters that the font lacks, or that have no font at all. */
static atomic_bool lacks;

bool type_lacks_letters(void)
{
    return atomic_load(&lacks);
}

/* Has the font that was chosen this character? Without fonts cairo draws ASCII with strokes. */
static bool has_glyph(cairo_scaled_font_t *font, const char *character, int length)
{
    cairo_glyph_t room[4], *glyphs = room;
    int count = 4;
    bool has = cairo_scaled_font_get_type(font) != CAIRO_FONT_TYPE_USER &&
               cairo_scaled_font_text_to_glyphs(font, 0, 0, character, length, &glyphs, &count,
                                                NULL, NULL, NULL) == CAIRO_STATUS_SUCCESS;
    for (int i = 0; i < count && has; i++) {
        has = glyphs[i].index != 0;
    }
    if (glyphs != room) {
        cairo_glyph_free(glyphs);
    }
    return has;
}

static const char *spelling(const char *character, size_t length)
{
    static const char *const known[][2] = {
        {"−", "-"},     {"–", "-"},        {"·", "*"},    {"×", "x"},     {"∕", "/"},
        {"′", "'"},     {"″", "''"},       {"“", "\""},   {"”", "\""},    {"…", "..."},
        {"→", "->"},    {"∞", "infinity"}, {"≤", "<="},   {"≥", ">="},    {"≠", "/="},
        {"≈", "~"},     {"±", "+-"},       {"∈", " in "}, {"√", "sqrt"},  {"∑", "sum"},
        {"°", " deg"},  {"α", "alpha"},    {"β", "beta"}, {"γ", "gamma"}, {"δ", "delta"},
        {"Δ", "Delta"}, {"ζ", "zeta"},     {"η", "eta"},  {"θ", "theta"}, {"λ", "lambda"},
        {"μ", "mu"},    {"ν", "nu"},       {"π", "pi"},   {"σ", "sigma"}, {"Φ", "Phi"},
        {"ω", "omega"}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strlen(known[i][0]) == length && memcmp(known[i][0], character, length) == 0) {
            return known[i][1];
        }
    }
    return "?";
}

static bool is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* The run with what the font lacks spelled out, and blanks between letters and words. No spelling
 * is longer than four times its character with a blank; more than fits is cut. */
static void spell(cairo_scaled_font_t *font, const char *run, char out[4 * MARKUP_RUN_SIZE])
{
    size_t used = 0;
    bool had = true;
    for (const char *at = run; *at != '\0';) {
        size_t length = 1;
        while ((at[length] & 0xc0) == 0x80) {
            length++;
        }
        bool has = length == 1 || has_glyph(font, at, (int)length);
        if (!has) {
            atomic_store(&lacks, true);
        }
        const char *word = has ? at : spelling(at, length);
        size_t size = has ? length : strlen(word);
        if (used + size + 1 >= 4 * MARKUP_RUN_SIZE) {
            break;
        }
        if (!(has && had) && used > 0 && is_letter(out[used - 1]) && is_letter(word[0])) {
            out[used++] = ' ';
        }
        had = has;
        memcpy(out + used, word, size);
        used += size;
        at += length;
    }
    out[used] = '\0';
}

static void set_run(setter *s, const char *words)
{
    cairo_text_extents_t extents;
    char run[4 * MARKUP_RUN_SIZE];
    __lsan_disable();
    choose_face(s);
    spell(cairo_get_scaled_font(s->canvas), words, run);
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
