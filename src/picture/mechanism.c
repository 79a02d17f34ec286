#include "picture/mechanism.h"

#include <math.h>
#include <stddef.h>

#include "picture/colour.h"
#include "picture/mechanism_parts.h"

/* In letters. */
static const double margin = 0.8, head = 3.8, side_width = 8.4, gap = 0.9;
static const double strip_height = 5, numbers_height = 1.5, numbers_width = 3.1;
static const double row_height = 1.5; /* of a legend below */
/* A larger part of the width is not given to a column of legends. */
static const double most_column = 0.25;
static const double padding = 1.3; /* between what is to be seen and the frame */

static bool has_strip(const mechanism *m)
{
    const mechanism_history *h = &m->history;
    return h->count > 0 && (h->residual[0] != NULL || h->residual[1] != NULL) && m->to > m->from;
}

/* The shortest bar in units of the world; 0 without bars. */
static double shortest_bar(const mechanism *m)
{
    double shortest = 0;
    for (int i = 0; i < m->bar_count; i++) {
        if (m->length[i] > 0 && (shortest == 0 || m->length[i] < shortest)) {
            shortest = m->length[i];
        }
    }
    return shortest;
}

static void fit_view(const mechanism *m, mechanism_plan *p)
{
    double width = m->view.x_high - m->view.x_low, height = m->view.y_high - m->view.y_low;
    double wide = width > 0 ? (p->view.width - 2 * padding * p->letter) / width : INFINITY;
    double high = height > 0 ? (p->view.height - 2 * padding * p->letter) / height : INFINITY;
    p->scale = fmin(wide, high);
    if (!isfinite(p->scale)) { /* a single place */
        p->scale = p->view.height / 2;
    }
    p->x = p->view.x + p->view.width / 2 - p->scale * (m->view.x_low + m->view.x_high) / 2;
    p->y = p->view.y + p->view.height / 2 + p->scale * (m->view.y_low + m->view.y_high) / 2;
}

/* View, legend, residuals and their legend beside each other. */
static void plan_columns(const mechanism *m, mechanism_plan *p)
{
    double l = p->letter, right = m->width - margin * l - side_width * l;
    double bottom = m->height - margin * l;
    if (has_strip(m)) {
        double low = bottom - numbers_height * l, left = (margin + numbers_width) * l;
        p->strip = (box){left, low - strip_height * l, right - gap * l - left, strip_height * l};
        p->lines = (box){right, p->strip.y, side_width * l, p->strip.height};
        bottom = p->strip.y - gap * l;
    }
    p->view = (box){margin * l, head * l, right - gap * l - margin * l, bottom - head * l};
    p->side = (box){right, p->view.y, side_width * l, p->view.height};
}

/* One below the other. */
static void plan_rows(const mechanism *m, mechanism_plan *p)
{
    double l = p->letter, width = m->width - 2 * margin * l, bottom = m->height - 0.4 * margin * l;
    if (has_strip(m)) {
        double low = bottom - numbers_height * l, left = (margin + numbers_width) * l;
        p->strip = (box){left, low - 0.85 * strip_height * l, m->width - 2.2 * margin * l - left,
                         0.85 * strip_height * l};
        p->lines = (box){margin * l, p->strip.y - (row_height + 0.3) * l, width, row_height * l};
        bottom = p->lines.y;
    }
    double rows = (m->bar_count > 0 ? 2 : 1) * row_height * l;
    p->side = (box){margin * l, bottom - rows, width, rows};
    p->view = (box){margin * l, head * l, width, p->side.y - 0.4 * l - head * l};
}

mechanism_plan mechanism_plan_make(const mechanism *m)
{
    mechanism_plan p = {.letter =
                            m->letter > 0 ? m->letter : fmin(m->width / 40.0, m->height / 30.0)};
    double l = p.letter;
    p.is_narrow = (side_width + gap) * l > most_column * m->width;
    (p.is_narrow ? plan_rows : plan_columns)(m, &p);
    fit_view(m, &p);
    double shortest = p.scale * shortest_bar(m);
    p.disc = shortest > 0 ? fmin(0.5 * l, 0.28 * shortest) : 0.5 * l;
    p.bar = fmin(fmax(0.6 * p.disc, 0.14 * l), 0.3 * l);
    return p;
}

void mechanism_pixel(const mechanism *m, double x, double y, double *column, double *row)
{
    mechanism_plan p = mechanism_plan_make(m);
    *column = p.x + p.scale * x;
    *row = p.y - p.scale * y;
}

double mechanism_strain_part(double strain)
{
    double size = fmin(fabs(strain), mechanism_most_strain) / mechanism_small_strain;
    return copysign(log1p(size) / log1p(mechanism_most_strain / mechanism_small_strain), strain);
}

double mechanism_strain_at(double part)
{
    double power = fabs(part) * log1p(mechanism_most_strain / mechanism_small_strain);
    return copysign(mechanism_small_strain * expm1(power), part);
}

uint32_t mechanism_bar_colour(double strain)
{
    oklab sound = oklab_from_lch(0.33, 0, 0);
    oklab end = strain > 0 ? oklab_from_lch(0.63, 0.24, 28) : oklab_from_lch(0.60, 0.19, 256);
    return isnan(strain) ? 0xFF909090
                         : oklab_pack(oklab_mix(sound, end, fabs(mechanism_strain_part(strain))));
}

status mechanism_paint(const mechanism *m, const mechanism_frame *f, uint32_t *pixels, message *why)
{
    canvas *c = NULL;
    TRY(canvas_create(pixels, m->width, m->height, m->width, &c, why));
    mechanism_plan plan = mechanism_plan_make(m);
    canvas_fill(c, (box){0, 0, m->width, m->height}, 0, 0xFFFFFFFF);
    mechanism_draw_bodies(c, m, &plan, f);
    mechanism_draw_titles(c, m, &plan, f->t);
    mechanism_draw_legend(c, m, &plan, f);
    if (plan.strip.height > 0) {
        mechanism_draw_strip(c, m, &plan, f->t);
    }
    canvas_destroy(c);
    for (int i = 0, count = m->width * m->height; i < count; i++) {
        pixels[i] |= 0xFF000000;
    }
    return STATUS_OK;
}
