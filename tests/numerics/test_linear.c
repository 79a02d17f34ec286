#include "numerics/linear.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/linear_quad.h"
#include "support/support.h"

enum { MOST = 12, COLUMNS = 3 };

/* Matrices are made and compared in cquad; each of the four versions works on a copy of its own
 * type. b is overwritten with the solution, unless a is singular. */
typedef double solver(const cquad *a, int n, cquad *b, int columns, cquad *determinant);

#define SOLVER(NAME, NUMBER, TAKE)                                                                \
    static double NAME##_solver(const cquad *a, int n, cquad *b, int columns, cquad *determinant) \
    {                                                                                             \
        NUMBER matrix[MOST * MOST];                                                               \
        NUMBER right[MOST * COLUMNS];                                                             \
        int pivot[MOST];                                                                          \
        for (int i = 0; i < n * n; i++) {                                                         \
            matrix[i] = (NUMBER)TAKE(a[i]);                                                       \
        }                                                                                         \
        for (int i = 0; i < n * columns; i++) {                                                   \
            right[i] = (NUMBER)TAKE(b[i]);                                                        \
        }                                                                                         \
        double smallest = NAME##_lu_factor(matrix, n, pivot);                                     \
        if (smallest != 0) {                                                                      \
            *determinant = NAME##_lu_determinant(matrix, n, pivot);                               \
            NAME##_lu_solve(matrix, n, pivot, right, columns);                                    \
        }                                                                                         \
        for (int i = 0; i < n * columns; i++) {                                                   \
            b[i] = right[i];                                                                      \
        }                                                                                         \
        return smallest;                                                                          \
    }

SOLVER(real, double, crealq)
SOLVER(complex, double complex, )
SOLVER(quad, quad, crealq)
SOLVER(cquad, cquad, )

static const struct {
    const char *name;
    solver *solve;
    bool has_imaginary;
    quad epsilon;
} versions[] = {
    {.name = "real", .solve = real_solver, .epsilon = DBL_EPSILON},
    {.name = "complex", .solve = complex_solver, .has_imaginary = true, .epsilon = DBL_EPSILON},
    {.name = "quad", .solve = quad_solver, .epsilon = FLT128_EPSILON},
    {.name = "cquad", .solve = cquad_solver, .has_imaginary = true, .epsilon = FLT128_EPSILON},
};

enum { VERSIONS = sizeof versions / sizeof versions[0] };

/* Doubles, so that every version gets the same ones; not so tiny that the square of a modulus, by
 * which complex division goes, underflows. */
static quad random_entry(void)
{
    double x = random_edgy(2);
    return x > 1e-100 || x < -1e-100 ? x : 0;
}

static void random_matrix(int entries, bool has_imaginary, cquad *a)
{
    for (int i = 0; i < entries; i++) {
        a[i] = cquad_make(random_entry(), has_imaginary ? random_entry() : 0);
    }
}

/* c = a b with n rows in a and b, and the largest sum of moduli of the products. */
static quad multiply(const cquad *a, const cquad *b, int n, int columns, cquad *c)
{
    quad largest = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < columns; j++) {
            cquad sum = 0;
            quad size = 0;
            for (int k = 0; k < n; k++) {
                sum += a[i * n + k] * b[k * columns + j];
                size += cquad_size(a[i * n + k]) * cquad_size(b[k * columns + j]);
            }
            c[i * columns + j] = sum;
            largest = size > largest ? size : largest;
        }
    }
    return largest;
}

/* Elimination with row exchanges is backward stable: the residual does not know the condition. */
TEST solutions_leave_a_residual_of_rounding_size(void)
{
    for (int round = 0; round < 400 * VERSIONS; round++) {
        int v = round % VERSIONS;
        int n = random_integer(1, MOST);
        int columns = random_integer(1, COLUMNS);
        cquad a[MOST * MOST], b[MOST * COLUMNS] = {0}, x[MOST * COLUMNS], back[MOST * COLUMNS];
        random_matrix(n * n, versions[v].has_imaginary, a);
        random_matrix(n * columns, versions[v].has_imaginary, b);
        memcpy(x, b, sizeof b);
        cquad determinant = 0;
        if (versions[v].solve(a, n, x, columns, &determinant) == 0) {
            continue;
        }
        quad size = multiply(a, x, n, columns, back);
        for (int i = 0; i < n * columns; i++) {
            quad error = cquad_size(back[i] - b[i]);
            ASSERTm(support_say("%s, n = %d: residual %.3g of %.3g", versions[v].name, n,
                                (double)error, (double)size),
                    error <= 50 * n * versions[v].epsilon * size);
        }
    }
    PASS();
}

