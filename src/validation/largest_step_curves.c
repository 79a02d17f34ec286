/* The path at one h, and how much steps grow along it. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "stability/evaluate.h"
#include "validation/largest_step.h"

enum { TIMES = 241 };

static const double factors[STEP_CURVES_FACTORS] = {0.5, 1, 2};

/* The largest |lambda| or |omega| on the path. */
static double largest_mode(const step_curves *c)
{
    double largest = 0;
    for (int i = 0; i < c->count; i++) {
        for (int k = 0; k < c->at[i].count; k++) {
            const spin_mode *m = &c->at[i].modes[k];
            largest = fmax(largest, fmax(cabs(m->lambda), fabs(m->omega)));
        }
    }
    return largest;
}

/* A view has an end; the one of 2h is wider than its path. */
static status choose_h(step_curves *c, double h, const char *typed, message *why)
{
    static const double farthest = 1e99;
    const step_path *p = c->of;
    double largest = largest_mode(c);
    bool is_good = isfinite(p->least_h) && p->least_h > 0;
    c->h = h > 0                       ? h
           : p->answer == STEP_BOUNDED ? p->h_found
           : is_good                   ? p->least_h
           : largest > 0               ? 2 / largest
                                       : 1;
    return h == 0 || h * largest <= farthest
               ? STATUS_OK
               : refuse(why,
                        "--h %.80s: lambda or omega of size %.6g cannot be drawn at this h; "
                        "positive numbers up to %.3g are accepted",
                        typed, largest, 0.99 * farthest / largest);
}

/* More times than the table has, so that the path is smooth. */
static status follow(step_curves *c, message *why)
{
    const step_request *r = &c->of->asked;
    size_t count = (size_t)c->count;
    TRY(memory_allocate(&c->t, count, sizeof *c->t, why));
    TRY(memory_allocate(&c->at, count, sizeof *c->at, why));
    TRY(memory_allocate(&c->rates, c->of->is_stepped ? count : 1, sizeof *c->rates, why));
    for (int i = 0; i < c->count; i++) {
        double part = (double)i / (TIMES - 1);
        c->t[i] = r->t0 * (1 - part) + r->t1 * part;
        TRY(reduce_at(r->equation, c->of->differential, c->t[i], &c->at[i],
                      &c->rates[c->of->is_stepped ? i : 0], why));
        for (int k = 0; k < c->at[i].count; k++) {
            c->is_real = c->is_real && cimag(c->at[i].modes[k].lambda) == 0;
        }
    }
    return STATUS_OK;
}

static void place(const step_curves *c, const spin_mode *m, double *x, double *y)
{
    *x = c->h * creal(m->lambda);
    *y = c->h * (c->is_real ? m->omega : cimag(m->lambda));
}

static status find_paths(step_curves *c, message *why)
{
    const step_path *p = c->of;
    bool limits = p->least_mode >= 0;
    for (int k = 0; k < c->modes; k++) {
        TRY(memory_allocate(&c->x[k], (size_t)c->count, sizeof *c->x[k], why));
        TRY(memory_allocate(&c->y[k], (size_t)c->count, sizeof *c->y[k], why));
        for (int i = 0; i < c->count; i++) {
            place(c, &c->at[i].modes[k], &c->x[k][i], &c->y[k][i]);
        }
    }
    place(c, limits ? &p->least.modes[p->least_mode] : &c->at[0].modes[0], &c->mark_x, &c->mark_y);
    return STATUS_OK;
}

/* The largest growth of any mode, from the polynomials. */
static status mode_growth(const phi *p, const reduced *at, double h, double *growth, message *why)
{
    for (int k = 0; k < at->count; k++) {
        const spin_mode *m = &at->modes[k];
        evaluation e = {0};
        TRY(phi_evaluate(p, (wide){.high = h * creal(m->lambda)},
                         (wide){.high = h * cimag(m->lambda)}, (wide){.high = h * m->omega}, &e,
                         why));
        *growth = fmax(*growth, e.growth);
    }
    return STATUS_OK;
}

/* The growth at each time, everything frozen there. */
static status find_growth(step_curves *c, int factor, message *why)
{
    const step_path *p = c->of;
    double h = factors[factor] * c->h;
    TRY(memory_allocate(&c->growth[factor], (size_t)c->count, sizeof *c->growth[factor], why));
    for (int i = 0; i < c->count; i++) {
        double *growth = &c->growth[factor][i];
        TRY(p->is_stepped && c->at[i].spin > 0
                ? frozen_growth(&p->tableau, &c->rates[i], h, growth, why)
                : mode_growth(p->asked.phi, &c->at[i], h, growth, why));
        c->most_growth = isfinite(*growth) ? fmax(c->most_growth, *growth) : c->most_growth;
    }
    return STATUS_OK;
}

status step_curves_find(const step_path *p, double h, const char *typed, step_curves *out,
                        message *why)
{
    *out = (step_curves){.of = p,
                         .count = p->asked.t0 < p->asked.t1 ? TIMES : 1,
                         .modes = p->differential < STEP_CURVES_MODES ? p->differential
                                                                      : STEP_CURVES_MODES,
                         .is_real = phi_describe(p->asked.phi)->spin != PHI_ODE_ONLY};
    TRY(follow(out, why));
    TRY(choose_h(out, h, typed, why));
    TRY(find_paths(out, why));
    for (int i = 0; i < STEP_CURVES_FACTORS; i++) {
        TRY(find_growth(out, i, why));
    }
    return STATUS_OK;
}

void step_curves_clear(step_curves *c)
{
    free(c->t);
    free(c->at);
    free(c->rates);
    for (int k = 0; k < STEP_CURVES_MODES; k++) {
        free(c->x[k]);
        free(c->y[k]);
    }
    for (int i = 0; i < STEP_CURVES_FACTORS; i++) {
        free(c->growth[i]);
    }
    *c = (step_curves){0};
}
