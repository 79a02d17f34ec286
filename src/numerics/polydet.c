#include "numerics/polydet.h"

#include <stdint.h>
#include <string.h>

/* Arithmetic modulo an odd p < 2^62; numbers are kept as x 2^64 mod p (Montgomery 1985), so that a
 * product takes no division. */
typedef struct prime {
    uint64_t p;
    uint64_t inverse; /* -1/p modulo 2^64 */
    uint64_t square;  /* 2^128 mod p */
} prime;

static prime prime_make(uint64_t p)
{
    uint64_t inverse = 1;
    for (int n = 0; n < 6; n++) { /* Newton: each step doubles the bits that are right */
        inverse *= 2 - p * inverse;
    }
    unsigned __int128 r = ((unsigned __int128)1 << 64) % p;
    return (prime){.p = p, .inverse = 0 - inverse, .square = (uint64_t)(r * r % p)};
}

static inline uint64_t times(const prime *m, uint64_t a, uint64_t b)
{
    unsigned __int128 product = (unsigned __int128)a * b;
    uint64_t factor = (uint64_t)product * m->inverse;
    uint64_t high = (uint64_t)((product + (unsigned __int128)factor * m->p) >> 64);
    return high >= m->p ? high - m->p : high;
}

static inline uint64_t minus(const prime *m, uint64_t a, uint64_t b)
{
    return a >= b ? a - b : a + m->p - b;
}

static inline uint64_t plus(const prime *m, uint64_t a, uint64_t b)
{
    uint64_t sum = a + b;
    return sum >= m->p ? sum - m->p : sum;
}

static uint64_t enter(const prime *m, uint64_t x)
{
    return times(m, x % m->p, m->square);
}

static uint64_t leave(const prime *m, uint64_t x)
{
    return times(m, x, 1);
}

/* 1/x = x^(p-2) */
static uint64_t inverse_of(const prime *m, uint64_t x)
{
    uint64_t result = enter(m, 1);
    for (uint64_t power = m->p - 2; power > 0; power /= 2) {
        result = power % 2 == 1 ? times(m, result, x) : result;
        x = times(m, x, x);
    }
    return result;
}

/* Elimination that multiplies rows by the pivot instead of dividing: one division at the end.
 * Destroys the matrix. */
static uint64_t determinant(const prime *m, uint64_t *a, int order)
{
    uint64_t value = enter(m, 1), divisor = value;
    for (int n = 0; n < order; n++) {
        int row = n;
        while (row < order && a[row * order + n] == 0) {
            row++;
        }
        if (row == order) {
            return 0;
        }
        for (int k = n; k < order && row != n; k++) {
            uint64_t held = a[row * order + k];
            a[row * order + k] = a[n * order + k];
            a[n * order + k] = held == 0 ? 0 : m->p - held; /* the sign of the exchange */
        }
        uint64_t pivot = a[n * order + n];
        value = times(m, value, pivot);
        for (int i = n + 1; i < order; i++) {
            uint64_t below = a[i * order + n];
            if (below == 0) {
                continue;
            }
            divisor = times(m, divisor, pivot);
            for (int k = n + 1; k < order; k++) {
                a[i * order + k] =
                    minus(m, times(m, a[i * order + k], pivot), times(m, below, a[n * order + k]));
            }
        }
    }
    return times(m, value, inverse_of(m, divisor));
}

/* Values at 0, 1, ..., degree become coefficients, by divided differences. */
static void interpolate(const prime *m, uint64_t *f, int stride, int degree,
                        const uint64_t *integers, const uint64_t *inverses)
{
    for (int k = 1; k <= degree; k++) {
        for (int i = degree; i >= k; i--) {
            uint64_t *at = f + (long)i * stride;
            *at = times(m, minus(m, *at, at[-stride]), inverses[k]);
        }
    }
    for (int k = degree - 1; k >= 0; k--) {
        for (int i = k; i < degree; i++) {
            uint64_t *at = f + (long)i * stride;
            *at = minus(m, *at, times(m, integers[k], at[stride]));
        }
    }
}

int polydet_size(const polydet *d)
{
    int size = 1;
    for (int v = 0; v < POLYDET_VARIABLES; v++) {
        size *= d->degrees[v] + 1;
    }
    return size;
}

/* More bits than any coefficient has: the determinant is a sum of products of one entry of each
 * row, so the product of the sums of moduli along the rows bounds all its coefficients together. */
static mp_bitcnt_t bound_bits(const polydet *d)
{
    mpz_t sum;
    mp_bitcnt_t bits = 2;
    int row = d->order * d->monomial_count;
    mpz_init(sum);
    for (int i = 0; i < d->order; i++) {
        mpz_set_ui(sum, 0);
        for (int n = 0; n < row; n++) {
            const mpz_t *c = &d->coefficients[i * row + n];
            (mpz_sgn(*c) < 0 ? mpz_sub : mpz_add)(sum, sum, *c);
        }
        bits += mpz_sizeinbase(sum, 2);
    }
    mpz_clear(sum);
    return bits;
}

double polydet_work(const polydet *d)
{
    double entries = d->order * d->order;
    return polydet_size(d) * entries * (d->order / 1.5 + d->monomial_count / 2.0) *
           ((double)bound_bits(d) / 61 + 1);
}

/* Room for one prime. */
typedef struct workspace {
    uint64_t *coefficients, *values, *powers;
    uint64_t *integers, *inverses;
    int most; /* the largest degree */
} workspace;

