#include "numerics/expression.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "base/plain.h"
#include "numerics/polynomial.h"

enum { MAX_ARGUMENTS = 24, MAX_NUMBER_LENGTH = 200 };

typedef struct parser {
    const char *at, *end;
    const expression_scope *scope;
    int depth;
    const char *wrong; /* where the message applies */
    message *why;
} parser;

/* What follows `root(` or another name: values, with the place of the semicolon. */
typedef struct arguments {
    dual value[MAX_ARGUMENTS];
    int count;
    int before_semicolon; /* 0 when there was none */
} arguments;

static status sum(parser *p, dual *value);

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

static status number(parser *p, dual *value)
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
    *value = (dual){.value = strtoflt128(copy, &rest)};
    plain_end(before);
    if (*rest != '\0' || rest == copy) {
        return wrong_at(p, first, "'%.60s' is not a number", copy);
    }
    if (!finiteq(value->value)) {
        return wrong_at(p, first, "the number %.60s is too large", copy);
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
        status s = sum(p, &a->value[a->count]);
        if (s != STATUS_OK) {
            return s;
        }
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

static status square_root(parser *p, const char *name, const arguments *a, dual *value)
{
    if (a->count != 1 || a->before_semicolon != 0) {
        return wrong_at(p, name, "sqrt takes one argument");
    }
    if (a->value[0].value < 0) {
        return wrong_at(p, name, "sqrt of the negative number %.6g", (double)a->value[0].value);
    }
    *value = dual_sqrt(a->value[0]);
    return STATUS_OK;
}

/* Functions of one argument that every number has a value of; an overflow is refused as what is not
 * finite. */
static const struct {
    const char *name;
    dual (*call)(dual);
} plain_functions[] = {{"cos", dual_cos}, {"sin", dual_sin}, {"exp", dual_exp}};

static status plain(parser *p, const char *name, const arguments *a, dual *value)
{
    size_t which = 0;
    while (strncmp(plain_functions[which].name, name, 3) != 0) {
        which++;
    }
    if (a->count != 1 || a->before_semicolon != 0) {
        return wrong_at(p, name, "%s takes one argument", plain_functions[which].name);
    }
    *value = plain_functions[which].call(a->value[0]);
    return finiteq(value->value) ? STATUS_OK : wrong_at(p, name, "the value is not finite");
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

static status polynomial_zero(parser *p, const char *name, const arguments *a, dual *value)
{
    int degree = a->before_semicolon - 1;
    if (degree < 1 || a->count - a->before_semicolon != 2) {
        return wrong_at(p, name, "root takes (c0, ..., cn; lo, hi) with n >= 1");
    }
    quad c[MAX_ARGUMENTS];
    for (int i = 0; i <= degree; i++) {
        c[i] = a->value[i].value;
    }
    quad low = a->value[a->before_semicolon].value;
    quad high = a->value[a->before_semicolon + 1].value;
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
    const dual *bounds = a->value + a->before_semicolon;
    *value = dual_zero(a->value, degree, bounds[0], bounds[1],
                       fabsq(at_low) < fabsq(at_high) ? low : high);
    return STATUS_OK;
}

typedef status (*function)(parser *, const char *, const arguments *, dual *);

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

static status named(parser *p, dual *value)
{
    const char *name = p->at;
    while (p->at < p->end && is_name_letter(*p->at)) {
        p->at++;
    }
    size_t length = (size_t)(p->at - name);
    if (spells("pi", name, length)) {
        *value = (dual){.value = M_PIq};
        return STATUS_OK;
    }
    for (int i = 0; p->scope != NULL && i < p->scope->count; i++) {
        if (spells(p->scope->names[i].name, name, length)) {
            *value = (dual){.value = p->scope->names[i].value, .slope = p->scope->names[i].slope};
            return STATUS_OK;
        }
    }
    for (size_t i = 0; i < function_count; i++) {
        if (spells(functions[i].name, name, length)) {
            arguments a;
            status s = read_arguments(p, &a);
            return s != STATUS_OK ? s : functions[i].call(p, name, &a, value);
        }
    }
    return wrong_at(p, name, "unknown name '%.*s'; known are pi, sqrt, cos, sin, exp and root",
                    (int)(length < 40 ? length : 40), name);
}

static status primary(parser *p, dual *value)
{
    char c = peek(p);
    if (isdigit((unsigned char)c) || c == '.') {
        return number(p, value);
    }
    if (isalpha((unsigned char)c)) {
        return named(p, value);
    }
    if (accept(p, '(')) {
        status s = sum(p, value);
        if (s == STATUS_OK && !accept(p, ')')) {
            s = expected(p, "')'");
        }
        return s;
    }
    return expected(p, "a number, a name or '('");
}

static status check_finite(parser *p, const char *where, dual value)
{
    return finiteq(value.value) ? STATUS_OK : wrong_at(p, where, "the value is not finite");
}

static status power(parser *p, dual *value);

/* -2^2 is -4, and 2^-1 is a half. */
static status signed_power(parser *p, dual *value)
{
    if (++p->depth > EXPRESSION_MAX_DEPTH) {
        return wrong_at(p, p->at, "nested more than %d deep", EXPRESSION_MAX_DEPTH);
    }
    status s;
    if (peek(p) == '-' || peek(p) == '+') {
        bool minus = *p->at++ == '-';
        s = signed_power(p, value);
        if (s == STATUS_OK && minus) {
            *value = dual_negative(*value);
        }
    } else {
        s = power(p, value);
    }
    p->depth--;
    return s;
}

static status power(parser *p, dual *value)
{
    status s = primary(p, value);
    if (s != STATUS_OK || !accept(p, '^')) {
        return s;
    }
    const char *where = p->at - 1;
    dual exponent = {0};
    s = signed_power(p, &exponent);
    if (s != STATUS_OK) {
        return s;
    }
    if (value->value < 0 && exponent.value != floorq(exponent.value)) {
        return wrong_at(p, where, "a negative number to a power that is not an integer");
    }
    if (value->value == 0 && exponent.value < 0) {
        return wrong_at(p, where, "division by zero");
    }
    *value = dual_power(*value, exponent);
    return check_finite(p, where, *value);
}

static status product(parser *p, dual *value)
{
    status s = signed_power(p, value);
    while (s == STATUS_OK && (peek(p) == '*' || peek(p) == '/') && p->at < p->end) {
        const char *where = p->at;
        bool divide = *p->at++ == '/';
        dual factor = {0};
        s = signed_power(p, &factor);
        if (s == STATUS_OK && divide && factor.value == 0) {
            return wrong_at(p, where, "division by zero");
        }
        if (s == STATUS_OK) {
            *value = divide ? dual_quotient(*value, factor) : dual_product(*value, factor);
            s = check_finite(p, where, *value);
        }
    }
    return s;
}

static status sum(parser *p, dual *value)
{
    status s = product(p, value);
    while (s == STATUS_OK && (peek(p) == '+' || peek(p) == '-') && p->at < p->end) {
        const char *where = p->at;
        bool minus = *p->at++ == '-';
        dual term = {0};
        s = product(p, &term);
        if (s == STATUS_OK) {
            *value = minus ? dual_difference(*value, term) : dual_sum(*value, term);
            s = check_finite(p, where, *value);
        }
    }
    return s;
}

status expression_dual(const char *source, size_t length, const expression_scope *scope,
                       dual *value, size_t *where, message *why)
{
    parser p = {.at = source, .end = source + length, .scope = scope, .why = why};
    status s = sum(&p, value);
    peek(&p);
    if (s == STATUS_OK && p.at < p.end) {
        s = expected(&p, "an operator or the end");
    }
    *where = s == STATUS_OK ? 0 : (size_t)(p.wrong - source);
    return s;
}

status expression_value(const char *source, size_t length, const expression_scope *scope,
                        quad *value, size_t *where, message *why)
{
    dual both = {0};
    status s = expression_dual(source, length, scope, &both, where, why);
    if (s == STATUS_OK) {
        *value = both.value;
    }
    return s;
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
