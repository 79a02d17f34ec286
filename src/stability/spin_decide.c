#include "stability/spin_decide.h"

#include <complex.h>
#include <math.h>

#include "numerics/algebraic.h"
#include "numerics/roots.h"

static void reduced(bipoly *to, const bipoly *from, real_root *w)
{
    bipoly_init(to);
    bipoly_set(to, from);
    algebraic_reduce(to, w);
}

bool spin_is_void(const spin_conditions *c, real_root *w)
{
    bipoly leading;
    reduced(&leading, &c->leading, w);
    bool is = leading.degree < 0;
    bipoly_clear(&leading);
    return is;
}

static decision conditions_hold(const spin_conditions *c, real_root *w)
{
    decision d = DECIDED_YES;
    for (int i = 0; i < c->count && d != DECIDED_NO; i++) {
        bipoly f;
        reduced(&f, &c->nonnegative[i], w);
        if (f.degree < 0 && c->must_not_vanish) {
            d = UNDECIDED;
        } else if (!algebraic_is_nonnegative(&f, w)) {
            d = DECIDED_NO;
        }
        bipoly_clear(&f);
    }
    return d;
}

/* Are the roots of p on the imaginary axis, and simple? p(s) = +- p(-s). */
static bool is_on_axis(const bipoly *p, real_root *w)
{
    bipoly parts[2], common;
    bipoly_init(&parts[0]);
    bipoly_init(&parts[1]);
    bipoly_init(&common);
    bipoly_split(p, &parts[0], &parts[1]);
    bipoly *part = &parts[p->degree % 2];
    bipoly_mirror(part);
    algebraic_reduce(part, w);
    bool is = part->degree == 0;
    if (part->degree > 0 && real_root_sign(w, &part->c[0]) != 0) {
        is = algebraic_count_positive(part, w, &common) == part->degree;
    }
    bipoly_clear(&parts[0]);
    bipoly_clear(&parts[1]);
    bipoly_clear(&common);
    return is;
}

/* Has p no roots in Re < 0, and simple ones at most on the axis? */
static bool is_stable_factor(const bipoly *p, real_root *w)
{
    bipoly mirrored, symmetric, rest;
    bipoly_init(&mirrored);
    bipoly_init(&symmetric);
    bipoly_init(&rest);
    bipoly_set(&mirrored, p);
    bipoly_mirror(&mirrored);
    algebraic_gcd(&symmetric, p, &mirrored, w);
    algebraic_quotient(&rest, p, &symmetric, w);
    bipoly_mirror(&rest);
    bool is = is_on_axis(&symmetric, w) && algebraic_is_hurwitz(&rest, w);
    bipoly_clear(&mirrored);
    bipoly_clear(&symmetric);
    bipoly_clear(&rest);
    return is;
}

/* Has D no roots in Re < 0 but those of all numerators? */
static bool has_no_poles(const spin_conditions *c, real_root *w)
{
    bipoly D, common, N;
    reduced(&D, &c->D, w);
    bipoly_init(&common);
    bipoly_init(&N);
    bool is = D.degree >= 0;
    int degree = D.degree; /* the largest of all */
    bipoly_set(&common, &D);
    for (int i = 0; i < c->numerator_count && is; i++) {
        bipoly_set(&N, &c->numerators[i]);
        algebraic_reduce(&N, w);
        degree = N.degree > degree ? N.degree : degree;
        algebraic_gcd(&common, &common, &N, w);
    }
    is = is && !(c->common_roots_count && c->steps - degree > 1); /* a double root at infinity */
    if (is && common.degree > 0) {
        is = !c->common_roots_count || is_stable_factor(&common, w);
        algebraic_quotient(&D, &D, &common, w);
    }
    bipoly_mirror(&D);
    is = is && algebraic_is_hurwitz(&D, w);
    bipoly_clear(&D);
    bipoly_clear(&common);
    bipoly_clear(&N);
    return is;
}

