/* The stage system: Newton's method on combinations of unknown vectors. */
#include "dae/stages.h"

#include "dae/dae.h"
#include "support/support.h"

static message why;

/* One unknown vector K with x = K, h x' = K: F(t, K, K/h) = 0. Any F can be solved with it. */
static const double one[] = {1};
static const double zeros[8] = {0};

/* x1' + x1 = 3, x2^3 = 8: with h = 0.5 and x' = x/h, 2 x1 + x1 = 3. */
static void cubic_residual(const void *data, double t, const double *x, const double *xd, double *r)
{
    (void)data;
    (void)t;
    r[0] = xd[0] + x[0] - 3;
    r[1] = x[1] * x[1] * x[1] - 8;
}

static problem cubic(void)
{
    return (problem){.name = "cubic", .size = 2, .differential = 1, .residual = cubic_residual};
}

TEST a_nonlinear_system_is_solved(void)
{
    problem p = cubic();
    stages s;
    const stage_point point = {.rows = 2, .P = one, .D = one, .base = zeros};
    ASSERT_OK(stages_init(&s, &p, 1, NULL, &why), "stages", why);
    for (int n = 0; n < 30; n++) {
        double K[2] = {random_between(-5, 5), random_between(0.5, 10)};
        ASSERT_EQ(STEP_DONE, stages_solve(&s, &point, 1, 1, 0.5, NULL, K));
        ASSERT_NEAR(1, K[0], 1e-12, 0);
        ASSERT_NEAR(2, K[1], 1e-12, 0);
    }
    stages_clear(&s);
    PASS();
}

/* x = base + sum P K, h x' = sum D K + slope: two points, two unknown vectors, against the solution
 * of the linear system by hand. F = x' + a(t) x - f(t), a = 1 + t, f = 2 - t. */
static void scalar_residual(const void *data, double t, const double *x, const double *xd,
                            double *r)
{
    (void)data;
    r[0] = xd[0] + (1 + t) * x[0] - (2 - t);
}

TEST combinations_are_as_they_are_said_to_be(void)
{
    problem p = {.name = "scalar",
                 .size = 1,
                 .differential = 1,
                 .linear = true,
                 .residual = scalar_residual};
    stages s;
    ASSERT_OK(stages_init(&s, &p, 2, NULL, &why), "stages", why);
    for (int n = 0; n < 30; n++) {
        double P[2][2], D[2][2], base[2], slope[2], t[2], h = random_between(0.2, 1), K[2] = {0};
        stage_point points[2];
        for (int j = 0; j < 2; j++) {
            for (int l = 0; l < 2; l++) {
                P[j][l] = random_between(-1, 1);
                D[j][l] = random_between(-1, 1) + (j == l ? 2 : 0);
            }
            base[j] = random_between(-1, 1);
            slope[j] = random_between(-1, 1);
            t[j] = random_between(0, 1);
            points[j] = (stage_point){.t = t[j],
                                      .rows = 1,
                                      .P = P[j],
                                      .D = D[j],
                                      .base = &base[j],
                                      .slope = n % 2 == 0 ? &slope[j] : NULL};
        }
        ASSERT_EQ(STEP_DONE, stages_solve(&s, points, 2, 2, h, NULL, K));
        for (int j = 0; j < 2; j++) { /* the equations hold */
            double x = base[j] + P[j][0] * K[0] + P[j][1] * K[1];
            double xd = (D[j][0] * K[0] + D[j][1] * K[1] + (n % 2 == 0 ? slope[j] : 0)) / h;
            ASSERT_NEAR(0, xd + (1 + t[j]) * x - (2 - t[j]), 1e-8, 0); /* F_x by differences */
        }
    }
    stages_clear(&s);
    PASS();
}

/* Points may contribute some of their equations only: x' at one time, the constraint at another. */
TEST equations_may_hold_at_different_points(void)
{
    problem p = dae_nonlinear(JACOBIAN_GIVEN);
    stages s;
    const double tenth[] = {0.1};
    ASSERT_OK(stages_init(&s, &p, 1, NULL, &why), "stages", why);
    const stage_point points[2] = {
        {.t = 0.3, .first = 0, .rows = 1, .P = tenth, .D = one, .base = (double[]){1, 2}},
        {.t = 0.7, .first = 1, .rows = 1, .P = one, .D = one, .base = zeros}};
    double K[2] = {0.5, 2.5}, x[2], xd[2], r[2];
    ASSERT_EQ(STEP_DONE, stages_solve(&s, points, 2, 1, 0.5, NULL, K));
    for (int i = 0; i < 2; i++) {
        x[i] = points[0].base[i] + 0.1 * K[i];
        xd[i] = K[i] / 0.5;
    }
    dae_nonlinear_residual(NULL, 0.3, x, xd, r);
    ASSERT_NEAR(0, r[0], 1e-11, 0);
    dae_nonlinear_residual(NULL, 0.7, K, xd, r);
    ASSERT_NEAR(0, r[1], 1e-11, 0);
    stages_clear(&s);
    PASS();
}

