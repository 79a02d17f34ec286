#include "numerics/dft.h"

#include <float.h>
#include <math.h>
#include <pthread.h>
#include <string.h>

#include "numerics/dft_quad.h"
#include "support/support.h"

enum { MOST = 64 };

static const int lengths[] = {1, 2, 3, 7, 12, 19, 64};

enum { LENGTHS = sizeof lengths / sizeof lengths[0] };

static message why;

static void random_data(double complex *x, int n)
{
    for (int i = 0; i < n; i++) {
        x[i] = random_edgy(3) + random_edgy(3) * I;
    }
}

static double complex unit_root(int power, int n)
{
    return cexp(-2 * acos(-1) * I * (power % n) / n);
}

/* The sum itself, and a bound on its rounding error. */
static double direct_sum(const double complex *x, int n, double complex *y)
{
    double size = 0;
    for (int m = 0; m < n; m++) {
        y[m] = 0;
        for (int j = 0; j < n; j++) {
            y[m] += x[j] * unit_root(j * m, n);
        }
        size += cabs(x[m]);
    }
    return 20 * DBL_EPSILON * size;
}

static double largest_difference(const double complex *x, const double complex *y, int n)
{
    double largest = 0;
    for (int i = 0; i < n; i++) {
        double difference = cabs(x[i] - y[i]);
        largest = !(difference <= largest) ? difference : largest;
    }
    return largest;
}

TEST transforms_agree_with_the_direct_sum(void)
{
    for (int round = 0; round < 20 * LENGTHS; round++) {
        int n = lengths[round % LENGTHS];
        double complex x[MOST], y[MOST];
        random_data(x, n);
        double bound = direct_sum(x, n, y);
        ASSERT_OK(dft_forward(x, n, &why), "double", why);
        ASSERTm(support_say("n = %d: %.3g", n, largest_difference(x, y, n)),
                largest_difference(x, y, n) <= bound);
    }
    PASS();
}

TEST transforms_are_linear(void)
{
    for (int round = 0; round < 20 * LENGTHS; round++) {
        int n = lengths[round % LENGTHS];
        double complex x[MOST], y[MOST], both[MOST], expected[MOST];
        double complex a = random_edgy(2) + random_edgy(2) * I;
        random_data(x, n);
        random_data(y, n);
        for (int i = 0; i < n; i++) {
            both[i] = a * x[i] + y[i];
        }
        ASSERT_OK(dft_forward(x, n, &why), "x", why);
        ASSERT_OK(dft_forward(y, n, &why), "y", why);
        ASSERT_OK(dft_forward(both, n, &why), "both", why);
        for (int i = 0; i < n; i++) {
            expected[i] = a * x[i] + y[i];
        }
        ASSERT_NEAR(0, largest_difference(both, expected, n), 1e-12, 0);
    }
    PASS();
}

/* x_{j+s} transforms to exp(2 pi i m s / n) y_m. */
TEST a_shift_becomes_a_rotation(void)
{
    for (int round = 0; round < 20 * LENGTHS; round++) {
        int n = lengths[round % LENGTHS];
        int shift = random_integer(0, n - 1);
        double complex x[MOST], shifted[MOST];
        random_data(x, n);
        for (int j = 0; j < n; j++) {
            shifted[j] = x[(j + shift) % n];
        }
        ASSERT_OK(dft_forward(x, n, &why), "x", why);
        ASSERT_OK(dft_forward(shifted, n, &why), "shifted", why);
        for (int m = 0; m < n; m++) {
            x[m] *= conj(unit_root(m * shift, n));
        }
        ASSERT_NEAR(0, largest_difference(shifted, x, n), 1e-12, 0);
    }
    PASS();
}

TEST parsevals_identity_holds(void)
{
    for (int round = 0; round < 20 * LENGTHS; round++) {
        int n = lengths[round % LENGTHS];
        double complex x[MOST];
        double before = 0, after = 0;
        random_data(x, n);
        for (int i = 0; i < n; i++) {
            before += creal(x[i] * conj(x[i]));
        }
        ASSERT_OK(dft_forward(x, n, &why), "x", why);
        for (int i = 0; i < n; i++) {
            after += creal(x[i] * conj(x[i]));
        }
        ASSERT_NEAR(n * before, after, 0, 1e-13);
    }
    PASS();
}

