#include "dae/amplify.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "method/catalogue.h"
#include "stability/evaluate.h"
#include "support/support.h"

static message why;
static catalogue *all;
static bool negative;

/* Steps are projected along the kernel. */
static const char *const names[] = {
    "implicit-euler",  "gauss:1,keep=u",  "gauss:2,keep=u",  "gauss:4,keep=u",
    "radau-iia:2",     "radau-iia:3",     "radau-iia:5",     "radau-ia-2,keep=u",
    "lobatto-iiic:2",  "lobatto-iiic:4",  "sdirk2",          "crouzeix,keep=u",
    "gauss-lobatto:1", "gauss-lobatto:2", "gauss-lobatto:4", "bdf:1",
    "bdf:2",           "bdf:3",           "bdf:4",           "bdf:6"};
enum { NAMES = sizeof names / sizeof names[0] };

/* log |sigma|max of the stability polynomial. */
static double predicted(const method *m, double z, double w)
{
    phi *p = NULL;
    evaluation e = {0};
    status s = phi_compile(m, MOTION_SHEAR, &p, &why);
    s = s == STATUS_OK ? phi_evaluate(p, (wide){.high = z}, (wide){0}, (wide){.high = w}, &e, &why)
                       : s;
    phi_destroy(p);
    return s == STATUS_OK ? log(e.growth) : NAN;
}

/* The test equation in the unknowns y, x = T y: x1 = (1 + omega t) x2 is consistent, and |y| knows
 * the method by |R|^n only, beside that. */
TEST real_steps_on_the_test_equation_have_its_factor(void)
{
    static const double T[] = {1, 1, 1, -1};
    enum { N = 400 };
    for (int n = 0; n < 3 * NAMES; n++) {
        const char *name = names[n % NAMES];
        char data[600];
        double h = random_between(0.05, 1), lambda = random_between(-3, 0.5);
        double omega = random_between(-3, 3), logs[N];
        int done = 0;
        snprintf(data, sizeof data,
                 "size = 2\nlet l = %.17g\nlet w = %.17g\nE = %g-%g*w*t %g-%g*w*t\n 0 0\n"
                 "A = l*%g+w*(1-l*t)*%g l*%g+w*(1-l*t)*(%g)\n -(%g)+(1+w*t)*%g "
                 "-(%g)+(1+w*t)*(%g)\n",
                 lambda, omega, T[0], T[2], T[1], T[3], T[0], T[2], T[1], T[3], T[0], T[2], T[1],
                 T[3]);
        equation *e = NULL;
        method *m = NULL;
        tableau t;
        ASSERT_OK(catalogue_open(all, name, &m, &why), name, why);
        method_tableau(m, &t);
        ASSERTm(name, amplify_can(&t));
        ASSERT_OK(equation_parse("t.dae", data, strlen(data), &e, &why), data, why);
        ASSERT_OK(amplify_steps(&t, e, 1, 0, h, N, 0, logs, &done, &negative, &why), name, why);
        ASSERT_EQ_FMT(N, done, "%d");
        /* y = T^{-1} (1 + omega t, 1) = (2 + omega t, omega t)/2 */
        int before = t.kind == METHOD_MULTISTEP ? t.size - 1 : 0;
        double length[2], factor = predicted(m, h * lambda, h * omega);
        for (int i = 0; i < 2; i++) {
            double moved = omega * (before + (i + 1) * N / 2) * h;
            length[i] = log(hypot(2 + moved, moved));
        }
        double measured = (logs[N - 1] - length[1] - logs[N / 2 - 1] + length[0]) / (N / 2);
        /* a pair of complex roots swings, by a constant */
        double swing = t.kind == METHOD_MULTISTEP && t.size > 1 ? 8.0 / N : 1e-10;
        ASSERTm(
            support_say("%s: %s, z = %.17g, w = %.17g", name, support_words, h * lambda, h * omega),
            support_near(factor, measured, swing, 1e-9));
        equation_destroy(e);
        method_destroy(m);
    }
    PASS();
}

/* Multiplying equations by functions and adding them to others changes no step; but for
 * Gauss-Lobatto, whose differential equations and constraints are at different times. */
TEST mixed_equations_have_the_same_steps(void)
{
    static const char plain[] = "size = 2\nE = 1 -2*t\n 0 0\nA = -1 2*(1+t)\n -1 1+2*t\n";
    static const char mixed[] = "size = 2\nlet f = 1e-13*exp(t)\nE = f -f*2*t\n 3 -6*t\n"
                                "A = -f f*2*(1+t)\n -3+1 3*2*(1+t)-(1+2*t)\n";
    for (int n = 0; n < NAMES; n++) {
        if (strncmp(names[n], "gauss-lobatto", 13) == 0) {
            continue;
        }
        double logs[2][40];
        for (int k = 0; k < 2; k++) {
            const char *data = k == 0 ? plain : mixed;
            equation *e = NULL;
            method *m = NULL;
            tableau t;
            int done = 0;
            ASSERT_OK(catalogue_open(all, names[n], &m, &why), names[n], why);
            method_tableau(m, &t);
            ASSERT_OK(equation_parse("t.dae", data, strlen(data), &e, &why), data, why);
            ASSERT_OK(amplify_steps(&t, e, 1, 0, 0.3, 40, 0, logs[k], &done, &negative, &why),
                      names[n], why);
            ASSERT_EQ_FMT(40, done, "%d");
            equation_destroy(e);
            method_destroy(m);
        }
        ASSERTm(support_say("%s: %s", names[n], support_words),
                support_near(logs[0][39], logs[1][39], 1e-8, 0));
    }
    PASS();
}

/* An equation that ends, at t = 1. */
TEST steps_end_where_the_equation_does(void)
{
    static const char data[] = "size = 1\nE = 1\nA = -sqrt(1-t)\n";
    equation *e = NULL;
    method *m = NULL;
    tableau t;
    double logs[100];
    int done = 0;
    ASSERT_OK(catalogue_open(all, "bdf:1", &m, &why), "bdf:1", why);
    method_tableau(m, &t);
    ASSERT_OK(equation_parse("t.dae", data, strlen(data), &e, &why), data, why);
    ASSERT_OK(amplify_steps(&t, e, 1, 0, 1.0 / 16, 100, 0, logs, &done, &negative, &why), "steps",
              why);
    ASSERT_EQ_FMT(16, done, "%d");
    equation_destroy(e);
    method_destroy(m);
    PASS();
}

TEST other_methods_are_told_apart(void)
{
    static const char *const other[] = {"rk4", "trapezoidal", "adams-moulton:3",
                                        "gauss:2,keep=none"};
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++) {
        method *m = NULL;
        tableau t;
        ASSERT_OK(catalogue_open(all, other[i], &m, &why), other[i], why);
        method_tableau(m, &t);
        ASSERTm(other[i], !amplify_can(&t));
        method_destroy(m);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    if (catalogue_create(SPINSCOPE_ASSETS, &all, &why) != STATUS_OK) {
        return 1;
    }
    RUN_TEST(real_steps_on_the_test_equation_have_its_factor);
    RUN_TEST(mixed_equations_have_the_same_steps);
    RUN_TEST(steps_end_where_the_equation_does);
    RUN_TEST(other_methods_are_told_apart);
    catalogue_destroy(all);
    GREATEST_MAIN_END();
}
