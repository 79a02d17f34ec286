/* Problems as callbacks: derivatives in three ways, and complex problems as real ones. */
#include "dae/problem.h"

#include "dae/dae.h"
#include "support/support.h"

static message why;

TEST jacobians_agree_however_they_are_found(void)
{
    for (int n = 0; n < 50; n++) {
        double x[2] = {random_between(-2, 2), random_between(-2, 2)};
        double xd[2] = {random_between(-2, 2), random_between(-2, 2)};
        double t = random_between(-3, 3), Fx[3][4], Fxd[3][4];
        for (int how = 0; how < 3; how++) {
            problem p = dae_nonlinear((dae_jacobian)how);
            ASSERT(problem_jacobian(&p, t, x, xd, Fx[how], Fxd[how]));
        }
        for (int i = 0; i < 4; i++) {
            ASSERT_NEAR(Fx[0][i], Fx[1][i], 1e-14, 1e-14);
            ASSERT_NEAR(Fx[0][i], Fx[2][i], 1e-8, 1e-8);
            ASSERT_NEAR(Fxd[0][i], Fxd[1][i], 1e-14, 1e-14);
            ASSERT_NEAR(Fxd[0][i], Fxd[2][i], 1e-8, 1e-8);
        }
    }
    PASS();
}

/* The steps of the differences go with the size of the argument. */
TEST differences_work_for_large_and_tiny_arguments(void)
{
    static const double sizes[] = {1e-300, 1e-8, 1, 1e3, 1e6};
    for (int i = 0; i < 5; i++) {
        problem given = dae_nonlinear(JACOBIAN_GIVEN),
                differences = dae_nonlinear(JACOBIAN_DIFFERENCES);
        const double x[2] = {sizes[i], -sizes[i]}, xd[2] = {sizes[i], 0};
        double Fx[2][4], Fxd[2][4];
        ASSERT(problem_jacobian(&given, 0.3, x, xd, Fx[0], Fxd[0]));
        ASSERT(problem_jacobian(&differences, 0.3, x, xd, Fx[1], Fxd[1]));
        ASSERT_NEAR(Fx[0][3], Fx[1][3], 1e-7, 1e-7);
        ASSERT_NEAR(Fxd[0][0], Fxd[1][0], 1e-7, 1e-7);
    }
    PASS();
}

TEST rates_agree_however_they_are_found(void)
{
    for (int n = 0; n < 50; n++) {
        double x[2] = {random_between(-2, 2), random_between(-2, 2)}, xd[2] = {0.3, -1};
        double t = random_between(-3, 3), Ft[3][2];
        for (int how = 0; how < 3; how++) {
            problem p = dae_nonlinear((dae_jacobian)how);
            ASSERT(problem_rate(&p, t, x, xd, Ft[how]));
        }
        for (int i = 0; i < 2; i++) {
            ASSERT_NEAR(Ft[0][i], Ft[1][i], 1e-13, 1e-13);
            ASSERT_NEAR(Ft[0][i], Ft[2][i], 1e-9, 1e-9);
        }
    }
    PASS();
}

TEST what_is_not_finite_is_noticed(void)
{
    for (int how = 0; how < 3; how++) {
        problem p = dae_nonlinear((dae_jacobian)how);
        double x[2] = {NAN, 1}, xd[2] = {0}, Fx[4], Fxd[4], Ft[2];
        ASSERT_FALSE(problem_jacobian(&p, 0, x, xd, Fx, Fxd));
        x[0] = INFINITY;
        ASSERT_FALSE(problem_jacobian(&p, 0, x, xd, Fx, Fxd));
        x[0] = 1;
        ASSERT(problem_jacobian(&p, 0, x, xd, Fx, Fxd));
        ASSERT_FALSE(problem_rate(&p, NAN, x, xd, Ft));
    }
    PASS();
}

/* A complex problem of size 3 with 2 equations that have x', all random. */
enum { N = 3, D = 2 };

typedef struct random_problem {
    double complex E[N * N], A[N * N], A1[N * N], f[N], f1[N];
} random_problem;

static double complex random_complex(void)
{
    return CMPLX(random_between(-1, 1), random_between(-1, 1));
}

static void random_matrices(const void *data, double t, double complex *E, double complex *A,
                            double complex *f)
{
    const random_problem *q = data;
    for (int i = 0; i < N * N; i++) {
        E[i] = q->E[i];
        A[i] = q->A[i] + t * q->A1[i];
    }
    for (int i = 0; i < N; i++) {
        f[i] = q->f[i] + t * t * q->f1[i];
    }
}

static void random_rates(const void *data, double t, double complex *Ad, double complex *fd)
{
    const random_problem *q = data;
    memcpy(Ad, q->A1, sizeof q->A1);
    for (int i = 0; i < N; i++) {
        fd[i] = 2 * t * q->f1[i];
    }
}

static void random_exact(const void *data, double t, double complex *x)
{
    (void)data;
    for (int i = 0; i < N; i++) {
        x[i] = CMPLX(i + t, 10 * i - t);
    }
}

