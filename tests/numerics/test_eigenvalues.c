#include "numerics/eigenvalues.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/linear.h"
#include "support/support.h"

enum { MOST = 12 };

static message why;

static void random_matrix(double *a, int n)
{
    for (int i = 0; i < n * n; i++) {
        a[i] = random_between(-1, 1);
    }
}

static void multiply(const double *a, const double *b, int n, double *out)
{
    for (int i = 0; i < n * n; i++) {
        out[i] = 0;
        for (int k = 0; k < n; k++) {
            out[i] += a[i / n * n + k] * b[k * n + i % n];
        }
    }
}

static int compare_real(const void *a, const void *b)
{
    double x = creal(*(const double complex *)a), y = creal(*(const double complex *)b);
    return (x > y) - (x < y);
}

TEST singular_values_rebuild_their_matrix(void)
{
    enum { ROWS = 5, COLUMNS = 3 };
    double a[ROWS * COLUMNS], u[ROWS * ROWS], s[COLUMNS], vt[COLUMNS * COLUMNS];
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        a[i] = random_between(-1, 1);
    }
    ASSERT_OK(matrix_svd(a, ROWS, COLUMNS, u, s, vt, &why), "svd", why);
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        double sum = 0;
        for (int k = 0; k < COLUMNS; k++) {
            sum += u[i / COLUMNS * ROWS + k] * s[k] * vt[k * COLUMNS + i % COLUMNS];
        }
        ASSERT_NEAR(a[i], sum, 1e-14, 0);
    }
    ASSERT(s[0] >= s[1] && s[1] >= s[2]);
    PASS();
}

TEST eigenvectors_belong_to_their_eigenvalues(void)
{
    for (int n = 1; n <= MOST; n++) {
        double a[MOST * MOST];
        double complex values[MOST], left[MOST * MOST], right[MOST * MOST];
        random_matrix(a, n);
        ASSERT_OK(matrix_eigenvalues(a, n, values, left, right, &why), "eigen", why);
        for (int i = 0; i < n * n; i++) {
            double complex on_right = -values[i % n] * right[i];
            double complex on_left = -conj(values[i % n]) * left[i];
            for (int k = 0; k < n; k++) {
                on_right += a[i / n * n + k] * right[k * n + i % n];
                on_left += a[k * n + i / n] * left[k * n + i % n];
            }
            ASSERT_NEAR(0, cabs(on_right), 1e-12, 0);
            ASSERT_NEAR(0, cabs(on_left), 1e-12, 0);
        }
    }
    PASS();
}

/* diag(1, 1e-15, 0) has rank 2: a small entry is no small number by itself. */
TEST ranks_do_not_depend_on_scales(void)
{
    const double a[] = {1, 0, 0, 0, 1e-15, 0, 0, 0, 0};
    const double b[] = {1e200, 2e200, 1e-200, 2e-200};
    int rank = -1;
    ASSERT_OK(matrix_rank(a, 3, 3, &rank, &why), "a", why);
    ASSERT_EQ_FMT(2, rank, "%d");
    ASSERT_OK(matrix_rank(b, 2, 2, &rank, &why), "b", why);
    ASSERT_EQ_FMT(1, rank, "%d");
    PASS();
}

/* P diag(I, N) Q, P diag(J, I) Q: the Weierstrass form, hidden by random regular matrices, with
 * known finite eigenvalues 1 .. finite and nilpotent blocks that make the index. */
