#include "numerics/expression.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/plain.h"
#include "numerics/polynomial.h"

enum {
    MAX_ARGUMENTS = 24,
    MAX_NUMBER_LENGTH = 200,
    MAX_EXPONENT = 5000, /* of ten, in exact numbers; quads end there */
    MAX_POWER = 1000     /* of exact numbers */
};

/* A value as it is found: approximately, and exactly at this place of the parser's stack (-1: not
 * known exactly). */
typedef struct operand {
    dual value;
    int exact;
} operand;

typedef struct parser {
    const char *at, *end;
    const expression_scope *scope;
    int depth;
    const char *wrong; /* where the message applies */
    message *why;
    /* Exact values. What is parsed while `used` are taken leaves its own at place `used`, or none.
     */
    exact_number *stack;
    int used, room;
} parser;

/* What follows `root(` or another name: values, with the place of the semicolon. */
typedef struct arguments {
    operand value[MAX_ARGUMENTS];
    int count;
    int before_semicolon; /* 0 when there was none */
} arguments;

static status sum(parser *p, operand *value);

/* A place for one more exact value, -1 when none are wanted. */
static int push(parser *p)
{
    if (p->scope == NULL || p->scope->field == NULL) {
        return -1;
    }
    if (p->used == p->room) {
        exact_number *wider = exact_array(2 * p->room + 8);
        for (int n = 0; n < p->used; n++) {
            exact_set(&wider[n], &p->stack[n]);
        }
        exact_array_free(p->stack, p->room);
        p->stack = wider;
        p->room = 2 * p->room + 8;
    }
    return p->used++;
}

/* Everything above `base` goes, but for the result when there is one at it. */
static void settle(parser *p, int base, operand *result, bool is_exact)
{
    bool keeps = is_exact && !exact_is_long(&p->stack[base]);
    result->exact = keeps ? base : -1;
    p->used = base + keeps;
}

__attribute__((format(printf, 3, 4))) static status wrong_at(parser *p, const char *where,
                                                             const char *format, ...)
{
    char text[256];
    va_list list;
    va_start(list, format);
    plain_print_list(text, sizeof text, format, list);
    va_end(list);
    p->wrong = where;
    return refuse(p->why, "%s", text);
}

static char peek(parser *p)
{
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\t')) {
        p->at++;
    }
    return p->at < p->end ? *p->at : '\0';
}

static bool accept(parser *p, char c)
{
    if (p->at < p->end && peek(p) == c) {
        p->at++;
        return true;
    }
    return false;
}

static status expected(parser *p, const char *what)
{
    char c = peek(p);
    if (p->at >= p->end) {
        return wrong_at(p, p->at, "the expression ends where %s is expected", what);
    }
    /* A letter outside ASCII is shown whole: its continuation bytes belong to it. */
    int length = 1;
    while (p->at + length < p->end && (p->at[length] & 0xc0) == 0x80) {
        length++;
    }
    return wrong_at(p, p->at, "'%.*s' where %s is expected", (unsigned char)c < 0x80 ? 1 : length,
                    p->at, what);
}

/* The decimal `text` as a fraction; false when its exponent is out of all proportion. */
static bool read_decimal(const char *text, mpq_t value)
{
    char digits[MAX_NUMBER_LENGTH + 2];
    int length = 0, after = 0;
    const char *c = text;
    for (bool seen = false; *c != '\0' && *c != 'e' && *c != 'E'; c++) {
        seen = seen || *c == '.';
        if (*c != '.') {
            digits[length++] = *c;
            after += seen;
        }
    }
    digits[length] = '\0';
    long exponent = (*c != '\0' ? strtol(c + 1, NULL, 10) : 0) - after;
    if (length == 0 || exponent > MAX_EXPONENT || exponent < -MAX_EXPONENT) {
        return false;
    }
    mpz_set_str(mpq_numref(value), digits, 10);
    mpz_set_ui(mpq_denref(value), 1);
    mpz_t power;
    mpz_init(power);
    mpz_ui_pow_ui(power, 10, (unsigned long)labs(exponent));
    if (exponent > 0) {
        mpz_mul(mpq_numref(value), mpq_numref(value), power);
    } else {
        mpz_set(mpq_denref(value), power);
    }
    mpq_canonicalize(value);
    mpz_clear(power);
    return true;
}

