#include "dae/reduce.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "numerics/quad.h"
#include "support/support.h"

static message why;

static frozen rates;

static status reduce(const char *data, double t, reduced *out)
{
    equation *e = NULL;
    const double times[] = {t - 0.5, t, t + 0.5};
    int differential = 0;
    status s = equation_parse("x.dae", data, strlen(data), &e, &why);
    s = s == STATUS_OK ? reduce_rank(e, times, 3, &differential, &why) : s;
    s = s == STATUS_OK ? reduce_at(e, differential, t, out, &rates, &why) : s;
    equation_destroy(e);
    return s;
}

/* By hand: the kernel (omega t, 1) turns at omega/(1 + omega^2 t^2), its orthogonal complement has
 * the angle atan(omega t) + pi/2, and in these coordinates the consistent (1 + omega t, 1) has
 * z2 = (1 + omega t + omega^2 t^2) z1 with z1' = lambda z1 - r z1. */
TEST the_test_equation_in_orthonormal_coordinates(void)
{
    for (int n = 0; n < 50; n++) {
        char data[400];
        double lambda = random_edgy(5), omega = random_edgy(4), t = random_between(-6, 6);
        reduced r;
        snprintf(data, sizeof data,
                 "size = 2\nlet l = %.17g\nlet w = %.17g\nE = 1 -w*t\n 0 0\n"
                 "A = l w*(1-l*t)\n -1 1+w*t\n",
                 lambda, omega);
        ASSERT_OK(reduce(data, t, &r), data, why);
        double length = 1 + omega * omega * t * t, part = omega * omega * t / length;
        ASSERT_EQ_FMT(1, r.count, "%d");
        ASSERT_NEAR(lambda - part, creal(r.modes[0].lambda), 1e-12, 1e-12);
        ASSERT_NEAR(0, cimag(r.modes[0].lambda), 0, 0);
        ASSERT_NEAR(omega + part, r.modes[0].omega, 1e-12, 1e-12);
        ASSERT_NEAR(fabs(omega) / length, r.spin, 1e-12, 1e-12);
        ASSERT_NEAR(length + omega * t, fabs(rates.A21[0]), 1e-12, 1e-12);
    }
    PASS();
}

/* Turning all unknowns changes nothing: x = Q y with a constant rotation Q by 30 degrees. */
TEST orthonormal_unknowns_change_nothing(void)
{
    static const char plain[] = "size = 2\nE = 1 -2*t\n 0 0\nA = -1 2*(1+t)\n -1 1+2*t\n";
    static const char turned[] = "size = 2\nlet c = sqrt(3)/2\nlet s = 1/2\n"
                                 "E = c-2*t*s -s-2*t*c\n 0 0\n"
                                 "A = -c+2*(1+t)*s s+2*(1+t)*c\n -c+(1+2*t)*s s+(1+2*t)*c\n";
    for (double t = -2; t < 3; t += 0.3) {
        reduced a, b;
        ASSERT_OK(reduce(plain, t, &a), "plain", why);
        ASSERT_OK(reduce(turned, t, &b), "turned", why);
        ASSERT_NEAR(creal(a.modes[0].lambda), creal(b.modes[0].lambda), 1e-12, 0);
        ASSERT_NEAR(a.modes[0].omega, b.modes[0].omega, 1e-12, 0);
        ASSERT_NEAR(a.spin, b.spin, 1e-12, 0);
    }
    PASS();
}

/* The rotating kernel looks the same at all times, however far it has turned. */
TEST a_rotation_is_the_same_at_all_times(void)
{
    static const char data[] = "size = 2\nlet c = cos(20*t)\nlet s = sin(20*t)\nE = c -s\n 0 0\n"
                               "A = 20*s-c 20*c+s\n s-c s+c\n";
    for (double t = 0; t < 3; t += 0.1) {
        reduced r;
        ASSERT_OK(reduce(data, t, &r), "rotation", why);
        ASSERT_NEAR(-1, creal(r.modes[0].lambda), 1e-12, 0);
        ASSERT_NEAR(20, r.modes[0].omega, 1e-12, 0);
        ASSERT_NEAR(20, r.spin, 1e-12, 0);
        ASSERT_NEAR(1, fabs(rates.A21[0]), 1e-12, 0);
    }
    PASS();
}

/* The kernel (sin(f t), 1), however fast it is. f t and its sine are exact to 1e-34 f t, which
 * leaves nothing to see in double precision. */
