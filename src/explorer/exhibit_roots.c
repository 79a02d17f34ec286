#include "explorer/exhibit_roots.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "picture/labels.h"
#include "picture/ticks.h"

static const double pi = 3.14159265358979323846;
static const uint32_t ink = 0xFF202020, soft = 0xFF5A5A5A, faint = 0xFFD5D9DD, disc = 0xFFE9F3EC,
                      circle_ink = 0xFF1B2129, good = 0xFF1E8E4E, bad = 0xFFD0202E;

/* How far from the middle is seen; what is further away sits on the rim. */
static const double reach = 1.4;
/* A root that moved further is not joined to where it was. */
static const double longest_move = 0.3;
/* As of evaluate.h: so near to the circle counts as on it. */
static const double touches = 1e-10;

void roots_forget(roots_exhibit *r)
{
    r->count = r->next = 0;
}

static const roots_sample *sample_at(const roots_exhibit *r, int back)
{
    return &r->trail[(r->next - 1 - back + 2 * ROOTS_TRAIL) % ROOTS_TRAIL];
}

static bool is_outside(double complex sigma)
{
    return !(cabs(sigma) <= 1 + touches);
}

static double apart(double complex a, double complex b)
{
    bool finite = isfinite(cabs(a)) && isfinite(cabs(b));
    return finite ? cabs(a - b) : isfinite(cabs(a)) == isfinite(cabs(b)) ? 0 : INFINITY;
}

/* The same roots in the order of those before: the nearest pairs first. */
static void keep_order(const roots_sample *before, roots_sample *now)
{
    bool taken[METHOD_MAX_STEPS + 1] = {false}, placed[METHOD_MAX_STEPS + 1] = {false};
    roots_sample ordered = {.count = now->count};
    for (int pairs = 0; pairs < now->count; pairs++) {
        int from = -1, to = -1;
        for (int i = 0; i < now->count; i++) {
            for (int k = 0; k < now->count && !taken[i]; k++) {
                if (!placed[k] && (from < 0 || apart(now->sigma[i], before->sigma[k]) <
                                                   apart(now->sigma[from], before->sigma[to]))) {
                    from = i;
                    to = k;
                }
            }
        }
        taken[from] = placed[to] = true;
        ordered.sigma[to] = now->sigma[from];
    }
    *now = ordered;
}

void roots_move(roots_exhibit *r, const evaluation *now)
{
    roots_sample sample = {.count = now->root_count};
    memcpy(sample.sigma, now->roots, (size_t)now->root_count * sizeof *sample.sigma);
    if (r->count > 0 && sample_at(r, 0)->count == sample.count) {
        keep_order(sample_at(r, 0), &sample);
    }
    r->now = *now;
    r->trail[r->next] = sample;
    r->next = (r->next + 1) % ROOTS_TRAIL;
    r->count = r->count < ROOTS_TRAIL ? r->count + 1 : r->count;
}

/* Where the plane of sigma is in the window. */
typedef struct place {
    double x, y, unit;
} place;

static void pixel(const place *p, double complex sigma, double *x, double *y)
{
    double size = cabs(sigma), seen = isfinite(size) ? fmin(size, reach) : reach;
    double angle = isfinite(size) ? carg(sigma) : 0;
    *x = p->x + p->unit * seen * cos(angle);
    *y = p->y - p->unit * seen * sin(angle);
}

static void draw_plane(canvas *c, const place *p, double l)
{
    double far = reach * p->unit;
    canvas_circle(c, p->x, p->y, p->unit, 0, disc);
    canvas_line(c, p->x - far, p->y, p->x + far, p->y, fmax(1, 0.06 * l), faint);
    canvas_line(c, p->x, p->y - far, p->x, p->y + far, fmax(1, 0.06 * l), faint);
    canvas_circle(c, p->x, p->y, p->unit, 0.16 * l, circle_ink);
    canvas_text(c, p->x + p->unit + 0.35 * l, p->y + 1.1 * l, l, CANVAS_START, soft, "1");
    canvas_text(c, p->x - p->unit - 0.35 * l, p->y + 1.1 * l, l, CANVAS_END, soft, "−1");
    canvas_text(c, p->x + 0.35 * l, p->y - p->unit - 0.35 * l, l, CANVAS_START, soft, "/i/");
}