static status number(parser *p, operand *value)
{
    const char *first = p->at;
    const char *s = first;
    while (s < p->end && (isdigit((unsigned char)*s) || *s == '.')) {
        s++;
    }
    if (s < p->end && (*s == 'e' || *s == 'E')) {
        const char *digits = s + 1;
        digits += digits < p->end && (*digits == '+' || *digits == '-');
        if (digits < p->end && isdigit((unsigned char)*digits)) {
            for (s = digits; s < p->end && isdigit((unsigned char)*s);) {
                s++;
            }
        }
    }
    char copy[MAX_NUMBER_LENGTH + 1];
    size_t length = (size_t)(s - first);
    if (length > MAX_NUMBER_LENGTH) {
        return wrong_at(p, first, "a number of %zu characters; at most %d are accepted", length,
                        MAX_NUMBER_LENGTH);
    }
    memcpy(copy, first, length);
    copy[length] = '\0';
    char *rest = NULL;
    void *before = plain_begin();
    *value = (operand){.value.value = strtoflt128(copy, &rest), .exact = -1};
    plain_end(before);
    if (*rest != '\0' || rest == copy) {
        return wrong_at(p, first, "'%.60s' is not a number", copy);
    }
    if (!finiteq(value->value.value)) {
        return wrong_at(p, first, "the number %.60s is too large", copy);
    }
    int place = push(p);
    if (place >= 0) {
        exact_set_integer(&p->stack[place], 0);
        settle(p, place, value, read_decimal(copy, p->stack[place].c[0]));
    }
    p->at = s;
    return STATUS_OK;
}

static status read_arguments(parser *p, arguments *a)
{
    *a = (arguments){0};
    if (!accept(p, '(')) {
        return expected(p, "'('");
    }
    for (;;) {
        if (a->count == MAX_ARGUMENTS) {
            return wrong_at(p, p->at, "more than %d arguments", MAX_ARGUMENTS);
        }
        TRY(sum(p, &a->value[a->count]));
        a->count++;
        if (accept(p, ')')) {
            return STATUS_OK;
        }
        if (a->before_semicolon == 0 && accept(p, ';')) {
            a->before_semicolon = a->count;
        } else if (!accept(p, ',')) {
            return expected(p, "',' or ')'");
        }
    }
}

static status square_root(parser *p, const char *name, const arguments *a, operand *value)
{
    if (a->count != 1 || a->before_semicolon != 0) {
        return wrong_at(p, name, "sqrt takes one argument");
    }
    if (a->value[0].value.value < 0) {
        return wrong_at(p, name, "sqrt of the negative number %.6g",
                        (double)a->value[0].value.value);
    }
    value->value = dual_sqrt(a->value[0].value);
    int place = a->value[0].exact;
    if (place >= 0) {
        exact_number *x = &p->stack[place];
        mpq_t square;
        mpq_init(square);
        mpq_set(square, x->c[0]);
        settle(p, place, value,
               exact_is_fraction(x) && mpq_sgn(square) >= 0 &&
                   exact_square_root(p->scope->field, x, square));
        mpq_clear(square);
    }
    return STATUS_OK;
}

/* Functions of one argument that every number has a value of; an overflow is refused as what is not
 * finite. */
static const struct {
    const char *name;
    dual (*call)(dual);
} plain_functions[] = {{"cos", dual_cos}, {"sin", dual_sin}, {"exp", dual_exp}};

static status plain(parser *p, const char *name, const arguments *a, operand *value)
{
    size_t which = 0;
    while (strncmp(plain_functions[which].name, name, 3) != 0) {
        which++;
    }
    if (a->count != 1 || a->before_semicolon != 0) {
        return wrong_at(p, name, "%s takes one argument", plain_functions[which].name);
    }
    value->value = plain_functions[which].call(a->value[0].value);
    return finiteq(value->value.value) ? STATUS_OK : wrong_at(p, name, "the value is not finite");
}

static quad polynomial_at(const quad *c, int degree, quad x)
{
    quad size;
    return crealq(polynomial_value(c, degree, x, &size));
}

/* How many zeros of the polynomial lie in [low, high]; multiple ones count as often. */
static int count_zeros(const quad *c, int degree, quad low, quad high)
{
    cquad coefficient[MAX_ARGUMENTS] = {0};
    cquad zero[MAX_ARGUMENTS];
    for (int i = 0; i <= degree; i++) {
        coefficient[i] = c[i];
    }
    if (!polynomial_roots(coefficient, degree, zero)) {
        return 0;
    }
    int count = 0;
    for (int i = 0; i < degree; i++) {
        bool is_real = fabsq(cimagq(zero[i])) <= 1e-25Q * (1 + cabsq(zero[i]));
        count += is_real && crealq(zero[i]) >= low && crealq(zero[i]) <= high;
    }
    return count;
}

