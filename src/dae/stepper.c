#include "dae/stepper.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "dae/frame.h"
#include "dae/initial.h"
#include "method/tableau.h"

/* Starting values further from the constraints than this, relative, are a mistake. */
static const double largest_violation = 1e-6;

struct stepper {
    tableau method;
    char name[METHOD_NAME_SIZE];
    const problem *of;
    step_outcome (*advance)(stepper *s);
    bool is_sequential;
    bool unprojected;
    int history;
    double start, t, h; /* t = start + steps h */
    long steps;
    double *states; /* history * n, oldest first */
    double *slopes; /* h x' at the same times, of multistep methods that use them */
    double *next;   /* x at t + h */
    double *next_slope;
    stages stages;
    frame frame;
    double *K;             /* the stages' unknowns, size + 1 blocks */
    double *bases, *y;     /* of the stages, of the history in the frame */
    double *E_old, *E_new; /* n by n, and scratch of the frame */
    int *pivot;
    double unit[METHOD_MAX_STAGES * METHOD_MAX_STAGES]; /* identity, rows for D */
    stage_point points[2 * METHOD_MAX_STAGES];
};

static double *newest(const stepper *s)
{
    return s->states + (s->history - 1) * s->of->size;
}

static const frame *frame_of(const stepper *s)
{
    return s->method.spin ? &s->frame : NULL;
}

/* Spans the frame of this step. */
static step_outcome span(stepper *s)
{
    const problem *p = s->of;
    double t = s->t + s->h;
    const double *x = newest(s);
    memset(s->next, 0, (size_t)p->size * sizeof *s->next);
    if (!s->method.spin) {
        return STEP_DONE;
    }
    if (!problem_jacobian(p, s->t, x, s->next, s->stages.Fx, s->E_old) ||
        !problem_jacobian(p, t, x, s->next, s->stages.Fx, s->E_new)) {
        return STEP_NOT_FINITE;
    }
    return frame_span(&s->frame, s->E_old, s->E_new, t, s->h) ? STEP_DONE : STEP_SINGULAR;
}

/* A state at time t in the coordinates of the step. */
static step_outcome enter(stepper *s, double t, const double *x, double *y)
{
    if (!s->method.spin) {
        memcpy(y, x, (size_t)s->of->size * sizeof *y);
        return STEP_DONE;
    }
    return frame_enter(&s->frame, t, x, y, s->E_old, s->pivot) ? STEP_DONE : STEP_SINGULAR;
}

static void leave(stepper *s, const double *y)
{
    if (s->method.spin) {
        frame_leave(&s->frame, s->t + s->h, y, NULL, s->next, NULL);
    } else {
        memcpy(s->next, y, (size_t)s->of->size * sizeof *y);
    }
}

/* h y' of the consistent derivative at the beginning of the step. */
static step_outcome first_slope(stepper *s, const double *y, double *K)
{
    int n = s->of->size;
    memset(K, 0, (size_t)n * sizeof *K);
    step_outcome o = initial_derivative(s->of, s->t, newest(s), K);
    if (o != STEP_DONE) {
        return o;
    }
    if (s->method.spin) { /* y' = Qh^{-1} (x' - Qd y) */
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                K[i] -= s->frame.Qd[i * n + j] * y[j];
            }
        }
        o = enter(s, s->t, K, K);
    }
    for (int i = 0; i < n; i++) {
        K[i] *= s->h;
    }
    return o;
}

/* Stages first .. last together. Those before are known; K of those to be found is a guess. */
static step_outcome solve_stages(stepper *s, const double *y, int first, int last)
{
    const tableau *a = &s->method;
    int n = s->of->size, m = last - first + 1;
    for (int j = first; j <= last; j++) {
        double *base = s->bases + (j - first) * n;
        for (int i = 0; i < n; i++) {
            base[i] = y[i];
            for (int l = 0; l < first; l++) {
                base[i] += a->A[j * a->size + l] * s->K[l * n + i];
            }
        }
        s->points[j - first] = (stage_point){.t = s->t + a->c[j] * s->h,
                                             .rows = n,
                                             .P = a->A + j * a->size + first,
                                             .D = s->unit + (j - first) * METHOD_MAX_STAGES,
                                             .base = base};
    }
    return stages_solve(&s->stages, s->points, m, m, s->h, frame_of(s), s->K + first * n);
}

bool stepper_is_projected(const stepper *s)
{
    return !s->unprojected && (s->method.stiffly_accurate || s->method.kind == METHOD_MULTISTEP ||
                               s->method.keep != KEEP_NONE);
}

