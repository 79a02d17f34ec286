/* Lines of a given slope, for comparison. */
#include <math.h>
#include <stdio.h>

#include "picture/chart_parts.h"
#include "picture/type.h"

/* The ends of a guide on the canvas. False: it is not in the panel. */
static bool guide_ends(const chart_panel *panel, const chart_place *p, const chart_guide *g,
                       double from[2], double to[2])
{
    scale x = scale_x(panel, p), y = scale_y(panel, p);
    double middle = scale_position(&x, g->x), height = scale_position(&y, g->y);
    double right = x.low + p->width / x.factor;
    from[0] = p->x;
    to[0] = p->x + p->width;
    from[1] = y.from + y.factor * (height + g->slope * (x.low - middle) - y.low);
    to[1] = y.from + y.factor * (height + g->slope * (right - middle) - y.low);
    const area in = {.x = p->x, .y = p->y, .width = p->width, .height = p->height};
    return isfinite(from[1]) && isfinite(to[1]) && trace_clip(&in, from, to);
}

void guides_draw(cairo_t *canvas, const chart_panel *panel, const panel_plan *plan, double letter)
{
    const chart_place *p = &plan->place;
    double from[2], to[2];
    cairo_save(canvas);
    cairo_rectangle(canvas, p->x, p->y, p->width, p->height);
    cairo_clip(canvas);
    cairo_set_source_rgb(canvas, 0.55, 0.55, 0.55);
    cairo_set_line_width(canvas, axes_hair(letter));
    for (int i = 0; i < panel->guide_count; i++) {
        if (guide_ends(panel, &plan->place, &panel->guides[i], from, to)) {
            cairo_move_to(canvas, from[0], from[1]);
            cairo_line_to(canvas, to[0], to[1]);
            cairo_stroke(canvas);
        }
    }
    cairo_restore(canvas);
}

static bool overlap(area a, area b)
{
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
           b.y < a.y + a.height;
}

/* How bad a place is for the words of a guide: what they would cover, and whether they leave the
 * panel. */
static int badness(const panel_plan *plan, area words)
{
    const chart_place *p = &plan->place;
    bool inside = words.x >= p->x && words.y >= p->y && words.x + words.width <= p->x + p->width &&
                  words.y + words.height <= p->y + p->height;
    bool hits = plan->legend.entry_count > 0 && overlap(words, plan->legend.where);
    return legend_covered(plan, words) + (inside ? 0 : 10000) + (hits ? 1000 : 0);
}

static void label_guide(cairo_t *canvas, const panel_plan *plan, const chart_guide *g,
                        const double from[2], const double to[2], double letter)
{
    char words[CHART_LABEL_SIZE], number[TICK_TEXT_SIZE];
    ticks_number(g->slope, number);
    snprintf(words, sizeof words, "slope %s", number);
    const char *markup = g->label[0] != '\0' ? g->label : words;
    double size = 0.8 * letter, width = type_width(canvas, size, markup);
    double angle = atan2(to[1] - from[1], to[0] - from[0]);
    double across = fabs(width * cos(angle)) + 1.2 * size * fabs(sin(angle));
    double high = fabs(width * sin(angle)) + 1.2 * size * cos(angle);
    double best = 0.5;
    int least = 1 << 30;
    for (int i = 0; i <= 40; i++) { /* from the right end to the left */
        double t = 0.95 - 0.9 * i / 40;
        double x = from[0] + t * (to[0] - from[0]) + 0.6 * size * sin(angle);
        double y = from[1] + t * (to[1] - from[1]) - 0.6 * size * cos(angle);
        area words_at = {.x = x - across / 2, .y = y - high / 2, .width = across, .height = high};
        int bad = badness(plan, words_at);
        if (bad < least) {
            least = bad;
            best = t;
        }
    }
    if (least >= 10000) {
        return;
    }
    cairo_save(canvas);
    cairo_translate(canvas, from[0] + best * (to[0] - from[0]), from[1] + best * (to[1] - from[1]));
    cairo_rotate(canvas, angle);
    cairo_set_source_rgb(canvas, 0.35, 0.35, 0.35);
    type_draw(canvas, 0, -0.25 * size, size, TYPE_MIDDLE, markup);
    cairo_restore(canvas);
}

void guides_label(cairo_t *canvas, const chart_panel *panel, const panel_plan *plan, double letter)
{
    double from[2], to[2];
    for (int i = 0; i < panel->guide_count; i++) {
        if (guide_ends(panel, &plan->place, &panel->guides[i], from, to)) {
            label_guide(canvas, plan, &panel->guides[i], from, to, letter);
        }
    }
}
