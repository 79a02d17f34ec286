#include "explorer/inspect.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "dae/measure.h"
#include "dae/problems.h"
#include "field/point.h"
#include "numerics/dft.h"
#include "numerics/roots.h"

static const double pi = 3.14159265358979323846;

/* How the boundary is looked for: rays around the point, steps along each, from near to far. */
enum { RAYS = 48, BISECTIONS = 40 };
static const double nearest = 1e-4;
static const double longest = 0.35; /* a step: regions that are smaller can be missed */
static const double farthest = 10;  /* in units of max(1, |z|) */

/* Roots this near to the circle count as on it. */
static const double touches = 1e-10;

/* Slices of Phi cost most when the kernel rotates; along a ray through the origin w changes. */
enum { STEPS_OF_H = 160 };
static const double smallest_h = 1e-4, largest_h = 1e4;

void inspection_clear(inspection *i)
{
    free(i->log_u);
    free(i->spectrum);
    i->log_u = i->spectrum = NULL;
}

/* Phi at one w. */
typedef struct sliced {
    const phi *phi;
    slice slice;
    double w;
} sliced;

/* Is (z, w) stable, or on the boundary? */
static bool is_stable(sliced *s, double complex z, double w)
{
    message why;
    if (s->w != w) {
        slice_clear(&s->slice);
        s->w = slice_take(&s->slice, s->phi, w, false, &why) == STATUS_OK ? w : NAN;
    }
    if (s->w != w) {
        return false;
    }
    if (s->slice.degree > 2) { /* without roots, which are ten times as dear */
        double complex c[METHOD_MAX_STEPS + 2];
        int n = s->slice.degree_z;
        for (int j = 0; j <= s->slice.degree; j++) {
            const double *own = s->slice.c + j * (n + 1);
            c[j] = own[n];
            for (int i = n - 1; i >= 0; i--) {
                c[j] = c[j] * z + own[i];
            }
        }
        return c[s->slice.degree] != 0 &&
               complex_polynomial_inside(c, s->slice.degree, 1 + touches);
    }
    return point_is_stable(&s->slice, z);
}

/* A point of the plane, from its coordinates. */
static bool is_stable_at(sliced *s, const inspect_request *r, double dx, double dy)
{
    return plane_is_complex(r->plane) ? is_stable(s, r->z + CMPLX(dx, dy), r->w)
                                      : is_stable(s, r->z + dx, r->w + dy);
}

/* The distance along one ray at which the verdict changes first; infinite when it does not. */
static double along_ray(sliced *s, const inspect_request *r, double angle, double scale,
                        bool inside, double give_up)
{
    double cx = cos(angle), cy = sin(angle), before = 0, step = longest * fmax(1, scale / 10);
    for (double d = nearest; d < farthest * scale; d += fmin(0.26 * d, step)) {
        if (before > give_up) {
            return INFINITY;
        }
        if (is_stable_at(s, r, d * cx, d * cy) != inside) {
            for (int k = 0; k < BISECTIONS; k++) {
                double middle = (before + d) / 2;
                bool same = is_stable_at(s, r, middle * cx, middle * cy) == inside;
                before = same ? middle : before;
                d = same ? d : middle;
            }
            return d;
        }
        before = d;
    }
    return INFINITY;
}

/* The nearest of many rays, and then the best direction between its neighbours. */
static double find_distance(sliced *s, const inspect_request *r)
{
    double scale = fmax(1, fmax(cabs(r->z), plane_has_every_w(r->plane) ? fabs(r->w) : 0));
    bool inside = is_stable_at(s, r, 0, 0);
    double best = INFINITY, at = 0, width = 2 * pi / RAYS;
    for (int i = 0; i < RAYS; i++) {
        double d = along_ray(s, r, i * width, scale, inside, best);
        at = d < best ? i * width : at;
        best = fmin(best, d);
    }
    for (int k = 0; k < 24 && isfinite(best); k++) {
        double left = along_ray(s, r, at - width / 2, scale, inside, best);
        double right = along_ray(s, r, at + width / 2, scale, inside, best);
        at += left < best && left <= right ? -width / 2 : right < best ? width / 2 : 0;
        best = fmin(best, fmin(left, right));
        width /= 2;
    }
    return best;
}

