#include "numerics/real_roots.h"

#include <math.h>

void real_root_init(real_root *r)
{
    zpoly_init(&r->of);
    mpq_inits(r->low, r->high, NULL);
    zpoly_set_small(&r->of, 1, 1);
}

void real_root_clear(real_root *r)
{
    zpoly_clear(&r->of);
    mpq_clears(r->low, r->high, NULL);
}

bool real_root_is_rational(const real_root *r)
{
    return mpq_equal(r->low, r->high) != 0;
}

void real_root_set_rational(real_root *r, const mpq_t value)
{
    mpq_set(r->low, value);
    mpq_set(r->high, value);
    zpoly_clear(&r->of);
    zpoly_set_coefficient(&r->of, 1, mpq_denref(value));
    mpz_t minus;
    mpz_init(minus);
    mpz_neg(minus, mpq_numref(value));
    zpoly_set_coefficient(&r->of, 0, minus);
    mpz_clear(minus);
}

/* p(x + 1) */
static void shift_by_one(zpoly *p)
{
    for (int i = 0; i < p->degree; i++) {
        for (int j = p->degree - 1; j >= i; j--) {
            mpz_add(p->c[j], p->c[j], p->c[j + 1]);
        }
    }
}

/* p(x / 2^levels) 2^(levels degree), or p(2^bits x) */
static void shrink(zpoly *p, int levels)
{
    for (int i = 0; i <= p->degree; i++) {
        mpz_mul_2exp(p->c[i], p->c[i], (mp_bitcnt_t)(p->degree - i) * (mp_bitcnt_t)levels);
    }
}

static void stretch(zpoly *p, int bits)
{
    for (int i = 0; i <= p->degree; i++) {
        mpz_mul_2exp(p->c[i], p->c[i], (mp_bitcnt_t)i * (mp_bitcnt_t)bits);
    }
}

/* An upper bound of the number of roots in (0, 1), right when it is 0 or 1: the sign changes of
 * (1 + x)^n p(1/(1 + x)). */
static int sign_changes(const zpoly *p)
{
    zpoly mapped;
    zpoly_init(&mapped);
    for (int i = 0; i <= p->degree; i++) {
        zpoly_set_coefficient(&mapped, p->degree - i, p->c[i]);
    }
    shift_by_one(&mapped);
    int changes = 0;
    int last = 0;
    for (int i = 0; i <= mapped.degree; i++) {
        int sign = mpz_sgn(mapped.c[i]);
        changes += sign != 0 && last != 0 && sign != last;
        last = sign != 0 ? sign : last;
    }
    zpoly_clear(&mapped);
    return changes;
}

/* Where the roots go, and the interval at hand: (at, at + 1) 2^(bits - depth). */
typedef struct isolation {
    const zpoly *p; /* whose roots these are, not stretched */
    int bits;
    bool mirrored; /* p(-x) is searched */
    real_root *roots;
    int count;
} isolation;

/* at 2^(bits - depth), with the sign of the side that is searched. */
static void to_bound(const isolation *job, const mpz_t at, int depth, mpq_t bound)
{
    mpq_set_z(bound, at);
    if (depth > job->bits) {
        mpq_div_2exp(bound, bound, (mp_bitcnt_t)(depth - job->bits));
    } else {
        mpq_mul_2exp(bound, bound, (mp_bitcnt_t)(job->bits - depth));
    }
    if (job->mirrored) {
        mpq_neg(bound, bound);
    }
}

/* The sign of p just to the right of x. */
static int sign_after(const zpoly *p, const mpq_t x)
{
    int sign = zpoly_sign(p, x);
    if (sign == 0) {
        zpoly slope;
        zpoly_init(&slope);
        zpoly_derivative(&slope, p);
        sign = zpoly_sign(&slope, x);
        zpoly_clear(&slope);
    }
    return sign;
}

