#include "stability/exact_slice.h"

#include <math.h>

#include "everything.h"
#include "stability/phi_quad.h"
#include "support/support.h"

/* A slice of R = N/D, or of roots of rho - z beta, made by hand. */
typedef struct own_slice {
    phi p;
    exact_slice s;
    zpoly c[METHOD_MAX_STEPS + 1];
} own_slice;

static method *trapezoidal, *bdf2;

static void begin(own_slice *own, const method *m, int degree)
{
    *own = (own_slice){.p = {.info = {.degree = degree}, .field_degree = 1}};
    own->s =
        (exact_slice){.of = &own->p, .method = (method *)m, .degree = degree, .field_degree = 1};
    real_root_init(&own->s.generator);
    for (int j = 0; j <= degree; j++) {
        zpoly_init(&own->c[j]);
        zpoly_set_small(&own->c[j], 0, 1);
        bipoly_init(&own->s.c[j]);
    }
}

/* What was made of c becomes that of the slice. */
static void finish(own_slice *own)
{
    for (int j = 0; j <= own->s.degree; j++) {
        bipoly_clear(&own->s.c[j]);
        for (int i = 0; i <= own->c[j].degree; i++) {
            zpoly_set_coefficient(bipoly_at(&own->s.c[j], i), 0, own->c[j].c[i]);
        }
        bipoly_trim(&own->s.c[j]);
    }
}

static void end(own_slice *own)
{
    for (int j = 0; j <= own->s.degree; j++) {
        zpoly_clear(&own->c[j]);
    }
    exact_slice_clear(&own->s);
}

/* Multiplies by (q z - p)^times, or by (q z - p)^2 + r^2. */
static void times_linear(zpoly *c, long q, long p, int times)
{
    zpoly factor;
    zpoly_init(&factor);
    zpoly_set_small(&factor, 1, q);
    zpoly_set_small(&factor, 0, -p);
    for (int n = 0; n < times; n++) {
        zpoly_multiply(c, c, &factor);
    }
    zpoly_clear(&factor);
}

static void times_pair(zpoly *c, long q, long p, long r, int times)
{
    zpoly factor;
    zpoly_init(&factor);
    zpoly_set_small(&factor, 2, q * q);
    zpoly_set_small(&factor, 1, -2 * p * q);
    zpoly_set_small(&factor, 0, p * p + r * r);
    for (int n = 0; n < times; n++) {
        zpoly_multiply(c, c, &factor);
    }
    zpoly_clear(&factor);
}

/* Products of known factors: every place with its multiplicity and on its side. */
TEST zeros_have_their_multiplicities(void)
{
    for (int n = 0; n < rounds(100); n++) {
        own_slice own;
        zero_list zeros;
        begin(&own, trapezoidal, 1);
        int times = random_integer(1, 16), pairs = random_integer(0, (16 - times) / 2);
        long q = random_integer(1, 9), p = random_integer(-9, 9), r = random_integer(1, 9);
        times_linear(&own.c[1], q, p, times);
        times_pair(&own.c[1], 7, 5, r, pairs);
        finish(&own);
        ASSERT(exact_slice_zeros(&own.s, 1, &zeros));
        ASSERT_EQ_FMT(pairs > 0 ? 3 : 1, zeros.count, "%d");
        int sum = 0;
        for (int k = 0; k < zeros.count; k++) {
            bool is_real = cimagq(zeros.at[k]) == 0;
            sum += zeros.multiplicity[k];
            ASSERT_EQ_FMT(is_real ? times : pairs, zeros.multiplicity[k], "%d");
            ASSERT_NEAR(is_real ? (double)p / (double)q : 5 / 7.0, (double)crealq(zeros.at[k]), 0,
                        3e-16);
            ASSERT_NEAR(is_real ? 0 : (double)r / 7, fabs((double)cimagq(zeros.at[k])), 0, 3e-16);
        }
        ASSERT_EQ_FMT(times + 2 * pairs, sum, "%d");
        end(&own);
    }
    PASS();
}

