#include "stability/evaluate.h"

#include <math.h>
#include <stdlib.h>

#include "numerics/polynomial.h"
#include "stability/phi_quad.h"

/* A coefficient this small against its own terms is zero: the terms cancel exactly, and only
 * rounding (1e-34 a term) is left. */
static const quad vanishes = 1e-26Q;

static const quad boundary_width = 1e-10Q;

static const char *const names[] = {
    [VERDICT_STABLE] = "stable", [VERDICT_UNSTABLE] = "unstable",   [VERDICT_BOUNDARY] = "boundary",
    [VERDICT_POLE] = "pole",     [VERDICT_UNDEFINED] = "undefined",
};

const char *verdict_name(verdict v)
{
    return names[v];
}

static int compare_moduli(const void *a, const void *b)
{
    quad x = cabsq(*(const cquad *)a);
    quad y = cabsq(*(const cquad *)b);
    return (x < y) - (x > y);
}

/* Is there a root on the circle that another root comes closer to than the width? */
static bool has_multiple_root_on_circle(const cquad *roots, int count)
{
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i; j++) {
            if (fabsq(cabsq(roots[i]) - 1) <= boundary_width &&
                cabsq(roots[i] - roots[j]) <= boundary_width) {
                return true;
            }
        }
    }
    return false;
}

/* Multiple roots are found to eps^{1/m} only, so Schur-Cohn decides where the roots are near the
 * circle: it works on the coefficients. */
static verdict root_condition(const cquad *c, int degree, const cquad *roots)
{
    quad growth = degree > 0 ? cabsq(roots[0]) : 0;
    int cluster = 1; /* roots that could be one multiple root */
    for (int i = 1; i < degree; i++) {
        cluster += cabsq(roots[i] - roots[0]) < 1e-2Q;
    }
    quad accuracy = 10 * powq(1e-33Q, 1 / (quad)cluster);
    if (fabsq(growth - 1) > fmaxq(accuracy, boundary_width)) {
        return growth < 1 ? VERDICT_STABLE : VERDICT_UNSTABLE;
    }
    if (polynomial_inside(c, degree, 1 - boundary_width)) {
        return VERDICT_STABLE;
    }
    if (!polynomial_inside(c, degree, 1 + boundary_width)) {
        return VERDICT_UNSTABLE;
    }
    return has_multiple_root_on_circle(roots, degree) ? VERDICT_UNSTABLE : VERDICT_BOUNDARY;
}

/* To double, without the imaginary dust that rounding leaves on real roots. */
static double complex clean(cquad root)
{
    quad dust = 1e-16Q * cabsq(root);
    double re = fabsq(crealq(root)) <= dust ? 0 : (double)crealq(root);
    double im = fabsq(cimagq(root)) <= dust ? 0 : (double)cimagq(root);
    return CMPLX(re, im);
}

static status evaluate_coefficients(const phi *p, cquad z, quad w, bool is_neighbour,
                                    evaluation *out, message *why);

/* Have N and D a common factor, as those of a method that could do with fewer stages? Then they
 * have a common zero at every w, so any w will do to find out. Where Phi vanishes in one variable
 * alone there is nothing to find out. */
static bool has_common_factor(const phi *p, quad w)
{
    if (p->info.degree != 1 || p->info.spin == PHI_ONE_W) {
        return false;
    }
    if (p->info.degree_w == 0) {
        return true;
    }
    quad elsewhere = w + 0.6180339887Q;
    quad in_z[POLYNOMIAL_MAX_DEGREE + 1];
    cquad c[POLYNOMIAL_MAX_DEGREE + 1];
    cquad zeros[POLYNOMIAL_MAX_DEGREE + 1];
    bivariate_set_w(p->c + phi_index(&p->info, 1, 0, 0), p->info.degree_z, p->info.degree_w,
                    elsewhere, in_z);
    int top = 0;
    for (int i = 0; i <= p->info.degree_z; i++) {
        c[i] = in_z[i];
        top = in_z[i] != 0 ? i : top;
    }
    if (!polynomial_roots(c, top, zeros)) {
        return false;
    }
    for (int i = 0; i < top; i++) {
        quad size;
        if (cabsq(phi_value(p, 0, zeros[i], elsewhere, &size)) <= 1e-13Q * size) {
            return true;
        }
    }
    return false;
}

