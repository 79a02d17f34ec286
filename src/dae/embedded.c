#include "dae/embedded.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "dae/adaptive.h"
#include "dae/initial.h"
#include "method/tableau.h"
#include "numerics/linear.h"

enum { MOST_FAILURES = 60 };

/* The size of the next step is h margin err^(-0.7/q) before^(0.4/q), where q - 1 is the order of
 * the estimate and `before` the error one step earlier: a controller with a proportional and an
 * integral part (Hairer & Wanner, IV.2). */
static const double margin = 0.9, integral = 0.7, proportional = 0.4;
static const double least_factor = 0.2, most_factor = 5;

struct embedded {
    tableau method;
    const problem *of;
    embedded_options options;
    int order;         /* of the estimate, plus 1 */
    bool last_is_next; /* the last stage is the slope at the end of the step */
    double t, before;  /* now, and where the last step began */
    double start;      /* where the first one did */
    double h;          /* of the next step; 0: not chosen yet */
    double last_error;
    double *x, *old, *next; /* now, before the last step, after the one that is tried */
    double *old_slope;
    double *stages; /* slopes, `size` rows of n and one more; the first is x' now */
    double *y, *weight, *error;
    embedded_work counts;
};

static double *stage(const embedded *e, int j)
{
    return e->stages + (size_t)j * (size_t)e->of->size;
}

static step_outcome slope_at(embedded *e, double t, const double *x, double *slope)
{
    const problem *p = e->of;
    e->counts.slopes++;
    if (p->slope == NULL) {
        return initial_derivative(p, t, x, slope);
    }
    p->slope(p->data, t, x, slope);
    return real_is_finite(slope, p->size) ? STEP_DONE : STEP_NOT_FINITE;
}

/* to = x + h sum_j w_j K_j */
static void combine(const embedded *e, const double *w, int count, double h, double *to)
{
    int n = e->of->size;
    memcpy(to, e->x, (size_t)n * sizeof *to);
    for (int j = 0; j < count; j++) {
        const double *K = stage(e, j);
        double weight = h * w[j];
        for (int i = 0; i < n && weight != 0; i++) {
            to[i] += weight * K[i];
        }
    }
}

/* The error of the step just tried, in units of the tolerance. */
static double error_of(const embedded *e, double h)
{
    const tableau *a = &e->method;
    int n = e->of->size;
    memset(e->error, 0, (size_t)n * sizeof *e->error);
    for (int j = 0; j < a->size; j++) {
        const double *K = stage(e, j);
        double weight = h * (a->b[j] - a->bhat[j]);
        for (int i = 0; i < n && weight != 0; i++) {
            e->error[i] += weight * K[i];
        }
    }
    return adaptive_norm(e->error, e->weight, n, n);
}

/* One try: the state and the slope at its end. *error above 1: the error is too large. */
static step_outcome try(embedded *e, double t_end, double h, double *error)
{
    const tableau *a = &e->method;
    int n = e->of->size;
    double *slope = stage(e, a->size);
    step_outcome o = STEP_DONE;
    for (int j = 1; j < a->size && o == STEP_DONE; j++) {
        combine(e, a->A + j * a->size, j, h, e->y);
        if (e->of->slope == NULL) { /* a guess, for those who solve for it */
            memcpy(stage(e, j), stage(e, j - 1), (size_t)n * sizeof *e->y);
        }
        o = slope_at(e, e->t + a->c[j] * h, e->y, stage(e, j));
    }
    if (o != STEP_DONE) {
        return o;
    }
    combine(e, a->b, a->size, h, e->next);
    *error = error_of(e, h);
    if (!isfinite(*error) || !real_is_finite(e->next, n)) {
        return STEP_NOT_FINITE;
    }
    if (*error > 1) {
        return STEP_DONE;
    }
    memcpy(slope, stage(e, a->size - 1), (size_t)n * sizeof *slope);
    if (e->options.correct != NULL) {
        o = e->options.correct(e->options.context, t_end, e->next);
        o = o == STEP_DONE && !real_is_finite(e->next, n) ? STEP_NOT_FINITE : o;
    } else if (e->last_is_next) {
        return STEP_DONE;
    }
    return o == STEP_DONE ? slope_at(e, t_end, e->next, slope) : o;
}

