/* Accelerations and multipliers: the equations they come from. */
#include "lab/lab.h"

#include "lab/dynamics.h"

enum { N = CONSTRAINED_MAX_POSITIONS };

/* M a = f + L y, and the last derivative of the constraints vanishes, on and off them. */
TEST accelerations_satisfy_the_equations_they_come_from(void)
{
    for (int i = 0; i < systems_count(); i++) {
        message why;
        real_dynamics d;
        constrained *c = lab_system(systems_at(i)->name, NULL, 0);
        int n = c->positions, q = c->constraints;
        lab_start s = lab_start_of(c);
        double a[N], y[N], f[N], M[N * N], k[N], t = 0.3;
        for (int j = 0; j < n; j++) {
            s.p[j] += random_between(-0.05, 0.05);
            s.v[j] += random_between(-0.5, 0.5);
        }
        double *v = c->order == 2 ? s.v : NULL;
        ASSERT_OK(real_dynamics_init(&d, c, &why), c->name, why);
        ASSERT(real_accelerate(&d, t, s.p, v, NULL, a, y));
        double size = 1;
        for (int j = 0; j < n; j++) {
            size = fmax(size, fabs(a[j]));
        }
        c->reals.force(c->data, t, s.p, v, f);
        real_couple(&d, t, s.p);
        if (c->reals.mass != NULL) {
            c->reals.mass(c->data, t, s.p, M);
        }
        for (int j = 0; j < n; j++) {
            double sum = c->reals.mass == NULL ? a[j] : 0, terms = fabs(f[j]);
            for (int l = 0; l < n && c->reals.mass != NULL; l++) {
                sum += (c->mass_is_diagonal ? (j == l) * M[j] : M[j * n + l]) * a[l];
            }
            sum -= f[j];
            for (int l = 0; l < q; l++) {
                sum -= d.L[j * q + l] * y[l];
                terms += fabs(d.L[j * q + l] * y[l]);
            }
            ASSERTm(c->name, support_near(0, sum / (terms + size), 1e-11, 0));
        }
        real_last(&d, t, s.p, v, k);
        for (int j = 0; j < q; j++) {
            double sum = k[j];
            for (int l = 0; l < n; l++) {
                sum += d.G[j * n + l] * a[l];
            }
            ASSERTm(c->name, support_near(0, sum / size, 1e-10, 0));
        }
        real_dynamics_clear(&d);
        constrained_destroy(c);
    }
    PASS();
}

/* Off the circle lambda = (|v|^2 - g y)/(2 |q|^2): the form of the notes holds on it only. */
TEST the_multiplier_of_a_pendulum_is_right_off_the_circle_too(void)
{
    message why;
    real_dynamics d;
    constrained *c = lab_system("pendulum", NULL, 0);
    ASSERT_OK(real_dynamics_init(&d, c, &why), "", why);
    for (int k = 0; k < 20; k++) {
        double p[2] = {random_between(0.2, 2), random_between(-2, 2)};
        double v[2] = {random_between(-3, 3), random_between(-3, 3)}, a[2], y[1];
        ASSERT(real_accelerate(&d, 0, p, v, NULL, a, y));
        double square = p[0] * p[0] + p[1] * p[1];
        ASSERT_NEAR((v[0] * v[0] + v[1] * v[1] - 9.81 * p[1]) / (2 * square), y[0], 1e-12, 1e-12);
    }
    real_dynamics_clear(&d);
    constrained_destroy(c);
    PASS();
}

TEST singular_constraints_give_no_number(void)
{
    message why;
    real_dynamics d;
    constrained *c = lab_system("pendulum", NULL, 0);
    double p[2] = {0, 0}, v[2] = {1, 0}, a[2] = {0, 0}, y[1] = {0};
    ASSERT_OK(real_dynamics_init(&d, c, &why), "", why);
    ASSERT_FALSE(real_accelerate(&d, 0, p, v, NULL, a, y));
    ASSERT(isnan(a[0]) && isnan(a[1]) && isnan(y[0]));
    ASSERT(d.singular);
    real_dynamics_clear(&d);
    constrained_destroy(c);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(accelerations_satisfy_the_equations_they_come_from);
    RUN_TEST(the_multiplier_of_a_pendulum_is_right_off_the_circle_too);
    RUN_TEST(singular_constraints_give_no_number);
    GREATEST_MAIN_END();
}