/* Both z and w grow with h. */
static double find_largest_step(sliced *s, const inspect_request *r)
{
    double before = 0;
    for (int i = 0; i < STEPS_OF_H; i++) {
        double h = smallest_h * pow(largest_h / smallest_h, (double)i / (STEPS_OF_H - 1));
        if (!is_stable(s, h * r->z, h * r->w)) {
            for (int k = 0; k < BISECTIONS; k++) {
                double middle = (before + h) / 2;
                bool same = is_stable(s, middle * r->z, middle * r->w);
                before = same ? middle : before;
                h = same ? h : middle;
            }
            return before < smallest_h ? 0 : before;
        }
        before = h;
    }
    return INFINITY;
}

static void predict(const inspect_request *r, inspection *out)
{
    sliced s = {.phi = r->phi, .w = NAN};
    const phi_info *info = phi_describe(r->phi);
    wide re = {.high = creal(r->z)}, im = {.high = cimag(r->z)}, w = {.high = r->w};
    out->has_prediction =
        phi_evaluate(r->phi, re, im, w, &out->predicted, &out->why_not) == STATUS_OK;
    if (out->has_prediction) {
        /* A slice of a rotating kernel is dear: only where w stays the same. */
        bool is_cheap = info->spin != PHI_NEEDS_W;
        out->distance = is_cheap || plane_is_complex(r->plane) ? find_distance(&s, r) : NAN;
        bool may_scale = info->spin != PHI_ODE_ONLY && is_cheap;
        out->largest_step = may_scale || r->w == 0 ? find_largest_step(&s, r) : NAN;
    }
    slice_clear(&s.slice);
}

/* The direction of u_n, without its growth. */
static status find_spectrum(inspection *out, const double complex *factors, message *why)
{
    int n = out->steps;
    double complex *turns = NULL;
    double largest = 0, angle = 0;
    status s;
    TRY_OR_END(memory_allocate(&turns, (size_t)n, sizeof *turns, why));
    TRY_OR_END(memory_allocate(&out->spectrum, (size_t)n, sizeof *out->spectrum, why));
    for (int i = 0; i < n; i++) {
        angle += i > 0 ? carg(factors[i - 1]) : 0;
        double window = 0.5 - 0.5 * cos(2 * pi * (i + 0.5) / n);
        turns[i] = window * CMPLX(cos(angle), sin(angle));
    }
    TRY_OR_END(dft_forward(turns, n, why));
    for (int k = 0; k < n; k++) {
        out->spectrum[k] = cabs(turns[k]);
        largest = fmax(largest, out->spectrum[k]);
    }
    for (int k = 0; k < n && largest > 0; k++) {
        out->spectrum[k] /= largest;
    }
    out->frequencies = n;
end:
    free(turns);
    return s;
}

static status integrate(const inspect_request *r, inspection *out, message *why)
{
    bool is_ode = method_describe(r->method)->form == FORM_ODE_ONLY;
    const problem_entry *e = is_ode ? problems_find("ode") : problems_test_equation(r->moves);
    const double values[PROBLEMS_MAX_PARAMETERS] = {creal(r->z), cimag(r->z), r->w};
    problem *p = NULL;
    stepper *by = NULL;
    double complex *factors = NULL;
    size_t room = (size_t)r->steps;
    status s;
    TRY_OR_END(problem_entry_create(e, values, &p, why));
    TRY_OR_END(stepper_create(r->method, p, NULL, &by, why));
    TRY_OR_END(measure_start(by, p, 0, 1, why));
    TRY_OR_END(memory_allocate(&factors, room, sizeof *factors, why));
    TRY_OR_END(memory_allocate(&out->log_u, room + 1, sizeof *out->log_u, why));
    out->is_steady = e->is_steady && !method_describe(r->method)->spin;
    out->measured = measure_steps(by, p, r->steps, factors);
    out->rate = growth_rate(&out->measured, out->is_steady);
    out->steps = out->measured.steps;
    for (int i = 0; i < out->steps; i++) {
        out->log_u[i + 1] = out->log_u[i] + log(cabs(factors[i]));
    }
    s = out->steps > 1 ? find_spectrum(out, factors, why) : STATUS_OK;
end:
    free(factors);
    stepper_destroy(by);
    problem_destroy(p);
    return s;
}

status inspect_point(const inspect_request *request, inspection *out, message *why)
{
    *out = (inspection){
        .z = request->z, .w = request->w, .rate = NAN, .distance = NAN, .largest_step = NAN};
    out->measured.outcome = STEP_NOT_FINITE;
    if (request->phi != NULL) {
        predict(request, out);
    }
    return integrate(request, out, why);
}
