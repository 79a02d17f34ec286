/* Moving a state onto the constraints; private to src/lab. All work on p (and v), with the
 * workspace of a real_dynamics. */
#ifndef LAB_PROJECTION_H
#define LAB_PROJECTION_H

#include "dae/outcome.h"
#include "lab/dynamics.h"

/* Positions onto g = 0 along a direction D, which is that of the end: p = p0 + D(p) mu. The nearest
 * point for ALONG_CT; the nearest in the norm of M for ALONG_B of a mechanical system. */
step_outcome project_positions(real_dynamics *d, direction along, double t, double *p);

/* Velocities onto G v + g_t = 0: one linear system. */
step_outcome project_velocities(real_dynamics *d, direction along, double t, const double *p,
                                double *v);

/* The state (p, v), one after the other in x, onto both levels by the smallest change of all of it:
 * minimise |x - x0| such that h(x) = 0. Eich's coordinate projection. */
step_outcome project_state(real_dynamics *d, double t, double *x);

/* Post-stabilisation x -= F h(x), where F has the blocks D (G D)^{-1} of a direction. The factors
 * are kept as long as `frozen` says. */
typedef struct post_stabiliser {
    direction along;
    int times;  /* applied after every step */
    int frozen; /* for how many steps F is kept; 0: made anew for each application */
    int age;    /* of F in steps; negative: there is none */
    double *D, *S;
    int *pivot;
} post_stabiliser;

status post_stabiliser_init(post_stabiliser *s, const constrained *c, message *why) MUST_CHECK;
void post_stabiliser_clear(post_stabiliser *s);
step_outcome post_stabilise(post_stabiliser *s, real_dynamics *d, double t, double *x);

#endif
