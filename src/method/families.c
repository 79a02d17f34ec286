#include "method/families.h"

#include <string.h>

#include "method/collocation.h"
#include "numerics/expression.h"
#include "numerics/nodes.h"

static void build_gauss(quad parameter, coefficients *out)
{
    out->size = (int)parameter;
    nodes_gauss(out->size, out->c);
    collocation_tableau(out);
}

static void build_radau_iia(quad parameter, coefficients *out)
{
    out->size = (int)parameter;
    nodes_radau(out->size, out->c);
    collocation_tableau(out);
}

static void build_lobatto_iiia(quad parameter, coefficients *out)
{
    out->size = (int)parameter;
    nodes_lobatto(out->size, out->c);
    collocation_tableau(out);
}

static void build_lobatto_iiic(quad parameter, coefficients *out)
{
    out->size = (int)parameter;
    nodes_lobatto(out->size, out->c);
    collocation_lobatto_iiic(out);
}

static void build_gauss_lobatto(quad parameter, coefficients *out)
{
    build_gauss(parameter, out);
    out->kind = METHOD_GAUSS_LOBATTO;
    nodes_lobatto(out->size + 1, out->lobatto);
}

/* h x'_n = sum_{m=1..k} (1/m) nabla^m x_n */
static void build_bdf(quad parameter, coefficients *out)
{
    int k = (int)parameter;
    out->kind = METHOD_MULTISTEP;
    out->size = k;
    out->beta[k] = 1;
    for (int m = 1; m <= k; m++) {
        quad binomial = 1;
        for (int l = 0; l <= m; l++) {
            out->alpha[k - l] += (l % 2 == 0 ? binomial : -binomial) / m;
            binomial = binomial * (m - l) / (l + 1);
        }
    }
}

/* x_{n+k} - x_{n+k-1} is the integral of the polynomial through `count` derivatives, the oldest
 * of which is at n. */
static void build_adams(int k, int count, coefficients *out)
{
    out->kind = METHOD_MULTISTEP;
    out->size = k;
    out->alpha[k] = 1;
    out->alpha[k - 1] = -1;
    quad nodes[METHOD_MAX_STEPS + 1];
    for (int j = 0; j < count; j++) {
        nodes[j] = j;
    }
    for (int j = 0; j < count; j++) {
        out->beta[j] = collocation_integral(count, nodes, j, k - 1, k);
    }
}

static void build_adams_bashforth(quad parameter, coefficients *out)
{
    build_adams((int)parameter, (int)parameter, out);
}

static void build_adams_moulton(quad parameter, coefficients *out)
{
    build_adams((int)parameter, (int)parameter + 1, out);
}

static void build_theta(quad parameter, coefficients *out)
{
    out->size = 2;
    out->c[1] = 1;
    out->A[2] = out->b[0] = 1 - parameter;
    out->A[3] = out->b[1] = parameter;
}

static void build_trapezoidal(quad parameter, coefficients *out)
{
    build_theta(parameter / 2, out);
}

#define HAIRER_WANNER "Hairer & Wanner, Solving Ordinary Differential Equations II"
#define HAIRER_NORSETT_WANNER "Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I"
#define KUNKEL_MEHRMANN                                                                \
    "Kunkel & Mehrmann, Stability properties of differential-algebraic equations and " \
    "spin-stabilized discretizations"

