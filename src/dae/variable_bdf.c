#include "dae/variable_bdf.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "dae/adaptive.h"
#include "dae/corrector.h"
#include "dae/differences.h"
#include "dae/initial.h"

enum { MOST_FAILURES = 10 };

/* Step sizes are chosen for an estimated error of 1/margin, where 1 is the error that a step may
 * make. DASSL (Brenan, Campbell and Petzold, chapter 5) takes 2 here; a larger margin costs steps
 * and saves refused ones. */
static const double margin = 6;

/* What differences of history may have lost. */
static const double many_roundings = 100 * DBL_EPSILON;

struct variable_bdf {
    const problem *of;
    variable_options options;
    bool *tested;
    int tested_count;
    corrector corrector;
    differences history;
    double t, start;              /* now, and where it began */
    double *xd;                   /* x' at t */
    double *next, *next_xd, *e;   /* the step that is being tried, and what it corrected */
    double *guess, *guess_xd;     /* where it starts */
    double *weight, *test_weight; /* of all components; zero where not tested */

    /* The next step. */
    double h;
    int order;
    bool starting; /* order and step go up with every step, until an estimate speaks against it */
    int alike;     /* steps of the present size and order so far */

    double before; /* the time at which the last step began */
    double last_h;
    int last_order; /* 0 before the first step */
    long steps, error_failures, newton_failures;
};

/* A try of a step. */
typedef struct attempt {
    double t, h; /* its end, its size */
    int order;
    int alike; /* steps of this size and order, this one included */
    step_plan plan;
    int next_order;       /* after it */
    double estimate;      /* of the error at that order */
    double lower, equal;  /* norms of the next terms of Taylor's series, to compare orders by */
    int failures, errors; /* of this step so far: all, of the error test */
    bool starting;
} attempt;

static double norm_after(const variable_bdf *b, const attempt *a, int j)
{
    return differences_norm_after(&b->history, &a->plan, j, b->e, b->test_weight, b->tested_count);
}

/* Is the error small enough? Notes whether a lower order would do better. */
static bool passes_error_test(const variable_bdf *b, attempt *a)
{
    int k = a->order;
    const double *sigma = a->plan.sigma;
    double size = adaptive_norm(b->e, b->test_weight, b->of->size, b->tested_count);
    a->estimate = sigma[k] * size;
    a->equal = (k + 1) * a->estimate;
    a->next_order = k;
    if (k > 1) {
        double estimate = sigma[k - 1] * norm_after(b, a, k);
        a->lower = k * estimate;
        bool is_better = a->lower <= (k == 2 ? a->equal / 2 : a->equal);
        if (is_better && k > 2) { /* only when the terms grow all along */
            is_better = (k - 1) * sigma[k - 2] * norm_after(b, a, k - 1) <= a->equal;
        }
        if (is_better) {
            a->next_order = k - 1;
            a->estimate = estimate;
        }
    }
    return a->plan.error * size <= 1;
}

/* Moves the end of the step onto the manifold, and e with it. */
static step_outcome project(const variable_bdf *b, const attempt *a)
{
    int n = b->of->size;
    if (b->options.correct == NULL) {
        return STEP_DONE;
    }
    memcpy(b->guess, b->next, (size_t)n * sizeof *b->next);
    step_outcome o = b->options.correct(b->options.context, a->t, b->next);
    for (int i = 0; i < n && o == STEP_DONE; i++) {
        b->e[i] += b->next[i] - b->guess[i];
        o = isfinite(b->e[i]) ? STEP_DONE : STEP_NOT_FINITE;
    }
    return o;
}

/* Would order k + 1 do better? Steps that were alike can say so. */
static void consider_raising(const variable_bdf *b, attempt *a)
{
    int k = a->order;
    if (a->next_order < k || k == b->options.most_order || a->alike <= k + 1) {
        return;
    }
    double higher =
        differences_norm_above(&b->history, &a->plan, b->e, b->test_weight, b->tested_count);
    if (k > 1 && a->lower <= fmin(a->equal, higher)) {
        a->next_order = k - 1;
        a->estimate = a->lower / k;
    } else if (higher < (k == 1 ? a->equal / 2 : a->equal)) {
        a->next_order = k + 1;
        a->estimate = higher / (k + 2);
    }
}