/* After a step that is not stiffly accurate: back onto the constraints. */
static step_outcome project(stepper *s)
{
    if (s->method.stiffly_accurate || !stepper_is_projected(s) ||
        s->of->differential == s->of->size) {
        return STEP_DONE;
    }
    return initial_project(s->of, s->t + s->h,
                           s->method.keep == KEEP_X2 ? PROJECT_KEPT : PROJECT_ALONG_KERNEL,
                           s->next);
}

/* Stages that need no solving. */
static step_outcome advance_explicitly(stepper *s)
{
    const tableau *a = &s->method;
    const double *x = newest(s);
    int n = s->of->size;
    memcpy(s->next, x, (size_t)n * sizeof *x);
    for (int j = 0; j < a->size; j++) {
        double *K = s->K + j * n;
        memcpy(s->y, x, (size_t)n * sizeof *x);
        for (int l = 0; l < j; l++) {
            double weight = a->A[j * a->size + l];
            for (int i = 0; i < n && weight != 0; i++) {
                s->y[i] += weight * s->K[l * n + i];
            }
        }
        s->stages.counts.residuals++;
        s->of->slope(s->of->data, s->t + a->c[j] * s->h, s->y, K);
        for (int i = 0; i < n; i++) {
            K[i] *= s->h;
            s->next[i] += a->b[j] * K[i];
        }
    }
    return STEP_DONE;
}

static step_outcome advance_runge_kutta(stepper *s)
{
    const tableau *a = &s->method;
    int n = s->of->size;
    int known = a->form == FORM_EXPLICIT_FIRST_STAGE ? 1 : 0;
    step_outcome o = span(s);
    o = o == STEP_DONE ? enter(s, s->t, newest(s), s->y) : o;
    o = o == STEP_DONE && known > 0 ? first_slope(s, s->y, s->K) : o;
    if (s->is_sequential) {
        for (int j = known; j < a->size && o == STEP_DONE; j++) {
            o = solve_stages(s, s->y, j, j);
        }
    } else if (o == STEP_DONE) {
        o = solve_stages(s, s->y, known, a->size - 1);
    }
    if (o != STEP_DONE) {
        return o;
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < a->size; j++) {
            s->y[i] += a->b[j] * s->K[j * n + i];
        }
    }
    leave(s, s->y);
    return project(s);
}

/* K are the values at the Lobatto nodes; equations with x' hold at the Gauss nodes, constraints at
 * the Lobatto nodes. */
static step_outcome advance_collocation(stepper *s)
{
    const tableau *a = &s->method;
    int n = s->of->size, d = s->of->differential, k = a->size;
    step_outcome o = span(s);
    o = o == STEP_DONE ? enter(s, s->t, newest(s), s->y) : o;
    if (o != STEP_DONE) {
        return o;
    }
    memset(s->next_slope, 0, (size_t)n * sizeof *s->next_slope);
    for (int j = 0; j < k; j++) {
        const double *value = a->value + j * (k + 1), *slope = a->slope + j * (k + 1);
        double *base = s->bases + 2 * j * n;
        for (int i = 0; i < n; i++) {
            base[i] = value[0] * s->y[i];
            base[n + i] = slope[0] * s->y[i];
            s->K[j * n + i] = s->y[i];
        }
        s->points[j] = (stage_point){.t = s->t + a->c[j] * s->h,
                                     .rows = d,
                                     .P = value + 1,
                                     .D = slope + 1,
                                     .base = base,
                                     .slope = base + n};
        s->points[k + j] = (stage_point){.t = s->t + a->lobatto[j + 1] * s->h,
                                         .first = d,
                                         .rows = n - d,
                                         .P = s->unit + j * METHOD_MAX_STAGES,
                                         .D = s->unit + j * METHOD_MAX_STAGES,
                                         .base = s->next_slope}; /* zeros */
    }
    o = stages_solve(&s->stages, s->points, d < n ? 2 * k : k, k, s->h, frame_of(s), s->K);
    if (o == STEP_DONE) {
        leave(s, s->K + (k - 1) * n);
    }
    return o;
}

/* The unknown is h x' at the new time; x follows from the formula of the method. */
static step_outcome advance_multistep(stepper *s)
{
    const tableau *a = &s->method;
    int n = s->of->size, k = a->size;
    double newest_weight = a->beta[k] / a->alpha[k];
    step_outcome o = span(s);
    memset(s->bases, 0, (size_t)n * sizeof *s->bases);
    for (int l = 0; l < k && o == STEP_DONE; l++) {
        o = enter(s, s->t - (k - 1 - l) * s->h, s->states + l * n, s->y);
        for (int i = 0; i < n; i++) {
            s->bases[i] +=
                (a->beta[l] * s->slopes[l * n + i] - a->alpha[l] * s->y[i]) / a->alpha[k];
        }
    }
    if (o != STEP_DONE) {
        return o;
    }
    s->points[0] = (stage_point){
        .t = s->t + s->h, .rows = n, .P = &newest_weight, .D = s->unit, .base = s->bases};
    o = stages_solve(&s->stages, s->points, 1, 1, s->h, frame_of(s), s->K);
    for (int i = 0; i < n; i++) {
        s->y[i] = s->bases[i] + newest_weight * s->K[i];
    }
    leave(s, s->y);
    memcpy(s->next_slope, s->K, (size_t)n * sizeof *s->K);
    return o;
}

