#include "quantity.h"

#include <math.h>

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
        text_add(out, "%.6g", creal(z));
    } else if (creal(z) == 0) {
        text_add(out, "%.6gi", cimag(z));
    } else {
        text_add(out, "%.6g%+.6gi", creal(z), cimag(z));
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

#define AT(FIELD) .offset = offsetof(report, FIELD)
#define UP_TO(FIELD) .up_to = offsetof(report, FIELD)

const quantity quantities[] = {
    {.key = "order", .label = "order", .head = "order", .kind = &count, AT(numbers.order)},
    {.key = "order_spinning",
     .label = "order for w /= 0",
     .head = "w /= 0",
     .latex_head = "$w\\ne0$",
     .kind = &count,
     AT(numbers.order_spinning)},
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
     UP_TO(numbers.A_stable_up_to)},
    {.key = "alpha_degrees",
     .label = "A(alpha), degrees",
     .head = "alpha",
     .latex_head = "$\\alpha$",
     .kind = &number,
     AT(numbers.alpha_degrees)},
    {.key = "L_stable",
     .label = "L-stable",
     .head = "L",
     .kind = &open,
     AT(numbers.L_stable),
     UP_TO(numbers.L_stable_up_to)},
    {.key = "real_interval",
     .label = "real interval",
     .head = "real",
     .kind = &segment,
     AT(numbers.real_interval)},
    {.key = "imaginary_interval",
     .label = "imaginary interval",
     .head = "imaginary",
     .kind = &segment,
     AT(numbers.imaginary_interval)},
    {.key = "zero_stable", .label = "zero-stable", .kind = &flag, AT(numbers.zero_stable)},
    {.key = "spin_range",
     .label = "A-stable for w in",
     .head = "A-stable for w in",
     .latex_head = "A-stable for $w$ in",
     .kind = &spins,
     AT(a_stable_for),
     UP_TO(a_stable_for.range.up_to_rounding)},
    {.key = "spin_range_real",
     .label = "z < 0 stable for w in",
     .head = "z < 0 stable for w in",
     .latex_head = "$z<0$ stable for $w$ in",
     .kind = &spins,
     AT(negative_axis_for),
     UP_TO(negative_axis_for.range.up_to_rounding)},
    {.key = "w", .kind = &number, AT(numbers.w)},
    {.key = "order_linear", .label = "order of R by DFT", .kind = &count, AT(numbers.order_linear)},
    {.key = "error_constant_text", .kind = &constant_text, AT(numbers.error_constant)},
    {.key = "stable", .label = "stable points", .kind = &where, AT(numbers.stable)},
    {.key = "zero_root", .label = "largest root at z = 0", .kind = &number, AT(numbers.zero_root)},
    {.key = "star_sectors",
     .label = "sectors of order star",
     .kind = &count,
     AT(numbers.star_sectors)},
    {.key = "poles", .label = "poles", .kind = &points, AT(numbers.poles)},
    {.key = "zeros", .label = "zeros", .kind = &points, AT(numbers.zeros)},
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

/* What |R| may be above 1 by for the answer; 0: nothing. */
static double slack_of(const quantity *q, const report *r)
{
    return q->up_to != 0 ? *(const double *)((const char *)r + q->up_to) : 0;
}

void quantity_words_in_full(const quantity *q, const report *r, text *out)
{
    double slack = slack_of(q, r);
    quantity_words(q, r, out);
    if (slack > 0) {
        text_add(out, "%s of the coefficients (|R| <= 1 + %.1e)",
                 q->kind == &open ? "" : " up to rounding", slack);
    }
}

cJSON *quantity_object(const report *r)
{
    cJSON *object = cJSON_CreateObject();
    cJSON *undecided = cJSON_CreateObject(), *rounding = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "method", method_describe(r->method)->name);
    for (int i = 0; i < quantity_count; i++) {
        const quantity *q = &quantities[i];
        double slack = slack_of(q, r);
        cJSON_AddItemToObject(object, q->key, q->kind->json(value_of(q, r)));
        if (slack > 0) {
            cJSON_AddNumberToObject(rounding, q->key, slack);
        }
        if (slack > 0 && q->kind == &open) {
            cJSON_AddStringToObject(undecided, q->key, "rounding");
        }
    }
    cJSON_AddItemToObject(object, "undecided", undecided);
    cJSON_AddItemToObject(object, "up_to_rounding", rounding);
    return object;
}
