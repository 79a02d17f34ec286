#include "numerics/zroots.h"

#include <math.h>
#include <stdlib.h>

#include "numerics/real_roots.h"

enum { LEAST_BITS = 256, MOST_BITS = 8192, MOST_SWEEPS = 400 };

/* A complex number of many bits; four are spare for products. */
typedef struct point {
    mpf_t re, im;
} point;

typedef struct search {
    const zpoly *of;
    int degree, bits;
    mpf_t *c;
    point *at;
    double *error; /* log2 of the radius of a disc with at least one root */
    point value, slope, step, sum, spare;
    mpf_t a, b;
} search;

static void *take(size_t count, size_t size)
{
    void *(*allocate)(size_t);
    mp_get_memory_functions(&allocate, NULL, NULL);
    return allocate(count * size);
}

static void give(void *memory, size_t count, size_t size)
{
    void (*release)(void *, size_t);
    mp_get_memory_functions(NULL, NULL, &release);
    release(memory, count * size);
}

static void point_init(point *p, int bits)
{
    mpf_init2(p->re, (mp_bitcnt_t)bits);
    mpf_init2(p->im, (mp_bitcnt_t)bits);
}

static void point_clear(point *p)
{
    mpf_clear(p->re);
    mpf_clear(p->im);
}

static void search_init(search *s, const zpoly *of)
{
    *s = (search){.of = of, .degree = of->degree, .bits = LEAST_BITS};
    size_t n = (size_t)of->degree;
    s->c = take(n + 1, sizeof *s->c);
    s->at = take(n, sizeof *s->at);
    s->error = take(n, sizeof *s->error);
    for (size_t i = 0; i <= n; i++) {
        mpf_init2(s->c[i], (mp_bitcnt_t)s->bits);
    }
    for (size_t i = 0; i < n; i++) {
        point_init(&s->at[i], s->bits);
    }
    point *const few[] = {&s->value, &s->slope, &s->step, &s->sum, &s->spare};
    for (size_t i = 0; i < 5; i++) {
        point_init(few[i], s->bits);
    }
    mpf_init2(s->a, (mp_bitcnt_t)s->bits);
    mpf_init2(s->b, (mp_bitcnt_t)s->bits);
}

static void search_clear(search *s)
{
    size_t n = (size_t)s->degree;
    for (size_t i = 0; i <= n; i++) {
        mpf_clear(s->c[i]);
    }
    for (size_t i = 0; i < n; i++) {
        point_clear(&s->at[i]);
    }
    point *const few[] = {&s->value, &s->slope, &s->step, &s->sum, &s->spare};
    for (size_t i = 0; i < 5; i++) {
        point_clear(few[i]);
    }
    mpf_clear(s->a);
    mpf_clear(s->b);
    give(s->c, n + 1, sizeof *s->c);
    give(s->at, n, sizeof *s->at);
    give(s->error, n, sizeof *s->error);
}

/* More bits for everything; what is known stays. */
static void set_bits(search *s, int bits)
{
    mp_bitcnt_t b = (mp_bitcnt_t)bits;
    s->bits = bits;
    for (int i = 0; i <= s->degree; i++) {
        mpf_set_prec(s->c[i], b);
        mpf_set_z(s->c[i], s->of->c[i]);
    }
    point *const few[] = {&s->value, &s->slope, &s->step, &s->sum, &s->spare};
    for (int i = 0; i < s->degree; i++) {
        point old;
        point_init(&old, bits);
        mpf_set(old.re, s->at[i].re);
        mpf_set(old.im, s->at[i].im);
        point_clear(&s->at[i]);
        s->at[i] = old;
    }
    for (size_t i = 0; i < 5; i++) {
        mpf_set_prec(few[i]->re, b);
        mpf_set_prec(few[i]->im, b);
    }
    mpf_set_prec(s->a, b);
    mpf_set_prec(s->b, b);
}