step_outcome stepper_step(stepper *s)
{
    int n = s->of->size;
    size_t bytes = (size_t)n * sizeof(double);
    if (s->of->linear) { /* no guess is needed; else the last step's is a good one */
        memset(s->K, 0, (size_t)(s->method.size + 1) * bytes);
    }
    step_outcome o = s->advance(s);
    for (int i = 0; i < n && o == STEP_DONE; i++) {
        o = isfinite(s->next[i]) ? STEP_DONE : STEP_NOT_FINITE;
    }
    if (o != STEP_DONE) {
        memset(s->K, 0, (size_t)(s->method.size + 1) * bytes);
        return o;
    }
    memmove(s->states, s->states + n, (size_t)(s->history - 1) * bytes);
    memmove(s->slopes, s->slopes + n, (size_t)(s->history - 1) * bytes);
    memcpy(newest(s), s->next, bytes);
    memcpy(s->slopes + (s->history - 1) * n, s->next_slope, bytes);
    s->steps++;
    s->t = s->start + (double)s->steps * s->h;
    return STEP_DONE;
}

static status allocate(stepper *s, const stepper_options *options, message *why)
{
    const problem *p = s->of;
    size_t n = (size_t)p->size, history = (size_t)s->history, blocks = (size_t)s->method.size + 1;
    struct {
        double **to;
        size_t count;
    } arrays[] = {{&s->states, history * n},   {&s->slopes, history * n}, {&s->next, n},
                  {&s->next_slope, n},         {&s->K, blocks * n},       {&s->y, n},
                  {&s->bases, 2 * blocks * n}, {&s->E_old, n * n},        {&s->E_new, n * n}};
    TRY(memory_allocate(&s->pivot, n, sizeof *s->pivot, why));
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        TRY(memory_allocate(arrays[i].to, arrays[i].count, sizeof(double), why));
    }
    int together = s->is_sequential || s->method.kind == METHOD_MULTISTEP ? 1 : s->method.size;
    const newton_options *newton = options != NULL ? &options->newton : NULL;
    TRY(stages_init(&s->stages, p, together, newton, why));
    if (s->method.spin) {
        TRY(frame_init(&s->frame, p->size, p->differential, p->is_complex, why));
        s->frame.thaws = options != NULL && options->thaw_frames;
    }
    return STATUS_OK;
}

status stepper_create(const method *m, const problem *p, const stepper_options *options,
                      stepper **out, message *why)
{
    *out = NULL;
    const method_info *info = method_describe(m);
    if (info->form == FORM_ODE_ONLY && p->differential < p->size) {
        return refuse(why, "%.200s is for ODEs only, and %s has %d constraints", info->name,
                      p->name, p->size - p->differential);
    }
    stepper *s = NULL;
    TRY(memory_allocate(&s, 1, sizeof *s, why));
    method_tableau(m, &s->method);
    memcpy(s->name, info->name, sizeof s->name);
    s->of = p;
    s->unprojected = options != NULL && options->unprojected;
    s->is_sequential = tableau_is_sequential(&s->method);
    s->history = info->kind == METHOD_MULTISTEP ? info->size : 1;
    static step_outcome (*const advance[])(stepper *) = {[METHOD_RUNGE_KUTTA] = advance_runge_kutta,
                                                         [METHOD_MULTISTEP] = advance_multistep,
                                                         [METHOD_GAUSS_LOBATTO] =
                                                             advance_collocation};
    bool is_explicit = !info->spin && p->slope != NULL && tableau_is_explicit(&s->method);
    s->advance = is_explicit ? advance_explicitly : advance[info->kind];
    for (int j = 0; j < METHOD_MAX_STAGES; j++) {
        s->unit[j * METHOD_MAX_STAGES + j] = 1;
    }
    status ok = allocate(s, options, why);
    if (ok != STATUS_OK) {
        stepper_destroy(s);
        return ok;
    }
    *out = s;
    return STATUS_OK;
}

void stepper_destroy(stepper *s)
{
    if (s == NULL) {
        return;
    }
    double *const arrays[] = {s->states, s->slopes, s->next,  s->next_slope, s->K,
                              s->bases,  s->y,      s->E_old, s->E_new};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        free(arrays[i]);
    }
    free(s->pivot);
    stages_clear(&s->stages);
    frame_clear(&s->frame);
    free(s);
}

int stepper_history(const stepper *s)
{
    return s->history;
}

