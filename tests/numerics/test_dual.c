#include "numerics/dual.h"

#include "support/support.h"

static dual varying(quad value, quad slope)
{
    return (dual){.value = value, .slope = {.value = slope, .size = fabsq(slope), .varies = true}};
}

static cquad add(cquad x, cquad y)
{
    return x + y;
}

static cquad subtract(cquad x, cquad y)
{
    return x - y;
}

static cquad multiply(cquad x, cquad y)
{
    return x * y;
}

static cquad divide(cquad x, cquad y)
{
    return x / y;
}

static cquad negate(cquad x)
{
    return -x;
}

/* f(x + i h x')/h has the derivative for its imaginary part, up to h^2: the complex functions know
 * nothing of the rules. */
static const quad step = 1e-20Q;

static bool is_near(quad expected, quad got)
{
    return finiteq(got) && fabsq(expected - got) <= 1e-30Q * fmaxq(1, fabsq(expected));
}

TEST operations_agree_with_complex_steps(void)
{
    static const struct {
        const char *name;
        dual (*call)(dual, dual);
        cquad (*complex)(cquad, cquad);
    } cases[] = {{"+", dual_sum, add},
                 {"-", dual_difference, subtract},
                 {"*", dual_product, multiply},
                 {"/", dual_quotient, divide},
                 {"^", dual_power, cpowq}};
    for (int n = 0; n < 500; n++) {
        quad x[] = {random_between(0.1, 3), random_between(-3, 3)};
        quad y[] = {random_between(0.1, 3), random_between(-3, 3)};
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            dual got = cases[i].call(varying(x[0], x[1]), varying(y[0], y[1]));
            cquad exact =
                cases[i].complex(cquad_make(x[0], step * x[1]), cquad_make(y[0], step * y[1]));
            ASSERTm(cases[i].name, is_near(crealq(exact), got.value));
            ASSERTm(cases[i].name, is_near(cimagq(exact) / step, dual_slope_value(&got)));
            ASSERTm(cases[i].name, fabsq(got.slope.value) <= got.slope.size * (1 + 1e-30Q));
            /* with either of them constant */
            got = cases[i].call(varying(x[0], x[1]), (dual){.value = y[0]});
            exact = cases[i].complex(cquad_make(x[0], step * x[1]), y[0]);
            ASSERTm(cases[i].name, is_near(cimagq(exact) / step, dual_slope_value(&got)));
            got = cases[i].call((dual){.value = x[0]}, varying(y[0], y[1]));
            exact = cases[i].complex(x[0], cquad_make(y[0], step * y[1]));
            ASSERTm(cases[i].name, is_near(cimagq(exact) / step, dual_slope_value(&got)));
            got = cases[i].call((dual){.value = x[0]}, (dual){.value = y[0]});
            ASSERTm(cases[i].name, !got.slope.varies && dual_slope_value(&got) == 0);
        }
    }
    PASS();
}

TEST functions_agree_with_complex_steps(void)
{
    static const struct {
        const char *name;
        dual (*call)(dual);
        cquad (*complex)(cquad);
    } cases[] = {{"-", dual_negative, negate},
                 {"sqrt", dual_sqrt, csqrtq},
                 {"cos", dual_cos, ccosq},
                 {"sin", dual_sin, csinq},
                 {"exp", dual_exp, cexpq}};
    for (int n = 0; n < 500; n++) {
        quad x = random_between(0.1, 5), slope = random_between(-3, 3);
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            dual got = cases[i].call(varying(x, slope));
            cquad exact = cases[i].complex(cquad_make(x, step * slope));
            ASSERTm(cases[i].name, is_near(crealq(exact), got.value));
            ASSERTm(cases[i].name, is_near(cimagq(exact) / step, dual_slope_value(&got)));
            got = cases[i].call((dual){.value = x});
            ASSERTm(cases[i].name, !got.slope.varies && dual_slope_value(&got) == 0);
        }
    }
    PASS();
}

/* (x - a)(x - b)(x - c) whose zeros move: each has its own slope. */
TEST a_zero_moves_with_its_polynomial(void)
{
    for (int n = 0; n < 200; n++) {
        dual z[3], c[4] = {{0}};
        for (int i = 0; i < 3; i++) {
            z[i] = varying(2 * i + random_between(0, 1), random_between(-3, 3));
        }
        dual pair = dual_product(z[0], z[1]), both = dual_sum(z[0], z[1]);
        c[0] = dual_negative(dual_product(pair, z[2]));
        c[1] = dual_sum(pair, dual_product(both, z[2]));
        c[2] = dual_negative(dual_sum(both, z[2]));
        c[3].value = 1;
        for (int i = 0; i < 3; i++) {
            dual got = dual_zero(c, 3, (dual){0}, (dual){0}, z[i].value);
            ASSERT(got.value == z[i].value);
            ASSERT(fabsq(dual_slope_value(&got) - z[i].slope.value) <= 1e-28Q);
        }
    }
    PASS();
}

