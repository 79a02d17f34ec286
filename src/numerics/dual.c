#include "numerics/dual.h"

/* An operation rounds to 1e-34 of its terms; a sum of slopes that has shrunk to this part of them
 * is 0. */
static const quad rounding = 1e-30Q;

/* The slope of a zero is off by some eps |p|(x) |p''|(x)/p'(x)^2, which is to be below 1e-17. */
static const quad zero_condition = 1e16Q;

/* One term of the chain rule: that of an argument x, with the partial derivative by it. An infinite
 * one is for a value that is continuous there. */
static void add_term(dual *out, quad partial, const dual *x)
{
    if (!x->slope.varies) {
        return;
    }
    bool is_steep = isinfq(partial) && !isnanq(x->slope.value);
    quad term = is_steep ? QUAD_INFINITY : partial * x->slope.value;
    out->slope.varies = true;
    out->slope.value += term;
    out->slope.size += is_steep ? QUAD_INFINITY : fabsq(partial) * x->slope.size;
}

/* The term of y in the slope of f y, f a multiple of x. Where x is 0 and has a slope it is 0 for
 * every continuous y; a constant 0 leaves nothing of y at all. */
static void add_product_term(dual *out, quad partial, const dual *x, const dual *y)
{
    if (x->value != 0) {
        add_term(out, partial, y);
    } else if (x->slope.varies && isinfq(y->slope.value) && finiteq(x->slope.value)) {
        out->slope.varies = true;
    } else if (x->slope.varies) {
        add_term(out, 0, y);
    }
}

dual dual_variable(quad value)
{
    return (dual){.value = value, .slope = {.value = 1, .size = 1, .varies = true}};
}

dual dual_negative(dual x)
{
    dual out = {.value = -x.value};
    add_term(&out, -1, &x);
    return out;
}

dual dual_sum(dual x, dual y)
{
    dual out = {.value = x.value + y.value};
    add_term(&out, 1, &x);
    add_term(&out, 1, &y);
    return out;
}

dual dual_difference(dual x, dual y)
{
    dual out = {.value = x.value - y.value};
    add_term(&out, 1, &x);
    add_term(&out, -1, &y);
    return out;
}

dual dual_product(dual x, dual y)
{
    dual out = {.value = x.value * y.value};
    add_product_term(&out, x.value, &x, &y);
    add_product_term(&out, y.value, &y, &x);
    return out;
}

dual dual_quotient(dual x, dual y)
{
    dual out = {.value = x.value / y.value};
    add_term(&out, 1 / y.value, &x);
    add_product_term(&out, -out.value / y.value, &x, &y);
    return out;
}

/* The derivative of x^y by x. At 0 it is that of x^0 = 1, of x, and of what is flat or steep. */
static quad power_by_base(quad x, quad y, quad power)
{
    if (x != 0) {
        return y * (power / x);
    }
    return y == 1 ? 1 : y > 1 || y == 0 ? 0 : QUAD_INFINITY;
}

static bool is_positive_beside(const dual *x)
{
    return x->value > 0 && !isnanq(x->slope.value);
}

dual dual_power(dual x, dual y)
{
    dual out = {.value = powq(x.value, y.value)};
    if (!y.slope.varies && y.value != 0) {
        add_term(&out, power_by_base(x.value, y.value, out.value), &x);
    } else if (y.slope.varies && x.value > 0) {
        add_term(&out, y.value * (out.value / x.value), &x);
        add_term(&out, out.value * logq(x.value), &y);
    } else if (y.slope.varies && !(x.value == 0 && !x.slope.varies && is_positive_beside(&y))) {
        /* has a value here, but not beside: (-1)^t; or jumps, as 0^t at 0 */
        out.slope = (dual_slope){.value = nanq(""), .size = nanq(""), .varies = true};
    }
    return out;
}

dual dual_sqrt(dual x)
{
    dual out = {.value = sqrtq(x.value)};
    add_term(&out, x.value > 0 ? 1 / (2 * out.value) : QUAD_INFINITY, &x);
    return out;
}

dual dual_cos(dual x)
{
    dual out = {.value = cosq(x.value)};
    add_term(&out, x.slope.varies ? -sinq(x.value) : 0, &x);
    return out;
}

dual dual_sin(dual x)
{
    dual out = {.value = sinq(x.value)};
    add_term(&out, x.slope.varies ? cosq(x.value) : 0, &x);
    return out;
}

dual dual_exp(dual x)
{
    dual out = {.value = expq(x.value)};
    add_term(&out, out.value, &x);
    return out;
}

dual dual_zero(const dual *c, int degree, dual low, dual high, quad at)
{
    dual out = {.value = at};
    quad slope = 0, size = 0, bend = 0;
    for (int i = degree; i >= 0; i--) {
        slope = i > 0 ? slope * at + i * c[i].value : slope;
        bend = i > 1 ? bend * fabsq(at) + i * (i - 1) * fabsq(c[i].value) : bend;
        size = size * fabsq(at) + fabsq(c[i].value);
    }
    bool is_simple = slope != 0 && size / fabsq(slope) * (bend / fabsq(slope)) <= zero_condition;
    quad power = 1;
    for (int i = 0; i <= degree; i++) {
        add_term(&out, is_simple ? -power / slope : QUAD_INFINITY, &c[i]);
        power *= at;
    }
    const dual *const bounds[] = {&low, &high};
    for (int i = 0; i < 2; i++) { /* one that jumps may change to another zero */
        if (isnanq(bounds[i]->slope.value)) {
            add_term(&out, 0, bounds[i]);
        }
    }
    return out;
}

quad dual_slope_value(const dual *x)
{
    if (!finiteq(x->slope.size)) {
        return QUAD_INFINITY;
    }
    return fabsq(x->slope.value) <= rounding * x->slope.size ? 0 : x->slope.value;
}
