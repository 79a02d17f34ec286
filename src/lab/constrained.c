#include "lab/constrained.h"
#include "numerics/linear.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

void constrained_destroy(constrained *c)
{
    if (c != NULL && c->destroy != NULL) {
        c->destroy((void *)(uintptr_t)c->data);
    }
    free(c);
}

status constrained_check(const constrained *c, message *why)
{
    if (c->positions < 1 || c->positions > CONSTRAINED_MAX_POSITIONS) {
        return refuse(why, "%s: %d positions; from 1 to %d are accepted", c->name, c->positions,
                      CONSTRAINED_MAX_POSITIONS);
    }
    if (c->constraints < 1 || c->constraints > c->positions) {
        return refuse(why, "%s: %d constraints; from 1 to %d are accepted", c->name, c->constraints,
                      c->positions);
    }
    if (c->order != 1 && c->order != 2) {
        return refuse(why, "%s: order %d; 1 and 2 are accepted", c->name, c->order);
    }
    const constrained_real *r = &c->reals;
    if (r->force == NULL || r->constraint == NULL || r->jacobian == NULL || c->start == NULL ||
        (c->order == 2 && (r->curvature == NULL || r->turning == NULL))) {
        return refuse(why,
                      "%s: a callback is missing; force, constraint, jacobian, start and, for "
                      "order 2, curvature and turning are needed",
                      c->name);
    }
    return STATUS_OK;
}

/* The constraint residuals of a level, one number a constraint. */
static void residual(const constrained *c, int level, double t, const double *p, const double *v,
                     double *out)
{
    int n = c->positions;
    if (level == 0) {
        c->reals.constraint(c->data, t, p, out);
        return;
    }
    double G[CONSTRAINED_MAX_POSITIONS * CONSTRAINED_MAX_POSITIONS];
    c->reals.jacobian(c->data, t, p, G);
    for (int i = 0; i < c->constraints; i++) {
        out[i] = 0;
    }
    if (c->reals.drift != NULL) {
        c->reals.drift(c->data, t, p, out);
    }
    for (int i = 0; i < c->constraints; i++) {
        for (int j = 0; j < n; j++) {
            out[i] += G[i * n + j] * v[j];
        }
    }
}

double constrained_violation(const constrained *c, int level, double t, const double *p,
                             const double *v)
{
    double r[CONSTRAINED_MAX_POSITIONS], worst = 0;
    residual(c, level, t, p, v, r);
    for (int i = 0; i < c->constraints; i++) {
        worst = real_larger(worst, fabs(r[i]));
    }
    return worst;
}