static random_problem make_random(void)
{
    random_problem q;
    for (int i = 0; i < N * N; i++) {
        q.E[i] = i < D * N ? random_complex() : 0;
        q.A[i] = random_complex();
        q.A1[i] = random_complex();
    }
    for (int i = 0; i < N; i++) {
        q.f[i] = random_complex();
        q.f1[i] = random_complex();
    }
    return q;
}

static const linear_definition random_definition = {.name = "random",
                                                    .size = N,
                                                    .differential = D,
                                                    .is_complex = true,
                                                    .matrices = random_matrices,
                                                    .rates = random_rates,
                                                    .exact = random_exact,
                                                    .kept_count = 2,
                                                    .kept = {2, 0}};

/* Row i of the definition among the rows of the problem: real part, then imaginary part, with all
 * rows that have x' before all that have not. */
static int real_row(int i)
{
    return i < D ? i : D + i;
}

static int imaginary_row(int i)
{
    return i < D ? D + i : N + i;
}

TEST complex_problems_are_their_real_and_imaginary_parts(void)
{
    for (int n = 0; n < 20; n++) {
        const random_problem q = make_random();
        problem *p = NULL;
        ASSERT_OK(problem_from_linear(&random_definition, &q, (int)sizeof q, &p, &why), "p", why);
        ASSERT_EQ(2 * N, p->size);
        ASSERT_EQ(2 * D, p->differential);
        ASSERT(p->linear && p->is_complex);
        ASSERT_STR_EQ("random", p->name);
        double complex x[N], xd[N];
        double rx[2 * N], rxd[2 * N], r[2 * N], u[2], t = random_between(-2, 2);
        for (int i = 0; i < N; i++) {
            x[i] = random_complex();
            xd[i] = random_complex();
            rx[i] = creal(x[i]);
            rx[N + i] = cimag(x[i]);
            rxd[i] = creal(xd[i]);
            rxd[N + i] = cimag(xd[i]);
        }
        p->residual(p->data, t, rx, rxd, r);
        double rate[2 * N];
        ASSERT(problem_rate(p, t, rx, rxd, rate));
        for (int i = 0; i < N; i++) {
            double complex sum = -q.f[i] - t * t * q.f1[i], dt = -2 * t * q.f1[i];
            for (int j = 0; j < N; j++) {
                sum += q.E[i * N + j] * xd[j] - (q.A[i * N + j] + t * q.A1[i * N + j]) * x[j];
                dt -= q.A1[i * N + j] * x[j];
            }
            ASSERT_NEAR(creal(sum), r[real_row(i)], 1e-14, 1e-14);
            ASSERT_NEAR(cimag(sum), r[imaginary_row(i)], 1e-14, 1e-14);
            if (i >= D) {
                ASSERT_NEAR(creal(dt), rate[real_row(i)], 1e-14, 1e-14);
                ASSERT_NEAR(cimag(dt), rate[imaginary_row(i)], 1e-14, 1e-14);
            }
        }
        p->observe(p->data, t, rx, u);
        double complex first = q.E[0] * x[0] + q.E[1] * x[1] + q.E[2] * x[2];
        ASSERT_EQ(2, p->observed);
        ASSERT_NEAR(creal(first), u[0], 1e-14, 0);
        ASSERT_NEAR(cimag(first), u[1], 1e-14, 0);
        problem_destroy(p);
    }
    PASS();
}

/* The Jacobian is that of the residual, and complex linear: J i = i J. */
TEST complex_problems_have_the_jacobian_of_their_residual(void)
{
    const random_problem q = make_random();
    problem *p = NULL;
    ASSERT_OK(problem_from_linear(&random_definition, &q, (int)sizeof q, &p, &why), "p", why);
    enum { S = 2 * N };
    double x[S] = {0}, xd[S] = {0}, Fx[S * S], Fxd[S * S], numeric[2][S * S];
    ASSERT(problem_jacobian(p, 0.4, x, xd, Fx, Fxd));
    problem copy = *p;
    copy.jacobian = NULL;
    ASSERT(problem_jacobian(&copy, 0.4, x, xd, numeric[0], numeric[1]));
    for (int i = 0; i < S * S; i++) {
        ASSERT_NEAR(Fx[i], numeric[0][i], 1e-9, 0);
        ASSERT_NEAR(Fxd[i], numeric[1][i], 1e-9, 0);
    }
    for (int i = 2 * D; i < S; i++) {
        for (int j = 0; j < S; j++) {
            ASSERT_EQ(0, Fxd[i * S + j]);
        }
    }
    problem_destroy(p);
    PASS();
}

