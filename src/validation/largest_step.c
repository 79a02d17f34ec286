#include "validation/largest_step.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/patience.h"
#include "dae/amplify.h"
#include "stability/largest_h.h"

/* A rate below this is none: a step cannot be that large. */
static const double slowest = 1e-200;

/* Each makes the interval in which the smallest is sought shorter by 0.618. */
enum { GOLDEN_STEPS = 36 };

/* The largest step of (lambda, omega), mode by mode, and which one limits it. */
static status mode_step(const step_request *r, const reduced *at, double *h, int *limiting,
                        message *why)
{
    *h = INFINITY;
    for (int i = 0; i < at->count; i++) {
        largest_h l = {0};
        status s = largest_h_find_within(r->phi, &at->modes[i], 1, r->most_seconds, &l, why);
        if (s == STATUS_OK && l.h < *h) {
            *h = l.h;
            *limiting = i;
        }
        largest_h_clear(&l);
        TRY(s);
    }
    return STATUS_OK;
}

/* No larger step is looked at: the slowest decays, or the kernel turns twice. */
static double largest_looked_at(const reduced *at)
{
    static const double two_turns = 12.566370614359172;
    double slow = at->slow > slowest ? 20 / at->slow : INFINITY;
    return fmin(slow, at->spin > slowest ? two_turns / at->spin : INFINITY);
}

/* The step with everything frozen at one time. A kernel at rest leaves an ODE, whose polynomials
 * tell it exactly; one that turns needs a real step of the method, where it has one. */
static status step_at(const step_path *p, const reduced *at, double *h, int *limiting, message *why)
{
    const step_request *r = &p->asked;
    *limiting = 0;
    TRY(at->spin > slowest && p->is_stepped
            ? frozen_largest_h(&p->tableau, p->rates, 0.01 / at->fast, largest_looked_at(at),
                               r->most_seconds, h, why)
            : mode_step(r, at, h, limiting, why));
    return patience_is_over(r->most_seconds) ? STATUS_NO : STATUS_OK;
}

static status look_at(step_path *p, double t, reduced *at, double *h, message *why)
{
    int mode = -1;
    TRY(reduce_at(p->asked.equation, p->differential, t, at, p->rates, why));
    TRY(step_at(p, at, h, &mode, why));
    if (*h < p->least_h * (1 - 1e-13)) { /* of equal ones the first */
        p->least_h = *h;
        p->least_t = t;
        p->least_mode = mode;
        p->least = *at;
    }
    return STATUS_OK;
}

/* Around the smallest of the sampled steps, by the golden section. */
static status look_closer(step_path *p, double low, double high, message *why)
{
    static const double golden = 0.61803398874989485;
    double left = high - golden * (high - low), right = low + golden * (high - low);
    double at_left = 0, at_right = 0;
    reduced at;
    TRY(look_at(p, left, &at, &at_left, why));
    TRY(look_at(p, right, &at, &at_right, why));
    for (int n = 0; n < GOLDEN_STEPS; n++) {
        if (at_left <= at_right) {
            high = right;
            right = left;
            at_right = at_left;
            left = high - golden * (high - low);
            TRY(look_at(p, left, &at, &at_left, why));
        } else {
            low = left;
            left = right;
            at_left = at_right;
            right = low + golden * (high - low);
            TRY(look_at(p, right, &at, &at_right, why));
        }
    }
    return STATUS_OK;
}

void step_path_clear(step_path *p)
{
    free(p->t);
    free(p->at);
    free(p->h);
    free(p->rates);
    *p = (step_path){0};
}

static status allocate(step_path *p, message *why)
{
    size_t count = (size_t)p->count;
    TRY(memory_allocate(&p->t, count, sizeof *p->t, why));
    TRY(memory_allocate(&p->at, count, sizeof *p->at, why));
    TRY(memory_allocate(&p->h, count, sizeof *p->h, why));
    return memory_allocate(&p->rates, 1, sizeof *p->rates, why);
}

/* The table, and the smallest of its steps. */
static status follow(step_path *p, message *why)
{
    const step_request *r = &p->asked;
    int least = 0, last = p->count - 1;
    TRY(allocate(p, why));
    for (int i = 0; i < p->count; i++) {
        double part = last > 0 ? (double)i / last : 0;
        p->t[i] = r->t0 * (1 - part) + r->t1 * part;
    }
    TRY(reduce_rank(r->equation, p->t, p->count, &p->differential, why));
    for (int i = 0; i < p->count; i++) {
        TRY(look_at(p, p->t[i], &p->at[i], &p->h[i], why));
        least = p->h[i] < p->h[least] ? i : least;
    }
    /* Steps that are the same everywhere but for rounding need no closer look. */
    for (int i = 0; i < p->count; i++) {
        p->varies = p->varies || p->h[i] > p->least_h * (1 + 1e-12);
    }
    return p->varies && isfinite(p->least_h) && p->least_h > 0
               ? look_closer(p, p->t[least > 0 ? least - 1 : 0],
                             p->t[least < last ? least + 1 : last], why)
               : STATUS_OK;
}

