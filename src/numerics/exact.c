#include "numerics/exact.h"

#include <stdlib.h>

enum { GENERATOR_BITS = 400 };

void exact_field_init(exact_field *f)
{
    f->degree = 1;
    real_root_init(&f->generator);
}

void exact_field_clear(exact_field *f)
{
    real_root_clear(&f->generator);
}

void exact_field_set(exact_field *to, const exact_field *from)
{
    to->degree = from->degree;
    zpoly_set(&to->generator.of, &from->generator.of);
    mpq_set(to->generator.low, from->generator.low);
    mpq_set(to->generator.high, from->generator.high);
}

void exact_init(exact_number *x)
{
    for (int e = 0; e < EXACT_MAX_DEGREE; e++) {
        mpq_init(x->c[e]);
    }
}

void exact_clear(exact_number *x)
{
    for (int e = 0; e < EXACT_MAX_DEGREE; e++) {
        mpq_clear(x->c[e]);
    }
}

void exact_set(exact_number *to, const exact_number *from)
{
    for (int e = 0; e < EXACT_MAX_DEGREE; e++) {
        mpq_set(to->c[e], from->c[e]);
    }
}

void exact_set_integer(exact_number *x, long value)
{
    for (int e = 0; e < EXACT_MAX_DEGREE; e++) {
        mpq_set_si(x->c[e], e == 0 ? value : 0, 1);
    }
}

exact_number *exact_array(int count)
{
    void *(*allocate)(size_t);
    mp_get_memory_functions(&allocate, NULL, NULL);
    exact_number *x = allocate((size_t)(count + 1) * sizeof *x);
    for (int n = 0; n < count; n++) {
        exact_init(&x[n]);
    }
    return x;
}

void exact_array_free(exact_number *x, int count)
{
    void (*release)(void *, size_t);
    mp_get_memory_functions(NULL, NULL, &release);
    if (x == NULL) {
        return;
    }
    for (int n = 0; n < count; n++) {
        exact_clear(&x[n]);
    }
    release(x, (size_t)(count + 1) * sizeof *x);
}

void exact_add(exact_number *sum, const exact_number *x, const exact_number *y)
{
    for (int e = 0; e < EXACT_MAX_DEGREE; e++) {
        mpq_add(sum->c[e], x->c[e], y->c[e]);
    }
}

void exact_subtract(exact_number *difference, const exact_number *x, const exact_number *y)
{
    for (int e = 0; e < EXACT_MAX_DEGREE; e++) {
        mpq_sub(difference->c[e], x->c[e], y->c[e]);
    }
}

bool exact_is_fraction(const exact_number *x)
{
    return mpq_sgn(x->c[1]) == 0 && mpq_sgn(x->c[2]) == 0;
}

bool exact_is_zero(const exact_number *x)
{
    return mpq_sgn(x->c[0]) == 0 && exact_is_fraction(x);
}

bool exact_is_equal(const exact_number *x, const exact_number *y)
{
    bool is = true;
    for (int e = 0; e < EXACT_MAX_DEGREE; e++) {
        is = is && mpq_equal(x->c[e], y->c[e]) != 0;
    }
    return is;
}

bool exact_is_long(const exact_number *x)
{
    size_t bits = 0;
    for (int e = 0; e < EXACT_MAX_DEGREE; e++) {
        bits += mpz_sizeinbase(mpq_numref(x->c[e]), 2) + mpz_sizeinbase(mpq_denref(x->c[e]), 2);
    }
    return bits > EXACT_MAX_BITS;
}

/* Powers of g from g^degree on become lower ones, by the polynomial of g. */
static void lower_powers(const exact_field *f, mpq_t *c, int top)
{
    const zpoly *p = &f->generator.of;
    mpq_t factor, term;
    mpq_inits(factor, term, NULL);
    for (int n = top; n >= f->degree; n--) {
        mpq_set_z(term, p->c[f->degree]);
        mpq_div(factor, c[n], term);
        for (int e = 0; e < f->degree; e++) {
            mpq_set_z(term, p->c[e]);
            mpq_mul(term, term, factor);
            mpq_sub(c[n - f->degree + e], c[n - f->degree + e], term);
        }
        mpq_set_ui(c[n], 0, 1);
    }
    mpq_clears(factor, term, NULL);
}