/* The size of the next step over that of this one. At order k the error is proportional to h^{k+1},
 * so that the factor (margin estimate)^{-1/(k+1)} makes it 1/margin. The 0.0001 keeps the factor
 * finite where the estimate is zero. This rule and the limits 0.25, 0.5, 0.9 and 2 below are those
 * of DASSL (Brenan, Campbell and Petzold, chapter 5). */
static double growth_of(const attempt *a)
{
    return pow(margin * a->estimate + 0.0001, -1.0 / (a->next_order + 1));
}

/* Size and order of the next step. A step grows only when it can be doubled, and shrinks to a
 * factor between 0.5 and 0.9: steps of equal size need no new matrix, and the estimates of other
 * orders are meant for them. */
static void choose_next(variable_bdf *b, attempt *a)
{
    int k = a->order;
    double factor = 2;
    b->starting = a->starting && a->next_order == k && k < b->options.most_order;
    if (b->starting) {
        a->next_order = k + 1;
    } else {
        consider_raising(b, a);
        double growth = growth_of(a);
        factor = growth >= 2 ? 2 : growth > 1 ? 1 : fmax(0.5, fmin(0.9, growth));
    }
    b->h = factor * a->h;
    if (b->options.largest_step > 0) {
        b->h = fmin(b->h, b->options.largest_step);
    }
    b->order = a->next_order;
    b->alike = b->h == a->h && b->order == k ? a->alike : 0;
}

static void accept(variable_bdf *b, attempt *a)
{
    choose_next(b, a);
    differences_append(&b->history, &a->plan, b->e, b->next);
    double *held = b->xd;
    b->xd = b->next_xd;
    b->next_xd = held;
    b->before = b->t;
    b->t = a->t;
    b->last_h = a->h;
    b->last_order = a->order;
    b->steps++;
}

/* A smaller step after an error that was too large. The first time the estimate chooses a factor
 * between 0.25 and 0.9; after that the step is quartered, and from the third time on the order is
 * 1, because the history then seems to belong to another function. */
static void retry_after_error(attempt *a)
{
    a->errors++;
    if (a->errors == 1) {
        a->order = a->next_order;
        a->h *= fmax(0.25, fmin(0.9, 0.9 * growth_of(a)));
    } else {
        a->order = a->errors == 2 ? a->next_order : 1;
        a->h *= 0.25;
    }
}

/* How Newton's method weighs what the error test does not read. Multipliers of index 2 are
 * quotients of differences by h, so that rounding leaves eps/h of the others in them: they are not
 * asked for more than that, else small steps never converge. */
static void weigh_multipliers(variable_bdf *b, double h)
{
    int n = b->of->size;
    if (b->tested_count == n) {
        return;
    }
    const double *x = b->history.rows;
    double largest = 0;
    for (int i = 0; i < n; i++) {
        largest = b->tested[i] && fabs(x[i]) > largest ? fabs(x[i]) : largest;
    }
    for (int i = 0; i < n; i++) {
        if (!b->tested[i]) {
            b->weight[i] = 1 / (b->options.relative * fabs(x[i]) + b->options.absolute +
                                many_roundings * largest / h);
        }
    }
}

/* One try. */
static step_outcome try(variable_bdf *b, attempt *a, bool *error_is_small)
{
    weigh_multipliers(b, a->h);
    differences_plan(&b->history, a->order, a->h, &a->plan);
    differences_predict(&b->history, &a->plan, b->guess, b->guess_xd);
    step_outcome o = corrector_solve(&b->corrector, a->t, a->plan.cj, b->guess, b->guess_xd,
                                     b->weight, b->e, b->next, b->next_xd);
    *error_is_small = o == STEP_DONE && passes_error_test(b, a);
    return *error_is_small ? project(b, a) : o;
}

