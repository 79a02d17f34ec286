/* The order of a method from its coefficients: conditions of all rooted trees up to order 8, the
 * simplifying assumptions B(p), C(q), D(r) beyond that; for multistep methods the usual linear
 * conditions. In quadruple precision. It is the order on x' = f(t, x): where c differs from the row
 * sums of A, the conditions in which leaves are c must hold too. */
#ifndef METHOD_ORDER_H
#define METHOD_ORDER_H

#include "method/coefficients.h"

/* What the conditions say. */
typedef struct order_report {
    int order;       /* 0: not even consistent */
    int at_most;     /* beyond order 8 the assumptions are sufficient only: it may be up to this */
    double residual; /* largest error in a condition that counts as satisfied */

    /* The order that the coefficients may have had before they were rounded to the decimals that
     * they are; `order` where that explains nothing. */
    int rounded_order;
    double rounded_residual; /* largest error in the conditions of that order, when it is higher */
} order_report;

/* For the weights b, or alpha and beta. */
order_report order_of(const coefficients *a);

/* On x' = f(x), where c does not matter. */
int order_of_autonomous(const coefficients *a);

/* The same for the embedded weights bhat. */
order_report order_of_embedded(const coefficients *a);

/* For the weights b: the largest p, q, r (up to `most`) for which B(p), C(q), D(r) hold to the
 * tolerance. */
typedef struct simplifying {
    int B, C, D;
} simplifying;

/* Runge-Kutta methods only. */
simplifying order_simplifying(const coefficients *a, int most, quad tolerance);

#endif
