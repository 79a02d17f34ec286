/* The inspector at the bottom: numbers, the roots in the unit circle, the trajectory, its DFT. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "explorer/panel.h"
#include "explorer/state.h"
#include "picture/ticks.h"

static const double pi = 3.14159265358979323846;
static const uint32_t ground = 0xFF161B21, ink = 0xFFE6EAEE, faint = 0xFF9AA5B1, edge = 0xFF3C4652;
static const uint32_t measured_ink = 0xFF58C4FF, exact_ink = 0xFFFFC145, bad = 0xFFFF6B6B,
                      good = 0xFF6BD68F;

static void write_number(double x, char *out, size_t size)
{
    if (isnan(x)) {
        snprintf(out, size, "–");
    } else if (isinf(x)) {
        snprintf(out, size, x > 0 ? "∞" : "0");
    } else {
        snprintf(out, size, "%.9g", x);
    }
}

static void write_complex(double complex x, char *out, size_t size)
{
    if (!isfinite(creal(x)) || !isfinite(cimag(x))) {
        snprintf(out, size, "∞");
    } else if (cimag(x) == 0) {
        snprintf(out, size, "%.9g", creal(x));
    } else {
        snprintf(out, size, "%.7g %+.7g i", creal(x), cimag(x));
    }
}

typedef struct lines {
    canvas *c;
    double x, y, l, width;
} lines;

static void line(lines *k, uint32_t colour, const char *label, const char *value)
{
    double size = 0.92 * k->l;
    canvas_text(k->c, k->x, k->y, size, CANVAS_START, faint, label);
    canvas_text_within(k->c, k->x + 6.4 * k->l, k->y, size, k->width - 6.6 * k->l, CANVAS_START,
                       colour, value);
    k->y += 1.28 * k->l;
}

static void draw_numbers(explorer *e, canvas *c, box b)
{
    const inspection *i = &e->inspection;
    lines k = {.c = c, .x = b.x, .y = b.y + 1.2 * e->letter, .l = e->letter, .width = b.width};
    char words[160], other[64];
    write_complex(i->z, words, sizeof words);
    snprintf(words + strlen(words), sizeof words - strlen(words), ",   /w/ = %.6g%s", i->w,
             e->now.pinned ? "   (pinned)" : "");
    line(&k, ink, "/z/", words);
    if (i->has_prediction) {
        const evaluation *p = &i->predicted;
        bool stable = p->verdict == VERDICT_STABLE || p->verdict == VERDICT_BOUNDARY;
        write_number(p->growth, other, sizeof other);
        snprintf(words, sizeof words, "%s   (%s)", other, verdict_name(p->verdict));
        line(&k, stable ? good : bad, "predicted |/σ/|", words);
        for (int n = 0; n < p->root_count && n < 2; n++) {
            write_complex(p->roots[n], words, sizeof words);
            line(&k, ink, p->root_count == 1 ? "/R/" : n == 0 ? "roots" : "", words);
        }
    } else {
        line(&k, bad, "predicted", "nothing");
    }
    if (i->measured.outcome == STEP_DONE) {
        write_number(exp(i->rate), words, sizeof words);
        line(&k, measured_ink, "measured |/σ/|", words);
        double difference = exp(i->rate) - i->predicted.growth;
        snprintf(words, sizeof words, "%.2e", difference);
        line(&k, ink, "difference", i->has_prediction ? words : "–");
    } else {
        line(&k, bad, "measured", step_outcome_words(i->measured.outcome));
    }
    write_number(i->distance, words, sizeof words);
    line(&k, ink, "to boundary", words);
    write_number(i->largest_step, words, sizeof words);
    line(&k, ink, "largest /h/", words);
}

/* The roots sigma of Phi; those far outside sit on the rim of the picture. */
static void draw_circle(explorer *e, canvas *c, box b)
{
    const inspection *i = &e->inspection;
    double l = e->letter, x = b.x + b.width / 2, y = b.y + b.height / 2 + 0.4 * l;
    double radius = fmin(b.width, b.height - 1.6 * l) / 2 / 1.35;
    canvas_text(c, x, b.y + 0.9 * l, 0.85 * l, CANVAS_MIDDLE, faint, "roots /σ/");
    canvas_line(c, x - 1.3 * radius, y, x + 1.3 * radius, y, 1, edge);
    canvas_line(c, x, y - 1.3 * radius, x, y + 1.3 * radius, 1, edge);
    canvas_circle(c, x, y, radius, 0.1 * l, ink);
    for (int n = 0; i->has_prediction && n < i->predicted.root_count; n++) {
        double complex root = i->predicted.roots[n];
        double size = cabs(root), drawn = isfinite(size) ? fmin(size, 1.3) : 1.3;
        double angle = isfinite(size) ? carg(root) : 0;
        canvas_circle(c, x + radius * drawn * cos(angle), y - radius * drawn * sin(angle), 0.3 * l,
                      0, size > 1 + 1e-10 || !isfinite(size) ? bad : good);
    }
}