static bool uses_slopes(const stepper *s)
{
    return s->method.kind == METHOD_MULTISTEP && s->method.form != FORM_NEWEST_DERIVATIVE;
}

/* h x' of the history, for multistep methods that use it. */
static status start_slopes(stepper *s, message *why)
{
    int n = s->of->size;
    memset(s->slopes, 0, (size_t)(s->history * n) * sizeof *s->slopes);
    if (!uses_slopes(s)) {
        return STATUS_OK;
    }
    for (int l = 0; l < s->history; l++) {
        double t = s->t - (s->history - 1 - l) * s->h;
        double *slope = s->slopes + l * n;
        step_outcome o = initial_derivative(s->of, t, s->states + l * n, slope);
        if (o != STEP_DONE) {
            return fail(why, "%s: no derivative at t = %g: %s", s->of->name, t,
                        step_outcome_words(o));
        }
        for (int i = 0; i < n; i++) {
            slope[i] *= s->h;
        }
    }
    return STATUS_OK;
}

/* Where Newton's method starts in the first step: at h x' of the start, where the problem knows it.
 * From 0 it may not find a solution of index 2 or 3. */
static void guess_slopes(stepper *s)
{
    const problem *p = s->of;
    int n = p->size, blocks = s->method.size + 1;
    memset(s->K, 0, (size_t)(blocks * n) * sizeof *s->K);
    if (p->linear || (p->slope == NULL && p->consistent_slope == NULL) ||
        initial_derivative(p, s->t, newest(s), s->y) != STEP_DONE) {
        return;
    }
    for (int i = 0; i < blocks * n; i++) {
        s->K[i] = s->h * s->y[i % n];
    }
}

status stepper_start(stepper *s, double t, double h, const double *states, message *why)
{
    int n = s->of->size;
    if (!(h > 0) || !isfinite(h)) {
        return refuse(why, "h = %g: a positive step is accepted", h);
    }
    if (!isfinite(t) || t + h == t) {
        return refuse(why, "t = %g: a time at which a step of %g is seen is accepted", t, h);
    }
    for (int i = 0; i < s->history * n; i++) {
        if (!isfinite(states[i])) {
            return refuse(why,
                          "%s: component %d of the starting values is %g; finite numbers are "
                          "accepted",
                          s->of->name, i % n + 1, states[i]);
        }
    }
    s->start = s->t = t;
    s->h = h;
    s->steps = 0;
    s->stages.counts = (step_counts){0};
    memcpy(s->states, states, (size_t)(s->history * n) * sizeof *states);
    for (int l = 0; l < s->history && stepper_is_projected(s); l++) {
        double at = t - (s->history - 1 - l) * h;
        double violation = initial_violation(s->of, at, states + l * n);
        if (!(violation <= largest_violation)) {
            return refuse(why,
                          "%s: the starting values at t = %g violate a constraint by %.3g, "
                          "relative; at most %g is accepted",
                          s->of->name, at, violation, largest_violation);
        }
    }
    guess_slopes(s);
    return start_slopes(s, why);
}

status stepper_start_exact(stepper *s, double t, double h, message *why)
{
    if (s->of->exact == NULL) {
        return refuse(why, "%s has no known solution to start from", s->of->name);
    }
    double *states = NULL;
    int n = s->of->size;
    TRY(memory_allocate(&states, (size_t)(s->history * n), sizeof *states, why));
    for (int l = 0; l < s->history; l++) {
        s->of->exact(s->of->data, t - (s->history - 1 - l) * h, states + l * n);
    }
    status started = stepper_start(s, t, h, states, why);
    free(states);
    return started;
}

double stepper_time(const stepper *s)
{
    return s->t;
}

const double *stepper_state(const stepper *s)
{
    return newest(s);
}

double stepper_kernel_turn(const stepper *s)
{
    return s->frame.turned;
}

step_counts stepper_counts(const stepper *s)
{
    step_counts counts = s->stages.counts;
    counts.steps = s->steps;
    return counts;
}

void stepper_replace(stepper *s, const double *x)
{
    int n = s->of->size;
    memcpy(newest(s), x, (size_t)n * sizeof *x);
    memcpy(s->next, s->slopes + (s->history - 1) * n, (size_t)n * sizeof *x);
    if (!uses_slopes(s) || initial_derivative(s->of, s->t, x, s->next) != STEP_DONE) {
        return; /* the old derivative is better than none */
    }
    for (int i = 0; i < n; i++) {
        s->slopes[(s->history - 1) * n + i] = s->h * s->next[i];
    }
}

void stepper_rescale(stepper *s, double factor)
{
    for (int i = 0; i < s->history * s->of->size; i++) {
        s->states[i] *= factor;
        s->slopes[i] *= factor;
    }
}
