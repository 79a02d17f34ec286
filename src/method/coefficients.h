/* The exact coefficients of a method, in quadruple precision. For files that gcc compiles. */
#ifndef METHOD_COEFFICIENTS_H
#define METHOD_COEFFICIENTS_H

#include "method/method.h"
#include "numerics/quad.h"

/* What is not of its kind is 0. */
typedef struct coefficients {
    method_kind kind;
    int size; /* s stages, k steps, or k of Gauss-Lobatto */

    /* Runge-Kutta; A is row-major with `size` columns. Gauss-Lobatto has the Gauss tableau here,
     * which it equals on an ODE. */
    quad A[METHOD_MAX_STAGES * METHOD_MAX_STAGES];
    quad b[METHOD_MAX_STAGES];
    quad c[METHOD_MAX_STAGES];
    quad bhat[METHOD_MAX_STAGES];
    bool embedded;                       /* is there a bhat? */
    quad lobatto[METHOD_MAX_STAGES + 1]; /* Gauss-Lobatto: where its unknowns are */

    /* multistep, oldest first: sum alpha_j x_{n+j} = h sum beta_j x'_{n+j} */
    quad alpha[METHOD_MAX_STEPS + 1];
    quad beta[METHOD_MAX_STEPS + 1];
} coefficients;

/* Those of a method; they belong to it. */
const coefficients *method_coefficients(const method *m);

/* A copy in which every coefficient is off by up to this part of itself, to see how much rounding
 * matters; it is taken for the same method in everything else. NULL when there is no memory. */
method *method_disturbed(const method *m, quad part);

/* How a scheme with these coefficients is applied to a DAE. */
method_form coefficients_form(const coefficients *a);

/* Is x_new the last stage (b the last row of A, c_s = 1)? Always true of collocation. */
bool coefficients_stiffly_accurate(const coefficients *a);

#endif
