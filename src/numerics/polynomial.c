#include "numerics/polynomial.h"

cquad polynomial_value(const quad *c, int degree, cquad x, quad *size)
{
    cquad value = 0;
    quad sum = 0;
    quad modulus = cabsq(x);
    for (int i = degree; i >= 0; i--) {
        value = value * x + c[i];
        sum = sum * modulus + fabsq(c[i]);
    }
    *size = sum;
    return value;
}

void bivariate_set_w(const quad *c, int degree_z, int degree_w, quad w, quad *in_z)
{
    for (int i = 0; i <= degree_z; i++) {
        const quad *row = c + i * (degree_w + 1);
        in_z[i] = 0;
        for (int k = degree_w; k >= 0; k--) {
            in_z[i] = in_z[i] * w + row[k];
        }
    }
}

void polynomial_from_roots(const cquad *roots, int degree, cquad *c)
{
    c[0] = 1;
    for (int n = 0; n < degree; n++) {
        c[n + 1] = c[n];
        for (int i = n; i > 0; i--) {
            c[i] = c[i - 1] - roots[n] * c[i];
        }
        c[0] *= -roots[n];
    }
}
