/* The polynomials of BDF methods as Kunkel and Mehrmann print them, and as they must be. Written
 * down here from the definition of BDF alone, sum_j (1/j) del^j x = h x', so that they can be held
 * against Phi and against the integrator. */
#ifndef REPRODUCE_BDF_H
#define REPRODUCE_BDF_H

#include <complex.h>

#include "field/view.h"

typedef enum bdf_form {
    BDF_SPINNING,          /* (alpha_k - z - w) sigma^k + sum alpha_{k-l} (1 - l w) sigma^{k-l} */
    BDF_SPINNING_PRINTED,  /* section 5.7: the same with alpha_k - z */
    BDF_STABILISED,        /* the limit of (6.16), with alpha_k = 1: (1 - beta_k z) sigma^k + ... */
    BDF_STABILISED_PRINTED /* the same without beta_k */
} bdf_form;

enum { BDF_MOST = 6 };

/* The largest |sigma|, k from 1 to BDF_MOST; infinite where the leading coefficient vanishes. */
double bdf_growth(int k, bdf_form form, double complex z, double w);

/* The marks of stable_set.h in the plane zw; within 1e-9 of the boundary they are unknown. */
void bdf_mark(int k, bdf_form form, const view *v, unsigned char *marks);

#endif
