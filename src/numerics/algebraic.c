#include "numerics/algebraic.h"

#include "numerics/constant_filter.h"

/* All coefficients modulo the polynomial of w, times one positive integer. */
static void reduce_coefficients(bipoly *p, const real_root *w)
{
    const zpoly *of = &w->of;
    int steps = bipoly_degree_w(p) - of->degree + 1;
    if (steps > 0) {
        mpz_t lead, scale;
        mpz_inits(lead, scale, NULL);
        mpz_abs(lead, of->c[of->degree]);
        for (int i = 0; i <= p->degree; i++) {
            int own = p->c[i].degree - of->degree + 1;
            own = own > 0 ? own : 0;
            zpoly_remainder(&p->c[i], &p->c[i], of);
            mpz_pow_ui(scale, lead, (unsigned long)(steps - own));
            zpoly_scale(&p->c[i], scale);
        }
        mpz_clears(lead, scale, NULL);
    }
    bipoly_trim(p);
    bipoly_make_primitive(p);
}

/* Drops leading coefficients that vanish at w. */
static void drop_zeros(bipoly *p, real_root *w)
{
    while (p->degree >= 0 && real_root_sign(w, &p->c[p->degree]) == 0) {
        zpoly_clear(&p->c[p->degree]);
        bipoly_trim(p);
    }
}

void algebraic_reduce(bipoly *p, real_root *w)
{
    reduce_coefficients(p, w);
    drop_zeros(p, w);
    reduce_coefficients(p, w);
}

/* One step of Euclid's algorithm on a, b with their cofactors u, v: a becomes the remainder. */
static void euclid_step(zpoly *a, zpoly *u, const zpoly *b, const zpoly *v)
{
    zpoly term;
    mpz_t lead, content;
    zpoly_init(&term);
    mpz_inits(lead, content, NULL);
    while (a->degree >= b->degree) {
        int shift = a->degree - b->degree;
        mpz_set(lead, a->c[a->degree]);
        zpoly_clear(&term);
        zpoly_set_coefficient(&term, shift, lead);
        zpoly_scale(a, b->c[b->degree]);
        zpoly_scale(u, b->c[b->degree]);
        zpoly product;
        zpoly_init(&product);
        zpoly_multiply(&product, &term, b);
        zpoly_subtract(a, a, &product);
        zpoly_multiply(&product, &term, v);
        zpoly_subtract(u, u, &product);
        zpoly_clear(&product);
        zpoly_content(lead, a);
        zpoly_content(content, u);
        mpz_gcd(lead, lead, content);
        for (int i = 0; i <= a->degree; i++) {
            mpz_divexact(a->c[i], a->c[i], lead);
        }
        for (int i = 0; i <= u->degree; i++) {
            mpz_divexact(u->c[i], u->c[i], lead);
        }
    }
    zpoly_clear(&term);
    mpz_clears(lead, content, NULL);
}

/* inverse * x = an integer other than 0, modulo the polynomial of w. x is reduced, and not 0 at
 * w. */
static void invert(zpoly *inverse, const zpoly *x, real_root *w)
{
    for (;;) {
        zpoly a, b, u, v;
        zpoly_init(&a);
        zpoly_init(&b);
        zpoly_init(&u);
        zpoly_init(&v);
        zpoly_set(&a, &w->of);
        zpoly_set(&b, x);
        zpoly_set_small(&v, 0, 1);
        while (b.degree > 0) {
            euclid_step(&a, &u, &b, &v);
            zpoly_swap(&a, &b);
            zpoly_swap(&u, &v);
        }
        bool found = b.degree == 0;
        if (found) {
            zpoly_swap(inverse, &v);
        } else {
            /* a divides both: w is a root of the other factor. */
            zpoly_make_primitive(&a);
            zpoly_divide(&w->of, &w->of, &a);
        }
        zpoly_clear(&a);
        zpoly_clear(&b);
        zpoly_clear(&u);
        zpoly_clear(&v);
        if (found) {
            return;
        }
    }
}

