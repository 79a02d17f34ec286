/* Moving states onto the constraints: nearest points, directions, post-stabilisation. */
#include "lab/lab.h"

#include "lab/formulation.h"
#include "lab/projection.h"
#include "numerics/linear.h"

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

/* The second example of Ascher and Petzold in their form (4.7) with D = C^T, written out:
 * x' = q - F (C q + C' x + r') + D mu, 0 = C x + r, F = B/(C B). One step of a method with
 * coefficients A, b, c of s stages, each with the unknowns x' and mu; then x_new is moved along D.
 */
static void own_projected_step(int s, const double *A, const double *b, const double *c, double t,
                               double h, double *x)
{
    enum { STAGES = 2, SIZE = 3 * STAGES };
    const double nu = 1000;
    double K[SIZE * SIZE] = {0}, y[SIZE], moved = 0;
    int n = 3 * s, pivot[SIZE];
    for (int j = 0; j < s; j++) {
        double u = t + c[j] * h, e = exp(u);
        double C[2] = {u + 2, u * u - 4}, Cd[2] = {1, 2 * u};
        double r = -(u * u + u - 2) * e, rd = -(u * u + 3 * u - 1) * e;
        double q[2] = {(1 + nu) * e, (1 + (nu - 1) / (2 - u)) * e};
        double B[2] = {(2 - u) * nu, nu - 1}, CB = C[0] * B[0] + C[1] * B[1];
        for (int i = 0; i < 2; i++) {
            double F = B[i] / CB, *row = K + (3 * j + i) * n;
            for (int l = 0; l < s; l++) {
                for (int k = 0; k < 2; k++) {
                    row[3 * l + k] = (i == k && j == l) + F * h * A[j * s + l] * Cd[k];
                    K[(3 * j + 2) * n + 3 * l + k] = h * A[j * s + l] * C[k];
                }
            }
            row[3 * j + 2] = -C[i];
            y[3 * j + i] =
                q[i] - F * (C[0] * q[0] + C[1] * q[1] + Cd[0] * x[0] + Cd[1] * x[1] + rd);
        }
        y[3 * j + 2] = -(C[0] * x[0] + C[1] * x[1] + r);
    }
    real_lu_factor(K, n, pivot);
    real_lu_solve(K, n, pivot, y, 1);
    for (int i = 0; i < n; i++) {
        x[i % 3 % 2] += i % 3 < 2 ? h * b[i / 3] * y[i] : 0;
    }
    double u = t + h, C[2] = {u + 2, u * u - 4};
    moved = (C[0] * x[0] + C[1] * x[1] - (u * u + u - 2) * exp(u)) / (C[0] * C[0] + C[1] * C[1]);
    x[0] -= C[0] * moved;
    x[1] -= C[1] * moved;
}

/* The end of section 4 of Ascher and Petzold: on (4.7) projected Runge-Kutta methods work very
 * well, because there they project along D. */
TEST projected_methods_do_not_lose_what_the_direction_of_a_formulation_gains(void)
{
    const double root = sqrt(3), h = 0.01;
    const double A[2][4] = {{0.5}, {0.25, 0.25 - root / 6, 0.25 + root / 6, 0.25}};
    const double b[2][2] = {{1}, {0.5, 0.5}},
                 nodes[2][2] = {{0.5}, {0.5 - root / 6, 0.5 + root / 6}};
    static const char *const methods[] = {"projected:gauss:1", "projected:gauss:2"};
    static const double errors[] = {3.40e-5, 6.18e-8};
    constrained *c = lab_system("ascher-petzold-2", NULL, 0);
    for (int k = 0; k < 2; k++) {
        message why;
        lab_result r;
        double x[2] = {1, 1};
        for (int i = 0; i < 100; i++) {
            own_projected_step(k + 1, A[k], b[k], nodes[k], i * h, h, x);
        }
        ASSERT_OK(lab_go(c, "projected-invariant:D=CT", methods[k], h, 0, 1, NULL, &r, &why), "",
                  why);
        ASSERT_NEAR(x[0], r.p[0], 1e-12, 0);
        ASSERT_NEAR(x[1], r.p[1], 1e-12, 0);
        ASSERT_NEAR(errors[k], fmax(fabs(x[0] - exp(1)), fabs(x[1] - exp(1))), 0, 2e-3);
        ASSERT_OK(lab_go(c, "projected-invariant:D=unit", methods[k], h, 0, 1, NULL, &r, &why), "",
                  why);
        ASSERT_NEAR(errors[k], lab_error(c, &r), 0, 2e-3);
    }
    constrained_destroy(c);
    PASS();
}

/* Positions are moved by mu, along D; velocities by mu where the formulation has one for them, else
 * by the multipliers of the forces, along B = M^{-1} C^T. */
TEST projected_methods_move_each_level_along_its_multiplier(void)
{
    enum { B, CT, UNIT };
    static const struct {
        const char *name;
        int along[2];
    } rows[] = {{"projected-invariant:D=CT,k=2", {CT, CT}},
                {"projected-invariant:D=unit,k=2", {UNIT, UNIT}},
                {"projected-invariant:D=B,k=2", {B, B}},
                {"stabilised-index-2:D=CT", {CT, B}},
                {"stabilised-index-2:D=unit", {UNIT, B}}};
    const double nu = 100, t = 0.3, directions[][2] = {{(2 - t) * nu, nu - 1}, {1, t - 2}, {0, 1}};
    constrained *c = lab_system("ascher-petzold-3", "nu", nu);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        message why;
        formulation_choice how;
        formulation *f = NULL;
        double x[PROBLEM_MAX_SIZE] = {1.2, 1.7, 0.4, -0.9}, held[4];
        memcpy(held, x, sizeof held);
        ASSERT_OK(formulation_read(rows[i].name, &how, &why), rows[i].name, why);
        ASSERT_OK(formulation_create(c, &how, false, t, x, &f, &why), rows[i].name, why);
        ASSERT_EQm(rows[i].name, STEP_DONE, formulation_project(f, t, x));
        ASSERT_NEAR(0, constrained_violation(c, 0, t, x, x + 2), 1e-12, 0);
        ASSERT_NEAR(0, constrained_violation(c, 1, t, x, x + 2), 1e-12, 0);
        for (int level = 0; level < 2; level++) {
            const double *d = directions[rows[i].along[level]];
            double move[2] = {x[2 * level] - held[2 * level],
                              x[2 * level + 1] - held[2 * level + 1]};
            double size = hypot(move[0], move[1]);
            ASSERT(size > 0.01);
            ASSERTm(rows[i].name,
                    support_near(0, (move[0] * d[1] - move[1] * d[0]) / (size * hypot(d[0], d[1])),
                                 1e-9, 0));
        }
        formulation_destroy(f);
    }
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
    RUN_TEST(projected_methods_do_not_lose_what_the_direction_of_a_formulation_gains);
    RUN_TEST(projected_methods_move_each_level_along_its_multiplier);
    GREATEST_MAIN_END();
}
