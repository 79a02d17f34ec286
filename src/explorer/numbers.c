#include "explorer/numbers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Ten digits in a mark, seven in the panel. */
static const char *written(double x, int digits, char out[40])
{
    if (isnan(x)) {
        snprintf(out, 40, "–");
    } else if (isinf(x)) {
        snprintf(out, 40, "%s∞", x < 0 ? "−" : "");
    } else {
        x = fabs(x) < 1e-14 ? 0 : x;
        snprintf(out, 40, "%s%.*g", x < 0 ? "−" : "", digits, fabs(x));
    }
    return out;
}

static mark *add(marks *out, mark_kind kind, double x, double y)
{
    static mark nowhere;
    mark *m = out->count < MARKS_MOST ? &out->at[out->count++] : &nowhere;
    *m = (mark){.kind = kind, .x = x, .y = y};
    return m;
}

static void write_yes(bool yes, char *out)
{
    snprintf(out, NUMBER_SIZE, "%s", yes ? "yes" : "no");
}

/* A question that the rounding of the coefficients may leave open. */
static void write_answer(analysis_answer answer, char *out)
{
    snprintf(out, NUMBER_SIZE, "%s",
             answer == ANSWER_YES  ? "yes"
             : answer == ANSWER_NO ? "no"
                                   : "up to rounding");
}

static void write_order(const facts *f, char *out)
{
    snprintf(out, NUMBER_SIZE, "%d", f->of.order);
}

static void mark_order(const facts *f, marks *out)
{
    add(out, MARK_POINT, 0, 0);
    out->star = f->of.star_sectors > 0;
    if (out->star) {
        snprintf(out->note, sizeof out->note,
                 "order %d: the order star has %d sectors at the origin", f->of.order,
                 f->of.star_sectors);
    } else {
        snprintf(out->note, sizeof out->note, "order %d, attained at the origin", f->of.order);
    }
}

static void write_order_spinning(const facts *f, char *out)
{
    if (f->of.order_spinning < 0) {
        snprintf(out, NUMBER_SIZE, "–");
    } else {
        snprintf(out, NUMBER_SIZE, "%d", f->of.order_spinning);
    }
}

static void mark_order_spinning(const facts *f, marks *out)
{
    add(out, MARK_POINT, 0, 0);
    if (f->of.order_spinning < 0) {
        snprintf(out->note, sizeof out->note, "this method is for ODEs only: nothing spins");
    } else {
        snprintf(out->note, sizeof out->note, "order %d as z and w go to 0 together",
                 f->of.order_spinning);
    }
}

static void write_error_constant(const facts *f, char *out)
{
    char number[40];
    const char *exact = f->of.error_constant.text;
    bool is_short = strchr(exact, '/') != NULL && strlen(exact) < 12;
    bool is_negative = exact[0] == '-';
    snprintf(out, NUMBER_SIZE, "%s%s", is_short && is_negative ? "−" : "",
             is_short ? exact + is_negative : written(f->of.error_constant.value, 5, number));
}

static void mark_error_constant(const facts *f, marks *out)
{
    char number[40];
    add(out, MARK_POINT, 0, 0);
    snprintf(out->note, sizeof out->note, "exp(z) − R(z) = C z^%d + ..., C = %s",
             f->of.order_linear + 1, written(f->of.error_constant.value, 10, number));
}

static void write_alpha(const facts *f, char *out)
{
    char number[40];
    snprintf(out, NUMBER_SIZE, "%s%s", written(f->of.alpha_degrees, 6, number),
             isnan(f->of.alpha_degrees) ? "" : "°");
}

static void mark_alpha(const facts *f, marks *out)
{
    char number[40], text[40];
    double alpha = f->of.alpha_degrees;
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
                     sign > 0 ? "+" : "−", written(cimag(f->touch), 5, text));
        }
    }
    snprintf(out->note, sizeof out->note, "stable for |arg(−z)| < %s°%s",
             written(alpha, 12, number), f->of.A_stable == ANSWER_YES ? ": A-stable" : "");
}

