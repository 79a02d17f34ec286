#include "method/order.h"

#include "method/trees.h"

enum { LAST_TREE_ORDER = 8 };

/* A condition of low order counts as satisfied below this: a method that fails one fails it by
 * 1e-7 or more, while coefficients typed as decimals pass, and the residual tells them from exact
 * ones. */
static const quad satisfied = 1e-10Q;

/* Conditions of high order fail by very little (Gauss with 9 stages misses B(19) by 2e-11), so
 * exact coefficients must satisfy them almost exactly. */
static const quad satisfied_at_high_order = 1e-25Q;

static void note_residual(order_report *report, quad residual)
{
    report->residual = (double)residual > report->residual ? (double)residual : report->residual;
}

/* How the leaves of a tree see the time. On x' = f(t, x) a leaf is the row sum of A where f is
 * differentiated by x, and c where it is by t: every choice must satisfy the condition, which is
 * linear in each leaf, so that one generic mixture for each leaf stands for all choices. */
typedef enum leaf_times { LEAVES_MIXED, LEAVES_ROW_SUMS } leaf_times;

/* What a condition is made of: the coefficients, or bounds of their moduli. */
typedef struct tableau_view {
    int size;
    quad A[METHOD_MAX_STAGES * METHOD_MAX_STAGES];
    quad sums[METHOD_MAX_STAGES];  /* of the rows */
    quad shift[METHOD_MAX_STAGES]; /* c less those; 0 where time does not matter */
    quad b[METHOD_MAX_STAGES];
} tableau_view;

static void view_init(tableau_view *v, const coefficients *a, const quad *weights, leaf_times times)
{
    int s = v->size = a->size;
    for (int i = 0; i < s; i++) {
        v->sums[i] = 0;
        v->b[i] = weights[i];
        for (int j = 0; j < s; j++) {
            v->A[i * s + j] = a->A[i * s + j];
            v->sums[i] += a->A[i * s + j];
        }
        v->shift[i] = times == LEAVES_MIXED ? a->c[i] - v->sums[i] : 0;
    }
}

/* sum b_i phi_i(t), where phi of a node is the product of A phi over its children. */
static quad tree_weight(const tableau_view *v, const tree *t, quad *size)
{
    int s = v->size;
    quad phi[LAST_TREE_ORDER][METHOD_MAX_STAGES];
    bool is_leaf[LAST_TREE_ORDER];
    for (int node = 0; node < t->order; node++) {
        is_leaf[node] = true;
        for (int i = 0; i < s; i++) {
            phi[node][i] = 1;
        }
    }
    for (int node = t->order - 1; node > 0; node--) {
        quad mixed = node * 0.618033988749894848Q;
        mixed -= floorq(mixed);
        is_leaf[t->parent[node]] = false;
        for (int i = 0; i < s; i++) {
            quad sum = is_leaf[node] ? v->sums[i] + mixed * v->shift[i] : 0;
            for (int j = 0; j < s && !is_leaf[node]; j++) {
                sum += v->A[i * s + j] * phi[node][j];
            }
            phi[t->parent[node]][i] *= sum;
        }
    }
    quad sum = 0;
    *size = 1;
    for (int i = 0; i < s; i++) {
        sum += v->b[i] * phi[0][i];
        *size += fabsq(v->b[i] * phi[0][i]);
    }
    return sum;
}

/* Error of the tree's order condition, sum b_i phi_i(t) = 1/gamma(t), relative to its terms. */
static quad tree_error(const tableau_view *v, const tree *t)
{
    quad size;
    quad sum = tree_weight(v, t, &size);
    return fabsq(sum - 1 / (quad)tree_density(t)) / size;
}

static quad error_at_order(const tableau_view *v, int order)
{
    quad worst = 0;
    tree t;
    tree_first(&t, order);
    do {
        quad error = tree_error(v, &t);
        if (!(error <= satisfied)) { /* a NaN is an error too */
            return error;
        }
        worst = fmaxq(worst, error);
    } while (tree_next(&t));
    return worst;
}

/* A unit in the last place of a decimal fraction with 4 to 12 places; 0 of one with fewer, which is
 * taken as it is, and `other` of all other numbers. */
static quad last_place(quad x, quad other)
{
    quad power = 1;
    for (int places = 0; places <= 12; places++, power *= 10) {
        quad y = x * power;
        if (fabsq(y - rintq(y)) <= 1e-32Q * fabsq(y)) {
            return places >= 4 ? 1 / power : 0;
        }
    }
    return other;
}

