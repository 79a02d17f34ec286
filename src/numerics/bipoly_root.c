/* Roots of polynomials in two variables, by power series. */
#include "numerics/bipoly.h"

/* A table of fractions: x^i w^k at [i (width) + k]. */
typedef struct series {
    int rows, width;
    mpq_t *c;
} series;

static series series_make(int rows, int width)
{
    void *(*allocate)(size_t);
    mp_get_memory_functions(&allocate, NULL, NULL);
    series s = {.rows = rows, .width = width};
    s.c = allocate((size_t)(rows * width) * sizeof *s.c);
    for (int n = 0; n < rows * width; n++) {
        mpq_init(s.c[n]);
    }
    return s;
}

static void series_free(series *s)
{
    void (*release)(void *, size_t);
    mp_get_memory_functions(NULL, NULL, &release);
    for (int n = 0; n < s->rows * s->width; n++) {
        mpq_clear(s->c[n]);
    }
    release(s->c, (size_t)(s->rows * s->width) * sizeof *s->c);
}

/* to += factor a b, power series in w. */
static void add_product(mpq_t *to, const mpq_t factor, mpq_t *a, mpq_t *b, int width)
{
    mpq_t term;
    mpq_init(term);
    for (int i = 0; i < width; i++) {
        for (int k = 0; i + k < width; k++) {
            mpq_mul(term, a[i], b[k]);
            mpq_mul(term, term, factor);
            mpq_add(to[i + k], to[i + k], term);
        }
    }
    mpq_clear(term);
}

/* to /= by, which begins with 1. */
static void divide(mpq_t *to, mpq_t *by, int width)
{
    mpq_t term;
    mpq_init(term);
    for (int k = 0; k < width; k++) {
        for (int i = 1; i <= k; i++) {
            mpq_mul(term, by[i], to[k - i]);
            mpq_sub(to[k], to[k], term);
        }
    }
    mpq_clear(term);
}

/* a = q^(1/m) from m q a' = q' a, power by power: n q_0 a_n is the sum of (i (1/m + 1) - n) q_i
 * a_(n-i) over i > 0. Once in w for x = 0, where numbers take the place of series, and then in x.
 */
static void extract(const series *q, int m, series *a)
{
    mpq_t factor, term;
    mpq_inits(factor, term, NULL);
    mpq_set_ui(a->c[0], 1, 1);
    for (int n = 1; n < a->width; n++) {
        for (int i = 1; i <= n; i++) {
            mpq_set_si(factor, (long)i * (m + 1) - (long)n * m, (unsigned long)(m * n));
            mpq_canonicalize(factor);
            mpq_mul(term, q->c[i], a->c[n - i]);
            mpq_mul(term, term, factor);
            mpq_add(a->c[n], a->c[n], term);
        }
    }
    for (int n = 1; n < a->rows; n++) {
        for (int i = 1; i <= n; i++) {
            mpq_set_si(factor, (long)i * (m + 1) - (long)n * m, (unsigned long)(m * n));
            mpq_canonicalize(factor);
            add_product(a->c + n * a->width, factor, q->c + i * q->width, a->c + (n - i) * a->width,
                        a->width);
        }
        divide(a->c + n * a->width, q->c, a->width);
    }
    mpq_clears(factor, term, NULL);
}

/* Is start root^m = scale^m p? */
static bool is_root(const bipoly *root, const mpz_t scale, const bipoly *p, const mpz_t start,
                    int m)
{
    bipoly left, right;
    mpz_t power;
    mpz_init(power);
    bipoly_init(&left);
    bipoly_init(&right);
    bipoly_set(&left, root);
    for (int n = 1; n < m; n++) {
        bipoly_multiply(&left, &left, root);
    }
    mpz_pow_ui(power, scale, (unsigned long)m);
    bipoly_set(&right, p);
    for (int i = 0; i <= left.degree; i++) {
        zpoly_scale(&left.c[i], start);
    }
    for (int i = 0; i <= right.degree; i++) {
        zpoly_scale(&right.c[i], power);
    }
    bipoly_subtract(&left, &left, &right);
    bool is = left.degree < 0;
    bipoly_clear(&left);
    bipoly_clear(&right);
    mpz_clear(power);
    return is;
}

/* Is a / b the m-th power of a fraction, but for its sign? */
static bool is_power(const mpz_t a, const mpz_t b, int m)
{
    mpq_t x;
    mpz_t root;
    mpq_init(x);
    mpz_init(root);
    mpq_set_num(x, a);
    mpq_set_den(x, b);
    mpq_canonicalize(x);
    mpz_abs(mpq_numref(x), mpq_numref(x));
    bool is = mpz_root(root, mpq_numref(x), (unsigned long)m) != 0 &&
              mpz_root(root, mpq_denref(x), (unsigned long)m) != 0;
    mpq_clear(x);
    mpz_clear(root);
    return is;
}

/* The constant term of the highest coefficient tells at once, mostly. */
static bool may_be_power(const bipoly *p, int m)
{
    const zpoly *lead = &p->c[p->degree];
    return lead->degree < 0 || mpz_sgn(lead->c[0]) == 0 || is_power(lead->c[0], p->c[0].c[0], m);
}

bool bipoly_root(bipoly *root, mpz_t scale, const bipoly *p, int m)
{
    int degree_w = bipoly_degree_w(p);
    bool has_start = p->degree >= 0 && p->c[0].degree >= 0 && mpz_sgn(p->c[0].c[0]) != 0;
    if (!has_start || p->degree % m != 0 || degree_w % m != 0 || !may_be_power(p, m)) {
        return false;
    }
    int rows = p->degree / m + 1, width = degree_w / m + 1;
    series q = series_make(rows, width), a = series_make(rows, width);
    mpz_t start, value;
    mpz_init_set(start, p->c[0].c[0]);
    mpz_init(value);
    for (int i = 0; i < rows; i++) {
        for (int k = 0; k < width && k <= p->c[i].degree; k++) {
            mpq_set_num(q.c[i * width + k], p->c[i].c[k]);
            mpq_set_den(q.c[i * width + k], start);
            mpq_canonicalize(q.c[i * width + k]);
        }
    }
    extract(&q, m, &a);
    mpz_set_ui(scale, 1);
    for (int n = 0; n < rows * width; n++) {
        mpz_lcm(scale, scale, mpq_denref(a.c[n]));
    }
    bipoly_clear(root);
    for (int n = 0; n < rows * width; n++) {
        mpz_divexact(value, scale, mpq_denref(a.c[n]));
        mpz_mul(value, value, mpq_numref(a.c[n]));
        zpoly_set_coefficient(bipoly_at(root, n / width), n % width, value);
    }
    bipoly_trim(root);
    bool is = is_root(root, scale, p, start, m);
    mpz_clear(start);
    mpz_clear(value);
    series_free(&q);
    series_free(&a);
    return is;
}