/* Multiplies by a positive number so that the leading coefficient is an integer. */
static void normalise(bipoly *p, real_root *w)
{
    if (p->degree < 0 || p->c[p->degree].degree == 0) {
        return;
    }
    zpoly inverse;
    zpoly_init(&inverse);
    int sign = real_root_sign(w, &p->c[p->degree]);
    reduce_coefficients(p, w); /* w may have lost a factor */
    invert(&inverse, &p->c[p->degree], w);
    for (int i = 0; i <= p->degree; i++) {
        zpoly_multiply(&p->c[i], &p->c[i], &inverse);
    }
    reduce_coefficients(p, w);
    if (mpz_sgn(p->c[p->degree].c[0]) != sign) {
        mpz_t minus;
        mpz_init_set_si(minus, -1);
        for (int i = 0; i <= p->degree; i++) {
            zpoly_scale(&p->c[i], minus);
        }
        mpz_clear(minus);
    }
    zpoly_clear(&inverse);
}

/* Divides a by b, which is normalised, in place: powers from deg b on become the quotient, the
 * others the remainder, both up to the same positive factor. */
static void divide_in_place(bipoly *a, const bipoly *b, real_root *w)
{
    mpz_t size;
    zpoly lead, term;
    mpz_init(size);
    zpoly_init(&lead);
    zpoly_init(&term);
    int sign = mpz_sgn(b->c[b->degree].c[0]);
    mpz_abs(size, b->c[b->degree].c[0]);
    for (int k = a->degree - b->degree; k >= 0; k--) {
        zpoly_set(&lead, bipoly_at(a, k + b->degree));
        mpz_t signed_one;
        mpz_init_set_si(signed_one, sign);
        zpoly_scale(&lead, signed_one);
        mpz_clear(signed_one);
        for (int i = 0; i < a->room; i++) {
            zpoly_scale(&a->c[i], size);
        }
        for (int i = 0; i < b->degree; i++) {
            zpoly_multiply(&term, &lead, &b->c[i]);
            zpoly_subtract(&a->c[k + i], &a->c[k + i], &term);
        }
        zpoly_set(&a->c[k + b->degree], &lead);
        bipoly_trim(a);
        reduce_coefficients(a, w);
    }
    mpz_clear(size);
    zpoly_clear(&lead);
    zpoly_clear(&term);
}

/* a modulo b, which is normalised. */
static void remainder_of(bipoly *rest, const bipoly *a, const bipoly *b, real_root *w)
{
    bipoly r;
    bipoly_init(&r);
    bipoly_set(&r, a);
    if (a->degree >= b->degree) {
        divide_in_place(&r, b, w);
        for (int i = b->degree; i < r.room; i++) {
            zpoly_clear(&r.c[i]);
        }
        bipoly_trim(&r);
        algebraic_reduce(&r, w);
    }
    bipoly_swap(rest, &r);
    bipoly_clear(&r);
}

void algebraic_gcd(bipoly *divisor, const bipoly *a, const bipoly *b, real_root *w)
{
    bipoly x, y;
    if (filter_applies(a) && filter_applies(b) && filter_coprime(a, b) == FILTER_YES) {
        bipoly_clear(divisor);
        zpoly_set_small(bipoly_at(divisor, 0), 0, 1);
        bipoly_trim(divisor);
        return;
    }
    bipoly_init(&x);
    bipoly_init(&y);
    bipoly_set(&x, a);
    bipoly_set(&y, b);
    while (y.degree >= 0) {
        normalise(&y, w);
        remainder_of(&x, &x, &y, w);
        bipoly_swap(&x, &y);
    }
    normalise(&x, w);
    bipoly_swap(divisor, &x);
    bipoly_clear(&x);
    bipoly_clear(&y);
}

