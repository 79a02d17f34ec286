#include "quantity.h"

#include <math.h>
#include <string.h>

#include "cli.h"

/* Twelve digits: what an angle is known to, and a little less than a double has. */
static void add_number(double x, text *out)
{
    if (isnan(x)) {
        text_add(out, "none");
    } else if (isinf(x)) {
        text_add(out, "%s", x > 0 ? "inf" : "-inf");
    } else {
        text_add(out, "%.12g", x);
    }
}

static void number_words(const void *value, text *out)
{
    add_number(*(const double *)value, out);
}

static cJSON *number_json(const void *value)
{
    return json_number(*(const double *)value);
}

/* A count; a negative one does not exist. */
static void integer_words(const void *value, text *out)
{
    int n = *(const int *)value;
    if (n < 0) {
        text_add(out, "-");
    } else {
        text_add(out, "%d", n);
    }
}

static cJSON *integer_json(const void *value)
{
    int n = *(const int *)value;
    return n < 0 ? cJSON_CreateNull() : cJSON_CreateNumber(n);
}

static void flag_words(const void *value, text *out)
{
    text_add(out, "%s", *(const bool *)value ? "yes" : "no");
}

static cJSON *flag_json(const void *value)
{
    return cJSON_CreateBool(*(const bool *)value);
}

static void answer_words(const void *value, text *out)
{
    static const char *const words[] = {
        [ANSWER_NO] = "no", [ANSWER_YES] = "yes", [ANSWER_NONE] = "-"};
    text_add(out, "%s", words[*(const analysis_answer *)value]);
}

static cJSON *answer_json(const void *value)
{
    analysis_answer a = *(const analysis_answer *)value;
    return a == ANSWER_NONE ? cJSON_CreateNull() : cJSON_CreateBool(a == ANSWER_YES);
}

/* A question that rounding may leave open. */
static void open_words(const void *value, text *out)
{
    bool is_open = *(const analysis_answer *)value == ANSWER_NONE;
    is_open ? text_add(out, "up to rounding") : answer_words(value, out);
}

static void constant_words(const void *value, text *out)
{
    text_add(out, "%s", ((const analysis_constant *)value)->text);
}

static cJSON *constant_json(const void *value)
{
    return json_number(((const analysis_constant *)value)->value);
}

static cJSON *constant_text_json(const void *value)
{
    return cJSON_CreateString(((const analysis_constant *)value)->text);
}

static const char *extent_name(const void *value)
{
    static const char *const names[] = {[STABLE_NOWHERE] = "nowhere",
                                        [STABLE_SOMEWHERE] = "somewhere",
                                        [STABLE_EVERYWHERE] = "everywhere"};
    return names[*(const analysis_extent *)value];
}

static void extent_words(const void *value, text *out)
{
    text_add(out, "%s", extent_name(value));
}

static cJSON *extent_json(const void *value)
{
    return cJSON_CreateString(extent_name(value));
}

static cJSON *json_pair(double a, double b)
{
    cJSON *pair = cJSON_CreateArray();
    cJSON_AddItemToArray(pair, json_number(a));
    cJSON_AddItemToArray(pair, json_number(b));
    return pair;
}

/* "none" when only 0 is left, "unbounded" when the negative half-axis, or the whole imaginary axis,
 * is in it. */
static void interval_words(const void *value, text *out)
{
    const double *ends = value;
    if (isinf(ends[0]) && (ends[1] == 0 || isinf(ends[1]))) {
        text_add(out, "unbounded");
    } else if (ends[0] == 0 && ends[1] == 0) {
        text_add(out, "none");
    } else {
        text_add(out, "%s", isinf(ends[0]) ? "(" : "[");
        add_number(ends[0], out);
        text_add(out, ", ");
        add_number(ends[1], out);
        text_add(out, "%s", isinf(ends[1]) ? ")" : "]");
    }
}

static cJSON *interval_json(const void *value)
{
    const double *ends = value;
    return json_pair(ends[0], ends[1]);
}

