/* Polynomials in one variable with integer coefficients of any size (GMP), lowest power first, and
 * what real-root isolation needs of them: greatest common divisors, square-free parts, exact signs.
 *
 * A result may be one of the arguments. Like GMP itself, nothing here comes back when there is no
 * memory. */
#ifndef NUMERICS_ZPOLY_H
#define NUMERICS_ZPOLY_H

#include <gmp.h>
#include <stdbool.h>

/* Begins with zpoly_init and ends with zpoly_clear, which frees its coefficients. */
typedef struct zpoly {
    int degree; /* -1: the zero polynomial; else c[degree] is not 0 */
    int room;   /* initialised coefficients; those above the degree are 0 */
    mpz_t *c;
} zpoly;

void zpoly_init(zpoly *p); /* zero */
void zpoly_clear(zpoly *p);
void zpoly_set(zpoly *to, const zpoly *from);
void zpoly_set_coefficient(zpoly *p, int power, const mpz_t value);
void zpoly_set_small(zpoly *p, int power, long value);
void zpoly_swap(zpoly *a, zpoly *b);

/* Arithmetic. */
void zpoly_add(zpoly *sum, const zpoly *a, const zpoly *b);
void zpoly_subtract(zpoly *difference, const zpoly *a, const zpoly *b);
void zpoly_multiply(zpoly *product, const zpoly *a, const zpoly *b);
void zpoly_scale(zpoly *p, const mpz_t factor);
void zpoly_derivative(zpoly *slope, const zpoly *p);

/* a = b * quotient; false, and no quotient, when there is none with integer coefficients. */
bool zpoly_divide(zpoly *quotient, const zpoly *a, const zpoly *b);

/* |lead of b|^e a = b * something + rest, deg rest < deg b, e = max(0, deg a - deg b + 1). */
void zpoly_remainder(zpoly *rest, const zpoly *a, const zpoly *b);

void zpoly_content(mpz_t content, const zpoly *p); /* >= 0 */
void zpoly_make_primitive(zpoly *p);               /* divides by the content */

/* Primitive, with a positive leading coefficient; gcd(p, 0) = |p|. */
void zpoly_gcd(zpoly *divisor, const zpoly *a, const zpoly *b);

/* The primitive polynomial with the same roots, all of them simple. p is not zero. */
void zpoly_squarefree(zpoly *same_roots, const zpoly *p);

/* The value at a rational x, times the positive denominator^degree. */
void zpoly_value(mpz_t value, const zpoly *p, const mpq_t x);
int zpoly_sign(const zpoly *p, const mpq_t x);
double zpoly_approximate(const zpoly *p, double x);

/* A positive multiple of the polynomial of degree < count with these values at the integers
 * first, first + 1, ... The values are overwritten. */
void zpoly_interpolate(zpoly *p, mpz_t *values, int count, long first);

#endif
