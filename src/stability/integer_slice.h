/* Phi at one fraction w, in integers of any size: what an exact Phi says at a complex fraction z,
 * exactly. Private to src/stability, for files that gcc compiles. Like GMP itself, nothing here
 * comes back when there is no memory. */
#ifndef STABILITY_INTEGER_SLICE_H
#define STABILITY_INTEGER_SLICE_H

#include <complex.h>
#include <gmp.h>

#include "numerics/zpoly.h"
#include "stability/phi_quad.h"

/* (re + i im)/over, over > 0; a double is such a number. */
typedef struct complex_fraction {
    mpz_t re, im, over;
} complex_fraction;

void complex_fraction_init(complex_fraction *f, const mpq_t re, const mpq_t im);
void complex_fraction_init_double(complex_fraction *f, double complex z);
void complex_fraction_clear(complex_fraction *f);

/* How far quads that stand for integers may be off, relative. */
static const double integer_slice_rounding = 0x1p-111;

/* c_j(z) up to a common positive factor: the sum over l of c[j field_degree + l] generator^l. */
typedef struct integer_slice {
    int degree, field_degree;
    int top;             /* the highest power of z in any of them; -1: all vanish */
    zpoly *c;            /* (degree + 1) * field_degree polynomials in z */
    real_root generator; /* of a field of degree 2 or 3, its own */
} integer_slice;

/* How many polynomials it has; 0 when Phi is not known exactly. */
int integer_slice_length(const phi *p);

/* w is real. `room` has that many polynomials, which are initialised and belong to the caller; what
 * else there is integer_slice_clear frees. */
void integer_slice_set(integer_slice *s, const phi *p, const complex_fraction *w, zpoly *room);
void integer_slice_clear(integer_slice *s);

/* The coefficient of sigma^j z^i to values[j * (degree_z + 1) + i], scaled so that the largest is
 * near 1. One that is not 0 does not become 0. */
void integer_slice_values(const integer_slice *s, int degree_z, quad *values);

/* c_j(z) for all j, scaled in the same way; or as polynomials of 1/z times z^top. */
void integer_slice_at(const integer_slice *s, const complex_fraction *z, bool inverted, cquad *c);

/* |sigma|max at z, where the leading coefficient is not 0, by the roots of an integer polynomial:
 * multiple roots cost no digits. False when they could not be found, or are of a larger field. */
bool integer_slice_growth(const integer_slice *s, const complex_fraction *z, bool inverted,
                          double *growth);

#endif
