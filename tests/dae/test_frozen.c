#include "dae/frozen.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "dae/amplify.h"
#include "method/catalogue.h"
#include "stability/evaluate.h"
#include "stability/largest_h.h"
#include "support/support.h"

static message why;
static catalogue *all;

static const char *const names[] = {"implicit-euler", "gauss:1,keep=u",  "gauss:3,keep=u",
                                    "radau-iia:2",    "radau-iia:4",     "lobatto-iiic:3",
                                    "sdirk2",         "gauss-lobatto:1", "gauss-lobatto:3",
                                    "bdf:2",          "bdf:3",           "bdf:5"};
enum { NAMES = sizeof names / sizeof names[0] };

static status open_tableau(const char *name, tableau *out)
{
    method *m = NULL;
    status s = catalogue_open(all, name, &m, &why);
    if (s == STATUS_OK) {
        method_tableau(m, out);
    }
    method_destroy(m);
    return s;
}

/* A kernel that rotates, d = a = 1: A11 = Lam1 + Lam2 A21 - Omega A21. */
static frozen rotation(double lambda, double omega, double alpha)
{
    frozen f = {.d = 1, .a = 1, .Omega = {omega}, .A21 = {alpha}};
    f.Lam1[0] = lambda;
    f.Lam2[0] = omega;
    return f;
}

/* Implicit Euler has (cos w - alpha sin w)/(1 - z - alpha w). */
TEST implicit_euler_is_its_formula(void)
{
    tableau t;
    ASSERT_OK(open_tableau("implicit-euler", &t), "euler", why);
    for (int n = 0; n < 50; n++) {
        double lambda = random_between(-5, 1), omega = random_between(-9, 9);
        double alpha = random_between(-3, 3), h = random_between(0.001, 1), growth = 0;
        frozen f = rotation(lambda, omega, alpha);
        ASSERT_OK(frozen_growth(&t, &f, h, &growth, &why), "step", why);
        double w = h * omega;
        double exact = fabs((cos(w) - alpha * sin(w)) / (1 - h * lambda - alpha * w));
        ASSERT_NEAR(exact, growth, 0, 1e-9);
    }
    PASS();
}

/* alpha = 1 is the rotating test equation, whose stability polynomial is found in another way. */
TEST rotations_have_the_roots_of_their_polynomial(void)
{
    for (int n = 0; n < 4 * NAMES; n++) {
        const char *name = names[n % NAMES];
        method *m = NULL;
        phi *p = NULL;
        tableau t;
        evaluation e = {0};
        double h = random_between(0.05, 1), lambda = random_between(-3, 0.5);
        double omega = random_between(-4, 4), growth = 0;
        ASSERT_OK(catalogue_open(all, name, &m, &why), name, why);
        method_tableau(m, &t);
        frozen f = rotation(lambda, omega, 1);
        ASSERT_OK(frozen_growth(&t, &f, h, &growth, &why), name, why);
        ASSERT_OK(phi_compile(m, MOTION_ROTATION, &p, &why), name, why);
        ASSERT_OK(phi_evaluate(p, (wide){.high = h * lambda}, (wide){0}, (wide){.high = h * omega},
                               &e, &why),
                  name, why);
        ASSERTm(support_say("%s: %s", name, support_words),
                support_near(e.growth, growth, 0, 1e-8));
        phi_destroy(p);
        method_destroy(m);
    }
    PASS();
}

/* c = a b, all n by n or as told. */
static void product(const double *a, const double *b, int rows, int inner, int columns, double *c)
{
    for (int i = 0; i < rows * columns; i++) {
        c[i] = 0;
        for (int k = 0; k < inner; k++) {
            c[i] += a[i / columns * inner + k] * b[k * columns + i % columns];
        }
    }
}

/* Two rotations side by side, seen in other orthonormal bases of cokernel and kernel: the larger
 * growth of both. P^T Omega S, S^T A21 P, P^T Lam1 P, P^T Lam2 S. */
TEST bases_do_not_matter(void)
{
    for (int n = 0; n < 2 * NAMES; n++) {
        const char *name = names[n % NAMES];
        double c = cos(0.1 * n), s = sin(0.1 * n), held[4], growth[3] = {0}, h = 0.3;
        const double P[] = {c, -s, s, c}, Pt[] = {c, s, -s, c};
        const double S[] = {s, c, c, -s}; /* a reflection, its own inverse */
        frozen each[2], both = {.d = 2, .a = 2};
        tableau t;
        ASSERT_OK(open_tableau(name, &t), name, why);
        double Omega[4] = {0}, A21[4] = {0}, Lam1[4] = {0}, Lam2[4] = {0};
        for (int i = 0; i < 2; i++) {
            each[i] = rotation(random_between(-4, 0), random_between(-5, 5), random_between(-2, 2));
            Omega[3 * i] = each[i].Omega[0];
            A21[3 * i] = each[i].A21[0];
            Lam1[3 * i] = each[i].Lam1[0];
            Lam2[3 * i] = each[i].Lam2[0];
            ASSERT_OK(frozen_growth(&t, &each[i], h, &growth[i], &why), name, why);
        }
        product(Pt, Omega, 2, 2, 2, held);
        product(held, S, 2, 2, 2, both.Omega);
        product(S, A21, 2, 2, 2, held);
        product(held, P, 2, 2, 2, both.A21);
        product(Pt, Lam1, 2, 2, 2, held);
        product(held, P, 2, 2, 2, both.Lam1);
        product(Pt, Lam2, 2, 2, 2, held);
        product(held, S, 2, 2, 2, both.Lam2);
        ASSERT_OK(frozen_growth(&t, &both, h, &growth[2], &why), name, why);
        ASSERTm(support_say("%s: %s", name, support_words),
                support_near(fmax(growth[0], growth[1]), growth[2], 0, 1e-7));
    }
    PASS();
}

