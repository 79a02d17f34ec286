#include "method/families.h"

#include <string.h>

#include "method/collocation.h"
#include "numerics/expression.h"
#include "numerics/nodes.h"

static void build_gauss(int parameter, coefficients *out)
{
    out->size = parameter;
    nodes_gauss(out->size, out->c);
    collocation_tableau(out);
}

static void build_radau_iia(int parameter, coefficients *out)
{
    out->size = parameter;
    nodes_radau(out->size, out->c);
    collocation_tableau(out);
}

static void build_lobatto_iiia(int parameter, coefficients *out)
{
    out->size = parameter;
    nodes_lobatto(out->size, out->c);
    collocation_tableau(out);
}

static void build_lobatto_iiic(int parameter, coefficients *out)
{
    out->size = parameter;
    nodes_lobatto(out->size, out->c);
    collocation_lobatto_iiic(out);
}

static void build_gauss_lobatto(int parameter, coefficients *out)
{
    build_gauss(parameter, out);
    out->kind = METHOD_GAUSS_LOBATTO;
    nodes_lobatto(out->size + 1, out->lobatto);
}

static scheme *exact_adams_bashforth(int k)
{
    return scheme_adams(k, k);
}

static scheme *exact_adams_moulton(int k)
{
    return scheme_adams(k, k + 1);
}

static scheme *exact_trapezoidal(int unused)
{
    (void)unused;
    exact_field fractions;
    exact_number half;
    exact_field_init(&fractions);
    exact_init(&half);
    mpq_set_ui(half.c[0], 1, 2);
    scheme *s = scheme_theta(&fractions, &half);
    exact_clear(&half);
    exact_field_clear(&fractions);
    return s;
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
     .exact = scheme_radau_iia,
     .build = build_radau_iia},
    {.name = "midpoint",
     .least = 1,
     .most = 1,
     .title = "implicit midpoint rule",
     .order = "2",
     .reference = HAIRER_WANNER ", IV.5",
     .exact = scheme_gauss,
     .build = build_gauss},
    {.name = "trapezoidal",
     .least = 1,
     .most = 1,
     .title = "trapezoidal rule",
     .order = "2",
     .reference = HAIRER_WANNER ", IV.3",
     .exact = exact_trapezoidal},
    {.name = "theta",
     .symbol = "T",
     .fractional = true,
     .title = "theta method, T = %s",
     .order = "1, or 2 for T = 1/2",
     .reference = HAIRER_WANNER ", IV.3"},
    {.name = "gauss",
     .symbol = "s",
     .least = 1,
     .most = 9,
     .title = "Gauss, s = %s",
     .order = "2s",
     .reference = HAIRER_WANNER ", IV.5",
     .exact = scheme_gauss,
     .build = build_gauss},
    {.name = "radau-iia",
     .symbol = "s",
     .least = 1,
     .most = 9,
     .title = "Radau IIA, s = %s",
     .order = "2s-1",
     .reference = HAIRER_WANNER ", IV.5",
     .exact = scheme_radau_iia,
     .build = build_radau_iia},
    {.name = "lobatto-iiia",
     .symbol = "s",
     .least = 2,
     .most = 9,
     .title = "Lobatto IIIA, s = %s",
     .order = "2s-2",
     .reference = HAIRER_WANNER ", IV.5",
     .exact = scheme_lobatto_iiia,
     .build = build_lobatto_iiia},
    {.name = "lobatto-iiic",
     .symbol = "s",
     .least = 2,
     .most = 9,
     .title = "Lobatto IIIC, s = %s",
     .order = "2s-2",
     .reference = HAIRER_WANNER ", IV.5",
     .exact = scheme_lobatto_iiic,
     .build = build_lobatto_iiic},
    {.name = "gauss-lobatto",
     .symbol = "k",
     .least = 1,
     .most = 8,
     .title = "Gauss-Lobatto collocation, k = %s",
     .order = "2k",
     .reference = KUNKEL_MEHRMANN,
     .exact = scheme_gauss_lobatto,
     .build = build_gauss_lobatto},
    {.name = "bdf",
     .symbol = "k",
     .least = 1,
     .most = 7,
     .title = "BDF, k = %s",
     .order = "k",
     .reference = HAIRER_WANNER ", V.1; k = 7 is not zero-stable",
     .exact = scheme_bdf},
    {.name = "adams-bashforth",
     .symbol = "k",
     .least = 1,
     .most = 8,
     .title = "Adams-Bashforth, k = %s",
     .order = "k",
     .reference = HAIRER_NORSETT_WANNER ", III.1",
     .exact = exact_adams_bashforth},
    {.name = "adams-moulton",
     .symbol = "k",
     .least = 1,
     .most = 8,
     .title = "Adams-Moulton, k = %s",
     .order = "k+1",
     .reference = HAIRER_NORSETT_WANNER ", III.1",
     .exact = exact_adams_moulton},
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

/* A real parameter: exact where it can be. */
static status build_theta(const family *f, const char *parameter, coefficients *out, scheme **exact,
                          message *why)
{
    expression_scope scope = {0};
    exact_field field;
    exact_number theta;
    bool is_exact = false;
    quad value = 0;
    size_t where = 0;
    message detail;
    exact_field_init(&field);
    exact_init(&theta);
    scope.field = &field;
    status s = expression_exact(parameter, strlen(parameter), &scope, &value, &theta, &is_exact,
                                &where, &detail);
    if (s != STATUS_OK || !(value >= 0.5Q && value <= 1)) {
        s = out_of_range(f, parameter, why);
    } else if (is_exact) {
        *exact = scheme_theta(&field, &theta);
        scheme_round(*exact, out);
    } else {
        out->size = 2;
        out->c[1] = 1;
        out->A[2] = out->b[0] = 1 - value;
        out->A[3] = out->b[1] = value;
    }
    exact_clear(&theta);
    exact_field_clear(&field);
    return s;
}

static void build_integer(const family *f, int parameter, coefficients *out, scheme **exact)
{
    *exact = f->exact(parameter);
    if (f->build != NULL) {
        f->build(parameter, out);
    } else {
        scheme_round(*exact, out);
    }
}

status family_build(const family *f, const char *parameter, coefficients *out, scheme **exact,
                    message *why)
{
    *out = (coefficients){.kind = METHOD_RUNGE_KUTTA};
    *exact = NULL;
    if (f->symbol == NULL) {
        if (parameter != NULL) {
            return refuse(why, "%s:%s: %s takes no parameter", f->name, parameter, f->name);
        }
        build_integer(f, f->least, out, exact);
        return STATUS_OK;
    }
    if (parameter == NULL || *parameter == '\0') {
        return refuse(why, "%s: needs a parameter, %s:%s with %s from %s to %s", f->name, f->name,
                      f->symbol, f->symbol,
                      f->fractional ? "1/2" : (char[]){(char)('0' + f->least), 0},
                      f->fractional ? "1" : (char[]){(char)('0' + f->most), 0});
    }
    if (f->fractional) {
        return build_theta(f, parameter, out, exact, why);
    }
    /* A single digit is all that any range needs. */
    if (strlen(parameter) != 1 || parameter[0] < '0' + f->least || parameter[0] > '0' + f->most) {
        return out_of_range(f, parameter, why);
    }
    build_integer(f, parameter[0] - '0', out, exact);
    return STATUS_OK;
}
