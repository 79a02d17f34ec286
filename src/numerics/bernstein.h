/* The real roots of a real polynomial in an interval, in double precision, by its Bernstein
 * coefficients: where they do not change sign there is no root, and where they do the interval is
 * halved. Quick when there are few roots, and none is overlooked but by rounding. */
#ifndef NUMERICS_BERNSTEIN_H
#define NUMERICS_BERNSTEIN_H

enum { BERNSTEIN_MAX_DEGREE = 80 };

/* Coefficients lowest power first. Writes places within 1e-9 of the width from each root of odd
 * multiplicity, and from where the polynomial comes as near to 0 as rounding can tell; at most
 * `most` of them. Returns how many. A multiple root may give several places, the zero polynomial
 * none. */
int bernstein_roots(const double *c, int degree, double low, double high, double *roots, int most);

#endif