TEST a_zero_that_is_not_simple_has_no_slope(void)
{
    /* (x - 1)^3 - t at t = 0, and (x - 1)((x - 1)^2 + 1e-20) */
    dual triple[] = {varying(-1, -1), {.value = 3}, {.value = -3}, {.value = 1}};
    dual got = dual_zero(triple, 3, (dual){0}, (dual){.value = 2}, 1);
    ASSERT(isinfq(dual_slope_value(&got)));
    dual close[] = {varying(-1 - 1e-20Q, 1), {.value = 3 + 1e-20Q}, {.value = -3}, {.value = 1}};
    got = dual_zero(close, 3, (dual){0}, (dual){.value = 2}, 1);
    ASSERT(isinfq(dual_slope_value(&got)));
    /* 2 x - 2 - t: the plainest */
    dual line[] = {varying(-2, -1), {.value = 2}};
    got = dual_zero(line, 1, (dual){0}, (dual){.value = 2}, 1);
    ASSERT(dual_slope_value(&got) == 0.5Q);
    /* nor one whose interval jumps */
    dual jump = dual_power((dual){0}, dual_variable(0));
    got = dual_zero(line, 1, jump, (dual){.value = 2}, 1);
    ASSERT(!finiteq(dual_slope_value(&got)));
    got = dual_zero(line, 1, (dual){0}, jump, 1);
    ASSERT(!finiteq(dual_slope_value(&got)));
    PASS();
}

/* At t = 0 with what has no slope there. */
TEST where_there_is_no_slope_none_is_given(void)
{
    dual t = dual_variable(0), one = {.value = 1}, none = {0};
    dual root = dual_sqrt(t);        /* continuous, vertical */
    dual jump = dual_power(none, t); /* 1 at 0, 0 beyond */
    dual shifted = dual_sum(one, root);
    const dual without[] = {
        root,
        jump,
        shifted,
        dual_negative(root),
        dual_sqrt(dual_product(t, t)),                         /* |t| */
        dual_power(t, (dual){.value = 0.5Q}),                  /* vertical */
        dual_power(dual_product(t, t), (dual){.value = 0.5Q}), /* |t| */
        dual_product(t, jump),                                 /* 0 beyond, but 1 by the rule */
        dual_product(shifted, shifted),                        /* 1 + 2 sqrt(t) + t */
        dual_quotient(root, shifted),                          /* vertical */
        dual_power(dual_difference(t, one), dual_sum(t, one)), /* (t-1)^(t+1): -1 here alone */
        dual_power((dual){.value = -1}, dual_product(t, t)),   /* the same, of slope 0 by rule */
        dual_power(none, jump),                                /* jumps from 0 to 1 */
        dual_exp(root),
        dual_product(root, root), /* t, but that is not seen from the factors */
        dual_sin(root),
    };
    for (size_t i = 0; i < sizeof without / sizeof without[0]; i++) {
        ASSERTm(support_say("case %zu", i), !finiteq(dual_slope_value(&without[i])));
    }
    PASS();
}

TEST what_has_no_slope_may_be_part_of_what_has(void)
{
    dual t = dual_variable(0), one = {.value = 1}, none = {0};
    dual root = dual_sqrt(t), shifted = dual_sum(one, root);
    const struct {
        dual x;
        quad slope;
    } with[] = {
        {dual_product(none, root), 0},
        {dual_product(root, none), 0},
        {dual_product(t, root), 0},                          /* t^{3/2} */
        {dual_product(t, dual_sqrt(dual_product(t, t))), 0}, /* t |t| */
        {dual_product(shifted, t), 1},                       /* t + t^{3/2} */
        {dual_quotient(t, shifted), 1},
        {dual_quotient(none, shifted), 0},
        {dual_power(t, (dual){.value = 1.5Q}), 0},
        {dual_power(t, one), 1},
        {dual_power(t, none), 0},
        {dual_power(root, none), 0},
        {dual_power(none, dual_sum(t, one)), 0}, /* 0 all around */
        {dual_power(dual_difference(t, one), (dual){.value = 3}), 3},
        {dual_power(dual_difference(t, one), (dual){.value = -2}), 2},
        {dual_sqrt(none), 0},
    };
    for (size_t i = 0; i < sizeof with / sizeof with[0]; i++) {
        ASSERTm(support_say("case %zu: %g", i, (double)dual_slope_value(&with[i].x)),
                dual_slope_value(&with[i].x) == with[i].slope);
    }
    PASS();
}

/* cos^2 + sin^2 leaves rounding, at any speed; a slope that is small by itself stays. */
TEST rounding_is_not_a_slope(void)
{
    for (int n = 0; n < 100; n++) {
        dual x = varying(random_between(-9, 9), 1e12Q * random_between(1, 9));
        dual c = dual_cos(x), s = dual_sin(x), third = {.value = 1 / 3.0Q};
        dual circle = dual_sum(dual_power(c, (dual){.value = 2}), dual_product(s, s));
        ASSERT(dual_slope_value(&circle) == 0);
        dual parts = dual_difference(dual_product(third, x), dual_quotient(x, (dual){.value = 3}));
        ASSERT(dual_slope_value(&parts) == 0);
    }
    dual small = dual_sum((dual){.value = 1}, varying(0, 1e-40Q));
    ASSERT(dual_slope_value(&small) == 1e-40Q);
    PASS();
}

TEST an_overflow_is_no_slope(void)
{
    dual steep = dual_sin(varying(1, 1e4900Q));
    ASSERT(finiteq(dual_slope_value(&steep)));
    steep = dual_product(steep, (dual){.value = 1e100Q});
    ASSERT(finiteq(steep.value) && !finiteq(dual_slope_value(&steep)));
    dual flat = dual_difference(steep, steep);
    ASSERT(!finiteq(dual_slope_value(&flat)));
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(operations_agree_with_complex_steps);
    RUN_TEST(functions_agree_with_complex_steps);
    RUN_TEST(a_zero_moves_with_its_polynomial);
    RUN_TEST(a_zero_that_is_not_simple_has_no_slope);
    RUN_TEST(where_there_is_no_slope_none_is_given);
    RUN_TEST(what_has_no_slope_may_be_part_of_what_has);
    RUN_TEST(rounding_is_not_a_slope);
    RUN_TEST(an_overflow_is_no_slope);
    GREATEST_MAIN_END();
}
