/* Phi against a direct step. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "stability/direct.h"
#include "stability/phi_quad.h"

/* How far out Phi is compared, in z and in w. */
static const double moduli[] = {1e4, 1e8, 1e12, 1e18, 1e25, 1e33, 1e60, 1e120, 1e200, 1e300};
enum { MODULI = sizeof moduli / sizeof moduli[0] };

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
    enum { POINTS = 8, ENOUGH = 4 };
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
        compared += z != 0; /* at the origin every step is 1 */
        for (int j = 0; j < k; j++) {
            cquad ours = phi_value(p, j, z, at_w, &size) / lead;
            quad error = cabsq(ours - monic[j]) / fmaxq(1, cabsq(monic[j]));
            if (isnanq(error)) {
                return INFINITY;
            }
            worst = fmaxq(worst, error);
        }
    }
    return compared >= ENOUGH ? (double)worst : INFINITY;
}

/* Monic polynomials that should be the same: are they, as far as rounding lets one tell? */
static bool is_trusted(const cquad *monic, const cquad *again, int degree)
{
    static const quad agreement = 1e-12Q;
    bool agrees = true, overflows = false;
    for (int j = 0; j < degree; j++) {
        quad size = fmaxq(1, cabsq(monic[j]));
        agrees = agrees && cabsq(monic[j] - again[j]) <= agreement * size;
        overflows = overflows || !finiteq(size);
    }
    return agrees || overflows; /* such growth is no rounding */
}

/* The step at z as a polynomial in sigma, when rounding lets it be told: from another time, and
 * with coefficients that are a little off, it must come out the same. */
static bool trusted_step(const phi *p, const method *m, const method *disturbed, cquad z, quad w,
                         cquad *monic)
{
    cquad again[METHOD_MAX_STEPS + 1];
    motion kernel = p->info.moves == MOTION_ROTATION ? MOTION_ROTATION : MOTION_SHEAR;
    return direct_characteristic(m, kernel, z, w, 0, monic) &&
           direct_characteristic(disturbed, kernel, z, w, 0.37Q, again) &&
           is_trusted(monic, again, p->info.degree);
}

/* Divided in two steps: the square of the leading coefficient may overflow. */
static cquad divided(cquad x, cquad lead)
{
    quad modulus = cabsq(lead);
    return x / modulus / (lead / modulus);
}

/* Far out in w a direct step has no digits left, where the determinants that Phi was found from
 * may have some: they are the same for coefficients that are a little off. */
static bool trusted_determinants(const stage_system *system, const stage_system *disturbed, cquad z,
                                 quad w, cquad *monic)
{
    int k = system->degree;
    cquad again[METHOD_MAX_STEPS + 1];
    stage_system_phi(system, z, w, monic);
    stage_system_phi(disturbed, z, w, again);
    cquad lead = monic[k], lead_again = again[k];
    bool is_known =
        lead != 0 && lead_again != 0 && finiteq(cabsq(lead)) && finiteq(cabsq(lead_again));
    for (int j = 0; j < k && is_known; j++) {
        monic[j] = divided(monic[j], lead);
        again[j] = divided(again[j], lead_again);
    }
    return is_known && is_trusted(monic, again, k);
}

/* Is there a leading coefficient at (z, w) that can be divided by? */
static bool has_lead(const phi *p, cquad z, quad w)
{
    quad size;
    cquad lead = phi_value(p, p->info.degree, z, w, &size);
    return finiteq(size) && cabsq(lead) > 1e-10Q * size;
}

/* Is Phi this polynomial in sigma, at (z, w)? */
static bool is_near(const phi *p, cquad z, quad w, const cquad *monic)
{
    static const quad tolerance = 1e-8Q;
    quad size;
    cquad lead = phi_value(p, p->info.degree, z, w, &size);
    for (int j = 0; j < p->info.degree; j++) {
        cquad ours = divided(phi_value(p, j, z, w, &size), lead);
        quad expected = cabsq(monic[j]);
        if (!finiteq(expected) || !(cabsq(ours - monic[j]) <= tolerance * fmaxq(1, expected))) {
            return false;
        }
    }
    return true;
}

/* Is Phi right at z? True where nothing can be told. */
static bool holds_at(const phi *p, const method *m, const method *disturbed, cquad z, quad w)
{
    cquad monic[METHOD_MAX_STEPS + 1];
    quad at_w = p->info.spin == PHI_ANY_W ? w : 0;
    return !has_lead(p, z, at_w) || !trusted_step(p, m, disturbed, z, w, monic) ||
           is_near(p, z, at_w, monic);
}

static status refuse_far(const phi *p, const char *what, double size, message *why)
{
    return refuse(why,
                  "%.200s: the coefficients are so far apart in size that the stability "
                  "polynomial cannot be told at |%s| = %.0e",
                  p->info.method, what, size);
}

status phi_check_far(const phi *p, const method *m, message *why)
{
    const cquad direction = cquad_make(-0.8Q, 0.6Q);
    method *disturbed = method_disturbed(m, 1e-24Q);
    status s = STATUS_OK;
    TRY_OR_END(disturbed != NULL ? STATUS_OK : fail(why, "out of memory"));
    for (int n = 0; n < MODULI; n++) {
        quad w = p->info.spin == PHI_ONE_W   ? quad_from_wide(p->info.w)
                 : p->info.spin == PHI_ANY_W ? 0.43Q * (quad)(n % 3)
                                             : 0;
        if (!holds_at(p, m, disturbed, moduli[n] * direction, w)) {
            TRY_OR_END(refuse_far(p, "z", moduli[n], why));
        }
    }
end:
    method_destroy(disturbed);
    return s;
}

status phi_check_far_in_w(const phi *p, const method *m, message *why)
{
    stage_system *systems = NULL; /* of the method and of one that is a little off */
    const cquad direction = cquad_make(-0.8Q, 0.6Q);
    method *disturbed = method_disturbed(m, 1e-24Q);
    status s = STATUS_OK;
    TRY_OR_END(disturbed != NULL ? STATUS_OK : fail(why, "out of memory"));
    TRY_OR_END(memory_allocate(&systems, 2, sizeof *systems, why));
    stage_system_init(&systems[0], m, MOTION_SHEAR);
    stage_system_init(&systems[1], disturbed, MOTION_SHEAR);
    for (int n = 0; n < 2 * MODULI; n++) {
        cquad monic[METHOD_MAX_STEPS + 1];
        quad size = moduli[n / 2], w = 0.43Q * (n / 2 % 2 == 0 ? size : -size);
        cquad z = (n % 2 == 0 ? 2 : size) * direction;
        if (has_lead(p, z, w) && trusted_determinants(&systems[0], &systems[1], z, w, monic) &&
            !is_near(p, z, w, monic)) {
            TRY_OR_END(refuse_far(p, "w", moduli[n / 2], why));
        }
    }
end:
    free(systems);
    method_destroy(disturbed);
    return s;
}
