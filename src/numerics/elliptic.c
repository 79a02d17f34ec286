#include "numerics/elliptic.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

/* The logarithm of the quotient of the two means is halved by a step while it is large, 10 times
 * for k' = 1e-300; then they converge quadratically, in 5 steps. */
enum { MOST_MEANS = 20 };

static bool is_modulus(double k)
{
    return k >= 0 && k <= 1;
}

/* Of the square of such a number, 1 + x^2 keeps nothing. */
static const double negligible = 1e-9;

/* The means of 1 and k', k' > 0; a[n], b[n] are the pairs that were met, of which there are
 * *count. Returns their limit. */
static double common_mean(double complement, double *a, double *b, int *count)
{
    double arithmetic = 1, geometric = complement;
    *count = 0;
    for (;;) {
        a[*count] = arithmetic;
        b[(*count)++] = geometric;
        double mean = (arithmetic + geometric) / 2;
        /* The next pair would differ by an eighth of the square of this difference. */
        if (arithmetic - geometric <= sqrt(DBL_EPSILON) * arithmetic || *count == MOST_MEANS) {
            return mean;
        }
        geometric = sqrt(arithmetic) * sqrt(geometric);
        arithmetic = mean;
    }
}

/* R. Bulirsch, Numer. Math. 7 (1965): cot and dn are led back through the pairs of means by sums
 * and quotients of positive numbers, so nothing cancels. */
void elliptic_jacobi(double u, double complement, double *sn, double *cn, double *dn)
{
    double a[MOST_MEANS], b[MOST_MEANS];
    int n = 0;
    if (!is_modulus(complement) || !isfinite(u)) {
        *sn = *cn = *dn = NAN;
        return;
    }
    if (complement == 0) {
        *sn = tanh(u);
        *cn = *dn = 1 / cosh(u);
        return;
    }
    double c = common_mean(complement, a, b, &n), angle = c * u;
    *sn = sin(angle);
    *cn = cos(angle);
    *dn = 1;
    if (fabs(u) < negligible) { /* the squares of cotangents would not be finite */
        *sn = u;
        return;
    }
    double cotangent = *cn / *sn;
    c *= cotangent;
    while (n-- > 0) {
        double product = cotangent * c;
        c *= *dn;
        *dn = (b[n] + product) / (a[n] + product);
        cotangent = c / a[n];
    }
    *sn = copysign(1 / hypot(1, c), *sn);
    *cn = c * *sn;
}

double elliptic_K(double complement)
{
    double a[MOST_MEANS], b[MOST_MEANS];
    int n = 0;
    if (!is_modulus(complement)) {
        return NAN;
    }
    return complement == 0 ? INFINITY : acos(0) / common_mean(complement, a, b, &n);
}

/* Carlson's R_F(x, y, z) by duplication (B. C. Carlson, Numer. Math. 33, 1979): the arguments
 * approach each other by a factor 4 a step, then a series of fifth order has an error below 1e-17.
 */
static double carlson_rf(double x, double y, double z)
{
    for (;;) {
        double mean = (x + y + z) / 3;
        double X = 1 - x / mean, Y = 1 - y / mean, Z = 1 - z / mean;
        if (fmax(fabs(X), fmax(fabs(Y), fabs(Z))) < 1e-3) {
            double second = X * Y - Z * Z, third = X * Y * Z;
            return (1 - second / 10 + third / 14 + second * second / 24 - 3 * second * third / 44) /
                   sqrt(mean);
        }
        double shift = sqrt(x * y) + sqrt(y * z) + sqrt(z * x);
        x = (x + shift) / 4;
        y = (y + shift) / 4;
        z = (z + shift) / 4;
    }
}

/* R_F(c^2, d^2, 1) where c and d may be so small that their squares vanish: then it is
 * log(4/(c + d)), with a relative error of order c^2 + d^2 (Carlson and Gustafson, SIAM J. Math.
 * Anal. 25, 1994). */
static double carlson_rf_of_squares(double c, double d)
{
    return fmax(c, d) < negligible ? log(4) - log(c + d) : carlson_rf(c * c, d * d, 1);
}

double elliptic_F(double s, double c, double complement)
{
    if (!is_modulus(complement) || !isfinite(s) || !isfinite(c)) {
        return NAN;
    }
    double near = s * carlson_rf_of_squares(fabs(c), hypot(complement * s, c));
    return c >= 0 ? near : copysign(2 * elliptic_K(complement), s) - near;
}