/* Phi vanishes here. A common factor is cancelled by taking the mean of two neighbours; where
 * N = 0 and D = 0 merely cross, Phi is undefined. */
static status resolve_common_zero(const phi *p, cquad z, quad w, evaluation *out, message *why)
{
    static const double away[3][2] = {{1, 0}, {-1, 0}, {0, 1}}; /* in z and in w */
    evaluation near[3];
    *out = (evaluation){.verdict = VERDICT_UNDEFINED, .growth = NAN};
    if (!has_common_factor(p, w)) {
        return STATUS_OK;
    }
    quad distance = 1e-12Q * (1 + cabsq(z) + fabsq(w));
    for (int n = 0; n < 3; n++) {
        status s = evaluate_coefficients(p, z + distance * away[n][0], w + distance * away[n][1],
                                         true, &near[n], why);
        if (s != STATUS_OK || near[n].root_count != 1) {
            return s;
        }
    }
    double complex mean = (near[0].roots[0] + near[1].roots[0]) / 2;
    if (near[0].growth > 1e8 && near[2].growth > 1e8) {
        *out = (evaluation){.verdict = VERDICT_POLE, .growth = INFINITY, .root_count = 1};
        out->roots[0] = CMPLX(INFINITY, 0);
    } else if (cabs(near[2].roots[0] - mean) <= 1e-6 * (1 + cabs(mean)) || p->info.degree_w == 0) {
        *out = near[0];
        out->roots[0] = mean;
        out->growth = cabs(mean);
    }
    return STATUS_OK;
}

static status evaluate_coefficients(const phi *p, cquad z, quad w, bool is_neighbour,
                                    evaluation *out, message *why)
{
    cquad c[METHOD_MAX_STEPS + 1];
    cquad roots[METHOD_MAX_STEPS + 1];
    int degree = p->info.degree;
    int top = -1;
    quad largest = 0;
    for (int j = 0; j <= degree; j++) {
        quad size;
        c[j] = phi_value(p, j, z, w, &size);
        if (!finiteq(size)) {
            return fail(why, "%s: z or w is so large that Phi overflows", p->info.method);
        }
        if (cabsq(c[j]) <= vanishes * size) {
            c[j] = 0;
        } else {
            top = j;
        }
        largest = fmaxq(largest, cabsq(c[j]));
    }
    /* Near 1 no product of two of them overflows. */
    for (int j = 0; j <= degree && largest > 0; j++) {
        c[j] /= largest;
    }
    if (top < 0) {
        if (!is_neighbour) {
            return resolve_common_zero(p, z, w, out, why);
        }
        *out = (evaluation){.verdict = VERDICT_UNDEFINED, .growth = NAN};
        return STATUS_OK;
    }
    if (!polynomial_roots(c, top, roots)) {
        return fail(why, "%s: the roots could not be found", p->info.method);
    }
    qsort(roots, (size_t)top, sizeof *roots, compare_moduli);
    *out = (evaluation){.root_count = degree};
    int infinite = degree - top;
    for (int j = 0; j < degree; j++) {
        out->roots[j] = j < infinite ? CMPLX(INFINITY, 0) : clean(roots[j - infinite]);
    }
    out->verdict = infinite > 0 ? VERDICT_POLE : root_condition(c, top, roots);
    out->growth = infinite > 0 ? INFINITY : (double)cabsq(roots[0]);
    return STATUS_OK;
}

status phi_evaluate(const phi *p, wide re, wide im, wide w, evaluation *out, message *why)
{
    cquad z = cquad_make(quad_from_wide(re), quad_from_wide(im));
    if (p->info.spin == PHI_ANY_W) {
        return evaluate_coefficients(p, z, quad_from_wide(w), false, out, why);
    }
    if (p->info.spin != PHI_NEEDS_W && p->info.spin != PHI_ODE_ONLY) {
        return evaluate_coefficients(p, z, 0, false, out, why);
    }
    phi *slice = NULL;
    status s = phi_slice(p, w, &slice, why);
    if (s == STATUS_OK) {
        s = evaluate_coefficients(slice, z, 0, false, out, why);
    }
    phi_destroy(slice);
    return s;
}
