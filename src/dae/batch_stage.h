/* The linear system of one step: the stages of a Runge-Kutta method, the points of Gauss-Lobatto
 * collocation, or the newest point of a multistep method. Private to the batched steppers. */
#ifndef DAE_BATCH_STAGE_H
#define DAE_BATCH_STAGE_H

#include "dae/batch_equation.h"

enum { STAGE_MAX_INSTANTS = 2 * METHOD_MAX_STAGES };

typedef struct stage_problem {
    const tableau *method;
    double h;
    int known; /* stages whose K is given: 1 with an explicit first stage, else 0 */

    /* Where the equation is taken: Runge-Kutta, stage j at [j]; Gauss-Lobatto, Gauss node j at
     * [j] and Lobatto node l > 0 at [k + l - 1]; multistep, the newest point at [0]. */
    const instant *at[STAGE_MAX_INSTANTS];

    complexes x[2];                    /* before the step; multistep: x_new = x + a K */
    double a;                          /* multistep only */
    complexes K[METHOD_MAX_STAGES][2]; /* h x' of the stages; of the newest point at [0] */
    complexes result[2];               /* after the step */
    mask singular;                     /* lanes are added to it */
} stage_problem;

typedef void (*stage_solver)(stage_problem *p);

/* For one or two unknowns. */
stage_solver stage_solver_for(const tableau *t, int unknowns);

#endif
