/* Judging growth from what was measured. The mean is compared with one computed from all |u|. */
#include "dae/growth.h"

#include "dae/dae.h"
#include "support/support.h"

/* A record of N steps by a constant factor. */
static growth constant(int steps, double complex factor)
{
    growth g = growth_begin(steps, 0);
    for (int i = 1; i <= steps; i++) {
        growth_add(&g, factor, i * log(cabs(factor)));
    }
    return g;
}

TEST a_constant_factor_is_measured_for_any_number_of_steps(void)
{
    static const int counts[] = {1, 2, 3, 4, 5, 16, 30, 31, 32, 33, 34, 63, 64, 65, 200, 1001};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        for (int n = 0; n < 20; n++) {
            double complex factor = exp(random_between(-3, 3)) * cexp(I * random_between(-3, 3));
            growth g = constant(counts[i], factor);
            ASSERT_NEAR(log(cabs(factor)), growth_rate(&g, false), 1e-12, 1e-12);
            ASSERT_NEAR(log(cabs(factor)), growth_rate(&g, true), 1e-12, 1e-12);
        }
    }
    PASS();
}

/* The windows are equally long, do not begin before step 1 unless they must, and are half the steps
 * apart. */
TEST windows_fit_into_any_number_of_steps(void)
{
    for (int steps = 1; steps <= 300; steps++) {
        int half = growth_half(steps), first = growth_window(steps);
        ASSERT_EQ(steps / 2, half);
        ASSERT(first >= 0 && first <= half);
        ASSERT(steps == 1 || first >= 1);
        ASSERT(half - first + 1 <= GROWTH_WINDOW);
        ASSERT(steps < 2 * GROWTH_WINDOW || half - first + 1 == GROWTH_WINDOW);
        ASSERT(steps - (half - first) > half); /* they do not overlap */
    }
    PASS();
}

/* The mean again, from the list of all u. */
static double mean_of(const double *logs, int steps)
{
    int half = steps / 2, length = half < GROWTH_WINDOW ? half : GROWTH_WINDOW;
    length = length < 1 ? 1 : length;
    double early = 0, late = 0;
    for (int k = 0; k < length; k++) {
        early += exp(2 * logs[half - k]);
        late += exp(2 * logs[steps - k]);
    }
    return log(late / early) / 2 / (steps - half);
}

TEST the_mean_is_that_of_the_second_half(void)
{
    static const int counts[] = {1, 2, 3, 5, 31, 32, 33, 100};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        for (int n = 0; n < 20; n++) {
            double logs[128] = {random_between(-1, 1)};
            growth g = growth_begin(counts[i], logs[0]);
            for (int k = 1; k <= counts[i]; k++) {
                logs[k] = logs[k - 1] + random_between(-0.5, 0.5);
                growth_add(&g, exp(logs[k] - logs[k - 1]), logs[k]);
            }
            ASSERT_NEAR(mean_of(logs, counts[i]), growth_rate(&g, false), 1e-12, 1e-12);
        }
    }
    PASS();
}

/* A transient at the start, even by 1e30, does not enter. */
TEST the_first_steps_do_not_count(void)
{
    growth g = growth_begin(200, 0);
    for (int i = 1; i <= 200; i++) {
        double size = i < 60 ? 70 : -0.25 * (i - 60);
        growth_add(&g, exp(-0.25), size);
    }
    ASSERT_NEAR(-0.25, growth_rate(&g, false), 1e-12, 0);
    PASS();
}

/* Sizes far beyond the range of double: only logarithms are kept. */
TEST nothing_overflows(void)
{
    growth g = constant(1000, 1e300);
    ASSERT_NEAR(log(1e300), growth_rate(&g, false), 0, 1e-13);
    ASSERT_EQ(GROWTH_UNSTABLE, growth_judge(&g, false));
    g = constant(1000, 1e-300);
    ASSERT_NEAR(log(1e-300), growth_rate(&g, false), 0, 1e-13);
    ASSERT_EQ(GROWTH_STABLE, growth_judge(&g, false));
    PASS();
}

