#include "method/coefficients.h"

#include "numerics/linear_quad.h"

/* Two exact coefficients that agree to this are the same number. The last stage may be off the end
 * of the step by what rounding left of the sum of its row. */
static const quad same = 1e-28Q, at_the_end = 1e-10Q;

/* A pivot this much smaller than the entries is rounding error, in the file's decimals if not in
 * our arithmetic: the matrix is singular. */
static const double singular = 1e-13;

/* Is the block of rows and columns first..s-1 of A invertible? */
static bool is_invertible(const coefficients *a, int first)
{
    int n = a->size - first;
    quad block[METHOD_MAX_STAGES * METHOD_MAX_STAGES];
    int pivot[METHOD_MAX_STAGES];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            block[i * n + j] = a->A[(i + first) * a->size + j + first];
        }
    }
    return n > 0 && quad_lu_factor(block, n, pivot) > singular;
}

static bool is_first_row_zero(const coefficients *a)
{
    for (int j = 0; j < a->size; j++) {
        if (a->A[j] != 0) {
            return false;
        }
    }
    return a->c[0] == 0;
}

static bool has_newest_beta_only(const coefficients *a)
{
    for (int j = 0; j < a->size; j++) {
        if (a->beta[j] != 0) {
            return false;
        }
    }
    return a->beta[a->size] != 0;
}

method_form coefficients_form(const coefficients *a)
{
    if (a->kind == METHOD_GAUSS_LOBATTO) {
        return FORM_COLLOCATION;
    }
    if (a->kind == METHOD_MULTISTEP) {
        return has_newest_beta_only(a) ? FORM_NEWEST_DERIVATIVE : FORM_ODE_ONLY;
    }
    if (is_invertible(a, 0)) {
        return FORM_IMPLICIT;
    }
    bool usable = is_first_row_zero(a) && is_invertible(a, 1);
    return usable ? FORM_EXPLICIT_FIRST_STAGE : FORM_ODE_ONLY;
}

bool coefficients_stiffly_accurate(const coefficients *a)
{
    if (a->kind != METHOD_RUNGE_KUTTA) {
        return a->kind == METHOD_GAUSS_LOBATTO;
    }
    int s = a->size;
    for (int j = 0; j < s; j++) {
        if (fabsq(a->b[j] - a->A[(s - 1) * s + j]) > same * (1 + fabsq(a->b[j]))) {
            return false;
        }
    }
    return fabsq(a->c[s - 1] - 1) <= at_the_end;
}
