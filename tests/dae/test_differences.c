/* The history as divided differences: whatever the step sizes, polynomials are reproduced. */
#include "dae/differences.h"

#include <math.h>
#include <string.h>

#include "support/support.h"

enum { N = 3, STEPS = 12 };

static message why;

/* Three polynomials of degree k. */
static void polynomial(int k, double t, double *x, double *xd)
{
    for (int i = 0; i < N; i++) {
        x[i] = xd[i] = 0;
        for (int j = k; j >= 0; j--) {
            xd[i] = xd[i] * t + x[i];
            x[i] = x[i] * t + (double)((i + 2) * (j + 1) % 5) - 2.3;
        }
    }
}

/* Takes a history to order k along the polynomials by random steps, t[] being the times. */
static void walk(differences *d, int k, double *t)
{
    double x[N], xd[N], e[N], guess[N], guess_xd[N];
    step_plan p;
    t[0] = random_between(-1, 1);
    polynomial(k, t[0], x, xd);
    differences_start(d, x, xd, 0.1);
    for (int s = 1; s < STEPS; s++) {
        double h = random_between(0.05, 0.2);
        t[s] = t[s - 1] + h;
        differences_plan(d, s <= k ? s : k, h, &p);
        differences_predict(d, &p, guess, guess_xd);
        polynomial(k, t[s], x, xd);
        for (int i = 0; i < N; i++) {
            e[i] = x[i] - guess[i];
        }
        differences_append(d, &p, e, x);
    }
}

TEST polynomials_are_predicted_exactly(void)
{
    for (int n = 0; n < 100; n++) {
        int k = random_integer(1, DIFFERENCES_ORDER);
        double t[STEPS], x[N], xd[N], guess[N], guess_xd[N], h = random_between(0.05, 0.3);
        differences d;
        step_plan p;
        ASSERT_OK(differences_init(&d, N, &why), "differences", why);
        walk(&d, k, t);
        differences_plan(&d, k, h, &p);
        differences_predict(&d, &p, guess, guess_xd);
        polynomial(k, t[STEPS - 1] + h, x, xd);
        for (int i = 0; i < N; i++) {
            ASSERT_NEAR(x[i], guess[i], 1e-11, 1e-10);
            ASSERT_NEAR(xd[i], guess_xd[i], 1e-9, 1e-8);
        }
        differences_clear(&d);
    }
    PASS();
}

TEST the_past_is_remembered_by_interpolation(void)
{
    for (int n = 0; n < 100; n++) {
        int k = random_integer(1, DIFFERENCES_ORDER);
        double t[STEPS], x[N], xd[N], past[N];
        differences d;
        ASSERT_OK(differences_init(&d, N, &why), "differences", why);
        walk(&d, k, t);
        for (int s = STEPS - 1 - k; s < STEPS; s++) {
            differences_interpolate(&d, k, t[s] - t[STEPS - 1], past);
            polynomial(k, t[s], x, xd);
            for (int i = 0; i < N; i++) {
                ASSERT_NEAR(x[i], past[i], 1e-12, 1e-12);
            }
        }
        differences_clear(&d);
    }
    PASS();
}

/* Replacing the newest value by adding `moved` to e and x leaves the older values as they were. */
TEST a_newest_value_that_is_moved_leaves_the_past_alone(void)
{
    for (int n = 0; n < 100; n++) {
        int k = random_integer(1, DIFFERENCES_ORDER);
        double t[STEPS], x[N], guess[N], guess_xd[N], e[N], before[N], after[N];
        const double h = 0.1;
        differences d;
        step_plan p;
        ASSERT_OK(differences_init(&d, N, &why), "differences", why);
        walk(&d, k, t);
        differences_plan(&d, k, h, &p);
        differences_predict(&d, &p, guess, guess_xd);
        for (int i = 0; i < N; i++) {
            e[i] = random_between(-1, 1);
            x[i] = guess[i] + e[i];
        }
        for (int s = STEPS - k; s < STEPS; s++) {
            differences old = d;
            double rows[DIFFERENCES_ROWS * N];
            memcpy(rows, d.rows, sizeof rows);
            old.rows = rows;
            differences_interpolate(&d, k, t[s] - t[STEPS - 1], before);
            differences_append(&old, &p, e, x);
            differences_interpolate(&old, k, t[s] - t[STEPS - 1] - h, after);
            for (int i = 0; i < N; i++) {
                ASSERT_NEAR(before[i], after[i], 1e-11, 1e-11);
            }
        }
        differences_clear(&d);
    }
    PASS();
}