void algebraic_quotient(bipoly *quotient, const bipoly *a, const bipoly *b, real_root *w)
{
    bipoly r, q, normal;
    bipoly_init(&r);
    bipoly_init(&q);
    bipoly_init(&normal);
    bipoly_set(&r, a);
    bipoly_set(&normal, b);
    normalise(&normal, w);
    divide_in_place(&r, &normal, w);
    for (int i = b->degree; i <= r.degree; i++) {
        zpoly_set(bipoly_at(&q, i - b->degree), &r.c[i]);
    }
    bipoly_trim(&q);
    algebraic_reduce(&q, w);
    bipoly_swap(quotient, &q);
    bipoly_clear(&r);
    bipoly_clear(&q);
    bipoly_clear(&normal);
}

int algebraic_count_positive(const bipoly *p, real_root *w, bipoly *common)
{
    bipoly x, y;
    mpz_t minus;
    bipoly_init(&x);
    bipoly_init(&y);
    mpz_init_set_si(minus, -1);
    bipoly_set(&x, p);
    normalise(&x, w);
    bipoly_derivative(&y, &x);
    int changes[2] = {0, 0};
    int last[2] = {0, 0};
    for (;;) {
        int signs[2] = {real_root_sign(w, &x.c[0]), real_root_sign(w, &x.c[x.degree])};
        for (int n = 0; n < 2; n++) {
            changes[n] += signs[n] != 0 && last[n] != 0 && signs[n] != last[n];
            last[n] = signs[n] != 0 ? signs[n] : last[n];
        }
        if (y.degree < 0) {
            break;
        }
        normalise(&y, w);
        remainder_of(&x, &x, &y, w);
        for (int i = 0; i <= x.degree; i++) {
            zpoly_scale(&x.c[i], minus);
        }
        bipoly_swap(&x, &y);
    }
    bipoly_swap(common, &x);
    bipoly_clear(&x);
    bipoly_clear(&y);
    mpz_clear(minus);
    return changes[0] - changes[1];
}

static bool has_positive_root(const bipoly *p, real_root *w)
{
    bipoly common;
    bipoly_init(&common);
    bool has = p->degree > 0 && algebraic_count_positive(p, w, &common) > 0;
    bipoly_clear(&common);
    return has;
}

/* Has p a root x > 0 of odd multiplicity? `common` is the divisor of p and its derivative, which is
 * used up (Musser, 1971). */
static bool has_odd_root(const bipoly *p, bipoly *common, real_root *w)
{
    bipoly simple, shared, exactly;
    bipoly_init(&simple);
    bipoly_init(&shared);
    bipoly_init(&exactly);
    bool found = false;
    algebraic_quotient(&simple, p, common, w);
    for (bool is_odd = true; simple.degree > 0 && !found; is_odd = !is_odd) {
        algebraic_gcd(&shared, &simple, common, w);
        algebraic_quotient(&exactly, &simple, &shared, w);
        found = is_odd && has_positive_root(&exactly, w);
        algebraic_quotient(common, common, &shared, w);
        bipoly_swap(&simple, &shared);
    }
    bipoly_clear(&simple);
    bipoly_clear(&shared);
    bipoly_clear(&exactly);
    return found;
}

/* Divides by the power of x that p contains. */
static void strip_low_powers(bipoly *p, real_root *w)
{
    int low = 0;
    while (low < p->degree && real_root_sign(w, &p->c[low]) == 0) {
        low++;
    }
    for (int i = 0; i <= p->degree && low > 0; i++) {
        if (i + low <= p->degree) {
            zpoly_swap(&p->c[i], &p->c[i + low]);
        } else {
            zpoly_clear(&p->c[i]);
        }
    }
    bipoly_trim(p);
}

/* By polynomials with shorter coefficients, or with integers instead of polynomials in w, below and
 * above p. */