void exact_multiply(const exact_field *f, exact_number *product, const exact_number *x,
                    const exact_number *y)
{
    if (exact_is_fraction(x) && exact_is_fraction(y)) {
        mpq_mul(product->c[0], x->c[0], y->c[0]);
        mpq_set_ui(product->c[1], 0, 1);
        mpq_set_ui(product->c[2], 0, 1);
        return;
    }
    enum { TOP = 2 * (EXACT_MAX_DEGREE - 1) };
    mpq_t c[TOP + 1], term;
    mpq_init(term);
    for (int n = 0; n <= TOP; n++) {
        mpq_init(c[n]);
    }
    for (int i = 0; i < f->degree; i++) {
        for (int k = 0; k < f->degree; k++) {
            mpq_mul(term, x->c[i], y->c[k]);
            mpq_add(c[i + k], c[i + k], term);
        }
    }
    lower_powers(f, c, TOP);
    for (int e = 0; e < EXACT_MAX_DEGREE; e++) {
        mpq_set(product->c[e], c[e]);
    }
    for (int n = 0; n <= TOP; n++) {
        mpq_clear(c[n]);
    }
    mpq_clear(term);
}

void exact_set_powers(const exact_field *f, exact_number *x, mpz_t *c, int count)
{
    exact_number generator, digit;
    exact_init(&generator);
    exact_init(&digit);
    mpq_set_ui(generator.c[f->degree > 1], 1, 1);
    exact_set_integer(x, 0);
    for (int n = count - 1; n >= 0; n--) {
        exact_multiply(f, x, x, &generator);
        mpq_set_z(digit.c[0], c[n]);
        exact_add(x, x, &digit);
    }
    exact_clear(&generator);
    exact_clear(&digit);
}

void exact_add_product(const exact_field *f, exact_number *sum, const exact_number *x,
                       const exact_number *y)
{
    if (exact_is_zero(x) || exact_is_zero(y)) {
        return;
    }
    exact_number product;
    exact_init(&product);
    exact_multiply(f, &product, x, y);
    exact_add(sum, sum, &product);
    exact_clear(&product);
}

/* 1/x: y x = 1 is a linear system for the coefficients of y. */
static void invert(const exact_field *f, exact_number *inverse, const exact_number *x)
{
    if (exact_is_fraction(x)) {
        mpq_inv(inverse->c[0], x->c[0]);
        return;
    }
    exact_field fractions;
    exact_number column;
    int d = f->degree;
    exact_number *matrix = exact_array(d * d), *right = exact_array(d);
    exact_field_init(&fractions);
    exact_init(&column);
    exact_set_integer(&right[0], 1);
    for (int e = 0; e < d; e++) {
        exact_set_integer(&column, 0);
        mpq_set_ui(column.c[e], 1, 1);
        exact_multiply(f, &column, &column, x);
        for (int i = 0; i < d; i++) {
            mpq_set(matrix[i * d + e].c[0], column.c[i]);
        }
    }
    bool solved = exact_solve(&fractions, matrix, d, right, 1);
    for (int e = 0; e < d && solved; e++) {
        mpq_set(inverse->c[e], right[e].c[0]);
    }
    exact_array_free(matrix, d * d);
    exact_array_free(right, d);
    exact_clear(&column);
    exact_field_clear(&fractions);
}

void exact_divide(const exact_field *f, exact_number *quotient, const exact_number *x,
                  const exact_number *y)
{
    exact_number inverse;
    exact_init(&inverse);
    invert(f, &inverse, y);
    exact_multiply(f, quotient, x, &inverse);
    exact_clear(&inverse);
}

