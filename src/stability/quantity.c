#include "stability/quantity.h"

#include <math.h>
#include <string.h>

/* How much rounding an answer needs. */
static const char of_order[] = "conditions hold to %.1e";
static const char of_growth[] = "|R| <= 1 + %.0e";
static const char of_limit[] = "|R(inf)| <= %.1e";

#define HEADS(PLAIN, LATEX) .head = (PLAIN), .latex_head = (LATEX)
#define NARROW(LABEL, HELP, DIGITS, UNIT) \
    .short_label = (LABEL), .help = (HELP), .digits = (DIGITS), .unit = (UNIT)
#define AT(KIND, FIELD) .kind = QUANTITY_##KIND, .offset = offsetof(portrait, FIELD)
#define ROUNDED(FIELD, UP_TO, EXCESS)                                                \
    .offset_rounded = offsetof(portrait, FIELD), .up_to = offsetof(portrait, UP_TO), \
    .excess = (EXCESS)
#define DOUBT(NAME) numbers.up_to_rounding[DOUBT_##NAME]

const quantity quantities[] = {
    {.key = "order",
     .label = "order",
     .head = "order",
     NARROW("order", "of the method, by its trees", 0, ""),
     AT(COUNT, numbers.order),
     ROUNDED(numbers.order_rounded, DOUBT(ORDER), of_order)},
    {.key = "order_spinning",
     .label = "order for w /= 0",
     HEADS("w /= 0", "$w\\ne0$"),
     NARROW("with spin", "order as z and w go to 0 together", 0, ""),
     AT(COUNT, numbers.order_spinning),
     ROUNDED(numbers.order_spinning, DOUBT(ORDER_SPINNING), of_order)},
    {.key = "error_constant",
     .label = "error constant",
     HEADS("C", "$C$"),
     NARROW("error /C/", "error constant: exp z − R = C z^{p+1}", 5, ""),
     AT(CONSTANT, numbers.error_constant)},
    {.key = "stiffly_accurate", .label = "stiffly accurate", AT(FLAG, numbers.stiffly_accurate)},
    {.key = "R_infinity",
     .label = "R at infinity",
     HEADS("R(inf)", "$R(\\infty)$"),
     NARROW("/R/(∞)", "of multistep methods the largest root there", 6, ""),
     AT(NUMBER, numbers.R_infinity)},
    {.key = "A_stable",
     .label = "A-stable",
     .head = "A",
     NARROW("A-stable", "stable in the whole left half-plane", 0, ""),
     AT(ANSWER, numbers.A_stable),
     ROUNDED(numbers.rounded.A_stable, DOUBT(A_STABLE), of_growth)},
    {.key = "alpha_degrees",
     .label = "A(alpha), degrees",
     HEADS("alpha", "$\\alpha$"),
     NARROW("angle /α/", "of the stable sector about the negative real axis", 6, "°"),
     AT(NUMBER, numbers.alpha_degrees),
     ROUNDED(numbers.rounded.alpha_degrees, DOUBT(ALPHA), of_growth)},
    {.key = "L_stable",
     .label = "L-stable",
     .head = "L",
     NARROW("L-stable", "A-stable, and R(∞) = 0", 0, ""),
     AT(ANSWER, numbers.L_stable),
     ROUNDED(numbers.rounded.L_stable, DOUBT(L_STABLE), of_limit)},
    {.key = "real_interval",
     .label = "real interval",
     .head = "real",
     NARROW("real", "the stable interval of the real axis about 0", 7, ""),
     AT(INTERVAL, numbers.real_interval),
     ROUNDED(numbers.rounded.real_interval, DOUBT(REAL_INTERVAL), of_growth)},
    {.key = "imaginary_interval",
     .label = "imaginary interval",
     .head = "imaginary",
     NARROW("imaginary", "the stable interval of the imaginary axis about 0", 7, "i"),
     AT(INTERVAL, numbers.imaginary_interval),
     ROUNDED(numbers.rounded.imaginary_interval, DOUBT(IMAGINARY_INTERVAL), of_growth)},
    {.key = "zero_stable",
     .label = "zero-stable",
     NARROW("0-stable", "the root condition holds at z = 0", 0, ""),
     AT(FLAG, numbers.zero_stable),
     ROUNDED(numbers.rounded.zero_stable, DOUBT(ZERO_STABLE), of_growth)},
    {.key = "spin_range",
     .label = "A-stable for w in",
     HEADS("A-stable for w in", "A-stable for $w$ in"),
     NARROW("spin range", "the w for which it is A-stable; a click goes to its ends", 6, ""),
     AT(SPINS, a_stable_for),
     ROUNDED(a_stable_for, a_stable_for.range.up_to_rounding, of_growth)},
    {.key = "spin_range_real",
     .label = "z < 0 stable for w in",
     HEADS("z < 0 stable for w in", "$z<0$ stable for $w$ in"),
     AT(SPINS, negative_axis_for),
     ROUNDED(negative_axis_for, negative_axis_for.range.up_to_rounding, of_growth)},
    {.key = "w", AT(NUMBER, numbers.w)},
    {.key = "order_linear",
     .label = "order of R",
     AT(COUNT, numbers.order_linear),
     ROUNDED(numbers.order_linear, DOUBT(ORDER_LINEAR), of_order)},
    {.key = "exact", .label = "decided", AT(GROUND, numbers.exact)},
    {.key = "error_constant_text", AT(CONSTANT_TEXT, numbers.error_constant)},
    {.key = "stable", .label = "stable points", AT(EXTENT, numbers.stable)},
    {.key = "zero_root", .label = "largest root at z = 0", AT(NUMBER, numbers.zero_root)},
    {.key = "star_sectors", .label = "sectors of order star", AT(COUNT, numbers.star_sectors)},
    {.key = "poles",
     .label = "poles",
     NARROW("poles", "where |sigma| is infinite", 0, ""),
     AT(ZEROS, numbers.poles)},
    {.key = "zeros",
     .label = "zeros",
     NARROW("zeros", "where a root sigma is 0", 0, ""),
     AT(ZEROS, numbers.zeros)},
    {.key = "pole_multiplicities", AT(MULTIPLICITIES, numbers.poles)},
    {.key = "zero_multiplicities", AT(MULTIPLICITIES, numbers.zeros)},
    {.key = "stages_A_stable", .label = "stages A-stable", AT(ANSWER, numbers.stages_a_stable)},
    {.key = "stage_growth", .label = "largest stage, z < 0", AT(NUMBER, numbers.stage_growth)},
    {.key = "algebraically_stable",
     .label = "algebraically stable",
     AT(ANSWER, numbers.algebraically_stable)},
    {.key = "algebraic_eigenvalue",
     .label = "least eigenvalue of M",
     AT(NUMBER, numbers.algebraic_eigenvalue)},
    {.key = "B_stable", .label = "B-stable", AT(ANSWER, numbers.B_stable)},
    {.key = "spin_range_text", AT(SPINS_TEXT, a_stable_for)},
    {.key = "spin_range_real_text", AT(SPINS_TEXT, negative_axis_for)},
    {.key = "spin_range_sampled", AT(FLAG, a_stable_for.range.is_sampled)},
    {.key = "spin_range_real_sampled", AT(FLAG, negative_axis_for.range.is_sampled)},
};

