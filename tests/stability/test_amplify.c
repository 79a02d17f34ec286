#include "stability/amplify.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/support.h"

static message why;

static const tableau euler = {.kind = METHOD_MULTISTEP,
                              .form = FORM_NEWEST_DERIVATIVE,
                              .size = 1,
                              .alpha = {-1, 1},
                              .beta = {0, 1}};

/* Implicit Euler on the rotating kernel has (cos w - alpha sin w)/(1 - z - alpha w). */
TEST the_frozen_rotation_is_the_formula(void)
{
    for (int n = 0; n < 50; n++) {
        double lambda = random_between(-5, 1), omega = random_between(-9, 9);
        double alpha = random_between(-3, 3), h = random_between(0.001, 1), growth = 0;
        /* A11 = Lam1 + Lam2 A21 - Omega A21 = lambda */
        frozen f = {.d = 1, .a = 1, .Omega = {omega}, .A21 = {alpha}};
        f.Lam1[0] = lambda;
        f.Lam2[0] = omega;
        ASSERT_OK(amplify_frozen(&euler, &f, h, &growth, &why), "step", why);
        double w = h * omega;
        double exact = fabs((cos(w) - alpha * sin(w)) / (1 - h * lambda - alpha * w));
        ASSERT_NEAR(exact, growth, 0, 1e-9);
    }
    PASS();
}

/* The test equation in the variables x = [1 1; 1 -1] y: |R| = |(1 - w)/(1 - z - w)|, whatever the
 * variables are; polynomial factors of |x| go with the second difference. */
TEST real_steps_grow_beyond_two_thirds(void)
{
    static const char data[] = "size = 2\nlet w = 2\nE = 1-w*t 1+w*t\n 0 0\n"
                               "A = -1+w*(1+t) -1-w*(1+t)\n w*t -2-w*t\n";
    enum { N = 64 };
    equation *e = NULL;
    ASSERT_OK(equation_parse("t.dae", data, strlen(data), &e, &why), "t", why);
    for (int n = 0; n < 2; n++) {
        double logs[4 * N], h = (n == 0 ? 0.9999 : 1.0001) * 2 / 3;
        int done = 0;
        ASSERT_OK(amplify_steps(&euler, e, 1, 0, h, 4 * N, 0, logs, &done, &why), "s", why);
        ASSERT_EQ_FMT(4 * N, done, "%d");
        double rate = (logs[4 * N - 1] - 2 * logs[2 * N - 1] + logs[N - 1]) / N;
        ASSERT_NEAR(log((2 * h - 1) / (1 - h)), rate, 2e-4, 0);
        ASSERT(n == 0 ? rate < 0 : rate > 0);
    }
    equation_destroy(e);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(the_frozen_rotation_is_the_formula);
    RUN_TEST(real_steps_grow_beyond_two_thirds);
    GREATEST_MAIN_END();
}