static quad coarsest_place(const quad *x, int count)
{
    quad coarsest = 0;
    for (int i = 0; i < count; i++) {
        coarsest = fmaxq(coarsest, last_place(x[i], 0));
    }
    return coarsest;
}

/* The moduli of the entries, each grown by what its last place may hide. Numbers that are no short
 * decimals may have been computed from some (2N storage), and get the coarsest place of all. */
static void view_of_moduli(tableau_view *v, const tableau_view *of, const coefficients *a,
                           quad other)
{
    int s = v->size = of->size;
    bool grown = other > 0;
    for (int i = 0; i < s; i++) {
        quad places = 0;
        for (int j = 0; j < s; j++) {
            quad place = grown ? last_place(of->A[i * s + j], other) : 0;
            v->A[i * s + j] = fabsq(of->A[i * s + j]) + place;
            places += place;
        }
        quad time = grown ? last_place(a->c[i], other) : 0;
        v->sums[i] = fabsq(of->sums[i]) + places;
        v->shift[i] = fabsq(of->shift[i]) + (of->shift[i] != 0 ? places + time : 0);
        v->b[i] = fabsq(of->b[i]) + (grown ? last_place(of->b[i], other) : 0);
    }
}

/* Could all conditions of this order hold for the numbers that were rounded to these? A condition
 * changes by no more than that of the moduli does when these grow. */
static bool is_within_rounding(const tableau_view *v, const tableau_view moduli[2], int order,
                               quad *worst)
{
    tree t;
    tree_first(&t, order);
    do {
        quad size, unused;
        quad error = fabsq(tree_weight(v, &t, &size) - 1 / (quad)tree_density(&t));
        quad grown = tree_weight(&moduli[1], &t, &unused) - tree_weight(&moduli[0], &t, &unused);
        if (!(error <= fmaxq(grown, satisfied * size))) {
            return false;
        }
        *worst = fmaxq(*worst, error / size);
    } while (tree_next(&t));
    return true;
}

static void find_rounded_order(const tableau_view *v, const coefficients *a, order_report *report)
{
    tableau_view moduli[2];
    quad worst = 0;
    quad place = fmaxq(coarsest_place(v->A, v->size * v->size), coarsest_place(v->b, v->size));
    report->rounded_order = report->order;
    view_of_moduli(&moduli[0], v, a, 0);
    view_of_moduli(&moduli[1], v, a, place);
    for (int order = 1; order <= LAST_TREE_ORDER && place > 0; order++) {
        if (!is_within_rounding(v, moduli, order, &worst)) {
            break;
        }
        if (order > report->order) {
            report->rounded_order = order;
            report->rounded_residual = (double)worst;
        }
    }
    /* Rounding does not spare the conditions of order 3. */
    if (report->order >= 3 && report->residual <= 1e-6 * report->rounded_residual) {
        report->rounded_order = report->order;
    }
}

/* B(p): sum b_j c_j^{p-1} = 1/p */
static quad error_B(const coefficients *a, const quad *b, int p)
{
    quad sum = 0;
    for (int j = 0; j < a->size; j++) {
        sum += b[j] * powq(a->c[j], p - 1);
    }
    return fabsq(sum - 1 / (quad)p);
}

/* C(q): sum_j a_ij c_j^{q-1} = c_i^q / q for every i */
static quad error_C(const coefficients *a, const quad *b, int q)
{
    (void)b;
    quad worst = 0;
    for (int i = 0; i < a->size; i++) {
        quad sum = 0;
        for (int j = 0; j < a->size; j++) {
            sum += a->A[i * a->size + j] * powq(a->c[j], q - 1);
        }
        worst = fmaxq(worst, fabsq(sum - powq(a->c[i], q) / q));
    }
    return worst;
}

/* D(r): sum_i b_i c_i^{r-1} a_ij = b_j (1 - c_j^r) / r for every j */
static quad error_D(const coefficients *a, const quad *b, int r)
{
    quad worst = 0;
    for (int j = 0; j < a->size; j++) {
        quad sum = 0;
        for (int i = 0; i < a->size; i++) {
            sum += b[i] * powq(a->c[i], r - 1) * a->A[i * a->size + j];
        }
        worst = fmaxq(worst, fabsq(sum - b[j] * (1 - powq(a->c[j], r)) / r));
    }
    return worst;
}

typedef quad (*assumption)(const coefficients *, const quad *, int);