/* A plot's frame, and where a value goes in it. */
typedef struct plot {
    box b;
    double x0, x1, y0, y1;
} plot;

static double plot_x(const plot *p, double x)
{
    return p->b.x + (x - p->x0) / (p->x1 - p->x0) * p->b.width;
}

static double plot_y(const plot *p, double y)
{
    double t = (y - p->y0) / (p->y1 - p->y0);
    return p->b.y + p->b.height * (1 - (t < -0.1 ? -0.1 : t > 1.1 ? 1.1 : t));
}

static void draw_plot_frame(explorer *e, canvas *c, const plot *p, const char *title)
{
    double l = e->letter;
    ticks t;
    canvas_text(c, p->b.x + p->b.width / 2, p->b.y - 0.45 * l, 0.85 * l, CANVAS_MIDDLE, faint,
                title);
    canvas_frame(c, p->b, 0, 1, edge);
    ticks_choose(p->y0, p->y1, 4, &t);
    for (int i = 0; i < t.count; i++) {
        canvas_text(c, p->b.x - 0.3 * l, plot_y(p, t.value[i]) + 0.25 * l, 0.75 * l, CANVAS_END,
                    faint, t.text[i]);
    }
}

/* log |u| against the steps, and the exact solution. */
static void draw_trajectory(explorer *e, canvas *c, box b)
{
    const inspection *i = &e->inspection;
    double l = e->letter, low = 0, high = 0, slope = creal(i->z);
    enum { MOST = 512 };
    double x[MOST], y[MOST];
    int count = 0, stride = i->steps / (MOST - 1) + 1;
    for (int n = 0; n <= i->steps && i->log_u != NULL; n++) {
        double v = isfinite(i->log_u[n]) ? i->log_u[n] : low;
        low = fmin(low, v);
        high = fmax(high, v);
    }
    double exact_end = slope * i->steps;
    low = fmin(low, fmax(exact_end, 3 * low - 1));
    high = fmax(high, fmin(exact_end, 3 * high + 1));
    plot p = {.b = {b.x + 2.6 * l, b.y + 1.5 * l, b.width - 3.2 * l, b.height - 2.9 * l},
              .x0 = 0,
              .x1 = fmax(1, i->steps),
              .y0 = low - 0.05 * (high - low) - 1e-3,
              .y1 = high + 0.05 * (high - low) + 1e-3};
    draw_plot_frame(e, c, &p, "log |/u/| of the integrator, and exact");
    canvas_clip(c, p.b);
    canvas_line(c, plot_x(&p, 0), plot_y(&p, 0), plot_x(&p, p.x1), plot_y(&p, slope * p.x1),
                0.12 * l, exact_ink);
    for (int n = 0; n <= i->steps && i->log_u != NULL && isfinite(i->log_u[n]); n += stride) {
        x[count] = plot_x(&p, n);
        y[count++] = plot_y(&p, i->log_u[n]);
    }
    canvas_polyline(c, x, y, count, 0.14 * l, measured_ink);
    canvas_release(c);
    canvas_text(c, p.b.x, p.b.y + p.b.height + 1.1 * l, 0.75 * l, CANVAS_START, faint, "0");
    char steps[40];
    snprintf(steps, sizeof steps, "%d steps", i->steps);
    canvas_text(c, p.b.x + p.b.width, p.b.y + p.b.height + 1.1 * l, 0.75 * l, CANVAS_END, faint,
                steps);
}

