/* Moving states onto the constraints: nearest points, directions, post-stabilisation. */
#include "lab/lab.h"

#include "lab/projection.h"

enum { N = CONSTRAINED_MAX_POSITIONS };

TEST the_nearest_point_of_a_circle_is_found(void)
{
    message why;
    real_dynamics d;
    constrained *c = lab_system("pendulum", NULL, 0);
    ASSERT_OK(real_dynamics_init(&d, c, &why), "", why);
    for (int k = 0; k < 50; k++) {
        double p[2] = {random_between(-2, 2), random_between(-2, 2)}, p0[2] = {p[0], p[1]};
        double size = hypot(p[0], p[1]), v[2] = {random_between(-3, 3), random_between(-3, 3)};
        double along = (p0[0] * v[0] + p0[1] * v[1]) / size, v0[2] = {v[0], v[1]};
        ASSERT_EQ(STEP_DONE, project_positions(&d, ALONG_CT, 0, p));
        ASSERT_EQ(STEP_DONE, project_velocities(&d, ALONG_CT, 0, p, v));
        for (int i = 0; i < 2; i++) {
            ASSERT_NEAR(p0[i] / size, p[i], 1e-14, 1e-13);
            ASSERT_NEAR(v0[i] - along * p0[i] / size, v[i], 1e-13, 1e-12);
        }
    }
    real_dynamics_clear(&d);
    constrained_destroy(c);
    PASS();
}

/* The least change of all of x: what was added is a combination of the rows of H there. */
TEST coordinate_projection_ends_at_the_nearest_state(void)
{
    message why;
    real_dynamics d;
    constrained *c = lab_system("slider-crank", NULL, 0);
    int n = c->positions, rows = 2 * c->constraints;
    ASSERT_OK(real_dynamics_init(&d, c, &why), "", why);
    for (int k = 0; k < 20; k++) {
        lab_start s = lab_start_of(c);
        double x[2 * N], x0[2 * N], kernel[2 * N];
        for (int i = 0; i < n; i++) {
            x[i] = x0[i] = s.p[i] + random_between(-0.1, 0.1);
            x[n + i] = x0[n + i] = s.v[i] + random_between(-0.1, 0.1);
        }
        ASSERT_EQ(STEP_DONE, project_state(&d, 0, x));
        ASSERT_NEAR(0, constrained_violation(c, 0, 0, x, x + n), 1e-14, 0);
        ASSERT_NEAR(0, constrained_violation(c, 1, 0, x, x + n), 1e-13, 0);
        /* orthogonal to every direction w with H w = 0: take a random one and clean it */
        real_stacked(&d, 0, x, x + n);
        for (int j = 0; j < 2 * n; j++) {
            kernel[j] = random_between(-1, 1);
        }
        for (int sweep = 0; sweep < 400; sweep++) { /* Kaczmarz onto H w = 0 */
            for (int i = 0; i < rows; i++) {
                double dot = 0, square = 0;
                for (int j = 0; j < 2 * n; j++) {
                    dot += d.H[i * 2 * n + j] * kernel[j];
                    square += d.H[i * 2 * n + j] * d.H[i * 2 * n + j];
                }
                for (int j = 0; j < 2 * n; j++) {
                    kernel[j] -= dot / square * d.H[i * 2 * n + j];
                }
            }
        }
        double dot = 0, size = 0;
        for (int j = 0; j < 2 * n; j++) {
            dot += kernel[j] * (x[j] - x0[j]);
            size += kernel[j] * kernel[j];
        }
        ASSERT(size > 1e-6);
        ASSERT_NEAR(0, dot, 1e-9, 0);
    }
    real_dynamics_clear(&d);
    constrained_destroy(c);
    PASS();
}

/* In the norm of M the change is M^{-1} G^T mu: momenta change along G^T. */
TEST weighted_projection_moves_along_the_masses(void)
{
    message why;
    real_dynamics d;
    constrained *c = lab_system("double-pendulum", "m", 100);
    lab_start s = lab_start_of(c);
    double v[4];
    ASSERT_OK(real_dynamics_init(&d, c, &why), "", why);
    for (int i = 0; i < 4; i++) {
        v[i] = random_between(-1, 1);
    }
    double v0[4];
    memcpy(v0, v, sizeof v);
    ASSERT_EQ(STEP_DONE, project_velocities(&d, ALONG_B, 0, s.p, v));
    ASSERT_NEAR(0, constrained_violation(c, 1, 0, s.p, v), 1e-13, 0);
    /* p is horizontal: G has the rows (2,0,0,0) and (-2,0,2,0), so the vertical parts stay */
    ASSERT_NEAR(v0[1], v[1], 1e-15, 0);
    ASSERT_NEAR(v0[3], v[3], 1e-15, 0);
    ASSERT_NEAR(0, v[0], 1e-14, 0);
    ASSERT_NEAR(0, v[2], 1e-14, 0);
    real_dynamics_clear(&d);
    constrained_destroy(c);
    PASS();
}

