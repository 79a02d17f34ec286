#include "numerics/zpoly.h"

#include <math.h>

void zpoly_init(zpoly *p)
{
    *p = (zpoly){.degree = -1};
}

/* Memory comes from GMP's own allocator, which does not return without it. */
static void make_room(zpoly *p, int degree)
{
    if (degree < p->room) {
        return;
    }
    void *(*allocate)(size_t);
    void *(*reallocate)(void *, size_t, size_t);
    mp_get_memory_functions(&allocate, &reallocate, NULL);
    size_t wanted = (size_t)(degree + 1) * sizeof *p->c;
    p->c =
        p->c == NULL ? allocate(wanted) : reallocate(p->c, (size_t)p->room * sizeof *p->c, wanted);
    for (int i = p->room; i <= degree; i++) {
        mpz_init(p->c[i]);
    }
    p->room = degree + 1;
}

void zpoly_clear(zpoly *p)
{
    void (*release)(void *, size_t);
    mp_get_memory_functions(NULL, NULL, &release);
    for (int i = 0; i < p->room; i++) {
        mpz_clear(p->c[i]);
    }
    if (p->c != NULL) {
        release(p->c, (size_t)p->room * sizeof *p->c);
    }
    zpoly_init(p);
}

/* Finds the degree, which is `most` at most; what is above must be 0 already. */
static void trim(zpoly *p, int most)
{
    p->degree = most;
    while (p->degree >= 0 && mpz_sgn(p->c[p->degree]) == 0) {
        p->degree--;
    }
}

void zpoly_set(zpoly *to, const zpoly *from)
{
    if (to == from) {
        return;
    }
    make_room(to, from->degree);
    for (int i = 0; i <= from->degree; i++) {
        mpz_set(to->c[i], from->c[i]);
    }
    for (int i = from->degree + 1; i <= to->degree; i++) {
        mpz_set_ui(to->c[i], 0);
    }
    to->degree = from->degree;
}

void zpoly_set_coefficient(zpoly *p, int power, const mpz_t value)
{
    make_room(p, power);
    mpz_set(p->c[power], value);
    trim(p, power > p->degree ? power : p->degree);
}

void zpoly_set_small(zpoly *p, int power, long value)
{
    make_room(p, power);
    mpz_set_si(p->c[power], value);
    trim(p, power > p->degree ? power : p->degree);
}

void zpoly_swap(zpoly *a, zpoly *b)
{
    zpoly held = *a;
    *a = *b;
    *b = held;
}

void zpoly_add(zpoly *sum, const zpoly *a, const zpoly *b)
{
    int most = a->degree > b->degree ? a->degree : b->degree;
    int both = a->degree < b->degree ? a->degree : b->degree;
    const zpoly *longer = a->degree > b->degree ? a : b;
    int before = sum->degree;
    make_room(sum, most);
    for (int i = 0; i <= both; i++) {
        mpz_add(sum->c[i], a->c[i], b->c[i]);
    }
    for (int i = both + 1; i <= most; i++) {
        mpz_set(sum->c[i], longer->c[i]);
    }
    for (int i = most + 1; i <= before; i++) {
        mpz_set_ui(sum->c[i], 0);
    }
    trim(sum, most);
}

static void negate(zpoly *p)
{
    for (int i = 0; i <= p->degree; i++) {
        mpz_neg(p->c[i], p->c[i]);
    }
}

void zpoly_subtract(zpoly *difference, const zpoly *a, const zpoly *b)
{
    zpoly minus;
    zpoly_init(&minus);
    zpoly_set(&minus, b);
    negate(&minus);
    zpoly_add(difference, a, &minus);
    zpoly_clear(&minus);
}

void zpoly_multiply(zpoly *product, const zpoly *a, const zpoly *b)
{
    zpoly result;
    zpoly_init(&result);
    if (a->degree >= 0 && b->degree >= 0) {
        make_room(&result, a->degree + b->degree);
        for (int i = 0; i <= a->degree; i++) {
            for (int j = 0; j <= b->degree; j++) {
                mpz_addmul(result.c[i + j], a->c[i], b->c[j]);
            }
        }
        trim(&result, a->degree + b->degree);
    }
    zpoly_swap(product, &result);
    zpoly_clear(&result);
}