static void accept(embedded *e, double t_end)
{
    int n = e->of->size;
    size_t bytes = (size_t)n * sizeof *e->x;
    double *held = e->old;
    e->old = e->x;
    e->x = e->next;
    e->next = held;
    memcpy(e->old_slope, e->stages, bytes);
    memcpy(e->stages, stage(e, e->method.size), bytes);
    e->before = e->t;
    e->t = t_end;
    e->counts.steps++;
}

static double limited(const embedded *e, double h)
{
    return e->options.largest_step > 0 ? fmin(h, e->options.largest_step) : h;
}

static void set_weights(const embedded *e)
{
    for (int i = 0; i < e->of->size; i++) {
        e->weight[i] = 1 / (e->options.relative * fabs(e->x[i]) + e->options.absolute);
    }
}

/* From the sizes of x, x' and x'' (Hairer, Norsett & Wanner, II.4). */
static double first_step(embedded *e)
{
    int n = e->of->size;
    if (e->options.first_step > 0) {
        return limited(e, e->options.first_step);
    }
    double size = adaptive_norm(e->x, e->weight, n, n);
    double speed = adaptive_norm(e->stages, e->weight, n, n);
    double small = 1e-6 * fmax(1, fabs(e->t));
    double h = limited(e, size > 1e-5 && speed > 1e-5 ? 0.01 * size / speed : small);
    const double one = 1;
    double *slope = stage(e, 1), bend = 0;
    combine(e, &one, 1, h, e->y);
    memcpy(slope, e->stages, (size_t)n * sizeof *slope);
    if (slope_at(e, e->t + h, e->y, slope) == STEP_DONE) {
        for (int i = 0; i < n; i++) {
            e->error[i] = (slope[i] - e->stages[i]) / h;
        }
        bend = adaptive_norm(e->error, e->weight, n, n);
    }
    double most = fmax(speed, bend);
    double better = most > 1e-15 ? pow(0.01 / most, 1.0 / e->order) : fmax(small, 1e-3 * h);
    return limited(e, fmin(100 * h, better));
}

/* The size of the step that follows one of size h, with this error. One that was cut short says
 * nothing against the size that was wanted. */
static void choose_next(embedded *e, double h, double wanted, double error, bool failed)
{
    double factor = margin * pow(fmax(error, 1e-10), -integral / e->order) *
                    pow(e->last_error, proportional / e->order);
    factor = fmax(least_factor, fmin(factor, failed ? 1 : most_factor));
    bool is_cut = h < wanted && !failed;
    e->h = limited(e, is_cut ? fmax(wanted, factor * h) : factor * h);
    e->last_error = is_cut ? e->last_error : fmax(error, 1e-4);
}

/* Tries until a step succeeds; h is wanted. */
static step_outcome step(embedded *e, double h, double least, double t_stop)
{
    double wanted = h;
    step_outcome o = STEP_DONE;
    for (int failures = 0; failures < MOST_FAILURES && h >= least; failures++) {
        double error = 0, end = adaptive_end(e->t, t_stop, &h);
        o = try(e, end, h, &error);
        if (o == STEP_DONE && error <= 1) {
            choose_next(e, h, wanted, error, failures > 0);
            accept(e, end);
            return STEP_DONE;
        }
        if (o == STEP_DONE) {
            e->counts.error_failures++;
            h *= fmax(least_factor, margin * pow(error, -1.0 / e->order));
        } else {
            e->counts.other_failures++;
            h *= least_factor;
        }
    }
    return o == STEP_DONE || o == STEP_NO_CONVERGENCE ? STEP_TOO_SMALL : o;
}

step_outcome embedded_step(embedded *e, double t_stop)
{
    double least = adaptive_least_step(e->t, e->start, t_stop);
    if (!(t_stop > e->t + least)) { /* nearer than anything can be resolved */
        e->t = t_stop > e->t ? t_stop : e->t;
        return isnan(t_stop) ? STEP_NOT_FINITE : STEP_DONE;
    }
    if (!adaptive_may_go_on(e->counts.steps, e->options.most_steps)) {
        return STEP_TOO_MANY;
    }
    set_weights(e);
    return step(e, fmax(e->h > 0 ? e->h : first_step(e), least), least, t_stop);
}

