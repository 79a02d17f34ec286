#include "numerics/polynomial.h"

#include <assert.h>

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

bool polynomial_inside(const cquad *c, int degree, quad radius)
{
    assert(degree <= POLYNOMIAL_MAX_DEGREE);
    cquad a[POLYNOMIAL_MAX_DEGREE + 1];
    quad scale = 1;
    for (int i = 0; i <= degree; i++, scale *= radius) {
        a[i] = c[i] * scale;
    }
    /* p has all roots inside exactly when |a_0| < |a_n| and (conj(a_n) p - a_0 p*)/x has. */
    for (int n = degree; n > 0; n--) {
        quad largest = 0;
        for (int i = 0; i <= n; i++) {
            largest = cquad_size(a[i]) > largest ? cquad_size(a[i]) : largest;
        }
        if (!(largest > 0)) {
            return false;
        }
        /* By a power of two, which rounds nothing. */
        int exponent;
        frexpq(largest, &exponent);
        for (int i = 0; i <= n; i++) {
            a[i] = cquad_make(ldexpq(crealq(a[i]), -exponent), ldexpq(cimagq(a[i]), -exponent));
        }
        if (!(cabsq(a[0]) < cabsq(a[n]))) {
            return false;
        }
        cquad reduced[POLYNOMIAL_MAX_DEGREE + 1];
        for (int i = 1; i <= n; i++) {
            reduced[i - 1] = conjq(a[n]) * a[i] - a[0] * conjq(a[n - i]);
        }
        for (int i = 0; i < n; i++) {
            a[i] = reduced[i];
        }
    }
    return true;
}