/* In the coordinates of a frame: x = Qh y solves the same equations. */
TEST frames_change_coordinates_and_not_equations(void)
{
    problem p = dae_nonlinear(JACOBIAN_GIVEN);
    stages s;
    frame f;
    const double old[4] = {1, 0, 0, 0}, new[4] = {cos(0.4), sin(0.4), 0, 0};
    ASSERT_OK(stages_init(&s, &p, 1, NULL, &why), "stages", why);
    ASSERT_OK(frame_init(&f, 2, 1, false, &why), "frame", why);
    ASSERT(frame_span(&f, old, new, 1, 0.25));
    const double weight[] = {0.5}, base[2] = {0.8, 2.4};
    const stage_point point = {.t = 0.9, .rows = 2, .P = weight, .D = one, .base = base};
    double K[2] = {0}, y[2], yd[2], x[2], xd[2], r[2];
    ASSERT_EQ(STEP_DONE, stages_solve(&s, &point, 1, 1, 0.25, &f, K));
    for (int i = 0; i < 2; i++) {
        y[i] = base[i] + 0.5 * K[i];
        yd[i] = K[i] / 0.25;
    }
    frame_leave(&f, 0.9, y, yd, x, xd);
    dae_nonlinear_residual(NULL, 0.9, x, xd, r);
    ASSERT_NEAR(0, r[0], 1e-10, 0);
    ASSERT_NEAR(0, r[1], 1e-10, 0);
    frame_clear(&f);
    stages_clear(&s);
    PASS();
}

/* Two constraints that say the same. */
static void twice_residual(const void *data, double t, const double *x, const double *xd, double *r)
{
    double factor = *(const double *)data;
    (void)t;
    (void)xd;
    r[0] = x[0] + 2 * x[1] - 1;
    r[1] = factor * (x[0] + 2 * x[1]) - 1;
}

static void twice_jacobian(const void *data, double t, const double *x, const double *xd,
                           double *Fx, double *Fxd)
{
    double factor = *(const double *)data;
    (void)t;
    (void)x;
    (void)xd;
    Fx[0] = 1;
    Fx[1] = 2;
    Fx[2] = factor;
    Fx[3] = 2 * factor;
    memset(Fxd, 0, 4 * sizeof *Fxd);
}

TEST singular_systems_are_singular_in_any_units(void)
{
    static const double factors[] = {1, 3, 1e-12, 1e12, 1e-200};
    for (int i = 0; i < 5; i++) {
        double factor = factors[i];
        problem p = {.name = "twice",
                     .size = 2,
                     .linear = true,
                     .data = &factor,
                     .residual = twice_residual,
                     .jacobian = twice_jacobian};
        stages s;
        const stage_point point = {.rows = 2, .P = one, .D = one, .base = zeros};
        double K[2] = {0};
        ASSERT_OK(stages_init(&s, &p, 1, NULL, &why), "stages", why);
        ASSERT_EQm(support_say("%g", factor), STEP_SINGULAR,
                   stages_solve(&s, &point, 1, 1, 1, NULL, K));
        stages_clear(&s);
    }
    PASS();
}

/* Equations in units that differ by many powers of ten are not singular. */
static void scaled_jacobian(const void *data, double t, const double *x, const double *xd,
                            double *Fx, double *Fxd)
{
    double factor = *(const double *)data;
    (void)t;
    (void)x;
    (void)xd;
    Fx[0] = 1;
    Fx[1] = 2;
    Fx[2] = factor;
    Fx[3] = -factor;
    memset(Fxd, 0, 4 * sizeof *Fxd);
}

static void scaled_residual(const void *data, double t, const double *x, const double *xd,
                            double *r)
{
    double factor = *(const double *)data;
    (void)t;
    (void)xd;
    r[0] = x[0] + 2 * x[1] - 5;
    r[1] = factor * (x[0] - x[1] + 1);
}

TEST badly_scaled_systems_are_not_singular(void)
{
    static const double factors[] = {1, 1e-100, 1e100, 1e-300};
    for (int i = 0; i < 4; i++) {
        double factor = factors[i];
        problem p = {.name = "scaled",
                     .size = 2,
                     .linear = true,
                     .data = &factor,
                     .residual = scaled_residual,
                     .jacobian = scaled_jacobian};
        stages s;
        const stage_point point = {.rows = 2, .P = one, .D = one, .base = zeros};
        double K[2] = {0};
        ASSERT_OK(stages_init(&s, &p, 1, NULL, &why), "stages", why);
        ASSERT_EQm(support_say("%g", factor), STEP_DONE,
                   stages_solve(&s, &point, 1, 1, 1, NULL, K));
        ASSERT_NEAR(1, K[0], 1e-14, 0);
        ASSERT_NEAR(2, K[1], 1e-14, 0);
        stages_clear(&s);
    }
    PASS();
}

