#include "method/collocation.h"

#include <string.h>

#include "numerics/expression.h"
#include "numerics/nodes.h"
#include "support/support.h"

static const struct {
    const char *name;
    void (*nodes)(int s, quad *nodes);
    void (*tableau)(coefficients *a);
    int least;
} rules[] = {
    {"Gauss", nodes_gauss, collocation_tableau, 1},
    {"Radau IIA", nodes_radau, collocation_tableau, 1},
    {"Lobatto IIIA", nodes_lobatto, collocation_tableau, 2},
    {"Lobatto IIIC", nodes_lobatto, collocation_lobatto_iiic, 2},
};

enum { RULES = sizeof rules / sizeof rules[0], GAUSS = 0, RADAU_IIA, LOBATTO_IIIA, LOBATTO_IIIC };

static void build(int rule, int s, coefficients *a)
{
    *a = (coefficients){.kind = METHOD_RUNGE_KUTTA, .size = s};
    rules[rule].nodes(s, a->c);
    rules[rule].tableau(a);
}

/* Hairer & Wanner II, tables IV.5.1 (Gauss 2), IV.5.2 (Gauss 3), IV.5.5 and IV.5.6 (Radau IIA),
 * IV.5.7 and IV.5.8 (Lobatto IIIA), IV.5.11 and IV.5.12 (Lobatto IIIC). A, then b, then c. */
static const struct {
    int rule, s;
    const char *entries[24];
} published[] = {
    {GAUSS,
     2,
     {"1/4", "1/4-sqrt(3)/6", "1/4+sqrt(3)/6", "1/4", "1/2", "1/2", "1/2-sqrt(3)/6",
      "1/2+sqrt(3)/6"}},
    {GAUSS,
     3,
     {"5/36", "2/9-sqrt(15)/15", "5/36-sqrt(15)/30", "5/36+sqrt(15)/24", "2/9", "5/36-sqrt(15)/24",
      "5/36+sqrt(15)/30", "2/9+sqrt(15)/15", "5/36", "5/18", "4/9", "5/18", "1/2-sqrt(15)/10",
      "1/2", "1/2+sqrt(15)/10"}},
    {RADAU_IIA, 1, {"1", "1", "1"}},
    {RADAU_IIA, 2, {"5/12", "-1/12", "3/4", "1/4", "3/4", "1/4", "1/3", "1"}},
    {RADAU_IIA,
     3,
     {"(88-7*sqrt(6))/360", "(296-169*sqrt(6))/1800", "(-2+3*sqrt(6))/225",
      "(296+169*sqrt(6))/1800", "(88+7*sqrt(6))/360", "(-2-3*sqrt(6))/225", "(16-sqrt(6))/36",
      "(16+sqrt(6))/36", "1/9", "(16-sqrt(6))/36", "(16+sqrt(6))/36", "1/9", "(4-sqrt(6))/10",
      "(4+sqrt(6))/10", "1"}},
    {LOBATTO_IIIA, 2, {"0", "0", "1/2", "1/2", "1/2", "1/2", "0", "1"}},
    {LOBATTO_IIIA,
     3,
     {"0", "0", "0", "5/24", "1/3", "-1/24", "1/6", "2/3", "1/6", "1/6", "2/3", "1/6", "0", "1/2",
      "1"}},
    {LOBATTO_IIIA,
     4,
     {"0",
      "0",
      "0",
      "0",
      "(11+sqrt(5))/120",
      "(25-sqrt(5))/120",
      "(25-13*sqrt(5))/120",
      "(-1+sqrt(5))/120",
      "(11-sqrt(5))/120",
      "(25+13*sqrt(5))/120",
      "(25+sqrt(5))/120",
      "(-1-sqrt(5))/120",
      "1/12",
      "5/12",
      "5/12",
      "1/12",
      "1/12",
      "5/12",
      "5/12",
      "1/12",
      "0",
      "(5-sqrt(5))/10",
      "(5+sqrt(5))/10",
      "1"}},
    {LOBATTO_IIIC, 2, {"1/2", "-1/2", "1/2", "1/2", "1/2", "1/2", "0", "1"}},
    {LOBATTO_IIIC,
     3,
     {"1/6", "-1/3", "1/6", "1/6", "5/12", "-1/12", "1/6", "2/3", "1/6", "1/6", "2/3", "1/6", "0",
      "1/2", "1"}},
};

/* The difference to an entry, NaN when it cannot be read. */
static quad difference(const char *entry, quad found)
{
    quad value = 0;
    size_t where = 0;
    message why;
    status s = expression_value(entry, strlen(entry), NULL, &value, &where, &why);
    return s == STATUS_OK ? fabsq(value - found) : nanq("");
}

