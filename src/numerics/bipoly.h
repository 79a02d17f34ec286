/* Polynomials in two variables, x and w, with integer coefficients of any size: polynomials in x
 * whose coefficients are polynomials in w. And the principal subresultants, which tell for which
 * w two of them have roots x in common. A result may be one of the arguments. */
#ifndef NUMERICS_BIPOLY_H
#define NUMERICS_BIPOLY_H

#include "numerics/zpoly.h"

/* Begins with bipoly_init and ends with bipoly_clear, which frees its coefficients. */
typedef struct bipoly {
    int degree; /* in x; -1: zero; else c[degree] is not the zero polynomial */
    int room;
    zpoly *c; /* of x^0, x^1, ... */
} bipoly;

void bipoly_init(bipoly *p); /* zero */
void bipoly_clear(bipoly *p);
void bipoly_set(bipoly *to, const bipoly *from);
void bipoly_swap(bipoly *a, bipoly *b);

/* The coefficient of x^power, which may be changed; bipoly_trim finds the degree again. */
zpoly *bipoly_at(bipoly *p, int power);
void bipoly_trim(bipoly *p);

/* Arithmetic, of polynomials in both variables. */
void bipoly_add(bipoly *sum, const bipoly *a, const bipoly *b);
void bipoly_subtract(bipoly *difference, const bipoly *a, const bipoly *b);
void bipoly_multiply(bipoly *product, const bipoly *a, const bipoly *b);
void bipoly_derivative(bipoly *slope, const bipoly *p); /* by x */
void bipoly_mirror(bipoly *p);                          /* x becomes -x */

/* The highest power of w; -1 for zero. */
int bipoly_degree_w(const bipoly *p);

/* The even and the odd part: p(x) = even(x^2) + x odd(x^2). */
void bipoly_split(const bipoly *p, bipoly *even, bipoly *odd);

/* Divides all coefficients by the largest positive integer that divides them. */
void bipoly_make_primitive(bipoly *p);

/* The greatest common divisor of the coefficients: it vanishes where p vanishes for every x. */
void bipoly_content(zpoly *content, const bipoly *p);

/* Is p = p(0, 0) (root / scale)^m, where root(0, 0) = scale > 0? If not, root and scale may be
 * anything. */
bool bipoly_root(bipoly *root, mpz_t scale, const bipoly *p, int m);

/* A multiple of the first principal subresultant coefficient of a and b (as polynomials in x) that
 * is not zero for every w. While it and one of the leading coefficients do not vanish, a and b
 * have a fixed number of common roots. 1 when a or b is zero. */
void bipoly_subresultant(zpoly *coefficient, const bipoly *a, const bipoly *b);

#endif