/* Decided when |m| > 4/N, or when settled and |m| > 1e-8. */
TEST thresholds_are_as_stated(void)
{
    static const int counts[] = {20, 50, 200};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        int n = counts[i];
        growth above = constant(n, exp(4.04 / n)), below = constant(n, exp(3.96 / n));
        growth minus = constant(n, exp(-4.04 / n)), nearly = constant(n, exp(-3.96 / n));
        ASSERT_EQ(GROWTH_UNSTABLE, growth_judge(&above, false));
        ASSERT_EQ(GROWTH_UNDECIDED, growth_judge(&below, false));
        ASSERT_EQ(GROWTH_STABLE, growth_judge(&minus, false));
        ASSERT_EQ(GROWTH_UNDECIDED, growth_judge(&nearly, false));
        /* all of them have settled, where that is allowed */
        ASSERT_EQ(GROWTH_UNSTABLE, growth_judge(&below, true));
        ASSERT_EQ(GROWTH_STABLE, growth_judge(&nearly, true));
        above = constant(n, exp(1.1e-8));
        below = constant(n, exp(0.9e-8));
        minus = constant(n, -exp(-1.1e-8));
        nearly = constant(n, -exp(-0.9e-8));
        ASSERT_EQ(GROWTH_UNSTABLE, growth_judge(&above, true));
        ASSERT_EQ(GROWTH_UNDECIDED, growth_judge(&below, true));
        ASSERT_EQ(GROWTH_STABLE, growth_judge(&minus, true));
        ASSERT_EQ(GROWTH_UNDECIDED, growth_judge(&nearly, true));
        ASSERT_EQ(GROWTH_UNDECIDED, growth_judge(&above, false));
    }
    growth one = constant(64, 1);
    ASSERT_EQ(GROWTH_UNDECIDED, growth_judge(&one, true));
    PASS();
}

/* Sixteen equal factors are needed; fifteen are not enough, and a change starts anew. */
TEST settling_takes_sixteen_equal_factors(void)
{
    for (int steps = 10; steps <= 22; steps++) {
        growth g = constant(steps, exp(0.01));
        ASSERT_EQm(support_say("%d steps", steps), steps >= 16 ? GROWTH_UNSTABLE : GROWTH_UNDECIDED,
                   growth_judge(&g, true));
    }
    for (int last = 12; last <= 20; last++) { /* this many steps after the change */
        growth g = growth_begin(60, 0);
        double size = 0;
        for (int i = 1; i <= 60; i++) {
            double factor = i <= 60 - last ? exp(0.01) : exp(0.02);
            size += log(factor);
            growth_add(&g, factor, size);
        }
        ASSERT_EQm(support_say("%d equal ones", last),
                   last >= 16 ? GROWTH_UNSTABLE : GROWTH_UNDECIDED, growth_judge(&g, true));
        if (last >= 16) {
            ASSERT_NEAR(0.02, growth_rate(&g, true), 1e-13, 0);
        }
    }
    PASS();
}

/* Equal to 1e-9, relative, and to the first of them: a slow drift does not settle. */
TEST factors_that_drift_do_not_settle(void)
{
    static const struct {
        double drift;
        bool settles;
    } cases[] = {{1e-12, true}, {5e-11, true}, {1e-10, false}, {1e-8, false}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        growth g = growth_begin(18, 0);
        double size = 0;
        for (int i = 1; i <= 18; i++) {
            double factor = 1.01 * (1 + cases[k].drift * i);
            size += log(factor);
            growth_add(&g, factor, size);
        }
        ASSERT_EQm(support_say("drift %g", cases[k].drift),
                   cases[k].settles ? GROWTH_UNSTABLE : GROWTH_UNDECIDED, growth_judge(&g, true));
    }
    /* a factor that turns in the complex plane has one modulus and has not settled */
    growth g = growth_begin(40, 0);
    for (int i = 1; i <= 40; i++) {
        growth_add(&g, 1.001 * cexp(CMPLX(0, i)), i * log(1.001));
    }
    ASSERT_EQ(GROWTH_UNDECIDED, growth_judge(&g, true));
    PASS();
}

TEST what_vanishes_is_stable(void)
{
    static const int counts[] = {1, 2, 3, 5, 31, 32, 33, 200};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        for (int when = 1; when <= counts[i]; when += 1 + counts[i] / 7) {
            growth g = growth_begin(counts[i], 0);
            for (int k = 1; k <= counts[i]; k++) {
                growth_add(&g, k < when ? 2 : 0, k < when ? k * log(2) : -INFINITY);
            }
            double rate = growth_rate(&g, false);
            ASSERTm(support_say("%d steps, 0 from step %d: rate %g", counts[i], when, rate),
                    !isnan(rate));
            int half = counts[i] / 2, first = growth_window(counts[i]);
            if (when <= counts[i] - (half - first)) {
                ASSERT(rate == -INFINITY);
                ASSERT_EQ(GROWTH_STABLE, growth_judge(&g, true));
                ASSERT_EQ(GROWTH_STABLE, growth_judge(&g, false));
            }
        }
    }
    PASS();
}

TEST records_that_are_not_complete_say_nothing(void)
{
    growth g = growth_begin(40, 0);
    for (int i = 1; i < 40; i++) {
        growth_add(&g, 0.5, i * log(0.5));
        ASSERT(isnan(growth_rate(&g, true)));
        ASSERT_EQ(GROWTH_FAILED, growth_judge(&g, true));
    }
    growth_add(&g, 0.5, 40 * log(0.5));
    ASSERT_EQ(GROWTH_STABLE, growth_judge(&g, true));
    PASS();
}

