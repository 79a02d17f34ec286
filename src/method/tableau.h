/* The coefficients of a method in double precision: what steppers read, whatever compiler they are
 * built with. */
#ifndef METHOD_TABLEAU_H
#define METHOD_TABLEAU_H

#include "method/method.h"

/* What is not of its kind is 0. */
typedef struct tableau {
    method_kind kind;
    method_form form;
    method_keep keep;
    bool spin, stiffly_accurate;
    int size; /* s stages, k steps, or k of Gauss-Lobatto */

    /* Runge-Kutta; A is row-major with `size` columns. Gauss-Lobatto: c are its Gauss nodes. */
    double A[METHOD_MAX_STAGES * METHOD_MAX_STAGES];
    double b[METHOD_MAX_STAGES], c[METHOD_MAX_STAGES], bhat[METHOD_MAX_STAGES];
    bool embedded; /* is there a bhat? */

    /* Gauss-Lobatto: its k + 1 Lobatto nodes, and L_l(c_j), L_l'(c_j) of their Lagrange
     * polynomials at [j * (k + 1) + l]. */
    double lobatto[METHOD_MAX_STAGES + 1];
    double value[METHOD_MAX_STAGES * (METHOD_MAX_STAGES + 1)];
    double slope[METHOD_MAX_STAGES * (METHOD_MAX_STAGES + 1)];

    /* multistep, oldest first: sum alpha_j x_{n+j} = h sum beta_j x'_{n+j} */
    double alpha[METHOD_MAX_STEPS + 1], beta[METHOD_MAX_STEPS + 1];
} tableau;

/* The coefficients, rounded. */
void method_tableau(const method *m, tableau *out);

/* Can the stages be found one after the other (A lower triangular)? */
bool tableau_is_sequential(const tableau *t);

/* Runge-Kutta with A strictly lower triangular? */
bool tableau_is_explicit(const tableau *t);

#endif
