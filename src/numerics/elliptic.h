/* Jacobi's elliptic functions and the complete integral K of a modulus k, 0 <= k <= 1 (its square
 * is often called m), by the arithmetic-geometric mean (Abramowitz & Stegun 16.4, 17.6).
 *
 * Accurate to a few units of rounding of max(1, |u|). Another modulus gives NaN. */
#ifndef NUMERICS_ELLIPTIC_H
#define NUMERICS_ELLIPTIC_H

/* sn(u, k), cn(u, k), dn(u, k). */
void elliptic_jacobi(double u, double k, double *sn, double *cn, double *dn);

/* A quarter of the period of sn; infinite for k = 1. */
double elliptic_K(double k);

/* The integral of 1/sqrt(1 - k^2 sin^2) from 0 to phi, so that sn(F(phi, k), k) = sin(phi), by
 * Carlson's R_F. Infinite for k = 1 where |phi| >= pi/2. */
double elliptic_F(double phi, double k);

#endif