/* h = O(e) becomes O(e^2) in positions at once, and in velocities the second time. (A
 * pendulum needs no second time: velocities are orthogonal to how its normal moves along itself.)
 */
TEST post_stabilisation_squares_the_residual(void)
{
    message why;
    constrained *c = lab_system("slider-crank", NULL, 0);
    real_dynamics d;
    ASSERT_OK(real_dynamics_init(&d, c, &why), "", why);
    double residual[2][2][2]; /* size, times, level */
    for (int size = 0; size < 2; size++) {
        for (int times = 1; times <= 2; times++) {
            static const double along[] = {1, 0.3, -0.7, 2, 0.5, -1, 0.2, 0.9};
            double x[8];
            c->start(c->data, x, x + 4);
            for (int i = 0; i < 8; i++) {
                x[i] += (size == 0 ? 1e-3 : 5e-4) * along[i];
            }
            post_stabiliser s = {.along = ALONG_B, .times = times};
            ASSERT_OK(post_stabiliser_init(&s, c, &why), "", why);
            ASSERT_EQ(STEP_DONE, post_stabilise(&s, &d, 0, x));
            for (int level = 0; level < 2; level++) {
                residual[size][times - 1][level] = constrained_violation(c, level, 0, x, x + 4);
            }
            post_stabiliser_clear(&s);
        }
    }
    ASSERT_NEAR(2, lab_order(residual[0][0][0], residual[1][0][0]), 0.05, 0);
    ASSERT_NEAR(1, lab_order(residual[0][0][1], residual[1][0][1]), 0.05, 0); /* I - HF is not 0 */
    ASSERT_NEAR(2, lab_order(residual[0][1][1], residual[1][1][1]), 0.1, 0);
    ASSERT(residual[0][1][0] < 1e-9);
    real_dynamics_clear(&d);
    constrained_destroy(c);
    PASS();
}

TEST singular_constraints_are_told_from_failures(void)
{
    message why;
    real_dynamics d;
    constrained *c = lab_system("pendulum", NULL, 0);
    double p[2] = {0, 0}, v[2] = {1, 1}, x[4] = {0, 0, 1, 1};
    ASSERT_OK(real_dynamics_init(&d, c, &why), "", why);
    ASSERT_EQ(STEP_SINGULAR, project_positions(&d, ALONG_CT, 0, p));
    ASSERT_EQ(STEP_SINGULAR, project_velocities(&d, ALONG_B, 0, p, v));
    ASSERT_EQ(STEP_SINGULAR, project_state(&d, 0, x));
    real_dynamics_clear(&d);
    constrained_destroy(c);
    PASS();
}

TEST starting_values_are_repaired_and_the_repair_is_told(void)
{
    message why;
    start_repair told;
    constrained *c = lab_system("pendulum", NULL, 0);
    double p[2] = {1.2, 0}, v[2] = {0.3, -5};
    ASSERT_OK(start_make_consistent(c, 0, p, v, &told, &why), "", why);
    ASSERT(told.repaired);
    ASSERT_NEAR(0.44, told.violation[0], 1e-14, 0);
    ASSERT_NEAR(0.2, told.moved[0], 1e-14, 0);
    ASSERT_NEAR(0.72, told.violation[1], 1e-13, 0); /* 2 p v at the p given */
    ASSERT_NEAR(0.3, told.moved[1], 1e-14, 0);
    ASSERT_NEAR(1, p[0], 1e-15, 0);
    ASSERT_OK(start_make_consistent(c, 0, p, v, &told, &why), "", why);
    ASSERT_FALSE(told.repaired);
    double bad[2] = {0, 0};
    ASSERT_EQ(STATUS_FAILED, start_make_consistent(c, 0, bad, v, &told, &why));
    ASSERTm(why.text, strstr(why.text, "dependent") != NULL);
    constrained_destroy(c);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(the_nearest_point_of_a_circle_is_found);
    RUN_TEST(coordinate_projection_ends_at_the_nearest_state);
    RUN_TEST(weighted_projection_moves_along_the_masses);
    RUN_TEST(post_stabilisation_squares_the_residual);
    RUN_TEST(singular_constraints_are_told_from_failures);
    RUN_TEST(starting_values_are_repaired_and_the_repair_is_told);
    GREATEST_MAIN_END();
}