/* R = (2^60 + 1)/(2^60 - z 2^60): |R| > 1 from 0 to the left for 2^-60 only; the other way round
 * the interval ends there. Rounding hides neither. */
TEST intervals_are_not_those_of_rounded_numbers(void)
{
    own_slice own;
    begin(&own, trapezoidal, 1);
    times_linear(&own.c[1], -(1L << 60), -(1L << 60), 1);
    zpoly_set_small(&own.c[0], 0, -((1L << 60) + 1));
    finish(&own);
    ASSERT(exact_slice_reach(&own.s, AXIS_LEFT) == 0);
    zpoly_set_small(&own.c[0], 0, -((1L << 60) - 1));
    finish(&own);
    ASSERT(isinf(exact_slice_reach(&own.s, AXIS_LEFT)));
    ASSERT_NEAR(0x1p-60, exact_slice_reach(&own.s, AXIS_RIGHT), 0, 1e-15);
    ASSERT(isinf(exact_slice_reach(&own.s, AXIS_UP)));
    ASSERT_EQ(ANSWER_YES, exact_slice_holds(&own.s, REGION_HALF_PLANE));
    end(&own);
    PASS();
}

/* R = (2 + z (1 + e))/(2 - z) is 1 + e at infinity, and nowhere more; e = 1.5 10^-30. */
TEST an_excess_is_measured(void)
{
    own_slice own;
    mpz_t power;
    begin(&own, trapezoidal, 1);
    mpz_init(power);
    mpz_ui_pow_ui(power, 10, 31);
    times_linear(&own.c[1], -1, -2, 1);
    zpoly_scale(&own.c[1], power);
    times_linear(&own.c[0], -1, 2, 1);
    zpoly_scale(&own.c[0], power);
    mpz_add_ui(power, power, 15);
    mpz_neg(power, power);
    zpoly_set_coefficient(&own.c[0], 1, power);
    finish(&own);
    ASSERT_EQ(ANSWER_NO, exact_slice_holds(&own.s, REGION_HALF_PLANE));
    for (int digits = 28; digits <= 32; digits++) {
        exact_slice relaxed;
        exact_slice_relaxed(&relaxed, &own.s, digits);
        ASSERT_EQ(digits <= 29 ? ANSWER_YES : ANSWER_NO,
                  exact_slice_holds(&relaxed, REGION_HALF_PLANE));
        exact_slice_clear(&relaxed);
    }
    mpz_clear(power);
    end(&own);
    PASS();
}

/* Phi at z = 0 of known roots: fractions inside, +-1 and pairs (3 +- 4i)/5 on the circle. */
TEST the_root_condition_is_decided_at_the_origin(void)
{
    for (int n = 0; n < rounds(200); n++) {
        own_slice own;
        zpoly rho;
        zpoly_init(&rho);
        zpoly_set_small(&rho, 0, random_integer(1, 5));
        bool expected = true;
        int on_circle[3] = {0, 0, 0}, degree = random_integer(2, 9);
        while (rho.degree < degree) {
            int what = random_integer(0, 9);
            if (what < 3) { /* inside; rarely outside */
                long q = random_integer(2, 9), p = random_integer(-10, 10);
                times_linear(&rho, q, p, 1);
                expected = expected && labs(p) <= q;
                on_circle[0] += p == q;
                on_circle[1] += p == -q;
            } else if (what < 5) {
                on_circle[what - 3]++;
                times_linear(&rho, 1, what == 3 ? 1 : -1, 1);
            } else if (what == 5) {
                on_circle[2]++;
                times_pair(&rho, 5, 3, 4, 1);
            } else {
                times_pair(&rho, 7, random_integer(-4, 4), random_integer(1, 5), 1);
            }
        }
        for (int k = 0; k < 3; k++) {
            expected = expected && on_circle[k] < 2;
        }
        begin(&own, bdf2, rho.degree);
        for (int j = 0; j <= rho.degree; j++) {
            zpoly_set_coefficient(&own.c[j], 0, rho.c[j]);
            zpoly_set_small(&own.c[j], 1, j + 1);
        }
        finish(&own);
        double largest;
        ASSERTm(support_say("round %d", n),
                exact_slice_is_zero_stable(&own.s, &largest) == expected);
        ASSERT(!expected || largest <= 1 + 1e-15);
        end(&own);
        zpoly_clear(&rho);
    }
    PASS();
}

