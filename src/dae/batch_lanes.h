/* Arithmetic in the lanes of vector registers, complex numbers as separate real and imaginary
 * parts, and Gaussian elimination with row exchanges in every lane of its own. Private to the
 * batched steppers.
 *
 * Everything goes by pointer, because the ABI for vectors by value depends on the CPU. */
#ifndef DAE_BATCH_LANES_H
#define DAE_BATCH_LANES_H

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "base/vector.h"

enum { LANES = 4 };

typedef double lanes __attribute__((vector_size(LANES * sizeof(double))));
typedef long mask __attribute__((vector_size(LANES * sizeof(long)))); /* 0 or -1 in each lane */

typedef struct complexes {
    lanes re, im;
} complexes;

/* A row that reaches this is on its way to overflow, and counts as not finite. */
#define LANES_HUGE 0x1p1000

ALWAYS_INLINE bool any_lane(const mask *m)
{
    mask all = *m;
    return (all[0] | all[1] | all[2] | all[3]) != 0;
}

/* *a where the mask is set, *b elsewhere. */
ALWAYS_INLINE void choose(const mask *m, const lanes *a, const lanes *b, lanes *out)
{
    *out = (lanes)((*m & (mask)*a) | (~*m & (mask)*b));
}

/* |re| + |im|, within a factor sqrt 2 of the modulus: it neither overflows nor underflows. */
ALWAYS_INLINE void size_of(const complexes *z, lanes *out)
{
    const long magnitude = 0x7fffffffffffffff;
    *out = (lanes)((mask)z->re & magnitude) + (lanes)((mask)z->im & magnitude);
}

/* Two to the power -e, where 2^e <= size < 2^(e+1); size < LANES_HUGE. */
ALWAYS_INLINE void power_of_two_below(const lanes *size, lanes *inverse, mask *e)
{
    mask exponent = ((mask)*size >> 52) & 0x7ff;
    *inverse = (lanes)((2046 - exponent) << 52);
    *e = exponent - 1023;
}

/* By vectors: structure assignment copies half vectors, which stalls whoever loads a whole one. */
ALWAYS_INLINE void copy(complexes *to, const complexes *from, int count)
{
    for (int i = 0; i < count; i++) {
        to[i].re = from[i].re;
        to[i].im = from[i].im;
    }
}

/* a += b c */
ALWAYS_INLINE void add_product(complexes *a, const complexes *b, const complexes *c)
{
    lanes re = a->re + b->re * c->re - b->im * c->im;
    a->im = a->im + b->re * c->im + b->im * c->re;
    a->re = re;
}

/* a -= b c */
ALWAYS_INLINE void subtract_product(complexes *a, const complexes *b, const complexes *c)
{
    lanes re = a->re - b->re * c->re + b->im * c->im;
    a->im = a->im - b->re * c->im - b->im * c->re;
    a->re = re;
}

/* a += b c, b real */
ALWAYS_INLINE void add_real_product(complexes *a, const lanes *b, const complexes *c)
{
    a->re += *b * c->re;
    a->im += *b * c->im;
}

/* Divides every row by a power of two so that its largest entry has a size between 1 and 2.
 * Scaling by a power of two is exact. A row that is not finite becomes NaN. */
ALWAYS_INLINE void equilibrate(complexes *rows, int n)
{
    const lanes nan = {NAN, NAN, NAN, NAN};
    for (int r = 0; r < n; r++) {
        complexes *row = rows + r * (n + 1);
        lanes largest;
        size_of(&row[0], &largest);
        for (int c = 1; c < n; c++) {
            lanes size;
            size_of(&row[c], &size);
            mask keep = (largest > size) | (largest != largest);
            choose(&keep, &largest, &size, &largest);
        }
        lanes scale;
        mask e, fine = largest < LANES_HUGE; /* false for NaN */
        power_of_two_below(&largest, &scale, &e);
        choose(&fine, &scale, &nan, &scale);
        for (int c = 0; c <= n; c++) {
            row[c].re *= scale;
            row[c].im *= scale;
        }
    }
}

/* Brings the largest entry of column k below the diagonal to the diagonal, in each lane, and says
 * where it is smaller than `least`. Neighbouring pixels mostly agree on the row, so whole rows
 * are exchanged in the lanes concerned. */
ALWAYS_INLINE void find_pivot(complexes *rows, int n, int k, double least, mask *singular)
{
    lanes here, best;
    size_of(&rows[k * (n + 1) + k], &here);
    best = here;
    for (int r = k + 1; r < n; r++) {
        lanes size;
        size_of(&rows[r * (n + 1) + k], &size);
        mask larger = size > best;
        choose(&larger, &size, &best, &best);
    }
    *singular |= best < least;
    mask open = best > here;
    for (int r = k + 1; r < n && any_lane(&open); r++) {
        lanes size;
        size_of(&rows[r * (n + 1) + k], &size);
        mask swap = open & (size == best);
        open &= ~swap;
        for (int c = k; c <= n && any_lane(&swap); c++) {
            complexes *a = &rows[k * (n + 1) + c], *b = &rows[r * (n + 1) + c];
            mask re = swap & ((mask)a->re ^ (mask)b->re), im = swap & ((mask)a->im ^ (mask)b->im);
            a->re = (lanes)((mask)a->re ^ re);
            b->re = (lanes)((mask)b->re ^ re);
            a->im = (lanes)((mask)a->im ^ im);
            b->im = (lanes)((mask)b->im ^ im);
        }
    }
}

/* Solves n equations; the rows have n + 1 columns, the last being the right-hand side, and are
 * overwritten. A pivot below 8 n eps of the equilibrated rows is singular; NaN is not: it reaches
 * every unknown instead, since each row serves as pivot once. */
ALWAYS_INLINE void eliminate(complexes *rows, int n, complexes *x, mask *singular)
{
    double least = 8 * n * DBL_EPSILON;
    equilibrate(rows, n);
    for (int k = 0; k < n; k++) {
        find_pivot(rows, n, k, least, singular);
        complexes *row = rows + k * (n + 1);
        complexes *inverse = &row[k]; /* the pivot's inverse takes its place */
        lanes factor = 1 / (inverse->re * inverse->re + inverse->im * inverse->im);
        inverse->re *= factor;
        inverse->im *= -factor;
        for (int r = k + 1; r < n; r++) {
            complexes *other = rows + r * (n + 1);
            complexes multiple = {other[k].re * inverse->re - other[k].im * inverse->im,
                                  other[k].re * inverse->im + other[k].im * inverse->re};
            for (int c = k + 1; c <= n; c++) {
                subtract_product(&other[c], &multiple, &row[c]);
            }
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        complexes *row = rows + k * (n + 1);
        complexes sum = {row[n].re, row[n].im};
        for (int c = k + 1; c < n; c++) {
            subtract_product(&sum, &row[c], &x[c]);
        }
        x[k].re = sum.re * row[k].re - sum.im * row[k].im;
        x[k].im = sum.re * row[k].im + sum.im * row[k].re;
    }
}

#endif
