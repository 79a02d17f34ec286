#include "numerics/elliptic.h"

#include <float.h>
#include <math.h>

/* The mean converges quadratically; from k' = 1e-8, the smallest but 0, it takes 7 steps. */
enum { MOST_MEANS = 16 };

void elliptic_jacobi(double u, double k, double *sn, double *cn, double *dn)
{
    if (!(k >= 0 && k <= 1) || !isfinite(u)) {
        *sn = *cn = *dn = NAN;
        return;
    }
    if (k == 1) {
        *sn = tanh(u);
        *cn = *dn = 1 / cosh(u);
        return;
    }
    double ratio[MOST_MEANS]; /* c_n / a_n, n = 1, 2, ... */
    double complement = (1 - k) * (1 + k);
    double a = 1, b = sqrt(complement);
    int n = 0;
    while (n < MOST_MEANS && a - b > DBL_EPSILON * a) {
        double mean = (a + b) / 2;
        ratio[n++] = (a - b) / 2 / mean;
        b = sqrt(a * b);
        a = mean;
    }
    double phase = ldexp(a * u, n);
    while (n-- > 0) { /* sin(2 phase_{n-1} - phase_n) = c_n / a_n sin phase_n */
        phase = (phase + asin(ratio[n] * sin(phase))) / 2;
    }
    *sn = sin(phase);
    *cn = cos(phase);
    *dn = sqrt(complement + k * k * *cn * *cn);
}

double elliptic_K(double k)
{
    if (!(k >= 0 && k <= 1)) {
        return NAN;
    }
    double a = 1, b = sqrt((1 - k) * (1 + k));
    if (b == 0) {
        return INFINITY;
    }
    for (int n = 0; n < MOST_MEANS && a - b > DBL_EPSILON * a; n++) {
        double mean = (a + b) / 2;
        b = sqrt(a * b);
        a = mean;
    }
    return acos(-1) / (a + b);
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

double elliptic_F(double phi, double k)
{
    if (!(k >= 0 && k <= 1) || !isfinite(phi)) {
        return NAN;
    }
    double turns = round(phi / acos(-1));
    double rest = phi - turns * acos(-1), s = sin(rest), c = cos(rest);
    double first = (1 - k * s) * (1 + k * s);
    if (c * c == 0 && first == 0) {
        return copysign(INFINITY, phi);
    }
    return (turns != 0 ? 2 * turns * elliptic_K(k) : 0) + s * carlson_rf(c * c, first, 1);
}
