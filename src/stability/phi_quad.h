/* The inside of a Phi; private to src/stability. For files that gcc compiles. */
#ifndef STABILITY_PHI_QUAD_H
#define STABILITY_PHI_QUAD_H

#include "numerics/bipoly.h"
#include "numerics/rational.h"
#include "numerics/real_roots.h"
#include "stability/phi.h"
#include "stability/stage_system.h"

struct phi {
    phi_info info;
    method *method;       /* a copy, to verify slices with; NULL for slices */
    stage_system *system; /* NULL for slices */
    quad *c;              /* c_j: z^i w^k at ((j (degree_z+1)) + i) (degree_w+1) + k */
    quad *noise;          /* how far each may be off */

    /* The same over the integers where they are known, else NULL: c_j is the sum over l of
     * exact[j field_degree + l] generator^l, a polynomial in x = z and w, times a number. All have
     * no common factor, and the constant term of c_degree, if it is there, is a positive integer.
     */
    bipoly *exact;
    int field_degree;    /* 1: the integers */
    real_root generator; /* of a field of degree 2 or 3 */
    int shift;           /* the quads are the integers divided by 2^shift */
};

/* Makes Phi of the exact coefficients of a method, with quads that are right to the last bit, and
 * cancels what its coefficients have in common. *found is false when there are none, or when it
 * would take too long. */
status phi_exact_find(phi *p, const method *m, bool *found, message *why) MUST_CHECK;

/* The slice at w of a Phi that has integers. */
status phi_exact_slice(const phi *p, const mpq_t w, phi *slice, message *why) MUST_CHECK;

/* Which number a w is: a fraction with a denominator below 2^50 where it is one to all digits, else
 * the sum of its two doubles. */
void phi_exact_w(wide w, mpq_t out);

/* Frees the integers. */
void phi_exact_clear(phi *p);

static inline size_t phi_index(const phi_info *info, int j, int i, int k)
{
    return ((size_t)j * (size_t)(info->degree_z + 1) + (size_t)i) * (size_t)(info->degree_w + 1) +
           (size_t)k;
}

static inline size_t phi_length(const phi_info *info)
{
    return phi_index(info, info->degree + 1, 0, 0);
}

/* c_j(z, w); *size is the sum of the moduli of its terms. */
cquad phi_value(const phi *p, int j, cquad z, quad w, quad *size);

/* Phi at one w: the coefficient of sigma^j z^i goes to values[j * (degree_z + 1) + i], and how far
 * it may be off to the same place of `off`, which takes the range of a quad and not its digits;
 * both arrays are zero before. */
status phi_slice_quads(const phi *p, double w, quad *values, long double *off,
                       message *why) MUST_CHECK;

/* The largest relative difference |c_j/c_k - direct| / max(1, |direct|) at random points. */
double phi_residual(const phi *p, const method *m, unsigned seed);

/* Fails where a direct step far out, up to |z| = 1e300, differs from Phi: a coefficient was taken
 * for rounding that is none. */
status phi_check_far(const phi *p, const method *m, message *why) MUST_CHECK;

/* The same for |w|, of a Phi for any w and the shear, by determinants. */
status phi_check_far_in_w(const phi *p, const method *m, message *why) MUST_CHECK;

/* Scales Phi so that the constant term of its leading coefficient is 1, then makes the
 * coefficients integers if they are rational; p->info.exact says so. Rational coefficients are
 * accepted only when they stand the comparison with a direct step as well as the unrounded ones. */
status phi_recognise(phi *p, const method *m, message *why) MUST_CHECK;

#endif