/* Would arithmetic with w take too long? Seconds, where degrees multiply to this. */
static bool is_too_large(const spin_conditions *c, const real_root *w)
{
    enum { MOST = 200, SHORT = 400 };
    int degree = c->D.degree;
    for (int i = 0; i < c->count; i++) {
        degree = c->nonnegative[i].degree > degree ? c->nonnegative[i].degree : degree;
    }
    size_t bits = mpz_sizeinbase(w->of.c[w->of.degree], 2);
    double work = (double)w->of.degree * degree * (bits > SHORT ? (double)bits / SHORT : 1);
    return w->of.degree > 1 && work > MOST;
}

decision spin_decide(const spin_conditions *c, real_root *w)
{
    if (is_too_large(c, w)) {
        return UNDECIDED;
    }
    if (spin_is_void(c, w)) {
        return DECIDED_NO;
    }
    decision d = conditions_hold(c, w);
    if (d != DECIDED_NO && c->D.degree >= 0 && !has_no_poles(c, w)) {
        d = DECIDED_NO;
    }
    return d;
}

decision spin_decide_at(const phi *p, spin_define *define, const mpq_t w, int slack)
{
    spin_source source;
    spin_conditions conditions;
    real_root generator;
    spin_source_at(&source, p, w, slack, &generator);
    define(&source, &conditions);
    decision d = spin_decide(&conditions, &generator);
    spin_conditions_clear(&conditions);
    spin_source_clear(&source);
    real_root_clear(&generator);
    return d;
}

/* The coefficients of p at w in double precision, scaled alike; returns the degree. */
static int approximate(const bipoly *p, double w, double complex *c)
{
    double largest = 0;
    for (int i = 0; i <= p->degree; i++) {
        c[i] = zpoly_approximate(&p->c[i], w);
        largest = fmax(largest, cabs(c[i]));
    }
    int degree = -1;
    for (int i = 0; i <= p->degree && largest > 0; i++) {
        c[i] /= largest;
        degree = c[i] != 0 ? i : degree;
    }
    return degree;
}

/* p(x; w) for a rational complex x, as two polynomials in w times the same positive number. */
static void set_point(const bipoly *p, double complex x, zpoly *re, zpoly *im)
{
    enum { BITS = 60 };
    mpz_t a, b, scale;
    zpoly term, next_re, next_im;
    zpoly *all[] = {&term, &next_re, &next_im};
    mpz_inits(a, b, scale, NULL);
    mpz_set_d(a, ldexp(creal(x), BITS));
    mpz_set_d(b, ldexp(cimag(x), BITS));
    mpz_set_ui(scale, 1);
    for (int i = 0; i < 3; i++) {
        zpoly_init(all[i]);
    }
    for (int i = p->degree; i >= 0; i--) {
        /* (re + i im) (a + i b) + c_i 2^(BITS (degree - i)) */
        zpoly_set(&next_re, re);
        zpoly_scale(&next_re, a);
        zpoly_set(&term, im);
        zpoly_scale(&term, b);
        zpoly_subtract(&next_re, &next_re, &term);
        zpoly_set(&next_im, re);
        zpoly_scale(&next_im, b);
        zpoly_set(&term, im);
        zpoly_scale(&term, a);
        zpoly_add(im, &next_im, &term);
        zpoly_set(&term, &p->c[i]);
        zpoly_scale(&term, scale);
        zpoly_add(re, &next_re, &term);
        mpz_mul_2exp(scale, scale, BITS);
    }
    for (int i = 0; i < 3; i++) {
        zpoly_clear(all[i]);
    }
    mpz_clears(a, b, scale, NULL);
}

/* Is f(x; w) < 0? */
static bool is_negative_at(const bipoly *f, double x, real_root *w)
{
    zpoly re, im;
    zpoly_init(&re);
    zpoly_init(&im);
    set_point(f, x, &re, &im);
    bool is = real_root_sign(w, &re) < 0;
    zpoly_clear(&re);
    zpoly_clear(&im);
    return is;
}

/* f(x) against the sum of the moduli of its terms. */
static double relative_value(const double complex *c, int degree, double x)
{
    double value = 0, size = 0;
    for (int i = degree; i >= 0; i--) {
        value = value * x + creal(c[i]);
        size = size * x + cabs(c[i]);
    }
    return value / size;
}