TEST a_fast_kernel_has_its_lambda_and_omega(void)
{
    static const double speeds[] = {1, 1e3, 1e5, 1e7, 1e12}, times[] = {0, 0.3, 1e6};
    for (int n = 0; n < 5 * 3; n++) {
        char data[200];
        double f = speeds[n / 3], t = times[n % 3];
        reduced r;
        snprintf(data, sizeof data,
                 "size = 2\nlet f = %g\nE = 1 -sin(f*t)\n 0 0\n"
                 "A = -1 f*cos(f*t)+sin(f*t)\n -1 1+sin(f*t)\n",
                 f);
        quad s = sinq((quad)f * t), omega = f * cosq((quad)f * t);
        ASSERT_OK(reduce(data, t, &r), data, why);
        quad part = omega * s / (1 + s * s);
        ASSERT_NEAR((double)(-1 - part), creal(r.modes[0].lambda), 1e-14 * f, 1e-14);
        ASSERT_NEAR((double)(omega + part), r.modes[0].omega, 1e-14 * f, 1e-14);
        ASSERT_NEAR((double)(fabsq(omega) / (1 + s * s)), r.spin, 0, 1e-13);
    }
    PASS();
}

/* Equations may be multiplied by functions of t and mixed, without a change. */
TEST multiplying_from_the_left_changes_nothing(void)
{
    static const char plain[] = "size = 2\nlet w = 3/2\nE = 1 -w*t\n 0 0\n"
                                "A = -2 w*(1+2*t)\n -1 1+w*t\n";
    static const char mixed[] =
        "size = 2\nlet w = 3/2\nlet c = cos(t)\nlet s = sin(t)\nlet f = exp(2*t)\n"
        "E = c*f -c*f*w*t\n s*f -s*f*w*t\n"
        "A = -2*c*f+s c*f*w*(1+2*t)-s*(1+w*t)\n -2*s*f-c s*f*w*(1+2*t)+c*(1+w*t)\n";
    reduced a, b;
    for (double t = -1; t < 2; t += 0.3) {
        ASSERT_OK(reduce(plain, t, &a), "plain", why);
        ASSERT_OK(reduce(mixed, t, &b), "mixed", why);
        ASSERT_NEAR(creal(a.modes[0].lambda), creal(b.modes[0].lambda), 1e-12, 0);
        ASSERT_NEAR(a.modes[0].omega, b.modes[0].omega, 1e-12, 0);
        ASSERT_NEAR(a.spin, b.spin, 1e-12, 0);
    }
    PASS();
}

/* An ODE with a mass matrix has no kernel: the eigenvalues of E^{-1} A and no spin. */
TEST an_ode_has_no_spin(void)
{
    static const char data[] = "size = 2\nE = exp(t) 0\n t 2\nA = -exp(t) 3*exp(t)\n"
                               "-6-t 3*t-2\n";
    reduced r;
    ASSERT_OK(reduce(data, 0.7, &r), "ode", why);
    ASSERT_EQ_FMT(2, r.count, "%d");
    for (int i = 0; i < 2; i++) { /* E^{-1} A = [-1 3; -3 -1] */
        ASSERT_NEAR(-1, creal(r.modes[i].lambda), 1e-13, 0);
        ASSERT_NEAR(3, fabs(cimag(r.modes[i].lambda)), 1e-13, 0);
        ASSERT_NEAR(0, r.modes[i].omega, 0, 0);
    }
    ASSERT_NEAR(0, r.spin, 0, 0);
    PASS();
}

/* Two test equations side by side, coupled by nothing: each has its own omega. */
TEST uncoupled_modes_keep_their_own_spin(void)
{
    static const char data[] = "size = 4\nE = 1 -2*t 0 0\n 0 0 0 0\n 0 0 1 t\n 0 0 0 0\n"
                               "A = -1 2*(1+t) 0 0\n -1 1+2*t 0 0\n 0 0 -3 -1-3*t\n 0 0 -1 1-t\n";
    reduced r;
    ASSERT_OK(reduce(data, 1, &r), "both", why);
    ASSERT_EQ_FMT(2, r.count, "%d");
    int slow = creal(r.modes[0].lambda) > creal(r.modes[1].lambda) ? 0 : 1;
    /* at t = 1, omega^2 t/(1 + omega^2 t^2) is 4/5 and 1/2 */
    ASSERT_NEAR(-1.8, creal(r.modes[slow].lambda), 1e-13, 0);
    ASSERT_NEAR(2.8, r.modes[slow].omega, 1e-13, 0);
    ASSERT_NEAR(-3.5, creal(r.modes[1 - slow].lambda), 1e-13, 0);
    ASSERT_NEAR(-0.5, r.modes[1 - slow].omega, 1e-13, 0);
    ASSERT_NEAR(0.5, r.spin, 1e-13, 0); /* max(2/(1 + 4), 1/(1 + 1)) */
    PASS();
}