static status check_method(const method *m, const tableau *a, message *why)
{
    const method_info *info = method_describe(m);
    if (!tableau_is_explicit(a)) {
        return refuse(why, "%.200s is not an explicit Runge-Kutta method", info->name);
    }
    if (!a->embedded || info->embedded_order == 0) {
        return refuse(why, "%.200s has no embedded weights to estimate errors with", info->name);
    }
    return STATUS_OK;
}

static status allocate(embedded *e, message *why)
{
    size_t n = (size_t)e->of->size;
    struct {
        double **to;
        size_t count;
    } arrays[] = {{&e->x, n},         {&e->old, n},  {&e->next, n},
                  {&e->old_slope, n}, {&e->y, n},    {&e->stages, n * ((size_t)e->method.size + 1)},
                  {&e->weight, n},    {&e->error, n}};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        TRY(memory_allocate(arrays[i].to, arrays[i].count, sizeof(double), why));
    }
    return STATUS_OK;
}

status embedded_create(const method *m, const problem *p, const embedded_options *options,
                       embedded **out, message *why)
{
    embedded *e = NULL;
    *out = NULL;
    if (p->differential < p->size) {
        return refuse(why, "%s has %d constraints; ODEs are accepted", p->name,
                      p->size - p->differential);
    }
    TRY(adaptive_check(options->relative, options->absolute, options->first_step,
                       options->largest_step, options->most_steps, why));
    TRY(memory_allocate(&e, 1, sizeof *e, why));
    status s = STATUS_OK;
    method_tableau(m, &e->method);
    TRY_OR_END(check_method(m, &e->method, why));
    const method_info *info = method_describe(m);
    const tableau *a = &e->method;
    e->of = p;
    e->options = *options;
    e->order = 1 + (info->order < info->embedded_order ? info->order : info->embedded_order);
    e->last_is_next =
        memcmp(a->A + a->size * (a->size - 1), a->b, (size_t)a->size * sizeof *a->b) == 0;
    TRY_OR_END(allocate(e, why));
    *out = e;
    e = NULL;
end:
    embedded_destroy(e);
    return s;
}

void embedded_destroy(embedded *e)
{
    if (e == NULL) {
        return;
    }
    double *const arrays[] = {e->x,      e->old, e->next,   e->old_slope,
                              e->stages, e->y,   e->weight, e->error};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        free(arrays[i]);
    }
    free(e);
}

status embedded_start(embedded *e, double t, const double *x, message *why)
{
    TRY(adaptive_check_start(e->of, "values", t, x, why));
    e->counts = (embedded_work){0};
    memset(e->stages, 0, (size_t)e->of->size * sizeof *e->stages);
    step_outcome o = slope_at(e, t, x, e->stages);
    if (o != STEP_DONE) {
        return fail(why, "%s: no derivative at t = %g: %s", e->of->name, t, step_outcome_words(o));
    }
    memcpy(e->x, x, (size_t)e->of->size * sizeof *x);
    e->t = e->start = e->before = t;
    e->h = 0;
    e->last_error = 1;
    return STATUS_OK;
}

double embedded_time(const embedded *e)
{
    return e->t;
}

const double *embedded_state(const embedded *e)
{
    return e->x;
}

const double *embedded_derivative(const embedded *e)
{
    return e->stages;
}

double embedded_last_step(const embedded *e)
{
    return e->counts.steps > 0 ? e->t - e->before : 0;
}

embedded_work embedded_counts(const embedded *e)
{
    return e->counts;
}

/* Hermite's cubic. */
bool embedded_interpolate(const embedded *e, double t, double *x)
{
    double h = e->t - e->before, s = (t - e->before) / h;
    int n = e->of->size;
    bool within = t >= e->before && t <= e->t;
    memcpy(x, e->x, (size_t)n * sizeof *x);
    for (int i = 0; i < n && within && t < e->t; i++) {
        double rise = e->x[i] - e->old[i];
        x[i] = (1 - s) * e->old[i] + s * e->x[i] +
               s * (s - 1) *
                   ((1 - 2 * s) * rise + (s - 1) * h * e->old_slope[i] + s * h * e->stages[i]);
    }
    return within;
}