const int quantity_count = (int)(sizeof quantities / sizeof quantities[0]);

const quantity *quantity_find(const char *key)
{
    for (int i = 0; i < quantity_count; i++) {
        if (strcmp(quantities[i].key, key) == 0) {
            return &quantities[i];
        }
    }
    return NULL;
}

const void *quantity_value(const quantity *q, const portrait *p, bool rounded)
{
    return (const char *)p + (rounded ? q->offset_rounded : q->offset);
}

double quantity_excess(const quantity *q, const portrait *p)
{
    return q->excess != NULL ? *(const double *)((const char *)p + q->up_to) : 0;
}

/* A value that is to be written. */
typedef struct writing {
    const quantity *of;
    const portrait *in;
    const void *value; /* that of the quantity, or the one without rounding */
    number_style style;
} writing;

static bool is_fine(const writing *w)
{
    return w->style == NUMBER_FINE;
}

static void add_number(const writing *w, double x, text *out)
{
    char words[NUMBER_WORDS];
    text_add(out, "%s", number_words(x, is_fine(w) ? w->of->digits : 12, w->style, words));
}

/* In narrow places there is a unit where there is a number, and in intervals none at 0 and
 * infinity. */
static void add_unit(const writing *w, bool wanted, text *out)
{
    text_add(out, "%s", is_fine(w) && wanted && w->of->unit != NULL ? w->of->unit : "");
}

static void write_number(const writing *w, text *out)
{
    double x = *(const double *)w->value;
    add_number(w, x, out);
    add_unit(w, !isnan(x), out);
}

static void write_count(const writing *w, text *out)
{
    int n = *(const int *)w->value;
    if (n < 0) {
        text_add(out, is_fine(w) ? "–" : "-");
    } else {
        text_add(out, "%d", n);
    }
}

static void write_flag(const writing *w, text *out)
{
    static const char *const plain[] = {"no", "yes"};
    static const char *const ground[] = {"in quadruple precision", "exactly"};
    bool yes = *(const bool *)w->value;
    text_add(out, "%s", (w->of->kind == QUANTITY_GROUND ? ground : plain)[yes]);
}

static void write_answer(const writing *w, text *out)
{
    analysis_answer answer = *(const analysis_answer *)w->value;
    text_add(out, "%s",
             answer == ANSWER_YES    ? "yes"
             : answer == ANSWER_NO   ? "no"
             : w->of->excess != NULL ? "up to rounding"
                                     : "-");
}

/* In narrow places a fraction if it is short. */
static void write_constant(const writing *w, text *out)
{
    const analysis_constant *c = w->value;
    bool is_short = strchr(c->text, '/') != NULL && strlen(c->text) < 12;
    bool is_negative = c->text[0] == '-';
    if (!is_fine(w)) {
        text_add(out, "%s", c->text);
    } else if (is_short) {
        text_add(out, "%s%s", is_negative ? "−" : "", c->text + is_negative);
    } else {
        add_number(w, c->value, out);
    }
}