TEST outcomes_decide_before_numbers_do(void)
{
    growth g = constant(40, 0.5);
    g.outcome = STEP_SINGULAR;
    ASSERT(growth_rate(&g, true) == INFINITY);
    ASSERT_EQ(GROWTH_SINGULAR, growth_judge(&g, true));
    g.outcome = STEP_NO_CONVERGENCE;
    ASSERT(isnan(growth_rate(&g, true)));
    ASSERT_EQ(GROWTH_FAILED, growth_judge(&g, true));
    g.outcome = STEP_NOT_FINITE;
    ASSERT_EQ(GROWTH_FAILED, growth_judge(&g, false));
    g.outcome = STEP_DONE;
    ASSERT_EQ(GROWTH_STABLE, growth_judge(&g, false));
    PASS();
}

/* A factor that is not a number never equals another: it does not settle. */
TEST factors_that_are_not_numbers_do_not_settle(void)
{
    growth g = growth_begin(40, 0);
    for (int k = 1; k <= 40; k++) {
        growth_add(&g, NAN, 0);
    }
    ASSERT(g.run <= 1);
    ASSERT_EQ(GROWTH_UNDECIDED, growth_judge(&g, true));
    PASS();
}

/* u_n = a sigma_1^n + b sigma_2^n satisfies a recurrence of second order: its larger root is found
 * where neither factor settles. */
TEST two_factors_of_the_same_size_settle_as_a_pair(void)
{
    enum { STEPS = 40 };
    for (int n = 0; n < 40; n++) {
        double size = 1 + random_between(-1, 1) * 1e-3, angle = random_between(0.4, 2.7);
        double complex first = size * cexp(CMPLX(0, angle));
        double complex second = (n % 2 == 0 ? 1 : 0.9) * conj(first);
        double complex a = CMPLX(1, random_unit()), b = CMPLX(random_between(0.5, 1), -0.3);
        double complex u = a + b, tail[GROWTH_TAIL];
        growth g = growth_begin(STEPS, log(cabs(u)));
        for (int k = 1; k <= STEPS; k++) {
            double complex next = a * cpow(first, k) + b * cpow(second, k);
            growth_add(&g, next / u, log(cabs(next)));
            u = next;
            if (k > STEPS - GROWTH_TAIL) {
                tail[k - 1 - (STEPS - GROWTH_TAIL)] = next;
            }
        }
        ASSERT(g.run < GROWTH_SETTLED);
        ASSERT(isnan(g.pair));
        growth_read_tail(&g, tail);
        if (n % 2 == 1 && isnan(g.pair)) {
            continue; /* the smaller one may be gone by then */
        }
        ASSERT_NEAR(log(size), growth_rate(&g, true), 1e-9, 0);
        ASSERT_EQ(size > 1 ? GROWTH_UNSTABLE : GROWTH_STABLE, growth_judge(&g, true));
        ASSERT_EQ(GROWTH_UNDECIDED, growth_judge(&g, false)); /* a mean of 40 does not tell */
    }
    PASS();
}

/* Three factors are not two, and a single power is not a pair. */
TEST what_is_not_a_pair_is_not_taken_for_one(void)
{
    double complex three[GROWTH_TAIL], power[GROWTH_TAIL], zero[GROWTH_TAIL] = {0};
    for (int k = 0; k < GROWTH_TAIL; k++) {
        three[k] = cpow(0.9 + 0.3 * I, k) + cpow(-0.8, k) + 0.5 * cpow(0.2 - 0.9 * I, k);
        power[k] = cpow(0.9 + 0.3 * I, k);
    }
    const double complex *const tails[] = {three, power, zero};
    for (int i = 0; i < 3; i++) {
        growth g = growth_begin(40, 0);
        growth_read_tail(&g, tails[i]);
        ASSERTm(support_say("case %d: %g", i, g.pair), isnan(g.pair));
    }
    PASS();
}

/* The record of u_n = sum_j a_j (n + 1)^power_j sigma_j^n, computed as u_n / size^n. */
static growth of_roots(int steps, int count, const double complex *a, const double complex *sigma,
                       const int *power)
{
    double complex tail[GROWTH_TAIL] = {0}, before = 0;
    double size = 0;
    growth g = {0};
    for (int j = 0; j < count; j++) {
        size = fmax(size, cabs(sigma[j]));
    }
    for (int k = 0; k <= steps; k++) {
        double complex u = 0;
        for (int j = 0; j < count; j++) {
            u += a[j] * pow(k + 1, power[j]) * cpow(sigma[j] / size, k);
        }
        if (k == 0) {
            g = growth_begin(steps, log(cabs(u)));
        } else {
            growth_add(&g, u / before * size, log(cabs(u)) + k * log(size));
        }
        before = u;
        if (k > steps - GROWTH_TAIL) {
            tail[k - 1 - (steps - GROWTH_TAIL)] = u * pow(size, k - steps);
        }
    }
    g.is_single = count == 1 && power[0] == 0;
    growth_read_tail(&g, tail);
    return g;
}