static void write_A_stable(const facts *f, char *out)
{
    write_answer(f->of.A_stable, out);
}

static void write_L_stable(const facts *f, char *out)
{
    write_answer(f->of.L_stable, out);
}

static void write_R_infinity(const facts *f, char *out)
{
    char number[40];
    snprintf(out, NUMBER_SIZE, "%s", written(f->of.R_infinity, 6, number));
}

static void mark_R_infinity(const facts *f, marks *out)
{
    char number[40];
    snprintf(out->note, sizeof out->note, "at z = ∞, beyond every view: %s%s",
             written(f->of.R_infinity, 12, number), f->of.L_stable ? ", L-stable" : "");
}

static void write_interval(const facts *f, const double at[2], const char *unit, char *out)
{
    char from[40], to[40];
    if (!(at[0] < at[1])) {
        snprintf(out, NUMBER_SIZE, f->of.zero_stable ? "only 0" : "none");
        return;
    }
    snprintf(out, NUMBER_SIZE, "%c%s%s, %s%s%c", isinf(at[0]) ? '(' : '[', written(at[0], 7, from),
             at[0] != 0 && isfinite(at[0]) ? unit : "", written(at[1], 7, to),
             at[1] != 0 && isfinite(at[1]) ? unit : "", isinf(at[1]) ? ')' : ']');
}

