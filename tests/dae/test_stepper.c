/* The plain steppers: input that must be refused, steps that cannot be made, and problems whose
 * numerical solution is known (mathematics.md 6 and 9). */
#include "dae/stepper.h"

#include "dae/dae.h"
#include "dae/initial.h"
#include "stability/evaluate.h"
#include "support/support.h"

static message why;

/* |sigma|max of a method at (z, w); NaN when that fails. */
static double predicted_growth(const char *name, double z, double w, double complex *root)
{
    method *m = NULL;
    phi *p = NULL;
    evaluation at = {.growth = NAN};
    bool ok =
        dae_catalogue(&why) != NULL &&
        catalogue_open(dae_catalogue(&why), name, &m, &why) == STATUS_OK &&
        phi_compile(m, MOTION_SHEAR, &p, &why) == STATUS_OK &&
        phi_evaluate(p, (wide){.high = z}, (wide){0}, (wide){.high = w}, &at, &why) == STATUS_OK;
    *root = ok ? at.roots[0] : NAN;
    phi_destroy(p);
    method_destroy(m);
    return ok ? at.growth : NAN;
}

TEST steps_that_are_not_positive_are_refused(void)
{
    static const double bad[] = {0, -0.0, -1, NAN, INFINITY, -INFINITY};
    static const char *const names[] = {"implicit-euler", "bdf:3", "gauss-lobatto:2"};
    problem *p = NULL;
    ASSERT_OK(dae_test_equation(MOTION_SHEAR, false, -1, 0.5, 1, &p, &why), "p", why);
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        stepper *s = dae_stepper(names[n], p, NULL, &why);
        ASSERT_STEPPER(s, names[n], why);
        double states[12] = {0};
        for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
            ASSERT_EQ(STATUS_BAD_INPUT, stepper_start(s, 0, bad[i], states, &why));
            ASSERTm(why.text, strstr(why.text, "h = ") != NULL);
            ASSERT(stepper_start_exact(s, 0, bad[i], &why) != STATUS_OK);
        }
        stepper_destroy(s);
    }
    problem_destroy(p);
    PASS();
}

TEST times_that_are_not_finite_or_hide_the_step_are_refused(void)
{
    static const double bad[] = {NAN, INFINITY, -INFINITY, 1e17, -1e300};
    problem *p = NULL;
    ASSERT_OK(dae_test_equation(MOTION_SHEAR, false, -1, 0.5, 1, &p, &why), "p", why);
    stepper *s = dae_stepper("implicit-euler", p, NULL, &why);
    ASSERT_STEPPER(s, "implicit-euler", why);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        double states[4] = {0};
        ASSERT_EQ(STATUS_BAD_INPUT, stepper_start(s, bad[i], 1, states, &why));
        ASSERTm(why.text, strstr(why.text, "t = ") != NULL);
    }
    stepper_destroy(s);
    problem_destroy(p);
    PASS();
}

TEST states_that_are_not_finite_are_refused_and_named(void)
{
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    problem *p = NULL;
    ASSERT_OK(dae_test_equation(MOTION_SHEAR, false, -1, 0.5, 1, &p, &why), "p", why);
    stepper *s = dae_stepper("bdf:2", p, NULL, &why);
    ASSERT_STEPPER(s, "bdf:2", why);
    ASSERT_EQ(2, stepper_history(s));
    for (int i = 0; i < 8; i++) {
        for (int k = 0; k < 3; k++) {
            double states[8];
            char component[32];
            p->exact(p->data, -1, states);
            p->exact(p->data, 0, states + 4);
            states[i] = bad[k];
            ASSERT_EQ(STATUS_BAD_INPUT, stepper_start(s, 0, 1, states, &why));
            snprintf(component, sizeof component, "component %d ", i % 4 + 1);
            ASSERTm(why.text, strstr(why.text, component) != NULL);
        }
    }
    stepper_destroy(s);
    problem_destroy(p);
    PASS();
}

TEST starting_values_off_the_constraints_are_refused(void)
{
    problem *p = NULL;
    ASSERT_OK(dae_test_equation(MOTION_SHEAR, false, -1 + 1 * I, 0.5, 1, &p, &why), "p", why);
    stepper *s = dae_stepper("bdf:2", p, NULL, &why);
    ASSERT_STEPPER(s, "bdf:2", why);
    for (int i = 0; i < 8; i++) {
        double states[8];
        p->exact(p->data, 1, states);
        p->exact(p->data, 2, states + 4);
        states[i] += 1e-3;
        ASSERT_EQ(STATUS_BAD_INPUT, stepper_start(s, 2, 1, states, &why));
        ASSERTm(why.text, strstr(why.text, "violate") != NULL);
        ASSERTm(why.text, strstr(why.text, i < 4 ? "t = 1 " : "t = 2 ") != NULL);
        states[i] -= 1e-3 - 1e-9;
        ASSERT_OK(stepper_start(s, 2, 1, states, &why), "nearly consistent", why);
    }
    stepper_destroy(s);
    problem_destroy(p);
    PASS();
}

