/* State space form: minimal coordinates R p (and R v) with a constant R, which has a row for each
 * degree of freedom. Private to src/lab. */
#ifndef LAB_STATE_SPACE_H
#define LAB_STATE_SPACE_H

#include "lab/dynamics.h"

/* R with orthonormal rows that span what the constraints leave free at p. False when the
 * constraints are dependent there. */
bool state_space_choose(real_dynamics *d, double t, const double *p, double *R);

/* The same for any q by n rows, which are made orthonormal. False when they are dependent. */
bool state_space_complement(double *rows, int n, int q, double *R);

/* The determinant of R and the orthonormalised rows of G. For an R with orthonormal rows its
 * magnitude is the product of the cosines of the angles between R and what is free now: 1 is
 * perfect, 0 is singular, and a change of sign means that it was singular in between. */
double state_space_determinant(real_dynamics *d, const double *R, double t, const double *p);

/* u = R z */
void state_space_fold(const double *R, const double *z, int n, int free_count, double *u);

/* p with R p = u and g(t, p) = 0, near the p given; v with R v = ud and G v + g_t = 0. False when
 * there is none. */
bool state_space_positions(real_dynamics *d, const double *R, double t, const double *u, double *p);
bool state_space_velocities(real_dynamics *d, const double *R, double t, const double *p,
                            const double *ud, double *v);

#endif
