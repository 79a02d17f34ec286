#include "stability/analysis_sector.h"

#include <math.h>

#include "everything.h"
#include "stability/spin_range.h"
#include "support/support.h"

static stable_set ratio(int degree, const double *N, const double *D)
{
    quad above[METHOD_MAX_STAGES + 1], below[METHOD_MAX_STAGES + 1];
    stable_set set;
    for (int i = 0; i <= degree; i++) {
        above[i] = N[i];
        below[i] = D[i];
    }
    stable_set_of_ratio(&set, above, below, degree, 0);
    return set;
}

/* R = 1/(1 - z)^3. */
TEST multiple_poles_count_as_often_as_they_are(void)
{
    stable_set set = ratio(3, (double[]){1, 0, 0, 0}, (double[]){1, -3, 3, -1});
    zero_list poles;
    sector_poles(&set, &poles);
    ASSERT_EQ_FMT(1, poles.count, "%d");
    ASSERT_EQ_FMT(3, poles.multiplicity[0], "%d");
    ASSERT_NEAR(1, (double)crealq(poles.at[0]), 1e-20, 0);
    ASSERT(sector_is_a_stable(&set) && sector_alpha(&set) == 90 && sector_infinity(&set) == 0);
    PASS();
}

/* (1 - z/g)^m (1 + z/h), g and h irrational, for m up to 15: as often as they are, though the zeros
 * of the rounded polynomial lie on a circle of radius 0.01 or so; and zeros that are 1e-3 apart are
 * two. */
TEST clusters_within_rounding_are_one_zero(void)
{
    for (int m = 1; m <= 15; m++) {
        quad D[METHOD_MAX_STAGES + 1] = {1}, N[METHOD_MAX_STAGES + 1] = {1};
        const quad g = 1 + M_LN2q, h = M_PIq;
        for (int n = 0; n <= m; n++) {
            for (int i = n + 1; i > 0; i--) {
                D[i] -= D[i - 1] / (n == m ? -h : g);
            }
        }
        stable_set set;
        zero_list poles;
        stable_set_of_ratio(&set, N, D, m + 1, 0);
        sector_poles(&set, &poles);
        ASSERTm(support_say("%d times: %d", m, poles.count), poles.count == 2);
        for (int n = 0; n < 2; n++) {
            bool is_simple = crealq(poles.at[n]) < 0;
            ASSERT_EQ_FMT(is_simple ? 1 : m, poles.multiplicity[n], "%d");
            ASSERT_NEAR((double)(is_simple ? -h : g), (double)crealq(poles.at[n]), 0, 1e-15);
        }
    }
    stable_set set = ratio(2, (double[]){1, 0, 0}, (double[]){1.001, -2.001, 1});
    zero_list poles;
    sector_poles(&set, &poles);
    ASSERT_EQ_FMT(2, poles.count, "%d");
    PASS();
}

/* N and D share z + 1 once; D has it twice: one pole is left. */
TEST common_factors_are_cancelled_once_each(void)
{
    zero_list poles, zeros;
    stable_set set = ratio(2, (double[]){1, 1, 0}, (double[]){1, 2, 1});
    sector_poles(&set, &poles);
    sector_zeros(&set, &zeros);
    ASSERT(poles.count == 1 && poles.multiplicity[0] == 1 && zeros.count == 0);
    ASSERT(!sector_is_a_stable(&set));
    set = ratio(2, (double[]){1, 1, 0}, (double[]){1, 0, -1}); /* (1 + z)/((1 + z)(1 - z)) */
    sector_poles(&set, &poles);
    ASSERT(poles.count == 1 && crealq(poles.at[0]) > 0);
    ASSERT(sector_is_a_stable(&set));
    PASS();
}

/* R = c/((z - p)(z - conj p)) with poles at the angle of p: a small c makes a small island about
 * each, whose edge touches the sector at the angle of p less asin(radius/|p|). */
TEST islands_about_poles_bound_the_sector(void)
{
    for (int degrees = 20; degrees <= 80; degrees += 15) {
        double angle = degrees * acos(-1) / 180;
        double c = 1e-4;
        stable_set set = ratio(2, (double[]){c, 0, 0}, (double[]){1, 2 * cos(angle), 1});
        double radius = c / (2 * sin(angle)); /* |R| = c/(r |p - conj p|) near p */
        double alpha = (double)sector_alpha(&set);
        ASSERT_NEAR(degrees - radius * 180 / acos(-1), alpha, 1e-4 * radius * 180 + 1e-6, 0);
        ASSERT(!sector_is_a_stable(&set));
    }
    PASS();
}

/* R = (1 - z^2 g)/(1 - z + z^2 h) is A-stable by |D|^2 - |N|^2 = y^2 (1 - 2h - 2g) + y^4 (h^2 -
 * g^2)
 * >= 0 and h > 0: random g and h. */
