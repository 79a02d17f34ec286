#include "numerics/constant_filter.h"

#include <stdint.h>

enum { LONG = 600, KEPT = 320 }; /* bits */

bool filter_applies(const bipoly *p)
{
    return p->degree >= 0 && bipoly_degree_w(p) <= 0;
}

/* The coefficient of x^i. */
static const mpz_t *at(const bipoly *p, int i)
{
    return p->c[i].degree >= 0 ? &p->c[i].c[0] : NULL;
}

static size_t longest(const bipoly *p)
{
    size_t most = 0;
    for (int i = 0; i <= p->degree; i++) {
        size_t bits = p->c[i].degree >= 0 ? mpz_sizeinbase(p->c[i].c[0], 2) : 0;
        most = bits > most ? bits : most;
    }
    return most;
}

bool filter_bounds(const bipoly *p, size_t kept, bipoly *low, bipoly *high)
{
    size_t bits = longest(p);
    if (bits < 2 * kept) {
        return false;
    }
    mpz_t value;
    mpz_init(value);
    for (int i = 0; i <= p->degree; i++) {
        const mpz_t *c = at(p, i);
        if (c != NULL) {
            mpz_fdiv_q_2exp(value, *c, bits - kept);
            zpoly_set_coefficient(bipoly_at(low, i), 0, value);
            mpz_cdiv_q_2exp(value, *c, bits - kept);
            zpoly_set_coefficient(bipoly_at(high, i), 0, value);
        }
    }
    bipoly_trim(low);
    bipoly_trim(high);
    mpz_clear(value);
    return true;
}

typedef struct interval {
    mpz_t low, high;
} interval;

/* a becomes a b / 2^bits, rounded outwards. */
static void multiply_scaled(interval *a, const interval *b, int bits)
{
    mpz_t least, most, product;
    mpz_inits(least, most, product, NULL);
    const mpz_t *of_a[] = {&a->low, &a->high};
    const mpz_t *of_b[] = {&b->low, &b->high};
    for (int n = 0; n < 4; n++) {
        mpz_mul(product, *of_a[n / 2], *of_b[n % 2]);
        if (n == 0 || mpz_cmp(product, least) < 0) {
            mpz_set(least, product);
        }
        if (n == 0 || mpz_cmp(product, most) > 0) {
            mpz_set(most, product);
        }
    }
    mpz_fdiv_q_2exp(a->low, least, (mp_bitcnt_t)bits);
    mpz_cdiv_q_2exp(a->high, most, (mp_bitcnt_t)bits);
    mpz_clears(least, most, product, NULL);
}

/* p(w) 2^bits by Horner's scheme, for every w 2^bits of `scaled_w`. */
static void enclose_value(interval *value, const zpoly *p, const interval *scaled_w, int bits)
{
    mpz_t term;
    mpz_init(term);
    mpz_set_ui(value->low, 0);
    mpz_set_ui(value->high, 0);
    for (int k = p->degree; k >= 0; k--) {
        multiply_scaled(value, scaled_w, bits);
        mpz_mul_2exp(term, p->c[k], (mp_bitcnt_t)bits);
        mpz_add(value->low, value->low, term);
        mpz_add(value->high, value->high, term);
    }
    mpz_clear(term);
}

void filter_enclose(const bipoly *p, real_root *w, int bits, bipoly *low, bipoly *high)
{
    interval scaled_w, value;
    mpq_t end;
    mpz_inits(scaled_w.low, scaled_w.high, value.low, value.high, NULL);
    mpq_init(end);
    real_root_refine(w, bits);
    mpq_mul_2exp(end, w->low, (mp_bitcnt_t)bits);
    mpz_fdiv_q(scaled_w.low, mpq_numref(end), mpq_denref(end));
    mpq_mul_2exp(end, w->high, (mp_bitcnt_t)bits);
    mpz_cdiv_q(scaled_w.high, mpq_numref(end), mpq_denref(end));
    for (int i = 0; i <= p->degree; i++) {
        enclose_value(&value, &p->c[i], &scaled_w, bits);
        zpoly_set_coefficient(bipoly_at(low, i), 0, value.low);
        zpoly_set_coefficient(bipoly_at(high, i), 0, value.high);
    }
    bipoly_trim(low);
    bipoly_trim(high);
    mpz_clears(scaled_w.low, scaled_w.high, value.low, value.high, NULL);
    mpq_clear(end);
}

/* ---- Modulo a prime. ---- */

enum { MOST_DEGREE = 127 };
static const uint64_t prime = ((uint64_t)1 << 61) - 1;

static uint64_t times(uint64_t a, uint64_t b)
{
    return (uint64_t)((unsigned __int128)a * b % prime);
}

static uint64_t inverse(uint64_t x)
{
    uint64_t result = 1;
    for (uint64_t power = prime - 2; power > 0; power /= 2) {
        result = power % 2 == 1 ? times(result, x) : result;
        x = times(x, x);
    }
    return result;
}