/* Of two to four roots, near each other or not, simple or double, one of them weak, the largest is
 * never farther from what was measured than it may be; one root alone is always known well. */
TEST the_largest_root_is_within_the_uncertainty(void)
{
    int settled = 0, pairs = 0, means = 0;
    for (int n = 0; n < 2000; n++) {
        double complex a[4], sigma[4];
        int power[4] = {0}, count = 1 + n % 4, steps = n % 3 == 0 ? 400 : n % 3 == 1 ? 1600 : 64;
        double near = pow(10, random_between(-7, 0.3)), largest = -INFINITY;
        sigma[0] = exp(random_between(-2, 2)) * cexp(I * random_between(-3, 3));
        for (int j = 0; j < count; j++) {
            a[j] = (j == 0 ? pow(10, random_between(-2.5, 0)) : 1) *
                   CMPLX(random_between(-1, 1), random_between(-1, 1));
            sigma[j] =
                sigma[0] *
                (1 + (j == 0 ? 0 : near * CMPLX(random_between(-1, 1), random_between(-1, 1))));
            if (n % 5 == 0 && j == 1) { /* of the same size */
                sigma[j] *= cabs(sigma[0] / sigma[j]);
            }
            power[j] = n % 7 == 0 && count > 1 ? random_integer(0, 1) : 0;
            largest = fmax(largest, log(cabs(sigma[j])));
        }
        growth g = of_roots(steps, count, a, sigma, power);
        double error = fabs(growth_rate(&g, true) - largest);
        double uncertainty = growth_uncertainty(&g, true);
        bool is_settled = g.run >= GROWTH_SETTLED, is_pair = !is_settled && isfinite(g.pair);
        settled += is_settled && count > 1;
        pairs += is_pair;
        means += !is_settled && !is_pair;
        ASSERTm(support_say("%d of %d roots, %d steps, near %g: error %g, uncertainty %g", n, count,
                            steps, near, error, uncertainty),
                error <= uncertainty);
        ASSERT(count > 1 || (error < 1e-9 && uncertainty < 1e-4));
        ASSERT(uncertainty <= 2.01 * log(1e4) / steps && uncertainty >= 4e-5);
    }
    /* The factor has settled near the smaller root, which has 1000 times the share of the larger.
     */
    const double complex weak[] = {1e-3, 1}, close[] = {1, 0.9999};
    growth g = of_roots(64, 2, weak, close, (const int[]){0, 0});
    ASSERT(g.run >= GROWTH_SETTLED && growth_rate(&g, true) < -9e-5);
    ASSERT(growth_uncertainty(&g, true) > 1e-4 && growth_uncertainty(&g, true) < 0.01);
    ASSERTm(support_say("%d settled, %d pairs, %d means", settled, pairs, means),
            settled > 300 && pairs > 25 && means > 300);
    PASS();
}

TEST numbers_that_are_none_are_never_stable(void)
{
    for (int bad = 0; bad < 4; bad++) {
        growth g = growth_begin(4, 0);
        for (int i = 0; i < 4; i++) {
            growth_add(&g, 0.5, i == bad ? NAN : -0.7 * (i + 1));
        }
        ASSERT_FALSE(growth_judge(&g, false) == GROWTH_STABLE);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(a_constant_factor_is_measured_for_any_number_of_steps);
    RUN_TEST(windows_fit_into_any_number_of_steps);
    RUN_TEST(the_mean_is_that_of_the_second_half);
    RUN_TEST(the_first_steps_do_not_count);
    RUN_TEST(nothing_overflows);
    RUN_TEST(thresholds_are_as_stated);
    RUN_TEST(settling_takes_sixteen_equal_factors);
    RUN_TEST(factors_that_drift_do_not_settle);
    RUN_TEST(what_vanishes_is_stable);
    RUN_TEST(records_that_are_not_complete_say_nothing);
    RUN_TEST(outcomes_decide_before_numbers_do);
    RUN_TEST(factors_that_are_not_numbers_do_not_settle);
    RUN_TEST(two_factors_of_the_same_size_settle_as_a_pair);
    RUN_TEST(what_is_not_a_pair_is_not_taken_for_one);
    RUN_TEST(the_largest_root_is_within_the_uncertainty);
    RUN_TEST(numbers_that_are_none_are_never_stable);
    GREATEST_MAIN_END();
}