/* Replaces the interval by the half that the root is in. */
static void halve(real_root *r)
{
    mpq_t middle;
    mpq_init(middle);
    mpq_add(middle, r->low, r->high);
    mpq_div_2exp(middle, middle, 1);
    int sign = zpoly_sign(&r->of, middle);
    if (sign == 0) {
        real_root_set_rational(r, middle);
    } else if (sign == sign_after(&r->of, r->low)) {
        mpq_set(r->low, middle);
    } else {
        mpq_set(r->high, middle);
    }
    mpq_clear(middle);
}

static void add_root(isolation *job, const mpz_t at, int depth, bool is_exact)
{
    real_root *r = &job->roots[job->count++];
    mpz_t next;
    mpz_init(next);
    mpz_add_ui(next, at, 1);
    real_root_init(r);
    to_bound(job, at, depth, r->low);
    to_bound(job, next, depth, r->high);
    mpz_clear(next);
    if (is_exact) {
        mpq_t value;
        mpq_init(value);
        mpq_set(value, r->low);
        real_root_set_rational(r, value);
        mpq_clear(value);
        return;
    }
    if (job->mirrored) {
        mpq_swap(r->low, r->high);
    }
    zpoly_set(&r->of, job->p);
    while (!real_root_is_rational(r) &&
           (zpoly_sign(&r->of, r->low) == 0 || zpoly_sign(&r->of, r->high) == 0)) {
        halve(r);
    }
}

/* Drops the root 0 and says whether there was one. */
static bool drop_zero(zpoly *p)
{
    if (mpz_sgn(p->c[0]) != 0) {
        return false;
    }
    zpoly x;
    zpoly_init(&x);
    zpoly_set_small(&x, 1, 1);
    zpoly_divide(p, p, &x);
    zpoly_clear(&x);
    return true;
}

/* All positive roots of q are below 1/2^n for the n >= 0 that is returned: they are at most twice
 * the largest |c_i/c_d|^(1/(d - i)) of the coefficients whose sign is not that of c_d (Lagrange).
 */
static int empty_levels(const zpoly *q)
{
    int d = q->degree, sign = mpz_sgn(q->c[d]);
    long lead = (long)mpz_sizeinbase(q->c[d], 2);
    double most = -INFINITY;
    for (int i = 0; i < d; i++) {
        if (mpz_sgn(q->c[i]) == -sign) {
            long bits = (long)mpz_sizeinbase(q->c[i], 2) - lead + 1;
            most = fmax(most, (double)bits / (d - i));
        }
    }
    double bound = ceil(most) + 1;
    return bound < 0 && isfinite(bound) ? (int)-bound : 0;
}

/* The roots of q in (0, 1), which is the interval `at` of this depth. Takes q to pieces. */
static void search_interval(isolation *job, zpoly *q, const mpz_t at, int depth)
{
    int changes = sign_changes(q);
    if (changes <= 1) {
        if (changes == 1) {
            add_root(job, at, depth, false);
        }
        return;
    }
    int levels = empty_levels(q);
    if (levels > 1) { /* roots of very different size: not one level after the other */
        mpz_t left;
        mpz_init(left);
        shrink(q, levels);
        zpoly_make_primitive(q);
        mpz_mul_2exp(left, at, (mp_bitcnt_t)levels);
        search_interval(job, q, left, depth + levels);
        mpz_clear(left);
        return;
    }
    zpoly right;
    mpz_t next;
    zpoly_init(&right);
    mpz_init(next);
    shrink(q, 1);
    zpoly_make_primitive(q);
    zpoly_set(&right, q);
    shift_by_one(&right);
    mpz_mul_2exp(next, at, 1);
    search_interval(job, q, next, depth + 1);
    mpz_add_ui(next, next, 1);
    if (drop_zero(&right)) {
        add_root(job, next, depth + 1, true);
    }
    search_interval(job, &right, next, depth + 1);
    mpz_clear(next);
    zpoly_clear(&right);
}