/* The same zero exactly, to place `base` of the stack; false when it has none. */
static bool exact_zero(parser *p, int base, const arguments *a, int degree)
{
    zpoly c;
    mpz_t common, term;
    bool is_known = degree <= EXACT_MAX_DEGREE && p->scope != NULL && p->scope->field != NULL;
    for (int i = 0; i < a->count; i++) {
        is_known =
            is_known && a->value[i].exact >= 0 && exact_is_fraction(&p->stack[a->value[i].exact]);
    }
    if (!is_known) {
        return false;
    }
    zpoly_init(&c);
    mpz_inits(common, term, NULL);
    mpz_set_ui(common, 1);
    for (int i = 0; i <= degree; i++) {
        mpz_lcm(common, common, mpq_denref(p->stack[a->value[i].exact].c[0]));
    }
    for (int i = 0; i <= degree; i++) {
        mpq_srcptr x = p->stack[a->value[i].exact].c[0];
        mpz_divexact(term, common, mpq_denref(x));
        mpz_mul(term, term, mpq_numref(x));
        zpoly_set_coefficient(&c, i, term);
    }
    bool found =
        c.degree == degree && exact_polynomial_root(p->scope->field, &p->stack[base], &c,
                                                    p->stack[a->value[degree + 1].exact].c[0],
                                                    p->stack[a->value[degree + 2].exact].c[0]);
    zpoly_clear(&c);
    mpz_clears(common, term, NULL);
    return found;
}

static status polynomial_zero(parser *p, const char *name, const arguments *a, operand *value)
{
    int degree = a->before_semicolon - 1;
    if (degree < 1 || a->count - a->before_semicolon != 2) {
        return wrong_at(p, name, "root takes (c0, ..., cn; lo, hi) with n >= 1");
    }
    quad c[MAX_ARGUMENTS];
    dual all[MAX_ARGUMENTS];
    for (int i = 0; i < a->count; i++) {
        all[i] = a->value[i].value;
        c[i] = all[i].value;
    }
    quad low = c[degree + 1];
    quad high = c[degree + 2];
    if (!(low < high) || c[degree] == 0) {
        return wrong_at(p, name, "root needs lo < hi and a leading coefficient other than 0");
    }
    quad at_low = polynomial_at(c, degree, low);
    quad at_high = polynomial_at(c, degree, high);
    int zeros = count_zeros(c, degree, low, high);
    bool crosses = (at_low <= 0 && at_high >= 0) || (at_low >= 0 && at_high <= 0);
    if (!crosses) {
        return wrong_at(p, name, "root: the polynomial does not change its sign over [%.6g, %.6g]",
                        (double)low, (double)high);
    }
    if (zeros != 1) {
        return wrong_at(p, name, "root finds %d zeros in [%.6g, %.6g]; it needs exactly one", zeros,
                        (double)low, (double)high);
    }
    while (at_low != 0 && at_high != 0) {
        quad middle = (low + high) / 2;
        if (middle <= low || middle >= high) {
            break;
        }
        quad at_middle = polynomial_at(c, degree, middle);
        bool left = (at_middle >= 0) == (at_high >= 0);
        *(left ? &high : &low) = middle;
        *(left ? &at_high : &at_low) = at_middle;
    }
    value->value = dual_zero(all, degree, all[degree + 1], all[degree + 2],
                             fabsq(at_low) < fabsq(at_high) ? low : high);
    int base = p->used - a->count; /* where the first argument is, when all are exact */
    if (a->value[0].exact >= 0 && base == a->value[0].exact) {
        settle(p, base, value, exact_zero(p, base, a, degree));
    }
    return STATUS_OK;
}

typedef status (*function)(parser *, const char *, const arguments *, operand *);

static const struct {
    const char *name;
    function call;
} functions[] = {
    {.name = "sqrt", .call = square_root},
    {.name = "cos", .call = plain},
    {.name = "sin", .call = plain},
    {.name = "exp", .call = plain},
    {.name = "root", .call = polynomial_zero},
};

static const size_t function_count = sizeof functions / sizeof functions[0];

static bool spells(const char *word, const char *name, size_t length)
{
    return strlen(word) == length && memcmp(word, name, length) == 0;
}

static bool is_name_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The exact value of a name, on the stack. */
static void push_known(parser *p, const exact_number *known, operand *value)
{
    int place = known != NULL ? push(p) : -1;
    if (place >= 0) {
        exact_set(&p->stack[place], known);
        value->exact = place;
    }
}

