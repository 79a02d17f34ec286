#include "numerics/nodes.h"

#include "support/support.h"

enum { MOST = 100 };

/* P_k on [-1, 1] by Bonnet's recurrence. */
static quad legendre(int degree, quad x)
{
    quad value = 1, before = 0;
    for (int k = 1; k <= degree; k++) {
        quad next = ((2 * k - 1) * x * value - (k - 1) * before) / k;
        before = value;
        value = next;
    }
    return value;
}

static void gauss_weights(int s, const quad *nodes, quad *weights)
{
    nodes_gauss_weights(s, nodes, weights);
}

/* Abramowitz & Stegun 25.4.31, reflected and for [0, 1]. */
static void radau_weights(int s, const quad *nodes, quad *weights)
{
    for (int i = 0; i < s; i++) {
        quad p = s * legendre(s - 1, 2 * nodes[i] - 1);
        weights[i] = nodes[i] / (p * p);
    }
}

/* Abramowitz & Stegun 25.4.32, for [0, 1]. */
static void lobatto_weights(int s, const quad *nodes, quad *weights)
{
    for (int i = 0; i < s; i++) {
        quad p = legendre(s - 1, 2 * nodes[i] - 1);
        weights[i] = 1 / (s * (s - 1) * p * p);
    }
}

static const struct {
    const char *name;
    void (*nodes)(int s, quad *nodes);
    void (*weights)(int s, const quad *nodes, quad *weights);
    int least; /* s */
    int lost;  /* exact for degree 2s - lost */
    bool first_is_0, last_is_1, symmetric;
} rules[] = {
    {.name = "Gauss",
     .nodes = nodes_gauss,
     .weights = gauss_weights,
     .least = 1,
     .lost = 1,
     .symmetric = true},
    {.name = "Radau",
     .nodes = nodes_radau,
     .weights = radau_weights,
     .least = 1,
     .lost = 2,
     .last_is_1 = true},
    {.name = "Lobatto",
     .nodes = nodes_lobatto,
     .weights = lobatto_weights,
     .least = 2,
     .lost = 3,
     .first_is_0 = true,
     .last_is_1 = true,
     .symmetric = true},
};

enum { RULES = sizeof rules / sizeof rules[0] };

/* 1 to 40, then a few up to 100. */
static int next_s(int s)
{
    return s < 40 ? s + 1 : s == 40 ? 64 : s == 64 ? 99 : s + 1;
}

/* Legendre polynomials, because those of high degree see the nodes that monomials hide. */
TEST rules_integrate_polynomials_up_to_their_degree(void)
{
    quad nodes[MOST], weights[MOST];
    for (int r = 0; r < RULES; r++) {
        for (int s = rules[r].least; s <= MOST; s = next_s(s)) {
            rules[r].nodes(s, nodes);
            rules[r].weights(s, nodes, weights);
            int exact = 2 * s - rules[r].lost;
            for (int degree = 0; degree <= exact + 1; degree++) {
                quad sum = degree == 0 ? -1 : 0;
                for (int i = 0; i < s; i++) {
                    sum += weights[i] * legendre(degree, 2 * nodes[i] - 1);
                }
                const char *name = rules[r].name;
                ASSERTm(support_say("%s %d, degree %d: %.3g", name, s, degree, (double)sum),
                        degree <= exact ? fabsq(sum) <= 1e-31Q : fabsq(sum) > 1e-4Q);
            }
        }
    }
    PASS();
}

TEST nodes_ascend_from_end_to_end(void)
{
    quad x[MOST];
    for (int r = 0; r < RULES; r++) {
        for (int s = rules[r].least; s <= MOST; s = next_s(s)) {
            rules[r].nodes(s, x);
            const char *words = support_say("%s %d", rules[r].name, s);
            ASSERTm(words, rules[r].first_is_0 ? x[0] == 0 : x[0] > 0);
            ASSERTm(words, rules[r].last_is_1 ? x[s - 1] == 1 : x[s - 1] < 1);
            for (int i = 1; i < s; i++) {
                ASSERTm(words, x[i - 1] < x[i]);
            }
            for (int i = 0; rules[r].symmetric && i < s; i++) {
                ASSERTm(words, x[i] + x[s - 1 - i] == 1);
            }
        }
    }
    PASS();
}

/* Gauss, Radau and Lobatto nodes of s and s + 1 separate each other. */
TEST nodes_of_neighbouring_rules_interlace(void)
{
    quad fewer[MOST], more[MOST];
    for (int r = 0; r < RULES; r++) {
        for (int s = 2; s < 40; s++) {
            rules[r].nodes(s, fewer);
            rules[r].nodes(s + 1, more);
            for (int i = 0; i < s - 1; i++) {
                ASSERTm(support_say("%s %d, node %d", rules[r].name, s, i),
                        fewer[i] < more[i + 1] && more[i + 1] < fewer[i + 1]);
            }
        }
    }
    PASS();
}