static void draw_trail(const roots_exhibit *r, canvas *c, const place *p, double l)
{
    for (int back = r->count - 1; back > 0; back--) {
        const roots_sample *a = sample_at(r, back), *b = sample_at(r, back - 1);
        double age = (double)back / ROOTS_TRAIL;
        uint32_t strength = (uint32_t)(40 + 150 * (1 - age));
        for (int i = 0; i < b->count && a->count == b->count; i++) {
            double x0, y0, x1, y1;
            pixel(p, a->sigma[i], &x0, &y0);
            pixel(p, b->sigma[i], &x1, &y1);
            uint32_t colour = (is_outside(b->sigma[i]) ? bad : good) & 0xFFFFFF;
            bool is_far = cabs(a->sigma[i]) > reach && cabs(b->sigma[i]) > reach;
            if (!is_far && apart(a->sigma[i], b->sigma[i]) < longest_move) {
                canvas_line(c, x0, y0, x1, y1, 0.22 * l, strength << 24 | colour);
            }
        }
    }
}

static void write_modulus(double complex sigma, char *out, size_t size)
{
    double modulus = cabs(sigma);
    char number[TICK_TEXT_SIZE];
    if (!isfinite(modulus)) {
        snprintf(out, size, "∞");
        return;
    }
    ticks_number(modulus >= 1e-3 && modulus < 1e3 ? round(modulus * 1e4) / 1e4 : modulus, number);
    snprintf(out, size, "%s", number);
}

/* The dots, with numbers where there are several. */
static void draw_roots(const roots_exhibit *r, canvas *c, const place *p, double l)
{
    const roots_sample *now = sample_at(r, 0);
    for (int i = 0; i < now->count; i++) {
        double x, y, size = cabs(now->sigma[i]);
        uint32_t colour = is_outside(now->sigma[i]) ? bad : good;
        pixel(p, now->sigma[i], &x, &y);
        if (!isfinite(size) || size > reach) { /* an arrow: further out */
            double angle = isfinite(size) ? carg(now->sigma[i]) : 0;
            canvas_triangle(c, x + 0.8 * l * cos(angle), y - 0.8 * l * sin(angle), 0.55 * l,
                            -angle / (2 * pi), colour);
        }
        canvas_circle(c, x, y, 0.68 * l, 0, 0xFFFFFFFF);
        canvas_circle(c, x, y, 0.56 * l, 0, colour);
        if (now->count > 1) {
            char number[16];
            snprintf(number, sizeof number, "%d", i + 1);
            canvas_text(c, x, y + 0.27 * l, 0.75 * l, CANVAS_MIDDLE, 0xFFFFFFFF, number);
        }
    }
}

const char *roots_verdict(const roots_exhibit *r)
{
    const roots_sample *now = sample_at(r, 0);
    bool outside = false;
    for (int i = 0; i < now->count; i++) {
        outside = outside || is_outside(now->sigma[i]);
    }
    switch (r->now.verdict) {
    case VERDICT_STABLE:
        return now->count == 1 ? "stable: the root is inside of the circle"
                               : "stable: all roots are inside of the circle";
    case VERDICT_BOUNDARY:
        return "on the boundary: a simple root on the circle";
    case VERDICT_POLE:
        return "unstable: a pole, a root is infinite";
    case VERDICT_UNDEFINED:
        return "undefined: every /σ/ is a root";
    default:
        return outside ? "unstable: a root outside of the circle"
                       : "unstable: a multiple root on the circle";
    }
}