static status named(parser *p, operand *value)
{
    int base = p->used;
    *value = (operand){.exact = -1};
    const char *name = p->at;
    while (p->at < p->end && is_name_letter(*p->at)) {
        p->at++;
    }
    size_t length = (size_t)(p->at - name);
    if (spells("pi", name, length)) {
        value->value.value = M_PIq;
        return STATUS_OK;
    }
    for (int i = 0; p->scope != NULL && i < p->scope->count; i++) {
        if (spells(p->scope->names[i].name, name, length)) {
            value->value =
                (dual){.value = p->scope->names[i].value, .slope = p->scope->names[i].slope};
            push_known(p, p->scope->names[i].exact, value);
            return STATUS_OK;
        }
    }
    for (size_t i = 0; i < function_count; i++) {
        if (spells(functions[i].name, name, length)) {
            arguments a;
            TRY(read_arguments(p, &a));
            status s = functions[i].call(p, name, &a, value);
            p->used = base + (value->exact >= 0);
            return s;
        }
    }
    return wrong_at(p, name, "unknown name '%.*s'; known are pi, sqrt, cos, sin, exp and root",
                    (int)(length < 40 ? length : 40), name);
}

static status primary(parser *p, operand *value)
{
    char c = peek(p);
    if (isdigit((unsigned char)c) || c == '.') {
        return number(p, value);
    }
    if (isalpha((unsigned char)c)) {
        return named(p, value);
    }
    if (accept(p, '(')) {
        TRY(sum(p, value));
        return accept(p, ')') ? STATUS_OK : expected(p, "')'");
    }
    return expected(p, "a number, a name or '('");
}

static status check_finite(parser *p, const char *where, dual value)
{
    return finiteq(value.value) ? STATUS_OK : wrong_at(p, where, "the value is not finite");
}

static status power(parser *p, operand *value);

/* -2^2 is -4, and 2^-1 is a half. */
static status signed_power(parser *p, operand *value)
{
    if (++p->depth > EXPRESSION_MAX_DEPTH) {
        return wrong_at(p, p->at, "nested more than %d deep", EXPRESSION_MAX_DEPTH);
    }
    bool minus = peek(p) == '-';
    if (minus || peek(p) == '+') {
        p->at++;
        TRY(signed_power(p, value));
    } else {
        TRY(power(p, value));
    }
    p->depth--;
    if (minus) {
        value->value = dual_negative(value->value);
        for (int e = 0; e < EXACT_MAX_DEGREE && value->exact >= 0; e++) {
            mpq_neg(p->stack[value->exact].c[e], p->stack[value->exact].c[e]);
        }
    }
    return STATUS_OK;
}

/* x^n for an integer n, -MAX_POWER <= n <= MAX_POWER, by squaring; x is not 0 when n < 0. */
static bool raise(const exact_field *f, exact_number *x, const exact_number *exponent)
{
    if (!exact_is_fraction(exponent) || mpz_cmp_ui(mpq_denref(exponent->c[0]), 1) != 0 ||
        mpz_cmpabs_ui(mpq_numref(exponent->c[0]), MAX_POWER) > 0) {
        return false;
    }
    long n = mpz_get_si(mpq_numref(exponent->c[0]));
    exact_number result;
    exact_init(&result);
    exact_set_integer(&result, 1);
    if (n < 0) {
        exact_divide(f, x, &result, x);
    }
    for (long bit = 512; bit > 0 && !exact_is_long(&result); bit /= 2) {
        exact_multiply(f, &result, &result, &result);
        if ((labs(n) & bit) != 0) {
            exact_multiply(f, &result, &result, x);
        }
    }
    exact_set(x, &result);
    exact_clear(&result);
    return true;
}

static status power(parser *p, operand *value)
{
    int base = p->used;
    status s = primary(p, value);
    if (s != STATUS_OK || !accept(p, '^')) {
        return s;
    }
    const char *where = p->at - 1;
    operand exponent = {.exact = -1};
    s = signed_power(p, &exponent);
    if (s != STATUS_OK) {
        return s;
    }
    quad x = value->value.value, y = exponent.value.value;
    if (x < 0 && y != floorq(y)) {
        return wrong_at(p, where, "a negative number to a power that is not an integer");
    }
    if (x == 0 && y < 0) {
        return wrong_at(p, where, "division by zero");
    }
    value->value = dual_power(value->value, exponent.value);
    settle(p, base, value,
           value->exact >= 0 && exponent.exact >= 0 && !(exact_is_zero(&p->stack[base]) && y < 0) &&
               raise(p->scope->field, &p->stack[base], &p->stack[exponent.exact]));
    return check_finite(p, where, value->value);
}

