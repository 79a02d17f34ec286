#include "stability/analysis_region.h"

#include <math.h>

/* The least and the most digits of an excess over 1 that counts as rounding. */
enum { FEWEST_DIGITS = 6, MOST_DIGITS = 74 };

static void find_sector(exact_slice *slice, const stable_set *set, analysis_region *out)
{
    quad most;
    analysis_answer axis = exact_slice_holds(slice, REGION_NEGATIVE_AXIS);
    out->alpha_degrees = out->A_stable == ANSWER_YES ? 90 : NAN;
    if (out->A_stable != ANSWER_YES && axis != ANSWER_NO) {
        double angle = (double)sector_angle(set, &most);
        bool is_sure = slice->degree == 1;
        out->alpha_degrees = is_sure ? exact_slice_alpha(slice, angle, (double)most) : angle;
        if (axis == ANSWER_NONE) {
            out->alpha_degrees = (double)sector_alpha(set);
        }
        out->alpha_degrees = fmin(out->alpha_degrees, nextafter(90, 0)); /* 90 is A-stable */
    }
}

static void find_intervals(exact_slice *slice, const stable_set *set, analysis_region *out)
{
    bool is_sure = slice->degree == 1;
    double left = is_sure ? exact_slice_reach(slice, AXIS_LEFT) : (double)sector_reach(set, -1);
    double right = is_sure ? exact_slice_reach(slice, AXIS_RIGHT) : (double)sector_reach(set, 1);
    double up =
        is_sure ? exact_slice_reach(slice, AXIS_UP) : (double)sector_reach(set, cquad_make(0, 1));
    out->real_interval[0] = 0 - left; /* never -0 */
    out->real_interval[1] = right;
    out->imaginary_interval[0] = 0 - up;
    out->imaginary_interval[1] = up;
}

/* `allowed` is how large R(inf) may be for L-stability. */
static void find_region(exact_slice *slice, double allowed, analysis_region *out)
{
    stable_set set;
    *out = (analysis_region){.alpha_degrees = NAN};
    out->R_infinity = 0 + exact_slice_infinity(slice);
    out->A_stable = exact_slice_holds(slice, REGION_HALF_PLANE);
    out->L_stable = fabs(out->R_infinity) <= allowed ? out->A_stable : ANSWER_NO;
    out->zero_stable = exact_slice_is_zero_stable(slice, &out->zero_root);
    if (exact_slice_set(slice, &set)) {
        find_sector(slice, &set, out);
        find_intervals(slice, &set, out);
    }
}

static bool holds_relaxed(exact_slice *slice, int digits)
{
    exact_slice relaxed;
    exact_slice_relaxed(&relaxed, slice, digits);
    bool holds = exact_slice_holds(&relaxed, REGION_HALF_PLANE) == ANSWER_YES;
    exact_slice_clear(&relaxed);
    return holds;
}

/* The most digits d with |sigma| <= 1 + 10^-d in the half-plane; 0 when not even `least`. */
static int digits_of_excess(exact_slice *slice, int least)
{
    int low = least, high = MOST_DIGITS;
    if (!holds_relaxed(slice, least)) {
        return 0;
    }
    while (high - low > 1) {
        int middle = (low + high) / 2;
        *(holds_relaxed(slice, middle) ? &low : &high) = middle;
    }
    return low;
}

static bool is_near(double a, double b, double part)
{
    if (!isfinite(a) || !isfinite(b)) {
        return a == b || (isnan(a) && isnan(b));
    }
    return fabs(a - b) <= part * fmax(fabs(a), fabs(b));
}

/* An interval that rounding has shortened comes back at once when it is allowed for; one that grows
 * with what is allowed for does not exist. */
static void compare_interval(const double exact[2], const double relaxed[2], const double more[2],
                             double rounding, double out[2], double *doubt)
{
    for (int n = 0; n < 2; n++) {
        bool has_settled = is_near(relaxed[n], more[n], 1e-2);
        bool differs = has_settled && !is_near(relaxed[n], exact[n], 1e-6);
        out[n] = differs ? relaxed[n] : exact[n];
        *doubt = differs ? rounding : *doubt;
    }
}

/* What two allowances for rounding, the second a hundred times the first, agree on. */
static void find_rounded(exact_slice *slice, const analysis_region *exact, int digits,
                         analysis_region *rounded, double *doubt)
{
    analysis_region at[2];
    double allowed = pow(10, -digits);
    for (int n = 0; n < 2; n++) {
        exact_slice relaxed;
        exact_slice_relaxed(&relaxed, slice, digits - 2 * n);
        find_region(&relaxed, pow(10, 2 * n - digits), &at[n]);
        exact_slice_clear(&relaxed);
    }
    compare_interval(exact->real_interval, at[0].real_interval, at[1].real_interval, allowed,
                     rounded->real_interval, &doubt[DOUBT_REAL_INTERVAL]);
    compare_interval(exact->imaginary_interval, at[0].imaginary_interval, at[1].imaginary_interval,
                     allowed, rounded->imaginary_interval, &doubt[DOUBT_IMAGINARY_INTERVAL]);
    if (!is_near(exact->alpha_degrees, at[0].alpha_degrees, 1e-6) &&
        is_near(at[0].alpha_degrees, at[1].alpha_degrees, 1e-3)) {
        rounded->alpha_degrees = at[0].alpha_degrees;
        doubt[DOUBT_ALPHA] = allowed;
    }
    if (!exact->zero_stable && at[0].zero_stable) {
        rounded->zero_stable = true;
        doubt[DOUBT_ZERO_STABLE] = allowed;
    }
}

/* A- and L-stability where the exact answer is no by no more than rounding: it decides then, and
 * the least excess that is proved is told. */
static void find_half_plane_rounded(exact_slice *slice, int digits, analysis_region *exact,
                                    analysis_region *rounded, double *doubt)
{
    int found = exact->A_stable == ANSWER_NO ? digits_of_excess(slice, digits) : 0;
    double limit = fabs(exact->R_infinity);
    if (found > 0) {
        exact->A_stable = ANSWER_NONE;
        rounded->A_stable = ANSWER_YES;
        doubt[DOUBT_A_STABLE] = pow(10, -found);
    }
    if (exact->L_stable == ANSWER_NO && rounded->A_stable == ANSWER_YES &&
        limit <= pow(10, -digits)) {
        exact->L_stable = ANSWER_NONE;
        rounded->L_stable = ANSWER_YES;
        doubt[DOUBT_L_STABLE] = fmax(doubt[DOUBT_A_STABLE], limit);
    }
}

void region_decide(exact_slice *slice, double rounding, analysis_region *exact,
                   analysis_region *rounded, double *doubt)
{
    int digits = rounding > 0 ? (int)floor(-log10(100 * rounding)) : 0;
    find_region(slice, 0, exact);
    *rounded = *exact;
    if (digits >= FEWEST_DIGITS) {
        find_rounded(slice, exact, digits, rounded, doubt);
        find_half_plane_rounded(slice, digits, exact, rounded, doubt);
    }
}