/* The moduli, each in the order of the dots, so that none hops. */
static void draw_list(const roots_exhibit *r, canvas *c, box b, int columns, double l)
{
    const roots_sample *now = sample_at(r, 0);
    int rows = (now->count + columns - 1) / columns;
    double row = fmin(1.7 * l, b.height / fmax(rows, 1)), size = fmin(1.15 * l, 0.8 * row);
    double across = b.width / columns;
    for (int i = 0; i < now->count; i++) {
        char modulus[40], line[80];
        double x = b.x + i % columns * across, y = b.y + (i / columns + 0.72) * row;
        bool alone = columns > 1 && now->count == 1;
        uint32_t colour = is_outside(now->sigma[i]) ? bad : good;
        write_modulus(now->sigma[i], modulus, sizeof modulus);
        if (now->count > 1) {
            snprintf(line, sizeof line, "|/σ/_{%d}| = %s", i + 1, modulus);
        } else {
            snprintf(line, sizeof line, "|/σ/| = %s", modulus);
        }
        canvas_text_within(c, alone ? b.x + b.width / 2 : x, y, size, across - 0.5 * l,
                           alone ? CANVAS_MIDDLE : CANVAS_START, colour, line);
    }
}

static void draw_words(const roots_exhibit *r, canvas *c, box b, double l)
{
    char line[200], re[TICK_TEXT_SIZE], im[TICK_TEXT_SIZE], w[TICK_TEXT_SIZE];
    double middle = b.x + b.width / 2, room = b.width - 4 * l;
    ticks_number(round(creal(r->z) * 1e4) / 1e4, re);
    ticks_number(fabs(round(cimag(r->z) * 1e4) / 1e4), im);
    ticks_number(round(r->w * 1e4) / 1e4, w);
    bool is_real = cimag(r->z) == 0;
    snprintf(line, sizeof line, "/z/ = %s%s%s%s%s%s", re,
             is_real           ? ""
             : cimag(r->z) < 0 ? " − "
                               : " + ",
             is_real ? "" : im, is_real ? "" : " /i/", r->has_w ? ",   /w/ = " : "",
             r->has_w ? w : "");
    canvas_text_within(c, middle, b.y + 1.6 * l, 1.3 * l, room, CANVAS_MIDDLE, ink, r->title);
    canvas_text_within(c, middle, b.y + 3.05 * l, 1.05 * l, room, CANVAS_MIDDLE, soft, line);
    if (r->is_known) {
        bool stable = r->now.verdict == VERDICT_STABLE || r->now.verdict == VERDICT_BOUNDARY;
        canvas_text_within(c, middle, b.y + b.height - 0.9 * l, 1.3 * l, b.width - l, CANVAS_MIDDLE,
                           stable ? good : bad, roots_verdict(r));
    } else {
        char plain[sizeof r->why.text];
        label_plain(r->why.text, plain, sizeof plain);
        canvas_text_within(c, middle, b.y + b.height / 2, l, b.width - l, CANVAS_MIDDLE, soft,
                           plain);
    }
}

void roots_draw(const roots_exhibit *r, canvas *c, box where, double letter)
{
    double l = letter, head = 3.7 * l, foot = 2.4 * l, high = where.height - head - foot;
    canvas_fill(c, where, 0, 0xFFFFFFFF);
    draw_words(r, c, where, l);
    if (!r->is_known || r->count == 0 || high < 3 * l) {
        return;
    }
    /* The list is at the right where there is room, else below. */
    bool beside = where.width > high + 16 * l;
    int columns = beside ? 1 : 3, rows = (sample_at(r, 0)->count + columns - 1) / columns;
    double below = beside ? 0 : fmin(1.7 * l * rows, 0.3 * high), list = beside ? 9.5 * l : 0;
    double side = fmin(where.width - list - 2 * l, high - below);
    place p = {.x = where.x + (where.width - list) / 2,
               .y = where.y + head + (high - below) / 2,
               .unit = side / 2 / (reach + 0.12)};
    canvas_clip(c, where);
    draw_plane(c, &p, l);
    draw_trail(r, c, &p, l);
    draw_roots(r, c, &p, l);
    canvas_release(c);
    box at =
        beside ? (box){p.x + side / 2 + 0.5 * l, where.y + head, list, high}
               : (box){where.x + 2 * l, where.y + head + high - below, where.width - 4 * l, below};
    draw_list(r, c, at, columns, l);
}