/* Where to look for the largest h, from what is frozen at the times of the table. */
static longrun_request ask(const step_path *p)
{
    const step_request *r = &p->asked;
    double fast = 0, most = INFINITY;
    for (int i = 0; i < p->count; i++) {
        fast = fmax(fast, p->at[i].fast);
        most = fmin(most, largest_looked_at(&p->at[i]));
    }
    fast = fast > slowest ? fast : 1;
    most = isfinite(most) ? most : 20 / fast;
    bool limits = p->least_h * slowest < 1 && p->least_h > 0;
    double guess = limits ? p->least_h : fmax(1 / fast, most / 1024);
    return (longrun_request){.equation = r->equation,
                             .differential = p->differential,
                             .method = p->is_stepped ? &p->tableau : NULL,
                             .t0 = r->t0,
                             .t1 = r->t1,
                             .guess = guess,
                             .most = limits ? 4 * guess : most,
                             .fast = fast,
                             .most_seconds = r->most_seconds};
}

/* What real steps say is the answer. Where rates are constant they are the same as those of the
 * frozen model, which has more digits. */
static void take_measured(step_path *p)
{
    const longrun *l = &p->measured;
    bool is_same = !p->varies && fabs(p->least_h - l->h) <= l->error;
    p->basis = BASIS_STEPS;
    p->answer = l->answer;
    p->h_found = is_same ? p->least_h : l->h;
}

/* The answer is that of frozen coefficients. That nothing is stable they cannot tell: they see x in
 * other directions at every t. Nor do they tell what a stabilised method does. */
static void take_frozen(step_path *p)
{
    const char *reason = NULL;
    bool is_limit = phi_describe(p->asked.phi)->spin == PHI_LIMIT, spins = false;
    for (int i = 0; i < p->count; i++) {
        spins = spins || p->at[i].spin > 0;
    }
    if (is_limit && spins) {
        reason = "the kernel turns, and R(z, 0) holds when it turns little in a step";
    } else if (p->answer == STEP_NONE) {
        reason = p->measured.answer == STEP_UNDECIDED
                     ? p->measured.reason
                     : "frozen, small h grow, but |x| itself does not";
    }
    if (reason != NULL) {
        p->answer = STEP_UNDECIDED;
        memmove(p->measured.reason, reason, strlen(reason) + 1);
    }
}

/* Real steps decide, and frozen coefficients where the method has none here or they are constant.
 */
static status decide(step_path *p, message *why)
{
    bool is_constant = equation_is_constant(p->asked.equation);
    p->basis = is_constant ? BASIS_CONSTANT : BASIS_FROZEN;
    p->answer = p->least_mode < 0 ? STEP_UNBOUNDED : p->least_h > 0 ? STEP_BOUNDED : STEP_NONE;
    p->h_found = p->least_h;
    if (is_constant) {
        return STATUS_OK;
    }
    longrun_request q = ask(p);
    TRY(longrun_find(&q, &p->measured, why));
    if (p->is_stepped || p->measured.answer == STEP_NONE) {
        take_measured(p);
    } else {
        take_frozen(p);
    }
    return STATUS_OK;
}

status step_path_find(const step_request *r, step_path *out, message *why)
{
    *out = (step_path){.asked = *r, .count = r->points, .least_h = INFINITY, .least_mode = -1};
    method_tableau(r->method, &out->tableau);
    out->is_stepped = amplify_can(&out->tableau);
    TRY(follow(out, why));
    return decide(out, why);
}

const char *step_path_note(const step_path *p)
{
    const phi_info *info = phi_describe(p->asked.phi);
    bool is_projected = p->is_stepped && p->tableau.kind == METHOD_RUNGE_KUTTA &&
                        !p->tableau.stiffly_accurate && p->tableau.keep == KEEP_X2;
    return info->spin == PHI_LIMIT ? info->note
           : is_projected && p->differential < equation_size(p->asked.equation)
               ? "steps are projected along the kernel of E, as with keep=u"
               : "";
}

bool step_path_has_rate(const step_path *p)
{
    const longrun *l = &p->measured;
    return l->until != 0 && l->rate_error < 0.1 * fabs(l->rate);
}

const char *step_basis_name(step_basis b)
{
    static const char *const names[] = {
        [BASIS_CONSTANT] = "constant", [BASIS_FROZEN] = "frozen", [BASIS_STEPS] = "steps"};
    return names[b];
}
