#include "stability/analysis.h"

#include <math.h>
#include <stdio.h>

#include "method/order.h"
#include "method/order_exact.h"
#include "numerics/rational.h"
#include "stability/analysis_order.h"
#include "stability/analysis_region.h"
#include "stability/analysis_sector.h"
#include "stability/analysis_stages.h"
#include "stability/evaluate.h"
#include "stability/exact_order.h"

/* Directions in which the order at w /= 0 is taken. A direction may have a higher order than the
 * others by chance, three that are unrelated do not. */
static const double directions[] = {0.7320508075688772, -1.4142135623730951, 2.2360679774997898};

static analysis_answer yes_or_no(bool yes)
{
    return yes ? ANSWER_YES : ANSWER_NO;
}

/* `known` is how well the number is, relatively: a fraction within that is what it means. */
static void describe_constant(quad constant, quad known, analysis_constant *out)
{
    rational exact;
    out->value = (double)constant;
    if (rational_recognise(constant, known, &exact)) {
        char p[48], q[48];
        integer_write(p, exact.p);
        integer_write(q, exact.q);
        snprintf(out->text, sizeof out->text, "%.30s%s%.30s", p, exact.q != 1 ? "/" : "",
                 exact.q != 1 ? q : "");
    } else {
        quad_write(out->text, sizeof out->text, constant, 12);
    }
}

/* The orders that R has, and the error constant, by transforms. `all` is for every w. Where R has
 * no series there are none. */
static void find_orders_by_dft(const phi *all, quad tolerance, analysis *out)
{
    order_series series;
    message ignored;
    out->has_series = order_series_find(all, 0, tolerance, &series, &out->no_series) == STATUS_OK;
    if (!out->has_series) {
        return;
    }
    out->order_linear = series.order > 0 ? series.order : 0;
    /* The coefficient is known absolutely, the more relatively the larger it is. */
    quad scaled = fabsq(series.constant) * powq(series.radius, series.order + 1);
    describe_constant(series.constant, fmaxq(1e-30Q, 10 * tolerance) / scaled,
                      &out->error_constant);
    out->order_spinning = phi_describe(all)->spin == PHI_ODE_ONLY ? -1 : out->order_linear;
    int count = phi_describe(all)->degree_w > 0 ? (int)(sizeof directions / sizeof *directions) : 0;
    for (int n = 0; n < count; n++) {
        bool found =
            order_series_find(all, directions[n], tolerance, &series, &ignored) == STATUS_OK;
        int order = !found ? -1 : series.order > 0 ? series.order : 0;
        out->order_spinning = order < out->order_spinning ? order : out->order_spinning;
    }
}

/* How well the conditions hold that the coefficients seem to be meant for; 0: exactly. */
static double rounding_of(const method *m, const order_report *report)
{
    return report->rounded_order > report->order ? report->rounded_residual
                                                 : order_rounding(m, report);
}

/* What counts as 0 in the series of Phi when conditions hold to this. Conditions that a method
 * fails in earnest are off by 1e-7 or more. */
static double series_tolerance(double rounding)
{
    return fmax(fmin(1e-10, 1e4 * rounding), fmin(1e-8, 100 * rounding));
}

static void find_orders(const phi *all, const order_report *report, double rounding, analysis *out)
{
    exact_order found;
    out->order_linear = out->order_spinning = -1;
    out->error_constant = (analysis_constant){.value = NAN, .text = "none"};
    bool is_exact = exact_order_find(all, series_tolerance(rounding), &found);
    if (!is_exact || (found.has_series && isnan(found.constant))) {
        find_orders_by_dft(all, report->residual, out);
    }
    if (!is_exact) {
        return;
    }
    out->has_series = found.has_series;
    if (!out->has_series) {
        (void)order_no_series(&out->no_series);
    } else {
        bool spins = phi_describe(all)->spin != PHI_ODE_ONLY;
        out->order_linear = found.linear.order > 0 ? found.linear.order : 0;
        out->order_spinning = !spins ? -1 : found.spinning.order > 0 ? found.spinning.order : 0;
        out->up_to_rounding[DOUBT_ORDER_LINEAR] = found.linear.residual;
        out->up_to_rounding[DOUBT_ORDER_SPINNING] = spins ? found.spinning.residual : 0;
    }
    if (out->has_series && !isnan(found.constant)) {
        out->error_constant.value = found.constant;
        snprintf(out->error_constant.text, sizeof out->error_constant.text, "%s",
                 found.constant_text);
        if (found.linear.residual > 0) {
            double known = fmax(1e-15, found.linear.residual / fabs(found.constant));
            describe_constant(found.constant, known, &out->error_constant);
        }
    }
}

