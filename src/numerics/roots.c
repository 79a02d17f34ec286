/* All roots of a complex polynomial by Aberth's simultaneous Newton iteration. */
#include <assert.h>
#include <math.h>

#include "numerics/polynomial.h"

/* Starting moduli from the upper convex hull of (i, log|c_i|): an edge from i to j stands for
 * j - i roots of modulus |c_i/c_j|^{1/(j-i)} (Bini 1996). */
static void starting_points(const cquad *c, int degree, cquad *roots)
{
    double height[POLYNOMIAL_MAX_DEGREE + 1];
    for (int i = 0; i <= degree; i++) {
        quad modulus = cabsq(c[i]);
        height[i] = modulus > 0 ? (double)logq(modulus) : -INFINITY;
    }
    for (int i = 0; i < degree;) {
        int next = degree;
        double steepest = -INFINITY;
        for (int j = i + 1; j <= degree; j++) {
            double slope = (height[j] - height[i]) / (j - i);
            if (slope >= steepest) {
                steepest = slope;
                next = j;
            }
        }
        for (int j = i; j < next; j++) {
            /* The shift keeps the points off every symmetry of the polynomial. */
            quad angle = 2 * M_PIq * (j - i) / (next - i) + (quad)0.7 + (quad)0.31 * i;
            roots[j] = expq(-(quad)steepest) * cexpq(cquad_make(0, angle));
        }
        i = next;
    }
}

/* One Aberth correction of root i. True when p there is as small as its rounding error. */
static bool improve(const cquad *c, int degree, cquad *roots, int i, bool *moved)
{
    cquad x = roots[i];
    cquad value = 0;
    cquad slope = 0;
    quad size = 0;
    quad modulus = cabsq(x);
    for (int j = degree; j >= 0; j--) {
        slope = slope * x + value;
        value = value * x + c[j];
        size = size * modulus + cabsq(c[j]);
    }
    if (cabsq(value) <= 2 * FLT128_EPSILON * size) {
        return true;
    }
    cquad repulsion = 0;
    for (int j = 0; j < degree; j++) {
        if (j != i && roots[j] != x) {
            repulsion += 1 / (x - roots[j]);
        }
    }
    cquad below = slope - value * repulsion;
    /* At a stationary point any small step away from it will do. */
    cquad change = below != 0 ? value / below : cquad_make(modulus / 16, modulus / 8);
    roots[i] = x - change;
    *moved |= cabsq(change) > 4 * FLT128_EPSILON * modulus;
    return false;
}

/* Scaled by a power of two so that no product of two coefficients overflows. */
static bool scale(const cquad *c, int degree, cquad *out)
{
    quad largest = 0;
    bool finite = true;
    for (int i = 0; i <= degree; i++) {
        largest = fmaxq(largest, cquad_size(c[i]));
        finite &= finiteq(cquad_size(c[i])) != 0;
    }
    int exponent;
    frexpq(largest, &exponent);
    for (int i = 0; i <= degree; i++) {
        out[i] = cquad_make(ldexpq(crealq(c[i]), -exponent), ldexpq(cimagq(c[i]), -exponent));
    }
    return finite;
}

bool polynomial_roots(const cquad *given, int degree, cquad *roots)
{
    assert(degree <= POLYNOMIAL_MAX_DEGREE);
    cquad scaled[POLYNOMIAL_MAX_DEGREE + 1];
    const cquad *c = scaled;
    if (!scale(given, degree, scaled)) {
        return false;
    }
    int zeros = 0;
    while (zeros < degree && c[zeros] == 0) {
        roots[zeros++] = 0;
    }
    c += zeros;
    roots += zeros;
    degree -= zeros;
    starting_points(c, degree, roots);
    for (int sweep = 0; sweep < 500; sweep++) {
        bool moved = false;
        bool settled = true;
        for (int i = 0; i < degree; i++) {
            settled &= improve(c, degree, roots, i, &moved);
        }
        if (settled || !moved) {
            return true;
        }
    }
    return false;
}
