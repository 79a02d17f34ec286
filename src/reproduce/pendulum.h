/* What Eich and the lecture notes print about the pendulum of unit length and mass: the gravity
 * that is said to give a period of 2, and a multiplier that is right on the circle only. */
#ifndef REPRODUCE_PENDULUM_H
#define REPRODUCE_PENDULUM_H

#include "method/catalogue.h"

/* The period of a swing from (1, 0) at rest, 4 K(sin 45) / sqrt(g), and the g of a period. */
double pendulum_period(double g);
double pendulum_gravity(double period);

/* The same period from an integration to t = 2, near which the swing is back: the turning point is
 * v_y/g away from there. */
status pendulum_measured_period(const catalogue *all, double g, double *out,
                                message *why) MUST_CHECK;

/* q'' = -lambda q - (0, g) from Example 6, q = (1, -1/2), v = (0, -5), g = 9.81, to t = 1 by RK4
 * with steps of 1/1000. With the lambda that keeps d^2/dt^2 |q|^2 = 0 the residual |q|^2 - 1 is a +
 * b t (the notes' own drift theorem), and |q|^2 - 1 - a - b t at the end is returned; `printed`:
 * with the lambda of the notes, which lacks the division by |q|^2. */
double pendulum_departure(bool printed);

#endif
