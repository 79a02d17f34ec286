#include "dae/differences.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static double *row(const differences *d, int j)
{
    return d->rows + (size_t)j * (size_t)d->n;
}

status differences_init(differences *d, int n, message *why)
{
    *d = (differences){.n = n};
    return memory_allocate(&d->rows, DIFFERENCES_ROWS * (size_t)n, sizeof *d->rows, why);
}

void differences_clear(differences *d)
{
    free(d->rows);
    *d = (differences){0};
}

void differences_start(differences *d, const double *x, const double *xd, double h)
{
    memcpy(d->rows, x, (size_t)d->n * sizeof *x);
    for (int i = 0; i < d->n; i++) {
        row(d, 1)[i] = h * xd[i];
    }
    d->psi[0] = h;
}

/* The leading coefficient is fixed: cj = (1 + 1/2 + ... + 1/k)/h whatever the sizes before were,
 * where interpolation would have the sum of 1/psi. The error is that of both choices. */
void differences_plan(const differences *d, int order, double h, step_plan *out)
{
    double harmonic = 0, present = 0; /* sums of 1/j and of h/psi[j-1] */
    double alpha = 1;                 /* h/psi[j] */
    out->h = h;
    out->order = order;
    out->psi[0] = h;
    out->beta[0] = out->sigma[0] = 1;
    out->gamma[0] = 0;
    double sum = 0;
    for (int j = 1; j <= order; j++) {
        harmonic += 1.0 / j;
        present += alpha;
        sum += alpha / h;
        out->beta[j] = out->beta[j - 1] * (out->psi[j - 1] / d->psi[j - 1]);
        out->gamma[j] = sum * out->beta[j];
        out->psi[j] = d->psi[j - 1] + h;
        alpha = h / out->psi[j];
        out->sigma[j] = j * out->sigma[j - 1] * alpha;
    }
    out->cj = harmonic / h;
    out->error = fmax(alpha, fabs(alpha + present - harmonic));
}

void differences_predict(const differences *d, const step_plan *p, double *x, double *xd)
{
    memcpy(x, d->rows, (size_t)d->n * sizeof *x);
    memset(xd, 0, (size_t)d->n * sizeof *xd);
    for (int j = 1; j <= p->order; j++) {
        const double *from = row(d, j);
        double beta = p->beta[j], gamma = p->gamma[j];
        for (int i = 0; i < d->n; i++) {
            x[i] += beta * from[i];
            xd[i] += gamma * from[i];
        }
    }
}

double differences_norm_after(const differences *d, const step_plan *p, int j, const double *e,
                              const double *weight, int count)
{
    double sum = 0;
    for (int i = 0; i < d->n; i++) {
        double term = e[i];
        for (int l = j; l <= p->order; l++) {
            term += p->beta[l] * row(d, l)[i];
        }
        term *= weight[i];
        sum += term * term;
    }
    return sqrt(sum / count);
}

double differences_norm_above(const differences *d, const step_plan *p, const double *e,
                              const double *weight, int count)
{
    const double *before = row(d, p->order + 1);
    double sum = 0;
    for (int i = 0; i < d->n; i++) {
        double term = (e[i] - before[i]) * weight[i];
        sum += term * term;
    }
    return sqrt(sum / count);
}

void differences_append(differences *d, const step_plan *p, const double *e, const double *x)
{
    memcpy(row(d, p->order + 1), e, (size_t)d->n * sizeof *e);
    for (int j = p->order; j > 0; j--) {
        const double *above = row(d, j + 1);
        double *to = row(d, j), beta = p->beta[j];
        for (int i = 0; i < d->n; i++) {
            to[i] = beta * to[i] + above[i];
        }
    }
    memcpy(d->rows, x, (size_t)d->n * sizeof *x);
    memcpy(d->psi, p->psi, sizeof d->psi);
}

/* Newton's form. */
void differences_interpolate(const differences *d, int order, double ahead, double *x)
{
    double factor = 1;
    memcpy(x, d->rows, (size_t)d->n * sizeof *x);
    for (int j = 1; j <= order; j++) {
        const double *from = row(d, j);
        factor *= (ahead + (j > 1 ? d->psi[j - 2] : 0)) / d->psi[j - 1];
        for (int i = 0; i < d->n; i++) {
            x[i] += factor * from[i];
        }
    }
}