/* log2 |x|; -infinity for 0. */
static double size_of(const mpf_t x)
{
    long exponent = 0;
    double part = mpf_get_d_2exp(&exponent, x);
    return part == 0 ? -INFINITY : log2(fabs(part)) + (double)exponent;
}

static double point_size(const point *p)
{
    return fmax(size_of(p->re), size_of(p->im)); /* half a bit too small at most */
}

/* p *= q */
static void times(search *s, point *p, const point *q)
{
    mpf_mul(s->a, p->re, q->re);
    mpf_mul(s->b, p->im, q->im);
    mpf_mul(p->im, p->im, q->re);
    mpf_sub(s->a, s->a, s->b);
    mpf_mul(s->b, p->re, q->im);
    mpf_add(p->im, p->im, s->b);
    mpf_set(p->re, s->a);
}

/* p /= q, which is not 0; q is overwritten */
static void over(search *s, point *p, point *q)
{
    mpf_neg(q->im, q->im);
    times(s, p, q);
    mpf_mul(s->a, q->re, q->re);
    mpf_mul(s->b, q->im, q->im);
    mpf_add(s->a, s->a, s->b);
    mpf_div(p->re, p->re, s->a);
    mpf_div(p->im, p->im, s->a);
}

static bool is_zero(const point *p)
{
    return mpf_sgn(p->re) == 0 && mpf_sgn(p->im) == 0;
}

/* Value and slope at a point; returns log2 of the rounding of the value, by Horner's rule. */
static double evaluate(search *s, const point *x)
{
    double size = -INFINITY, far = point_size(x) + 0.5;
    mpf_set(s->value.re, s->c[s->degree]);
    mpf_set_ui(s->value.im, 0);
    mpf_set_ui(s->slope.re, 0);
    mpf_set_ui(s->slope.im, 0);
    for (int i = s->degree; i >= 0; i--) {
        size = fmax(size, size_of(s->c[i]) + (i > 0 ? i * far : 0));
    }
    for (int i = s->degree - 1; i >= 0; i--) {
        times(s, &s->slope, x);
        mpf_add(s->slope.re, s->slope.re, s->value.re);
        mpf_add(s->slope.im, s->slope.im, s->value.im);
        times(s, &s->value, x);
        mpf_add(s->value.re, s->value.re, s->c[i]);
    }
    return size - s->bits + 2 * log2(s->degree + 1) + 6;
}

/* Radii from the upper hull of (i, log2 |c_i|), angles spread unevenly (Bini, 1996). */
static void begin(search *s)
{
    int n = s->degree;
    for (int i = 0; i < n;) {
        int next = i + 1;
        double steepest = -INFINITY;
        for (int j = i + 1; j <= n; j++) {
            double slope = (size_of(s->c[j]) - size_of(s->c[i])) / (j - i);
            if (slope >= steepest) {
                steepest = slope;
                next = j;
            }
        }
        double radius = -steepest, whole = floor(radius);
        for (int k = i; k < next; k++) {
            double angle = 2 * 3.14159265358979323846 * (k - i) / (next - i) + 0.7 + i;
            mpf_set_d(s->at[k].re, exp2(radius - whole) * cos(angle));
            mpf_set_d(s->at[k].im, exp2(radius - whole) * sin(angle));
            mpf_t *const parts[] = {&s->at[k].re, &s->at[k].im};
            for (int m = 0; m < 2 && whole >= 0; m++) {
                mpf_mul_2exp(*parts[m], *parts[m], (mp_bitcnt_t)whole);
            }
            for (int m = 0; m < 2 && whole < 0; m++) {
                mpf_div_2exp(*parts[m], *parts[m], (mp_bitcnt_t)-whole);
            }
        }
        i = next;
    }
}

