/* The families as exact numbers. Polynomials in t are arrays of fractions, lowest power first. */
#include <stdlib.h>

#include "method/scheme.h"

enum { POWERS = 2 * METHOD_MAX_STAGES };

static void set_fraction(exact_number *x, long p, unsigned long q)
{
    exact_set_integer(x, 0);
    mpq_set_si(x->c[0], p, q);
    mpq_canonicalize(x->c[0]);
}

/* p += factor * Legendre's polynomial of degree n on [0, 1]:
 * the sum over k of (-1)^(n+k) (n choose k) (n+k choose k) t^k. */
static void add_legendre(exact_number *p, int n, int factor)
{
    mpz_t binomial, product;
    mpq_t term;
    mpz_inits(binomial, product, NULL);
    mpq_init(term);
    for (unsigned long k = 0; k <= (unsigned long)n; k++) {
        mpz_bin_uiui(product, (unsigned long)n, k);
        mpz_bin_uiui(binomial, (unsigned long)n + k, k);
        mpz_mul(product, product, binomial);
        mpz_mul_si(product, product, ((unsigned long)n + k) % 2 == 0 ? factor : -factor);
        mpq_set_z(term, product);
        mpq_add(p[k].c[0], p[k].c[0], term);
    }
    mpz_clears(binomial, product, NULL);
    mpq_clear(term);
}

/* Which polynomials the nodes are zeros of. */
static exact_number *gauss_polynomial(int s)
{
    exact_number *p = exact_array(POWERS);
    add_legendre(p, s, 1);
    return p;
}

static exact_number *radau_polynomial(int s)
{
    exact_number *p = gauss_polynomial(s);
    add_legendre(p, s - 1, -1);
    return p;
}

static exact_number *lobatto_polynomial(int s)
{
    exact_number *p = gauss_polynomial(s);
    add_legendre(p, s - 2, -1);
    return p;
}

/* p of degree < POWERS becomes its remainder by M of degree s. */
static void reduce(exact_number *p, const exact_number *M, int s)
{
    mpq_t factor, term;
    mpq_inits(factor, term, NULL);
    for (int n = POWERS - 1; n >= s; n--) {
        mpq_div(factor, p[n].c[0], M[s].c[0]);
        for (int e = 0; e <= s && mpq_sgn(factor) != 0; e++) {
            mpq_mul(term, factor, M[e].c[0]);
            mpq_sub(p[n - s + e].c[0], p[n - s + e].c[0], term);
        }
    }
    mpq_clears(factor, term, NULL);
}

/* p becomes t p, its integral from 0, its derivative. */
static void times_t(exact_number *p)
{
    for (int n = POWERS - 1; n > 0; n--) {
        mpq_swap(p[n].c[0], p[n - 1].c[0]);
    }
}

static void integrate(exact_number *p)
{
    mpq_t power;
    mpq_init(power);
    times_t(p);
    for (int n = 1; n < POWERS; n++) {
        mpq_set_si(power, n, 1);
        mpq_div(p[n].c[0], p[n].c[0], power);
    }
    mpq_clear(power);
}

static void differentiate(exact_number *p)
{
    mpq_t power;
    mpq_init(power);
    mpq_set_ui(p[0].c[0], 0, 1);
    for (int n = 1; n < POWERS; n++) {
        mpq_set_si(power, n, 1);
        mpq_mul(p[n - 1].c[0], p[n].c[0], power);
        mpq_set_ui(p[n].c[0], 0, 1);
    }
    mpq_clear(power);
}

/* to += factor from, or with a power of t in between. */
static void add_times(exact_number *to, const exact_number *from, int factor, int power)
{
    mpq_t term, by;
    mpq_inits(term, by, NULL);
    mpq_set_si(by, factor, 1);
    for (int n = 0; n + power < POWERS; n++) {
        mpq_mul(term, from[n].c[0], by);
        mpq_add(to[n + power].c[0], to[n + power].c[0], term);
    }
    mpq_clears(term, by, NULL);
}

static exact_number *monomial(int power)
{
    exact_number *p = exact_array(POWERS);
    exact_set_integer(&p[power], 1);
    return p;
}

static void put_column(exact_number *matrix, int size, int column, const exact_number *p)
{
    for (int i = 0; i < size; i++) {
        exact_set(&matrix[i * size + column], &p[i]);
    }
}

