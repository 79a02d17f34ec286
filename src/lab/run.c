#include "lab/run.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "base/plain.h"
#include "lab/dynamics.h"
#include "lab/engine.h"
#include "numerics/linear.h"

/* A constraint Jacobian that shrank below this part of its first determinant may be passing through
 * a singular one. */
static const double shrunk = 0.1;

static const struct {
    const char *prefix;
    lab_engine engine;
} prefixes[] = {{"projected:", LAB_PROJECTED}, {"half-explicit:", LAB_HALF_EXPLICIT}};

static status check_adaptive(const lab_method *m, message *why)
{
    if (m->engine != LAB_FIXED || method_describe(m->method)->embedded_order == 0) {
        return refuse(why,
                      "%s has no error estimate, so there is nothing to control with a tolerance; "
                      "accepted: bdf, dopri5, rkf45, cash-karp, bogacki-shampine, or fixed steps",
                      m->name);
    }
    return STATUS_OK;
}

status lab_method_open(const catalogue *all, const char *name, bool adaptively, lab_method *out,
                       message *why)
{
    *out = (lab_method){.engine = LAB_FIXED};
    if (strlen(name) >= sizeof out->name) {
        return refuse(why, "method %.60s...: at most %d letters are accepted", name,
                      (int)sizeof out->name - 1);
    }
    strcpy(out->name, name);
    if (strcmp(name, "bdf") == 0 || strcmp(name, "bdf:careful") == 0) {
        out->engine = LAB_VARIABLE_BDF;
        out->careful = strcmp(name, "bdf") != 0;
        return adaptively ? STATUS_OK
                          : refuse(why,
                                   "%s chooses its steps itself and needs a tolerance; with a "
                                   "fixed step bdf:1 to bdf:6 are accepted",
                                   name);
    }
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
        size_t length = strlen(prefixes[i].prefix);
        if (strncmp(name, prefixes[i].prefix, length) == 0) {
            out->engine = prefixes[i].engine;
            name += length;
        }
    }
    status s = catalogue_open(all, name, &out->method, why);
    if (s != STATUS_OK || !adaptively) {
        return s;
    }
    s = check_adaptive(out, why);
    out->engine = LAB_EMBEDDED;
    return s;
}

void lab_method_clear(lab_method *m)
{
    method_destroy(m->method);
    *m = (lab_method){0};
}

bool lab_method_is_explicit(const lab_method *m)
{
    return m->engine == LAB_EMBEDDED ||
           (m->method != NULL && method_describe(m->method)->form == FORM_ODE_ONLY);
}

static const double usual_tolerance = 1e-6;
static const int usual_steps = 200;

status lab_method_choose(const catalogue *all, const char *name, double t1, double *h,
                         double *tolerance, lab_method *out, message *why)
{
    if (name == NULL) {
        name = *h > 0 && !(*tolerance > 0) ? LAB_METHOD_FIXED : LAB_METHOD_ADAPTIVE;
    }
    if (*h > 0 || *tolerance > 0) {
        return lab_method_open(all, name, *tolerance > 0, out, why);
    }
    if (lab_method_open(all, name, true, out, why) == STATUS_OK) {
        *tolerance = usual_tolerance;
        return STATUS_OK;
    }
    lab_method_clear(out);
    *h = t1 / usual_steps;
    return lab_method_open(all, name, false, out, why);
}

/* What is watched during a run. */
typedef struct watcher {
    engine *engine;
    lab_result *result;
    double G[CONSTRAINED_MAX_POSITIONS * CONSTRAINED_MAX_POSITIONS]; /* of the step before */
    double first;   /* determinant of G G^T at the start */
    bool overflows; /* G became too large for it */
} watcher;

/* det(A B^T), rows by columns. */
static double gram(const double *A, const double *B, int rows, int columns)
{
    double K[CONSTRAINED_MAX_POSITIONS * CONSTRAINED_MAX_POSITIONS];
    int pivot[CONSTRAINED_MAX_POSITIONS];
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < rows; j++) {
            K[i * rows + j] = 0;
            for (int l = 0; l < columns; l++) {
                K[i * rows + j] += A[i * columns + l] * B[j * columns + l];
            }
        }
    }
    return real_lu_factor(K, rows, pivot) > 0 ? real_lu_determinant(K, rows, pivot) : 0;
}

/* Did G become singular in this step? By the formula of Cauchy and Binet det(G_old G_new^T) is the
 * scalar product of their minors, which turn around when G passes through a singular matrix; they
 * also do when a step is so large that everything turned around, and then G is not small. */
static bool passed_singularity(watcher *w, bool first)
{
    const constrained *c = w->engine->request->system;
    int n = c->positions, q = c->constraints;
    double G[CONSTRAINED_MAX_POSITIONS * CONSTRAINED_MAX_POSITIONS];
    if (c->linear) {
        return false;
    }
    c->reals.jacobian(c->data, w->result->t, w->result->p, G);
    double now = gram(G, G, q, n);
    if (!isfinite(now)) { /* the next step meets an overflow, too */
        w->overflows = true;
        return false;
    }
    bool passed = false;
    if (!first && now < shrunk * w->first) {
        passed = gram(w->G, G, q, n) <= 0;
    }
    w->first = first ? now : w->first;
    memcpy(w->G, G, (size_t)(q * n) * sizeof *G);
    return passed || !(now > 0);
}