TEST ode_methods_are_refused_where_there_are_constraints(void)
{
    static const char *const names[] = {"rk4", "adams-bashforth:3", "adams-moulton:2",
                                        "lobatto-iiib-3", "explicit-euler"};
    problem *dae = NULL, *ode = NULL;
    ASSERT_OK(dae_test_equation(MOTION_SHEAR, false, -1, 0, 1, &dae, &why), "dae", why);
    ASSERT_OK(dae_test_equation(MOTION_SHEAR, true, -1, 0, 1, &ode, &why), "ode", why);
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        stepper *s = dae_stepper(names[n], dae, NULL, &why);
        ASSERT_EQm(names[n], NULL, s);
        ASSERTm(why.text, strstr(why.text, "ODEs only") != NULL);
        ASSERTm(why.text, strstr(why.text, names[n]) != NULL);
        s = dae_stepper(names[n], ode, NULL, &why);
        ASSERT_STEPPER(s, names[n], why);
        stepper_destroy(s);
    }
    stepper_destroy(NULL);
    problem_destroy(dae);
    problem_destroy(ode);
    PASS();
}

TEST a_problem_without_solution_cannot_start_from_it(void)
{
    problem p = dae_nonlinear(JACOBIAN_GIVEN);
    p.exact = NULL;
    stepper *s = dae_stepper("implicit-euler", &p, NULL, &why);
    ASSERT_STEPPER(s, "implicit-euler", why);
    ASSERT_EQ(STATUS_BAD_INPUT, stepper_start_exact(s, 0, 1, &why));
    ASSERTm(why.text, strstr(why.text, "nonlinear") != NULL);
    stepper_destroy(s);
    PASS();
}

/* Example 10.1 at eta = -1, where backward Euler does not exist. */
TEST example_10_1_is_singular_at_eta_minus_one(void)
{
    for (int q = 0; q <= 1; q++) {
        problem *p = NULL;
        ASSERT_OK(dae_problem("example-10.1", -1, q, &p, &why), "example-10.1", why);
        stepper *s = dae_stepper("implicit-euler", p, NULL, &why);
        ASSERT_STEPPER(s, "implicit-euler", why);
        ASSERT_OK(stepper_start_exact(s, 0.25, 0.125, &why), "start", why);
        double before[2];
        memcpy(before, stepper_state(s), sizeof before);
        for (int i = 0; i < 3; i++) {
            ASSERT_EQ(STEP_SINGULAR, stepper_step(s));
            ASSERT_MEM_EQ(before, stepper_state(s), sizeof before);
            ASSERT_EQ(0.25, stepper_time(s));
            ASSERT_EQ(0, stepper_counts(s).steps);
        }
        stepper_destroy(s);
        problem_destroy(p);
    }
    PASS();
}

/* With q = 0 the factor of y2 is eta/(1+eta): it grows for eta < -1/2. */
TEST example_10_1_has_factor_eta_over_one_plus_eta(void)
{
    static const double etas[] = {-3, -1.5, -0.9, -0.75, -0.6, -0.4, -0.25, 0.5, 1, 10};
    for (size_t i = 0; i < sizeof etas / sizeof etas[0]; i++) {
        double complex factors[40];
        double eta = etas[i], expected = eta / (1 + eta);
        problem *p = NULL;
        ASSERT_OK(dae_problem("example-10.1", eta, 0, &p, &why), "example-10.1", why);
        stepper *s = dae_stepper("implicit-euler", p, NULL, &why);
        ASSERT_STEPPER(s, "implicit-euler", why);
        ASSERT_OK(measure_start(s, p, 1, 0.5, &why), "start", why);
        growth g = measure_steps(s, p, 40, factors);
        ASSERT_EQ(STEP_DONE, g.outcome);
        for (int n = 0; n < 3; n++) {
            ASSERT_NEAR(expected, creal(factors[n]), 1e-12, 1e-12);
        }
        ASSERT_EQm(support_say("eta = %g", eta), eta < -0.5 ? GROWTH_UNSTABLE : GROWTH_STABLE,
                   growth_judge(&g, true));
        stepper_destroy(s);
        problem_destroy(p);
    }
    PASS();
}

