#include "numerics/exact.h"

#include <ctype.h>
#include <string.h>

#include "numerics/expression.h"

/* Numbers of a file are at most 1e100 in size and have at most 200 letters. */
enum { MOST_BITS = 4096, MOST_LETTERS = 200, MOST_EXPONENT = 1000 };

/* Where the reader is. The grammar is that of expression.c. */
typedef struct cursor {
    const char *at, *end;
    int depth;
} cursor;

static bool sum(cursor *c, mpq_t value);

static char peek(cursor *c)
{
    while (c->at < c->end && (*c->at == ' ' || *c->at == '\t')) {
        c->at++;
    }
    return c->at < c->end ? *c->at : '\0';
}

static bool accept(cursor *c, char wanted)
{
    bool found = peek(c) == wanted && c->at < c->end;
    c->at += found;
    return found;
}

static bool is_small(const mpq_t value)
{
    return mpz_sizeinbase(mpq_numref(value), 2) <= MOST_BITS &&
           mpz_sizeinbase(mpq_denref(value), 2) <= MOST_BITS;
}

/* value * 10^exponent */
static void shift(mpq_t value, long exponent)
{
    mpz_t power;
    mpz_init(power);
    mpz_ui_pow_ui(power, 10, (unsigned long)(exponent < 0 ? -exponent : exponent));
    mpz_t *side = (mpz_t *)(exponent < 0 ? mpq_denref(value) : mpq_numref(value));
    mpz_mul(*side, *side, power);
    mpq_canonicalize(value);
    mpz_clear(power);
}

/* The exponent after e or E, where digits follow; else the letter is left where it is. */
static bool read_exponent(cursor *c, long *exponent)
{
    const char *s = c->at + 1;
    bool minus = s < c->end && *s == '-';
    s += s < c->end && (*s == '+' || *s == '-');
    if (s >= c->end || !isdigit((unsigned char)*s)) {
        return true;
    }
    long size = 0;
    for (; s < c->end && isdigit((unsigned char)*s) && size <= MOST_EXPONENT; s++) {
        size = 10 * size + (*s - '0');
    }
    c->at = s;
    *exponent += minus ? -size : size;
    return size <= MOST_EXPONENT;
}

static bool number(cursor *c, mpq_t value)
{
    char digits[MOST_LETTERS + 1];
    int count = 0, points = 0;
    long exponent = 0;
    for (; c->at < c->end && (isdigit((unsigned char)*c->at) || *c->at == '.'); c->at++) {
        if (*c->at == '.') {
            points++;
        } else if (count == MOST_LETTERS) {
            return false;
        } else {
            digits[count++] = *c->at;
            exponent -= points;
        }
    }
    digits[count] = '\0';
    if (count == 0 || points > 1) {
        return false;
    }
    if (c->at < c->end && (*c->at == 'e' || *c->at == 'E') && !read_exponent(c, &exponent)) {
        return false;
    }
    mpz_set_str(mpq_numref(value), digits, 10);
    mpz_set_ui(mpq_denref(value), 1);
    shift(value, exponent);
    return is_small(value);
}

static bool primary(cursor *c, mpq_t value)
{
    char next = peek(c);
    if (isdigit((unsigned char)next) || next == '.') {
        return number(c, value);
    }
    return accept(c, '(') && sum(c, value) && accept(c, ')');
}

/* base^exponent in base, where the exponent is a small integer. */
static bool raise(mpq_t base, const mpq_t exponent)
{
    if (mpz_cmp_ui(mpq_denref(exponent), 1) != 0 ||
        mpz_cmpabs_ui(mpq_numref(exponent), MOST_EXPONENT) > 0) {
        return false;
    }
    long n = mpz_get_si(mpq_numref(exponent));
    unsigned long size = (unsigned long)(n < 0 ? -n : n);
    size_t bits = mpz_sizeinbase(mpq_numref(base), 2) + mpz_sizeinbase(mpq_denref(base), 2);
    if ((mpq_sgn(base) == 0 && n < 0) || bits * size > (size_t)4 * MOST_BITS) {
        return false;
    }
    if (n < 0) {
        mpq_inv(base, base);
    }
    mpz_pow_ui(mpq_numref(base), mpq_numref(base), size);
    mpz_pow_ui(mpq_denref(base), mpq_denref(base), size);
    return is_small(base);
}

/* -2^2 is -4, and 2^-1 is a half. */
static bool signed_power(cursor *c, mpq_t value)
{
    bool good = ++c->depth <= EXPRESSION_MAX_DEPTH;
    if (good && (peek(c) == '-' || peek(c) == '+')) {
        bool minus = *c->at++ == '-';
        good = signed_power(c, value);
        if (minus) {
            mpq_neg(value, value);
        }
    } else if (good) {
        good = primary(c, value);
        if (good && accept(c, '^')) {
            mpq_t exponent;
            mpq_init(exponent);
            good = signed_power(c, exponent) && raise(value, exponent);
            mpq_clear(exponent);
        }
    }
    c->depth--;
    return good;
}

static bool product(cursor *c, mpq_t value)
{
    mpq_t factor;
    mpq_init(factor);
    bool good = signed_power(c, value);
    while (good && (peek(c) == '*' || peek(c) == '/')) {
        bool divide = *c->at++ == '/';
        good = signed_power(c, factor) && !(divide && mpq_sgn(factor) == 0);
        if (good && divide) {
            mpq_div(value, value, factor);
        } else if (good) {
            mpq_mul(value, value, factor);
        }
        good = good && is_small(value);
    }
    mpq_clear(factor);
    return good;
}

static bool sum(cursor *c, mpq_t value)
{
    mpq_t term;
    mpq_init(term);
    bool good = product(c, value);
    while (good && (peek(c) == '+' || peek(c) == '-')) {
        bool minus = *c->at++ == '-';
        good = product(c, term);
        if (good && minus) {
            mpq_sub(value, value, term);
        } else if (good) {
            mpq_add(value, value, term);
        }
        good = good && is_small(value);
    }
    mpq_clear(term);
    return good;
}

bool exact_value(const char *source, size_t length, mpq_t value)
{
    cursor c = {.at = source, .end = source + length};
    bool good = sum(&c, value) && peek(&c) == '\0' && c.at == c.end;
    if (!good) {
        mpq_set_ui(value, 0, 1);
    }
    return good;
}