/* A wrong approximation of the angle is found out. */
TEST the_angle_is_decided(void)
{
    own_slice own;
    stable_set set;
    quad most;
    begin(&own, trapezoidal, 1);
    zpoly_set_small(&own.c[0], 0, -1);
    times_pair(&own.c[1], 10, -6, 8, 1); /* poles at (-3 +- 4i)/5 */
    mpz_t small;
    mpz_init_set_ui(small, 1000000);
    zpoly_scale(&own.c[1], small);
    mpz_clear(small);
    finish(&own);
    ASSERT(exact_slice_set(&own.s, &set));
    double angle = (double)sector_angle(&set, &most);
    ASSERT_NEAR(acos(0.6) * 180 / acos(-1), (double)most, 0, 1e-14);
    ASSERT(angle < (double)most && angle > 53.13);
    const double guesses[] = {angle, angle - 1e-9, angle + 1e-9, 10};
    for (int n = 0; n < 4; n++) {
        ASSERT_NEAR(angle, exact_slice_alpha(&own.s, guesses[n], (double)most), 2e-11, 0);
    }
    end(&own);
    PASS();
}

/* Two algorithms: signs of integers, and rays in quadruple precision. */
TEST integers_agree_with_rays(void)
{
    everything e;
    message why;
    int seen = 0;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        phi *at_zero = NULL;
        exact_slice exact;
        stable_set set;
        ASSERT_OK(phi_slice(e.p, (wide){0}, &at_zero, &why), e.name, why);
        if (exact_slice_init(&exact, at_zero, e.p)) {
            seen++;
            stable_set_init(&set, at_zero, 0);
            bool holds = exact_slice_holds(&exact, REGION_HALF_PLANE) == ANSWER_YES;
            ASSERTm(e.name, holds == sector_is_a_stable(&set));
            double infinite = exact_slice_infinity(&exact), other = (double)sector_infinity(&set);
            ASSERTm(e.name, infinite == other || fabs(infinite - other) < 1e-14);
            for (int axis = AXIS_LEFT; axis <= AXIS_UP && exact.degree == 1; axis++) {
                const cquad directions[] = {-1, 1, cquad_make(0, 1)};
                double ours = exact_slice_reach(&exact, (exact_axis)axis);
                double theirs = (double)sector_reach(&set, directions[axis]);
                ASSERTm(support_say("%s, axis %d: %.17g, %.17g", e.name, axis, ours, theirs),
                        ours == theirs || fabs(ours - theirs) <= 1e-14 * ours);
            }
            exact_slice_clear(&exact);
        }
        phi_destroy(at_zero);
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    ASSERT(seen > 80);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    message why;
    catalogue *all = NULL;
    GREATEST_MAIN_BEGIN();
    if (catalogue_create(SPINSCOPE_ASSETS, &all, &why) != STATUS_OK ||
        catalogue_open(all, "trapezoidal", &trapezoidal, &why) != STATUS_OK ||
        catalogue_open(all, "bdf:2", &bdf2, &why) != STATUS_OK) {
        return 1;
    }
    RUN_TEST(zeros_have_their_multiplicities);
    RUN_TEST(intervals_are_not_those_of_rounded_numbers);
    RUN_TEST(an_excess_is_measured);
    RUN_TEST(the_root_condition_is_decided_at_the_origin);
    RUN_TEST(the_angle_is_decided);
    RUN_TEST(integers_agree_with_rays);
    method_destroy(trapezoidal);
    method_destroy(bdf2);
    catalogue_destroy(all);
    GREATEST_MAIN_END();
}