void zpoly_scale(zpoly *p, const mpz_t factor)
{
    for (int i = 0; i <= p->degree; i++) {
        mpz_mul(p->c[i], p->c[i], factor);
    }
    trim(p, p->degree);
}

void zpoly_derivative(zpoly *slope, const zpoly *p)
{
    zpoly result;
    zpoly_init(&result);
    make_room(&result, p->degree > 0 ? p->degree - 1 : 0);
    for (int i = 1; i <= p->degree; i++) {
        mpz_mul_ui(result.c[i - 1], p->c[i], (unsigned long)i);
    }
    trim(&result, p->degree > 0 ? p->degree - 1 : 0);
    zpoly_swap(slope, &result);
    zpoly_clear(&result);
}

bool zpoly_divide(zpoly *quotient, const zpoly *a, const zpoly *b)
{
    zpoly rest, result;
    zpoly_init(&rest);
    zpoly_init(&result);
    zpoly_set(&rest, a);
    int steps = a->degree - b->degree;
    bool divides = b->degree >= 0 && (steps >= 0 || a->degree < 0);
    if (steps >= 0 && divides) {
        make_room(&result, steps);
    }
    for (int k = steps; k >= 0 && divides; k--) {
        mpz_t *lead = &rest.c[k + b->degree];
        divides = mpz_divisible_p(*lead, b->c[b->degree]) != 0;
        if (divides) {
            mpz_divexact(result.c[k], *lead, b->c[b->degree]);
            for (int i = 0; i <= b->degree; i++) {
                mpz_submul(rest.c[k + i], result.c[k], b->c[i]);
            }
        }
    }
    trim(&rest, rest.degree);
    divides = divides && rest.degree < 0;
    if (divides) {
        trim(&result, steps > -1 ? steps : -1);
        zpoly_swap(quotient, &result);
    }
    zpoly_clear(&rest);
    zpoly_clear(&result);
    return divides;
}

void zpoly_remainder(zpoly *rest, const zpoly *a, const zpoly *b)
{
    zpoly r;
    mpz_t lead, factor;
    zpoly_init(&r);
    mpz_inits(lead, factor, NULL);
    zpoly_set(&r, a);
    int sign = mpz_sgn(b->c[b->degree]);
    mpz_abs(lead, b->c[b->degree]);
    for (int k = a->degree - b->degree; k >= 0; k--) {
        mpz_mul_si(factor, r.c[k + b->degree], sign);
        for (int i = 0; i <= k + b->degree; i++) {
            mpz_mul(r.c[i], r.c[i], lead);
        }
        for (int i = 0; i <= b->degree; i++) {
            mpz_submul(r.c[k + i], factor, b->c[i]);
        }
    }
    trim(&r, r.degree);
    zpoly_swap(rest, &r);
    zpoly_clear(&r);
    mpz_clears(lead, factor, NULL);
}

void zpoly_content(mpz_t content, const zpoly *p)
{
    mpz_set_ui(content, 0);
    for (int i = p->degree; i >= 0 && mpz_cmp_ui(content, 1) != 0; i--) {
        mpz_gcd(content, content, p->c[i]);
    }
}

void zpoly_make_primitive(zpoly *p)
{
    mpz_t content;
    mpz_init(content);
    zpoly_content(content, p);
    for (int i = 0; i <= p->degree; i++) {
        mpz_divexact(p->c[i], p->c[i], content);
    }
    mpz_clear(content);
}

static void make_positive(zpoly *p)
{
    zpoly_make_primitive(p);
    if (p->degree >= 0 && mpz_sgn(p->c[p->degree]) < 0) {
        negate(p);
    }
}

/* More than twice the smaller of the largest coefficients of a and b. */
static void choose_point(mpz_t x, const zpoly *a, const zpoly *b)
{
    mpz_t size[2];
    const zpoly *both[2] = {a, b};
    for (int n = 0; n < 2; n++) {
        mpz_init(size[n]);
        for (int i = 0; i <= both[n]->degree; i++) {
            if (mpz_cmpabs(both[n]->c[i], size[n]) > 0) {
                mpz_abs(size[n], both[n]->c[i]);
            }
        }
    }
    mpz_set(x, mpz_cmp(size[0], size[1]) < 0 ? size[0] : size[1]);
    mpz_mul_ui(x, x, 2);
    mpz_add_ui(x, x, 29);
    mpz_clears(size[0], size[1], NULL);
}