quad fraction_quad(const mpq_t x)
{
    enum { DIGITS = 113, SPARE = 3 };
    if (mpq_sgn(x) == 0) {
        return 0;
    }
    mpz_t quotient, rest;
    mpz_inits(quotient, rest, NULL);
    long shift = (long)mpz_sizeinbase(mpq_denref(x), 2) - (long)mpz_sizeinbase(mpq_numref(x), 2) +
                 DIGITS + SPARE;
    mpz_abs(quotient, mpq_numref(x));
    if (shift >= 0) {
        mpz_mul_2exp(quotient, quotient, (mp_bitcnt_t)shift);
    }
    mpz_set(rest, mpq_denref(x));
    if (shift < 0) {
        mpz_mul_2exp(rest, rest, (mp_bitcnt_t)-shift);
    }
    mpz_tdiv_qr(quotient, rest, quotient, rest);
    /* The last bit says that something follows: then rounding once is rounding right. */
    if (mpz_sgn(rest) != 0) {
        mpz_setbit(quotient, 0);
    }
    long extra = (long)mpz_sizeinbase(quotient, 2) - DIGITS;
    mpz_t half;
    mpz_init_set_ui(half, 1);
    mpz_mul_2exp(half, half, (mp_bitcnt_t)(extra - 1));
    mpz_fdiv_r_2exp(rest, quotient, (mp_bitcnt_t)extra);
    mpz_fdiv_q_2exp(quotient, quotient, (mp_bitcnt_t)extra);
    int side = mpz_cmp(rest, half);
    if (side > 0 || (side == 0 && mpz_odd_p(quotient))) {
        mpz_add_ui(quotient, quotient, 1);
    }
    mpz_fdiv_q_2exp(rest, quotient, 64);
    quad value = ldexpq((quad)mpz_get_ui(rest), 64);
    mpz_fdiv_r_2exp(rest, quotient, 64);
    value += (quad)mpz_get_ui(rest);
    mpz_clears(quotient, rest, half, NULL);
    value = ldexpq(value, (int)(extra - shift));
    return mpq_sgn(x) < 0 ? -value : value;
}

/* x at a value of g. */
static void set_generator(const exact_field *f, const exact_number *x, const mpq_t g, mpq_t value)
{
    mpq_set(value, x->c[f->degree - 1]);
    for (int e = f->degree - 2; e >= 0; e--) {
        mpq_mul(value, value, g);
        mpq_add(value, value, x->c[e]);
    }
}

/* g is known to 2^-bits, so that x is known to (|c1| + |c2| (2 |g| + 1)) 2^-bits: more bits are
 * taken until that does not matter. */
quad exact_quad(const exact_field *f, const exact_number *x)
{
    if (exact_is_fraction(x)) {
        return fraction_quad(x->c[0]);
    }
    quad low = 0, high = 1;
    exact_field finer;
    mpq_t value;
    mpq_init(value);
    exact_field_init(&finer);
    exact_field_set(&finer, f);
    for (int bits = GENERATOR_BITS; bits <= 32 * GENERATOR_BITS && low != high; bits *= 2) {
        real_root_refine(&finer.generator, bits);
        set_generator(&finer, x, finer.generator.low, value);
        low = fraction_quad(value);
        set_generator(&finer, x, finer.generator.high, value);
        high = fraction_quad(value);
    }
    exact_field_clear(&finer);
    mpq_clear(value);
    return low;
}

/* A positive integer without the squares of small primes; *root is the root of what was taken. */
static void take_squares(mpz_t n, mpz_t root)
{
    mpz_set_ui(root, 1);
    for (unsigned long p = 2; p < 1000; p++) {
        while (mpz_divisible_ui_p(n, p * p)) {
            mpz_divexact_ui(n, n, p * p);
            mpz_mul_ui(root, root, p);
        }
    }
}

/* The field of sqrt(n), n a positive integer that is no square. */
static void make_quadratic(exact_field *f, const mpz_t n)
{
    mpz_t minus;
    mpz_init(minus);
    mpz_neg(minus, n);
    real_root_clear(&f->generator);
    real_root_init(&f->generator);
    zpoly_set_small(&f->generator.of, 1, 0);
    zpoly_set_small(&f->generator.of, 2, 1);
    zpoly_set_coefficient(&f->generator.of, 0, minus);
    mpz_sqrt(minus, n);
    mpq_set_z(f->generator.low, minus);
    mpz_add_ui(minus, minus, 1);
    mpq_set_z(f->generator.high, minus);
    real_root_refine(&f->generator, GENERATOR_BITS);
    f->degree = 2;
    mpz_clear(minus);
}

/* Of a field of degree 2: is it the one of sqrt(n)? The root is then a + b g. Fields are made of
 * square roots only, so that g^2 is a number -c0/c2. */
static bool square_root_inside(const exact_field *f, mpq_t times_g, const mpz_t n)
{
    const zpoly *p = &f->generator.of;
    mpz_t product;
    mpz_init(product);
    mpz_mul(product, n, p->c[0]);
    mpz_neg(product, product);
    bool is = mpz_perfect_square_p(product) != 0;
    if (is) { /* sqrt(n) = sqrt(n g^2) / g^2 g */
        mpz_sqrt(product, product);
        mpq_set_num(times_g, product);
        mpz_neg(product, p->c[0]);
        mpq_set_den(times_g, product);
        mpq_canonicalize(times_g);
    }
    mpz_clear(product);
    return is;
}

