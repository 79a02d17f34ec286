#include "method/collocation.h"

#include "numerics/nodes.h"

/* n/2 + 1 Gauss points integrate the degree n - 1 of a Lagrange polynomial exactly. */
quad collocation_integral(int n, const quad *nodes, int j, quad low, quad high)
{
    int points = n / 2 + 1;
    quad gauss[METHOD_MAX_STAGES];
    quad weight[METHOD_MAX_STAGES];
    nodes_gauss(points, gauss);
    nodes_gauss_weights(points, gauss, weight);
    quad sum = 0;
    for (int m = 0; m < points; m++) {
        sum += weight[m] * nodes_lagrange(n, nodes, j, low + (high - low) * gauss[m]);
    }
    return (high - low) * sum;
}

void collocation_tableau(coefficients *a)
{
    int s = a->size;
    for (int j = 0; j < s; j++) {
        for (int i = 0; i < s; i++) {
            a->A[i * s + j] = a->c[i] == 0 ? 0 : collocation_integral(s, a->c, j, 0, a->c[i]);
        }
        /* A stiffly accurate method has b as its last row, to the last bit. */
        a->b[j] = a->c[s - 1] == 1 ? a->A[(s - 1) * s + j] : collocation_integral(s, a->c, j, 0, 1);
    }
}

void collocation_lobatto_iiic(coefficients *a)
{
    int s = a->size;
    for (int j = 0; j < s; j++) {
        a->b[j] = collocation_integral(s, a->c, j, 0, 1);
    }
    /* With l_j the Lagrange polynomials of the nodes 2..s, C(s-1) applied to l_j reads
     * b_1 l_j(c_1) + a_ij = integral of l_j from 0 to c_i. */
    const quad *rest = a->c + 1;
    for (int i = 0; i < s; i++) {
        a->A[i * s] = a->b[0];
        for (int j = 1; j < s; j++) {
            quad integral = collocation_integral(s - 1, rest, j - 1, 0, a->c[i]);
            quad at_first = nodes_lagrange(s - 1, rest, j - 1, a->c[0]);
            a->A[i * s + j] = integral - a->b[0] * at_first;
        }
    }
    for (int j = 0; j < s; j++) {
        a->A[(s - 1) * s + j] = a->b[j];
    }
}