static status product(parser *p, operand *value)
{
    int base = p->used;
    TRY(signed_power(p, value));
    while ((peek(p) == '*' || peek(p) == '/') && p->at < p->end) {
        const char *where = p->at;
        bool divide = *p->at++ == '/';
        operand factor = {.exact = -1};
        TRY(signed_power(p, &factor));
        bool is_zero = factor.value.value == 0 ||
                       (factor.exact >= 0 && exact_is_zero(&p->stack[factor.exact]));
        if (divide && is_zero) {
            return wrong_at(p, where, "division by zero");
        }
        value->value = divide ? dual_quotient(value->value, factor.value)
                              : dual_product(value->value, factor.value);
        bool is_exact = value->exact >= 0 && factor.exact >= 0;
        if (is_exact) {
            (divide ? exact_divide : exact_multiply)(p->scope->field, &p->stack[base],
                                                     &p->stack[base], &p->stack[factor.exact]);
        }
        settle(p, base, value, is_exact);
        TRY(check_finite(p, where, value->value));
    }
    return STATUS_OK;
}

static status sum(parser *p, operand *value)
{
    int base = p->used;
    TRY(product(p, value));
    while ((peek(p) == '+' || peek(p) == '-') && p->at < p->end) {
        const char *where = p->at;
        bool minus = *p->at++ == '-';
        operand term = {.exact = -1};
        TRY(product(p, &term));
        value->value =
            minus ? dual_difference(value->value, term.value) : dual_sum(value->value, term.value);
        bool is_exact = value->exact >= 0 && term.exact >= 0;
        if (is_exact) {
            (minus ? exact_subtract : exact_add)(&p->stack[base], &p->stack[base],
                                                 &p->stack[term.exact]);
        }
        settle(p, base, value, is_exact);
        TRY(check_finite(p, where, value->value));
    }
    return STATUS_OK;
}

/* All of the source; the parser is the caller's to clear. */
static status parse_all(parser *p, const char *source, operand *value, size_t *where)
{
    *value = (operand){.exact = -1};
    status s = sum(p, value);
    peek(p);
    if (s == STATUS_OK && p->at < p->end) {
        s = expected(p, "an operator or the end");
    }
    *where = s != STATUS_OK ? (size_t)(p->wrong - source) : 0;
    return s;
}

status expression_dual(const char *source, size_t length, const expression_scope *scope,
                       dual *value, size_t *where, message *why)
{
    parser p = {.at = source, .end = source + length, .scope = scope, .why = why};
    operand result;
    status s = parse_all(&p, source, &result, where);
    *value = result.value;
    exact_array_free(p.stack, p.room);
    return s;
}

status expression_exact(const char *source, size_t length, const expression_scope *scope,
                        quad *value, exact_number *number, bool *is_exact, size_t *where,
                        message *why)
{
    parser p = {.at = source, .end = source + length, .scope = scope, .why = why};
    operand result;
    status s = parse_all(&p, source, &result, where);
    *is_exact = s == STATUS_OK && result.exact >= 0;
    if (*is_exact) {
        exact_set(number, &p.stack[result.exact]);
        result.value.value = exact_quad(scope->field, number);
    }
    *value = result.value.value;
    exact_array_free(p.stack, p.room);
    return s;
}

status expression_value(const char *source, size_t length, const expression_scope *scope,
                        quad *value, size_t *where, message *why)
{
    dual both = {0};
    TRY(expression_dual(source, length, scope, &both, where, why));
    *value = both.value;
    return STATUS_OK;
}

bool expression_name_is_free(const expression_scope *scope, const char *name, size_t length)
{
    if (length == 0 || length >= EXPRESSION_NAME_SIZE || !isalpha((unsigned char)name[0]) ||
        spells("pi", name, length)) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        if (!is_name_letter(name[i])) {
            return false;
        }
    }
    for (size_t i = 0; i < function_count; i++) {
        if (spells(functions[i].name, name, length)) {
            return false;
        }
    }
    for (int i = 0; i < scope->count; i++) {
        if (spells(scope->names[i].name, name, length)) {
            return false;
        }
    }
    return true;
}

int expression_count_roots(const char *source, size_t length)
{
    int count = 0;
    for (size_t i = 0; i + 4 <= length; i++) {
        count += memcmp(source + i, "root", 4) == 0;
    }
    return count;
}