/* A fast kernel beside a slow one: what is rounding for the one is all that the other has. */
TEST a_slow_kernel_is_seen_beside_a_fast_one(void)
{
    static const char data[] =
        "size = 4\nlet f = 1e10\nlet w = 1e-5\nE = 1 -sin(f*t) 0 0\n 0 0 0 0\n 0 0 1 -w*t\n"
        " 0 0 0 0\nA = -1 f*cos(f*t)+sin(f*t) 0 0\n -1 1+sin(f*t) 0 0\n 0 0 -2 w*(1+2*t)\n"
        " 0 0 -1 1+w*t\n";
    for (double t = -0.9; t < 3; t += 0.2) {
        reduced r;
        ASSERT_OK(reduce(data, t, &r), "both", why);
        ASSERT_EQ_FMT(2, r.count, "%d");
        int slow = fabs(r.modes[0].omega) < fabs(r.modes[1].omega) ? 0 : 1;
        double part = 1e-10 * t / (1 + 1e-10 * t * t);
        ASSERT_NEAR(-2 - part, creal(r.modes[slow].lambda), 1e-13, 0);
        ASSERT_NEAR(1e-5 + part, r.modes[slow].omega, 0, 1e-13);
    }
    PASS();
}

/* Slow modes beside one that is up to 1e17 times as fast: LAPACK's errors are of the size of the
 * fast one. x' = A11 x + A12 y, eps y' = A21 x + A22 y has lambda = A11 - A12 A21/A22 + O(eps). */
TEST slow_modes_keep_their_digits_beside_fast_ones(void)
{
    static const struct {
        const char *A;
        double slow;
    } cases[] = {{"2 0\n 0 -1\n", 2}, {"-1 2\n 1 -3\n", -1.0 / 3}, {"-1 2\n 1 -1\n", 1}};
    for (int n = 0; n < 3 * 4; n++) {
        static const double epsilons[] = {1e-10, 1e-12, 1e-15, 1e-17};
        char data[200];
        reduced r;
        double epsilon = epsilons[n / 3], slow = cases[n % 3].slow;
        snprintf(data, sizeof data, "size = 2\nE = 1 0\n 0 %g\nA = %s", epsilon, cases[n % 3].A);
        ASSERT_OK(reduce(data, 0, &r), data, why);
        ASSERT_EQ_FMT(2, r.count, "%d");
        int at = cabs(r.modes[0].lambda) < cabs(r.modes[1].lambda) ? 0 : 1;
        ASSERT_NEAR(slow, creal(r.modes[at].lambda), 10 * epsilon, 1e-14);
    }
    PASS();
}

TEST what_cannot_be_reduced_is_refused_with_the_reason(void)
{
    static const struct {
        const char *data, *words;
    } cases[] = {
        {"size = 2\nE = 1 0\n 0 0\nA = 0 1\n 1 0\n", "the index is not 1 at t"}, /* index 2 */
        {"size = 2\nE = 1 0\n 0 0\nA = 1 1\n 0 0\n", "the index is not 1"},      /* singular */
        {"size = 2\nE = 1 0\n 0 t\nA = 1 0\n 0 1\n", "it must be constant"},
        {"size = 1\nE = 0\nA = 1\n", "no differential equation"},
        {"size = 2\nE = 1 sqrt(t^2)\n 0 0\nA = 1 0\n 0 1\n", "no derivative at t = 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        reduced r;
        ASSERT_EQ(STATUS_BAD_INPUT, reduce(cases[i].data, 0, &r));
        ASSERTm(why.text, strstr(why.text, cases[i].words) != NULL);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(the_test_equation_in_orthonormal_coordinates);
    RUN_TEST(orthonormal_unknowns_change_nothing);
    RUN_TEST(a_rotation_is_the_same_at_all_times);
    RUN_TEST(a_fast_kernel_has_its_lambda_and_omega);
    RUN_TEST(multiplying_from_the_left_changes_nothing);
    RUN_TEST(an_ode_has_no_spin);
    RUN_TEST(uncoupled_modes_keep_their_own_spin);
    RUN_TEST(a_slow_kernel_is_seen_beside_a_fast_one);
    RUN_TEST(slow_modes_keep_their_digits_beside_fast_ones);
    RUN_TEST(what_cannot_be_reduced_is_refused_with_the_reason);
    GREATEST_MAIN_END();
}