const char *quantity_extent_name(analysis_extent e)
{
    static const char *const names[] = {[STABLE_NOWHERE] = "nowhere",
                                        [STABLE_SOMEWHERE] = "somewhere",
                                        [STABLE_EVERYWHERE] = "everywhere"};
    return names[e];
}

static void write_extent(const writing *w, text *out)
{
    text_add(out, "%s", quantity_extent_name(*(const analysis_extent *)w->value));
}

/* "none" when only 0 is left, "unbounded" when the negative half-axis, or the whole imaginary axis,
 * is in it. In narrow places "none" when 0 is not stable, and the ends else. */
static void write_interval(const writing *w, text *out)
{
    const double *ends = w->value;
    if (!is_fine(w) && isinf(ends[0]) && (ends[1] == 0 || isinf(ends[1]))) {
        text_add(out, "unbounded");
    } else if (is_fine(w) ? !(ends[0] < ends[1]) : ends[0] == 0 && ends[1] == 0) {
        text_add(out, "%s", is_fine(w) && w->in->numbers.zero_stable ? "only 0" : "none");
    } else {
        text_add(out, "%s", isinf(ends[0]) ? "(" : "[");
        add_number(w, ends[0], out);
        add_unit(w, ends[0] != 0 && isfinite(ends[0]), out);
        text_add(out, ", ");
        add_number(w, ends[1], out);
        add_unit(w, ends[1] != 0 && isfinite(ends[1]), out);
        text_add(out, "%s", isinf(ends[1]) ? ")" : "]");
    }
}

void quantity_spins(const portrait_range *r, int digits, text *out)
{
    if (r->is_known) {
        spin_range_text(&r->range, digits, NUMBER_FINE, out);
    } else {
        text_add(out, "–");
    }
}

static void write_spins(const writing *w, text *out)
{
    const portrait_range *r = w->value;
    if (is_fine(w)) {
        quantity_spins(r, w->of->digits, out);
    } else if (r->is_known) {
        spin_range_text(&r->range, 0, NUMBER_PLAIN, out);
    } else {
        text_add(out, "not known");
    }
}

/* In narrow places how many there are, and else where. */
static void write_zeros(const writing *w, text *out)
{
    const analysis_zeros *z = w->value;
    char words[NUMBER_WORDS];
    if (is_fine(w)) {
        text_add(out, "%d", z->left + z->on_axis + z->right);
        return;
    }
    if (z->count == 0) {
        text_add(out, "none");
        return;
    }
    text_add(out, "%d left, %d on, %d right of the imaginary axis: ", z->left, z->on_axis,
             z->right);
    for (int i = 0; i < z->count; i++) {
        text_add(out, "%s", complex_words(z->at[i], 15, words));
        if (z->multiplicity[i] > 1) {
            text_add(out, " (%d times%s)", z->multiplicity[i], z->exact ? "" : " within rounding");
        }
        text_add(out, "%s", i + 1 < z->count ? ", " : "");
    }
}

static void (*const writers[])(const writing *w, text *out) = {
    [QUANTITY_NUMBER] = write_number,     [QUANTITY_COUNT] = write_count,
    [QUANTITY_FLAG] = write_flag,         [QUANTITY_ANSWER] = write_answer,
    [QUANTITY_CONSTANT] = write_constant, [QUANTITY_CONSTANT_TEXT] = write_constant,
    [QUANTITY_EXTENT] = write_extent,     [QUANTITY_INTERVAL] = write_interval,
    [QUANTITY_SPINS] = write_spins,       [QUANTITY_SPINS_TEXT] = write_spins,
    [QUANTITY_ZEROS] = write_zeros,       [QUANTITY_MULTIPLICITIES] = write_zeros,
    [QUANTITY_GROUND] = write_flag,
};

void quantity_words(const quantity *q, const portrait *p, number_style style, text *out)
{
    const writing w = {.of = q, .in = p, .value = quantity_value(q, p, false), .style = style};
    writers[q->kind](&w, out);
}

void quantity_words_in_full(const quantity *q, const portrait *p, text *out)
{
    const writing rounded = {.of = q, .in = p, .value = quantity_value(q, p, true)};
    text other = {0};
    size_t before = out->length;
    quantity_words(q, p, NUMBER_PLAIN, out);
    if (quantity_excess(q, p) == 0) {
        return;
    }
    writers[q->kind](&rounded, &other);
    if (q->kind != QUANTITY_ANSWER) {
        if (out->data != NULL && other.data != NULL &&
            strcmp(out->data + before, other.data) != 0) {
            text_add(out, "; %s", other.data);
        }
        text_add(out, " up to rounding");
    }
    text_add(out, " of the coefficients (");
    text_add(out, q->excess, quantity_excess(q, p));
    text_add(out, ")");
    text_clear(&other);
}
