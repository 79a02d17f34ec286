#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/patience.h"
#include "largest_h.h"
#include "session.h"
#include "stability/amplify.h"

/* A rate below this is none: a step cannot be that large. */
static const double slowest = 1e-200;

/* Each makes the interval in which the smallest is sought shorter by 0.618. */
enum { GOLDEN_STEPS = 36 };

/* The largest step of (lambda, omega), mode by mode, and which one limits it. */
static status mode_step(const step_request *r, const reduced *at, double *h, int *limiting,
                        message *why)
{
    status s = STATUS_OK;
    *h = INFINITY;
    for (int i = 0; i < at->count && s == STATUS_OK; i++) {
        largest_h l = {0};
        s = largest_h_find_within(r->phi, &at->modes[i], 1, seconds_for_a_file(r->patient), &l,
                                  why);
        if (s == STATUS_OK && l.h < *h) {
            *h = l.h;
            *limiting = i;
        }
        largest_h_clear(&l);
    }
    return s;
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
static status step_at(const step_request *r, const step_path *p, const reduced *at,
                      const frozen *rates, double *h, int *limiting, message *why)
{
    double seconds = seconds_for_a_file(r->patient);
    *limiting = 0;
    status s = at->spin > slowest && p->is_stepped
                   ? frozen_largest_h(&p->tableau, rates, 0.01 / at->fast, largest_looked_at(at),
                                      seconds, h, why)
                   : mode_step(r, at, h, limiting, why);
    bool is_over = s == STATUS_NO || (s == STATUS_OK && patience_is_over(seconds));
    return is_over ? file_takes_long(r->dae, why) : s;
}

static status look_at(const step_request *r, step_path *p, double t, reduced *at, double *h,
                      message *why)
{
    int mode = -1;
    status s = reduce_at(p->equation, p->differential, t, at, p->rates, why);
    s = s == STATUS_OK ? step_at(r, p, at, p->rates, h, &mode, why) : s;
    if (s == STATUS_OK && *h < p->least_h * (1 - 1e-13)) { /* of equal ones the first */
        p->least_h = *h;
        p->least_t = t;
        p->least_mode = mode;
        p->least = *at;
    }
    return s;
}

/* Around the smallest of the sampled steps, by the golden section. */
static status look_closer(const step_request *r, step_path *p, double low, double high,
                          message *why)
{
    static const double golden = 0.61803398874989485;
    double left = high - golden * (high - low), right = low + golden * (high - low);
    double at_left = 0, at_right = 0;
    reduced at;
    status s = look_at(r, p, left, &at, &at_left, why);
    s = s == STATUS_OK ? look_at(r, p, right, &at, &at_right, why) : s;
    for (int n = 0; n < GOLDEN_STEPS && s == STATUS_OK; n++) {
        if (at_left <= at_right) {
            high = right;
            right = left;
            at_right = at_left;
            left = high - golden * (high - low);
            s = look_at(r, p, left, &at, &at_left, why);
        } else {
            low = left;
            left = right;
            at_left = at_right;
            right = low + golden * (high - low);
            s = look_at(r, p, right, &at, &at_right, why);
        }
    }
    return s;
}

static void path_clear(step_path *p)
{
    free(p->t);
    free(p->at);
    free(p->h);
    free(p->rates);
}

static status path_allocate(const step_request *r, step_path *p, message *why)
{
    size_t count = (size_t)r->points;
    p->count = r->points;
    p->least_h = INFINITY;
    p->least_mode = -1;
    method_tableau(r->method, &p->tableau);
    p->is_stepped = amplify_can(&p->tableau);
    status s = memory_allocate(&p->t, count, sizeof *p->t, why);
    s = s == STATUS_OK ? memory_allocate(&p->at, count, sizeof *p->at, why) : s;
    s = s == STATUS_OK ? memory_allocate(&p->h, count, sizeof *p->h, why) : s;
    s = s == STATUS_OK ? memory_allocate(&p->rates, 1, sizeof *p->rates, why) : s;
    for (int i = 0; i < r->points && s == STATUS_OK; i++) {
        double part = r->points > 1 ? (double)i / (r->points - 1) : 0;
        p->t[i] = r->t0 * (1 - part) + r->t1 * part;
    }
    return s;
}

/* The table, and the smallest of its steps. */
static status follow(const step_request *r, step_path *p, message *why)
{
    int least = 0;
    status s = path_allocate(r, p, why);
    s = s == STATUS_OK ? reduce_rank(p->equation, p->t, p->count, &p->differential, why) : s;
    for (int i = 0; i < p->count && s == STATUS_OK; i++) {
        s = look_at(r, p, p->t[i], &p->at[i], &p->h[i], why);
        least = s == STATUS_OK && p->h[i] < p->h[least] ? i : least;
    }
    /* Steps that are the same everywhere but for rounding need no closer look. */
    for (int i = 0; i < p->count && s == STATUS_OK; i++) {
        p->varies = p->varies || p->h[i] > p->least_h * (1 + 1e-12);
    }
    if (s == STATUS_OK && p->varies && isfinite(p->least_h) && p->least_h > 0) {
        s = look_closer(r, p, p->t[least > 0 ? least - 1 : 0],
                        p->t[least + 1 < p->count ? least + 1 : p->count - 1], why);
    }
    return s;
}

/* Where to look for the largest h, from what is frozen at the times of the table. */
static longrun_request ask(const step_request *r, const step_path *p)
{
    double fast = 0, most = INFINITY;
    for (int i = 0; i < p->count; i++) {
        fast = fmax(fast, p->at[i].fast);
        most = fmin(most, largest_looked_at(&p->at[i]));
    }
    fast = fast > slowest ? fast : 1;
    most = isfinite(most) ? most : 20 / fast;
    bool limits = p->least_h * slowest < 1 && p->least_h > 0;
    double guess = limits ? p->least_h : fmax(1 / fast, most / 1024);
    return (longrun_request){.equation = p->equation,
                             .differential = p->differential,
                             .method = p->is_stepped ? &p->tableau : NULL,
                             .t0 = r->t0,
                             .t1 = r->t1,
                             .guess = guess,
                             .most = limits ? 4 * guess : most,
                             .fast = fast,
                             .most_seconds = seconds_for_a_file(r->patient)};
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
static void take_frozen(const step_request *r, step_path *p)
{
    const char *reason = NULL;
    bool is_limit = phi_describe(r->phi)->spin == PHI_LIMIT, spins = false;
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
static status decide(const step_request *r, step_path *p, message *why)
{
    bool is_constant = equation_is_constant(p->equation);
    p->basis = is_constant ? BASIS_CONSTANT : BASIS_FROZEN;
    p->answer = p->least_mode < 0 ? STEP_UNBOUNDED : p->least_h > 0 ? STEP_BOUNDED : STEP_NONE;
    p->h_found = p->least_h;
    longrun_request q = ask(r, p);
    status s = is_constant ? STATUS_OK : longrun_find(&q, &p->measured, why);
    if (s != STATUS_OK || is_constant) {
        return s;
    }
    if (p->is_stepped || p->measured.answer == STEP_NONE) {
        take_measured(p);
    } else {
        take_frozen(r, p);
    }
    return s;
}

static void print_table(const step_path *p)
{
    printf("%10s  %26s  %12s  %12s  %s\n", "t", "lambda", "omega", "spin", "h frozen at t");
    for (int i = 0; i < p->count; i++) {
        const reduced *at = &p->at[i];
        for (int k = 0; k < at->count; k++) {
            char lambda[80], h[40] = "", t[40] = "", spin[40] = "";
            lambda_words(at->modes[k].lambda, lambda, sizeof lambda);
            if (k == 0) {
                snprintf(t, sizeof t, "%.6g", p->t[i]);
                snprintf(spin, sizeof spin, "%.8g", at->spin);
                step_words(p->h[i], 12, h, sizeof h);
            }
            printf("%10s  %26s  %12.8g  %12s  %s\n", t, lambda, at->modes[k].omega, spin, h);
        }
    }
}

/* As many digits as are told, and one more. */
static void print_measured(const step_path *p)
{
    const longrun *l = &p->measured;
    bool is_exact = p->h_found != l->h || l->error < 1e-11 * l->h;
    int digits = is_exact ? 12 : (int)fmax(2, ceil(1 - log10(l->error / l->h)));
    switch (p->answer) {
    case STEP_BOUNDED:
        printf("largest h = %.*g", digits, p->h_found);
        if (!is_exact) {
            printf(" +- %.1g", l->error);
        }
        printf(", by real steps");
        break;
    case STEP_UNBOUNDED:
        printf("unbounded: no h up to %.6g grows, by real steps", l->most);
        break;
    case STEP_NONE:
        printf("none: |x| itself grows, and small h follow it");
        break;
    default:
        printf("cannot be told: %s%s", l->reason, l->is_over ? "; --patient gives more" : "");
        if (l->h > 0) {
            printf("; up to h = %.3g none grows", l->h);
        }
    }
    printf("\n");
}

static void print_frozen(const step_path *p)
{
    char lambda[80], h[40];
    if (p->least_mode >= 0) {
        const spin_mode *m = &p->least.modes[p->least_mode];
        lambda_words(m->lambda, lambda, sizeof lambda);
        step_words(p->least_h, 12, h, sizeof h);
        printf("frozen at t = %.8g: largest h = %s, with lambda = %s, omega = %.10g\n", p->least_t,
               h, lambda, m->omega);
    } else {
        printf("frozen at any of these t: unbounded\n");
    }
}

/* Has it more than its first digit? */
static bool is_rate_told(const longrun *l)
{
    return l->until != 0 && l->rate_error < 0.1 * fabs(l->rate);
}

static void print_rate(const step_path *p)
{
    const longrun *l = &p->measured;
    if (is_rate_told(l)) {
        printf("the equation itself: |x| like exp(%.4g t), followed to t = %.4g\n", l->rate,
               l->until);
    }
    if (p->basis == BASIS_FROZEN && p->answer != STEP_UNDECIDED && l->reason[0] != '\0') {
        printf("%s\n", l->reason);
    }
}

/* What is done differently from what the name of the method says, or NULL. */
static const char *step_note(const step_request *r, const step_path *p)
{
    bool is_projected = p->is_stepped && p->tableau.kind == METHOD_RUNGE_KUTTA &&
                        !p->tableau.stiffly_accurate && p->tableau.keep == KEEP_X2;
    return phi_describe(r->phi)->spin == PHI_LIMIT ? phi_describe(r->phi)->note
           : is_projected && p->differential < equation_size(p->equation)
               ? "steps are projected along the kernel of E, as with keep=u"
               : NULL;
}

static void print_text(const step_request *r, const step_path *p)
{
    printf("%s: %d unknowns, %d differential\n", equation_name(p->equation),
           equation_size(p->equation), p->differential);
    print_table(p);
    printf("%s on [%.6g, %.6g]: ", phi_describe(r->phi)->method, r->t0, r->t1);
    if (p->basis == BASIS_STEPS) {
        print_measured(p);
    } else if (p->answer == STEP_BOUNDED) {
        printf("largest h = %.12g, %s\n", p->least_h,
               p->basis == BASIS_CONSTANT ? "constant coefficients"
               : p->least.spin > 0        ? "frozen at the t below, as a shear"
                                          : "frozen at the t below");
    } else if (p->answer == STEP_UNDECIDED) {
        printf("cannot be told: %s\n", p->measured.reason);
    } else {
        printf("%s\n", p->answer == STEP_NONE     ? "none: small h are unstable"
                       : p->basis == BASIS_FROZEN ? "unbounded, frozen at each of these t"
                                                  : "unbounded: stable for every h > 0");
    }
    print_frozen(p);
    print_rate(p);
    if (step_note(r, p) != NULL) {
        printf("%s\n", step_note(r, p));
    }
}

static cJSON *json_row(const step_path *p, int i, int k)
{
    const reduced *at = &p->at[i];
    cJSON *row = cJSON_CreateObject();
    cJSON_AddNumberToObject(row, "t", p->t[i]);
    cJSON_AddItemToObject(row, "lambda", json_lambda(at->modes[k].lambda));
    cJSON_AddNumberToObject(row, "omega", at->modes[k].omega);
    cJSON_AddNumberToObject(row, "spin", at->spin);
    cJSON_AddItemToObject(row, "h", json_number(p->h[i]));
    return row;
}

static status print_object(const step_request *r, const step_path *p, message *why)
{
    static const char *const bases[] = {
        [BASIS_CONSTANT] = "constant", [BASIS_FROZEN] = "frozen", [BASIS_STEPS] = "steps"};
    const longrun *l = &p->measured;
    bool limits = p->least_mode >= 0, is_measured = p->basis == BASIS_STEPS;
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "method", phi_describe(r->phi)->method);
    cJSON_AddStringToObject(o, "equation", equation_name(p->equation));
    cJSON_AddNumberToObject(o, "differential", p->differential);
    cJSON_AddStringToObject(o, "answer", step_answer_name(p->answer));
    cJSON_AddStringToObject(o, "basis", bases[p->basis]);
    cJSON_AddItemToObject(o, "h", json_number(p->answer == STEP_BOUNDED ? p->h_found : NAN));
    bool has_error = is_measured && p->answer == STEP_BOUNDED;
    cJSON_AddItemToObject(o, "error", json_number(has_error ? l->error : NAN));
    cJSON_AddItemToObject(o, "looked_up_to", json_number(is_measured ? l->most : NAN));
    cJSON_AddItemToObject(o, "growth_rate", json_number(is_rate_told(l) ? l->rate : NAN));
    cJSON_AddStringToObject(o, "reason", l->reason);
    cJSON_AddItemToObject(o, "frozen_h", json_number(p->least_h));
    cJSON_AddItemToObject(o, "t", json_number(limits ? p->least_t : NAN));
    const spin_mode *m = &p->least.modes[limits ? p->least_mode : 0];
    cJSON_AddItemToObject(o, "lambda", limits ? json_lambda(m->lambda) : cJSON_CreateNull());
    cJSON_AddItemToObject(o, "omega", json_number(limits ? m->omega : NAN));
    cJSON *table = cJSON_AddArrayToObject(o, "table");
    for (int i = 0; i < p->count; i++) {
        for (int k = 0; k < p->at[i].count; k++) {
            cJSON_AddItemToArray(table, json_row(p, i, k));
        }
    }
    return print_json(o, why);
}

status largest_h_equation(step_request *r, message *why)
{
    equation *e = NULL;
    step_path p = {0};
    status s = equation_read(r->dae, &e, why);
    p.equation = e;
    s = s == STATUS_OK ? follow(r, &p, why) : s;
    s = s == STATUS_OK ? decide(r, &p, why) : s;
    s = s == STATUS_OK && r->output != NULL ? largest_h_draw(r, &p, why) : s;
    progress_end(&r->shown);
    if (s == STATUS_OK && r->json) {
        if (step_note(r, &p) != NULL) {
            warn(r->self, r->quiet, step_note(r, &p));
        }
        s = print_object(r, &p, why);
    } else if (s == STATUS_OK) {
        print_text(r, &p);
    }
    bool is_no = s == STATUS_OK && p.answer == STEP_NONE;
    path_clear(&p);
    equation_destroy(e);
    return is_no ? STATUS_NO : s;
}