static filter is_nonnegative_by_bounds(const bipoly *p, real_root *w)
{
    static const int bits[] = {100, 500};
    filter is = FILTER_OPEN;
    for (int n = 0; n < 2 && is == FILTER_OPEN; n++) {
        bipoly low, high;
        bipoly_init(&low);
        bipoly_init(&high);
        bool bounded = true;
        if (filter_applies(p)) {
            bounded = filter_bounds(p, (size_t)bits[n], &low, &high);
        } else {
            filter_enclose(p, w, bits[n], &low, &high);
        }
        if (bounded) {
            if (algebraic_is_nonnegative(&low, w)) {
                is = FILTER_YES;
            } else if (!algebraic_is_nonnegative(&high, w)) {
                is = FILTER_NO;
            }
        }
        bipoly_clear(&low);
        bipoly_clear(&high);
    }
    return is;
}

bool algebraic_is_nonnegative(const bipoly *p, real_root *w)
{
    if (p->degree < 0) {
        return true;
    }
    filter quickly = is_nonnegative_by_bounds(p, w);
    if (quickly != FILTER_OPEN) {
        return quickly == FILTER_YES;
    }
    bipoly f, common;
    bipoly_init(&f);
    bipoly_init(&common);
    bipoly_set(&f, p);
    strip_low_powers(&f, w);
    int negative = 0;
    for (int i = 0; i <= f.degree; i++) {
        negative += real_root_sign(w, &f.c[i]) < 0;
    }
    bool is = real_root_sign(w, &f.c[f.degree]) > 0 && real_root_sign(w, &f.c[0]) > 0;
    if (is && negative > 0 && algebraic_count_positive(&f, w, &common) > 0) {
        is = common.degree > 0 && !has_odd_root(&f, &common, w);
    }
    bipoly_clear(&f);
    bipoly_clear(&common);
    return is;
}

/* The next row of Routh's scheme: above[i+1] first(row) - first(above) row[i+1]; rows are highest
 * power first and begin with a positive number. */
static void routh_step(bipoly *above, const bipoly *row, real_root *w)
{
    bipoly next;
    zpoly term;
    bipoly_init(&next);
    zpoly_init(&term);
    for (int i = 0; i < above->room - 1; i++) {
        zpoly *at = bipoly_at(&next, i);
        zpoly_multiply(at, &above->c[i + 1], &row->c[0]);
        if (i + 1 < row->room) {
            zpoly_multiply(&term, &above->c[0], &row->c[i + 1]);
            zpoly_subtract(at, at, &term);
        }
    }
    bipoly_trim(&next);
    reduce_coefficients(&next, w);
    bipoly_swap(above, &next);
    bipoly_clear(&next);
    zpoly_clear(&term);
}

bool algebraic_is_hurwitz(const bipoly *p, real_root *w)
{
    filter quickly = filter_applies(p) ? filter_hurwitz(p) : FILTER_OPEN;
    if (quickly != FILTER_OPEN) {
        return quickly == FILTER_YES;
    }
    bipoly rows[2];
    mpz_t minus;
    bipoly_init(&rows[0]);
    bipoly_init(&rows[1]);
    mpz_init_set_si(minus, -1);
    bool is = p->degree >= 0;
    bool flips = is && real_root_sign(w, &p->c[p->degree]) < 0;
    for (int i = p->degree; i >= 0; i--) {
        zpoly *at = bipoly_at(&rows[(p->degree - i) % 2], (p->degree - i) / 2);
        zpoly_set(at, &p->c[i]);
        if (flips) {
            zpoly_scale(at, minus);
        }
    }
    for (int n = 0; n < p->degree && is; n++) {
        bipoly_trim(&rows[1]);
        is = rows[1].room > 0 && real_root_sign(w, &rows[1].c[0]) > 0;
        if (is) {
            routh_step(&rows[0], &rows[1], w);
            bipoly_swap(&rows[0], &rows[1]);
        }
    }
    bipoly_clear(&rows[0]);
    bipoly_clear(&rows[1]);
    mpz_clear(minus);
    return is;
}