static int highest(const coefficients *a, const quad *weights, int most, quad tolerance,
                   assumption error)
{
    int reached = 0;
    while (reached < most && error(a, weights, reached + 1) <= tolerance) {
        reached++;
    }
    return reached;
}

static simplifying simplifying_of(const coefficients *a, const quad *weights, int most,
                                  quad tolerance)
{
    return (simplifying){.B = highest(a, weights, most, tolerance, error_B),
                         .C = highest(a, weights, most, tolerance, error_C),
                         .D = highest(a, weights, most, tolerance, error_D)};
}

simplifying order_simplifying(const coefficients *a, int most, quad tolerance)
{
    return simplifying_of(a, a->b, most, tolerance);
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* How far the rows of A are from summing to c, when that can only be rounding. */
static quad row_error(const tableau_view *v, const coefficients *a)
{
    quad worst = 0;
    for (int i = 0; i < v->size; i++) {
        quad error = fabsq(v->shift[i]) / (1 + fabsq(a->c[i]));
        worst = error <= satisfied ? fmaxq(worst, error) : worst;
    }
    return worst;
}

static order_report order_of_weights(const coefficients *a, const quad *weights, leaf_times times)
{
    order_report report = {0};
    tableau_view v;
    view_init(&v, a, weights, times);
    note_residual(&report, row_error(&v, a));
    while (report.order < LAST_TREE_ORDER) {
        quad error = error_at_order(&v, report.order + 1);
        if (!(error <= satisfied)) {
            find_rounded_order(&v, a, &report);
            return report;
        }
        note_residual(&report, error);
        report.at_most = ++report.order;
    }
    /* Butcher 1964: B(p), C(q), D(r) give order p when p <= q + r + 1 and p <= 2q + 2. */
    quad tolerance = fmaxq(satisfied_at_high_order, 100 * (quad)report.residual);
    simplifying holds = simplifying_of(a, weights, 2 * METHOD_MAX_STAGES, tolerance);
    int order = smaller(holds.B, smaller(2 * holds.C + 2, holds.C + holds.D + 1));
    report.order = order > report.order ? order : report.order;
    report.at_most = holds.B > report.order ? holds.B : report.order; /* B is necessary */
    report.rounded_order = report.order;
    return report;
}

/* sum_j alpha_j j^q = q sum_j beta_j j^{q-1}: the difference of both sides, the size of their
 * terms, and how much of it the rounding to the last places may be. */
static quad multistep_error(const coefficients *a, int q, quad *size, quad *rounding)
{
    quad sum = 0;
    *size = *rounding = 0;
    for (int j = 0; j <= a->size; j++) {
        quad on_left = q == 0 ? 1 : powq(j, q);
        quad on_right = q == 0 ? 0 : q * (q == 1 ? 1 : powq(j, q - 1));
        sum += a->alpha[j] * on_left - a->beta[j] * on_right;
        *size += fabsq(a->alpha[j]) * on_left + fabsq(a->beta[j]) * on_right;
        *rounding += last_place(a->alpha[j], 0) * on_left + last_place(a->beta[j], 0) * on_right;
    }
    return fabsq(sum);
}

/* The conditions for q = 0 .. p, relative to the size of the sums */
static order_report order_of_multistep(const coefficients *a)
{
    order_report report = {0};
    bool is_satisfied = true;
    quad worst = 0;
    for (int q = 0; q <= 2 * METHOD_MAX_STEPS; q++) {
        quad size, rounding;
        quad error = multistep_error(a, q, &size, &rounding);
        is_satisfied = is_satisfied && error <= satisfied * size;
        if (!(error <= fmaxq(satisfied * size, rounding))) {
            break;
        }
        worst = fmaxq(worst, size > 0 ? error / size : 0);
        report.rounded_order = q;
        if (is_satisfied) {
            note_residual(&report, worst);
            report.order = report.at_most = q;
        } else {
            report.rounded_residual = (double)worst;
        }
    }
    return report;
}

order_report order_of(const coefficients *a)
{
    return a->kind == METHOD_MULTISTEP ? order_of_multistep(a)
                                       : order_of_weights(a, a->b, LEAVES_MIXED);
}

int order_of_autonomous(const coefficients *a)
{
    return a->kind == METHOD_MULTISTEP ? order_of_multistep(a).order
                                       : order_of_weights(a, a->b, LEAVES_ROW_SUMS).order;
}

order_report order_of_embedded(const coefficients *a)
{
    return a->embedded ? order_of_weights(a, a->bhat, LEAVES_MIXED) : (order_report){0};
}