/* The largest sum of moduli in a row, to the power n: no product in the determinant is larger. */
static quad determinant_size(const cquad *a, int n)
{
    quad product = 1;
    for (int i = 0; i < n; i++) {
        quad sum = 0;
        for (int j = 0; j < n; j++) {
            sum += cquad_size(a[i * n + j]);
        }
        product *= sum;
    }
    return product;
}

TEST the_determinant_of_a_product_is_the_product_of_the_determinants(void)
{
    int tested[VERSIONS] = {0};
    for (int round = 0; round < 300 * VERSIONS; round++) {
        int v = round % VERSIONS;
        int n = random_integer(1, 5);
        cquad a[MOST * MOST], b[MOST * MOST], ab[MOST * MOST], none = 0;
        cquad det_a = 0, det_b = 0, det_ab = 0;
        random_matrix(n * n, versions[v].has_imaginary, a);
        random_matrix(n * n, versions[v].has_imaginary, b);
        multiply(a, b, n, n, ab);
        if (versions[v].solve(a, n, &none, 0, &det_a) == 0 ||
            versions[v].solve(b, n, &none, 0, &det_b) == 0 ||
            versions[v].solve(ab, n, &none, 0, &det_ab) == 0) {
            continue;
        }
        quad size = determinant_size(ab, n) + determinant_size(a, n) * determinant_size(b, n);
        quad error = cquad_size(det_ab - det_a * det_b);
        ASSERTm(support_say("%s, n = %d: %.3g of %.3g", versions[v].name, n, (double)error,
                            (double)size),
                error <= 50 * n * versions[v].epsilon * size);
        tested[v]++;
    }
    for (int v = 0; v < VERSIONS; v++) {
        ASSERTm(support_say("%s: %d", versions[v].name, tested[v]), tested[v] > 100);
    }
    PASS();
}

TEST a_permutation_has_its_sign_for_determinant(void)
{
    for (int round = 0; round < 100 * VERSIONS; round++) {
        int v = round % VERSIONS;
        int n = random_integer(1, MOST);
        int order[MOST];
        int sign = 1;
        for (int i = 0; i < n; i++) { /* each exchange with another place turns the sign */
            int j = random_integer(0, i);
            order[i] = order[j];
            order[j] = i;
            sign = j == i ? sign : -sign;
        }
        cquad a[MOST * MOST] = {0}, b[MOST], determinant = 0;
        for (int i = 0; i < n; i++) {
            a[i * n + order[i]] = 1;
            b[i] = order[i];
        }
        ASSERT_EQ_FMT(1.0, versions[v].solve(a, n, b, 1, &determinant), "%g");
        ASSERTm(support_say("%s, n = %d", versions[v].name, n), determinant == sign);
        for (int i = 0; i < n; i++) {
            ASSERTm(support_say("%s, n = %d", versions[v].name, n), b[i] == i);
        }
    }
    PASS();
}

/* A zero row, a zero column, a row twice: elimination meets an exact zero whatever the rest. */
TEST singular_matrices_return_zero(void)
{
    for (int round = 0; round < 150 * VERSIONS; round++) {
        int v = round % VERSIONS;
        int n = random_integer(2, MOST);
        int from = random_integer(0, n - 1);
        int to = (from + random_integer(1, n - 1)) % n;
        int how = random_integer(0, 2);
        cquad a[MOST * MOST], none = 0, determinant = 0;
        random_matrix(n * n, versions[v].has_imaginary, a);
        for (int k = 0; k < n; k++) {
            *(how == 1 ? &a[k * n + to] : &a[to * n + k]) = how == 2 ? a[from * n + k] : 0;
        }
        double smallest = versions[v].solve(a, n, &none, 0, &determinant);
        ASSERTm(support_say("%s, n = %d, kind %d: %.3g", versions[v].name, n, how, smallest),
                smallest == 0);
    }
    PASS();
}

TEST the_smallest_pivot_is_relative_to_the_largest_entry(void)
{
    for (int v = 0; v < VERSIONS; v++) {
        cquad none = 0, determinant = 0;
        cquad zero[1] = {0}, nearly[4] = {8, 0, 0, 0x1p-30Q};
        ASSERT_EQ_FMT(0.0, versions[v].solve(zero, 1, &none, 0, &determinant), "%g");
        ASSERT_EQ_FMT(0x1p-33, versions[v].solve(nearly, 2, &none, 0, &determinant), "%g");
        ASSERT(determinant == 0x1p-27Q);
        ASSERT_EQ_FMT(1.0, versions[v].solve(zero, 0, &none, 0, &determinant), "%g");
        ASSERT(determinant == 1);
    }
    PASS();
}