TEST tableaux_are_the_published_ones(void)
{
    for (size_t n = 0; n < sizeof published / sizeof published[0]; n++) {
        coefficients a;
        int s = published[n].s;
        build(published[n].rule, s, &a);
        for (int i = 0; i < s * s + 2 * s; i++) {
            quad found = i < s * s ? a.A[i] : i < s * s + s ? a.b[i - s * s] : a.c[i - s * s - s];
            quad error = difference(published[n].entries[i], found);
            ASSERTm(support_say("%s %d, entry %d (%s): error %.3g", rules[published[n].rule].name,
                                s, i, published[n].entries[i], (double)error),
                    error <= 5e-34Q);
        }
    }
    PASS();
}

TEST row_sums_are_the_nodes_and_weights_sum_to_one(void)
{
    for (int r = 0; r < RULES; r++) {
        for (int s = rules[r].least; s <= 9; s++) {
            coefficients a;
            build(r, s, &a);
            quad weights = 0;
            for (int i = 0; i < s; i++) {
                quad row = 0;
                for (int j = 0; j < s; j++) {
                    row += a.A[i * s + j];
                }
                weights += a.b[i];
                ASSERTm(
                    support_say("%s %d, row %d: %.3g", rules[r].name, s, i, (double)(row - a.c[i])),
                    fabsq(row - a.c[i]) <= 1e-32Q);
            }
            ASSERTm(support_say("%s %d", rules[r].name, s), fabsq(weights - 1) <= 1e-32Q);
        }
    }
    PASS();
}

/* What later code takes for granted without a tolerance. */
TEST stiffly_accurate_tableaux_end_with_their_weights_to_the_last_bit(void)
{
    for (int r = RADAU_IIA; r < RULES; r++) {
        for (int s = rules[r].least; s <= 9; s++) {
            coefficients a;
            build(r, s, &a);
            for (int j = 0; j < s; j++) {
                ASSERTm(support_say("%s %d", rules[r].name, s), a.A[(s - 1) * s + j] == a.b[j]);
                ASSERTm(support_say("%s %d", rules[r].name, s), r != LOBATTO_IIIA || a.A[j] == 0);
                ASSERTm(support_say("%s %d", rules[r].name, s),
                        r != LOBATTO_IIIC || a.A[j * s] == a.b[0]);
            }
        }
    }
    PASS();
}

/* n distinct nodes, each near its place among 0, 1/n, 2/n, ... */
static int random_nodes(quad *nodes)
{
    int n = random_integer(1, 12);
    for (int i = 0; i < n; i++) {
        nodes[i] = (i + (quad)random_between(-0.3, 0.3)) / n;
    }
    return n;
}

/* sum_j x_j^k L_j(x) = x^k for k < n: integrate both sides. k = 0 is the partition of unity. */
TEST integrals_of_lagrange_polynomials_reproduce_those_of_powers(void)
{
    for (int round = 0; round < 300; round++) {
        quad nodes[12];
        int n = random_nodes(nodes);
        quad low = random_between(-0.5, 1), high = random_between(-0.5, 1.5);
        for (int k = 0; k < n; k++) {
            quad sum = 0, size = 0;
            for (int j = 0; j < n; j++) {
                quad integral = collocation_integral(n, nodes, j, low, high);
                sum += powq(nodes[j], k) * integral;
                size += fabsq(integral);
            }
            quad exact = (powq(high, k + 1) - powq(low, k + 1)) / (k + 1);
            ASSERTm(support_say("n = %d, k = %d: %.3g of %.3g", n, k, (double)(sum - exact),
                                (double)size),
                    fabsq(sum - exact) <= 1e-30Q * (size + fabsq(high - low)));
        }
    }
    PASS();
}

TEST integrals_change_sign_and_add_up(void)
{
    for (int round = 0; round < 300; round++) {
        quad nodes[12];
        int n = random_nodes(nodes);
        int j = random_integer(0, n - 1);
        quad a = random_edgy(1), b = random_edgy(1), c = random_edgy(1);
        quad ab = collocation_integral(n, nodes, j, a, b);
        quad bc = collocation_integral(n, nodes, j, b, c);
        quad ac = collocation_integral(n, nodes, j, a, c);
        quad size = fabsq(ab) + fabsq(bc) + fabsq(ac) + fabsq(a - c);
        ASSERTm(support_say("n = %d", n), fabsq(ab + bc - ac) <= 1e-31Q * size);
        ASSERTm(support_say("n = %d", n),
                fabsq(ab + collocation_integral(n, nodes, j, b, a)) <= 1e-31Q * size);
        ASSERT(collocation_integral(n, nodes, j, a, a) == 0);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(tableaux_are_the_published_ones);
    RUN_TEST(row_sums_are_the_nodes_and_weights_sum_to_one);
    RUN_TEST(stiffly_accurate_tableaux_end_with_their_weights_to_the_last_bit);
    RUN_TEST(integrals_of_lagrange_polynomials_reproduce_those_of_powers);
    RUN_TEST(integrals_change_sign_and_add_up);
    GREATEST_MAIN_END();
}
