#include "numerics/nodes.h"

#include <stdbool.h>

/* The rules are zeros of these on [-1, 1]: P_s (Gauss), P_s - P_{s-1} (Radau, with the zero 1),
 * P'_{s-1} (Lobatto, beside -1 and 1). */
typedef enum rule { RULE_GAUSS, RULE_RADAU, RULE_LOBATTO } rule;

typedef struct legendre {
    quad value, slope;         /* P_n, P_n' */
    quad before, before_slope; /* P_{n-1}, P_{n-1}' */
} legendre;

/* Three-term recurrence, |x| < 1. */
static legendre legendre_at(int n, quad x)
{
    legendre p = {.value = 1};
    for (int k = 1; k <= n; k++) {
        quad next = ((2 * k - 1) * x * p.value - (k - 1) * p.before) / k;
        quad slope = k * p.value + x * p.slope;
        p = (legendre){.value = next, .slope = slope, .before = p.value, .before_slope = p.slope};
    }
    return p;
}

/* Newton's correction f/f' of the rule's polynomial. */
static quad newton_step(rule r, int s, quad x)
{
    if (r == RULE_GAUSS) {
        legendre p = legendre_at(s, x);
        return p.value / p.slope;
    }
    if (r == RULE_RADAU) {
        legendre p = legendre_at(s, x);
        return (p.value - p.before) / (p.slope - p.before_slope);
    }
    int n = s - 1;
    legendre p = legendre_at(n, x);
    /* Legendre's equation gives P'' from P and P'. */
    quad curvature = (2 * x * p.slope - (quad)n * (n + 1) * p.value) / (1 - x * x);
    return p.slope / curvature;
}

/* Where zero i of `count` lies to first order: asymptotics of Legendre polynomials for Gauss, zeros
 * or extrema of a Chebyshev polynomial for the others. */
static quad first_guess(rule r, int i, int count)
{
    quad part[] = {[RULE_GAUSS] = (4 * i + 3) / (4 * count + (quad)2),
                   [RULE_RADAU] = (2 * i + 1) / (2 * count + (quad)1),
                   [RULE_LOBATTO] = (i + 1) / (count + (quad)1)};
    return -cosq(M_PIq * part[r]);
}

/* All `count` zeros inside (-1, 1) at once: Newton with the other zeros divided out (Aberth).
 * `known` is a further zero to divide out, or 0 for none. */
static void find_zeros(rule r, int s, int count, quad known, quad *x)
{
    for (int i = 0; i < count; i++) {
        x[i] = first_guess(r, i, count);
    }
    bool moving = true;
    for (int sweep = 0; sweep < 100 && moving; sweep++) {
        moving = false;
        for (int i = 0; i < count; i++) {
            quad others = known != 0 ? 1 / (x[i] - known) : 0;
            for (int j = 0; j < count; j++) {
                others += j != i ? 1 / (x[i] - x[j]) : 0;
            }
            quad newton = newton_step(r, s, x[i]);
            quad change = newton / (1 - newton * others);
            x[i] -= change;
            moving |= fabsq(change) > 4 * FLT128_EPSILON;
        }
    }
}

/* From [-1, 1] to [0, 1]; symmetric rules are made symmetric to the last bit. */
static void to_unit_interval(int s, bool symmetric, quad *x)
{
    for (int i = 0, j = s - 1; symmetric && i <= j; i++, j--) {
        quad half = (x[j] - x[i]) / 2;
        x[i] = -half;
        x[j] = half;
    }
    for (int i = 0; i < s; i++) {
        x[i] = (1 + x[i]) / 2;
    }
}

void nodes_gauss(int s, quad *nodes)
{
    find_zeros(RULE_GAUSS, s, s, 0, nodes);
    to_unit_interval(s, true, nodes);
}

void nodes_radau(int s, quad *nodes)
{
    find_zeros(RULE_RADAU, s, s - 1, 1, nodes);
    nodes[s - 1] = 1;
    to_unit_interval(s, false, nodes);
}

void nodes_lobatto(int s, quad *nodes)
{
    find_zeros(RULE_LOBATTO, s, s - 2, 0, nodes + 1);
    nodes[0] = -1;
    nodes[s - 1] = 1;
    to_unit_interval(s, true, nodes);
}

void nodes_gauss_weights(int s, const quad *nodes, quad *weights)
{
    for (int i = 0; i < s; i++) {
        quad x = 2 * nodes[i] - 1;
        quad slope = legendre_at(s, x).slope;
        weights[i] = 1 / ((1 - x * x) * slope * slope);
    }
}

quad nodes_lagrange(int n, const quad *nodes, int j, quad x)
{
    quad product = 1;
    for (int m = 0; m < n; m++) {
        product *= m != j ? (x - nodes[m]) / (nodes[j] - nodes[m]) : 1;
    }
    return product;
}

quad nodes_lagrange_slope(int n, const quad *nodes, int j, quad x)
{
    quad sum = 0;
    for (int skip = 0; skip < n; skip++) {
        quad product = skip != j ? 1 / (nodes[j] - nodes[skip]) : 0;
        for (int m = 0; m < n; m++) {
            product *= m != j && m != skip ? (x - nodes[m]) / (nodes[j] - nodes[m]) : 1;
        }
        sum += product;
    }
    return sum;
}
