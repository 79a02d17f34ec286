#include "method/order_exact.h"

#include <math.h>

#include "method/scheme.h"
#include "method/trees.h"

enum { LAST_TREE_ORDER = 8 };

/* Are the unknowns the stages themselves, all 1 for a solution that is 1, each at its own time? */
static bool has_plain_stages(const scheme *s)
{
    exact_number one;
    exact_init(&one);
    exact_set_integer(&one, 1);
    bool has = s->A != NULL && s->C != NULL && s->one != NULL && s->b != NULL;
    for (int i = 0; i < s->size && has; i++) {
        has = exact_is_equal(&s->one[i], &one);
        for (int j = 0; j < s->size && has; j++) {
            has = i == j || exact_is_zero(&s->C[i * s->size + j]);
        }
    }
    exact_clear(&one);
    return has;
}

/* What conditions are made of: the row sums of A, and c less those. */
typedef struct times {
    exact_number *sums, *shifts;
} times;

static times times_of(const scheme *s)
{
    times t = {.sums = exact_array(s->size), .shifts = exact_array(s->size)};
    for (int i = 0; i < s->size; i++) {
        for (int j = 0; j < s->size; j++) {
            exact_add(&t.sums[i], &t.sums[i], &s->A[i * s->size + j]);
        }
        exact_subtract(&t.shifts[i], &s->C[i * s->size + i], &t.sums[i]);
    }
    return t;
}

/* A leaf sees the time as the row sum or as c. The condition is linear in each leaf, so that a
 * mixture of its own for each leaf stands for all choices: node/(2 node + 5) of the way to c. */
static void leaf_value(const scheme *s, const times *t, int node, int i, exact_number *out)
{
    exact_number part, whole;
    exact_init(&part);
    exact_init(&whole);
    exact_set_integer(&part, node);
    exact_set_integer(&whole, 2 * node + 5);
    exact_divide(&s->field, &part, &part, &whole);
    exact_set(out, &t->sums[i]);
    exact_add_product(&s->field, out, &part, &t->shifts[i]);
    exact_clear(&part);
    exact_clear(&whole);
}

/* Multiplies the stage values of every node's parent by A times its own, from the leaves to the
 * root; `phi` has room for `order` nodes. */
static void climb(const scheme *s, const times *t, const tree *of, exact_number *phi)
{
    int n = s->size;
    bool is_leaf[TREE_MAX_ORDER];
    exact_number sum, zero;
    exact_init(&sum);
    exact_init(&zero);
    for (int node = 0; node < of->order; node++) {
        is_leaf[node] = true;
        for (int i = 0; i < n; i++) {
            exact_set_integer(&phi[node * n + i], 1);
        }
    }
    for (int node = of->order - 1; node > 0; node--) {
        exact_number *parent = &phi[of->parent[node] * n];
        is_leaf[of->parent[node]] = false;
        for (int i = 0; i < n; i++) {
            exact_set(&sum, &zero);
            if (is_leaf[node]) {
                leaf_value(s, t, node, i, &sum);
            }
            for (int j = 0; j < n && !is_leaf[node]; j++) {
                exact_add_product(&s->field, &sum, &s->A[i * n + j], &phi[node * n + j]);
            }
            exact_multiply(&s->field, &parent[i], &parent[i], &sum);
        }
    }
    exact_clear(&sum);
    exact_clear(&zero);
}

/* |sum b_i phi_i - 1/gamma|, relative to its terms. */
static double tree_residual(const scheme *s, const times *t, const tree *of, exact_number *phi)
{
    exact_number sum, term, density;
    exact_init(&sum);
    exact_init(&term);
    exact_init(&density);
    exact_set_integer(&sum, -1);
    exact_set_integer(&density, (long)tree_density(of));
    exact_divide(&s->field, &sum, &sum, &density);
    climb(s, t, of, phi);
    quad size = 1;
    for (int i = 0; i < s->size; i++) {
        exact_multiply(&s->field, &term, &s->b[i], &phi[i]);
        exact_add(&sum, &sum, &term);
        size += fabsq(exact_quad(&s->field, &term));
    }
    double residual =
        exact_is_zero(&sum) ? 0 : fmax((double)(fabsq(exact_quad(&s->field, &sum)) / size), 1e-300);
    exact_clear(&sum);
    exact_clear(&term);
    exact_clear(&density);
    return residual;
}

static double runge_kutta_residual(const scheme *s, int order)
{
    if (!has_plain_stages(s)) {
        return -1;
    }
    double worst = 0;
    times t = times_of(s);
    exact_number *phi = exact_array(LAST_TREE_ORDER * s->size);
    for (int n = 1; n <= order && n <= LAST_TREE_ORDER; n++) {
        tree of;
        tree_first(&of, n);
        do {
            worst = fmax(worst, tree_residual(s, &t, &of, phi));
        } while (tree_next(&of));
    }
    exact_array_free(phi, LAST_TREE_ORDER * s->size);
    exact_array_free(t.sums, s->size);
    exact_array_free(t.shifts, s->size);
    return worst;
}

/* sum_j alpha_j j^q - q sum_j beta_j j^(q-1), with 0^0 = 1, relative to its terms. */
static double sum_residual(const scheme *s, int q)
{
    exact_number sum, factor, power;
    exact_init(&sum);
    exact_init(&factor);
    exact_init(&power);
    quad size = 0;
    for (int j = 0; j <= s->size; j++) {
        exact_set_integer(&factor, j);
        exact_set_integer(&power, q == 0 ? 0 : -q);
        for (int n = 1; n < q; n++) {
            exact_multiply(&s->field, &power, &power, &factor);
        }
        exact_add_product(&s->field, &sum, &power, &s->beta[j]);
        size += fabsq(exact_quad(&s->field, &power) * exact_quad(&s->field, &s->beta[j]));
        exact_set_integer(&power, 1);
        for (int n = 0; n < q; n++) {
            exact_multiply(&s->field, &power, &power, &factor);
        }
        exact_add_product(&s->field, &sum, &power, &s->alpha[j]);
        size += fabsq(exact_quad(&s->field, &power) * exact_quad(&s->field, &s->alpha[j]));
    }
    double residual =
        exact_is_zero(&sum) ? 0 : fmax((double)(fabsq(exact_quad(&s->field, &sum)) / size), 1e-300);
    exact_clear(&sum);
    exact_clear(&factor);
    exact_clear(&power);
    return residual;
}

static double multistep_residual(const scheme *s, int order)
{
    double worst = 0;
    for (int q = 0; q <= order; q++) {
        worst = fmax(worst, sum_residual(s, q));
    }
    return worst;
}

double order_exact_residual(const method *m, int order)
{
    const scheme *s = method_scheme(m);
    return s == NULL                     ? -1
           : s->kind == METHOD_MULTISTEP ? multistep_residual(s, order)
                                         : runge_kutta_residual(s, order);
}

double order_rounding(const method *m, const order_report *report)
{
    static const double noise = 1e-31;
    return report->residual > noise ? report->residual
                                    : fmax(0, order_exact_residual(m, report->order));
}