/* Three unknowns, two differential equations, a kernel that turns in the plane of the first and
 * the third: real steps on the equation as it is written. */
TEST real_steps_grow_as_the_frozen_model_does(void)
{
    static const char data[] =
        "size = 3\nlet c = cos(3*t)\nlet s = sin(3*t)\nE = c 0 -s\n 0 1 0\n 0 0 0\n"
        "A = -1*c+2*s 1/2 s+2*c\n -3/4*c+1/3*s -2 3/4*s+1/3*c\n 3/2*c-s -1 -3/2*s-c\n";
    enum { N = 512 };
    frozen f = {.d = 2,
                .a = 1,
                .Omega = {3, 0},
                .A21 = {1.5, -1},
                .Lam1 = {-1, 0.5, -0.75, -2},
                .Lam2 = {2, 1.0 / 3}};
    equation *e = NULL;
    ASSERT_OK(equation_parse("t.dae", data, strlen(data), &e, &why), data, why);
    for (int n = 0; n < 2 * NAMES; n++) {
        tableau t;
        double logs[N], growth = 0, h = random_between(0.05, 0.6);
        int done = 0;
        bool negative = false;
        ASSERT_OK(open_tableau(names[n % NAMES], &t), names[n % NAMES], why);
        ASSERT_OK(frozen_growth(&t, &f, h, &growth, &why), "frozen", why);
        ASSERT_OK(amplify_steps(&t, e, 2, 0.7, h, N, 0, logs, &done, &negative, &why), "real", why);
        ASSERT_EQ_FMT(N, done, "%d");
        ASSERTm(support_say("%s, h = %.17g: %s", names[n % NAMES], h, support_words),
                support_near(log(growth), (logs[N - 1] - logs[N / 2 - 1]) / (N / 2), 8.0 / N, 0));
    }
    equation_destroy(e);
    PASS();
}

/* |cos w - sin w| = 1 - z - w by halves; lambda = -1, omega = 20 has 0.04465. Without spin there is
 * none for an A-stable method, and all of them grow with lambda > 0. */
TEST the_largest_step_is_found(void)
{
    tableau t;
    double h = 0, low = 0.04, high = 0.05;
    ASSERT_OK(open_tableau("implicit-euler", &t), "euler", why);
    for (int n = 0; n < 60; n++) {
        double middle = (low + high) / 2, w = 20 * middle;
        bool grows = fabs(cos(w) - sin(w)) > fabs(1 + middle - w);
        *(grows ? &high : &low) = middle;
    }
    frozen f = rotation(-1, 20, 1);
    ASSERT_OK(frozen_largest_h(&t, &f, 1e-4, 1, 0, &h, &why), "h", why);
    ASSERT_NEAR(low, h, 0, 1e-10);
    ASSERT_NEAR(0.04465, h, 5e-6, 0);
    f = rotation(-1, 0, 1);
    ASSERT_OK(frozen_largest_h(&t, &f, 1e-2, 20, 0, &h, &why), "h", why);
    ASSERT(isinf(h));
    f = rotation(1, 0, 1);
    ASSERT_OK(frozen_largest_h(&t, &f, 1e-2, 1, 0, &h, &why), "h", why);
    ASSERT_NEAR(0, h, 0, 0);
    f = rotation(-1, 20, 1);
    ASSERT_EQ(STATUS_NO, frozen_largest_h(&t, &f, 1e-4, 1, 1e-9, &h, &why));
    PASS();
}

/* A kernel that turns slowly, with consistent directions far from it, is a shear: w = h Omega A21.
 * Growth of the methods with several stages begins at a pole and ends 1e-5 further on. */
TEST slow_turns_are_shears(void)
{
    static const char *const several[] = {"implicit-euler", "radau-iia:2",    "radau-iia:3",
                                          "gauss:3,keep=u", "lobatto-iiic:3", "bdf:3"};
    for (int n = 0; n < 6; n++) {
        method *m = NULL;
        phi *p = NULL;
        tableau t;
        largest_h l = {0};
        const spin_mode mode = {.lambda = -1.3, .omega = 3.8};
        double h = 0;
        ASSERT_OK(catalogue_open(all, several[n], &m, &why), several[n], why);
        method_tableau(m, &t);
        ASSERT_OK(phi_compile(m, MOTION_SHEAR, &p, &why), several[n], why);
        ASSERT_OK(largest_h_find(p, &mode, 1, &l, &why), several[n], why);
        frozen f = rotation(-1.3, 1e-5, 3.8e5);
        ASSERT_OK(frozen_largest_h(&t, &f, 1e-3, 4, 0, &h, &why), several[n], why);
        ASSERTm(support_say("%s: %s", several[n], support_words), support_near(l.h, h, 0, 1e-4));
        largest_h_clear(&l);
        phi_destroy(p);
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
    RUN_TEST(implicit_euler_is_its_formula);
    RUN_TEST(rotations_have_the_roots_of_their_polynomial);
    RUN_TEST(bases_do_not_matter);
    RUN_TEST(real_steps_grow_as_the_frozen_model_does);
    RUN_TEST(the_largest_step_is_found);
    RUN_TEST(slow_turns_are_shears);
    catalogue_destroy(all);
    GREATEST_MAIN_END();
}