static void set_weights(variable_bdf *b)
{
    for (int i = 0; i < b->of->size; i++) {
        b->weight[i] = 1 / (b->options.relative * fabs(b->history.rows[i]) + b->options.absolute);
        b->test_weight[i] = b->tested[i] ? b->weight[i] : 0;
    }
}

/* Small against the tolerance, and against the time that is left, as far as anyone knows. */
static double first_step(const variable_bdf *b, double t_stop)
{
    double speed = adaptive_norm(b->xd, b->test_weight, b->of->size, b->tested_count);
    double h = isfinite(t_stop) ? 0.001 * (t_stop - b->t) : 0.001 * fmax(1, fabs(b->t));
    h = speed * h > 0.5 ? 0.5 / speed : h;
    h = b->options.first_step > 0 ? b->options.first_step : h;
    return b->options.largest_step > 0 ? fmin(h, b->options.largest_step) : h;
}

/* Tries until a step succeeds. */
static step_outcome step(variable_bdf *b, double least, double t_stop)
{
    attempt a = {.h = fmax(b->h, least), .order = b->order, .starting = b->starting};
    step_outcome o = STEP_DONE;
    while (a.failures < MOST_FAILURES && a.h >= least) {
        bool error_is_small;
        a.t = adaptive_end(b->t, t_stop, &a.h);
        a.alike = a.h == b->h && a.order == b->order ? b->alike + 1 : 1;
        o = try(b, &a, &error_is_small);
        if (o == STEP_DONE && error_is_small) {
            accept(b, &a);
            return STEP_DONE;
        }
        a.failures++;
        a.starting = false;
        if (o == STEP_DONE) {
            b->error_failures++;
            retry_after_error(&a);
        } else {
            b->newton_failures++;
            a.h *= 0.25;
        }
    }
    return o == STEP_DONE || o == STEP_NO_CONVERGENCE ? STEP_TOO_SMALL : o;
}

step_outcome variable_bdf_step(variable_bdf *b, double t_stop)
{
    double least = adaptive_least_step(b->t, b->start, t_stop);
    if (!(t_stop > b->t + least)) { /* nearer than anything can be resolved */
        b->t = t_stop > b->t ? t_stop : b->t;
        return isnan(t_stop) ? STEP_NOT_FINITE : STEP_DONE;
    }
    if (!adaptive_may_go_on(b->steps, b->options.most_steps)) {
        return STEP_TOO_MANY;
    }
    set_weights(b);
    if (b->last_order == 0) {
        b->h = first_step(b, t_stop);
        differences_start(&b->history, b->history.rows, b->xd, b->h);
    }
    return step(b, least, t_stop);
}

static status check_options(const problem *p, const variable_options *o, message *why)
{
    TRY(adaptive_check(o->relative, o->absolute, o->first_step, o->largest_step, o->most_steps,
                       why));
    if (o->most_order < 0 || o->most_order > VARIABLE_BDF_MOST_ORDER) {
        return refuse(why, "order = %d: 1 to %d are accepted, and 0 for %d", o->most_order,
                      VARIABLE_BDF_MOST_ORDER, VARIABLE_BDF_MOST_ORDER);
    }
    bool any = o->tested == NULL;
    for (int i = 0; i < p->size && !any; i++) {
        any = o->tested[i];
    }
    return any ? STATUS_OK : refuse(why, "%s: no component is tested for errors", p->name);
}