static void value_at_integer(mpz_t value, const zpoly *p, const mpz_t x)
{
    mpz_set_ui(value, 0);
    for (int i = p->degree; i >= 0; i--) {
        mpz_mul(value, value, x);
        mpz_add(value, value, p->c[i]);
    }
}

/* The polynomial with coefficients of modulus at most x/2 and this value at x. */
static void from_value(zpoly *p, mpz_t value, const mpz_t x)
{
    mpz_t half, digit;
    mpz_inits(half, digit, NULL);
    mpz_fdiv_q_2exp(half, x, 1);
    zpoly_clear(p);
    for (int i = 0; mpz_sgn(value) != 0; i++) {
        mpz_fdiv_r(digit, value, x);
        if (mpz_cmp(digit, half) > 0) {
            mpz_sub(digit, digit, x);
        }
        mpz_sub(value, value, digit);
        mpz_divexact(value, value, x);
        zpoly_set_coefficient(p, i, digit);
    }
    mpz_clears(half, digit, NULL);
}

/* The divisor of the values at one large integer, read as digits, is the divisor of the
 * polynomials whenever it divides both (Char, Geddes & Gonnet, GCDHEU, 1989). */
static bool guess_gcd(zpoly *divisor, const zpoly *a, const zpoly *b, const mpz_t x)
{
    mpz_t value_a, value_b;
    zpoly quotient;
    mpz_inits(value_a, value_b, NULL);
    zpoly_init(&quotient);
    value_at_integer(value_a, a, x);
    value_at_integer(value_b, b, x);
    mpz_gcd(value_a, value_a, value_b);
    from_value(divisor, value_a, x);
    make_positive(divisor);
    bool found = divisor->degree >= 0 && zpoly_divide(&quotient, a, divisor) &&
                 zpoly_divide(&quotient, b, divisor);
    zpoly_clear(&quotient);
    mpz_clears(value_a, value_b, NULL);
    return found;
}

/* Euclid's algorithm with primitive remainders: always right, slow for high degrees. */
static void euclid_gcd(zpoly *divisor, const zpoly *a, const zpoly *b)
{
    zpoly x, y;
    zpoly_init(&x);
    zpoly_init(&y);
    zpoly_set(&x, a);
    zpoly_set(&y, b);
    while (y.degree >= 0) {
        zpoly_remainder(&x, &x, &y);
        zpoly_make_primitive(&x);
        zpoly_swap(&x, &y);
    }
    make_positive(&x);
    zpoly_swap(divisor, &x);
    zpoly_clear(&x);
    zpoly_clear(&y);
}

void zpoly_gcd(zpoly *divisor, const zpoly *a, const zpoly *b)
{
    enum { GUESSES = 6 };
    zpoly x, y, g;
    zpoly_init(&x);
    zpoly_init(&y);
    zpoly_init(&g);
    zpoly_set(&x, a);
    zpoly_set(&y, b);
    make_positive(&x);
    make_positive(&y);
    bool found = x.degree < 0 || y.degree < 0;
    if (found) {
        zpoly_set(&g, x.degree < 0 ? &y : &x);
    }
    mpz_t point;
    mpz_init(point);
    choose_point(point, &x, &y);
    for (int n = 0; n < GUESSES && !found; n++) {
        found = guess_gcd(&g, &x, &y, point);
        mpz_mul_ui(point, point, 73794);
        mpz_fdiv_q_ui(point, point, 27011);
    }
    if (!found) {
        euclid_gcd(&g, &x, &y);
    }
    zpoly_swap(divisor, &g);
    mpz_clear(point);
    zpoly_clear(&x);
    zpoly_clear(&y);
    zpoly_clear(&g);
}

void zpoly_squarefree(zpoly *same_roots, const zpoly *p)
{
    zpoly primitive, common;
    zpoly_init(&primitive);
    zpoly_init(&common);
    zpoly_set(&primitive, p);
    make_positive(&primitive);
    zpoly_derivative(&common, &primitive);
    zpoly_gcd(&common, &primitive, &common);
    zpoly_divide(&primitive, &primitive, &common);
    zpoly_swap(same_roots, &primitive);
    zpoly_clear(&primitive);
    zpoly_clear(&common);
}