bool exact_square_root(exact_field *f, exact_number *root, const mpq_t x)
{
    /* sqrt(p/q) = sqrt(p q) / q */
    mpz_t n, outside;
    mpq_t factor;
    mpz_inits(n, outside, NULL);
    mpq_init(factor);
    mpq_t scale;
    mpq_init(scale);
    mpz_mul(n, mpq_numref(x), mpq_denref(x));
    mpq_set_den(scale, mpq_denref(x));
    mpz_set_ui(mpq_numref(scale), 1);
    exact_set_integer(root, 0);
    bool found = true;
    if (mpz_perfect_square_p(n)) {
        mpz_sqrt(n, n);
        mpq_set_z(factor, n);
        mpq_mul(root->c[0], factor, scale);
    } else {
        take_squares(n, outside);
        if (f->degree == 1) {
            make_quadratic(f, n);
        }
        found = f->degree == 2 && square_root_inside(f, factor, n);
        if (found) {
            mpq_mul(root->c[1], factor, scale);
            mpq_set_z(factor, outside);
            mpq_mul(root->c[1], root->c[1], factor);
        }
    }
    mpz_clears(n, outside, NULL);
    mpq_clear(factor);
    mpq_clear(scale);
    return found;
}

/* (-b + sign sqrt(b^2 - 4 a c)) / (2 a) */
static bool quadratic_root(exact_field *f, exact_number *root, const zpoly *p, const real_root *at)
{
    mpz_t discriminant, term;
    mpq_t value;
    mpz_inits(discriminant, term, NULL);
    mpq_init(value);
    mpz_mul(discriminant, p->c[1], p->c[1]);
    mpz_mul(term, p->c[2], p->c[0]);
    mpz_submul_ui(discriminant, term, 4);
    mpq_set_z(value, discriminant);
    bool found = mpz_sgn(discriminant) > 0 && exact_square_root(f, root, value);
    if (found) {
        /* Which of the two: to the right of the middle -b/(2a) or to the left. */
        mpz_mul_ui(term, p->c[2], 2);
        mpq_set_num(value, p->c[1]);
        mpq_set_den(value, term);
        mpq_canonicalize(value);
        mpq_neg(value, value);
        bool right = mpq_cmp(at->high, value) > 0 && mpq_cmp(at->low, value) >= 0;
        bool minus = right != (mpz_sgn(p->c[2]) > 0);
        mpq_t divisor;
        mpq_init(divisor);
        mpq_set_z(divisor, term);
        for (int e = 0; e < 2; e++) {
            mpq_div(root->c[e], root->c[e], divisor);
            if (minus) {
                mpq_neg(root->c[e], root->c[e]);
            }
        }
        mpq_add(root->c[0], root->c[0], value);
        mpq_clear(divisor);
    }
    mpz_clears(discriminant, term, NULL);
    mpq_clear(value);
    return found;
}

/* The field of a root of an irreducible cubic, or the root that made this field. */
static bool cubic_root(exact_field *f, exact_number *root, const real_root *at)
{
    if (f->degree == 1) {
        f->degree = 3;
        zpoly_set(&f->generator.of, &at->of);
        mpq_set(f->generator.low, at->low);
        mpq_set(f->generator.high, at->high);
        real_root_refine(&f->generator, GENERATOR_BITS);
    }
    zpoly difference;
    zpoly_init(&difference);
    zpoly_subtract(&difference, &f->generator.of, &at->of);
    bool is_same = f->degree == 3 && difference.degree < 0 &&
                   mpq_cmp(at->low, f->generator.high) <= 0 &&
                   mpq_cmp(f->generator.low, at->high) <= 0;
    zpoly_clear(&difference);
    exact_set_integer(root, 0);
    mpq_set_ui(root->c[1], 1, 1);
    return is_same;
}

/* The denominator of a rational root divides the leading coefficient: an interval that is narrow
 * enough holds one candidate. */
static void recognise(real_root *r)
{
    mpq_t candidate;
    mpq_init(candidate);
    if (!real_root_is_rational(r)) {
        real_root_refine(r, 2 * (int)mpz_sizeinbase(r->of.c[r->of.degree], 2) + 2);
    }
    if (!real_root_is_rational(r)) {
        fraction_between(candidate, r->low, r->high);
        if (zpoly_sign(&r->of, candidate) == 0) {
            real_root_set_rational(r, candidate);
        }
    }
    mpq_clear(candidate);
}