/* In the basis 1, t, t^2, ...; M is freed. */
static scheme *collocation(int s, exact_number *M)
{
    scheme *of = scheme_create(METHOD_RUNGE_KUTTA, s);
    exact_set_integer(&of->one[0], 1);
    for (int j = 0; j < s; j++) {
        exact_number *p = monomial(j);
        integrate(p);
        reduce(p, M, s);
        put_column(of->A, s, j, p);
        exact_array_free(p, POWERS);
        p = monomial(j + 1);
        reduce(p, M, s);
        put_column(of->C, s, j, p);
        exact_array_free(p, POWERS);
        set_fraction(&of->b[j], 1, (unsigned long)j + 1);
    }
    exact_array_free(M, POWERS);
    return of;
}

scheme *scheme_gauss(int stages)
{
    return collocation(stages, gauss_polynomial(stages));
}

scheme *scheme_radau_iia(int stages)
{
    return collocation(stages, radau_polynomial(stages));
}

/* The polynomial that is 1 at the first node, 0, and vanishes at the others. */
static exact_number *first_lagrange(int s)
{
    exact_number *p = lobatto_polynomial(s);
    mpq_t scale;
    mpq_init(scale);
    mpq_set(scale, p[1].c[0]);
    for (int n = 1; n <= s; n++) {
        mpq_div(p[n - 1].c[0], p[n].c[0], scale);
    }
    mpq_set_ui(p[s].c[0], 0, 1);
    mpq_clear(scale);
    return p;
}

/* An operator in the basis l, t, t^2, ... where l = 1 + l_1 t + ... takes the place of 1: the
 * column of l is that of 1 and l_k times the others; then what it has of 1 is taken as l, less the
 * l_k. */
static void change_basis(exact_number *matrix, int columns, int s, const exact_number *l)
{
    mpq_t term;
    mpq_init(term);
    for (int i = 0; i < s && columns == s; i++) {
        for (int k = 1; k < s; k++) {
            mpq_mul(term, l[k].c[0], matrix[i * s + k].c[0]);
            mpq_add(matrix[i * s].c[0], matrix[i * s].c[0], term);
        }
    }
    for (int k = 1; k < s; k++) {
        for (int j = 0; j < columns; j++) {
            mpq_mul(term, l[k].c[0], matrix[j].c[0]);
            mpq_sub(matrix[k * columns + j].c[0], matrix[k * columns + j].c[0], term);
        }
    }
    mpq_clear(term);
}

scheme *scheme_lobatto_iiia(int stages)
{
    scheme *of = collocation(stages, lobatto_polynomial(stages));
    exact_number *l = first_lagrange(stages);
    mpq_t term;
    mpq_init(term);
    change_basis(of->A, stages, stages, l);
    change_basis(of->C, stages, stages, l);
    change_basis(of->one, 1, stages, l);
    for (int k = 1; k < stages; k++) {
        mpq_mul(term, l[k].c[0], of->b[k].c[0]);
        mpq_add(of->b[0].c[0], of->b[0].c[0], term);
    }
    mpq_clear(term);
    exact_array_free(l, POWERS);
    return of;
}

/* A p = b_1 (p(0) - q(0)) + the integral of q, where q has the values of p at all nodes but the
 * first. */
scheme *scheme_lobatto_iiic(int stages)
{
    scheme *of = collocation(stages, lobatto_polynomial(stages));
    exact_number *rest = first_lagrange(stages);
    exact_number *weight = first_lagrange(stages);
    mpq_t first, difference;
    mpq_inits(first, difference, NULL);
    integrate(weight);
    for (int n = 0; n <= stages; n++) {
        mpq_add(first, first, weight[n].c[0]);
    }
    for (int j = 0; j < stages; j++) {
        exact_number *q = monomial(j);
        reduce(q, rest, stages - 1);
        mpq_set_si(difference, j == 0, 1);
        mpq_sub(difference, difference, q[0].c[0]);
        integrate(q);
        mpq_mul(difference, difference, first);
        mpq_add(q[0].c[0], q[0].c[0], difference);
        put_column(of->A, stages, j, q);
        exact_array_free(q, POWERS);
    }
    mpq_clears(first, difference, NULL);
    exact_array_free(rest, POWERS);
    exact_array_free(weight, POWERS);
    return of;
}

/* With x a polynomial of degree k and y = t x modulo the polynomial of the Lobatto nodes, the
 * equations say that (1 - w t) x' + w y' - (z + w - z w t) x - z w y vanishes at the Gauss nodes:
 * that its remainder by their polynomial does. */