/* (1 + eta) y2_n = eta y2_{n-1} - (q_n - q_{n-1})/h, q = sin t. */
TEST example_10_1_follows_its_recursion(void)
{
    static const double etas[] = {-0.4, 0.5, 2};
    for (size_t i = 0; i < sizeof etas / sizeof etas[0]; i++) {
        const double h = 0.1, eta = etas[i];
        problem *p = NULL;
        ASSERT_OK(dae_problem("example-10.1", eta, 1, &p, &why), "example-10.1", why);
        stepper *s = dae_stepper("implicit-euler", p, NULL, &why);
        ASSERT_STEPPER(s, "implicit-euler", why);
        ASSERT_OK(stepper_start_exact(s, 0.3, h, &why), "start", why);
        double y2 = stepper_state(s)[1];
        ASSERT_NEAR(-cos(0.3), y2, 1e-15, 1e-15);
        for (int n = 1; n <= 50; n++) {
            ASSERT_EQ(STEP_DONE, stepper_step(s));
            double t = 0.3 + n * h;
            y2 = (eta * y2 - (sin(t) - sin(t - h)) / h) / (1 + eta);
            ASSERT_NEAR(y2, stepper_state(s)[1], 1e-10, 1e-10);
            ASSERT_NEAR(sin(t), stepper_state(s)[0] + eta * t * stepper_state(s)[1], 1e-12, 1e-12);
        }
        stepper_destroy(s);
        problem_destroy(p);
    }
    PASS();
}

static status example_1_1_growth(const char *name, double delta, double eta, double h, int steps,
                                 growth *g)
{
    problem *p = NULL;
    status ok = dae_problem("example-1.1", delta, eta, &p, &why);
    stepper *s = ok == STATUS_OK ? dae_stepper(name, p, NULL, &why) : NULL;
    ok = s == NULL ? STATUS_FAILED : measure_start(s, p, 0.5, h, &why);
    if (ok == STATUS_OK) {
        *g = measure_steps(s, p, steps, NULL);
    }
    stepper_destroy(s);
    problem_destroy(p);
    return ok;
}

/* [KM], Example 1.1: (1 + h delta)/(1 + h eta) for implicit Euler; Gauss-Lobatto feels the multiple
 * of the constraint that is added; all others are R(h (delta - eta), -h delta). */
TEST example_1_1_has_the_known_factors(void)
{
    static const char *const names[] = {"radau-iia:2", "radau-iia:3", "gauss:2",
                                        "midpoint",    "trapezoidal", "lobatto-iiic:3",
                                        "sdirk3",      "tr-bdf2",     "lobatto-iiia:3"};
    for (int n = 0; n < 30; n++) {
        double h = n % 2 == 0 ? 1 : 0.25;
        double delta = random_between(-3, 3) / h, eta = random_between(-3, 3) / h;
        double z = h * (delta - eta), w = -h * delta;
        growth g;
        ASSERT_OK(example_1_1_growth("implicit-euler", delta, eta, h, 1, &g), "euler", why);
        double R = (1 + h * delta) / (1 + h * eta);
        ASSERT_NEAR(R, creal(g.factor), 1e-11, 1e-11);
        ASSERT_OK(example_1_1_growth("gauss-lobatto:1", delta, eta, h, 1, &g), "lobatto", why);
        R = (4 + 2 * z - z * w - w * w) / (4 - 2 * z - z * w - w * w);
        ASSERT_NEAR(R, creal(g.factor), 1e-11, 1e-11);
        const char *name = names[n % (int)(sizeof names / sizeof names[0])];
        double complex root;
        ASSERT(predicted_growth(name, z, w, &root) >= 0);
        ASSERT_OK(example_1_1_growth(name, delta, eta, h, 1, &g), name, why);
        ASSERTm(support_say("%s: %.2e", name, dae_distance(g.factor, root)),
                dae_distance(g.factor, root) < 1e-11);
    }
    PASS();
}

TEST example_1_1_has_the_bdf_roots(void)
{
    for (int n = 0; n < 24; n++) {
        char name[16];
        double delta = random_between(-3, 3), eta = random_between(-3, 3);
        double complex root;
        growth g;
        snprintf(name, sizeof name, "bdf:%d", 1 + n % 6);
        double growth_per_step = predicted_growth(name, delta - eta, -delta, &root);
        ASSERT_OK(example_1_1_growth(name, delta, eta, 1, 300, &g), name, why);
        ASSERT_NEAR(log(growth_per_step), growth_rate(&g, false), 4.0 / 300, 0);
    }
    PASS();
}

/* Stabilised implicit Euler tends to 1/(1 - h (delta - eta)). */
TEST example_1_1_can_be_stabilised(void)
{
    const double delta = -2.5, eta = -1.8, h = 1;
    problem *p = NULL;
    ASSERT_OK(dae_problem("example-1.1", delta, eta, &p, &why), "example-1.1", why);
    stepper *s = dae_stepper("spin:implicit-euler", p, NULL, &why);
    ASSERT_STEPPER(s, "spin:implicit-euler", why);
    ASSERT_OK(measure_start(s, p, 1e5, h, &why), "start", why);
    growth g = measure_steps(s, p, 5, NULL);
    ASSERT_NEAR(1 / (1 - h * (delta - eta)), creal(g.factor), 1e-4, 0);
    stepper_destroy(s);
    problem_destroy(p);
    PASS();
}