static void reduce(const bipoly *p, uint64_t *out)
{
    for (int i = 0; i <= p->degree; i++) {
        out[i] = at(p, i) != NULL ? mpz_fdiv_ui(*at(p, i), prime) : 0;
    }
}

filter filter_coprime(const bipoly *p, const bipoly *q)
{
    uint64_t space[2][MOST_DEGREE + 1];
    uint64_t *a = space[0], *b = space[1];
    int degree_a = p->degree, degree_b = q->degree;
    if (degree_a < 0 || degree_b < 0 || degree_a > MOST_DEGREE || degree_b > MOST_DEGREE) {
        return FILTER_OPEN;
    }
    reduce(p, a);
    reduce(q, b);
    if (a[degree_a] == 0) { /* a divisor could lose its degree with both */
        return FILTER_OPEN;
    }
    while (degree_b >= 0 && b[degree_b] == 0) {
        degree_b--;
    }
    while (degree_b >= 0) {
        uint64_t lead = inverse(b[degree_b]);
        for (int n = degree_a - degree_b; n >= 0; n--) {
            uint64_t factor = times(a[n + degree_b], lead);
            for (int k = 0; k <= degree_b; k++) {
                a[n + k] = (a[n + k] + prime - times(factor, b[k])) % prime;
            }
        }
        int left = degree_a < degree_b ? degree_a : degree_b - 1;
        while (left >= 0 && a[left] == 0) {
            left--;
        }
        uint64_t *held = a;
        a = b;
        b = held;
        degree_a = degree_b;
        degree_b = left;
    }
    return degree_a == 0 ? FILTER_YES : FILTER_OPEN;
}

/* ---- Routh's scheme. ---- */

enum { MOST_ENTRIES = MOST_DEGREE / 2 + 2 };

/* to = a b, where b > 0. */
static void multiply(interval *to, const interval *a, const interval *b)
{
    mpz_mul(to->low, a->low, mpz_sgn(a->low) >= 0 ? b->low : b->high);
    mpz_mul(to->high, a->high, mpz_sgn(a->high) >= 0 ? b->high : b->low);
}

/* Divides a row by a power of two, outwards, so that its numbers stay short. */
static void shorten(interval *row, int count)
{
    size_t most = 0;
    for (int i = 0; i < count; i++) {
        size_t bits = mpz_sizeinbase(row[i].low, 2), more = mpz_sizeinbase(row[i].high, 2);
        most = bits > most ? bits : most;
        most = more > most ? more : most;
    }
    for (int i = 0; i < count && most > KEPT; i++) {
        mpz_fdiv_q_2exp(row[i].low, row[i].low, most - KEPT);
        mpz_cdiv_q_2exp(row[i].high, row[i].high, most - KEPT);
    }
}

/* above becomes the next row: above[i+1] first(row) - first(above) row[i+1]. */
static void next_row(interval *above, const interval *row, int count)
{
    interval left, right;
    mpz_inits(left.low, left.high, right.low, right.high, NULL);
    interval first;
    mpz_init_set(first.low, above[0].low);
    mpz_init_set(first.high, above[0].high);
    for (int i = 0; i + 1 < count; i++) {
        multiply(&left, &above[i + 1], &row[0]);
        multiply(&right, &row[i + 1], &first);
        mpz_sub(above[i].low, left.low, right.high);
        mpz_sub(above[i].high, left.high, right.low);
    }
    mpz_set_ui(above[count - 1].low, 0);
    mpz_set_ui(above[count - 1].high, 0);
    shorten(above, count);
    mpz_clears(left.low, left.high, right.low, right.high, first.low, first.high, NULL);
}

filter filter_hurwitz(const bipoly *p)
{
    interval rows[2][MOST_ENTRIES];
    if (p->degree > MOST_DEGREE || longest(p) < LONG) {
        return FILTER_OPEN;
    }
    int count = p->degree / 2 + 1, sign = mpz_sgn(*at(p, p->degree));
    for (int n = 0; n < 2 * count; n++) {
        interval *x = &rows[n % 2][n / 2];
        mpz_inits(x->low, x->high, NULL);
        if (n <= p->degree && at(p, p->degree - n) != NULL) {
            mpz_mul_si(x->low, *at(p, p->degree - n), sign);
            mpz_set(x->high, x->low);
        }
    }
    shorten(rows[0], count);
    shorten(rows[1], count);
    filter is = FILTER_YES;
    for (int n = 0; n < p->degree && is == FILTER_YES; n++) {
        interval *above = rows[n % 2], *row = rows[(n + 1) % 2];
        if (mpz_sgn(row[0].high) <= 0) {
            is = FILTER_NO;
        } else if (mpz_sgn(row[0].low) <= 0) {
            is = FILTER_OPEN;
        } else {
            next_row(above, row, count);
        }
    }
    for (int n = 0; n < 2 * count; n++) {
        mpz_clears(rows[n % 2][n / 2].low, rows[n % 2][n / 2].high, NULL);
    }
    return is;
}