/* Divides p by a linear factor with a rational root other than `at`, if it has one. */
static void take_out_fraction(zpoly *p, const real_root *at)
{
    real_root others[EXACT_MAX_DEGREE];
    int count = real_roots_isolate(p, others);
    for (int n = 0; n < count; n++) {
        recognise(&others[n]);
        bool is_at = real_root_is_rational(&others[n]) && real_root_is_rational(at) &&
                     mpq_equal(others[n].low, at->low);
        if (real_root_is_rational(&others[n]) && !is_at) {
            zpoly rest;
            zpoly_init(&rest);
            if (zpoly_divide(&rest, p, &others[n].of)) {
                zpoly_swap(p, &rest);
            }
            zpoly_clear(&rest);
        }
        real_root_clear(&others[n]);
    }
}

static bool is_inside(real_root *r, const mpq_t low, const mpq_t high)
{
    real_root ends[2];
    bool is = true;
    for (int n = 0; n < 2; n++) {
        real_root_init(&ends[n]);
        real_root_set_rational(&ends[n], n == 0 ? low : high);
        int sign = real_root_sign(r, &ends[n].of); /* of r - end */
        is = is && (n == 0 ? sign >= 0 : sign <= 0);
        real_root_clear(&ends[n]);
    }
    return is;
}

bool exact_polynomial_root(exact_field *f, exact_number *root, const zpoly *p, const mpq_t low,
                           const mpq_t high)
{
    zpoly q;
    real_root roots[EXACT_MAX_DEGREE];
    bool found = false;
    zpoly_init(&q);
    if (p->degree < 1 || p->degree > EXACT_MAX_DEGREE) {
        return false;
    }
    zpoly_squarefree(&q, p);
    int count = real_roots_isolate(&q, roots);
    for (int n = 0; n < count; n++) {
        if (!found && is_inside(&roots[n], low, high)) {
            recognise(&roots[n]);
            take_out_fraction(&q, &roots[n]);
            if (real_root_is_rational(&roots[n])) {
                exact_set_integer(root, 0);
                mpq_set(root->c[0], roots[n].low);
                found = true;
            } else if (q.degree == 2) {
                real_root_refine(&roots[n], GENERATOR_BITS);
                found = quadratic_root(f, root, &q, &roots[n]);
            } else if (q.degree == 3) {
                zpoly_set(&roots[n].of, &q);
                found = cubic_root(f, root, &roots[n]);
            }
        }
        real_root_clear(&roots[n]);
    }
    zpoly_clear(&q);
    return found;
}

bool exact_solve(const exact_field *f, exact_number *a, int order, exact_number *b, int columns)
{
    exact_number factor, term;
    exact_init(&factor);
    exact_init(&term);
    bool solved = true;
    for (int n = 0; n < order && solved; n++) {
        int row = n;
        while (row < order && exact_is_zero(&a[row * order + n])) {
            row++;
        }
        solved = row < order;
        for (int k = 0; k < order && solved && row != n; k++) {
            exact_number held = a[row * order + k];
            a[row * order + k] = a[n * order + k];
            a[n * order + k] = held;
        }
        for (int k = 0; k < columns && solved && row != n; k++) {
            exact_number held = b[row * columns + k];
            b[row * columns + k] = b[n * columns + k];
            b[n * columns + k] = held;
        }
        for (int i = 0; i < order && solved; i++) {
            if (i == n || exact_is_zero(&a[i * order + n])) {
                continue;
            }
            exact_divide(f, &factor, &a[i * order + n], &a[n * order + n]);
            for (int k = n; k < order; k++) {
                exact_multiply(f, &term, &factor, &a[n * order + k]);
                exact_subtract(&a[i * order + k], &a[i * order + k], &term);
            }
            for (int k = 0; k < columns; k++) {
                exact_multiply(f, &term, &factor, &b[n * columns + k]);
                exact_subtract(&b[i * columns + k], &b[i * columns + k], &term);
            }
        }
    }
    for (int n = 0; n < order && solved; n++) {
        for (int k = 0; k < columns; k++) {
            exact_divide(f, &b[n * columns + k], &b[n * columns + k], &a[n * order + n]);
        }
    }
    exact_clear(&factor);
    exact_clear(&term);
    return solved;
}
