/* x' = y z, y' = -x z, z' = -c x y by Taylor series in quadruple precision: the equations of
 * Jacobi's functions (sn, cn, dn; c = k^2) and of a pendulum (sin a/2, cos a/2, a'/2; c = g/l).
 * Nothing of the elliptic functions themselves is used. */
#ifndef TESTS_SUPPORT_PRODUCT_FLOW_H
#define TESTS_SUPPORT_PRODUCT_FLOW_H

#include "numerics/quad.h"

/* The coefficient of degree n of a product of two series. */
static inline quad product_coefficient(const quad *a, const quad *b, int n)
{
    quad sum = 0;
    for (int i = 0; i <= n; i++) {
        sum += a[i] * b[n - i];
    }
    return sum;
}

/* Moves the state on by t in equal steps of at most 1/16 of a time in which it changes much; the
 * terms left out are below 1e-40 of it. */
static inline void product_flow(quad *x, quad c, double t)
{
    enum { DEGREE = 32 };
    int steps = 1 + (int)(16 * fabs(t) * (1 + sqrt((double)c) + fabs((double)x[2])));
    quad h = (quad)t / steps;
    for (int k = 0; k < steps; k++) {
        quad series[3][DEGREE + 1] = {{x[0]}, {x[1]}, {x[2]}};
        for (int n = 0; n < DEGREE; n++) {
            series[0][n + 1] = product_coefficient(series[1], series[2], n) / (n + 1);
            series[1][n + 1] = -product_coefficient(series[0], series[2], n) / (n + 1);
            series[2][n + 1] = -c * product_coefficient(series[0], series[1], n) / (n + 1);
        }
        for (int i = 0; i < 3; i++) {
            quad sum = 0;
            for (int n = DEGREE; n >= 0; n--) {
                sum = sum * h + series[i][n];
            }
            x[i] = sum;
        }
    }
}

#endif