/* exp(-2 pi i (j0 m0/n0 + j1 m1/n1 + j2 m2/n2)) of the row-major places j and m. */
static cquad unit_root_quad(const int *sizes, int rank, int j, int m)
{
    quad turns = 0;
    for (int d = rank - 1; d >= 0; d--) {
        turns += (quad)((j % sizes[d]) * (m % sizes[d]) % sizes[d]) / sizes[d];
        j /= sizes[d];
        m /= sizes[d];
    }
    return cexpq(cquad_make(0, -2 * M_PIq * turns));
}

TEST quad_transforms_agree_with_direct_sums_in_up_to_3_dimensions(void)
{
    static const struct {
        int rank, sizes[3];
    } shapes[] = {
        {1, {1}},       {1, {2}},       {1, {3}},       {1, {7}},       {1, {12}},
        {1, {19}},      {2, {3, 7}},    {2, {12, 1}},   {3, {1, 1, 1}}, {3, {2, 3, 4}},
        {3, {3, 1, 5}}, {3, {2, 2, 7}}, {3, {4, 3, 4}},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        int rank = shapes[i].rank, n = 1;
        cquad x[MOST], y[MOST] = {0};
        for (int d = 0; d < rank; d++) {
            n *= shapes[i].sizes[d];
        }
        for (int j = 0; j < n; j++) {
            x[j] = cquad_make(random_edgy(3), random_edgy(3));
        }
        for (int m = 0; m < n; m++) {
            for (int j = 0; j < n; j++) {
                y[m] += x[j] * unit_root_quad(shapes[i].sizes, rank, j, m);
            }
        }
        ASSERT_OK(dft_forward_quad(x, rank, shapes[i].sizes, &why), "quad", why);
        for (int m = 0; m < n; m++) {
            quad error = cabsq(x[m] - y[m]);
            ASSERTm(support_say("shape %zu, place %d: %.3g", i, m, (double)error), error <= 1e-31Q);
        }
    }
    PASS();
}

/* Transforms of one length over and over; the count of wrong ones. */
static void *transform_many(void *length)
{
    static int wrong[LENGTHS];
    int i = *(int *)length;
    int n = lengths[i];
    wrong[i] = 0;
    for (int round = 0; round < 300; round++) {
        double complex x[MOST], y[MOST];
        cquad wide_x[MOST];
        for (int j = 0; j < n; j++) {
            x[j] = sin(j + round) + cos(3 * j - round) * I;
            wide_x[j] = cquad_make(creal(x[j]), cimag(x[j]));
        }
        double bound = direct_sum(x, n, y);
        message mine;
        bool done = dft_forward(x, n, &mine) == STATUS_OK;
        done = dft_forward_quad(wide_x, 1, &n, &mine) == STATUS_OK && done;
        for (int j = 0; j < n; j++) {
            bool same =
                cabs(x[j] - y[j]) <= bound && cabs((double complex)wide_x[j] - y[j]) <= bound;
            done = done && same;
        }
        wrong[i] += !done;
    }
    return &wrong[i];
}

TEST threads_may_transform_at_once(void)
{
    enum { THREADS = 4 };
    int which[THREADS] = {2, 3, 4, 5};
    pthread_t threads[THREADS];
    for (int t = 0; t < THREADS; t++) {
        ASSERT_EQ(0, pthread_create(&threads[t], NULL, transform_many, &which[t]));
    }
    for (int t = 0; t < THREADS; t++) {
        void *wrong = NULL;
        ASSERT_EQ(0, pthread_join(threads[t], &wrong));
        ASSERT_EQ_FMT(0, *(int *)wrong, "%d");
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(transforms_agree_with_the_direct_sum);
    RUN_TEST(transforms_are_linear);
    RUN_TEST(a_shift_becomes_a_rotation);
    RUN_TEST(parsevals_identity_holds);
    RUN_TEST(quad_transforms_agree_with_direct_sums_in_up_to_3_dimensions);
    RUN_TEST(threads_may_transform_at_once);
    GREATEST_MAIN_END();
}
