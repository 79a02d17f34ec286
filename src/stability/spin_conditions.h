/* What stability at a given w means, as polynomial conditions; private to src/stability.
 *
 * One-step methods, R = N/D: |R| <= 1 for every Re z < 0 when |D(iy)|^2 - |N(iy)|^2 >= 0, a
 * polynomial in x = y^2, and D has no root there that N does not share (maximum principle); and for
 * every real z = -x < 0 when D^2 - N^2 >= 0.
 * Multistep methods, rho(sigma) = z beta(sigma): Re(rho/beta) >= 0 outside of the unit circle, so
 * with sigma = (1 - s)/(1 + s) the first holds of N = rho - beta, D = rho + beta and s in place
 * of z. On the real axis the Hurwitz determinants of Phi are polynomials in x = -z.
 * Methods that keep both u and x2 have a Phi of degree two: Schur's conditions. */
#ifndef STABILITY_SPIN_CONDITIONS_H
#define STABILITY_SPIN_CONDITIONS_H

#include "numerics/bipoly.h"
#include "numerics/real_roots.h"
#include "stability/phi.h"

enum { CONDITIONS_MOST = METHOD_MAX_STEPS + 1, CONDITIONS_NUMERATORS = 2 };

typedef struct spin_conditions {
    int count;
    bipoly nonnegative[CONDITIONS_MOST]; /* for every x >= 0 */
    /* Determinants: none of them may vanish for every x, else the others tell nothing. */
    bool must_not_vanish;

    bipoly leading; /* the coefficient of the highest power of sigma: not 0 for every z */

    /* The roots of D in Re < 0 must be roots of all numerators. |D|^2 weight < |N|^2 tells that a
     * point is unstable. D is zero when there is no such condition. */
    bipoly D;
    int numerator_count;
    bipoly numerators[CONDITIONS_NUMERATORS];
    int weights[CONDITIONS_NUMERATORS];
    /* Multistep methods: a common root is a root of Phi and must be stable, that at infinity
     * (sigma = -1) included, which lowers the degree of both. */
    bool common_roots_count;
    int steps;

    /* The conditions can change only where roots x of these appear, meet or vanish. */
    int curve_count;
    bipoly curves[CONDITIONS_MOST];
    bool curves_meet; /* it matters where one meets another */
} spin_conditions;

/* The coefficients c_j of Phi as polynomials with integer coefficients in z and a second variable,
 * which stability is asked of: w; or, at a given w, the generator of the field of the coefficients.
 *
 * With a slack of n > 0 stability means |sigma| <= 1 + 2^-n: what it is up to rounding. */
typedef struct spin_source {
    int degree;
    bipoly c[METHOD_MAX_STEPS + 1];
    bool is_exact;    /* else rounded, times a power of two */
    bool is_linear;   /* in z, as those of multistep methods */
    bool is_constant; /* in the second variable */
} spin_source;

/* For every w. Takes a Phi that has coefficients. */
void spin_source_init(spin_source *s, const phi *p, int slack);

/* At one w, for the generator of the field of Phi (0 where that are the fractions), which the
 * caller clears. Takes a Phi that is known exactly. */
void spin_source_at(spin_source *s, const phi *p, const mpq_t w, int slack, real_root *generator);
void spin_source_clear(spin_source *s);

/* Clear them in every case. */
typedef void spin_define(const spin_source *, spin_conditions *);
spin_define spin_conditions_a_stable, spin_conditions_negative_axis;

void spin_conditions_clear(spin_conditions *c);

#endif