/* Notes the drift of what is in the result and shows it to the caller. */
static void show(watcher *w, double h)
{
    lab_result *r = w->result;
    const lab_request *q = w->engine->request;
    const constrained *c = q->system;
    const double *v = c->order == 2 ? r->v : NULL;
    for (int level = 0; level < c->order; level++) {
        double drift = constrained_violation(c, level, r->t, r->p, v);
        double worst = r->worst_drift[level];
        r->drift[level] = drift;
        r->worst_drift[level] = real_larger(worst, drift);
    }
    if (q->watch != NULL) {
        const lab_point point = {
            .t = r->t,
            .h = h,
            .order = engine_order(w->engine),
            .p = r->p,
            .v = v,
            .y = r->y,
            .mu = r->mu,
            .drift = {r->drift[0], r->drift[1]},
            .energy = c->energy != NULL && v != NULL ? c->energy(c->data, r->t, r->p, v) : NAN};
        q->watch(q->context, &point);
    }
}

/* Takes the current state into the result. */
static void record(watcher *w, double h)
{
    engine *e = w->engine;
    lab_result *r = w->result;
    double *v = e->request->system->order == 2 ? r->v : NULL;
    r->t = engine_time(e);
    r->mu = engine_state(e, r->p, v, r->y);
    show(w, h);
}

/* The start, and what a multistep method has before its first step. */
static void record_start(watcher *w)
{
    engine *e = w->engine;
    lab_result *r = w->result;
    double *v = e->request->system->order == 2 ? r->v : NULL;
    for (int l = 0; l < e->past_count; l++) {
        r->t = l * e->h;
        engine_past(e, l, r->p, v, r->y);
        show(w, l > 0 ? e->h : 0);
    }
    record(w, e->past_count > 0 ? e->h : 0);
}

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void integrate(engine *e, lab_result *out)
{
    const lab_request *q = e->request;
    watcher w = {.engine = e, .result = out};
    record_start(&w);
    out->singular = passed_singularity(&w, true);
    while (!engine_is_done(e) && out->outcome == STEP_DONE && !out->singular) {
        if (q->cancel != NULL && atomic_load(q->cancel)) {
            out->stopped = true;
            return;
        }
        if (q->most_steps > 0 && e->taken >= q->most_steps) {
            out->outcome = STEP_TOO_MANY;
            return;
        }
        double began = processor_seconds(), before = out->t;
        out->outcome = engine_step(e);
        out->seconds += processor_seconds() - began;
        if (out->outcome == STEP_DONE) {
            record(&w, engine_time(e) - before);
            out->singular = passed_singularity(&w, false);
        } else if (e->formulation != NULL && formulation_met_singularity(e->formulation)) {
            out->singular = !w.overflows;
        }
    }
    if (out->singular) {
        out->outcome = STEP_SINGULAR;
    }
}

status lab_run(const lab_request *request, lab_result *out, message *why)
{
    engine e;
    *out = (lab_result){0};
    if (!(request->t1 > 0) || !isfinite(request->t1)) {
        return refuse(why, "t1 = %g: a positive time is accepted", request->t1);
    }
    if (request->tolerance == 0 && !(request->h > 0 && request->t1 / request->h < 1e9)) {
        return refuse(why,
                      "h = %g: a positive step that goes at most 1e9 times into t1 = %g is "
                      "accepted",
                      request->h, request->t1);
    }
    status s = engine_open(&e, request, why);
    if (s == STATUS_OK) {
        integrate(&e, out);
        engine_count(&e, out);
    }
    engine_close(&e);
    return s;
}

const char *lab_result_note(const lab_result *r)
{
    return r->idle_spin ? "spin: has nothing to stabilise here: E has no kernel that moves" : NULL;
}

const char *lab_result_word(const lab_result *r)
{
    static const char *const words[] = {[STEP_DONE] = "done",
                                        [STEP_SINGULAR] = "singular",
                                        [STEP_NO_CONVERGENCE] = "no-convergence",
                                        [STEP_NOT_FINITE] = "overflow",
                                        [STEP_TOO_SMALL] = "too-small",
                                        [STEP_TOO_MANY] = "too-many-steps"};
    return r->stopped ? "stopped" : words[r->outcome];
}

void lab_result_words(const lab_result *r, char *out, size_t size)
{
    if (r->stopped) {
        plain_print(out, size, "stopped at t = %.6g", r->t);
    } else if (r->singular) {
        plain_print(out, size, "the constraint Jacobian became singular near t = %.6g", r->t);
    } else if (r->outcome == STEP_TOO_MANY) {
        plain_print(out, size, "stopped at t = %.6g, after %ld steps, as many as are allowed", r->t,
                    r->steps);
    } else if (r->outcome != STEP_DONE) {
        plain_print(out, size, "%s after t = %.6g", step_outcome_words(r->outcome), r->t);
    } else {
        plain_print(out, size, "done, t = %.6g", r->t);
    }
}