/* The monomials at point n, in mixed radix as in polydet_find. */
static void set_point(const polydet *d, const prime *m, const workspace *w, int n,
                      uint64_t *monomials)
{
    int x[POLYDET_VARIABLES];
    for (int v = POLYDET_VARIABLES - 1; v >= 0; v--) {
        x[v] = n % (d->degrees[v] + 1);
        n /= d->degrees[v] + 1;
    }
    for (int k = 0; k < d->monomial_count; k++) {
        monomials[k] = w->integers[1];
        for (int v = 0; v < POLYDET_VARIABLES; v++) {
            for (int power = 0; power < d->monomials[k].power[v]; power++) {
                monomials[k] = times(m, monomials[k], w->integers[x[v]]);
            }
        }
    }
}

/* All coefficients of the determinant modulo one prime, to w->values. */
static void find_modulo(const polydet *d, const prime *m, const workspace *w)
{
    int entries = d->order * d->order, size = polydet_size(d);
    uint64_t matrix[POLYDET_MAX_ORDER * POLYDET_MAX_ORDER];
    for (int n = 0; n < entries * d->monomial_count; n++) {
        w->coefficients[n] = enter(m, mpz_fdiv_ui(d->coefficients[n], m->p));
    }
    for (int n = 0; n <= w->most; n++) {
        w->integers[n] = enter(m, (uint64_t)n);
        w->inverses[n] = n > 0 ? inverse_of(m, w->integers[n]) : 0;
    }
    for (int n = 0; n < size; n++) {
        set_point(d, m, w, n, w->powers);
        for (int i = 0; i < entries; i++) {
            const uint64_t *c = w->coefficients + i * d->monomial_count;
            matrix[i] = 0;
            for (int k = 0; k < d->monomial_count; k++) {
                matrix[i] =
                    c[k] == 0 ? matrix[i] : plus(m, matrix[i], times(m, c[k], w->powers[k]));
            }
        }
        w->values[n] = determinant(m, matrix, d->order);
    }
    int stride = 1;
    for (int v = POLYDET_VARIABLES - 1; v >= 0; v--) {
        int length = d->degrees[v] + 1;
        for (int n = 0; n < size; n++) {
            if (n / stride % length == 0) {
                interpolate(m, w->values + n, stride, d->degrees[v], w->integers, w->inverses);
            }
        }
        stride *= length;
    }
}

/* out is right modulo `modulus`; makes it right modulo `modulus` p, which takes 1/modulus. */
static void lift(const prime *m, const workspace *w, int size, mpz_t modulus, mpz_t *out)
{
    uint64_t inverse = inverse_of(m, enter(m, mpz_fdiv_ui(modulus, m->p)));
    for (int n = 0; n < size; n++) {
        uint64_t known = enter(m, mpz_fdiv_ui(out[n], m->p));
        uint64_t digit = leave(m, times(m, minus(m, w->values[n], known), inverse));
        mpz_addmul_ui(out[n], modulus, digit);
    }
    mpz_mul_ui(modulus, modulus, m->p);
}

static void workspace_make(const polydet *d, workspace *w)
{
    void *(*allocate)(size_t);
    mp_get_memory_functions(&allocate, NULL, NULL);
    size_t entries = (size_t)(d->order * d->order * d->monomial_count);
    w->most = 1;
    for (int v = 0; v < POLYDET_VARIABLES; v++) {
        w->most = d->degrees[v] > w->most ? d->degrees[v] : w->most;
    }
    w->coefficients = allocate((entries + 1) * sizeof *w->coefficients);
    w->values = allocate((size_t)polydet_size(d) * sizeof *w->values);
    w->powers = allocate((size_t)d->monomial_count * sizeof *w->powers);
    w->integers = allocate((size_t)(w->most + 1) * sizeof *w->integers);
    w->inverses = allocate((size_t)(w->most + 1) * sizeof *w->inverses);
}

static void workspace_free(const polydet *d, workspace *w)
{
    void (*release)(void *, size_t);
    mp_get_memory_functions(NULL, NULL, &release);
    size_t entries = (size_t)(d->order * d->order * d->monomial_count);
    release(w->coefficients, (entries + 1) * sizeof *w->coefficients);
    release(w->values, (size_t)polydet_size(d) * sizeof *w->values);
    release(w->powers, (size_t)d->monomial_count * sizeof *w->powers);
    release(w->integers, (size_t)(w->most + 1) * sizeof *w->integers);
    release(w->inverses, (size_t)(w->most + 1) * sizeof *w->inverses);
}

void polydet_find(const polydet *d, mpz_t *out)
{
    workspace w;
    mpz_t modulus, candidate;
    int size = polydet_size(d);
    mp_bitcnt_t bits = bound_bits(d);
    mpz_inits(modulus, candidate, NULL);
    workspace_make(d, &w);
    mpz_set_ui(modulus, 1);
    mpz_ui_pow_ui(candidate, 2, 61);
    for (int n = 0; n < size; n++) {
        mpz_set_ui(out[n], 0);
    }
    while (mpz_sizeinbase(modulus, 2) <= bits) {
        mpz_nextprime(candidate, candidate);
        prime m = prime_make(mpz_get_ui(candidate));
        find_modulo(d, &m, &w);
        lift(&m, &w, size, modulus, out);
    }
    for (int n = 0; n < size; n++) { /* from 0 .. modulus - 1 to both sides of 0 */
        mpz_mul_2exp(candidate, out[n], 1);
        if (mpz_cmp(candidate, modulus) > 0) {
            mpz_sub(out[n], out[n], modulus);
        }
    }
    workspace_free(d, &w);
    mpz_clears(modulus, candidate, NULL);
}
