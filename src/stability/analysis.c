#include "stability/analysis.h"

#include <math.h>
#include <stdio.h>

#include "method/order.h"
#include "numerics/rational.h"
#include "stability/analysis_order.h"
#include "stability/analysis_sector.h"
#include "stability/analysis_stages.h"
#include "stability/evaluate.h"
#include "stability/phi_quad.h"
#include "stability/spin_decide.h"

/* Directions in which the order at w /= 0 is taken. A direction may have a higher order than the
 * others by chance, three that are unrelated do not. */
static const double directions[] = {0.7320508075688772, -1.4142135623730951, 2.2360679774997898};

static analysis_answer yes_or_no(bool yes)
{
    return yes ? ANSWER_YES : ANSWER_NO;
}

static void describe_constant(const order_series *series, quad tolerance, analysis *out)
{
    rational exact;
    out->error_constant.value = (double)series->constant;
    /* The coefficient is known absolutely, the more relatively the larger it is. */
    quad scaled = fabsq(series->constant) * powq(series->radius, series->order + 1);
    quad known = fmaxq(1e-30Q, 10 * tolerance) / scaled;
    if (rational_recognise(series->constant, known, &exact)) {
        char p[48], q[48];
        integer_write(p, exact.p);
        integer_write(q, exact.q);
        snprintf(out->error_constant.text, sizeof out->error_constant.text, "%.30s%s%.30s", p,
                 exact.q != 1 ? "/" : "", exact.q != 1 ? q : "");
    } else {
        quad_write(out->error_constant.text, sizeof out->error_constant.text, series->constant, 12);
    }
}

