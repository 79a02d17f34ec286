/* Numbers that carry their derivative by one variable, in quadruple precision: every operation
 * applies its rule of differentiation, so that there is no step size and no error but rounding.
 *
 * Where the rule gives none, as at a kink, the slope is not finite: infinite where the number is at
 * least continuous (sqrt(t) at 0, or an overflow), NaN where not even that is known. It stays so in
 * all that is made of it, but for products: t sqrt(t) has the slope 0 at 0. A slope may be
 * one-sided, where the number is defined on one side only. Values are not checked here. */
#ifndef NUMERICS_DUAL_H
#define NUMERICS_DUAL_H

#include <stdbool.h>

#include "numerics/quad.h"

/* The derivative, and the sum of the moduli of the terms that it is made of; {0} is that of a
 * constant. */
typedef struct dual_slope {
    quad value, size;
    bool varies; /* a slope of 0 alone does not make a constant */
} dual_slope;

typedef struct dual {
    quad value;
    dual_slope slope;
} dual;

dual dual_variable(quad value); /* what is differentiated by */

dual dual_negative(dual x);
dual dual_sum(dual x, dual y);
dual dual_difference(dual x, dual y);
dual dual_product(dual x, dual y);
dual dual_quotient(dual x, dual y); /* y not 0 */
dual dual_power(dual x, dual y);    /* x^y that has a value */
dual dual_sqrt(dual x);             /* x >= 0 */
dual dual_cos(dual x);
dual dual_sin(dual x);
dual dual_exp(dual x);

/* The simple zero `at` of c[0] + ... + c[degree] x^degree, the only one in [low, high]. It has no
 * slope where it is so close to another that its slope would have less than the digits of double
 * precision. */
dual dual_zero(const dual *c, int degree, dual low, dual high, quad at);

/* The slope: 0 where only rounding is left of its terms, infinite where there is none. */
quad dual_slope_value(const dual *x);

#endif
