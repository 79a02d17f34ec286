/* The equations of the batched steppers, E(t) x' = A(t) x in every lane, and what spin
 * stabilisation makes of them. Private to the batched steppers. */
#ifndef DAE_BATCH_EQUATION_H
#define DAE_BATCH_EQUATION_H

#include "dae/batch.h"
#include "dae/batch_lanes.h"

/* The parameters of one block of pixels. */
typedef struct pixels {
    lanes value[BATCH_PARAMETERS];
    bool same_omega; /* in all lanes */
} pixels;

/* E and A at one time. Row 0 is differential; row 1, where there is one, is algebraic: its E is
 * zero and its A is real. */
typedef struct instant {
    lanes e[2];     /* row 0 of E */
    complexes a[2]; /* row 0 of A */
    lanes g[2];     /* row 1 of A */
    lanes slope[2]; /* its derivative by t */
} instant;

typedef struct equation {
    int unknowns;
    int parameters;
    bool turns; /* x2 does not stay the same component: keep=x2 means keep=u */
    void (*assemble)(const pixels *p, double t, instant *out);
} equation;

const equation *equation_of(batch_equation which);

/* x with [row 0 of E; row 1 of A] x = (p, q). */
void equation_solve_pair(const instant *at, const complexes *p, const complexes *q, complexes *x,
                         mask *singular);

/* The consistent derivative: row 0 of E x' = A x, and the constraint differentiated. */
void equation_derivative(const instant *at, const complexes *x, complexes *slope, mask *singular);

/* Qh(t) = [a -b; b a] with the slopes da, db: rotations of the plane and their sums are like
 * complex numbers a + ib. */
typedef struct chord {
    double t_new;
    lanes a, b, da, db;
} chord;

/* From t_new - h to t_new, E taken at both ends. */
void chord_between(const instant *from, const instant *to, double t_new, double h, chord *out);

/* The equation for y where x = Qh(t) y. */
void chord_transform(const chord *q, const instant *at, double t, instant *out);
/* x = Qh(t) y and y = Qh(t)^-1 x, in place. */
void chord_apply(const chord *q, double t, complexes *x);
void chord_solve(const chord *q, double t, complexes *x, mask *singular);

#endif