static void range_words(const void *value, text *out)
{
    const known_range *known = value;
    char words[SPIN_RANGE_WORDS] = "not known";
    if (known->is_known) {
        spin_range_words(&known->range, words, sizeof words);
    }
    text_add(out, "%s", words);
}

static cJSON *range_json(const void *value)
{
    const known_range *known = value;
    if (!known->is_known) {
        return cJSON_CreateNull();
    }
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < known->range.count; i++) {
        cJSON *interval = cJSON_CreateObject();
        cJSON_AddStringToObject(interval, "from", known->range.intervals[i].from.text);
        cJSON_AddStringToObject(interval, "to", known->range.intervals[i].to.text);
        cJSON_AddItemToArray(list, interval);
    }
    return list;
}

static cJSON *range_text_json(const void *value)
{
    const known_range *known = value;
    char words[SPIN_RANGE_WORDS];
    if (!known->is_known) {
        return cJSON_CreateNull();
    }
    spin_range_words(&known->range, words, sizeof words);
    return cJSON_CreateString(words);
}

static void add_complex(double complex z, text *out)
{
    if (cimag(z) == 0) {
        text_add(out, "%.15g", creal(z));
    } else if (creal(z) == 0) {
        text_add(out, "%.15gi", cimag(z));
    } else {
        text_add(out, "%.15g%+.15gi", creal(z), cimag(z));
    }
}

static void zeros_words(const void *value, text *out)
{
    const analysis_zeros *z = value;
    if (z->count == 0) {
        text_add(out, "none");
        return;
    }
    text_add(out, "%d left, %d on, %d right of the imaginary axis: ", z->left, z->on_axis,
             z->right);
    for (int i = 0; i < z->count; i++) {
        add_complex(z->at[i], out);
        if (z->multiplicity[i] > 1) {
            text_add(out, " (%d times%s)", z->multiplicity[i], z->exact ? "" : " within rounding");
        }
        text_add(out, "%s", i + 1 < z->count ? ", " : "");
    }
}

static cJSON *zeros_json(const void *value)
{
    const analysis_zeros *z = value;
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < z->count; i++) {
        cJSON_AddItemToArray(list, json_pair(creal(z->at[i]), cimag(z->at[i])));
    }
    return list;
}

static cJSON *multiplicities_json(const void *value)
{
    const analysis_zeros *z = value;
    return cJSON_CreateIntArray(z->multiplicity, z->count);
}

static void ground_words(const void *value, text *out)
{
    text_add(out, "%s", *(const bool *)value ? "exactly" : "in quadruple precision");
}

static const quantity_kind number = {.words = number_words, .json = number_json};
static const quantity_kind count = {.words = integer_words, .json = integer_json};
static const quantity_kind flag = {.words = flag_words, .json = flag_json};
static const quantity_kind maybe = {.words = answer_words, .json = answer_json};
static const quantity_kind open = {.words = open_words, .json = answer_json};
static const quantity_kind constant = {.words = constant_words, .json = constant_json};
static const quantity_kind constant_text = {.words = constant_words, .json = constant_text_json};
static const quantity_kind where = {.words = extent_words, .json = extent_json};
static const quantity_kind segment = {.words = interval_words, .json = interval_json};
static const quantity_kind spins = {.words = range_words, .json = range_json};
static const quantity_kind spins_text = {.words = range_words, .json = range_text_json};
static const quantity_kind points = {.words = zeros_words, .json = zeros_json};
static const quantity_kind multiplicities = {.words = zeros_words, .json = multiplicities_json};
static const quantity_kind ground = {.words = ground_words, .json = flag_json};

/* How much rounding an answer needs. */
static const char of_order[] = "conditions hold to %.1e";
static const char of_growth[] = "|R| <= 1 + %.0e";
static const char of_limit[] = "|R(inf)| <= %.1e";

#define AT(FIELD) .offset = offsetof(report, FIELD)
#define ROUNDED(FIELD, UP_TO, EXCESS) \
    .rounded = offsetof(report, FIELD), .up_to = offsetof(report, UP_TO), .excess = (EXCESS)