/* The interval as a line on its axis, its finite ends as points. */
static void mark_interval(const facts *f, const double at[2], bool upward, marks *out)
{
    char number[40];
    if (!(at[0] < at[1]) && !f->of.zero_stable) {
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

static void write_real(const facts *f, char *out)
{
    write_interval(f, f->of.real_interval, "", out);
}

static void mark_real(const facts *f, marks *out)
{
    mark_interval(f, f->of.real_interval, false, out);
}

static void write_imaginary(const facts *f, char *out)
{
    write_interval(f, f->of.imaginary_interval, "i", out);
}

static void mark_imaginary(const facts *f, marks *out)
{
    mark_interval(f, f->of.imaginary_interval, true, out);
}

static void write_zero_stable(const facts *f, char *out)
{
    write_yes(f->of.zero_stable, out);
}

static void mark_zero_stable(const facts *f, marks *out)
{
    char number[40];
    add(out, MARK_POINT, 0, 0);
    snprintf(out->note, sizeof out->note, "the largest root at z = 0 is %s",
             written(f->of.zero_root, 11, number));
}

static void write_zeros(const analysis_zeros *z, char *out)
{
    snprintf(out, NUMBER_SIZE, "%d", z->left + z->on_axis + z->right);
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

static void write_poles(const facts *f, char *out)
{
    write_zeros(&f->of.poles, out);
}

static void mark_poles(const facts *f, marks *out)
{
    mark_zeros(&f->of.poles, MARK_CROSS, "poles", out);
}

static void write_roots(const facts *f, char *out)
{
    write_zeros(&f->of.zeros, out);
}

static void mark_roots(const facts *f, marks *out)
{
    mark_zeros(&f->of.zeros, MARK_RING, "zeros", out);
}

/* Ends that are written alike are one, as in spin_range_words. */
static bool is_point(const spin_interval *at)
{
    return strcmp(at->from.text, at->to.text) == 0;
}

/* An end as it is when that is a fraction, else so many digits. */
static const char *write_end(const spin_end *end, int digits, char out[40])
{
    size_t length = strlen(end->text);
    bool is_fraction = length < 20 && strspn(end->text, "-/0123456789") == length;
    if (!is_fraction) {
        return written(end->value, digits, out);
    }
    snprintf(out, 40, "%s%.20s", end->text[0] == '-' ? "−" : "", end->text + (end->text[0] == '-'));
    return out;
}

static void range_words(const facts *f, int digits, char *out)
{
    char from[40], to[40];
    size_t length = 0;
    snprintf(out, NUMBER_SIZE, !f->has_range ? "–" : f->range.count == 0 ? "nothing" : "");
    for (int i = 0; i < f->range.count && f->has_range && length + 1 < NUMBER_SIZE; i++) {
        const spin_interval *at = &f->range.intervals[i];
        const char *and = i > 0 ? " and " : "";
        write_end(&at->from, digits, from);
        write_end(&at->to, digits, to);
        int more = is_point(at) ? snprintf(out + length, NUMBER_SIZE - length, "%s{%s}", and, from)
                                : snprintf(out + length, NUMBER_SIZE - length, "%s%c%s, %s%c", and,
                                           at->includes_from ? '[' : '(', from, to,
                                           at->includes_to ? ']' : ')');
        length += (size_t)more;
    }
}

static void write_range(const facts *f, char *out)
{
    range_words(f, 6, out);
}

static int stops_of_range(const facts *f, double out[STOPS_MOST])
{
    int count = 0;
    for (int i = 0; i < f->range.count && f->has_range; i++) {
        const double ends[2] = {f->range.intervals[i].from.value, f->range.intervals[i].to.value};
        for (int k = is_point(&f->range.intervals[i]) ? 1 : 0; k < 2; k++) {
            if (isfinite(ends[k])) {
                out[count++] = ends[k];
            }
        }
    }
    return count;
}

static void mark_range(const facts *f, marks *out)
{
    char range[NUMBER_SIZE];
    range_words(f, 15, range);
    snprintf(out->note, sizeof out->note, "A-stable for w in %.130s", range);
}

/* A line across at each end. */
static void mark_range_zw(const facts *f, marks *out)
{
    double stops[STOPS_MOST];
    char number[40];
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

#define HALF(NAME, LABEL, HELP, WRITE, MARK)                                     \
    {                                                                            \
        .name = NAME, .label = LABEL, .help = HELP, .write = WRITE, .mark = MARK \
    }
#define WIDE(NAME, LABEL, HELP, WRITE, MARK)                                                      \
    {                                                                                             \
        .name = NAME, .label = LABEL, .help = HELP, .is_wide = true, .write = WRITE, .mark = MARK \
    }

static const number_entry table[] = {
    HALF("order", "order", "of the method, by its trees", write_order, mark_order),
    HALF("spin-order", "with spin", "order as z and w go to 0 together", write_order_spinning,
         mark_order_spinning),
    HALF("error", "error /C/", "error constant: exp z − R = C z^{p+1}", write_error_constant,
         mark_error_constant),
    HALF("infinity", "/R/(∞)", "of multistep methods the largest root there", write_R_infinity,
         mark_R_infinity),
    HALF("a-stable", "A-stable", "stable in the whole left half-plane", write_A_stable, mark_alpha),
    HALF("l-stable", "L-stable", "A-stable, and R(∞) = 0", write_L_stable, mark_R_infinity),
    HALF("alpha", "angle /α/", "of the stable sector about the negative real axis", write_alpha,
         mark_alpha),
    HALF("zero-stable", "0-stable", "the root condition holds at z = 0", write_zero_stable,
         mark_zero_stable),
    HALF("poles", "poles", "where |sigma| is infinite", write_poles, mark_poles),
    HALF("zeros", "zeros", "where a root sigma is 0", write_roots, mark_roots),
    WIDE("real", "real", "the stable interval of the real axis about 0", write_real, mark_real),
    WIDE("imaginary", "imaginary", "the stable interval of the imaginary axis about 0",
         write_imaginary, mark_imaginary),
    {.name = "range",
     .label = "spin range",
     .help = "the w for which it is A-stable; a click goes to its ends",
     .is_wide = true,
     .write = write_range,
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

void number_write(const number_entry *n, const facts *f, char out[NUMBER_SIZE])
{
    if (f->known) {
        n->write(f, out);
    } else {
        snprintf(out, NUMBER_SIZE, "–");
    }
}

void number_mark(const number_entry *n, const facts *f, plane in, marks *out)
{
    *out = (marks){0};
    if (!f->known) {
        snprintf(out->note, sizeof out->note, "%.150s", f->why_not.text);
        return;
    }
    if (in != PLANE_Z && n->mark_zw != NULL) {
        n->mark_zw(f, out);
        return;
    }
    n->mark(f, out);
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
