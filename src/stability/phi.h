/* The stability polynomial Phi(sigma; z, w) = sum_j c_j(z, w) sigma^j of a method: compiled once,
 * immutable, and all that fields, formulas and analyses read.
 *
 * Fixing w gives a slice: a Phi in sigma and z alone. A kernel that rotates has slices only,
 * because its coefficients are not polynomials in w. */
#ifndef STABILITY_PHI_H
#define STABILITY_PHI_H

#include "method/method.h"
#include "method/motion.h"
#include "numerics/wide.h"

typedef struct phi phi;

/* Which w a Phi is for. */
typedef enum phi_spin {
    PHI_ANY_W,    /* it depends on w */
    PHI_ONE_W,    /* a slice at one w */
    PHI_LIMIT,    /* R(z, 0), the limit t -> infinity, for every w (spin:, normalised) */
    PHI_ODE_ONLY, /* w = 0 only */
    PHI_NEEDS_W   /* rotation: has no coefficients, only slices */
} phi_spin;

/* What is known about a Phi. */
typedef struct phi_info {
    char method[METHOD_NAME_SIZE];
    char title[128];
    motion moves;
    phi_spin spin;
    wide w;          /* of a slice */
    int degree;      /* in sigma; 1: R = -c_0/c_1 */
    int degree_z;    /* largest in any c_j */
    int degree_w;    /* 0 for slices */
    bool exact;      /* integer coefficients without common factor, of any size */
    int cancelled;   /* the degree of what all coefficients had in common: redundant stages */
    double residual; /* largest relative difference from a direct step, at random points */
    char note[256];  /* what a person should know, "" for nothing */
} phi_info;

/* The caller destroys the Phi; the method may go before it. Fails when Phi cannot be found to
 * 1e-12; refuses a spin-stabilised method whose kernel rotates: it does not tend to R(z, 0). */
status phi_compile(const method *m, motion moves, phi **out, message *why) MUST_CHECK;

/* The slice at w, for the caller to destroy. Refuses w /= 0 for methods that are for ODEs only. */
status phi_slice(const phi *p, wide w, phi **out, message *why) MUST_CHECK;

/* The same as plain numbers, and quicker, for a field: the coefficient of sigma^j z^i goes to
 * c[j * (degree_z + 1) + i], all scaled by one power of two so that the largest is near 1. */
status phi_slice_numbers(const phi *p, double w, double *c, message *why) MUST_CHECK;

/* Frees it; NULL is accepted. */
void phi_destroy(phi *p);
/* The description belongs to the Phi. */
const phi_info *phi_describe(const phi *p);

/* The coefficient of sigma^j z^i w^k, as a double, with all digits but up to one power
 * of 2 for all coefficients, and as text: an integer when Phi is exact, else with the given number
 * of digits. The caller frees the text, which is NULL when there is no
 * memory. Not for PHI_NEEDS_W. */
bool phi_coefficient_is_zero(const phi *p, int j, int i, int k);
double phi_coefficient(const phi *p, int j, int i, int k);
wide phi_coefficient_wide(const phi *p, int j, int i, int k);
char *phi_coefficient_text(const phi *p, int j, int i, int k, int digits);

#endif
