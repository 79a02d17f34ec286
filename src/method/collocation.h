/* Tableaux from nodes, by exact integration of Lagrange polynomials; private to src/method. */
#ifndef METHOD_COLLOCATION_H
#define METHOD_COLLOCATION_H

#include "method/coefficients.h"

/* A_ij = integral of L_j from 0 to c_i, b_j = integral from 0 to 1. Takes a->size and a->c. */
void collocation_tableau(coefficients *a);

/* Lobatto IIIC on the Lobatto nodes a->c: a_i1 = b_1, and C(s-1). */
void collocation_lobatto_iiic(coefficients *a);

/* The integral of the Lagrange polynomial of node j among n nodes, from `low` to `high`. */
quad collocation_integral(int n, const quad *nodes, int j, quad low, quad high);

#endif
