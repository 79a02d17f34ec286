/* A problem: a differential-algebraic equation F(t, x, x') = 0 as data and callbacks.
 *
 * The equations are ordered: the first d contain x', the other n - d are constraints without it.
 * Unknowns are real; a complex problem has its real parts first, then its imaginary parts, and is
 * made from complex matrices by problem_from_linear. A problem knows what people ask of it: its
 * exact solution, and what to observe (u = E x for the test equations). */
#ifndef DAE_PROBLEM_H
#define DAE_PROBLEM_H

#include <complex.h>
#include <stdbool.h>

#include "base/status.h"

enum { PROBLEM_NAME_SIZE = 64, PROBLEM_MAX_SIZE = 512, PROBLEM_MAX_KEPT = 8 };

/* Make one by filling it in, or by problem_from_linear; problems.h has those with a name. */
typedef struct problem {
    char name[PROBLEM_NAME_SIZE];
    int size;         /* unknowns n */
    int differential; /* equations with x', d of them; n for an ODE */
    bool linear;      /* F is affine in x and x' */
    bool is_complex;  /* x is n/2 real parts, then n/2 imaginary parts */

    void *data; /* parameters, for the callbacks */
    void (*destroy)(void *data);

    /* r = F(t, x, x') */
    void (*residual)(const void *data, double t, const double *x, const double *xd, double *r);

    /* F_x and F_x', row-major. NULL: from residual_complex by complex steps, and when that is NULL
     * too, from residual by differences. */
    void (*jacobian)(const void *data, double t, const double *x, const double *xd, double *Fx,
                     double *Fxd);
    void (*residual_complex)(const void *data, double complex t, const double complex *x,
                             const double complex *xd, double complex *r);

    /* F_t with x and x' held; only its constraints are ever read. NULL: as above. */
    void (*rate)(const void *data, double t, const double *x, const double *xd, double *Ft);

    /* x' = slope(t, x) where the problem is an explicit ODE; NULL: x' comes from the equations. */
    void (*slope)(const void *data, double t, const double *x, double *xd);

    /* The consistent derivative at a consistent point, where the equations and the derivatives of
     * the constraints do not determine it (index 2 and 3). False when there is none. NULL: they
     * do. */
    bool (*consistent_slope)(const void *data, double t, const double *x, double *xd);

    /* The exact solution through its consistent initial values; NULL when it is not known. */
    void (*exact)(const void *data, double t, double *x);

    /* What is observed: `observed` numbers. */
    int observed;
    void (*observe)(const void *data, double t, const double *x, double *u);

    /* The components that keep=x2 keeps, d of them; 0: projection along the kernel of E instead. */
    int kept_count;
    int kept[PROBLEM_MAX_KEPT];
} problem;

/* Frees data and the problem. */
void problem_destroy(problem *p);

/* A linear problem E(t) x' = A(t) x + f(t) as its author writes it: n by n matrices, row-major. For
 * a real problem the imaginary parts are zero. `rates` gives A' and f' (of the constraints at
 * least); NULL: by differences. */
typedef struct linear_definition {
    const char *name;
    int size, differential;
    bool is_complex;
    void (*matrices)(const void *data, double t, double complex *E, double complex *A,
                     double complex *f);
    void (*rates)(const void *data, double t, double complex *Ad, double complex *fd);
    void (*exact)(const void *data, double t, double complex *x); /* may be NULL */
    void (*observe)(const void *data, double t, const double complex *x,
                    double complex *u); /* one number; NULL: (E x)_1 */
    int kept_count;
    int kept[PROBLEM_MAX_KEPT];
} linear_definition;

enum { LINEAR_MAX_SIZE = 8 };

/* Copies the definition and `size` bytes of data. */
status problem_from_linear(const linear_definition *definition, const void *data, int data_size,
                           problem **out, message *why) MUST_CHECK;

/* F_x and F_x' by the best way there is. False when something is not finite. */
bool problem_jacobian(const problem *p, double t, const double *x, const double *xd, double *Fx,
                      double *Fxd);

/* F_t of the constraints by the best way there is; the other entries mean nothing. */
bool problem_rate(const problem *p, double t, const double *x, const double *xd, double *Ft);

#endif
