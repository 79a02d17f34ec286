#include "numerics/exact.h"

#include <string.h>

#include "numerics/expression.h"
#include "support/support.h"

/* What an expression is, in a field that starts as the fractions. */
typedef struct reading {
    exact_field field;
    exact_number number;
    bool is_exact;
    quad value;
} reading;

static bool read(reading *r, const char *source)
{
    size_t where;
    message why;
    exact_field_init(&r->field);
    exact_init(&r->number);
    const expression_scope scope = {.field = &r->field};
    return expression_exact(source, strlen(source), &scope, &r->value, &r->number, &r->is_exact,
                            &where, &why) == STATUS_OK;
}

static void forget(reading *r)
{
    exact_field_clear(&r->field);
    exact_clear(&r->number);
}

TEST what_cancels_is_zero(void)
{
    const char *const zeros[] = {
        "0.1+0.2-0.3",
        "1e-30*1e30-1",
        "(1/3+1/7)^3-1000/9261",
        "sqrt(8)-2*sqrt(2)",
        "sqrt(2)^2-2",
        "1/(1+sqrt(2))-sqrt(2)+1",
        "(1+sqrt(5))^-3-(sqrt(5)-2)/8",
        "sqrt(3/4)-sqrt(3)/2",
        "sqrt(0.0625)-1/4",
        "6*root(-1,9,-18,6;0.4,0.5)^3-18*root(-1,9,-18,6;0.4,0.5)^2"
        "+9*root(-1,9,-18,6;0.4,0.5)-1",
        "root(-1,-1,1;1,2)-(1+sqrt(5))/2",
        "root(1,1,-1;1,2)-(1+sqrt(5))/2",
        "root(-1,-1,1;-1,0)-(1-sqrt(5))/2",
        "root(-6,11,-6,1;1.5,2.5)-2",
        "root(2,-2,-1,1;1.1,2)-sqrt(2)", /* (x - 1)(x^2 - 2) */
    };
    for (size_t n = 0; n < sizeof zeros / sizeof zeros[0]; n++) {
        reading r;
        bool is_read = read(&r, zeros[n]);
        bool is_zero = is_read && r.is_exact && exact_is_zero(&r.number) && r.value == 0;
        forget(&r);
        ASSERTm(zeros[n], is_zero);
    }
    PASS();
}

TEST what_is_in_no_small_field_is_not_called_exact(void)
{
    const char *const others[] = {"pi",
                                  "sin(1)",
                                  "sqrt(2)+sqrt(3)",
                                  "sqrt(1+sqrt(2))",
                                  "2^0.5",
                                  "root(-1,9,-18,6;0.4,0.5)+sqrt(2)",
                                  "root(-2,0,0,0,1;1,2)",
                                  "1.0000001^100000"};
    for (size_t n = 0; n < sizeof others / sizeof others[0]; n++) {
        reading r;
        bool is_read = read(&r, others[n]);
        bool is_exact = r.is_exact;
        forget(&r);
        ASSERTm(others[n], is_read && !is_exact);
    }
    PASS();
}

/* Division by what is exactly 0 is refused although its quad is not 0. */
TEST a_hidden_zero_does_not_divide(void)
{
    reading r;
    bool is_read = read(&r, "1/(sqrt(2)^2-2)");
    forget(&r);
    ASSERT_FALSE(is_read);
    PASS();
}

TEST values_are_the_nearest_quads(void)
{
    const struct {
        const char *source;
        quad value;
    } cases[] = {{"1/3", 1 / 3.0Q},
                 {"-2/7", -2 / 7.0Q},
                 {"0.1", 0.1Q},
                 {"1e-300", 1e-300Q},
                 {"123456789e290", 123456789e290Q},
                 {"sqrt(2)", sqrtq(2)},
                 {"sqrt(1e-200*3)", sqrtq(3e-200Q)}};
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        reading r;
        bool is_read = read(&r, cases[n].source);
        quad off = fabsq(r.value - cases[n].value);
        bool is_exact = r.is_exact;
        forget(&r);
        ASSERTm(cases[n].source, is_read && is_exact && off <= 2e-34Q * fabsq(cases[n].value));
    }
    PASS();
}

/* What is left of a large number that cancels to 1e-100 of itself has all its digits. */
TEST small_differences_keep_their_digits(void)
{
    reading r;
    bool is_read = read(&r, "(1+sqrt(2))^120-(1+sqrt(2))^120+(sqrt(2)-1)^120");
    quad expected = powq(sqrtq(2) - 1, 120);
    quad off = fabsq(r.value - expected) / expected;
    bool is_exact = r.is_exact;
    forget(&r);
    ASSERT(is_read && is_exact);
    ASSERTm("digits", off < 1e-31Q);
    PASS();
}

/* A x = b with x known. */
TEST systems_over_a_field_are_solved(void)
{
    enum { ORDER = 5 };
    exact_field f;
    exact_number root;
    mpq_t two;
    mpq_init(two);
    mpq_set_ui(two, 2, 1);
    exact_field_init(&f);
    exact_init(&root);
    bool found = exact_square_root(&f, &root, two);
    exact_number *a = exact_array(ORDER * ORDER), *b = exact_array(ORDER), *x = exact_array(ORDER);
    for (int i = 0; i < ORDER; i++) {
        mpq_set_si(x[i].c[0], i - 2, (unsigned long)(2 * i + 1));
        mpq_canonicalize(x[i].c[0]);
        mpq_set_si(x[i].c[1], 7 * i % 5, 1);
        for (int k = 0; k < ORDER; k++) {
            mpq_set_si(a[i * ORDER + k].c[0], (3 * i * i + 5 * k + i * k) % 11 - 4, 1);
            mpq_set_si(a[i * ORDER + k].c[1], (i + 2 * k) % 3, 1);
        }
    }
    exact_set_integer(&a[0], 0); /* a pivot that must be looked for */
    for (int i = 0; i < ORDER; i++) {
        for (int k = 0; k < ORDER; k++) {
            exact_add_product(&f, &b[i], &a[i * ORDER + k], &x[k]);
        }
    }
    bool solved = exact_solve(&f, a, ORDER, b, 1);
    bool is_right = true;
    for (int i = 0; i < ORDER; i++) {
        is_right = is_right && exact_is_equal(&b[i], &x[i]);
    }
    exact_array_free(a, ORDER * ORDER);
    exact_array_free(b, ORDER);
    exact_array_free(x, ORDER);
    exact_clear(&root);
    exact_field_clear(&f);
    mpq_clear(two);
    ASSERT(found && solved && is_right);
    PASS();
}

SUITE(exact)
{
    RUN_TEST(what_cancels_is_zero);
    RUN_TEST(what_is_in_no_small_field_is_not_called_exact);
    RUN_TEST(a_hidden_zero_does_not_divide);
    RUN_TEST(values_are_the_nearest_quads);
    RUN_TEST(small_differences_keep_their_digits);
    RUN_TEST(systems_over_a_field_are_solved);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(exact);
    GREATEST_MAIN_END();
}