#define DOUBT(NAME) numbers.up_to_rounding[DOUBT_##NAME]

const quantity quantities[] = {
    {.key = "order",
     .label = "order",
     .head = "order",
     .kind = &count,
     AT(numbers.order),
     ROUNDED(numbers.order_rounded, DOUBT(ORDER), of_order)},
    {.key = "order_spinning",
     .label = "order for w /= 0",
     .head = "w /= 0",
     .latex_head = "$w\\ne0$",
     .kind = &count,
     AT(numbers.order_spinning),
     ROUNDED(numbers.order_spinning, DOUBT(ORDER_SPINNING), of_order)},
    {.key = "error_constant",
     .label = "error constant",
     .head = "C",
     .latex_head = "$C$",
     .kind = &constant,
     AT(numbers.error_constant)},
    {.key = "stiffly_accurate",
     .label = "stiffly accurate",
     .kind = &flag,
     AT(numbers.stiffly_accurate)},
    {.key = "R_infinity",
     .label = "R at infinity",
     .head = "R(inf)",
     .latex_head = "$R(\\infty)$",
     .kind = &number,
     AT(numbers.R_infinity)},
    {.key = "A_stable",
     .label = "A-stable",
     .head = "A",
     .kind = &open,
     AT(numbers.A_stable),
     ROUNDED(numbers.rounded.A_stable, DOUBT(A_STABLE), of_growth)},
    {.key = "alpha_degrees",
     .label = "A(alpha), degrees",
     .head = "alpha",
     .latex_head = "$\\alpha$",
     .kind = &number,
     AT(numbers.alpha_degrees),
     ROUNDED(numbers.rounded.alpha_degrees, DOUBT(ALPHA), of_growth)},
    {.key = "L_stable",
     .label = "L-stable",
     .head = "L",
     .kind = &open,
     AT(numbers.L_stable),
     ROUNDED(numbers.rounded.L_stable, DOUBT(L_STABLE), of_limit)},
    {.key = "real_interval",
     .label = "real interval",
     .head = "real",
     .kind = &segment,
     AT(numbers.real_interval),
     ROUNDED(numbers.rounded.real_interval, DOUBT(REAL_INTERVAL), of_growth)},
    {.key = "imaginary_interval",
     .label = "imaginary interval",
     .head = "imaginary",
     .kind = &segment,
     AT(numbers.imaginary_interval),
     ROUNDED(numbers.rounded.imaginary_interval, DOUBT(IMAGINARY_INTERVAL), of_growth)},
    {.key = "zero_stable",
     .label = "zero-stable",
     .kind = &flag,
     AT(numbers.zero_stable),
     ROUNDED(numbers.rounded.zero_stable, DOUBT(ZERO_STABLE), of_growth)},
    {.key = "spin_range",
     .label = "A-stable for w in",
     .head = "A-stable for w in",
     .latex_head = "A-stable for $w$ in",
     .kind = &spins,
     AT(a_stable_for),
     ROUNDED(a_stable_for, a_stable_for.range.up_to_rounding, of_growth)},
    {.key = "spin_range_real",
     .label = "z < 0 stable for w in",
     .head = "z < 0 stable for w in",
     .latex_head = "$z<0$ stable for $w$ in",
     .kind = &spins,
     AT(negative_axis_for),
     ROUNDED(negative_axis_for, negative_axis_for.range.up_to_rounding, of_growth)},
    {.key = "w", .kind = &number, AT(numbers.w)},
    {.key = "order_linear",
     .label = "order of R",
     .kind = &count,
     AT(numbers.order_linear),
     ROUNDED(numbers.order_linear, DOUBT(ORDER_LINEAR), of_order)},
    {.key = "exact", .label = "decided", .kind = &ground, AT(numbers.exact)},
    {.key = "error_constant_text", .kind = &constant_text, AT(numbers.error_constant)},
    {.key = "stable", .label = "stable points", .kind = &where, AT(numbers.stable)},
    {.key = "zero_root", .label = "largest root at z = 0", .kind = &number, AT(numbers.zero_root)},
    {.key = "star_sectors",
     .label = "sectors of order star",
     .kind = &count,
     AT(numbers.star_sectors)},
    {.key = "poles", .label = "poles", .kind = &points, AT(numbers.poles)},
    {.key = "zeros", .label = "zeros", .kind = &points, AT(numbers.zeros)},
    {.key = "pole_multiplicities", .kind = &multiplicities, AT(numbers.poles)},
    {.key = "zero_multiplicities", .kind = &multiplicities, AT(numbers.zeros)},
    {.key = "stages_A_stable",
     .label = "stages A-stable",
     .kind = &maybe,
     AT(numbers.stages_a_stable)},
    {.key = "stage_growth",
     .label = "largest stage, z < 0",
     .kind = &number,
     AT(numbers.stage_growth)},
    {.key = "algebraically_stable",
     .label = "algebraically stable",
     .kind = &maybe,
     AT(numbers.algebraically_stable)},
    {.key = "algebraic_eigenvalue",
     .label = "least eigenvalue of M",
     .kind = &number,
     AT(numbers.algebraic_eigenvalue)},
    {.key = "B_stable", .label = "B-stable", .kind = &maybe, AT(numbers.B_stable)},
    {.key = "spin_range_text", .kind = &spins_text, AT(a_stable_for)},
    {.key = "spin_range_real_text", .kind = &spins_text, AT(negative_axis_for)},
    {.key = "spin_range_sampled", .kind = &flag, AT(a_stable_for.range.is_sampled)},
    {.key = "spin_range_real_sampled", .kind = &flag, AT(negative_axis_for.range.is_sampled)},
};