/* The trajectory of the nonlinear problem at t = 0.2 + 1, or NaN. */
static void nonlinear_end(const char *name, dae_jacobian how, int steps, double *x)
{
    problem p = dae_nonlinear(how);
    stepper *s = dae_stepper(name, &p, NULL, &why);
    x[0] = x[1] = NAN;
    bool ok = s != NULL && stepper_start_exact(s, 0.2, 1.0 / steps, &why) == STATUS_OK;
    for (int i = 0; i < steps && ok; i++) {
        ok = stepper_step(s) == STEP_DONE;
    }
    if (ok) {
        memcpy(x, stepper_state(s), 2 * sizeof *x);
    }
    stepper_destroy(s);
}

static const struct {
    const char *name;
    int order;
} nonlinear_methods[] = {{"implicit-euler", 1},
                         {"radau-iia:2", 3},
                         {"radau-iia:3", 5},
                         {"gauss:2,keep=u", 4},
                         {"gauss-lobatto:2", 4},
                         {"bdf:2", 2},
                         {"bdf:4", 4},
                         {"sdirk2", 2},
                         {"trapezoidal", 2},
                         {"lobatto-iiia:3", 4},
                         {"tr-bdf2", 2},
                         {"lobatto-iiic:3", 4},
                         {"spin:radau-iia:2", 3},
                         {"spin:gauss-lobatto:2", 4},
                         {"spin:bdf:2", 2}};

enum { NONLINEAR_METHODS = sizeof nonlinear_methods / sizeof nonlinear_methods[0] };

TEST jacobians_given_or_by_complex_steps_or_differences_lead_to_the_same(void)
{
    for (int n = 0; n < NONLINEAR_METHODS; n++) {
        const char *name = nonlinear_methods[n].name;
        double given[2], stepped[2], differences[2];
        nonlinear_end(name, JACOBIAN_GIVEN, 10, given);
        nonlinear_end(name, JACOBIAN_COMPLEX, 10, stepped);
        nonlinear_end(name, JACOBIAN_DIFFERENCES, 10, differences);
        for (int i = 0; i < 2; i++) {
            ASSERT_NEAR(given[i], stepped[i], 1e-10, 0);
            ASSERT_NEAR(given[i], differences[i], 1e-8, 0);
        }
    }
    PASS();
}

TEST nonlinear_problems_are_solved_with_the_order_of_the_method(void)
{
    for (int n = 0; n < NONLINEAR_METHODS; n++) {
        const char *name = nonlinear_methods[n].name;
        int order = nonlinear_methods[n].order, steps = order == 5 ? 16 : order == 4 ? 40 : 160;
        double x[2], exact[2], error[2] = {0};
        dae_nonlinear_exact(NULL, 1.2, exact);
        for (int k = 0; k < 2; k++) {
            nonlinear_end(name, JACOBIAN_GIVEN, steps << k, x);
            error[k] = fmax(fabs(x[0] - exact[0]), fabs(x[1] - exact[1]));
        }
        ASSERTm(support_say("%s: errors %.3e %.3e", name, error[0], error[1]),
                fabs(log2(error[0] / error[1]) - order) < 0.25 && error[1] < 0.01);
    }
    PASS();
}

/* The pendulum of mathematics.md 9, index 1: x' = v, v' = -lambda x - (0, g), lambda |x|^2 = |v|^2
 * - g y.
 */
static void pendulum_complex(const void *data, double complex t, const double complex *x,
                             const double complex *xd, double complex *r)
{
    double g = *(const double *)data;
    (void)t;
    r[0] = xd[0] - x[2];
    r[1] = xd[1] - x[3];
    r[2] = xd[2] + x[4] * x[0];
    r[3] = xd[3] + x[4] * x[1] + g;
    r[4] = x[4] * (x[0] * x[0] + x[1] * x[1]) - x[2] * x[2] - x[3] * x[3] + g * x[1];
}

static void pendulum_residual(const void *data, double t, const double *x, const double *xd,
                              double *r)
{
    double complex cx[5], cxd[5], cr[5];
    for (int i = 0; i < 5; i++) {
        cx[i] = x[i];
        cxd[i] = xd[i];
    }
    pendulum_complex(data, t, cx, cxd, cr);
    for (int i = 0; i < 5; i++) {
        r[i] = creal(cr[i]);
    }
}

/* [E]: with this g the pendulum that starts at rest at (1, 0) has the period 1.99999999990628. */
TEST the_pendulum_comes_back_after_its_period(void)
{
    double g = 13.7503716373294544;
    problem p = {.name = "pendulum",
                 .size = 5,
                 .differential = 4,
                 .data = &g,
                 .residual = pendulum_residual};
    for (int how = 0; how < 2; how++) {
        p.residual_complex = how == 0 ? pendulum_complex : NULL;
        stepper *s = dae_stepper("radau-iia:3", &p, NULL, &why);
        ASSERT_STEPPER(s, "radau-iia:3", why);
        const int steps = 400;
        const double start[5] = {1, 0, 0, 0, 0};
        ASSERT_OK(stepper_start(s, 0, 1.99999999990628 / steps, start, &why), "start", why);
        for (int i = 0; i < steps; i++) {
            ASSERT_EQ(STEP_DONE, stepper_step(s));
            const double *x = stepper_state(s);
            double energy = (x[2] * x[2] + x[3] * x[3]) / 2 + g * x[1];
            ASSERT_NEAR(0, energy, 1e-6, 0);
            if (i == steps / 2 - 1) { /* the other side, at rest */
                ASSERT_NEAR(-1, x[0], 1e-6, 0);
                ASSERT_NEAR(0, x[1], 1e-6, 0);
            }
        }
        for (int i = 0; i < 5; i++) {
            ASSERT_NEAR(start[i], stepper_state(s)[i], 2e-6, 0);
        }
        stepper_destroy(s);
    }
    PASS();
}

