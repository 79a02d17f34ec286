/* Phi against a direct step. */
#include <math.h>

#include "stability/direct.h"
#include "stability/phi_quad.h"

/* Uniform in [-1, 1]; the same sequence for the same state. */
static quad next_random(unsigned long *state)
{
    *state = *state * 6364136223846793005UL + 1442695040888963407UL;
    return (quad)(*state >> 11) / 4503599627370496.0Q - 1;
}

/* A point to compare at: z from tiny to large, w likewise; the first is z = w = 0 itself. */
static void choose_point(const phi *p, int n, unsigned long *state, cquad *z, quad *w)
{
    static const double sizes_z[] = {0, 4, 1e-3, 4, 60, 1, 1e-6, 8};
    static const double sizes_w[] = {0, 3, 1, 1e-3, 1, 9, 3, 0};
    *z = sizes_z[n % 8] * cquad_make(next_random(state), next_random(state));
    *w = sizes_w[n % 8] * next_random(state);
    if (p->info.spin == PHI_ONE_W) {
        *w = quad_from_wide(p->info.w);
    } else if (p->info.spin != PHI_ANY_W) {
        *w = 0;
    }
}

double phi_residual(const phi *p, const method *m, unsigned seed)
{
    enum { POINTS = 8 };
    unsigned long state = seed;
    int k = p->info.degree;
    int compared = 0;
    motion kernel = p->info.moves == MOTION_ROTATION ? MOTION_ROTATION : MOTION_SHEAR;
    quad worst = 0;
    for (int n = 0; n < POINTS; n++) {
        cquad z;
        quad w;
        quad size;
        cquad monic[METHOD_MAX_STEPS + 1];
        choose_point(p, n, &state, &z, &w);
        quad at_w = p->info.spin == PHI_ANY_W ? w : 0;
        cquad lead = phi_value(p, k, z, at_w, &size);
        /* At a pole the step is singular: there is nothing to compare. The origin is none. */
        bool is_pole = cabsq(lead) <= 1e-10Q * size && (z != 0 || w != 0);
        if (is_pole || !direct_characteristic(m, kernel, z, w, next_random(&state), monic)) {
            continue;
        }
        compared++;
        for (int j = 0; j < k; j++) {
            cquad ours = phi_value(p, j, z, at_w, &size) / lead;
            quad error = cabsq(ours - monic[j]) / fmaxq(1, cabsq(monic[j]));
            if (isnanq(error)) {
                return INFINITY;
            }
            worst = fmaxq(worst, error);
        }
    }
    return compared > 0 ? (double)worst : INFINITY;
}

/* The step at z as a polynomial in sigma, when rounding lets it be told: from another time, and
 * with coefficients that are a little off, it must come out the same. */
static bool trusted_step(const phi *p, const method *m, const method *disturbed, cquad z, quad w,
                         cquad *monic)
{
    static const quad agreement = 1e-12Q;
    cquad again[METHOD_MAX_STEPS + 1];
    motion kernel = p->info.moves == MOTION_ROTATION ? MOTION_ROTATION : MOTION_SHEAR;
    if (!direct_characteristic(m, kernel, z, w, 0, monic) ||
        !direct_characteristic(disturbed, kernel, z, w, 0.37Q, again)) {
        return false;
    }
    bool agrees = true, overflows = false;
    for (int j = 0; j < p->info.degree; j++) {
        quad size = fmaxq(1, cabsq(monic[j]));
        agrees = agrees && cabsq(monic[j] - again[j]) <= agreement * size;
        overflows = overflows || !finiteq(size);
    }
    return agrees || overflows; /* such growth is no rounding */
}

/* Is Phi right at z? True where nothing can be told. */
static bool holds_at(const phi *p, const method *m, const method *disturbed, cquad z, quad w)
{
    static const quad tolerance = 1e-8Q;
    cquad monic[METHOD_MAX_STEPS + 1];
    int k = p->info.degree;
    quad size;
    quad at_w = p->info.spin == PHI_ANY_W ? w : 0;
    cquad lead = phi_value(p, k, z, at_w, &size);
    quad modulus = cabsq(lead);
    bool is_known = finiteq(size) && modulus > 1e-10Q * size;
    if (!is_known || !trusted_step(p, m, disturbed, z, w, monic)) {
        return true;
    }
    for (int j = 0; j < k; j++) {
        /* Divided in two steps: the square of the leading coefficient may overflow. */
        cquad ours = phi_value(p, j, z, at_w, &size) / modulus / (lead / modulus);
        quad expected = cabsq(monic[j]);
        if (!finiteq(expected) || !(cabsq(ours - monic[j]) <= tolerance * fmaxq(1, expected))) {
            return false;
        }
    }
    return true;
}

status phi_check_far(const phi *p, const method *m, message *why)
{
    static const double moduli[] = {1e4, 1e8, 1e12, 1e18, 1e25, 1e33, 1e60, 1e120, 1e200, 1e300};
    const cquad direction = cquad_make(-0.8Q, 0.6Q);
    method *disturbed = method_disturbed(m, 1e-24Q);
    status s = disturbed != NULL ? STATUS_OK : fail(why, "out of memory");
    for (size_t n = 0; n < sizeof moduli / sizeof moduli[0] && s == STATUS_OK; n++) {
        quad w = p->info.spin == PHI_ONE_W   ? quad_from_wide(p->info.w)
                 : p->info.spin == PHI_ANY_W ? 0.43Q * (quad)(n % 3)
                                             : 0;
        if (!holds_at(p, m, disturbed, moduli[n] * direction, w)) {
            s = refuse(why,
                       "%.200s: the coefficients are so far apart in size that the stability "
                       "polynomial cannot be told at |z| = %.0e",
                       p->info.method, moduli[n]);
        }
    }
    method_destroy(disturbed);
    return s;
}