TEST finite_and_infinite_eigenvalues_are_told_apart(void)
{
    static const struct {
        int finite, block, blocks;
    } cases[] = {{3, 0, 0}, {3, 1, 2}, {2, 2, 1}, {4, 2, 2}, {3, 3, 1},
                 {2, 4, 1}, {0, 1, 3}, {0, 3, 2}, {1, 1, 9}, {5, 3, 2}};
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        int n = cases[c].finite + cases[c].block * cases[c].blocks;
        double E[MOST * MOST] = {0}, A[MOST * MOST] = {0};
        double P[MOST * MOST], Q[MOST * MOST], held[MOST * MOST];
        for (int i = 0; i < n; i++) {
            bool is_finite = i < cases[c].finite;
            int place = is_finite ? 0 : (i - cases[c].finite) % cases[c].block;
            A[i * n + i] = is_finite ? -(i + 1) : 1;
            E[i * n + i] = is_finite;
            if (!is_finite && place > 0) {
                E[(i - 1) * n + i] = 1;
            }
        }
        double scale_E = pow(10, random_between(-8, 8)), scale_A = pow(10, random_between(-8, 8));
        random_matrix(P, n);
        random_matrix(Q, n);
        multiply(P, E, n, held);
        multiply(held, Q, n, E);
        multiply(P, A, n, held);
        multiply(held, Q, n, A);
        for (int i = 0; i < n * n; i++) {
            E[i] *= scale_E;
            A[i] *= scale_A;
        }
        pencil p;
        ASSERT_OK(pencil_eigenvalues(E, A, n, &p, &why), "pencil", why);
        ASSERTm(support_say("case %zu: %d finite, index %d, seed %lu", c, p.finite, p.index,
                            support_seed()),
                p.finite == cases[c].finite && p.index == cases[c].block &&
                    p.infinite == n - cases[c].finite);
        if (p.finite > 0) {
            qsort(p.values, (size_t)p.finite, sizeof *p.values, compare_real);
        }
        for (int i = 0; i < p.finite; i++) {
            double exact = -(p.finite - i) * scale_A / scale_E;
            ASSERT_NEAR(exact, creal(p.values[i]), 0, 1e-6);
        }
        pencil_clear(&p);
    }
    PASS();
}

/* A circuit in farads and ohms: C v' = -v/R, 0 = v - u: lambda = -1/(RC). */
TEST small_capacitors_are_no_constraints(void)
{
    const double E[] = {1e-12, 0, 0, 0, 1e-3, 0, 0, 0, 0};
    const double A[] = {-1e-3, 0, 0, 0, -1, 0, 1, 0, -1};
    pencil p;
    ASSERT_OK(pencil_eigenvalues(E, A, 3, &p, &why), "circuit", why);
    ASSERT(p.finite == 2 && p.infinite == 1 && p.index == 1);
    qsort(p.values, 2, sizeof *p.values, compare_real);
    ASSERT_NEAR(-1e9, creal(p.values[0]), 0, 1e-12);
    ASSERT_NEAR(-1e3, creal(p.values[1]), 0, 1e-9);
    pencil_clear(&p);
    PASS();
}

/* A skew matrix has imaginary eigenvalues; rounding must not make them grow. */
TEST rounding_does_not_make_oscillations_grow(void)
{
    double E[MOST * MOST] = {0}, A[MOST * MOST];
    random_matrix(A, MOST);
    for (int i = 0; i < MOST; i++) {
        E[i * MOST + i] = 1;
        for (int j = 0; j <= i; j++) {
            A[i * MOST + j] = i == j ? 0 : -A[j * MOST + i];
        }
    }
    pencil p;
    ASSERT_OK(pencil_eigenvalues(E, A, MOST, &p, &why), "skew", why);
    for (int i = 0; i < p.finite; i++) {
        ASSERT(creal(p.values[i]) == 0 && cimag(p.values[i]) != 0);
    }
    pencil_clear(&p);
    PASS();
}

TEST singular_pencils_are_refused(void)
{
    const double zero[4] = {0}, E[] = {1, 0, 0, 0}, A[] = {1, 1, 0, 0};
    const double rank_one[] = {1, 2, 2, 4}, same[] = {2, 4, 4, 8};
    pencil p;
    ASSERT_EQ(STATUS_BAD_INPUT, pencil_eigenvalues(zero, zero, 2, &p, &why));
    ASSERTm(why.text, strstr(why.text, "singular") != NULL);
    pencil_clear(&p);
    ASSERT_EQ(STATUS_BAD_INPUT, pencil_eigenvalues(E, A, 2, &p, &why));
    pencil_clear(&p);
    ASSERT_EQ(STATUS_BAD_INPUT, pencil_eigenvalues(rank_one, same, 2, &p, &why));
    pencil_clear(&p);
    const double bad[] = {1, NAN, 0, 1};
    ASSERT_EQ(STATUS_BAD_INPUT, pencil_eigenvalues(E, bad, 2, &p, &why));
    ASSERTm(why.text, strstr(why.text, "entry (1, 2) of A") != NULL);
    pencil_clear(&p);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(singular_values_rebuild_their_matrix);
    RUN_TEST(eigenvectors_belong_to_their_eigenvalues);
    RUN_TEST(ranks_do_not_depend_on_scales);
    RUN_TEST(finite_and_infinite_eigenvalues_are_told_apart);
    RUN_TEST(small_capacitors_are_no_constraints);
    RUN_TEST(rounding_does_not_make_oscillations_grow);
    RUN_TEST(singular_pencils_are_refused);
    GREATEST_MAIN_END();
}