TEST one_iteration_is_enough_for_linear_problems(void)
{
    problem p = {.name = "scalar",
                 .size = 1,
                 .differential = 1,
                 .linear = true,
                 .residual = scalar_residual};
    stages s;
    const stage_point point = {.t = 0.5, .rows = 1, .P = one, .D = one, .base = zeros};
    double K[1] = {17};
    ASSERT_OK(stages_init(&s, &p, 1, NULL, &why), "stages", why);
    ASSERT_EQ(STEP_DONE, stages_solve(&s, &point, 1, 1, 1, NULL, K));
    ASSERT_NEAR(1.5 / 2.5, K[0], 1e-8, 0); /* x + 1.5 x = 1.5; the Jacobian is by differences */
    ASSERT_EQ(1, s.counts.iterations);
    ASSERT_EQ(1, s.counts.residuals);
    ASSERT_EQ(1, s.counts.jacobians);
    ASSERT_EQ(1, s.counts.factorisations);
    stages_clear(&s);
    PASS();
}

/* Newton's method doubles the digits: some six iterations from a poor guess, none after. */
TEST iterations_are_counted_and_few(void)
{
    problem p = cubic();
    stages s;
    const stage_point point = {.rows = 2, .P = one, .D = one, .base = zeros};
    double K[2] = {0.9, 2.5};
    ASSERT_OK(stages_init(&s, &p, 1, NULL, &why), "stages", why);
    ASSERT_EQ(STEP_DONE, stages_solve(&s, &point, 1, 1, 0.5, NULL, K));
    ASSERT(s.counts.iterations >= 3 && s.counts.iterations <= 8);
    long before = s.counts.iterations;
    ASSERT_EQ(s.counts.iterations, s.counts.residuals);
    ASSERT_EQ(s.counts.factorisations, s.counts.jacobians);
    ASSERT(s.counts.factorisations <= s.counts.iterations);
    ASSERT_EQ(STEP_DONE, stages_solve(&s, &point, 1, 1, 0.5, NULL, K));
    ASSERT(s.counts.iterations - before <= 2);
    stages_clear(&s);
    PASS();
}

TEST the_limits_of_newton_are_respected(void)
{
    problem p = cubic();
    stages s;
    const stage_point point = {.rows = 2, .P = one, .D = one, .base = zeros};
    const newton_options few = {.iterations = 3}, coarse = {.tolerance = 0.2};
    double K[2] = {1, 1000};
    ASSERT_OK(stages_init(&s, &p, 1, &few, &why), "stages", why);
    ASSERT_EQ(STEP_NO_CONVERGENCE, stages_solve(&s, &point, 1, 1, 0.5, NULL, K));
    ASSERT_EQ(3, s.counts.iterations);
    stages_clear(&s);
    K[0] = 1;
    K[1] = 2.3;
    ASSERT_OK(stages_init(&s, &p, 1, &coarse, &why), "stages", why);
    ASSERT_EQ(STEP_DONE, stages_solve(&s, &point, 1, 1, 0.5, NULL, K));
    ASSERT_EQ(1, s.counts.iterations);
    ASSERT_NEAR(2, K[1], 0.1, 0);
    stages_clear(&s);
    PASS();
}

static void nan_residual(const void *data, double t, const double *x, const double *xd, double *r)
{
    (void)data;
    (void)x;
    r[0] = t > 0 ? NAN : xd[0];
}

static void infinite_jacobian(const void *data, double t, const double *x, const double *xd,
                              double *Fx, double *Fxd)
{
    (void)data;
    (void)t;
    (void)x;
    (void)xd;
    Fx[0] = INFINITY;
    Fxd[0] = 1;
}

TEST what_is_not_finite_is_said_to_be_so(void)
{
    problem p = {
        .name = "nan", .size = 1, .differential = 1, .linear = true, .residual = nan_residual};
    stages s;
    stage_point point = {.t = 1, .rows = 1, .P = one, .D = one, .base = zeros};
    double K[1] = {0};
    ASSERT_OK(stages_init(&s, &p, 1, NULL, &why), "stages", why);
    ASSERT_EQ(STEP_NOT_FINITE, stages_solve(&s, &point, 1, 1, 1, NULL, K));
    point.t = 0;
    K[0] = 0;
    ASSERT_EQ(STEP_DONE, stages_solve(&s, &point, 1, 1, 1, NULL, K));
    p.jacobian = infinite_jacobian;
    K[0] = 0;
    ASSERT_EQ(STEP_NOT_FINITE, stages_solve(&s, &point, 1, 1, 1, NULL, K));
    stages_clear(&s);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(a_nonlinear_system_is_solved);
    RUN_TEST(combinations_are_as_they_are_said_to_be);
    RUN_TEST(equations_may_hold_at_different_points);
    RUN_TEST(frames_change_coordinates_and_not_equations);
    RUN_TEST(singular_systems_are_singular_in_any_units);
    RUN_TEST(badly_scaled_systems_are_not_singular);
    RUN_TEST(one_iteration_is_enough_for_linear_problems);
    RUN_TEST(iterations_are_counted_and_few);
    RUN_TEST(the_limits_of_newton_are_respected);
    RUN_TEST(what_is_not_finite_is_said_to_be_so);
    GREATEST_MAIN_END();
}
