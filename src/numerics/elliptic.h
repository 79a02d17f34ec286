/* Jacobi's elliptic functions and integrals of the first kind, by the arithmetic-geometric mean.
 *
 * They are given the complementary modulus k' = sqrt(1 - k^2), 0 <= k' <= 1, and not the modulus k
 * (whose square is often called m): near k = 1 everything depends on k', of which a double that is
 * nearly 1 keeps few digits; near k = 0 everything depends on k^2, of which k' keeps enough. The
 * functions are those of an argument u that is off by a few units of rounding, for any k' down to
 * the smallest double. Another k' gives NaN. */
#ifndef NUMERICS_ELLIPTIC_H
#define NUMERICS_ELLIPTIC_H

/* sn(u, k), cn(u, k), dn(u, k). */
void elliptic_jacobi(double u, double complement, double *sn, double *cn, double *dn);

/* A quarter of the period of sn; infinite for k' = 0. */
double elliptic_K(double complement);

/* The integral of 1/sqrt(1 - k^2 sin^2) from 0 to the angle, within +-pi, that has this sine and
 * cosine: sn(F, k) = s and cn(F, k) = c. Infinite for k' = 0 where c <= 0. */
double elliptic_F(double s, double c, double complement);

#endif
