/* The worst files we could think of: each is answered or refused with one line, within the CPU time
 * and the memory that are allowed to it. */
#include "worst.h"

TEST towers_of_powers_are_too_large(void)
{
    text t = {0};
    text_add(&t, "%sA = 9^9^9^9\nb = 1\n", tableau);
    ASSERT_FINE("powers.method", t, "formula %s", 2, "not finite");
    PASS();
}

TEST a_million_digits_are_no_number(void)
{
    text t = {0};
    text_add(&t, "%sA = ", tableau);
    repeat(&t, "9999999999", 100000);
    text_add(&t, "\nb = 1\n");
    ASSERT_FINE("digits.method", t, "formula %s", 2, "at most 200 are accepted");
    text_add(&t, "size = 1\nE = 1\nA = ");
    repeat(&t, "1234567890", 100000);
    ASSERT_FINE("digits.dae", t, "largest-h bdf:2 --dae %s", 2, "bytes");
    repeat(&t, "1234567890", 100000);
    ASSERT_FINE("digits.csv", t, "largest-h bdf:2 --spectrum %s", 2, "re,im");
    repeat(&t, "1234567890", 100000);
    ASSERT_FINE("digits.csv", t, "largest-h bdf:2 --matrices %s %s", 2, "number is expected");
    PASS();
}

TEST deep_nesting_is_refused(void)
{
    static const char *const openings[] = {"(", "-", "sqrt(", "2^", "root(", "1+("};
    for (size_t i = 0; i < sizeof openings / sizeof openings[0]; i++) {
        text t = {0};
        text_add(&t, "%sA = ", tableau);
        repeat(&t, openings[i], 100000);
        ASSERT_FINE("deep.method", t, "formula %s", 2, "deep.method:2");
    }
    PASS();
}

TEST lines_and_names_without_end_are_refused_or_read(void)
{
    text t = {0};
    repeat(&t, "#\n", 500000);
    text_add(&t, "%sA = 1\nb = 1\n", tableau);
    ASSERT_FINE("lines.method", t, "formula %s", 0, "");
    for (int i = 0; i < 40; i++) {
        text_add(&t, "let a%d = %d\n", i, i);
    }
    ASSERT_FINE("names.method", t, "formula %s", 2, "more than 32 names");
    repeat(&t, "A = 1\n", 20000);
    ASSERT_FINE("again.method", t, "formula %s", 2, "given before");
    repeat(&t, "1 ", 500000);
    ASSERT_FINE("row.method", t, "formula %s", 2, "key = value");
    repeat(&t, "#", (1 << 20) + 1);
    ASSERT_FINE("long.method", t, "formula %s", 2, "longer than");
    PASS();
}

TEST roots_are_counted(void)
{
    text t = {0};
    text_add(&t, "%slet g = 0", tableau);
    for (int i = 0; i < 401; i++) {
        text_add(&t, "+root(-1,1;0,2)");
    }
    ASSERT_FINE("roots.method", t, "formula %s", 2, "more than 400 root()");
    text_add(&t, "size = 1\nE = 1\nA = t*root(-1,1;0,2)*root(-1,1;0,2)+root(-2,t;0,9)\n");
    ASSERT_FINE("roots.dae", t, "largest-h bdf:2 --dae %s", 2, "depends on t");
    text_add(&t, "name = x\npole = 0 0 0\nundefined = 0 0 0\nat -1 = 0 0 0\nat 1 = 0");
    for (int i = 0; i < 401; i++) {
        text_add(&t, "+root(-1,1;0,2)");
    }
    ASSERT_FINE("roots.palette", t, "render rk4 --palette %s -o - --format png", 2,
                "more than 400 root()");
    PASS();
}

TEST what_varies_with_t_is_short(void)
{
    text t = {0};
    text_add(&t, "size = 1\nE = 1\nA = -1");
    for (int i = 0; i < 3000; i++) {
        text_add(&t, "-sin(t)");
    }
    ASSERT_FINE("varies.dae", t, "largest-h bdf:2 --dae %s", 2, "depends on t");
    text_add(&t, "size = 1\nE = 1\nA = -1");
    for (int i = 0; i < 100000; i++) { /* constants cost only once */
        text_add(&t, "-1e-4900");
    }
    ASSERT_FINE("constant.dae", t, "largest-h bdf:2 --dae %s", 0, "");
    PASS();
}

TEST spectra_that_take_hours_need_patience(void)
{
    text t = {0};
    for (int i = 0; i < 20000; i++) {
        text_add(&t, "-%d,%d\n", 1 + i, 20001 - i);
    }
    ASSERT_FINE("many.csv", t, "largest-h bdf:6 --spectrum %s", 2, "--patient");
    for (int i = 0; i < 200001; i++) {
        text_add(&t, "-1\n");
    }
    ASSERT_FINE("more.csv", t, "largest-h rk4 --spectrum %s", 2, "more than 200000");
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(towers_of_powers_are_too_large);
    RUN_TEST(a_million_digits_are_no_number);
    RUN_TEST(deep_nesting_is_refused);
    RUN_TEST(lines_and_names_without_end_are_refused_or_read);
    RUN_TEST(roots_are_counted);
    RUN_TEST(what_varies_with_t_is_short);
    RUN_TEST(spectra_that_take_hours_need_patience);
    GREATEST_MAIN_END();
}
