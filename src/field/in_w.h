/* Phi at one z as a function of w alone: c_0(w) .. c_degree(w), expanded about any w.
 *
 * Expansions are found in double precision. Where terms cancel so far that fewer than ten digits
 * would be left, as beside the poles of many stages, they are found in quadruple precision. Private
 * to src/field. */
#ifndef FIELD_IN_W_H
#define FIELD_IN_W_H

#include <complex.h>
#include <stdbool.h>

#include "stability/phi.h"

enum { IN_W_TERMS = METHOD_MAX_STAGES + 3, IN_W_ROWS = METHOD_MAX_STEPS + 1 };

/* The coefficients of a Phi, or of Phi as a function of 1/z (inverted), of 1/w (mirrored; times the
 * highest power of w, which changes no root). */
typedef struct in_w_source {
    int degree, degree_z, degree_w;
    double *c;  /* of sigma^j z^i w^k at (j (degree_z + 1) + i)(degree_w + 1) + k, at most 1 */
    wide *fine; /* the same with all digits */
} in_w_source;

status in_w_source_init(in_w_source *s, const phi *p, bool inverted, bool mirrored,
                        message *why) MUST_CHECK;
void in_w_source_clear(in_w_source *s);

typedef struct in_w {
    const in_w_source *of;
    double complex z;
    double complex c[IN_W_ROWS][IN_W_TERMS];
    double size[IN_W_ROWS][IN_W_TERMS]; /* sums of the moduli of the terms */
    bool has_fine;
    struct in_w_fine {
        wide re, im, size;
    } fine[IN_W_ROWS][IN_W_TERMS];
} in_w;

/* At z, up to a factor that all coefficients have in common. The source must outlive it. */
void in_w_set(in_w *a, const in_w_source *s, double complex z);

/* c_j(w + t) = sum_k out[j][k] t^k, of which k = 0 .. last is found, last >= 1. out[j][0] is 0
 * where c_j has a zero so close to w that doubles do not tell them apart. */
void in_w_expand(in_w *a, double w, int last, double complex out[][IN_W_TERMS]);

#endif