scheme *scheme_gauss_lobatto(int k)
{
    scheme *of = scheme_create(METHOD_GAUSS_LOBATTO, k);
    exact_number *G = gauss_polynomial(k), *L = lobatto_polynomial(k + 1);
    for (int power = 0; power <= k; power++) {
        int column = power == 0 ? k : power - 1;
        exact_number *x = monomial(power), *x_slope = monomial(power);
        exact_number *y = monomial(power + 1), *y_slope = exact_array(POWERS);
        reduce(y, L, k + 1);
        add_times(y_slope, y, 1, 0);
        differentiate(x_slope);
        differentiate(y_slope);
        exact_number *parts[4];
        for (int e = 0; e < 4; e++) {
            parts[e] = exact_array(POWERS);
        }
        add_times(parts[0], x_slope, 1, 0);
        add_times(parts[1], x, -1, 0);
        add_times(parts[2], x_slope, -1, 1);
        add_times(parts[2], y_slope, 1, 0);
        add_times(parts[2], x, -1, 0);
        add_times(parts[3], x, 1, 1);
        add_times(parts[3], y, -1, 0);
        for (int e = 0; e < 4; e++) {
            reduce(parts[e], G, k);
            for (int row = 0; row < k; row++) {
                exact_set(&of->collocation[4 * (row * (k + 1) + column) + e], &parts[e][row]);
            }
            exact_array_free(parts[e], POWERS);
        }
        exact_array_free(x, POWERS);
        exact_array_free(x_slope, POWERS);
        exact_array_free(y, POWERS);
        exact_array_free(y_slope, POWERS);
    }
    exact_array_free(G, POWERS);
    exact_array_free(L, POWERS);
    return of;
}

/* h x'_n = sum_{m=1..k} (1/m) nabla^m x_n */
scheme *scheme_bdf(int k)
{
    scheme *of = scheme_create(METHOD_MULTISTEP, k);
    mpq_t term;
    mpz_t binomial;
    mpq_init(term);
    mpz_init(binomial);
    exact_set_integer(&of->beta[k], 1);
    for (int m = 1; m <= k; m++) {
        for (int l = 0; l <= m; l++) {
            mpz_bin_uiui(binomial, (unsigned long)m, (unsigned long)l);
            mpq_set_si(term, l % 2 == 0 ? 1 : -1, (unsigned long)m);
            mpz_mul(mpq_numref(term), mpq_numref(term), binomial);
            mpq_canonicalize(term);
            mpq_add(of->alpha[k - l].c[0], of->alpha[k - l].c[0], term);
        }
    }
    mpq_clear(term);
    mpz_clear(binomial);
    return of;
}

/* The weights beta integrate 1, t, ..., t^(count-1) from k - 1 to k exactly. */
scheme *scheme_adams(int k, int count)
{
    scheme *of = scheme_create(METHOD_MULTISTEP, k);
    exact_number *powers = exact_array(count * count), *integrals = exact_array(count);
    mpz_t upper, lower;
    mpz_inits(upper, lower, NULL);
    exact_set_integer(&of->alpha[k], 1);
    exact_set_integer(&of->alpha[k - 1], -1);
    for (int m = 0; m < count; m++) {
        for (int j = 0; j < count; j++) {
            mpz_ui_pow_ui(mpq_numref(powers[m * count + j].c[0]), (unsigned long)j,
                          (unsigned long)m);
        }
        mpz_ui_pow_ui(upper, (unsigned long)k, (unsigned long)m + 1);
        mpz_ui_pow_ui(lower, (unsigned long)k - 1, (unsigned long)m + 1);
        mpz_sub(mpq_numref(integrals[m].c[0]), upper, lower);
        mpz_set_si(mpq_denref(integrals[m].c[0]), m + 1);
        mpq_canonicalize(integrals[m].c[0]);
    }
    exact_solve(&of->field, powers, count, integrals, 1);
    for (int j = 0; j < count; j++) {
        exact_set(&of->beta[j], &integrals[j]);
    }
    mpz_clears(upper, lower, NULL);
    exact_array_free(powers, count * count);
    exact_array_free(integrals, count);
    return of;
}

scheme *scheme_theta(const exact_field *field, const exact_number *theta)
{
    scheme *of = scheme_create(METHOD_RUNGE_KUTTA, 2);
    exact_number *c = exact_array(2);
    exact_field_set(&of->field, field);
    exact_set_integer(&c[1], 1);
    scheme_set_nodes(of, c);
    exact_subtract(&of->b[0], &c[1], theta);
    exact_set(&of->b[1], theta);
    exact_set(&of->A[2], &of->b[0]);
    exact_set(&of->A[3], &of->b[1]);
    exact_array_free(c, 2);
    return of;
}
