#include "lab/reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lab/projection.h"
#include "numerics/linear.h"

enum { COLUMNS = 8, MOST_REPEATS = 40, SIZE = 2 * CONSTRAINED_MAX_POSITIONS };

static const double tolerances[] = {1e-14, 1e-12};
static const long usual_work = 2000000;

/* One run. */
typedef struct course {
    double tolerance, t, h;
    double z[SIZE]; /* p, v */
} course;

struct reference {
    const constrained *of;
    double p0[CONSTRAINED_MAX_POSITIONS], v0[CONSTRAINED_MAX_POSITIONS];
    real_dynamics dynamics;
    course courses[2];
    double uncertainty;
    long work, limit;
    double table[COLUMNS][SIZE];
};

status reference_create(const constrained *c, const double *p, const double *v, reference **out,
                        message *why)
{
    *out = NULL;
    reference *r = NULL;
    status s = memory_allocate(&r, 1, sizeof *r, why);
    if (s != STATUS_OK) {
        return s;
    }
    size_t bytes = (size_t)c->positions * sizeof *p;
    r->of = c;
    r->limit = usual_work / c->positions;
    memcpy(r->p0, p, bytes);
    for (int i = 0; i < 2; i++) {
        r->courses[i] = (course){.tolerance = tolerances[i]};
        memcpy(r->courses[i].z, p, bytes);
        if (c->order == 2) {
            memcpy(r->v0, v, bytes);
            memcpy(r->courses[i].z + c->positions, v, bytes);
        }
    }
    s = real_dynamics_init(&r->dynamics, c, why);
    if (s != STATUS_OK) {
        reference_destroy(r);
        return s;
    }
    *out = r;
    return STATUS_OK;
}

void reference_destroy(reference *r)
{
    if (r != NULL) {
        real_dynamics_clear(&r->dynamics);
    }
    free(r);
}

bool reference_is_exact(const reference *r)
{
    return r->of->exact != NULL;
}

double reference_uncertainty(const reference *r)
{
    return r->uncertainty;
}

void reference_limit(reference *r, long accelerations)
{
    r->limit = accelerations;
}

/* z' of the underlying ODE. */
static bool slope(reference *r, double t, const double *z, double *zd)
{
    int n = r->of->positions;
    double y[CONSTRAINED_MAX_POSITIONS];
    r->work++;
    if (r->of->order == 1) {
        return real_accelerate(&r->dynamics, t, z, NULL, NULL, zd, y);
    }
    memcpy(zd, z + n, (size_t)n * sizeof *zd);
    return real_accelerate(&r->dynamics, t, z, z + n, NULL, zd + n, y);
}

/* Gragg's midpoint rule with `count` steps, an even number; its error is a series in 1/count^2. */
static bool midpoints(reference *r, double t, double H, const double *z, int count, double *out)
{
    int size = r->of->order * r->of->positions;
    double before[SIZE], now[SIZE], zd[SIZE], h = H / count;
    memcpy(before, z, (size_t)size * sizeof *z);
    if (!slope(r, t, z, zd)) {
        return false;
    }
    for (int i = 0; i < size; i++) {
        now[i] = z[i] + h * zd[i];
    }
    for (int k = 1; k < count; k++) {
        if (!slope(r, t + k * h, now, zd)) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            double next = before[i] + 2 * h * zd[i];
            before[i] = now[i];
            now[i] = next;
        }
    }
    memcpy(out, now, (size_t)size * sizeof *out);
    return true;
}

/* Extrapolates a step of size H; *error is that of the column before, relative to the tolerance. */
static bool extrapolate(reference *r, const course *c, double H, double *out, double *error)
{
    int size = r->of->order * r->of->positions;
    double last[SIZE];
    for (int j = 0; j < COLUMNS; j++) {
        if (!midpoints(r, c->t, H, c->z, 2 * (j + 1), r->table[j])) {
            return false;
        }
        for (int k = j - 1; k >= 0; k--) { /* table[k] becomes the next column */
            double ratio = (double)(j + 1) / (k + 1);
            for (int i = 0; i < size; i++) {
                double above = r->table[k + 1][i], left = r->table[k][i];
                r->table[k][i] = above + (above - left) / (ratio * ratio - 1);
            }
            if (j == COLUMNS - 1 && k == 1) {
                memcpy(last, r->table[1], (size_t)size * sizeof *last);
            }
        }
    }
    double worst = 0;
    for (int i = 0; i < size; i++) {
        out[i] = r->table[0][i];
        double scaled = fabs(out[i] - last[i]) / (c->tolerance * (1 + fabs(out[i])));
        worst = real_larger(worst, scaled);
    }
    *error = worst;
    return isfinite(worst);
}

/* One step, at most to t_stop. */
static step_outcome advance(reference *r, course *c, double t_stop)
{
    double z[SIZE], error = 0;
    if (!(c->h > 0)) {
        c->h = fmin(0.01, t_stop - c->t);
    }
    for (int k = 0; k < MOST_REPEATS; k++) {
        double H = fmin(c->h, t_stop - c->t);
        bool known = extrapolate(r, c, H, z, &error);
        double factor = known ? 0.9 * pow(0.5 / fmax(error, 1e-10), 1.0 / (2 * COLUMNS - 1)) : 0.2;
        factor = fmin(fmax(factor, 0.2), 3);
        if (known && error <= 1) {
            bool ends = H >= t_stop - c->t;
            c->t = ends ? t_stop : c->t + H;
            c->h = ends && factor >= 1 ? fmax(c->h, H * factor) : H * factor;
            memcpy(c->z, z, sizeof z);
            return project_state(&r->dynamics, c->t, c->z);
        }
        c->h = H * factor;
        if (c->t + 0.01 * c->h == c->t) {
            break;
        }
    }
    return STEP_TOO_SMALL;
}

static status advance_to(reference *r, course *c, double t, message *why)
{
    while (c->t < t) {
        step_outcome o = advance(r, c, t);
        if (o != STEP_DONE) {
            return fail(why, "%s: the reference solution ends at t = %g: %s", r->of->name, c->t,
                        step_outcome_words(o));
        }
        if (r->limit > 0 && r->work > r->limit) {
            return fail(
                why,
                "%s: a reference solution would take more than %ld accelerations; it got to "
                "t = %g",
                r->of->name, r->limit, c->t);
        }
    }
    return STATUS_OK;
}

status reference_at(reference *r, double t, double *p, double *v, double *y, message *why)
{
    const constrained *c = r->of;
    int n = c->positions;
    if (c->exact != NULL) {
        c->exact(c->data, r->p0, r->v0, t, p, v, y);
        return STATUS_OK;
    }
    for (int i = 0; i < 2; i++) {
        status s = advance_to(r, &r->courses[i], t, why);
        if (s != STATUS_OK) {
            return s;
        }
    }
    const double *z = r->courses[0].z, *other = r->courses[1].z;
    double a[CONSTRAINED_MAX_POSITIONS];
    for (int i = 0; i < c->order * n; i++) {
        double apart = fabs(z[i] - other[i]);
        r->uncertainty = real_larger(r->uncertainty, apart);
    }
    memcpy(p, z, (size_t)n * sizeof *p);
    if (c->order == 2) {
        memcpy(v, z + n, (size_t)n * sizeof *v);
    }
    real_accelerate(&r->dynamics, t, p, v, NULL, a, y);
    return STATUS_OK;
}