const int quantity_count = (int)(sizeof quantities / sizeof quantities[0]);

static const void *value_of(const quantity *q, const report *r)
{
    return (const char *)r + q->offset;
}

void quantity_words(const quantity *q, const report *r, text *out)
{
    q->kind->words(value_of(q, r), out);
}

/* What it takes to have the other value; 0 when rounding does not matter. */
static double excess_of(const quantity *q, const report *r)
{
    return q->excess != NULL ? *(const double *)((const char *)r + q->up_to) : 0;
}

static const void *rounded_value(const quantity *q, const report *r)
{
    return (const char *)r + q->rounded;
}

void quantity_words_in_full(const quantity *q, const report *r, text *out)
{
    text other = {0}, own = {0};
    quantity_words(q, r, out);
    if (excess_of(q, r) == 0) {
        return;
    }
    q->kind->words(value_of(q, r), &own);
    q->kind->words(rounded_value(q, r), &other);
    if (q->kind != &open) {
        if (own.data != NULL && other.data != NULL && strcmp(own.data, other.data) != 0) {
            text_add(out, "; %s", other.data);
        }
        text_add(out, " up to rounding");
    }
    text_add(out, " of the coefficients (");
    text_add(out, q->excess, excess_of(q, r));
    text_add(out, ")");
    text_clear(&own);
    text_clear(&other);
}

cJSON *quantity_object(const report *r)
{
    cJSON *object = cJSON_CreateObject();
    cJSON *undecided = cJSON_CreateObject(), *excess = cJSON_CreateObject();
    cJSON *rounded = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "method", r->name);
    for (int i = 0; i < quantity_count; i++) {
        const quantity *q = &quantities[i];
        cJSON_AddItemToObject(object, q->key, q->kind->json(value_of(q, r)));
        if (excess_of(q, r) > 0) {
            cJSON_AddNumberToObject(excess, q->key, excess_of(q, r));
            cJSON_AddItemToObject(rounded, q->key, q->kind->json(rounded_value(q, r)));
        }
        if (excess_of(q, r) > 0 && q->kind == &open) {
            cJSON_AddStringToObject(undecided, q->key, "rounding");
        }
    }
    cJSON_AddItemToObject(object, "undecided", undecided);
    cJSON_AddItemToObject(object, "up_to_rounding", excess);
    cJSON_AddItemToObject(object, "rounded", rounded);
    return object;
}