/* All roots are below 2^bits in modulus (Cauchy). */
static int root_bound(const zpoly *p)
{
    size_t lead = mpz_sizeinbase(p->c[p->degree], 2);
    size_t most = 0;
    for (int i = 0; i < p->degree; i++) {
        size_t size = mpz_sizeinbase(p->c[i], 2);
        most = size > most ? size : most;
    }
    return most > lead ? (int)(most - lead) + 2 : 2;
}

static void search_side(isolation *job, const zpoly *p, bool mirrored)
{
    zpoly q;
    mpz_t zero;
    zpoly_init(&q);
    mpz_init(zero);
    zpoly_set(&q, p);
    for (int i = 1; i <= q.degree && mirrored; i += 2) {
        mpz_neg(q.c[i], q.c[i]);
    }
    job->mirrored = mirrored;
    job->bits = root_bound(&q);
    stretch(&q, job->bits);
    zpoly_make_primitive(&q);
    search_interval(job, &q, zero, 0);
    mpz_clear(zero);
    zpoly_clear(&q);
}

int real_roots_isolate(const zpoly *p, real_root *roots)
{
    isolation job = {.p = p, .roots = roots};
    if (p->degree < 1) {
        return 0;
    }
    zpoly rest;
    zpoly_init(&rest);
    zpoly_set(&rest, p);
    bool has_zero = drop_zero(&rest);
    search_side(&job, &rest, true);
    for (int i = 0, j = job.count - 1; i < j; i++, j--) {
        real_root held = roots[i];
        roots[i] = roots[j];
        roots[j] = held;
    }
    if (has_zero) {
        real_root_init(&roots[job.count++]);
    }
    search_side(&job, &rest, false);
    zpoly_clear(&rest);
    return job.count;
}

void real_root_refine(real_root *r, int bits)
{
    mpq_t width, wanted;
    mpq_inits(width, wanted, NULL);
    mpq_set_ui(wanted, 1, 1);
    mpq_div_2exp(wanted, wanted, (mp_bitcnt_t)bits);
    for (;;) {
        mpq_sub(width, r->high, r->low);
        if (mpq_cmp(width, wanted) < 0) {
            break;
        }
        halve(r);
    }
    mpq_clears(width, wanted, NULL);
}

int real_root_compare(real_root *a, real_root *b)
{
    for (;;) {
        if (mpq_cmp(a->high, b->low) < 0) {
            return -1;
        }
        if (mpq_cmp(b->high, a->low) < 0) {
            return 1;
        }
        if (!real_root_is_rational(a)) {
            halve(a);
        }
        if (!real_root_is_rational(b)) {
            halve(b);
        }
    }
}

/* Is q, a divisor of r->of, 0 at the root? */
static bool divisor_vanishes(const real_root *r, const zpoly *q)
{
    return zpoly_sign(q, r->low) != zpoly_sign(q, r->high);
}

/* The sign of q in the middle of the interval if q cannot change it there, by the mean value
 * theorem; else 0. */
static int certain_sign(const real_root *r, const zpoly *q)
{
    mpq_t middle, size, bound, term;
    mpq_inits(middle, size, bound, term, NULL);
    mpq_abs(size, r->low);
    mpq_abs(middle, r->high);
    if (mpq_cmp(middle, size) > 0) {
        mpq_set(size, middle);
    }
    for (int i = q->degree; i >= 1; i--) {
        mpq_mul(bound, bound, size);
        mpz_mul_ui(mpq_numref(term), q->c[i], (unsigned long)i);
        mpz_abs(mpq_numref(term), mpq_numref(term));
        mpz_set_ui(mpq_denref(term), 1);
        mpq_add(bound, bound, term);
    }
    mpq_sub(term, r->high, r->low);
    mpq_mul(bound, bound, term);
    mpq_add(middle, r->low, r->high);
    mpq_div_2exp(middle, middle, 1);
    mpq_set_ui(size, 0, 1);
    for (int i = q->degree; i >= 0; i--) {
        mpq_mul(size, size, middle);
        mpq_set_z(term, q->c[i]);
        mpq_add(size, size, term);
    }
    int sign = mpq_sgn(size);
    mpq_abs(size, size);
    sign = mpq_cmp(size, bound) > 0 ? sign : 0;
    mpq_clears(middle, size, bound, term, NULL);
    return sign;
}