TEST the_half_plane_is_decided_by_its_edge(void)
{
    int stable = 0;
    for (int n = 0; n < 200; n++) {
        double g = random_edgy(0.6), h = random_between(0.05, 0.8);
        double low = 1 - 2 * h - 2 * g, high = h * h - g * g;
        if (fabs(low) < 1e-9 || fabs(high) < 1e-9) {
            continue;
        }
        stable_set set = ratio(2, (double[]){1, 0, -g}, (double[]){1, -1, h});
        bool expected = low > 0 && high > 0;
        stable += expected;
        ASSERTm(support_say("g = %.17g, h = %.17g", g, h), sector_is_a_stable(&set) == expected);
        ASSERT_NEAR(-g / h, (double)sector_infinity(&set), 1e-15, 1e-15);
    }
    ASSERT(stable > 20);
    PASS();
}

TEST extents_are_told_apart(void)
{
    stable_set set = ratio(1, (double[]){1, 1}, (double[]){1, 1}); /* 1, with a common factor */
    ASSERT_EQ(EXTENT_EVERYWHERE, sector_extent_of(&set));
    set = ratio(1, (double[]){2, 2}, (double[]){1, 1});
    ASSERT_EQ(EXTENT_NOWHERE, sector_extent_of(&set));
    set = ratio(1, (double[]){1, 0}, (double[]){1, -1});
    ASSERT_EQ(EXTENT_SOMEWHERE, sector_extent_of(&set));
    set = ratio(1, (double[]){1, 1}, (double[]){1, 0});
    ASSERT(sector_infinity(&set) == HUGE_VALQ);
    PASS();
}

/* What the exact set of w says of one w: 1 inside, 0 outside, -1 too near to an end. */
static int is_inside(const spin_range *range, double w)
{
    for (int i = 0; i < range->count; i++) {
        const spin_interval *interval = &range->intervals[i];
        double near = fmin(fabs(w - interval->from.value), fabs(w - interval->to.value));
        if (near < 1e-6) {
            return -1;
        }
        if (w > interval->from.value && w < interval->to.value) {
            return 1;
        }
    }
    return 0;
}

/* Two algorithms that share Phi only: the exact set of w, and the rays at one w. */
static enum greatest_test_res compare_at(const everything *e, const spin_range range[2], double w)
{
    message why;
    phi *slice = NULL;
    stable_set set;
    ASSERT_OK(phi_slice(e->p, (wide){w, 0}, &slice, &why), e->name, why);
    stable_set_init(&set, slice, 0);
    phi_destroy(slice);
    const bool ours[2] = {sector_is_a_stable(&set), sector_reach(&set, -1) == HUGE_VALQ};
    for (int k = 0; k < 2; k++) {
        int theirs = is_inside(&range[k], w);
        ASSERTm(support_say("%s at w = %.17g, %s: %d, exactly %d", e->name, w,
                            k == 0 ? "half-plane" : "axis", ours[k], theirs),
                theirs < 0 || theirs == ours[k]);
    }
    PASS();
}

TEST rays_agree_with_the_exact_spin_ranges(void)
{
    everything e;
    message why;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        spin_range range[2];
        if (method_describe(e.m)->form == FORM_ODE_ONLY) {
            continue;
        }
        ASSERT_OK(spin_range_a_stable(e.m, &range[0], &why), e.name, why);
        ASSERT_OK(spin_range_negative_axis(e.m, &range[1], &why), e.name, why);
        for (int k = 0; k < 2; k++) {
            for (int i = 0; i < range[k].count; i++) {
                const double ends[2] = {range[k].intervals[i].from.value,
                                        range[k].intervals[i].to.value};
                /* Both sides of both ends; nearer, a method of high order has a pole beside a zero
                 * that quadruple precision cannot tell apart. */
                double away = method_describe(e.m)->order <= 5 ? 1e-3 : 0.25;
                for (int n = 0; n < 4; n++) {
                    double w = ends[n / 2] + (n % 2 == 0 ? -away : away);
                    if (isfinite(w)) {
                        CHECK_CALL(compare_at(&e, range, w));
                    }
                }
            }
        }
        for (int n = 0; n < rounds(4); n++) {
            CHECK_CALL(compare_at(&e, range, random_between(-6, 6)));
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(multiple_poles_count_as_often_as_they_are);
    RUN_TEST(clusters_within_rounding_are_one_zero);
    RUN_TEST(common_factors_are_cancelled_once_each);
    RUN_TEST(islands_about_poles_bound_the_sector);
    RUN_TEST(the_half_plane_is_decided_by_its_edge);
    RUN_TEST(extents_are_told_apart);
    RUN_TEST(rays_agree_with_the_exact_spin_ranges);
    GREATEST_MAIN_END();
}
