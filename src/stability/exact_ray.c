/* One-step methods on rays from the origin, exactly. */
#include <math.h>

#include "numerics/algebraic.h"
#include "numerics/root_set.h"
#include "stability/exact_slice.h"

/* p(r u) for u = a + ib: its real and imaginary parts are polynomials in r. */
static void on_ray(const bipoly *p, const mpz_t a, const mpz_t b, bipoly *re, bipoly *im)
{
    mpz_t x, y, next;
    mpz_inits(x, y, next, NULL);
    mpz_set_ui(x, 1);
    for (int i = 0; i <= p->degree; i++) {
        zpoly_set(bipoly_at(re, i), &p->c[i]);
        zpoly_scale(bipoly_at(re, i), x);
        zpoly_set(bipoly_at(im, i), &p->c[i]);
        zpoly_scale(bipoly_at(im, i), y);
        mpz_mul(next, x, a);
        mpz_submul(next, y, b);
        mpz_mul(y, y, a);
        mpz_addmul(y, x, b);
        mpz_swap(x, next);
    }
    bipoly_trim(re);
    bipoly_trim(im);
    mpz_clears(x, y, next, NULL);
}

/* Divides by the highest power of x that goes. */
static void drop_roots_at_zero(bipoly *p)
{
    bipoly rest;
    int low = 0;
    while (low < p->degree && p->c[low].degree < 0) {
        low++;
    }
    bipoly_init(&rest);
    for (int i = low; i <= p->degree; i++) {
        zpoly_set(bipoly_at(&rest, i - low), &p->c[i]);
    }
    bipoly_trim(&rest);
    bipoly_swap(p, &rest);
    bipoly_clear(&rest);
}

/* |c_1|^2 - |c_0|^2 on the ray r (a + ib), without roots at r = 0. */
static void excess_on_ray(exact_slice *s, const mpz_t a, const mpz_t b, bipoly *out)
{
    bipoly parts[4];
    for (int n = 0; n < 4; n++) {
        bipoly_init(&parts[n]);
    }
    on_ray(&s->c[1], a, b, &parts[0], &parts[1]);
    on_ray(&s->c[0], a, b, &parts[2], &parts[3]);
    for (int n = 0; n < 4; n++) {
        bipoly_multiply(&parts[n], &parts[n], &parts[n]);
    }
    bipoly_add(out, &parts[0], &parts[1]);
    bipoly_subtract(out, out, &parts[2]);
    bipoly_subtract(out, out, &parts[3]);
    algebraic_reduce(out, &s->generator);
    drop_roots_at_zero(out);
    for (int n = 0; n < 4; n++) {
        bipoly_clear(&parts[n]);
    }
}

/* An integer polynomial that vanishes where p does: itself, or the resultant with the polynomial of
 * the generator, whose other roots do no harm. */
static void norm(exact_slice *s, const bipoly *p, zpoly *out)
{
    bipoly turned, of; /* polynomials in the generator, whose coefficients are polynomials in x */
    bipoly_init(&turned);
    bipoly_init(&of);
    for (int i = 0; i <= p->degree; i++) {
        for (int l = 0; l <= p->c[i].degree; l++) {
            zpoly_set_coefficient(bipoly_at(&turned, l), i, p->c[i].c[l]);
        }
    }
    for (int l = 0; l <= s->generator.of.degree; l++) {
        zpoly_set_coefficient(bipoly_at(&of, l), 0, s->generator.of.c[l]);
    }
    bipoly_trim(&turned);
    bipoly_trim(&of);
    bipoly_subresultant(out, &turned, &of);
    bipoly_clear(&turned);
    bipoly_clear(&of);
}

/* The sign of p at a fraction x > 0. */
static int sign_at(exact_slice *s, const bipoly *p, const mpq_t x)
{
    zpoly value, term;
    mpz_t power;
    zpoly_init(&value);
    zpoly_init(&term);
    mpz_init_set_ui(power, 1);
    for (int i = p->degree; i >= 0; i--) {
        zpoly_scale(&value, mpq_numref(x));
        zpoly_set(&term, &p->c[i]);
        zpoly_scale(&term, power);
        zpoly_add(&value, &value, &term);
        mpz_mul(power, power, mpq_denref(x));
    }
    int sign = real_root_sign(&s->generator, &value);
    mpz_clear(power);
    zpoly_clear(&value);
    zpoly_clear(&term);
    return sign;
}

/* Where p, for x from 0 upwards, first becomes negative; p(0) /= 0 unless p = 0. */
static double first_negative(exact_slice *s, const bipoly *p)
{
    bool is_positive = true;
    for (int i = 0; i <= p->degree; i++) {
        is_positive = is_positive && real_root_sign(&s->generator, &p->c[i]) >= 0;
    }
    if (is_positive) {
        return INFINITY;
    }
    if (real_root_sign(&s->generator, &p->c[0]) < 0) {
        return 0;
    }
    double end = INFINITY;
    mpq_t between;
    zpoly vanishing;
    root_set roots;
    mpq_init(between);
    zpoly_init(&vanishing);
    root_set_init(&roots);
    norm(s, p, &vanishing);
    root_set_add(&roots, &vanishing);
    root_set_isolate(&roots);
    for (int n = 0; n < roots.count && isinf(end); n++) {
        double root = real_root_value(&roots.roots[n]);
        root_set_between(&roots, n + 1, between);
        end = root > 0 && sign_at(s, p, between) < 0 ? root : INFINITY;
    }
    root_set_clear(&roots);
    zpoly_clear(&vanishing);
    mpq_clear(between);
    return end;
}

static double reach_along(exact_slice *s, const mpz_t a, const mpz_t b)
{
    bipoly excess;
    bipoly_init(&excess);
    excess_on_ray(s, a, b, &excess);
    double end = first_negative(s, &excess);
    bipoly_clear(&excess);
    return end;
}

double exact_slice_reach(exact_slice *s, exact_axis axis)
{
    static const int directions[][2] = {[AXIS_LEFT] = {-1, 0}, [AXIS_RIGHT] = {1, 0}, {0, 1}};
    mpz_t a, b;
    mpz_init_set_si(a, directions[axis][0]);
    mpz_init_set_si(b, directions[axis][1]);
    double end = reach_along(s, a, b);
    mpz_clears(a, b, NULL);
    return end;
}

/* Is the ray at this angle, in degrees from the negative real axis, stable as a whole? Its half has
 * a tangent p/2^60, so that the ray goes through -(4^60 - p^2) + 2 p 2^60 i. */
static bool is_stable_ray(exact_slice *s, double degrees)
{
    enum { BITS = 60 };
    mpz_t p, a, b;
    mpz_inits(p, a, b, NULL);
    mpz_set_d(p, ldexp(tan(degrees * acos(-1) / 360), BITS));
    mpz_mul(a, p, p);
    mpz_ui_pow_ui(b, 2, 2 * BITS);
    mpz_sub(a, a, b);
    mpz_mul_2exp(b, p, BITS + 1);
    bool is = isinf(reach_along(s, a, b));
    mpz_clears(p, a, b, NULL);
    return is;
}

double exact_slice_alpha(exact_slice *s, double approximation, double most)
{
    static const double within = 1e-11;
    double low = fmax(approximation - within, 0), high = fmin(approximation + within, most);
    if ((low == 0 || is_stable_ray(s, low)) && !is_stable_ray(s, high)) {
        return approximation;
    }
    low = 0;
    high = most;
    while (high - low > within) {
        double middle = (low + high) / 2;
        *(is_stable_ray(s, middle) ? &low : &high) = middle;
    }
    return low;
}
