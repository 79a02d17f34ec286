/* The order of a method from the integers of its Phi, exactly; private to src/stability.
 *
 * With sigma = e^z the series of Phi(e^z; z, w) has coefficients V_ak of z^a w^k that are sums of
 * c_jik j^(a-i)/(a-i)!. Those with a + k <= p vanish when the method has order p along every (z, w)
 * = h (lambda, omega), those with k = 0 when it has order p on x' = lambda x. */
#ifndef STABILITY_EXACT_ORDER_H
#define STABILITY_EXACT_ORDER_H

#include "stability/phi.h"

/* One of the two orders. */
typedef struct exact_degree {
    int order;       /* -1: not even sigma = 1 at the origin */
    double residual; /* the largest |V| beside its terms that counts as 0; 0: they are */
} exact_degree;

typedef struct exact_order {
    /* Is there a root that is a power series, as a simple root sigma = 1 at the origin is? Else
     * nothing below is meant. */
    bool has_series;
    exact_degree linear, spinning;
    double constant;        /* C in e^z - R = C z^(p+1) + ..., p = linear.order; NaN in a field */
    char constant_text[64]; /* "-1/12", or 12 digits where that is too long */
} exact_order;

/* What is at most `tolerance` of its terms counts as 0: what is left of conditions that hold for
 * rounded coefficients; 0 when nothing is rounded. False when Phi is not known exactly. */
bool exact_order_find(const phi *all, double tolerance, exact_order *out);

#endif