/* |DFT| of the direction of u over one turn a step, and the angle of the exact solution. */
static void draw_spectrum(explorer *e, canvas *c, box b)
{
    const inspection *i = &e->inspection;
    double l = e->letter;
    plot p = {.b = {b.x + 0.8 * l, b.y + 1.5 * l, b.width - 1.6 * l, b.height - 2.9 * l},
              .x0 = -pi,
              .x1 = pi,
              .y0 = 0,
              .y1 = 1.05};
    canvas_text(c, p.b.x + p.b.width / 2, p.b.y - 0.45 * l, 0.85 * l, CANVAS_MIDDLE, faint,
                "turn of /u/ in a step, and Im /z/");
    canvas_frame(c, p.b, 0, 1, edge);
    canvas_clip(c, p.b);
    double exact = remainder(cimag(i->z), 2 * pi);
    canvas_line(c, plot_x(&p, exact), p.b.y, plot_x(&p, exact), p.b.y + p.b.height, 0.12 * l,
                exact_ink);
    enum { MOST = INSPECT_MOST_FREQUENCIES };
    double x[MOST], y[MOST];
    int n = i->frequencies;
    for (int k = 0; k < n; k++) { /* from -pi to pi */
        int at = (k + (n + 1) / 2) % n;
        double angle = 2 * pi * at / n;
        x[k] = plot_x(&p, angle >= pi ? angle - 2 * pi : angle);
        y[k] = plot_y(&p, i->spectrum[at]);
    }
    canvas_polyline(c, x, y, n, 0.12 * l, measured_ink);
    canvas_release(c);
    static const char *const names[] = {"−π", "0", "π"};
    for (int k = 0; k < 3; k++) {
        canvas_text(c, plot_x(&p, (k - 1) * pi), p.b.y + p.b.height + 1.1 * l, 0.75 * l,
                    k == 0   ? CANVAS_START
                    : k == 1 ? CANVAS_MIDDLE
                             : CANVAS_END,
                    faint, names[k]);
    }
}

static void draw_low(explorer *e, canvas *c, box b)
{
    double l = e->letter;
    double height = b.height - 0.8 * l, y = b.y + 0.4 * l, numbers = fmin(21 * l, 0.38 * b.width);
    double circle = fmin(height, 0.2 * b.width), rest = b.width - numbers - circle - 2 * l;
    draw_numbers(e, c, (box){b.x + 0.8 * l, y, numbers, height});
    draw_circle(e, c, (box){b.x + l + numbers, y, circle, height});
    bool both = rest > 26 * l;
    double each = both ? rest / 2 : rest;
    if (rest > 8 * l) {
        draw_trajectory(e, c, (box){b.x + l + numbers + circle, y, each, height});
    }
    if (both) {
        draw_spectrum(e, c, (box){b.x + l + numbers + circle + each, y, each, height});
    }
}

/* Beside the region: the circle above the trajectory, or beside it. */
static void draw_tall(explorer *e, canvas *c, box b)
{
    double l = e->letter, numbers = 11.2 * l, y = b.y + 0.4 * l + numbers;
    double rest = b.height - numbers - 0.8 * l, width = b.width - l;
    bool stacks = rest > 20 * l;
    double circle = stacks ? width : 0.42 * width, high = stacks ? rest / 2 : rest;
    draw_numbers(e, c, (box){b.x + 0.8 * l, b.y + 0.4 * l, width, numbers});
    draw_circle(e, c, (box){b.x + 0.5 * l, y, circle, high});
    draw_trajectory(e, c,
                    stacks ? (box){b.x + 0.3 * l, y + high, width, high}
                           : (box){b.x + 0.3 * l + circle, y, width - circle, high});
}

void inspector_draw(explorer *e, canvas *c)
{
    box b = e->inspector;
    if (b.width == 0) {
        return;
    }
    bool is_tall = b.height > 0.7 * b.width;
    canvas_fill(c, b, 0, ground);
    canvas_line(c, b.x, b.y, is_tall ? b.x : b.x + b.width, is_tall ? b.y + b.height : b.y, 1,
                edge);
    canvas_clip(c, b);
    if (is_tall) {
        draw_tall(e, c, b);
    } else {
        draw_low(e, c, b);
    }
    canvas_release(c);
}