/* x1' = 0, x2^2 = level: solvable while level >= 0, and data may change. */
static void level_residual(const void *data, double t, const double *x, const double *xd, double *r)
{
    (void)t;
    r[0] = xd[0] - 1;
    r[1] = x[1] * x[1] - *(const double *)data;
}

TEST a_step_that_fails_changes_nothing_and_one_can_go_on(void)
{
    static const char *const names[] = {"implicit-euler",  "radau-iia:2", "bdf:1",
                                        "gauss-lobatto:2", "sdirk2",      "spin:radau-iia:2"};
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        double level = 1;
        problem p = {.name = "level",
                     .size = 2,
                     .differential = 1,
                     .data = &level,
                     .residual = level_residual};
        stepper *s = dae_stepper(names[n], &p, NULL, &why);
        ASSERT_STEPPER(s, names[n], why);
        const double start[2] = {0, 1};
        ASSERT_OK(stepper_start(s, 0, 0.25, start, &why), "start", why);
        ASSERT_EQ(STEP_DONE, stepper_step(s));
        double before[2];
        memcpy(before, stepper_state(s), sizeof before);
        level = -1;
        ASSERT_EQm(names[n], STEP_NO_CONVERGENCE, stepper_step(s));
        ASSERT_MEM_EQ(before, stepper_state(s), sizeof before);
        ASSERT_EQ(0.25, stepper_time(s));
        level = NAN;
        ASSERT_EQm(names[n], STEP_NOT_FINITE, stepper_step(s));
        ASSERT_MEM_EQ(before, stepper_state(s), sizeof before);
        ASSERT_EQ(1, stepper_counts(s).steps);
        level = 1.44;
        ASSERT_EQm(names[n], STEP_DONE, stepper_step(s));
        ASSERT_NEAR(0.5, stepper_time(s), 0, 0);
        ASSERT_NEAR(0.5, stepper_state(s)[0], 1e-12, 0);
        ASSERT_NEAR(1.2, stepper_state(s)[1], 1e-9, 0);
        stepper_destroy(s);
    }
    PASS();
}

TEST few_iterations_do_not_converge(void)
{
    problem p = dae_nonlinear(JACOBIAN_GIVEN);
    const stepper_options options = {.newton = {.iterations = 1}};
    stepper *s = dae_stepper("implicit-euler", &p, &options, &why);
    ASSERT_STEPPER(s, "implicit-euler", why);
    ASSERT_OK(stepper_start_exact(s, 0, 0.5, &why), "start", why);
    ASSERT_EQ(STEP_NO_CONVERGENCE, stepper_step(s));
    stepper_destroy(s);
    const stepper_options coarse = {.newton = {.iterations = 1, .tolerance = 10}};
    s = dae_stepper("implicit-euler", &p, &coarse, &why);
    ASSERT_STEPPER(s, "implicit-euler", why);
    ASSERT_OK(stepper_start_exact(s, 0, 0.5, &why), "start", why);
    ASSERT_EQ(STEP_DONE, stepper_step(s));
    stepper_destroy(s);
    PASS();
}

/* What a step costs on a linear problem: one Newton iteration for each system of stages. */
TEST steps_of_linear_problems_are_counted(void)
{
    static const struct {
        const char *name;
        int systems, points;
    } cases[] = {{"implicit-euler", 1, 1},  {"radau-iia:3", 1, 3}, {"sdirk2", 2, 2},
                 {"bdf:4", 1, 1},           {"tr-bdf2", 2, 2},     {"gauss-lobatto:2", 1, 4},
                 {"spin:radau-iia:2", 1, 2}};
    problem *p = NULL;
    ASSERT_OK(dae_test_equation(MOTION_SHEAR, false, -1, 0.5, 1, &p, &why), "p", why);
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        enum { STEPS = 7 };
        stepper *s = dae_stepper(cases[n].name, p, NULL, &why);
        ASSERT_STEPPER(s, cases[n].name, why);
        ASSERT_OK(stepper_start_exact(s, 0, 0.5, &why), cases[n].name, why);
        for (int i = 0; i < STEPS; i++) {
            ASSERT_EQ(STEP_DONE, stepper_step(s));
        }
        step_counts c = stepper_counts(s);
        ASSERT_EQ(STEPS, c.steps);
        ASSERT_EQm(cases[n].name, STEPS * cases[n].systems, c.factorisations);
        ASSERT_EQm(cases[n].name, STEPS * cases[n].systems, c.iterations);
        ASSERT_EQm(cases[n].name, STEPS * cases[n].points, c.residuals);
        ASSERT_EQm(cases[n].name, STEPS * cases[n].points, c.jacobians);
        ASSERT_OK(stepper_start_exact(s, 0, 0.5, &why), cases[n].name, why);
        c = stepper_counts(s);
        ASSERT_EQ(0, c.steps + c.factorisations + c.iterations + c.residuals + c.jacobians);
        stepper_destroy(s);
    }
    problem_destroy(p);
    PASS();
}