/* A dominant diagonal keeps the condition below 3. */
TEST double_and_quadruple_versions_agree(void)
{
    for (int round = 0; round < 400; round++) {
        int v = random_integer(0, 1);
        int n = random_integer(1, MOST);
        cquad a[MOST * MOST], b[MOST], x[MOST], y[MOST], det_x = 0, det_y = 0;
        random_matrix(n * n, versions[v].has_imaginary, a);
        random_matrix(n, versions[v].has_imaginary, b);
        for (int i = 0; i < n; i++) {
            a[i * n + i] += 8 * n;
        }
        memcpy(x, b, sizeof b);
        memcpy(y, b, sizeof b);
        double pivot_x = versions[v].solve(a, n, x, 1, &det_x);
        double pivot_y = versions[v + 2].solve(a, n, y, 1, &det_y);
        ASSERT_NEAR(pivot_y, pivot_x, 0, 1e-13);
        ASSERT_NEAR(0, (double)cabsq(det_x / det_y - 1), 1e-13, 0);
        for (int i = 0; i < n; i++) {
            ASSERT_NEAR((double)crealq(y[i]), (double)crealq(x[i]), 1e-14, 0);
            ASSERT_NEAR((double)cimagq(y[i]), (double)cimagq(x[i]), 1e-14, 0);
        }
    }
    PASS();
}

/* Large, dense or with few entries: a x = b holds for the x that comes out. */
TEST large_systems_are_solved(void)
{
    enum { LARGE = 150 };
    static double a[LARGE * LARGE], factors[LARGE * LARGE];
    for (int round = 0; round < 6; round++) {
        int n = random_integer(20, LARGE), pivot[LARGE];
        double b[LARGE], x[LARGE];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                bool there = round % 2 == 0 || abs(i - j) < 2 || abs(i - j) == n / 2;
                factors[i * n + j] = a[i * n + j] = there ? random_between(-1, 1) : 0;
            }
            x[i] = b[i] = random_between(-1, 1);
        }
        double smallest = real_lu_factor(factors, n, pivot);
        ASSERT(smallest > 0);
        real_lu_solve(factors, n, pivot, x, 1);
        for (int i = 0; i < n; i++) {
            double sum = 0, size = 1;
            for (int j = 0; j < n; j++) {
                sum += a[i * n + j] * x[j];
                size = fmax(size, fabs(x[j]));
            }
            ASSERT_NEAR(b[i], sum, 1e-12 * size, 0);
        }
    }
    PASS();
}

TEST products_are_sums_over_the_inner_index(void)
{
    const double a[] = {1, 2, 3, 4, 5, 6}, b[] = {7, 8, 9, 10, 11, 12};
    double out[4];
    real_multiply(a, b, 2, 3, 2, 0, out);
    const double expected[] = {58, 64, 139, 154};
    ASSERT_MEM_EQ(expected, out, sizeof out);
    real_multiply(a, b, 2, 3, 2, -1, out);
    ASSERT_EQ(0, real_size(out, 4));
    real_multiply(a, b, 2, 3, 2, 1, out);
    ASSERT_MEM_EQ(expected, out, sizeof out);
    PASS();
}

TEST the_size_of_a_vector_is_its_largest_entry(void)
{
    const double x[] = {1, NAN, -3, 2};
    ASSERT_EQ(0, real_size(x, 0));
    ASSERT_EQ(3, real_size(x, 4));
    ASSERT(real_is_finite(x + 2, 2));
    ASSERT_FALSE(real_is_finite(x, 4));
    PASS();
}

TEST a_maximum_tells_that_something_was_undefined_wherever_it_stood(void)
{
    for (int place = 0; place < 4; place++) {
        double worst = 0;
        for (int i = 0; i < 4; i++) {
            worst = real_larger(worst, i == place ? NAN : i + 1.0);
        }
        ASSERT(isnan(worst));
    }
    ASSERT(real_larger(1, 2) == 2 && real_larger(2, 1) == 2 && real_larger(-1, -2) == -1);
    ASSERT(isinf(real_larger(1, INFINITY)));
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(solutions_leave_a_residual_of_rounding_size);
    RUN_TEST(the_determinant_of_a_product_is_the_product_of_the_determinants);
    RUN_TEST(a_permutation_has_its_sign_for_determinant);
    RUN_TEST(singular_matrices_return_zero);
    RUN_TEST(the_smallest_pivot_is_relative_to_the_largest_entry);
    RUN_TEST(double_and_quadruple_versions_agree);
    RUN_TEST(large_systems_are_solved);
    RUN_TEST(products_are_sums_over_the_inner_index);
    RUN_TEST(the_size_of_a_vector_is_its_largest_entry);
    RUN_TEST(a_maximum_tells_that_something_was_undefined_wherever_it_stood);
    GREATEST_MAIN_END();
}
