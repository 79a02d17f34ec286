#include "stability/analysis_order.h"

#include "numerics/dft_quad.h"
#include "numerics/polynomial.h"
#include "stability/phi_quad.h"

/* Coefficients times radius^m below this are rounding errors: f is a difference of numbers near 1,
 * and of Phi with 16 stages 1e-29 is known. */
static const quad rounding = 1e-28Q;

/* A term of order m + 1 is about radius/4^m: it must be seen. */
static const quad nearest_pole = 1e-11Q;

/* Phi and its derivative with respect to sigma. */
static cquad phi_and_slope(const phi *p, cquad sigma, cquad z, cquad w, cquad *slope)
{
    const phi_info *info = phi_describe(p);
    cquad value = 0;
    *slope = 0;
    for (int j = info->degree; j >= 0; j--) {
        cquad c = 0;
        for (int i = info->degree_z; i >= 0; i--) {
            cquad in_w = 0;
            for (int k = info->degree_w; k >= 0; k--) {
                in_w = in_w * w + p->c[phi_index(info, j, i, k)];
            }
            c = c * z + in_w;
        }
        *slope = *slope * sigma + value;
        value = value * sigma + c;
    }
    return value;
}

/* f on the circle, then its coefficients times radius^m. */
static status transform(const phi *p, quad omega, quad radius, cquad *f, message *why)
{
    for (int n = 0; n < SERIES_SAMPLES; n++) {
        quad angle = 2 * M_PIq * n / SERIES_SAMPLES;
        cquad h = radius * cquad_make(cosq(angle), sinq(angle));
        cquad sigma = cexpq(h);
        cquad slope;
        cquad value = phi_and_slope(p, sigma, h, omega * h, &slope);
        f[n] = value / (sigma * slope) / SERIES_SAMPLES;
    }
    return dft_forward_quad(f, 1, (int[]){SERIES_SAMPLES}, why);
}

/* Poles of f inside the circle, or near it, show as high coefficients. */
static bool has_converged(const cquad *f)
{
    quad low = 0;
    quad high = 0;
    for (int m = 0; m < SERIES_SAMPLES; m++) {
        quad size = cabsq(f[m]);
        if (!finiteq(size)) {
            return false;
        }
        low = m < SERIES_SAMPLES / 2 ? fmaxq(low, size) : low;
        high = m >= SERIES_SAMPLES / 2 ? fmaxq(high, size) : high;
    }
    return high <= fmaxq(1e-16Q * low, rounding);
}

/* The modulus of the pole of a one-step R(h, omega h) that is nearest to the origin; 0 when that is
 * one. On a circle with a pole deep inside of it the samples look like those of another function.
 */
static quad nearest_pole_of(const phi *p, quad omega)
{
    const phi_info *info = phi_describe(p);
    cquad d[2 * (METHOD_MAX_STAGES + 3)] = {0}, poles[2 * (METHOD_MAX_STAGES + 3)];
    int degree = 0;
    bool is_zero = true; /* R = 0 has no poles */
    for (size_t n = 0; n < phi_index(info, 1, 0, 0); n++) {
        is_zero = is_zero && p->c[n] == 0;
    }
    for (int i = 0; i <= info->degree_z && info->degree == 1 && !is_zero; i++) {
        quad power = 1;
        for (int k = 0; k <= info->degree_w; k++) {
            d[i + k] += p->c[phi_index(info, 1, i, k)] * power;
            degree = d[i + k] != 0 && i + k > degree ? i + k : degree;
            power *= omega;
        }
    }
    quad nearest = QUAD_INFINITY;
    bool found = degree > 0 && polynomial_roots(d, degree, poles);
    for (int m = 1; m <= degree; m++) { /* where they cannot be found: a bound of Fujiwara's */
        quad pole =
            found ? cabsq(poles[m - 1]) : 1 / (2 * powq(cabsq(d[m]) / cabsq(d[0]), 1.0Q / m));
        nearest = fminq(nearest, pole);
    }
    return nearest;
}

/* Is sigma = 1 a multiple root at the origin? */
static bool is_slope_zero(const phi *p)
{
    const phi_info *info = phi_describe(p);
    quad slope = 0;
    quad size = 0;
    for (int j = 1; j <= info->degree; j++) {
        quad term = j * p->c[phi_index(info, j, 0, 0)];
        slope += term;
        size += fabsq(term);
    }
    return fabsq(slope) <= rounding * size;
}

status order_no_series(message *why)
{
    return fail(why,
                "sigma = 1 is no simple root at z = w = 0, and no root is a power series there");
}

status order_series_find(const phi *p, quad omega, quad tolerance, order_series *out, message *why)
{
    cquad f[SERIES_SAMPLES];
    quad known = fmaxq(tolerance, (quad)phi_describe(p)->residual);
    quad zero = fmaxq(rounding, 100 * known);
    bool is_multiple = phi_describe(p)->degree > 1 && is_slope_zero(p);
    quad pole = nearest_pole_of(p, omega), least = 1e-3Q * fminq(1, pole);
    *out = (order_series){.radius = 8};
    if (!(pole > nearest_pole)) {
        return refuse(why,
                      "R has a pole within %.0e of the origin, so that its series there cannot be "
                      "told from rounding",
                      (double)nearest_pole);
    }
    do {
        out->radius /= 2;
        TRY(transform(p, omega, out->radius, f, why));
    } while ((out->radius >= pole || !has_converged(f)) && out->radius > least);
    if (!has_converged(f)) {
        return is_multiple ? order_no_series(why)
                           : fail(why, "its series at the origin could not be found");
    }
    for (int m = 0; m < SERIES_SAMPLES / 2; m++) {
        quad size = crealq(f[m]);
        out->c[m] = fabsq(size) > zero ? size / powq(out->radius, m) : 0;
    }
    out->order = -1;
    while (out->order + 2 < SERIES_SAMPLES / 2 && out->c[out->order + 1] == 0) {
        out->order++;
    }
    out->constant = out->c[out->order + 1];
    return out->order < 0 && is_multiple ? order_no_series(why) : STATUS_OK;
}

/* log |sigma e^{-z}| for the root that Newton's method finds from e^z. */
static quad star(const phi *slice, cquad z)
{
    cquad sigma = cexpq(z);
    for (int n = 0; n < 8; n++) {
        cquad slope;
        cquad value = phi_and_slope(slice, sigma, z, 0, &slope);
        sigma -= value / slope;
    }
    return logq(cabsq(sigma)) - crealq(z);
}

int order_star_sectors(const phi *slice, const order_series *series)
{
    int lead = series->order + 1;
    quad radius = series->radius;
    for (bool dominates = false; !dominates; radius /= 2) {
        quad rest = 0;
        for (int m = SERIES_SAMPLES / 2 - 1; m > lead; m--) {
            rest = (rest + fabsq(series->c[m])) * radius;
        }
        dominates = rest < fabsq(series->constant) / 4 || radius < 1e-6Q;
    }
    int samples = 16 * (lead + 1);
    int changes = 0;
    bool last = star(slice, radius) > 0;
    for (int n = 1; n <= samples; n++) {
        quad angle = 2 * M_PIq * n / samples;
        bool now = star(slice, radius * cquad_make(cosq(angle), sinq(angle))) > 0;
        changes += now != last;
        last = now;
    }
    return changes / 2;
}