/* A linear homogeneous problem does not know its scale; the slopes of Adams methods scale too. */
TEST rescaling_the_history_rescales_all_that_follows(void)
{
    static const char *const names[] = {"bdf:3", "adams-moulton:3", "radau-iia:2"};
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        problem *p = NULL;
        ASSERT_OK(dae_test_equation(MOTION_SHEAR, n == 1, -1 + 1 * I, 0.5, 0.5, &p, &why), "p",
                  why);
        stepper *s = dae_stepper(names[n], p, NULL, &why),
                *other = dae_stepper(names[n], p, NULL, &why);
        ASSERT_STEPPER(s, names[n], why);
        ASSERT_STEPPER(other, names[n], why);
        ASSERT_OK(measure_start(s, p, 0, 0.5, &why), names[n], why);
        ASSERT_OK(measure_start(other, p, 0, 0.5, &why), names[n], why);
        for (int i = 0; i < 10; i++) {
            if (i == 3) {
                stepper_rescale(other, 0.125);
            }
            ASSERT_EQ(STEP_DONE, stepper_step(s));
            ASSERT_EQ(STEP_DONE, stepper_step(other));
            for (int j = 0; j < p->size; j++) {
                ASSERT_NEAR(stepper_state(s)[j] * (i < 3 ? 1 : 0.125), stepper_state(other)[j],
                            1e-13, 1e-12);
            }
        }
        stepper_destroy(s);
        stepper_destroy(other);
        problem_destroy(p);
    }
    PASS();
}

/* t is start + steps h, not a sum that drifts. */
TEST time_does_not_drift(void)
{
    problem *p = NULL;
    ASSERT_OK(dae_test_equation(MOTION_SHEAR, true, -1, 0, 1, &p, &why), "p", why);
    stepper *s = dae_stepper("implicit-euler", p, NULL, &why);
    ASSERT_STEPPER(s, "implicit-euler", why);
    const double start[2] = {1, 0};
    ASSERT_OK(stepper_start(s, 3, 0.1, start, &why), "start", why);
    for (int i = 1; i <= 1000; i++) {
        ASSERT_EQ(STEP_DONE, stepper_step(s));
        ASSERT_EQ(3 + i * 0.1, stepper_time(s));
    }
    stepper_destroy(s);
    problem_destroy(p);
    PASS();
}

/* Without constraints there is no kernel to stabilise. */
TEST stabilisation_changes_nothing_for_odes(void)
{
    static const char *const names[] = {"radau-iia:2", "bdf:2", "gauss-lobatto:2", "gauss:2"};
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        char name[64];
        problem *p = NULL;
        double complex plain[20], stabilised[20];
        snprintf(name, sizeof name, "spin:%s", names[n]);
        ASSERT_OK(dae_test_equation(MOTION_SHEAR, true, -1 + 2 * I, 0, 1, &p, &why), "p", why);
        for (int k = 0; k < 2; k++) {
            stepper *s = dae_stepper(k == 0 ? names[n] : name, p, NULL, &why);
            ASSERT_STEPPER(s, name, why);
            ASSERT_OK(measure_start(s, p, 0, 1, &why), name, why);
            growth g = measure_steps(s, p, 20, k == 0 ? plain : stabilised);
            ASSERT_EQ(STEP_DONE, g.outcome);
            stepper_destroy(s);
        }
        for (int i = 0; i < 20; i++) {
            ASSERTm(name, dae_distance(stabilised[i], plain[i]) < 1e-12);
        }
        problem_destroy(p);
    }
    PASS();
}

