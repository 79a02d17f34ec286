/* Exact numbers of one real field: fractions, and a + b g + c g^2 where g is a square root or a
 * real root of a cubic. What a method file says in fractions, decimals and one kind of root is such
 * a number, of any size.
 *
 * A result may be one of the arguments. Like GMP itself, nothing here comes back when there is no
 * memory. For files that gcc compiles. */
#ifndef NUMERICS_EXACT_H
#define NUMERICS_EXACT_H

#include "numerics/quad.h"
#include "numerics/real_roots.h"

enum {
    EXACT_MAX_DEGREE = 3,
    EXACT_MAX_BITS = 1 << 16 /* of a fraction; what is longer is not worth the time */
};

/* Degree 1: the fractions, and the generator is not used. Else its polynomial has that degree and
 * no rational root, and the generator is known to 2^-400. */
typedef struct exact_field {
    int degree;
    real_root generator;
} exact_field;

void exact_field_init(exact_field *f); /* the fractions */
void exact_field_clear(exact_field *f);
void exact_field_set(exact_field *to, const exact_field *from);

/* c[0] + c[1] g + c[2] g^2 */
typedef struct exact_number {
    mpq_t c[EXACT_MAX_DEGREE];
} exact_number;

void exact_init(exact_number *x); /* 0 */
void exact_clear(exact_number *x);
void exact_set(exact_number *to, const exact_number *from);
void exact_set_integer(exact_number *x, long value);

/* Many of them, from GMP's allocator, and their end; NULL is accepted. */
exact_number *exact_array(int count);
void exact_array_free(exact_number *x, int count);

void exact_add(exact_number *sum, const exact_number *x, const exact_number *y);
void exact_subtract(exact_number *difference, const exact_number *x, const exact_number *y);
void exact_multiply(const exact_field *f, exact_number *product, const exact_number *x,
                    const exact_number *y);
void exact_divide(const exact_field *f, exact_number *quotient, const exact_number *x,
                  const exact_number *y);
/* sum += x y */
void exact_add_product(const exact_field *f, exact_number *sum, const exact_number *x,
                       const exact_number *y);

/* The sum of c[n] g^n for n < count. */
void exact_set_powers(const exact_field *f, exact_number *x, mpz_t *c, int count);

bool exact_is_zero(const exact_number *x);
bool exact_is_fraction(const exact_number *x);
bool exact_is_equal(const exact_number *x, const exact_number *y);

/* Has it more than EXACT_MAX_BITS? */
bool exact_is_long(const exact_number *x);

/* To the nearest quad. */
quad exact_quad(const exact_field *f, const exact_number *x);
quad fraction_quad(const mpq_t x);

/* The square root of a fraction that is not negative. The fractions become a field of degree 2 when
 * it takes that; false when the field is another one already. */
bool exact_square_root(exact_field *f, exact_number *root, const mpq_t x);

/* The only root of p in [low, high], p of degree 1 to 3 without double roots. As above. */
bool exact_polynomial_root(exact_field *f, exact_number *root, const zpoly *p, const mpq_t low,
                           const mpq_t high);

/* Solves a x = b for `columns` right-hand sides in b, which become x; a is destroyed. Both are
 * row-major. False when a is singular. */
bool exact_solve(const exact_field *f, exact_number *a, int order, exact_number *b, int columns);

#endif
