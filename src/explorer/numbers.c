#include "explorer/numbers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *written(double x, int digits, char out[NUMBER_WORDS])
{
    return number_words(x, digits, NUMBER_FINE, out);
}

static mark *add(marks *out, mark_kind kind, double x, double y)
{
    static mark nowhere;
    mark *m = out->count < MARKS_MOST ? &out->at[out->count++] : &nowhere;
    *m = (mark){.kind = kind, .x = x, .y = y};
    return m;
}

static void mark_order(const facts *f, marks *out)
{
    add(out, MARK_POINT, 0, 0);
    out->star = f->numbers.star_sectors > 0;
    if (out->star) {
        snprintf(out->note, sizeof out->note,
                 "order %d: the order star has %d sectors at the origin", f->numbers.order,
                 f->numbers.star_sectors);
    } else {
        snprintf(out->note, sizeof out->note, "order %d, attained at the origin", f->numbers.order);
    }
}

static void mark_order_spinning(const facts *f, marks *out)
{
    add(out, MARK_POINT, 0, 0);
    if (f->numbers.order_spinning < 0) {
        snprintf(out->note, sizeof out->note, "this method is for ODEs only: nothing spins");
    } else {
        snprintf(out->note, sizeof out->note, "order %d as z and w go to 0 together",
                 f->numbers.order_spinning);
    }
}

static void mark_error_constant(const facts *f, marks *out)
{
    char number[NUMBER_WORDS];
    add(out, MARK_POINT, 0, 0);
    snprintf(out->note, sizeof out->note, "exp(z) − R(z) = C z^%d + ..., C = %s",
             f->numbers.order_linear + 1, written(f->numbers.error_constant.value, 10, number));
}

static void mark_alpha(const facts *f, marks *out)
{
    char number[NUMBER_WORDS], imaginary[NUMBER_WORDS];
    double alpha = f->numbers.alpha_degrees;
    if (isnan(alpha)) {
        snprintf(out->note, sizeof out->note, "no sector: the negative real axis is not stable");
        return;
    }
    double angle = acos(-1) * (1 - alpha / 180);
    for (int sign = 1; sign >= -1; sign -= 2) {
        mark *ray = add(out, MARK_RAY, 0, 0);
        ray->x1 = cos(angle);
        ray->y1 = sign * sin(angle);
    }
    out->sector = acos(-1) * alpha / 180;
    if (!isnan(creal(f->touch))) {
        for (int sign = 1; sign >= -1; sign -= 2) {
            mark *m = add(out, MARK_POINT, creal(f->touch), sign * cimag(f->touch));
            snprintf(m->label, sizeof m->label, "%s %s %si", written(creal(f->touch), 5, number),
                     sign > 0 ? "+" : "−", written(cimag(f->touch), 5, imaginary));
        }
    }
    snprintf(out->note, sizeof out->note, "stable for |arg(−z)| < %s°%s",
             written(alpha, 12, number), f->numbers.A_stable == ANSWER_YES ? ": A-stable" : "");
}

static void mark_R_infinity(const facts *f, marks *out)
{
    char number[NUMBER_WORDS];
    snprintf(out->note, sizeof out->note, "at z = ∞, beyond every view: %s%s",
             written(f->numbers.R_infinity, 12, number), f->numbers.L_stable ? ", L-stable" : "");
}

/* The interval as a line on its axis, its finite ends as points. */
static void mark_interval(const facts *f, const double at[2], bool upward, marks *out)
{
    char number[NUMBER_WORDS];
    if (!(at[0] < at[1]) && !f->numbers.zero_stable) {
        snprintf(out->note, sizeof out->note, "no interval: 0 itself is not stable");
        return;
    }
    mark *line = add(out, MARK_LINE, upward ? 0 : at[0], upward ? at[0] : 0);
    line->x1 = upward ? 0 : at[1];
    line->y1 = upward ? at[1] : 0;
    for (int i = 0; i < (at[0] < at[1] ? 2 : 1); i++) {
        if (isfinite(at[i])) {
            mark *m = add(out, MARK_POINT, upward ? 0 : at[i], upward ? at[i] : 0);
            snprintf(m->label, sizeof m->label, "%s%s", written(at[i], 11, number),
                     upward && at[i] != 0 ? "i" : "");
        }
    }
    if (!(at[0] < at[1])) {
        snprintf(out->note, sizeof out->note, "no interval: nothing beside 0 is stable");
    } else if (isinf(at[0]) || isinf(at[1])) {
        snprintf(out->note, sizeof out->note, "unbounded");
    }
}

static void mark_zero_stable(const facts *f, marks *out)
{
    char number[NUMBER_WORDS];
    add(out, MARK_POINT, 0, 0);
    snprintf(out->note, sizeof out->note, "the largest root at z = 0 is %s",
             written(f->numbers.zero_root, 11, number));
}

