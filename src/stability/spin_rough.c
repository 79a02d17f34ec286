/* Stability at one w in quadruple precision: spin_decide_roughly. */
#include "numerics/polynomial.h"
#include "numerics/quad.h"
#include "stability/spin_decide.h"

static const quad tolerance = 1e-20Q;

/* x = z / 2^bits */
static quad quad_from_integer(const mpz_t z, long bits)
{
    enum { LIMB = 60 };
    mpz_t rest, digit;
    mpz_init(digit);
    mpz_init(rest);
    mpz_abs(rest, z);
    quad value = 0;
    for (int n = 0; mpz_sgn(rest) != 0; n++) {
        mpz_fdiv_r_2exp(digit, rest, LIMB);
        mpz_fdiv_q_2exp(rest, rest, LIMB);
        value += ldexpq((quad)mpz_get_ui(digit), (int)(n * LIMB - bits));
    }
    int sign = mpz_sgn(z);
    mpz_clear(rest);
    mpz_clear(digit);
    return sign < 0 ? -value : value;
}

static quad quad_from_fraction(const mpq_t x)
{
    enum { BITS = 300 };
    mpz_t scaled;
    mpz_init(scaled);
    mpz_mul_2exp(scaled, mpq_numref(x), BITS);
    mpz_tdiv_q(scaled, scaled, mpq_denref(x));
    quad value = quad_from_integer(scaled, BITS);
    mpz_clear(scaled);
    return value;
}

/* The coefficients of p at w, scaled alike, without what is negligible at the top; the degree. */
static int set_w(const bipoly *p, quad w, cquad *c)
{
    long bits = 0;
    for (int i = 0; i <= p->degree; i++) {
        for (int k = 0; k <= p->c[i].degree; k++) {
            long size = (long)mpz_sizeinbase(p->c[i].c[k], 2);
            bits = size > bits ? size : bits;
        }
    }
    int degree = -1;
    for (int i = 0; i <= p->degree; i++) {
        quad value = 0, size = 0;
        for (int k = p->c[i].degree; k >= 0; k--) {
            quad coefficient = quad_from_integer(p->c[i].c[k], bits);
            value = value * w + coefficient;
            size = size * fabsq(w) + fabsq(coefficient);
        }
        c[i] = fabsq(value) > tolerance * size ? value : 0;
        degree = c[i] != 0 ? i : degree;
    }
    return degree;
}

/* Value and size of the terms at x. */
static quad value_at(const cquad *c, int degree, quad x, quad *size)
{
    quad value = 0;
    *size = 0;
    for (int i = degree; i >= 0; i--) {
        value = value * x + crealq(c[i]);
        *size = *size * fabsq(x) + fabsq(crealq(c[i]));
    }
    return value;
}

/* Nonnegative for x >= 0 when it is so at both ends and at the real roots of its derivative. */
static bool is_nonnegative(const cquad *c, int degree)
{
    cquad slope[POLYNOMIAL_MAX_DEGREE + 1];
    cquad roots[POLYNOMIAL_MAX_DEGREE + 1];
    int low = 0;
    while (low < degree && c[low] == 0) {
        low++;
    }
    c += low;
    degree -= low;
    if (degree < 0) {
        return true;
    }
    bool is = crealq(c[degree]) > 0 && crealq(c[0]) > 0;
    for (int i = 1; i <= degree; i++) {
        slope[i - 1] = i * c[i];
    }
    if (!is || degree < 2 || !polynomial_roots(slope, degree - 1, roots)) {
        return is;
    }
    for (int n = 0; n < degree - 1 && is; n++) {
        quad size;
        quad x = crealq(roots[n]);
        is = x <= 0 || value_at(c, degree, x, &size) >= -tolerance * size;
    }
    return is;
}

/* How near to 0 a numerator must be at a root of D to share it: the root is good to half the digits
 * only where another is next to it. */
static quad root_tolerance(const cquad *roots, int count, int which)
{
    quad nearest = 1;
    for (int n = 0; n < count; n++) {
        quad distance = cabsq(roots[n] - roots[which]) / (1 + cabsq(roots[which]));
        nearest = n != which ? fminq(nearest, distance) : nearest;
    }
    return nearest < 1e-6Q ? 1e-14Q : tolerance;
}

static bool has_no_poles(const spin_conditions *c, quad w)
{
    cquad D[POLYNOMIAL_MAX_DEGREE + 1];
    cquad N[POLYNOMIAL_MAX_DEGREE + 1];
    cquad roots[POLYNOMIAL_MAX_DEGREE + 1];
    int degree = set_w(&c->D, w, D);
    if (degree < 0 || !polynomial_roots(D, degree, roots)) {
        return degree == 0;
    }
    for (int n = 0; n < degree; n++) {
        if (crealq(roots[n]) >= -tolerance * cabsq(roots[n])) {
            continue;
        }
        bool is_common = !c->common_roots_count;
        for (int i = 0; i < c->numerator_count; i++) {
            cquad value = 0;
            quad size = 0;
            for (int k = set_w(&c->numerators[i], w, N); k >= 0; k--) {
                value = value * roots[n] + N[k];
                size = size * cabsq(roots[n]) + cabsq(N[k]);
            }
            is_common = is_common && cabsq(value) <= root_tolerance(roots, degree, n) * size;
        }
        if (!is_common) {
            return false;
        }
    }
    return true;
}

bool spin_decide_roughly(const spin_conditions *c, real_root *w)
{
    cquad f[POLYNOMIAL_MAX_DEGREE + 1];
    real_root_refine(w, 160);
    quad at = quad_from_fraction(w->low);
    if (set_w(&c->leading, at, f) < 0) {
        return false;
    }
    for (int i = 0; i < c->count; i++) {
        if (!is_nonnegative(f, set_w(&c->nonnegative[i], at, f))) {
            return false;
        }
    }
    return c->D.degree < 0 || has_no_poles(c, at);
}