void zpoly_value(mpz_t value, const zpoly *p, const mpq_t x)
{
    mpz_t power, term;
    mpz_init_set_ui(power, 1);
    mpz_init(term);
    mpz_set_ui(value, 0);
    for (int i = p->degree; i >= 0; i--) {
        mpz_mul(value, value, mpq_numref(x));
        mpz_mul(term, p->c[i], power);
        mpz_add(value, value, term);
        mpz_mul(power, power, mpq_denref(x));
    }
    mpz_clears(power, term, NULL);
}

static size_t longest(const zpoly *p)
{
    size_t most = 0;
    for (int i = 0; i <= p->degree; i++) {
        size_t bits = mpz_sizeinbase(p->c[i], 2);
        most = bits > most ? bits : most;
    }
    return most;
}

/* The sign at x by the first digits of all coefficients, or 0 when these do not tell it.
 *
 * With t = x, or t = 1/x and the coefficients in reverse where |x| > 1, Horner's scheme V t + c is
 * followed in units of 2^(bits - kept). Every |V| is at most (n + 1) 2^kept, and t is cut to
 * 2^-kept, so each of the n + 1 steps adds at most n + 1 for t and 2 for two results that are cut.
 */
static int sign_by_first_bits(const zpoly *p, const mpq_t x, size_t bits, size_t kept)
{
    int n = p->degree;
    bool reversed = mpz_cmpabs(mpq_numref(x), mpq_denref(x)) > 0;
    mpz_t t, value, term;
    mpz_inits(t, value, term, NULL);
    mpz_mul_2exp(t, reversed ? mpq_denref(x) : mpq_numref(x), kept);
    mpz_fdiv_q(t, t, reversed ? mpq_numref(x) : mpq_denref(x));
    for (int i = n; i >= 0; i--) {
        mpz_mul(value, value, t);
        mpz_fdiv_q_2exp(value, value, kept);
        mpz_fdiv_q_2exp(term, p->c[reversed ? n - i : i], bits - kept);
        mpz_add(value, value, term);
    }
    unsigned long error = (unsigned long)(n + 1) * (unsigned long)(n + 3);
    int sign = mpz_cmpabs_ui(value, error) > 0 ? mpz_sgn(value) : 0;
    bool flips = reversed && n % 2 == 1 && mpq_sgn(x) < 0;
    mpz_clears(t, value, term, NULL);
    return flips ? -sign : sign;
}

int zpoly_sign(const zpoly *p, const mpq_t x)
{
    int sign = 0;
    size_t bits = longest(p);
    for (size_t kept = 128; sign == 0 && 2 * kept < bits; kept *= 4) {
        sign = sign_by_first_bits(p, x, bits, kept);
    }
    if (sign == 0) {
        mpz_t value;
        mpz_init(value);
        zpoly_value(value, p, x);
        sign = mpz_sgn(value);
        mpz_clear(value);
    }
    return sign;
}

double zpoly_approximate(const zpoly *p, double x)
{
    double value = 0;
    for (int i = p->degree; i >= 0; i--) {
        value = value * x + mpz_get_d(p->c[i]);
    }
    return value;
}

/* Newton's formula with forward differences, times (count - 1)!: sum of
 * Delta^j (n!/j!) (x - first) ... (x - first - j + 1). */
void zpoly_interpolate(zpoly *p, mpz_t *values, int count, long first)
{
    for (int j = 1; j < count; j++) {
        for (int i = count - 1; i >= j; i--) {
            mpz_sub(values[i], values[i], values[i - 1]);
        }
    }
    zpoly result, node;
    mpz_t weight;
    zpoly_init(&result);
    zpoly_init(&node);
    mpz_init_set_ui(weight, 1);
    zpoly_set_small(&node, 1, 1);
    for (int j = count - 1; j >= 0; j--) {
        /* weight = (count - 1)!/j! */
        zpoly_set_small(&node, 0, -(first + j));
        zpoly_multiply(&result, &result, &node);
        mpz_mul(values[j], values[j], weight);
        if (result.degree >= 0) {
            mpz_add(values[j], values[j], result.c[0]);
        }
        zpoly_set_coefficient(&result, 0, values[j]);
        mpz_mul_ui(weight, weight, j > 0 ? (unsigned long)j : 1);
    }
    zpoly_make_primitive(&result);
    zpoly_swap(p, &result);
    mpz_clear(weight);
    zpoly_clear(&result);
    zpoly_clear(&node);
}