/* Where f(x; w), x > 0, is least and negative as far as double precision tells; false when it is
 * nowhere. */
static bool find_negative(const bipoly *f, double w, double *where)
{
    enum { SCALES = 36 }; /* from 1e-6 to 1e6 */
    double complex c[POLYNOMIAL_MAX_DEGREE + 1];
    double complex slope[POLYNOMIAL_MAX_DEGREE + 1];
    double complex places[POLYNOMIAL_MAX_DEGREE + SCALES];
    int degree = f->degree <= POLYNOMIAL_MAX_DEGREE ? approximate(f, w, c) : -1;
    for (int i = 1; i <= degree; i++) {
        slope[i - 1] = i * c[i];
    }
    int count = degree > 1 && complex_polynomial_roots(slope, degree - 1, places) ? degree - 1 : 0;
    for (int n = 0; n < SCALES; n++) {
        places[count++] = pow(10, (n - SCALES / 2) / 3.0);
    }
    double least = -1e-12;
    for (int n = 0; n < count && degree >= 0; n++) {
        double x = creal(places[n]);
        double value = x > 1e-9 && x < 1e9 ? relative_value(c, degree, x) : 0;
        if (value < least) {
            least = value;
            *where = x;
        }
    }
    return least < -1e-12;
}

/* Is |N(z; w)|^2 > weight |D(z; w)|^2? */
static bool is_unstable_at(const bipoly *D, const bipoly *N, int weight, double complex z,
                           real_root *w)
{
    int top = D->degree > N->degree ? D->degree : N->degree;
    bipoly d, n;
    zpoly parts[4];
    mpz_t factor;
    bipoly_init(&d);
    bipoly_init(&n);
    mpz_init_set_si(factor, -weight);
    bipoly_set(&d, D);
    bipoly_set(&n, N);
    d.degree = n.degree = top; /* so that both are scaled alike */
    bipoly_at(&d, top);
    bipoly_at(&n, top);
    for (int i = 0; i < 4; i++) {
        zpoly_init(&parts[i]);
    }
    set_point(&n, z, &parts[0], &parts[1]);
    set_point(&d, z, &parts[2], &parts[3]);
    for (int i = 0; i < 4; i++) {
        zpoly_multiply(&parts[i], &parts[i], &parts[i]);
    }
    zpoly_add(&parts[2], &parts[2], &parts[3]);
    zpoly_scale(&parts[2], factor);
    zpoly_add(&parts[0], &parts[0], &parts[1]);
    zpoly_add(&parts[0], &parts[0], &parts[2]);
    bool is = real_root_sign(w, &parts[0]) > 0;
    for (int i = 0; i < 4; i++) {
        zpoly_clear(&parts[i]);
    }
    bipoly_clear(&d);
    bipoly_clear(&n);
    mpz_clear(factor);
    return is;
}

/* A root of D in Re < 0 at which a numerator is large. */
static bool refute_by_pole(const spin_conditions *c, real_root *w)
{
    double complex d[POLYNOMIAL_MAX_DEGREE + 1];
    double complex roots[POLYNOMIAL_MAX_DEGREE + 1];
    int degree = c->D.degree >= 0 ? approximate(&c->D, real_root_value(w), d) : -1;
    if (degree < 1 || !complex_polynomial_roots(d, degree, roots)) {
        return false;
    }
    for (int n = 0; n < degree; n++) {
        double size = cabs(roots[n]);
        if (creal(roots[n]) > -1e-6 || size > 1e9) {
            continue;
        }
        for (int i = 0; i < c->numerator_count; i++) {
            if (is_unstable_at(&c->D, &c->numerators[i], c->weights[i], roots[n], w)) {
                return true;
            }
        }
    }
    return false;
}

bool spin_refute(const spin_conditions *c, real_root *w)
{
    for (int i = 0; i < c->count; i++) {
        double x;
        if (find_negative(&c->nonnegative[i], real_root_value(w), &x) &&
            is_negative_at(&c->nonnegative[i], x, w)) {
            return true;
        }
    }
    return refute_by_pole(c, w);
}