int real_root_sign(real_root *r, const zpoly *q)
{
    if (q->degree <= 0) {
        return q->degree < 0 ? 0 : mpz_sgn(q->c[0]);
    }
    if (real_root_is_rational(r)) {
        return zpoly_sign(q, r->low);
    }
    int sign = certain_sign(r, q);
    if (sign != 0) {
        return sign;
    }
    zpoly common;
    zpoly_init(&common);
    zpoly_gcd(&common, &r->of, q);
    bool vanishes = common.degree > 0 && divisor_vanishes(r, &common);
    if (vanishes) {
        zpoly_swap(&r->of, &common);
    } else if (common.degree > 0) {
        zpoly_divide(&r->of, &r->of, &common);
    }
    zpoly_clear(&common);
    while (!vanishes && sign == 0) {
        halve(r);
        sign = real_root_is_rational(r) ? zpoly_sign(q, r->low) : certain_sign(r, q);
    }
    return sign;
}

/* By continued fractions: floor(low) + 1 if that is below high, else the same whole part and the
 * simplest fraction between the reciprocals of what is left. */
void fraction_between(mpq_t simplest, const mpq_t low, const mpq_t high)
{
    mpq_t a, b;
    mpz_t whole;
    mpq_inits(a, b, NULL);
    mpz_init(whole);
    if (mpq_sgn(low) < 0 && mpq_sgn(high) > 0) {
        mpq_set_ui(simplest, 0, 1);
    } else if (mpq_sgn(low) < 0) {
        mpq_neg(a, high);
        mpq_neg(b, low);
        fraction_between(simplest, a, b);
        mpq_neg(simplest, simplest);
    } else {
        mpz_fdiv_q(whole, mpq_numref(low), mpq_denref(low));
        mpq_set_z(a, whole);
        mpz_add_ui(whole, whole, 1);
        mpq_set_z(b, whole);
        if (mpq_cmp(b, high) < 0) {
            mpq_set(simplest, b);
        } else {
            mpq_t x, y;
            mpq_inits(x, y, NULL);
            mpq_sub(x, low, a);
            mpq_sub(y, high, a);
            mpq_inv(y, y);
            if (mpq_sgn(x) == 0) { /* above 1/y there is no end */
                mpz_fdiv_q(whole, mpq_numref(y), mpq_denref(y));
                mpz_add_ui(whole, whole, 1);
                mpq_set_z(simplest, whole);
            } else {
                mpq_inv(x, x);
                fraction_between(simplest, y, x);
            }
            mpq_inv(simplest, simplest);
            mpq_add(simplest, simplest, a);
            mpq_clears(x, y, NULL);
        }
    }
    mpz_clear(whole);
    mpq_clears(a, b, NULL);
}

/* Two fractions with denominators below 2^31 are further apart than 2^-62. */
void real_root_recognise(real_root *r)
{
    if (real_root_is_rational(r)) {
        return;
    }
    mpq_t candidate;
    mpq_init(candidate);
    real_root_refine(r, 64);
    if (!real_root_is_rational(r)) {
        fraction_between(candidate, r->low, r->high);
        if (zpoly_sign(&r->of, candidate) == 0) {
            real_root_set_rational(r, candidate);
        }
    }
    mpq_clear(candidate);
}

double real_root_value(real_root *r)
{
    if (real_root_is_rational(r)) {
        return mpq_get_d(r->low);
    }
    real_root_refine(r, 80);
    /* Far from 0 this is enough; near 0 the ends must agree in their digits. */
    while (!real_root_is_rational(r)) {
        double low = mpq_get_d(r->low);
        double high = mpq_get_d(r->high);
        if (high - low <= 4e-16 * fabs(low)) {
            return low;
        }
        halve(r);
    }
    return mpq_get_d(r->low);
}
