/* The named problems satisfy what is said about them (mathematics.md 1, 5, 6 and 9). */
#include "dae/problems.h"

#include "dae/dae.h"
#include "support/support.h"

static message why;

/* Moderate values that every problem accepts. */
static void random_values(const problem_entry *e, double *values)
{
    for (int i = 0; i < e->parameter_count; i++) {
        values[i] = random_between(-1.2, 0.9);
    }
}

TEST every_problem_is_found_by_its_name(void)
{
    ASSERT(problems_count() >= 6);
    for (int i = 0; i < problems_count(); i++) {
        const problem_entry *e = problems_at(i);
        ASSERT_EQm(e->name, e, problems_find(e->name));
        ASSERT(strlen(e->title) > 0 && strlen(e->equation) > 0);
        for (int k = 0; k < e->parameter_count; k++) {
            ASSERT_EQm(e->name, k, problem_entry_parameter(e, e->parameters[k].name));
            ASSERT(strlen(e->parameters[k].help) > 0);
        }
        ASSERT_EQ(-1, problem_entry_parameter(e, "nonsense"));
        ASSERT_EQ(-1, problem_entry_parameter(e, ""));
    }
    ASSERT_EQ(NULL, problems_find("nonsense"));
    ASSERT_EQ(NULL, problems_find(""));
    for (int m = 0; m < MOTION_COUNT; m++) {
        const problem_entry *e = problems_test_equation((motion)m);
        ASSERT(e != NULL);
        ASSERT_STR_EQ(motion_name((motion)m), e->name);
        ASSERT_EQ(0, problem_entry_parameter(e, "re"));
        ASSERT_EQ(1, problem_entry_parameter(e, "im"));
        ASSERT_EQ(2, problem_entry_parameter(e, "omega"));
    }
    PASS();
}

TEST initial_parameters_are_accepted(void)
{
    for (int i = 0; i < problems_count(); i++) {
        const problem_entry *e = problems_at(i);
        double values[PROBLEMS_MAX_PARAMETERS];
        problem *p = NULL;
        for (int k = 0; k < e->parameter_count; k++) {
            values[k] = e->parameters[k].initial;
        }
        ASSERT_OK(problem_entry_create(e, values, &p, &why), e->name, why);
        ASSERT_STR_EQ(e->name, p->name);
        problem_destroy(p);
    }
    PASS();
}

TEST parameters_that_are_not_finite_are_refused_and_named(void)
{
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < problems_count(); i++) {
        const problem_entry *e = problems_at(i);
        for (int k = 0; k < e->parameter_count; k++) {
            for (int b = 0; b < 3; b++) {
                double values[PROBLEMS_MAX_PARAMETERS];
                problem *p = NULL;
                random_values(e, values);
                values[k] = bad[b];
                ASSERT_EQ(STATUS_BAD_INPUT, problem_entry_create(e, values, &p, &why));
                ASSERT_EQ(NULL, p);
                ASSERTm(why.text, strstr(why.text, e->parameters[k].name) != NULL);
            }
        }
    }
    PASS();
}

TEST example_1_1_does_not_exist_at_delta_one(void)
{
    problem *p = NULL;
    ASSERT_EQ(STATUS_BAD_INPUT, dae_problem("example-1.1", 1, 0.5, &p, &why));
    ASSERT_EQ(NULL, p);
    ASSERTm(why.text, strstr(why.text, "delta = 1") != NULL);
    ASSERT_OK(dae_problem("example-1.1", 1 + 1e-9, 0.5, &p, &why), "near 1", why);
    problem_destroy(p);
    PASS();
}

/* F(t, x, x') = 0 with x' by differences of fourth order. */
TEST exact_solutions_satisfy_the_equations(void)
{
    for (int i = 0; i < problems_count(); i++) {
        const problem_entry *e = problems_at(i);
        for (int n = 0; n < 30; n++) {
            double values[PROBLEMS_MAX_PARAMETERS], t = random_between(-1.5, 1.5), h = 1e-3;
            double x[8], xd[8] = {0}, r[8], moved[8], size = 0;
            static const double weight[] = {1, -8, 8, -1}, at[] = {-2, -1, 1, 2};
            problem *p = NULL;
            random_values(e, values);
            ASSERT_OK(problem_entry_create(e, values, &p, &why), e->name, why);
            ASSERT(p->exact != NULL && p->size <= 8);
            p->exact(p->data, t, x);
            for (int k = 0; k < 4; k++) {
                p->exact(p->data, t + at[k] * h, moved);
                for (int j = 0; j < p->size; j++) {
                    xd[j] += weight[k] * moved[j] / (12 * h);
                }
            }
            p->residual(p->data, t, x, xd, r);
            for (int j = 0; j < p->size; j++) {
                size = fmax(size, fabs(x[j]) + fabs(xd[j]));
            }
            for (int j = 0; j < p->size; j++) {
                ASSERTm(support_say("%s at t = %g: residual %d is %g", e->name, t, j, r[j]),
                        fabs(r[j]) <= (j < p->differential ? 1e-9 : 1e-13) * (1 + size));
            }
            ASSERTm(e->name, size > 0);
            problem_destroy(p);
        }
    }
    PASS();
}