static status allocate(variable_bdf *b, message *why)
{
    size_t n = (size_t)b->of->size;
    struct {
        double **to;
        size_t count;
    } arrays[] = {{&b->xd, n},    {&b->next, n},     {&b->next_xd, n}, {&b->e, n},
                  {&b->guess, n}, {&b->guess_xd, n}, {&b->weight, n},  {&b->test_weight, n}};
    TRY(memory_allocate(&b->tested, n, sizeof *b->tested, why));
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        TRY(memory_allocate(arrays[i].to, arrays[i].count, sizeof(double), why));
    }
    TRY(differences_init(&b->history, b->of->size, why));
    return corrector_init(&b->corrector, b->of, b->options.careful_newton, why);
}

status variable_bdf_create(const problem *p, const variable_options *options, variable_bdf **out,
                           message *why)
{
    variable_bdf *b = NULL;
    *out = NULL;
    TRY(check_options(p, options, why));
    TRY(memory_allocate(&b, 1, sizeof *b, why));
    b->of = p;
    b->options = *options;
    b->options.tested = NULL;
    b->options.most_order = options->most_order > 0 ? options->most_order : VARIABLE_BDF_MOST_ORDER;
    status s = STATUS_OK;
    TRY_OR_END(allocate(b, why));
    for (int i = 0; i < p->size; i++) {
        b->tested[i] = options->tested == NULL || options->tested[i];
        b->tested_count += b->tested[i] ? 1 : 0;
    }
    *out = b;
    b = NULL;
end:
    variable_bdf_destroy(b);
    return s;
}

void variable_bdf_destroy(variable_bdf *b)
{
    if (b == NULL) {
        return;
    }
    double *const arrays[] = {b->xd,    b->next,     b->next_xd, b->e,
                              b->guess, b->guess_xd, b->weight,  b->test_weight};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        free(arrays[i]);
    }
    free(b->tested);
    differences_clear(&b->history);
    corrector_clear(&b->corrector);
    free(b);
}

status variable_bdf_start(variable_bdf *b, double t, const double *x, const double *xd,
                          message *why)
{
    size_t bytes = (size_t)b->of->size * sizeof *x;
    TRY(adaptive_check_start(b->of, "values", t, x, why));
    if (xd != NULL) {
        TRY(adaptive_check_start(b->of, "derivative", t, xd, why));
    }
    memset(b->next_xd, 0, bytes);
    step_outcome o = xd == NULL ? initial_derivative(b->of, t, x, b->next_xd) : STEP_DONE;
    if (o != STEP_DONE) {
        return fail(why, "%s: no derivative at t = %g: %s", b->of->name, t, step_outcome_words(o));
    }
    memcpy(b->xd, xd != NULL ? xd : b->next_xd, bytes);
    memcpy(b->history.rows, x, bytes);
    b->t = b->start = b->before = t;
    b->order = 1;
    b->starting = true;
    b->alike = b->last_order = 0;
    b->last_h = 0;
    b->steps = b->error_failures = b->newton_failures = 0;
    corrector *c = &b->corrector;
    c->residuals = c->jacobians = c->factorisations = c->iterations = 0;
    corrector_forget(c);
    return STATUS_OK;
}

double variable_bdf_time(const variable_bdf *b)
{
    return b->t;
}

const double *variable_bdf_state(const variable_bdf *b)
{
    return b->history.rows;
}

const double *variable_bdf_derivative(const variable_bdf *b)
{
    return b->xd;
}

int variable_bdf_order(const variable_bdf *b)
{
    return b->last_order;
}

double variable_bdf_last_step(const variable_bdf *b)
{
    return b->last_h;
}

variable_counts variable_bdf_counts(const variable_bdf *b)
{
    const corrector *c = &b->corrector;
    return (variable_counts){.steps = b->steps,
                             .residuals = c->residuals,
                             .jacobians = c->jacobians,
                             .factorisations = c->factorisations,
                             .iterations = c->iterations,
                             .error_failures = b->error_failures,
                             .newton_failures = b->newton_failures};
}

bool variable_bdf_interpolate(const variable_bdf *b, double t, double *x)
{
    bool within = t >= b->before && t <= b->t;
    differences_interpolate(&b->history, within ? b->last_order : 0, t - b->t, x);
    return within;
}