/* The orders that R has, and the error constant. `all` is for every w. */
static status find_orders(const phi *all, quad tolerance, analysis *out, message *why)
{
    order_series series;
    status s = order_series_find(all, 0, tolerance, &series, why);
    if (s != STATUS_OK) {
        return s;
    }
    out->order_linear = series.order > 0 ? series.order : 0;
    describe_constant(&series, tolerance, out);
    out->order_spinning = phi_describe(all)->spin == PHI_ODE_ONLY ? -1 : out->order_linear;
    int count = phi_describe(all)->degree_w > 0 ? (int)(sizeof directions / sizeof *directions) : 0;
    for (int n = 0; n < count && s == STATUS_OK; n++) {
        s = order_series_find(all, directions[n], tolerance, &series, why);
        int order = series.order > 0 ? series.order : 0;
        out->order_spinning = order < out->order_spinning ? order : out->order_spinning;
    }
    return s;
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
static double complex without_dust(cquad z)
{
    quad dust = 1e-20Q * cabsq(z);
    double re = fabsq(crealq(z)) <= dust ? 0 : (double)crealq(z);
    double im = fabsq(cimagq(z)) <= dust ? 0 : (double)cimagq(z);
    return CMPLX(re, im);
}

static void list_zeros(const zero_list *from, analysis_zeros *out)
{
    *out = (analysis_zeros){0};
    for (int n = 0; n < from->count; n++) {
        double complex z = without_dust(from->at[n]);
        int side = (creal(z) > 0) - (creal(z) < 0);
        out->left += side < 0 ? from->multiplicity[n] : 0;
        out->on_axis += side == 0 ? from->multiplicity[n] : 0;
        out->right += side > 0 ? from->multiplicity[n] : 0;
        for (int k = 0; k < from->multiplicity[n] && out->count < ANALYSIS_MOST_ZEROS; k++) {
            out->at[out->count++] = z;
        }
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
    out->alpha_degrees = (double)sector_alpha(set);
    out->real_interval[0] = 0 - (double)sector_reach(set, -1);
    out->real_interval[1] = (double)sector_reach(set, 1);
    out->imaginary_interval[1] = (double)sector_reach(set, cquad_make(0, 1));
    out->imaginary_interval[0] = 0 - out->imaginary_interval[1];
    sector_poles(set, &zeros);
    list_zeros(&zeros, &out->poles);
    sector_zeros(set, &zeros);
    list_zeros(&zeros, &out->zeros);
}

/* The smallest power of ten or so, up to the given one, of which A-stability is certain; 0: none.
 */
static double least_slack(const phi *all, const mpq_t w, int slack)
{
    enum { LEAST = 400 };
    int last = 0;
    for (int n = slack; n > 0 && n < LEAST; n += n / 8 + 1) {
        if (spin_decide_at(all, spin_conditions_a_stable, w, n) != DECIDED_YES) {
            break;
        }
        last = n;
    }
    return last > 0 ? ldexp(1, -last) : 0;
}

/* As the spin range does, where Phi is exact. */
static void find_a_stability(const method *m, const phi *all, wide w, const stable_set *set,
                             analysis *out)
{
    int slack = spin_slack(m);
    mpq_t at;
    mpq_init(at);
    decision d = UNDECIDED;
    if (all->exact != NULL) {
        if (all->info.spin == PHI_ANY_W) {
            phi_exact_w(w, at);
        }
        d = spin_decide_at(all, spin_conditions_a_stable, at, 0);
    }
    out->A_stable = yes_or_no(d == UNDECIDED ? sector_is_a_stable(set) : d == DECIDED_YES);
    out->A_stable_up_to = d == DECIDED_NO && slack > 0 ? least_slack(all, at, slack) : 0;
    if (out->A_stable_up_to > 0) {
        out->A_stable = ANSWER_NONE;
    }
    /* R at infinity is 0, is not, or is as small as the coefficients are rounded. */
    double size = fabs(out->R_infinity);
    out->L_stable = size == 0 ? out->A_stable : ANSWER_NO;
    out->L_stable_up_to = size == 0 ? out->A_stable_up_to : 0;
    if (out->A_stable != ANSWER_NO && size > 0 && slack > 0 && size <= ldexp(1, -slack)) {
        out->L_stable = ANSWER_NONE;
        out->L_stable_up_to = fmax(size, out->A_stable_up_to);
    }
    mpq_clear(at);
}

static status find_zero_stability(const phi *slice, analysis *out, message *why)
{
    evaluation at_zero;
    status s = phi_evaluate(slice, (wide){0}, (wide){0}, (wide){0}, &at_zero, why);
    if (s == STATUS_OK) {
        out->zero_root = at_zero.growth;
        out->zero_stable = at_zero.verdict == VERDICT_STABLE || at_zero.verdict == VERDICT_BOUNDARY;
    }
    return s;
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
static status analyse_slices(const method *m, wide w, const phi *all, const phi *slice,
                             const phi *classical, analysis *out, message *why)
{
    const coefficients *a = method_coefficients(m);
    stable_set set, set_at_zero;
    quad tolerance = order_of(a).residual;
    stable_set_init(&set, slice, 10 * tolerance);
    stable_set_init(&set_at_zero, classical, 10 * tolerance);
    out->order = method_describe(m)->order;
    out->stiffly_accurate = method_describe(m)->stiffly_accurate;
    status s = find_orders(all, tolerance, out, why);
    s = s == STATUS_OK ? find_zero_stability(slice, out, why) : s;
    find_stages(a, &set_at_zero, 10 * tolerance, out);
    find_region(&set, out);
    find_a_stability(m, all, w, &set, out);
    find_star(slice, tolerance, out);
    return s;
}

status analysis_of(const method *m, wide w, analysis *out, message *why)
{
    phi *all = NULL;
    phi *slice = NULL;
    phi *classical = NULL;
    *out = (analysis){.w = w.high};
    status s = phi_compile(m, MOTION_SHEAR, &all, why);
    bool is_far = !(fabs(w.high) <= ANALYSIS_LARGEST_W);
    if (s == STATUS_OK && is_far && phi_describe(all)->spin == PHI_ANY_W) {
        s = refuse(why,
                   "w = %.9g: from -%g to %g is accepted; beyond, the numbers of a method "
                   "cannot be told from rounding",
                   w.high, (double)ANALYSIS_LARGEST_W, (double)ANALYSIS_LARGEST_W);
    }
    s = s == STATUS_OK ? phi_slice(all, w, &slice, why) : s;
    s = s == STATUS_OK ? phi_slice(all, (wide){0}, &classical, why) : s;
    s = s == STATUS_OK ? analyse_slices(m, w, all, slice, classical, out, why) : s;
    phi_destroy(classical);
    phi_destroy(slice);
    phi_destroy(all);
    return s;
}
