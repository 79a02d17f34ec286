/* Order conditions in exact arithmetic: whether coefficients that satisfy them as far as quadruple
 * precision tells do so exactly, or were rounded at the 30th digit. */
#ifndef METHOD_ORDER_EXACT_H
#define METHOD_ORDER_EXACT_H

#include "method/method.h"
#include "method/order.h"

/* The largest error in the conditions up to this order (rooted trees up to order 8; the sums of
 * multistep methods), relative to the size of their terms: 0 when all hold exactly. Negative when
 * it cannot be told: the coefficients are not known exactly, or are those of a family, whose stages
 * are kept in another basis. */
double order_exact_residual(const method *m, int order);

/* How well the conditions hold that the coefficients satisfy, by the report or, where that cannot
 * be told from the rounding of quadruple precision, exactly; 0 when they hold. */
double order_rounding(const method *m, const order_report *report);

#endif