TEST definitions_and_data_are_copied(void)
{
    random_problem q = make_random();
    linear_definition own = random_definition;
    char name[] =
        "a name of more than sixty-three characters, which is cut and not overrun, surely";
    own.name = name;
    problem *p = NULL;
    ASSERT_OK(problem_from_linear(&own, &q, (int)sizeof q, &p, &why), "p", why);
    double x[2 * N] = {1, 2, 3, 4, 5, 6}, xd[2 * N] = {0}, before[2 * N], after[2 * N];
    p->residual(p->data, 1, x, xd, before);
    memset(&q, 0, sizeof q);
    memset(&own, 0, sizeof own);
    memset(name, 'z', sizeof name - 1);
    p->residual(p->data, 1, x, xd, after);
    ASSERT_MEM_EQ(before, after, sizeof before);
    ASSERT_EQ(PROBLEM_NAME_SIZE - 1, (int)strlen(p->name));
    ASSERT(strncmp(p->name, "a name of more", 14) == 0);
    problem_destroy(p);
    problem_destroy(NULL);
    PASS();
}

TEST kept_components_come_with_their_imaginary_parts(void)
{
    const random_problem q = make_random();
    problem *p = NULL;
    ASSERT_OK(problem_from_linear(&random_definition, &q, (int)sizeof q, &p, &why), "p", why);
    static const int expected[] = {2, 0, N + 2, N + 0};
    ASSERT_EQ(4, p->kept_count);
    for (int i = 0; i < 4; i++) {
        ASSERT_EQ(expected[i], p->kept[i]);
    }
    double x[2 * N];
    p->exact(p->data, 0.5, x);
    for (int i = 0; i < N; i++) {
        ASSERT_EQ(i + 0.5, x[i]);
        ASSERT_EQ(10 * i - 0.5, x[N + i]);
    }
    problem_destroy(p);
    PASS();
}

/* A real problem takes the real parts and has no others. */
TEST real_problems_stay_real(void)
{
    random_problem q = make_random();
    linear_definition own = random_definition;
    own.is_complex = false;
    for (int i = 0; i < N * N; i++) {
        q.E[i] = creal(q.E[i]);
        q.A[i] = creal(q.A[i]);
        q.A1[i] = creal(q.A1[i]);
    }
    for (int i = 0; i < N; i++) {
        q.f[i] = creal(q.f[i]);
        q.f1[i] = creal(q.f1[i]);
    }
    problem *p = NULL;
    ASSERT_OK(problem_from_linear(&own, &q, (int)sizeof q, &p, &why), "p", why);
    ASSERT_EQ(N, p->size);
    ASSERT_EQ(D, p->differential);
    ASSERT_EQ(1, p->observed);
    ASSERT_EQ(2, p->kept_count);
    double x[N] = {1, -2, 0.5}, xd[N] = {0.25, 1, -1}, r[N], u;
    p->residual(p->data, 2, x, xd, r);
    for (int i = 0; i < N; i++) {
        double sum = -creal(q.f[i]) - 4 * creal(q.f1[i]);
        for (int j = 0; j < N; j++) {
            sum += creal(q.E[i * N + j]) * xd[j] -
                   (creal(q.A[i * N + j]) + 2 * creal(q.A1[i * N + j])) * x[j];
        }
        ASSERT_NEAR(sum, r[i], 1e-14, 1e-14);
    }
    p->observe(p->data, 2, x, &u);
    ASSERT_NEAR(creal(q.E[0]) - 2 * creal(q.E[1]) + 0.5 * creal(q.E[2]), u, 1e-14, 1e-14);
    problem_destroy(p);
    PASS();
}

TEST rates_that_are_not_given_come_from_differences(void)
{
    const random_problem q = make_random();
    linear_definition own = random_definition;
    own.rates = NULL;
    problem *given = NULL, *differences = NULL;
    ASSERT_OK(problem_from_linear(&random_definition, &q, (int)sizeof q, &given, &why), "p", why);
    ASSERT_OK(problem_from_linear(&own, &q, (int)sizeof q, &differences, &why), "p", why);
    double x[2 * N] = {1, 2, 3, 4, 5, 6}, xd[2 * N] = {0}, a[2 * N], b[2 * N];
    ASSERT(problem_rate(given, 0.7, x, xd, a));
    ASSERT(problem_rate(differences, 0.7, x, xd, b));
    for (int i = 2 * D; i < 2 * N; i++) {
        ASSERT_NEAR(a[i], b[i], 1e-10, 1e-10);
    }
    problem_destroy(given);
    problem_destroy(differences);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(jacobians_agree_however_they_are_found);
    RUN_TEST(differences_work_for_large_and_tiny_arguments);
    RUN_TEST(rates_agree_however_they_are_found);
    RUN_TEST(what_is_not_finite_is_noticed);
    RUN_TEST(complex_problems_are_their_real_and_imaginary_parts);
    RUN_TEST(complex_problems_have_the_jacobian_of_their_residual);
    RUN_TEST(definitions_and_data_are_copied);
    RUN_TEST(kept_components_come_with_their_imaginary_parts);
    RUN_TEST(real_problems_stay_real);
    RUN_TEST(rates_that_are_not_given_come_from_differences);
    GREATEST_MAIN_END();
}