const family families[] = {
    {.name = "implicit-euler",
     .least = 1,
     .most = 1,
     .title = "implicit Euler",
     .order = "1",
     .reference = HAIRER_WANNER ", IV.3",
     .build = build_radau_iia},
    {.name = "midpoint",
     .least = 1,
     .most = 1,
     .title = "implicit midpoint rule",
     .order = "2",
     .reference = HAIRER_WANNER ", IV.5",
     .build = build_gauss},
    {.name = "trapezoidal",
     .least = 1,
     .most = 1,
     .title = "trapezoidal rule",
     .order = "2",
     .reference = HAIRER_WANNER ", IV.3",
     .build = build_trapezoidal},
    {.name = "theta",
     .symbol = "T",
     .fractional = true,
     .title = "theta method, T = %s",
     .order = "1, or 2 for T = 1/2",
     .reference = HAIRER_WANNER ", IV.3",
     .build = build_theta},
    {.name = "gauss",
     .symbol = "s",
     .least = 1,
     .most = 9,
     .title = "Gauss, s = %s",
     .order = "2s",
     .reference = HAIRER_WANNER ", IV.5",
     .build = build_gauss},
    {.name = "radau-iia",
     .symbol = "s",
     .least = 1,
     .most = 9,
     .title = "Radau IIA, s = %s",
     .order = "2s-1",
     .reference = HAIRER_WANNER ", IV.5",
     .build = build_radau_iia},
    {.name = "lobatto-iiia",
     .symbol = "s",
     .least = 2,
     .most = 9,
     .title = "Lobatto IIIA, s = %s",
     .order = "2s-2",
     .reference = HAIRER_WANNER ", IV.5",
     .build = build_lobatto_iiia},
    {.name = "lobatto-iiic",
     .symbol = "s",
     .least = 2,
     .most = 9,
     .title = "Lobatto IIIC, s = %s",
     .order = "2s-2",
     .reference = HAIRER_WANNER ", IV.5",
     .build = build_lobatto_iiic},
    {.name = "gauss-lobatto",
     .symbol = "k",
     .least = 1,
     .most = 8,
     .title = "Gauss-Lobatto collocation, k = %s",
     .order = "2k",
     .reference = KUNKEL_MEHRMANN,
     .build = build_gauss_lobatto},
    {.name = "bdf",
     .symbol = "k",
     .least = 1,
     .most = 7,
     .title = "BDF, k = %s",
     .order = "k",
     .reference = HAIRER_WANNER ", V.1; k = 7 is not zero-stable",
     .build = build_bdf},
    {.name = "adams-bashforth",
     .symbol = "k",
     .least = 1,
     .most = 8,
     .title = "Adams-Bashforth, k = %s",
     .order = "k",
     .reference = HAIRER_NORSETT_WANNER ", III.1",
     .build = build_adams_bashforth},
    {.name = "adams-moulton",
     .symbol = "k",
     .least = 1,
     .most = 8,
     .title = "Adams-Moulton, k = %s",
     .order = "k+1",
     .reference = HAIRER_NORSETT_WANNER ", III.1",
     .build = build_adams_moulton},
};

const int family_count = (int)(sizeof families / sizeof families[0]);

const family *family_find(const char *name, size_t length)
{
    for (int i = 0; i < family_count; i++) {
        if (strlen(families[i].name) == length && memcmp(families[i].name, name, length) == 0) {
            return &families[i];
        }
    }
    return NULL;
}

static status out_of_range(const family *f, const char *parameter, message *why)
{
    if (f->fractional) {
        return refuse(why, "%s:%s: the parameter must be a number from 1/2 to 1", f->name,
                      parameter);
    }
    return refuse(why, "%s:%s: the parameter %s must be an integer from %d to %d", f->name,
                  parameter, f->symbol, f->least, f->most);
}

status family_build(const family *f, const char *parameter, coefficients *out, message *why)
{
    *out = (coefficients){.kind = METHOD_RUNGE_KUTTA};
    if (f->symbol == NULL) {
        if (parameter != NULL) {
            return refuse(why, "%s:%s: %s takes no parameter", f->name, parameter, f->name);
        }
        f->build(f->least, out);
        return STATUS_OK;
    }
    if (parameter == NULL || *parameter == '\0') {
        return refuse(why, "%s: needs a parameter, %s:%s with %s from %s to %s", f->name, f->name,
                      f->symbol, f->symbol,
                      f->fractional ? "1/2" : (char[]){(char)('0' + f->least), 0},
                      f->fractional ? "1" : (char[]){(char)('0' + f->most), 0});
    }
    quad value = 0;
    if (f->fractional) {
        size_t where = 0;
        message detail;
        status s = expression_value(parameter, strlen(parameter), NULL, &value, &where, &detail);
        if (s != STATUS_OK || !(value >= 0.5Q && value <= 1)) {
            return out_of_range(f, parameter, why);
        }
    } else {
        /* A single digit is all that any range needs. */
        if (strlen(parameter) != 1 || parameter[0] < '0' + f->least ||
            parameter[0] > '0' + f->most) {
            return out_of_range(f, parameter, why);
        }
        value = parameter[0] - '0';
    }
    f->build(value, out);
    return STATUS_OK;
}