/* Hairer & Wanner II, tables IV.5.1 to IV.5.8. */
TEST small_rules_have_their_closed_forms(void)
{
    const struct {
        int rule, s;
        quad nodes[4];
    } published[] = {
        {0, 1, {0.5Q}},
        {0, 2, {0.5Q - sqrtq(3) / 6, 0.5Q + sqrtq(3) / 6}},
        {0, 3, {0.5Q - sqrtq(15) / 10, 0.5Q, 0.5Q + sqrtq(15) / 10}},
        {1, 1, {1}},
        {1, 2, {1 / 3.0Q, 1}},
        {1, 3, {(4 - sqrtq(6)) / 10, (4 + sqrtq(6)) / 10, 1}},
        {2, 2, {0, 1}},
        {2, 3, {0, 0.5Q, 1}},
        {2, 4, {0, 0.5Q - sqrtq(5) / 10, 0.5Q + sqrtq(5) / 10, 1}},
    };
    for (size_t n = 0; n < sizeof published / sizeof published[0]; n++) {
        quad x[4];
        rules[published[n].rule].nodes(published[n].s, x);
        for (int i = 0; i < published[n].s; i++) {
            quad error = fabsq(x[i] - published[n].nodes[i]);
            ASSERTm(support_say("%s %d, node %d: error %.3g", rules[published[n].rule].name,
                                published[n].s, i, (double)error),
                    error <= 2e-34Q);
        }
    }
    PASS();
}

/* Distinct, in no order, at least 1/20 apart. */
static int random_nodes(quad *x)
{
    int n = random_integer(1, 10);
    for (int i = 0; i < n; i++) {
        x[i] = (i * 7 % 11) / 10.0Q + random_between(-0.025, 0.025);
    }
    return n;
}

TEST lagrange_polynomials_are_one_at_their_node_and_zero_at_the_others(void)
{
    for (int round = 0; round < 200; round++) {
        quad x[10];
        int n = random_nodes(x);
        for (int j = 0; j < n; j++) {
            for (int k = 0; k < n; k++) {
                ASSERT(nodes_lagrange(n, x, j, x[k]) == (j == k));
            }
        }
    }
    PASS();
}

/* sum x_j^k L_j(x) = x^k, and the same of the derivatives; k = 0 is the partition of unity. */
TEST lagrange_polynomials_reproduce_powers_and_their_slopes(void)
{
    for (int round = 0; round < 200; round++) {
        quad nodes[10];
        int n = random_nodes(nodes);
        quad x = random_edgy(1);
        for (int k = 0; k < n; k++) {
            quad value = 0, slope = 0, size = 0;
            for (int j = 0; j < n; j++) {
                quad power = powq(nodes[j], k);
                value += power * nodes_lagrange(n, nodes, j, x);
                slope += power * nodes_lagrange_slope(n, nodes, j, x);
                size += fabsq(nodes_lagrange_slope(n, nodes, j, x)) + 1;
                size += fabsq(nodes_lagrange(n, nodes, j, x));
            }
            quad exact_slope = k == 0 ? 0 : k * powq(x, k - 1);
            ASSERTm(support_say("n = %d, k = %d", n, k),
                    fabsq(value - powq(x, k)) <= 1e-31Q * size);
            ASSERTm(support_say("n = %d, k = %d", n, k),
                    fabsq(slope - exact_slope) <= 1e-31Q * size);
        }
    }
    PASS();
}

/* Away from the nodes L' = L sum 1/(x - x_m); at another node x_i by barycentric weights. */
TEST lagrange_slopes_agree_with_a_second_formula(void)
{
    for (int round = 0; round < 300; round++) {
        quad x[10];
        int n = random_nodes(x);
        int j = random_integer(0, n - 1), i = random_integer(0, n - 1);
        quad away = 2 + (quad)random_unit(), logarithmic = 0, ratio = 1;
        for (int m = 0; m < n; m++) {
            logarithmic += m != j ? 1 / (away - x[m]) : 0;
            ratio *= m != i && m != j ? (x[i] - x[m]) / (x[j] - x[m]) : 1;
        }
        quad expected = nodes_lagrange(n, x, j, away) * logarithmic;
        quad found = nodes_lagrange_slope(n, x, j, away);
        ASSERTm(support_say("n = %d", n), fabsq(found - expected) <= 1e-31Q * fabsq(expected));
        if (i != j) {
            expected = ratio / (x[j] - x[i]);
            found = nodes_lagrange_slope(n, x, j, x[i]);
            ASSERTm(support_say("n = %d", n), fabsq(found - expected) <= 1e-31Q * fabsq(expected));
        }
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(rules_integrate_polynomials_up_to_their_degree);
    RUN_TEST(nodes_ascend_from_end_to_end);
    RUN_TEST(nodes_of_neighbouring_rules_interlace);
    RUN_TEST(small_rules_have_their_closed_forms);
    RUN_TEST(lagrange_polynomials_are_one_at_their_node_and_zero_at_the_others);
    RUN_TEST(lagrange_polynomials_reproduce_powers_and_their_slopes);
    RUN_TEST(lagrange_slopes_agree_with_a_second_formula);
    GREATEST_MAIN_END();
}