/* After every step of a stiffly accurate or projected method the constraints hold. */
TEST steps_end_on_the_constraints(void)
{
    static const char *const names[] = {"radau-iia:3",  "gauss:2", "gauss:2,keep=u",
                                        "crouzeix",     "bdf:3",   "gauss-lobatto:3",
                                        "spin:gauss:2", "tr-bdf2"};
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        for (int k = 0; k < 2; k++) {
            problem *linear = NULL, nonlinear = dae_nonlinear(JACOBIAN_GIVEN);
            ASSERT_OK(
                dae_test_equation(MOTION_ROTATION, false, -0.3 + 1 * I, 0.4, 0.25, &linear, &why),
                "p", why);
            const problem *p = k == 0 ? linear : &nonlinear;
            stepper *s = dae_stepper(names[n], p, NULL, &why);
            ASSERT_STEPPER(s, names[n], why);
            ASSERT_OK(stepper_start_exact(s, 0.1, 0.1, &why), names[n], why);
            for (int i = 0; i < 10; i++) {
                ASSERT_EQ(STEP_DONE, stepper_step(s));
                double violation = initial_violation(p, stepper_time(s), stepper_state(s));
                ASSERTm(support_say("%s: %.2e", names[n], violation), violation < 1e-12);
            }
            stepper_destroy(s);
            problem_destroy(linear);
        }
    }
    PASS();
}

/* x'' = -x as a first-order system, with its slope. */
static void oscillator_slope(const void *data, double t, const double *x, double *xd)
{
    (void)data;
    (void)t;
    xd[0] = x[1];
    xd[1] = -x[0];
}

static void oscillator_residual(const void *data, double t, const double *x, const double *xd,
                                double *r)
{
    oscillator_slope(data, t, x, r);
    r[0] = xd[0] - r[0];
    r[1] = xd[1] - r[1];
}

static problem oscillator(bool with_slope)
{
    return (problem){.name = "oscillator",
                     .size = 2,
                     .differential = 2,
                     .residual = oscillator_residual,
                     .slope = with_slope ? oscillator_slope : NULL};
}

TEST explicit_methods_that_know_the_slope_solve_nothing(void)
{
    static const char *const names[] = {"rk4", "dopri5", "explicit-euler", "heun", "rk38"};
    const problem plain = oscillator(false), quick = oscillator(true);
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        const double start[] = {1, 0.5};
        stepper *a = dae_stepper(names[n], &plain, NULL, &why);
        stepper *b = dae_stepper(names[n], &quick, NULL, &why);
        ASSERT_STEPPER(a, names[n], why);
        ASSERT_STEPPER(b, names[n], why);
        ASSERT_OK(stepper_start(a, 0, 0.1, start, &why), names[n], why);
        ASSERT_OK(stepper_start(b, 0, 0.1, start, &why), names[n], why);
        for (int i = 0; i < 20; i++) {
            ASSERT_EQ(STEP_DONE, stepper_step(a));
            ASSERT_EQ(STEP_DONE, stepper_step(b));
            ASSERT_NEAR(stepper_state(a)[0], stepper_state(b)[0], 1e-13, 0);
            ASSERT_NEAR(stepper_state(a)[1], stepper_state(b)[1], 1e-13, 0);
        }
        ASSERT_EQ(0, stepper_counts(b).jacobians + stepper_counts(b).iterations);
        ASSERT(stepper_counts(b).residuals > 0 && stepper_counts(a).jacobians > 0);
        stepper_destroy(a);
        stepper_destroy(b);
    }
    PASS();
}

/* Adams-Bashforth must follow with the derivative. */
TEST replacing_the_newest_state_is_starting_from_it(void)
{
    static const char *const names[] = {"rk4", "bdf:3", "adams-bashforth:3", "gauss:2"};
    const problem p = oscillator(true);
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        stepper *a = dae_stepper(names[n], &p, NULL, &why);
        stepper *b = dae_stepper(names[n], &p, NULL, &why);
        ASSERT_STEPPER(a, names[n], why);
        ASSERT_STEPPER(b, names[n], why);
        const double states[] = {1, 0, 0.9, 0.2, 0.7, 0.4};
        double other[6];
        memcpy(other, states, sizeof other);
        int last = 2 * (stepper_history(a) - 1);
        other[last] = 2;
        other[last + 1] = 3;
        ASSERT_OK(stepper_start(a, 0, 0.1, states, &why), names[n], why);
        ASSERT_OK(stepper_start(b, 0, 0.1, other, &why), names[n], why);
        stepper_replace(a, other + last);
        for (int i = 0; i < 5; i++) {
            ASSERT_EQ(STEP_DONE, stepper_step(a));
            ASSERT_EQ(STEP_DONE, stepper_step(b));
            ASSERT_NEAR(stepper_state(b)[0], stepper_state(a)[0], 1e-12, 0);
            ASSERT_NEAR(stepper_state(b)[1], stepper_state(a)[1], 1e-12, 0);
        }
        stepper_destroy(a);
        stepper_destroy(b);
    }
    PASS();
}

/* 0 = x2 - sin t, x1 = x2': index 2, where E x = 0 says nothing and there is no projection. */
static void index_2_residual(const void *data, double t, const double *x, const double *xd,
                             double *r)
{
    (void)data;
    r[0] = xd[1] - x[0];
    r[1] = x[1] - sin(t);
}

static bool index_2_slope(const void *data, double t, const double *x, double *xd)
{
    (void)x;
    xd[0] = -sin(t);
    xd[1] = cos(t);
    return data == NULL;
}

