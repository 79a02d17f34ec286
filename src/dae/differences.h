/* The history of dae/variable_bdf.h as modified divided differences (Brenan, Campbell and Petzold,
 * chapter 5), and what a step of any size makes of it. Private to that integrator.
 *
 * With psi[j] = t_n - t_{n-1-j}, row j is psi[0] ... psi[j-1] x[t_n, ..., t_{n-j}]: row 0 is x_n,
 * row 1 is x_n - x_{n-1}. Replacing x_n adds the same vector to every row. */
#ifndef DAE_DIFFERENCES_H
#define DAE_DIFFERENCES_H

#include "base/status.h"

/* Order k works with rows 0 .. k; row k + 1 tells about the next order. */
enum { DIFFERENCES_ORDER = 5, DIFFERENCES_ROWS = DIFFERENCES_ORDER + 2 };

typedef struct differences {
    int n;
    double *rows; /* DIFFERENCES_ROWS of n numbers */
    double psi[DIFFERENCES_ROWS];
} differences;

/* A step of size h and order k: e is what the corrector adds to the prediction of x, cj e what it
 * adds to that of x'. */
typedef struct step_plan {
    double h;
    int order;
    double cj;
    double psi[DIFFERENCES_ROWS];   /* after the step */
    double beta[DIFFERENCES_ROWS];  /* the rows as the step sees them, over the rows */
    double gamma[DIFFERENCES_ROWS]; /* x' of the prediction is a sum of gamma row */
    double
        sigma[DIFFERENCES_ROWS]; /* h^j j! / (psi[1] ... psi[j]): error at order j over row j + 1 */
    double error;                /* of the step over e */
} step_plan;

status differences_init(differences *d, int n, message *why) MUST_CHECK;
void differences_clear(differences *d);

/* One value with its derivative, as if a step of size h had led there along it. */
void differences_start(differences *d, const double *x, const double *xd, double h);

void differences_plan(const differences *d, int order, double h, step_plan *out);
void differences_predict(const differences *d, const step_plan *p, double *x, double *xd);

/* The weighted root mean square, over `count` components, of row j after the step, 1 <= j <= k + 1;
 * row k + 1 will be e. */
double differences_norm_after(const differences *d, const step_plan *p, int j, const double *e,
                              const double *weight, int count);

/* The same of e minus row k + 1, which after steps that were alike will be row k + 2. */
double differences_norm_above(const differences *d, const step_plan *p, const double *e,
                              const double *weight, int count);

/* Makes the step: x is the prediction plus e. */
void differences_append(differences *d, const step_plan *p, const double *e, const double *x);

/* The polynomial through the newest order + 1 values, `ahead` of the newest (so not positive). */
void differences_interpolate(const differences *d, int order, double ahead, double *x);

#endif
