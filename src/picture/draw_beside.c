/* What is beside the panels: legends and the colour bar. */
#include <math.h>
#include <stdio.h>

#include "picture/draw_parts.h"
#include "picture/pens.h"
#include "picture/type.h"

/* To the right of the panel, so that it hides nothing. What is too wide is set smaller. */
void draw_legend(cairo_t *canvas, const figure *f, const figure_panel *p, double letter)
{
    double widest = 0;
    for (int i = 0; i < p->curves_count; i++) {
        widest = fmax(widest, type_width(canvas, 0.85 * letter, p->curves[i].label));
    }
    double left = p->x + p->width + 0.8 * letter;
    double top = p->y;
    double room = f->width - left - 0.4 * letter;
    letter *= fmin(1, room / (widest + 3.7 * letter));
    letter *= fmin(1, p->height / ((p->curves_count * 1.25 + 0.5) * letter));
    double size = 0.85 * letter;
    for (int i = 0; i < p->curves_count; i++) {
        double y = top + (i * 1.25 + 0.6) * letter;
        pen_take(canvas, i, 0.13 * letter);
        cairo_move_to(canvas, left, y);
        cairo_line_to(canvas, left + 2.7 * letter, y);
        cairo_stroke(canvas);
        cairo_set_dash(canvas, NULL, 0, 0);
        cairo_set_source_rgb(canvas, 0, 0, 0);
        type_draw(canvas, left + 3.2 * letter, y + 0.3 * size, size, TYPE_START,
                  p->curves[i].label);
    }
}

/* The same for kinds of pixels: a square of the colour, and what it means. */
void draw_kinds(cairo_t *canvas, const figure *f, const figure_panel *p, double letter)
{
    double left = p->x + p->width + 0.8 * letter;
    double room = f->width - left - 0.4 * letter;
    double widest = 0;
    for (int i = 0; i < f->kind_count; i++) {
        widest = fmax(widest, type_width(canvas, 0.85 * letter, f->kinds[i].label));
    }
    letter *= fmin(1, room / (widest + 2 * letter));
    double size = 0.85 * letter;
    double y = p->y + 0.1 * letter;
    for (int i = 0; i < f->kind_count; i++) {
        const figure_kind *k = &f->kinds[i];
        if (k->label[0] == '\0') {
            continue;
        }
        cairo_rectangle(canvas, left, y, letter, letter);
        cairo_set_source_rgb(canvas, (k->colour >> 16 & 255) / 255.0,
                             (k->colour >> 8 & 255) / 255.0, (k->colour & 255) / 255.0);
        cairo_fill_preserve(canvas);
        cairo_set_source_rgb(canvas, 0, 0, 0);
        cairo_set_line_width(canvas, 0.06 * letter);
        cairo_stroke(canvas);
        type_draw(canvas, left + 1.5 * letter, y + 0.5 * letter + 0.3 * size, size, TYPE_START,
                  k->label);
        y += 1.5 * letter;
    }
}

/* The colour of the bar at t in [0, 1] from below. */
static uint32_t bar_colour(const figure *f, double t)
{
    uint32_t colour;
    if (f->shading == SHADE_PHASE) {
        float argument = (float)((2 * t - 1) * pi);
        float growth = 1.2F;
        palette_phase(&argument, &growth, 1, &colour);
        return colour;
    }
    double low = palette_low(f->palette);
    return palette_colour(f->palette, low + t * (palette_high(f->palette) - low));
}

static void draw_bar_numbers(cairo_t *canvas, const figure *f, double x, double top, double height,
                             double letter)
{
    static const char *const angles[] = {"−π", "−π//2", "0", "π//2", "π"}; /* markup */
    double low = f->shading == SHADE_PHASE ? -2 : ceil(palette_low(f->palette));
    double high = f->shading == SHADE_PHASE ? 2 : floor(palette_high(f->palette));
    double first = f->shading == SHADE_PHASE ? -2 : palette_low(f->palette);
    double last = f->shading == SHADE_PHASE ? 2 : palette_high(f->palette);
    for (double n = low; n <= high; n++) {
        char text[32];
        double y = top + height * (1 - (n - first) / (last - first));
        cairo_move_to(canvas, x, y);
        cairo_line_to(canvas, x + 0.3 * letter, y);
        cairo_stroke(canvas);
        if (f->shading == SHADE_PHASE) {
            snprintf(text, sizeof text, "%s", angles[(int)n + 2]);
        } else if (n < 0) {
            snprintf(text, sizeof text, "1//%.0f", exp2(-n));
        } else {
            snprintf(text, sizeof text, "%.0f", exp2(n));
        }
        type_draw(canvas, x + 0.6 * letter, y + 0.28 * letter, 0.85 * letter, TYPE_START, text);
    }
}

void draw_bar(cairo_t *canvas, const figure *f, double letter)
{
    enum { STEPS = 256 };
    if (f->shading == SHADE_NONE || f->shading == SHADE_KINDS) {
        return;
    }
    double top = f->panels[0].y;
    double bottom = top;
    for (int i = 0; i < f->panel_count; i++) {
        bottom = fmax(bottom, f->panels[i].y + f->panels[i].height);
    }
    double height = bottom - top;
    double x = f->width - 5.2 * letter;
    double width = 1.1 * letter;
    uint32_t pixels[STEPS];
    for (int i = 0; i < STEPS; i++) {
        pixels[i] = bar_colour(f, 1 - (i + 0.5) / STEPS);
    }
    colour_bar(canvas, pixels, STEPS, x, top, width, height);
    cairo_set_source_rgb(canvas, 0, 0, 0);
    cairo_set_line_width(canvas, 0.06 * letter);
    cairo_rectangle(canvas, x, top, width, height);
    cairo_stroke(canvas);
    draw_bar_numbers(canvas, f, x + width, top, height, letter);
    type_draw(canvas, x + 0.5 * width, top - 0.7 * letter, letter, TYPE_MIDDLE, f->growth_label);
}
