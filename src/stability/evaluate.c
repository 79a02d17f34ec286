#include "stability/evaluate.h"

#include <math.h>
#include <stdlib.h>

#include "numerics/exact.h"
#include "numerics/polynomial.h"
#include "stability/integer_slice.h"
#include "stability/phi_quad.h"

/* A coefficient this small against its own terms is zero where Phi is not known exactly: the terms
 * cancel exactly, and only rounding (1e-34 a term) is left. */
static const quad vanishes = 1e-26Q;

/* One that is smaller than this is found in integers where there are any. */
static const quad poor = 1e-12Q;

/* Where Phi is evaluated: as quads and, when these stand for what somebody wrote, as that. */
typedef struct place {
    cquad z;
    quad w;
    const wide *written; /* re, im, w; or NULL */
} place;

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

static status evaluate_coefficients(const phi *p, const place *at, evaluation *out, message *why);

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
        place at = {.z = z + distance * away[n][0], .w = w + distance * away[n][1]};
        status s = evaluate_coefficients(p, &at, &near[n], why);
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

/* c_j by integers, up to a common factor: what is 0 is 0. False when Phi is not known exactly. */
static bool exact_coefficients(const phi *p, const wide *written, cquad *c)
{
    zpoly room[(METHOD_MAX_STEPS + 1) * EXACT_MAX_DEGREE];
    int length = integer_slice_length(p);
    mpq_t parts[3], none;
    complex_fraction z, w;
    integer_slice slice;
    if (length == 0) {
        return false;
    }
    mpq_init(none);
    for (int i = 0; i < 3; i++) {
        mpq_init(parts[i]);
        if (i < 2 || p->info.degree_w > 0) {
            phi_exact_w(written[i], parts[i]);
        }
    }
    for (int i = 0; i < length; i++) {
        zpoly_init(&room[i]);
    }
    complex_fraction_init(&z, parts[0], parts[1]);
    complex_fraction_init(&w, parts[2], none);
    integer_slice_set(&slice, p, &w, room);
    integer_slice_at(&slice, &z, false, c);
    integer_slice_clear(&slice);
    complex_fraction_clear(&z);
    complex_fraction_clear(&w);
    for (int i = 0; i < length; i++) {
        zpoly_clear(&room[i]);
    }
    mpq_clears(parts[0], parts[1], parts[2], none, NULL);
    return true;
}

/* c_j for all j; what vanishes is 0. */
static status find_coefficients(const phi *p, const place *at, cquad *c, message *why)
{
    bool is_zero[METHOD_MAX_STEPS + 1], is_poor = false;
    for (int j = 0; j <= p->info.degree; j++) {
        quad size;
        c[j] = phi_value(p, j, at->z, at->w, &size);
        if (!finiteq(size)) {
            return fail(why, "%s: z or w is so large that Phi overflows", p->info.method);
        }
        is_zero[j] = cabsq(c[j]) <= vanishes * size;
        is_poor |= size > 0 && cabsq(c[j]) <= poor * size;
    }
    if (is_poor && at->written != NULL && exact_coefficients(p, at->written, c)) {
        return STATUS_OK;
    }
    for (int j = 0; j <= p->info.degree; j++) {
        c[j] = is_zero[j] ? 0 : c[j];
    }
    return STATUS_OK;
}

static status evaluate_coefficients(const phi *p, const place *at, evaluation *out, message *why)
{
    cquad c[METHOD_MAX_STEPS + 1];
    cquad roots[METHOD_MAX_STEPS + 1];
    int degree = p->info.degree;
    int top = -1;
    quad largest = 0;
    TRY(find_coefficients(p, at, c, why));
    for (int j = 0; j <= degree; j++) {
        top = c[j] != 0 ? j : top;
        largest = fmaxq(largest, cabsq(c[j]));
    }
    /* Near 1 no product of two of them overflows. */
    for (int j = 0; j <= degree && largest > 0; j++) {
        c[j] /= largest;
    }
    if (top < 0) {
        if (at->written != NULL) {
            return resolve_common_zero(p, at->z, at->w, out, why);
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

    const wide written[] = {re, im, w};
    place at = {.z = cquad_make(quad_from_wide(re), quad_from_wide(im)), .written = written};
    if (p->info.spin == PHI_ANY_W) {
        at.w = quad_from_wide(w);
        return evaluate_coefficients(p, &at, out, why);
    }
    if (p->info.spin != PHI_NEEDS_W && p->info.spin != PHI_ODE_ONLY) {
        return evaluate_coefficients(p, &at, out, why);
    }
    phi *slice = NULL;
    TRY(phi_slice(p, w, &slice, why));
    status s = evaluate_coefficients(slice, &at, out, why);
    phi_destroy(slice);
    return s;
}