/* The order by trees, and what rounding has to do with it. */
static void find_tree_order(const method *m, const order_report *report, double rounding,
                            analysis *out)
{
    out->order = method_describe(m)->order;
    out->order_rounded = report->rounded_order > out->order ? report->rounded_order : out->order;
    out->up_to_rounding[DOUBT_ORDER] = rounding;
}

static void find_stages(const coefficients *a, const stable_set *classical, quad tolerance,
                        analysis *out)
{
    out->stages_a_stable = out->algebraically_stable = out->B_stable = ANSWER_NONE;
    out->stage_growth = out->algebraic_eigenvalue = NAN;
    if (a->kind == METHOD_MULTISTEP) {
        return;
    }
    stage_report stages;
    algebraic_report algebraic;
    stage_report_make(a, sector_reach(classical, -1), tolerance, &stages);
    algebraic_report_make(a, tolerance, &algebraic);
    out->stages_a_stable = yes_or_no(stages.a_stable);
    out->stage_growth = (double)stages.growth;
    out->stage_growth_at = stages.stage;
    out->algebraically_stable = yes_or_no(algebraic.stable);
    out->algebraic_eigenvalue = (double)algebraic.smallest;
    out->B_stable =
        algebraic.stable || algebraic.irreducible ? yes_or_no(algebraic.stable) : ANSWER_NONE;
}

/* Rounding leaves dust on a part that should be 0. */
static double complex without_dust(cquad z, bool is_clean)
{
    quad dust = is_clean ? 0 : 1e-20Q * cabsq(z);
    double re = fabsq(crealq(z)) <= dust ? 0 : (double)crealq(z);
    double im = fabsq(cimagq(z)) <= dust ? 0 : (double)cimagq(z);
    return CMPLX(re, im);
}

/* From left to right, and pairs together. */
static bool comes_before(double complex a, double complex b)
{
    if (creal(a) != creal(b)) {
        return creal(a) < creal(b);
    }
    return fabs(cimag(a)) != fabs(cimag(b)) ? fabs(cimag(a)) < fabs(cimag(b)) : cimag(a) > cimag(b);
}

/* `is_clean`: no part is dust. */
static void list_zeros(const zero_list *from, bool is_clean, analysis_zeros *out)
{
    *out = (analysis_zeros){.count = from->count, .exact = out->exact};
    for (int n = 0; n < from->count; n++) {
        double complex z = without_dust(from->at[n], is_clean);
        int side = (creal(z) > 0) - (creal(z) < 0), place = n;
        for (; place > 0 && comes_before(z, out->at[place - 1]); place--) {
            out->at[place] = out->at[place - 1];
            out->multiplicity[place] = out->multiplicity[place - 1];
        }
        out->at[place] = z;
        out->multiplicity[place] = from->multiplicity[n];
        out->left += side < 0 ? from->multiplicity[n] : 0;
        out->on_axis += side == 0 ? from->multiplicity[n] : 0;
        out->right += side > 0 ? from->multiplicity[n] : 0;
    }
}

static void find_region(const stable_set *set, analysis *out)
{
    static const analysis_extent extents[] = {[EXTENT_NOWHERE] = STABLE_NOWHERE,
                                              [EXTENT_SOMEWHERE] = STABLE_SOMEWHERE,
                                              [EXTENT_EVERYWHERE] = STABLE_EVERYWHERE};
    zero_list zeros;
    out->stable = extents[sector_extent_of(set)];
    out->R_infinity = 0 + (double)sector_infinity(set); /* never -0 */
    out->A_stable = yes_or_no(sector_is_a_stable(set));
    out->L_stable = yes_or_no(out->A_stable == ANSWER_YES && out->R_infinity == 0);
    out->alpha_degrees = (double)sector_alpha(set);
    out->real_interval[0] = 0 - (double)sector_reach(set, -1);
    out->real_interval[1] = (double)sector_reach(set, 1);
    out->imaginary_interval[1] = (double)sector_reach(set, cquad_make(0, 1));
    out->imaginary_interval[0] = 0 - out->imaginary_interval[1];
    sector_poles(set, &zeros);
    list_zeros(&zeros, false, &out->poles);
    sector_zeros(set, &zeros);
    list_zeros(&zeros, false, &out->zeros);
}