/* One step of Aberth for root k; the disc of radius degree |value/slope| has a root in it. */
static void improve(search *s, int k)
{
    point *x = &s->at[k];
    double rounding = evaluate(s, x), value = point_size(&s->value) + 0.5;
    double slope = point_size(&s->slope);
    s->error[k] = isinf(slope) ? INFINITY : log2(s->degree) + fmax(value, rounding) + 1 - slope;
    if (isinf(slope) || value < rounding) {
        return;
    }
    mpf_set(s->step.re, s->value.re);
    mpf_set(s->step.im, s->value.im);
    over(s, &s->step, &s->slope);
    mpf_set_ui(s->sum.re, 0);
    mpf_set_ui(s->sum.im, 0);
    for (int j = 0; j < s->degree; j++) {
        mpf_sub(s->spare.re, x->re, s->at[j].re);
        mpf_sub(s->spare.im, x->im, s->at[j].im);
        if (j == k || is_zero(&s->spare)) {
            continue;
        }
        mpf_set_ui(s->value.re, 1);
        mpf_set_ui(s->value.im, 0);
        over(s, &s->value, &s->spare);
        mpf_add(s->sum.re, s->sum.re, s->value.re);
        mpf_add(s->sum.im, s->sum.im, s->value.im);
    }
    times(s, &s->sum, &s->step);
    mpf_ui_sub(s->sum.re, 1, s->sum.re);
    mpf_neg(s->sum.im, s->sum.im);
    if (!is_zero(&s->sum)) {
        over(s, &s->step, &s->sum);
        mpf_sub(x->re, x->re, s->step.re);
        mpf_sub(x->im, x->im, s->step.im);
    }
}

/* log2 of the distance of two of them. */
static double distance(search *s, int j, int k)
{
    mpf_sub(s->spare.re, s->at[j].re, s->at[k].re);
    mpf_sub(s->spare.im, s->at[j].im, s->at[k].im);
    return point_size(&s->spare);
}

/* Are all discs apart and small beside their centres and their distance from the axes? */
static bool is_done(search *s)
{
    for (int k = 0; k < s->degree; k++) {
        if (!(s->error[k] < point_size(&s->at[k]) - 70)) {
            return false;
        }
        for (int j = 0; j < k; j++) {
            if (!(fmax(s->error[j], s->error[k]) + 10 < distance(s, j, k))) {
                return false;
            }
        }
    }
    return true;
}

static bool find(search *s)
{
    for (int bits = LEAST_BITS; bits <= MOST_BITS; bits *= 2) {
        set_bits(s, bits);
        if (bits == LEAST_BITS) {
            begin(s);
        }
        for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
            double before = 0, after = 0;
            for (int k = 0; k < s->degree; k++) {
                before += sweep > 0 ? s->error[k] : INFINITY;
                improve(s, k);
                after += s->error[k];
            }
            if (is_done(s)) {
                return true;
            }
            if (sweep > 30 && after >= before) {
                break; /* all bits are used */
            }
        }
    }
    return false;
}

/* The parts of p(iy) that are real and imaginary for real y. */
static void on_the_axis(const zpoly *p, zpoly *real, zpoly *imaginary)
{
    mpz_t c;
    mpz_init(c);
    for (int i = 0; i <= p->degree; i++) {
        mpz_set(c, p->c[i]);
        if (i % 4 >= 2) {
            mpz_neg(c, c);
        }
        zpoly_set_coefficient(i % 2 == 0 ? real : imaginary, i, c);
    }
    mpz_clear(c);
}

static int count_real(const zpoly *p)
{
    real_root *roots = take((size_t)p->degree + 1, sizeof *roots);
    int count = real_roots_isolate(p, roots);
    for (int i = 0; i < count; i++) {
        real_root_clear(&roots[i]);
    }
    give(roots, (size_t)p->degree + 1, sizeof *roots);
    return count;
}

/* How many roots i y with real y /= 0 a square-free p with p(0) /= 0 has. */
static int count_imaginary(const zpoly *p)
{
    zpoly real, imaginary;
    zpoly_init(&real);
    zpoly_init(&imaginary);
    on_the_axis(p, &real, &imaginary);
    zpoly_gcd(&real, &real, &imaginary);
    int count = real.degree > 0 ? count_real(&real) : 0;
    zpoly_clear(&real);
    zpoly_clear(&imaginary);
    return count;
}