TEST norms_are_those_of_the_rows_after_the_step(void)
{
    static const double weight[N] = {2, 0, 5};
    for (int n = 0; n < 100; n++) {
        int k = random_integer(1, DIFFERENCES_ORDER);
        double t[STEPS], x[N], xd[N], e[N];
        differences d;
        step_plan p;
        ASSERT_OK(differences_init(&d, N, &why), "differences", why);
        walk(&d, k, t);
        differences_plan(&d, k, 0.07, &p);
        differences_predict(&d, &p, x, xd);
        for (int i = 0; i < N; i++) {
            e[i] = random_between(-1, 1);
            x[i] += e[i];
        }
        double expected[DIFFERENCES_ROWS];
        for (int j = 1; j <= k + 1; j++) {
            expected[j] = differences_norm_after(&d, &p, j, e, weight, 2);
        }
        double old = d.rows[(k + 1) * N], other = d.rows[(k + 1) * N + 2];
        ASSERT_NEAR(sqrt((pow(2 * (e[0] - old), 2) + pow(5 * (e[2] - other), 2)) / 2),
                    differences_norm_above(&d, &p, e, weight, 2), 1e-14, 1e-14);
        differences_append(&d, &p, e, x);
        for (int j = 1; j <= k + 1; j++) {
            const double *row = d.rows + j * N;
            ASSERT_NEAR(sqrt((pow(2 * row[0], 2) + pow(5 * row[2], 2)) / 2), expected[j], 1e-13,
                        1e-13);
        }
        differences_clear(&d);
    }
    PASS();
}

/* With equal steps the formula is that of BDF k: cj h is the k-th harmonic number, and the error
 * over e is 1/(k+1). */
TEST equal_steps_make_the_classical_formulas(void)
{
    for (int k = 1; k <= DIFFERENCES_ORDER; k++) {
        differences d;
        step_plan p;
        const double one[N] = {1, 1, 1};
        double harmonic = 0, factorial = 1;
        ASSERT_OK(differences_init(&d, N, &why), "differences", why);
        differences_start(&d, one, one, 0.25);
        for (int s = 1; s <= k + 3; s++) {
            differences_plan(&d, s < k ? s : k, 0.25, &p);
            differences_append(&d, &p, one, one);
        }
        differences_plan(&d, k, 0.25, &p);
        for (int j = 1; j <= k; j++) {
            harmonic += 1.0 / j;
            factorial *= j;
            ASSERT_NEAR(1, p.beta[j], 1e-14, 0);
            ASSERT_NEAR((j + 1) * 0.25, p.psi[j], 1e-14, 0);
        }
        ASSERT_NEAR(harmonic / 0.25, p.cj, 1e-13, 0);
        ASSERT_NEAR(1.0 / (k + 1), p.error, 1e-14, 0);
        ASSERT_NEAR(1.0 / (k + 1), p.sigma[k], 1e-14, 0);
        differences_clear(&d);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(polynomials_are_predicted_exactly);
    RUN_TEST(the_past_is_remembered_by_interpolation);
    RUN_TEST(a_newest_value_that_is_moved_leaves_the_past_alone);
    RUN_TEST(norms_are_those_of_the_rows_after_the_step);
    RUN_TEST(equal_steps_make_the_classical_formulas);
    GREATEST_MAIN_END();
}