/* Puts what integers decide in the place of what was found without them. */
static void decide_region(exact_slice *slice, double rounding, analysis *out)
{
    zero_list zeros;
    out->exact = exact_slice_is_quick(slice);
    if (out->exact) {
        region_decide(slice, rounding, &out->region, &out->rounded, out->up_to_rounding);
    }
    bool is_clean = slice->field_degree == 1;
    out->poles.exact = exact_slice_zeros(slice, slice->degree, &zeros);
    if (out->poles.exact) {
        list_zeros(&zeros, is_clean, &out->poles);
    }
    out->zeros.exact = exact_slice_zeros(slice, 0, &zeros);
    if (out->zeros.exact) {
        list_zeros(&zeros, is_clean, &out->zeros);
    }
}

static status find_zero_stability(const phi *slice, analysis *out, message *why)
{
    evaluation at_zero;
    TRY(phi_evaluate(slice, (wide){0}, (wide){0}, (wide){0}, &at_zero, why));
    out->zero_root = at_zero.growth;
    out->zero_stable = at_zero.verdict == VERDICT_STABLE || at_zero.verdict == VERDICT_BOUNDARY;
    return STATUS_OK;
}

static void find_star(const phi *slice, quad tolerance, analysis *out)
{
    order_series series;
    message ignored; /* R may have a pole at the origin: then there is no star */
    out->star_sectors = -1;
    if (order_series_find(slice, 0, tolerance, &series, &ignored) == STATUS_OK &&
        series.order >= 0) {
        out->star_sectors = order_star_sectors(slice, &series);
    }
}

/* `slice` at the w that was asked for, `classical` at w = 0. */
static status analyse_slices(const method *m, const phi *all, const phi *slice,
                             const phi *classical, analysis *out, message *why)
{
    const coefficients *a = method_coefficients(m);
    stable_set set, set_at_zero;
    exact_slice exact;
    order_report report = order_of(a);
    quad tolerance = report.residual;
    double rounding = rounding_of(m, &report);
    bool is_exact = exact_slice_init(&exact, slice, all);
    if (!is_exact || !exact_slice_set(&exact, &set)) {
        stable_set_init(&set, slice, 10 * tolerance);
    }
    stable_set_init(&set_at_zero, classical, 10 * tolerance);
    out->stiffly_accurate = method_describe(m)->stiffly_accurate;
    find_tree_order(m, &report, rounding, out);
    find_orders(all, &report, rounding, out);
    status s = find_zero_stability(slice, out, why);
    find_stages(a, &set_at_zero, 10 * tolerance, out);
    find_region(&set, out);
    out->rounded = out->region;
    find_star(slice, tolerance, out);
    if (is_exact) {
        decide_region(&exact, rounding, out);
        exact_slice_clear(&exact);
    }
    return s;
}

status analysis_of(const method *m, wide w, analysis *out, message *why)
{
    phi *all = NULL;
    phi *slice = NULL;
    phi *classical = NULL;
    *out = (analysis){.w = w.high};
    status s = STATUS_OK;
    TRY_OR_END(phi_compile(m, MOTION_SHEAR, &all, why));
    bool is_far = !(fabs(w.high) <= ANALYSIS_LARGEST_W);
    if (is_far && phi_describe(all)->spin == PHI_ANY_W) {
        TRY_OR_END(refuse(why,
                          "w = %.9g: from -%g to %g is accepted; beyond, the numbers of a method "
                          "cannot be told from rounding",
                          w.high, (double)ANALYSIS_LARGEST_W, (double)ANALYSIS_LARGEST_W));
    }
    TRY_OR_END(phi_slice(all, w, &slice, why));
    TRY_OR_END(phi_slice(all, (wide){0}, &classical, why));
    s = analyse_slices(m, all, slice, classical, out, why);
end:
    phi_destroy(classical);
    phi_destroy(slice);
    phi_destroy(all);
    return s;
}