TEST jacobians_and_rates_are_those_of_the_residual(void)
{
    for (int i = 0; i < problems_count(); i++) {
        const problem_entry *e = problems_at(i);
        for (int n = 0; n < 20; n++) {
            double values[PROBLEMS_MAX_PARAMETERS], t = random_between(-2, 2);
            double x[8], xd[8], Fx[2][64], Fxd[2][64], Ft[2][8];
            problem *p = NULL;
            random_values(e, values);
            ASSERT_OK(problem_entry_create(e, values, &p, &why), e->name, why);
            for (int j = 0; j < p->size; j++) {
                x[j] = random_between(-1, 1);
                xd[j] = random_between(-1, 1);
            }
            problem copy = *p;
            copy.jacobian = NULL;
            copy.rate = NULL;
            ASSERT(problem_jacobian(p, t, x, xd, Fx[0], Fxd[0]));
            ASSERT(problem_jacobian(&copy, t, x, xd, Fx[1], Fxd[1]));
            ASSERT(problem_rate(p, t, x, xd, Ft[0]));
            ASSERT(problem_rate(&copy, t, x, xd, Ft[1]));
            for (int j = 0; j < p->size * p->size; j++) {
                ASSERT_NEAR(Fx[0][j], Fx[1][j], 1e-8, 1e-8);
                ASSERT_NEAR(Fxd[0][j], Fxd[1][j], 1e-8, 1e-8);
            }
            for (int j = p->differential; j < p->size; j++) {
                ASSERT_NEAR(Ft[0][j], Ft[1][j], 1e-9, 1e-9);
            }
            problem_destroy(p);
        }
    }
    PASS();
}

/* u = E x obeys u' = lambda u: on the exact solution it is e^{lambda t}. */
TEST the_test_equations_observe_an_exponential(void)
{
    for (int m = 0; m < MOTION_COUNT; m++) {
        for (int n = 0; n < 20; n++) {
            double complex lambda = CMPLX(random_between(-1, 1), random_between(-3, 3));
            double t = random_between(-2, 2), x[4], u[2];
            problem *p = NULL;
            ASSERT_OK(
                dae_test_equation((motion)m, false, lambda, random_between(-3, 3), 1, &p, &why),
                "p", why);
            ASSERT_EQ(4, p->size);
            ASSERT_EQ(2, p->differential);
            p->exact(p->data, t, x);
            p->observe(p->data, t, x, u);
            ASSERT_NEAR(creal(cexp(lambda * t)), u[0], 1e-13, 1e-13);
            ASSERT_NEAR(cimag(cexp(lambda * t)), u[1], 1e-13, 1e-13);
            problem_destroy(p);
        }
    }
    PASS();
}

/* The equation of mathematics.md 1 as it is written there. */
TEST the_shear_is_the_equation_of_the_paper(void)
{
    for (int n = 0; n < 20; n++) {
        double complex l = CMPLX(random_between(-2, 2), random_between(-2, 2));
        double w = random_between(-2, 2), t = random_between(-2, 2), r[4], rx[4], rxd[4];
        double complex x[2], xd[2];
        problem *p = NULL;
        ASSERT_OK(dae_test_equation(MOTION_SHEAR, false, l, w, 1, &p, &why), "p", why);
        for (int i = 0; i < 2; i++) {
            x[i] = CMPLX(random_unit(), random_unit());
            xd[i] = CMPLX(random_unit(), random_unit());
            rx[i] = creal(x[i]);
            rx[2 + i] = cimag(x[i]);
            rxd[i] = creal(xd[i]);
            rxd[2 + i] = cimag(xd[i]);
        }
        p->residual(p->data, t, rx, rxd, r);
        double complex first = xd[0] - w * t * xd[1] - l * x[0] - w * (1 - l * t) * x[1];
        double complex second = x[0] - (1 + w * t) * x[1];
        ASSERT_NEAR(creal(first), r[0], 1e-13, 0);
        ASSERT_NEAR(cimag(first), r[1], 1e-13, 0);
        ASSERT_NEAR(creal(second), r[2], 1e-13, 0);
        ASSERT_NEAR(cimag(second), r[3], 1e-13, 0);
        problem_destroy(p);
    }
    PASS();
}

/* E of a rotation has length 1; its kernel turns by omega t, or by atan(omega t). */
TEST kernels_turn_as_they_are_said_to(void)
{
    for (int m = MOTION_ROTATION; m <= MOTION_NORMALISED; m++) {
        for (int n = 0; n < 20; n++) {
            double w = random_between(-2, 2), t = random_between(-2, 2);
            double x[4] = {0}, xd[4] = {0}, Fx[16], Fxd[16];
            problem *p = NULL;
            ASSERT_OK(dae_test_equation((motion)m, false, -1, w, 1, &p, &why), "p", why);
            ASSERT(problem_jacobian(p, t, x, xd, Fx, Fxd));
            double angle = m == MOTION_ROTATION ? w * t : atan(w * t);
            ASSERT_NEAR(cos(angle), Fxd[0], 1e-14, 0);
            ASSERT_NEAR(-sin(angle), Fxd[1], 1e-14, 0);
            problem_destroy(p);
        }
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(every_problem_is_found_by_its_name);
    RUN_TEST(initial_parameters_are_accepted);
    RUN_TEST(parameters_that_are_not_finite_are_refused_and_named);
    RUN_TEST(example_1_1_does_not_exist_at_delta_one);
    RUN_TEST(exact_solutions_satisfy_the_equations);
    RUN_TEST(jacobians_and_rates_are_those_of_the_residual);
    RUN_TEST(the_test_equations_observe_an_exponential);
    RUN_TEST(the_shear_is_the_equation_of_the_paper);
    RUN_TEST(kernels_turn_as_they_are_said_to);
    GREATEST_MAIN_END();
}
