/* The determinant of a matrix whose entries are polynomials with integer coefficients in up to four
 * variables, exactly: modulo enough primes it is evaluated at integers and interpolated, and the
 * Chinese remainder theorem puts the coefficients together. How many primes are enough follows from
 * a bound of the coefficients, so that nothing is guessed.
 *
 * For files that gcc compiles: products of two words have 128 bits. */
#ifndef NUMERICS_POLYDET_H
#define NUMERICS_POLYDET_H

#include <gmp.h>
#include <stdbool.h>

enum { POLYDET_VARIABLES = 4, POLYDET_MAX_ORDER = 20 };

/* x_0^power[0] x_1^power[1] ... */
typedef struct polydet_monomial {
    int power[POLYDET_VARIABLES];
} polydet_monomial;

/* Entry (i, k) is the sum over m of coefficients[(i * order + k) * monomial_count + m] times
 * monomial m. */
typedef struct polydet {
    int order;
    int monomial_count;
    const polydet_monomial *monomials;
    mpz_t *coefficients;
    int degrees[POLYDET_VARIABLES]; /* bounds of the degrees of the determinant */
} polydet;

/* How many coefficients it has within the bounds. */
int polydet_size(const polydet *d);

/* How many products of two words it takes to find it. */
double polydet_work(const polydet *d);

/* The coefficient of x_0^i x_1^j x_2^k x_3^l goes to place
 * ((i (degrees[1] + 1) + j) (degrees[2] + 1) + k) (degrees[3] + 1) + l. */
void polydet_find(const polydet *d, mpz_t *out);

#endif
