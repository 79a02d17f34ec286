/* The stage equations of a method on the test equation, as one matrix whose determinant is
 * Phi(sigma; z, w); private to src/stability. For files that gcc compiles.
 *
 * The state is y = (u, v) = T(t)^{-1} x; v is x2 for the shear. Bordering the stage equations
 * M X = G y with the new state sigma y = B X + P y gives
 *
 *     Phi = det [ M  -G ; -B  sigma - P ] = det M * det(sigma - P - B M^{-1} G),
 *
 * a polynomial in sigma, z and (for the shear) w. */
#ifndef STABILITY_STAGE_SYSTEM_H
#define STABILITY_STAGE_SYSTEM_H

#include "method/coefficients.h"
#include "method/motion.h"

typedef struct stage_system {
    method_form form;
    method_kind kind;
    method_keep keep;
    motion moves; /* shear or rotation */
    int unknowns; /* stages that are solved for */
    int state;    /* 1, or 2 for keep=none */
    /* Bounds of the degrees of Phi; degree_w is meaningless for the rotation. */
    int degree, degree_z, degree_w;
    quad size_z; /* the geometric mean of the z at which det M vanishes, 1 when there are none */

    /* Runge-Kutta: V = A^{-1}, d = V 1, beta = V^T b, rho = 1 - b d; with an explicit first stage
     * these belong to the rest, g = V a_1, tau = b_1 - b g is the weight of the first x'. */
    quad V[METHOD_MAX_STAGES * METHOD_MAX_STAGES];
    quad c[METHOD_MAX_STAGES];
    quad d[METHOD_MAX_STAGES];
    quad g[METHOD_MAX_STAGES];
    quad beta[METHOD_MAX_STAGES];
    quad rho, tau;
    /* Gauss-Lobatto: values and slopes of the Lagrange polynomials at the Gauss nodes. */
    quad value[METHOD_MAX_STAGES * (METHOD_MAX_STAGES + 1)];
    quad slope[METHOD_MAX_STAGES * (METHOD_MAX_STAGES + 1)];
    coefficients of;
} stage_system;

void stage_system_init(stage_system *system, const method *m, motion moves);

/* c_0 .. c_degree at one point, each computed by itself so that a small one is as accurate as a
 * large one; w is real unless the motion is the shear. */
void stage_system_phi(const stage_system *system, cquad z, cquad w, cquad *c);

#endif