/* Sets the `count` smallest of one part, beside the modulus, to 0: so many are known to be. */
static void clean(search *s, int count, bool is_real_part)
{
    for (; count > 0; count--) {
        mpf_t *least = NULL;
        double ratio = INFINITY;
        for (int k = 0; k < s->degree; k++) {
            mpf_t *part = is_real_part ? &s->at[k].re : &s->at[k].im;
            double size = size_of(*part) - point_size(&s->at[k]);
            if (mpf_sgn(*part) != 0 && size < ratio) {
                ratio = size;
                least = part;
            }
        }
        if (least == NULL) {
            return; /* they are 0 already */
        }
        mpf_set_ui(*least, 0);
    }
}

/* How many have this part equal to 0 already. */
static int count_clean(const search *s, bool is_real_part)
{
    int count = 0;
    for (int k = 0; k < s->degree; k++) {
        count += mpf_sgn(is_real_part ? s->at[k].re : s->at[k].im) == 0;
    }
    return count;
}

/* The nearest double, for GMP's own conversion cuts. */
static double rounded(const mpf_t x)
{
    mpf_t rest;
    double high = mpf_get_d(x);
    mpf_init2(rest, LEAST_BITS);
    if (isfinite(high)) {
        mpf_set_d(rest, high);
        mpf_sub(rest, x, rest);
        high += mpf_get_d(rest) * (1 + 1e-15);
    }
    mpf_clear(rest);
    return high;
}

/* The simple roots of a square-free p with p(0) /= 0, each `times_each` times. */
static bool simple_roots(const zpoly *p, int times_each, double complex *roots)
{
    search s;
    search_init(&s, p);
    bool good = find(&s);
    if (good) {
        clean(&s, count_real(p) - count_clean(&s, false), false);
        clean(&s, count_imaginary(p) - count_clean(&s, true), true);
    }
    for (int k = 0; k < p->degree && good; k++) {
        double complex root = CMPLX(rounded(s.at[k].re), rounded(s.at[k].im));
        good = isfinite(creal(root)) && isfinite(cimag(root));
        for (int m = 0; m < times_each; m++) {
            roots[k * times_each + m] = root;
        }
    }
    search_clear(&s);
    return good;
}

bool zpoly_roots(const zpoly *p, double complex *roots, int *multiplicity)
{
    zpoly rest, common, same, factor, x;
    zpoly *const all[] = {&rest, &common, &same, &factor, &x};
    for (size_t i = 0; i < 5; i++) {
        zpoly_init(all[i]);
    }
    bool good = true;
    int found = 0;
    zpoly_set(&rest, p);
    zpoly_set_small(&x, 1, 1);
    while (rest.degree > 0 && mpz_sgn(rest.c[0]) == 0) {
        zpoly_divide(&rest, &rest, &x);
        roots[found++] = 0;
    }
    for (int n = 0; n < found && multiplicity != NULL; n++) {
        multiplicity[n] = found;
    }
    /* rest = product of f_m^m; `same` is the product of f_m, f_(m+1), ... */
    zpoly_make_primitive(&rest);
    if (rest.degree > 0) {
        zpoly_squarefree(&same, &rest);
    }
    for (int m = 1; rest.degree > 0 && good; m++) {
        zpoly_divide(&rest, &rest, &same);
        zpoly_gcd(&common, &same, &rest);
        zpoly_divide(&factor, &same, &common);
        if (factor.degree > 0) {
            good = simple_roots(&factor, m, roots + found);
            for (int n = 0; n < m * factor.degree && multiplicity != NULL; n++) {
                multiplicity[found + n] = m;
            }
            found += m * factor.degree;
        }
        zpoly_swap(&same, &common);
    }
    for (size_t i = 0; i < 5; i++) {
        zpoly_clear(all[i]);
    }
    return good && found == p->degree;
}
