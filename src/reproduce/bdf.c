#include "reproduce/bdf.h"

#include <math.h>

#include "numerics/roots.h"
#include "reproduce/stable_set.h"

/* alpha[l] belongs to x_{i-l}: the powers of s in sum_{j=1..k} (1 - s)^j / j. */
static void coefficients(int k, double *alpha)
{
    double power[BDF_MOST + 1] = {1}; /* (1 - s)^j */
    for (int l = 0; l <= k; l++) {
        alpha[l] = 0;
    }
    for (int j = 1; j <= k; j++) {
        for (int l = j; l >= 1; l--) {
            power[l] -= power[l - 1];
        }
        for (int l = 0; l <= j; l++) {
            alpha[l] += power[l] / j;
        }
    }
}

double bdf_growth(int k, bdf_form form, double complex z, double w)
{
    double alpha[BDF_MOST + 1];
    double complex c[BDF_MOST + 1], roots[BDF_MOST];
    bool spins = form == BDF_SPINNING || form == BDF_SPINNING_PRINTED;
    coefficients(k, alpha);
    for (int l = 1; l <= k; l++) {
        c[k - l] = spins ? alpha[l] * (1 - l * w) : alpha[l] / alpha[0];
    }
    switch (form) {
    case BDF_SPINNING:
        c[k] = alpha[0] - z - w;
        break;
    case BDF_SPINNING_PRINTED:
        c[k] = alpha[0] - z;
        break;
    case BDF_STABILISED:
        c[k] = 1 - z / alpha[0]; /* beta_k = 1/alpha_k of the other normalisation */
        break;
    default:
        c[k] = 1 - z;
        break;
    }
    if (!complex_polynomial_roots(c, k, roots)) {
        return INFINITY;
    }
    double largest = 0;
    for (int i = 0; i < k; i++) {
        largest = fmax(largest, cabs(roots[i]));
    }
    return largest;
}

void bdf_mark(int k, bdf_form form, const view *v, unsigned char *marks)
{
    static const double width = 1e-9;
    for (int i = 0; i < v->width * v->height; i++) {
        double sigma = bdf_growth(k, form, view_x(v, i % v->width), view_y(v, i / v->width));
        marks[i] = fabs(sigma - 1) <= width ? SET_UNKNOWN : sigma < 1 ? SET_STABLE : SET_UNSTABLE;
    }
}
