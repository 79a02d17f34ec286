#include "stability/quantity.h"

#include <math.h>
#include <string.h>

/* How much rounding an answer needs. */
static const char of_order[] = "conditions hold to %.1e";
static const char of_growth[] = "|R| <= 1 + %.0e";
static const char of_limit[] = "|R(inf)| <= %.1e";

#define AT(FIELD) .offset = offsetof(portrait, FIELD)
#define ROUNDED(FIELD, UP_TO, EXCESS) \
    .rounded = offsetof(portrait, FIELD), .up_to = offsetof(portrait, UP_TO), .excess = (EXCESS)
#define DOUBT(NAME) numbers.up_to_rounding[DOUBT_##NAME]

const quantity quantities[] = {
    {.key = "order",
     .label = "order",
     .head = "order",
     .short_label = "order",
     .help = "of the method, by its trees",
     .kind = QUANTITY_COUNT,
     AT(numbers.order),
     ROUNDED(numbers.order_rounded, DOUBT(ORDER), of_order)},
    {.key = "order_spinning",
     .label = "order for w /= 0",
     .head = "w /= 0",
     .latex_head = "$w\\ne0$",
     .short_label = "with spin",
     .help = "order as z and w go to 0 together",
     .kind = QUANTITY_COUNT,
     AT(numbers.order_spinning),
     ROUNDED(numbers.order_spinning, DOUBT(ORDER_SPINNING), of_order)},
    {.key = "error_constant",
     .label = "error constant",
     .head = "C",
     .latex_head = "$C$",
     .short_label = "error /C/",
     .help = "error constant: exp z − R = C z^{p+1}",
     .digits = 5,
     .kind = QUANTITY_CONSTANT,
     AT(numbers.error_constant)},
    {.key = "stiffly_accurate",
     .label = "stiffly accurate",
     .kind = QUANTITY_FLAG,
     AT(numbers.stiffly_accurate)},
    {.key = "R_infinity",
     .label = "R at infinity",
     .head = "R(inf)",
     .latex_head = "$R(\\infty)$",
     .short_label = "/R/(∞)",
     .help = "of multistep methods the largest root there",
     .digits = 6,
     .kind = QUANTITY_NUMBER,
     AT(numbers.R_infinity)},
    {.key = "A_stable",
     .label = "A-stable",
     .head = "A",
     .short_label = "A-stable",
     .help = "stable in the whole left half-plane",
     .kind = QUANTITY_ANSWER,
     AT(numbers.A_stable),
     ROUNDED(numbers.rounded.A_stable, DOUBT(A_STABLE), of_growth)},
    {.key = "alpha_degrees",
     .label = "A(alpha), degrees",
     .head = "alpha",
     .latex_head = "$\\alpha$",
     .short_label = "angle /α/",
     .help = "of the stable sector about the negative real axis",
     .digits = 6,
     .unit = "°",
     .kind = QUANTITY_NUMBER,
     AT(numbers.alpha_degrees),
     ROUNDED(numbers.rounded.alpha_degrees, DOUBT(ALPHA), of_growth)},
    {.key = "L_stable",
     .label = "L-stable",
     .head = "L",
     .short_label = "L-stable",
     .help = "A-stable, and R(∞) = 0",
     .kind = QUANTITY_ANSWER,
     AT(numbers.L_stable),
     ROUNDED(numbers.rounded.L_stable, DOUBT(L_STABLE), of_limit)},
    {.key = "real_interval",
     .label = "real interval",
     .head = "real",
     .short_label = "real",
     .help = "the stable interval of the real axis about 0",
     .digits = 7,
     .kind = QUANTITY_INTERVAL,
     AT(numbers.real_interval),
     ROUNDED(numbers.rounded.real_interval, DOUBT(REAL_INTERVAL), of_growth)},
    {.key = "imaginary_interval",
     .label = "imaginary interval",
     .head = "imaginary",
     .short_label = "imaginary",
     .help = "the stable interval of the imaginary axis about 0",
     .digits = 7,
     .unit = "i",
     .kind = QUANTITY_INTERVAL,
     AT(numbers.imaginary_interval),
     ROUNDED(numbers.rounded.imaginary_interval, DOUBT(IMAGINARY_INTERVAL), of_growth)},
    {.key = "zero_stable",
     .label = "zero-stable",
     .short_label = "0-stable",
     .help = "the root condition holds at z = 0",
     .kind = QUANTITY_FLAG,
     AT(numbers.zero_stable),
     ROUNDED(numbers.rounded.zero_stable, DOUBT(ZERO_STABLE), of_growth)},
    {.key = "spin_range",
     .label = "A-stable for w in",
     .head = "A-stable for w in",
     .latex_head = "A-stable for $w$ in",
     .short_label = "spin range",
     .help = "the w for which it is A-stable; a click goes to its ends",
     .digits = 6,
     .kind = QUANTITY_SPINS,
     AT(a_stable_for),
     ROUNDED(a_stable_for, a_stable_for.range.up_to_rounding, of_growth)},
    {.key = "spin_range_real",
     .label = "z < 0 stable for w in",
     .head = "z < 0 stable for w in",
     .latex_head = "$z<0$ stable for $w$ in",
     .kind = QUANTITY_SPINS,
     AT(negative_axis_for),
     ROUNDED(negative_axis_for, negative_axis_for.range.up_to_rounding, of_growth)},
    {.key = "w", .kind = QUANTITY_NUMBER, AT(numbers.w)},
    {.key = "order_linear",
     .label = "order of R",
     .kind = QUANTITY_COUNT,
     AT(numbers.order_linear),
     ROUNDED(numbers.order_linear, DOUBT(ORDER_LINEAR), of_order)},
    {.key = "exact", .label = "decided", .kind = QUANTITY_GROUND, AT(numbers.exact)},
    {.key = "error_constant_text", .kind = QUANTITY_CONSTANT_TEXT, AT(numbers.error_constant)},
    {.key = "stable", .label = "stable points", .kind = QUANTITY_EXTENT, AT(numbers.stable)},
    {.key = "zero_root",
     .label = "largest root at z = 0",
     .kind = QUANTITY_NUMBER,
     AT(numbers.zero_root)},
    {.key = "star_sectors",
     .label = "sectors of order star",
     .kind = QUANTITY_COUNT,
     AT(numbers.star_sectors)},
    {.key = "poles",
     .label = "poles",
     .short_label = "poles",
     .help = "where |sigma| is infinite",
     .kind = QUANTITY_ZEROS,
     AT(numbers.poles)},
    {.key = "zeros",
     .label = "zeros",
     .short_label = "zeros",
     .help = "where a root sigma is 0",
     .kind = QUANTITY_ZEROS,
     AT(numbers.zeros)},
    {.key = "pole_multiplicities", .kind = QUANTITY_MULTIPLICITIES, AT(numbers.poles)},
    {.key = "zero_multiplicities", .kind = QUANTITY_MULTIPLICITIES, AT(numbers.zeros)},
    {.key = "stages_A_stable",
     .label = "stages A-stable",
     .kind = QUANTITY_ANSWER,
     AT(numbers.stages_a_stable)},
    {.key = "stage_growth",
     .label = "largest stage, z < 0",
     .kind = QUANTITY_NUMBER,
     AT(numbers.stage_growth)},
    {.key = "algebraically_stable",
     .label = "algebraically stable",
     .kind = QUANTITY_ANSWER,
     AT(numbers.algebraically_stable)},
    {.key = "algebraic_eigenvalue",
     .label = "least eigenvalue of M",
     .kind = QUANTITY_NUMBER,
     AT(numbers.algebraic_eigenvalue)},
    {.key = "B_stable", .label = "B-stable", .kind = QUANTITY_ANSWER, AT(numbers.B_stable)},
    {.key = "spin_range_text", .kind = QUANTITY_SPINS_TEXT, AT(a_stable_for)},
    {.key = "spin_range_real_text", .kind = QUANTITY_SPINS_TEXT, AT(negative_axis_for)},
    {.key = "spin_range_sampled", .kind = QUANTITY_FLAG, AT(a_stable_for.range.is_sampled)},
    {.key = "spin_range_real_sampled",
     .kind = QUANTITY_FLAG,
     AT(negative_axis_for.range.is_sampled)},
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

const void *quantity_value(const quantity *q, const portrait *p)
{
    return (const char *)p + q->offset;
}

const void *quantity_rounded(const quantity *q, const portrait *p)
{
    return (const char *)p + q->rounded;
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
    text_add(out, "%s", *(const bool *)w->value ? "yes" : "no");
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

static void add_end(const spin_end *end, int digits, text *out)
{
    char words[NUMBER_WORDS];
    size_t length = strlen(end->text);
    bool is_fraction = length < 20 && strspn(end->text, "-/0123456789") == length;
    bool is_negative = end->text[0] == '-';
    if (is_fraction) {
        text_add(out, "%s%s", is_negative ? "−" : "", end->text + is_negative);
    } else {
        text_add(out, "%s", number_words(end->value, digits, NUMBER_FINE, words));
    }
}

void quantity_spins(const portrait_range *r, int digits, text *out)
{
    text_add(out, "%s", !r->is_known ? "–" : r->range.count == 0 ? "nothing" : "");
    for (int i = 0; i < r->range.count && r->is_known; i++) {
        const spin_interval *at = &r->range.intervals[i];
        bool is_point = spin_interval_is_point(at);
        text_add(out, "%s%s", i > 0 ? " and " : "", is_point ? "{" : at->includes_from ? "[" : "(");
        add_end(&at->from, digits, out);
        if (!is_point) {
            text_add(out, ", ");
            add_end(&at->to, digits, out);
        }
        text_add(out, "%s", is_point ? "}" : at->includes_to ? "]" : ")");
    }
}

static void write_spins(const writing *w, text *out)
{
    const portrait_range *r = w->value;
    char words[SPIN_RANGE_WORDS] = "not known";
    if (is_fine(w)) {
        quantity_spins(r, w->of->digits, out);
        return;
    }
    if (r->is_known) {
        spin_range_words(&r->range, words, sizeof words);
    }
    text_add(out, "%s", words);
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

static void write_ground(const writing *w, text *out)
{
    text_add(out, "%s", *(const bool *)w->value ? "exactly" : "in quadruple precision");
}

static void (*const writers[])(const writing *w, text *out) = {
    [QUANTITY_NUMBER] = write_number,     [QUANTITY_COUNT] = write_count,
    [QUANTITY_FLAG] = write_flag,         [QUANTITY_ANSWER] = write_answer,
    [QUANTITY_CONSTANT] = write_constant, [QUANTITY_CONSTANT_TEXT] = write_constant,
    [QUANTITY_EXTENT] = write_extent,     [QUANTITY_INTERVAL] = write_interval,
    [QUANTITY_SPINS] = write_spins,       [QUANTITY_SPINS_TEXT] = write_spins,
    [QUANTITY_ZEROS] = write_zeros,       [QUANTITY_MULTIPLICITIES] = write_zeros,
    [QUANTITY_GROUND] = write_ground,
};

void quantity_words(const quantity *q, const portrait *p, number_style style, text *out)
{
    const writing w = {.of = q, .in = p, .value = quantity_value(q, p), .style = style};
    writers[q->kind](&w, out);
}

void quantity_words_in_full(const quantity *q, const portrait *p, text *out)
{
    const writing rounded = {.of = q, .in = p, .value = quantity_rounded(q, p)};
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
