/* Phi at one rational w, in integers of any size, or in numbers a + b g + c g^2 of a field of
 * degree 2 or 3, and what can be decided of it exactly: poles and zeros with their multiplicities,
 * intervals, what happens at infinity and at the origin, half-plane and sectors. Private to
 * src/stability; for files that gcc compiles. */
#ifndef STABILITY_EXACT_SLICE_H
#define STABILITY_EXACT_SLICE_H

#include "numerics/bipoly.h"
#include "numerics/real_roots.h"
#include "stability/analysis.h"
#include "stability/analysis_sector.h"

typedef struct exact_slice {
    const phi *of;
    method *method; /* its */
    int degree;     /* in sigma */
    /* In x = z, whose coefficients are polynomials in the generator of the field; without a factor
     * that all have in common. */
    bipoly c[METHOD_MAX_STEPS + 1];
    int field_degree; /* 1: they are integers */
    real_root generator;
} exact_slice;

/* False, and nothing to be cleared, when the coefficients of the slice are not known exactly, or
 * the highest one vanishes at this w. The slice, and Phi for every w, must outlive this. */
bool exact_slice_init(exact_slice *s, const phi *slice, const phi *all);
void exact_slice_clear(exact_slice *s);

/* Do decisions take less than a second or so? In a field the numbers grow with every step. Zeros
 * are found in any case. */
bool exact_slice_is_quick(const exact_slice *s);

/* That of a method whose roots are those of s divided by 1 + 10^-digits. */
void exact_slice_relaxed(exact_slice *out, const exact_slice *s, int digits);

/* The same in quadruple precision, for what is not decided here. False when there is no memory. */
bool exact_slice_set(exact_slice *s, stable_set *set);

/* The zeros of c_j, from factors without multiple roots. False when they could not be found. */
bool exact_slice_zeros(exact_slice *s, int j, zero_list *out);

/* R at infinity for one-step methods, else |sigma|max there; infinite at a pole. NaN when it could
 * not be found. */
double exact_slice_infinity(exact_slice *s);

/* Do the roots at z = 0 satisfy the root condition? Their largest modulus goes to *largest, which
 * is infinite or NaN where it should be. */
bool exact_slice_is_zero_stable(exact_slice *s, double *largest);

/* Is |sigma| <= 1 in Re z < 0, or for real z < 0? It is the decision that the spin ranges are made
 * of. ANSWER_NONE where all determinants vanish. */
typedef enum exact_region { REGION_HALF_PLANE, REGION_NEGATIVE_AXIS } exact_region;
analysis_answer exact_slice_holds(exact_slice *s, exact_region region);

/* The rest is about one-step methods. Where |R| <= 1 ends on a half-axis; 0 when it does at once.
 */
typedef enum exact_axis { AXIS_LEFT, AXIS_RIGHT, AXIS_UP } exact_axis;
double exact_slice_reach(exact_slice *s, exact_axis axis);

/* The angle of A(alpha) in degrees, from an approximation and the knowledge that it is less than 90
 * and at most `most`: the angles 1e-11 degrees below and above it are decided, and it is searched
 * where they contradict. */
double exact_slice_alpha(exact_slice *s, double approximation, double most);

#endif
