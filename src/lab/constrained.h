/* A constrained system of order m = 1 or 2:
 *
 *     M(t, p) p^(m) = f(t, p, v) + L(t, p) y,    0 = g(t, p),    v = p' when m = 2.
 *
 * A mechanical system has m = 2 and L = -G^T, with G = g_p; the linear models of Ascher and Petzold
 * bring their own L. Which equations are integrated, and what keeps the constraints, is said by a
 * formulation (formulation.h). Callbacks come twice: in real numbers, and in complex ones, from
 * which derivatives follow by complex steps; without the second kind they follow by differences. */
#ifndef LAB_CONSTRAINED_H
#define LAB_CONSTRAINED_H

#include <complex.h>
#include <stdbool.h>

#include "base/status.h"

enum { CONSTRAINED_NAME_SIZE = 64, CONSTRAINED_MAX_POSITIONS = 128 };

/* All matrices are row-major. For m = 1 there is no v: it is NULL. */
#define CONSTRAINED_CALLBACKS(NUMBER)                                                              \
    {                                                                                              \
        /* M, positions by positions, or its diagonal alone; NULL: the identity */                 \
        void (*mass)(const void *data, NUMBER t, const NUMBER *p, NUMBER *M);                      \
        void (*force)(const void *data, NUMBER t, const NUMBER *p, const NUMBER *v, NUMBER *f);    \
        /* L, positions by constraints; NULL: -G^T */                                              \
        void (*coupling)(const void *data, NUMBER t, const NUMBER *p, NUMBER *L);                  \
        void (*constraint)(const void *data, NUMBER t, const NUMBER *p, NUMBER *g);                \
        /* G = g_p, constraints by positions */                                                    \
        void (*jacobian)(const void *data, NUMBER t, const NUMBER *p, NUMBER *G);                  \
        /* g_t; NULL: 0 */                                                                         \
        void (*drift)(const void *data, NUMBER t, const NUMBER *p, NUMBER *gt);                    \
        /* what g'' = G p'' + k has beside G p''; needed when m = 2 */                             \
        void (*curvature)(const void *data, NUMBER t, const NUMBER *p, const NUMBER *v,            \
                          NUMBER *k);                                                              \
        /* dG/dt along v, which is also the p-derivative of G v + g_t; needed when m = 2 */        \
        void (*turning)(const void *data, NUMBER t, const NUMBER *p, const NUMBER *v, NUMBER *Gd); \
    }

/* The callbacks in both kinds of numbers. */
typedef struct constrained_real CONSTRAINED_CALLBACKS(double) constrained_real;
typedef struct constrained_complex CONSTRAINED_CALLBACKS(double complex) constrained_complex;

/* What a picture of the system shows: points, given by their index, joined by bars. */
enum { SHAPE_MAX_POINTS = 128, SHAPE_MAX_BARS = 128 };

/* A system at one time. */
typedef struct shape {
    int point_count, bar_count;
    double x[SHAPE_MAX_POINTS], y[SHAPE_MAX_POINTS], weight[SHAPE_MAX_POINTS]; /* weight 0: fixed */
    int bars[SHAPE_MAX_BARS][2];
    double length[SHAPE_MAX_BARS]; /* that the constraints ask of a bar; 0: unknown */
    bool slides;                   /* is there a guide along y = 0? */
    bool guided[SHAPE_MAX_POINTS]; /* does the point belong onto it? */
} shape;

/* A system. Make one by filling it in, or as a linkage (linkage.h); systems.h has those with a
 * name. */
typedef struct constrained {
    char name[CONSTRAINED_NAME_SIZE];
    int positions, constraints;
    int order;             /* m */
    bool linear;           /* everything is affine in p, v, y */
    bool mass_is_diagonal; /* `mass` writes the diagonal only, `positions` numbers */
    const void *data;
    void (*destroy)(void *data); /* NULL: nothing to free */
    constrained_real reals;
    constrained_complex complexes; /* all or nothing: force is NULL when there are none */

    /* Where it starts at t = 0, consistent or nearly so; v is NULL when m = 1. */
    void (*start)(const void *data, double *p, double *v);
    double end; /* a good time to stop at */

    /* All may be NULL. The exact solution is the one through p0, v0 at t = 0, which satisfy the
     * constraints (a linear model has but one, whatever they are). */
    void (*exact)(const void *data, const double *p0, const double *v0, double t, double *p,
                  double *v, double *y);
    double (*energy)(const void *data, double t, const double *p, const double *v);
    void (*draw)(const void *data, double t, const double *p, shape *out);
} constrained;

/* Calls `destroy` for the data and frees the system, which must have been allocated. */
void constrained_destroy(constrained *c);

/* Refuses sizes out of range and callbacks that are missing. */
status constrained_check(const constrained *c, message *why) MUST_CHECK;

/* The largest constraint residual of a level: 0 is g, 1 is G v + g_t (for m = 2). */
double constrained_violation(const constrained *c, int level, double t, const double *p,
                             const double *v);

#endif
