/* Nodes of the Gauss, Radau (right end included) and Lobatto rules on [0, 1], ascending, to
 * quadruple precision: the error is a few units of 1e-34 for s up to 100. */
#ifndef NUMERICS_NODES_H
#define NUMERICS_NODES_H

#include "numerics/quad.h"

void nodes_gauss(int s, quad *nodes);   /* s >= 1 */
void nodes_radau(int s, quad *nodes);   /* s >= 1, nodes[s-1] = 1 */
void nodes_lobatto(int s, quad *nodes); /* s >= 2, nodes[0] = 0, nodes[s-1] = 1 */

/* Weights that make sum w_j f(x_j) the integral over [0, 1] for the s Gauss nodes. */
void nodes_gauss_weights(int s, const quad *nodes, quad *weights);

/* The Lagrange polynomial of node j among n distinct nodes, at x, and its derivative there. */
quad nodes_lagrange(int n, const quad *nodes, int j, quad x);
quad nodes_lagrange_slope(int n, const quad *nodes, int j, quad x);

#endif