TEST unprojected_steppers_take_problems_of_index_2(void)
{
    const problem p = {
        .name = "index 2", .size = 2, .differential = 1, .residual = index_2_residual};
    static const char *const names[] = {"radau-iia:2", "gauss:2", "implicit-euler"};
    const stepper_options options = {.unprojected = true};
    const double start[] = {1, 0}, off[] = {1, 1e-3};
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        stepper *s = dae_stepper(names[n], &p, &options, &why);
        ASSERT_STEPPER(s, names[n], why);
        ASSERT_FALSE(stepper_is_projected(s));
        ASSERT_OK(stepper_start(s, 0, 0.01, off, &why), names[n], why);
        ASSERT_OK(stepper_start(s, 0, 0.01, start, &why), names[n], why);
        for (int i = 0; i < 50; i++) {
            ASSERT_EQm(names[n], STEP_DONE, stepper_step(s));
        }
        ASSERT_NEAR(sin(0.5), stepper_state(s)[1], 1e-5, 0);
        /* |R| = 1 at infinity keeps the error of the first step */
        ASSERT_NEAR(cos(0.5), stepper_state(s)[0], n == 1 ? 0.1 : 1e-2, 0);
        stepper_destroy(s);
    }
    stepper *s = dae_stepper("gauss:2", &p, NULL, &why);
    ASSERT_STEPPER(s, "gauss:2", why);
    ASSERT_OK(stepper_start(s, 0, 0.01, start, &why), "gauss:2", why);
    ASSERTm("projection along the kernel exists?", stepper_step(s) != STEP_DONE);
    stepper_destroy(s);
    PASS();
}

TEST a_problem_may_know_its_consistent_derivative(void)
{
    problem p = {.name = "index 2",
                 .size = 2,
                 .differential = 1,
                 .residual = index_2_residual,
                 .consistent_slope = index_2_slope};
    const double x[] = {cos(0.3), sin(0.3)};
    double xd[2] = {0, 0};
    ASSERT_EQ(STEP_DONE, initial_derivative(&p, 0.3, x, xd));
    ASSERT_NEAR(-sin(0.3), xd[0], 1e-15, 0);
    ASSERT_NEAR(cos(0.3), xd[1], 1e-15, 0);
    p.data = &p;
    ASSERT_EQ(STEP_SINGULAR, initial_derivative(&p, 0.3, x, xd));
    p.consistent_slope = NULL;
    ASSERT_EQ(STEP_SINGULAR, initial_derivative(&p, 0.3, x, xd));
    PASS();
}

TEST every_outcome_has_words(void)
{
    for (int o = STEP_DONE; o <= STEP_TOO_SMALL; o++) {
        ASSERT(strlen(step_outcome_words((step_outcome)o)) > 3);
        for (int other = STEP_DONE; other < o; other++) {
            ASSERT(strcmp(step_outcome_words((step_outcome)o),
                          step_outcome_words((step_outcome)other)) != 0);
        }
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(steps_that_are_not_positive_are_refused);
    RUN_TEST(times_that_are_not_finite_or_hide_the_step_are_refused);
    RUN_TEST(states_that_are_not_finite_are_refused_and_named);
    RUN_TEST(starting_values_off_the_constraints_are_refused);
    RUN_TEST(ode_methods_are_refused_where_there_are_constraints);
    RUN_TEST(a_problem_without_solution_cannot_start_from_it);
    RUN_TEST(example_10_1_is_singular_at_eta_minus_one);
    RUN_TEST(example_10_1_has_factor_eta_over_one_plus_eta);
    RUN_TEST(example_10_1_follows_its_recursion);
    RUN_TEST(example_1_1_has_the_known_factors);
    RUN_TEST(example_1_1_has_the_bdf_roots);
    RUN_TEST(example_1_1_can_be_stabilised);
    RUN_TEST(jacobians_given_or_by_complex_steps_or_differences_lead_to_the_same);
    RUN_TEST(nonlinear_problems_are_solved_with_the_order_of_the_method);
    RUN_TEST(the_pendulum_comes_back_after_its_period);
    RUN_TEST(a_step_that_fails_changes_nothing_and_one_can_go_on);
    RUN_TEST(few_iterations_do_not_converge);
    RUN_TEST(steps_of_linear_problems_are_counted);
    RUN_TEST(rescaling_the_history_rescales_all_that_follows);
    RUN_TEST(time_does_not_drift);
    RUN_TEST(stabilisation_changes_nothing_for_odes);
    RUN_TEST(steps_end_on_the_constraints);
    RUN_TEST(explicit_methods_that_know_the_slope_solve_nothing);
    RUN_TEST(replacing_the_newest_state_is_starting_from_it);
    RUN_TEST(unprojected_steppers_take_problems_of_index_2);
    RUN_TEST(a_problem_may_know_its_consistent_derivative);
    RUN_TEST(every_outcome_has_words);
    GREATEST_MAIN_END();
}