/* Each place once, with how often it counts. */
static void mark_zeros(const analysis_zeros *z, mark_kind kind, const char *what, marks *out)
{
    for (int i = 0; i < z->count; i++) {
        mark *m = add(out, kind, creal(z->at[i]), cimag(z->at[i]));
        if (z->multiplicity[i] > 1) {
            snprintf(m->label, sizeof m->label, "%d times", z->multiplicity[i]);
        }
    }
    snprintf(out->note, sizeof out->note, "%s: %d left, %d on, %d right of the imaginary axis",
             what, z->left, z->on_axis, z->right);
}

static int stops_of_range(const facts *f, double out[STOPS_MOST])
{
    const spin_range *r = &f->a_stable_for.range;
    int count = 0;
    for (int i = 0; i < r->count && f->a_stable_for.is_known; i++) {
        const double ends[2] = {r->intervals[i].from.value, r->intervals[i].to.value};
        for (int k = spin_interval_is_point(&r->intervals[i]) ? 1 : 0; k < 2; k++) {
            if (isfinite(ends[k])) {
                out[count++] = ends[k];
            }
        }
    }
    return count;
}

static void mark_range(const facts *f, marks *out)
{
    text range = {0};
    quantity_spins(&f->a_stable_for, 15, &range);
    snprintf(out->note, sizeof out->note, "A-stable for w in %.130s",
             range.data != NULL ? range.data : "–");
    text_clear(&range);
}

/* A line across at each end. */
static void mark_range_zw(const facts *f, marks *out)
{
    double stops[STOPS_MOST];
    char number[NUMBER_WORDS];
    int count = stops_of_range(f, stops);
    mark_range(f, out);
    for (int i = 0; i < count; i++) {
        mark *line = add(out, MARK_LINE, -INFINITY, stops[i]);
        line->x1 = INFINITY;
        line->y1 = stops[i];
        mark *m = add(out, MARK_POINT, 0, stops[i]);
        snprintf(m->label, sizeof m->label, "w = %s", written(stops[i], 11, number));
    }
}

static const number_entry table[] = {
    {.name = "order", .key = "order", .mark = mark_order},
    {.name = "spin-order", .key = "order_spinning", .mark = mark_order_spinning},
    {.name = "error", .key = "error_constant", .mark = mark_error_constant},
    {.name = "infinity", .key = "R_infinity", .mark = mark_R_infinity},
    {.name = "a-stable", .key = "A_stable", .mark = mark_alpha},
    {.name = "l-stable", .key = "L_stable", .mark = mark_R_infinity},
    {.name = "alpha", .key = "alpha_degrees", .mark = mark_alpha},
    {.name = "zero-stable", .key = "zero_stable", .mark = mark_zero_stable},
    {.name = "poles", .key = "poles", .as = MARK_CROSS},
    {.name = "zeros", .key = "zeros", .as = MARK_RING},
    {.name = "real", .key = "real_interval", .is_wide = true},
    {.name = "imaginary", .key = "imaginary_interval", .is_wide = true},
    {.name = "range",
     .key = "spin_range",
     .is_wide = true,
     .mark = mark_range,
     .mark_zw = mark_range_zw,
     .stops = stops_of_range},
};

int numbers_count(void)
{
    return (int)(sizeof table / sizeof table[0]);
}

const number_entry *numbers_at(int i)
{
    return &table[i];
}

const number_entry *numbers_find(const char *name)
{
    for (int i = 0; i < numbers_count(); i++) {
        if (strcmp(table[i].name, name) == 0) {
            return &table[i];
        }
    }
    return NULL;
}

const quantity *number_quantity(const number_entry *n)
{
    return quantity_find(n->key);
}

void number_write(const number_entry *n, const facts *f, char out[NUMBER_SIZE])
{
    text words = {0};
    if (f->status == STATUS_OK) {
        quantity_words(number_quantity(n), f, NUMBER_FINE, &words);
    }
    snprintf(out, NUMBER_SIZE, "%s", words.data != NULL ? words.data : "–");
    text_clear(&words);
}

void number_mark(const number_entry *n, const facts *f, plane in, marks *out)
{
    *out = (marks){0};
    if (f->status != STATUS_OK) {
        snprintf(out->note, sizeof out->note, "%.150s", f->why.text);
        return;
    }
    if (in != PLANE_Z && n->mark_zw != NULL) {
        n->mark_zw(f, out);
        return;
    }
    const quantity *q = number_quantity(n);
    if (n->mark != NULL) {
        n->mark(f, out);
    } else if (q->kind == QUANTITY_ZEROS) {
        mark_zeros(quantity_value(q, f, false), n->as, n->name, out);
    } else {
        mark_interval(f, quantity_value(q, f, false), q->unit[0] == 'i', out);
    }
    if (in == PLANE_Z) {
        return;
    }
    int kept = 0;
    for (int i = 0; i < out->count; i++) {
        mark m = out->at[i];
        if (m.kind != MARK_RAY && m.y == 0 && m.y1 == 0) {
            m.y = m.y1 = f->w;
            out->at[kept++] = m;
        }
    }
    out->count = kept;
    out->sector = 0;
    out->star = false;
}
