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

/* Error of the tree's order condition: sum b_i phi_i(t) = 1/gamma(t), where phi of a node is the
 * product of A phi over its children. Relative to the size of the sum. */
static quad tree_error(const coefficients *a, const quad *weights, const tree *t)
{
    int s = a->size;
    quad phi[LAST_TREE_ORDER][METHOD_MAX_STAGES];
    for (int node = 0; node < t->order; node++) {
        for (int i = 0; i < s; i++) {
            phi[node][i] = 1;
        }
    }
    for (int node = t->order - 1; node > 0; node--) {
        for (int i = 0; i < s; i++) {
            quad sum = 0;
            for (int j = 0; j < s; j++) {
                sum += a->A[i * s + j] * phi[node][j];
            }
            phi[t->parent[node]][i] *= sum;
        }
    }
    quad sum = 0;
    quad size = 1;
    for (int i = 0; i < s; i++) {
        sum += weights[i] * phi[0][i];
        size += fabsq(weights[i] * phi[0][i]);
    }
    return fabsq(sum - 1 / (quad)tree_density(t)) / size;
}

static quad error_at_order(const coefficients *a, const quad *weights, int order)
{
    quad worst = 0;
    tree t;
    tree_first(&t, order);
    do {
        quad error = tree_error(a, weights, &t);
        if (!(error <= satisfied)) { /* a NaN is an error too */
            return error;
        }
        worst = fmaxq(worst, error);
    } while (tree_next(&t));
    return worst;
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

static order_report order_of_weights(const coefficients *a, const quad *weights)
{
    order_report report = {0};
    while (report.order < LAST_TREE_ORDER) {
        quad error = error_at_order(a, weights, report.order + 1);
        if (!(error <= satisfied)) {
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
    return report;
}

/* sum_j alpha_j j^q = q sum_j beta_j j^{q-1} for q = 0 .. p, relative to the size of the sums */
static order_report order_of_multistep(const coefficients *a)
{
    order_report report = {0};
    for (int q = 0; q <= 2 * METHOD_MAX_STEPS; q++) {
        quad sum = 0;
        quad size = 0;
        for (int j = 0; j <= a->size; j++) {
            quad left = a->alpha[j] * (q == 0 ? 1 : powq(j, q));
            quad right = q == 0 ? 0 : q * a->beta[j] * (q == 1 ? 1 : powq(j, q - 1));
            sum += left - right;
            size += fabsq(left) + fabsq(right);
        }
        if (!(fabsq(sum) <= satisfied * size)) {
            return report;
        }
        note_residual(&report, size > 0 ? fabsq(sum) / size : 0);
        report.order = report.at_most = q;
    }
    return report;
}

order_report order_of(const coefficients *a)
{
    return a->kind == METHOD_MULTISTEP ? order_of_multistep(a) : order_of_weights(a, a->b);
}

order_report order_of_embedded(const coefficients *a)
{
    return a->embedded ? order_of_weights(a, a->bhat) : (order_report){0};
}
